"""A line that somebody tries out: from where it begins, step by step, with answers for the other seats.

It begins at a position of the table as the seat may take it to be (`LiveTable.seen_at`), so nothing that the seat may
not know can be found in it. Bots that answer here are quick ones, in this very process.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from dolmen.bots import LEVEL, find_bot
from dolmen.contract.game import CHANCE, State
from dolmen.core.draws import Draws
from dolmen.core.errors import DolmenError, IllegalAction, translatable
from dolmen.core.record_view import copied
from dolmen.core.words import words
from dolmen.server.errors import BadRequest
from dolmen.server.live_table import DecisionEvent, LiveTable
from dolmen.store import Plan

ENGLISH = words("en")
ANSWERER = "greedy"
"""Who answers for the others: quick enough not to be waited for."""
OTHERS = ("bots", "me", "silent")
ROLL = -1
"""What is decided instead of an outcome to let the dice fall."""
MOST_STEPS = 150
"""So many steps a line has at most."""


@dataclass(frozen=True)
class Step:
    """Decisions of one seat, or one of the dice, made in one go."""

    seat: int
    """CHANCE for the dice."""
    actions: tuple[str, ...]
    by: str
    """`me`, `bot`, `dice` (drawn or said), or `rules` where nobody was to be asked."""

    @classmethod
    def read(cls, told: Mapping[str, Any]) -> Step:
        """As it is kept."""
        return cls(int(told["seat"]), tuple(told["actions"]), str(told["by"]))


@dataclass(frozen=True)
class OwnTurn:
    """The first turn of the own seat in a line."""

    state: State
    """The position before it."""
    actions: tuple[int, ...]
    first: int
    """Its first step, from 0."""
    last: int


@dataclass(frozen=True)
class Ending:
    """Why a line that was brought up to date is shorter than before."""

    step: int
    """From 1: the step that cannot be made any more."""
    error: DolmenError
    decisions: int
    """The table's, where the line began before."""
    places: tuple[str, ...]
    """What that step named on the boards."""


