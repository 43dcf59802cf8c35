"""What an environment shows: the board as the terminal shows it, in English; as SVG; the same as pixels."""

from __future__ import annotations

from io import BytesIO, StringIO
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from rich.console import Console

from dolmen.contract.game import State
from dolmen.contract.registry import package
from dolmen.core.arguments import shown
from dolmen.core.errors import InvalidSetup
from dolmen.core.words import words
from dolmen.envs.extras import needed_for
from dolmen.terminal.board import BoardView

RENDER_MODES: Final = ("human", "ansi", "svg", "rgb_array")
"""`human` prints the text of `ansi`; `svg` is a whole file; `rgb_array` that file drawn WIDTH pixels wide."""
RENDER_FPS: Final = 2
WIDTH: Final = 800
COLUMNS: Final = 160


def check_render_mode(mode: str | None) -> None:
    """Only modes that there are, or none."""
    if mode is not None and (not isinstance(mode, str) or mode not in RENDER_MODES):
        raise InvalidSetup(f"there is no render mode {shown(mode)}; there are: {', '.join(RENDER_MODES)}")


def render(state: State, mode: str | None, seat: int = 0) -> Any:
    """A position in one of the modes, as that seat may see it; None where there is nothing to give back."""
    if mode == "human":
        Console().print(_board(state, seat))
    elif mode == "ansi":
        return as_text(state, seat)
    elif mode == "svg":
        return as_svg(state)
    elif mode == "rgb_array":
        return as_pixels(state)
    return None


def as_text(state: State, seat: int = 0) -> str:
    """The position as the terminal shows it, with its colours."""
    console = Console(
        file=StringIO(), width=COLUMNS, force_terminal=True, color_system="truecolor", legacy_windows=False
    )
    with console.capture() as captured:
        console.print(_board(state, seat))
    return captured.get()


def as_svg(state: State) -> str:
    """The board as one SVG file."""
    return package(state.game.meta.key).presentation().picture(state)


def as_pixels(state: State) -> npt.NDArray[np.uint8]:
    """The board as an array of rows, columns and the three colours."""
    with needed_for("the render mode 'rgb_array'"):
        import resvg_py
        from PIL import Image
    png = resvg_py.svg_to_bytes(svg_string=as_svg(state), width=WIDTH, background="#ffffff")
    with Image.open(BytesIO(png)) as image:
        return np.array(image.convert("RGB"), dtype=np.uint8)


def _board(state: State, seat: int) -> BoardView:
    names = [f"Player {number}" for number in range(1, state.game.players + 1)]
    return BoardView(package(state.game.meta.key).presentation(), state, seat, names, words("en"))
