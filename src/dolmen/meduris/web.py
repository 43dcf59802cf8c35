"""Meduris in the browser: see `dolmen.web` for the contract."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

from dolmen.game import Game, State
from dolmen.meduris import notation, svg
from dolmen.meduris.actions import (
    MOVE,
    PAY_DIRECT,
    PLACE,
    ROLL,
    Action,
    Give,
    Hut,
    Move,
    Offer,
    Place,
    Roll,
    Take,
    Temple,
    decode,
    encode,
    pay_id,
)
from dolmen.meduris.game import Meduris
from dolmen.meduris.guide import hint
from dolmen.meduris.legal import hut_cost
from dolmen.meduris.lines import Payment, open_payments, paid_between
from dolmen.meduris.materials import (
    AREAS,
    CHIP_DRUID,
    CHIP_HUT,
    CHIP_TWO,
    CHIPS,
    FACES,
    HUTS,
    MATERIALS,
    MAX_STACK,
    TEMPLES,
)
from dolmen.meduris.payment import chips_held, most_direct
from dolmen.meduris.position import position
from dolmen.meduris.record import NOBODY, NOT_YET, Phase, Record, Site, sites
from dolmen.meduris.rulebook import rules
from dolmen.meduris.settlement import huts_after, huts_before, settlement_size
from dolmen.meduris.sources import SOURCES, gains
from dolmen.meduris.spoken import spoken
from dolmen.meduris.told import area, chips, lines_from, material, plain, points, told
from dolmen.web import (
    Amount,
    Choice,
    Entry,
    Fact,
    Group,
    Hint,
    OptionField,
    Panel,
    Passage,
    Preview,
    Prompt,
    Rule,
    Source,
    Way,
)
from dolmen.words import Words

MANY_WAYS = 24
"""A longer list of payments is cut there: those with the fewest chips come first."""


SYMBOLS = (
    *MATERIALS,
    *(f"rune-{name}" for name in AREAS),
    *(f"mark-{colour}" for colour in svg.SEATS),
    *(f"die-{face}" for face in FACES),
    *("hut", "temple-stone", "worker", "druid", "rune-stone", "die"),
    *("chip", "chip-two", "chip-hut", "chip-druid", "screen", "vp"),
)


class MedurisWeb:
    """What the table asks of Meduris."""

    view_box = svg.VIEW_BOX
    cropped_view_box = svg.CROPPED_VIEW_BOX
    symbols = SYMBOLS

    def colours(self, players: int) -> tuple[str, ...]:
        """Purple, blue, green, red."""
        return svg.SEATS[:players]

    def summary(self, words: Words) -> str:
        """The game in one sentence."""
        return words.gettext("Huts around a mountain, a druid who asks for gifts. Two to four players.")

    def scene(self) -> str:
        """The mountain with huts and temples at its foot."""
        return _scene()

    def options(self, words: Words) -> tuple[OptionField, ...]:
        """Open or hidden stocks."""
        _ = words.gettext
        return (
            OptionField(
                "stocks", _("Stocks"), (("hidden", _("Behind the screens")), ("open", _("Open for all to see")))
            ),
        )

    def hidden(self, options: Mapping[str, str]) -> bool:
        """Whether stocks are hidden."""
        return options.get("stocks") != "open"

    def begin(self, game: Game, options: Mapping[str, str], seed: int, names: tuple[str, ...]) -> Any:
        """Bonus chips drawn from the seed, or placed by hand ('3:two 9:druid ...')."""
        assert isinstance(game, Meduris)
        setup = game.draw_setup(seed)
        if options.get("chips"):
            setup = replace(setup, chips=notation.read_chips(options["chips"].split()))
        return notation.new_transcript(game, setup, names)

    def read(self, text: str) -> Any:
        """A `.meduris` file."""
        return notation.read(text)

    # ------------------------------------------------------------------------------------------------ pictures

    def ground(self, game: Game, words: Words) -> str:
        """The board."""
        assert isinstance(game, Meduris)
        return _ground(game.board, words.language)

    def pieces(self, state: State, changed: frozenset[str]) -> str:
        """The pieces, each worker under the name that it had from the beginning."""
        return svg.pieces(state.record, _rolled(state), _workers(state), changed)

    def changed(self, before: Any, after: Any) -> frozenset[str]:
        """What was built or moved, and who took which stone."""
        found = {
            f"built-{field}"
            for field in range(1, int(after.fields) + 1)
            if (before.built[field - 1] & 15) != (after.built[field - 1] & 15)
        }
        found |= {
            f"stone-{name}" for place, name in enumerate(AREAS) if before.rune_holder[place] != after.rune_holder[place]
        }
        if before.druid != after.druid:
            found.add("druid-piece")
        return frozenset(found)

    def lit(self, state: State, choices: Sequence[Choice], chosen: int | None) -> str:
        """The places of the choices that have one."""
        places = [
            svg.Lit(place=choice.place, choice=number, label=choice.sentence, badge=choice.badge, ghost=choice.ghost)
            for number, choice in enumerate(choices, start=1)
            if choice.place
        ]
        return svg.lit(places, chosen, record=state.record) if places else ""

    # ------------------------------------------------------------------------------------------------ the question

    def prompt(self, state: State, names: Sequence[str], words: Words) -> Prompt:
        """One small question."""
        return _Asking(state, names, words).prompt()

    def waiting(self, state: State, names: Sequence[str], words: Words) -> str:
        """What the seat that decides is doing."""
        _ = words.gettext
        record = state.record
        name = {"name": names[state.current_player]}
        return {
            Phase.PLACE: _("%(name)s places a worker."),
            Phase.TAKE: _("%(name)s may take a chip."),
            Phase.GIVE: _("%(name)s returns a chip."),
            Phase.ACT: _("%(name)s moves a worker, builds a hut or builds a temple."),
            Phase.PAY: _("%(name)s pays."),
            Phase.OFFER: _("The druid asks %(name)s for an offering."),
        }[Phase(record.phase)] % name

    def preview(self, state: State, way: Way, names: Sequence[str], words: Words) -> Preview:
        """Apply the way to a copy and tell the difference."""
        return _preview(state, way, names, words)

    def refusal(self, state: State, place: str, words: Words) -> Fact:
        """Why nothing can be done at a place."""
        return _refusal(state, place, words)

    # ------------------------------------------------------------------------------------------------ what is seen

    def panels(self, state: State, seat: int | None, words: Words, *, is_open: bool) -> tuple[Panel, ...]:
        """Only the own stock, unless stocks are open or the game is over."""
        record = state.record
        _ = words.gettext
        return tuple(
            Panel(
                seat=player,
                colour=svg.SEATS[player],
                points=int(record.points[player]),
                stock=_amounts(words, record.stock[player], zeros=True)
                if is_open or player == seat or state.is_terminal()
                else None,
                pieces=(
                    Amount(int(record.huts[player]), "hut", _("huts left")),
                    Amount(int(record.temples[player]), "temple-stone", _("temples left")),
                ),
                stones=tuple(
                    Fact(f"rune-{name}", area(words, name))
                    for number, name in enumerate(AREAS)
                    if record.rune_holder[number] == player
                ),
            )
            for player in range(state.game.players)
        )

    def where(self, state: State, words: Words) -> str:
        """The turn."""
        _ = words.gettext
        if state.is_terminal():
            return _("finished")
        if state.record.circuit_left != NOT_YET:
            return _("final circuit")
        if state.record.phase == Phase.PLACE:
            return _("before starting")
        return _("turn %(turn)s") % {"turn": state.turn}

    def view(self, state: State, seat: int | None, *, is_open: bool) -> dict[str, Any]:
        """The position without what is hidden from that seat."""
        facts = position(state.record)
        if not (is_open or state.is_terminal()):
            facts["stocks"] = [stock if player == seat else None for player, stock in enumerate(facts["stocks"])]
            if seat != state.current_player:
                facts["payment"] = None
        return facts

    # ------------------------------------------------------------------------------------------------ afterwards

    def told(self, state: State, first: int, names: Sequence[str], words: Words) -> Iterator[Entry]:
        """The log."""
        return told(state, first, names, words)

    def sources(self, state: State, words: Words) -> tuple[Source, ...]:
        """Points by source."""
        _ = words.gettext
        players = state.game.players
        start = state.records_before(0)[0]
        total = {source: [0] * players for source in SOURCES}
        for line in lines_from(state, 0):
            for source, by_seat in gains(line.before, line.after, line.action).items():
                for seat, number in enumerate(by_seat):
                    total[source][seat] += number
        labels = {
            "ritual": ("druid", _("Offerings")),
            "bonus": ("chip-two", _("Bonus chips")),
            "river": ("rune-waves", _("Runes at the river")),
            "circuit": ("druid", _("Final circuit")),
            "temples": ("temple-stone", _("Temples")),
            "stones": ("rune-stone", _("Rune stones")),
            "nothing": ("die-minus", _("Nothing offered")),
        }
        first = Source("", _("Start"), tuple(int(number) for number in start.points[:players]))
        return (first, *(Source(*labels[source], tuple(total[source])) for source in SOURCES))

    def course(self, state: State) -> list[tuple[int, ...]]:
        """The points after each turn."""
        players = state.game.players
        found = [tuple(int(number) for number in state.records_before(0)[0].points[:players])]
        for place, action in enumerate(state.history):
            if isinstance(decode(action), Roll):
                found.append(tuple(int(number) for number in state.records_before(place)[0].points[:players]))
        found.append(state.scores())
        return found

    def standing(self, state: State, seat: int, words: Words) -> str:
        """Huts and temples built."""
        _, several = words.gettext, words.ngettext
        players = state.game.players
        huts = HUTS[players] - int(state.record.huts[seat])
        temples = TEMPLES[players] - int(state.record.temples[seat])
        return _("%(huts)s, %(temples)s") % {
            "huts": several("%(number)s hut", "%(number)s huts", huts) % {"number": huts},
            "temples": several("%(number)s temple", "%(number)s temples", temples) % {"number": temples},
        }

    def rules(self, words: Words) -> tuple[Rule, ...]:
        """The rules in our own words."""
        return rules(words)

    def spoken(
        self, state: State, seat: int | None, names: Sequence[str], words: Words, *, is_open: bool
    ) -> tuple[Passage, ...]:
        """The board as text."""
        return spoken(state, seat, names, words, is_open=is_open)

    def hint(self, state: State, seat: int, words: Words) -> Hint | None:
        """What a newcomer wants to know now."""
        return hint(state, seat, words)


WEB = MedurisWeb()


@cache
def _scene() -> str:
    drawn = (files(__package__) / "scene.svg").read_text(encoding="utf-8")
    return drawn.partition('230">')[2].rpartition("</svg>")[0]


@cache
def _ground(board: Any, language: str) -> str:
    from dolmen.words import words as words_of

    words = words_of(language)
    names = [
        words.gettext("Field %(field)s, %(materials)s, %(area)s area.")
        % {
            "field": number,
            "materials": words.listed(material(words, icon) for icon in printed.icons),
            "area": area(words, printed.area),
        }
        for number, printed in enumerate(board.fields, start=1)
    ]
    return svg.ground(board, names)


def _rolled(state: State) -> str | None:
    for action in reversed(state.history):
        if ROLL <= action < ROLL + 6:
            chosen = decode(action)
            assert isinstance(chosen, Roll)
            return chosen.face
    return None


_KNOWN_WORKERS: OrderedDict[tuple[int, tuple[int, ...]], svg.Workers] = OrderedDict()
"""Which worker is which after the workers' moves of a game: each position goes on from the one before."""