class Trial:
    """A line as positions. Made under the table's lock; afterwards it stands alone."""

    def __init__(self, live: LiveTable, plan: Plan) -> None:
        self.plan = plan
        self.seat = plan.seat
        self.base = min(plan.base, live.state.decisions)
        self.root = live.seen_at(self.base, plan.seat)
        self.now = live.state.decisions
        """The decisions of the table."""
        self.is_asked = live.deciding == plan.seat
        """Whether the table waits for the seat to decide."""
        self.is_alone = live.is_alone(live.seats_of(plan.player))
        """Whether nobody else owns a seat there."""
        self._answers = live.conduct.answers.get(plan.seat, {})
        self._live = live.tried(self.root, (), plan.player, plan.version)
        self._present = live.present
        self.steps: list[Step] = []
        self._ends: list[int] = []
        self.whole = self.root.clone()
        """The position at the end of the line."""
        for told in plan.steps:
            try:
                self._add(Step.read(told))
            except DolmenError:
                break
        self.at = max(0, min(plan.at, len(self.steps)))

    # ------------------------------------------------------------------------------------------------ looking

    @property
    def is_current(self) -> bool:
        """Whether it begins where the table is now."""
        return self.base == self.now and not self.is_uprooted

    @property
    def is_uprooted(self) -> bool:
        """Whether the table was taken back and went another way: the line begins nowhere."""
        return fingerprint(self.root) != self.plan.root or self.base != self.plan.base

    def state_at(self, at: int) -> State:
        """The position after so many steps."""
        state = self.whole.clone()
        while state.decisions > self.decisions_at(at):
            state.undo()
        return state

    def decisions_at(self, at: int) -> int:
        """How many decisions so many steps are."""
        return self._ends[at - 1] if at else 0

    def live_at(self, at: int, seat: int) -> LiveTable:
        """The table as it would be after so many steps; what has changed since the seat's last one is marked."""
        made = [
            DecisionEvent(place, "move" if step.by == "me" else step.by, step.seat, end, 0)
            for place, (step, end) in enumerate(zip(self.steps[:at], self._ends, strict=False), start=1)
        ]
        if at and self.steps[at - 1].seat == seat:  # what it has just done is new, too
            made.pop()
        return self._live.tried(self.state_at(at), made, self.plan.player, self.plan.version)

    def bare_end(self) -> State:
        """The position at the end of the line, without its past."""
        return State(self.root.game, copied(self.whole.records))

    def own_turn(self) -> OwnTurn | None:
        """The first turn of the own seat, as far as the line has it."""
        for first, step in enumerate(self.steps):
            if step.seat != self.seat:
                continue
            state = self.state_at(first)
            if state.turn and state.turn_player != self.seat:
                continue
            last = first
            while last + 1 < len(self.steps) and self.steps[last + 1].seat == self.seat:
                last += 1
            texts = [text for one in self.steps[first : last + 1] for text in one.actions]
            return OwnTurn(state, tuple(map(state.action_id, texts)), first, last)
        return None

    def kept(self) -> Plan:
        """The line as it is to be kept."""
        steps = [{**asdict(step), "actions": list(step.actions)} for step in self.steps]
        same = steps == [dict(step) for step in self.plan.steps]
        expected = self.plan.expected if same else None
        root = fingerprint(self.root)
        return replace(self.plan, base=self.base, root=root, steps=steps, at=self.at, expected=expected)

    # ------------------------------------------------------------------------------------------------ trying

    def decide(self, actions: Sequence[int | str], chance: Callable[[Sequence[int]], int] = secrets.choice) -> None:
        """Make decisions at the place that is looked at; what came after it goes, unless it was the same.

        Raises IllegalAction, BadRequest.
        """
        state = self.state_at(self.at)
        seat = state.current_player
        if seat == CHANCE and list(actions) == [ROLL]:
            actions = [chance(state.legal_actions())]
        texts = []
        for action in actions:
            if state.current_player != seat:
                raise IllegalAction("the move goes on after the seat has nothing more to decide")
            number = state.action_id(action)
            state.apply(number)
            texts.append(state.game.action_text(number))
        step = Step(seat, tuple(texts), "dice" if seat == CHANCE else "me")
        if self.at == len(self.steps) or self.steps[self.at] != step:
            self.cut(self.at)
            self._add(step)
            self.follow()
            self.at = len(self.steps)
        else:
            self.at += 1
            while self.at < len(self.steps) and self.steps[self.at].by in ("bot", "rules"):
                self.at += 1

    def follow(self) -> None:
        """Add what nobody is asked for, and the answers of the others, up to the next question or roll."""
        while not self.whole.is_terminal() and not self.whole.is_chance():
            seat, legal = self.whole.current_player, self.whole.legal_actions()
            if len(legal) == 1:
                self._add(Step(seat, (self.whole.game.action_text(legal[0]),), "rules"))
            elif seat == self.seat:
                settled = self._present.auto_answer(self.whole, self._answers)
                if settled not in legal:
                    return
                self._add(Step(seat, (self.whole.game.action_text(settled),), "rules"))
            elif self.plan.others == "me" or not self._answer_for(seat):
                return

    def let_bot_answer(self) -> None:
        """Let a bot decide for whoever is asked at the place that is looked at."""
        state = self.state_at(self.at)
        if state.current_player < 0:
            raise BadRequest(translatable("nobody is asked here"))
        self.cut(self.at)
        self._add(self._bot_step())
        self.follow()
        self.at = len(self.steps)

    def cut(self, at: int) -> None:
        """Forget what comes after so many steps."""
        self.whole = self.state_at(at)
        del self.steps[at:], self._ends[at:]
        self.at = min(self.at, at)

    def _answer_for(self, seat: int) -> bool:
        """Answer for another seat, if it is not silent now; whether it was answered."""
        if self.plan.others == "silent":
            if not self.whole.turn or self.whole.turn_player == seat:
                return False
            declined = self._present.declining(self.whole)
            if declined is not None and self.whole.is_legal(declined):
                self._add(Step(seat, (self.whole.game.action_text(declined),), "bot"))
                return True
        self._add(self._bot_step())
        return True

    def _bot_step(self) -> Step:
        """What a bot decides for the seat that is asked, up to the end of its turn."""
        ahead = self.whole.clone()
        bot, draws = find_bot(ANSWERER, ahead.game.meta.key), Draws(ahead.decisions)
        seat, turn = ahead.current_player, ahead.turn
        while (ahead.current_player, ahead.turn) == (seat, turn):
            chosen = bot.decide(ahead, LEVEL, draws)
            ahead.apply_trusted(chosen if ahead.is_legal(chosen) else ahead.legal_actions()[0])
        made = ahead.history[self.whole.decisions :]
        return Step(seat, tuple(map(ahead.game.action_text, made)), "bot")

    def _add(self, step: Step) -> None:
        """A step at the end of the line, checked by the rules."""
        if len(self.steps) >= MOST_STEPS:
            raise BadRequest(translatable("a line has up to %(number)s steps"), number=MOST_STEPS)
        before = self.whole.decisions
        try:
            for text in step.actions:
                if self.whole.current_player != step.seat:
                    raise IllegalAction(translatable("another seat is asked here"))
                self.whole.apply(text)
        except DolmenError:
            while self.whole.decisions > before:
                self.whole.undo()
            raise
        self.steps.append(step)
        self._ends.append(self.whole.decisions)


