"""Trying something out: the lines of a player at a table, kept for himself alone, and sent when he likes.

Nothing here changes the table but `send`, and that by the same commands as any other move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from dolmen.core.errors import translatable
from dolmen.server.commands import moves, planned_turns
from dolmen.server.commands.moves import Hold
from dolmen.server.errors import BadRequest, LineEnded, LineMoved, NotRunning, NotYourSeat, TooManyLines
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables
from dolmen.server.names import spoken_line
from dolmen.server.planned_turn import promise
from dolmen.server.rated import refuse_at_rated
from dolmen.server.trial import OTHERS, Ending, OwnTurn, Trial, fingerprint, renewed
from dolmen.store import Plan, Player, Stale, now

MOST_LINES = 12
"""So many lines a player keeps at a table."""
LONGEST_NAME = 40


@dataclass(frozen=True)
class Sent:
    """What became of a line that was sent."""

    sequence: int | None
    """The new one of the table; None where the turn is planned, not made."""


def lines(tables: LiveTables, table_id: str, player: Player, seat: int) -> list[Plan]:
    """What a player tries out at a table for a seat."""
    with tables.open(table_id) as live:
        _refuse_others(live, player, seat)
    return [plan for plan in tables.store.plans(table_id, player.id) if plan.seat == seat]


def begin(tables: LiveTables, table_id: str, player: Player, seat: int) -> Plan:
    """A new line from the present position. Raises TooManyLines, NotRunning, NotYourSeat."""
    with tables.open(table_id) as live:
        _refuse_others(live, player, seat)
        plan = _first(live, player, seat)
    if len(tables.store.plans(table_id, player.id)) >= MOST_LINES:
        raise TooManyLines(
            translatable("you keep up to %(number)s lines at a table: remove one of them first"), number=MOST_LINES
        )
    return tables.store.new_plan(plan)


def resume(tables: LiveTables, table_id: str, player: Player, seat: int) -> Plan:
    """The line that was looked at last, if it begins where the table is now or nothing is tried in it; else a new one.

    Whoever keeps as many lines as there may be gets the last one.
    """
    with tables.open(table_id) as live:
        _refuse_others(live, player, seat)
        fresh = _first(live, player, seat)
    kept = [plan for plan in tables.store.plans(table_id, player.id) if plan.seat == seat]
    for plan in sorted(kept, key=lambda one: -one.changed):
        if (plan.base, plan.root) == (fresh.base, fresh.root):
            return plan
        if not any(step["by"] == "me" for step in plan.steps) and not plan.name:
            return tables.store.keep_plan(replace(fresh, number=plan.number, version=plan.version))
    try:
        return begin(tables, table_id, player, seat)
    except TooManyLines:
        return max(kept, key=lambda one: one.changed) if kept else begin(tables, table_id, player, seat)


def opened(tables: LiveTables, table_id: str, player: Player, number: int) -> Trial:
    """A line as it is kept. One whose beginning the table has taken back begins at the present position."""
    plan = tables.store.plan(table_id, player.id, number)
    with tables.open(table_id) as live:
        _refuse_others(live, player, plan.seat)
        trial = Trial(live, plan)
        if trial.is_uprooted:
            trial, _ending = renewed(live, trial)
    return trial


def change(
    tables: LiveTables, table_id: str, player: Player, number: int, version: int | None, deed: Callable[[Trial], None]
) -> Trial:
    """Change a line that was seen at a version, and keep it. Raises Stale where it was changed elsewhere meanwhile."""
    trial = opened(tables, table_id, player, number)
    if version is not None and version != trial.plan.version:
        raise Stale(trial.plan.version)
    deed(trial)
    return _keep(tables, trial)


def _keep(tables: LiveTables, trial: Trial) -> Trial:
    kept = tables.store.keep_plan(replace(trial.kept(), changed=now()))
    trial.plan = kept
    return trial


# ---------------------------------------------------------------------------------------------------- deeds


def decide(trial: Trial, actions: Sequence[int | str], chance: Callable[[Sequence[int]], int]) -> None:
    """Make decisions where the line is looked at."""
    if not 1 <= len(actions) <= moves.MOST_ACTIONS:
        raise BadRequest("a move is one decision or a few")
    trial.decide(actions, chance)


def go(trial: Trial, at: int) -> None:
    """Look at the line after so many steps."""
    if not 0 <= at <= len(trial.steps):
        raise BadRequest(translatable("this line has no step %(number)s"), number=at)
    trial.at = at


def back(trial: Trial) -> None:
    """Look at the line before the last step that the reader made, or said for the dice."""
    while trial.at:
        trial.at -= 1
        if trial.steps[trial.at].by in ("me", "dice"):
            return


def set_others(trial: Trial, others: str) -> None:
    """Who answers for the other seats from now on; what they have not answered yet, they answer at once."""
    if others not in OTHERS:
        raise BadRequest(f"the others are one of: {', '.join(OTHERS)}")
    trial.plan = replace(trial.plan, others=others)
    if trial.at == len(trial.steps):
        trial.follow()
        trial.at = len(trial.steps)


def rename(trial: Trial, name: str) -> None:
    """A name for the line, or none."""
    trial.plan = replace(trial.plan, name=spoken_line(name)[:LONGEST_NAME])


# ---------------------------------------------------------------------------------------------------- the table


def renew(tables: LiveTables, table_id: str, player: Player, number: int) -> tuple[Trial, Ending | None]:
    """Bring a line up to date with the table, and keep it so."""
    plan = tables.store.plan(table_id, player.id, number)
    with tables.open(table_id) as live:
        _refuse_others(live, player, plan.seat)
        trial, ending = renewed(live, Trial(live, plan))
    trial.at = min(trial.at, len(trial.steps))
    return _keep(tables, trial), ending


def send(tables: LiveTables, table_id: str, player: Player, number: int, hold: Hold = Hold.NOT, text: str = "") -> Sent:
    """Make the first turn of a line at the table, if its seat is asked; else plan it for when it is.

    Where the table has moved on, the line is brought up to date first. Raises LineEnded where its turn is not legal any
    more, LineMoved where it would cost or bring something else now, or there is none.
    """
    with tables.open(table_id) as live:
        before = opened(tables, table_id, player, number)
        trial, ending = before, None
        if not before.is_current:
            trial, ending = renew(tables, table_id, player, number)
        turn, meant = trial.own_turn(), before.own_turn()
        if ending is not None and turn is None:
            raise LineEnded(ending)
        if turn is None or meant is None:
            raise BadRequest(translatable("this line has no turn of yours to send"))
        if trial is not before and _promise(live, turn) != _promise(live, meant):
            raise LineMoved(
                translatable("The table has moved on. The line is up to date now; look at it, then send it.")
            )
        if not trial.is_asked:
            planned_turns.plan(tables, table_id, player, trial.seat, turn, text)
            return Sent(None)
        if turn.first:
            raise BadRequest(translatable("this line has no turn of yours to send"))
        client_id = f"line-{number}-{trial.plan.version}"
        made = moves.move(tables, table_id, player, trial.seat, live.sequence, turn.actions, client_id, hold=hold)
        return Sent(made)


def _promise(live: LiveTable, turn: OwnTurn) -> tuple[str, ...] | None:
    """What a turn names: its decisions, what they cost and bring."""
    found = promise(live.present, turn.state, turn.actions)
    return None if found is None else (*map(str, turn.actions), *found)


def _first(live: LiveTable, player: Player, seat: int) -> Plan:
    """A line in which nothing is tried yet."""
    decisions = live.state.decisions
    root = live.seen_at(decisions, seat)
    return Plan(live.table.id, player.id, 0, seat, "", decisions, fingerprint(root), changed=now())


def _refuse_others(live: LiveTable, player: Player, seat: int) -> None:
    if seat not in live.seats_of(player.id):
        raise NotYourSeat(translatable("only who sits at the table may try something out"))
    if not live.is_running or live.is_bidding:
        raise NotRunning(translatable("there is nothing to try out: nothing is decided at this table now"))
    refuse_at_rated(live, translatable("This table is rated: things are tried out when the game is over."))
