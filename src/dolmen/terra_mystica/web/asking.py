"""What is asked at the table: one small question, its choices with place, price and effect."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from dolmen.game import State
from dolmen.terra_mystica.actions import (
    COLOUR,
    CULT_STEP,
    DECLINE,
    DISCARD,
    DONE,
    DOUBLE_STEP,
    FAVOUR,
    FAVOUR_STEP_ACTION,
    LATER,
    LEECH,
    PASS,
    PASS_BONUS,
    POWER_ACTION,
    SPECIAL_ACTION,
    STAY,
    TOWN,
    UPGRADE,
    WAIT,
    Act,
    Advance,
    Bridge,
    Build,
    Connect,
    Convert,
    Send,
    Upgrade,
    decode,
)
from dolmen.terra_mystica.board import HEX_NAMES, HEX_OF_NAME, NEIGHBOURS, NOWHERE, RIVER_NAMES, SHORE_LAND, SPADES
from dolmen.terra_mystica.board import TERRAINS as TERRAIN_NAMES
from dolmen.terra_mystica.changes import purse
from dolmen.terra_mystica.choices import Decisions, Kind, choices, land_of, tried
from dolmen.terra_mystica.explain import topic
from dolmen.terra_mystica.factions import SPECIALS
from dolmen.terra_mystica.reach import needs_skip, skip_priests
from dolmen.terra_mystica.record import (
    BUILD_ANYWHERE,
    NO_HEX,
    NOBODY,
    Phase,
    Record,
)
from dolmen.terra_mystica.spades import home_of, open_spades, spade_workers, spades_needed
from dolmen.terra_mystica.tiles import BONUSES, CULTS, DWELLING, FAVOURS, ORDER_STEPS, STRUCTURE_CODES, TOWNS
from dolmen.terra_mystica.web.outcome import Outcome, outcome
from dolmen.terra_mystica.web.speech import STRUCTURE_SYMBOLS, Speech
from dolmen.web import Choice, Group, Prompt, Way
from dolmen.words import Words

MOST_DECISIONS = 20
"""So many decisions the table takes at once."""
FEW_CHOICES = 12
"""So many choices of different kinds are one list."""
_CODES = {"w": "worker", "c": "coin", "p": "priest", "pw": "power", "vp": "point"}

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
RULE_OF_GROUP = {
    "build": "spade",
    "transform": "terrain",
    "raise": "raise",
    "act": "power",
    "priest": "send",
    "track": "track",
    "convert": "end",
    "pass": "pass",
}


class Asking:
    """Builds the prompt of one position."""

    def __init__(self, state: State, names: Sequence[str], words: Words) -> None:
        self.state = state
        self.record: Record = state.record
        self.names = names
        self.words = words
        self.speech = Speech(words)
        self.seat = state.current_player
        self.topic = topic(state.record)

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
            question=self.question(),
            rule=self.topic,
            choices=tuple(listed),
            groups=groups,
            group=keys[0] if groups else "",
        )

    def _group(self, key: str) -> Group:
        _ = self.words.gettext
        home = self.speech.terrain(home_of(self.record, self.seat))
        return {
            "other": lambda: Group("other", _("Answer"), "a", self.question()),
            "build": lambda: Group("build", _("Dwelling"), "d", _("Where will the dwelling stand?")),
            "transform": lambda: Group(
                "transform",
                _("Transform"),
                "t",
                self.question() if self.record.spades else _("Which hex will you turn into %(home)s?") % {"home": home},
            ),
            "raise": lambda: Group("raise", _("Raise"), "r", _("Which structure will you raise?")),
            "act": lambda: Group("act", _("Power, special"), "o", _("Which power or special action will you take?")),
            "priest": lambda: Group("priest", _("Priest"), "i", _("To which cult will the priest go?")),
            "track": lambda: Group("track", _("Ships, spades"), "s", _("What will you improve?")),
            "done": lambda: Group("done", _("End"), "e", _("Do you end your turn?")),
            "convert": lambda: Group("convert", _("Convert"), "v", _("What will you convert?")),
            "pass": lambda: (
                Group("pass", _("Pass"), "x", _("You pass. Which bonus tile do you take?"))
                if self.record.round_number < 6
                else Group("pass", _("Pass"), "x", _("Do you pass for the rest of the game?"))
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
        name = self.speech.title(record, int(record.turn_player), self.names)
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
        return self.speech.counted(open_spades(self.record, self.seat), "spade")

    def _offer_question(self) -> str:
        record, index = self.record, int(self.record.asked)
        text = self.words.gettext("The %(faction)s built beside you and offer %(power)s. Do you take it?")
        return text % {
            "faction": self.speech.title(record, int(record.offer_from[index]), self.names),
            "power": self.speech.counted(int(record.offer_size[index]), "power"),
        }

    # ------------------------------------------------------------------------------------------------ the choices

    def _choices(self) -> list[tuple[Kind, Choice]]:
        """All choices: those of one hex with several outcomes, or one conversion with several numbers, ask on."""
        _ = self.words.gettext
        nested: dict[tuple[str, int], list[tuple[Kind, Choice]]] = {}
        for kind, row in choices(self.state):
            choice = self._choice(kind, row[:MOST_DECISIONS])
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
        what = self.speech.structure(standing) if standing else self.speech.terrain(int(self.record.terrain[land]))
        inner = [replace(choice, label=choice.more or choice.label, more="") for _kind, choice in listed]
        becomes = self.speech.listed(choice.label for choice in inner)
        return Choice(
            label=name,
            detail=f"{what} → {becomes}",
            sentence=f"{name}, {what}: {becomes}.",
            question=question % {"hex": name},
            choices=tuple(inner),
            place=first.place,
            ghost=first.ghost if not standing else "",
        )

    def _choice(self, kind: Kind, row: Decisions) -> Choice:
        after = tried(self.state.records, row)
        assert after is not None, "a choice is legal"
        found = outcome(self.record, after[0], self.seat, row, self.speech)
        make: dict[Kind, Callable[[Decisions, Record, Outcome], Choice]] = {
            Kind.FACTION: self._faction,
            Kind.TOWN: self._town,
            Kind.FAVOUR: self._favour,
            Kind.STEP: self._step,
            Kind.STAY: self._stay,
            Kind.BRIDGE: self._bridge,
            Kind.CONNECT: self._connect,
            Kind.ANSWER: self._answer,
            Kind.BUILD: self._build,
            Kind.TRANSFORM: self._transform,
            Kind.FOREIGN: self._transform,
            Kind.DIG: self._dig,
            Kind.UPGRADE: self._raise,
            Kind.POWER: self._act,
            Kind.SPECIAL: self._act,
            Kind.SEND: self._send,
            Kind.TRACK: self._track,
            Kind.DONE: self._done,
            Kind.CONVERT: self._convert,
            Kind.PASS: self._pass,
        }
        return make[kind](row, after[0], found)

    def _made(
        self,
        row: Decisions,
        found: Outcome,
        *,
        label: str,
        confirm: str,
        detail: str = "",
        more: str = "",
        place: str = "",
        badge: str = "",
        ghost: str = "",
        tag: str = "",
    ) -> Choice:
        """A choice with one way, its sentence made of what it says and what it costs and brings."""
        parts = ", ".join(filter(None, [label, detail, more]))
        priced = found.priced()
        return Choice(
            label=label,
            sentence=f"{parts}: {priced}." if priced else f"{parts}.",
            confirm=confirm,
            ways=(Way(tuple(row), pays=found.pays),),
            detail=detail,
            more=more,
            cost=found.pays,
            tag=tag,
            place=place,
            badge=badge,
            ghost=ghost,
        )

    # ------------------------------------------------------------------------------------------------ before starting

    def _faction(self, row: Decisions, after: Record, _found: Outcome) -> Choice:
        _ = self.words.gettext
        number = int(after.faction[self.seat])
        speech = self.speech
        name = speech.faction(number)
        details = [speech.home(number), speech.ability(number)]
        more = _("stronghold: %(effect)s") % {"effect": speech.stronghold(number)}
        detail = ", ".join(filter(None, details))
        return Choice(
            label=name,
            detail=detail,
            more=more,
            sentence=f"{name}, {detail}; {more}. {speech.start(number)}.",
            confirm=_("Play the %(faction)s") % {"faction": name},
            ways=(Way(tuple(row)),),
        )

    def _pass(self, row: Decisions, _after: Record, found: Outcome) -> Choice:
        _ = self.words.gettext
        first = self.record.phase == Phase.FIRST_BONUS
        if row[-1] == PASS:
            return self._made(row, found, label=_("Pass"), detail=_("the rest of the game"), confirm=_("Pass"))
        tile = row[-1] - PASS_BONUS
        name = self.speech.bonus(tile)
        confirm = _("Take the bonus tile") if first else _("Pass and take the bonus tile")
        return self._made(
            row,
            found,
            label=name.capitalize(),
            detail=self.speech.bonus_use(tile),
            more=", ".join(fact.text for fact in found.gets),
            confirm=confirm,
            place=f"scroll-{BONUSES[tile]}",
        )

    # ------------------------------------------------------------------------------------------------ dwellings, spades

    def _build(self, row: Decisions, after: Record, found: Outcome) -> Choice:
        _ = self.words.gettext
        build = decode(row[-1])
        assert isinstance(build, Build)
        land = HEX_OF_NAME[build.hex]
        confirm = _("Build on %(hex)s") % {"hex": build.hex}
        if self.record.phase == Phase.DWELLING:
            detail = self._surroundings(land)
            return self._made(
                row,
                found,
                label=build.hex,
                detail=detail,
                confirm=confirm,
                place=f"hex-{build.hex}",
                ghost=STRUCTURE_SYMBOLS[DWELLING],
            )
        detail, ghost = self._hex(land, after)
        return self._made(
            row,
            found,
            label=build.hex,
            detail=detail,
            confirm=confirm,
            place=f"hex-{build.hex}",
            badge=found.badge or _("free"),
            ghost="+".join(filter(None, [ghost, STRUCTURE_SYMBOLS[DWELLING]])),
            tag="" if found.pays else _("free"),
        )

    def _hex(self, land: int, after: Record) -> tuple[str, str]:
        """'mountains, one spade, by tunnel', and what would be seen there."""
        _ = self.words.gettext
        record = self.record
        old, new = int(record.terrain[land]), int(after.terrain[land])
        parts, ghosts = [self.speech.terrain(old)], []
        if old != new:
            if not record.sandstorm_due:
                spades = spades_needed(record, self.seat, land, new)
                parts.append(self.speech.counted(spades, "spade"))
                ghosts.append(f"spade-{spades}")
            ghosts.append(f"terrain-{TERRAIN_NAMES[new]}")
        if (
            record.phase == Phase.ACTION
            and record.build_right != BUILD_ANYWHERE
            and needs_skip(record, self.seat, land)
        ):
            parts.append(_("by carpet") if skip_priests(record, self.seat) else _("by tunnel"))
        return ", ".join(parts), "+".join(ghosts)

    def _surroundings(self, land: int) -> str:
        """What lies around a hex: land by its spades, the river, neighbours."""
        _ = self.words.gettext
        record, home = self.record, home_of(self.record, self.seat)
        around = [int(other) for other in NEIGHBOURS[land] if other != NOWHERE]
        free = [
            int(SPADES[home, int(record.terrain[other]), home]) for other in around if record.owner[other] == NOBODY
        ]
        parts = [
            _("%(hexes)s at %(spades)s")
            % {"hexes": self.speech.counted(free.count(spades), "hex"), "spades": self.speech.counted(spades, "spade")}
            for spades in (1, 2, 3)
            if free.count(spades)
        ]
        if any(land in shore for shore in SHORE_LAND):
            parts.append(_("on the river"))
        parts += [
            _("beside the %(faction)s on %(hex)s")
            % {
                "faction": self.speech.title(record, int(record.owner[other]), self.names),
                "hex": HEX_NAMES[other],
            }
            for other in around
            if record.owner[other] not in (NOBODY, self.seat)
        ]
        return ", ".join(parts)

    def _transform(self, row: Decisions, after: Record, found: Outcome) -> Choice:
        _ = self.words.gettext
        land = land_of(row) if land_of(row) != NO_HEX else int(self.record.transforming)
        name = HEX_NAMES[land]
        new = int(after.terrain[land]) if int(after.transforming) == NO_HEX else row[-1] - COLOUR
        into = self.speech.terrain(new)
        detail, ghost = self._hex(land, after)
        return self._made(
            row,
            found,
            label=into.capitalize() if COLOUR <= row[0] < COLOUR + 7 else name,
            detail=detail,
            more=into if row[0] < COLOUR or row[0] >= COLOUR + 7 else "",
            confirm=_("Turn %(hex)s into %(terrain)s") % {"hex": name, "terrain": into},
            place=f"hex-{name}",
            badge=found.badge,
            ghost=ghost,
        )

    def _dig(self, row: Decisions, _after: Record, found: Outcome) -> Choice:
        _ = self.words.gettext
        if row[-1] == DISCARD:
            return self._made(row, found, label=_("Let a spade go"), confirm=_("Let a spade go"))
        return self._made(
            row, found, label=_("Buy a spade"), detail=_("for any terrain"), confirm=_("Buy a spade"), place="dig"
        )

    def _raise(self, row: Decisions, _after: Record, found: Outcome) -> Choice:
        _ = self.words.gettext
        upgrade = decode(row[-1])
        assert isinstance(upgrade, Upgrade)
        kind = STRUCTURE_CODES.index(upgrade.structure)
        name = self.speech.structure(kind)
        return self._made(
            row,
            found,
            label=upgrade.hex,
            more=name,
            confirm=_("Raise %(hex)s to a %(structure)s") % {"hex": upgrade.hex, "structure": name},
            place=f"hex-{upgrade.hex}",
            badge=found.badge or _("free"),
            ghost=STRUCTURE_SYMBOLS[kind],
            tag="" if found.pays else _("free"),
        )

    # ------------------------------------------------------------------------------------------------ actions

    def _act(self, row: Decisions, _after: Record, found: Outcome) -> Choice:
        _ = self.words.gettext
        act = decode(row[-1])
        assert isinstance(act, Act)
        detail = ""
        if row[-1] < SPECIAL_ACTION:
            name = self.speech.power_action(row[-1] - POWER_ACTION)
            if len(row) > 1:
                detail = _("after sacrificing %(power)s") % {"power": self.speech.counted(len(row) - 1, "power")}
        elif act.action in SPECIALS:
            name = self.speech.special(SPECIALS.index(act.action))
            detail = _("your special action")
        else:
            name = self.speech.tile_action(row[-1] - FAVOUR_STEP_ACTION + 2)
        return self._made(
            row,
            found,
            label=name[:1].upper() + name[1:],
            detail=detail,
            confirm=_("Take the action"),
            place=f"act-{act.action}",
            tag="" if found.pays else _("free"),
        )

    def _send(self, row: Decisions, after: Record, found: Outcome) -> Choice:
        _ = self.words.gettext
        send = decode(row[-1])
        assert isinstance(send, Send)
        track = CULTS.index(send.cult)
        cult = self.speech.cult(track)
        stays = _("the priest stays in the order") if send.steps > 1 else _("the priest returns to your supply")
        place = f"cult-{send.cult.lower()}"
        if send.steps > 1:
            free = [
                number
                for number in range(len(ORDER_STEPS))
                if int(ORDER_STEPS[number]) == send.steps and int(self.record.orders[track, number]) == NOBODY
            ]
            place = f"order-{send.cult.lower()}-{free[0] + 1}" if free else place
        return self._made(
            row,
            found,
            label=f"{cult.capitalize()} +{send.steps}",
            detail=self._rise(track, after),
            more=stays,
            confirm=_("Send a priest to %(cult)s") % {"cult": cult},
            place=place,
        )

    def _rise(self, track: int, after: Record) -> str:
        """'from 2 to 5, +3 power'."""
        _ = self.words.gettext
        had, has = int(self.record.cult[self.seat, track]), int(after.cult[self.seat, track])
        if has == had:
            return _("stays at %(step)s") % {"step": had}
        rise = _("from %(old)s to %(new)s") % {"old": had, "new": has}
        power = purse(after, self.seat).power - purse(self.record, self.seat).power
        return f"{rise}, {self.speech.signed(power, 'power')}" if power else rise

    def _track(self, row: Decisions, after: Record, found: Outcome) -> Choice:
        _ = self.words.gettext
        advance = decode(row[-1])
        assert isinstance(advance, Advance)
        if advance.track == "ship":
            detail = _("to %(number)s") % {"number": int(after.shipping[self.seat])}
            return self._made(
                row, found, label=_("Shipping"), detail=detail, confirm=_("Advance shipping"), place="ship"
            )
        workers = self.speech.counted(spade_workers(after, self.seat), "worker")
        return self._made(
            row,
            found,
            label=_("Digging"),
            detail=_("spades for %(workers)s from now on") % {"workers": workers},
            confirm=_("Advance digging"),
            place="dig",
        )

    def _convert(self, row: Decisions, after: Record, found: Outcome) -> Choice:
        _ = self.words.gettext
        number, convert = len(row), decode(row[-1])
        if not isinstance(convert, Convert):
            had, left = (
                "/".join(str(int(tokens)) for tokens in record.bowls[self.seat]) for record in (self.record, after)
            )
            parts = {"power": self.speech.counted(number, "power"), "had": had, "left": left}
            label = _("Sacrifice %(power)s") % parts
            detail = _("bowls %(had)s become %(left)s") % parts
            return self._made(row, found, label=label, detail=detail, confirm=label)
        parts = {
            "given": self.speech.counted(convert.given * number, _CODES[convert.good]),
            "got": self.speech.counted(convert.got * number, _CODES[convert.into]),
        }
        ordains = (convert.good, convert.into) == ("w", "p")
        confirm = _("Ordain %(got)s") if ordains else _("Convert into %(got)s")
        label = _("%(given)s into %(got)s") % parts
        return self._made(row, found, label=label, confirm=confirm % parts)

    def _done(self, row: Decisions, _after: Record, found: Outcome) -> Choice:
        _ = self.words.gettext
        if row[-1] == WAIT:
            text = _("Let the others answer first")
        elif row[-1] == LATER:
            text = _("Answer later")
        elif self.topic == "second":
            text = _("Leave the second action out")
        else:
            assert row[-1] == DONE
            text = _("End your turn")
        return self._made(row, found, label=text, confirm=text)

    # ------------------------------------------------------------------------------------------------ what follows

    def _town(self, row: Decisions, _after: Record, found: Outcome) -> Choice:
        tile = row[-1] - TOWN
        points, _comma, rest = self.speech.town(tile).partition(", ")
        return self._made(
            row,
            found,
            label=points,
            detail=rest,
            confirm=self.words.gettext("Take the town tile"),
            place=f"town-{TOWNS[tile]}",
        )

    def _favour(self, row: Decisions, _after: Record, found: Outcome) -> Choice:
        tile = row[-1] - FAVOUR
        return self._made(
            row,
            found,
            label=self.speech.favour(tile),
            detail=self.speech.favour_use(tile),
            confirm=self.words.gettext("Take the favour %(favour)s") % {"favour": self.speech.favour(tile)},
            place=f"favour-{FAVOURS[tile]}",
        )

    def _step(self, row: Decisions, after: Record, found: Outcome) -> Choice:
        first = CULT_STEP if row[-1] < DOUBLE_STEP else DOUBLE_STEP
        track = row[-1] - first
        cult = self.speech.cult(track)
        return self._made(
            row,
            found,
            label=cult.capitalize(),
            detail=self._rise(track, after),
            confirm=self.words.gettext("Advance in %(cult)s") % {"cult": cult},
            place=f"cult-{CULTS[track].lower()}",
        )

    def _stay(self, row: Decisions, _after: Record, found: Outcome) -> Choice:
        track = row[-1] - STAY
        cult = self.speech.cult(track)
        return self._made(
            row,
            found,
            label=cult.capitalize(),
            confirm=self.words.gettext("Stay at 9 in %(cult)s") % {"cult": cult},
            place=f"cult-{CULTS[track].lower()}",
        )

    def _bridge(self, row: Decisions, _after: Record, found: Outcome) -> Choice:
        _ = self.words.gettext
        bridge = decode(row[-1])
        assert isinstance(bridge, Bridge)
        one, other = bridge.ends.split(":")
        owned = [self.record.owner[HEX_OF_NAME[end]] == self.seat for end in (one, other)]
        own = one if owned[0] else other
        detail = _("joins two of your structures") if all(owned) else _("from your %(hex)s") % {"hex": own}
        return self._made(
            row,
            found,
            label=_("%(one)s to %(other)s") % {"one": one, "other": other},
            detail=detail,
            confirm=_("Build the bridge"),
            place=f"bridge-{one}-{other}",
            ghost="bridge",
        )

    def _connect(self, row: Decisions, _after: Record, found: Outcome) -> Choice:
        _ = self.words.gettext
        connect = decode(row[-1])
        assert isinstance(connect, Connect)
        shore = [int(land) for land in SHORE_LAND[RIVER_NAMES.index(connect.river)] if land != NOWHERE]
        own = [HEX_NAMES[land] for land in shore if self.record.owner[land] == self.seat]
        return self._made(
            row,
            found,
            label=_("Town over the river"),
            detail=_("joins %(hexes)s") % {"hexes": self.speech.listed(own)},
            confirm=_("Found the town"),
            place=f"river-{connect.river}",
        )

    def _answer(self, row: Decisions, after: Record, found: Outcome) -> Choice:
        _ = self.words.gettext
        if row[-1] in (LATER, WAIT):
            return self._done(row, after, found)
        record = self.record
        size = int(record.offer_size[int(record.asked)])
        takes = LEECH <= row[-1] < DECLINE
        if not takes:
            return self._made(row, found, label=_("Decline"), confirm=_("Decline"))
        gained = purse(after, self.seat).power - purse(record, self.seat).power
        lost = int(record.vp[self.seat]) - int(after.vp[self.seat])
        power = self.speech.counted(gained, "power")
        detail = _("of %(size)s") % {"size": size} if gained != size else ""
        price = _("for %(points)s") % {"points": self.speech.counted(lost, "point")} if lost else _("for free")
        return self._made(
            row,
            found,
            label=_("Take %(power)s") % {"power": power},
            detail=", ".join(filter(None, [detail, price])),
            confirm=_("Take %(power)s") % {"power": power},
            tag="" if lost else _("free"),
        )
