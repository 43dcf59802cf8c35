"""Who plays in the arena: one of our bots, a class of somebody's own in a file or module, or a program."""

from __future__ import annotations

import csv
import shlex
import sys
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from shutil import which
from types import ModuleType

from dolmen.arena.external import PREFIX, ExternalBot
from dolmen.bots import Bot, find_bot, learned
from dolmen.core.arguments import shown
from dolmen.core.errors import UnknownBot


def split_names(listed: str) -> tuple[str, ...]:
    """The names in a list with commas; a name that has a comma itself stands in double quotes."""
    names = tuple(name.strip() for name in next(csv.reader([listed], skipinitialspace=True), []))
    if not names or not all(names):
        raise UnknownBot(f"a list of bots reads 'greedy,random', not '{listed}'")
    return names


def enter(name: str, game: str, seconds: float = 60.0) -> Bot:
    """The entrant of that name. Raises UnknownBot.

    `greedy`, `learned:weights.npz`, `my_module:MyBot`, `my_bot.py:MyBot`, or `cmd:node my_bot.js`: a program that
    answers within so many seconds.
    """
    if not isinstance(name, str):
        raise UnknownBot(f"an entrant is a name, not {shown(name)}")
    if name.startswith(PREFIX):
        return ExternalBot(game, _command(name), seconds)
    if name.startswith(learned.PREFIX):
        if name == learned.PREFIX:
            raise UnknownBot(f"'{name}' names no weights: it reads learned:FILE.npz")
        return learned.LearnedBot(game, name.removeprefix(learned.PREFIX))
    if ":" not in name:
        return find_bot(name, game)
    place, _, class_name = name.rpartition(":")
    if not place or not class_name:
        raise UnknownBot(f"'{name}' is no bot: it reads FILE.py:CLASS or MODULE:CLASS")
    found = getattr(_module(place), class_name, None)
    if not isinstance(found, type) or not issubclass(found, Bot):
        raise UnknownBot(f"'{name}' is no bot: {place} has no class {class_name} derived from dolmen.bots.Bot")
    try:
        return found(game)
    except UnknownBot:
        raise
    except (Exception, SystemExit) as error:  # somebody's own code may fail in any way
        raise UnknownBot(f"the bot '{name}' cannot be made: {type(error).__name__}: {error}") from None


def is_own_class(name: str) -> bool:
    """Whether an entrant is a class of somebody's own, which nobody has tried out."""
    return ":" in name and not name.startswith((PREFIX, learned.PREFIX))


def _command(name: str) -> str:
    """The command of a program that is there to be started."""
    command = name.removeprefix(PREFIX).strip()
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UnknownBot(f"'{name}' is no command: {error}") from None
    if not words:
        raise UnknownBot(f"'{name}' names no program: it reads cmd:python3 my_bot.py")
    if which(words[0]) is None:
        raise UnknownBot(f"'{name}': there is no program '{words[0]}'")
    return command


@cache
def _module(place: str) -> ModuleType:
    """The module in a file, or of that name."""
    try:
        if not place.endswith(".py"):
            return import_module(place)
        path = Path(place).resolve()
        if not path.is_file():
            raise UnknownBot(f"there is no file {place}")
        spec = spec_from_file_location(f"dolmen_entrant_{path.stem}", path)
        assert spec is not None and spec.loader is not None
        module = module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
    except UnknownBot:
        raise
    except (Exception, SystemExit) as error:  # likewise
        raise UnknownBot(f"{place} cannot be loaded: {type(error).__name__}: {error}") from None
    return module
