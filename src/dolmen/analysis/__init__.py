"""Looking at games from outside: replaying, reviewing, advice, simulating, counting, measuring."""
