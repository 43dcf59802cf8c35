"""The rules of Terra Mystica in a few words each: what `?` tells at the terminal. The keys are `explain.topic`'s."""

from __future__ import annotations

from typing import Final

_TRANSFORM = (
    "A spade turns a hex into a terrain next to its own on the cycle desert, plains, swamp, lakes, forest, mountains, "
    "wasteland and back to desert. The hex must be free and adjacent to you, directly, over a bridge or by shipping. "
)

RULES: Final = {
    "faction": (
        "Faction boards",
        "In turn order everybody chooses a faction whose colour nobody has. It brings goods, power, steps in the "
        "cults, an ability and a stronghold of its own.",
    ),
    "dwelling": (
        "First dwellings",
        "In turn order everybody puts a dwelling on a hex of his home terrain, then a second one in reverse order; the "
        "nomads a third, and last of all the chaos magicians their only one. They cost nothing and offer no power.",
    ),
    "first_bonus": (
        "First bonus tile",
        "From the last player back to the first everybody takes a bonus tile. It gives its income now and its use "
        "until you pass; tiles that are left get a coin.",
    ),
    "action": (
        "Phase II, actions",
        "One of eight. Transform a hex and perhaps build a dwelling; advance shipping (1 priest, 4 coins); advance "
        "digging (2 workers, 5 coins, 1 priest); raise a structure (dwelling to trading post, then temple or "
        "stronghold; temple to sanctuary); send a priest to a cult; a power action, each once a round for one "
        "player; a special action; or pass and change the bonus tile. Conversions are free at any time of your turn.",
    ),
    "second": (
        "Double turn",
        "The chaos magicians' special action allows two actions in a row. Passing is an action and ends the turn.",
    ),
    "end": (
        "Conversions",
        "In your turn, as often as you like: 5 power to a priest, 3 power to a worker, 1 power to a coin, a priest to "
        "a worker, a worker to a coin. Sacrificing moves a token from bowl II to bowl III while another of bowl II "
        "leaves the game.",
    ),
    "dwelling_too": (
        "Build a dwelling",
        "After transforming you may build one dwelling on a hex that is now home terrain, for its price. Then the "
        "neighbours are offered power.",
    ),
    "terrain": ("Transform a hex", _TRANSFORM + "It may also stop at a terrain that is not yours."),
    "spade": (
        "Transform and build",
        _TRANSFORM + "Bought spades all go to one hex; free ones may be split. Then a dwelling may follow.",
    ),
    "cult_spade": (
        "Phase III, spades",
        _TRANSFORM + "Spades of the cult bonus may go to several hexes. No dwelling follows, and no spade, tunnel or "
        "carpet can be bought now.",
    ),
    "sandstorm": (
        "Nomads, sandstorm",
        "A hex that shares an edge with one of your structures becomes desert, whatever it was. This is no spade. A "
        "dwelling may follow at its price.",
    ),
    "ride": ("Witches, ride", "A dwelling without any price on a free forest hex anywhere on the map."),
    "upgrade": ("Swarmlings, free upgrade", "One of your dwellings becomes a trading post without any price."),
    "bridge": (
        "Build a bridge",
        "A bridge spans the river between two land hexes, one of them with your structure. They are directly adjacent "
        "from now on, for everybody. Each faction has three.",
    ),
    "step": (
        "Cult tracks",
        "Reaching space 3 brings 1 power, 5 and 7 bring 2, 10 brings 3. Only one player may stand on 10, and he needs "
        "a key of a town.",
    ),
    "stay": (
        "The tenth space",
        "Each cult's tenth space takes a key. With fewer keys than cults you say which of them stay at 9.",
    ),
    "favour": (
        "Favour tiles",
        "A temple or the sanctuary brings one tile (chaos magicians two), with its steps in a cult. Nobody may have "
        "two of the same.",
    ),
    "town": (
        "Found a town",
        "Four structures side by side (three with the sanctuary) with a power value of seven or more found a town. "
        "Dwellings count 1, trading posts and temples 2, stronghold and sanctuary 3. The tile brings points, a key and "
        "its gain once.",
    ),
    "offer": (
        "Power from neighbours",
        "Who builds beside you offers you power: as much as your structures beside it are worth. Take all or nothing; "
        "it costs one point less than the power you gain. What your bowls or your points do not allow is left out.",
    ),
    "reward": (
        "Cultists",
        "When a neighbour takes the power of your build, you advance one step in a cult of your choice; when all "
        "refuse, you gain 1 power.",
    ),
    "over": (
        "Final scoring",
        "Each cult brings 8, 4 and 2 points, the largest connected area 18, 12 and 6; three coins a point for what is "
        "left (alchemists two). Ties share. Most points win.",
    ),
}
"""The name of the rule behind each question, and the rule in a few words."""
