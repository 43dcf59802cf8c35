"""Why a decision is not legal: what, and by which rule. Only asked about decisions that `legal` does not list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

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
    Drop,
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
    BRIDGE_ENDS,
    BRIDGE_NAMES,
    COLOURS,
    HEX_NAMES,
    HEX_OF_NAME,
    TERRAINS,
    holds,
)
from dolmen.games.terra_mystica.rules.factions import (
    COST,
    DIG_COINS,
    DIG_COST_PRIESTS,
    DIG_COST_WORKERS,
    FACTIONS,
    MAX_DIGGING,
    MAX_SHIPPING_OF,
    NAMES,
    POINTS_FOR_COINS,
    RIVER_TOWNS,
    SHIPPING_COST_COINS,
    SHIPPING_COST_PRIESTS,
)
from dolmen.games.terra_mystica.rules.reach import reached, reached_by_skipping, skip_priests, skip_workers
from dolmen.games.terra_mystica.rules.record import (
    BUILD_ANYWHERE,
    BUILD_IN_REACH,
    NO_BUILDING,
    NOBODY,
    ROUNDS,
    Phase,
    Record,
    faction_of,
    has_favour,
    has_stronghold,
)
from dolmen.games.terra_mystica.rules.spades import (
    home_of,
    open_spades,
    spade_priests,
    spade_workers,
    spades_needed,
    was_worked,
)
from dolmen.games.terra_mystica.rules.structures import piece_left, upgrade_coins
from dolmen.games.terra_mystica.rules.tiles import (
    BONUSES,
    DWELLING,
    FAVOURS,
    POWER_COST,
    STRUCTURE_CODES,
    STRUCTURE_NAMES,
    UPGRADED_FROM,
)
from dolmen.games.terra_mystica.rules.turns import seat_of

EXPECTED: Final = {
    Phase.FACTION: "{player} choose a faction (rule: Tableros de facción)",
    Phase.DWELLING: "{player} place a first dwelling (rule: Ubicar las estructuras iniciales)",
    Phase.FIRST_BONUS: "{player} take a first bonus tile (rule: Escoger la loseta de bonificación inicial)",
    Phase.ACTION: "it is the turn of {player} (rule: Fase II, acciones)",
    Phase.OFFER: "{player} answer an offer of power (rule: Ganar puntos de poder mediante estructuras)",
    Phase.REWARD: "{player} take a free cult step (rule: Escalas de culto)",
    Phase.SPADE: "{player} use spades of the cult bonus (rule: Fase III, bonificación de culto)",
    Phase.OVER: "the game is over (rule: Fin de la partida)",
}

_TURN: Final = frozenset({Phase.ACTION})
_PHASES: Final[dict[type, frozenset[Phase]]] = {
    ChooseFaction: frozenset({Phase.FACTION}),
    Build: frozenset({Phase.ACTION, Phase.DWELLING}),
    Transform: frozenset({Phase.ACTION, Phase.SPADE}),
    Terrain: frozenset({Phase.ACTION, Phase.SPADE}),
    Discard: frozenset({Phase.ACTION, Phase.SPADE}),
    CultStep: frozenset({Phase.ACTION, Phase.REWARD}),
    Leech: frozenset({Phase.OFFER}),
    Decline: frozenset({Phase.OFFER}),
    Later: frozenset({Phase.OFFER, Phase.REWARD}),
    Pass: frozenset({Phase.ACTION, Phase.FIRST_BONUS}),
}


def name_of(record: Record, seat: int) -> str:
    """The faction of a seat, or its number before the choice."""
    faction = int(record.faction[seat])
    return NAMES[faction] if faction != NOBODY else f"player {seat + 1}"


def expected(record: Record) -> str:
    """What the rules ask for now."""
    seat = int(record.player)
    return EXPECTED[Phase(record.phase)].format(player=name_of(record, seat) if seat >= 0 else "nobody")


def refusal(record: Record, action: int) -> str:
    """Why the decision is refused, with the rule's name."""
    chosen = decode(action)
    if Phase(record.phase) not in _PHASES.get(type(chosen), _TURN):
        return f"'{chosen}' is not what is asked: {expected(record)}"
    reason = _in_progress(record, chosen) or _REASONS[type(chosen)](record, chosen)
    return f"{name_of(record, int(record.player))} may not '{chosen}': {reason}"


