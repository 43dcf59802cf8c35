"""The other half of what knows Numba: rule functions on an NVIDIA card.

A kernel of `dolmen.core.kernel` is compiled for the card as it stands, when a launched function calls it. Nothing here
is imported before somebody asks for the card.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Any

import numpy as np

from dolmen.core.errors import NoGpu, how_to_install
from dolmen.core.kernel import INTERPRETED, cache_folder, identify, is_kernel, widened


def require_card() -> None:
    """Refuse, in one clear message, where there is no card or where the packages for it are missing."""
    if INTERPRETED:
        raise NoGpu("batches on a GPU are compiled: leave DOLMEN_INTERPRETED unset")
    if find_spec("numba_cuda") is None:
        raise NoGpu(f"batches on a GPU need packages that are not installed: {how_to_install('gpu')}")
    if not driver().is_available():
        raise NoGpu("there is no NVIDIA card with a working driver on this machine; device='cpu' needs none")


@cache
def driver() -> Any:
    """The `numba.cuda` module, prepared so that it compiles each of our kernels once."""
    for name, replacement in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
        if not hasattr(np, name):  # NumPy 2.5 has dropped them, numba-cuda still asks for them
            setattr(np, name, getattr(np, replacement))
    from numba import cuda
    from numba.cuda.core import config
    from numba.cuda.dispatcher import CUDADispatcher

    config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # a small batch is allowed to leave the card half empty
    dispatchers: Any = CUDADispatcher  # what is published of its types stops short of this
    call_template = dispatchers.get_call_template

    def widening(dispatcher: Any, args: Any, kws: Any) -> Any:
        if is_kernel(dispatcher.py_func):
            args = tuple(map(widened, args))
        return call_template(dispatcher, args, kws)

    dispatchers.get_call_template = widening
    return cuda


def launched(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Mark a function that is launched on the card, one thread a game; its code is kept on disk like a kernel's."""
    cuda = driver()
    from numba.cuda.core import config

    def compiler(function: Callable[..., Any]) -> Any:
        config.CACHE_DIR = str(cache_folder(*identify(function).modules))
        return cuda.jit(cache=True, **options)(function)

    return compiler
