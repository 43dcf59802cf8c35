"""How the points grew: round by round, then cults, area, goods and an auction, which the rules score at one moment."""

from __future__ import annotations

from dolmen.contract.content import Section
from dolmen.contract.game import State
from dolmen.core.words import Words
from dolmen.games.terra_mystica.rules.record import (
    FROM_AIR,
    FROM_AREA,
    FROM_AUCTION,
    FROM_FIRE,
    FROM_RESOURCES,
    ROUNDS,
    Record,
)

Points = tuple[int, ...]


def score_sections(state: State, words: Words) -> tuple[Section, ...]:
    """The sections of a finished game."""
    _ = words.gettext
    before, cults, area, goods = _final_steps(state.record, state.game.players)
    rounds = _rounds(state, before)
    final = [(_("cults"), cults), (_("area"), area), (_("goods"), goods)]
    if goods != state.scores():
        final.append((_("auction"), state.scores()))
    return (
        *(Section(str(number), _("round"), tuple(scores)) for number, scores in rounds.items()),
        *(Section(name, _("final scoring"), (scores,), is_final=True) for name, scores in final),
    )


def _rounds(state: State, before: Points) -> dict[int, list[Points]]:
    """The points after each turn of each round, from those at the beginning on; `before` are those after the last."""
    found: dict[int, list[Points]] = {number: [] for number in range(1, ROUNDS + 1)}
    turn = 0
    for place in range(state.decisions):
        record = state.records_before(place)[0]
        if int(record.turn) != turn and int(record.round_number):
            turn = int(record.turn)
            found[int(record.round_number)].append(tuple(int(points) for points in record.vp[: state.game.players]))
    found[ROUNDS].append(before)
    return found


def _final_steps(record: Record, players: int) -> tuple[Points, Points, Points, Points]:
    """The points before the final scoring, after its cults, after its areas, and after its goods."""
    by_source = record.points[:players]
    with_goods = record.vp[:players] - by_source[:, FROM_AUCTION]
    with_area = with_goods - by_source[:, FROM_RESOURCES]
    with_cults = with_area - by_source[:, FROM_AREA]
    before = with_cults - by_source[:, FROM_FIRE : FROM_AIR + 1].sum(axis=1)
    first, cults, area, goods = (
        tuple(int(points) for points in step) for step in (before, with_cults, with_area, with_goods)
    )
    return first, cults, area, goods
