"""A bot that plays through the JSON API of a running server, with the client that Dolmen brings.

    dolmen serve --pace 0 &                                      # its bots answer at once
    python examples/api_bot.py http://127.0.0.1:8000             # against one of the server's own bots
    python examples/api_bot.py http://127.0.0.1:8000 open        # against whoever sits down
    python examples/api_bot.py http://127.0.0.1:8000 wait TOKEN  # as an account that accepts challenges, for ever

It listens to one stream and answers each question with one request. The client waits where the server says so (429),
comes back after a lost connection, and never makes a move twice.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from dolmen.client import Challenged, Client, Invited, Over, Refused, Turn
from dolmen.core.errors import DolmenError

WISHES = ("hut", "temple", "offer", "take")
"""What it likes, best first; of a game that knows none of this it plays whatever comes first."""


def choose(plays: Sequence[str]) -> str:
    """Build where we can, offer and take what we can; else the first thing."""
    return next((play for wish in WISHES for play in plays if play.startswith(wish)), plays[0])


def answer(client: Client, turn: Turn) -> None:
    """One request a play."""
    try:
        client.play(turn, choose(turn.plays))
    except Refused as error:
        if error.kind != "Stale":  # else the table has moved on, and we are asked again
            raise


def main(server: str, how: str = "bot", token: str = "", game: str = "meduris") -> None:
    """Play one game and say how it ended; with `wait`, all games that others want to play."""
    with Client(server, token) as client:
        if not token:
            client.register("Robo")
        if how != "wait":
            table = client.new_table(game, ["me", "open" if how == "open" else "bot:greedy"])
            print(f"table {table.name}: {client.server}/t/{table.id}", flush=True)
        for event in client.events():
            if isinstance(event, Challenged | Invited):
                client.accept(event.invitation.id)
            elif isinstance(event, Turn):
                answer(client, event)
            elif isinstance(event, Over):
                print("points:", event.scores, flush=True)
                if how != "wait":
                    return


if __name__ == "__main__":
    try:
        main(*(sys.argv[1:5] or ["http://127.0.0.1:8000"]))
    except DolmenError as error:  # no server there, a token that is not good, a game that it does not know
        sys.exit(f"api_bot: {error}")
