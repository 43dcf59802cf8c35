"""Dolmen: board games on one table, one rules source at three speeds."""

__version__ = "0.1.0"
