"""Why a bot likes or dislikes a play, in plain words: by the names of what its judgement looks at."""

from __future__ import annotations

from functools import cache

from dolmen.core.words import Words


def reason(feature: str, words: Words, *, more: bool) -> str:
    """What a play brings more or less of; nothing where a newcomer would learn nothing from it."""
    found = _reasons(words).get(feature)
    return found[0 if more else 1] if found else ""


@cache
def _reasons(words: Words) -> dict[str, tuple[str, str]]:
    """Each feature with more and with less of it."""
    _ = words.gettext
    return {
        "points": (_("more points now"), _("fewer points now")),
        "rune stones": (_("more from rune stones"), _("less from rune stones")),
        "huts": (_("a hut more"), _("a hut fewer")),
        "settlements": (_("in larger settlements"), _("in smaller settlements")),
        "temples": (_("more from temples"), _("less from temples")),
        "chips": (_("more materials in stock"), _("fewer materials in stock")),
        "offerings": (_("richer offerings for the druid"), _("poorer offerings for the druid")),
        "bonus chips": (_("a druid chip for later"), _("a druid chip fewer")),
        "workers": (_("workers in better places"), _("workers in worse places")),
        "the turn": (_("sooner your turn again"), _("later your turn again")),
        "pace": (_("ahead in building"), _("behind in building")),
        "room": (_("more room to build"), _("less room to build")),
    }
