"""A play of Meduris as programs exchange it: one line, with its payment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dolmen.contract.game import Records, State
from dolmen.core.errors import InvalidNotation
from dolmen.core.record_view import copied
from dolmen.games.meduris.files.lines import legal_lines, line_text, play_line
from dolmen.games.meduris.files.notation import Transcript, read
from dolmen.games.meduris.rules.record import Phase

__all__ = [
    "decisions",
    "ends",
    "game_text",
    "is_told",
    "plain_plays",
    "play_text",
    "player_names",
    "read",
    "settled",
    "strand",
]


def game_text(transcript: Transcript) -> str:
    """The game so far, with the lines that go without a decision."""
    transcript.say_fixed_lines()
    return transcript.to_text()


def settled(state: State) -> State:
    """The position as a bot is asked about it: it is that already."""
    return state.clone()


def is_told(action: int) -> bool:  # noqa: ARG001 (games differ)
    """Whether a decision is part of a play: every one is."""
    return True


def strand(record: Any) -> int:  # noqa: ARG001 (games differ)
    """Plays of one seat never interlock."""
    return 0


def player_names(transcript: Transcript) -> list[str]:
    """The players by seat: their names, or numbers."""
    return list(transcript.names) or [f"player {seat}" for seat in range(1, transcript.setup.players + 1)]


def ends(before: Any, action: int, after: Any) -> bool:  # noqa: ARG001 (games differ)
    """Whether a decision completes a line: no payment is half made."""
    return bool(after.phase != Phase.PAY)


def play_text(state: State, actions: Sequence[int]) -> str:
    """The line of these decisions."""
    after: Records = copied(state.records)
    for action in actions:
        state.game.apply_to(after, action)
    return line_text(state.record, after[0], actions[0])


def decisions(state: State, play: str) -> tuple[int, ...]:
    """The decisions of a line, checked; the state is left as it is."""
    words = play.split()
    if not words:
        raise InvalidNotation("the line is empty")
    tried = state.clone()
    play_line(tried, words)
    return tried.history[len(state.history) :]


def plain_plays(state: State) -> list[str]:
    """The lines that may come next."""
    return legal_lines(state)
