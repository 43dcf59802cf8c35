"""A slow, plain reference of the rules of Meduris, to compare the real implementation with.

It shares no code with the real implementation: plain lists, dicts, ints and words, written in the order of the
rulebook and of `shared/rules/meduris.md`. Players, fields and levels are numbered from 1.
"""

from .paying import MATERIALS
from .rules import Field, ReferenceGame

__all__ = ["MATERIALS", "Field", "ReferenceGame"]
