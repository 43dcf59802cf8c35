"""Terra Mystica in sentences: what is asked, what a choice costs and brings. The rules' words stand in `rule_words`."""

from __future__ import annotations

from collections.abc import Callable

from dolmen.contract.game import Records
from dolmen.core.record_view import reading
from dolmen.games.terra_mystica.present.changes import Change, change, difference, purse
from dolmen.games.terra_mystica.present.rule_words import RULES
from dolmen.games.terra_mystica.present.words import (
    BONUS_WORDS,
    CODES,
    CULT_NAMES,
    FAVOUR_NAMES,
    FAVOUR_WORDS,
    POWER_WORDS,
    SPECIAL_WORDS,
    TILE_ACTION_WORDS,
    TITLES,
    TOWN_WORDS,
    capital,
    counted,
    faction_words,
    in_words,
    joined,
    terrain_of,
    the_faction,
)
from dolmen.games.terra_mystica.rules.actions import (
    Act,
    Action,
    Advance,
    Bridge,
    Build,
    Burn,
    ChooseFaction,
    Connect,
    Convert,
    CultStep,
    Decline,
    Dig,
    Discard,
    Done,
    ForgoBridge,
    Later,
    Leech,
    Pass,
    Send,
    Stay,
    TakeFavour,
    TakeTown,
    Terrain,
    Transform,
    Upgrade,
    Wait,
    decode,
)
from dolmen.games.terra_mystica.rules.board import (
    COLOURS,
    HEX_NAMES,
    HEX_OF_NAME,
    NEIGHBOURS,
    NOWHERE,
    RIVER_NAMES,
    SHORE_LAND,
    SPADES,
)
from dolmen.games.terra_mystica.rules.deeds import Decisions, tried
from dolmen.games.terra_mystica.rules.factions import SPECIALS
from dolmen.games.terra_mystica.rules.reach import needs_skip
from dolmen.games.terra_mystica.rules.record import (
    BUILD_ANYWHERE,
    NO_BUILDING,
    NO_HEX,
    NOBODY,
    Phase,
    Record,
    faction_of,
)
from dolmen.games.terra_mystica.rules.spades import home_of, open_spades, spade_priests, spade_workers, spades_needed
from dolmen.games.terra_mystica.rules.tiles import BONUSES, CULTS, FAVOURS, STRUCTURE_CODES, STRUCTURE_NAMES, TOWNS
from dolmen.games.terra_mystica.rules.turns import second_action

# ------------------------------------------------------------------------------------------------------ what is asked


def topic(record: Record) -> str:
    """What is asked about: a key of the rules' words and of the questions."""
    record = reading(record)
    phase = Phase(record.phase)
    if phase == Phase.REWARD and record.step_waits_for == record.player:
        return "step"
    if phase not in (Phase.ACTION, Phase.SPADE):
        return phase.name.lower()
    if int(record.transforming) != NO_HEX:
        return "terrain"
    if phase == Phase.SPADE:
        return "cult_spade"
    asked = (
        ("stay", record.tile_steps),
        ("town", record.towns_due),
        ("favour", record.favours_due),
        ("bridge", record.bridge_due),
        ("upgrade", record.upgrade_due),
        ("sandstorm", record.sandstorm_due),
        ("step", record.steps_due),
        ("spade", record.spades),
        ("ride", record.build_right == BUILD_ANYWHERE),
        ("second", second_action(record.record)),
        ("action", not record.acted),
        ("dwelling_too", record.build_right != NO_BUILDING),
    )
    return next((key for key, due in asked if due), "end")


def rule_of(record: Record) -> tuple[str, str]:
    """The rule behind what is asked now: its name, and the rule in a few words."""
    return RULES[topic(record)]


