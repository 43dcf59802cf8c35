"""Says in the log that kernels are being compiled: for whoever waits and sees no bar."""

from __future__ import annotations

import logging
from functools import cache
from typing import Any

from dolmen.core.kernel import INTERPRETED, is_kernel

LOG = logging.getLogger("dolmen.compiling")


@cache
def announce_compiling() -> None:
    """For environments: from now on, log the first kernel that this process compiles, since it was not kept on disk."""
    if INTERPRETED:
        return
    from numba.core import event

    class Announcer(event.Listener):
        """Told of everything that Numba compiles."""

        def on_start(self, compiled: Any) -> None:
            if is_kernel(compiled.data["dispatcher"].py_func):
                _say_once()

        def on_end(self, compiled: Any) -> None:
            """Nothing is said of each kernel."""

    event.register("numba:compile", Announcer())  # type: ignore[no-untyped-call]


@cache
def _say_once() -> None:
    LOG.warning(
        "compiling the rules for this machine, once, which takes seconds to minutes; "
        "`dolmen warmup --envs` does it ahead"
    )
