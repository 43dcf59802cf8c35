"""One place of a batch, one step at a time: what the threads of the CPU and those of a card both run."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from dolmen.batch.slots import GOES_ON, NEXT_GAME, NO_ACTION, OVER, REFUSED, TRUNCATED, Arrays
from dolmen.contract.game import CHANCE, TERMINAL, Game, Kernel
from dolmen.core.draws import DICE_STREAMS, draw_below, drawn_from
from dolmen.core.kernel import factory, kernel
from dolmen.core.mask import Mask, clear, has
from dolmen.kernels.playout import is_over

Rewards = npt.NDArray[np.float32]
Scores = npt.NDArray[np.int32]
Places = npt.NDArray[np.int64]
"""Which places, by index."""
Observations = npt.NDArray[np.float32]

POOL_DRAW = 1 << 30
"""Which draw of a game's dice says with which of a pool's positions it begins: no game has so many decisions."""


class PlaceKernels(NamedTuple):
    """The kernels of a batch of one game: a place at a time for a card, and loops over some places for the CPU."""

    step_place: Kernel
    play_place: Kernel
    step_range: Kernel
    play_range: Kernel
    observe_range: Kernel
    points_range: Kernel


@kernel
def drawn_action(slot: Any, mask: Mask) -> int:
    """The decision that this step's draw picks from the legal ones: where the dice decide, and in random play."""
    return drawn_from(mask, int(slot.seed), DICE_STREAMS + int(slot.game), int(slot.step))


@kernel
def random_action(index: int, arrays: Arrays) -> int:
    """A random legal decision in a place; NO_ACTION where the game has ended for good."""
    return drawn_action(arrays.slots[index], arrays.masks[index]) if int(arrays.players[index]) >= 0 else NO_ACTION


@kernel
def choose_range(first: int, last: int, places: Places, arrays: Arrays, actions: npt.NDArray[np.int64]) -> None:
    """A random legal decision in each of some places."""
    for index in range(first, last):
        actions[index] = random_action(places[index], arrays)


@kernel
def clear_results(returns: Rewards, scores: Scores) -> None:
    """No game has ended here yet."""
    for seat in range(returns.shape[0]):
        returns[seat] = 0.0
        scores[seat] = 0


@kernel
def clear_rewards(rewards: Rewards) -> None:
    """Nothing for anybody."""
    for seat in range(rewards.shape[0]):
        rewards[seat] = 0.0