def _in_progress(record: Record, action: Action) -> str | None:
    """What must be done first, or that the turn's action is made already."""
    if int(record.transforming) >= 0 and not isinstance(action, Terrain):
        return f"the new terrain of {HEX_NAMES[int(record.transforming)]} is asked for (rule: Transformar y construir)"
    if int(record.tile_steps) > 0 and not isinstance(action, Stay):
        return "it must be said which cult track stays at 9 for want of keys (rule: La casilla 10)"
    if isinstance(action, (Act, Advance, Send, Pass)) and record.phase == Phase.ACTION and record.acted:
        return f"the action of this turn is made{_open_things(record)} (rule: Fase II, acciones)"
    return None


def _open_things(record: Record) -> str:
    """What the action in progress still asks for."""
    open_things = [
        name
        for name, number in (
            ("spades", record.spades),
            ("a favour tile", record.favours_due),
            ("a town tile", record.towns_due),
            ("a bridge", record.bridge_due),
            ("a free upgrade", record.upgrade_due),
            ("a sandstorm", record.sandstorm_due),
            ("cult steps", record.steps_due),
            ("a dwelling by broom", int(record.build_right) == BUILD_ANYWHERE),
        )
        if number
    ]
    return f", and {', '.join(open_things)} still open" if open_things else ""


def _price(record: Record, player: int, workers: int, coins: int, priests: int) -> str:
    """What something costs, and what the player has of it."""
    held = (int(record.workers[player]), int(record.coins[player]), int(record.priests[player]))
    parts = [
        f"{due} {name} (has {has})"
        for due, has, name in zip((workers, coins, priests), held, ("workers", "coins", "priests"), strict=True)
        if due
    ]
    return f"it costs {' and '.join(parts)}"


def _is_short(record: Record, player: int, workers: int, coins: int, priests: int) -> bool:
    return (
        int(record.workers[player]) < workers
        or int(record.coins[player]) < coins
        or int(record.priests[player]) < priests
    )


def _reach(record: Record, player: int, land: int) -> str | None:
    """Whether a hex is out of reach, or its tunnel or carpet cannot be paid."""
    low, high = reached(record, player)
    if holds(low, high, land) or land == int(record.skipped_to):
        return None
    low, high = reached_by_skipping(record, player)
    if holds(low, high, land):
        price = _price(record, player, skip_workers(record, player), 0, skip_priests(record, player))
        return f"{HEX_NAMES[land]} is reached only by tunnel or carpet; {price} (rule: Apéndice VI)"
    return f"{HEX_NAMES[land]} is not adjacent to a structure of {name_of(record, player)} (rule: Adyacencia)"


def _faction(record: Record, action: ChooseFaction) -> str:
    colour = FACTIONS[NAMES.index(action.faction)].colour
    dealt = int(record.colour[int(record.player)])
    if dealt != NOBODY and COLOURS[dealt] != colour:
        return f"the colour dealt is {COLOURS[dealt]}, not {colour} (rule: Tableros de facción)"
    return f"somebody plays {colour} already (rule: Tableros de facción)"


def _build(record: Record, action: Build) -> str:
    player = int(record.player)
    land = HEX_OF_NAME[action.hex]
    home = home_of(record, player)
    if int(record.owner[land]) != NOBODY:
        return f"a structure of {name_of(record, int(record.owner[land]))} stands there (rule: Construir una morada)"
    if int(record.terrain[land]) != home:
        return f"it is {_terrain(record, land)}, not {COLOURS[home]} (rule: Construir una morada)"
    if record.phase == Phase.DWELLING:
        return "it is not free (rule: Ubicar las estructuras iniciales)"
    if record.acted and int(record.spades) > 0:
        return "the spades are used first (rule: Transformar y construir)"
    right = int(record.build_right) if record.acted else BUILD_IN_REACH
    if right == NO_BUILDING:
        return f"the action of this turn is made{_open_things(record)} (rule: Fase II, acciones)"
    if record.acted and not was_worked(record, land) and (right != BUILD_IN_REACH or int(record.worked_count)):
        return "a dwelling may stand only on land transformed in this action (rule: Transformar y construir)"
    if not piece_left(record, player, DWELLING):
        return "no dwelling is left (rule: Construir una morada)"
    workers, coins = (int(cost) for cost in COST[faction_of(record, player), DWELLING])
    return _reach(record, player, land) or f"{_price(record, player, workers, coins, 0)} (rule: Construir una morada)"


