"""What hosts and players do with a tournament: make it, enter, leave, start it, call it off. One transaction each.

What it does by itself once it has started is in `dolmen.server.commands.tournament_rounds`.
"""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dolmen.arena.tournament.draw import KINDS
from dolmen.arena.tournament.stages import most_rounds
from dolmen.bots import find_bot
from dolmen.contract.registry import find, package
from dolmen.core.errors import translatable
from dolmen.core.words import words
from dolmen.server.commands import making
from dolmen.server.commands.seats import hand_deserted_to_bot
from dolmen.server.commands.tournament_rounds import begin, go_on, refuse_too_few, refuse_unplayable, took_part
from dolmen.server.errors import BadName, BadTournament, CannotEnter, NotTheHost
from dolmen.server.live_tables import LiveTables
from dolmen.server.names import INVISIBLE, entrant_names, folded
from dolmen.server.table_options import GUIDE, RATED, refuse_unknown
from dolmen.store import Entrant, Player, Tournament, now
from dolmen.store.secrets import new_id

ENGLISH = words("en")
ACCESSES = ("open", "link")
LONGEST_NAME = 40
MOST_ENTRANTS = 64
MOST_ROUNDS = 63
MOST_GROUPS = 16
LONGEST_WAIT = 365 * 24 * 3600 * 1000
"""Milliseconds for which one may enter."""


@dataclass(frozen=True)
class TournamentWish:
    """A tournament to be made."""

    name: str
    game: str
    seats: int
    kind: str = "swiss"
    rounds: int = 0
    groups: int = 1
    advance: int = 0
    finals: int = 1
    final_rounds: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    clock: int = 0
    bank: int = 0
    access: str = "open"
    until: int | None = None
    most: int = 0


def create(tables: LiveTables, player: Player, wish: TournamentWish, hosts: str = "everybody") -> Tournament:
    """A new tournament; `hosts` says who may make one. Raises BadTournament, BadName, InvalidSetup, NotTheHost."""
    refuse_host(player, hosts)
    name = _given_name(wish.name)
    meta = find(wish.game)
    _refuse_sizes(wish, meta.min_players, meta.max_players, meta.title)
    _refuse_rounds(wish)
    _refuse_stages(wish, meta.min_players)
    making.refuse_clock(wish.clock, wish.bank)
    options = {key: value for key, value in wish.options.items() if value}
    _refuse_options(meta.key, wish.seats, options)
    made = Tournament(
        id=new_id(),
        name=name,
        game=meta.key,
        seats=wish.seats,
        options=options,
        clock=wish.clock,
        bank=wish.bank,
        kind=wish.kind,
        rounds=wish.rounds,
        groups=wish.groups,
        advance=wish.advance,
        finals=wish.finals if wish.advance else 1,
        final_rounds=wish.final_rounds,
        access=wish.access,
        until=wish.until,
        most=wish.most,
        owner=player.id,
        seed=secrets.randbits(32),
    )
    return tables.store.new_tournament(made, now())


def refuse_host(player: Player | None, hosts: str) -> None:
    """Raise NotTheHost where somebody may not make tournaments here."""
    if hosts == "nobody":
        raise NotTheHost(translatable("Nobody makes tournaments on this server."))
    if hosts == "accounts" and (player is None or player.login is None):
        raise NotTheHost(translatable("Tournaments are made by those who have an account here: make one first."))


def _given_name(text: str) -> str:
    name = folded(text)
    kinds = {unicodedata.category(letter) for letter in name}
    if not name or len(name) > LONGEST_NAME or kinds & INVISIBLE:
        raise BadName(
            translatable("the name of a tournament has 1 to %(most)s letters that can be seen"), most=LONGEST_NAME
        )
    return name


def _refuse_sizes(wish: TournamentWish, least: int, most: int, title: str) -> None:
    if not least <= wish.seats <= most:
        raise BadTournament(
            translatable("%(game)s is played at tables of %(least)s to %(most)s players, not of %(number)s"),
            game=title,
            number=wish.seats,
            least=least,
            most=most,
        )
    if wish.most and not 2 <= wish.most <= MOST_ENTRANTS:
        raise BadTournament(translatable("a tournament has 2 to %(most)s players"), most=MOST_ENTRANTS)
    if wish.kind not in KINDS:
        raise BadTournament(f"a tournament is one of: {', '.join(KINDS)}")
    if wish.access not in ACCESSES:
        raise BadTournament(f"a tournament is one of: {', '.join(ACCESSES)}")
    if wish.until is not None and not now() < wish.until < now() + LONGEST_WAIT:
        raise BadTournament(translatable("until when one may enter lies ahead, within a year"))


