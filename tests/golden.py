"""Writes the golden files anew: `make golden`, in a commit of its own that says why behaviour changed."""

from __future__ import annotations

from pathlib import Path

from dolmen.analysis.playthrough import playthrough
from dolmen.contract.registry import games, load
from tests.arena.test_protocol import GOLDEN, golden_text
from tests.envs.playing import write_golden

TESTS = Path(__file__).parent
SEED = 1


def main() -> None:
    """Action tables, one playthrough for every number of players, and what the environments do."""
    for meta in games().values():
        folder = TESTS / meta.package / "golden"
        folder.mkdir(parents=True, exist_ok=True)
        game = load(meta.key)
        table = "".join(f"{action} {game.action_text(action)}\n" for action in range(game.num_actions))
        (folder / "actions.txt").write_text(table, encoding="utf-8")
        for players in range(meta.min_players, meta.max_players + 1):
            text = playthrough(load(meta.key, players), SEED)
            (folder / f"players-{players}.txt").write_text(text, encoding="utf-8")
    write_golden()
    GOLDEN.write_text(golden_text(), encoding="utf-8")


if __name__ == "__main__":
    main()
