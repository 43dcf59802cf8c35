"""One place of a batch, one step at a time: what the threads of the CPU and those of a card both run.

A template like `dolmen.kernels.playout`: every game binds its own copy, in which the names declared here are its
kernels.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from dolmen.batch.slots import DECISIONS, GOES_ON, OVER, REFUSED, TRUNCATED
from dolmen.contract.game import CHANCE, TERMINAL, Kernel, Records
from dolmen.core.draws import draw_below
from dolmen.core.kernel import kernel
from dolmen.core.mask import Mask, clear, count, has, nth

legal: Kernel
apply: Kernel
observe: Kernel
draw_start: Kernel
points: Kernel
is_winner: Kernel
is_over: Kernel

NO_ACTION = -1


@kernel
def forget(returns: npt.NDArray[np.float32], scores: npt.NDArray[np.int32]) -> None:
    """No game has ended here yet."""
    for seat in range(returns.shape[0]):
        returns[seat] = 0.0
        scores[seat] = 0


@kernel
def begin_game(index: int, starts: Records, records: Records, slots: Records, drawn: int) -> None:
    """Set up the game whose number stands in the slot."""
    records[index] = starts[index if starts.shape[0] > 1 else 0]
    slots[index].step = 0
    if drawn != 0:
        draw_start(records[index], slots[index].seed, slots[index].game)


@kernel
def can_step(
    action: int,
    num_actions: int,
    mask: Mask,
    player: int,
    rewards: npt.NDArray[np.float32],
    status: npt.NDArray[np.int32],
    index: int,
) -> bool:
    """Whether a decision can be made: not where a game has ended for good, nor one that is not legal."""
    if player == TERMINAL:
        no_reward(rewards)
        return False
    if action < 0 or action >= num_actions or not has(mask, action):
        no_reward(rewards)
        status[index] = REFUSED
        return False
    return True


@kernel
def drawn_action(slot: Any, mask: Mask) -> int:
    """The decision that this step's draw picks from the legal ones: where the dice decide, and in random play."""
    return nth(mask, draw_below(int(slot.seed), DECISIONS + int(slot.game), int(slot.step), count(mask)))


@kernel
def advance(
    index: int,
    action: int,
    settings: Any,
    starts: Records,
    records: Records,
    slots: Records,
    mask: Mask,
    rewards: npt.NDArray[np.float32],
    returns: npt.NDArray[np.float32],
    scores: npt.NDArray[np.int32],
) -> int:
    """Make a legal decision (or none yet), let the dice decide until a player is asked; returns what it came to.

    `mask` holds the legal decisions afterwards. A game that ends is followed by the next one, if so set.
    """
    record = records[index]
    slot = slots[index]
    max_turns = int(settings.max_turns)
    remember_points(record, rewards[index])
    status = GOES_ON
    playing = True
    while playing:
        if action >= 0:
            apply(record, action)
            slot.step += 1
        if status == GOES_ON and is_over(record, max_turns):
            status = OVER if int(record.player) == TERMINAL else TRUNCATED
            end_game(record, slot, status, settings, rewards[index], returns[index], scores[index])
            if settings.restart != 0:
                slot.game = (int(slot.game) + int(settings.next_game)) % DECISIONS
                begin_game(index, starts, records, slots, int(settings.drawn))
        playing = int(record.player) == CHANCE and not is_over(record, max_turns)
        legal(record, mask)
        if playing:
            action = drawn_action(slot, mask)
    if status == GOES_ON:
        reward_points(record, settings, rewards[index])
    elif settings.restart == 0:
        clear(mask)
    return status


@kernel
def remember_points(record: Any, rewards: npt.NDArray[np.float32]) -> None:
    """Note what each seat had before the step."""
    for seat in range(rewards.shape[0]):
        rewards[seat] = -points(record, seat)


@kernel
def reward_points(record: Any, settings: Any, rewards: npt.NDArray[np.float32]) -> None:
    """What each seat gets for the points of this step."""
    for seat in range(rewards.shape[0]):
        rewards[seat] = settings.point_reward * (points(record, seat) + int(rewards[seat]))