def _workers(state: State) -> svg.Workers:
    """Which worker is which, from the first one placed on."""
    places = [
        place for place, action in enumerate(state.history) if PLACE <= action < PLACE + 4 or MOVE <= action < MOVE + 36
    ]
    moves = tuple(state.history[place] for place in places)
    players = state.game.players
    known = len(moves)
    while known and (players, moves[:known]) not in _KNOWN_WORKERS:
        known -= 1
    found: svg.Workers = _KNOWN_WORKERS.get((players, moves[:known]), ((), (), (), ()))
    for place in places[known:]:
        found = svg.follow_workers(found, state.records_before(place + 1)[0])
    _KNOWN_WORKERS[(players, moves)] = found
    while len(_KNOWN_WORKERS) > 2000:
        _KNOWN_WORKERS.popitem(last=False)
    return found


def _amounts(words: Words, stock: Sequence[int], *, zeros: bool = False) -> tuple[Amount, ...]:
    return tuple(
        Amount(int(number), name, material(words, name))
        for name, number in zip(MATERIALS, stock, strict=True)
        if number or zeros
    )


# -------------------------------------------------------------------------------------------------- the question


class _Asking:
    """Builds the prompt of one position."""

    def __init__(self, state: State, names: Sequence[str], words: Words) -> None:
        self.state = state
        self.record: Record = state.record
        self.names = names
        self.words = words
        self.player = state.current_player
        self.sites = sites(self.record)

    def prompt(self) -> Prompt:
        _ = self.words.gettext
        phase = Phase(self.record.phase)
        actions: list[Action] = [decode(action) for action in self.state.legal_actions()]
        own = int(self.record.turn_player) == self.player
        turn = _("Your turn") if own else _("%(name)s's turn") % {"name": self.names[int(self.record.turn_player)]}
        if phase == Phase.PLACE:
            choices = [self._place(action) for action in actions if isinstance(action, Place)]
            return Prompt(_("Before starting"), _("Where will your worker stand?"), "place", tuple(choices))
        if phase == Phase.TAKE:
            choices = [self._take(action) for action in actions if isinstance(action, Take)]
            return Prompt(turn, _("The die shows plus. Which chip do you take?"), "plus", tuple(choices))
        if phase == Phase.GIVE:
            choices = [self._give(action) for action in actions if isinstance(action, Give)]
            return Prompt(turn, _("The die shows minus. Which chip do you return?"), "minus", tuple(choices))
        if phase == Phase.OFFER:
            site = self.sites[int(self.record.druid)]
            question = _("The druid stands at your hut on field %(field)s. What do you offer?") % {
                "field": int(self.record.druid) + 1
            }
            choices = [self._offer(action, site) for action in actions if isinstance(action, Offer)]
            return Prompt(turn, question, "offer", tuple(choices))
        if phase == Phase.PAY:
            ways = self._ways(self.state.records, ())
            choices = [
                Choice(label=way.label, sentence=way.label, confirm=_("Pay"), ways=(way,), detail="", more=way.note)
                for way in ways
            ]
            return Prompt(turn, _("How do you pay?"), "pay", tuple(choices))
        return self._act(actions)

    # -------------------------------------------------------------------------------- before starting, plus, minus

    def _place(self, action: Place) -> Choice:
        _ = self.words.gettext
        level = int(self.record.height[MATERIALS.index(action.plain)]) + 1
        where = plain(self.words, action.plain)
        return Choice(
            label=material(self.words, action.plain).capitalize(),
            detail=_("level %(level)s") % {"level": level},
            sentence=_("Place a worker on %(plain)s, at level %(level)s.") % {"plain": where, "level": level},
            confirm=_("Place on %(plain)s") % {"plain": where},
            ways=(Way((encode(action),)),),
            place=f"plain-{action.plain}",
            ghost="worker",
        )

    def _take(self, action: Take) -> Choice:
        _ = self.words.gettext
        way = (Way((encode(action),)),)
        if action.material is None:
            return Choice(label=_("Nothing"), sentence=_("Take no chip."), confirm=_("Take nothing"), ways=way)
        name = material(self.words, action.material)
        return Choice(
            label=name.capitalize(),
            sentence=_("Take 1 %(material)s from the mountain.") % {"material": name},
            confirm=_("Take %(material)s") % {"material": name},
            ways=way,
            cost=(Amount(1, action.material, name),),
            place=f"plain-{action.material}",
        )

    def _give(self, action: Give) -> Choice:
        _ = self.words.gettext
        name = material(self.words, action.material)
        held = int(self.record.stock[self.player, MATERIALS.index(action.material)])
        return Choice(
            label=name.capitalize(),
            detail=_("you have %(number)s") % {"number": held},
            sentence=_("Return 1 %(material)s; you have %(number)s.") % {"material": name, "number": held},
            confirm=_("Return %(material)s") % {"material": name},
            ways=(Way((encode(action),), pays=(Amount(1, action.material, name),)),),
            cost=(Amount(1, action.material, name),),
            place=f"plain-{action.material}",
        )

    # -------------------------------------------------------------------------------- offerings and payments

    def _offer(self, action: Offer, site: Site) -> Choice:
        _ = self.words.gettext
        size = int(settlement_size(self.record, int(self.record.druid)))
        both = self.words.listed(material(self.words, MATERIALS[icon]) for icon in site.icons)
        number = encode(action)
        if action.what == "none":
            lost = points(self.words, -1) if self.record.points[self.player] else _("no point to lose")
            return self._offer_choice(_("Nothing"), lost, _("Offer nothing"), (Way((number,)),))
        if action.what == "chip":
            gain = points(self.words, size)
            return self._offer_choice(_("The druid chip"), gain, _("Offer the druid chip"), (Way((number,)),))
        if action.what in ("both", "three"):
            after = self.state.records.copy()
            self.state.game.apply(after[0], number)
            if after[0].phase == Phase.PAY:
                ways = self._ways(after, (number,))
            else:
                paid = paid_between(self.record, after[0])
                ways = (self._way((number,), paid, site, 1, both=action.what == "both"),)
            if action.what == "both":
                gain, label = points(self.words, size), both.capitalize()
                deed = _("Offer %(materials)s") % {"materials": both}
            else:
                gain, label = points(self.words, 1), _("Three chips for one material")
                deed = _("Offer three chips")
            return self._offer_choice(label, gain, deed, ways)
        name = material(self.words, action.what)
        way = Way((number,), pays=(Amount(1, action.what, name),))
        deed = _("Offer %(materials)s") % {"materials": name}
        return self._offer_choice(name.capitalize(), points(self.words, 1), deed, (way,))

    def _offer_choice(self, label: str, gain: str, deed: str, ways: tuple[Way, ...]) -> Choice:
        return Choice(label=label, detail=gain, sentence=f"{deed}: {gain}.", confirm=deed, ways=ways, cost=ways[0].pays)

    def _ways(self, records: Any, first: tuple[int, ...]) -> tuple[Way, ...]:
        """The payments of a position that asks for one: the direct one first, then those with the fewest chips."""
        record = records[0]
        named = int(record.named)
        begun = [int(number) for number in record.given[:named]]
        payments = [payment for payment in open_payments(records) if list(payment[:named]) == begun]
        payments = sorted(payments, key=sum)[:MANY_WAYS]
        site = self.sites[int(record.target)]
        each, total = int(record.due_each), int(record.due_total)
        ways = []
        for payment in payments:
            direct = bool(each) and sum(payment) == total and not named
            counted = tuple(pay_id(kind, number) for kind, number in enumerate(payment))
            actions = (PAY_DIRECT,) if direct else counted[named:]
            ways.append(self._way((*first, *actions), payment, site, each, both=bool(each)))
        return tuple(ways)

    def _way(self, actions: tuple[int, ...], payment: Payment, site: Site, each: int, *, both: bool) -> Way:
        """A payment, with what stands in for what."""
        _ = self.words.gettext
        note = ""
        if both:
            rest = list(payment)
            missing = [0, 0, 0, 0]
            for icon in site.icons:
                direct = min(each, rest[icon])
                rest[icon] -= direct
                missing[icon] = each - direct
            swapped = (sum(payment) - 2 * each) // 2
            if swapped > 0:
                if sum(missing) == swapped:
                    note = _("%(given)s stand in for %(due)s") % {
                        "given": chips(self.words, rest),
                        "due": chips(self.words, missing),
                    }
                else:
                    note = self.words.ngettext(
                        "one swap of three for one", "%(number)s swaps of three for one", swapped
                    )
                    note %= {"number": swapped}
        return Way(actions, chips(self.words, payment), _amounts(self.words, payment), note)

    # -------------------------------------------------------------------------------- move, hut, temple

    def _act(self, actions: list[Action]) -> Prompt:
        _ = self.words.gettext
        moves = self._moves([action for action in actions if isinstance(action, Move)])
        huts = [self._hut(action) for action in actions if isinstance(action, Hut)]
        temples = [self._temple(action) for action in actions if isinstance(action, Temple)]
        groups = [Group("move", _("Move a worker"), "m", _("Which worker will move?"), "big")]
        if huts:
            groups.append(Group("hut", _("Hut"), "h", _("Where will the hut stand?"), "hut"))
        if temples:
            groups.append(Group("temple", _("Temple"), "t", _("Where will the temple stand?"), "temple"))
        return Prompt(
            eyebrow=_("Your turn, after the roll"),
            question=_("What will you do?"),
            rule="act",
            choices=(*moves, *huts, *temples),
            groups=tuple(groups),
            group="hut" if huts else "move",
        )

    def _moves(self, moves: list[Move]) -> list[Choice]:
        _ = self.words.gettext
        workers: dict[tuple[str, int], list[Move]] = {}
        for move in moves:
            workers.setdefault((move.source, move.level), []).append(move)
        found = []
        for (source, level), ways in workers.items():
            where = plain(self.words, source)
            parts = {"plain": where, "level": level}
            found.append(
                Choice(
                    label=_("Worker on %(plain)s") % parts,
                    detail=_("level %(level)s") % {"level": level},
                    sentence=_("Move your worker at level %(level)s of %(plain)s.") % parts,
                    question=_("Where will the worker go?"),
                    choices=tuple(self._target(move) for move in ways),
                    group="move",
                    place=f"worker-{source}-{level}",
                )
            )
        return found

    def _target(self, move: Move) -> Choice:
        """Where a worker may go, and who takes how many chips there."""
        _ = self.words.gettext
        kind = MATERIALS.index(move.target)
        standing = [int(seat) for seat in self.record.stack[kind] if seat != NOBODY]
        left = int(self.record.supply[kind])
        mine = 0
        others: dict[str, int] = {}
        for level, seat in reversed(list(enumerate([*standing, self.player], start=1))):
            taken = min(level, left)
            left -= taken
            if seat == self.player:
                mine += taken
            elif taken:
                others[self.names[seat]] = others.get(self.names[seat], 0) + taken
        where = plain(self.words, move.target)
        name = material(self.words, move.target)
        gain = _("you +%(number)s") % {"number": mine}
        told_gain = self.words.listed([gain, *(f"{other} +{taken}" for other, taken in others.items())])
        return Choice(
            label=name.capitalize(),
            detail=told_gain,
            sentence=_("Onto %(plain)s: %(gains)s %(material)s.")
            % {"plain": where, "gains": told_gain, "material": name},
            confirm=_("Move to %(plain)s") % {"plain": where},
            ways=(Way((encode(move),)),),
            group="move",
            cost=(Amount(mine, move.target, name),),
            place=f"plain-{move.target}",
            badge=f"+{mine}",
            ghost="worker",
        )

    def _building_ways(self, action: Hut | Temple, each: int) -> tuple[Way, ...]:
        number = encode(action)
        after = self.state.records.copy()
        self.state.game.apply(after[0], number)
        if after[0].phase == Phase.PAY:
            return self._ways(after, (number,))
        site = self.sites[action.field - 1]
        return (self._way((number,), paid_between(self.record, after[0]), site, each, both=True),)

    def _icons(self, site: Site, each: int) -> tuple[Amount, ...]:
        return tuple(
            Amount(each, MATERIALS[icon], material(self.words, MATERIALS[icon])) for icon in site.icons if each
        )

    def _hut(self, action: Hut) -> Choice:
        _ = self.words.gettext
        site = self.sites[action.field - 1]
        size = int(settlement_size(self.record, action.field - 1))
        each = int(hut_cost(self.record, action.field - 1))
        holder = int(self.record.rune_holder[site.area])
        if holder == NOBODY:
            stone = _("takes the %(area)s stone")
        elif holder == self.player:
            stone = _("you hold the %(area)s stone")
        else:
            stone = _("%(area)s stone from %(holder)s")
        parts = {"area": area(self.words, AREAS[site.area]), "field": action.field}
        if holder != NOBODY:
            parts["holder"] = self.names[holder]
        details = [_("alone") if size == 1 else _("settlement of %(size)s") % {"size": size}]
        if site.chip in (CHIP_TWO, CHIP_DRUID):
            details.append(_bonus(self.words, site.chip))
        ways = self._building_ways(action, each)
        icons = self.words.listed(material(self.words, MATERIALS[icon]) for icon in site.icons)
        parts["materials"], parts["number"] = icons, each
        price = _("A hut here is free.") if not each else _("A hut here costs %(number)s of each.") % parts
        return Choice(
            label=_("Field %(field)s") % parts,
            detail=", ".join(details),
            more=stone % parts,
            sentence=_("Field %(field)s, %(materials)s, %(area)s area.") % parts + " " + price,
            confirm=_("Build on field %(field)s") % parts,
            ways=ways,
            group="hut",
            cost=self._icons(site, each),
            tag="" if each else _("free, chip"),
            place=f"field-{action.field}",
            badge=f"×{each}" if each else _("free"),
            ghost="hut",
        )

    def _temple(self, action: Temple) -> Choice:
        _, several = self.words.gettext, self.words.ngettext
        site = self.sites[action.field - 1]
        beside = int(huts_before(self.record, action.field - 1)) + int(huts_after(self.record, action.field - 1))
        icons = self.words.listed(material(self.words, MATERIALS[icon]) for icon in site.icons)
        now = several("%(number)s hut beside it now", "%(number)s huts beside it now", beside) % {"number": beside}
        parts = {"field": action.field, "materials": icons, "area": area(self.words, AREAS[site.area])}
        return Choice(
            label=_("Field %(field)s") % parts,
            detail=now,
            sentence=_("Field %(field)s, %(materials)s, %(area)s area.") % parts
            + " "
            + _("A temple here costs 1 of each.")
            + f" {now}.",
            confirm=_("Build a temple on field %(field)s") % parts,
            ways=self._building_ways(action, 1),
            group="temple",
            cost=self._icons(site, 1),
            place=f"field-{action.field}",
            badge=f"+{beside}" if beside else "",
            ghost="temple",
        )