def question(record: Record) -> str:
    """What is asked now, in a sentence."""
    seat = int(record.player)
    asked: dict[str, Callable[[], str]] = {
        "faction": lambda: "Which faction will you play?",
        "dwelling": lambda: "Where will a first dwelling stand?",
        "first_bonus": lambda: "Which bonus tile do you take for the first round?",
        "offer": lambda: _offer_question(record),
        "reward": lambda: "A neighbour took your power. In which cult do you advance?",
        "cult_spade": lambda: f"The cult bonus gives you {_open(record, seat)}. Which hex will you transform?",
        "terrain": lambda: f"What will {HEX_NAMES[int(record.transforming)]} become?",
        "stay": lambda: "Your keys do not open every cult's last space. Which cult stays at 9?",
        "town": lambda: "You found a town. Which town tile do you take?",
        "favour": lambda: "Which favour tile do you take?",
        "bridge": lambda: "Where will the bridge stand?",
        "upgrade": lambda: "Which dwelling becomes a trading post?",
        "sandstorm": lambda: f"Which hex will the sandstorm turn into {terrain_of(home_of(record, seat))}?",
        "step": lambda: "In which cult do you advance?",
        "spade": lambda: f"You have {_open(record, seat)}. Which hex will you transform?",
        "ride": lambda: "On which forest will the dwelling stand?",
        "second": lambda: "What is your second action?",
        "action": lambda: "What will you do?",
        "dwelling_too": lambda: "Will you build a dwelling as well?",
        "end": lambda: "Your action is made. Do you convert anything before the turn ends?",
        "over": lambda: "The game is over. Shall we look at the board?",
    }
    return asked[topic(record)]()


def _open(record: Record, seat: int) -> str:
    return in_words(open_spades(record, seat), "spade")


def _offer_question(record: Record) -> str:
    index = int(record.asked)
    giver = the_faction(faction_of(record, int(record.offer_from[index])))
    return f"{capital(giver)} built beside you and offer {int(record.offer_size[index])} power. Do you take it?"


# ------------------------------------------------------------------------------------------------------------ choices


def choice_text(records: Records, actions: Decisions) -> str:
    """A choice with its place, its price and its effect."""
    after = tried(records, actions)
    assert after is not None, "a choice is legal"
    moment = _Moment(records[0], after[0], actions)
    return _TEXTS[type(moment.main)](moment)


class _Moment:
    """A position, a row of decisions, and the position after it."""

    def __init__(self, before: Record, after: Record, actions: Decisions) -> None:
        self.before, self.after, self.actions = before, after, actions
        self.seat = int(before.player)
        self.main: Action = decode(actions[-1])

    def change(self) -> Change:
        """What it changes for the player."""
        return difference(self.before, self.after, self.seat, self.actions)


def _with(name: str, priced: str) -> str:
    return f"{name}: {priced}" if priced else name


def _build(moment: _Moment) -> str:
    record, seat = moment.before, moment.seat
    assert isinstance(moment.main, Build)
    land = HEX_OF_NAME[moment.main.hex]
    if record.phase == Phase.DWELLING:
        return _with(f"{moment.main.hex}, {terrain_of(int(record.terrain[land]))}", _surroundings(record, seat, land))
    name = _hex_text(moment, land)
    return _with(name, moment.change().priced(free="free"))


def _hex_text(moment: _Moment, land: int) -> str:
    """'C2, mountains, one spade, by tunnel'."""
    record, seat = moment.before, moment.seat
    parts = [HEX_NAMES[land], terrain_of(int(record.terrain[land]))]
    if int(record.terrain[land]) != int(moment.after.terrain[land]) and not record.sandstorm_due:
        spades = spades_needed(record, seat, land, int(moment.after.terrain[land]))
        parts.append(in_words(spades, "spade"))
    if record.phase == Phase.ACTION and record.build_right != BUILD_ANYWHERE and needs_skip(record, seat, land):
        faction = faction_of(record, seat)
        parts.append("by carpet" if TITLES[faction] == "Fakirs" else "by tunnel")
    return ", ".join(parts)


def _surroundings(record: Record, seat: int, land: int) -> str:
    """What lies around a hex: land by its spades, the river, neighbours."""
    home = home_of(record, seat)
    around = [int(other) for other in NEIGHBOURS[land] if other != NOWHERE]
    free = [int(SPADES[home, int(record.terrain[other]), home]) for other in around if record.owner[other] == NOBODY]
    parts = [
        f"{counted(free.count(spades), 'hex').replace('hexs', 'hexes')} at {in_words(spades, 'spade')}"
        for spades in (1, 2, 3)
        if free.count(spades)
    ]
    if any(land in shore for shore in SHORE_LAND):
        parts.append("on the river")
    parts += [
        f"beside {the_faction(faction_of(record, int(record.owner[other])))} on {HEX_NAMES[other]}"
        for other in around
        if record.owner[other] not in (NOBODY, seat)
    ]
    return ", ".join(parts)


