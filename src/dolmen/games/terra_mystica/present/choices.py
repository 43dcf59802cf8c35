"""The choices at the table, each with its place, its price and its effect."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from dolmen.contract.content import Choice, Picture, Way
from dolmen.contract.game import State
from dolmen.core.kernel import as_taken
from dolmen.core.record_view import reading
from dolmen.core.value import replace
from dolmen.core.words import Words, capitalized
from dolmen.games.terra_mystica.present.grids import Grids
from dolmen.games.terra_mystica.present.preview import Effect, effect
from dolmen.games.terra_mystica.present.purse import purse
from dolmen.games.terra_mystica.present.topic import topic
from dolmen.games.terra_mystica.present.vocabulary import CODES, STRUCTURE_SYMBOLS, vocabulary_in
from dolmen.games.terra_mystica.present.ways import action_of
from dolmen.games.terra_mystica.rules.actions import (
    BONUS_SPADE_ACTION,
    COLOUR,
    CULT_STEP,
    DECLINE,
    DIG,
    DISCARD,
    DONE,
    DOUBLE_STEP,
    FAVOUR,
    FAVOUR_STEP_ACTION,
    FORGO_BRIDGE,
    LATER,
    LEECH,
    PASS,
    PASS_BONUS,
    POWER_ACTION,
    SPECIAL_ACTION,
    STAY,
    TOWN,
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
from dolmen.games.terra_mystica.rules.board import (
    HEX_NAMES,
    HEX_OF_NAME,
    NEIGHBOURS,
    NOWHERE,
    RIVER_NAMES,
    SHORE_LAND,
    SPADES,
)
from dolmen.games.terra_mystica.rules.board import TERRAINS as TERRAIN_NAMES
from dolmen.games.terra_mystica.rules.deeds import Decisions, Kind, Tries, land_of
from dolmen.games.terra_mystica.rules.factions import SPECIAL_SANDSTORM, SPECIALS
from dolmen.games.terra_mystica.rules.reach import skip_priests
from dolmen.games.terra_mystica.rules.record import (
    BUILD_ANYWHERE,
    NO_HEX,
    NOBODY,
    Phase,
    Record,
)
from dolmen.games.terra_mystica.rules.spades import spade_workers
from dolmen.games.terra_mystica.rules.steps import home_terrain, skips_to, spades_to
from dolmen.games.terra_mystica.rules.tiles import (
    BONUSES,
    CULTS,
    DWELLING,
    FAVOURS,
    ORDER_STEPS,
    STRUCTURE_CODES,
    TOWNS,
)


class ChoiceBuilder:
    """Makes the choices of one position."""

    def __init__(self, state: State, names: Sequence[str], words: Words) -> None:
        self.state = state
        self.record: Record = reading(state.record)
        self._taken = as_taken(state.records)
        self.tries = Tries(state.records)
        self.names = names
        self.words = words
        self.vocabulary = vocabulary_in(words)
        self.seat = self.record.player
        self.had = purse(self.record, self.seat)
        self.topic = topic(self.record)
        self.grids = Grids(self.record, names, self.vocabulary)

    @cached_property
    def home(self) -> int:
        """The home terrain of who decides."""
        return home_terrain(self._taken, self.seat)

    def choice(self, kind: Kind, row: Decisions) -> Choice:
        """A row of decisions as a choice: its place, its price, its effect."""
        after = self.tries.after(row)
        assert after is not None, "a choice is legal"
        then = reading(after[0])
        return self._makers[kind](row, then, effect(self.record, then, self.seat, row, self.vocabulary, self.had))

    @cached_property
    def _makers(self) -> dict[Kind, Callable[[Decisions, Record, Effect], Choice]]:
        return {
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

    def _made(
        self,
        row: Decisions,
        found: Effect,
        *,
        label: str,
        confirm: str,
        detail: str = "",
        more: str = "",
        place: str = "",
        badge: str = "",
        ghost: str = "",
        tag: str = "",
        picture: Picture | None = None,
        brief: str = "",
    ) -> Choice:
        """A choice with one way, its sentence made of what it says and what it costs and brings."""
        priced = found.priced()
        parts = ", ".join(filter(None, [label, detail, more if more != priced else ""]))
        return Choice(
            label=label,
            sentence=f"{parts}: {priced}." if priced else f"{parts}.",
            confirm=confirm,
            brief=brief,
            ways=(Way(tuple(row), pays=found.pays),),
            detail=detail,
            more=more,
            cost=found.pays,
            tag=tag,
            place=place,
            badge=badge,
            ghost=ghost,
            picture=picture,
        )

    # ------------------------------------------------------------------------------------------------ before starting

    def _faction(self, row: Decisions, after: Record, _found: Effect) -> Choice:
        _ = self.words.gettext
        number = int(after.faction[self.seat])
        vocabulary = self.vocabulary
        name = vocabulary.faction(number)
        details = [vocabulary.home(number), vocabulary.ability(number)]
        more = _("stronghold: %(effect)s") % {"effect": vocabulary.stronghold(number)}
        detail = ", ".join(filter(None, details))
        return Choice(
            label=name,
            detail=detail,
            more=more,
            sentence=f"{name}, {detail}; {more}. {vocabulary.start(number)}.",
            confirm=_("Play %(faction)s") % {"faction": vocabulary.people(number).the},
            ways=(Way(tuple(row)),),
            picture=self.grids.picture(row[-1]),
            told=self.grids.told(number),
        )

    def _pass(self, row: Decisions, _after: Record, found: Effect) -> Choice:
        _ = self.words.gettext
        first = self.record.phase == Phase.FIRST_BONUS
        if row[-1] == PASS:
            return self._made(row, found, label=_("Pass"), detail=_("the rest of the game"), confirm=_("Pass"))
        tile = row[-1] - PASS_BONUS
        name = self.vocabulary.bonus(tile)
        confirm = _("Take the bonus tile") if first else _("Pass and take the bonus tile")
        return self._made(
            row,
            found,
            label=capitalized(name),
            detail=self.vocabulary.bonus_use(tile),
            more=", ".join(fact.text for fact in found.gets),
            confirm=confirm,
            brief="" if first else _("Pass"),
            place=f"scroll-{BONUSES[tile]}",
            picture=self.grids.picture(row[-1], found),
        )

    # ------------------------------------------------------------------------------------------------ dwellings, spades

    def _build(self, row: Decisions, after: Record, found: Effect) -> Choice:
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
        detail, ghost = self._hex(land, row, after)
        return self._made(
            row,
            found,
            label=build.hex,
            detail=detail,
            confirm=confirm,
            place=f"hex-{build.hex}",
            badge=found.badge or _("free"),
            brief=_("Build"),
            ghost="+".join(filter(None, [ghost, STRUCTURE_SYMBOLS[DWELLING]])),
            tag="" if found.pays else _("free"),
        )

    def _hex(self, land: int, row: Decisions, after: Record) -> tuple[str, str]:
        """'mountains, one spade, by tunnel, with your special action', and what would be seen there."""
        _ = self.words.gettext
        record = self.record
        old, new = int(record.terrain[land]), int(after.terrain[land])
        parts, ghosts = [self.vocabulary.terrain(old)], []
        if old != new:
            if not (record.sandstorm_due or SPECIAL_ACTION + SPECIAL_SANDSTORM in row):
                spades = spades_to(self._taken, self.seat, land, new)
                parts.append(self.vocabulary.counted(spades, "spade"))
                ghosts.append(f"spade-{spades}")
            ghosts.append(f"terrain-{TERRAIN_NAMES[new]}")
        if (
            record.phase == Phase.ACTION
            and record.build_right != BUILD_ANYWHERE
            and skips_to(self._taken, self.seat, land)
        ):
            parts.append(_("by carpet") if skip_priests(record.record, self.seat) else _("by tunnel"))
        return ", ".join([*parts, *self._through(row)]), "+".join(ghosts)

    def _through(self, row: Decisions) -> Iterator[str]:
        """'with the action “1 spade”', 'after sacrificing 2 power': nothing where a row pays as usual."""
        _ = self.words.gettext
        action = action_of(row)
        if not action:
            return
        if action[-1] < SPECIAL_ACTION:
            name = self.vocabulary.power_action(action[-1] - POWER_ACTION)
            yield _("with the action “%(action)s”") % {"action": name}
        elif action[-1] == BONUS_SPADE_ACTION:
            yield _("with the spade of the bonus tile")
        else:
            yield _("with your special action")
        if len(action) > 1:
            yield self._sacrifice(len(action) - 1)

    def _sacrifice(self, tokens: int) -> str:
        return self.words.gettext("after sacrificing %(power)s") % {"power": self.vocabulary.counted(tokens, "power")}

    def how(self, row: Decisions) -> tuple[str, str]:
        """How a row gets to its hex, and what else it takes: 'with 2 spades of your own'."""
        _ = self.words.gettext
        bought = {"spades": self.vocabulary.counted(row.count(DIG), "spade")} if DIG in row else {}
        through = list(self._through(row))
        if not through:
            return _("with %(spades)s of your own") % bought if bought else _("at the usual price"), ""
        tokens = len(action_of(row)) - 1
        more = [_("sacrifices %(number)s") % {"number": tokens}] if tokens else []
        return through[0], ", ".join([*more, *([_("and %(spades)s of your own") % bought] if bought else [])])

    def _surroundings(self, land: int) -> str:
        """What lies around a hex: land by its spades, the river, neighbours."""
        _ = self.words.gettext
        record, home = self.record, self.home
        around = [int(other) for other in NEIGHBOURS[land] if other != NOWHERE]
        free = [
            int(SPADES[home, int(record.terrain[other]), home]) for other in around if record.owner[other] == NOBODY
        ]
        parts = [
            _("%(hexes)s for %(spades)s")
            % {
                "hexes": self.vocabulary.counted(free.count(spades), "hex"),
                "spades": self.vocabulary.counted(spades, "spade"),
            }
            for spades in (1, 2, 3)
            if free.count(spades)
        ]
        if any(land in shore for shore in SHORE_LAND):
            parts.append(_("on the river"))
        parts += [
            _("next %(to_faction)s on %(hex)s")
            % {
                "to_faction": self.vocabulary.name(record, int(record.owner[other]), self.names).to,
                "hex": HEX_NAMES[other],
            }
            for other in around
            if record.owner[other] not in (NOBODY, self.seat)
        ]
        return ", ".join(parts)

    def _transform(self, row: Decisions, after: Record, found: Effect) -> Choice:
        _ = self.words.gettext
        land = land_of(row) if land_of(row) != NO_HEX else int(self.record.transforming)
        name = HEX_NAMES[land]
        new = int(after.terrain[land]) if int(after.transforming) == NO_HEX else row[-1] - COLOUR
        into = self.vocabulary.terrain(new)
        detail, ghost = self._hex(land, row, after)
        return self._made(
            row,
            found,
            label=capitalized(into) if COLOUR <= row[0] < COLOUR + 7 else name,
            detail=detail,
            more=into if row[0] < COLOUR or row[0] >= COLOUR + 7 else "",
            confirm=_("Turn %(hex)s into %(terrain)s") % {"hex": name, "terrain": into},
            brief=_("Transform"),
            place=f"hex-{name}",
            badge=found.badge,
            ghost=ghost,
        )

    def _dig(self, row: Decisions, _after: Record, found: Effect) -> Choice:
        _ = self.words.gettext
        if row[-1] == DISCARD:
            return self._made(row, found, label=_("Give up a spade"), confirm=_("Give up a spade"))
        return self._made(row, found, label=_("Buy a spade"), detail=_("for any terrain"), confirm=_("Buy a spade"))

    def _raise(self, row: Decisions, _after: Record, found: Effect) -> Choice:
        _ = self.words.gettext
        upgrade = decode(row[-1])
        assert isinstance(upgrade, Upgrade)
        kind = STRUCTURE_CODES.index(upgrade.structure)
        name = self.vocabulary.structure(kind)
        return self._made(
            row,
            found,
            label=upgrade.hex,
            detail=", ".join(self._through(row)),
            more=name,
            confirm=_("Raise %(hex)s to a %(structure)s") % {"hex": upgrade.hex, "structure": name},
            brief=_("Raise"),
            place=f"hex-{upgrade.hex}",
            badge=found.badge or _("free"),
            ghost=STRUCTURE_SYMBOLS[kind],
            tag="" if found.pays else _("free"),
        )

    # ------------------------------------------------------------------------------------------------ actions

    def _act(self, row: Decisions, _after: Record, found: Effect) -> Choice:
        _ = self.words.gettext
        act = decode(row[-1])
        assert isinstance(act, Act)
        detail = ""
        if row[-1] < SPECIAL_ACTION:
            name = self.vocabulary.power_action(row[-1] - POWER_ACTION)
            if len(row) > 1:
                detail = self._sacrifice(len(row) - 1)
        elif act.action in SPECIALS:
            name = self.vocabulary.special(SPECIALS.index(act.action))
            detail = _("your special action")
        else:
            name = self.vocabulary.tile_action(row[-1] - FAVOUR_STEP_ACTION + 2)
        return self._made(
            row,
            found,
            label=capitalized(name),
            detail=detail,
            confirm=_("Take the action"),
            place=f"act-{act.action}",
            picture=self.grids.picture(row[-1], found),
            tag="" if found.pays else _("free"),
        )

    def _send(self, row: Decisions, after: Record, found: Effect) -> Choice:
        _ = self.words.gettext
        send = decode(row[-1])
        assert isinstance(send, Send)
        track = CULTS.index(send.cult)
        cult = self.vocabulary.cult(track)
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
            label=f"{capitalized(cult)} +{send.steps}",
            detail=self._rise(track, after),
            more=stays,
            confirm=_("Send a priest to %(cult)s") % {"cult": self.vocabulary.cult_named(track)},
            brief=_("Send a priest"),
            place=place,
        )

    def _rise(self, track: int, after: Record) -> str:
        """'from 2 to 5, +3 power'."""
        _ = self.words.gettext
        had, has = int(self.record.cult[self.seat, track]), int(after.cult[self.seat, track])
        if has == had:
            return _("stays at %(step)s") % {"step": had}
        rise = _("from %(old)s to %(new)s") % {"old": had, "new": has}
        power = purse(after, self.seat).power - self.had.power
        return f"{rise}, {self.vocabulary.signed(power, 'power')}" if power else rise

    def _track(self, row: Decisions, after: Record, found: Effect) -> Choice:
        _ = self.words.gettext
        advance = decode(row[-1])
        assert isinstance(advance, Advance)
        if advance.track == "ship":
            detail = _("to %(number)s") % {"number": int(after.shipping[self.seat])}
            return self._made(
                row, found, label=_("Shipping"), detail=detail, confirm=_("Advance shipping"), place="track-ship"
            )
        workers = self.vocabulary.counted(spade_workers(after.record, self.seat), "worker")
        return self._made(
            row,
            found,
            label=_("Digging"),
            detail=_("spades for %(workers)s from now on") % {"workers": workers},
            confirm=_("Advance digging"),
            place="track-dig",
        )

    def _convert(self, row: Decisions, after: Record, found: Effect) -> Choice:
        _ = self.words.gettext
        number, convert = len(row), decode(row[-1])
        if not isinstance(convert, Convert):
            label = _("Sacrifice %(power)s") % {"power": self.vocabulary.counted(number, "power")}
            choice = self._made(row, found, label=label, detail=self._bowls(after), confirm=label, tag=_("sacrifice"))
            return replace(choice, cost=(self.vocabulary.price(number, "power"),))
        parts = {
            "given": self.vocabulary.counted(convert.given * number, CODES[convert.good]),
            "got": self.vocabulary.counted(convert.got * number, CODES[convert.into]),
        }
        ordains = (convert.good, convert.into) == ("w", "p")
        confirm = _("Ordain %(got)s") if ordains else _("Convert into %(got)s")
        label = _("%(given)s into %(got)s") % parts
        given = self.vocabulary.price(convert.given * number, CODES[convert.good])
        got = self.vocabulary.price(convert.got * number, CODES[convert.into])
        return replace(self._made(row, found, label=label, confirm=confirm % parts), cost=(given,), gain=(got,))

    def _bowls(self, after: Record) -> str:
        """'bowls 1/8/0 become 0/7/2'."""
        had, left = (
            "/".join(str(int(tokens)) for tokens in record.bowls[self.seat]) for record in (self.record, after)
        )
        return self.words.gettext("bowls %(had)s become %(left)s") % {"had": had, "left": left}

    def _done(self, row: Decisions, _after: Record, found: Effect) -> Choice:
        _ = self.words.gettext
        if row[-1] == WAIT:
            text = _("Let the others answer first")
        elif row[-1] == LATER:
            text = _("Answer later")
        elif row[-1] == FORGO_BRIDGE:
            text = _("Give the bridge up")
        else:
            assert row[-1] == DONE
            text = _("End your turn")
        return self._made(row, found, label=text, confirm=text)

    # ------------------------------------------------------------------------------------------------ what follows

    def _town(self, row: Decisions, _after: Record, found: Effect) -> Choice:
        tile = row[-1] - TOWN
        points, _comma, rest = self.vocabulary.town(tile).partition(", ")
        return self._made(
            row,
            found,
            label=points,
            detail=rest,
            confirm=self.words.gettext("Take the town tile"),
            place=f"town-{TOWNS[tile]}",
            picture=self.grids.picture(row[-1], found),
        )

    def _favour(self, row: Decisions, _after: Record, found: Effect) -> Choice:
        tile = row[-1] - FAVOUR
        return self._made(
            row,
            found,
            label=self.vocabulary.favour(tile),
            detail=self.vocabulary.favour_use(tile),
            confirm=self.words.gettext("Take %(favour)s") % {"favour": self.vocabulary.favour(tile)},
            brief=self.words.gettext("Take the tile"),
            place=f"favour-{FAVOURS[tile]}",
            picture=self.grids.picture(row[-1], found),
        )

    def _step(self, row: Decisions, after: Record, found: Effect) -> Choice:
        first = CULT_STEP if row[-1] < DOUBLE_STEP else DOUBLE_STEP
        track = row[-1] - first
        cult = self.vocabulary.cult(track)
        return self._made(
            row,
            found,
            label=capitalized(cult),
            detail=self._rise(track, after),
            confirm=self.words.gettext("Advance in %(cult)s") % {"cult": self.vocabulary.cult_named(track)},
            place=f"cult-{CULTS[track].lower()}",
        )

    def _stay(self, row: Decisions, _after: Record, found: Effect) -> Choice:
        track = row[-1] - STAY
        cult = self.vocabulary.cult(track)
        return self._made(
            row,
            found,
            label=capitalized(cult),
            confirm=self.words.gettext("Stay at 9 in %(cult)s") % {"cult": self.vocabulary.cult_named(track)},
            place=f"cult-{CULTS[track].lower()}",
        )

    def _bridge(self, row: Decisions, _after: Record, found: Effect) -> Choice:
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

    def _connect(self, row: Decisions, _after: Record, found: Effect) -> Choice:
        _ = self.words.gettext
        connect = decode(row[-1])
        assert isinstance(connect, Connect)
        shore = [int(land) for land in SHORE_LAND[RIVER_NAMES.index(connect.river)] if land != NOWHERE]
        own = [HEX_NAMES[land] for land in shore if self.record.owner[land] == self.seat]
        return self._made(
            row,
            found,
            label=_("Town over the river"),
            detail=_("joins %(hexes)s") % {"hexes": self.vocabulary.listed(own)},
            confirm=_("Found the town"),
            place=f"river-{connect.river}",
        )

    def _answer(self, row: Decisions, after: Record, found: Effect) -> Choice:
        _ = self.words.gettext
        if row[-1] in (LATER, WAIT):
            return self._done(row, after, found)
        record = self.record
        size = int(record.offer_size[int(record.asked)])
        takes = LEECH <= row[-1] < DECLINE
        if not takes:
            return self._made(row, found, label=_("Decline"), confirm=_("Decline"))
        gained = purse(after, self.seat).power - self.had.power
        lost = int(record.vp[self.seat]) - int(after.vp[self.seat])
        power = self.vocabulary.counted(gained, "power")
        part = _("of %(size)s") % {"size": size} if gained != size else ""
        return self._made(
            row,
            found,
            label=_("Take %(power)s") % {"power": power},
            detail=", ".join(filter(None, [part, self._bowls(after)])),
            confirm=_("Take %(power)s") % {"power": power},
            tag="" if lost else _("free"),
        )
