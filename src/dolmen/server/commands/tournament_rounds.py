"""What a tournament does by itself: it starts, makes the tables of a round, counts what came of them, draws the next.

Each step is one transaction, and refused where it was done before: whoever goes on after a server has ended does
nothing twice and leaves nothing out.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from dolmen.arena.tournament.stages import dealt, most_rounds
from dolmen.contract.registry import find
from dolmen.core.errors import DolmenError, translatable
from dolmen.server.commands.holidays import tell_new_table
from dolmen.server.commands.making import make_table
from dolmen.server.commands.seats import hand_deserted_to_bot
from dolmen.server.errors import BadTournament, StoredOnly
from dolmen.server.live_table import LiveTable, is_old
from dolmen.server.live_tables import LiveTables
from dolmen.server.results import played_seats
from dolmen.server.tournament_state import TournamentState
from dolmen.store import (
    Entrant,
    NewSeat,
    NotFound,
    PlayedSeat,
    Repeated,
    Stale,
    Tournament,
    TournamentTable,
    Unavailable,
    now,
)
from dolmen.store.secrets import hash_of, new_id

log = logging.getLogger("dolmen.server")

# ---------------------------------------------------------------------------------------------------- the start


def refuse_unplayable(tournament: Tournament, number: int) -> None:
    """Raise BadTournament where so many entrants cannot play it."""
    refuse_too_few(number, tournament.groups, find(tournament.game).min_players, tournament.advance)
    size = -(-number // tournament.groups)
    most = most_rounds("robin" if tournament.kind == "robin" else "swiss", size, tournament.seats)
    if tournament.rounds > most:
        raise BadTournament(
            translatable("%(rounds)s rounds are too many for %(number)s players: at most %(most)s make sense"),
            rounds=tournament.rounds,
            number=number,
            most=most,
        )


def refuse_too_few(number: int, groups: int, least: int, advance: int) -> None:
    """Raise BadTournament where so many do not fill their groups, or would all go on and more."""
    if number < least * groups:
        raise BadTournament(
            translatable("there are too few players (%(number)s): every group has %(least)s or more"),
            number=number,
            least=least,
        )
    if advance * groups > number:
        raise BadTournament(translatable("more players would go on to the finals than have entered"))


def begin(tables: LiveTables, tournament: Tournament, entrants: Sequence[Entrant]) -> None:
    """Deal the groups and draw the first round. Raises Stale."""
    groups = dealt([one.number for one in entrants], tournament.groups, tournament.seed)
    group_of = {one: {"group": group} for group, members in enumerate(groups, start=1) for one in members}
    state = TournamentState(tournament, entrants, [])
    rounds = state.rounds_of_stage(groups, tournament.rounds)
    tables.store.change_tournament(
        tournament.id,
        tournament.version,
        now(),
        {"status": "playing", "round": 1, "first_rounds": rounds},
        entrants=group_of,
        tables=state.drawn(1, groups, final=False, rounds=rounds),
    )
    tables.tell(tournament.id)
    go_on(tables, tournament.id)


def took_part(tournament: Tournament, entrant: Entrant) -> bool:
    """Whether somebody plays in the stage that is played now."""
    return tournament.round <= tournament.first_rounds or entrant.final is not None


# ---------------------------------------------------------------------------------------------------- going on


def go_on(tables: LiveTables, tournament_id: str) -> None:
    """Do what is to be done for a tournament now. Where somebody else does it, it is done."""
    try:
        while _step(tables, TournamentState.read(tables.store, tournament_id)):
            pass
    except (Stale, NotFound):
        log.debug("tournament %s has changed meanwhile", tournament_id)


def _step(tables: LiveTables, state: TournamentState) -> bool:
    """One step; whether there may be another one."""
    if state.tournament.status == "open":
        return _start_if_due(tables, state)
    if state.tournament.status != "playing":
        return False
    for drawn in state.tables:
        if drawn.round == state.tournament.round and not drawn.is_over:
            if not drawn.made:
                _make(tables, state, drawn)
            elif _count(tables, drawn):
                return True  # the standings have changed
    if not state.is_round_over:
        return False
    _draw_next(tables, state)
    return True


def _start_if_due(tables: LiveTables, state: TournamentState) -> bool:
    """Start it, if it is full or its time has come; with too few players it is called off then."""
    told, number = state.tournament, len(state.entrants)
    is_time = told.until is not None and now() >= told.until
    if not is_time and not (told.most and number >= told.most):
        return False
    least = find(told.game).min_players
    if number < max(2, least * told.groups, 2 * told.finals):
        if not is_time:
            return False
        why = translatable("Too few had entered when it was to start.")
        tables.store.change_tournament(told.id, told.version, now(), {"status": "called off", "why": why})
        tables.tell(told.id)
        return False
    begin(tables, told, state.entrants)
    return False


def _make(tables: LiveTables, state: TournamentState, drawn: TournamentTable) -> None:
    """Make a table of the round and let everybody sit down."""
    told = state.tournament
    by_number = {one.number: one for one in state.entrants}
    seated = [by_number[number] for number in drawn.entrants]
    names = tables.store.names_of([one.player for one in seated if one.player])
    table_id = new_id()
    seats = [
        _seat(one, names.get(one.player or "", one.name), hash_of(tables.seat_token(table_id, seat)))
        for seat, one in enumerate(seated)
    ]
    owner = tables.store.player(told.owner) if told.owner else None
    name = f"{told.name} {drawn.round}.{drawn.number}"
    options = {key: str(value) for key, value in told.options.items()}
    try:
        table = make_table(
            tables,
            table_id,
            told.game,
            owner,
            seats,
            options,
            (told.clock, told.bank),
            name=name,
            within=tables.store.claims(drawn),
        )
        tell_new_table(tables, table)
        tables.tell(told.id)
    except Repeated:
        log.debug("table %s of tournament %s is there already", drawn.number, told.id)


def _seat(entrant: Entrant, name: str, token: str) -> NewSeat:
    if entrant.bot:
        return NewSeat("bot", name, bot=entrant.bot, token_hash=token)
    return NewSeat("person", name, entrant.player, token_hash=token)


def _count(tables: LiveTables, drawn: TournamentTable) -> bool:
    """Count a table that is over, or that will never be; whether it was counted now."""
    result: tuple[list[int], list[int], list[int]] = ([], [], [])
    try:
        if drawn.table is not None:  # else it was removed
            if not _is_over(tables, drawn.table):
                return False
            result = _result(tables, drawn)
    except (StoredOnly, NotFound):
        log.warning("table %s of tournament %s counts for nobody: it cannot go on", drawn.table, drawn.tournament)
    except Unavailable:
        raise
    except DolmenError as error:
        log.warning("table %s of tournament %s cannot be counted: %s", drawn.table, drawn.tournament, error)
        return False
    places, points, gone = result
    counted = tables.store.count_table(drawn, places, points, now(), gone)
    tables.tell(drawn.tournament)
    return counted


def _is_over(tables: LiveTables, table_id: str) -> bool:
    """Whether a table needs no waiting for; seats that nobody owns any more go to bots. Raises StoredOnly, NotFound."""
    table = tables.store.table(table_id)
    if table.status == "finished":
        return True
    if is_old(table):
        raise StoredOnly(table)
    deserted = [seat.seat for seat in tables.store.seats(table_id) if seat.kind == "person" and not seat.player]
    hand_deserted_to_bot(tables, table_id, deserted)
    return False


def _result(tables: LiveTables, drawn: TournamentTable) -> tuple[list[int], list[int], list[int]]:
    """Places and points by seat, and which entrants have left."""
    with tables.open(str(drawn.table)) as live:
        if live.is_old:
            raise StoredOnly(live.table)
        return fair_places(played_seats(live)), [int(one) for one in live.state.scores()], _gone(live, drawn)


def fair_places(seats: Sequence[PlayedSeat]) -> list[int]:
    """The places as they count: who let a bot play for a while, or left, is last, as at rated tables."""
    ranks = [(seat.left, 0 if seat.left else seat.place) for seat in seats]
    return [1 + sum(other < rank for other in ranks) for rank in ranks]


def _gone(live: LiveTable, drawn: TournamentTable) -> list[int]:
    """Who did not come: persons whose seats bots play when the game is over, or who left it."""
    return [
        number
        for seat, number in zip(live.seats, drawn.entrants, strict=True)
        if (seat.player and seat.kind == "bot") or seat.seat in live.conduct.left
    ]


def _draw_next(tables: LiveTables, state: TournamentState) -> None:
    """Draw the next round, the finals among them; after the last one the tournament is over."""
    told, number = state.tournament, state.tournament.round + 1
    change = tables.store.change_tournament
    if number <= told.first_rounds:
        rows = state.drawn(number, state.groups, final=False, rounds=told.first_rounds)
        values, finalists = {"round": number}, {}
    elif not state.in_finals and (going := [final for final in state.finalists() if len(final) > 1]):
        rounds = state.rounds_of_stage(going, told.final_rounds)
        rows = state.drawn(number, going, final=True, rounds=rounds)
        values = {"round": number, "last_rounds": rounds}
        finalists = {one: {"final": final} for final, members in enumerate(going, start=1) for one in members}
    elif state.in_finals and number <= state.rounds:
        rows = state.drawn(number, state.finals, final=True, rounds=told.last_rounds)
        values, finalists = {"round": number}, {}
    else:
        rows, values, finalists = [], {}, {}
    if any(one.kind == "table" for one in rows):
        change(told.id, told.version, now(), values, entrants=finalists, tables=rows)
    else:  # all rounds are played, or nobody is left to play the others
        change(told.id, told.version, now(), {"status": "finished"})
    tables.tell(told.id)
