"""The card that asks: the question with what was picked so far, or who is asked, and what else may be done now."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from urllib.parse import quote

from babel.dates import format_timedelta

from dolmen.contract.presentation import Choice, Group, Preview, Prompt, Way
from dolmen.core.words import Words
from dolmen.server.border import whole_number
from dolmen.server.errors import OldRules
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import Viewer
from dolmen.server.log import winner_sentence
from dolmen.store import now

MOST_KEYS = 9
"""So many choices have a digit as their key."""
LONGEST_GROUP = 40
"""No kind of choices has a longer key: what somebody picks is part of what is remembered of a page."""
DEEPEST = 4
"""So many choices, each asking on, lead to a decision at most."""


@dataclass(frozen=True)
class Pick:
    """What somebody has picked but not confirmed; it lives in the address of the request alone."""

    group: str = ""
    chosen: tuple[int, ...] = ()
    way: int = 0

    @classmethod
    def read(cls, group: str, chosen: str, way: int) -> Pick:
        """From the parts of an address."""
        numbers = map(whole_number, chosen.split(".")[:DEEPEST])
        return cls(group[:LONGEST_GROUP], tuple(number for number in numbers if number is not None), max(0, way))


@dataclass(frozen=True)
class Addresses:
    """Where a seat's picks lead to: the address of the table, and the seat that every address names."""

    here: str
    seat: int | None

    def pick(self, group: str, chosen: str = "", way: int | None = None) -> str:
        """Ask again, with something picked."""
        address = f"{self.here}/prompt?group={quote(group)}"
        if chosen:
            address += f"&chosen={chosen}"
        if way is not None:
            address += f"&way={way}"
        return address if self.seat is None else f"{address}&seat={self.seat}"


@dataclass(frozen=True)
class Clock:
    """How long the seat that is asked has left."""

    seat: int
    until: int
    """When its time is up, in milliseconds since 1970."""
    late: bool
    text: str
    """What is left, in words."""


@dataclass(frozen=True)
class GroupButton:
    """A kind of choices, to be picked or let go."""

    group: Group
    pressed: bool
    address: str


@dataclass(frozen=True)
class ListedChoice:
    """A choice as the card lists it."""

    number: int
    """Its number among all that could be chosen."""
    choice: Choice
    address: str
    heading: str
    """The kind of choices that begins with it, where kinds are shown together."""
    key: str
    """The digit that picks it, if there is one."""
    checked: bool
    focused: bool


@dataclass(frozen=True)
class WayButton:
    """Another way to make the choice that is picked."""

    number: int
    way: Way
    pressed: bool
    address: str


@dataclass(frozen=True)
class OtherHere:
    """Something else that could be done at the place that is picked."""

    label: str
    choice: Choice
    address: str


@dataclass(frozen=True)
class People:
    """What a card says of people, whatever is asked."""

    can_go_back: bool = False
    can_ask_undo: bool = False
    undo_name: str = ""
    """Who asks the reader to agree that something is taken back."""
    undo_mine: bool = False
    """Whether the reader has asked the others."""
    clock: Clock | None = None
    absent: int | None = None
    """The seat that is asked, if the reader may do without it: its time is up."""
    absent_text: str = ""
    """What is said of it."""
    may_drop: bool = False
    """Whether the game may also go on without that seat."""
    can_return: bool = False
    """Whether a bot sits at the reader's seat."""


@dataclass(frozen=True)
class PromptCard:
    """The card that asks, or says who is asked."""

    kind: str
    """`ask`, `confirm` (the turn), `wait`, `bot`, `away`, `pass` (the screen changes hands), `lobby`, `over`, `old`."""
    colour: str
    eyebrow: str
    question: str
    rule: str = ""
    people: People = People()
    hand_to: int | None = None
    """The seat that takes over the screen."""
    groups: tuple[GroupButton, ...] = ()
    listed: tuple[ListedChoice, ...] = ()
    offered: tuple[Choice, ...] = ()
    """All choices that have a place on the boards now, numbered from 1."""
    chosen: int | None = None
    choice: Choice | None = None
    way: Way | None = None
    ways: tuple[WayButton, ...] = ()
    """More ways than one to make the choice."""
    others: tuple[OtherHere, ...] = ()
    preview: Preview | None = None
    back: str = ""
    """The address of the question before something was picked."""
    client_id: str = ""

    @property
    def actions(self) -> str:
        """The decisions that confirming makes."""
        return " ".join(map(str, self.way.actions)) if self.way else ""


