"""The card that asks: the question with what was picked so far, or who is asked, and what else may be done now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from urllib.parse import quote

from markupsafe import Markup

from dolmen.contract.content import (
    Choice,
    Grid,
    Group,
    Preview,
    Prompt,
    Settles,
    Way,
)
from dolmen.core.value import replace, value
from dolmen.core.words import Words
from dolmen.server.border import whole_number
from dolmen.server.errors import OldRules
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import Viewer
from dolmen.server.log import winner_sentence
from dolmen.server.pages.grid import Cell, cells, grid_of
from dolmen.server.pages.own_tables import away_text
from dolmen.server.pages.suggestion import suggestion_for, together
from dolmen.server.pages.time import Clock, PauseNote, clock_of, pause_note
from dolmen.store import now

MOST_MADE = 8
"""So many entries of the log tell what somebody has just done, at most."""
MOST_KEYS = 9
"""So many choices have a digit as their key."""
LONGEST_GROUP = 40
"""No kind of choices has a longer key: what somebody picks is part of what is remembered of a page."""
LONGEST_WORD = 9
"""A button of a kind has no room for more letters: its symbol and its letter say it."""
GRACE = 30_000
"""Milliseconds after a person's time was up: where no bot has taken the seat by then, the others are asked."""
DEEPEST = 4
"""So many choices, each asking on, lead to a decision at most."""


@value
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


_quoted = lru_cache(maxsize=1_000)(quote)


@value
class Addresses:
    """Where a seat's picks lead to: the address of the table, and the seat that every address names."""

    here: str
    seat: int | None

    def pick(self, group: str, chosen: str = "", way: int | None = None) -> str:
        """Ask again, with something picked."""
        address = f"{self.here}/prompt?group={_quoted(group)}"
        if chosen:
            address += f"&chosen={chosen}"
        if way is not None:
            address += f"&way={way}"
        return address if self.seat is None else f"{address}&seat={self.seat}"


@value
class GroupButton:
    """A kind of choices, to be picked or let go."""

    group: Group
    pressed: bool
    marked: bool
    """Whether what is chosen is of its kind."""
    has_choices: bool
    address: str

    @property
    def word(self) -> tuple[str, str, str]:
        """Its word around its letter, which stands behind a word without it; a long word is its letter alone."""
        label, letter = self.group.label, self.group.letter
        if len(label) > LONGEST_WORD:
            return "", letter, ""
        place = label.lower().find(letter)
        if place < 0:
            return f"{label} ", letter, ""
        return label[:place], label[place], label[place + 1 :]


@value
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

    @property
    def actions(self) -> str:
        """The decisions that it makes at once, where it is a plain answer."""
        return _written(self.choice.ways[0].actions)


@value
class WayButton:
    """Another way to make the choice that is picked."""

    number: int
    way: Way
    pressed: bool
    address: str


@value
class Line:
    """One of several choices at the place that is picked."""

    number: int
    choice: Choice
    pressed: bool
    address: str


@value
class Aside:
    """Something that may be done beside what is asked, by one click."""

    choice: Choice
    actions: str


@value
class OtherHere:
    """Something else that could be done at the place that is picked."""

    label: str
    choice: Choice
    address: str


@value
class People:
    """What a card says of people, whatever is asked."""

    can_go_back: bool = False
    can_ask_undo: bool = False
    undo_text: str = ""
    """What asking does, said before it is done: with bots alone it takes back at once, their turns too."""
    undo_name: str = ""
    """Who asks the reader to agree that something is taken back."""
    undo_mine: bool = False
    """Whether the reader has asked the others."""
    clock: Clock | None = None
    pause: PauseNote = PauseNote()
    absent: int | None = None
    """The seat that is asked, if the reader may do without it: its time is up."""
    absent_text: str = ""
    """What is said of it."""
    may_drop: bool = False
    """Whether the game may also go on without that seat."""
    can_return: bool = False
    """Whether a bot sits at the reader's seat."""
    can_skip: bool = False
    """Whether the reader may let the bots play at once until his seat is asked."""


