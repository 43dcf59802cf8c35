"""Everything that lies on the table: seats, map, tiles, the turn that goes on, the offers that are open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from .facts import CULTS, FACTIONS, FAVOURS, ORDER_PLACES, SOURCES, STRUCTURES, TOWNS, Faction
from .hexmap import PRINTED


@dataclass
class Seat:
    """A player: what lies on and beside the faction board."""

    number: int
    colour: str | None = None
    """The colour dealt, where colours are dealt."""
    faction: Faction | None = None
    points_from: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SOURCES, 0))
    coins: int = 0
    workers: int = 0
    priests: int = 0
    priests_in_orders: int = 0
    bowls: list[int] = field(default_factory=lambda: [0, 0, 0])
    cults: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CULTS, 0))
    keys: int = 0
    """Town keys not yet spent."""
    shipping: int = 0
    digging: int = 0
    built: dict[str, int] = field(default_factory=lambda: dict.fromkeys(STRUCTURES, 0))
    bridges: int = 0
    """Bridges not yet built."""
    bonus: str | None = None
    favours: set[str] = field(default_factory=set)
    towns: list[str] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    """Special actions with a marker on them: 'faction', 'bonus', 'favour'."""
    cult_spades: int = 0
    points_off: int = 0
    """What the faction was bought for."""
    passed: bool = False
    dropped: bool = False

    @property
    def points(self) -> int:
        return sum(self.points_from.values())

    @property
    def board(self) -> Faction:
        """The faction board of a player who has chosen one."""
        assert self.faction is not None
        return self.faction

    def plays(self, *names: str) -> bool:
        """Whether this is one of the factions."""
        return self.faction is not None and self.faction.name in names


@dataclass
class Action:
    """What one action of a turn has done and still brings."""

    begun_by: str = ""
    """'dig', 'ACT5', 'stronghold' and so on, where hexes may be transformed or built on."""
    spades: int = 0
    bought: int = 0
    transformed: list[str] = field(default_factory=list)
    left_foreign: int = 0
    """Of the hexes transformed, how many are not home terrain."""
    dwelling_right: bool = False
    free_dwelling: bool = False
    """The witches' ride, not yet made."""
    skipped_to: str | None = None
    """The hex that a tunnel or carpet was paid for."""


@dataclass
class TownSteps:
    """The steps of a town tile, waiting until it is said which tracks stay below the top."""

    steps: int
    stays_due: int
    choices: list[str]
    stays: list[str] = field(default_factory=list)


@dataclass
class Turn:
    """The turn of one player: what may still be begun and what is due."""

    actions: int = 0
    """Actions that may still be begun."""
    acting: bool = False
    action: Action = field(default_factory=Action)
    transforming: str | None = None
    """The hex whose new terrain is still to be named."""
    favours: int = 0
    towns: int = 0
    bridges: int = 0
    upgrades: int = 0
    sandstorms: int = 0
    steps: int = 0
    """1 for a step, 2 for the auren's two."""
    town_steps: TownSteps | None = None
    ordinations: int = 0
    keyless: set[str] = field(default_factory=set)
    """Tracks where a step onto the top failed in this turn for want of a key."""

    @property
    def something_due(self) -> bool:
        """Whether the turn may not end yet."""
        return self.due_beside_steps or self.steps > 0

    @property
    def due_beside_steps(self) -> bool:
        """Whether something other than cult steps is due."""
        tiles = self.favours + self.towns + self.bridges + self.upgrades + self.sandstorms
        return tiles + self.action.spades > 0 or self.action.free_dwelling


@dataclass
class Offer:
    """Power offered by what was built."""

    to: int
    giver: int
    size: int
    build: int
    """The number of the build: the cultists' reward looks at all offers of one."""
    lapsed: bool = False


@dataclass
class Build:
    """What became of the offers of one build (cultists)."""

    taken: bool = False
    refused: bool = False
    rewarded: bool = False
    """Whether all refused and the cultists had their power for it."""


@dataclass
class Asking:
    """How far the round of questions has come."""

    offer: int = 0
    """The next offer to ask for."""
    reward_put_off: bool = False
    step_put_off: bool = False
    resumes: bool = False
    """Whether the turn goes on afterwards (`wait`)."""


class Table:
    """A position."""

    def __init__(
        self,
        players: int,
        scoring: Sequence[str],
        bonuses: Iterable[str],
        options: Iterable[str],
        factions: Sequence[str],
        colours: Sequence[str],
    ) -> None:
        self.options = frozenset(options)
        self.late_answers = "late-answers" in self.options
        self.scoring = list(scoring)
        self.given = tuple(FACTIONS[name] for name in factions)
        self.seats = [Seat(seat, colours[seat] if colours else None) for seat in range(players)]
        self.phase = "faction"
        self.round = 0
        self.turns = 0
        self.turn_player = 0
        self.player: int | None = 0
        self.order = list(range(players))
        self.passing_order: list[int] = []
        self.dwellings_to_place: list[int] = []
        self.terrain = dict(PRINTED)
        self.structure: dict[str, str] = {}
        self.owner: dict[str, int] = {}
        self.in_town: set[str] = set()
        self.bridges: dict[str, int] = {}
        self.town_rivers: set[str] = set()
        self.orders: dict[str, list[int | None]] = {cult: [None] * len(ORDER_PLACES) for cult in CULTS}
        self.power_used: set[str] = set()
        self.favours_left = {tile: copies for tile, (copies, _, _) in FAVOURS.items()}
        expanded = "mini-expansion-1" in self.options
        self.towns_left = {name: tile.copies if expanded or not tile.expansion else 0 for name, tile in TOWNS.items()}
        self.free_bonuses = dict.fromkeys(bonuses, 0)
        """Coins on each bonus tile that nobody holds."""
        self.turn = Turn()
        self.offers: list[Offer] = []
        self.builds: dict[int, Build] = {}
        self.builds_made = 0
        self.asking = Asking()
        self.reward_steps = 0
        """Steps that the cultists have earned by offers."""
        self.waiting_step: int | None = None
        """Whose free cult step waits (late answers, last player of a round)."""

    def owned(self, seat: Seat) -> list[str]:
        """The hexes of a player's structures."""
        return [place for place, owner in self.owner.items() if owner == seat.number]

    @property
    def active(self) -> Seat:
        """Whose turn it is."""
        return self.seats[self.turn_player]

    @property
    def scoring_now(self) -> str:
        """The scoring tile of the round."""
        return self.scoring[self.round - 1]

    def seat_of(self, faction: str) -> Seat | None:
        """Who plays a faction."""
        return next((seat for seat in self.seats if seat.plays(faction)), None)

    def bridged(self, place: str) -> list[str]:
        """The hexes that bridges join with one."""
        found = []
        for bridge in self.bridges:
            one, other = bridge.split(":")
            if place in (one, other):
                found.append(other if place == one else one)
        return found
