"""Plays the community's commands on a state, adding what a row leaves unsaid (`done`, `later`, a dwelling's terrain).

The community's rows come from play by link: answers to offers arrive late, a turn ends when somebody else acts. So
the player says `later` until the answer comes and `done` when the next action does; it never looks ahead to other rows.
An answer that comes when an action is complete ends it; only while something of it is due does the turn go on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence

from dolmen.contract.game import State
from dolmen.core.errors import IllegalAction, InvalidNotation
from dolmen.games.terra_mystica.files.commands import ACTIONS, Command
from dolmen.games.terra_mystica.files.trail import Follower
from dolmen.games.terra_mystica.rules.actions import (
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
    FAVOUR,
    FORGO_BRIDGE,
    LATER,
    LEECH,
    PASS,
    PASS_BONUS,
    STAY,
    TOWN,
    TRANSFORM,
    WAIT,
    answer_id,
    from_text,
    send_id,
    upgrade_id,
)
from dolmen.games.terra_mystica.rules.board import COLOURS, HEX_NAMES, RIVERS, SHORES, holds
from dolmen.games.terra_mystica.rules.factions import NAMES
from dolmen.games.terra_mystica.rules.leaving import SETUP_PHASES
from dolmen.games.terra_mystica.rules.record import NO_HEX, NOBODY, ROUNDS, Phase, TurnEnd
from dolmen.games.terra_mystica.rules.refusal import expected
from dolmen.games.terra_mystica.rules.steps import best_place, home_terrain, spades_to


class CommandPlayer(Follower):
    """A state, and the community's commands made on it. Every command is checked."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.staying: set[int] = set()
        """Cult tracks that were named to stay at 9."""
        self.cults_wanted: Sequence[int] | None = None
        """Where the row says the cult markers end: decides which track stays at 9 where no command does."""
        self._rest: deque[Command] = deque()
        self._turn_of_action = -1
        """The turn in which the last action was begun."""

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
        if not self._acts_now(seat) or not self.now.acted or not self._comes_to_act():
            return
        if (self.now.actions_left > 0 or self._is_last(seat)) and self.is_legal(DONE):
            self.make(DONE)

    def _is_last(self, seat: int) -> bool:
        """Whether all others have passed."""
        return all(self.now.passed[other] for other in range(self.state.game.players) if other != seat)

    def _acts_now(self, seat: int) -> bool:
        """Whether it is the seat's own turn, and nobody else is being asked."""
        return bool(self.phase == Phase.ACTION and self.now.player == seat)

    def _comes_to_act(self) -> bool:
        """Whether the rest of the row holds an action."""
        return any(command.verb in ACTIONS for command in self._rest)

    # ------------------------------------------------------------------------------------------------ whose turn

    def come_to_turn(self, seat: int, acts: bool, spades: bool = False) -> None:
        """Bring the game to the seat's own turn: others end theirs, nobody answers what is not said.

        With `spades` the seat's spades of the cult bonus will do; otherwise they are thrown away.
        """
        while True:
            phase, asked = self.phase, self.now.player
            mine = asked == seat and (phase == Phase.ACTION or (phase == Phase.SPADE and spades))
            if mine or phase in SETUP_PHASES:
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
        """Somebody else acts: the player who decides ends his turn, or gives up his spades of the cult bonus."""
        if self.phase == Phase.SPADE and self.now.transforming == NO_HEX:
            self.make(DISCARD)
            return
        if not self.is_legal(DONE):
            if seat == NOBODY:
                raise IllegalAction(f"the round cannot end yet: {expected(self.record)}")
            raise self._not_the_turn_of(seat)
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

    def end_turn(self, seat: int) -> None:
        """The seat's turn is over with what was said. Raises IllegalAction where something of it is still open."""
        in_turn = self.phase in (Phase.ACTION, Phase.SPADE) and self.now.player == seat
        if in_turn and not self._is_next_turn():
            if self.phase == Phase.SPADE or self.now.steps_due or not self.is_legal(DONE):
                raise IllegalAction(f"the turn is not complete: {expected(self.record)}")
            self.make(DONE)
        if self.now.turn_over == TurnEnd.SECOND_ACTION and self.now.turn_player == seat:
            raise IllegalAction("the second action of a double turn is missing (rule: Apéndice VI, magos del caos)")

    def _is_next_turn(self) -> bool:
        """Whether a further turn has begun since the last action: the last player left goes on by himself."""
        return bool(0 <= self._turn_of_action < self.now.turn and not self.now.acted)

    def _not_the_turn_of(self, seat: int) -> IllegalAction:
        return IllegalAction(f"it is not the turn of {self._name(seat)}: {expected(self.record)}")

    def _name(self, seat: int) -> str:
        return str(NAMES[self.now.faction[seat]])

    # ------------------------------------------------------------------------------------------------ a turn's commands

    def _begin(self, seat: int, action: int) -> None:
        """Make an action; the one before it ends, if need be (the last player, a double turn)."""
        self.come_to_turn(seat, acts=True)
        if self.now.player != seat:
            raise self._not_the_turn_of(seat)
        if self.phase == Phase.ACTION and self.now.acted and not self.is_legal(action) and self.is_legal(DONE):
            self.make(DONE)
            self.come_to_turn(seat, acts=True)
        if self.phase == Phase.ACTION and not self.now.acted and self._has_offer(seat):
            self.make(WAIT)  # who acts refuses what is open: one by one, as the rows show it
            self.come_to_turn(seat, acts=True)
        self._turn_of_action = self.now.turn
        self.make(action)

    def _has_offer(self, seat: int) -> bool:
        return seat in self.now.offer_to[: self.now.offers].tolist()

    def _build(self, seat: int, command: Command) -> None:
        (land,) = command.parts
        self.come_to_turn(seat, acts=True)
        if self._acts_now(seat) and (self.now.spades > 0 or self.now.sandstorm_due):
            home = home_terrain(self.present, seat)
            if self.now.terrain[land] != home:
                self._turn_into(seat, land, home)
                while self._rest and self._rest[0].verb == "transform" and self.now.spades > 0:
                    self._transform(seat, self._rest.popleft())
        self._begin(seat, BUILD + land)

    def _upgrade(self, seat: int, command: Command) -> None:
        land, structure = command.parts
        self._begin(seat, upgrade_id(land, structure))

    def _transform(self, seat: int, command: Command) -> None:
        self.come_to_turn(seat, acts=False, spades=True)
        if len(command.parts) > 1:
            self._turn_into(seat, *command.parts)
        else:
            self._turn_towards_home(seat, command.parts[0])

    def _turn_towards_home(self, seat: int, land: int) -> None:
        """A hex without a terrain becomes home, or as near to it as the spades lead; it must take all of them."""
        home = home_terrain(self.present, seat)
        spades = self.now.cult_spades[seat] if self.phase == Phase.SPADE else self.now.spades
        if self.now.player == seat and spades > spades_to(self.present, seat, land, home):
            raise IllegalAction(
                f"'transform {HEX_NAMES[land]}' makes it {COLOURS[home]}, and spades would be left over: name the "
                f"terrain (rule: Transformar una casilla de terreno)"
            )
        ring = len(COLOURS)
        reached = [colour for colour in range(ring) if spades_to(self.present, seat, land, colour) == spades]
        nearest = min(reached, key=lambda colour: min((home - colour) % ring, (colour - home) % ring), default=home)
        self._turn_into(seat, land, nearest if spades else home)

    def _turn_into(self, seat: int, land: int, colour: int) -> None:
        if self.now.player != seat:
            raise self._not_the_turn_of(seat)
        needed = spades_to(self.present, seat, land, colour)
        self.make(TRANSFORM + land)
        if self.now.transforming == land:
            self.make(COLOUR + colour)
        elif self.now.terrain[land] != colour:
            raise IllegalAction(
                f"{HEX_NAMES[land]} cannot become {COLOURS[colour]} with these spades, it would take {needed} "
                f"(rule: Transformar una casilla de terreno)"
            )

    def _dig(self, seat: int, command: Command) -> None:
        """`dig 0` ends the first action of a double turn: a dwelling counts to the second. Else it is nothing."""
        if command.parts[0] == 0 and self._acts_now(seat) and self.now.acted and self.now.actions_left > 0:
            self.make(DONE)
        for _ in range(command.parts[0]):
            self._begin(seat, DIG)

    def _burn(self, seat: int, command: Command) -> None:
        self.come_to_turn(seat, acts=self._comes_to_act())
        for _ in range(command.parts[0]):
            self._make_in_turn(seat, BURN)

    def _make_in_turn(self, seat: int, action: int) -> None:
        if self.now.player != seat:
            raise self._not_the_turn_of(seat)
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
        self.come_to_turn(seat, acts=False)
        self._make_in_turn(seat, BRIDGE + command.parts[0])

    def _no_bridge(self, seat: int, _command: Command) -> None:
        self.come_to_turn(seat, acts=False)
        if not self.now.bridge_due:
            raise IllegalAction("no bridge is due that could be given up (rule: Apéndice I)")
        self._make_in_turn(seat, FORGO_BRIDGE)

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
        if steps not in (0, 1, 2, 3):
            raise IllegalAction(f"no place of an order is worth {steps} steps (rule: Enviar un sacerdote)")
        self._begin(seat, send_id(track, steps or best_place(self.present, track)))

    def _advance(self, seat: int, command: Command) -> None:
        self._begin(seat, ADVANCE_SHIPPING if command.names[0] == "ship" else ADVANCE_DIGGING)

    def _favour(self, seat: int, command: Command) -> None:
        self.come_to_turn(seat, acts=False)
        self._make_in_turn(seat, FAVOUR + command.parts[0])

    def _town(self, seat: int, command: Command) -> None:
        tile, number = command.parts
        self.come_to_turn(seat, acts=False)
        for _ in range(number):
            self._make_in_turn(seat, TOWN + tile)
            for track in sorted(self.staying):
                if self.is_legal(STAY + track):
                    self.make(STAY + track)
                    self.staying.discard(track)
            self._stay_where_wanted()

    def _stay_where_wanted(self) -> None:
        """Where keys are short and no command says which track stays at 9, the row's own figures do."""
        if self.cults_wanted is None or self.now.tile_steps == 0:
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
        """A tile that is named in the last round is not taken."""
        self.come_to_turn(seat, acts=True)
        takes = bool(command.parts) and self.now.round_number < ROUNDS
        self._begin(seat, PASS_BONUS + command.parts[0] if takes else PASS)

    def _discard(self, seat: int, command: Command) -> None:
        self.come_to_turn(seat, acts=False, spades=True)
        for _ in range(command.parts[0]):
            self._make_in_turn(seat, DISCARD)

    def _done(self, seat: int, _command: Command) -> None:
        self.come_to_turn(seat, acts=False)
        self._make_in_turn(seat, DONE)

    def _wait(self, seat: int, _command: Command) -> None:
        """Lets others answer. Where the action is complete it ends with that."""
        if self._acts_now(seat) and self.now.acted and not self.now.ordination and self.is_legal(DONE):
            self.make(DONE)

    def _resign(self, seat: int, _command: Command) -> None:
        self.drop(self.now.faction[seat])

    def _drop(self, _seat: int, command: Command) -> None:
        self.drop(command.parts[0])

    def _no_ordination(self, seat: int, _command: Command) -> None:
        """`-3CONVERT_W_TO_P` gives back a right that ends with the turn anyway: with nothing behind it, that is now."""
        if not self._rest and self._acts_now(seat) and self.is_legal(DONE):
            self.make(DONE)

    def _setup(self, _seat: int, _command: Command) -> None:
        raise InvalidNotation("'setup' is no move")

    # ------------------------------------------------------------------------------------------- offers, cult steps

    def _answer(self, kind: int) -> int:
        """The id of taking or refusing the offer that is asked about."""
        index = self.now.asked
        giver = self.now.faction[self.now.offer_from[index]]
        return int(answer_id(kind, giver, self.now.offer_size[index]))

    def _is_answered(self, seat: int, index: int, command: Command) -> bool:
        """Whether the command answers an open offer."""
        giver = self.now.faction[self.now.offer_from[index]]
        wanted = command.parts[0] == self.now.offer_size[index] and command.parts[1:] in ((), (giver,))
        return bool(self.now.offer_to[index] == seat and wanted)

    def _leech_or_decline(self, seat: int, command: Command) -> None:
        """The oldest offer that fits; one that has lapsed can only be refused."""
        fitting = [index for index in range(self.now.offers) if self._is_answered(seat, index, command)]
        if not fitting:
            raise IllegalAction(
                f"there is no such offer to {self._name(seat)}{self._open_offers(seat)} "
                f"(rule: Ganar puntos de poder mediante estructuras)"
            )
        if command.verb == "leech":
            fitting = [index for index in fitting if not self.now.offer_lapsed[index]]
            if not fitting:
                raise IllegalAction(
                    f"{self._name(seat)} answered a newer offer or converted since: this one can only be declined "
                    f"(rule: Ganar puntos de poder mediante estructuras)"
                )
        self._ask_others()
        self._come_to_offer(fitting[0])
        self.make(self._answer(LEECH if command.verb == "leech" else DECLINE))

    def _come_to_offer(self, index: int) -> None:
        """Others, and older questions, are left for later."""
        while self.phase != Phase.OFFER or self.now.asked != index:
            self.make(LATER)
            self._ask_others()

    def _open_offers(self, seat: int) -> str:
        offers = [
            f"{self.now.offer_size[index]} from {self._name(self.now.offer_from[index])}"
            for index in range(self.now.offers)
            if self.now.offer_to[index] == seat
        ]
        return f"; open are {', '.join(offers)}" if offers else ""

    def _decline_all(self, seat: int, _command: Command) -> None:
        while self._has_offer(seat):
            self._ask_others()
            self._come_to_offer(self.now.offer_to.tolist().index(seat))
            self.make(self._answer(DECLINE))

    def _ask_others(self) -> None:
        """From a turn to the questions about what is open. A complete action has ended with that."""
        if self.phase == Phase.ACTION:
            self.make(WAIT if self.is_legal(WAIT) else DONE)

    def _step(self, seat: int, command: Command) -> None:
        """Free cult steps: of a special action; else the cultists' own, in their turn or when they are asked."""
        track, number = command.parts
        if self.now.steps_due and self.now.turn_player == seat:
            self.come_to_turn(seat, acts=False)
        if self._acts_now(seat) and self.now.steps_due == 2:
            while number < 2 and self._rest and self._rest[0].verb == "step" and self._rest[0].parts == (track, 1):
                self._rest.popleft()
                number += 1
            self.make((DOUBLE_STEP if number == 2 else CULT_STEP) + track)
            return
        if self._acts_now(seat) and self.now.steps_due == 1 and number == 1:
            self.make(CULT_STEP + track)
            return
        for _ in range(number):
            self._late_step(seat, track)

    def _late_step(self, seat: int, track: int) -> None:
        """The cultists' step for power that was taken; or one of a tile's action that waited."""
        if not self._has_step(seat):
            raise IllegalAction(f"{self._name(seat)} have no free cult step (rule: Apéndice VI, cultistas)")
        if self._comes_to_act():
            self.come_to_turn(seat, acts=False)
        elif not self._acts_now(seat):
            self._ask_others()
            while self.phase == Phase.OFFER or (self.phase == Phase.REWARD and self.now.player != seat):
                self.make(LATER)
        self._make_in_turn(seat, CULT_STEP + track)

    def _has_step(self, seat: int) -> bool:
        cultists = self._name(seat) == "cultists" and self.now.reward_steps > 0
        return bool(cultists or self.now.step_waits_for == seat)


_VERBS: dict[str, Callable[[CommandPlayer, int, Command], None]] = {
    "build": CommandPlayer._build,
    "upgrade": CommandPlayer._upgrade,
    "transform": CommandPlayer._transform,
    "dig": CommandPlayer._dig,
    "burn": CommandPlayer._burn,
    "convert": CommandPlayer._convert,
    "action": CommandPlayer._action,
    "bridge": CommandPlayer._bridge,
    "no bridge": CommandPlayer._no_bridge,
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
    "no ordination": CommandPlayer._no_ordination,
    "wait": CommandPlayer._wait,
    "done": CommandPlayer._done,
    "setup": CommandPlayer._setup,
    "resign": CommandPlayer._resign,
    "drop": CommandPlayer._drop,
}
