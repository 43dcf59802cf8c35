"""The page of a player: ratings over time, what he plays, his games, whom he met."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from babel.dates import format_date

from dolmen.analysis.statistics import statistics
from dolmen.arena.skill import Rating, Skill, rating_of
from dolmen.art.chart import Axis, Plane
from dolmen.contract.content import ShownFact
from dolmen.contract.registry import find, games, package
from dolmen.core.words import Words
from dolmen.server.bot_list import opponents as bots_of
from dolmen.server.pages.outcome import lost_text, won_text
from dolmen.server.pages.score_chart import Tick
from dolmen.server.pages.statistics import Chip, KindCard, Teller, address_of
from dolmen.server.played_by import Opponent, OwnGame, games_of, opponents_of, people_met
from dolmen.server.wanted_games import SOURCES, Wanted, statistics_of
from dolmen.store import PlayedSeat, Player, Store

LEFT, RIGHT, TOP, BOTTOM = 56.0, 628.0, 12.0, 236.0
"""Of the chart, in a picture of 640 by 262."""
A_PAGE = 25
"""So many games are listed at a time."""
NOBODY = "-"
"""Who is not known any more."""
MOST_MET = 12
"""So many opponents are listed."""
MOST_CHIPS = 5
"""With so many of them games may be asked for with a click above the list."""


@dataclass(frozen=True)
class RatingCard:
    """How strong the player is at a game."""

    title: str
    address: str
    is_shown: bool
    rating: Rating
    note: str


@dataclass(frozen=True)
class RatingChart:
    """The rating after each rated game, with a band: how sure it is."""

    line: str
    band: str
    end: tuple[float, float]
    ticks: tuple[Tick, ...]
    days: tuple[Tick, ...]
    left: float
    right: float
    rows: tuple[tuple[str, str, str], ...]
    """Day, rating and how far off, for those who read a table."""


@dataclass(frozen=True)
class ListedGame:
    """A game that the player finished."""

    place: int
    day: str
    name: str
    address: str
    """Of its table; empty where that is not kept any more."""
    own: ShownFact | None
    others: tuple[tuple[str, ShownFact | None], ...]
    """Name and what they played."""
    result: str
    change: str
    is_up: bool
    note: str


@dataclass(frozen=True)
class Met:
    """An opponent."""

    name: str
    address: str
    games: int
    above: int
    below: int
    share: float
    """Of 100, how often the player was above."""
    together: str
    """Where the games with a person are; empty for a bot."""


@dataclass(frozen=True)
class PlayerPage:
    """All of it."""

    id: str
    name: str
    is_bot: bool
    """Whether it is a program with an account."""
    is_me: bool
    since: str
    ratings: tuple[RatingCard, ...]
    game: str
    game_title: str
    chart: RatingChart | None
    missing: str
    """Why there is no chart yet."""
    kinds: KindCard | None
    of: tuple[Chip, ...]
    """Whose figures: the player's, or everybody's."""
    filters: tuple[Chip, ...]
    total: int
    files: str
    """Where the files of all listed games are."""
    figures: Chip | None
    """Where statistics of the games with the people are who are asked for."""
    games: tuple[ListedGame, ...]
    older: str
    newer: str
    met: tuple[Met, ...]

    @property
    def for_two(self) -> tuple[tuple[str, str], ...]:
        """The games to which the player may be challenged: key and title of those for two."""
        return tuple((meta.key, meta.title) for meta in games().values() if meta.min_players <= 2)

    @property
    def keys(self) -> tuple[str, ...]:
        """The games whose symbols are needed."""
        return tuple(games())


@dataclass(frozen=True)
class PlayerWish:
    """What is asked of the page."""

    game: str = ""
    """The games that are listed; empty: all."""
    won: bool = False
    people: bool = False
    """Only games with other people, not with bots alone."""
    met: tuple[str, ...] = ()
    """Only games with all of these people."""
    everybody: bool = False
    first: int = 0

    def query(self, **changed: Any) -> str:
        """The address of the page with something else asked."""
        told = dict(vars(replace(self, **changed)))
        people = [("with", person) for person in told.pop("met")]
        pairs = [(name, "1" if value is True else str(value)) for name, value in told.items() if value]
        return f"?{urlencode([*pairs, *people])}" if pairs or people else ""

    def chosen(self, played: Sequence[OwnGame]) -> list[OwnGame]:
        """Those of a player's games that are asked for."""
        return [
            one
            for one in played
            if (not self.game or one.game.game == self.game)
            and (not self.won or one.is_won)
            and (not self.people or one.people)
            and one.people.issuperset(self.met)
        ]


