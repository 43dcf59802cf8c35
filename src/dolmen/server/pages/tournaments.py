"""The list of tournaments, the form of a new one, and what a tournament is in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from babel.dates import format_timedelta

from dolmen.contract.content import OptionField
from dolmen.contract.registry import find, games, package
from dolmen.core.words import Words
from dolmen.server.pages.statistics import Chip
from dolmen.store import Player, Store, Tournament, now

MOST_LISTED = 50


@dataclass(frozen=True)
class ListedTournament:
    """A line of the list."""

    id: str
    name: str
    what: str
    status: str
    is_mine: bool


@dataclass(frozen=True)
class TournamentList:
    """All that somebody may see."""

    open: tuple[ListedTournament, ...]
    playing: tuple[ListedTournament, ...]
    over: tuple[ListedTournament, ...]
    may_make: bool
    why_not: str


@dataclass(frozen=True)
class NewTournament:
    """The form of a new one, for one game."""

    game: str
    title: str
    games: tuple[Chip, ...]
    sizes: range
    few: int
    options: tuple[OptionField, ...]
    filled: Mapping[str, str]

    def value(self, field: str, default: str = "") -> str:
        """What a field of the form shows."""
        return self.filled.get(field, default)


def tournament_list(store: Store, player: Player | None, why_not: str, words: Words) -> TournamentList:
    """Those that are open to everybody, and the reader's own."""
    own = store.tournaments_of(player.id, MOST_LISTED) if player else []
    mine = {one.id for one in own}
    found = {one.id: one for one in (*own, *store.tournaments("open", "playing", "finished", limit=MOST_LISTED))}
    shown = [one for one in found.values() if (one.access == "open" or one.id in mine) and one.game in games()]
    shown.sort(key=lambda one: (one.id not in mine, -one.changed))
    numbers = store.numbers_of_entrants([one.id for one in shown])
    listed = {one.id: _listed(one, numbers[one.id], one.id in mine, words) for one in shown}

    def having(*status: str) -> tuple[ListedTournament, ...]:
        return tuple(listed[one.id] for one in shown if one.status in status)

    return TournamentList(having("open"), having("playing"), having("finished", "called off"), not why_not, why_not)


def _listed(told: Tournament, number: int, is_mine: bool, words: Words) -> ListedTournament:
    return ListedTournament(told.id, told.name, described(told, number, words), status_text(told, words), is_mine)


def described(told: Tournament, number: int, words: Words) -> str:
    """'Pig, 12 players, Swiss, tables of 4, 2 days a turn'."""
    _ = words.gettext
    players = words.ngettext("%(number)s player", "%(number)s players", number) % {"number": number}
    parts = [find(told.game).title, players, kind_name(told.kind, words)]
    rounds = told.first_rounds + told.last_rounds or told.rounds
    if rounds:
        parts.append(words.ngettext("%(number)s round", "%(number)s rounds", rounds) % {"number": rounds})
    if told.groups > 1:
        parts.append(words.ngettext("%(number)s group", "%(number)s groups", told.groups) % {"number": told.groups})
    parts.append(_("tables of %(number)s") % {"number": told.seats})
    parts.append(clock_text(told.clock, words))
    if told.options.get("rated"):
        parts.append(_("rated"))
    return ", ".join(parts)


def kind_name(kind: str, words: Words) -> str:
    """What a form of tournament is called."""
    return words.gettext("round robin") if kind == "robin" else words.gettext("Swiss")


def clock_text(clock: int, words: Words) -> str:
    """'2 days a turn'."""
    if not clock:
        return words.gettext("no clock")
    return words.gettext("%(time)s a turn") % {"time": _span(clock, words)}


def _span(seconds: float, words: Words) -> str:
    return str(format_timedelta(timedelta(seconds=seconds), threshold=1.5, locale=words.locale))


def status_text(told: Tournament, words: Words) -> str:
    """How far it is, in a few words."""
    _ = words.gettext
    if told.status == "open":
        if told.until is None:
            return _("open to enter")
        return _("open to enter for %(time)s") % {"time": _span(max(0, told.until - now()) / 1000, words)}
    if told.status == "playing":
        return round_text(told, words)
    return _("over") if told.status == "finished" else _("called off")


def round_text(told: Tournament, words: Words) -> str:
    """'Round 2 of 4'; where finals follow whose rounds are not known yet, 'Round 2'."""
    _ = words.gettext
    if told.advance and not told.last_rounds:
        return _("Round %(round)s") % {"round": told.round}
    return _("Round %(round)s of %(rounds)s") % {"round": told.round, "rounds": told.first_rounds + told.last_rounds}


def new_tournament(game: str, filled: Mapping[str, str], words: Words) -> NewTournament:
    """The form for a game, perhaps as it was filled before. Raises UnknownGame."""
    meta = find(game)
    fields = package(meta.key).presentation().options(words)
    return NewTournament(
        meta.key,
        meta.title,
        tuple(Chip(one.title, f"/tournaments/new?game={key}", key == meta.key) for key, one in games().items()),
        range(meta.min_players, meta.max_players + 1),
        min(4, meta.max_players),
        tuple(field for field in fields if not field.by_seat),
        filled,
    )
