"""Why a decision is not legal: what, and by which rule. Only asked about decisions that `legal` does not list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from dolmen.core.messages import Listed, Message, Term
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

TITLES: Final = tuple("Chaos Magicians" if name == "chaosmagicians" else name.capitalize() for name in NAMES)
"""The factions as people call them."""

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


def faction_name(faction: int) -> Message:
    """A faction: 'witches', the Witches."""
    return Term(NAMES[faction], f"the {TITLES[faction]}")


def name_of(record: Record, seat: int) -> Message:
    """The faction of a seat, or its number before the choice."""
    faction = int(record.faction[seat])
    return faction_name(faction) if faction != NOBODY else Message("player %(number)s", number=seat + 1)


def of_faction(faction: int) -> Message:
    """'of witches', of the Witches: languages melt the article into it."""
    return Term(f"of {NAMES[faction]}", f"of the {TITLES[faction]}")


def of_seat(record: Record, seat: int) -> Message:
    """The same of a seat."""
    faction = int(record.faction[seat])
    return of_faction(faction) if faction != NOBODY else Message("of player %(number)s", number=seat + 1)


def expected(record: Record) -> Message:
    """What the rules ask for now."""
    seat = int(record.player)
    who = name_of(record, seat) if seat >= 0 else Message("nobody")
    whose = of_seat(record, seat) if seat >= 0 else who
    return {
        Phase.FACTION: Message("%(player)s chooses a faction", player=who).by_rule("Tableros de facción"),
        Phase.DWELLING: Message("%(player)s place a first dwelling", player=who).by_rule(
            "Ubicar las estructuras iniciales"
        ),
        Phase.FIRST_BONUS: Message("%(player)s take a first bonus tile", player=who).by_rule(
            "Escoger la loseta de bonificación inicial"
        ),
        Phase.ACTION: Message("it is the turn %(of_player)s", of_player=whose).by_rule("Fase II, acciones"),
        Phase.OFFER: Message("%(player)s answer an offer of power", player=who).by_rule(
            "Ganar puntos de poder mediante estructuras"
        ),
        Phase.REWARD: Message("%(player)s take a free cult step", player=who).by_rule("Escalas de culto"),
        Phase.SPADE: Message("%(player)s use spades of the cult bonus", player=who).by_rule(
            "Fase III, bonificación de culto"
        ),
        Phase.OVER: Message("the game is over").by_rule("Fin de la partida"),
    }[Phase(record.phase)]


def refusal(record: Record, action: int) -> Message:
    """Why the decision is refused, with the rule's name."""
    chosen = decode(action)
    if Phase(record.phase) not in _PHASES.get(type(chosen), _TURN):
        return Message("'%(action)s' is not what is asked: %(asked)s", action=chosen, asked=expected(record))
    reason = _in_progress(record, chosen) or _REASONS[type(chosen)](record, chosen)
    who = name_of(record, int(record.player))
    return Message("%(player)s may not '%(action)s': %(reason)s", player=who, action=chosen, reason=reason)


def _in_progress(record: Record, action: Action) -> Message | None:
    """What must be done first, or that the turn's action is made already."""
    if int(record.transforming) >= 0 and not isinstance(action, Terrain):
        land = HEX_NAMES[int(record.transforming)]
        return Message("the new terrain of %(hex)s is asked for", hex=land).by_rule("Transformar y construir")
    if int(record.tile_steps) > 0 and not isinstance(action, Stay):
        return Message("it must be said which cult track stays at 9 for want of keys").by_rule("La casilla 10")
    if isinstance(action, (Act, Advance, Send, Pass)) and record.phase == Phase.ACTION and record.acted:
        return _action_made(record)
    return None


def _action_made(record: Record) -> Message:
    made = Message("the action of this turn is made%(open)s", open=_open_things(record))
    return made.by_rule("Fase II, acciones")


def _open_things(record: Record) -> Message:
    """What the action in progress still asks for; nothing where it asks for nothing."""
    open_things = [
        thing
        for thing, number in (
            (Message("spades"), record.spades),
            (Message("a favour tile"), record.favours_due),
            (Message("a town tile"), record.towns_due),
            (Message("a bridge"), record.bridge_due),
            (Message("a free upgrade"), record.upgrade_due),
            (Message("a sandstorm"), record.sandstorm_due),
            (Message("cult steps"), record.steps_due),
            (Message("a dwelling by broom"), int(record.build_right) == BUILD_ANYWHERE),
        )
        if number
    ]
    if not open_things:
        return Listed(())
    return Message(", and %(things)s still open", things=Listed(open_things, ", "))