def _terrain(record: Record, land: int) -> str:
    colour = int(record.terrain[land])
    return f"{COLOURS[colour]} ({TERRAINS[colour]})"


def _upgrade(record: Record, action: Upgrade) -> str:
    player = int(record.player)
    land = HEX_OF_NAME[action.hex]
    structure = STRUCTURE_CODES.index(action.structure)
    needed = int(UPGRADED_FROM[structure])
    if int(record.owner[land]) != player:
        return f"{action.hex} holds no structure of {name_of(record, player)} (rule: Mejorar una estructura)"
    if int(record.structure[land]) != needed:
        stands = STRUCTURE_NAMES[int(record.structure[land])]
        return f"a {stands} stands there, not a {STRUCTURE_NAMES[needed]} (rule: Mejorar una estructura)"
    if not piece_left(record, player, structure):
        return f"no {STRUCTURE_NAMES[structure]} is left (rule: Mejorar una estructura)"
    if record.acted:
        return f"the action of this turn is made{_open_things(record)} (rule: Fase II, acciones)"
    workers = int(COST[faction_of(record, player), structure, 0])
    price = _price(record, player, workers, upgrade_coins(record, player, land, structure), 0)
    return f"{price} (rule: Mejorar una estructura)"


def _transform(record: Record, action: Transform) -> str:
    player = int(record.player)
    land = HEX_OF_NAME[action.hex]
    if int(record.owner[land]) != NOBODY:
        return "a structure stands there (rule: Transformar una casilla de terreno)"
    if record.sandstorm_due:
        return "a sandstorm needs other terrain that shares an edge with an own structure (rule: Apéndice VI, nómadas)"
    if open_spades(record, player) == 0:
        return "there are no spades to use (rule: Transformar una casilla de terreno)"
    out = _reach(record, player, land)
    if out:
        return out
    if was_worked(record, land):
        return "an action transforms a hex once (rule: Transformar una casilla de terreno)"
    return f"{open_spades(record, player)} spades cannot be used there (rule: Transformar una casilla de terreno)"


def _colour(record: Record, action: Terrain) -> str:
    player = int(record.player)
    land = int(record.transforming)
    if land < 0:
        return "no hex is being transformed (rule: Transformar una casilla de terreno)"
    colour = COLOURS.index(action.colour)
    if colour == int(record.terrain[land]):
        return f"{HEX_NAMES[land]} is {action.colour} already (rule: Transformar una casilla de terreno)"
    needed = spades_needed(record, player, land, colour)
    if needed > open_spades(record, player):
        return f"it takes {needed} spades, there are {open_spades(record, player)} (rule: Ciclo de transformación)"
    if record.one_hex:
        return (
            f"it takes {needed} of {open_spades(record, player)} spades, and all of them are used on this hex "
            f"(rule: Transformar una casilla de terreno)"
        )
    return "only one hex of an action may stay foreign terrain (rule: Transformar y construir)"


def _dig(record: Record, _: Dig) -> str:
    player = int(record.player)
    workers, priests = spade_workers(record, player), spade_priests(record, player)
    if record.acted and not record.may_dig:
        return f"the action of this turn buys no spades{_open_things(record)} (rule: Transformar y construir)"
    if int(record.worked_count):
        return "spades are bought before the land is transformed (rule: Transformar una casilla de terreno)"
    if _is_short(record, player, workers, 0, priests):
        return f"{_price(record, player, workers, 0, priests)} (rule: Reducir el ratio de canje por palas)"
    return "more spades could not be used (rule: Transformar una casilla de terreno)"


def _burn(record: Record, _: Burn) -> str:
    return (
        f"bowl II holds {int(record.bowls[int(record.player), 1])} tokens, two are needed (rule: Sacrificio de poder)"
    )


