"""A game of Meduris told in sentences, in the reader's language: subject, deed, place, price, gain, rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from markupsafe import Markup, escape

from dolmen.contract.content import Entry
from dolmen.contract.game import State
from dolmen.core.record_view import Reading, reading
from dolmen.core.value import value
from dolmen.core.words import Words, filled
from dolmen.games.meduris.files.lines import paid_between
from dolmen.games.meduris.present import briefs
from dolmen.games.meduris.present.briefs import FINAL
from dolmen.games.meduris.present.sources import Gains, gains
from dolmen.games.meduris.present.vocabulary import area, chips, counted, material, plain, points, signed
from dolmen.games.meduris.rules.actions import Give, Hut, Move, Offer, Pay, PayDirect, Place, Roll, Take, Temple, decode
from dolmen.games.meduris.rules.materials import AREAS, FACES, MATERIALS
from dolmen.games.meduris.rules.record import NOBODY, NOT_YET, Phase, Record, sites
from dolmen.games.meduris.rules.settlement import settlement_size


@value
class PlayedLine:
    """A line of the game: its first decision, and the positions before and after it."""

    first: int
    """The decision's place in the history."""
    end: int
    """The place after its last decision."""
    action: int
    before: Reading
    after: Reading


def lines_from(state: State, first: int) -> Iterator[PlayedLine]:
    """The lines from a decision on that begins one; a payment half made is left out, also where a past begins in it."""
    history = state.history
    place = first
    while place < len(history) and isinstance(decode(history[place]), (Pay, PayDirect)):
        place += 1
    while place < len(history):
        end = place + 1
        while end < len(history) and isinstance(decode(history[end]), (Pay, PayDirect)):
            end += 1
        after = reading(state.records_before(end)[0])
        if after.phase == Phase.PAY:
            return
        yield PlayedLine(place, end, history[place], reading(state.records_before(place)[0]), after)
        place = end


RULE_OF = {
    Place: "place",
    Roll: "small",
    Take: "plus",
    Give: "minus",
    Move: "big",
    Hut: "hut",
    Temple: "temple",
    Offer: "offer",
}


def log(state: State, first: int, names: Sequence[str], words: Words) -> Iterator[Entry]:
    """The entries of the log from a decision on."""
    for line in lines_from(state, first):
        chosen = decode(line.action)
        roll = isinstance(chosen, Roll)
        seat = int(line.before.turn_player if roll else line.before.player)
        scored = gains(line.before, line.after, line.action)
        entry = Entry(
            decision=line.end,
            turn=int(line.after.turn if roll else line.before.turn),
            turn_player=int(line.before.turn_player),
            seat=seat,
            text=Markup(" ").join(
                [_deed(line, names[seat], names, scored, words), *_consequences(line, names, scored, words)]
            ),
            rule=RULE_OF[type(chosen)],
            places=_places(chosen, line.before),
            brief=briefs.line(names[seat], chosen, line.before, line.after, scored, words),
            changes=briefs.changes(line.before, line.after, scored, words),
        )
        yield entry
        final = zip((source for source in FINAL if source in scored), _final_scoring(scored, names, words), strict=True)
        for part, (source, text) in enumerate(final, start=1):
            told = replace(entry, seat=None, text=text, rule="finale", places=(), part=part)
            brief, changes = briefs.final(source, words), briefs.final_changes(scored[source], words)
            yield replace(told, brief=brief, changes=changes)


def _places(chosen: object, before: Record) -> tuple[str, ...]:
    if isinstance(chosen, (Hut, Temple)):
        return (f"field-{chosen.field}",)
    if isinstance(chosen, Offer):
        return (f"field-{int(before.druid) + 1}",)
    if isinstance(chosen, Move):
        return (f"plain-{chosen.target}",)
    return (f"plain-{chosen.plain}",) if isinstance(chosen, Place) else ()


def _deed(line: PlayedLine, name: str, names: Sequence[str], scored: Gains, words: Words) -> Markup:
    _ = words.gettext
    chosen = decode(line.action)
    if isinstance(chosen, Roll):
        return filled(_("%(name)s rolled %(face)s."), name=name, face=material(words, chosen.face))
    if isinstance(chosen, Place):
        return filled(_("%(name)s placed a worker on %(plain)s."), name=name, plain=plain(words, chosen.plain))
    if isinstance(chosen, Take):
        if chosen.material is None:
            return filled(_("%(name)s took no chip."), name=name)
        gain = signed(counted(words, 1, chosen.material), 1)
        return filled(_("%(name)s took %(chips)s."), name=name, chips=gain)
    if isinstance(chosen, Give):
        loss = signed(counted(words, 1, chosen.material), -1)
        return filled(_("%(name)s returned %(chips)s."), name=name, chips=loss)
    if isinstance(chosen, Move):
        return filled(
            _("%(name)s moved a worker from %(source)s onto %(target)s."),
            name=name,
            source=plain(words, chosen.source),
            target=plain(words, chosen.target),
        )
    if isinstance(chosen, Offer):
        return _offer(line, chosen, name, scored, words)
    return _building(line, chosen, name, names, words)