def _bonus(words: Words, chip: int) -> str:
    _ = words.gettext
    return {CHIP_TWO: _("+2 points"), CHIP_DRUID: _("druid chip for later"), CHIP_HUT: _("free hut")}[chip]


# -------------------------------------------------------------------------------------------------- preview


def _preview(state: State, way: Way, names: Sequence[str], words: Words) -> Preview:
    _ = words.gettext
    before = state.record
    after = state.records.copy()
    for action in way.actions:
        state.game.apply(after[0], action)
    record = after[0]
    player = state.current_player
    chosen = decode(way.actions[0])
    gets: list[Fact] = []
    for kind, name in enumerate(MATERIALS):
        number = int(record.stock[player, kind]) - int(before.stock[player, kind])
        if number > 0:
            gain = _("%(number)s %(material)s") % {"number": f"+{number}", "material": material(words, name)}
            gets.append(Fact(name, gain))
    for number, name in enumerate(AREAS):
        holder, taker = int(before.rune_holder[number]), int(record.rune_holder[number])
        if holder != taker == player:
            parts = {"area": area(words, name)}
            if holder == NOBODY:
                gets.append(Fact(f"rune-{name}", _("the %(area)s stone") % parts))
            else:
                parts["holder"] = names[holder]
                gets.append(Fact(f"rune-{name}", _("the %(area)s stone, from %(holder)s") % parts))
    reasons = {
        "ritual": _("offering"),
        "circuit": _("offering"),
        "nothing": _("nothing offered"),
        "bonus": _("bonus chip"),
        "river": _("runes at the river"),
        "temples": _("temples"),
        "stones": _("rune stones"),
    }
    for source, by_seat in gains(before, record, way.actions[0]).items():
        if by_seat[player]:
            gets.append(Fact("vp", f"{points(words, by_seat[player])}, {reasons[source]}"))
    if isinstance(chosen, Hut) and before.built[chosen.field - 1] >> 4 == CHIPS.index("druid"):
        gets.append(Fact("chip-druid", _("a druid chip for a later offering")))
    left = _amounts(words, record.stock[player], zeros=True)
    return Preview(way.pays, left, tuple(gets), _then(state, before, record, names, words))