def _convert(record: Record, action: Convert) -> str:
    player = int(record.player)
    if "vp" in (action.good, action.into) and not POINTS_FOR_COINS[faction_of(record, player)]:
        return "only alchemists turn points into coins and coins into points (rule: Apéndice VI, alquimistas)"
    if (action.good, action.into) == ("w", "p") and int(record.ordination) == 0:
        return "only darklings ordain workers, right after building the stronghold (rule: Apéndice VI)"
    held = {
        "pw": int(record.bowls[player, 2]),
        "p": int(record.priests[player]),
        "w": int(record.workers[player]),
        "c": int(record.coins[player]),
        "vp": int(record.vp[player]),
    }[action.good]
    if held < action.given:
        return f"{action.given}{action.good} are needed, {held} are there (rule: Conversiones)"
    if int(record.bought) and int(record.spades):
        return "the spades that were bought could not be used then (rule: Transformar una casilla de terreno)"
    return "no priest is left in the supply (rule: Conversiones)"


def _act(record: Record, action: Act) -> str:
    player = int(record.player)
    name = action.action
    if name[:3] == "ACT" and name[3:].isdigit():
        number = int(name[3:]) - 1
        power = int(record.bowls[player, 2])
        if int(record.power_used) >> number & 1:
            return "it was taken in this round (rule: Acciones de poder)"
        if power < int(POWER_COST[number]):
            return f"it costs {int(POWER_COST[number])} power, bowl III holds {power} (rule: Acciones de poder)"
        return "there is no place for a bridge, or no bridge is left (rule: Construir un puente)"
    if name.startswith("BON"):
        if int(record.bonus[player]) != BONUSES.index(name):
            return f"{name} is not held (rule: Acciones especiales)"
    elif name == "FAV6":
        if not has_favour(record, player, FAVOURS.index(name)):
            return "FAV6 is not held (rule: Acciones especiales)"
    else:
        faction = FACTIONS[faction_of(record, player)]
        if faction.special != name:
            return f"it is not an action of {faction.name} (rule: Apéndice VI)"
        if not has_stronghold(record, player) and not faction.special_at_once:
            return "the stronghold is not built (rule: Apéndice VI)"
        if not int(record.used[player]) & 1:
            return "there is nothing it could be used on, or it cannot be paid (rule: Apéndice VI)"
    return "it was taken in this round (rule: Acciones especiales)"


def _favour(record: Record, action: TakeFavour) -> str:
    if int(record.favours_due) == 0:
        return "no favour tile is due (rule: Apéndice II)"
    if has_favour(record, int(record.player), FAVOURS.index(action.tile)):
        return f"{action.tile} is held already (rule: Apéndice II)"
    return f"no {action.tile} is left (rule: Apéndice II)"


def _town(record: Record, action: TakeTown) -> str:
    if int(record.towns_due) == 0:
        return "no town was founded (rule: Fundar una ciudad)"
    return f"no {action.tile} is left (rule: Apéndice V)"


def _step(record: Record, action: CultStep) -> str:
    due = int(record.steps_due)
    if due and due != action.steps:
        return f"{due} steps on one track are due (rule: Acciones especiales)"
    return "there is no free cult step (rule: Escalas de culto)"


def _stay(_: Record, __: Stay) -> str:
    return "keys are not short there (rule: La casilla 10)"


def _send(record: Record, action: Send) -> str:
    if int(record.priests[int(record.player)]) == 0:
        return "there is no priest to send (rule: Enviar un sacerdote a una orden de culto)"
    return f"no place for {action.steps} is free in the order of {action.cult} (rule: Enviar un sacerdote)"


def _bridge(record: Record, action: Bridge) -> str:
    player = int(record.player)
    bridge = BRIDGE_NAMES.index(action.ends)
    if not record.bridge_due:
        return "no bridge is paid for (rule: Construir un puente)"
    if int(record.bridge_owner[bridge]) != NOBODY:
        return "a bridge stands there (rule: Construir un puente)"
    if player not in [int(record.owner[int(land)]) for land in BRIDGE_ENDS[bridge]]:
        return "no own structure stands at either end (rule: Construir un puente)"
    return "no bridge is left (rule: Construir un puente)"


