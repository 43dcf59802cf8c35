"""The terminal: a loop that asks, and a screen that shows a game's `Presentation` with Rich."""
