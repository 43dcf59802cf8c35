"""What decisions cost, bring and lead to: found by making them on a copy."""

from __future__ import annotations

from collections.abc import Sequence

from dolmen.contract.content import Amount, Fact, Preview, Way
from dolmen.contract.game import Records, State
from dolmen.core.value import value
from dolmen.games.terra_mystica.present.goods import goods
from dolmen.games.terra_mystica.present.purse import Purse, lacks_for_dwelling, power_spent, purse
from dolmen.games.terra_mystica.present.svg import cult_space
from dolmen.games.terra_mystica.present.topic import topic
from dolmen.games.terra_mystica.present.vocabulary import CULT_SYMBOLS, GOODS, SYMBOLS, Vocabulary
from dolmen.games.terra_mystica.rules.actions import BUILD, KIND
from dolmen.games.terra_mystica.rules.deeds import Tries
from dolmen.games.terra_mystica.rules.record import SOURCES, Phase, Record

LETTERS = {"cube": "W", "coin": "C", "priest": "P", "power": "PW", "vp": "VP"}
"""How a badge names goods."""


@value
class Effect:
    """What a row of decisions changes for who makes it."""

    pays: tuple[Amount, ...]
    gets: tuple[Fact, ...]
    offers: tuple[tuple[int, int], ...]
    """Seats that may take power, and how much."""

    @property
    def badge(self) -> str:
        """The price at a place: '3W 2C'."""
        return " ".join(f"{amount.number}{LETTERS[amount.symbol]}" for amount in self.pays)

    def priced(self, free: str = "") -> str:
        """'3 workers, 2 coins; +2 points'."""
        pays = ", ".join(f"{amount.number} {amount.name}" for amount in self.pays) or free
        return "; ".join(filter(None, [pays, ", ".join(fact.text for fact in self.gets)]))


def effect(
    before: Record, after: Record, seat: int, actions: Sequence[int], vocabulary: Vocabulary, had: Purse | None = None
) -> Effect:
    """The difference between two positions, as one seat feels it; `had` is its purse before, where it is known."""
    _ = vocabulary.words.gettext
    had, has = had or purse(before, seat), purse(after, seat)
    pays: list[Amount] = []
    gets: list[Fact] = []
    for good, old, new in zip(GOODS, had.goods, has.goods, strict=False):
        if new < old:
            pays.append(vocabulary.price(old - new, good))
        elif new > old:
            gets.append(Fact(SYMBOLS[good], vocabulary.signed(new - old, good)))
    spent = sum(power_spent(action) for action in actions)
    if spent:
        pays.append(vocabulary.price(spent, "power"))
    gained = has.power - had.power + 2 * spent
    if gained > 0:
        gets.append(Fact("power", vocabulary.signed(gained, "power")))
    lost = 0
    for source, old, new in zip(SOURCES, had.sources, has.sources, strict=True):
        if new < old:
            lost += old - new
        elif new > old:
            text = _("%(points)s (%(source)s)") % {
                "points": vocabulary.signed(new - old, "point"),
                "source": vocabulary.source(source).lower(),
            }
            gets.append(Fact("vp", text))
    if lost:
        pays.append(vocabulary.price(lost, "point"))
    for track, (old, new) in enumerate(zip(had.cults, has.cults, strict=True)):
        if new != old:
            text = _("%(cult)s from %(old)s to %(new)s") % {"cult": vocabulary.cult(track), "old": old, "new": new}
            gets.append(Fact(CULT_SYMBOLS[track], text))
    if has.keys > had.keys:
        gets.append(Fact("key", vocabulary.signed(has.keys - had.keys, "key")))
    if has.shipping > had.shipping:
        gets.append(Fact("ship", _("shipping %(number)s") % {"number": has.shipping}))
    if has.favours > had.favours:
        gets.append(Fact("frame-favour", vocabulary.signed(has.favours - had.favours, "favour")))
    if has.towns > had.towns:
        gets.append(Fact("town", vocabulary.signed(has.towns - had.towns, "town")))
    if has.spades > had.spades:
        gets.append(Fact("spade", vocabulary.signed(has.spades - had.spades, "spade")))
    offers = tuple(
        (int(after.offer_to[index]), int(after.offer_size[index])) for index in range(had.offers, has.offers)
    )
    return Effect(tuple(pays), tuple(gets), offers)


