"""The one place that knows Numba: how a rule function becomes a kernel.

A kernel is a plain Python function over records, arrays and ints. It runs

* interpreted, when the environment says ``DOLMEN_INTERPRETED=1``: nothing is compiled, debuggers and coverage work;
* native otherwise: compiled on its first call, kept on disk, loaded from there by the next process.

Numba's disk cache looks only at the file of the function that was called, not at the functions that it calls. So the
compiled code of a module lives in a folder named after a hash of that module, of every module of ours that it imports
and that those import, of the data tables beside them, and of Python, NumPy, Numba and the processor: an edit anywhere
in what a kernel may call begins a new folder, and an edit elsewhere does not.

What is written once and compiled for every game is a factory: a function that takes a game's kernels and returns
others that call them; see `factory` and, for how their code is kept from one process to the next, `Identity`.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Hashable
from functools import cache, wraps
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

import numpy as np

from dolmen.core.errors import CannotWrite

Function = TypeVar("Function", bound=Callable[..., Any])
Made = TypeVar("Made")
Given = ParamSpec("Given")

INTERPRETED = os.environ.get("DOLMEN_INTERPRETED", "0") not in ("", "0")

OURS = __name__.partition(".")[0]
PACKAGE = Path(__file__).parents[1]

_IMPORT = re.compile(r"^[ \t]*(?:from (\.*[\w.]*) import (\([^)]*\)|[^\n]*)|import ([^\n]*))", re.MULTILINE)

TABLES = ("toml", "npz")
"""How the names of data tables end that compiled code may hold."""
ENDINGS = ("py", *TABLES)

UNUSED_CACHE_DAYS = 30


@cache
def source_digest(*modules: str) -> str:
    """A short hash of all that the compiled code of these modules depends on."""
    return _digest(kernel_sources(*modules))


@cache
def package_digest(*packages: str) -> str:
    """The same for all sources of ours and of some packages: where they have not changed, all stays compiled."""
    folders = {place for package in (OURS, *packages) for place in _places_of(package)}
    return _digest(sorted(file for folder in folders for ending in ENDINGS for file in folder.rglob(f"*.{ending}")))


def _digest(files: list[Path]) -> str:
    import llvmlite
    import numba

    digest = hashlib.sha256()
    processor = llvmlite.binding.get_host_cpu_name()
    for part in (sys.version, np.__version__, numba.__version__, platform.machine(), processor):
        digest.update(part.encode() + b"\0")
    for path in files:
        digest.update(path.as_posix().encode() + b"\0")  # Numba, too, keeps the code of two copies apart
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def kernel_sources(*modules: str) -> list[Path]:
    """The files of these modules, of all that they reach by imports, and the data tables beside them.

    Followed are imports of ours, and in a game that lives in a package of its own those of that package.
    """
    found: set[Path] = set()
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        file = _file_of(module)
        if file is not None and file not in found:
            found.add(file)
            waiting += _imports_of(module, file)
    folders = {file.parent for file in found}
    tables = {table for folder in folders for ending in TABLES for table in folder.glob(f"*.{ending}")}
    return sorted(found | tables)


@cache
def _file_of(module: str) -> Path | None:
    """The file of a module, found without importing anything; a package stands for its `__init__`."""
    package, *inner = module.split(".")
    for place in _places_of(package):
        path = place.joinpath(*inner)
        for file in (path.with_suffix(".py"), path / "__init__.py"):
            if file.is_file():
                return file
    return None


@cache
def _places_of(package: str) -> tuple[Path, ...]:
    """Where a top-level package lies; for a single module, its file without the ending."""
    if package == OURS:
        return (PACKAGE,)
    if package == "__main__":
        return ()
    spec = find_spec(package)
    if spec is None:
        return ()
    folders = spec.submodule_search_locations or [(spec.origin or "").removesuffix(".py")]
    return tuple(map(Path, folders))


@cache
def _imports_of(module: str, file: Path) -> list[str]:
    """What a module imports of ours and of its own package: modules, and names that may be modules."""
    followed = {OURS, module.partition(".")[0]}
    parts = module.split(".") if file.name == "__init__.py" else module.split(".")[:-1]
    imported = []
    for origin, names, plain in _IMPORT.findall(file.read_text(encoding="utf-8")):
        if plain:
            imported += re.findall(r"[\w.]+", plain)
            continue
        name = origin.lstrip(".")
        level = len(origin) - len(name)
        base = ".".join([*parts[: len(parts) - level + 1], *filter(None, [name])]) if level else name
        imported += [base, *(f"{base}.{inner}" for inner in re.findall(r"\w+", names))]
    return [name for name in imported if name.partition(".")[0] in followed]


def cache_root() -> Path:
    """Where compiled rules are kept: ``DOLMEN_CACHE``, else the user's cache folder, else a temporary one."""
    named = os.environ.get("DOLMEN_CACHE")
    if named:
        return Path(named)
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = home / "dolmen"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.gettempdir()) / f"dolmen-{os.getuid()}"
    return folder if os.access(folder, os.W_OK) else Path(tempfile.gettempdir()) / f"dolmen-{os.getuid()}"


def cache_folder(*modules: str) -> Path:
    """The folder of the compiled code of these modules, as they are now."""
    folder = cache_root() / f"kernels-{source_digest(*modules)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()  # it is in use: see prune_cache
    except OSError as error:
        raise CannotWrite(
            f"compiled rules cannot be kept in {folder}: {error.strerror}; name another folder in DOLMEN_CACHE"
        ) from None
    return folder


