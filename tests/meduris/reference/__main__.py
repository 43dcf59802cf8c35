"""Self-play of the reference: `python -m tests.meduris.reference [games for each number of players]`."""

import random
import sys
import tomllib
from collections import Counter
from pathlib import Path

from .paying import MATERIALS
from .rules import Field, ReferenceGame

FACTS = Path(__file__).resolve().parents[4] / "shared" / "facts" / "meduris.toml"
CHIPS = ("two", "two", "hut", "hut", "druid", "druid")
EMPTY_FIELDS_BETWEEN = 3


def read_board(name: str) -> list[Field]:
    """The fields of a board of the facts, clockwise."""
    facts = tomllib.loads(FACTS.read_text(encoding="utf-8"))
    fields = []
    for area in facts["runes"]["areas"]:
        for first, second in facts["board"][name][area]:
            fields.append(Field((first, second), area))
    return fields


def far_enough(numbers: list[int], fields: int) -> bool:
    """Do at least three empty fields lie between neighbours, around the ring?"""
    following = [*numbers[1:], numbers[0] + fields]
    return all(b - a - 1 >= EMPTY_FIELDS_BETWEEN for a, b in zip(numbers, following, strict=True))


def draw_chips(fields: int, rng: random.Random) -> dict[int, str]:
    """The six bonus chips on random fields: draw until they lie far enough from one another."""
    while True:
        numbers = sorted(rng.sample(range(1, fields + 1), len(CHIPS)))
        if far_enough(numbers, fields):
            return dict(zip(numbers, rng.sample(CHIPS, len(CHIPS)), strict=True))


def choose(game: ReferenceGame, rng: random.Random, eager: float) -> str:
    """A random decision; with probability `eager` a hut or a temple where one can be built."""
    decisions = game.decisions()
    buildings = [decision for decision in decisions if decision.startswith(("hut", "temple"))]
    if buildings and rng.random() < eager:
        return rng.choice(buildings)
    return rng.choice(decisions)


def payments_by_paths(game: ReferenceGame) -> list[tuple[int, ...]]:
    """All payments, found by following every path of 'pay' decisions and looking at what the payer lost."""
    assert game.player is not None
    payer = game.player
    found = []
    for decision in game.decisions():
        after = game.clone()
        after.play(decision)
        if after.phase == "pay":
            found += payments_by_paths(after)
        else:
            found.append(tuple(game.stocks[payer][material] - after.stocks[payer][material] for material in MATERIALS))
    return found


def check_paths(game: ReferenceGame) -> None:
    """Each possible payment is reached by exactly one path."""
    listed = sorted(tuple(given[material] for material in MATERIALS) for given in game.payments())
    assert sorted(payments_by_paths(game)) == listed


def check_lines(game: ReferenceGame) -> None:
    """The lines without payments are the beginnings of the full lines."""
    full = game.lines()
    short = game.lines(payments=False)
    assert len(set(full)) == len(full) and len(set(short)) == len(short)
    starts = set()
    for line in full:
        words = line.split()
        if words[0] in ("hut", "temple"):
            starts.add(" ".join(words[:3]))
        elif words[0] == "offer":
            starts.add(" ".join(["offer", words[1], "one" if words[2] in MATERIALS else words[2]]))
        else:
            starts.add(line)
    assert sorted(starts) == short


def play_game(players: int, rng: random.Random, seen: Counter[str]) -> ReferenceGame:
    """One random game, checked in each position; some positions are checked more closely."""
    board = read_board("large" if players == 4 else "small")
    game = ReferenceGame(players, board, draw_chips(len(board), rng))
    eager = rng.choice((0.0, 0.5, 0.9, 1.0))
    game.check()
    while game.phase != "over":
        if game.phase == "pay":
            if len(game.payments()) < 40 and rng.random() < 0.1:
                check_paths(game)
        elif rng.random() < 0.02:
            check_lines(game)
        decision = choose(game, rng, eager)
        seen[decision.split()[0]] += 1
        game.play(decision)
        game.check()
    return game


def main() -> None:
    """Play random games with 2, 3 and 4 players."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    for players in (2, 3, 4):
        seen: Counter[str] = Counter()
        turns = 0
        wins: Counter[str] = Counter()
        for seed in range(games):
            game = play_game(players, random.Random(f"{players} {seed}"), seen)
            turns += game.turn
            wins[str(game.winners)] += 1
        print(f"{players} players, {games} games, {turns} turns, decisions {dict(seen)}, winners {dict(wins)}")


if __name__ == "__main__":
    main()