def _transform(moment: _Moment) -> str:
    land = next(HEX_OF_NAME[step.hex] for step in map(decode, moment.actions) if isinstance(step, Transform))
    into = terrain_of(int(moment.after.terrain[land]))
    name, _, rest = _hex_text(moment, land).partition(", ")
    terrain, _, spades = rest.partition(", ")
    return _with(", ".join(filter(None, [f"{name}, {terrain} into {into}", spades])), moment.change().priced())


def _terrain(moment: _Moment) -> str:
    if len(moment.actions) > 1:
        return _transform(moment)
    assert isinstance(moment.main, Terrain)
    colour = COLOURS.index(moment.main.colour)
    spades = spades_needed(moment.before, moment.seat, int(moment.before.transforming), colour)
    return f"{terrain_of(colour)}, {in_words(spades, 'spade')}"


def _upgrade(moment: _Moment) -> str:
    assert isinstance(moment.main, Upgrade)
    structure = STRUCTURE_NAMES[STRUCTURE_CODES.index(moment.main.structure)]
    return _with(f"{moment.main.hex} to a {structure}", moment.change().priced(free="free"))


def _dig(moment: _Moment) -> str:
    return _with("buy a spade for any terrain", moment.change().priced())


def _burn(moment: _Moment) -> str:
    number = len(moment.actions)
    had, left = (
        "/".join(str(int(tokens)) for tokens in record.bowls[moment.seat]) for record in (moment.before, moment.after)
    )
    return f"sacrifice {number} power: bowls {had} become {left}"


def _convert(moment: _Moment) -> str:
    assert isinstance(moment.main, Convert)
    number, main = len(moment.actions), moment.main
    given, got = counted(main.given * number, CODES[main.good]), counted(main.got * number, CODES[main.into])
    return f"{'ordain' if (main.good, main.into) == ('w', 'p') else 'convert'} {given} into {got}"


def _act(moment: _Moment) -> str:
    assert isinstance(moment.main, Act)
    code = moment.main.action
    found = moment.change()
    if code in SPECIALS:
        return _with(f"{code}, {SPECIAL_WORDS[SPECIALS.index(code)]}", found.priced())
    if not code.startswith("ACT"):
        words = TILE_ACTION_WORDS[("BON1", "BON2", "FAV6").index(code)]
        return _with(f"{code}, {words}", found.priced())
    number = int(code[3:]) - 1
    price = ", ".join(found.costs)
    if len(moment.actions) > 1:
        price += f", after sacrificing {len(moment.actions) - 1}"
    gains = [] if number in (1, 2, 3) else found.gains
    return f"{code}, {POWER_WORDS[number]}: {'; '.join(filter(None, [price, ', '.join(gains)]))}"


def _favour(moment: _Moment) -> str:
    assert isinstance(moment.main, TakeFavour)
    tile = FAVOURS.index(moment.main.tile)
    name = ", ".join(filter(None, [f"{moment.main.tile} {FAVOUR_NAMES[tile]}", FAVOUR_WORDS[tile]]))
    return _with(name, moment.change().priced())


def _town(moment: _Moment) -> str:
    assert isinstance(moment.main, TakeTown)
    found = change(purse(moment.before, moment.seat), purse(moment.after, moment.seat))
    points = next((gain for gain in found.gains if "point" in gain), "")
    words = TOWN_WORDS[TOWNS.index(moment.main.tile)]
    more = f"; {points} in all" if points and not words.startswith(f"{points[1:]},") else ""
    return f"{moment.main.tile}: {words}{more}"


def _cult_step(moment: _Moment) -> str:
    assert isinstance(moment.main, CultStep)
    cult = CULTS.index(moment.main.cult)
    return _with(CULT_NAMES[cult], _steps(moment, cult))


def _steps(moment: _Moment, cult: int) -> str:
    """'from 2 to 5, +3 power', without the cult's name."""
    had, has = int(moment.before.cult[moment.seat, cult]), int(moment.after.cult[moment.seat, cult])
    found = change(purse(moment.before, moment.seat), purse(moment.after, moment.seat), cults=False)
    rise = f"from {had} to {has}" if has > had else f"stays at {had}"
    return ", ".join([rise, *(gain for gain in found.gains)])


