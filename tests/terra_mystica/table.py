"""Positions for rule tests, in a few words: factions, what stands where, and who has what.

    table = Table("nomads witches").stand("nomads", "E8 D, F3 TP").give("nomads", workers=9)
    table.play("dig 1", "transform E7", ...)

The first faction has the turn. Goods are plenty unless a test says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dolmen.contract.game import State
from dolmen.games.terra_mystica.rules.board import BRIDGE_NAMES, COLOURS, HEX_OF_NAME
from dolmen.games.terra_mystica.rules.factions import NAMES
from dolmen.games.terra_mystica.rules.game import TerraMystica
from dolmen.games.terra_mystica.rules.record import FROM_START, Phase
from dolmen.games.terra_mystica.rules.setup import Setup, bonus_tiles
from dolmen.games.terra_mystica.rules.tiles import BONUSES, CULTS, FAVOURS, SCORINGS, STRUCTURE_CODES, TOWNS

QUIET = ("SCORE2", "SCORE9", "SCORE4", "SCORE7", "SCORE8", "SCORE6")
"""Scoring tiles of a game in which dwellings, trading posts and spades score nothing in round 1."""
ALL_OPTIONS = ("mini-expansion-1", "shipping-bonus", "temple-scoring-tile")


class Table:
    """A state that tests set up by hand and then play on."""

    def __init__(
        self,
        factions: str,
        options: Iterable[str] = ALL_OPTIONS,
        scoring: Iterable[str] = QUIET,
        round_number: int = 1,
    ) -> None:
        names = tuple(factions.split())
        chosen = frozenset(options)
        bonuses = bonus_tiles(chosen)[-len(names) - 3 :]
        scoring = tuple(scoring)
        if "temple-scoring-tile" not in chosen:
            scoring = tuple("SCORE3" if tile == "SCORE9" else tile for tile in scoring)
        self.setup = Setup(len(names), scoring, bonuses, chosen, names)
        self.game = TerraMystica(len(names), options=chosen)
        self.state: State = self.game.new_state(self.setup)
        record = self.record
        record.phase = Phase.ACTION
        record.round_number = round_number
        record.player = record.turn_player = 0
        record.actions_left = 1
        record.turn = 1
        for seat, name in enumerate(names):
            tile = BONUSES.index(bonuses[seat])
            record.bonus[seat] = tile
            record.bonus_free[tile] = 0
            self.give(name, workers=20, coins=40)

    @property
    def record(self) -> Any:
        return self.state.record

    def seat(self, faction: str) -> int:
        return [int(number) for number in self.record.faction].index(NAMES.index(faction))

    # ------------------------------------------------------------------------------------------------ setting up

    def stand(self, faction: str, structures: str) -> Table:
        """Structures of a faction: 'E8 D, F3 TP'. The land becomes its home."""
        seat = self.seat(faction)
        home = self.game.position(self.record)["seats"][seat]["faction"]
        colour = next(colour for colour in COLOURS if home in _FACTIONS_OF[colour])
        for part in structures.split(", "):
            name, code = part.split()
            land = HEX_OF_NAME[name]
            kind = STRUCTURE_CODES.index(code)
            self.record.structure[land] = kind
            self.record.owner[land] = seat
            self.record.terrain[land] = COLOURS.index(colour)
            self.record.built[seat, kind] += 1
        return self

    def give(self, faction: str, **goods: Any) -> Table:
        """Goods and levels of a faction: workers, coins, priests, bowls, cults, keys, shipping, digging, vp, bonus."""
        seat = self.seat(faction)
        record = self.record
        for name, value in goods.items():
            if name == "bowls":
                record.bowls[seat] = value
            elif name == "cults":
                record.cult[seat] = value
            elif name == "vp":
                record.points[seat, FROM_START] += value - int(record.vp[seat])
                record.vp[seat] = value
            elif name == "bonus":
                self._swap_bonus(seat, BONUSES.index(value))
            elif name == "favours":
                for tile in value.split():
                    number = FAVOURS.index(tile)
                    record.favours[seat] = int(record.favours[seat]) | 1 << number
                    record.favours_left[number] -= 1
            else:
                record[name][seat] = value
        return self

    def _swap_bonus(self, seat: int, tile: int) -> None:
        record = self.record
        if not record.bonus_free[tile]:
            for other in range(self.setup.players):
                if int(record.bonus[other]) == tile:
                    record.bonus[other] = record.bonus[seat]
        else:
            record.bonus_free[int(record.bonus[seat])] = 1
        record.bonus_free[tile] = 0
        record.bonus[seat] = tile

    def paint(self, **colours: str) -> Table:
        """The present terrain of hexes."""
        for name, colour in colours.items():
            self.record.terrain[HEX_OF_NAME[name]] = COLOURS.index(colour)
        return self

    def bridge(self, faction: str, *names: str) -> Table:
        seat = self.seat(faction)
        for name in names:
            self.record.bridge_owner[BRIDGE_NAMES.index(name)] = seat
            self.record.bridges[seat] -= 1
        return self

    def only_towns(self, tiles: str) -> Table:
        """The town tiles that are left."""
        for number, tile in enumerate(TOWNS):
            self.record.towns_left[number] = tiles.split().count(tile)
        return self

    def scores(self, tile: str) -> Table:
        """The scoring tile of the present round."""
        self.record.scoring[int(self.record.round_number) - 1] = SCORINGS.index(tile)
        return self

    # ------------------------------------------------------------------------------------------------ playing

    def play(self, *actions: str) -> Table:
        for action in actions:
            self.state.apply(action)
        return self

    def legal(self, prefix: str = "") -> list[str]:
        return [text for text in self.state.legal_texts() if text.startswith(prefix)]

    def refusal(self, action: str) -> str:
        number = self.state.action_id(action)
        assert number not in self.state.legal_actions(), f"{action} is legal"
        return str(self.game.refusal(self.record, number))

    # ------------------------------------------------------------------------------------------------ looking

    @property
    def now(self) -> str:
        """Phase and player: 'action: nomads'."""
        facts = self.game.position(self.record)
        player = facts["player"]
        return f"{facts['phase']}: {facts['seats'][player - 1]['faction'] if player else 'nobody'}"

    def of(self, faction: str) -> dict[str, Any]:
        seat: dict[str, Any] = self.game.position(self.record)["seats"][self.seat(faction)]
        return seat

    def points(self, faction: str) -> int:
        return int(self.record.vp[self.seat(faction)])

    def goods(self, faction: str) -> tuple[int, int, int]:
        """Workers, coins, priests."""
        facts = self.of(faction)
        return facts["workers"], facts["coins"], facts["priests"]

    def bowls(self, faction: str) -> list[int]:
        return list(self.of(faction)["power"])

    def cults(self, faction: str) -> list[int]:
        return [self.of(faction)["cults"][cult] for cult in CULTS]

    def terrain(self, name: str) -> str:
        return COLOURS[int(self.record.terrain[HEX_OF_NAME[name]])]

    def structure(self, name: str) -> str:
        return STRUCTURE_CODES[int(self.record.structure[HEX_OF_NAME[name]])]

    def offers(self) -> list[str]:
        facts = self.game.position(self.record)
        return [
            f"{facts['seats'][offer['to'] - 1]['faction']} {offer['size']} from "
            f"{facts['seats'][offer['from'] - 1]['faction']}"
            for offer in facts["offers"]
        ]


_FACTIONS_OF = {
    "yellow": ("fakirs", "nomads"),
    "brown": ("halflings", "cultists"),
    "black": ("alchemists", "darklings"),
    "blue": ("mermaids", "swarmlings"),
    "green": ("auren", "witches"),
    "gray": ("dwarves", "engineers"),
    "red": ("chaosmagicians", "giants"),
}
