"""Hints for a first game of Terra Mystica: they follow the position and say a thing when it matters."""

from __future__ import annotations

from collections.abc import Callable

from dolmen.contract.content import Hint
from dolmen.contract.game import State
from dolmen.core.words import Words
from dolmen.games.terra_mystica.present.topic import topic
from dolmen.games.terra_mystica.present.vocabulary import Vocabulary
from dolmen.games.terra_mystica.rules.deeds import Kind, choices
from dolmen.games.terra_mystica.rules.record import NOBODY, Record
from dolmen.games.terra_mystica.rules.spades import home_of

OPENING = 2
"""So many rounds are led through; then only what is new gets a hint."""


def hint(state: State, seat: int, words: Words) -> Hint | None:
    """What a newcomer at that seat wants to know now."""
    record = state.record
    if state.is_terminal() or int(record.faction[seat]) == NOBODY != state.current_player != seat:
        return None
    if state.current_player != seat:
        return _watching(record, words)
    asked = topic(record)
    if asked == "action":
        return _acting(state, seat, words)
    make = _hints(record, seat, words).get(asked)
    return make() if make else None


def _hints(record: Record, seat: int, words: Words) -> dict[str, Callable[[], Hint]]:
    """What is asked beside actions."""
    _ = words.gettext
    vocabulary = Vocabulary(words)
    placed = sum(int(owner) == seat for owner in record.owner)
    return {
        "faction": lambda: Hint(
            "faction",
            _("Choose a people"),
            _(
                "Each faction has a home terrain, an ability and a stronghold with an effect of its own. For a first "
                "game take one whose ability is simple: witches, nomads, halflings or mermaids."
            ),
            "faction",
            kinds=(),
        ),
        "dwelling": lambda: (
            Hint(
                "first-dwelling",
                _("Your first dwelling"),
                _(
                    "You may only build on %(home)s: that is your home. Look for a place with land around it that "
                    "needs one spade, and for neighbours: beside others trading posts are cheaper, and their "
                    "building gives you power."
                )
                % {"home": vocabulary.terrain(home_of(record, seat))},
                "dwelling",
            )
            if not placed
            else Hint(
                "second-dwelling",
                _("And the second one"),
                _(
                    "Near enough to the first to grow together into a town one day, or across the river, which a "
                    "ship or a bridge will join later."
                ),
                "town",
            )
        ),
        "first_bonus": lambda: Hint(
            "bonus",
            _("A tile for the round"),
            _(
                "A bonus tile gives its income at the beginning of the round and its use until you pass. Coins or "
                "workers are never wrong in the first round."
            ),
            "first_bonus",
        ),
        "offer": lambda: Hint(
            "offer",
            _("Power from neighbours"),
            _(
                "A neighbour has built beside you and you may take power. One power is free, more costs points. In "
                "the first rounds power is mostly worth more than a point or two."
            ),
            "offer",
        ),
        "favour": lambda: Hint(
            "favour",
            _("A favour"),
            _(
                "A favour tile lets you climb in a cult and keeps giving. Earth 1 (two points for every dwelling) "
                "and water 1 (three points for every trading post) pay well when taken early."
            ),
            "favour",
        ),
        "town": lambda: Hint(
            "town",
            _("A town"),
            _(
                "Well built: four structures side by side with a power value of 7. The tile brings points, a gain, "
                "and a key for the top of a cult."
            ),
            "town",
        ),
        "end": lambda: Hint(
            "end",
            _("Your action is done"),
            _(
                "You have one action a turn. Before the turn ends you may still convert goods; mostly you simply end "
                "it."
            ),
            "end",
        ),
        "dwelling_too": lambda: Hint(
            "dwelling-too",
            _("Build at once"),
            _("The land is home terrain now. A dwelling on it in the same action saves you a turn."),
            "dwelling_too",
            kinds=("build",),
        ),
        "spade": lambda: Hint(
            "spade",
            _("Spades"),
            _(
                "Each spade takes a hex one step along the circle of terrains. What needs one step only is cheap to "
                "settle."
            ),
            "terrain",
        ),
        "cult_spade": lambda: Hint(
            "cult-spade",
            _("A gift from the cult"),
            _("The end of the round rewards those who climbed its cult. Prepare a hex where you want to build next."),
            "cult_bonus",
        ),
    }


def _acting(state: State, seat: int, words: Words) -> Hint | None:
    """An action: what can be afforded, and what the round rewards."""
    _ = words.gettext
    record = state.record
    now = int(record.round_number)
    kinds = {kind for kind, _row in choices(state)}
    scored = Vocabulary(words).scoring(int(record.scoring[now - 1]))
    workers = int(record.workers[seat])
    if now > OPENING:
        if now == 6:
            text = _(
                "Every point counts now. What is left in your store is worth little: three coins are a point. The "
                "largest connected area and the cults score at the end."
            )
            return Hint("last-round", _("The last round"), text, "over")
        text = _("Hints will only speak up when something new happens.")
        return Hint("done", _("You know the way now"), text, "action")
    if now == 1 and int(record.turn) <= 2 * int(record.players):
        text = _(
            "Everything that glows is an action: a hex to settle, a structure to raise, an orange octagon for power, "
            "a place for a priest. Click one and read what it costs and brings; nothing is done before you confirm. "
            "This round rewards: %(scored)s."
        )
        return Hint("first-action", _("Your first action"), text % {"scored": scored}, "action")
    if Kind.UPGRADE in kinds and workers >= 2:
        text = _(
            "A trading post brings coins and power every round, and half its price is saved beside a neighbour. From "
            "there a temple brings a favour, or the stronghold your people's special gift."
        )
        return Hint("raise", _("Grow upwards"), text, "raise", kinds=("raise",))
    if Kind.BUILD in kinds:
        text = _(
            "Another dwelling brings a worker every round. The badge on a lit hex is its whole price, spades "
            "included. This round rewards: %(scored)s."
        )
        return Hint("build", _("Settle"), text % {"scored": scored}, "spade", kinds=("build", "transform"))
    if kinds & {Kind.POWER, Kind.SPECIAL}:
        text = _(
            "Workers are scarce now, but power is not: the octagons beside the map turn it into workers, coins or "
            "spades. Each can be taken once a round, by whoever comes first."
        )
        return Hint("power", _("Spend power"), text, "power", kinds=("act",))
    if Kind.SEND in kinds:
        text = _(
            "A priest may climb a cult for you: three or two steps if he stays there for good, one if he comes back. "
            "The tile of the round says which cult is rewarded at its end."
        )
        return Hint("priest", _("Send a priest"), text, "send", kinds=("priest",))
    text = _(
        "Little is left to do. Pass: you give your bonus tile back and choose another one for the next round. "
        "Whoever passes first begins it."
    )
    return Hint("pass", _("Time to pass"), text, "pass", kinds=("pass",))


def _watching(record: Record, words: Words) -> Hint | None:
    _ = words.gettext
    if int(record.round_number) == 1:
        text = _(
            "The others act now, one action each. When somebody builds beside you, you are asked whether you take "
            "power. An orange dot marks what has changed since your last turn."
        )
        return Hint("watch", _("While you wait"), text, "offer")
    if int(record.round_number) == 2:
        text = _("A new round: everybody had income. The cult bonus of the last round has been given.")
        return Hint("income", _("Income"), text, "income")
    return None
