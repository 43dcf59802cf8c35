"""The learned bot: plays by the weights that `dolmen train` wrote, with NumPy alone.

A weights file (`.npz`) holds the layers of the network as float16, and as JSON under `about` which game, which layout
of observations and how many players they were trained for.
"""

from __future__ import annotations

import json
import zipfile
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from dolmen.bots.base import Bot, Budget
from dolmen.contract.game import Game, State
from dolmen.contract.registry import load, packages
from dolmen.core.draws import Draws
from dolmen.core.errors import UnknownBot

PREFIX: Final = "learned:"
"""How the bot is entered in the arena: learned:FILE.npz, or learned:NAME for weights in the game's own folder."""

Layers = dict[str, npt.NDArray[np.float32]]


class LearnedBot(Bot):
    """Takes the action that the network thinks best."""

    name = "learned"
    description = "plays what self-play taught it, without looking ahead"

    def __init__(self, game: str, file: str) -> None:
        """A bot with the weights of a file. Raises UnknownBot where they are not for this game."""
        super().__init__(game)
        file = str(shipped_networks().get(file, file))
        self.about, self.layers = _read(file, Path(file).stat().st_mtime_ns if Path(file).is_file() else 0)
        if self.about["game"] != game:
            raise UnknownBot(f"{file} was trained for {self.about['game']}, not for {game}")
        self._check(file, load(game))

    def choose(self, state: State, budget: Budget, draws: Draws) -> int:
        """The legal action with the largest logit."""
        legal = state.legal_actions()
        return legal[int(np.argmax(self.logits(state)[legal]))]

    def logits(self, state: State) -> npt.NDArray[np.float32]:
        """What the network says to every action, legal or not, for the seat that decides."""
        hidden = np.maximum(self._layer("first", state.observation(state.current_player)), 0)
        for block in range(self.about["blocks"]):
            hidden = hidden + np.maximum(self._layer(f"blocks.{block}", hidden), 0)
        return self._layer("policy", hidden)

    def logits_of(self, observations: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """The same for many observations, one row each, in products of whole matrices."""
        layers = self.layers
        hidden = np.maximum(observations @ layers["first.weight"] + layers["first.bias"], 0)
        for block in range(self.about["blocks"]):
            hidden += np.maximum(hidden @ layers[f"blocks.{block}.weight"] + layers[f"blocks.{block}.bias"], 0)
        logits: npt.NDArray[np.float32] = hidden @ layers["policy.weight"] + layers["policy.bias"]
        return logits

    def _layer(self, name: str, numbers: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """A product with the numbers that are not 0, which are few.

        No `@`: it would share so small a product among threads, and bots that play side by side would wait for them.
        """
        seen = np.flatnonzero(numbers)
        product: npt.NDArray[np.float32] = np.einsum("i,ij->j", numbers[seen], self.layers[f"{name}.weight"][seen])
        return product + self.layers[f"{name}.bias"]

    def _check(self, file: str, game: Game) -> None:
        """Weights belong to one version of the rules, one layout of observations and one action table."""
        rules = self.about.get("rules_version", 1)
        if rules != game.meta.rules_version:
            raise UnknownBot(
                f"{file} was trained under rules {rules} of {game.meta.title}; since then they were corrected (rules "
                f"{game.meta.rules_version}): train it anew"
            )
        features, actions = len(self.layers["first.weight"]), len(self.layers["policy.bias"])
        trained = (self.about["observation_version"], features, actions)
        if trained != (game.observation_version, game.observation_size, game.num_actions):
            raise UnknownBot(
                f"{file} was trained for layout {trained[0]} and {actions} actions ({features} numbers seen); this "
                f"version of {game.meta.title} has layout {game.observation_version} and {game.num_actions} actions "
                f"({game.observation_size})"
            )


@cache
def shipped_networks() -> dict[str, Path]:
    """The weights that come with the games, by name."""
    folders = [found.folder for package in packages().values() if (found := package.judgement()) and found.folder]
    return {file.stem: file for folder in folders for file in sorted(folder.glob("*-[0-9].npz"))}


@cache
def _read(file: str, changed: int) -> tuple[dict[str, Any], Layers]:
    """The contents of a weights file, as it was when it was last changed."""
    try:
        with Path(file).open("rb") as opened, np.load(opened, allow_pickle=False) as kept:
            about = json.loads(str(kept["about"]))
            names = ["first", *(f"blocks.{block}" for block in range(about["blocks"])), "policy"]
            layers = {
                part: kept[part].T.astype(np.float32, order="C")  # a row for each number that comes in
                for name in names
                for part in (f"{name}.weight", f"{name}.bias")
            }
            width = layers["first.bias"].size
            sizes = [len(layers["first.weight"]), *[width] * (len(names) - 1), layers["policy.bias"].size]
            for name, size in zip(names, pairwise(sizes), strict=True):
                if (layers[f"{name}.weight"].shape, layers[f"{name}.bias"].shape) != (size, size[1:]):
                    raise ValueError(name)
            return {"game": about["game"], **about}, layers
    except OSError as error:
        raise UnknownBot(f"the weights {file} cannot be read: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError, AttributeError, EOFError, zipfile.BadZipFile):
        raise UnknownBot(f"{file} holds no weights of a learned bot: `dolmen train` writes them") from None
