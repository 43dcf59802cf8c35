"""How a game ended for one seat, in a few words of a list."""

from __future__ import annotations

from dolmen.core.words import Words


def won_text(points: int, best: int, words: Words, *, shared: bool) -> str:
    """'68, won by 3'; `best` are the most points of the others.

    Where it was not by points, because the victory is shared or was decided otherwise, no number is told.
    """
    _ = words.gettext
    if shared:
        return _("%(points)s, a shared victory") % {"points": points}
    if points <= best:
        return _("%(points)s, won") % {"points": points}
    return _("%(points)s, won by %(ahead)s") % {"points": points, "ahead": points - best}


def lost_text(points: int, best: int, name: str, words: Words) -> str:
    """'106, 9 behind Cleo'; `best` are the points of who won."""
    _ = words.gettext
    if points >= best:
        return _("%(points)s, behind %(name)s") % {"points": points, "name": name}
    return _("%(points)s, %(behind)s behind %(name)s") % {"points": points, "behind": best - points, "name": name}