def player_page(store: Store, player: Player, reader: Player | None, wish: PlayerWish, words: Words) -> PlayerPage:
    """The page of somebody, as anybody may see it."""
    played = [one for one in games_of(store, player.id) if one.game.game in games()]
    here = f"/player/{player.id}"
    shown = wish.game or _most_played(played)
    listed = wish.chosen(played)
    some = listed[wish.first : wish.first + A_PAGE]
    names = store.names_of({*wish.met, *(person for one in played for person in one.people)})
    rated = [one for one in reversed(played) if one.game.game == shown and one.rating is not None]
    kept = store.ratings_of(player.id)
    rating = rating_of(Skill(kept[shown].mu, kept[shown].sigma), kept[shown].games) if shown in kept else None
    return PlayerPage(
        id=player.id,
        name=player.name,
        is_bot=player.bot_account,
        is_me=reader is not None and reader.id == player.id,
        since=_since(played, words),
        ratings=tuple(
            _rating_card(game, rating_of(Skill(one.mu, one.sigma), one.games), here, shown, wish, words)
            for game, one in sorted(kept.items(), key=lambda item: -item[1].games)
            if game in games()
        ),
        game=shown,
        game_title=find(shown).title if shown else "",
        chart=rating_chart(rated, words) if rated and rating is not None and not rating.missing else None,
        missing=_missing(rating, words),
        kinds=_kinds(store, shown, played, wish, words) if shown else None,
        of=(
            Chip(words.gettext("own games"), here + wish.query(everybody=False), not wish.everybody),
            Chip(words.gettext("everybody"), here + wish.query(everybody=True), wish.everybody),
        ),
        filters=(*_filters(played, here, wish, words), *_people_chips(played, names, here, wish, words)),
        total=len(listed),
        files=_files(here, wish) if any(one.game.table for one in listed) else "",
        figures=_figures(player, shown, wish, names, words) if wish.met and shown else None,
        games=tuple(_listed(one, store, names, words) for one in some),
        older=here + wish.query(first=wish.first + A_PAGE) if wish.first + A_PAGE < len(listed) else "",
        newer=here + wish.query(first=max(0, wish.first - A_PAGE)) if wish.first else "",
        met=tuple(_met(one, names, here, wish, words) for one in opponents_of(listed)[:MOST_MET]),
    )


def _most_played(played: Sequence[OwnGame]) -> str:
    """The game that a player has finished most often, the last one of equals."""
    keys = [one.game.game for one in played]
    return max(keys, key=keys.count) if keys else ""


def _since(played: Sequence[OwnGame], words: Words) -> str:
    if not played:
        return words.gettext("no game finished yet")
    won = sum(one.is_won for one in played)
    text = words.ngettext(
        "%(number)s game finished, %(won)s won, the first on %(day)s",
        "%(number)s games finished, %(won)s won, the first on %(day)s",
        len(played),
    )
    return text % {"number": len(played), "won": won, "day": day_of(played[-1].game.at, words)}


def day_of(milliseconds: int, words: Words) -> str:
    """A day."""
    return str(format_date(datetime.fromtimestamp(milliseconds / 1000, UTC), "medium", locale=words.locale))


# ---------------------------------------------------------------------------------------------------- the rating


