"""Plays the community's commands on a state, adding what a row leaves unsaid (`done`, `later`, a dwelling's terrain).

The community's rows come from play by link: answers to offers arrive late, a turn ends when somebody else acts. So
the player says `later` until the answer comes and `done` when the next action does; it never looks ahead to other rows.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from dolmen.errors import IllegalAction
from dolmen.game import Records, State
from dolmen.mask import has, new_mask
from dolmen.reading import copied
from dolmen.terra_mystica.actions import (
    ADVANCE_DIGGING,
    ADVANCE_SHIPPING,
    BRIDGE,
    BUILD,
    BURN,
    COLOUR,
    CONNECT,
    CONVERSIONS,
    CONVERT,
    CULT_STEP,
    DECLINE,
    DIG,
    DISCARD,
    DONE,
    DOUBLE_STEP,
    DROP,
    FAVOUR,
    LATER,
    LEECH,
    NUM_ACTIONS,
    PASS,
    PASS_BONUS,
    STAY,
    TOWN,
    TRANSFORM,
    UPGRADE,
    WAIT,
    answer_id,
    from_text,
    send_id,
    upgrade_id,
)
from dolmen.terra_mystica.apply import advance, decide, runs_on
from dolmen.terra_mystica.board import COLOURS, HEX_NAMES, RIVERS, SHORES, holds
from dolmen.terra_mystica.commands import ACTIONS, Command
from dolmen.terra_mystica.cults import free_place
from dolmen.terra_mystica.factions import NAMES
from dolmen.terra_mystica.leaving import SETUP_PHASES, refusal_to_leave
from dolmen.terra_mystica.leech import offer_size
from dolmen.terra_mystica.record import NO_HEX, NOBODY, Phase
from dolmen.terra_mystica.refusal import expected
from dolmen.terra_mystica.spades import home_of, may_become, spades_needed


class CommandPlayer:
    """A state, and the community's commands made on it. Every command is checked."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.decisions = 0
        self.settled: Records = copied(state.records)
        """The position right after the last decision, before income and the like."""
        self.automatic: dict[Phase, Records] = {}
        """The positions after the last cult bonus and the last income, and before final scoring."""
        self.trail: list[Records] = []
        """The positions after each decision since the trail was last cleared."""
        self.offers_made: list[int] = []
        """Sizes of the offers since the list was last cleared, those to players who left included."""
        self.staying: set[int] = set()
        """Cult tracks that were named to stay at 9."""
        self.cults_wanted: Sequence[int] | None = None
        """Where the row says the cult markers end: decides which track stays at 9 where no command does."""
        self._rest: deque[Command] = deque()
        self._mask = new_mask(NUM_ACTIONS)

    # ------------------------------------------------------------------------------------------------ decisions

    @property
    def record(self) -> Any:
        """The position."""
        return self.state.record

    @property
    def phase(self) -> int:
        """What is asked for."""
        return int(self.record.phase)

    def is_legal(self, action: int) -> bool:
        """Whether a decision is legal now."""
        self.state.game.legal_in(self.state.records, self._mask)
        return bool(has(self._mask, action))

    def make(self, action: int) -> None:
        """Make one decision, checked, and keep the positions that it passes through."""
        if not self.is_legal(action):
            raise IllegalAction(self.state.game.refusal(self.record, action))
        self._make_trusted(action)

    def _make_trusted(self, action: int) -> None:
        between = copied(self.state.records)
        builds = self.phase == Phase.ACTION and BUILD <= action < TRANSFORM
        builder = int(self.record.player)
        self.state.apply_trusted(action)
        self.decisions += 1
        decide(between[0], action)
        self.settled = copied(between)
        self.trail.append(self.settled)
        if builds:
            land = action - BUILD if action < UPGRADE else (action - UPGRADE) // 4
            sizes = [offer_size(between[0], seat, land) for seat in range(self.state.game.players) if seat != builder]
            self.offers_made += [int(size) for size in sizes if size > 0]
        while runs_on(between[0]):
            phase = Phase(int(between[0].phase))
            if phase == Phase.FINAL:
                self.automatic[phase] = copied(between)
            advance(between[0])
            self.automatic[phase] = self.automatic[phase] if phase == Phase.FINAL else copied(between)

    # ------------------------------------------------------------------------------------------------ rows

    def perform(self, seat: int, commands: Iterable[Command]) -> None:
        """Make the commands of one row."""
        self._rest = deque(commands)
        self._end_action_before(seat)
        while self._rest:
            command = self._rest.popleft()
            _VERBS[command.verb](self, seat, command)
        self._stay_where_wanted()

    def _end_action_before(self, seat: int) -> None:
        """Two actions in a row, of the last player or in a double turn, stand on two rows: the first one ends here."""
        if self.phase != Phase.ACTION or int(self.record.player) != seat or not self._comes_to_act():
            return
        last = int(sum(self.record.passed[: self.state.game.players])) == self.state.game.players - 1
        if self.record.acted and (last or int(self.record.actions_left) > 0) and self.is_legal(DONE):
            self.make(DONE)

    def drop(self, faction: int) -> None:
        """A faction leaves the game."""
        refusal = refusal_to_leave(self.state, faction)
        if refusal:
            raise IllegalAction(refusal)
        self._make_trusted(DROP + faction)

    def _comes_to_act(self) -> bool:
        """Whether the rest of the row holds an action."""
        return any(command.verb in ACTIONS for command in self._rest)

    # ------------------------------------------------------------------------------------------------ whose turn

    def come_to_turn(self, seat: int, acts: bool, spades: bool = False) -> None:
        """Bring the game to the seat's own turn: others end theirs, nobody answers what is not said.

        With `spades` the seat's spades of the cult bonus will do; otherwise they are thrown away.
        """
        while True:
            phase = self.phase
            asked = int(self.record.player)
            mine = asked == seat and (phase == Phase.ACTION or (phase == Phase.SPADE and spades))
            if phase in SETUP_PHASES or mine:
                return
            if phase == Phase.OFFER and asked == seat and acts:
                self.make(self._answer(DECLINE))  # who acts refuses what is open
            elif phase in (Phase.OFFER, Phase.REWARD):
                self.make(LATER)
            elif phase == Phase.OVER:
                raise IllegalAction("the game is over")
            else:
                self._end_part(seat)

    def _end_part(self, seat: int) -> None:
        """Somebody else acts: the player who decides ends his turn, or gives up his spades."""
        if self.phase == Phase.SPADE and int(self.record.transforming) == NO_HEX:
            self.make(DISCARD)
            return
        self._throw_spades_away()
        if not self.is_legal(DONE):
            if seat == NOBODY:
                raise IllegalAction(f"the round cannot end yet: {expected(self.record)}")
            raise IllegalAction(f"it is not the turn of {self._name(seat)}: {expected(self.record)}")
        self.make(DONE)

    def run_on(self, until: Callable[[], bool]) -> None:
        """Let everything end that nobody goes on with, until a phase is reached."""
        while not until():
            if self.state.is_terminal():
                raise IllegalAction("the game is over")
            if self.phase in SETUP_PHASES:
                raise IllegalAction(f"the set-up is not complete: {expected(self.record)}")
            if self.phase in (Phase.OFFER, Phase.REWARD):
                self.make(LATER)
            else:
                self._end_part(NOBODY)

    def _name(self, seat: int) -> str:
        return NAMES[int(self.record.faction[seat])]

    # ------------------------------------------------------------------------------------------------ a turn's commands

    def _begin(self, seat: int, action: int) -> None:
        """Make an action; the one before it ends, if need be (the last player, a double turn)."""
        self.come_to_turn(seat, acts=True)
        if int(self.record.player) != seat:
            raise IllegalAction(f"it is not the turn of {self._name(seat)}: {expected(self.record)}")
        if self.phase == Phase.ACTION and self.record.acted and not self.is_legal(action):
            self._throw_spades_away()
            if self.is_legal(DONE):
                self.make(DONE)
                self.come_to_turn(seat, acts=True)
        if self.phase == Phase.ACTION and not self.record.acted and self._has_offer(seat):
            self.make(WAIT)  # who acts refuses what is open: one by one, as the rows show it
            self.come_to_turn(seat, acts=True)
        self.make(action)

    def _has_offer(self, seat: int) -> bool:
        return any(int(self.record.offer_to[index]) == seat for index in range(int(self.record.offers)))

    def _throw_spades_away(self) -> None:
        while self.phase == Phase.ACTION and int(self.record.spades) > 0 and self.is_legal(DISCARD):
            self.make(DISCARD)

    def _build(self, seat: int, command: Command) -> None:
        (land,) = command.parts
        self.come_to_turn(seat, acts=True)
        works = self.phase == Phase.ACTION and int(self.record.player) == seat
        if works and (int(self.record.spades) > 0 or self.record.sandstorm_due):
            home = home_of(self.record, seat)
            if int(self.record.terrain[land]) != home:
                self._turn_into(seat, land, home)
            while self._rest and self._rest[0].verb == "transform" and int(self.record.spades) > 0:
                self._transform(seat, self._rest.popleft())
            self._throw_spades_away()
        self._begin(seat, BUILD + land)

    def _upgrade(self, seat: int, command: Command) -> None:
        land, structure = command.parts
        self._begin(seat, upgrade_id(land, structure))

    def _transform(self, seat: int, command: Command) -> None:
        self.come_to_turn(seat, acts=False, spades=True)
        land = command.parts[0]
        colour = command.parts[1] if len(command.parts) > 1 else self._towards_home(seat, land)
        self._turn_into(seat, land, colour)

    def _towards_home(self, seat: int, land: int) -> int:
        """The terrain nearest to home that the open spades lead to."""
        home = home_of(self.record, seat)
        if self.record.sandstorm_due or may_become(self.record, seat, land, home):
            return home
        reached = [colour for colour in range(7) if may_become(self.record, seat, land, colour)]
        ring = len(COLOURS)
        return min(reached, key=lambda colour: min((home - colour) % ring, (colour - home) % ring), default=home)

    def _turn_into(self, seat: int, land: int, colour: int) -> None:
        if int(self.record.player) != seat:
            raise IllegalAction(f"it is not the turn of {self._name(seat)}: {expected(self.record)}")
        needed = spades_needed(self.record, seat, land, colour)
        self.make(TRANSFORM + land)
        if int(self.record.transforming) == land:
            self.make(COLOUR + colour)
        elif int(self.settled[0].terrain[land]) != colour:
            raise IllegalAction(
                f"{HEX_NAMES[land]} cannot become {COLOURS[colour]} with these spades, it would take {needed} "
                f"(rule: Transformar una casilla de terreno)"
            )

    def _dig(self, seat: int, command: Command) -> None:
        for _ in range(command.parts[0]):
            self._begin(seat, DIG)

    def _burn(self, seat: int, command: Command) -> None:
        self.come_to_turn(seat, acts=self._comes_to_act())
        for _ in range(command.parts[0]):
            self._make_in_turn(seat, BURN)

    def _make_in_turn(self, seat: int, action: int) -> None:
        if int(self.record.player) != seat:
            raise IllegalAction(f"it is not the turn of {self._name(seat)}: {expected(self.record)}")
        self.make(action)

    def _convert(self, seat: int, command: Command) -> None:
        given, got = command.parts
        for number, (rate, good, each, into) in enumerate(CONVERSIONS):
            if (good, into) == command.names and given * each == got * rate:
                self.come_to_turn(seat, acts=self._comes_to_act())
                for _ in range(got // each):
                    self._make_in_turn(seat, CONVERT + number)
                return
        raise IllegalAction(f"{given}{command.names[0]} are not {got}{command.names[1]} (rule: Conversiones)")

    def _action(self, seat: int, command: Command) -> None:
        self._begin(seat, from_text(f"action {command.names[0]}"))

    def _bridge(self, seat: int, command: Command) -> None:
        self._make_in_turn(seat, BRIDGE + command.parts[0])

    def _connect(self, seat: int, command: Command) -> None:
        self.come_to_turn(seat, acts=self._comes_to_act())
        self._make_in_turn(seat, CONNECT + command.parts[0])

    def _connect_shores(self, seat: int, command: Command) -> None:
        """The river hex is named by land hexes around it."""
        self.come_to_turn(seat, acts=self._comes_to_act())
        rivers = [
            river
            for river in range(RIVERS)
            if all(holds(int(SHORES[river, 0]), int(SHORES[river, 1]), land) for land in command.parts)
        ]
        if not rivers:
            raise IllegalAction("no river hex lies between these hexes (rule: Apéndice VI, sirenas)")
        fitting = [river for river in rivers if self.is_legal(CONNECT + river)]
        self._make_in_turn(seat, CONNECT + (fitting or rivers)[0])

    def _send(self, seat: int, command: Command) -> None:
        track, steps = command.parts
        self.come_to_turn(seat, acts=True)
        if steps == 0:
            steps = next((best for best in (3, 2) if free_place(self.record, track, best) != NOBODY), 1)
        if steps not in (1, 2, 3):
            raise IllegalAction(f"no place of an order is worth {steps} steps (rule: Enviar un sacerdote)")
        self._begin(seat, send_id(track, steps))

    def _advance(self, seat: int, command: Command) -> None:
        self._begin(seat, ADVANCE_SHIPPING if command.names[0] == "ship" else ADVANCE_DIGGING)

    def _favour(self, seat: int, command: Command) -> None:
        self._make_in_turn(seat, FAVOUR + command.parts[0])

    def _town(self, seat: int, command: Command) -> None:
        tile, number = command.parts
        for _ in range(number):
            self._make_in_turn(seat, TOWN + tile)
            for track in sorted(self.staying):
                if self.is_legal(STAY + track):
                    self.make(STAY + track)
                    self.staying.discard(track)
            self._stay_where_wanted()

    def _stay_where_wanted(self) -> None:
        """Where keys are short and no command says which track stays at 9, the row's own figures do."""
        if self.cults_wanted is None:
            return
        for track in range(4):
            if self.phase == Phase.ACTION and self.cults_wanted[track] < 10 and self.is_legal(STAY + track):
                self.make(STAY + track)

    def _stay(self, seat: int, command: Command) -> None:
        track = command.parts[0]
        if self.is_legal(STAY + track):
            self._make_in_turn(seat, STAY + track)
        else:
            self.staying.add(track)

    def _pass(self, seat: int, command: Command) -> None:
        self._begin(seat, PASS_BONUS + command.parts[0] if command.parts else PASS)

    def _discard(self, seat: int, command: Command) -> None:
        self.come_to_turn(seat, acts=False, spades=True)
        for _ in range(command.parts[0]):
            self._make_in_turn(seat, DISCARD)

    def _done(self, seat: int, _command: Command) -> None:
        self.come_to_turn(seat, acts=False)
        self._make_in_turn(seat, DONE)

    def _resign(self, seat: int, _command: Command) -> None:
        self.drop(int(self.record.faction[seat]))

    def _drop(self, _seat: int, command: Command) -> None:
        self.drop(command.parts[0])

    def _nothing(self, _seat: int, _command: Command) -> None:
        """`wait` lets others answer; `-3CONVERT_W_TO_P` gives back a right that ends with the turn anyway."""

    # ------------------------------------------------------------------------------------------- offers, cult steps

    def _answer(self, kind: int) -> int:
        """The id of taking or refusing the offer that is asked about."""
        index = int(self.record.asked)
        giver = int(self.record.faction[int(self.record.offer_from[index])])
        return int(answer_id(kind, giver, int(self.record.offer_size[index])))

    def _is_answered(self, seat: int, index: int, command: Command) -> bool:
        """Whether the command answers an open offer."""
        size = int(self.record.offer_size[index])
        giver = int(self.record.faction[int(self.record.offer_from[index])])
        wanted = command.parts[0] == size and (len(command.parts) == 1 or command.parts[1] == giver)
        return int(self.record.offer_to[index]) == seat and wanted

    def _leech_or_decline(self, seat: int, command: Command) -> None:
        if not any(self._is_answered(seat, index, command) for index in range(int(self.record.offers))):
            raise IllegalAction(
                f"there is no such offer to {self._name(seat)}{self._open_offers(seat)} "
                f"(rule: Ganar puntos de poder mediante estructuras)"
            )
        self._ask_others()
        while not (self.phase == Phase.OFFER and self._is_answered(seat, int(self.record.asked), command)):
            self.make(LATER)
        self.make(self._answer(LEECH if command.verb == "leech" else DECLINE))

    def _open_offers(self, seat: int) -> str:
        offers = [
            f"{int(self.record.offer_size[index])} from {self._name(int(self.record.offer_from[index]))}"
            for index in range(int(self.record.offers))
            if int(self.record.offer_to[index]) == seat
        ]
        return f"; open are {', '.join(offers)}" if offers else ""

    def _decline_all(self, seat: int, _command: Command) -> None:
        while self._has_offer(seat):
            self._ask_others()
            while int(self.record.player) != seat or self.phase != Phase.OFFER:
                self.make(LATER)
            self.make(self._answer(DECLINE))

    def _ask_others(self) -> None:
        """From a turn to the questions about what is open. A complete action has ended with that."""
        if self.phase == Phase.ACTION:
            self.make(WAIT if self.is_legal(WAIT) else DONE)

    def _step(self, seat: int, command: Command) -> None:
        """Free cult steps: of a special action; else the cultists' own, in their turn or when they are asked."""
        track, number = command.parts
        mine = int(self.record.player) == seat
        if self.phase == Phase.ACTION and mine and int(self.record.steps_due) == 2:
            while number < 2 and self._rest and self._rest[0].verb == "step" and self._rest[0].parts == (track, 1):
                self._rest.popleft()
                number += 1
            self.make((DOUBLE_STEP if number == 2 else CULT_STEP) + track)
            return
        if self.phase == Phase.ACTION and mine and int(self.record.steps_due) == 1 and number == 1:
            self.make(CULT_STEP + track)
            return
        for _ in range(number):
            self._reward_step(seat, track)

    def _reward_step(self, seat: int, track: int) -> None:
        if int(self.record.reward_steps) == 0:
            raise IllegalAction(f"{self._name(seat)} have no free cult step (rule: Apéndice VI, cultistas)")
        if self._comes_to_act():
            self.come_to_turn(seat, acts=False)
        elif not (self.phase == Phase.ACTION and int(self.record.player) == seat):
            self._ask_others()
            while self.phase == Phase.OFFER:
                self.make(LATER)
        self._make_in_turn(seat, CULT_STEP + track)


_VERBS: dict[str, Callable[[CommandPlayer, int, Command], None]] = {
    "build": CommandPlayer._build,
    "upgrade": CommandPlayer._upgrade,
    "transform": CommandPlayer._transform,
    "dig": CommandPlayer._dig,
    "burn": CommandPlayer._burn,
    "convert": CommandPlayer._convert,
    "action": CommandPlayer._action,
    "bridge": CommandPlayer._bridge,
    "connect": CommandPlayer._connect,
    "connect shores": CommandPlayer._connect_shores,
    "send": CommandPlayer._send,
    "advance": CommandPlayer._advance,
    "favour": CommandPlayer._favour,
    "town": CommandPlayer._town,
    "step": CommandPlayer._step,
    "stay": CommandPlayer._stay,
    "leech": CommandPlayer._leech_or_decline,
    "decline": CommandPlayer._leech_or_decline,
    "decline all": CommandPlayer._decline_all,
    "pass": CommandPlayer._pass,
    "discard": CommandPlayer._discard,
    "no ordination": CommandPlayer._nothing,
    "wait": CommandPlayer._nothing,
    "done": CommandPlayer._done,
    "resign": CommandPlayer._resign,
    "drop": CommandPlayer._drop,
}