def prune_cache() -> None:
    """Remove folders of older rules that nobody has used for a month."""
    oldest = time.time() - UNUSED_CACHE_DAYS * 86_400
    for folder in cache_root().glob("kernels-*"):
        if folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)
    for note in cache_root().glob("compiled-*"):
        if note.stat().st_mtime < oldest:
            note.unlink(missing_ok=True)


# ------------------------------------------------------------------------------------------------------- kernels


def kernel(function: Function) -> Function:
    """Mark a rule function: compiled when native, itself when interpreted.

    Kernels take and return records, arrays and ints. They do not allocate, raise or draw random numbers. One that is
    made by a factory may close over kernels and plain numbers.
    """
    if INTERPRETED:
        return function
    identity = identify(function)
    with _MAKING:  # the folder is a setting of all of Numba
        dispatcher: Function = _compiler()(function, cache_folder(*identity.modules))
    _KERNELS[identity.module, identity.name] = dispatcher
    return dispatcher


def factory(make: Callable[Given, Made]) -> Callable[Given, Made]:
    """Mark a function that makes kernels of kernels: for the same ones it gives what it made before.

    Whichever thread asks first makes them all; no other sees them half made.
    """
    made: dict[Hashable, Made] = {}

    @wraps(make)
    def made_once(*given: Given.args, **named: Given.kwargs) -> Made:
        key = (given, *sorted(named.items()))
        if key not in made:
            with _MAKING:
                if key not in made:
                    made[key] = make(*given, **named)
        return made[key]

    return made_once


def as_written(function: Function) -> Function:
    """A kernel that calls no other, as plain Python: for a `Reading`, and faster than to hand over a single record."""
    written: Function = function if INTERPRETED else function.py_func  # type: ignore[attr-defined]
    return written


def as_taken(records: Any) -> Any:
    """An array of records as a kernel takes it: compiled, a plain array is taken six times as fast as a recarray."""
    return records if INTERPRETED else records.view(np.ndarray)


class Identity(NamedTuple):
    """What a compiled function is called in every process, and where the sources of its code are.

    Numba finds the code that it has kept by a function's name and by what the function closes over; but a kernel among
    that is a random number to it, another one in every process. So kernels are pickled by name, and the name of one
    that closes over anything ends in a hash of that. It is the name in the machine code, too: there, copies of one
    function for two games must not be taken for each other, and Numba's own numbers begin anew in every process.
    """

    module: str
    name: str
    modules: tuple[str, ...]
    """Its own module, and those of the kernels that it closes over."""


_MAKING = threading.RLock()
_IDENTITIES: WeakKeyDictionary[Callable[..., Any], Identity] = WeakKeyDictionary()
_KERNELS: dict[tuple[str, str], Any] = {}
"""Every compiled kernel of this process, by module and name."""


def is_kernel(function: Callable[..., Any]) -> bool:
    """Whether a plain function is compiled as one of ours."""
    return function in _IDENTITIES


def identify(function: Callable[..., Any]) -> Identity:
    """Name a function that is about to be compiled, by what it closes over."""
    modules, parts = {function.__module__}, []
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        value = cell.cell_contents
        if isinstance(value, (int, float)):
            parts.append(f"{name}={value!r}")
        elif hasattr(value, "py_func") and is_kernel(value.py_func):
            identity = _IDENTITIES[value.py_func]
            modules.update(identity.modules)
            parts.append(f"{name}={identity.module}.{identity.name}")
        else:
            raise TypeError(
                f"{function.__module__}.{function.__qualname__} closes over '{name}', a {type(value).__name__}: "
                "it may be a kernel or a number; tables are constants of a module"
            )
    if parts:
        function.__qualname__ += "_" + hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]
    _IDENTITIES[function] = Identity(function.__module__, function.__qualname__, tuple(sorted(modules)))
    return _IDENTITIES[function]


@cache
def _compiler() -> Callable[[Function, Path], Function]:
    """Compiles a function, and keeps the code in a folder."""
    import numba as typed_numba

    numba: Any = typed_numba  # its published types stop short of what is used here
    plain = numba.njit(cache=True, nogil=True, _nrt=False)  # nothing is allocated, so no references are counted

    class KernelDispatcher(type(plain(lambda: None))):  # type: ignore[misc]
        """Compiles each kernel once, for 64-bit ints, however narrow or constant the caller's are.

        Left alone, Numba would compile `owner(record, field)` anew for a field read from an int8, for one from a
        range and for each constant: more than twice the work.
        """

        def get_call_template(self, args: Any, kws: Any) -> Any:
            return super().get_call_template(tuple(map(widened, args)), kws)

        def __reduce__(self) -> tuple[Any, ...]:
            return _kernel_named, (self.py_func.__module__, self.py_func.__qualname__)

    def compiler(function: Function, folder: Path) -> Function:
        numba.config.CACHE_DIR = str(folder)
        dispatcher: Function = plain(function)
        dispatcher.__class__ = KernelDispatcher
        return dispatcher

    return compiler


def _kernel_named(module: str, name: str) -> Any:
    """A kernel that was pickled: one of a module, or one that a factory has made in this process."""
    import_module(module)
    return _KERNELS[module, name]


def widened(argument: Any) -> Any:
    """The type that a kernel is compiled for, where a caller gives this one."""
    from numba import types as typed_types

    types: Any = typed_types
    argument = types.unliteral(argument)
    is_small = isinstance(argument, types.Integer) and argument.signed
    return types.int64 if is_small or isinstance(argument, types.IntEnumMember) else argument
