"""A play of Terra Mystica as programs exchange it: one row, `faction: commands`, with the whole turn or answer.

Programs play the game as the rulebook has it: offers of power are answered at once, and a row that ends a turn needs
no `done`. While factions are chosen a row is `setup darklings`, and the log holds the factions chosen so far.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from dolmen.contract.game import State
from dolmen.core.errors import IllegalAction, InvalidNotation
from dolmen.core.record_view import copied
from dolmen.games.terra_mystica.files.command_runner import CommandPlayer
from dolmen.games.terra_mystica.files.commands import faction_number, parse_commands
from dolmen.games.terra_mystica.files.writer import UNSAID, LogWriter
from dolmen.games.terra_mystica.rules.actions import (
    BURN,
    CONVERT,
    DIG,
    DISCARD,
    DONE,
    DROP,
    FACTION,
    KIND,
    PASS,
    PASS_BONUS,
    is_drop,
)
from dolmen.games.terra_mystica.rules.deeds import choices
from dolmen.games.terra_mystica.rules.factions import NAMES
from dolmen.games.terra_mystica.rules.game import TerraMystica
from dolmen.games.terra_mystica.rules.record import NO_HEX, OPTION_LATE_ANSWERS, Phase
from dolmen.games.terra_mystica.rules.refusal import expected

LATE = "late-answers"
ALONE = frozenset({Phase.FACTION, Phase.DWELLING, Phase.FIRST_BONUS, Phase.OFFER, Phase.REWARD})
"""Phases in which a play is one decision."""


def bot_view(state: State) -> State:
    """The position as a bot is asked about it: every question wants its answer now."""
    options = state.game.options if isinstance(state.game, TerraMystica) else frozenset()
    game = TerraMystica(state.game.players, options=options - {LATE})
    records = copied(state.records)
    records[0].options = int(records[0].options) & ~OPTION_LATE_ANSWERS
    return State(game, records)


def counts_as_play(action: int) -> bool:
    """Whether a decision is part of a play: `later` and `wait` are not said, and who leaves the game does not play."""
    return action not in UNSAID and not is_drop(action)


def thread(record: Any) -> int:
    """Plays of one seat may interlock: an answer given in the middle of a turn. Those are of different threads."""
    return int(record.phase)


def ends_play(before: Any, action: int, after: Any) -> bool:
    """Whether a decision completes a row."""
    phase = Phase(int(before.phase))
    if phase == Phase.SPADE:
        return bool(after.phase != Phase.SPADE or after.player != before.player)
    return phase in ALONE or KIND[action] in (DONE, PASS_BONUS, PASS, DROP)


def play_text(state: State, actions: Sequence[int]) -> str:
    """The row of these decisions."""
    if state.record.phase == Phase.FACTION:
        return f"setup {NAMES[actions[0] - FACTION]}"
    writer = LogWriter(state.records)
    for action in actions:
        writer.write(action)
    rows = writer.lines()
    if len(rows) < 2:
        return rows[0] if rows else f"{NAMES[int(state.record.faction[state.current_player])]}: done"
    faction, *_ = rows[-1].partition(": ")
    own = [row.removeprefix(f"{faction}: ") for row in rows if row.startswith(f"{faction}: ")]
    return f"{faction}: {'. '.join(row for row in own if not row.startswith('decline'))}"


# -------------------------------------------------------------------------------------------------------- rows


def play_decisions(state: State, play: str) -> tuple[int, ...]:
    """The decisions of a row, checked; the state is left as it is."""
    if state.is_terminal():
        raise IllegalAction("the game is over")
    if state.record.phase == Phase.FACTION:
        return (_chosen_faction(state, play),)
    name, colon, text = play.partition(":")
    if not colon:
        raise InvalidNotation(f"a row reads 'faction: commands', not '{play.strip()}'")
    faction, seat = faction_number(name.strip()), state.current_player
    if faction != int(state.record.faction[seat]):
        raise IllegalAction(f"{NAMES[faction]} are not asked: {expected(state.record)}")
    commands = parse_commands(text)
    if not commands or any(command.verb in ("setup", "drop", "resign") for command in commands):
        raise InvalidNotation(f"'{text.strip()}' is no turn and no answer")
    tried = state.clone()
    player = CommandPlayer(tried)
    player.perform(seat, commands)
    made = tried.history[len(state.history) :]
    if not _is_one(state, made) and tried.record.phase in (Phase.ACTION, Phase.SPADE):
        complete(player, seat)
        made = tried.history[len(state.history) :]
    if not _is_one(state, made):
        raise IllegalAction(f"a row is one whole turn or answer; after '{text.strip()}' {expected(tried.record)}")
    return made


def _chosen_faction(state: State, play: str) -> int:
    word, _, name = play.strip().partition(" ")
    if word != "setup":
        raise InvalidNotation(f"factions are chosen: a row reads 'setup darklings', not '{play.strip()}'")
    action = FACTION + faction_number(name.strip())
    if action not in state.legal_actions():
        raise IllegalAction(state.game.refusal(state.record, action))
    return action


def _is_one(state: State, made: Sequence[int]) -> bool:
    """Whether these decisions are exactly one play."""
    before, after = copied(state.records), copied(state.records)
    for number, action in enumerate(made, start=1):
        state.game.apply_to(after, action)
        if ends_play(before[0], action, after[0]):
            return number == len(made)
        before[:] = after
    return False


def complete(player: CommandPlayer, seat: int) -> None:
    """What a row leaves unsaid: the turn ends; spades of the cult bonus that are left are thrown away."""
    now = player.now
    while now.phase == Phase.SPADE and now.player == seat and now.transforming == NO_HEX:
        player.make(DISCARD)
    if now.phase == Phase.ACTION and now.player == seat and player.is_legal(DONE):
        player.make(DONE)


# -------------------------------------------------------------------------------------------------------- plain plays


def plain_plays(state: State) -> list[str]:
    """Rows that may come next: every action with every way to go on that it asks for, but without conversions.

    The rules allow more (conversions before and after); there is always at least one.
    """
    if state.record.phase in ALONE:
        return sorted(play_text(state, (action,)) for action in state.legal_actions())
    rows = {play_text(state, row) for row in _plain_rows(state, ())}
    return sorted(rows)


def _plain_rows(state: State, made: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Whole rows that go on from some decisions."""
    for _, actions in choices(state):
        if any(KIND[action] in (BURN, CONVERT) for action in actions):
            continue
        if made and all(action == DIG for action in actions):
            continue
        tried = state.clone()
        before = copied(tried.records)
        for action in actions:
            before[:] = tried.records
            tried.apply_trusted(action)
        row = (*made, *actions)
        if ends_play(before[0], actions[-1], tried.record):
            yield row
        elif DONE in tried.legal_actions():
            yield (*row, DONE)
        elif len(row) < 12:
            yield from _plain_rows(tried, row)
