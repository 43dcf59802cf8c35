"""The rules of Meduris, section by section, in the order of the rulebook.

The rulebook's text is `shared/rulebooks/meduris.en.txt`; where it is silent, `shared/rules/meduris.md` rules.
"""

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .paying import MATERIALS, Chips, all_four, can_pay, payments

FACES = (*MATERIALS, "plus", "minus")
CHIPS_PER_MATERIAL = 18
MAX_STACK = 3
STONE_FIELDS = 3
HUTS = {2: 12, 3: 8, 4: 8}
TEMPLES = {2: 2, 3: 2, 4: 2}
WORKERS = {2: 3, 3: 2, 4: 2}


@dataclass(frozen=True)
class Field:
    """A printed field: its two icons and the rune area that it belongs to."""

    icons: tuple[str, str]
    area: str


@dataclass
class Site:
    """What lies on a field: a building with its owner, and a bonus chip."""

    building: str | None = None
    player: int | None = None
    chip: str | None = None


@dataclass
class Owed:
    """A payment that is being made: for which decision, what is possible, and the numbers named so far."""

    decision: str
    direct: Chips
    possible: list[Chips]
    named: Chips = field(default_factory=dict)


class ReferenceGame:
    """A game of Meduris, played in small decisions."""

    # ------------------------------------------------------------------------------------------- SETUP

    def __init__(self, players: int, board: Sequence[Field], chips: Mapping[int, str]) -> None:
        """'SETUP' 1-9: pieces, materials, bonus chips, the druid on his temple; then the workers are placed."""
        self.players = list(range(1, players + 1))
        self.board = dict(enumerate(board, start=1))
        assert all(printed.icons[0] != printed.icons[1] for printed in board)
        self.sites = {number: Site(chip=chips.get(number)) for number in self.board}
        assert all(number in self.board for number in chips)
        assert all(chip in ("two", "hut", "druid") for chip in chips.values())

        self.points = dict.fromkeys(self.players, 5)
        self.stocks = {player: dict.fromkeys(MATERIALS, 1) for player in self.players}
        self.supply = dict.fromkeys(MATERIALS, CHIPS_PER_MATERIAL - players)
        self.huts = dict.fromkeys(self.players, HUTS[players])
        self.temples = dict.fromkeys(self.players, TEMPLES[players])
        self.stacks: dict[str, list[int]] = {material: [] for material in MATERIALS}  # bottom to top
        self.runes: dict[str, int | None] = {printed.area: None for printed in board}
        self.druid_place = "temple"  # 'temple', 'stone' or 'field'
        self.druid_number = 0  # of the stone field or of the field

        self.turn = 0
        self.phase = "place"
        self.turn_player = 1
        self.player: int | None = 1
        self.unplaced = self.players * WORKERS[players]  # whose worker is placed next, and so on
        self.still_asked: list[int] = []  # players who take or give after this one
        self.owed: Owed | None = None
        self.ritual: list[int] = []  # huts asked in this ritual
        self.circuit: list[int] = []  # huts still to be asked in the final circuit
        self.ender: int | None = None
        self.final = False
        self.winners: list[int] | None = None

    def place_decisions(self) -> list[str]:
        """'Before starting': up to three workers on each high plain."""
        return [f"place {plain}" for plain in MATERIALS if len(self.stacks[plain]) < MAX_STACK]

    def place(self, plain: str) -> None:
        """'Before starting': take turns placing one worker until all are placed."""
        self.stacks[plain].append(self.unplaced.pop(0))
        if self.unplaced:
            self.turn_player = self.player = self.unplaced[0]
        else:
            self.begin_turn(1)

    # ---------------------------------------------------------------------------------------- GAMEPLAY

    def after(self, player: int) -> int:
        """'Play in a clockwise direction': the next player."""
        return player + 1 if player + 1 in self.players else 1

    def from_turn_player_on(self) -> list[int]:
        """All players in turn, starting with the player whose turn it is."""
        order = [self.turn_player]
        while len(order) < len(self.players):
            order.append(self.after(order[-1]))
        return order

    def begin_turn(self, player: int) -> None:
        """'The move begins by rolling the die.'"""
        self.turn_player = player
        self.phase = "roll"
        self.player = None

    # Move 1/2: SMALL YIELD

    def roll(self, face: str) -> None:
        """'What does the die show?'"""
        self.turn += 1
        if face == "plus":
            self.still_asked = self.from_turn_player_on()
            self.next_take()
        elif face == "minus":
            self.still_asked = self.from_turn_player_on()
            self.next_give()
        else:
            for player in reversed(self.stacks[face]):
                self.obtain(player, face, 1)
            self.begin_second_part()

    def obtain(self, player: int, material: str, number: int) -> None:
        """'Obtains'; FAQ 'not enough materials in the stockpile': who comes too late gets less, or nothing."""
        for _ in range(number):
            if self.supply[material] > 0:
                self.supply[material] -= 1
                self.stocks[player][material] += 1

    def give_back(self, player: int, given: Chips) -> None:
        """'Using materials means': from the own stockpile back on the mountain."""
        for material, number in given.items():
            assert self.stocks[player][material] >= number
            self.stocks[player][material] -= number
            self.supply[material] += number

    def next_take(self) -> None:
        """Plus: ask the next player; with an empty supply nobody is asked."""
        if self.still_asked and any(self.supply[material] > 0 for material in MATERIALS):
            self.phase = "take"
            self.player = self.still_asked.pop(0)
        else:
            self.still_asked = []
            self.begin_second_part()

    def take_decisions(self) -> list[str]:
        """Plus: 'all players may obtain a material chip of their choice'."""
        return ["take none"] + [f"take {material}" for material in MATERIALS if self.supply[material] > 0]

    def take(self, player: int, material: str) -> None:
        """Plus: take one chip, or none."""
        if material != "none":
            self.obtain(player, material, 1)
        self.next_take()

    def next_give(self) -> None:
        """Minus: ask the next player who has a chip."""
        while self.still_asked and sum(self.stocks[self.still_asked[0]].values()) == 0:
            self.still_asked.pop(0)
        if self.still_asked:
            self.phase = "give"
            self.player = self.still_asked.pop(0)
        else:
            self.begin_second_part()

    def give_decisions(self, player: int) -> list[str]:
        """Minus: 'each player must place one of their material chips back'."""
        return [f"give {material}" for material in MATERIALS if self.stocks[player][material] > 0]

    def give(self, player: int, material: str) -> None:
        """Minus: return one chip."""
        self.give_back(player, {material: 1})
        self.next_give()

    # Move 2/2

    def begin_second_part(self) -> None:
        """'After the small yield move, the second part of the move begins.'"""
        self.phase = "act"
        self.player = self.turn_player

    def act_decisions(self, player: int) -> list[str]:
        """'Player must choose from one of the following three options.'"""
        return self.move_decisions(player) + self.hut_decisions(player) + self.temple_decisions(player)

    # A. BIG YIELD

    def move_decisions(self, player: int) -> list[str]:
        """'Move your worker': any one of your workers, onto a different high plain, at most three there."""
        return [
            f"move {plain} {level} {target}"
            for plain in MATERIALS
            for level, owner in enumerate(self.stacks[plain], start=1)
            if owner == player
            for target in MATERIALS
            if target != plain and len(self.stacks[target]) < MAX_STACK
        ]

    def move(self, plain: str, level: int, target: str) -> None:
        """'Move your worker' and 'Obtain materials': level k obtains k, the top worker first."""
        self.stacks[target].append(self.stacks[plain].pop(level - 1))
        for height in range(len(self.stacks[target]), 0, -1):
            self.obtain(self.stacks[target][height - 1], target, height)
        self.end_turn()

    # B. BUILD A HUT

    def clockwise(self, number: int) -> int:
        """The next field clockwise; field 1 follows the last one, over the great river."""
        return number + 1 if number + 1 in self.board else 1

    def counterclockwise(self, number: int) -> int:
        """The next field counterclockwise."""
        return number - 1 if number - 1 in self.board else len(self.board)

    def has_hut(self, number: int) -> bool:
        """Does a hut stand on this field?"""
        return self.sites[number].building == "hut"

    def undeveloped(self) -> list[int]:
        """'Select an undeveloped field.'"""
        return [number for number, site in self.sites.items() if site.building is None]

    def settlement(self, number: int) -> set[int]:
        """'Settlement rule': this field (a hut, or to become one) and the huts standing next to one another with it."""
        members = {number}
        right = self.clockwise(number)
        while self.has_hut(right) and right not in members:
            members.add(right)
            right = self.clockwise(right)
        left = self.counterclockwise(number)
        while self.has_hut(left) and left not in members:
            members.add(left)
            left = self.counterclockwise(left)
        return members

    def hut_is_free(self, number: int) -> bool:
        """'Bonus rule': build for free."""
        return self.sites[number].chip == "hut"

    def due(self, decision: str) -> dict[str, int]:
        """How many chips are due of each of the two icons: 'Settlement rule', temples, 'Offering rule'."""
        words = decision.split()
        number = self.druid_number if words[0] == "offer" else int(words[1])
        a, b = self.board[number].icons
        if words[0] == "hut":
            size = len(self.settlement(number))
            return {a: size, b: size}
        if decision == "offer three":
            return {a: 1, b: 0}
        assert words[0] == "temple" or decision == "offer both"
        return {a: 1, b: 1}

    def hut_decisions(self, player: int) -> list[str]:
        """'Select a field' and 'Use materials' for a hut."""
        if self.huts[player] == 0:
            return []
        return [
            f"hut {number}"
            for number in self.undeveloped()
            if self.hut_is_free(number) or can_pay(self.stocks[player], self.due(f"hut {number}"))
        ]

    def build_hut(self, player: int, number: int) -> None:
        """'Place the hut', 'Take the rune stone', 'Bonus rule', 'Move the druid'."""
        site = self.sites[number]
        assert site.building is None and self.huts[player] > 0
        self.huts[player] -= 1
        site.building = "hut"
        site.player = player
        self.runes[self.board[number].area] = player
        if site.chip == "two":
            self.points[player] += 2
        if site.chip in ("two", "hut"):
            site.chip = None
        self.call_the_end(player)
        self.move_the_druid()

    # C. BUILD A TEMPLE

    def temple_decisions(self, player: int) -> list[str]:
        """'Select a field' (without a bonus chip) and 'Use materials' for a temple."""
        if self.temples[player] == 0:
            return []
        return [
            f"temple {number}"
            for number in self.undeveloped()
            if self.sites[number].chip is None and can_pay(self.stocks[player], self.due(f"temple {number}"))
        ]

    def build_temple(self, player: int, number: int) -> None:
        """'Place the temple', no rune stone, 'Move the druid'."""
        site = self.sites[number]
        assert site.building is None and site.chip is None and self.temples[player] > 0
        self.temples[player] -= 1
        site.building = "temple"
        site.player = player
        self.call_the_end(player)
        self.move_the_druid()

    # Use materials

    def possible_payments(self, player: int, decision: str) -> list[Chips]:
        """'Use materials': all payments for this decision; 'offer three' is paid with exactly three chips."""
        possible = list(payments(self.stocks[player], self.due(decision)))
        if decision == "offer three":
            possible = [given for given in possible if sum(given.values()) == 3]
        return possible

    def owe(self, player: int, decision: str) -> None:
        """The player must pay for this decision; a choice between payments is made in phase 'pay'."""
        possible = self.possible_payments(player, decision)
        assert possible
        if len(possible) == 1:
            self.pay(player, decision, possible[0])
        else:
            self.owed = Owed(decision, all_four(self.due(decision)), possible)
            self.phase = "pay"

    def payments(self) -> list[dict[str, int]]:
        """The payments that are still possible after the numbers already named (none named: all of them)."""
        assert self.owed is not None
        if not self.owed.named:
            return [dict(given) for given in self.owed.possible]
        return self.swapping_payments(self.owed)

    def swapping_payments(self, owed: Owed) -> list[Chips]:
        """The payments other than the direct one that agree with the numbers already named."""
        return [
            dict(given)
            for given in owed.possible
            if given != owed.direct and all(given[material] == number for material, number in owed.named.items())
        ]

    def pay_decisions(self, owed: Owed) -> list[str]:
        """Pay directly, or name how many of the next material are given."""
        decisions = []
        if not owed.named and owed.direct in owed.possible:
            decisions.append("pay direct")
        material = MATERIALS[len(owed.named)]
        numbers = {given[material] for given in self.swapping_payments(owed)}
        return decisions + [f"pay {material} {number}" for number in sorted(numbers)]

    def name_payment(self, player: int, owed: Owed, words: list[str]) -> None:
        """'pay direct' or 'pay wood 2': when all is named, pay."""
        if words == ["direct"]:
            self.pay(player, owed.decision, owed.direct)
        else:
            owed.named[words[0]] = int(words[1])
            if len(owed.named) == len(MATERIALS):
                self.pay(player, owed.decision, owed.named)

    def pay(self, player: int, decision: str, given: Chips) -> None:
        """All chips paid go to the supply; then what they were paid for happens."""
        self.owed = None
        self.give_back(player, given)
        words = decision.split()
        if words[0] == "hut":
            self.build_hut(player, int(words[1]))
        elif words[0] == "temple":
            self.build_temple(player, int(words[1]))
        elif decision == "offer three":
            self.offer_one(player)
        else:
            self.offer_both(player)

    # The path of the druid

    def move_the_druid(self) -> None:
        """'Move the druid' one stone field; without empty stone fields 'the path of the druid' to the next hut."""
        if self.druid_place == "temple":
            self.druid_place, self.druid_number = "stone", 1
            self.end_turn()
        elif self.druid_place == "stone" and self.druid_number < STONE_FIELDS:
            self.druid_number += 1
            self.end_turn()
        elif not any(self.has_hut(number) for number in self.board):
            self.end_turn()  # FAQ 'four temples are built before the first hut': he doesn't move
        else:
            self.step()
            while not self.has_hut(self.druid_number):  # FAQ: he always moves past temples and empty fields
                self.step()
            self.ritual = []
            self.request_offering()

    def step(self) -> None:
        """One field clockwise; from the stone fields to field 1, which does not cross the great river."""
        if self.druid_place == "stone":
            self.druid_place, self.druid_number = "field", 1
        elif self.druid_number == len(self.board):
            self.druid_number = 1
            self.rune_interim_scoring()
        else:
            self.druid_number += 1

    def rune_interim_scoring(self) -> None:
        """'Rune interim scoring': one victory point for every rune stone."""
        for owner in self.runes.values():
            if owner is not None:
                self.points[owner] += 1

    # Offering rule

    def request_offering(self) -> None:
        """The owner of the hut beside the druid has the option to make an offering."""
        assert self.druid_place == "field" and self.has_hut(self.druid_number)
        self.ritual.append(self.druid_number)
        self.phase = "offer"
        self.player = self.sites[self.druid_number].player

    def offer_decisions(self, player: int) -> list[str]:
        """'The offering ritual in a settlement' and '"Druid" bonus chip'."""
        stock = self.stocks[player]
        decisions = ["offer none"]
        for material in self.board[self.druid_number].icons:
            if stock[material] >= 1:
                decisions.append(f"offer {material}")
        if sum(stock.values()) >= 3:
            decisions.append("offer three")
        if can_pay(stock, self.due("offer both")):
            decisions.append("offer both")
        if self.sites[self.druid_number].chip == "druid":
            decisions.append("offer chip")
        return decisions

    def offer(self, player: int, what: str) -> None:
        """Make an offering or not."""
        if what == "none":
            self.offer_none(player)
        elif what == "chip":
            self.sites[self.druid_number].chip = None
            self.offer_both(player)
        elif what in ("both", "three"):
            self.owe(player, f"offer {what}")
        else:
            self.give_back(player, {what: 1})
            self.offer_one(player)

    def offer_none(self, player: int) -> None:
        """'One victory point is deducted', but not further back than 0."""
        if self.points[player] > 0:
            self.points[player] -= 1
        self.after_offering()

    def offer_one(self, player: int) -> None:
        """'Only one of the two requested materials': one victory point."""
        self.points[player] += 1
        self.after_offering()

    def offer_both(self, player: int) -> None:
        """'Both of the requested materials': as many victory points as there are huts in the settlement."""
        self.points[player] += len(self.settlement(self.druid_number))
        self.after_offering()

    def after_offering(self) -> None:
        """'Then the druid moves to the next hut in the settlement', or the ritual is over."""
        ahead = self.clockwise(self.druid_number)
        if self.final:
            self.continue_final_circuit()
        elif self.has_hut(ahead) and ahead not in self.ritual:
            self.step()
            self.request_offering()
        else:
            self.end_turn()

    # ------------------------------------------------------------------------------------------ FINALE

    def end_turn(self) -> None:
        """'Then the next player takes their turn', or the final round begins."""
        following = self.after(self.turn_player)
        all_others_had_one_more = following == self.ender
        stuck = self.ender is None and self.nobody_could_ever_build()
        if all_others_had_one_more or stuck:
            self.begin_final_circuit()
        else:
            self.begin_turn(following)

    def call_the_end(self, player: int) -> None:
        """'As soon as a player has built both of their temples and all of their huts'; a second one changes nothing."""
        if self.ender is None and self.huts[player] == 0 and self.temples[player] == 0:
            self.ender = player

    def nobody_could_ever_build(self) -> bool:
        """`meduris.md` 'The end': no hut left with a free field, no temple left with a free field without a chip."""
        free = self.undeveloped()
        free_without_chip = [number for number in free if self.sites[number].chip is None]
        for player in self.players:
            if self.huts[player] > 0 and free:
                return False
            if self.temples[player] > 0 and free_without_chip:
                return False
        return True

    def begin_final_circuit(self) -> None:
        """'The druid's final circuit': once round, every hut once, the hut where he stands last."""
        self.final = True
        number = self.druid_number if self.druid_place == "field" else len(self.board)
        self.circuit = []
        for _ in self.board:
            number = self.clockwise(number)
            if self.has_hut(number):
                self.circuit.append(number)
        self.continue_final_circuit()

    def continue_final_circuit(self) -> None:
        """'The druid moves straight to the next offering ritual'; no rune interim scoring."""
        if self.circuit:
            self.druid_place, self.druid_number = "field", self.circuit.pop(0)
            self.request_offering()
        else:
            self.final_victory_point_scoring()

    def final_victory_point_scoring(self) -> None:
        """'Final victory point scoring': temples and rune stones; then the winners."""
        for number, site in self.sites.items():
            if site.building == "temple":
                assert site.player is not None
                self.points[site.player] += self.temple_final_scoring(number)
        for player in self.players:
            self.points[player] += self.rune_final_scoring(player)
        self.winners = self.find_winners()
        self.phase = "over"
        self.player = None

    def temple_final_scoring(self, number: int) -> int:
        """'Temple final scoring': the huts in the settlements directly to the left and right."""
        huts: set[int] = set()
        for neighbour in (self.counterclockwise(number), self.clockwise(number)):
            if self.has_hut(neighbour):
                huts |= self.settlement(neighbour)
        return len(huts)

    def rune_final_scoring(self, player: int) -> int:
        """'Rune final scoring': +1 for the first, +2 for the second, +3 for the third ..."""
        score = 0
        stones = 0
        for owner in self.runes.values():
            if owner == player:
                stones += 1
                score += stones
        return score

    def built(self, player: int) -> int:
        """How many huts and temples the player has built."""
        return len([site for site in self.sites.values() if site.player == player])

    def find_winners(self) -> list[int]:
        """Most victory points; then most huts and temples built; then most materials remaining; then a shared win."""
        best = self.players
        most = max(self.points[player] for player in best)
        best = [player for player in best if self.points[player] == most]
        most = max(self.built(player) for player in best)
        best = [player for player in best if self.built(player) == most]
        most = max(sum(self.stocks[player].values()) for player in best)
        return [player for player in best if sum(self.stocks[player].values()) == most]

    # --------------------------------------------------------------------------------- small decisions

    def decisions(self) -> list[str]:
        """The legal small decisions now; the six faces at a roll; none at the end."""
        if self.phase == "over":
            return []
        if self.phase == "roll":
            return [f"roll {face}" for face in FACES]
        assert self.player is not None
        if self.phase == "place":
            return self.place_decisions()
        if self.phase == "take":
            return self.take_decisions()
        if self.phase == "give":
            return self.give_decisions(self.player)
        if self.phase == "act":
            return self.act_decisions(self.player)
        if self.phase == "offer":
            return self.offer_decisions(self.player)
        assert self.phase == "pay" and self.owed is not None
        return self.pay_decisions(self.owed)

    def play(self, decision: str) -> None:
        """Make a small decision, and everything that follows from it without a decision."""
        if decision not in self.decisions():
            raise ValueError(f"{decision!r} is not legal in phase {self.phase!r}")
        self.play_trusted(decision)

    def play_trusted(self, decision: str) -> None:
        """The same for a decision that is known to be legal."""
        verb, *words = decision.split()
        if verb == "roll":
            self.roll(words[0])
            return
        assert self.player is not None
        if verb == "place":
            self.place(words[0])
        elif verb == "take":
            self.take(self.player, words[0])
        elif verb == "give":
            self.give(self.player, words[0])
        elif verb == "move":
            self.move(words[0], int(words[1]), words[2])
        elif verb == "hut" and self.hut_is_free(int(words[0])):
            self.build_hut(self.player, int(words[0]))
        elif verb in ("hut", "temple"):
            self.owe(self.player, decision)
        elif verb == "offer":
            self.offer(self.player, words[0])
        else:
            assert verb == "pay" and self.owed is not None
            self.name_payment(self.player, self.owed, words)

    def clone(self) -> "ReferenceGame":
        """A copy that shares nothing with this game."""
        return copy.deepcopy(self)

    # ------------------------------------------------------------------------------- the text notation

    def lines(self, payments: bool = True) -> list[str]:
        """The legal next lines of `meduris.md` 'The text notation', sorted; without payments they stop before them."""
        assert self.phase != "pay"
        lines = {line for decision in self.decisions() for line in self.lines_of(decision, payments)}
        return sorted(lines, key=str.encode)

    def lines_of(self, decision: str, with_payments: bool) -> list[str]:
        """The lines that begin with this small decision."""
        verb, *words = decision.split()
        if verb == "roll":
            return [decision]
        assert self.player is not None
        if verb == "offer" and words[0] in MATERIALS:
            return [f"offer {self.player} {words[0]} 1" if with_payments else f"offer {self.player} one"]
        start = " ".join([verb, str(self.player), *words])
        if decision == "offer three":
            start = f"offer {self.player} one"
        if not with_payments or not self.is_paid(decision):
            return [start]
        return [start + written(given) for given in self.possible_payments(self.player, decision)]

    def is_paid(self, decision: str) -> bool:
        """Must chips be paid for this decision?"""
        verb, *words = decision.split()
        if verb == "hut":
            return not self.hut_is_free(int(words[0]))
        return verb == "temple" or decision in ("offer both", "offer three")

    # ------------------------------------------------------------------------------------ the position

    def position(self) -> dict[str, object]:
        """All that there is to see, as plain lists and dicts."""
        return {
            "turn": self.turn,
            "phase": self.phase,
            "turn_player": self.turn_player,
            "player": self.player,
            "points": [self.points[player] for player in self.players],
            "stocks": [all_four(self.stocks[player]) for player in self.players],
            "supply": all_four(self.supply),
            "huts": [self.huts[player] for player in self.players],
            "temples": [self.temples[player] for player in self.players],
            "stacks": {material: list(self.stacks[material]) for material in MATERIALS},
            "fields": [
                {"building": site.building, "player": site.player, "chip": site.chip} for site in self.sites.values()
            ],
            "runes": dict(self.runes),
            "druid": {"place": self.druid_place, "number": self.druid_number},
            "ender": self.ender,
            "final": self.final,
            "scores": [self.points[player] for player in self.players] if self.phase == "over" else None,
            "winners": None if self.winners is None else list(self.winners),
        }

    # ------------------------------------------------------------------------------------- invariants

    def check(self) -> None:
        """Raise AssertionError where the position breaks an invariant of the rules."""
        self.check_materials()
        self.check_workers()
        self.check_buildings()
        self.check_druid()
        self.check_decisions()

    def check_materials(self) -> None:
        """There are 18 chips of each material."""
        for material in MATERIALS:
            numbers = [self.supply[material]] + [self.stocks[player][material] for player in self.players]
            assert sum(numbers) == CHIPS_PER_MATERIAL and min(numbers) >= 0

    def check_workers(self) -> None:
        """No worker is lost, and no more than three stand on one another."""
        standing = [player for stack in self.stacks.values() for player in stack]
        assert all(len(stack) <= MAX_STACK for stack in self.stacks.values())
        assert sorted(standing + self.unplaced) == sorted(self.players * WORKERS[len(self.players)])
        assert (self.phase == "place") == bool(self.unplaced)

    def check_buildings(self) -> None:
        """No building is lost; a rune stone belongs to a player with a hut in the area; the end is called in time."""
        for player in self.players:
            mine = [site.building for site in self.sites.values() if site.player == player]
            assert self.huts[player] >= 0 and mine.count("hut") + self.huts[player] == HUTS[len(self.players)]
            assert self.temples[player] >= 0
            assert mine.count("temple") + self.temples[player] == TEMPLES[len(self.players)]
            assert self.points[player] >= 0
            if self.huts[player] == 0 and self.temples[player] == 0:
                assert self.ender is not None
        for site in self.sites.values():
            assert (site.building is None) == (site.player is None)
            assert not (site.building == "temple" and site.chip is not None)
            assert not (site.building == "hut" and site.chip in ("two", "hut"))
        for area, owner in self.runes.items():
            owners = {self.sites[number].player for number in self.board if self.is_hut_in(number, area)}
            assert owner in owners if owners else owner is None

    def is_hut_in(self, number: int, area: str) -> bool:
        """Does a hut stand on this field, and does the field belong to this area?"""
        return self.has_hut(number) and self.board[number].area == area

    def check_druid(self) -> None:
        """He has moved one stone field for each of the first three constructions; on the ring he is beside a hut."""
        constructions = sum(self.built(player) for player in self.players)
        if self.druid_place == "field":
            assert self.has_hut(self.druid_number)
            assert constructions > STONE_FIELDS
        else:
            assert self.druid_number == min(constructions, STONE_FIELDS)
            assert (self.druid_place == "temple") == (self.druid_number == 0)

    def check_decisions(self) -> None:
        """There is a decision unless the game is over, none twice, and someone who makes it."""
        decisions = self.decisions()
        assert len(set(decisions)) == len(decisions)
        assert bool(decisions) == (self.phase != "over")
        assert (self.player is None) == (self.phase in ("roll", "over"))
        assert (self.owed is not None) == (self.phase == "pay")
        assert (self.winners is not None) == (self.phase == "over")
        if self.owed is not None:
            assert len(self.owed.possible) > 1
            assert self.player is not None
            for given in self.payments():
                assert list(given) == list(MATERIALS)
                assert all(0 <= given[material] <= self.stocks[self.player][material] for material in MATERIALS)


def written(given: Chips) -> str:
    """'Payments: material and number, each material at most once, no zeros.'"""
    return "".join(f" {material} {given[material]}" for material in MATERIALS if given[material] > 0)
