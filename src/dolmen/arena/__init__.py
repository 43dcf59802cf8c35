"""The arena: tournaments between bots, on fair terms and with honest intervals.

entrants.py     who plays: our bots, a class in a file, a program
schedule.py     who sits where in which game: every set-up from every seat
starts.py       positions of games that were played, in which games may begin
match.py        one game, and what is kept of it
folder.py       the games of a run on disk, so that it can go on after a stop
running.py      all games of a run, by processes
on_ray.py       all games of a run, on a cluster
external.py     somebody's own program on a seat
time_limit.py   how long somebody's own Python code may think
seat.py         a seat at a table elsewhere
rating.py       what the results say: ratings, points, victories, times
comparison.py   likewise from positions of games: the difference to what was really reached
skill.py        people and bots on one scale, from rated tables
plot.py         the same as a picture
summary.py      the same for programs, with all that is needed to repeat it
protocol.py     the fixed terms by which papers measure
leaderboard.py  results by the protocol, side by side
tournament/     tournaments of tables, of people and bots: who meets whom, who stands where
"""

from dolmen.arena.comparison import Comparison, compare, compared
from dolmen.arena.external import dismiss_programs
from dolmen.arena.folder import Folder
from dolmen.arena.match import Result, Terms, play_match
from dolmen.arena.rating import Report, Standing, report
from dolmen.arena.running import run_all
from dolmen.arena.schedule import Schedule, line_ups
from dolmen.arena.starts import Start, read_starts

__all__ = [
    "Comparison",
    "Folder",
    "Report",
    "Result",
    "Schedule",
    "Standing",
    "Start",
    "Terms",
    "compare",
    "compared",
    "dismiss_programs",
    "line_ups",
    "play_match",
    "read_starts",
    "report",
    "run_all",
]
