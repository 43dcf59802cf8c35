"""How players and peoples are named in a sentence: in whole forms from the catalogue.

Languages melt article and preposition together (*degli Oscuri*, *de los enanos*), and only the catalogue knows gender
and first letter. A people is plural, a player singular: a sentence that may be about either has no verb that agrees.
"""

from __future__ import annotations

from dataclasses import dataclass

from dolmen.core.words import Words


@dataclass(frozen=True)
class Name:
    """A player or a people in the forms that sentences need."""

    bare: str
    """'Witches', for headings, rows and tables."""
    the: str
    """'the Witches', for the middle of a sentence."""
    of: str
    """'of the Witches'."""
    from_: str
    """'from the Witches', who give."""
    to: str
    """'to the Witches'."""
    short: str
    """At most ten letters, for rows and chips."""

    @property
    def first(self) -> str:
        """'The Witches', where a sentence begins; a player's name stays as it is written."""
        return self.the if self.the == self.bare else self.the[:1].upper() + self.the[1:]


def player(name: str, words: Words) -> Name:
    """A player who has no people yet."""
    _, parts = words.gettext, {"name": name}
    return Name(name, name, _("of %(name)s") % parts, _("from %(name)s") % parts, _("to %(name)s") % parts, name)


def people(faction: str, words: Words) -> Name:
    """A people by the name of its faction in files."""
    return Name(
        bare(faction, words),
        _the(faction, words),
        _of(faction, words),
        _from(faction, words),
        _to(faction, words),
        _short(faction, words),
    )


def bare(faction: str, words: Words) -> str:
    """'Witches'."""
    _ = words.gettext
    return {
        "auren": _("Auren"),
        "witches": _("Witches"),
        "alchemists": _("Alchemists"),
        "darklings": _("Darklings"),
        "halflings": _("Halflings"),
        "cultists": _("Cultists"),
        "engineers": _("Engineers"),
        "dwarves": _("Dwarves"),
        "mermaids": _("Mermaids"),
        "swarmlings": _("Swarmlings"),
        "chaosmagicians": _("Chaos Magicians"),
        "giants": _("Giants"),
        "fakirs": _("Fakirs"),
        "nomads": _("Nomads"),
    }[faction]


def _the(faction: str, words: Words) -> str:
    """'the Witches'."""
    _ = words.gettext
    return {
        "auren": _("the Auren"),
        "witches": _("the Witches"),
        "alchemists": _("the Alchemists"),
        "darklings": _("the Darklings"),
        "halflings": _("the Halflings"),
        "cultists": _("the Cultists"),
        "engineers": _("the Engineers"),
        "dwarves": _("the Dwarves"),
        "mermaids": _("the Mermaids"),
        "swarmlings": _("the Swarmlings"),
        "chaosmagicians": _("the Chaos Magicians"),
        "giants": _("the Giants"),
        "fakirs": _("the Fakirs"),
        "nomads": _("the Nomads"),
    }[faction]


def _of(faction: str, words: Words) -> str:
    """'of the Witches'."""
    _ = words.gettext
    return {
        "auren": _("of the Auren"),
        "witches": _("of the Witches"),
        "alchemists": _("of the Alchemists"),
        "darklings": _("of the Darklings"),
        "halflings": _("of the Halflings"),
        "cultists": _("of the Cultists"),
        "engineers": _("of the Engineers"),
        "dwarves": _("of the Dwarves"),
        "mermaids": _("of the Mermaids"),
        "swarmlings": _("of the Swarmlings"),
        "chaosmagicians": _("of the Chaos Magicians"),
        "giants": _("of the Giants"),
        "fakirs": _("of the Fakirs"),
        "nomads": _("of the Nomads"),
    }[faction]


def _from(faction: str, words: Words) -> str:
    """'from the Witches'."""
    _ = words.gettext
    return {
        "auren": _("from the Auren"),
        "witches": _("from the Witches"),
        "alchemists": _("from the Alchemists"),
        "darklings": _("from the Darklings"),
        "halflings": _("from the Halflings"),
        "cultists": _("from the Cultists"),
        "engineers": _("from the Engineers"),
        "dwarves": _("from the Dwarves"),
        "mermaids": _("from the Mermaids"),
        "swarmlings": _("from the Swarmlings"),
        "chaosmagicians": _("from the Chaos Magicians"),
        "giants": _("from the Giants"),
        "fakirs": _("from the Fakirs"),
        "nomads": _("from the Nomads"),
    }[faction]


def _to(faction: str, words: Words) -> str:
    """'to the Witches'."""
    _ = words.gettext
    return {
        "auren": _("to the Auren"),
        "witches": _("to the Witches"),
        "alchemists": _("to the Alchemists"),
        "darklings": _("to the Darklings"),
        "halflings": _("to the Halflings"),
        "cultists": _("to the Cultists"),
        "engineers": _("to the Engineers"),
        "dwarves": _("to the Dwarves"),
        "mermaids": _("to the Mermaids"),
        "swarmlings": _("to the Swarmlings"),
        "chaosmagicians": _("to the Chaos Magicians"),
        "giants": _("to the Giants"),
        "fakirs": _("to the Fakirs"),
        "nomads": _("to the Nomads"),
    }[faction]


def _short(faction: str, words: Words) -> str:
    """'Magicians'."""
    return {
        "auren": words.pgettext("short", "Auren"),
        "witches": words.pgettext("short", "Witches"),
        "alchemists": words.pgettext("short", "Alchemists"),
        "darklings": words.pgettext("short", "Darklings"),
        "halflings": words.pgettext("short", "Halflings"),
        "cultists": words.pgettext("short", "Cultists"),
        "engineers": words.pgettext("short", "Engineers"),
        "dwarves": words.pgettext("short", "Dwarves"),
        "mermaids": words.pgettext("short", "Mermaids"),
        "swarmlings": words.pgettext("short", "Swarmlings"),
        "chaosmagicians": words.pgettext("short", "Magicians"),
        "giants": words.pgettext("short", "Giants"),
        "fakirs": words.pgettext("short", "Fakirs"),
        "nomads": words.pgettext("short", "Nomads"),
    }[faction]
