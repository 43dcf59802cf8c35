"""Fit the weights of a game's value function: the policy plays, and ridge regression finds what positions led to.

    python scripts/fit.py meduris --players 2,3,4 --games 5000
    python scripts/fit.py terra-mystica --to four.npz

Choices are drawn by the policy's weights, so that many kinds of positions come up. From each game, the positions at
which a turn begins are kept: the features of every seat, and the points that it had in the end. The new weights are
written beside the features. The policy follows from the value function: play and fit again with the new weights until
nothing changes. With `--to` games of the search are read instead (`search_games.py`): better games, and fewer. Then the
present weights are changed, and only as far as that tells more about games that were not used; weights for other
numbers of players stay as they are.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
from rich.progress import track

from dolmen.bots.base import judgement_of
from dolmen.bots.search.nodes import new_workspace
from dolmen.bots.search.selfplay import make_selfplay
from dolmen.contract.game import Game
from dolmen.contract.judgement import Judgement
from dolmen.contract.registry import find, load
from dolmen.contract.weights import weights_text

Numbers = npt.NDArray[np.float64]
RIDGE = 1e-4
"""The penalty on standardised weights, for each position."""
PENALTIES = (1e-3, 3e-3, 1e-2, 3e-2, 0.1, 0.3, 1.0, 3.0)
"""On changes of the weights there are, likewise; the best on other games is taken."""
TINY = 1e-9
MOST_ROWS = 4096
MOST_TURNS = 200
"""Longer games are left out."""


def games(
    game: Game, judgement: Judgement, number: int, seed: int, sharpness: float
) -> Iterator[tuple[Numbers, Numbers]]:
    """Play: the features of every seat where a turn begins, and its final points."""
    play = make_selfplay(game.legal, game.apply, judgement.prior, judgement.features)
    work = new_workspace(game, judgement, judgement.settings)
    rows = np.zeros((MOST_ROWS, len(judgement.feature_names)))
    for stream in range(number):
        work.position[:] = game.new_records(game.draw_setup(seed, stream))
        noted = int(play(work, seed, stream, MOST_TURNS, sharpness, rows))
        if noted > 0:
            points = np.array(game.scores(work.position[0]), dtype=np.float64)
            yield rows[:noted].copy(), np.tile(points, noted // game.players)


def kept_games(file: Path) -> tuple[int, Numbers, Numbers, npt.NDArray[np.int64]]:
    """The number of players of a file of games, all features, the points reached, and the rows of each game."""
    with np.load(file) as kept:
        return int(kept["players"]), kept["features"].astype(float), kept["points"].astype(float), kept["rows"]


def refitted(file: Path, judgement: Judgement) -> tuple[int, Numbers, str]:
    """The present weights, changed as far as it helps on the fifth of the games that is not used."""
    players, features, points, rows = kept_games(file)
    before = judgement.weights[players]
    unseen = int(rows[: max(1, len(rows) // 5)].sum())
    others, truth, features, points = features[:unseen], points[:unseen], features[unseen:], points[unseen:]
    changes = {penalty: ridge(features, points - features @ before, penalty) for penalty in PENALTIES}
    found = {penalty: errors(before + change, others, truth, players) for penalty, change in changes.items()}
    best = min(found, key=lambda penalty: found[penalty][0])
    old = errors(before, others, truth, players)
    return (
        players,
        before + changes[best],
        f"{players} players: {len(rows)} games of the search, final points {truth.mean():.1f}, "
        f"spread {truth.std():.1f}; penalty {best:g}; "
        f"errors on unseen games: points {found[best][0]:.2f}, leads {found[best][1]:.2f} "
        f"(with the weights before: {old[0]:.2f} and {old[1]:.2f})",
    )


def ridge(features: Numbers, points: Numbers, penalty: float = RIDGE) -> Numbers:
    """The weights with the least squared error; the features are standardised, so that the penalty treats all alike."""
    spread = np.sqrt((features**2).mean(axis=0))
    spread[spread < TINY] = np.inf
    scaled = features / spread
    normal = scaled.T @ scaled + penalty * len(points) * np.eye(features.shape[1])
    return np.asarray(np.linalg.solve(normal, scaled.T @ points) / spread)


def fit(features: Numbers, points: Numbers, players: int) -> Numbers:
    """First what sets the seats of a position apart, then, by the features that all seats share, what they have alike.

    Long games bring everybody more points: were both fitted at once, what makes games long would seem to be good.
    """
    by_position, final = features.reshape(-1, players, features.shape[1]), points.reshape(-1, players)
    apart = by_position - by_position.mean(axis=1, keepdims=True)
    weights = ridge(apart.reshape(features.shape), (final - final.mean(axis=1, keepdims=True)).reshape(-1))
    shared = np.abs(apart).max(axis=(0, 1)) < TINY
    rest = (final - by_position @ weights).mean(axis=1)
    weights[shared] = ridge(by_position[:, 0, shared], rest)
    return weights


def errors(weights: Numbers, features: Numbers, points: Numbers, players: int) -> tuple[float, float]:
    """How far off the expected points are, typically, and how far off the leads over the seats' mean."""
    off = (features @ weights - points).reshape(-1, players)
    apart = off - off.mean(axis=1, keepdims=True)
    return float(np.sqrt(np.mean(off**2))), float(np.sqrt(np.mean(apart**2)))