@factory
def make_place(game: type[Game]) -> PlaceKernels:
    """The batch's kernels for a game."""
    legal, apply, observe, draw_start = game.legal, game.apply, game.observe, game.draw_start
    points, is_winner, num_actions = game.points, game.is_winner, game.num_actions

    @kernel
    def begin_game(index: int, arrays: Arrays) -> None:
        """Set up the game whose number stands in the slot."""
        slot, starts = arrays.slots[index], arrays.starts.shape[0]
        number = index if starts > 1 else 0
        if arrays.settings[0].pooled != 0:
            number = draw_below(int(slot.seed), DICE_STREAMS + int(slot.game), POOL_DRAW, starts)
        arrays.records[index] = arrays.starts[number]
        slot.step = 0
        if number < int(arrays.settings[0].drawn):
            draw_start(arrays.records[index], slot.seed, slot.game)

    @kernel
    def begin_next(index: int, arrays: Arrays) -> None:
        """Set up the place's next game."""
        slot = arrays.slots[index]
        slot.game = (int(slot.game) + int(arrays.settings[0].next_game)) % DICE_STREAMS
        begin_game(index, arrays)

    @kernel
    def can_step(index: int, action: int, arrays: Arrays) -> bool:
        """Whether a decision can be made: not where a game has ended for good, nor one that is not legal."""
        if int(arrays.players[index]) == TERMINAL:
            clear_rewards(arrays.rewards[index])
            return False
        if action < 0 or action >= num_actions or not has(arrays.masks[index], action):
            clear_rewards(arrays.rewards[index])
            arrays.status[index] = REFUSED
            return False
        return True

    @kernel
    def keep_points(record: Any, rewards: Rewards) -> None:
        """Write down what each seat has before the step."""
        for seat in range(rewards.shape[0]):
            rewards[seat] = -points(record, seat)

    @kernel
    def reward_points(record: Any, settings: Any, rewards: Rewards) -> None:
        """What each seat gets for the points of this step."""
        for seat in range(rewards.shape[0]):
            rewards[seat] = settings.point_reward * (points(record, seat) + int(rewards[seat]))

    @kernel
    def end_game(
        record: Any, slot: Any, status: int, settings: Any, rewards: Rewards, returns: Rewards, scores: Scores
    ) -> None:
        """Rewards, returns and final points of a game that has ended, and the slot's sums."""
        winners = 0
        for seat in range(rewards.shape[0]):
            if status == OVER and is_winner(record, seat):
                winners += 1
        for seat in range(rewards.shape[0]):
            score = points(record, seat)
            share = 1.0 / winners if status == OVER and is_winner(record, seat) else 0.0
            # The product is exact (see Batch.__init__), so it does not matter whether a card rounds once or twice here.
            rewards[seat] = settings.point_reward * (score + int(rewards[seat])) + share
            returns[seat] = share
            scores[seat] = score
            slot.points[seat] += score
            slot.wins[seat] += share
        slot.games += 1
        slot.truncated += int(status == TRUNCATED)
        slot.decisions += slot.step

    @kernel
    def advance(index: int, action: int, arrays: Arrays, mask: Mask) -> int:
        """Make a legal decision (or none yet), let the dice decide until a player is asked; returns what it came to.

        `mask` holds the legal decisions afterwards. A game that ends is followed by the next one, if so set.
        """
        record, slot, settings = arrays.records[index], arrays.slots[index], arrays.settings[0]
        rewards = arrays.rewards[index]
        max_turns = int(settings.max_turns)
        keep_points(record, rewards)
        status = GOES_ON
        playing = True
        while playing:
            if action >= 0:
                apply(record, action)
                slot.step += 1
            if status == GOES_ON and is_over(record, max_turns):
                status = OVER if int(record.player) == TERMINAL else TRUNCATED
                end_game(record, slot, status, settings, rewards, arrays.returns[index], arrays.scores[index])
                if settings.restart != 0:
                    begin_next(index, arrays)
            playing = int(record.player) == CHANCE and not is_over(record, max_turns)
            legal(record, mask)
            if playing:
                action = drawn_action(slot, mask)
        if status == GOES_ON:
            reward_points(record, settings, rewards)
        elif settings.restart == 0:
            clear(mask)
        return status

    @kernel
    def play_out(index: int, arrays: Arrays, mask: Mask) -> int:
        """Random decisions until the game has ended; returns how."""
        record, slot, settings = arrays.records[index], arrays.slots[index], arrays.settings[0]
        rewards = arrays.rewards[index]
        max_turns = int(settings.max_turns)
        keep_points(record, rewards)
        while not is_over(record, max_turns):
            legal(record, mask)
            apply(record, drawn_action(slot, mask))
            slot.step += 1
        status = OVER if int(record.player) == TERMINAL else TRUNCATED
        end_game(record, slot, status, settings, rewards, arrays.returns[index], arrays.scores[index])
        clear(mask)
        return status

    @kernel
    def write_observation(record: Any, player: int, observation: npt.NDArray[np.float32]) -> None:
        """What the player who decides sees; at the end, what seat 0 sees."""
        if observation.shape[0] > 0:
            observe(record, max(player, 0), observation)

    @kernel
    def step_place(index: int, action: int, beginning: bool, arrays: Arrays, mask: Mask) -> bool:
        """Begin a game of a place, or make one decision in it; whether it did, and `mask` holds what is legal now."""
        if beginning:
            action = NO_ACTION
            clear_results(arrays.returns[index], arrays.scores[index])
            begin_game(index, arrays)
        elif action == NEXT_GAME:
            action = NO_ACTION
            begin_next(index, arrays)
        elif not can_step(index, action, arrays):
            return False
        arrays.status[index] = advance(index, action, arrays, mask)
        record = arrays.records[index]
        player = TERMINAL if is_over(record, int(arrays.settings[0].max_turns)) else int(record.player)
        arrays.players[index] = player
        write_observation(record, player, arrays.observations[index])
        return True

    @kernel
    def play_place(index: int, arrays: Arrays, mask: Mask) -> bool:
        """Random decisions in a place until its game has ended for good; whether there were any to make."""
        if int(arrays.players[index]) == TERMINAL:
            return False
        arrays.status[index] = play_out(index, arrays, mask)
        arrays.players[index] = TERMINAL
        write_observation(arrays.records[index], TERMINAL, arrays.observations[index])
        return True

    @kernel
    def step_range(
        first: int, last: int, beginning: bool, places: Places, actions: npt.NDArray[np.int64], arrays: Arrays
    ) -> None:
        """Begin the games of some places, or make one decision in each."""
        for index in range(first, last):
            place = places[index]
            step_place(place, int(actions[index]), beginning, arrays, arrays.masks[place])

    @kernel
    def play_range(first: int, last: int, arrays: Arrays) -> None:
        """Random decisions in each of some places until its game has ended for good."""
        for index in range(first, last):
            play_place(index, arrays, arrays.masks[index])

    @kernel
    def observe_range(
        first: int, last: int, places: Places, seats: npt.NDArray[np.int32], arrays: Arrays, rows: Observations
    ) -> None:
        """What a seat sees in each of some places."""
        for index in range(first, last):
            observe(arrays.records[places[index]], int(seats[index]), rows[index])

    @kernel
    def points_range(first: int, last: int, arrays: Arrays, out: Scores) -> None:
        """The points of each seat in each of some places, as the games stand."""
        for index in range(first, last):
            for seat in range(out.shape[1]):
                out[index, seat] = points(arrays.records[index], seat)

    return PlaceKernels(step_place, play_place, step_range, play_range, observe_range, points_range)
