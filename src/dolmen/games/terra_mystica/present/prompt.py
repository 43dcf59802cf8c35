"""What is asked at the table: one small question, its choices with place, price and effect."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dolmen.contract.presentation import Choice, Group, Prompt
from dolmen.games.terra_mystica.present.choices import ChoiceBuilder
from dolmen.games.terra_mystica.rules.actions import UPGRADE
from dolmen.games.terra_mystica.rules.board import HEX_NAMES, HEX_OF_NAME
from dolmen.games.terra_mystica.rules.deeds import Decisions, Kind, choices, land_of
from dolmen.games.terra_mystica.rules.record import NO_HEX, Phase
from dolmen.games.terra_mystica.rules.spades import open_spades

MOST_DECISIONS = 20
"""So many decisions the table takes at once."""
FEW_CHOICES = 12
"""So many choices of different kinds are one list."""
_GROUP_OF = {
    Kind.BUILD: "build",
    Kind.TRANSFORM: "transform",
    Kind.FOREIGN: "transform",
    Kind.DIG: "transform",
    Kind.UPGRADE: "raise",
    Kind.POWER: "act",
    Kind.SPECIAL: "act",
    Kind.SEND: "priest",
    Kind.TRACK: "track",
    Kind.CONVERT: "convert",
    Kind.PASS: "pass",
    Kind.DONE: "done",
}
_ORDER = ("other", "build", "transform", "raise", "act", "priest", "track", "done", "convert", "pass")


class PromptBuilder(ChoiceBuilder):
    """Builds the prompt of one position."""

    def prompt(self) -> Prompt:
        """What the seat that decides is asked."""
        found: dict[str, list[Choice]] = {}
        for kind, choice in self._choices():
            found.setdefault(_GROUP_OF.get(kind, "other"), []).append(choice)
        in_turn = self.record.phase in (Phase.ACTION, Phase.SPADE)
        many = sum(map(len, found.values())) > FEW_CHOICES or self.topic in ("action", "second")
        keys = [key for key in _ORDER if key in found]
        if in_turn and len(keys) > 1 and many:
            groups = tuple(self._group(key) for key in keys)
            listed = [replace(choice, group=key) for key in keys for choice in found[key]]
        else:
            groups, listed = (), [choice for key in keys for choice in found[key]]
        return Prompt(
            eyebrow=self._eyebrow(),
            question=self._group(keys[0]).question if keys == ["pass"] and in_turn else self.question(),
            rule=self.topic,
            choices=tuple(listed),
            groups=groups,
        )

    def _group(self, key: str) -> Group:
        _ = self.words.gettext
        home = self.vocabulary.terrain(self.home)
        return {
            "other": lambda: Group("other", _("Answer"), "a", self.question()),
            "build": lambda: Group("build", _("Dwelling"), "d", _("Where will the dwelling stand?"), "dwelling_too"),
            "transform": lambda: Group(
                "transform",
                _("Transform"),
                "t",
                self.question() if self.record.spades else _("Which hex will you turn into %(home)s?") % {"home": home},
                "spade",
            ),
            "raise": lambda: Group("raise", _("Raise"), "r", _("Which structure will you raise?"), "raise"),
            "act": lambda: Group(
                "act", _("Power, special"), "o", _("Which power or special action will you take?"), "power"
            ),
            "priest": lambda: Group("priest", _("Priest"), "i", _("To which cult will the priest go?"), "send"),
            "track": lambda: Group("track", _("Ships, spades"), "s", _("What will you improve?"), "track"),
            "done": lambda: Group("done", _("End"), "e", _("Do you end your turn?"), "end"),
            "convert": lambda: Group("convert", _("Convert"), "v", _("What will you convert?"), "end"),
            "pass": lambda: (
                Group("pass", _("Pass"), "x", _("You pass. Which bonus tile do you take?"), "pass")
                if self.record.round_number < 6
                else Group("pass", _("Pass"), "x", _("Do you pass for the rest of the game?"), "pass")
            ),
        }[key]()

    def _eyebrow(self) -> str:
        _ = self.words.gettext
        record = self.record
        if not record.round_number:
            return _("Before the first round")
        parts = {"round": int(record.round_number)}
        if record.phase == Phase.SPADE:
            return _("End of round %(round)s") % parts
        if int(record.turn_player) == self.seat:
            return _("Your turn, round %(round)s") % parts
        name = self.vocabulary.title(record, int(record.turn_player), self.names)
        return _("Turn of the %(faction)s, round %(round)s") % {**parts, "faction": name}

    # ------------------------------------------------------------------------------------------------ the question

    def question(self) -> str:
        """What is asked now, in a sentence."""
        _ = self.words.gettext
        asked: dict[str, Callable[[], str]] = {
            "faction": lambda: _("Which faction will you play?"),
            "dwelling": lambda: _("Where will a first dwelling stand?"),
            "first_bonus": lambda: _("Which bonus tile do you take for the first round?"),
            "offer": self._offer_question,
            "reward": lambda: _("A neighbour took your power. In which cult do you advance?"),
            "cult_spade": lambda: (
                _("The cult bonus gives you %(spades)s. Which hex will you transform?") % {"spades": self._spades()}
            ),
            "terrain": lambda: _("What will %(hex)s become?") % {"hex": HEX_NAMES[int(self.record.transforming)]},
            "stay": lambda: _("Your keys do not open every cult's last space. Which cult stays at 9?"),
            "town": lambda: _("You found a town. Which town tile do you take?"),
            "favour": lambda: _("Which favour tile do you take?"),
            "bridge": lambda: _("Where will the bridge stand?"),
            "upgrade": lambda: _("Which dwelling becomes a trading post?"),
            "sandstorm": lambda: _("Which hex will the sandstorm turn into desert?"),
            "step": lambda: _("In which cult do you advance?"),
            "spade": lambda: _("You have %(spades)s. Which hex will you transform?") % {"spades": self._spades()},
            "ride": lambda: _("On which forest will the dwelling stand?"),
            "second": lambda: _("What is your second action?"),
            "action": lambda: _("What will you do?"),
            "dwelling_too": lambda: _("Will you build a dwelling as well?"),
            "end": lambda: _("Your action is made. Do you convert anything before the turn ends?"),
        }
        return asked[self.topic]()

    def _spades(self) -> str:
        return self.vocabulary.counted(open_spades(self.record.record, self.seat), "spade")

    def _offer_question(self) -> str:
        record, index = self.record, int(self.record.asked)
        text = self.words.gettext("The %(faction)s built beside you and offer %(power)s. Do you take it?")
        return text % {
            "faction": self.vocabulary.title(record, int(record.offer_from[index]), self.names),
            "power": self.vocabulary.counted(int(record.offer_size[index]), "power"),
        }

    # ------------------------------------------------------------------------------------------------ the choices

    def _choices(self) -> list[tuple[Kind, Choice]]:
        """All choices: those of one hex with several outcomes, or one conversion with several numbers, ask on."""
        _ = self.words.gettext
        nested: dict[tuple[str, int], list[tuple[Kind, Choice]]] = {}
        for kind, row in choices(self.state, self.tries):
            choice = self.choice(kind, row[:MOST_DECISIONS])
            nested.setdefault(self._nest(kind, row), []).append((kind, choice))
        found: list[tuple[Kind, Choice]] = []
        for (why, _number), listed in nested.items():
            if not why or len(listed) == 1:
                found += listed
            elif why == "transform":
                found.append((Kind.TRANSFORM, self._asks_on(listed, _("What will %(hex)s become?"))))
            elif why == "raise":
                found.append((Kind.UPGRADE, self._asks_on(listed, _("What will %(hex)s become?"))))
            else:
                assert why == "convert"
                once = listed[0][1]
                label = once.detail or once.label
                outer = Choice(
                    label=once.label,
                    sentence=once.sentence,
                    question=_("How often?"),
                    choices=tuple(choice for _kind, choice in listed),
                    cost=once.cost,
                    detail=once.detail if label != once.label else "",
                )
                found.append((listed[0][0], outer))
        order = list(Kind)
        return sorted(found, key=lambda pair: order.index(pair[0]))

    def _nest(self, kind: Kind, row: Decisions) -> tuple[str, int]:
        """What is asked in two steps: choices with the same key belong together."""
        if kind in (Kind.TRANSFORM, Kind.FOREIGN) and land_of(row) != NO_HEX:
            return "transform", land_of(row)
        if kind == Kind.UPGRADE:
            return "raise", (row[0] - UPGRADE) // 4
        if kind == Kind.CONVERT:
            return "convert", row[0]
        return "", len(row) * 1000 + row[-1]

    def _asks_on(self, listed: list[tuple[Kind, Choice]], question: str) -> Choice:
        first = listed[0][1]
        name = first.place.partition("-")[2]
        land = HEX_OF_NAME[name]
        standing = int(self.record.structure[land])
        what = (
            self.vocabulary.structure(standing) if standing else self.vocabulary.terrain(int(self.record.terrain[land]))
        )
        inner = [replace(choice, label=choice.more or choice.label, more="") for _kind, choice in listed]
        becomes = self.vocabulary.listed(choice.label for choice in inner)
        return Choice(
            label=name,
            detail=f"{what} → {becomes}",
            sentence=f"{name}, {what}: {becomes}.",
            question=question % {"hex": name},
            choices=tuple(inner),
            place=first.place,
            ghost=first.ghost if not standing else "",
        )