def _building(line: PlayedLine, chosen: object, name: str, names: Sequence[str], words: Words) -> Markup:
    _ = words.gettext
    assert isinstance(chosen, (Hut, Temple))
    paid = paid_between(line.before, line.after)
    price = chips(words, paid)
    parts = {"name": name, "field": chosen.field, "chips": signed(price, -1)}
    if isinstance(chosen, Temple):
        return filled(_("%(name)s built a temple on field %(field)s for %(chips)s."), **parts)
    site = sites(line.before)[chosen.field - 1]
    holder = int(line.before.rune_holder[site.area])
    parts["area"] = area(words, AREAS[site.area])
    free = not price
    if holder == int(line.before.player):
        if free:
            return filled(_("%(name)s built a hut on field %(field)s for free."), **parts)
        return filled(_("%(name)s built a hut on field %(field)s for %(chips)s."), **parts)
    if holder == NOBODY:
        if free:
            return filled(_("%(name)s built a hut on field %(field)s for free and took the %(area)s stone."), **parts)
        return filled(_("%(name)s built a hut on field %(field)s for %(chips)s and took the %(area)s stone."), **parts)
    parts["holder"] = names[holder]
    if free:
        return filled(
            _("%(name)s built a hut on field %(field)s for free and took the %(area)s stone from %(holder)s."), **parts
        )
    return filled(
        _("%(name)s built a hut on field %(field)s for %(chips)s and took the %(area)s stone from %(holder)s."), **parts
    )


def _offer(line: PlayedLine, chosen: Offer, name: str, gained: Gains, words: Words) -> Markup:
    _ = words.gettext
    field = int(line.before.druid) + 1
    player = int(line.before.player)
    scored = sum(by_seat[player] for source, by_seat in gained.items() if source in ("ritual", "circuit", "nothing"))
    parts = {"name": name, "field": field, "points": signed(points(words, scored), scored)}
    if chosen.what == "none":
        if not scored:
            return filled(_("%(name)s offered nothing at field %(field)s and had no point to lose."), **parts)
        return filled(_("%(name)s offered nothing at field %(field)s: %(points)s."), **parts)
    parts["huts"] = int(settlement_size(line.before.record, field - 1))
    if chosen.what == "chip":
        return filled(_("%(name)s offered the druid chip at field %(field)s: %(points)s."), **parts)
    parts["chips"] = signed(chips(words, paid_between(line.before, line.after)), -1)
    return filled(_("%(name)s offered %(chips)s at field %(field)s: %(points)s."), **parts)


def _consequences(line: PlayedLine, names: Sequence[str], scored: Gains, words: Words) -> Iterator[Markup]:
    """What the line brought: chips of a yield, points of bonus chips, rune stones at the river, and the finale."""
    _ = words.gettext
    chosen = decode(line.action)
    players = int(line.before.players)
    if (isinstance(chosen, Roll) and chosen.face in MATERIALS) or isinstance(chosen, Move):
        kind = FACES.index(chosen.face if isinstance(chosen, Roll) else chosen.target)
        had, has = line.before.stock[:players, kind].tolist(), line.after.stock[:players, kind].tolist()
        taken = [new - old for old, new in zip(had, has, strict=True)]
        listed_gains = [
            filled("%(name)s %(gain)s", name=names[seat], gain=signed(f"+{counted(words, number, FACES[kind])}", 1))
            for seat, number in enumerate(taken)
            if number
        ]
        if listed_gains:
            yield Markup(words.listed(listed_gains)) + "."
        else:
            yield escape(_("Nobody took a chip."))
    sentences = {
        "bonus": _("Bonus chip: %(gains)s."),
        "river": _("The druid crossed the great river. Rune stones: %(gains)s."),
    }
    yield from _scored(scored, sentences, names, words)
    if line.before.ender == NOBODY != line.after.ender:
        yield filled(
            _("%(name)s has built everything: the others have one more turn."), name=names[int(line.after.ender)]
        )
    if line.before.circuit_left == NOT_YET != line.after.circuit_left:
        yield escape(_("The druid begins his final circuit."))


def _final_scoring(scored: Gains, names: Sequence[str], words: Words) -> Iterator[Markup]:
    """What temples and rune stones brought when the last line had been played: nobody's deed."""
    _ = words.gettext
    sentences = {"temples": _("Temples: %(gains)s."), "stones": _("Rune stones: %(gains)s.")}
    return _scored(scored, sentences, names, words)


def _scored(found: Gains, sentences: Mapping[str, str], names: Sequence[str], words: Words) -> Iterator[Markup]:
    """Who got points from these sources, a sentence each."""
    for source, sentence in sentences.items():
        if source in found:
            listed = [
                filled("%(name)s %(gain)s", name=names[seat], gain=signed(points(words, number), number))
                for seat, number in enumerate(found[source])
                if number
            ]
            yield filled(sentence, gains=Markup(words.listed(listed)))
