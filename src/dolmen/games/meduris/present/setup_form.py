"""What is chosen when a table of Meduris is made: colours, bonus chips laid out by hand, open stocks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from dolmen.art import number
from dolmen.contract.colours import chosen_colours
from dolmen.contract.content import OptionField, PlacingField
from dolmen.core.errors import InvalidSetup
from dolmen.core.words import Words
from dolmen.games.meduris.meta import META
from dolmen.games.meduris.present.svg import SEATS
from dolmen.games.meduris.present.svg.geometry import Ring
from dolmen.games.meduris.rules.board import printed_board
from dolmen.games.meduris.rules.materials import BONUS_CHIPS

_RING_BOX = "70 70 860 760"


def option_fields(words: Words) -> tuple[OptionField, ...]:
    """A colour for each seat, and open or hidden stocks."""
    _ = words.gettext
    names = {"purple": _("purple"), "blue": _("blue"), "green": _("green"), "red": _("red")}
    stocks = (("hidden", _("Behind the screens")), ("open", _("Open for all to see")))
    return (
        OptionField(
            "colours",
            _("Colour"),
            tuple((colour, names[colour]) for colour in SEATS),
            by_seat=SEATS,
            is_colour=True,
        ),
        OptionField("stocks", _("Stocks"), stocks),
    )


def placing_fields(words: Words) -> tuple[PlacingField, ...]:
    """Six bonus chips on the fields of the ring."""
    _ = words.gettext
    names = {"two": _("+2 points"), "hut": _("free hut"), "druid": _("druid chip for later")}
    return (
        PlacingField(
            name="chips",
            label=_("Bonus chips"),
            hint=_("Drawn, unless you type the field of each. At least three empty fields lie between two chips."),
            things=tuple((chip, names[chip], f"chip-{chip}") for chip in BONUS_CHIPS),
            pictures=tuple(
                (_("Fields with %(players)s players") % {"players": players}, _RING_BOX, _numbered_ring(fields))
                for players, fields in _sides(words)
            ),
        ),
    )


def _sides(words: Words) -> list[tuple[str, int]]:
    """The printed sides: for which numbers of players, and how many fields."""
    by_fields: dict[int, list[str]] = {}
    for players in range(META.min_players, META.max_players + 1):
        by_fields.setdefault(len(printed_board(players).fields), []).append(str(players))
    return [(words.listed(players), fields) for fields, players in by_fields.items()]


@cache
def _numbered_ring(fields: int) -> str:
    """The ring with the number of each field."""
    ring = Ring(fields)
    drawn = []
    for field in range(1, fields + 1):
        x, y = ring.middle(field)
        drawn.append(f'<path d="{ring.plot(field)}"/><text x="{number(x)}" y="{number(y + 9)}">{field}</text>')
    return "".join(drawn)


def colours_of_seats(options: Mapping[str, str], players: int) -> tuple[str, ...]:
    """The colours that the options name; seats without a wish have the first that are left. Raises InvalidSetup."""
    wishes = chosen_colours(options, players) or ("",) * players
    for colour in wishes:
        if colour and colour not in SEATS:
            raise InvalidSetup(f"there is no colour '{colour}'; they are {', '.join(SEATS)}")
    left = iter([colour for colour in SEATS if colour not in wishes])
    return tuple(colour or next(left) for colour in wishes)