def _then(state: State, before: Record, record: Record, names: Sequence[str], words: Words) -> tuple[Fact, ...]:
    _ = words.gettext
    player = state.current_player
    if record.phase == Phase.OVER:
        return (Fact("vp", _("the game ends and is scored")),)
    if record.phase == Phase.OFFER:
        asked, field = [], int(record.druid)
        ring = sites(record)
        for step in range(len(ring)):
            place = (field + step) % len(ring)
            if ring[place].hut == NOBODY or (record.circuit_left != NOT_YET and step):
                break
            asked.append(place)
        owners = words.listed(
            dict.fromkeys(_("you") if ring[place].hut == player else names[ring[place].hut] for place in asked)
        )
        fields = words.listed(str(place + 1) for place in asked)
        text = words.ngettext(
            "the druid asks %(names)s at field %(fields)s", "the druid asks %(names)s at fields %(fields)s", len(asked)
        )
        return (Fact("druid", text % {"names": owners, "fields": fields}),)
    facts = []
    if record.druid != before.druid:
        facts.append(Fact("druid", _("the druid walks one stone on")))
    if record.phase == Phase.ROLL:
        following = int(record.turn_player)
        text = _("you roll the die") if following == player else _("%(name)s rolls the die")
        facts.append(Fact("die", text % {"name": names[following]}))
    elif record.player >= 0 and record.player != player:
        facts.append(Fact("", _("%(name)s is asked") % {"name": names[int(record.player)]}))
    return tuple(facts)