def _price(record: Record, player: int, workers: int, coins: int, priests: int) -> Message:
    """What something costs, and what the player has of it."""
    held = {"workers": record.workers[player], "coins": record.coins[player], "priests": record.priests[player]}
    parts = [
        Message("%(due)s workers (has %(workers)s)", due=workers, **held) if workers else None,
        Message("%(due)s coins (has %(coins)s)", due=coins, **held) if coins else None,
        Message("%(due)s priests (has %(priests)s)", due=priests, **held) if priests else None,
    ]
    return Message("it costs %(price)s", price=Listed([part for part in parts if part]))


def _is_short(record: Record, player: int, workers: int, coins: int, priests: int) -> bool:
    return (
        int(record.workers[player]) < workers
        or int(record.coins[player]) < coins
        or int(record.priests[player]) < priests
    )


def _reach(record: Record, player: int, land: int) -> Message | None:
    """Whether a hex is out of reach, or its tunnel or carpet cannot be paid."""
    low, high = reached(record, player)
    if holds(low, high, land) or land == int(record.skipped_to):
        return None
    low, high = reached_by_skipping(record, player)
    if holds(low, high, land):
        price = _price(record, player, skip_workers(record, player), 0, skip_priests(record, player))
        text = Message("%(hex)s is reached only by tunnel or carpet; %(price)s", hex=HEX_NAMES[land], price=price)
        return text.by_rule("Apéndice VI")
    whose = of_seat(record, player)
    text = Message("%(hex)s is not adjacent to a structure %(of_player)s", hex=HEX_NAMES[land], of_player=whose)
    return text.by_rule("Adyacencia")


def _colour_name(colour: int) -> Message:
    """A colour, which is a terrain."""
    return Term(COLOURS[colour], TERRAINS[colour])


def _faction(record: Record, action: ChooseFaction) -> Message:
    colour = COLOURS.index(FACTIONS[NAMES.index(action.faction)].colour)
    dealt = int(record.colour[int(record.player)])
    if dealt not in (NOBODY, colour):
        wished = _colour_name(colour)
        text = Message("the colour dealt is %(dealt)s, not %(colour)s", dealt=_colour_name(dealt), colour=wished)
        return text.by_rule("Tableros de facción")
    return Message("somebody plays %(colour)s already", colour=_colour_name(colour)).by_rule("Tableros de facción")


def _build(record: Record, action: Build) -> Message:
    player = int(record.player)
    land = HEX_OF_NAME[action.hex]
    home = home_of(record, player)
    if int(record.owner[land]) != NOBODY:
        whose = of_seat(record, int(record.owner[land]))
        return Message("a structure %(of_player)s stands there", of_player=whose).by_rule("Construir una morada")
    if int(record.terrain[land]) != home:
        text = Message("it is %(terrain)s, not %(home)s", terrain=_terrain(record, land), home=_colour_name(home))
        return text.by_rule("Construir una morada")
    if record.phase == Phase.DWELLING:
        return Message("it is not free").by_rule("Ubicar las estructuras iniciales")
    if record.acted and int(record.spades) > 0:
        return Message("the spades are used first").by_rule("Transformar y construir")
    right = int(record.build_right) if record.acted else BUILD_IN_REACH
    if right == NO_BUILDING:
        return _action_made(record)
    if record.acted and not was_worked(record, land) and (right != BUILD_IN_REACH or int(record.worked_count)):
        text = Message("a dwelling may stand only on land transformed in this action")
        return text.by_rule("Transformar y construir")
    if not piece_left(record, player, DWELLING):
        return _none_left(DWELLING).by_rule("Construir una morada")
    workers, coins = (int(cost) for cost in COST[faction_of(record, player), DWELLING])
    price = _price(record, player, workers, coins, 0)
    return _reach(record, player, land) or price.by_rule("Construir una morada")


def _none_left(structure: int) -> Message:
    return Message("no %(structure)s is left", structure=Message(STRUCTURE_NAMES[structure]))


def _terrain(record: Record, land: int) -> Message:
    colour = int(record.terrain[land])
    return Term(f"{COLOURS[colour]} ({TERRAINS[colour]})", TERRAINS[colour])


