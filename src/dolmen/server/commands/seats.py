"""People who are away: a bot takes their seat, or the game goes on without them; they may come back to a bot's seat.

Everybody may hand the own seat to a bot. Where a table has a clock and it has run out, the others may do it for who is
asked, or drop him from the game where its rules know such a thing.
"""

from __future__ import annotations

from dolmen.bots import find_bot
from dolmen.server.commands.moves import Deciding
from dolmen.server.errors import CannotLeave, NotLate, NotRunning, NotYourSeat
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import TRIES
from dolmen.store import NewEvent, Player, SeatChange, Stale, now


class Absence(Deciding):
    """Who sits where while a game is played."""

    def hand_to_bot(self, table_id: str, player: Player, seat: int, bot: str) -> None:
        """Hand the own seat to a bot; the owner may return."""
        self._change_own(table_id, player, seat, SeatChange(seat, "bot", bot))

    def return_to_seat(self, table_id: str, player: Player, seat: int) -> None:
        """The owner is back."""
        self._change_own(table_id, player, seat, SeatChange(seat, "person"))

    def _change_own(self, table_id: str, player: Player, seat: int, change: SeatChange) -> None:
        for _ in range(TRIES):
            with self.lock(table_id):
                live = self.live_to_change(table_id)
                if seat not in live.seats_of(player.id):
                    raise NotYourSeat("this seat belongs to somebody else")
                if live.seats[seat].kind not in ("person", "bot") or seat in live.conduct.left:
                    raise NotRunning("nobody plays at this seat")
                if live.seats[seat].kind == change.kind and live.seats[seat].bot == change.bot:
                    return
                if change.bot:
                    find_bot(change.bot, live.meta.key)
                try:
                    self._change_seat(live, change, NewEvent("bot", {"bot": change.bot}, seat, player.id))
                    return
                except Stale:
                    live.fresh_until = 0

    def _change_seat(self, live: LiveTable, change: SeatChange, event: NewEvent) -> int:
        """Append the event, change the seat, and let follow what asks nobody now."""
        people = live.people() - {change.seat} | ({change.seat} if change.kind == "person" else set())
        ahead = live.state.clone()
        held = None if live.held == change.seat else live.held  # another seat's turn is not confirmed yet
        follows = self._what_follows(live, ahead, people) if live.is_running and held is None else []
        return self._append(live, [event, *follows], ahead, change, waits_for=held)

    # ------------------------------------------------------------------------------------------------ the others

    def replace_absent(self, table_id: str, player: Player, seat: int, sequence: int, bot: str) -> int:
        """Hand the seat of somebody whose time is up to a bot. Raises Stale if he has moved meanwhile."""
        with self.lock(table_id):
            live = self.live_to_change(table_id)
            by = self._refuse_unless_late(live, player, seat, sequence)
            find_bot(bot, live.meta.key)
            event = NewEvent("bot", {"bot": bot, "by": by}, seat, player.id)
            return self._change_seat(live, SeatChange(seat, "bot", bot), event)

    def drop_absent(self, table_id: str, player: Player, seat: int, sequence: int) -> int:
        """Play on without somebody whose time is up, where the rules of the game know how."""
        with self.lock(table_id):
            live = self.live_to_change(table_id)
            by = self._refuse_unless_late(live, player, seat, sequence)
            action = live.state.game.leaving(live.state, seat)
            if action is None:
                raise CannotLeave("nobody can leave this game now: a bot may take the seat")
            ahead = live.state.clone()
            ahead.apply_trusted(action)
            payload = {"actions": [ahead.game.action_text(action)], "by": by}
            events = [NewEvent("drop", payload, seat, player.id)]
            events += self._what_follows(live, ahead, live.people() - {seat})
            return self._append(live, events, ahead)

    def _refuse_unless_late(self, live: LiveTable, player: Player, seat: int, sequence: int) -> int:
        """The seat of who asks, if he plays here and the other one is asked, absent, and out of time."""
        mine = [own for own in live.seats_of(player.id) if own in live.people() and own != seat]
        if not mine:
            raise NotYourSeat("only who plays at the table may do without somebody")
        if seat in live.seats_of(player.id):
            raise NotYourSeat("this seat is yours: hand it to a bot yourself")
        if sequence != live.sequence:
            raise Stale(live.sequence)
        if live.asked != seat or live.seats[seat].kind != "person":
            raise NotLate("nobody waits for this seat now")
        if not live.is_late(now()):
            raise NotLate("the time of this seat is not up yet")
        return mine[0]
