"""The fixed evaluation protocol: whom an entrant meets, in which set-ups, from which seats, in how many games.

An entrant sits at one seat, and one opponent at all others; every set-up is played from every seat, with the same dice.
Seed, opponents and numbers of games are fixed, and bots think as much as their levels say, on one thread: so results of
other people and other years can be compared. Whoever plays a part of it plays the first set-ups, and may go on later.
"""

from __future__ import annotations

from typing import Final

from dolmen.arena.match import Terms
from dolmen.bots import bot_names, learned
from dolmen.contract.registry import find, package
from dolmen.core.errors import InvalidSetup

PROTOCOL_VERSION: Final = 2
"""Rises when anything here changes, and when an opponent plays otherwise: tests/arena/test_protocol.py watches them."""
OPPONENTS: Final = ("random", "greedy", "strong")
"""Chance, a rule of thumb, and a search: the levels' own visits are the budget, on any machine."""
GAMES: Final = 240
"""Against each opponent: as many set-ups as that has whole tables, 120 for two players and 60 for four."""
QUICK: Final = 10
"""A quick evaluation plays the first tenth of the set-ups, for a first look."""
SEED: Final = 1_618_033
"""Train with any other."""
ANSWER_SECONDS: Final = 60.0
"""For programs and classes of somebody's own."""


def opponents_of(game: str, entrant: str) -> tuple[str, ...]:
    """Whom an entrant meets: who plays the game at all, and not itself, where all are even by themselves."""
    able = OPPONENTS if package(game).judgement() else OPPONENTS[:1]
    return tuple(opponent for opponent in able if opponent != entrant)


def baselines_of(game: str, players: int) -> list[str]:
    """Our own entrants: the bots, and the network that comes with a game for this number of players."""
    name = f"{game}-{players}"
    return [*bot_names(), *([learned.PREFIX + name] if name in learned.shipped_networks() else [])]


def players_of(game: str) -> range:
    """The numbers of players that there is an evaluation for."""
    meta = find(game)
    return range(max(2, meta.min_players), meta.max_players + 1)


def setups_of(players: int, *, quick: bool = False) -> int:
    """How many set-ups are played against each opponent; each makes as many games as there are seats."""
    return max(1, GAMES // players // (QUICK if quick else 1))


def terms_of(game: str, players: int, entrant: str, opponent: str) -> Terms:
    """The terms of an arena that is one part of an evaluation."""
    if players not in players_of(game):
        meta = find(game)
        raise InvalidSetup(f"{meta.title} is evaluated with {_range(players_of(game))} players, not {players}")
    bots = (entrant, *[opponent] * (players - 1))
    return Terms(game=game, players=players, bots=bots, seed=SEED, answer_seconds=ANSWER_SECONDS)


def _range(players: range) -> str:
    return f"{players[0]} to {players[-1]}" if len(players) > 1 else str(players[0])
