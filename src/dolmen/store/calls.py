"""How people are called: their channels and wishes, and the outbox of what they are to be told.

There is one row of the outbox for each channel and each thing to tell (`unique(channel, table, kind, key)`). It
is handed over at most once: whoever sends it marks it so first, and only if no newer event stands at its table.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import sqlalchemy as sa

from dolmen.store import schema, statements
from dolmen.store.database import Database
from dolmen.store.errors import Stale
from dolmen.store.rows import Call, CallChannel

_CHANNELS, _WISHES, _CALLS, _LOOKERS = schema.call_channels, schema.call_wishes, schema.calls, schema.lookers
_EVENTS = schema.events

DAY = 24 * 3600 * 1000
KEPT = 30 * DAY
"""So long the outbox remembers what was told, and longer where its game goes on."""
UNCONFIRMED = 3 * DAY
"""So long an address waits to be confirmed."""


class Calls(Database):
    """The commands on channels and on the outbox."""

    # ------------------------------------------------------------------------------------------------ channels

    def add_channel(self, channel: CallChannel) -> CallChannel:
        """A new channel; one of the same address is renewed, unless it is on already. Raises Gone."""
        known = (_CHANNELS.c.player, _CHANNELS.c.kind, _CHANNELS.c.address)
        renewed = {"keys": dict(channel.keys), "label": channel.label, "why": "", "given_up": False}
        again = {
            "status": sa.case((_CHANNELS.c.status == "on", "on"), else_=channel.status),
            "since": sa.case((_CHANNELS.c.status == "on", _CHANNELS.c.since), else_=channel.since),
        }
        with self._writing() as connection:
            insert = statements.insert_into(connection.dialect.name, _CHANNELS).values(asdict(channel))
            upsert = insert.on_conflict_do_update(index_elements=list(known), set_={**renewed, **again})
            row = connection.execute(upsert.returning(_CHANNELS)).one()
        return CallChannel(**row._mapping)

    def channel(self, channel_id: str) -> CallChannel | None:
        """A channel by id."""
        with self._reading() as connection:
            row = connection.execute(sa.select(_CHANNELS).where(_CHANNELS.c.id == channel_id)).first()
        return CallChannel(**row._mapping) if row else None

    def channels_of(self, player_ids: Collection[str], *status: str) -> list[CallChannel]:
        """The channels of people, the oldest first; only those of that status, where one is named."""
        query = sa.select(_CHANNELS).where(_CHANNELS.c.player.in_(player_ids))
        if status:
            query = query.where(_CHANNELS.c.status.in_(status))
        with self._reading() as connection:
            rows = connection.execute(query.order_by(_CHANNELS.c.since, _CHANNELS.c.id))
            return [CallChannel(**row._mapping) for row in rows]

    def confirm_channel(self, channel_id: str, at: int) -> bool:
        """Its owner has confirmed it; False where there is no such channel."""
        asked = _CHANNELS.c.status == "asked"
        values = {"status": "on", "since": sa.case((asked, at), else_=_CHANNELS.c.since)}
        return self._change_channel(channel_id, values, _CHANNELS.c.status != "off")

    def note_trouble(self, channel_id: str, why: str, *, given_up: bool = False, ended: bool = False) -> bool:
        """What went wrong at a channel, empty where nothing did; one that the other side has ended is off."""
        values: dict[str, Any] = {"why": why, "given_up": given_up, **({"status": "off"} if ended else {})}
        return self._change_channel(channel_id, values)

    def _change_channel(self, channel_id: str, values: Mapping[str, Any], *more: sa.ColumnElement[bool]) -> bool:
        update = _CHANNELS.update().where(_CHANNELS.c.id == channel_id, *more).values(**values)
        with self._writing() as connection:
            return bool(connection.execute(update).rowcount)

    def end_channel(self, channel_id: str) -> bool:
        """Forget a channel, its address and what was to be told there; False where there is none."""
        with self._writing() as connection:
            return bool(connection.execute(_CHANNELS.delete().where(_CHANNELS.c.id == channel_id)).rowcount)

    # ------------------------------------------------------------------------------------------------ wishes

    def wishes(self, player_ids: Collection[str]) -> dict[str, list[str]]:
        """The kinds of occasions for which these people want to be called, of those who have said so."""
        with self._reading() as connection:
            rows = connection.execute(sa.select(_WISHES).where(_WISHES.c.player.in_(player_ids)))
            return {row.player: row.kinds for row in rows}

    def set_wishes(self, player_id: str, kinds: Sequence[str]) -> None:
        """From now on for these. Raises Gone."""
        with self._writing() as connection:
            insert = statements.insert_into(connection.dialect.name, _WISHES).values(
                player=player_id, kinds=list(kinds)
            )
            connection.execute(
                insert.on_conflict_do_update(index_elements=["player"], set_={"kinds": insert.excluded.kinds})
            )

    # ------------------------------------------------------------------------------------------------ the outbox

    def called_tables(self, since: int, table_ids: Collection[str] | None = None) -> list[str]:
        """The tables (of these) that go on, or changed since, at which somebody sits who is called."""
        tables, seats = schema.tables, schema.seats
        called = sa.select(_CHANNELS.c.player).where(_CHANNELS.c.status == "on")
        sits = sa.select(seats.c.table).where(seats.c.player.in_(called))
        goes_on = (tables.c.status == "playing") | ((tables.c.status == "finished") & (tables.c.changed > since))
        query = sa.select(tables.c.id).where(goes_on, tables.c.id.in_(sits))
        if table_ids is not None:
            query = query.where(tables.c.id.in_(table_ids))
        with self._reading() as connection:
            return list(connection.scalars(query))

    def write_calls(self, calls: Sequence[Call]) -> int:
        """Put into the outbox what was not there before; gives how many are new. Raises Gone.

        What had come to nothing before it was told, and is wanted anew since, is new: somebody took a move back.
        """
        what = [_CALLS.c[name] for name in ("channel", "table", "kind", "key")]
        with self._writing() as connection:
            insert = statements.insert_into(connection.dialect.name, _CALLS)
            again = {name: insert.excluded[name] for name in ("at", "due", "status", "tries", "letter")}
            anew = (_CALLS.c.status == "moot") & (_CALLS.c.at < insert.excluded.at)
            new = insert.on_conflict_do_update(index_elements=what, set_=again, where=anew).returning(_CALLS.c.id)
            rows = [{name: value for name, value in asdict(call).items() if name != "id"} for call in calls]
            return sum(connection.scalar(new.values(**row)) is not None for row in rows)

    def due_calls(self, at: int, limit: int) -> list[Call]:
        """What is to be told by now, the longest due first."""
        query = sa.select(_CALLS).where(_CALLS.c.status == "waiting", _CALLS.c.due <= at)
        with self._reading() as connection:
            rows = connection.execute(query.order_by(_CALLS.c.due, _CALLS.c.id).limit(limit))
            return [Call(**row._mapping) for row in rows]

    def hand_over(self, calls: Sequence[Call], sequences: Mapping[str, int], letter: str, at: int) -> bool:
        """Mark calls as handed over, all or none: if all of them wait and no table has moved on since.

        `sequences` are the last events that were seen at their tables.
        """
        ids, channel = [call.id for call in calls], calls[0].channel
        try:
            with self._writing() as connection:
                for table, sequence in sequences.items():
                    last = sa.select(sa.func.max(_EVENTS.c.sequence)).where(_EVENTS.c.table == table)
                    if (connection.scalar(last) or 0) != sequence:
                        raise Stale(sequence)
                waiting = _CALLS.update().where(_CALLS.c.id.in_(ids), _CALLS.c.status == "waiting")
                if connection.execute(waiting.values(status="handed", letter=letter)).rowcount != len(ids):
                    raise Stale(0)  # another server has begun to tell them
                connection.execute(_CHANNELS.update().where(_CHANNELS.c.id == channel).values(sent=at))
        except Stale:
            return False
        return True

    def settle_calls(self, calls: Sequence[Call], status: str) -> None:
        """What became of them."""
        self._change_calls(calls, {"status": status})

    def postpone_calls(self, calls: Sequence[Call], due: int) -> None:
        """They were not taken: to be tried again then."""
        self._change_calls(calls, {"status": "waiting", "due": due, "tries": _CALLS.c.tries + 1})

    def _change_calls(self, calls: Sequence[Call], values: Mapping[str, Any]) -> None:
        ids = [call.id for call in calls]
        with self._writing() as connection:
            connection.execute(_CALLS.update().where(_CALLS.c.id.in_(ids)).values(**values))

    def letters_since(self, player_id: str, at: int) -> int:
        """How often somebody was called since then."""
        number = sa.func.count(sa.distinct(_CALLS.c.letter))
        with self._reading() as connection:
            query = sa.select(number).where(_CALLS.c.player == player_id, _CALLS.c.due > at)
            return int(connection.scalar(query) or 0)

    def prune_calls(self, at: int) -> None:
        """Forget what was told long ago, unless that may come up again, and addresses that nobody has confirmed."""
        later = _CALLS.alias()
        tables = schema.tables
        newer = sa.exists().where(
            later.c.channel == _CALLS.c.channel, later.c.table == _CALLS.c.table, later.c.id > _CALLS.c.id
        )
        goes_on = sa.exists().where(tables.c.id == _CALLS.c.table, tables.c.status == "playing")
        old = (_CALLS.c.at < at - KEPT, _CALLS.c.status != "waiting", newer | ~goes_on)
        unconfirmed = (_CHANNELS.c.status == "asked", _CHANNELS.c.since < at - UNCONFIRMED)
        with self._writing() as connection:
            connection.execute(_CALLS.delete().where(*old))
            connection.execute(_CHANNELS.delete().where(*unconfirmed))

    # ------------------------------------------------------------------------------------------------ who looks

    def keep_lookers(self, looking: Collection[tuple[str, str]], at: int, until: int) -> None:
        """At this server these look at tables, (table, player), until then; of the called ones alone. Raises Gone."""
        with self._writing() as connection:
            connection.execute(_LOOKERS.delete().where((_LOOKERS.c.server == self.name) | (_LOOKERS.c.until < at)))
            people = {player for _table, player in looking}
            query = sa.select(_CHANNELS.c.player).where(_CHANNELS.c.status == "on", _CHANNELS.c.player.in_(people))
            called = set(connection.scalars(query))
            rows = [
                {"server": self.name, "table": table, "player": player, "until": until}
                for table, player in looking
                if player in called
            ]
            if rows:
                connection.execute(_LOOKERS.insert(), rows)

    def looks_elsewhere(self, table_id: str, player_id: str, at: int) -> bool:
        """Whether somebody looks at a table at another server."""
        meant = (_LOOKERS.c.table == table_id, _LOOKERS.c.player == player_id, _LOOKERS.c.until >= at)
        with self._reading() as connection:
            return bool(connection.scalar(sa.select(sa.exists().where(*meant))))
