"""The stylesheets: texts can be read (WCAG AA), colours that must not be confused are apart for every kind of sight."""

from __future__ import annotations

import math
import re
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import get_args

import pytest

from dolmen.art import tokens
from dolmen.art.tokens import HOUSE, Scheme, resolve, rules
from dolmen.contract.registry import packages

SCHEMES: tuple[Scheme, ...] = get_args(Scheme)
STATIC = Path(str(files("dolmen"))) / "server" / "static"
STYLES = {key: package.presentation().style for key, package in packages().items()}
SEATS = ("purple", "blue", "green", "red")
TERRAINS = ("desert", "plains", "swamp", "lakes", "forest", "mountains", "wasteland")
CULTS = ("fire", "water", "earth", "air")

TEXTS = [
    *(
        (ink, ground)
        for ink in ("ink", "ink-2", "accent", "good", "bad")
        for ground in ("bg", "surface", "surface-2", "raised")
        if (ink, ground) != ("bad", "bg")
    ),
    *((ink, "accent-soft") for ink in ("accent", "ink", "ink-2")),
    *((f"{seat}-text", "surface") for seat in SEATS),
    *((ink, "surface") for ink in (*CULTS, "laurel")),
    ("accent-ink", "accent"),
    ("warn", "warn-soft"),
    ("ink", "warn-soft"),
    ("lit", "lit-case"),
    ("ink-on-dark", "lit-case"),
    ("ink", "m-plate"),
    ("m-track-ink", "m-track"),
    ("m-track-ink", "m-track-5"),
    ("m-rune", "m-snow"),
]
SIGNS = [
    *(("border", ground) for ground in ("bg", "surface", "raised")),
    *(("m-area-ink", f"m-area-{tone}") for tone in "abc"),
    ("focus", "surface"),
    ("focus", "bg"),
    ("last", "surface"),
]
OF_A_GAME = {"g"}
"""A game may give a seat's flag a ground of its own."""
AA_TEXT = 4.5
AA_SIGN = 3.0

SIGHT = {  # Machado, Oliveira, Fernandes 2009, full severity, on linear RGB
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
APART = 10.0
"""Least distance in CIELAB of two colours that a person must tell apart."""


def token(name: str, scheme: Scheme) -> str:
    """A colour of the house, or of the game that has it."""
    style = next(style for style in (None, *STYLES.values()) if name in rules(style)[None])
    return tokens.token(name, scheme, style)


def linear(colour: str) -> tuple[float, ...]:
    digits = colour[1:]
    digits = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def luminance(colour: str) -> float:
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear(colour), strict=True))


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def lab(colour: str, sight: str) -> tuple[float, float, float]:
    rgb = linear(colour)
    seen = [sum(weight * part for weight, part in zip(row, rgb, strict=True)) for row in SIGHT[sight]]
    r, g, b = (max(0.0, min(1.0, part)) for part in seen)
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("ink", "ground"), TEXTS)
def test_texts_can_be_read(ink: str, ground: str, scheme: Scheme) -> None:
    assert contrast(token(ink, scheme), token(ground, scheme)) >= AA_TEXT


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("sign", "ground"), SIGNS)
def test_signs_stand_out(sign: str, ground: str, scheme: Scheme) -> None:
    assert contrast(token(sign, scheme), token(ground, scheme)) >= AA_SIGN


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("seat", SEATS)
def test_the_mark_stands_out_on_its_flag(seat: str, scheme: Scheme) -> None:
    colours = {**rules()[None], **rules()["data-seat", seat]}
    assert contrast(resolve("var(--p-on)", colours, scheme), resolve("var(--p)", colours, scheme)) >= AA_SIGN


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("colours", [SEATS, TERRAINS], ids=["seats", "terrains"])
def test_seats_and_terrains_are_apart_for_every_kind_of_sight(
    colours: tuple[str, ...], scheme: Scheme, sight: str
) -> None:
    for one, other in combinations(colours, 2):
        apart = math.dist(lab(token(one, scheme), sight), lab(token(other, scheme), sight))
        assert apart >= APART, f"{one} and {other} are {apart:.0f} apart"


def test_every_seat_terrain_and_cult_has_its_colours() -> None:
    assert {("data-seat", seat) for seat in SEATS} <= set(rules())
    scopes = set(rules(STYLES["terra-mystica"]))
    assert {("data-terrain", terrain) for terrain in (*TERRAINS, "river")} <= scopes
    assert {("data-cult", cult) for cult in CULTS} <= scopes


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("style", [None, *STYLES.values()], ids=["house", *STYLES])
def test_every_token_can_be_resolved(style: Path | None, scheme: Scheme) -> None:
    known = rules(style)
    for variables in known.values():
        for value in variables.values():
            assert "(--" not in resolve(value, {**known[None], **variables}, scheme)


def test_components_have_no_colours_of_their_own() -> None:
    assert not re.findall(r"#[0-9a-fA-F]{3,8}\b|\brgba?\(|\bhsla?\(", (STATIC / "kit.css").read_text())


@pytest.mark.parametrize("sheet", ["kit.css", "page.css", "seats.css", "table.css", "after.css", *STYLES])
def test_components_use_tokens_that_are_there(sheet: str) -> None:
    style = STYLES.get(sheet)
    known = {name for variables in rules(style).values() for name in variables} | OF_A_GAME
    assert set(re.findall(r"var\(--([\w-]+)\)", (style or STATIC / sheet).read_text())) <= known


@pytest.mark.parametrize("sheet", [HOUSE, STATIC / "kit.css", *filter(None, STYLES.values())], ids=str)
def test_stylesheets_ask_for_nothing_from_elsewhere(sheet: Path) -> None:
    css = sheet.read_text()
    assert not re.search(r"@import|@font-face|url\(|https?:", css)
    assert css.count("{") == css.count("}")
    assert "!important" not in css