def _rating_card(game: str, rating: Rating, here: str, shown: str, wish: PlayerWish, words: Words) -> RatingCard:
    address = here + wish.query(game=game, first=0)
    return RatingCard(find(game).title, address, game == shown, rating, rating_note(rating, words))


def rating_note(rating: Rating, words: Words) -> str:
    """How sure a rating is, in words."""
    _ = words.gettext
    if rating.missing:
        return _missing(rating, words)
    games = words.ngettext("%(number)s game", "%(number)s games", rating.games) % {"number": rating.games}
    text = _("sure to ±%(within)s, %(games)s") if rating.is_sure else _("still finding out, ±%(within)s, %(games)s")
    return text % {"within": rating.within, "games": games}


def _missing(rating: Rating | None, words: Words) -> str:
    if rating is None:
        return words.gettext("No rated game yet. A table is rated where its options say so.")
    number = rating.missing
    text = words.ngettext(
        "Play %(number)s more rated game, then the rating appears.",
        "Play %(number)s more rated games, then the rating appears.",
        number,
    )
    return text % {"number": number}


def rating_chart(rated: Sequence[OwnGame], words: Words) -> RatingChart:
    """The ratings after these games, the oldest first."""
    found = [one.rating for one in rated if one.rating is not None]
    lows, highs = [rating - off for rating, off in found], [rating + off for rating, off in found]
    up = Axis(min(lows), max(highs), BOTTOM, TOP).widened(5)
    plane = Plane(Axis(0, max(1, len(found) - 1), LEFT, RIGHT), up)
    line = [(float(place), rating) for place, (rating, _off) in enumerate(found)]
    edge = [*enumerate(highs), *reversed([*enumerate(lows)])]
    last = len(found) - 1
    marks = sorted({0, last // 2, last})
    return RatingChart(
        plane.path(line),
        plane.path([(float(x), y) for x, y in edge]),
        plane.places(line)[-1],
        tuple(Tick(round(up.place(tick), 1), f"{tick:g}") for tick in up.ticks(5)),
        tuple(Tick(round(plane.across.place(mark), 1), day_of(rated[mark].game.at, words)) for mark in marks),
        LEFT,
        RIGHT,
        tuple(
            (day_of(one.game.at, words), f"{rating:.0f}", f"±{off:.0f}")
            for one, (rating, off) in zip(rated, found, strict=True)
        ),
    )


# ---------------------------------------------------------------------------------------------------- what is played


def _kinds(store: Store, game: str, played: Sequence[OwnGame], wish: PlayerWish, words: Words) -> KindCard | None:
    """The first kind of facts of the game: of the player, or of everybody on this host."""
    counting = package(game).counting()
    if wish.everybody:
        found = statistics_of(store, Wanted(game, ("table",), ()))
    else:
        found = statistics(game, counting, (one.row for one in played if one.game.game == game))
    teller = Teller(game, words)
    return next((teller.kind_card(kind) for kind in found.kinds), None)


def _filters(played: Sequence[OwnGame], here: str, wish: PlayerWish, words: Words) -> Iterator[Chip]:
    everything = PlayerWish(everybody=wish.everybody)
    is_on = replace(wish, first=0) == everything
    yield Chip(words.gettext("all"), here + everything.query(), is_on)
    for key, meta in games().items():
        number = sum(one.game.game == key for one in played)
        if number:
            turned = "" if wish.game == key else key
            yield Chip(meta.title, here + wish.query(game=turned, first=0), wish.game == key, str(number))
    won = sum(one.is_won for one in played)
    yield Chip(words.gettext("won"), here + wish.query(won=not wish.won, first=0), wish.won, str(won))
    among = sum(bool(one.people) for one in played)
    turned = here + wish.query(people=not wish.people, first=0)
    yield Chip(words.gettext("with people"), turned, wish.people, str(among))


def _people_chips(
    played: Sequence[OwnGame], names: Mapping[str, str], here: str, wish: PlayerWish, words: Words
) -> Iterator[Chip]:
    """With whom: those whom the player has met most often, and whoever else is asked for."""
    for person in dict.fromkeys((*people_met(played)[:MOST_CHIPS], *wish.met)):
        name, on = words.gettext("with %(name)s") % {"name": names[person]}, person in wish.met
        number = sum(person in one.people for one in played)
        yield Chip(name, here + wish.query(met=_turned(wish.met, person), first=0), on, str(number))


def _files(here: str, wish: PlayerWish) -> str:
    return f"{here}/games.zip{wish.query(everybody=False, first=0)}"


def _figures(player: Player, game: str, wish: PlayerWish, names: Mapping[str, str], words: Words) -> Chip:
    text = words.gettext("Statistics with %(names)s") % {"names": words.listed(names[person] for person in wish.met)}
    people = (player.id, *(person for person in wish.met if person != player.id))
    return Chip(text, address_of(Wanted(game, SOURCES[:1], (), people)), False)


def _turned(people: tuple[str, ...], person: str) -> tuple[str, ...]:
    """These people without that one, or with him."""
    return tuple(one for one in people if one != person) if person in people else (*people, person)


def _listed(one: OwnGame, store: Store, names: Mapping[str, str], words: Words) -> ListedGame:
    game, own = one.game, one.own
    table = store.table(game.table) if game.table else None
    change = one.change
    return ListedGame(
        own.place,
        day_of(game.at, words),
        table.name if table else find(game.game).title,
        f"/t/{game.table}" if table else "",
        _played(one, own.seat, words),
        tuple((_seat_name(one, seat, names, words), _played(one, seat.seat, words)) for seat in one.others),
        result_text(one, names, words),
        "" if change is None else change_text(change),
        change is not None and change >= 0,
        words.gettext("left to a bot") if own.left else "",
    )


def change_text(change: float) -> str:
    """'+4', '−13', '±0'."""
    sign = "±" if round(change) == 0 else "+" if change > 0 else "−"
    return f"{sign}{abs(change):.0f}"


def _played(one: OwnGame, seat: int, words: Words) -> ShownFact | None:
    """What a seat played, where the game has such a thing."""
    kind = package(one.game.game).counting().played
    value = one.game.count["seats"][seat]["facts"].get(kind)
    return Teller(one.game.game, words).fact(kind, value) if value is not None else None


def result_text(one: OwnGame, names: Mapping[str, str], words: Words) -> str:
    """'106, 9 behind Cleo', '68, won by 3'; where nobody else played, the points alone."""
    if not one.others:
        return str(one.points)
    first = min(one.others, key=lambda seat: seat.place)
    if one.is_won:
        best = max(int(one.game.points[seat.seat]) for seat in one.others)
        return won_text(one.points, best, words, shared=first.place == 1)
    return lost_text(one.points, int(one.game.points[first.seat]), _seat_name(one, first, names, words), words)


def _seat_name(one: OwnGame, seat: PlayedSeat, names: Mapping[str, str], words: Words) -> str:
    return _name(seat.player, seat.bot, one.game.game, names, words)


def _name(player: str | None, bot: str, game: str, names: Mapping[str, str], words: Words) -> str:
    """Who played a seat: a person, a bot by its level, or somebody who is not known any more."""
    if player is not None:
        return names.get(player, NOBODY)
    label = next((known.label for known in bots_of(game, words) if known.name == bot), bot)
    return words.gettext("Bot: %(name)s") % {"name": label} if bot else NOBODY


def _met(one: Opponent, names: Mapping[str, str], here: str, wish: PlayerWish, words: Words) -> Met:
    decided = one.above + one.below
    name = _name(one.player, one.bot, one.game, names, words)
    if one.bot and len(games()) > 1:
        name = f"{name}, {find(one.game).title}"
    address = f"/player/{one.player}" if one.player else ""
    share = round(100 * one.above / decided, 1) if decided else 50.0
    together = here + wish.query(met=tuple(dict.fromkeys((*wish.met, one.player))), first=0) if one.player else ""
    return Met(name, address, one.games, one.above, one.below, share, together)
