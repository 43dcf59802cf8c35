"""A slow, plain reference of the rules of Terra Mystica, to compare the real implementation with.

It shares no code and no tables with the real implementation: plain lists, dicts, ints and words, written from the
rulebook (Spanish v1.1), the rulings in `shared/rules/terra_mystica.md` and the figures in
`shared/facts/terra_mystica.toml`. Seats count from 0 inside and from 1 in a position.
"""

from .game import ReferenceGame

__all__ = ["ReferenceGame"]
