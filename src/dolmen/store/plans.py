"""What is kept of what players try out: their lines, and the turn that a seat has planned. Nobody else reads them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, fields, replace
from typing import Any

import sqlalchemy as sa

from dolmen.store import schema, statements
from dolmen.store.database import Database
from dolmen.store.errors import NotFound, Stale
from dolmen.store.rows import Plan, PlannedMove

_PLAN = [schema.plans.c[field.name] for field in fields(Plan)]
_MOVE = [schema.planned_moves.c[field.name] for field in fields(PlannedMove)]


class Plans(Database):
    """The commands on lines and planned turns."""

    def plans(self, table_id: str, player_id: str) -> list[Plan]:
        """The lines of a player at a table, in the order in which they were begun."""
        table = schema.plans
        query = sa.select(*_PLAN).where(table.c.table == table_id, table.c.player == player_id)
        with self._reading() as connection:
            return [Plan(**row._mapping) for row in connection.execute(query.order_by(table.c.number))]

    def plan(self, table_id: str, player_id: str, number: int) -> Plan:
        """One of them. Raises NotFound."""
        with self._reading() as connection:
            row = connection.execute(sa.select(*_PLAN).where(*_is(table_id, player_id, number))).first()
        if row is None:
            raise NotFound("there is no such line")
        return Plan(**row._mapping)

    def new_plan(self, plan: Plan) -> Plan:
        """Keep a new line; its number is the next one. Raises Gone."""
        table = schema.plans
        own = (table.c.table == plan.table, table.c.player == plan.player)
        with self._writing() as connection:
            last = connection.scalar(sa.select(sa.func.max(table.c.number)).where(*own)) or 0
            kept = replace(plan, number=last + 1)
            connection.execute(table.insert().values(**_values(kept)))
        return kept

    def keep_plan(self, plan: Plan) -> Plan:
        """Keep a line as it is now. Raises Stale where it was changed elsewhere meanwhile, NotFound where it went."""
        newer = replace(plan, version=plan.version + 1)
        known = (*_is(plan.table, plan.player, plan.number), schema.plans.c.version == plan.version)
        with self._writing() as connection:
            if connection.execute(schema.plans.update().where(*known).values(**_values(newer))).rowcount:
                return newer
        raise Stale(self.plan(plan.table, plan.player, plan.number).version)

    def keep_expected(self, plan: Plan, points: float) -> None:
        """What may be expected of a line, unless it was changed meanwhile. It is no change of the line."""
        known = (*_is(plan.table, plan.player, plan.number), schema.plans.c.version == plan.version)
        with self._writing() as connection:
            connection.execute(schema.plans.update().where(*known).values(expected=points))

    def drop_plan(self, table_id: str, player_id: str, number: int) -> None:
        """Forget a line. Raises NotFound."""
        with self._writing() as connection:
            if not connection.execute(schema.plans.delete().where(*_is(table_id, player_id, number))).rowcount:
                raise NotFound("there is no such line")

    # ------------------------------------------------------------------------------------------------ planned turns

    def planned_moves(self, table_id: str) -> dict[int, PlannedMove]:
        """The turns that the seats of a table have planned."""
        query = sa.select(*_MOVE).where(schema.planned_moves.c.table == table_id)
        with self._reading() as connection:
            return {row.seat: PlannedMove(**row._mapping) for row in connection.execute(query)}

    def plan_move(self, move: PlannedMove) -> None:
        """Keep the planned turn of a seat, in place of the one before; other servers look again. Raises Gone."""
        values = {**asdict(move), "actions": list(move.actions)}
        with self._writing() as connection:
            insert = statements.insert_into(connection.dialect.name, schema.planned_moves).values(**values)
            connection.execute(insert.on_conflict_do_update(index_elements=["table", "seat"], set_=values))
            self._tell(connection, move.table)

    def drop_planned_moves(self, table_id: str, seats: Sequence[int]) -> None:
        """These seats have planned nothing any more; other servers look again."""
        with self._writing() as connection:
            self._drop_planned(connection, table_id, seats)
            self._tell(connection, table_id)

    def _drop_planned(self, connection: sa.Connection, table_id: str, seats: Sequence[int]) -> None:
        table = schema.planned_moves
        connection.execute(table.delete().where(table.c.table == table_id, table.c.seat.in_(seats)))


def _is(table_id: str, player_id: str, number: int) -> tuple[sa.ColumnElement[bool], ...]:
    columns = schema.plans.c
    return columns.table == table_id, columns.player == player_id, columns.number == number


def _values(plan: Plan) -> dict[str, Any]:
    return {**asdict(plan), "steps": [dict(step) for step in plan.steps]}