@value
class PromptCard:
    """The card that asks, or says who is asked."""

    kind: str
    """`ask`, `confirm` (the turn), `made` (it goes on in a moment), `wait`, `bot`, `away`, `pass` (the screen changes
    hands), `lobby`, `over`, `old`."""
    colour: str
    eyebrow: str
    question: str
    tag: str = ""
    """'You answer', where it is asked in another's turn."""
    rule: str = ""
    people: People = People()
    hand_to: int | None = None
    """The seat that takes over the screen."""
    groups: tuple[GroupButton, ...] = ()
    listed: tuple[ListedChoice, ...] = ()
    offered: tuple[Choice, ...] = ()
    """All choices that have a place on the boards now, numbered from 1."""
    grid: Grid | None = None
    """How the listed ones lie, if they are pictures."""
    chosen: int | None = None
    choice: Choice | None = None
    way: Way | None = None
    ends: tuple[int, ...] = ()
    """The decisions that end the turn after it, where it is at its end."""
    ways: tuple[WayButton, ...] = ()
    """More ways than one to make the choice."""
    lines: tuple[Line, ...] = ()
    """More choices than one at the place that is picked."""
    answers: bool = False
    """Whether the choices are buttons that act at once."""
    settles: Settles | None = None
    """What may be settled with the answer; nothing where the seat has settled something before."""
    asides: tuple[Aside, ...] = ()
    aside: Group | None = None
    made: tuple[Markup, ...] = ()
    """What the reader has just done and may still take back."""
    commits: str = ""
    """His whole turn in the words of its deeds, on the button that confirms it; empty where they are not known."""
    goes_on_in: int | None = None
    """Milliseconds after which his turn goes on by itself."""
    others: tuple[OtherHere, ...] = ()
    preview: Preview | None = None
    back: str = ""
    """The address of the question before something was picked."""
    pick: str = ""
    """The address of any other choice, with CHOICE for its number."""
    client_id: str = ""

    @property
    def actions(self) -> str:
        """The decisions that the choice makes."""
        return _written(self.way.actions) if self.way else ""

    @property
    def ending_actions(self) -> str:
        """Those with the end of the turn."""
        return _written((*self.way.actions, *self.ends)) if self.way else ""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The listed choices as pictures."""
        return cells(self.grid, self.listed) if self.grid else ()


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
        if seat in live.conduct.left:
            eyebrow, question = _("You have left the game"), _("A bot plays your seat to the end.")
        elif seat in live.conduct.overdue:
            question = _("Your time was up: a bot plays until you are back.")
        return PromptCard("away", colour, eyebrow, question, people=people)
    if live.held == seat:
        return _held(live, words, seat, people)
    return replace(_ask(live, words, pick, Addresses(here, seat)), colour=colour, people=people)


# ---------------------------------------------------------------------------------------------------- people


def _held(live: LiveTable, words: Words, seat: int, people: People) -> PromptCard:
    """The reader's turn is made: it waits for him, or goes on in a moment."""
    _ = words.gettext
    colour, made, at = live.colours[seat], _made(live, words, seat), live.goes_on_at
    if at is None:
        eyebrow, question = _("Nothing is revealed before you confirm"), _("Your turn is complete. Do you confirm it?")
        commits = _whole_turn(live, words)
        return PromptCard("confirm", colour, eyebrow, question, people=people, made=made, commits=commits)
    left = max(0, at - now())
    return PromptCard(
        "made",
        colour,
        _("Your turn is complete"),
        _("It goes on in a moment."),
        people=people,
        made=made,
        goes_on_in=left,
    )


def _made(live: LiveTable, words: Words, seat: int) -> tuple[Markup, ...]:
    """What a seat did last, in the sentences of the log; nothing where others have acted since."""
    deeds = [entry for entry in live.log(words)[-MOST_MADE:] if not entry.part]
    made = takewhile(lambda entry: entry.seat == seat, reversed(deeds))
    last = list(made)
    return tuple(entry.text for entry in reversed(last) if entry.turn == last[0].turn)


def _whole_turn(live: LiveTable, words: Words) -> str:
    """The deeds that are still to be confirmed, as their buttons said them: 'Raise A1, take Fire 1, end turn'."""
    if live.unconfirmed is None:
        return ""
    deeds = []
    before = live.unconfirmed
    for made in live.made:
        if made.decisions > before:
            if made.kind == "move":
                choices = live.present.prompt(live.state_at(before), live.names, words).all_choices
                deeds.append(suggestion_for(choices, live.state.history[before : made.decisions]))
            before = made.decisions
    told = [deed.text for deed in deeds if deed]
    if not told or len(told) < len(deeds):
        return ""
    return words.gettext("%(deed)s, end turn") % {"deed": together(told)}