def _upgrade(record: Record, action: Upgrade) -> Message:
    player = int(record.player)
    land = HEX_OF_NAME[action.hex]
    structure = STRUCTURE_CODES.index(action.structure)
    needed = int(UPGRADED_FROM[structure])
    if int(record.owner[land]) != player:
        whose = of_seat(record, player)
        text = Message("%(hex)s holds no structure %(of_player)s", hex=action.hex, of_player=whose)
        return text.by_rule("Mejorar una estructura")
    if int(record.structure[land]) != needed:
        stands = Message(STRUCTURE_NAMES[int(record.structure[land])])
        due = Message(STRUCTURE_NAMES[needed])
        text = Message("a %(stands)s stands there, not a %(needed)s", stands=stands, needed=due)
        return text.by_rule("Mejorar una estructura")
    if not piece_left(record, player, structure):
        return _none_left(structure).by_rule("Mejorar una estructura")
    if record.acted:
        return _action_made(record)
    workers = int(COST[faction_of(record, player), structure, 0])
    price = _price(record, player, workers, upgrade_coins(record, player, land, structure), 0)
    return price.by_rule("Mejorar una estructura")


def _transform(record: Record, action: Transform) -> Message:
    player = int(record.player)
    land = HEX_OF_NAME[action.hex]
    if int(record.owner[land]) != NOBODY:
        return Message("a structure stands there").by_rule("Transformar una casilla de terreno")
    if record.sandstorm_due:
        text = Message("a sandstorm needs other terrain that shares an edge with an own structure")
        return text.by_rule("Apéndice VI, nómadas")
    if open_spades(record, player) == 0:
        return Message("there are no spades to use").by_rule("Transformar una casilla de terreno")
    out = _reach(record, player, land)
    if out:
        return out
    if was_worked(record, land):
        return Message("an action transforms a hex once").by_rule("Transformar una casilla de terreno")
    spades = open_spades(record, player)
    return Message("%(spades)s spades cannot be used there", spades=spades).by_rule(
        "Transformar una casilla de terreno"
    )


def _colour(record: Record, action: Terrain) -> Message:
    player = int(record.player)
    land = int(record.transforming)
    if land < 0:
        return Message("no hex is being transformed").by_rule("Transformar una casilla de terreno")
    colour = COLOURS.index(action.colour)
    if colour == int(record.terrain[land]):
        text = Message("%(hex)s is %(colour)s already", hex=HEX_NAMES[land], colour=_colour_name(colour))
        return text.by_rule("Transformar una casilla de terreno")
    spades = {"needed": spades_needed(record, player, land, colour), "open": open_spades(record, player)}
    if spades["needed"] > spades["open"]:
        text = Message("it takes %(needed)s spades, there are %(open)s", **spades)
        return text.by_rule("Ciclo de transformación")
    if record.one_hex:
        text = Message("it takes %(needed)s of %(open)s spades, and all of them are used on this hex", **spades)
        return text.by_rule("Transformar una casilla de terreno")
    text = Message("only one hex of an action may stay foreign terrain")
    return text.by_rule("Transformar y construir")


def _dig(record: Record, _: Dig) -> Message:
    player = int(record.player)
    workers, priests = spade_workers(record, player), spade_priests(record, player)
    if record.acted and not record.may_dig:
        text = Message("the action of this turn buys no spades%(open)s", open=_open_things(record))
        return text.by_rule("Transformar y construir")
    if int(record.worked_count):
        text = Message("spades are bought before the land is transformed")
        return text.by_rule("Transformar una casilla de terreno")
    if _is_short(record, player, workers, 0, priests):
        return _price(record, player, workers, 0, priests).by_rule("Reducir el ratio de canje por palas")
    return Message("more spades could not be used").by_rule("Transformar una casilla de terreno")


def _burn(record: Record, _: Burn) -> Message:
    tokens = int(record.bowls[int(record.player), 1])
    return Message("bowl II holds %(tokens)s tokens, two are needed", tokens=tokens).by_rule("Sacrificio de poder")


