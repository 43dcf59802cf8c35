"""Writes tests/meduris/perft/: counts of game trees, made by the reference rules and not by the kernels.

`python -m tests.meduris.make_perft` looks through simulated games for positions worth counting, and counts below them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from dolmen.analysis.replay import read_any
from dolmen.analysis.simulate import simulate
from dolmen.bots import find_bot
from dolmen.games.meduris.files.lines import play_line
from dolmen.games.meduris.rules.game import Meduris
from dolmen.games.meduris.rules.record import NOBODY, Phase, Record
from tests.meduris.reference import Field, ReferenceGame

FOLDER = Path(__file__).parent / "perft"
MAX_COUNT = 20_000
MAX_DEPTH = 4

Wanted = Callable[[Record], bool]

TRICKY: dict[str, Wanted] = {
    "a full stack on two plains": lambda r: r.phase == Phase.ACT and sum(r.height == 3) >= 2,
    "a player without chips": lambda r: r.phase == Phase.ACT and not r.stock[r.player].any(),
    "many chips and a large settlement": lambda r: (
        r.phase == Phase.ACT and r.stock[r.player].sum() >= 11 and r.turn > 30
    ),
    "an offering with swaps": lambda r: r.phase == Phase.OFFER and r.stock[r.player].sum() >= 6 and r.turn > 20,
    "an offering with a druid chip under the hut": lambda r: r.phase == Phase.OFFER and r.built[r.druid] >> 4 == 3,
    "the end is called": lambda r: r.phase == Phase.ACT and r.ender != NOBODY,
    "one hut left": lambda r: r.phase == Phase.ACT and r.huts[r.player] == 1 and r.temples[r.player] == 0,
    "an empty heap at a plus": lambda r: r.phase == Phase.TAKE and (r.supply == 0).any(),
    "the final circuit": lambda r: r.phase == Phase.OFFER and r.circuit_left >= 2 and r.stock[r.player].sum() >= 4,
    "the druid before the river": lambda r: r.phase == Phase.ACT and r.druid >= r.fields - 3,
}


def count(game: ReferenceGame, depth: int) -> int:
    """How many sequences of so many decisions the reference knows."""
    decisions = game.decisions()
    if depth == 0 or not decisions:
        return 1
    if depth == 1:
        return len(decisions)
    total = 0
    for decision in decisions:
        after = game.clone()
        after.play(decision)
        total += count(after, depth - 1)
    return total


def counts(game: ReferenceGame) -> Iterator[str]:
    """The counts, depth by depth, as long as they stay small."""
    total = 1
    for depth in range(1, MAX_DEPTH + 1):
        if total * max(1, len(game.decisions())) > 4 * MAX_COUNT:
            return
        total = count(game, depth)
        if total > MAX_COUNT:
            return
        yield f"depth {depth} {total}"


def replayed(lines: list[str], players: int) -> ReferenceGame:
    """The reference after the lines of a game: the kernels only split the lines into decisions."""
    game = Meduris(players)
    header = next(line for line in lines if line.startswith("chips "))
    chips = {int(field): kind for field, _, kind in (word.partition(":") for word in header.split()[1:])}
    reference = ReferenceGame(players, [Field(field.icons, field.area) for field in game.board.fields], chips)
    state = game.new_state(type(game.draw_setup(0))(players, game.board, chips))
    for line in lines[lines.index(header) + 1 :]:
        if line != "final":
            before = len(state.history)
            play_line(state, line.split())
            for action in state.history[before:]:
                reference.play(game.action_text(action))
    return reference


def find(name: str, wanted: Wanted, players: int) -> list[str]:
    """The lines of a simulated game up to a position of that kind."""
    game = Meduris(players)
    for seed in range(200):
        for policy in ("greedy", "random"):
            text = simulate(game, [find_bot(policy, "meduris")] * players, seed, 0, 500)[0].to_text()
            lines = text.splitlines()
            for cut in range(len(lines) - 3, 3, -1):
                part = lines[:cut]
                if wanted(read_any("\n".join(part)).state.record):
                    return part
    raise AssertionError(f"no game has {name}")


def main() -> None:
    """Write one file for each number of players."""
    for players in (2, 3, 4):
        game = Meduris(players)
        text = [f"# Meduris, {players} players. Chance outcomes count as decisions.", ""]
        setup = game.draw_setup(players)
        chips = "chips " + " ".join(f"{field}:{chip}" for field, chip in setup.chips.items())
        cases = {"opening": ["meduris 1", f"players {players}", chips]}
        cases |= {name: find(name, wanted, players) for name, wanted in TRICKY.items()}
        for name, lines in cases.items():
            text += [f"id {name}", "source the reference rules", *(f"line {line}" for line in lines)]
            text += [*counts(replayed(lines, players)), ""]
        (FOLDER / f"players-{players}.perft").write_text("\n".join(text), encoding="utf-8")


if __name__ == "__main__":
    main()