# -------------------------------------------------------------------------------------------------- refusals


def _refusal(state: State, place: str, words: Words) -> Fact:
    _ = words.gettext
    record = state.record
    kind, name, *_rest = place.split("-")
    if record.phase != Phase.ACT:
        return Fact("act", _("The board is not asked now: please answer the question first."))
    player = state.current_player
    if kind == "field":
        field = int(name) - 1
        site = sites(record)[field]
        owner = max(site.hut, site.temple)
        if owner != NOBODY:
            return Fact("hut", _("Field %(field)s is built on already.") % {"field": name})
        each = int(hut_cost(record, field))
        needed = 3 * 2 * each - 2 * int(most_direct(record, player, field, each))
        held = int(chips_held(record, player))
        if record.huts[player] == 0:
            return Fact("hut", _("You have no hut left."))
        return Fact(
            "pay",
            _(
                "A hut on field %(field)s costs %(each)s of each. That takes %(needed)s of your chips; "
                "you have %(held)s."
            )
            % {"field": name, "each": each, "needed": needed, "held": held},
        )
    if kind == "plain" and name in MATERIALS and record.height[MATERIALS.index(name)] == MAX_STACK:
        return Fact("big", _("Three workers stand there already."))
    return Fact("act", _("Nothing can be chosen there now."))
