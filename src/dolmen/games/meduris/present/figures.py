"""The rules of Meduris as small pictures, by the keys of `rulebook`."""

from __future__ import annotations

from functools import cache
from typing import Final

from dolmen.art import use
from dolmen.art.figures import either, figure, leads, scene, sign, together, words
from dolmen.games.meduris.present.svg.geometry import LEVEL_HEIGHT
from dolmen.games.meduris.present.svg.pieces import worker

_FIELD: Final = 62


def _field(icons: tuple[str, str], hut: str = "", temple: str = "", chip: str = "") -> str:
    """A field: its two materials, and what stands or lies there."""
    middle = _FIELD / 2
    drawn = (
        f'<rect x="1.5" y="9.5" width="{_FIELD - 3}" height="81" rx="6" fill="var(--m-plot)" '
        'stroke="var(--m-plot-line)" stroke-width="2"/>'
    )
    taken = hut or temple or chip
    size, y = (20, 22) if taken else (27, 50)
    drawn += use(icons[0], middle - 13, y, size) + use(icons[1], middle + 13, y, size)
    if hut:
        drawn += f'<g data-seat="{hut}">{use("hut", middle, 58, 48)}</g>'
    if temple:
        drawn += f'<g data-seat="{temple}">{use("temple-stone", middle, 58, 48)}</g>'
    if chip:
        drawn += use(f"chip-{chip}", middle, 58, 36)
    return drawn


def _ring(*fields: str) -> str:
    """Fields side by side."""
    placed = (f'<g transform="translate({_FIELD * place} 0)">{field}</g>' for place, field in enumerate(fields))
    return scene(_FIELD * len(fields), 100, "".join(placed))


def _stack(*seats: str, gains: tuple[str, ...] = ()) -> str:
    """Workers on one another, the lowest first; with what each level takes."""
    height = 48 + LEVEL_HEIGHT * len(seats)
    drawn = ""
    for place, seat in enumerate(seats):
        foot = height - 14 - place * LEVEL_HEIGHT
        drawn += worker(seat, (44, foot), top=place == len(seats) - 1)
        if gains:
            drawn += (
                f'<text x="84" y="{foot - 4}" font-size="18" font-weight="700" fill="var(--ink)">{gains[place]}</text>'
            )
    return scene(116 if gains else 88, height, drawn)


def _materials() -> str:
    return together(*(sign(name, 28) for name in ("wood", "wool", "copper", "stone")))


def _river() -> str:
    """The druid crosses the river."""
    water = (
        '<rect width="120" height="70" rx="8" fill="var(--m-meadow)"/>'
        '<path d="M50 0C44 24 62 40 56 70H84C88 42 70 26 76 0Z" fill="var(--m-river)" stroke="var(--m-river-2)" '
        'stroke-width="3"/>'
    )
    way = (
        '<path d="M12 56C30 46 88 46 110 54" fill="none" stroke="var(--line)" stroke-width="2.5" '
        'stroke-dasharray="2 6" stroke-linecap="round"/>'
    )
    return scene(120, 70, water + way + use("druid", 62, 32, 46))


def _stone(rune: str) -> str:
    """A rune stone."""
    return scene(
        40,
        40,
        f'<circle cx="20" cy="20" r="18" fill="var(--m-snow)" stroke="var(--line)" stroke-width="2"/>'
        f'<g color="var(--m-rune)">{use(f"rune-{rune}", 20, 20, 25)}</g>',
    )


@cache
def figures() -> dict[str, str]:
    """By the key of the rule."""
    wool, copper = ("wool", "copper"), ("copper", "stone")
    huts = _ring(_field(wool, hut="purple"), _field(copper, hut="blue"), _field(("wood", "wool"), hut="purple"))
    return {
        "aim": figure(
            together(sign("hut", 44, seat="purple"), sign("temple-stone", 44, seat="purple")),
            leads(),
            sign("druid", 46),
            leads(),
            sign("vp", 40),
        ),
        "place": figure(_stack("purple", "blue"), leads(), _stack("purple", "blue", "green")),
        "small": figure(sign("die-wool", 48), leads(), _stack("purple", "blue", gains=("+1", "+1")), sign("wool", 30)),
        "plus": figure(sign("die-plus", 48), leads(), words("+1"), _materials()),
        "minus": figure(sign("die-minus", 48), leads(), words("−1"), _materials()),
        "act": figure(
            sign("worker", 44, seat="purple"),
            either(),
            sign("hut", 44, seat="purple"),
            either(),
            sign("temple-stone", 44, seat="purple"),
        ),
        "big": figure(_stack("purple", "blue", "green", gains=("+1", "+2", "+3")), sign("copper", 32)),
        "hut": figure(
            together(words("×1"), _ring(_field(wool, hut="purple"))),
            either(),
            together(words("×2"), _ring(_field(wool, hut="purple"), _field(copper, hut="blue"))),
            either(),
            together(words("×3"), huts),
        ),
        "stones": figure(_ring(_field(copper, hut="purple")), leads(), _stone("serpent")),
        "temple": figure(
            _ring(
                _field(wool, hut="blue"),
                _field(copper, hut="purple"),
                _field(("wood", "stone"), temple="purple"),
                _field(wool, hut="green"),
            ),
            leads(),
            together(words("+3"), sign("vp")),
        ),
        "bonus": figure(
            together(sign("chip-two", 40), leads(), words("+2"), sign("vp")),
            either(),
            together(sign("chip-hut", 40), leads(), sign("hut", 40, seat="purple")),
            either(),
            together(sign("chip-druid", 40), leads(), sign("druid", 40)),
        ),
        "pay": figure(
            together(sign("wood"), sign("stone"), sign("stone")), leads(), together(words("1"), sign("copper", 38))
        ),
        "offer": figure(
            sign("druid", 50),
            huts,
            together(sign("wool"), sign("copper"), leads(), words("+3"), sign("vp")),
            either(),
            together(sign("wool"), leads(), words("+1"), sign("vp")),
            either(),
            together(words("0"), leads(), words("−1"), sign("vp")),
        ),
        "river": figure(
            _river(), leads(), together(_stone("waves"), _stone("hook")), leads(), together(words("+2"), sign("vp"))
        ),
        "finale": figure(
            together(_stone("eye"), words("1")),
            together(_stone("twins"), words("+ 2")),
            together(_stone("flame"), words("+ 3")),
            words("= 6"),
            sign("vp"),
        ),
    }
