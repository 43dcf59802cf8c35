"""The one place that knows Numba: how a rule function becomes a kernel.

A kernel is a plain Python function over records, arrays and ints. It runs

* interpreted, when the environment says ``DOLMEN_INTERPRETED=1``: nothing is compiled, debuggers and coverage work;
* native otherwise: compiled on its first call, kept on disk, loaded from there by the next process.

Numba's disk cache looks only at the file of the function that was called, not at the functions that it calls.
So the cache lives in a folder named after a hash of *all* kernel sources and data tables, of Python, NumPy, Numba and
the processor: an edit anywhere in the rules begins a new folder.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

INTERPRETED = os.environ.get("DOLMEN_INTERPRETED", "0") not in ("", "0")

PACKAGE = Path(__file__).parent

# Folders without kernels: what changes in them never changes a compiled rule.
WITHOUT_KERNELS = frozenset({"cli", "testing", "table", "store", "envs", "arena", "__pycache__"})

UNUSED_CACHE_DAYS = 30


@cache
def source_digest() -> str:
    """A short hash of all that compiled code depends on."""
    import llvmlite
    import numba
    import numpy

    digest = hashlib.sha256()
    processor = llvmlite.binding.get_host_cpu_name()
    for part in (sys.version, numpy.__version__, numba.__version__, platform.machine(), processor):
        digest.update(part.encode() + b"\0")
    for path in kernel_sources():
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0")
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def kernel_sources() -> list[Path]:
    """Python modules and data tables that may hold kernels or the constants they are compiled with."""
    files = []
    for folder, folders, names in os.walk(PACKAGE):
        folders[:] = sorted(name for name in folders if name not in WITHOUT_KERNELS)
        files += [Path(folder, name) for name in sorted(names) if name.endswith((".py", ".toml"))]
    return files


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


def cache_folder() -> Path:
    """The folder of this very version of the rules."""
    return cache_root() / f"kernels-{source_digest()}"


def prune_cache() -> None:
    """Remove folders of older rules that nobody has used for a month."""
    oldest = time.time() - UNUSED_CACHE_DAYS * 86_400
    for folder in cache_root().glob("kernels-*"):
        if folder != cache_folder() and folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)


@cache
def _compiler() -> Callable[[Function], Function]:
    import numba

    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    numba.config.CACHE_DIR = str(folder)
    compiler: Callable[[Function], Function] = numba.njit(cache=True, nogil=True)
    return compiler


def kernel(function: Function) -> Function:
    """Mark a rule function: compiled when native, itself when interpreted.

    Kernels take and return records, arrays and ints. They do not allocate, raise or draw random numbers.
    """
    if INTERPRETED:
        return function
    return _compiler()(function)


def bind(template: str, name: str, **kernels: Callable[..., Any]) -> ModuleType:
    """A game's own copy of a module of kernels, with the names that the module only declares filled in.

    This is how one source of playouts or search serves every game: the compiler sees plain module-level names (which
    it can cache, unlike closures), and no game is named in the shared source.
    """
    bound_name = f"{template}_{name}"
    if bound_name not in sys.modules:
        original = find_spec(template)
        assert original is not None and original.origin is not None, template
        spec = spec_from_file_location(bound_name, original.origin)
        assert spec is not None and spec.loader is not None
        module = module_from_spec(spec)
        vars(module).update(kernels)
        sys.modules[bound_name] = module
        spec.loader.exec_module(module)
    return sys.modules[bound_name]


def is_compiled(function: Callable[..., Any]) -> bool:
    """Whether a kernel is ready to run without compiling first (always true when interpreted)."""
    return INTERPRETED or bool(getattr(function, "signatures", True))
