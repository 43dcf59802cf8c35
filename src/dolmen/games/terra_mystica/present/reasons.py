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
        "workers": (_("more workers left"), _("fewer workers left")),
        "coins": (_("more coins left"), _("fewer coins left")),
        "priests": (_("more priests for later"), _("fewer priests for later")),
        "power": (_("more power left"), _("less power left")),
        "income": (_("more income"), _("less income")),
        "structures": (_("more or better structures"), _("fewer or smaller structures")),
        "stronghold": (_("the stronghold works for you"), _("without the stronghold's ability")),
        "tracks": (_("further in shipping or digging"), _("less far in shipping or digging")),
        "keys": (_("a key for the top of a cult"), _("a key fewer")),
        "cults": (_("higher in the cults"), _("lower in the cults")),
        "cult bonuses": (_("more from the cult bonuses to come"), _("less from the cult bonuses to come")),
        "network": (_("a larger connected area"), _("a smaller connected area")),
        "towns": (_("nearer to a town"), _("farther from a town")),
        "round scoring": (_("more from the round tiles to come"), _("less from the round tiles to come")),
        "favour tiles": (_("a better favour tile"), _("a weaker favour tile")),
        "bonus tile": (_("a better bonus tile"), _("a weaker bonus tile")),
        "land": (_("more land in reach"), _("less land in reach")),
        "neighbours": (_("neighbours who will bring power"), _("fewer neighbours who bring power")),
        "the turn": (_("more turns in this round"), _("fewer turns in this round")),
    }
