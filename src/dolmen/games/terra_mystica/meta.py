"""Terra Mystica: the title page."""

import re

from dolmen.contract.meta import Meta, Option

_ROW = re.compile(r"^[a-z]+\t[^\n]*\t", re.MULTILINE)
_FIRST_LINE = re.compile(
    r"[\s\ufeff]*(?:#[^\r\n]*[\r\n]\s*)*(?:option|score|delete|player|order|setup|randomize)\b", re.IGNORECASE
)


def recognises(text: str) -> bool:
    """Whether a text is a ledger (rows of columns) or a command log (it begins with a line about the set-up)."""
    return bool(_ROW.search(text) or _FIRST_LINE.match(text))


META = Meta(
    key="terra-mystica",
    title="Terra Mystica",
    authors="Helge Ostertag and Jens Drögemüller",
    publisher="Feuerland Spiele",
    year=2012,
    min_players=2,
    max_players=5,
    minutes=120,
    rules_version=2,
    rulebook="the Spanish rulebook, version 1.1, with the rulings of the community's server where it is silent",
    summary="Fourteen factions transform the land, build dwellings, temples and towns, and rise in four cults.",
    extension=".tm",
    recognises=recognises,
    recognised_by="a ledger with columns, or a command log that begins with option, score or the like",
    options=(
        Option(
            "setup",
            "standard",
            "standard, introductory, or colours (dealt at random, each player chooses the side)",
            metavar="KIND",
        ),
        Option("mini-expansion-1", "off", "three more kinds of town: TW6, two of TW7, TW8"),
        Option("shipping-bonus", "off", "the bonus tile BON10, points for shipping"),
        Option("temple-scoring-tile", "off", "the scoring tile SCORE9, points for temples"),
        Option("variable-turn-order", "off", "the next round is played in the order of passing"),
        Option("late-answers", "off", "offers of power may be answered later, as on the community's server"),
    ),
)

RULES_VERSION = META.rules_version
