"""The leaderboard: one row for who met whom at which game, by the protocol, in a file that people can read.

What `dolmen evaluate --json` prints is added, and so is what `dolmen arena --json` prints of an arena on the protocol's
terms. Results of another protocol or of other rules are refused; rows of earlier ones stay in the file and are not
shown.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final

from dolmen.arena.match import Terms
from dolmen.arena.protocol import GAMES, OPPONENTS, PROTOCOL_VERSION, setups_of
from dolmen.arena.summary import follows_protocol
from dolmen.contract.registry import find, games
from dolmen.core.errors import InvalidResult
from dolmen.core.files import write_file

LONGEST_NAME: Final = 60
FORM: Final = '{"about": "Written by `dolmen leaderboard FILE --add RESULT`; see docs/papers.md.",\n"rows": [\n%s\n]}\n'
"""One row a line, so that a change of the file is a change of some lines."""


@dataclass(frozen=True)
class Row:
    """How one entrant did against one opponent."""

    game: str
    players: int
    name: str
    by: str
    """Whose it is."""
    entrant: str
    """What it was called when it played."""
    against: str
    games: int
    victories: tuple[float, float, float]
    """Its share, and the interval."""
    points: float | None
    theirs: float | None
    """The mean points of a seat of the opponent's."""
    forfeits: int
    visits: Mapping[str, int]
    answer_seconds: float
    protocol: int
    rules: int
    observations: int
    dolmen: str

    @property
    def key(self) -> tuple[str, int, str, str]:
        """There is one row for each."""
        return self.game, self.players, self.name, self.against

    @property
    def is_current(self) -> bool:
        """Whether it was played by the protocol and the rules of this program."""
        known = self.game in games() and self.rules == find(self.game).rules_version
        return known and self.protocol == PROTOCOL_VERSION

    @property
    def is_whole(self) -> bool:
        """Whether all games of the protocol were played."""
        return self.games >= setups_of(self.players) * self.players

    def to_json(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {**asdict(self), "visits": dict(self.visits)}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Row:
        """Read what was kept. Raises TypeError, KeyError or ValueError."""
        row = cls(**{**kept, "victories": tuple(kept["victories"])})
        for field in fields(cls):  # a file may hold anything where a name or a number belongs
            value, kind = getattr(row, field.name), _KINDS.get(str(field.type))
            if kind and (not isinstance(value, kind) or isinstance(value, bool)):
                raise TypeError(field.name)
        share, low, high = row.victories
        if not 0 <= low <= share <= high <= 1 or row.games < 1 or not (row.name and row.against):
            raise ValueError(row)
        return row


_KINDS: Final[dict[str, tuple[type, ...]]] = {"str": (str,), "int": (int,), "float": (int, float)}
"""What the plain fields of a row hold, by their types as they are written above."""


class Leaderboard:
    """The rows of a file."""

    def __init__(self, path: Path) -> None:
        """Read the file; one that is missing is empty. Raises InvalidResult."""
        self.path = path
        try:
            kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"rows": []}
            rows = [Row.from_json(row) for row in kept["rows"]]
        except OSError as error:
            raise InvalidResult(f"{path} cannot be read: {error.strerror}") from None
        except (ValueError, TypeError, KeyError, RecursionError):
            raise InvalidResult(f"{path} is no leaderboard: it holds rows that `dolmen leaderboard` writes") from None
        self.rows = {row.key: row for row in rows}

    def add(self, new: Iterable[Row]) -> list[Row]:
        """Take rows in, each in the place of an older one; all or none. Raises InvalidResult."""
        added = list(new)
        for row in added:
            old = self.rows.get(row.key)
            if old is not None and old.is_current and old.games > row.games:
                raise InvalidResult(
                    f"{row.name} stands there already with {old.games} games against {row.against}, not {row.games}"
                )
        self.rows |= {row.key: row for row in added}
        return added

    def save(self) -> None:
        """Write the file."""
        ordered = sorted(self.rows.values(), key=lambda row: row.key)
        lines = (json.dumps(row.to_json(), ensure_ascii=False) for row in ordered)
        write_file(self.path, FORM % ",\n".join(lines))

    def current(self) -> list[Row]:
        """What may be compared with results of this program."""
        return [row for row in self.rows.values() if row.is_current]


