"""The board of Pig as SVG, in three layers: a lane for each seat, the pieces on them, and what may be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from xml.sax.saxutils import quoteattr

from dolmen.art import use
from dolmen.art.figures import either, figure, leads, sign, words
from dolmen.art.handles import lit_place, piece, placed
from dolmen.contract.content import Choice
from pig.rules.record import TARGET, Record

SEATS: Final = ("rose", "amber", "moss", "sky", "plum", "slate")
VIEW_BOX: Final = "0 0 1000 560"
_LEFT, _WIDTH, _TOP, _HEIGHT = 60, 700, 30, 500
_DIE: Final = (880, 180)
_POT: Final = (880, 400)
_CHANGED: Final = '<circle class="changed" cx="26" cy="-26" r="7" fill="var(--accent)"/>'
_PLACES: Final = {"die": (_DIE, 76), "pot": (_POT, 76)}


def _lane(seat: int, players: int) -> float:
    """The middle of a seat's lane."""
    return _TOP + _HEIGHT * (seat + 0.5) / players


def _step(points: int) -> float:
    """Where so many points are on a lane."""
    return _LEFT + _WIDTH * min(points, TARGET) / TARGET


def ground(players: int) -> str:
    """The lanes from 0 to 100, the goal at their end, and the places of the die and the pot."""
    drawn = [
        f'<rect x="{_LEFT - 40}" y="{_TOP}" width="{_WIDTH + 80}" height="{_HEIGHT}" rx="14" fill="var(--lane)"/>',
        f'<rect x="{_step(TARGET) - 4}" y="{_TOP}" width="44" height="{_HEIGHT}" rx="10" fill="var(--goal)"/>',
    ]
    for points in range(0, TARGET + 1, 10):
        x = _step(points)
        drawn.append(f'<path d="M{x} {_TOP + 24}V{_TOP + _HEIGHT - 8}" stroke="var(--lane-line)" stroke-width="1"/>')
        drawn.append(
            f'<text x="{x}" y="{_TOP + 18}" font-size="15" text-anchor="middle" fill="var(--ink-2)">{points}</text>'
        )
    drawn += [
        f'<path d="M{_LEFT} {_lane(seat, players)}H{_step(TARGET)}" stroke="var(--lane-line)" stroke-width="3"/>'
        for seat in range(players)
    ]
    drawn += [
        f'<circle{placed(name)} cx="{x}" cy="{y}" r="{radius}" fill="var(--lane)"/>'
        for name, ((x, y), radius) in _PLACES.items()
    ]
    return "".join(drawn)


def pieces(record: Record, changed: frozenset[str], colours: Sequence[str]) -> str:
    """Each seat at its points, the way that the pot would bring the one whose turn it is; the die, the pot."""
    players, turn = int(record.players), int(record.turn_player)
    drawn = []
    for seat in range(players):
        x, y = _step(int(record.points[seat])), _lane(seat, players)
        if seat == turn and record.pot:
            end = _step(int(record.points[seat]) + int(record.pot))
            drawn.append(
                f'<path data-seat="{colours[seat]}" d="M{x} {y}H{end}" stroke="var(--p-edge)" stroke-width="6" '
                'stroke-dasharray="3 8" stroke-linecap="round"/>'
            )
        dot = _CHANGED if f"seat-{seat}" in changed else ""
        drawn.append(
            f'<g{piece(f"seat-{seat}")} data-seat="{colours[seat]}" transform="translate({x} {y})">'
            '<circle r="25" fill="var(--p)" stroke="var(--p-deep)" stroke-width="3"/>'
            f'<g color="var(--p-on)">{use(f"mark-{colours[seat]}", 0, 0, 30)}</g>{dot}</g>'
        )
    drawn.append(use("pot", *_POT, 92))
    if record.pot:
        drawn.append(_number(int(record.pot), _POT))
    if record.face:
        drawn.append(use(f"die-{int(record.face)}", *_DIE, 92))
    return "".join(drawn)


def _number(number: int, at: tuple[int, int]) -> str:
    x, y = at
    return (
        f'<text id="pot-number" x="{x}" y="{y + 26}" font-size="30" font-weight="700" text-anchor="middle" '
        f'fill="var(--ink-on-dark)">{number}</text>'
    )


def changed(before: Record, after: Record) -> frozenset[str]:
    """The seats whose points differ."""
    return frozenset(f"seat-{seat}" for seat in range(int(after.players)) if before.points[seat] != after.points[seat])


def lit(choices: Sequence[Choice], chosen: int | None) -> str:
    """A bright ring in a dark case around the die and the pot, where they may be chosen."""
    drawn = []
    for number, choice in enumerate(choices, start=1):
        (x, y), radius = _PLACES[choice.place]
        ring = f'<circle cx="{x}" cy="{y}" r="{radius}" '
        drawn.append(
            f'<g{lit_place(choice.place)} class="lit" role="button" tabindex="{0 if number == (chosen or 1) else -1}" '
            f'data-choice="{number}" aria-label={quoteattr(choice.sentence)} '
            f'aria-pressed="{str(number == chosen).lower()}" fill="none" pointer-events="all">'
            f'{ring}class="lit-case" stroke="var(--lit-case)" stroke-width="7"/>'
            f'{ring}class="lit-ring" stroke="var(--lit)" stroke-width="3.5"/>'
            + (f'{ring}stroke="var(--picked)" stroke-width="5" stroke-dasharray="12 6"/>' if number == chosen else "")
            + "</g>"
        )
    return "".join(drawn)


def scene() -> str:
    """The picture on the game's card: three dice and a pot."""
    dice = use("die-6", 170, 130, 96) + use("die-4", 270, 96, 96) + use("die-1", 250, 178, 70)
    return f'<rect width="560" height="230" fill="var(--lane)"/>{dice}{use("pot", 410, 130, 120)}'


def rule_picture() -> str:
    """A roll that goes into the pot, and one that loses it."""
    return figure(sign("die-5"), leads(), sign("pot"), either(), sign("die-1"), leads(), words("0"))


def goal_picture() -> str:
    """A hundred points."""
    return figure(sign("pot"), leads(), words(str(TARGET)), sign("vp"))
