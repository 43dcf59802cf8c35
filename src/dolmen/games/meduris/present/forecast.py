"""If the game ended now: the final circuit with full offerings, temples, rune stones, and what one more would bring."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from dolmen.contract.content import Fact, Forecast, Prospect, ScoringPart
from dolmen.contract.game import Records, State
from dolmen.core.record_view import copied, reading
from dolmen.core.words import Words
from dolmen.games.meduris.present.vocabulary import points
from dolmen.games.meduris.rules.finale import finish_with_full_offerings, score_rune_stones, score_temples
from dolmen.games.meduris.rules.record import Phase, Record, sites

Scored = Callable[[Any], None]
"""A part of the final scoring: a kernel that gives every player his points."""


def forecast(state: State, seat: int | None, words: Words) -> Forecast | None:
    """Once the workers are placed, until it is scored."""
    if state.number("phase") in (Phase.PLACE, Phase.OVER):
        return None
    _ = words.gettext
    record = reading(state.record)
    temples, stones = gained(state.records, score_temples), gained(state.records, score_rune_stones)
    in_all = gained(state.records, finish_with_full_offerings)
    prospects = []
    for player in range(state.game.players):
        circuit = in_all[player] - temples[player] - stones[player]
        huts, shrines, held = _built(record, player, words)
        prospects.append((Prospect(circuit, huts), Prospect(temples[player], shrines), Prospect(stones[player], held)))
    parts = (
        ScoringPart(_("Final circuit"), "druid", _("all is offered")),
        ScoringPart(_("Temples"), "temple-stone", _("huts on both sides")),
        ScoringPart(_("Rune stones"), "rune-stone", "1 + 2 + 3 …"),
    )
    notes = (*(() if seat is None else _one_more_stone(state.records, seat, words)), _taken_for_granted(words))
    return Forecast(
        parts, tuple(int(number) for number in record.points[: state.game.players]), tuple(prospects), notes
    )


def gained(records: Records, score: Scored) -> list[int]:
    """The points that a part of the final scoring would bring each player now."""
    tried = copied(records)
    score(tried[0])
    return [int(number) for number in tried[0].points - records[0].points]


def _built(record: Record, player: int, words: Words) -> tuple[str, str, str]:
    """What a player scores by, in words: his huts, his temples, his rune stones."""
    several, fields = words.ngettext, sites(record)
    huts = sum(site.hut == player for site in fields)
    temples = sum(site.temple == player for site in fields)
    stones = sum(int(holder) == player for holder in record.rune_holder)
    return (
        several("%(number)s hut", "%(number)s huts", huts) % {"number": huts},
        several("%(number)s temple", "%(number)s temples", temples) % {"number": temples},
        several("%(number)s stone held", "%(number)s stones held", stones) % {"number": stones},
    )


def _one_more_stone(records: Records, seat: int, words: Words) -> Iterator[Fact]:
    """What another rune stone would add, unless all are his."""
    now, richer = gained(records, score_rune_stones), copied(records)
    others = [area for area, holder in enumerate(richer[0].rune_holder) if holder != seat]
    if others:
        richer[0].rune_holder[others[0]] = seat
        more = gained(richer, score_rune_stones)[seat] - now[seat]
        yield Fact("rune-stone", words.gettext("One more rune stone: %(points)s.") % {"points": points(words, more)})


def _taken_for_granted(words: Words) -> Fact:
    text = words.gettext(
        "The final circuit counts both materials at every hut; who has too little behind the screen gets less."
    )
    return Fact("druid", text)