def read_results(path: Path, name: str | None = None, by: str = "") -> list[Row]:
    """The rows that a file of results makes: one JSON object a line. Raises InvalidResult.

    Who is not named is called what it was called in the arena.
    """
    if name is not None and not (name.strip() and len(name) <= LONGEST_NAME and name.isprintable()):
        raise InvalidResult(f"a name has 1 to {LONGEST_NAME} letters, not '{name}'")
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise InvalidResult(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    rows = []
    for number, line in enumerate(lines, start=1):
        try:
            rows.append(_row(json.loads(line), name, by))
        except InvalidResult as error:
            raise InvalidResult(f"{path}, line {number}: {error}") from None
        except (ValueError, TypeError, KeyError, AttributeError, StopIteration, IndexError, RecursionError):
            raise InvalidResult(
                f"{path}, line {number}: this is no result; `dolmen evaluate --json` prints one a line"
            ) from None
    if not rows:
        raise InvalidResult(f"{path} holds no result")
    return rows


def _row(told: Mapping[str, Any], name: str | None, by: str) -> Row:
    """What one line of results says, if it was played as it should."""
    terms = _terms(told)
    entrant, opponent = terms.bots[0], terms.bots[-1]
    _check(told, terms)
    standings = {standing["bot"]: standing for standing in told["standings"]}
    own, other = standings[entrant], standings[opponent]
    victories, points, theirs = own["victories"], own["points"], other["points"]
    return Row.from_json(
        {
            "game": terms.game,
            "players": terms.players,
            "name": name or entrant,
            "by": by,
            "entrant": entrant,
            "against": opponent,
            "games": told["games"],
            "victories": [round(victories[part], 4) for part in ("value", "low", "high")],
            "points": points and round(points["value"], 2),
            "theirs": theirs and round(theirs["value"], 2),
            "forfeits": own["forfeits"],
            "visits": told["visits"],
            "answer_seconds": terms.answer_seconds,
            **{number: told["versions"][number] for number in ("protocol", "rules", "observations", "dolmen")},
        }
    )


def _terms(told: Mapping[str, Any]) -> Terms:
    given = {field.name: told[field.name] for field in fields(Terms) if field.name != "starts"}
    return Terms(**{**given, "bots": tuple(given["bots"])})


def _check(told: Mapping[str, Any], terms: Terms) -> None:
    """Only what was played by this protocol and these rules, every set-up from every seat."""
    versions = told["versions"]
    if terms.game not in games():
        raise InvalidResult(f"there is no game '{terms.game}' here")
    rules = find(terms.game).rules_version
    if versions["rules"] != rules:
        raise InvalidResult(f"it was played under rules {versions['rules']} of {terms.game}; this program has {rules}")
    if versions["protocol"] not in (None, PROTOCOL_VERSION):
        raise InvalidResult(f"it is a result of protocol {versions['protocol']}, not of {PROTOCOL_VERSION}")
    if versions["protocol"] is None or not follows_protocol(terms):
        raise InvalidResult(f"these are not the terms of protocol {PROTOCOL_VERSION}: `dolmen evaluate` plays by them")
    if not told["games"] or told["games"] != told["setups"] * terms.players:
        raise InvalidResult(f"{told['games']} games over {told['setups']} set-ups: not every one from every seat")
    if told["games"] > GAMES:
        raise InvalidResult(f"{told['games']} games are more than the protocol has, {GAMES}")


# ------------------------------------------------------------------------------------------------- for people


def ranked(rows: Sequence[Row]) -> list[tuple[str, dict[str, Row]]]:
    """Who played one game with one number of players, the best first: by name, whom it met."""
    by_name: dict[str, dict[str, Row]] = {}
    for row in rows:
        by_name.setdefault(row.name, {})[row.against] = row

    def merit(entry: tuple[str, dict[str, Row]]) -> tuple[float, ...]:
        """Against the strongest opponent first; who is it meets itself on even terms."""
        name, met = entry
        even = 1 / rows[0].players
        return tuple(met[one].victories[0] if one in met else even * (one == name) for one in reversed(OPPONENTS))

    return sorted(by_name.items(), key=merit, reverse=True)


def tables(rows: Sequence[Row]) -> dict[tuple[str, int], list[tuple[str, dict[str, Row]]]]:
    """All tables: by game and number of players."""
    kinds = sorted({(row.game, row.players) for row in rows})
    return {kind: ranked([row for row in rows if (row.game, row.players) == kind]) for kind in kinds}


def cell(name: str, met: Mapping[str, Row], opponent: str) -> str:
    """What such a table says of one who met an opponent, or did not: nobody meets itself."""
    if opponent in met:
        return in_words(met[opponent])
    return "itself" if name == opponent else "not yet"


def in_words(row: Row) -> str:
    """The share of the victories, its interval, the games."""
    share, low, high = row.victories
    return f"{share:.1%} ({low:.0%} to {high:.0%}) of {row.games}{'' if row.is_whole else ' *'}"