def _refuse_rounds(wish: TournamentWish) -> None:
    most = MOST_ROUNDS
    if wish.most and wish.kind in KINDS:
        most = min(most, most_rounds(wish.kind, -(-wish.most // max(1, wish.groups)), wish.seats))
    if not 0 <= wish.rounds <= most or not 0 <= wish.final_rounds <= MOST_ROUNDS:
        raise BadTournament(translatable("there are at most %(most)s rounds, or 0: as many as suit"), most=max(most, 1))


def _refuse_stages(wish: TournamentWish, least: int) -> None:
    if not 1 <= wish.groups <= MOST_GROUPS:
        raise BadTournament(translatable("there are 1 to %(most)s groups"), most=MOST_GROUPS)
    if wish.groups > 1 and wish.advance < 1:
        raise BadTournament(translatable("of several groups, at least one player of each goes on to the finals"))
    if not 0 <= wish.advance <= MOST_ENTRANTS or (wish.advance and wish.groups * wish.advance < 2):
        raise BadTournament(translatable("at least two players go on to the finals"))
    if wish.most:
        refuse_too_few(wish.most, wish.groups, least, wish.advance)
    if wish.advance and not 1 <= wish.finals <= min(MOST_GROUPS, wish.groups * wish.advance // 2):
        raise BadTournament(translatable("every final has at least two players"))


def _refuse_options(game: str, seats: int, options: Mapping[str, str]) -> None:
    """Raise InvalidSetup or BadTournament where a table, also a smaller one, cannot be made with these options."""
    parts = package(game)
    present = parts.presentation()
    refuse_unknown(present, options)
    if options.get(RATED) and options.get(GUIDE):
        raise BadTournament(translatable("a rated table has no hints: choose one of the two"))
    placed = {one.name for one in present.placings(ENGLISH)}
    for name in placed | {one.name for one in present.options(ENGLISH) if one.by_seat}:
        if name in options:
            raise BadTournament(
                translatable("at the tables of a tournament nobody chooses '%(name)s' beforehand"), name=name
            )
    for size in range(parts.meta.min_players, seats + 1):
        making.begin(game, size, options)


# ---------------------------------------------------------------------------------------------------- entering


def enter(tables: LiveTables, tournament_id: str, player: Player, token: str = "") -> None:
    """Take part. Raises CannotEnter, NotFound."""
    tables.retry(lambda: _enter(tables, tournament_id, player, token))
    tables.tell(tournament_id)
    go_on(tables, tournament_id)  # it starts, if it is full now


def _enter(tables: LiveTables, tournament_id: str, player: Player, token: str) -> None:
    tournament, entrants = tables.store.tournament(tournament_id), tables.store.entrants(tournament_id)
    may = tournament.access == "open" or player.id == tournament.owner
    if not may and not tables.is_table_token(tournament_id, token):
        raise CannotEnter(translatable("this tournament is entered by its link: ask its host for it"))
    if any(one.player == player.id for one in entrants):
        raise CannotEnter(translatable("you are in this tournament already"))
    _refuse_closed(tournament, len(entrants) + 1)
    number = 1 + max((one.number for one in entrants), default=0)
    new = Entrant(tournament_id, number, player.name, player.id, entered=now())
    taken = [player.name, *(one.name for one in entrants)]
    renamed = {one.number: {"name": entrant_names(taken, 1)[0]} for one in entrants if one.bot and one.name == new.name}
    tables.store.change_tournament(tournament_id, tournament.version, now(), enter=[new], entrants=renamed)


def _refuse_closed(tournament: Tournament, number: int) -> None:
    if tournament.status != "open" or (tournament.until is not None and now() >= tournament.until):
        raise CannotEnter(translatable("nobody enters this tournament any more: it has begun"))
    if number > (tournament.most or MOST_ENTRANTS):
        raise CannotEnter(
            translatable("this tournament is full: it has %(most)s places"), most=tournament.most or MOST_ENTRANTS
        )


def enter_bots(tables: LiveTables, tournament_id: str, host: Player, bot: str, number: int = 1) -> None:
    """The host enters so many bots of one kind. Raises CannotEnter, NotTheHost, UnknownBot, NotFound."""
    tables.retry(lambda: _enter_bots(tables, tournament_id, host, bot, number))
    tables.tell(tournament_id)
    go_on(tables, tournament_id)


def _enter_bots(tables: LiveTables, tournament_id: str, host: Player, bot: str, number: int) -> None:
    tournament, entrants = _hosted(tables, tournament_id, host)
    find_bot(bot, tournament.game)
    if not 1 <= number <= MOST_ENTRANTS:
        raise CannotEnter(translatable("a tournament has 2 to %(most)s players"), most=MOST_ENTRANTS)
    _refuse_closed(tournament, len(entrants) + number)
    first = 1 + max((one.number for one in entrants), default=0)
    names = entrant_names([one.name for one in entrants], number)
    new = [Entrant(tournament_id, first + place, name, bot=bot, entered=now()) for place, name in enumerate(names)]
    tables.store.change_tournament(tournament_id, tournament.version, now(), enter=new)


def _hosted(tables: LiveTables, tournament_id: str, host: Player) -> tuple[Tournament, list[Entrant]]:
    """A tournament and who entered it, for its host. Raises NotTheHost."""
    tournament = tables.store.tournament(tournament_id)
    if tournament.owner != host.id:
        raise NotTheHost(translatable("only the host of the tournament may do that"))
    return tournament, tables.store.entrants(tournament_id)


# ---------------------------------------------------------------------------------------------------- leaving


def leave(tables: LiveTables, tournament_id: str, player: Player) -> None:
    """Leave: before the start the place is free again; later one is not drawn any more, and bots take one's seats."""
    entrant = tables.retry(lambda: _remove(tables, tournament_id, _own(tables, tournament_id, player).number))
    _desert(tables, tournament_id, [entrant])


def remove(tables: LiveTables, tournament_id: str, host: Player, number: int) -> None:
    """The host takes somebody out, likewise. Raises NotTheHost, CannotEnter."""
    _hosted(tables, tournament_id, host)
    entrant = tables.retry(lambda: _remove(tables, tournament_id, number))
    _desert(tables, tournament_id, [entrant])


def _own(tables: LiveTables, tournament_id: str, player: Player) -> Entrant:
    for one in tables.store.entrants(tournament_id):
        if one.player == player.id:
            return one
    raise CannotEnter(translatable("you are not in this tournament"))


def _remove(tables: LiveTables, tournament_id: str, number: int) -> Entrant:
    tournament, entrants = tables.store.tournament(tournament_id), tables.store.entrants(tournament_id)
    entrant = next((one for one in entrants if one.number == number), None)
    if entrant is None:
        raise CannotEnter(translatable("nobody has this number in the tournament"))
    if tournament.status == "open":
        tables.store.change_tournament(tournament_id, tournament.version, now(), remove=[number])
    elif tournament.status == "playing" and not entrant.left:
        tables.store.change_tournament(tournament_id, tournament.version, now(), entrants={number: {"left": True}})
    return entrant


def _desert(tables: LiveTables, tournament_id: str, entrants: Sequence[Entrant]) -> None:
    """Bots take the seats of those who left."""
    numbers = {one.number for one in entrants if one.player}
    for drawn in tables.store.tournament_tables(tournament_id):
        if drawn.table and not drawn.is_over:
            hand_deserted_to_bot(
                tables, drawn.table, [seat for seat, one in enumerate(drawn.entrants) if one in numbers]
            )
    tables.tell(tournament_id)


def come_back(tables: LiveTables, tournament_id: str, player: Player) -> None:
    """Be drawn again from the next round on. Raises CannotEnter."""
    tables.retry(lambda: _come_back(tables, tournament_id, player))
    tables.tell(tournament_id)


def _come_back(tables: LiveTables, tournament_id: str, player: Player) -> None:
    tournament, entrant = tables.store.tournament(tournament_id), _own(tables, tournament_id, player)
    if tournament.status != "playing":
        raise CannotEnter(translatable("no further round is drawn in this tournament"))
    if not took_part(tournament, entrant):
        raise CannotEnter(translatable("the finals are played without you"))
    change = {entrant.number: {"left": False}}
    tables.store.change_tournament(tournament_id, tournament.version, now(), entrants=change)


# ---------------------------------------------------------------------------------------------------- the host


def start(tables: LiveTables, tournament_id: str, host: Player) -> None:
    """Start it now, with those who have entered. Raises NotTheHost, BadTournament."""

    def now_or_never() -> None:
        tournament, entrants = _hosted(tables, tournament_id, host)
        if tournament.status != "open":
            raise CannotEnter(translatable("this tournament has begun already, or is over"))
        refuse_unplayable(tournament, len(entrants))
        begin(tables, tournament, entrants)

    tables.retry(now_or_never)


def call_off(tables: LiveTables, tournament_id: str, host: Player) -> None:
    """End it before its end; tables that are played at go on by themselves. Raises NotTheHost."""

    def end() -> None:
        tournament, _entrants = _hosted(tables, tournament_id, host)
        if tournament.status in ("open", "playing"):
            why = translatable("Its host has called it off.")
            values = {"status": "called off", "why": why}
            tables.store.change_tournament(tournament_id, tournament.version, now(), values)

    tables.retry(end)
    tables.tell(tournament_id)
