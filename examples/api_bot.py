"""A tiny bot that plays a whole game through the JSON API of a running server.

    dolmen serve &
    python examples/api_bot.py http://127.0.0.1:8000

It makes a table with one of the server's own bots, asks for its choices whenever it is asked, and prefers to build.
Only the standard library is used.
"""

from __future__ import annotations

import json
import sys
import time
import urllib.error
import urllib.request
from typing import Any


class Client:
    """Calls the API."""

    def __init__(self, server: str) -> None:
        self.api = f"{server.rstrip('/')}/api"
        self.token = ""

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """One request; the answer is JSON."""
        request = urllib.request.Request(self.api + path, method=method)
        request.add_header("Content-Type", "application/json")
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(request, data, timeout=30) as answer:
            return json.loads(answer.read())


def choose(choices: list[dict[str, Any]]) -> int:
    """Build where we can, offer both where we can; else the first thing."""
    for wish in ("hut", "temple", "pay direct", "offer both", "offer chip"):
        for choice in choices:
            if choice["text"].startswith(wish):
                return int(choice["action"])
    return int(choices[0]["action"])


def main(server: str) -> None:
    """Play one game and say how it ended."""
    client = Client(server)
    client.token = client.call("POST", "/guests", {"name": "Robo"})["token"]
    table = client.call("POST", "/tables", {"game": "meduris", "seats": ["me", "bot:greedy"]})
    print(f"table {table['name']}: {server.rstrip('/')}/t/{table['id']}")
    while table["status"] != "finished":
        if table["deciding"] == table["seat"]:
            choices = client.call("GET", f"/tables/{table['id']}/choices")
            decision = {
                "sequence": table["sequence"],
                "actions": [choose(choices)],
                "client_id": f"robo-{table['sequence']}",
            }
            try:
                client.call("POST", f"/tables/{table['id']}/moves", decision)
            except urllib.error.HTTPError as error:
                if error.code != 409:  # the table has moved on: look again
                    raise
        else:
            time.sleep(0.05)
        table = client.call("GET", f"/tables/{table['id']}")
    print("points:", table["position"]["scores"])


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000")
