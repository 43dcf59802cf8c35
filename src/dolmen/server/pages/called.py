"""How a player is called: by which channels, for what, and what went wrong there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from babel.dates import format_date

from dolmen.core.words import Words
from dolmen.server.calls.calling import Calling
from dolmen.server.calls.occasions import KINDS
from dolmen.store import CallChannel, Player


@dataclass(frozen=True)
class ShownChannel:
    """A channel as its owner sees it."""

    id: str
    name: str
    address: str
    """Of a browser, the one by which it knows itself."""
    status: str
    state: str
    """What the status is, in a sentence."""
    trouble: str
    """What went wrong, in a sentence; empty where nothing did."""

    @property
    def is_on(self) -> bool:
        """Whether somebody is called there."""
        return self.status == "on"


@dataclass(frozen=True)
class Wish:
    """Something that one may be called for."""

    kind: str
    text: str
    is_chosen: bool


@dataclass(frozen=True)
class CalledPage:
    """All of it."""

    wishes: tuple[Wish, ...]
    browsers: tuple[ShownChannel, ...]
    mailboxes: tuple[ShownChannel, ...]
    rooms: tuple[ShownChannel, ...]
    has_mail: bool
    has_rooms: bool
    push_key: str


def called_page(calling: Calling, player: Player | None, words: Words) -> CalledPage:
    """How somebody is called; a stranger is not called yet."""
    channels = calling.channels(player) if player else []
    chosen = calling.wishes(player) if player else list(KINDS)
    by_kind = {
        kind: tuple(_shown(one, words) for one in channels if one.kind == kind) for kind in ("push", "mail", "hook")
    }
    return CalledPage(
        tuple(Wish(kind, text, kind in chosen) for kind, text in wish_texts(words).items()),
        by_kind["push"],
        by_kind["mail"],
        by_kind["hook"],
        calling.offers("mail"),
        calling.offers("hook"),
        calling.vapid.public,
    )


def wish_texts(words: Words) -> dict[str, str]:
    """What one may be called for, in words."""
    _ = words.gettext
    return {
        "turn": _("It is my turn"),
        "answer": _("An answer of mine is wanted"),
        "begin": _("A table of mine begins"),
        "over": _("A game of mine is over"),
    }


def _shown(channel: CallChannel, words: Words) -> ShownChannel:
    _ = words.gettext
    name = channel.label or channel.address
    day = format_date(datetime.fromtimestamp(channel.since / 1000, UTC), "medium", locale=words.locale)
    states = {
        "asked": _("A mail is on its way. Follow its link, and you are called; before, nothing else is sent."),
        "on": _("since %(day)s") % {"day": day},
        "off": _("switched off"),
    }
    return ShownChannel(
        channel.id, name, channel.address, channel.status, states[channel.status], trouble(channel, words)
    )


def trouble(channel: CallChannel, words: Words) -> str:
    """What went wrong at a channel, and what follows from it; empty where nothing did."""
    _ = words.gettext
    if not channel.why:
        return ""
    texts = {
        "unreachable": _("It could not be reached."),
        "busy": _("It had no time for us."),
        "refused": _("It refused what we sent."),
        "gone": _("It does not exist any more."),
        "private": _("The address lies within a private network: nothing is sent there."),
        "mail server": _("The host's mail server did not take it."),
        "no such mailbox": _("There is no such mailbox."),
        "no answer": _("It did not say whether the last call has arrived."),
        "too many": _("You were called so often today that you are called again tomorrow."),
    }
    text = texts.get(channel.why, _("This is no address that can be called."))
    if channel.status == "off" or channel.why in ("no answer", "too many"):
        return text
    after = _("We tried for a day and gave up; next time we try again.") if channel.given_up else _("We go on trying.")
    return f"{text} {after}"
