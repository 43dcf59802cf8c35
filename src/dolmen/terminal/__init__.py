"""A game at the terminal: the presentation of any game, drawn with Rich."""
