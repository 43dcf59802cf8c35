"""Dolmen: Meduris and Terra Mystica on one table, one rules source at three speeds."""

__version__ = "0.1.0"
