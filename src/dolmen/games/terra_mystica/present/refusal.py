"""Why a place cannot be chosen now, in the reader's language."""

from __future__ import annotations

from dolmen.contract.content import Fact
from dolmen.contract.game import State
from dolmen.games.terra_mystica.present.vocabulary import Vocabulary
from dolmen.games.terra_mystica.rules.board import HEX_OF_NAME, holds
from dolmen.games.terra_mystica.rules.factions import COST
from dolmen.games.terra_mystica.rules.reach import reached, reached_by_skipping
from dolmen.games.terra_mystica.rules.record import NOBODY, Phase
from dolmen.games.terra_mystica.rules.spades import home_of, spade_priests, spade_workers, spades_needed
from dolmen.games.terra_mystica.rules.tiles import DWELLING


def refusal(state: State, place: str, vocabulary: Vocabulary) -> Fact:
    """The reason, with the key of its rule."""
    _ = vocabulary.words.gettext
    record = state.record
    kind, _dash, name = place.partition("-")
    if kind != "hex" or name not in HEX_OF_NAME:
        return Fact("action", _("Nothing can be chosen there now."))
    seat, land = state.current_player, HEX_OF_NAME[name]
    if record.phase == Phase.DWELLING and record.owner[land] == NOBODY:
        home = vocabulary.terrain(home_of(record, seat))
        text = _("%(hex)s is %(terrain)s; first dwellings stand on your home terrain, %(home)s.")
        parts = {"hex": name, "terrain": vocabulary.terrain(int(record.terrain[land])), "home": home}
        return Fact("dwelling", text % parts)
    if record.phase != Phase.ACTION or record.acted:
        return Fact("action", _("There is nothing to choose on the map now: answer the question first."))
    owner = int(record.owner[land])
    if owner not in (NOBODY, seat):
        builder = vocabulary.people(int(record.faction[owner])).first
        return Fact("spade", _("%(faction)s have already built on %(hex)s.") % {"faction": builder, "hex": name})
    if owner == seat:
        return Fact("raise", _("Your structure on %(hex)s cannot be raised now.") % {"hex": name})
    near, far = reached(record, seat), reached_by_skipping(record, seat)
    if not (holds(*near, land) or holds(*far, land)):
        return Fact("reach", _("%(hex)s is not adjacent to your structures, directly or by ship.") % {"hex": name})
    spades = spades_needed(record, seat, land, home_of(record, seat))
    faction = int(record.faction[seat])
    workers = int(COST[faction, DWELLING, 0]) + spades * spade_workers(record, seat)
    coins, priests = int(COST[faction, DWELLING, 1]), spades * spade_priests(record, seat)
    price = vocabulary.listed(vocabulary.goods((workers, coins, priests, 0)))
    held = vocabulary.listed(
        vocabulary.counted(number, good)
        for number, good in (
            (int(record.workers[seat]), "worker"),
            (int(record.coins[seat]), "coin"),
            (int(record.priests[seat]), "priest"),
        )
    )
    text = _("A dwelling on %(hex)s with its spades costs %(price)s; you have %(held)s.")
    return Fact("spade", text % {"hex": name, "price": price, "held": held})
