"""Peoples as cards: what each begins with, and where its land lies. The words come from the caller."""

from __future__ import annotations

from functools import cache
from typing import Final
from xml.sax.saxutils import escape

from dolmen.art import icon, use
from dolmen.games.terra_mystica.present.svg.geometry import LAND_MIDDLES, RADIUS, VIEW_BOX, outline
from dolmen.games.terra_mystica.present.svg.tiles import CULTS, GOODS, signs
from dolmen.games.terra_mystica.rules.board import COLOURS, PRINTED, TERRAINS
from dolmen.games.terra_mystica.rules.factions import COST, FACTIONS

_WIDE: Final = 130
_HIGH: Final = 90
_ART: Final = {
    "auren": ("sanctuary", "any-cult", "cult-water"),
    "witches": ("stronghold", "hex:forest", "dwelling"),
    "alchemists": ("trading-house", "coin", "vp"),
    "darklings": ("temple", "priest", "spade"),
    "halflings": ("dwelling", "spade", "vp"),
    "cultists": ("temple", "cult-fire", "cult-earth"),
    "engineers": ("trading-house", "bridge", "cube"),
    "dwarves": ("stronghold", "spade", "cube"),
    "mermaids": ("dwelling", "ship", "town"),
    "swarmlings": ("trading-house", "cube", "key"),
    "chaosmagicians": ("sanctuary", "cult-fire", "double"),
    "giants": ("stronghold", "spade", "spade"),
    "fakirs": ("temple", "priest", "vp"),
    "nomads": ("dwelling", "dwelling", "dwelling"),
}
"""What stands on a people's card, and what is left and right of it: signs of what it does best."""


def _terrain(faction: int) -> str:
    return TERRAINS[COLOURS.index(FACTIONS[faction].colour)]


@cache
def faction_card(faction: int, name: str, ability: str, stronghold: str) -> str:
    """A people as a card: art, name, start, ability, stronghold."""
    return (
        f'<span class="people" data-terrain="{_terrain(faction)}">{_art(faction)}'
        f'<b class="display">{escape(name)}</b>{faction_start(faction)}'
        f'<span class="people-can">{escape(ability)}</span>'
        f'<span class="people-hold">{icon("stronghold")}<span>{escape(stronghold)}</span></span></span>'
    )


def _art(faction: int) -> str:
    """A structure on the people's land, between two signs."""
    terrain = _terrain(faction)
    middle, left, right = _ART[FACTIONS[faction].name]
    pattern = "".join(use(f"terrain-{terrain}", x, 42, 96, opacity=0.5) for x in (20, 110))
    discs = "".join(
        f'<circle cx="{x}" cy="56" r="14.5" fill="var(--paper)" stroke="var(--line)" stroke-width="1.6"/>'
        f"{signs(sign, x, 56, 15, 22)}"
        for x, sign in ((21, left), (109, right))
    )
    return (
        f'<svg class="people-art" viewBox="0 0 {_WIDE} {_HIGH}" preserveAspectRatio="xMidYMid slice" '
        f'aria-hidden="true"><rect width="{_WIDE}" height="{_HIGH}" fill="var(--g)"/>{pattern}'
        '<ellipse cx="65" cy="69" rx="31" ry="8.5" fill="var(--paper)" stroke="var(--line)" stroke-width="1.6"/>'
        f"{use(middle, 65, 48, 52)}{discs}</svg>"
    )


@cache
def faction_start(faction: int) -> str:
    """What a people begins with: goods, bowls of power, steps in the cults."""
    printed = FACTIONS[faction]
    amounts = (printed.workers, printed.coins, printed.priests)
    goods = "".join(
        f"<span>{amount}{icon(good)}</span>" for amount, good in zip(amounts, GOODS, strict=False) if amount
    )
    bowls = "/".join(map(str, printed.bowls))
    steps = "".join(
        f'<i class="people-cult" data-cult="{cult}">{icon(f"cult-{cult}")}{amount}</i>'
        for cult, amount in zip(CULTS, printed.cults, strict=True)
        if amount
    )
    return f'<span class="people-start">{goods}<span>{icon("power")}{bowls}</span><span>{steps}</span></span>'


@cache
def price(faction: int, kind: int) -> str:
    """What a structure costs a people."""
    amounts = zip(COST[faction, kind].tolist(), GOODS, strict=False)
    return "".join(f"{amount}{icon(good)}" for amount, good in amounts if amount)


@cache
def home_map(faction: int) -> str:
    """A people's land on a small map: the ground of the page once more, with rings."""
    home = COLOURS.index(FACTIONS[faction].colour)
    rings = "".join(
        outline(LAND_MIDDLES[land], RADIUS - 3) for land, colour in enumerate(PRINTED.tolist()) if colour == home
    )
    lines = "".join(
        f'<path d="{rings}" fill="none" stroke="var(--{colour})" stroke-width="{width}" stroke-linejoin="round"/>'
        for colour, width in (("lit-case", 12), ("lit", 7))
    )
    return f'<svg class="home-map" viewBox="{VIEW_BOX}" aria-hidden="true"><use href="#ground"/>{lines}</svg>'
