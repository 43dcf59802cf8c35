"""What is asked at the table: one small question, its choices with place, price and effect."""

from __future__ import annotations

from collections.abc import Callable

from dolmen.contract.content import Choice, Grid, Group, Prompt
from dolmen.core.value import replace
from dolmen.core.words import capitalized
from dolmen.games.terra_mystica.present import auto_answers
from dolmen.games.terra_mystica.present.choices import ChoiceBuilder
from dolmen.games.terra_mystica.present.preview import no_dwelling
from dolmen.games.terra_mystica.present.ways import action_of, price, ways_through
from dolmen.games.terra_mystica.rules.actions import BUILD, DIG, KIND, TRANSFORM, UPGRADE
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
_ORDER = ("other", "build", "transform", "raise", "act", "priest", "track", "done", "pass")
_ALWAYS = frozenset(_ORDER) - {"other", "done"}
"""The kinds of action of a turn: each keeps its place, whether or not it can be taken now."""


class PromptBuilder(ChoiceBuilder):
    """Builds the prompt of one position."""

    def prompt(self) -> Prompt:
        """What the seat that decides is asked."""
        found: dict[str, list[Choice]] = {}
        for kind, choice in self._choices():
            found.setdefault(_GROUP_OF.get(kind, "other"), []).append(choice)
        asides = tuple(found.pop("convert", ()))
        in_turn = self.record.phase in (Phase.ACTION, Phase.SPADE)
        many = sum(map(len, found.values())) > FEW_CHOICES or self.topic in ("action", "second")
        keys = [key for key in _ORDER if key in found]
        if in_turn and len(keys) > 1 and many:
            shown = [key for key in _ORDER if key in found or (key in _ALWAYS and self.topic in ("action", "second"))]
            groups = tuple(replace(self._group(key), grid=self._grid(found.get(key, []))) for key in shown)
            listed = [replace(choice, group=key) for key in keys for choice in found[key]]
        else:
            groups, listed = (), [choice for key in keys for choice in found[key]]
        return Prompt(
            eyebrow=self._eyebrow(),
            in_turn_of=self._in_turn_of(),
            question=self._group(keys[0]).question if keys == ["pass"] and in_turn else self.question(),
            rule=self.topic,
            choices=tuple(listed),
            groups=groups,
            asides=asides,
            aside=self._group("convert") if asides or groups else None,
            settles=auto_answers.free_power(self.words) if self.topic == "offer" else None,
            grid=None if groups else self._grid(listed),
        )

    def _grid(self, listed: list[Choice]) -> Grid | None:
        """How these choices lie, if they are pictures."""
        return self.grids.grid([choice.ways[0].actions[-1] for choice in listed if choice.picture])

    def _group(self, key: str) -> Group:
        _ = self.words.gettext
        home = self.vocabulary.terrain(self.home)
        return {
            "other": lambda: Group("other", _("Choose"), "a", self.question(), "i-board"),
            "build": lambda: Group(
                "build", _("Dwelling"), "d", _("Where will the dwelling stand?"), "dwelling", "dwelling_too"
            ),
            "transform": lambda: Group(
                "transform",
                _("Transform"),
                "t",
                self.question() if self.record.spades else _("Which hex will you turn into %(home)s?") % {"home": home},
                "spade",
                "spade",
            ),
            "raise": lambda: Group(
                "raise", _("Raise"), "r", _("Which structure will you raise?"), "trading-house", "raise"
            ),
            "act": lambda: Group(
                "act", _("Power"), "o", _("Which power or special action will you take?"), "octagon", "power"
            ),
            "priest": lambda: Group(
                "priest", _("Priest"), "i", _("To which cult will the priest go?"), "priest", "send"
            ),
            "track": lambda: Group("track", _("Steps"), "s", _("What will you improve?"), "ship", "track"),
            "done": lambda: Group("done", _("End"), "e", _("Do you end your turn?"), "i-check", "end"),
            "convert": lambda: Group("convert", _("Convert"), "v", _("Convert first"), "coin", "end"),
            "pass": lambda: (
                Group("pass", _("Pass"), "x", _("You pass. Which bonus tile do you take?"), "frame-scroll", "pass")
                if self.record.round_number < 6
                else Group("pass", _("Pass"), "x", _("Do you pass for the rest of the game?"), "frame-scroll", "pass")
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
        other = self._in_turn_of()
        if other is None:
            return _("Your turn, round %(round)s") % parts
        name = self.vocabulary.name(record, other, self.names)
        return _("In the turn %(of_faction)s, round %(round)s") % {**parts, "of_faction": name.of}

    def _in_turn_of(self) -> int | None:
        """Who builds while the seat that is asked only answers."""
        record = self.record
        turn_player = int(record.turn_player)
        begun = record.round_number and record.phase != Phase.SPADE
        return turn_player if begun and turn_player != self.seat else None

    # ------------------------------------------------------------------------------------------------ the question

    def question(self) -> str:
        """What is asked now, in a sentence."""
        _ = self.words.gettext
        asked: dict[str, Callable[[], str]] = {
            "faction": lambda: _("Which faction will you play?"),
            "dwelling": lambda: _("Where will a first dwelling stand?"),
            "first_bonus": lambda: _("Which bonus tile do you take for the first round?"),
            "offer": self._offer_question,
            "reward": lambda: _("A neighbour took the power that you offered. In which cult do you advance?"),
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
            "spade": self._spade_question,
            "ride": lambda: _("On which forest will the dwelling stand?"),
            "second": lambda: _("What is your second action?"),
            "action": lambda: _("What will you do?"),
            "dwelling_too": self._dwelling_question,
            "end": lambda: _("Your action is done."),
        }
        return asked[self.topic]()

    def _spade_question(self) -> str:
        if not any(KIND[action] in (TRANSFORM, DIG) for action in self.tries.legal(())):
            text = self.words.gettext("There is no hex for %(spades)s.")
        else:
            text = self.words.gettext("You have %(spades)s. Which hex will you transform?")
        return text % {"spades": self._spades()}

    def _spades(self) -> str:
        return self.vocabulary.counted(open_spades(self.record.record, self.seat), "spade")

    def _dwelling_question(self) -> str:
        if any(KIND[action] == BUILD for action in self.tries.legal(())):
            return self.words.gettext("Will you build a dwelling as well?")
        return f"{capitalized(no_dwelling(self.record, self.seat, self.vocabulary))}."

    def _offer_question(self) -> str:
        record, index = self.record, int(self.record.asked)
        text = self.words.gettext("%(faction)s built beside you and offer %(power)s. Do you take it?")
        return text % {
            "faction": self.vocabulary.name(record, int(record.offer_from[index]), self.names).first,
            "power": self.vocabulary.counted(int(record.offer_size[index]), "power"),
        }

    # ------------------------------------------------------------------------------------------------ the choices

    def _choices(self) -> list[tuple[Kind, Choice]]:
        """All choices; those at one hex that differ in how they get there or in what it becomes are ways to it."""
        nested: dict[tuple[Kind, int], list[tuple[Kind, Decisions]]] = {}
        found = choices(self.state, self.tries)
        if self.record.phase == Phase.ACTION:
            found += ways_through(self.record, self.tries, found)
        for kind, row in found:
            nested.setdefault(self._nest(kind, row), []).append((kind, row[:MOST_DECISIONS]))
        order = list(Kind)
        made = [
            (kind, self._ways_to(kind, rows) if len(rows) > 1 else self.choice(*rows[0]))
            for (kind, _number), rows in nested.items()
        ]
        return sorted(made, key=lambda pair: order.index(pair[0]))

    def _nest(self, kind: Kind, row: Decisions) -> tuple[Kind, int]:
        """The place of a choice: choices with the same key belong together."""
        if kind in (Kind.TRANSFORM, Kind.FOREIGN) and land_of(row) != NO_HEX:
            return Kind.TRANSFORM, land_of(row)
        if kind == Kind.UPGRADE:
            return kind, (row[-1] - UPGRADE) // 4
        if kind == Kind.BUILD:
            return kind, row[-1] - BUILD
        return kind, len(row) * 1000 + row[-1]

    def _ways_to(self, kind: Kind, rows: list[tuple[Kind, Decisions]]) -> Choice:
        """A hex with several ways to it: home terrain before others; of what leads to the same, the cheapest."""
        _ = self.words.gettext
        made = [(other, self.choice(other, row), row) for other, row in rows]
        order = list(Kind)
        becomes = list(dict.fromkeys(choice.more for _kind, choice, _row in made))
        made.sort(
            key=lambda one: (order.index(one[0]), becomes.index(one[1].more), price(one[1].cost, one[2]))  # stable
        )
        first = made[0][1]
        name = first.place.partition("-")[2]
        question = {
            Kind.BUILD: _("How will you build on %(hex)s?"),
            Kind.UPGRADE: _("How will you raise %(hex)s?"),
        }.get(kind, _("How will you transform %(hex)s?"))
        outer = replace(
            first,
            question=(_("What will %(hex)s become?") if len(becomes) > 1 else question) % {"hex": name},
            ways=(),
            choices=tuple(self._line(choice, row, tells=len(becomes) > 1) for _kind, choice, row in made),
            has_first=True,
        )
        return self._either(outer, becomes) if len(becomes) > 1 else outer

    def _line(self, choice: Choice, row: Decisions, *, tells: bool) -> Choice:
        """A way to a hex, told apart from the others by what it leads to, or by how it gets there."""
        how, more = self.how(row)
        if not tells:
            return replace(choice, label=how, detail=more, more="")
        through = ", ".join(filter(None, [how, more])) if action_of(row) else ""
        return replace(choice, label=capitalized(choice.more), detail=through, more="")

    def _either(self, outer: Choice, becomes: list[str]) -> Choice:
        """A hex that may become one thing or another."""
        land = HEX_OF_NAME[outer.label]
        standing = int(self.record.structure[land])
        what = (
            self.vocabulary.structure(standing) if standing else self.vocabulary.terrain(int(self.record.terrain[land]))
        )
        either = self.vocabulary.either(becomes)
        return replace(
            outer,
            detail=f"{what} → {either}",
            more="",
            sentence=f"{outer.label}, {what}: {either}.",
            cost=(),
            tag="",
            badge="",
            ghost=outer.ghost if not standing else "",
        )