def left(record: Record, seat: int, vocabulary: Vocabulary) -> tuple[Amount, ...]:
    """What a seat has: workers, coins, priests, and the power that can be spent."""
    goods = purse(record, seat).goods
    return (
        *(vocabulary.price(number, good) for number, good in zip(goods, GOODS, strict=False)),
        vocabulary.price(int(record.bowls[seat, 2]), "power"),
    )


def preview(state: State, way: Way, names: Sequence[str], vocabulary: Vocabulary) -> Preview:
    """What follows from a way."""
    tries = Tries(state.records)
    after = tries.after(way.actions)
    assert after is not None, "a way is legal"
    seat = state.current_player
    found = effect(state.record, after[0], seat, way.actions, vocabulary)
    return Preview(
        found.pays,
        left(after[0], seat, vocabulary),
        found.gets,
        _then(state, after, tries.legal(way.actions), found, names, vocabulary),
        goods(after[0], seat, vocabulary),
        _reaches(state.record, after[0], seat),
    )


def _reaches(before: Record, after: Record, seat: int) -> tuple[str, ...]:
    """Where the markers of a seat will stand that rise."""
    old, new = before.cult[seat].tolist(), after.cult[seat].tolist()
    return tuple(cult_space(track, step) for track, step in enumerate(new) if step > old[track])


def _then(
    state: State,
    after: Records,
    legal: Sequence[int],
    found: Effect,
    names: Sequence[str],
    vocabulary: Vocabulary,
) -> tuple[Fact, ...]:
    """Who may take power, and what is asked next."""
    _ = vocabulary.words.gettext
    record, seat = after[0], state.current_player
    facts = []
    for receiver, size in found.offers:
        text = _("%(faction)s may take %(power)s") % {
            "faction": vocabulary.name(record, receiver, names).the,
            "power": vocabulary.counted(size, "power"),
        }
        facts.append(Fact("power", text))
    phase = Phase(int(record.phase))
    following = int(record.player)
    if phase == Phase.FINAL:
        facts.append(Fact("vp", _("the game ends and is scored")))
    elif phase in (Phase.CULT_BONUS, Phase.INCOME):
        text = _("the round ends") if int(record.round_number) else _("the first round begins")
        facts.append(Fact("", text))
    elif following == seat and phase in (Phase.ACTION, Phase.SPADE):
        facts += _goes_on(record, legal, vocabulary)
    elif phase == Phase.OFFER and following >= 0:
        name = vocabulary.name(record, following, names)
        facts.append(Fact("", _("%(faction)s may take power") % {"faction": name.the}))
    elif following >= 0 and following != seat:
        name = vocabulary.name(record, following, names)
        facts.append(Fact("", _("the turn goes %(to_faction)s") % {"to_faction": name.to}))
    return tuple(facts)


def no_dwelling(record: Record, seat: int, vocabulary: Vocabulary) -> str:
    """Why no dwelling can follow a transformation."""
    _ = vocabulary.words.gettext
    lacking = vocabulary.goods(lacks_for_dwelling(record, seat))
    if lacking:
        return _("for a dwelling you lack %(goods)s") % {"goods": vocabulary.listed(lacking)}
    return _("there is no place for a dwelling, or none is left")


def _goes_on(record: Record, legal: Sequence[int], vocabulary: Vocabulary) -> list[Fact]:
    _ = vocabulary.words.gettext
    asked = topic(record)
    if asked == "dwelling_too" and not any(KIND[action] == BUILD for action in legal):
        return [Fact("", no_dwelling(record, int(record.player), vocabulary))]
    text = {
        "town": _("you choose a town tile"),
        "favour": _("you choose a favour tile"),
        "bridge": _("you build the bridge"),
        "upgrade": _("you choose a dwelling"),
        "sandstorm": _("you choose a hex"),
        "step": _("you choose a cult"),
        "spade": _("you choose a hex"),
        "cult_spade": _("you choose a hex"),
        "ride": _("you choose a forest"),
        "dwelling_too": _("you may build a dwelling"),
        "second": _("you have a second action"),
        "stay": _("you choose which cult stays at 9"),
        "end": _("your turn ends"),
    }.get(asked, "")
    return [Fact("", text)] if text else []