def _people(live: LiveTable, viewer: Viewer, words: Words, seat: int) -> People:
    """Who wants to take back, whose time is up, who is away."""
    undo, own = live.undo_request, viewer.seat
    clock = clock_of(live, words)
    persons = live.people()
    playing = bool(persons & set(viewer.seats) - {seat})
    grace = 0 if live.seats[seat].kind == "bot" else GRACE  # by then a bot has taken the seat of a person
    absent = seat if playing and seat not in viewer.seats and live.is_late(now() - grace) else None
    back = own is not None and live.back_to(own) is not None
    undoable = own in persons and undo is None and not back and not live.is_rated
    undoable = undoable and own is not None and live.undo_to(own) is not None
    return People(
        can_go_back=back,
        can_ask_undo=undoable,
        undo_text=_undo_text(live, viewer, words) if undoable else "",
        undo_name=live.names[undo.seat] if undo and viewer.seats and undo.seat not in viewer.seats else "",
        undo_mine=bool(undo and undo.seat in viewer.seats),
        clock=clock,
        pause=pause_note(live, viewer),
        absent=absent,
        absent_text=_absent_text(live, words, absent) if absent is not None else "",
        may_drop=absent is not None and may_drop(live, absent),
        can_return=own is not None and live.seats[own].kind == "bot" and own not in live.conduct.left,
        can_skip=own in persons and live.seats[seat].kind == "bot" and not live.conduct.skips,
    )


def _undo_text(live: LiveTable, viewer: Viewer, words: Words) -> str:
    """What the button says that takes back more than the own last deed."""
    _ = words.gettext
    if not live.is_alone(viewer.seats):
        return _("Ask to undo")
    if any(seat.kind == "bot" for seat in live.seats):
        return _("Take back to my last decision; the bots' turns go too")
    return _("Take back to my last decision")


def may_drop(live: LiveTable, seat: int) -> bool:
    """Whether the game may go on without a person."""
    return (live.seats[seat].kind == "person" or seat in live.conduct.overdue) and live.state.game.leaving(
        live.state, seat
    ) is not None


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
    people = _people(live, viewer, words, seat)
    made = _made(live, words, viewer.seat) if viewer.seat is not None and people.can_go_back else ()
    if seat in viewer.seats and live.seats[seat].kind == "person":
        eyebrow, question = _("Several people at this screen"), _("Hand the screen to %(name)s.") % name
        only_back = People(can_go_back=people.can_go_back)
        return PromptCard("pass", colour, eyebrow, question, people=only_back, made=made, hand_to=seat)
    if live.held == seat:
        waits = _("%(name)s has finished a turn and may still take it back.") % name
    else:
        waits = live.present.waiting(live.state, live.names, words)
    if live.seats[seat].kind == "bot":
        return PromptCard("bot", colour, _bot_text(live, words, seat), waits, people=people, made=made)
    away = away_text(live, seat, words)
    if away:
        eyebrow, people = f"{live.names[seat]}: {away}", replace(people, clock=None)
    else:
        eyebrow = _("%(name)s is thinking.") % name
    return PromptCard("wait", colour, eyebrow, waits, people=people, made=made)


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
        tag=words.gettext("You answer") if prompt.in_turn_of is not None else "",
        question=groups[group].question if group else prompt.question,
        offered=tuple(_unlit(choice, group) for choice in prompt.choices) if groups else prompt.choices,
        answers=prompt.acts_at_once,
        settles=prompt.settles if not live.conduct.answers.get(live.state.current_player) else None,
        asides=tuple(Aside(choice, _written(choice.ways[0].actions)) for choice in prompt.asides),
        aside=prompt.aside,
        client_id=f"page-{live.sequence}",  # at one event a seat makes one move
    )
    whole = live.memo(("whole turn", words.language), lambda: _whole_turn(live, words))
    if whole:
        card = replace(card, offered=tuple(_committing(live, choice, whole) for choice in card.offered))
    picked, prefix = pick.chosen, ""
    if not picked and len(card.offered) == 1:
        picked = (1,)  # there is nothing to choose but when
    for place, number in enumerate(picked):
        if not 1 <= number <= len(card.offered):
            break
        choice = card.offered[number - 1]
        if not choice.choices:
            kind = groups.get("" if prefix else choice.group)
            question = choice.question or (kind.question if kind else card.question)
            card = replace(_with_choice(card, live, words, number, choice, pick.way), question=question)
            break
        if choice.has_first:
            inner = picked[place + 1] if len(picked) > place + 1 else 1
            card = replace(_with_line(card, live, words, number, inner), question=choice.question)
            break
        prefix += f"{number}."
        card = replace(card, question=choice.question, offered=choice.choices)
    card = _with_addresses(card, prompt, group, prefix, addresses)
    return card if pick.chosen else replace(card, back="")


