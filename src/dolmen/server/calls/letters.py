"""What somebody is told, in their language: one letter for all that waits for them at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dolmen.core.words import Words
from dolmen.server.calls.occasions import Occasion
from dolmen.server.live_table import LiveTable
from dolmen.server.pages.verdict import verdict


@dataclass(frozen=True)
class Line:
    """One thing that somebody is told."""

    subject: str
    text: str
    path: str
    """The page that it is about, below the host's address."""
    asked: str = ""
    """What is asked, which is for the player alone."""


@dataclass(frozen=True)
class Letter:
    """What goes out at a time by one channel."""

    id: str
    lines: tuple[Line, ...]
    words: Words

    @property
    def subject(self) -> str:
        """The sentence above it."""
        if len(self.lines) == 1:
            return self.lines[0].subject
        number = len(self.lines)
        text = self.words.ngettext("%(number)s table calls you", "%(number)s tables call you", number)
        return text % {"number": number}

    @property
    def path(self) -> str:
        """The page that it leads to: the one that it is about, or the list of all tables."""
        return self.lines[0].path if len(self.lines) == 1 else "/"


def line_of(live: LiveTable, occasion: Occasion, words: Words) -> Line:
    """What a table wants of somebody, in a sentence. Under its lock."""
    _ = words.gettext
    told = {"table": live.table.name, "game": live.meta.title}
    path = f"/t/{live.table.id}"
    if occasion.kind == "over":
        result = verdict(live, occasion.seat, words)
        text = _("The game at %(table)s (%(game)s) is over. %(result)s.") % {**told, "result": result}
        return Line(_("Game over: %(table)s") % told, text, path)
    if occasion.kind == "begin":
        names = words.listed(live.names)
        text = _("The game at %(table)s (%(game)s) has begun, with %(names)s.") % {**told, "names": names}
        return Line(_("It begins: %(table)s") % told, text, path)
    if occasion.kind == "answer":
        text = _("An answer of yours is wanted at %(table)s (%(game)s).") % told
        return Line(_("Your answer: %(table)s") % told, text, path, _wanted(live, occasion, words))
    text = _("It is your turn at %(table)s (%(game)s).") % told
    return Line(_("Your turn: %(table)s") % told, text, path, _wanted(live, occasion, words))


def _wanted(live: LiveTable, occasion: Occasion, words: Words) -> str:
    """What is asked: the question of the game, that something is taken back, or a pause."""
    if occasion.key.startswith("undo") and live.undo_request is not None:
        name = live.names[live.undo_request.seat]
        return words.gettext("%(name)s asks to take back the last decision.") % {"name": name}
    if occasion.key.startswith("pause") and live.conduct.pause_request is not None:
        name = live.names[live.conduct.pause_request.seat]
        return words.gettext("%(name)s asks for a pause: all clocks would stand.") % {"name": name}
    return live.prompt(words).question if live.deciding == occasion.seat else ""


def try_line(words: Words) -> Line:
    """Something that only shows how it is."""
    _ = words.gettext
    text = _("This is how you are called. You asked for a try, and it has arrived.")
    return Line(_("A try"), text, "/account/called")


def confirm_line(words: Words, path: str) -> Line:
    """What an address is asked before anything else is sent there."""
    _ = words.gettext
    text = _("Somebody has asked that you be called here when it is your turn. If you wish so, follow the link.")
    return Line(_("Shall we call you here?"), text, path, _("If you do nothing, no more mail comes."))


def plain_text(lines: Sequence[Line], address: str) -> str:
    """Lines with their links, for who reads alone."""
    return "\n\n".join("\n".join(filter(None, (line.text, line.asked, address + line.path))) for line in lines)
