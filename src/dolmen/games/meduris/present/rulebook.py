"""The rules of Meduris in our own words, for the browser."""

from __future__ import annotations

from dataclasses import replace

from dolmen.contract.content import Rule
from dolmen.core.words import Words
from dolmen.games.meduris.present.figures import figures


def rules(words: Words) -> tuple[Rule, ...]:
    """By key, in the order of a turn, each with its picture."""
    drawn = figures()
    return tuple(replace(rule, picture=drawn.get(rule.key, "")) for rule in _written(words))


def _written(words: Words) -> tuple[Rule, ...]:
    _ = words.gettext
    return (
        Rule(
            "aim",
            _("The game in short"),
            _(
                "Workers on the mountain bring wood, wool, copper and stone. With these you build huts and temples "
                "around it. After every building the druid walks on and asks for offerings: large settlements bring "
                "many points. When somebody has built everything and the druid has walked round once more, whoever "
                "has the most points wins."
            ),
        ),
        Rule(
            "place",
            _("Before starting"),
            _(
                "In turn, everybody puts one worker on a high plain until all stand. A plain holds three "
                "workers at most."
            ),
        ),
        Rule(
            "small",
            _("Small yield"),
            _(
                "A turn begins with the die. If it shows a material, every worker on that plain brings "
                "its owner one chip, the top worker first, while the mountain has any."
            ),
        ),
        Rule(
            "plus",
            _("Small yield: plus"),
            _("From the player in turn on, everybody may take one chip of any material that the mountain has."),
        ),
        Rule(
            "minus",
            _("Small yield: minus"),
            _("From the player in turn on, everybody returns one chip of their choice. Whoever has none returns none."),
        ),
        Rule(
            "act",
            _("The second part of a turn"),
            _("Do exactly one thing: move a worker (big yield), build a hut, or build a temple."),
        ),
        Rule(
            "big",
            _("Big yield"),
            _(
                "Move one of your workers, from any level, onto another plain with fewer than three. Then"
                " all workers of that plain take chips: the one at level 1 takes one, at level 2 two, at "
                "level 3 three, the top one first."
            ),
        ),
        Rule(
            "hut",
            _("Hut"),
            _(
                "A hut stands on a free field. It costs as many of each of the field's two materials as "
                "the settlement then has huts. Neighbouring huts make one settlement, whoever owns them; "
                "temples and empty fields divide it, the river does not. You take the rune stone of the "
                "area, from the supply or from whoever has it."
            ),
        ),
        Rule(
            "stones",
            _("Rune stones"),
            _(
                "Each of the nine areas has one rune stone. It belongs to whoever built the last hut there. Every "
                "stone brings a point whenever the druid crosses the great river, and more at the end."
            ),
        ),
        Rule(
            "temple",
            _("Temple"),
            _(
                "A temple stands on a free field without a bonus chip and costs one of each of its two "
                "materials. At the end it scores one point for every hut of the settlements directly "
                "beside it."
            ),
        ),
        Rule(
            "bonus",
            _("Bonus chips"),
            _(
                "A hut on a bonus chip: two points at once, or nothing to pay, or a druid chip that stays"
                " under the hut and counts as both materials of a later offering."
            ),
        ),
        Rule(
            "pay",
            _("Paying"),
            _(
                "Every chip that is due is paid with a chip of that material or with any three chips. You"
                " may swap even where you hold the material."
            ),
        ),
        Rule(
            "offer",
            _("Offering"),
            _(
                "After every hut and temple the druid walks. First along his three stones, then to the "
                "next hut, and on through the settlement while huts follow. He asks each owner for the "
                "field's two materials: one brings one point, both bring as many points as the settlement"
                " has huts, nothing costs one point."
            ),
        ),
        Rule(
            "river",
            _("The great river"),
            _("When the druid crosses the great river, every player gains one point for each rune stone."),
        ),
        Rule(
            "finale",
            _("Finale"),
            _(
                "Whoever has built the last hut and temple ends the game: the others have one more turn. Then the "
                "druid walks once round and asks at every hut. Temples score, and k rune stones bring 1 + 2 + ... + k "
                "points. The player with the most points wins; ties go to the most huts and temples, then to the "
                "most chips."
            ),
        ),
    )
