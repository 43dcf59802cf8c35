"""The art of the table: symbols, colours, and pictures that stand alone. Pure text, no web imports.

How a game draws itself. Each game has a package `present/svg`:

    geometry.py     where things are: pure numbers, cached
    *.svg           what never changes, drawn by hand: data, read once
    ground.py       `ground(...)`   what is printed: depends on the board alone, so it is sent once and cached
    pieces.py       `pieces(...)`   what lies and stands there now; every piece has the stable id of its kind
    choices.py      `lit(...)`      what may be chosen now: rings, badges, ghosts; replaced with each question
    __init__.py     `VIEW_BOX`, `document(...)`: the three layers as one picture, and the public names

A layer is a fragment without a wrapper: the page puts each into its own `<g>` inside one `<svg viewBox=VIEW_BOX>`, and
one `sprite(...)` before it. Rules of the house:

- Colours are CSS variables of `tokens.css` or of the game's own style sheet in presentation attributes:
  `fill="var(--line)"`. No style attributes, no style elements: the page's Content-Security-Policy forbids them. Classes
  are handles for style sheets, which only add what differs on a phone, under the pointer or in motion; without any
  stylesheet rule the picture is still right.
- Whose piece it is says `data-seat` on the piece, or the game's own attribute; the symbols below it follow.
- Nothing hidden is drawn: no layer reads what a seat keeps behind its screen.
- No words: labels come from the caller, who knows the reader's language.
- A piece never has a symbol's name for its id, and an id occurs once in the three layers together.

`stand_alone` turns layers into a file of their own: it resolves every variable for one scheme, so that a picture looks
the same in a page, in a viewer that knows no CSS variables, and in the documentation.
"""

from dolmen.art.standalone import stand_alone
from dolmen.art.symbols import icon, known_symbols, number, sprite, symbols, use, used

__all__ = ["icon", "known_symbols", "number", "sprite", "stand_alone", "symbols", "use", "used"]
