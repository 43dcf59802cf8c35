"""Files changed at random: single bytes, numbers, words, whole lines, pieces of other files, values of JSON."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

Change = Callable[[bytes, Sequence[bytes], random.Random], bytes]
"""The text of a file, other files to take from, draws; gives the text with something changed."""

MOST_CHANGES = 4
"""So many things are changed in one file."""
LONGEST_LINE = 20_000_000
"""A line is made so long at most: longer than any file that we read."""

NUMBERS = (
    *(b"0", b"-1", b"1", b"99", b"255", b"256", b"65536", b"2147483648", b"9223372036854775808", b"1" * 4301),
    *(b"1e999", b"NaN", b"+1", b"01", b"1.5"),
)
STRANGE = (
    *(b"\0", b"\x1b[2J", b"\x7f", b"\r", b"\x0b", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbb\xbf"),
    *(b"\t", b" ", b"\n", "\u202e".encode(), "\u200b".encode(), "\u2028".encode(), "\u0085".encode()),
    *(text.encode() for text in ("²", "٣", "ß", "İ", "e\u0301", "🂡", "\U0010ffff")),
)
VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 10**6, 2**31, 2**63, 10**400, 1.5, float("nan"), float("inf")),
    *("", "0", "x" * 5000, "\0", "\ud800"),
    *([], {}, [[]], [None], {"": None}, [1] * 1000),
)


def mutate(text: bytes, others: Sequence[bytes], draws: random.Random) -> bytes:
    """A file with one to four things changed."""
    changes = JSON_CHANGES + CHANGES if text.lstrip().startswith(b"{") else CHANGES
    for _ in range(draws.randint(1, MOST_CHANGES)):
        text = draws.choice(changes)(text, others, draws)
    return text


# ---------------------------------------------------------------------------------------------------- bytes


def _flip(text: bytes, _others: Sequence[bytes], draws: random.Random) -> bytes:
    """A few bits."""
    changed = bytearray(text)
    for _ in range(draws.randint(1, 8) if changed else 0):
        changed[draws.randrange(len(changed))] ^= 1 << draws.randrange(8)
    return bytes(changed)


def _cut(text: bytes, _others: Sequence[bytes], draws: random.Random) -> bytes:
    """The file ends too early."""
    return text[: draws.randint(0, len(text))]


def _leave_out(text: bytes, _others: Sequence[bytes], draws: random.Random) -> bytes:
    """A piece is missing."""
    here = draws.randint(0, len(text))
    return text[:here] + text[here + draws.randint(1, 40) :]


def _put_in(text: bytes, _others: Sequence[bytes], draws: random.Random) -> bytes:
    """Something strange stands in it."""
    here = draws.randint(0, len(text))
    return text[:here] + draws.choice(STRANGE) * draws.choice((1, 1, 1, 3)) + text[here:]


def _change_number(text: bytes, _others: Sequence[bytes], draws: random.Random) -> bytes:
    """A number is another one."""
    found = list(re.finditer(rb"\d+", text))
    if not found:
        return text
    place = draws.choice(found)
    near = str(int(place[0][:9]) + draws.choice((-1, 1, 2, 10))).encode()
    return text[: place.start()] + draws.choice((near, near, *NUMBERS)) + text[place.end() :]


def _change_word(text: bytes, others: Sequence[bytes], draws: random.Random) -> bytes:
    """A word is another one, of this file or of another."""
    found = list(re.finditer(rb"[\w-]+", text))
    if not found:
        return text
    place = draws.choice(found)
    words: list[bytes] = re.findall(rb"[\w+-]+", draws.choice((text, *others)))
    return text[: place.start()] + draws.choice(words or [b"x"]) + text[place.end() :]


# ---------------------------------------------------------------------------------------------------- lines


def _drop_line(text: bytes, _others: Sequence[bytes], draws: random.Random) -> bytes:
    lines = text.split(b"\n")
    del lines[draws.randrange(len(lines))]
    return b"\n".join(lines)


def _double_line(text: bytes, _others: Sequence[bytes], draws: random.Random) -> bytes:
    """A line stands twice, the second time anywhere."""
    lines = text.split(b"\n")
    lines.insert(draws.randint(0, len(lines)), draws.choice(lines))
    return b"\n".join(lines)


def _swap_lines(text: bytes, _others: Sequence[bytes], draws: random.Random) -> bytes:
    lines = text.split(b"\n")
    here, there = draws.randrange(len(lines)), draws.randrange(len(lines))
    lines[here], lines[there] = lines[there], lines[here]
    return b"\n".join(lines)


def _lengthen_line(text: bytes, _others: Sequence[bytes], draws: random.Random) -> bytes:
    """A line is very long."""
    lines = text.split(b"\n")
    here = draws.randrange(len(lines))
    more, times = draws.choice((b" ", b". ", b"\t", b"x", b"9", lines[here])), draws.choice((10, 1000, 5000))
    lines[here] += more * min(times, LONGEST_LINE // max(1, len(more)))
    return b"\n".join(lines)


def _take_line(text: bytes, others: Sequence[bytes], draws: random.Random) -> bytes:
    """A line of another file stands in it."""
    lines = text.split(b"\n")
    lines.insert(draws.randint(0, len(lines)), draws.choice(draws.choice(others).split(b"\n")))
    return b"\n".join(lines)


def _splice(text: bytes, others: Sequence[bytes], draws: random.Random) -> bytes:
    """It goes on as another file does."""
    lines, more = text.split(b"\n"), draws.choice(others).split(b"\n")
    return b"\n".join(lines[: draws.randint(0, len(lines))] + more[draws.randint(0, len(more)) :])


def _change_line_ends(text: bytes, _others: Sequence[bytes], draws: random.Random) -> bytes:
    return text.replace(b"\n", draws.choice((b"\r\n", b"\r", b"\n\n", b"\x0b")))


CHANGES: tuple[Change, ...] = (
    *(_flip, _cut, _leave_out, _put_in, _change_number, _change_number, _change_word, _change_word),
    *(_drop_line, _double_line, _swap_lines, _lengthen_line, _take_line, _splice, _change_line_ends),
)


# ---------------------------------------------------------------------------------------------------- JSON


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every container within a value with each of its keys."""
    if not isinstance(value, (dict, list)):
        return []
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    return [(value, key) for key in keys] + [place for key in keys for place in _places(value[key])]


