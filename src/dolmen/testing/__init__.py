"""Published tests: what any game must pass (`check_game`), and drawn positions."""

from dolmen.testing.conformance import check_game

__all__ = ["check_game"]
