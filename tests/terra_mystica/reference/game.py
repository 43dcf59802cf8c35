"""The reference game: decisions in, positions out; each decision is read as the notation writes it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from .building import ORDINATIONS, build_bridge, build_dwelling, take_favour, upgrade
from .cults import advance, send_priest, stay
from .facts import CULTS, FACTIONS
from .goods import burn, convert
from .leaving import leave
from .offers import answer, begin_asking, lapse, legal_answers, legal_reward, put_off, start_again
from .opening import (
    ask_for_faction,
    legal_factions,
    legal_first_dwellings,
    open_table,
    place_first_dwelling,
    take_faction,
    take_first_bonus,
)
from .position import position
from .rounds import ask_for_spades, begin_round, end_action, go_on, legal_bonus_spades, pass_turn, put_coins_on_bonuses
from .spades import (
    buy,
    choose_hex,
    new_terrains_of_bonus,
    raise_sandstorm,
    throw_away,
    transform,
    transform_with_bonus,
)
from .table import Seat, Table
from .towns import connect, take_town_tile
from .tracks import pay_and_advance
from .turns import begin_action, legal_in_turn, take_action


class ReferenceGame:
    """A game of Terra Mystica by the rulebook, in plain Python."""

    def __init__(
        self,
        players: int,
        scoring: Sequence[str],
        bonuses: Iterable[str],
        options: Iterable[str] = (),
        factions: Sequence[str] = (),
        colours: Sequence[str] = (),
        points_off: Sequence[int] = (),
    ) -> None:
        self.table = Table(players, scoring, bonuses, options, factions, colours)
        for seat, points in zip(self.table.seats, points_off, strict=False):
            seat.points_off = points
        open_table(self.table)

    @property
    def finished(self) -> bool:
        return self.table.phase == "over"

    @property
    def seat(self) -> Seat:
        """Who decides."""
        assert self.table.player is not None
        return self.table.seats[self.table.player]

    def position(self) -> dict[str, Any]:
        """The whole position."""
        return position(self.table)

    # -------------------------------------------------------------------------------------------------------- legality

    def decisions(self) -> list[str]:
        """Every legal decision, once."""
        return list(dict.fromkeys(self._decisions()))

    def _decisions(self) -> list[str]:
        table = self.table
        match table.phase:
            case "faction":
                return legal_factions(table, self.seat)
            case "dwelling":
                return legal_first_dwellings(table, self.seat)
            case "first_bonus":
                return [f"pass {tile}" for tile in table.free_bonuses]
            case "action":
                return legal_in_turn(table)
            case "offer":
                return legal_answers(table)
            case "reward":
                return legal_reward(table)
            case "spade":
                return self._spade_decisions()
            case _:
                return []

    def _spade_decisions(self) -> list[str]:
        place = self.table.turn.transforming
        if place:
            return [f"to {terrain}" for terrain in new_terrains_of_bonus(self.table, self.seat, place)]
        return legal_bonus_spades(self.table, self.seat)

    # ---------------------------------------------------------------------------------------------------------- playing

    def play(self, text: str) -> None:
        """Make a decision; raises ValueError if it is not legal."""
        if text not in self.decisions():
            raise ValueError(f"'{text}' is not legal here")
        self.play_trusted(text)

    def play_trusted(self, text: str) -> None:
        """Make a decision that is known to be legal."""
        match self.table.phase:
            case "faction":
                take_faction(self.seat, FACTIONS[text.split()[1]])
                ask_for_faction(self.table)
            case "dwelling":
                place_first_dwelling(self.table, self.seat, text.split()[1])
            case "first_bonus":
                if take_first_bonus(self.table, self.seat, text.split()[1]):
                    put_coins_on_bonuses(self.table)
                    begin_round(self.table)
            case "action":
                self._play_in_turn(text)
            case "spade":
                self._play_spade(text)
            case _:
                self._play_answer(text)

    def drop(self, faction: str) -> None:
        """A player leaves."""
        seat = self.table.seat_of(faction)
        assert seat is not None
        leave(self.table, seat)

    def _play_answer(self, text: str) -> None:
        table = self.table
        if text == "later":
            put_off(table)
        elif table.phase == "offer":
            answer(table, takes=text.startswith("leech"))
        else:
            self._open_step(text[1:])
        go_on(table)

    def _open_step(self, cult: str) -> None:
        """The cultists' reward, or the step that waits."""
        table = self.table
        if self.seat.plays("cultists") and table.reward_steps and not table.asking.reward_put_off:
            table.reward_steps -= 1
        else:
            table.waiting_step = None
        start_again(table)
        advance(table, self.seat, cult, 1)

    def _play_spade(self, text: str) -> None:
        """Phase III."""
        table, seat = self.table, self.seat
        verb, *rest = text.split()
        if verb == "-1SPADE":
            seat.cult_spades -= 1
        elif verb == "transform":
            terrains = new_terrains_of_bonus(table, seat, rest[0])
            if len(terrains) > 1:
                table.turn.transforming = rest[0]
                return
            transform_with_bonus(table, seat, rest[0], terrains[0])
        else:
            assert table.turn.transforming is not None
            transform_with_bonus(table, seat, table.turn.transforming, rest[0])
        if not seat.cult_spades:
            ask_for_spades(table)

    def _play_in_turn(self, text: str) -> None:
        verb, *rest = text.split()
        if 0 < self.table.turn.ordinations < ORDINATIONS and text != "convert 1w to 1p":
            self.table.turn.ordinations = 0  # one conversion of one to three workers: it is not interrupted
        if text.startswith("+"):
            self._take_due(text[1:])
        elif text[1:] in CULTS:
            stay(self.table, self.seat, text[1:])
        elif verb in ("burn", "convert", "connect", "wait", "-BRIDGE"):
            self._play_beside_action(text)
        elif verb in ("build", "dig", "transform", "to", "-1SPADE"):
            self._transform_and_build(verb, rest)
        else:
            self._play_action(verb, rest)

    def _play_beside_action(self, text: str) -> None:
        """What is no action and ends nothing."""
        table, seat = self.table, self.seat
        verb = text.split()[0]
        if verb == "burn":
            burn(seat)
        elif verb == "convert":
            convert(table, seat, text)
            lapse(table, seat)
        elif verb == "connect":
            connect(table, seat, text.split()[1])
        elif verb == "-BRIDGE":
            table.turn.bridges = 0
        else:
            begin_asking(table, resumes=True)
            go_on(table)

    def _take_due(self, what: str) -> None:
        """Tiles and cult steps."""
        table, seat = self.table, self.seat
        if what.startswith("FAV"):
            take_favour(table, seat, what)
        elif what.startswith("TW"):
            take_town_tile(table, seat, what)
        elif table.turn.steps:
            steps, table.turn.steps = table.turn.steps, 0
            advance(table, seat, what.removeprefix("2"), steps)
        elif seat.plays("cultists") and table.reward_steps:
            table.reward_steps -= 1
            advance(table, seat, what, 1)
        else:
            table.waiting_step = None
            advance(table, seat, what, 1)

    def _transform_and_build(self, verb: str, rest: list[str]) -> None:
        """Action 1 and what free spades bring."""
        table, seat = self.table, self.seat
        if not table.turn.acting:
            begin_action(table, seat, verb)
            table.turn.action.dwelling_right = True
        if verb == "build":
            build_dwelling(table, seat, rest[0])
        elif verb == "dig":
            buy(table, seat)
        elif verb == "-1SPADE":
            throw_away(table)
        elif verb == "to":
            assert table.turn.transforming is not None
            transform(table, seat, table.turn.transforming, rest[0])
        elif table.turn.sandstorms:
            raise_sandstorm(table, seat, rest[0])
        else:
            choose_hex(table, seat, rest[0])

    def _play_action(self, verb: str, rest: list[str]) -> None:
        """Actions 2 to 8, what they bring, and the end of one."""
        table, seat = self.table, self.seat
        if verb == "bridge":
            build_bridge(table, seat, rest[0])
        elif verb == "upgrade":
            self._upgrade(rest[0], rest[2])
        elif verb == "done":
            self._end_action()
        elif verb == "action":
            take_action(table, seat, rest[0])
        else:
            begin_action(table, seat)
            if verb == "advance":
                pay_and_advance(seat, rest[0])
            elif verb == "send":
                send_priest(table, seat, rest[2], int(rest[4]))
            else:
                pass_turn(table, seat, rest[0] if rest else None)
                end_action(table)

    def _upgrade(self, place: str, structure: str) -> None:
        free = self.table.turn.upgrades > 0
        if free:
            self.table.turn.upgrades -= 1
        else:
            begin_action(self.table, self.seat)
        upgrade(self.table, self.seat, place, structure, free=free)

    def _end_action(self) -> None:
        """`done`; a step that is still due waits from now on, a right that was not used is gone."""
        turn = self.table.turn
        if turn.steps:
            turn.steps = 0
            self.table.waiting_step = self.seat.number
        turn.ordinations = 0
        end_action(self.table)
