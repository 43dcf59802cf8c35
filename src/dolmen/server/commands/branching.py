"""Playing on from a moment: a new table with the same set-up, whose first event holds the decisions up to there.

Any moment of a game that is over will do, whoever played it and wherever; of a game that runs, where nothing is hidden
that playing on would show. The other table stays as it is. Chance is drawn anew.
"""

from __future__ import annotations

from collections.abc import Sequence

from dolmen.contract.game import State
from dolmen.contract.registry import package
from dolmen.core.errors import DolmenError, InvalidSetup, translatable
from dolmen.server.commands.holidays import tell_new_table
from dolmen.server.commands.making import new_seats, refuse_clock, write_table
from dolmen.server.draft import Draft
from dolmen.server.errors import NoSuchMoment, NothingFollows, NotRunning, StillHidden
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables
from dolmen.server.rated import refuse_at_rated
from dolmen.server.table_options import RATED
from dolmen.store import NewEvent, Player, Table
from dolmen.store.secrets import new_id


def branch(
    tables: LiveTables, source_id: str, player: Player, at: int, seats: Sequence[str], clock: int = 0, bank: int = 0
) -> Table:
    """A new table that goes on from a table's position after so many decisions; seats and clock as for a new one."""
    refuse_clock(clock, bank)
    with tables.open(source_id) as source:
        state = moment(source, player.id, at)
        if len(seats) != len(source.seats):
            raise InvalidSetup(
                translatable("this game has %(number)s seats: say who takes each"), number=len(source.seats)
            )
        game, setup, name = source.meta.key, source.setup, source.table.name
        options = {name: value for name, value in source.table.options.items() if name != RATED}
    table_id = new_id()
    draft = Draft(state)
    actions = [state.game.action_text(action) for action in state.history]
    draft.add(NewEvent("branch", {"actions": actions, "table": source_id, "name": name}, None, player.id))
    taken = new_seats(tables, table_id, game, player, seats)
    present = package(game).presentation()
    table = write_table(tables, table_id, game, player, taken, options, (clock, bank), setup, present, draft)
    tell_new_table(tables, table)
    return table


def moment(live: LiveTable, player: str | None, at: int) -> State:
    """The position after so many decisions, if somebody may play on from it: every decision is checked by the rules.

    Raises NoSuchMoment, NothingFollows, NotRunning, StillHidden.
    """
    if live.table.status == "waiting" or live.is_bidding:
        raise NotRunning(translatable("The game has not begun yet."))
    _refuse_hidden(live, player)
    refuse_at_rated(live, translatable("This table is rated: play on from its moments when the game is over."))
    refuse_absent(live, at)
    state = live.notation.read(live.setup).state
    try:
        for action in live.state.history[:at]:
            state.apply_stored(action)
    except DolmenError:
        raise NothingFollows(
            translatable("Until this moment the game was played under earlier rules: choose an earlier one.")
        ) from None
    if state.is_terminal():
        raise NothingFollows(translatable("The game is over at this moment: choose an earlier one."))
    return state


def refuse_absent(live: LiveTable, at: int) -> None:
    """Raise NoSuchMoment where a game has not had so many decisions."""
    last = live.state.decisions
    if not 0 <= at <= last:
        raise NoSuchMoment(translatable("There is no such moment: this game has %(last)s decisions."), last=last)


def shows_hidden(live: LiveTable, player: str | None) -> bool:
    """Whether playing on would show what others, or bots, hold at a table that hides it while the game runs."""
    return not live.is_open and any(seat.kind != "person" or seat.player != player for seat in live.seats)


def _refuse_hidden(live: LiveTable, player: str | None) -> None:
    if shows_hidden(live, player):
        raise StillHidden(
            translatable(
                "What the others hold is hidden while the game runs: play on from its moments when it is over."
            )
        )
