"""The arena: tournaments between bots, on fair terms and with honest intervals.

entrants.py     who plays: our bots, a class in a file, a program
schedule.py     who sits where in which game: every set-up from every seat
match.py        one game, and what is kept of it
folder.py       the games of a run on disk, so that it can go on after a stop
running.py      all games of a run, by processes
on_ray.py       all games of a run, on a cluster
external.py     somebody's own program on a seat
seat.py         a seat at a table elsewhere
rating.py       what the results say: ratings, points, victories, times
skill.py        people and bots on one scale, from rated tables
plot.py         the same as a picture
"""

from dolmen.arena.folder import Folder
from dolmen.arena.match import Result, Terms, play_match
from dolmen.arena.rating import Report, Standing, report
from dolmen.arena.running import run_all
from dolmen.arena.schedule import Schedule, line_ups

__all__ = [
    "Folder",
    "Report",
    "Result",
    "Schedule",
    "Standing",
    "Terms",
    "line_ups",
    "play_match",
    "report",
    "run_all",
]
