"""The board of Meduris as text, for those who hear it or rather read: field by field, plain by plain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dolmen.contract.content import Passage, TextLine
from dolmen.contract.game import State
from dolmen.core.words import Words, capitalized
from dolmen.games.meduris.present.vocabulary import area, chips, material, plain
from dolmen.games.meduris.rules.materials import AREAS, CHIP_DRUID, CHIP_HUT, CHIP_TWO, MATERIALS
from dolmen.games.meduris.rules.record import NOBODY, NOT_YET, Record, Site, sites
from dolmen.games.meduris.rules.settlement import settlement_size


def board_text(
    state: State, seat: int | None, names: Sequence[str], words: Words, *, is_open: bool
) -> tuple[Passage, ...]:
    """The whole position as that seat may see it."""
    _ = words.gettext
    record = state.record
    fields = [
        TextLine(f"field-{number}", _field(record, number, site, names, words))
        for number, site in enumerate(sites(record), start=1)
    ]
    plains = [TextLine(f"plain-{name}", _plain(record, kind, names, words)) for kind, name in enumerate(MATERIALS)]
    open_to = range(state.game.players) if is_open or state.is_terminal() else (seat,)
    players = [TextLine("", _player(record, player, player in open_to, names, words)) for player in range(len(names))]
    return (
        Passage(_("Players"), tuple(players), "panels"),
        Passage(_("The mountain"), tuple(plains), "drawings"),
        Passage(_("The druid"), (TextLine("", _druid(record, words)),), "drawings"),
        Passage(_("The ring, clockwise from the river"), tuple(fields), "drawings"),
        *_finale(record, names, words),
    )


def _field(record: Record, number: int, site: Site, names: Sequence[str], words: Words) -> str:
    _ = words.gettext
    parts = {
        "field": number,
        "materials": words.listed(material(words, MATERIALS[icon]) for icon in site.icons),
        "area": area(words, AREAS[site.area]),
    }
    said = [_("Field %(field)s, %(materials)s, %(area)s area.") % parts]
    if site.hut != NOBODY:
        size = int(settlement_size(record, number - 1))
        text = words.ngettext("Hut of %(name)s, alone.", "Hut of %(name)s, in a settlement of %(number)s huts.", size)
        said.append(text % {"name": names[site.hut], "number": size})
    elif site.temple != NOBODY:
        said.append(_("Temple of %(name)s.") % {"name": names[site.temple]})
    else:
        said.append(_("Free."))
    if site.chip in (CHIP_TWO, CHIP_HUT, CHIP_DRUID):
        chip = {
            CHIP_TWO: _("Bonus chip: two points."),
            CHIP_HUT: _("Bonus chip: free hut."),
            CHIP_DRUID: _("Bonus chip: druid chip."),
        }
        said.append(chip[site.chip])
    return " ".join(said)


def _plain(record: Record, kind: int, names: Sequence[str], words: Words) -> str:
    _ = words.gettext
    standing = [
        _("%(name)s (level %(level)s)") % {"level": level, "name": names[int(seat)]}
        for level, seat in enumerate(record.stack[kind], start=1)
        if seat != NOBODY
    ]
    where = plain(words, MATERIALS[kind])
    left = words.ngettext("%(number)s chip left", "%(number)s chips left", int(record.supply[kind]))
    parts = {"plain": capitalized(where), "left": left % {"number": int(record.supply[kind])}}
    if not standing:
        return _("%(plain)s: %(left)s; no workers.") % parts
    return _("%(plain)s: %(left)s; workers: %(workers)s.") % {**parts, "workers": words.listed(standing)}


def _druid(record: Record, words: Words) -> str:
    _ = words.gettext
    if int(record.druid) >= 0:
        return _("The druid stands at field %(field)s.") % {"field": int(record.druid) + 1}
    return _("The druid has not reached the ring yet.")


def _finale(record: Record, names: Sequence[str], words: Words) -> Iterator[Passage]:
    """Who has called the end, while the others have their last turns."""
    _ = words.gettext
    if record.ender != NOBODY and record.circuit_left == NOT_YET:
        text = _("%(name)s has built everything: the others have one more turn.")
        yield Passage(_("Finale"), (TextLine("", text % {"name": names[int(record.ender)]}),))


def _player(record: Record, player: int, is_open: bool, names: Sequence[str], words: Words) -> str:
    _, several = words.gettext, words.ngettext
    huts, temples = int(record.huts[player]), int(record.temples[player])
    said = [
        _("%(name)s: %(points)s, %(huts)s and %(temples)s left.")
        % {
            "name": names[player],
            "points": several("%(number)s point", "%(number)s points", int(record.points[player]))
            % {"number": int(record.points[player])},
            "huts": several("%(number)s hut", "%(number)s huts", huts) % {"number": huts},
            "temples": several("%(number)s temple", "%(number)s temples", temples) % {"number": temples},
        }
    ]
    stones = [area(words, name) for number, name in enumerate(AREAS) if int(record.rune_holder[number]) == player]
    if stones:
        said.append(_("Rune stones: %(stones)s.") % {"stones": words.listed(stones)})
    if is_open:
        held = chips(words, tuple(int(number) for number in record.stock[player]))
        said.append(_("Stock: %(chips)s.") % {"chips": held} if held else _("Stock: nothing."))
    else:
        said.append(_("The stock is behind the screen."))
    return " ".join(said)
