"""What an environment is made with: options of its own, and those of the game. Others are refused by name."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Mapping
from inspect import Parameter, signature
from operator import index
from typing import Any, Final, SupportsIndex

from dolmen.contract.game import Game, State
from dolmen.contract.registry import find, load, options_of
from dolmen.core.arguments import is_whole, shown, whole
from dolmen.core.errors import IllegalAction, InvalidSetup

REWARDS: Final = ("win", "points")
"""`win`: each seat's share of the victory, when the game is over. `points`: with every decision, by how much a seat's
lead in points has changed (its points less the mean of the others')."""

ILLEGAL: Final = ("penalty", "terminate", "raise")
"""What an illegal action does: it costs ILLEGAL_REWARD and changes nothing; or it costs that and ends the game; or it
raises IllegalAction with the reason."""

ILLEGAL_REWARD: Final = -1.0
"""What an illegal action is rewarded with."""

MAX_TURNS: Final = 2**31 - 1
"""No game is as long."""

START: Final = "state"
"""The option of `reset` that says with which position the game begins."""


def check_choice(what: str, choice: str, choices: Collection[str]) -> None:
    """Only what there is to choose from."""
    if not isinstance(choice, str) or choice not in choices:
        raise InvalidSetup(f"there are no {what} {shown(choice)}; there are: {', '.join(choices)}")


def check_rewards(rewards: str) -> None:
    """Only kinds of rewards that there are."""
    check_choice("rewards", rewards, REWARDS)


def check_illegal(illegal: str) -> None:
    """Only answers to illegal actions that there are."""
    check_choice("answers to illegal actions called", illegal, ILLEGAL)


def check_seat(seat: int | None, players: int) -> None:
    """Only seats that there are, or None."""
    if seat is not None and (not is_whole(seat) or not 0 <= seat < players):
        raise InvalidSetup(f"there is no seat {shown(seat)}; the seats are 0 to {players - 1}")


def action_of(given: SupportsIndex) -> int:
    """What a policy gives as its action: a whole number, of Python or of any library."""
    if not is_whole(given):
        raise IllegalAction(f"an action is a whole number, not {shown(given)}")
    return index(given)


def check_max_turns(max_turns: int | None) -> None:
    """Only numbers of turns that a game can have, or None."""
    if max_turns is not None:
        whole("max_turns", max_turns, 1, MAX_TURNS)


def check_reset_options(options: Mapping[str, Any] | None, known: Collection[str] = (START,)) -> None:
    """Only options of `reset` that there are."""
    for name in _names(options):
        if name not in known:
            raise InvalidSetup(_no_reset_option(name, known))


def warn_of_reset_options(options: Mapping[str, Any] | None, known: Collection[str] = (START,)) -> None:
    """The same as a warning: PettingZoo's own suite hands `reset` an option that no environment has."""
    for name in _names(options):
        if name not in known:
            warnings.warn(_no_reset_option(name, known), stacklevel=3)


def _names(options: Mapping[str, Any] | None) -> Collection[str]:
    if options is not None and not isinstance(options, Mapping):
        raise InvalidSetup(f"the options of reset are a dict, not {shown(options)}")
    return options or {}


def _no_reset_option(name: str, known: Collection[str]) -> str:
    return f"reset has no option '{name}'; there is {', '.join(known)}"


def start_of(options: Mapping[str, Any] | None, game: Game) -> State | None:
    """A copy of the position to begin with, if one was given. Raises InvalidSetup for one of another game."""
    state = (options or {}).get(START)
    if state is None:
        return None
    if not isinstance(state, State):
        raise InvalidSetup(f"the option '{START}' of reset is a State, not {type(state).__name__}")
    if type(state.game) is not type(game) or state.game.players != game.players:
        given, wanted = (f"{one.meta.title} for {one.players}" for one in (state.game, game))
        raise InvalidSetup(f"the option '{START}' of reset is a position of {wanted}, not of {given}")
    return state.clone()


def load_game(environment: type, key: str, players: int | None, options: Mapping[str, Any]) -> Game:
    """The rules for an environment, with the game's own options. Raises InvalidSetup for those that nobody knows."""
    meta, of_game = find(key), options_of(key)
    for name in options:
        if name not in of_game:
            own = ", ".join(of_env for of_env in _named_by(environment) if of_env not in ("game", "version"))
            listed = f", and of {meta.title} {', '.join(of_game)}" if of_game else ""
            raise InvalidSetup(f"there is no option '{name}'; there are {own}{listed}")
    return load(key, players, **options)


def _named_by(made: type) -> list[str]:
    """The names of what something is made with."""
    parameters = signature(made).parameters.values()
    return [parameter.name for parameter in parameters if parameter.kind != Parameter.VAR_KEYWORD]
