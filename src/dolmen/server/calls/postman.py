"""Takes letters out of the house: by push, by mail, to a chat room.

The way there is opened first. Then, at the last moment, what is to be told is looked at once more and marked as handed
over: what a seat has done meanwhile, or somebody sees, is not told.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from email.message import EmailMessage

from starlette.concurrency import run_in_threadpool

from dolmen.core.errors import DolmenError
from dolmen.core.words import Words, words
from dolmen.server.calls import hook, mail
from dolmen.server.calls.calling import Calling
from dolmen.server.calls.errors import NotTaken
from dolmen.server.calls.letters import Letter, Line, confirm_line, line_of, try_line
from dolmen.server.calls.lookers import Lookers
from dolmen.server.calls.occasions import occasions
from dolmen.server.calls.outside import connected
from dolmen.server.calls.push import encrypted
from dolmen.server.config import Config
from dolmen.server.live_tables import LiveTables
from dolmen.store import Call, CallChannel, Unavailable, now
from dolmen.store.calls import DAY
from dolmen.store.secrets import new_id

ATTEMPTS = 5
"""So often is looked anew where a table moves on while a letter is written."""
LONGEST_PUSH = 900
"""Letters of a notice, of up to four bytes each; push services take about four thousand bytes."""


@dataclass
class Delivery:
    """What is to be told by one channel at a time."""

    channel: CallChannel
    calls: list[Call]
    handed: list[Call] = field(default_factory=list)
    """Those that were handed over."""


class Postman:
    """Delivers."""

    def __init__(self, config: Config, tables: LiveTables, calling: Calling, lookers: Lookers) -> None:
        self._config = config
        self._tables = tables
        self._calling = calling
        self._lookers = lookers

    async def deliver(self, delivery: Delivery) -> None:
        """Tell what still holds, if anything does. Raises NotTaken, NoAnswer, Unavailable."""
        if not await run_in_threadpool(self._holds_any, delivery):
            return
        if delivery.channel.kind == "mail":
            await run_in_threadpool(self._mail, delivery)
        else:
            await self._post(delivery)

    def _holds_any(self, delivery: Delivery) -> bool:
        """Whether there is anything to tell: what there is not is done with, and no way is opened for it."""
        return self._write(delivery) is not None

    def _mail(self, delivery: Delivery) -> None:
        channel = delivery.channel

        def hand_over() -> EmailMessage | None:
            letter = self._hand_over(delivery)
            return mail.message(self._config, channel.address, letter, self._calling.links(channel)) if letter else None

        mail.send(self._config, channel.address, hand_over)

    async def _post(self, delivery: Delivery) -> None:
        channel = delivery.channel
        async with connected(channel.address, here=self._config.notices_here) as connection:
            letter = await run_in_threadpool(self._hand_over, delivery)
            if letter is None:
                return
            if channel.kind == "push":
                body = encrypted(self._push_text(letter), channel.keys)
                headers = self._calling.vapid.headers(channel.address, topic=_topic(letter))
            else:
                body, headers = hook.hook_body(channel.address, letter, self._calling.address), hook.HEADERS
            answer = await connection.post(headers, body)
        answer.refuse()

    def _push_text(self, letter: Letter) -> bytes:
        """What the browser's worker shows; addresses are below its own."""
        text = "\n".join(" ".join(filter(None, (line.text, line.asked))) for line in letter.lines)
        told = {"title": letter.subject, "body": text[:LONGEST_PUSH], "path": letter.path[1:], "tag": _topic(letter)}
        return json.dumps(told, ensure_ascii=False).encode()

    # ------------------------------------------------------------------------------------------------ the last moment

    def _hand_over(self, delivery: Delivery) -> Letter | None:
        """The letter, marked as handed over; None where there is nothing to tell any more. Raises Unavailable."""
        for _attempt in range(ATTEMPTS):
            written = self._write(delivery)
            if written is None:
                return None
            letter, calls, sequences = written
            if self._tables.store.hand_over(calls, sequences, letter.id, now()):
                delivery.handed = calls
                return letter
        raise NotTaken("busy")

    def _write(self, delivery: Delivery) -> tuple[Letter, list[Call], dict[str, int]] | None:
        """The letter as it would be now, with what it tells and the last events that it knows of.

        What does not hold any more is done with.
        """
        store = self._tables.store
        channel = store.channel(delivery.channel.id)  # (it may have been ended)
        if channel is None or self._has_had_enough(channel, delivery):
            return None
        spoken = self._words(channel)
        lines: list[Line] = []
        told: list[Call] = []
        moot: list[Call] = []
        sequences: dict[str, int] = {}
        for call in delivery.calls:
            line = self._line(call, channel, spoken, sequences)
            (moot if line is None else told).append(call)
            lines += [line] if line is not None else []
        if moot:
            store.settle_calls(moot, "moot")
            delivery.calls = told
        return (Letter(new_id(), tuple(lines), spoken), told, sequences) if told else None

    def _line(self, call: Call, channel: CallChannel, spoken: Words, sequences: dict[str, int]) -> Line | None:
        """What a call says now; None where it has nothing to say any more."""
        if call.kind == "confirm":
            path = self._calling.path("confirm", channel.id)
            return confirm_line(spoken, path) if channel.status == "asked" else None
        if channel.status != "on":
            return None
        if call.table is None:
            return try_line(spoken)
        if self._lookers.looks(call.table, call.player):
            return None
        try:
            drawn = self._tables.store.tournament_of_table(call.table) is not None
            with self._tables.open(call.table) as live:
                for one in occasions(live, now(), drawn=drawn):
                    if (one.player, one.kind, one.key) == (call.player, call.kind, call.key):
                        sequences[call.table] = live.sequence
                        return line_of(live, one, spoken)
        except Unavailable:
            raise
        except DolmenError:
            return None  # the table is gone, or cannot be followed any more
        return None

    def _has_had_enough(self, channel: CallChannel, delivery: Delivery) -> bool:
        """Whether somebody was called as often as a day has; then it is not told at all."""
        most, store = self._config.notices_a_day, self._tables.store
        if not most or store.letters_since(channel.player, now() - DAY) < most:
            return False
        store.note_trouble(channel.id, "too many", given_up=True)
        store.settle_calls(delivery.calls, "failed")
        return True

    def _words(self, channel: CallChannel) -> Words:
        player = self._tables.store.player(channel.player)
        return words(player.language if player else "")


def _topic(letter: Letter) -> str:
    """What a notice is about: a later one of the same takes its place."""
    return letter.path.rpartition("/")[2] or "tables"
