"""Many games of one kind at once, on the CPU or on one GPU."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from dolmen.batch.checks import all_within, check_terms, checked_seeds
from dolmen.batch.device import Device
from dolmen.batch.on_cpu import OnCpu
from dolmen.batch.place import Places
from dolmen.batch.slots import NEXT_GAME, REFUSED, SETTINGS, Arrays, slot_type
from dolmen.contract.game import Game, Kernel, Records, empty_records
from dolmen.core.arguments import shown, whole
from dolmen.core.errors import IllegalAction, WrongBatch
from dolmen.core.mask import new_mask


@dataclass(frozen=True)
class Statistics:
    """The games of a batch that have ended since its reset."""

    games: int
    truncated: int
    """Of them, how many were cut short at the turn cap."""
    decisions: int
    """Decisions in them, those of the dice included."""
    points: tuple[float, ...]
    """Mean final points of each seat."""
    wins: tuple[float, ...]
    """Share of the victories of each seat; a shared victory counts by its share."""


class Pool(NamedTuple):
    """Positions with which games may begin: those in which the set-up is still to be drawn stand first."""

    starts: Records
    drawn: int


class Batch:
    """`size` games of one kind, side by side; place `i` of every array belongs to game `i`.

    After `reset` and after every `step` the arrays show the positions in which somebody decides: chance is resolved on
    the way, and (with `restart`) a game that has ended is followed by the next one. The arrays stay the same objects
    and are overwritten by the next step; copy what you want to keep.

    Everything is a function of (seed, game, step): the same decisions give the same bytes on the CPU and on a GPU,
    whatever the size of the batch and the number of threads.

    Arrays are NumPy's on the CPU. On a GPU they are arrays of the card with the same shapes and types: `fetch` copies
    one to NumPy.
    """

    def __init__(
        self,
        game: Game,
        size: int,
        *,
        device: str = "cpu",
        threads: int | None = None,
        restart: bool = True,
        point_reward: float = 0.0,
        observations: bool = True,
        check: bool | None = None,
        max_turns: int | None = None,
    ) -> None:
        """Make a batch and reset it with seed 0.

        `threads` is for the CPU (all cores if None). `point_reward` is what a point is worth in the rewards beside the
        share of the victory. With `observations=False` no step writes them, and `observe` does when it is called (on a
        GPU there are none then). `check` says whether a step looks for refused actions and raises; if None, it does so
        on the CPU, and on a GPU not, where it would have to wait.
        """
        check_terms(game, size, device, threads, max_turns, point_reward)
        self.game = game
        self.size = int(size)
        self.device = device
        self.restart = restart
        self.max_turns = game.max_turns if max_turns is None else max_turns
        # A float32 times a difference of points is exact in float64: every device then rounds alike.
        self.point_reward = float(np.float32(point_reward))
        self.check = device == "cpu" if check is None else check
        self._on = _device(device, game, self.size, threads)
        self.observations = observations
        self._arrays = _empty_arrays(self._on, game, self.size, observations)
        self._actions: npt.NDArray[np.int64] = self._on.empty((self.size,), np.int64)
        self._unpacked: npt.NDArray[np.bool_] | None = None
        """The masks as booleans, once they were asked for."""
        self.reset()

    # ------------------------------------------------------------------------------------------------- beginning

    def reset(
        self,
        seeds: int | Sequence[int] | npt.NDArray[Any] = 0,
        *,
        setups: Sequence[Any] | None = None,
        pool: Pool | None = None,
    ) -> None:
        """Begin all games anew and forget the statistics.

        With one seed, place `i` plays the games numbered `i`, `i + size`, `i + 2 size`... of that seed; with a seed
        for every place, each plays the games 0, 1, 2... of its own. Game `g` is set up as `draw_setup(seed, g)` says;
        or with `setups`, one for all or one for every place, as given, and chance still comes of the seed; or with
        a `pool` of positions, each game begins with one of them, by a draw of its own.
        """
        slots = empty_records(slot_type(self.game.meta.max_players), self.size)
        if np.ndim(seeds) == 0:
            slots["seed"] = checked_seeds(seeds)
            slots["game"] = np.arange(self.size)
        else:
            slots["seed"] = checked_seeds(self._row("seeds", seeds))
        settings = empty_records(SETTINGS)
        settings["max_turns"] = self.max_turns
        settings["next_game"] = self.size if np.ndim(seeds) == 0 else 1
        settings["restart"] = self.restart
        if pool is not None and not isinstance(pool, Pool):
            raise WrongBatch(f"a pool of positions is a dolmen.batch.Pool, not {shown(pool)}")
        starts, drawn = self._starts(setups) if pool is None else pool
        settings["drawn"] = drawn
        settings["pooled"] = pool is not None
        settings["point_reward"] = self.point_reward
        self._arrays = self._arrays._replace(
            settings=self._on.send(settings),
            starts=self._on.send(starts),
            slots=self._on.send(slots),
        )
        self._on.step(self._actions, self._arrays, beginning=True)

    def _starts(self, setups: Sequence[Any] | None) -> Pool:
        """The first positions of given set-ups, or the one in which everything is still to be drawn."""
        if setups is None:
            return Pool(self.game.open_records(), 1)
        if not isinstance(setups, Sequence) or isinstance(setups, (str, bytes)):
            raise WrongBatch(f"setups are a list of set-ups, as draw_setup draws them, not {shown(setups)}")
        if len(setups) not in (1, self.size):
            raise WrongBatch(f"give one set-up for all games or one for each of the {self.size}, not {len(setups)}")
        starts = empty_records(self.game.record_type, len(setups))
        for index, setup in enumerate(setups):
            starts[index] = self.game.new_records(setup)[0]
        return Pool(starts, 0)

    def snapshot(self) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """The positions and what is kept beside them: copies from which `restore` goes on with the same games."""
        return self._on.fetch(self._arrays.records).copy(), self._on.fetch(self._arrays.slots).copy()

    def restore(self, snapshot: tuple[npt.NDArray[Any], npt.NDArray[Any]]) -> None:
        """Go on where a batch of the same kind and size stood; the results of its last games are not shown again."""
        records, slots = snapshot
        known = slots.dtype == slot_type(self.game.meta.max_players)
        if records.shape != (self.size,) or records.dtype != self.game.record_type or not known:
            raise WrongBatch(f"this is no snapshot of {self.size} games of {self.game.meta.title}")
        given = self._on.fetch(self._arrays.settings).copy()
        given["drawn"], given["pooled"] = 0, 0
        # Begun as given set-ups, the positions get their masks and observations; then everything else is put back.
        begun = self._arrays._replace(
            settings=self._on.send(given),
            starts=self._on.send(records.view(np.recarray)),
            slots=self._on.send(slots.copy()),
        )
        self._on.step(self._actions, begun, beginning=True)
        self._arrays = self._arrays._replace(slots=self._on.send(slots.view(np.recarray)))

    # ------------------------------------------------------------------------------------------------- playing

    def step(self, actions: Any) -> None:
        """One decision in every place: `size` action ids, legal there.

        On a GPU, an int64 array of the card. A refused action leaves its game as it is; its `status` is REFUSED, and
        with `check` the first one raises IllegalAction. Where a game has ended for good the action is ignored.
        """
        actions = self._on.actions_from(actions, self.size)
        self._on.step(actions, self._arrays)
        if self.check:
            self.refuse(np.arange(self.size), actions)

    def step_at(self, places: Places, actions: Any) -> None:
        """One decision in each of some places, given by index; the others stay as they are. On the CPU alone.

        As in `step`; NEXT_GAME instead of an action leaves the game of a place and begins its next one.
        """
        places = self._checked_places(places)
        numbers = self._cpu().actions_from(actions, len(places))
        self._cpu().step_at(places, numbers, self._arrays)
        if self.check:
            self.refuse(places, numbers)

    def begin_at(self, places: Places, seeds: npt.NDArray[Any], games: npt.NDArray[Any]) -> None:
        """Begin in each of some places that game of that seed. On the CPU alone."""
        slots = self._cpu().fetch(self._arrays.slots)
        places = self._checked_places(places)
        slots["seed"][places] = checked_seeds(seeds)
        slots["game"][places] = games - self._arrays.settings["next_game"][0]
        self.step_at(places, np.full(len(places), NEXT_GAME))

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A random legal action for every place, by the same draws that random playouts make."""
        self._on.choose(self._arrays, self._actions)
        return self._actions

    def random_actions_at(self, places: Places) -> npt.NDArray[np.int64]:
        """The same for some places alone. On the CPU alone."""
        places = self._checked_places(places)
        actions = np.empty(len(places), dtype=np.int64)
        self._cpu().choose_at(places, self._arrays, actions)
        return actions

    def play(self, policy: Callable[[Batch], Any], steps: int) -> None:
        """So many steps with the actions that a policy gives for the batch as it stands."""
        if not callable(policy):
            raise WrongBatch(
                f"a policy is a function of the batch, as policy_of makes one of a bot, not {shown(policy)}"
            )
        for _ in range(whole("steps", steps, error=WrongBatch)):
            self.step(policy(self))

    def play_out(self) -> None:
        """Random decisions in every place until its game has ended; without restart, all in one call."""
        self._on.play_out(self._arrays)

    # ------------------------------------------------------------------------------------------------- what is shown

    @property
    def records(self) -> Records:
        """The positions: one record a place."""
        return self._arrays.records

    @property
    def slots(self) -> Any:
        """What is kept of each place beside its position: `seed`, `game` and `step` name its next draw."""
        return self._arrays.slots

    @property
    def current_player(self) -> npt.NDArray[np.int32]:
        """The seat that decides in each place; TERMINAL where the game has ended for good (int32)."""
        return self._arrays.players

    @property
    def status(self) -> npt.NDArray[np.int32]:
        """What the last step came to in each place: GOES_ON, OVER, TRUNCATED or REFUSED (int32)."""
        return self._arrays.status

    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """What the last step brought each seat: [size, players], float32.

        At the end of a game each seat's share of the victory; with `point_reward`, also that for every point of the
        seat's own that the step brought or took.
        """
        return self._arrays.rewards

    @property
    def returns(self) -> npt.NDArray[np.float32]:
        """The shares of the victory in each place's last game that ended: [size, players], float32."""
        return self._arrays.returns

    @property
    def scores(self) -> npt.NDArray[np.int32]:
        """The final points of each place's last game that ended: [size, players], int32."""
        return self._arrays.scores

    def observe(self) -> npt.NDArray[np.float32]:
        """What the player who decides sees: [size, features], float32; see `Game.observation_parts`.

        On a GPU the numbers of one feature lie side by side (a transposed array), since a game is a thread there.
        """
        if not self.observations and self.device == "cpu":
            return self.observe_at(self._cpu().all, np.maximum(self.current_player, 0))
        return self._arrays.observations

    def observe_at(self, places: Places, seats: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
        """What given seats see in some places, one row each: a new array. On the CPU alone."""
        places = self._checked_places(places)
        asked = np.asarray(seats)
        if asked.shape != places.shape or not all_within(asked, self.game.players):
            raise WrongBatch(f"seats are whole numbers from 0 to {self.game.players - 1}, one for each of the places")
        rows = np.empty((len(places), self.game.observation_size), dtype=np.float32)
        self._cpu().observe_at(places, asked.astype(np.int32, copy=False), self._arrays, rows)
        return rows

    def points(self) -> npt.NDArray[np.int32]:
        """The points of each seat as the games stand: [size, players], a new array. On the CPU alone."""
        points = np.empty((self.size, self.game.players), dtype=np.int32)
        self._cpu().points(self._arrays, points)
        return points

    @overload
    def legal_mask(self, *, packed: Literal[False] = False) -> npt.NDArray[np.bool_]: ...

    @overload
    def legal_mask(self, *, packed: Literal[True]) -> npt.NDArray[np.uint64]: ...

    @overload
    def legal_mask(self, *, packed: bool) -> npt.NDArray[np.bool_] | npt.NDArray[np.uint64]: ...

    def legal_mask(self, *, packed: bool = False) -> npt.NDArray[np.bool_] | npt.NDArray[np.uint64]:
        """The legal actions: [size, num_actions] booleans; packed, [size, words] uint64, action `a` bit `a % 64`."""
        if packed:
            return self._arrays.masks
        if self._unpacked is None:
            self._unpacked = self._on.empty((self.size, self.game.num_actions), np.bool_)
        self._on.unpack(self._arrays.masks, self._unpacked)
        return self._unpacked

    def fetch(self, array: Any) -> npt.NDArray[Any]:
        """One of the batch's arrays as a NumPy array: itself on the CPU, a copy from a GPU."""
        return self._on.fetch(array)

    def wait(self) -> None:
        """Wait until a GPU has made all steps that were asked for; its calls return before it has."""
        self._on.wait()

    def statistics(self) -> Statistics:
        """What the games that have ended came to."""
        slots = self._on.fetch(self._arrays.slots)
        games = int(slots["games"].sum())
        seats = self.game.players
        return Statistics(
            games=games,
            truncated=int(slots["truncated"].sum()),
            decisions=int(slots["decisions"].sum()),
            points=tuple(float(points) / max(games, 1) for points in slots["points"].sum(axis=0)[:seats]),
            wins=tuple(float(wins) / max(games, 1) for wins in slots["wins"].sum(axis=0)[:seats]),
        )

    # ------------------------------------------------------------------------------------------------- checks

    def _row(self, what: str, values: Any) -> npt.NDArray[Any]:
        array = np.asarray(values)
        if array.shape != (self.size,):
            raise WrongBatch(f"{what} have the shape {array.shape}; a batch of {self.size} games takes ({self.size},)")
        return array

    def _checked_places(self, places: Places) -> Places:
        """Places as the kernels take them, which look at nothing: others would lie outside of the arrays."""
        if places is self._cpu().all:
            return places
        chosen = np.asarray(places)
        if chosen.ndim != 1 or not all_within(chosen, self.size):
            raise WrongBatch(f"places are whole numbers from 0 to {self.size - 1} in a row, not {shown(places)}")
        return chosen.astype(np.int64, copy=False)

    def share(self, places: int, fewest: int, kernel: Kernel, *arguments: Any) -> None:
        """Call a kernel for so many places, shared among the batch's threads: see `OnCpu.share`. On the CPU alone."""
        self._cpu().share(places, fewest, kernel, *arguments)

    def _cpu(self) -> OnCpu:
        """What runs the rules, if that is the CPU. Raises WrongBatch."""
        if not isinstance(self._on, OnCpu):
            raise WrongBatch("a batch on a GPU makes each step in all places: some of them alone are for the CPU")
        return self._on

    def refuse(self, places: Places, actions: Any) -> None:
        """Raise IllegalAction for the first of these actions that the last step refused, with the reason."""
        refused = np.flatnonzero(self._on.fetch(self._arrays.status)[places] == REFUSED)
        if refused.size:
            place = int(places[refused[0]])
            action = int(self._on.fetch(actions)[refused[0]])
            if not 0 <= action < self.game.num_actions:
                last = self.game.num_actions - 1
                raise IllegalAction(f"game {place}: there is no action {action}; the ids are 0 to {last}")
            record = self._on.fetch(self._arrays.records)[place : place + 1].view(np.recarray)[0]
            raise IllegalAction(f"game {place}: {self.game.refusal(record, action)}")


def _empty_arrays(device: Device, game: Game, size: int, observations: bool) -> Arrays:
    """The arrays of a batch that has not begun: what a reset draws or is given is still missing."""
    return Arrays(
        settings=None,
        starts=None,
        records=device.empty((size,), game.record_type),
        slots=None,
        masks=device.empty((size, new_mask(game.num_actions).size), np.uint64),
        observations=device.empty_observations(size, game.observation_size if observations else 0),
        players=device.empty((size,), np.int32),
        status=device.empty((size,), np.int32),
        rewards=device.empty((size, game.players), np.float32),
        returns=device.empty((size, game.players), np.float32),
        scores=device.empty((size, game.players), np.int32),
    )


def _device(device: str, game: Game, size: int, threads: int | None) -> Device:
    """Where the rules run."""
    if device == "cpu":
        return OnCpu(game, size, threads)
    from dolmen.core.cuda import require_card

    require_card()
    from dolmen.batch.on_cuda import OnCuda

    return OnCuda(game, size)
