"""The auction before a game: its rules, its words and how bots bid. No game is named here."""