def prompt_card(live: LiveTable, viewer: Viewer, words: Words, pick: Pick, here: str) -> PromptCard:
    """The card as a viewer may see it."""
    _ = words.gettext
    seat = live.asked
    if live.is_old and not live.state.is_terminal():
        return PromptCard("old", "", _("Earlier rules"), OldRules(live.table, live.meta).translated(words))
    if live.table.status == "waiting":
        return PromptCard("lobby", "", _("Before the game"), _("Waiting for players"))
    if seat is None:
        return PromptCard("over", "", _("The game is over"), winner_sentence(live.state, live.names, words))
    if seat != viewer.seat:
        return _wait(live, viewer, words, seat)
    colour, people = live.colours[seat], _people(live, viewer, words, seat)
    if live.seats[seat].kind == "bot":
        eyebrow, question = _("A bot plays for you"), _("Your seat is in the hands of a bot.")
        return PromptCard("away", colour, eyebrow, question, people=people)
    if live.held == seat:
        eyebrow, question = _("Nothing is revealed before you confirm"), _("Your turn is made. Do you confirm it?")
        return PromptCard("confirm", colour, eyebrow, question, people=people)
    return replace(_ask(live, words, pick, Addresses(here, seat)), colour=colour, people=people)


# ---------------------------------------------------------------------------------------------------- people


def clock_of(live: LiveTable, words: Words) -> Clock | None:
    """The clock that runs now, if one does."""
    until, seat = live.until, live.asked
    if until is None or seat is None:
        return None
    left = max(0, until - now()) // 1000
    if left < 3600:
        text = f"{left // 60}:{left % 60:02}"
    else:
        text = format_timedelta(timedelta(seconds=left), threshold=1.5, locale=words.locale)
    return Clock(seat, until, left == 0, text)


def _people(live: LiveTable, viewer: Viewer, words: Words, seat: int) -> People:
    """Who wants to take back, whose time is up, who is away."""
    undo, own = live.undo_request, viewer.seat
    clock = clock_of(live, words)
    playing = bool(live.people() & set(viewer.seats) - {seat})
    absent = seat if playing and seat not in viewer.seats and live.is_late(now()) else None
    back = own is not None and live.back_to(own) is not None
    undoable = own is not None and undo is None and own in live.people() and live.undo_to(own) is not None
    return People(
        can_go_back=back,
        can_ask_undo=undoable and not back,
        undo_name=live.names[undo.seat] if undo and viewer.seats and undo.seat not in viewer.seats else "",
        undo_mine=bool(undo and undo.seat in viewer.seats),
        clock=clock,
        absent=absent,
        absent_text=_absent_text(live, words, absent) if absent is not None else "",
        may_drop=absent is not None and may_drop(live, absent),
        can_return=own is not None and live.seats[own].kind == "bot",
    )


def may_drop(live: LiveTable, seat: int) -> bool:
    """Whether the game may go on without a person."""
    return live.seats[seat].kind == "person" and live.state.game.leaving(live.state, seat) is not None


def _absent_text(live: LiveTable, words: Words, seat: int) -> str:
    """Why the others need not wait for a seat any longer."""
    _ = words.gettext
    name = {"name": live.names[seat]}
    if live.seats[seat].kind == "person":
        return _("The time of %(name)s is up. You may wait, or play on.") % name
    sentences = [_("%(name)s has not answered for a while.") % name]
    if live.bot_wait and live.bot_wait.why:
        sentences.append(_(live.bot_wait.why))
    return " ".join([*sentences, _("It is asked again; you may wait, or choose another bot.")])


def _wait(live: LiveTable, viewer: Viewer, words: Words, seat: int) -> PromptCard:
    """Another seat is asked."""
    _ = words.gettext
    name, colour = {"name": live.names[seat]}, live.colours[seat]
    if seat in viewer.seats and live.seats[seat].kind == "person":
        question = _("Hand the screen to %(name)s.") % name
        return PromptCard("pass", colour, _("Several people at this screen"), question, hand_to=seat)
    if live.held == seat:
        waits = _("%(name)s has made a turn and may still take it back.") % name
    else:
        waits = live.present.waiting(live.state, live.names, words)
    people = _people(live, viewer, words, seat)
    if live.seats[seat].kind == "bot":
        return PromptCard("bot", colour, _bot_text(live, words, seat), waits, people=people)
    eyebrow = _("%(name)s is thinking. You will be called when it is your turn.") % name
    return PromptCard("wait", colour, eyebrow, waits, people=people)


def _bot_text(live: LiveTable, words: Words, seat: int) -> str:
    """What a bot does that is asked."""
    _ = words.gettext
    name = live.names[seat]
    if live.bot_wait and live.bot_wait.place > 1:
        text = _("%(name)s (bot) waits to think, number %(place)s in the line")
        return text % {"name": name, "place": live.bot_wait.place}
    return _("%(name)s (bot) is thinking") % {"name": name}


# ---------------------------------------------------------------------------------------------------- the question


