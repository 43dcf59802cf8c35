"""The community's game files: ledgers (every row with the state after it) and command logs (`.tm`).

`read_game` tells them apart by their tabs. Both give a `Replay`; whatever is wrong is an `IllegalLine` with the line's
number, the faction and the rule. `write_log` writes our own games as command logs.
"""

from __future__ import annotations

from pathlib import Path

from dolmen.core.errors import IllegalLine
from dolmen.games.terra_mystica.files.ledger import COLUMNS, read_ledger
from dolmen.games.terra_mystica.files.log import log_of, read_log, write_log
from dolmen.games.terra_mystica.files.pasted import lines_of
from dolmen.games.terra_mystica.files.transcript import Replay

__all__ = ["Replay", "is_ledger", "log_of", "read_file", "read_game", "read_ledger", "read_log", "write_log"]


def is_ledger(text: str) -> bool:
    """Whether a text is a ledger: its rows have columns, which tabs separate. A log may be indented by some."""
    return any(line.count("\t") > COLUMNS // 2 for line in lines_of(text))


def read_game(text: str) -> Replay:
    """Replay a ledger or a command log, checking everything. Raises IllegalLine."""
    return read_ledger(text) if is_ledger(text) else read_log(text)


def read_file(path: str | Path) -> Replay:
    """Replay a game file. Raises IllegalLine, or OSError where it cannot be opened."""
    data = Path(path).read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise IllegalLine(f"line {line}: this is not UTF-8 text", line) from None
    return read_game(text)
