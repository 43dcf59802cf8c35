"""Chat rooms: what their webhooks accept, told without what is for the player's eyes alone."""

from __future__ import annotations

import json
from typing import Any, Final
from urllib.parse import urlsplit

from dolmen.server.calls.letters import Letter

CONTENT_HOSTS: Final = ("discord.com", "discordapp.com")
"""Whose rooms call the text `content`; all others that we know (Slack, Mattermost, Rocket.Chat, Zulip, Google Chat,
Teams, Matrix) call it `text`, and some refuse what they do not know."""
HEADERS: Final = {"Content-Type": "application/json"}
_HARMLESS: Final = str.maketrans({"<": "\u2039", ">": "\u203a", "@": "@\u2060", "[": "(", "]": ")"})
"""Names cannot call everybody in the room, nor hide a link behind other words, in whichever way rooms mark one."""


def hook_body(address: str, letter: Letter, base: str) -> bytes:
    """A letter as a chat room takes it."""
    lines = [f"{line.text.translate(_HARMLESS)} {base}{line.path}" for line in letter.lines]
    host = urlsplit(address).hostname or ""
    body: dict[str, Any] = {"text": "\n".join(lines)}
    if any(host == known or host.endswith(f".{known}") for known in CONTENT_HOSTS):
        body = {"content": body["text"], "allowed_mentions": {"parse": []}}
    return json.dumps(body).encode()