def _convert(record: Record, action: Convert) -> Message:
    player = int(record.player)
    if "vp" in (action.good, action.into) and not POINTS_FOR_COINS[faction_of(record, player)]:
        text = Message("only alchemists turn points into coins and coins into points")
        return text.by_rule("Apéndice VI, alquimistas")
    if (action.good, action.into) == ("w", "p") and int(record.ordination) == 0:
        text = Message("only darklings ordain workers, right after building the stronghold")
        return text.by_rule("Apéndice VI")
    held = {
        "pw": int(record.bowls[player, 2]),
        "p": int(record.priests[player]),
        "w": int(record.workers[player]),
        "c": int(record.coins[player]),
        "vp": int(record.vp[player]),
    }[action.good]
    if held < action.given:
        needed = f"{action.given}{action.good}"
        return Message("%(needed)s are needed, %(held)s are there", needed=needed, held=held).by_rule("Conversiones")
    if int(record.bought) and int(record.spades):
        text = Message("the spades that were bought could not be used then")
        return text.by_rule("Transformar una casilla de terreno")
    return Message("no priest is left in the supply").by_rule("Conversiones")


def _act(record: Record, action: Act) -> Message:
    player = int(record.player)
    name = action.action
    if name[:3] == "ACT" and name[3:].isdigit():
        return _power_action(record, int(name[3:]) - 1)
    if name.startswith("BON"):
        if int(record.bonus[player]) != BONUSES.index(name):
            return _not_held(name)
    elif name == "FAV6":
        if not has_favour(record, player, FAVOURS.index(name)):
            return _not_held(name)
    else:
        number = faction_of(record, player)
        faction = FACTIONS[number]
        if faction.special != name:
            text = Message("it is not an action %(of_faction)s", of_faction=of_faction(number))
            return text.by_rule("Apéndice VI")
        if not has_stronghold(record, player) and not faction.special_at_once:
            return Message("the stronghold is not built").by_rule("Apéndice VI")
        if not int(record.used[player]) & 1:
            text = Message("there is nothing it could be used on, or it cannot be paid")
            return text.by_rule("Apéndice VI")
    return Message("it was taken in this round").by_rule("Acciones especiales")


def _power_action(record: Record, number: int) -> Message:
    power = {"power": int(POWER_COST[number]), "held": int(record.bowls[int(record.player), 2])}
    if int(record.power_used) >> number & 1:
        return Message("it was taken in this round").by_rule("Acciones de poder")
    if power["held"] < power["power"]:
        return Message("it costs %(power)s power, bowl III holds %(held)s", **power).by_rule("Acciones de poder")
    return Message("there is no place for a bridge, or no bridge is left").by_rule("Construir un puente")


def _not_held(tile: str) -> Message:
    return Message("%(tile)s is not held", tile=tile).by_rule("Acciones especiales")


def _favour(record: Record, action: TakeFavour) -> Message:
    if int(record.favours_due) == 0:
        return Message("no favour tile is due").by_rule("Apéndice II")
    if has_favour(record, int(record.player), FAVOURS.index(action.tile)):
        return Message("%(tile)s is held already", tile=action.tile).by_rule("Apéndice II")
    return Message("no %(tile)s is left", tile=action.tile).by_rule("Apéndice II")


def _town(record: Record, action: TakeTown) -> Message:
    if int(record.towns_due) == 0:
        return Message("no town was founded").by_rule("Fundar una ciudad")
    return Message("no %(tile)s is left", tile=action.tile).by_rule("Apéndice V")


def _step(record: Record, action: CultStep) -> Message:
    due = int(record.steps_due)
    if due and due != action.steps:
        return Message("%(steps)s steps on one track are due", steps=due).by_rule("Acciones especiales")
    return Message("there is no free cult step").by_rule("Escalas de culto")


def _stay(_: Record, __: Stay) -> Message:
    return Message("keys are not short there").by_rule("La casilla 10")


def _send(record: Record, action: Send) -> Message:
    if int(record.priests[int(record.player)]) == 0:
        return Message("there is no priest to send").by_rule("Enviar un sacerdote a una orden de culto")
    cult = Term(action.cult, action.cult.lower())
    text = Message("no place for %(steps)s is free in the order of %(cult)s", steps=action.steps, cult=cult)
    return text.by_rule("Enviar un sacerdote")


