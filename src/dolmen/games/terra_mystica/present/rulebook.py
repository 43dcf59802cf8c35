"""The rules of Terra Mystica in our own words; the keys are those of `topic`, and more."""

from __future__ import annotations

from dataclasses import replace

from dolmen.contract.content import Rule
from dolmen.core.words import Words
from dolmen.games.terra_mystica.present.figures import figures


def rules(words: Words) -> tuple[Rule, ...]:
    """By key, in the order of a game, each with its picture."""
    drawn = figures()
    return tuple(replace(rule, picture=drawn.get(rule.key, "")) for rule in _written(words))


def _written(words: Words) -> tuple[Rule, ...]:
    _ = words.gettext
    return (
        Rule(
            "aim",
            _("The game in short"),
            _(
                "For six rounds each people reshapes land into its home terrain, builds on it, and grows its "
                "structures into towns. Neighbours strengthen each other's power, priests climb the cults, and every "
                "round rewards something else. Whoever has the most points at the end wins."
            ),
        ),
        Rule(
            "faction",
            _("Faction boards"),
            _(
                "In turn order everybody chooses a faction whose colour nobody has. It brings goods, power, steps "
                "in the cults, an ability and a stronghold of its own."
            ),
        ),
        Rule(
            "dwelling",
            _("First dwellings"),
            _(
                "In turn order everybody puts a dwelling on a hex of their home terrain, then a second one in "
                "reverse order; the nomads a third, and last of all the chaos magicians their only one. They cost "
                "nothing and offer no power."
            ),
        ),
        Rule(
            "first_bonus",
            _("First bonus tile"),
            _(
                "From the last player back to the first everybody takes a bonus tile. It gives its income now and "
                "its use until you pass; tiles that are left get a coin."
            ),
        ),
        Rule(
            "income",
            _("Phase I, income"),
            _(
                "A round begins with income: what the empty places of your board show, your favour tiles and your "
                "bonus tile."
            ),
        ),
        Rule(
            "bowls",
            _("Power"),
            _(
                "Gained power moves tokens from bowl I to bowl II; once bowl I is empty, from bowl II to bowl III. "
                "Only bowl III is spent, and what is spent returns to bowl I."
            ),
        ),
        Rule(
            "reach",
            _("Adjacency"),
            _(
                "A hex is adjacent to you if it shares an edge with a hex where your structure stands, if your bridge "
                "leads there, or if it lies beyond no more river hexes than your shipping value says. Dwarves tunnel "
                "and fakirs fly instead of shipping."
            ),
        ),
        Rule(
            "action",
            _("Phase II, actions"),
            _(
                "One of eight. Transform a hex and perhaps build a dwelling; advance shipping (1 priest, 4 coins); "
                "advance digging (2 workers, 5 coins, 1 priest); raise a structure (dwelling to trading post, then "
                "temple or stronghold; temple to sanctuary); send a priest to a cult; a power action, each once a "
                "round for one player; a special action; or pass and change the bonus tile. Conversions are free at"
                " any time of your turn."
            ),
        ),
        Rule(
            "second",
            _("Double turn"),
            _(
                "The chaos magicians' special action allows two actions in a row. Passing is an action and ends the"
                " turn."
            ),
        ),
        Rule(
            "end",
            _("Conversions"),
            _(
                "In your turn, as often as you like: 5 power to a priest, 3 power to a worker, 1 power to a coin, a"
                " priest to a worker, a worker to a coin. Sacrificing moves a token from bowl II to bowl III while "
                "another of bowl II leaves the game."
            ),
        ),
        Rule(
            "dwelling_too",
            _("Build a dwelling"),
            _(
                "After transforming you may build one dwelling on a hex that is now home terrain, for its price. "
                "Then the neighbours are offered power."
            ),
        ),
        Rule(
            "terrain",
            _("Transform a hex"),
            _(
                "A spade turns a hex into a terrain next to its own on the cycle desert, plains, swamp, lakes, "
                "forest, mountains, wasteland and back to desert. The hex must be free and adjacent to you, "
                "directly, over a bridge or by shipping. It may also stop at a terrain that is not yours."
            ),
        ),
        Rule(
            "spade",
            _("Transform and build"),
            _(
                "A spade turns a hex into a terrain next to its own on the cycle desert, plains, swamp, lakes, "
                "forest, mountains, wasteland and back to desert. The hex must be free and adjacent to you, "
                "directly, over a bridge or by shipping. Bought spades all go to one hex; free ones may be split. "
                "Then a dwelling may follow."
            ),
        ),
        Rule(
            "cult_spade",
            _("Phase III, spades"),
            _(
                "A spade turns a hex into a terrain next to its own on the cycle desert, plains, swamp, lakes, "
                "forest, mountains, wasteland and back to desert. The hex must be free and adjacent to you, "
                "directly, over a bridge or by shipping. Spades of the cult bonus may go to several hexes. No "
                "dwelling follows, and no spade, tunnel or carpet can be bought now."
            ),
        ),
        Rule(
            "sandstorm",
            _("Nomads, sandstorm"),
            _(
                "A hex that shares an edge with one of your structures becomes desert, whatever it was. This is no "
                "spade. A dwelling may follow at its price."
            ),
        ),
        Rule(
            "ride",
            _("Witches, ride"),
            _("A free dwelling on any unoccupied forest hex of the map."),
        ),
        Rule(
            "upgrade",
            _("Swarmlings, free upgrade"),
            _("One of your dwellings becomes a trading post for free."),
        ),
        Rule(
            "bridge",
            _("Build a bridge"),
            _(
                "A bridge spans the river between two land hexes, one of them with your structure. They are "
                "directly adjacent from now on, for everybody. Each faction has three."
            ),
        ),
        Rule(
            "step",
            _("Cult tracks"),
            _(
                "Reaching space 3 brings 1 power, 5 and 7 bring 2, 10 brings 3. Only one player may stand on 10, "
                "and he needs a key of a town."
            ),
        ),
        Rule(
            "stay",
            _("The tenth space"),
            _("Each cult's tenth space requires a key. With fewer keys than cults you choose which of them stay at 9."),
        ),
        Rule(
            "favour",
            _("Favour tiles"),
            _(
                "A temple or the sanctuary brings one tile (chaos magicians two), with its steps in a cult. Nobody "
                "may have two of the same."
            ),
        ),
        Rule(
            "town",
            _("Found a town"),
            _(
                "Four structures side by side (three with the sanctuary) with a power value of seven or more found "
                "a town. Dwellings count 1, trading posts and temples 2, stronghold and sanctuary 3. The tile "
                "brings points, a key and its gain once."
            ),
        ),
        Rule(
            "offer",
            _("Power from neighbours"),
            _(
                "Whoever builds beside you offers you power: as much as your structures beside it are worth. Take all "
                "or nothing; it costs one point less than the power you gain. What your bowls or your points do not"
                " allow is left out."
            ),
        ),
        Rule(
            "reward",
            _("Cultists"),
            _(
                "When a neighbour takes the power of your build, you advance one step in a cult of your choice; "
                "when all refuse, you gain 1 power."
            ),
        ),
        Rule(
            "pass",
            _("Passing"),
            _(
                "Whoever passes gives the bonus tile back, scores what it says, and takes another one with the coins on"
                " it. The first to pass begins the next round. In the last round no tile is taken."
            ),
        ),
        Rule(
            "cult_bonus",
            _("Phase III, cult bonus"),
            _(
                "At the end of rounds 1 to 5 the scoring tile of the round rewards your steps in its cult. Then the"
                " special and power actions are free again and the bonus tiles that are left get a coin."
            ),
        ),
        Rule(
            "send",
            _("Send a priest"),
            _(
                "A priest goes to a free place of a cult's order for good, for 3 or 2 steps, or back to your supply"
                " for 1 step."
            ),
        ),
        Rule(
            "raise",
            _("Raise a structure"),
            _(
                "A dwelling becomes a trading post, a trading post a temple or the stronghold, a temple the "
                "sanctuary. The old piece goes back to your board and hides its income again. A trading post costs "
                "half the coins beside somebody else's structure."
            ),
        ),
        Rule(
            "power",
            _("Power actions"),
            _(
                "Each of the six can be taken once a round by one player and costs power from bowl III: a bridge 3,"
                " a priest 3, two workers 4, seven coins 4, a spade 4, two spades 6."
            ),
        ),
        Rule(
            "track",
            _("Shipping and digging"),
            _(
                "A step of shipping costs 1 priest and 4 coins and scores 2, 3 and 4 points. A step of digging "
                "costs 2 workers, 5 coins and 1 priest, scores 6 points, and each spade costs one worker less."
            ),
        ),
        Rule(
            "over",
            _("Final scoring"),
            _(
                "Each cult brings 8, 4 and 2 points, the largest connected area 18, 12 and 6; three coins a point "
                "for what is left (alchemists two). Ties share. The player with the most points wins."
            ),
        ),
    )
