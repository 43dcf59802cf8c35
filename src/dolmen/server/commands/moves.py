"""The decisions at a table: make them, let follow what asks nobody, take them back.

A decision is checked by the rules alone, then appended with the sequence that its sender saw. What follows without a
question (the die, a choice of one, what a player has settled) is appended in the same transaction, so that a table
never stands between two.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set

from dolmen.contract.game import State
from dolmen.core.errors import IllegalAction
from dolmen.core.words import words
from dolmen.server.errors import BadRequest, NothingToConfirm, NothingToTakeBack, NotRunning, NotYourSeat, NotYourTurn
from dolmen.server.live_table import LiveTable, summary
from dolmen.server.live_tables import TRIES, Watching
from dolmen.store import NewEvent, Player, SeatChange, Snapshot, Stale

Settled = Mapping[int, Mapping[str, str]]
"""What the seats have settled for their later answers."""
ENGLISH = words("en")
_CLIENT_ID = re.compile(r"[\w.:-]{1,64}")


class Deciding(Watching):
    """Everything that changes a position."""

    def _begin(self, table_id: str) -> None:
        """Make what the first position asks nobody for."""
        with self.lock(table_id):
            live = self.live(table_id)
            ahead = live.state.clone()
            events = self._what_follows(live, ahead)
            if events:
                self._append(live, events, ahead)
        self._tell(table_id)

    def move(
        self,
        table_id: str,
        player: Player | None,
        seat: int,
        sequence: int,
        actions: Sequence[int | str],
        client_id: str | None,
        *,
        hold: bool = False,
    ) -> int:
        """Make decisions for a seat, seen at `sequence`. Returns the new sequence.

        With `hold`, nothing follows the own turn before it is confirmed: nobody is asked, no die is rolled.
        Raises Stale if the table has moved on, Repeated if this very move was made before, IllegalAction if the rules
        do not allow it. In each case nothing has changed.
        """
        with self.lock(table_id):
            live = self.live_to_change(table_id)
            if seat not in live.seats_of(player.id if player else None) or live.seats[seat].kind != "person":
                raise NotYourSeat("this seat belongs to somebody else")
            by = player.id if player else None
            return self._decide(live, seat, by, sequence, actions, client_id, hold=hold)

    def bot_move(self, table_id: str, seat: int, sequence: int, action: int) -> int:
        """A bot's decision."""
        with self.lock(table_id):
            live = self.live_to_change(table_id)
            if live.seats[seat].kind != "bot":
                raise NotYourSeat("no bot sits there")
            return self._decide(live, seat, None, sequence, [action], None)

    def _decide(
        self,
        live: LiveTable,
        seat: int,
        player: str | None,
        sequence: int,
        actions: Sequence[int | str],
        client_id: str | None,
        *,
        hold: bool = False,
    ) -> int:
        if client_id is not None and not _CLIENT_ID.fullmatch(client_id):
            raise BadRequest("a client id is 1 to 64 letters, digits or marks")
        if sequence != live.sequence:
            if client_id is not None:  # perhaps it is the same move again
                self.store.append(live.table.id, -1, [NewEvent("move", client_id=client_id)])
            raise Stale(live.sequence)
        if not live.is_running:
            raise NotRunning("nothing is decided at this table now")
        if live.deciding != seat:
            raise NotYourTurn("this seat is not asked now")
        if not 1 <= len(actions) <= 20:
            raise BadRequest("a move is one decision or a few")
        ahead = live.state.clone()
        texts = []
        for action in actions:
            if ahead.current_player != seat:
                raise IllegalAction("the move goes on after the seat has nothing more to decide")
            number = ahead.action_id(action)
            ahead.apply(number)
            texts.append(ahead.game.action_text(number))
        own_turn = not live.state.turn or live.state.turn_player == seat  # answers in another's turn need no confirming
        hold = hold and own_turn and not live.present.ends_turn(number)
        payload = {"actions": texts, "hold": True} if hold else {"actions": texts}
        events = [NewEvent("move", payload, seat, player, client_id)]
        events += self._what_follows(live, ahead, holding=seat if hold else None)
        return self._append(live, events, ahead, waits_for=seat if hold else None)

    def confirm(self, table_id: str, player: Player, seat: int, sequence: int) -> int:
        """End the own turn, seen at `sequence`: what follows it, follows. Returns the new sequence.

        Raises Stale if the table has moved on, Repeated if this very turn was confirmed before.
        """
        with self.lock(table_id):
            live = self.live_to_change(table_id)
            if seat not in live.seats_of(player.id) or live.seats[seat].kind != "person":
                raise NotYourSeat("this seat belongs to somebody else")
            event = NewEvent("confirm", {}, seat, player.id, client_id=f"confirm {sequence}")
            if sequence != live.sequence:  # perhaps it is the same confirmation again
                self.store.append(table_id, -1, [event])
            if live.held != seat:
                raise NothingToConfirm("this seat has no turn to confirm")
            ahead = live.state.clone()
            return self._append(live, [event, *self._what_follows(live, ahead)], ahead)

    def _what_follows(
        self,
        live: LiveTable,
        ahead: State,
        people: Set[int] | None = None,
        settled: Settled | None = None,
        holding: int | None = None,
    ) -> list[NewEvent]:
        """The die, choices of one, answers that people have settled: applied to `ahead`, returned as events.

        Who is a person and what is settled is as at the table, unless it changes with these events. Nothing follows
        that is not the affair of the seat that is still to confirm its turn.
        """
        people = live.people() if people is None else people
        settled = live.conduct.settled if settled is None else settled
        events = []
        while not ahead.is_terminal():
            legal, seat = ahead.legal_actions(), ahead.current_player
            event: NewEvent | None = None
            if holding not in (None, seat):
                break
            if ahead.is_chance():
                event = _decision("chance", ahead, self._chance(legal))
            elif seat in people and len(legal) == 1:
                event = _decision("forced", ahead, legal[0], seat)
            elif seat in people:
                answer = live.present.auto_answer(ahead, settled.get(seat, {}))
                if answer in legal:
                    event = _decision("standing answer", ahead, answer, seat)
            if event is None:
                break
            events.append(event)
        return events

    def _append(
        self,
        live: LiveTable,
        events: list[NewEvent],
        ahead: State,
        seat: SeatChange | None = None,
        waits_for: int | None = None,
    ) -> int:
        """Append events that lead to the position `ahead`, where perhaps a seat is still to confirm its turn."""
        table_id = live.table.id
        told = summary(ahead)
        if waits_for is not None and not ahead.is_terminal():
            told["deciding"] = waits_for
        snapshot = Snapshot(table_id, live.sequence + len(events), ahead.to_bytes(), told)
        live.fold(self.store.append(table_id, live.sequence, events, snapshot, seat))
        self.decisions += 1
        finished = ahead.is_terminal() and live.table.status == "playing"
        if finished:
            self.store.set_status(table_id, "finished")
        self._tell(table_id, known=not finished and seat is None)
        return live.sequence

    def back(self, table_id: str, player: Player, seat: int, sequence: int) -> None:
        """Take back the own last decision, while nothing was revealed and nobody else has acted."""
        with self.lock(table_id):
            live = self.live_to_change(table_id)
            if seat not in live.seats_of(player.id):
                raise NotYourSeat("this seat belongs to somebody else")
            to = live.back_to(seat)
            if to is None or not live.is_running:
                raise NothingToTakeBack("something was revealed or another seat has acted")
            self.store.append(table_id, sequence, [NewEvent("back", {"to": to}, seat, player.id)])
        self._tell(table_id)

    def ask_undo(self, table_id: str, player: Player, seat: int, sequence: int) -> None:
        """Ask the others to take back the own last decision; alone with bots, it is done at once."""
        with self.lock(table_id):
            live = self.live_to_change(table_id)
            if seat not in live.seats_of(player.id):
                raise NotYourSeat("this seat belongs to somebody else")
            to = live.undo_to(seat)
            if to is None or not live.is_running:
                raise NothingToTakeBack("there is nothing to take back")
            mine = set(live.seats_of(player.id))
            kind = "back" if live.people() <= mine else "ask undo"
            self.store.append(table_id, sequence, [NewEvent(kind, {"to": to}, seat, player.id)])
        self._tell(table_id)

    def answer_undo(self, table_id: str, player: Player, seat: int, sequence: int, *, agree: bool) -> None:
        """Agree or not that another one takes back a decision."""
        with self.lock(table_id):
            live = self.live_to_change(table_id)
            if seat not in live.seats_of(player.id):
                raise NotYourSeat("this seat belongs to somebody else")
            if live.undo_request is None:
                raise NothingToTakeBack("nobody has asked")
            kind = "agree undo" if agree else "refuse undo"
            self.store.append(table_id, sequence, [NewEvent(kind, {}, seat, player.id)])
        self._tell(table_id)

    # ------------------------------------------------------------------------------------------------ settling

    def settle(self, table_id: str, player: Player, seat: int, settled: Mapping[str, str]) -> None:
        """Settle later answers of a seat, from now on; what is asked now is answered by it at once."""
        for _ in range(TRIES):
            with self.lock(table_id):
                live = self.live_to_change(table_id)
                if seat not in live.seats_of(player.id):
                    raise NotYourSeat("this seat belongs to somebody else")
                self._refuse_unknown(live, settled)
                event = NewEvent("standing", {"settled": dict(settled)}, seat, player.id)
                ahead = live.state.clone()
                changed = {**live.conduct.settled, seat: settled}
                asks = live.is_running and live.held is None
                follows = self._what_follows(live, ahead, settled=changed) if asks else []
                try:
                    self._append(live, [event, *follows], ahead, waits_for=live.held)
                    return
                except Stale:
                    live.fresh_until = 0

    def _refuse_unknown(self, live: LiveTable, settled: Mapping[str, str]) -> None:
        known = {
            field.name: [value for value, _text in field.values] for field in live.present.auto_answer_fields(ENGLISH)
        }
        for name, value in settled.items():
            if value not in known.get(name, ()):
                raise BadRequest(f"'{name}' cannot be settled as '{value}'")


def _decision(kind: str, ahead: State, action: int, seat: int | None = None) -> NewEvent:
    """Make a decision that is known to be legal, and the event that tells it."""
    ahead.apply_trusted(action)
    return NewEvent(kind, {"actions": [ahead.game.action_text(action)]}, seat)
