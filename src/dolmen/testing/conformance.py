"""The conformance suite: what every game promises, checked by playing it.

A game passes if `check_game(load("my-game", players=n))` returns for every number of players. Each promise is a
function of its own; a broken one fails an assertion that says where.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from dolmen.analysis.replay import begin, read_any
from dolmen.contract.game import CHANCE, TERMINAL, Game, State
from dolmen.core.draws import Draws
from dolmen.core.errors import DolmenError, GameOver, IllegalAction, InvalidNotation, NothingToUndo
from dolmen.core.mask import count, has, members, new_mask, nth
from dolmen.core.observation import Observation, Part
from dolmen.testing.trace import interpreted_traces, traces

LOOK_CLOSELY_EVERY = 17
"""Positions at which the slower promises are checked, too."""

OBSERVATION_LIMIT = 16
"""Observed numbers are scaled to lie about 0 to 1; never do they leave 0 to this one."""


def check_game(game: Game, games: int = 3, seed: int = 0, interpreted_decisions: int = 400) -> None:
    """Check every promise of the interface for a game and its number of players."""
    check_record_type(game)
    check_action_table(game)
    check_observation_parts(game)
    for number in range(games):
        check_random_game(game, seed + number)
        check_transcript(game, seed + number)
    check_interpreted_is_native(game, 1, seed, interpreted_decisions)


def check_record_type(game: Game) -> None:
    """A record has the fields that every game promises, and no gaps: NumPy would not copy what lies in them."""
    names = game.record_type.names or ()
    assert {"player", "turn_player", "turn"} <= set(names)
    assert sum(game.record_type[name].itemsize for name in names) == game.record_type.itemsize, "the record has gaps"


def check_action_table(game: Game) -> None:
    """Id, dataclass and text of every action are three forms of one thing; no other ids or texts exist."""
    texts = [game.action_text(action) for action in range(game.num_actions)]
    assert len(set(texts)) == game.num_actions, "two actions have the same text"
    for action, text in enumerate(texts):
        assert game.encode(game.decode(action)) == action, f"dataclass of action {action}"
        assert game.action_from_text(text) == action, f"text of action {action}"
    for wrong in (-1, game.num_actions):
        _raises(InvalidNotation, partial(game.decode, wrong))
    _raises(InvalidNotation, lambda: game.action_from_text("no such action"))


def check_frozen(game: Game, path: Path) -> None:
    """The action table is the one that was written down: ids are appended, never renumbered."""
    frozen = path.read_text(encoding="utf-8").splitlines()
    table = [f"{action} {game.action_text(action)}" for action in range(game.num_actions)]
    assert table[: len(frozen)] == frozen, "an action was renumbered or renamed"
    assert len(table) == len(frozen), f"new actions are to be added to {path}"


def check_random_game(game: Game, seed: int) -> None:
    """Play a random game to its end or to the turn cap, checking every position."""
    state = game.new_state(seed=seed)
    _raises(NothingToUndo, state.undo)
    draws = Draws(seed, 1)
    while not state.is_terminal() and state.turn <= game.max_turns:
        legal = check_legal(state)
        game.check_conservation(state.record)
        if len(state.history) % LOOK_CLOSELY_EVERY == 0:
            check_closely(state, draws)
        check_apply_and_undo(state, draws.pick(legal), close=len(state.history) % LOOK_CLOSELY_EVERY == 0)
    if state.is_terminal():
        check_end(state)


def check_observation_parts(game: Game) -> None:
    """The parts follow each other without gaps, each explained; one of them says who decides."""
    parts = game.observation_parts()
    assert game.observation_version >= 1
    assert [part.offset for part in parts] == [sum(part.size for part in parts[:index]) for index in range(len(parts))]
    assert sum(part.size for part in parts) == game.observation_size
    assert all(part.meaning for part in parts)
    assert [part.seat_axes for part in parts if part.name == "decides"] == [(0,)], "who decides?"


def check_observations(state: State) -> None:
    """Every number is written for every seat, none beside them; seats see the same but for where they sit."""
    game = state.game
    before = state.to_bytes()
    seen = [_observed(state, seat) for seat in range(game.players)]
    assert state.to_bytes() == before, "observe changed the position"
    for seat, observation in enumerate(seen):
        assert (observation == state.observation(seat)).all(), "two looks at one position differ"
        assert (observation >= 0).all() and (observation <= OBSERVATION_LIMIT).all()
        for part in game.observation_parts():
            numbers = _by_place(part, observation, seat, game.players)
            if part.name == "decides":
                places = [place == state.current_player for place in range(game.players)]
                assert numbers.tolist() == places, f"who decides, as seat {seat} sees it"
            elif not part.own:
                first = _by_place(part, seen[0], 0, game.players)
                assert (numbers == first).all(), f"{part.name} as seat {seat} sees it"


def _by_place(part: Part, observation: Observation, seat: int, players: int) -> Observation:
    """A part with its seats in the order of the table again; those that nobody sits on must be zero."""
    numbers = part.of(observation)
    for axis in part.seat_axes:
        empty = np.take(numbers, range(players, part.shape[axis]), axis)
        assert not empty.any(), f"{part.name} of a seat that nobody sits on"
        numbers = np.take(numbers, [(place - seat) % players for place in range(players)], axis)
    return numbers


def _observed(state: State, seat: int) -> Observation:
    """What a seat sees, written between numbers that must stay."""
    size = state.game.observation_size
    padded = np.full(size + 2, np.nan, dtype=np.float32)
    state.game.observe(state.record, seat, padded[1:-1])
    assert np.isnan(padded[[0, -1]]).all(), "observe wrote beside its row"
    assert not np.isnan(padded[1:-1]).any(), "observe left a number out"
    return padded[1:-1]


def check_legal(state: State) -> list[int]:
    """The legal actions: ascending, at least one, the same in every form of the mask."""
    game = state.game
    before = state.to_bytes()
    legal = state.legal_actions()
    assert state.to_bytes() == before, "legal changed the position"
    assert legal == sorted(set(legal)) and legal, f"no legal action in\n{state}"
    assert all(0 <= action < game.num_actions for action in legal)
    mask = new_mask(game.num_actions)
    game.legal(state.record, mask)
    assert members(mask) == legal and count(mask) == len(legal)
    assert nth(mask, 0) == legal[0] and nth(mask, len(legal) - 1) == legal[-1] and nth(mask, len(legal)) == -1
    assert has(mask, legal[0])
    assert state.current_player == CHANCE or 0 <= state.current_player < game.players
    assert state.current_player != CHANCE or len(legal) <= game.max_chance_outcomes
    assert 0 <= state.turn_player < game.players
    return legal


def check_apply_and_undo(state: State, action: int, *, close: bool) -> None:
    """A decision and its undo restore the bytes; a clone goes its own way to the same place."""
    before = state.to_bytes()
    clone = state.clone()
    assert clone == state and hash(clone) == hash(state) and clone.history == state.history
    if close:
        clone.apply(state.game.decode(action))
        assert clone.undo() == action
        assert clone.to_bytes() == before, f"undo of {state.game.action_text(action)}"
    assert state.to_bytes() == before, "a clone shares bytes"
    clone.apply_trusted(action)
    state.apply(action)
    assert clone == state and state.history[-1] == action


def check_closely(state: State, draws: Draws) -> None:
    """What is slow: JSON, text, and that an illegal action is refused with a reason and changes nothing."""
    check_observations(state)
    json.dumps(state.game.position(state.record))
    assert str(state)
    before = state.to_bytes()
    legal = set(state.legal_actions())
    for _ in range(20):
        action = draws.below(state.game.num_actions)
        if action not in legal:
            message = str(_raises(IllegalAction, partial(state.apply, action)))
            assert len(message) > 10, f"why is {state.game.action_text(action)} not legal?"
    assert state.to_bytes() == before, "a refusal changed the position"
    assert state.winners() == () and set(state.returns()) == {0.0}


def check_end(state: State) -> None:
    """At the end: nothing is legal, somebody wins, and one victory is shared out."""
    assert state.current_player == TERMINAL
    assert state.legal_actions() == []
    _raises(GameOver, lambda: state.apply(0))
    assert state.winners() and abs(sum(state.returns()) - 1) < 1e-9
    assert len(state.scores()) == state.game.players
    check_observations(state)
    state.game.check_conservation(state.record)


def check_transcript(game: Game, seed: int) -> None:
    """A game written, read and written again gives the same bytes, whole and cut short anywhere."""
    transcript = begin(game, seed)
    draws = Draws(seed, 2)
    while not transcript.state.is_terminal() and transcript.state.turn <= game.max_turns:
        transcript.state.apply_trusted(draws.pick(transcript.state.legal_actions()))
    transcript.say_fixed_lines()
    text = transcript.to_text()
    again = read_any(text)
    assert again.to_text() == text
    assert (again.scores(), again.winners()) == (transcript.scores(), transcript.winners())
    lines = text.splitlines(keepends=True)
    header = len(lines) - len(transcript.lines())
    for cut in range(header, len(lines), max(1, len(lines) // 7)):
        part = "".join(lines[:cut])
        shorter = read_any(part)
        assert shorter.to_text() == part, f"cut after line {cut}"
        assert read_any(text, last_line=cut).state == shorter.state


def check_interpreted_is_native(game: Game, games: int, seed: int, max_decisions: int) -> None:
    """The compiled and the plain rules go through the same bytes."""
    assert traces(game, games, seed, max_decisions) == interpreted_traces(game, games, seed, max_decisions)


def _raises(error: type[DolmenError], call: Callable[[], object]) -> DolmenError:
    """The error that a call raises, which must be of that type."""
    try:
        call()
    except error as raised:
        return raised
    raise AssertionError(f"{error.__name__} was not raised")