def _connect(record: Record, _: Connect) -> str:
    if not RIVER_TOWNS[faction_of(record, int(record.player))]:
        return "only mermaids found towns over a river (rule: Apéndice VI, sirenas)"
    return "the structures around it found no new town (rule: Fundar una ciudad)"


def _advance(record: Record, action: Advance) -> str:
    player = int(record.player)
    faction = faction_of(record, player)
    if action.track == "ship":
        if int(record.shipping[player]) >= int(MAX_SHIPPING_OF[faction]):
            return "the track is at its end (rule: Avanzar en la escala de navegación fluvial)"
        return f"{_price(record, player, 0, SHIPPING_COST_COINS, SHIPPING_COST_PRIESTS)} (rule: Navegación fluvial)"
    if int(record.digging[player]) >= int(MAX_DIGGING[faction]):
        return "the track is at its end (rule: Reducir el ratio de canje por palas)"
    price = _price(record, player, DIG_COST_WORKERS, int(DIG_COINS[faction]), DIG_COST_PRIESTS)
    return f"{price} (rule: Reducir el ratio de canje por palas)"


def _answer(record: Record, action: Leech | Decline) -> str:
    index = int(record.asked)
    giver = name_of(record, int(record.offer_from[index]))
    size = int(record.offer_size[index])
    if (giver, min(size, 12)) == (action.faction, action.size):
        if record.offer_lapsed[index]:
            return "it was skipped for a newer one or followed by a conversion: it can only be refused (strict-leech)"
        return "the bowls can take no power (rule: El precio del poder)"
    return f"the offer is {size} from {giver} (rule: Ganar puntos de poder mediante estructuras)"


def _later(_: Record, __: Later) -> str:
    return "answers are given at once, or too many offers are open (option: late-answers)"


def _wait(record: Record, _: Wait) -> str:
    if record.acted and int(record.offers) + int(record.reward_steps):
        return "the action is complete: the turn ends here (option: late-answers)"
    return "nothing is open that others could answer (option: late-answers)"


def _done(record: Record, _: Done) -> str:
    if not record.acted:
        return "no action is made yet (rule: Fase II, acciones)"
    return f"the action is not complete{_open_things(record)} (rule: Fase II, acciones)"


def _pass(record: Record, action: Pass) -> str:
    last = int(record.round_number) == ROUNDS
    if action.tile is None:
        return "a bonus tile must be taken (rule: Pasar)"
    if last:
        return "no bonus tile is taken in the last round (rule: Pasar)"
    if int(record.bonus[int(record.player)]) == BONUSES.index(action.tile):
        return f"{action.tile} is the tile just returned (rule: Pasar)"
    return f"{action.tile} is not free (rule: Pasar)"


def _discard(record: Record, _: Discard) -> str:
    if open_spades(record, int(record.player)) == 0:
        return "there are no spades (rule: Transformar una casilla de terreno)"
    return "bought spades must be used (rule: Transformar una casilla de terreno)"


def _drop(record: Record, action: Drop) -> str:
    if seat_of(record, NAMES.index(action.faction)) == NOBODY:
        return f"{action.faction} are not in the game"
    return "leaving the game is no decision of the rules; only game files know it"


def _forgo_bridge(record: Record, _: ForgoBridge) -> str:
    if not record.bridge_due:
        return "no bridge is paid for (rule: Construir un puente)"
    return "a bridge that is paid for is built (rule: Construir un puente)"


_REASONS: Final[dict[type, Callable[[Any, Any], str]]] = {
    ChooseFaction: _faction,
    Build: _build,
    Upgrade: _upgrade,
    Transform: _transform,
    Terrain: _colour,
    Dig: _dig,
    Burn: _burn,
    Convert: _convert,
    Act: _act,
    TakeFavour: _favour,
    TakeTown: _town,
    CultStep: _step,
    Stay: _stay,
    Send: _send,
    Bridge: _bridge,
    Connect: _connect,
    Advance: _advance,
    Leech: _answer,
    Decline: _answer,
    Later: _later,
    Wait: _wait,
    Done: _done,
    Pass: _pass,
    Discard: _discard,
    Drop: _drop,
    ForgoBridge: _forgo_bridge,
}