@kernel
def no_reward(rewards: npt.NDArray[np.float32]) -> None:
    """Nothing for anybody."""
    for seat in range(rewards.shape[0]):
        rewards[seat] = 0.0


@kernel
def end_game(
    record: Any,
    slot: Any,
    status: int,
    settings: Any,
    rewards: npt.NDArray[np.float32],
    returns: npt.NDArray[np.float32],
    scores: npt.NDArray[np.int32],
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
def play_out(
    index: int,
    settings: Any,
    records: Records,
    slots: Records,
    mask: Mask,
    rewards: npt.NDArray[np.float32],
    returns: npt.NDArray[np.float32],
    scores: npt.NDArray[np.int32],
) -> int:
    """Random decisions until the game has ended; returns how."""
    record = records[index]
    slot = slots[index]
    max_turns = int(settings.max_turns)
    remember_points(record, rewards[index])
    while not is_over(record, max_turns):
        legal(record, mask)
        apply(record, drawn_action(slot, mask))
        slot.step += 1
    status = OVER if int(record.player) == TERMINAL else TRUNCATED
    end_game(record, slot, status, settings, rewards[index], returns[index], scores[index])
    clear(mask)
    return status


@kernel
def player_of(record: Any, max_turns: int) -> int:
    """Who decides; TERMINAL also where a game was cut short."""
    return TERMINAL if is_over(record, max_turns) else int(record.player)


@kernel
def look(record: Any, player: int, observation: npt.NDArray[np.float32]) -> None:
    """What the player who decides sees; at the end, what seat 0 sees."""
    if observation.shape[0] > 0:
        observe(record, max(player, 0), observation)


# ------------------------------------------------------------------------------------------------ loops for the CPU


@kernel
def step_range(
    first: int,
    last: int,
    beginning: bool,
    actions: npt.NDArray[np.int64],
    num_actions: int,
    settings: Records,
    starts: Records,
    records: Records,
    slots: Records,
    masks: npt.NDArray[np.uint64],
    observations: npt.NDArray[np.float32],
    players: npt.NDArray[np.int32],
    status: npt.NDArray[np.int32],
    rewards: npt.NDArray[np.float32],
    returns: npt.NDArray[np.float32],
    scores: npt.NDArray[np.int32],
) -> None:
    """Begin the games of some places, or make one decision in each."""
    for index in range(first, last):
        action = int(actions[index])
        if beginning:
            action = NO_ACTION
            forget(returns[index], scores[index])
            begin_game(index, starts, records, slots, int(settings[0].drawn))
        if beginning or can_step(action, num_actions, masks[index], int(players[index]), rewards[index], status, index):
            status[index] = advance(
                index, action, settings[0], starts, records, slots, masks[index], rewards, returns, scores
            )
            players[index] = player_of(records[index], int(settings[0].max_turns))
            look(records[index], int(players[index]), observations[index])


@kernel
def choose_range(
    first: int,
    last: int,
    slots: Records,
    masks: npt.NDArray[np.uint64],
    players: npt.NDArray[np.int32],
    actions: npt.NDArray[np.int64],
) -> None:
    """A random legal decision in each of some places; NO_ACTION where the game has ended for good."""
    for index in range(first, last):
        actions[index] = drawn_action(slots[index], masks[index]) if int(players[index]) >= 0 else NO_ACTION


@kernel
def play_range(
    first: int,
    last: int,
    settings: Records,
    records: Records,
    slots: Records,
    masks: npt.NDArray[np.uint64],
    observations: npt.NDArray[np.float32],
    players: npt.NDArray[np.int32],
    status: npt.NDArray[np.int32],
    rewards: npt.NDArray[np.float32],
    returns: npt.NDArray[np.float32],
    scores: npt.NDArray[np.int32],
) -> None:
    """Random decisions in each of some places until its game has ended for good."""
    for index in range(first, last):
        if int(players[index]) != TERMINAL:
            status[index] = play_out(index, settings[0], records, slots, masks[index], rewards, returns, scores)
            players[index] = TERMINAL
            look(records[index], TERMINAL, observations[index])