def fingerprint(state: State) -> str:
    """What tells a position from others."""
    return hashlib.sha256(state.to_bytes()).hexdigest()[:16]


# ---------------------------------------------------------------------------------------------------- up to date


def renewed(live: LiveTable, old: Trial) -> tuple[Trial, Ending | None]:
    """The line from the present position of the table on: what has happened is left out, answers may be others.

    Under the table's lock. Where a step of the own seat is not legal any more, the line ends.
    """
    plan = replace(old.plan, base=live.state.decisions, root="", steps=(), at=0)
    new = Trial(live, plan)
    new.plan = replace(plan, root=fingerprint(new.root))
    done = _steps_done(live, old)
    for place in range(done, len(old.steps)):
        step = old.steps[place]
        try:
            if step.seat == old.seat:
                _wait_for(new, step.seat)
                new._add(step)
            elif new.whole.current_player == step.seat:
                new._add(step)
        except BadRequest:
            break
        except DolmenError as error:
            if step.seat == old.seat and step.by == "me":
                return new, Ending(place + 1 - done, error, old.base, _places_of(old, place))
    if not new.steps:
        new.follow()
    return new, None


def _steps_done(live: LiveTable, old: Trial) -> int:
    """How many steps of a line have happened: as it has them, or another turn of the seat instead of its own."""
    happened = live.state.history[old.base : _last_told(live)]
    planned = old.whole.history
    same = 0
    while same < min(len(happened), len(planned)) and happened[same] == planned[same]:
        same += 1
    followed = sum(end <= same for end in old._ends)
    passed = _own_turns(live, old) if same < len(happened) else 0
    for place, turns in enumerate(_turns_before(old)):
        if turns >= passed:
            return max(followed, place)
    return max(followed, len(old.steps))


def _last_told(live: LiveTable) -> int:
    """How many decisions everybody knows of: where something is hidden, a payment is told when it is made."""
    if live.is_open:
        return live.state.decisions
    entries = live.log(ENGLISH)
    return entries[-1].decision if entries else 0


def _own_turns(live: LiveTable, old: Trial) -> int:
    """How many turns of the seat have ended at the table since the line began."""
    turns = set()
    for place in range(old.base, live.state.decisions):
        record = live.state.records_before(place)[0]
        if int(record.player) == int(record.turn_player) == old.seat:
            turns.add(int(record.turn))
    if live.state.turn_player == old.seat:
        turns.discard(live.state.turn)
    return len(turns)


def _turns_before(old: Trial) -> list[int]:
    """Before each step of a line, how many turns of the own seat it has had so far."""
    seen: set[int] = set()
    found = []
    for place, step in enumerate(old.steps):
        record = old.whole.records_before(old.decisions_at(place))[0]
        begins = step.seat == old.seat == int(record.turn_player) and int(record.turn) not in seen
        if not begins and seen and step.seat == old.seat:
            found.append(len(seen) - 1)
            continue
        found.append(len(seen))
        if begins:
            seen.add(int(record.turn))
    return found


def _wait_for(new: Trial, seat: int) -> None:
    """Let bots and dice go on until a seat is asked, or nobody is."""
    while not new.whole.is_terminal() and new.whole.current_player != seat:
        if new.whole.is_chance():
            faces = new.whole.legal_actions()
            face = Draws(new.whole.decisions).pick(faces)
            new._add(Step(CHANCE, (new.whole.game.action_text(face),), "dice"))
        else:
            new._add(new._bot_step())


def _places_of(old: Trial, place: int) -> tuple[str, ...]:
    """What a step named on the boards, by the log of the line: a deed is told when it is whole."""
    first = old.decisions_at(place)
    entries = old._present.log(old.whole, 0, old._live.names, ENGLISH)
    return next((entry.places for entry in entries if entry.decision > first), ())