def _with_line(card: PromptCard, live: LiveTable, words: Words, number: int, inner: int) -> PromptCard:
    """A place is picked to which there are several ways: one of them is meant."""
    choices = card.offered[number - 1].choices
    return _with_choice(card, live, words, number, choices[inner - 1 if inner <= len(choices) else 0], 0)


def _with_choice(
    card: PromptCard, live: LiveTable, words: Words, number: int, choice: Choice, way_number: int
) -> PromptCard:
    """A choice is picked: one way to make it, and what comes of it."""
    way = choice.ways[way_number] if way_number < len(choice.ways) else choice.ways[0]
    return replace(
        card,
        chosen=number,
        choice=choice,
        way=way,
        ends=live.present.end_after(live.state, way),
        preview=live.present.preview(live.state, way, live.names, words),
    )


def _with_addresses(card: PromptCard, prompt: Prompt, group: str, prefix: str, addresses: Addresses) -> PromptCard:
    """The buttons of a card, each with the address of what it picks."""
    chosen = card.offered[card.chosen - 1].group if card.chosen else group
    back = ""
    if card.chosen or prefix:
        back = addresses.pick(group, prefix[:-1] if card.chosen else "")
    return replace(
        card,
        rule=next((kind.rule for kind in prompt.groups if kind.key == chosen and kind.rule), prompt.rule),
        groups=() if prefix else tuple(_group_buttons(prompt, group, chosen, addresses)),
        listed=tuple(_listed(card, prompt, group, prefix, addresses)),
        grid=None if prefix else grid_of(prompt, group),
        ways=tuple(_way_buttons(card, group, prefix, addresses)),
        lines=tuple(_lines(card, group, addresses)),
        pick=addresses.pick(group, "CHOICE"),
        others=() if prefix else tuple(_others_here(card, prompt, group, addresses)),
        back=back,
    )


def _group_buttons(prompt: Prompt, shown: str, chosen: str, addresses: Addresses) -> Iterator[GroupButton]:
    """The kinds of choices; where all are shown together at first, a picked one can be let go."""
    found = {choice.group for choice in prompt.choices}
    for group in prompt.groups:
        key, pressed = group.key, group.key == shown
        address = addresses.pick("" if pressed and not prompt.group else key)
        yield GroupButton(group, pressed, key == chosen, key in found, address)


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


def _lines(card: PromptCard, group: str, addresses: Addresses) -> Iterator[Line]:
    """The choices at the place that is picked, where there are several."""
    picked = card.offered[card.chosen - 1] if card.chosen else None
    for number, choice in enumerate(picked.choices if picked else (), start=1):
        address = addresses.pick(group, f"{card.chosen}.{number}")
        yield Line(number, choice, choice is card.choice, address)


def _others_here(card: PromptCard, prompt: Prompt, group: str, addresses: Addresses) -> Iterator[OtherHere]:
    """What else could be done at the place of a choice, of whatever kind."""
    chosen = prompt.choices[card.chosen - 1] if card.chosen else None
    labels = {kind.key: kind.label for kind in prompt.groups}
    for number, other in enumerate(prompt.choices, start=1):
        if chosen and chosen.place and other.place == chosen.place and other is not chosen:
            address = addresses.pick(other.group if group else "", str(number))
            label = other.confirm if other.label == chosen.label else other.label
            yield OtherHere(labels.get(other.group, label), other, address)


def _committing(live: LiveTable, choice: Choice, whole: str) -> Choice:
    """A choice that does nothing but end the turn says all of it, where it was not confirmed deed by deed."""
    ends = len(choice.ways) == 1 and live.present.ends_turn(choice.ways[0].actions[-1])
    return replace(choice, confirm=whole, brief="") if ends else choice


def _unlit(choice: Choice, group: str) -> Choice:
    """A choice of a group that is not shown keeps its number, but no place on the board."""
    return choice if choice.group == group or not group else replace(choice, place="")


def _written(actions: Sequence[int]) -> str:
    """Decisions as a form sends them."""
    return " ".join(map(str, actions))