def _edit(text: bytes, draws: random.Random, edit: Callable[[Any, Any, list[tuple[Any, Any]]], None]) -> bytes:
    """Edit at a random place of what the text says; what is no JSON stays as it is."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return text
    places = _places(told)
    if places:
        container, key = draws.choice(places)
        edit(container, key, places)
    return json.dumps(told).encode()


def _change_value(text: bytes, _others: Sequence[bytes], draws: random.Random) -> bytes:
    """A value is a strange one."""

    def edit(container: Any, key: Any, _places: list[tuple[Any, Any]]) -> None:
        container[key] = draws.choice(VALUES)

    return _edit(text, draws, edit)


def _drop_value(text: bytes, _others: Sequence[bytes], draws: random.Random) -> bytes:
    def edit(container: Any, key: Any, _places: list[tuple[Any, Any]]) -> None:
        del container[key]

    return _edit(text, draws, edit)


def _move_value(text: bytes, _others: Sequence[bytes], draws: random.Random) -> bytes:
    """A value of one place stands at another, too."""

    def edit(container: Any, key: Any, places: list[tuple[Any, Any]]) -> None:
        other, there = draws.choice(places)
        container[key] = json.loads(json.dumps(other[there]))

    return _edit(text, draws, edit)


def _shuffle(text: bytes, _others: Sequence[bytes], draws: random.Random) -> bytes:
    """Values of a list stand in another order: decisions, for instance."""

    def edit(_container: Any, _key: Any, places: list[tuple[Any, Any]]) -> None:
        lists = [container for container, _ in places if isinstance(container, list) and len(container) > 1]
        if lists:
            draws.shuffle(draws.choice(lists))

    return _edit(text, draws, edit)


JSON_CHANGES: tuple[Change, ...] = (_change_value, _drop_value, _move_value, _move_value, _shuffle, _shuffle)