def _ask(live: LiveTable, words: Words, pick: Pick, addresses: Addresses) -> PromptCard:
    """The question, with what was picked so far."""
    prompt = live.prompt(words)
    groups = {group.key: group for group in prompt.groups}
    group = pick.group if pick.group in groups else prompt.group
    card = PromptCard(
        kind="ask",
        colour="",
        eyebrow=prompt.eyebrow,
        question=groups[group].question if group else prompt.question,
        offered=tuple(_unlit(choice, group) for choice in prompt.choices) if groups else prompt.choices,
    )
    prefix = ""
    for number in pick.chosen:
        if not 1 <= number <= len(card.offered):
            break
        choice = card.offered[number - 1]
        if not choice.choices:
            card = _with_choice(card, live, words, number, pick.way)
            break
        prefix += f"{number}."
        card = replace(card, question=choice.question, offered=choice.choices)
    return _with_addresses(card, prompt, group, prefix, addresses)


def _with_choice(card: PromptCard, live: LiveTable, words: Words, number: int, way_number: int) -> PromptCard:
    """A choice is picked: one way to make it, and what comes of it."""
    choice = card.offered[number - 1]
    way = choice.ways[way_number] if way_number < len(choice.ways) else choice.ways[0]
    preview = live.present.preview(live.state, way, live.names, words)
    return replace(card, chosen=number, choice=choice, way=way, preview=preview, client_id=secrets.token_urlsafe(12))


def _with_addresses(card: PromptCard, prompt: Prompt, group: str, prefix: str, addresses: Addresses) -> PromptCard:
    """The buttons of a card, each with the address of what it picks."""
    chosen = card.choice.group if card.choice else group
    back = ""
    if card.chosen or prefix:
        back = addresses.pick(group, prefix[:-1] if card.chosen else "")
    return replace(
        card,
        rule=next((kind.rule for kind in prompt.groups if kind.key == chosen and kind.rule), prompt.rule),
        groups=() if prefix else tuple(_group_buttons(prompt, group, addresses)),
        listed=tuple(_listed(card, prompt, group, prefix, addresses)),
        ways=tuple(_way_buttons(card, group, prefix, addresses)),
        others=() if prefix else tuple(_others_here(card, prompt, group, addresses)),
        back=back,
    )


def _group_buttons(prompt: Prompt, shown: str, addresses: Addresses) -> Iterator[GroupButton]:
    """The kinds of choices; where all are shown together at first, a picked one can be let go."""
    for group in prompt.groups:
        pressed = group.key == shown
        yield GroupButton(group, pressed, addresses.pick("" if pressed and not prompt.group else group.key))


def _listed(card: PromptCard, prompt: Prompt, group: str, prefix: str, addresses: Addresses) -> Iterator[ListedChoice]:
    """The choices that are shown, with a heading where a kind of them begins."""
    labels = {} if group or prefix else {kind.key: kind.label for kind in prompt.groups}
    numbered = enumerate(card.offered, start=1)
    shown = [(number, choice) for number, choice in numbered if prefix or not group or choice.group == group]
    focus = card.chosen or (shown[0][0] if shown else 0)
    last = ""
    for place, (number, choice) in enumerate(shown, start=1):
        begins = bool(labels) and choice.group != last
        last = choice.group
        yield ListedChoice(
            number,
            choice,
            addresses.pick(group, f"{prefix}{number}"),
            heading=labels.get(choice.group, "") if begins else "",
            key=str(place) if place <= MOST_KEYS else "",
            checked=number == card.chosen,
            focused=number == focus,
        )


def _way_buttons(card: PromptCard, group: str, prefix: str, addresses: Addresses) -> Iterator[WayButton]:
    """The ways to make the choice, where there are several."""
    if card.choice is not None and len(card.choice.ways) > 1:
        for number, way in enumerate(card.choice.ways):
            address = addresses.pick(group, f"{prefix}{card.chosen}", number)
            yield WayButton(number, way, way is card.way, address)


def _others_here(card: PromptCard, prompt: Prompt, group: str, addresses: Addresses) -> Iterator[OtherHere]:
    """What else could be done at the place of a choice, of whatever kind."""
    place = prompt.choices[card.chosen - 1].place if card.chosen else ""
    labels = {kind.key: kind.label for kind in prompt.groups}
    for number, other in enumerate(prompt.choices, start=1):
        if place and other.place == place and number != card.chosen:
            address = addresses.pick(other.group if group else "", str(number))
            yield OtherHere(labels.get(other.group, other.label), other, address)


def _unlit(choice: Choice, group: str) -> Choice:
    """A choice of a group that is not shown keeps its number, but no place on the board."""
    return choice if choice.group == group or not group else replace(choice, place="")
