"""How the points grew: turn by turn, then the final circuit, temples and rune stones."""

from __future__ import annotations

from dolmen.contract.content import Section
from dolmen.contract.game import State
from dolmen.core.words import Words
from dolmen.games.meduris.present.log import lines_from
from dolmen.games.meduris.present.sources import gains
from dolmen.games.meduris.rules.actions import Roll, decode
from dolmen.games.meduris.rules.record import NOT_YET

Points = tuple[int, ...]


def score_history(state: State) -> list[Points]:
    """The points before the first turn and after each, as far as the final circuit."""
    found = [_points_before(state, 0)]
    for place, action in enumerate(state.history):
        if isinstance(decode(action), Roll):
            found.append(_points_before(state, place))
        elif int(state.records_before(place)[0].circuit_left) != NOT_YET:
            return [*found, _points_before(state, place)]
    return [*found, state.scores()]


def score_sections(state: State, words: Words) -> tuple[Section, ...]:
    """The sections of a finished game."""
    _ = words.gettext
    circuit, temples = _before_stones(state)
    final = ((_("circuit"), circuit), (_("temples"), temples), (_("stones"), state.scores()))
    return (
        Section("", _("turn"), tuple(score_history(state))),
        *(Section(name, _("final scoring"), (scores,), is_final=True) for name, scores in final),
    )


def _before_stones(state: State) -> tuple[Points, Points]:
    """The points after the final circuit, and with the temples; the stones are scored last."""
    last = list(lines_from(state, 0))[-1]
    gained = gains(last.before, last.after, last.action)
    nothing = [0] * state.game.players
    temples, stones = gained.get("temples", nothing), gained.get("stones", nothing)
    with_temples = tuple(points - more for points, more in zip(state.scores(), stones, strict=True))
    return tuple(points - more for points, more in zip(with_temples, temples, strict=True)), with_temples


def _points_before(state: State, place: int) -> Points:
    return tuple(int(number) for number in state.records_before(place)[0].points[: state.game.players])