def _send(moment: _Moment) -> str:
    assert isinstance(moment.main, Send)
    cult = CULTS.index(moment.main.cult)
    stays = "the priest stays in the order" if moment.main.steps > 1 else "the priest goes back to your supply"
    return f"{CULT_NAMES[cult]}, {counted(moment.main.steps, 'step')}: {_steps(moment, cult)}; {stays}"


def _stay(moment: _Moment) -> str:
    assert isinstance(moment.main, Stay)
    return CULT_NAMES[CULTS.index(moment.main.cult)]


def _bridge(moment: _Moment) -> str:
    assert isinstance(moment.main, Bridge)
    one, other = moment.main.ends.split(":")
    owned = [moment.before.owner[HEX_OF_NAME[end]] == moment.seat for end in (one, other)]
    ends = "joins two of your structures" if all(owned) else f"from your {one if owned[0] else other}"
    return _with(f"{one} to {other}", "; ".join(filter(None, [ends, moment.change().priced()])))


def _connect(moment: _Moment) -> str:
    assert isinstance(moment.main, Connect)
    shore = [int(land) for land in SHORE_LAND[RIVER_NAMES.index(moment.main.river)] if land != NOWHERE]
    own = [HEX_NAMES[land] for land in shore if moment.before.owner[land] == moment.seat]
    return f"{moment.main.river} joins {joined(own)}"


def _advance(moment: _Moment) -> str:
    assert isinstance(moment.main, Advance)
    seat, after = moment.seat, moment.after
    if moment.main.track == "ship":
        return _with(f"shipping to {int(after.shipping[seat])}", moment.change().priced())
    workers = counted(spade_workers(after, seat), "worker")
    return _with(f"digging, spades for {workers} from now on", moment.change().priced())


def _leech(moment: _Moment) -> str:
    assert isinstance(moment.main, Leech)
    record = moment.before
    size = int(record.offer_size[int(record.asked)])
    gained = purse(moment.after, moment.seat).power - purse(record, moment.seat).power
    lost = int(record.vp[moment.seat]) - int(moment.after.vp[moment.seat])
    amount = f"{gained} power" if gained == size else f"{gained} of {size} power"
    price = f"for {counted(lost, 'point')}" if lost else "for free"
    return f"take {amount} from the {_title(moment.main.faction)} {price}"


def _decline(moment: _Moment) -> str:
    assert isinstance(moment.main, Decline)
    size = int(moment.before.offer_size[int(moment.before.asked)])
    return f"decline {size} power from the {_title(moment.main.faction)}"


def _title(name: str) -> str:
    return next(title for title in TITLES if title.replace(" ", "").lower() == name)


def _pass(moment: _Moment) -> str:
    assert isinstance(moment.main, Pass)
    if moment.main.tile is None:
        return _with("the rest of the game", moment.change().priced())
    now = moment.change().priced()
    words = f"{moment.main.tile}: {BONUS_WORDS[BONUSES.index(moment.main.tile)]}"
    return f"{words}; {now} now" if now else words


def _faction(moment: _Moment) -> str:
    assert isinstance(moment.main, ChooseFaction)
    return faction_words(int(moment.after.faction[moment.seat]))


_TEXTS: dict[type, Callable[[_Moment], str]] = {
    ChooseFaction: _faction,
    Build: _build,
    Upgrade: _upgrade,
    Transform: _transform,
    Terrain: _terrain,
    Dig: _dig,
    Burn: _burn,
    Convert: _convert,
    Act: _act,
    TakeFavour: _favour,
    TakeTown: _town,
    CultStep: _cult_step,
    Stay: _stay,
    Send: _send,
    Bridge: _bridge,
    Connect: _connect,
    Advance: _advance,
    Leech: _leech,
    Decline: _decline,
    Later: lambda _: "answer later",
    Wait: lambda _: "let the others answer first",
    Done: lambda _: "end your turn",
    Pass: _pass,
    Discard: lambda _: "throw a spade away",
    ForgoBridge: lambda _: "give the bridge up",
}


def digging_text(record: Record, seat: int) -> str:
    """What a spade costs the player: '2 W', '1 P'."""
    priests = spade_priests(record, seat)
    return f"{priests} P" if priests else f"{spade_workers(record, seat)} W"
