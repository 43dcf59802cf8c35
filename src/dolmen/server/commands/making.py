"""Making tables: a new one, the same people again, a game from a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from dolmen.analysis.replay import game_of
from dolmen.bots import DEFAULT_BOT, find_bot
from dolmen.contract.notation import Transcript
from dolmen.contract.presentation import Presentation
from dolmen.contract.registry import find, load, package
from dolmen.core.errors import InvalidSetup, translatable
from dolmen.core.words import words
from dolmen.server.auctions import first_stage
from dolmen.server.commands.holidays import tell_new_table
from dolmen.server.draft import Draft
from dolmen.server.errors import BadRequest, NotRunning, NotYourSeat
from dolmen.server.live_table import LiveTable, summary
from dolmen.server.live_tables import LiveTables
from dolmen.server.names import bot_name, given_name, table_name
from dolmen.server.rated import refuse_unratable
from dolmen.server.table_options import chosen_seed, laid_by_hand, refuse_unknown
from dolmen.store import FREE, NewEvent, NewSeat, Player, Table
from dolmen.store.secrets import hash_of, new_id
from dolmen.store.tournaments import Within

ENGLISH = words("en")
LONGEST_CLOCK = 60 * 24 * 3600
"""Seconds that a turn may last by the clock: sixty days."""
LONGEST_BANK = 24 * 3600
"""Seconds that a seat may have beside for the whole game: a day."""
SHORTEST_TURN = 5
"""Seconds of a turn where there is a bank: who comes back when it is empty can still play."""
SEAT_KINDS = ("me", "here", "friend", "open", "bot")


def create(
    tables: LiveTables,
    game: str,
    player: Player,
    seats: Sequence[str],
    options: Mapping[str, str] | None = None,
    clock: int = 0,
    bank: int = 0,
) -> Table:
    """A new table. Each seat is `me`, `here` (another person at this screen), `friend`, `open` or `bot:NAME`.

    The clock gives so many seconds a turn; 0: there is none. What a turn takes longer comes off the seat's bank.
    """
    refuse_clock(clock, bank)
    meta = find(game)
    if not meta.min_players <= len(seats) <= meta.max_players:
        raise InvalidSetup(
            translatable("%(game)s is for %(least)s to %(most)s players"),
            game=meta.title,
            least=meta.min_players,
            most=meta.max_players,
        )
    table_id = new_id()
    taken = new_seats(tables, table_id, meta.key, player, seats)
    chosen = {key: value for key, value in (options or {}).items() if value}
    refuse_unknown(package(meta.key).presentation(), chosen)
    refuse_unratable(taken, chosen)
    table = make_table(tables, table_id, meta.key, player, taken, chosen, (clock, bank))
    tell_new_table(tables, table)
    return table


def refuse_clock(clock: int, bank: int = 0) -> None:
    """Raise InvalidSetup where no turn lasts so many seconds, or no seat has so many beside."""
    if not 0 <= clock <= LONGEST_CLOCK:
        raise InvalidSetup(f"a turn lasts up to {LONGEST_CLOCK} seconds by the clock, or 0: no clock")
    if not 0 <= bank <= LONGEST_BANK:
        raise InvalidSetup(f"a seat has up to {LONGEST_BANK} seconds in its bank, or 0: no bank")
    if bank and clock < SHORTEST_TURN:
        raise InvalidSetup(f"where seats have a bank, a turn lasts at least {SHORTEST_TURN} seconds")


def new_seats(tables: LiveTables, table_id: str, game: str, player: Player, kinds: Sequence[str]) -> list[NewSeat]:
    """The seats of a new table, as `create` names them. Raises BadRequest, BadName, UnknownBot."""
    seats: list[NewSeat] = []
    taken = [player.name]
    for number, word in enumerate(kinds):
        kind, _, more = word.partition(":")
        if kind not in SEAT_KINDS:
            raise BadRequest(f"there is no seat '{word}'")
        token = hash_of(tables.seat_token(table_id, number))
        if kind == "bot":
            find_bot(more or DEFAULT_BOT, game)
            seats.append(NewSeat("bot", bot_name(taken), bot=more or DEFAULT_BOT, token_hash=token))
        elif kind in ("me", "here"):
            people = 1 + sum(seat.player == player.id for seat in seats)
            name = player.name if kind == "me" else (given_name(more) if more.strip() else f"{player.name} {people}")
            seats.append(NewSeat("person", name, player.id, token_hash=token))
        else:
            seats.append(NewSeat(kind, token_hash=token))
        taken.append(seats[-1].name)
    if not any(seat.player == player.id for seat in seats):
        raise BadRequest(translatable("one of the seats must be yours"))
    return seats


def make_table(
    tables: LiveTables,
    table_id: str,
    game: str,
    owner: Player | None,
    seats: Sequence[NewSeat],
    options: Mapping[str, str],
    clock: tuple[int, int],
    after: tuple[str, int, NewEvent] | None = None,
    name: str = "",
    within: Within | None = None,
) -> Table:
    """Begin a new table. Raises InvalidSetup, also where the options name colours that cannot be had."""
    transcript = begin(game, len(seats), options)
    stage = first_stage(package(game), transcript)
    setup, draft = transcript.setup_text(), Draft(stage.state)
    return write_table(
        tables, table_id, game, owner, seats, options, clock, setup, stage.present, draft, after, name, within
    )


def begin(game: str, players: int, options: Mapping[str, str]) -> Transcript:
    """The set-up that the options of a table settle; the rest is drawn. Raises InvalidSetup."""
    parts = package(game)
    transcript = parts.notation().begin(load(game, players), options, chosen_seed(options))
    parts.presentation().seat_colours(transcript.state, options)
    return transcript


def write_table(
    tables: LiveTables,
    table_id: str,
    game: str,
    owner: Player | None,
    seats: Sequence[NewSeat],
    options: Mapping[str, str],
    clock: tuple[int, int],
    setup: str,
    present: Presentation,
    draft: Draft,
    after: tuple[str, int, NewEvent] | None = None,
    name: str = "",
    within: Within | None = None,
) -> Table:
    """Write a new table with its first events; where nobody is waited for, with what then asks nobody.

    `clock` are the seconds of a turn and of the bank. Without a name it gets one of ours. What is written `within` the
    same transaction is of the store's.
    """
    parts = package(game)
    waits = any(seat.kind in FREE for seat in seats)
    if not waits:
        people = {number for number, seat in enumerate(seats) if seat.kind == "person"}
        draft.let_follow(present, people, {}, tables.chance)
    begun = "finished" if draft.state.is_terminal() else "playing"
    table = tables.store.create_table(
        name=name or table_name(),
        game=game,
        rules_version=parts.meta.rules_version,
        options=options,
        setup=setup,
        owner=owner.id if owner else None,
        seats=seats,
        status="waiting" if waits else begun,
        table_id=table_id,
        clock=clock[0],
        bank=clock[1],
        events=draft.events,
        summary=summary(draft.state),
        after=after,
        within=within,
    )
    tables.tell(table.id)
    tables.tell_people(seat.player for seat in seats)
    return table


def rematch(tables: LiveTables, table_id: str, player: Player) -> Table:
    """The same people at a new table, the start player one seat on. Asked twice, it leads to the same table."""
    table = tables.retry(partial(_rematch, tables, table_id, player))
    tables.tell(table_id)
    tell_new_table(tables, table)
    return table


def _rematch(tables: LiveTables, table_id: str, player: Player) -> Table:
    with tables.open(table_id) as live:
        if not live.seats_of(player.id):
            raise NotYourSeat(translatable("only who sat at the table may ask for a rematch"))
        if not live.state.is_terminal() and not live.is_old:
            raise NotRunning(translatable("the game is not over yet"))
        for event in tables.store.events(table_id):
            if event.kind == "rematch":
                return tables.store.table(str(event.payload["table"]))
        new = new_id()
        seats = [
            NewSeat(seat.kind, seat.name, seat.player, seat.bot, hash_of(tables.seat_token(new, number)))
            for number, seat in enumerate([*live.seats[1:], live.seats[0]])
        ]
        after = (table_id, live.sequence, NewEvent("rematch", {"table": new}, None, player.id, "the rematch"))
        clock = (live.table.clock, live.table.bank)
        return make_table(tables, new, live.meta.key, player, seats, _for_rematch(live), clock, after)


def _for_rematch(live: LiveTable) -> dict[str, str]:
    """The same options, with what each seat has moved on with it; what was laid out by hand is drawn."""
    by_hand = laid_by_hand(live.present)
    by_seat = {field.name for field in live.present.options(ENGLISH) if field.by_seat}
    again = {name: value for name, value in live.table.options.items() if name not in by_hand}
    for name in by_seat & again.keys():
        first, *others = again[name].split(",")
        again[name] = ",".join([*others, first])
    return again


def bring(tables: LiveTables, text: str, name: str, player: Player | None) -> Table:
    """A game from a file, to be watched. Raises what its notation raises."""
    meta = game_of(text, name)
    transcript = package(meta.key).notation().read(text)
    state = transcript.state
    actions = [state.game.action_text(action) for action in state.history]
    names = transcript.names or tuple(f"Player {seat + 1}" for seat in range(state.game.players))
    told = summary(state)
    while state.decisions:
        transcript.undo()
    return tables.store.create_table(
        name=table_name(),
        game=meta.key,
        rules_version=meta.rules_version,
        options={},
        setup=transcript.setup_text(),
        owner=player.id if player else None,
        seats=[NewSeat("closed", name) for name in names],
        status="imported",
        events=[NewEvent("import", {"actions": actions})] if actions else (),
        summary=told,
    )