def fitted(
    game: Game, judgement: Judgement, number: int, seed: int, sharpness: float, at_once: bool
) -> tuple[Numbers, str]:
    """The weights for one number of players, and a line that says how good they are on games not used for them."""
    played = list(track(games(game, judgement, number, seed, sharpness), f"{game.players} players", number))
    unseen = max(1, len(played) // 5)
    features, points = (np.concatenate(part) for part in zip(*played[unseen:], strict=True))
    others, truth = (np.concatenate(part) for part in zip(*played[:unseen], strict=True))
    weights = ridge(features, points) if at_once else fit(features, points, game.players)
    old, new = (errors(one, others, truth, game.players) for one in (judgement.weights[game.players], weights))
    turns = len(points) / game.players / len(played) / 0.8
    return weights, (
        f"{game.players} players: {len(played)} games of about {turns:.0f} positions, final points {truth.mean():.1f}, "
        f"spread {truth.std():.1f}; errors on unseen games: points {new[0]:.2f}, leads {new[1]:.2f} "
        f"(with the weights before: {old[0]:.2f} and {old[1]:.2f})"
    )


def main() -> None:
    """Play, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", default="2,3,4", help="numbers of players (2,3,4)")
    parser.add_argument("--games", type=int, default=5000, help="for each number of players (5000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sharpness", type=float, default=1.0, help="above 1, weaker choices are rarer (1)")
    parser.add_argument(
        "--at-once", action="store_true", help="fit all features at once: for a game that cannot be made longer"
    )
    parser.add_argument("--to", nargs="+", type=Path, metavar="FILE", help="games of the search (search_games.py)")
    arguments = parser.parse_args()
    meta = find(arguments.game)
    judgement = judgement_of(meta.key, "fit")
    rows, notes = {}, ["Made by: python scripts/fit.py " + " ".join(sys.argv[1:])]
    if arguments.to:
        rows = {players: judgement.weights[players] for players in range(meta.min_players, meta.max_players + 1)}
        for file in arguments.to:
            players, weights, note = refitted(file, judgement)
            rows[players] = weights
            notes.append(note)
    else:
        for players in map(int, arguments.players.split(",")):
            how = (arguments.games, arguments.seed, arguments.sharpness, arguments.at_once)
            rows[players], note = fitted(load(meta.key, players), judgement, *how)
            notes.append(note)
    for note in notes[1:]:
        sys.stderr.write(f"{note}\n")
    assert judgement.folder is not None, "the game has no folder for weights"
    (judgement.folder / "weights.toml").write_text(weights_text(judgement.feature_names, rows, notes), encoding="utf-8")


if __name__ == "__main__":
    main()
