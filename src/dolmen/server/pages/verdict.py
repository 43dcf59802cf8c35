"""How a game ended, in two sentences for whoever reads them: the result, and what made the difference."""

from __future__ import annotations

from collections.abc import Sequence

from dolmen.contract.content import Section, Source
from dolmen.contract.game import State
from dolmen.core.words import Words
from dolmen.server.live_table import LiveTable
from dolmen.server.log import winner_sentence


def rank_of(state: State, seat: int) -> int:
    """The place of a seat, from 1; winners share the first."""
    scores, winners = state.scores(), state.winners()
    if seat in winners:
        return 1
    return 1 + sum(other in winners or scores[other] > scores[seat] for other in range(len(scores)) if other != seat)


def verdict(live: LiveTable, own: int | None, words: Words) -> str:
    """'Second, 7 points behind Cleo', 'You win by 7 points'; for who had no seat 'Cleo wins by 9 points'."""
    if own is None:
        return winner_sentence(live.state, live.names, words)
    return _of_a_winner(live, own, words) if own in live.state.winners() else _of_a_loser(live, own, words)


def _of_a_winner(live: LiveTable, own: int, words: Words) -> str:
    _, several = words.gettext, words.ngettext
    scores, winners = live.state.scores(), live.state.winners()
    if len(winners) > 1:
        others = words.listed(live.names[seat] for seat in winners if seat != own)
        return _("You share the victory with %(names)s") % {"names": others}
    ahead = scores[own] - max((score for seat, score in enumerate(scores) if seat != own), default=0)
    if not ahead:
        return _("You win the tie")
    return several("You win by %(number)s point", "You win by %(number)s points", ahead) % {"number": ahead}


def _of_a_loser(live: LiveTable, own: int, words: Words) -> str:
    _, several = words.gettext, words.ngettext
    scores, winners = live.state.scores(), live.state.winners()
    rank = rank_of(live.state, own)
    places = {2: _("Second"), 3: _("Third"), 4: _("Fourth"), 5: _("Fifth")}
    parts: dict[str, object] = {
        "place": places.get(rank, _("Place %(number)s") % {"number": rank}),
        "names": words.listed(live.names[seat] for seat in winners),
        "number": scores[winners[0]] - scores[own],
    }
    if not parts["number"]:
        return _("%(place)s, with as many points as %(names)s") % parts
    text = several(
        "%(place)s, %(number)s point behind %(names)s",
        "%(place)s, %(number)s points behind %(names)s",
        scores[winners[0]] - scores[own],
    )
    return text % parts


def reason(
    live: LiveTable, own: int | None, sources: Sequence[Source], sections: Sequence[Section], words: Words
) -> str:
    """What made the difference between the winner and the reader, or who came next; and who led before the scoring."""
    winners, scores = live.state.winners(), live.state.scores()
    losers = [seat for seat in range(len(scores)) if seat not in winners]
    if not losers:
        return ""
    winner = own if own is not None and own in winners else winners[0]
    second = max(losers, key=lambda seat: scores[seat]) if own is None or own in winners else own
    told = [_turned(live, own, sections, words), _difference(live, own, winner, second, sources, words)]
    return " ".join(filter(None, told))


def _difference(
    live: LiveTable, own: int | None, winner: int, second: int, sources: Sequence[Source], words: Words
) -> str:
    """The row of the breakdown in which the winner is furthest ahead of the other one."""
    _, several = words.gettext, words.ngettext
    found = max(sources, key=lambda source: source.points[winner] - source.points[second], default=None)
    ahead = found.points[winner] - found.points[second] if found else 0
    if found is None or ahead <= 0:
        return ""
    parts = {"source": found.name, "number": ahead, "name": live.names[winner], "other": live.names[second]}
    if max(found.points[winner], found.points[second]) <= 0:
        return _dearer(own, winner, second, ahead, words) % parts
    if own == winner:
        text = several(
            "What made the difference: %(source)s, %(number)s point more than %(other)s.",
            "What made the difference: %(source)s, %(number)s points more than %(other)s.",
            ahead,
        )
    elif own == second:
        text = several(
            "What made the difference: %(source)s, where %(name)s has %(number)s point more than you.",
            "What made the difference: %(source)s, where %(name)s has %(number)s points more than you.",
            ahead,
        )
    else:
        text = several(
            "What made the difference: %(source)s, where %(name)s has %(number)s point more than %(other)s.",
            "What made the difference: %(source)s, where %(name)s has %(number)s points more than %(other)s.",
            ahead,
        )
    return text % parts


def _dearer(own: int | None, winner: int, second: int, number: int, words: Words) -> str:
    """The sentence for what only costs points: nobody has more of them by it."""
    if own == winner:
        return words.ngettext(
            "What made the difference: %(source)s, which cost %(other)s %(number)s point more.",
            "What made the difference: %(source)s, which cost %(other)s %(number)s points more.",
            number,
        )
    if own == second:
        return words.ngettext(
            "What made the difference: %(source)s, which cost you %(number)s point more than %(name)s.",
            "What made the difference: %(source)s, which cost you %(number)s points more than %(name)s.",
            number,
        )
    return words.ngettext(
        "What made the difference: %(source)s, which cost %(other)s %(number)s point more than %(name)s.",
        "What made the difference: %(source)s, which cost %(other)s %(number)s points more than %(name)s.",
        number,
    )


def _turned(live: LiveTable, own: int | None, sections: Sequence[Section], words: Words) -> str:
    """Who was alone ahead before the final scoring, where that was not a winner."""
    _, several = words.gettext, words.ngettext
    played = [section for section in sections if not section.is_final]
    if len(played) == len(sections) or not played:
        return ""
    before = played[-1].scores[-1]
    best, next_best = sorted(before, reverse=True)[:2]
    leader = before.index(best)
    if leader in live.state.winners() or best == next_best:
        return ""
    parts = {"name": live.names[leader], "number": best - next_best}
    if leader == own:
        text = several(
            "Before the final scoring you were ahead by %(number)s point.",
            "Before the final scoring you were ahead by %(number)s points.",
            best - next_best,
        )
    else:
        text = several(
            "Before the final scoring %(name)s was ahead by %(number)s point.",
            "Before the final scoring %(name)s was ahead by %(number)s points.",
            best - next_best,
        )
    return text % parts
