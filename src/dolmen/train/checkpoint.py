"""A run on disk: whole after every write, and enough to go on as if it had never stopped.

`checkpoint.pt` holds the network, the optimiser, the positions of all games and the curve so far. Random numbers need
no place in it: those of the games come by counter, and those of the learner begin anew with every iteration's number.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, Final

import numpy as np

from dolmen.batch.slots import slot_type
from dolmen.contract.game import Game
from dolmen.core.errors import CannotWrite, InvalidSetup
from dolmen.envs.extras import needed_for
from dolmen.train.model import BLOCKS, Network

with needed_for("the learner", "train"):
    import torch

FORMAT: Final = 4
NAME: Final = "checkpoint.pt"
WEIGHTS: Final = "policy.npz"


@dataclass(frozen=True)
class RunTerms:
    """What a run is about; it does not change when the run goes on."""

    game: str
    players: int
    games: int
    """Games side by side."""
    seed: int
    width: int = 128
    """Of the network's layers."""
    blocks: int = BLOCKS
    """How many of its layers are residual."""
    discount: float = 0.995
    """What a reward is worth one decision earlier: at 1, nothing keeps policies of an endless game from dawdling."""
    entropy: float = 0.0
    """How uncertain the choices should stay on average (in nats); 0: a fixed weight sees to it."""


def save(folder: Path, terms: RunTerms, game: Game, state: dict[str, Any], snapshot: tuple[Any, Any]) -> None:
    """Write the checkpoint; an older one stays as it is if that fails."""
    records, slots = (torch.from_numpy(np.frombuffer(part.tobytes(), dtype=np.uint8).copy()) for part in snapshot)
    kept = {"format": FORMAT, **_layout(game), **asdict(terms), **state, "records": records, "slots": slots}
    _write(folder / NAME, lambda file: torch.save(kept, file))


def load(folder: Path, device: Any) -> dict[str, Any]:
    """Read a checkpoint. Raises InvalidSetup where there is none, or none of this program."""
    path = folder / NAME
    if not path.is_file():
        raise InvalidSetup(f"--resume goes on with a run: there is no {path}")
    try:
        kept: dict[str, Any] = torch.load(path, map_location=device, weights_only=True)
        known = kept["format"] == FORMAT
        kept.setdefault("rules_version", 1)  # not written before rules of any game had changed
    except (OSError, RuntimeError, UnpicklingError, EOFError, KeyError, TypeError, ValueError) as error:
        raise InvalidSetup(f"{path} is no checkpoint of a run: {type(error).__name__}") from None
    if not known:
        raise InvalidSetup(f"{path} was written by another version: its format is {kept['format']}, not {FORMAT}")
    return kept


@contextmanager
def read_from(folder: Path) -> Iterator[None]:
    """What is taken from a checkpoint in here may be missing or odd: then InvalidSetup says so in one sentence."""
    try:
        yield
    except (AttributeError, KeyError, RuntimeError, TypeError, ValueError) as error:
        raise InvalidSetup(f"{folder / NAME} is no whole checkpoint: {type(error).__name__}") from None


def check(folder: Path, kept: dict[str, Any], game: Game, wanted: dict[str, Any]) -> None:
    """Refuse a checkpoint of another game, layout or number of players than those asked for."""
    for name, value in {**_layout(game), **wanted}.items():
        if value is not None and kept[name] != value:
            raise InvalidSetup(f"{folder / NAME} has {name.replace('_', ' ')} {kept[name]}, not {value}")


def snapshot_of(kept: dict[str, Any], game: Game) -> tuple[Any, Any]:
    """The positions of a checkpoint, for `Batch.restore`."""
    records, slots = (kept[name].cpu().numpy().tobytes() for name in ("records", "slots"))
    slots_of_game = np.frombuffer(slots, dtype=slot_type(game.meta.max_players))
    return np.frombuffer(records, dtype=game.record_type), slots_of_game


def export(path: Path, network: Network, game: Game, iteration: int) -> None:
    """Write the weights for `dolmen.bots.learned`: half precision, no PyTorch needed to read them."""
    about = {**_layout(game), "players": game.players, "blocks": len(network.blocks), "iteration": iteration}
    layers = {name: weights.detach().cpu().numpy().astype(np.float16) for name, weights in network.state_dict().items()}
    _write(path, lambda file: np.savez_compressed(file, about=np.array(json.dumps(about)), **layers))


def take_weights(path: Path, network: Network, game: Game) -> None:
    """Begin with the weights that `export` wrote. Raises InvalidSetup where they are of another kind."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            about = json.loads(str(kept["about"]))
            layers = {name: torch.from_numpy(kept[name].astype(np.float32)) for name in network.state_dict()}
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise InvalidSetup(f"{path} holds no weights to begin with: {type(error).__name__}") from None
    for name, value in _layout(game).items():
        if about.get(name) != value:
            raise InvalidSetup(f"{path} has {name.replace('_', ' ')} {about.get(name)}, not {value}")
    try:
        network.load_state_dict(layers)
    except RuntimeError:
        raise InvalidSetup(f"{path} holds a network of another size or number of players") from None


def _layout(game: Game) -> dict[str, Any]:
    """What weights depend on."""
    return {
        "game": game.meta.key,
        "rules_version": game.meta.rules_version,
        "observation_version": game.observation_version,
        "features": game.observation_size,
        "actions": game.num_actions,
    }


def _write(path: Path, writer: Callable[[Any], Any]) -> None:
    """Write a file whole or not at all."""
    partial = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with partial.open("wb") as file:
            writer(file)
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise CannotWrite(f"{path} cannot be written: {error.strerror or error}") from None