def _bridge(record: Record, action: Bridge) -> Message:
    player = int(record.player)
    bridge = BRIDGE_NAMES.index(action.ends)
    if not record.bridge_due:
        return Message("no bridge is paid for").by_rule("Construir un puente")
    if int(record.bridge_owner[bridge]) != NOBODY:
        return Message("a bridge stands there").by_rule("Construir un puente")
    if player not in [int(record.owner[int(land)]) for land in BRIDGE_ENDS[bridge]]:
        return Message("no own structure stands at either end").by_rule("Construir un puente")
    return Message("no bridge is left").by_rule("Construir un puente")


def _connect(record: Record, _: Connect) -> Message:
    if not RIVER_TOWNS[faction_of(record, int(record.player))]:
        return Message("only mermaids found towns over a river").by_rule("Apéndice VI, sirenas")
    return Message("the structures around it found no new town").by_rule("Fundar una ciudad")


def _advance(record: Record, action: Advance) -> Message:
    player = int(record.player)
    faction = faction_of(record, player)
    at_end = Message("the track is at its end")
    if action.track == "ship":
        if int(record.shipping[player]) >= int(MAX_SHIPPING_OF[faction]):
            return at_end.by_rule("Avanzar en la escala de navegación fluvial")
        return _price(record, player, 0, SHIPPING_COST_COINS, SHIPPING_COST_PRIESTS).by_rule("Navegación fluvial")
    if int(record.digging[player]) >= int(MAX_DIGGING[faction]):
        return at_end.by_rule("Reducir el ratio de canje por palas")
    price = _price(record, player, DIG_COST_WORKERS, int(DIG_COINS[faction]), DIG_COST_PRIESTS)
    return price.by_rule("Reducir el ratio de canje por palas")


def _answer(record: Record, action: Leech | Decline) -> Message:
    index = int(record.asked)
    seat = int(record.offer_from[index])
    giver = name_of(record, seat)
    size = int(record.offer_size[index])
    if (str(giver), min(size, 12)) == (action.faction, action.size):
        if record.offer_lapsed[index]:
            return Message(
                "it was skipped for a newer one or followed by a conversion: it can only be refused (strict-leech)"
            )
        return Message("the bowls can take no power").by_rule("El precio del poder")
    from_giver = Term(f"from {giver}", f"from the {TITLES[faction_of(record, seat)]}")
    text = Message("the offer is %(size)s %(from_giver)s", size=size, from_giver=from_giver)
    return text.by_rule("Ganar puntos de poder mediante estructuras")


def _later(_: Record, __: Later) -> Message:
    return Message("answers are given at once, or too many offers are open (option: late-answers)")


def _wait(record: Record, _: Wait) -> Message:
    if record.acted and int(record.offers) + int(record.reward_steps):
        return Message("the action is complete: the turn ends here (option: late-answers)")
    return Message("nothing is open that others could answer (option: late-answers)")


def _done(record: Record, _: Done) -> Message:
    if not record.acted:
        return Message("no action is made yet").by_rule("Fase II, acciones")
    return Message("the action is not complete%(open)s", open=_open_things(record)).by_rule("Fase II, acciones")


def _pass(record: Record, action: Pass) -> Message:
    last = int(record.round_number) == ROUNDS
    if action.tile is None:
        return Message("a bonus tile must be taken").by_rule("Pasar")
    if last:
        return Message("no bonus tile is taken in the last round").by_rule("Pasar")
    if int(record.bonus[int(record.player)]) == BONUSES.index(action.tile):
        return Message("%(tile)s is the tile just returned", tile=action.tile).by_rule("Pasar")
    return Message("%(tile)s is not free", tile=action.tile).by_rule("Pasar")


def _discard(record: Record, _: Discard) -> Message:
    if open_spades(record, int(record.player)) == 0:
        return Message("there are no spades").by_rule("Transformar una casilla de terreno")
    return Message("bought spades must be used").by_rule("Transformar una casilla de terreno")


def _drop(record: Record, action: Drop) -> Message:
    faction = NAMES.index(action.faction)
    if seat_of(record, faction) == NOBODY:
        return Message("%(faction)s are not in the game", faction=faction_name(faction))
    return Message("leaving the game is no decision of the rules; only game files know it")


def _forgo_bridge(record: Record, _: ForgoBridge) -> Message:
    if not record.bridge_due:
        return Message("no bridge is paid for").by_rule("Construir un puente")
    return Message("a bridge that is paid for is built").by_rule("Construir un puente")


_REASONS: Final[dict[type, Callable[[Any, Any], Message]]] = {
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
