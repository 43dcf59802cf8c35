"""The one place that knows Numba: how a rule function becomes a kernel.

A kernel is a plain Python function over records, arrays and ints. It runs

* interpreted, when the environment says ``DOLMEN_INTERPRETED=1``: nothing is compiled, debuggers and coverage work;
* native otherwise: compiled on its first call, kept on disk, loaded from there by the next process.

Numba's disk cache looks only at the file of the function that was called, not at the functions that it calls. So the
compiled code of a module lives in a folder named after a hash of that module, of every module of ours that it imports
and that those import, of the data tables beside them, and of Python, NumPy, Numba and the processor: an edit anywhere
in what a kernel may call begins a new folder, and an edit elsewhere does not.
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
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numpy as np

from dolmen.core.errors import CannotWrite

Function = TypeVar("Function", bound=Callable[..., Any])

INTERPRETED = os.environ.get("DOLMEN_INTERPRETED", "0") not in ("", "0")

PACKAGE = Path(__file__).parents[1]

_IMPORT = re.compile(r"^\s*from (dolmen[\w.]*) import (\([^)]*\)|[^\n]*)|^\s*import (dolmen[\w.]*)", re.MULTILINE)

UNUSED_CACHE_DAYS = 30


@cache
def source_digest(*modules: str) -> str:
    """A short hash of all that the compiled code of these modules depends on."""
    return _digest(kernel_sources(*modules))


@cache
def package_digest() -> str:
    """The same for all of our sources: where it has not changed, nothing needs to be compiled."""
    return _digest(sorted(file for ending in ("py", "toml") for file in PACKAGE.rglob(f"*.{ending}")))


def _digest(files: list[Path]) -> str:
    import llvmlite
    import numba

    digest = hashlib.sha256()
    processor = llvmlite.binding.get_host_cpu_name()
    for part in (sys.version, np.__version__, numba.__version__, platform.machine(), processor):
        digest.update(part.encode() + b"\0")
    for path in files:
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0")
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def kernel_sources(*modules: str) -> list[Path]:
    """The files of these modules, of all of ours that they reach by imports, and the data tables beside them."""
    found: set[Path] = set()
    waiting = list(modules)
    while waiting:
        file = _file_of(waiting.pop())
        if file is not None and file not in found:
            found.add(file)
            waiting += _imports_of(file)
    tables = {table for folder in {file.parent for file in found} for table in folder.glob("*.toml")}
    return sorted(found | tables)


@cache
def _file_of(module: str) -> Path | None:
    """The file of one of our modules; a package stands for its `__init__`."""
    path = PACKAGE.joinpath(*module.split(".")[1:])
    for file in (path.with_suffix(".py"), path / "__init__.py"):
        if file.is_file():
            return file
    return None


@cache
def _imports_of(file: Path) -> list[str]:
    """What a file imports of ours: modules, and names that may be modules."""
    imported = []
    for match in _IMPORT.finditer(file.read_text(encoding="utf-8")):
        module, names, plain = match.groups()
        imported.append(module or plain)
        if module:
            imported += [f"{module}.{name}" for name in re.findall(r"\w+", names)]
    return imported


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


@cache
def _compiler(*modules: str) -> Callable[[Function], Function]:
    """The compiler whose cache is the folder of these modules."""
    import numba as typed_numba

    numba: Any = typed_numba  # its published types stop short of what is used here
    folder = str(cache_folder(*modules))
    plain = numba.njit(cache=True, nogil=True)

    class WideningDispatcher(type(plain(lambda: None))):  # type: ignore[misc]
        """Compiles each kernel once, for 64-bit ints, however narrow or constant the caller's are.

        Left alone, Numba would compile `owner(record, field)` anew for a field read from an int8, for one from a
        range and for each constant: more than twice the work.
        """

        def get_call_template(self, args: Any, kws: Any) -> Any:
            return super().get_call_template(tuple(map(widened, args)), kws)

    def compiler(function: Function) -> Function:
        numba.config.CACHE_DIR = folder
        dispatcher: Function = plain(function)
        dispatcher.__class__ = WideningDispatcher
        return dispatcher

    return compiler


def widened(argument: Any) -> Any:
    """The type that a kernel is compiled for, where a caller gives this one."""
    from numba import types as typed_types

    types: Any = typed_types
    argument = types.unliteral(argument)
    is_small = isinstance(argument, types.Integer) and argument.signed
    return types.int64 if is_small or isinstance(argument, types.IntEnumMember) else argument


def kernel(function: Function) -> Function:
    """Mark a rule function: compiled when native, itself when interpreted.

    Kernels take and return records, arrays and ints. They do not allocate, raise or draw random numbers.
    """
    if INTERPRETED:
        return function
    return _compiler(*bound_modules(function.__module__))(function)


def as_taken(records: Any) -> Any:
    """An array of records as a kernel takes it: compiled, a plain array is taken six times as fast as a recarray."""
    return records if INTERPRETED else records.view(np.ndarray)


_BOUND: dict[str, tuple[str, ...]] = {}
"""For a game's own copy of a template: the template, and the modules of the kernels that were filled in."""
_BINDING = threading.RLock()


def bind(template: str, name: str, **filled: Any) -> ModuleType:
    """A game's own copy of a module of kernels, with the names (kernels and constants) that it only declares filled in.

    This is how one source of playouts or search serves every game: the compiler sees plain module-level names (which
    it can cache, unlike closures), and no game is named in the shared source.
    """
    bound_name = f"{template}_{name}"
    with _BINDING:  # no thread gets a copy that another one has only half made
        if bound_name not in sys.modules:
            original = find_spec(template)
            assert original is not None and original.origin is not None, template
            spec = spec_from_file_location(bound_name, original.origin)
            assert spec is not None and spec.loader is not None
            module = module_from_spec(spec)
            vars(module).update(filled)
            _BOUND[bound_name] = (template, *_modules_of(filled.values()))
            sys.modules[bound_name] = module
            spec.loader.exec_module(module)
    return sys.modules[bound_name]


def bound_modules(name: str) -> tuple[str, ...]:
    """The modules that the code of a module depends on: itself, or for a bound copy its template and what fills it."""
    return _BOUND.get(name, (name,))


def _modules_of(filled: Iterable[Any]) -> Iterator[str]:
    """The modules of the kernels among what fills a template; a bound copy stands for its own."""
    for value in filled:
        if callable(value):
            yield from bound_modules(value.__module__)


def is_compiled(function: Callable[..., Any]) -> bool:
    """Whether a kernel is ready to run without compiling first (always true when interpreted)."""
    return INTERPRETED or bool(getattr(function, "signatures", True))
