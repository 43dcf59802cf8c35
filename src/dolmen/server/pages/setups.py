"""A set-up to look at and to change: its tiles as pictures, each with the others that could lie there."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from dolmen.contract.content import OptionField, PlacingField, TileField
from dolmen.contract.notation import Transcript
from dolmen.contract.presentation import Presentation
from dolmen.core.value import value
from dolmen.core.words import Words
from dolmen.server.set_up import address, fields_of_options, query, shared_options


@value
class LaidTile:
    """A place of the set-up, and the tile that lies there."""

    name: str
    """Of its field in the form."""
    place: str
    value: str
    label: str
    picture: Markup


@value
class LaidTiles:
    """Tiles of one kind."""

    label: str
    hint: str
    tiles: tuple[LaidTile, ...]
    values: tuple[tuple[str, str], ...]
    """What may lie at any of their places."""


@value
class SetupView:
    """A set-up as a page shows it."""

    game: str
    players: int
    tiles: tuple[LaidTiles, ...]
    options: tuple[tuple[OptionField, str], ...]
    """What may be chosen beside the tiles, and how it is."""
    placings: tuple[PlacingField, ...]
    fields: tuple[tuple[str, str], ...]
    """How the fields of the form are filled."""
    seed: str
    link: str
    """The path that shows this set-up."""
    play: str
    """The path that fills the form of a new table with it."""

    def shows(self, field: str) -> str:
        """What a field of the form shows."""
        return dict(self.fields).get(field, "")


def setup_view(
    present: Presentation, transcript: Transcript, game: str, options: Mapping[str, str], words: Words
) -> SetupView:
    """A set-up, and the options that it came of."""
    players = transcript.state.game.players
    told = shared_options(transcript, options)
    fields = present.tile_fields(players, words)
    laid = tuple(_laid(field, told[field.name].split(","), words) for field in fields if told.get(field.name))
    chosen = tuple(
        (field, told.get(field.name) or field.values[0][0]) for field in present.options(words) if not field.by_seat
    )
    filled = tuple(fields_of_options(present, told).items())
    ends = query(players, told)
    return SetupView(
        game,
        players,
        laid,
        chosen,
        present.placings(words),
        filled,
        options.get("seed", ""),
        address(game, players, told),
        f"/?game={game}&{ends}#new-title",
    )


def _laid(field: TileField, values: list[str], words: Words) -> LaidTiles:
    known = {tile.value: tile for tile in field.tiles}
    tiles = tuple(
        LaidTile(f"tile_{field.name}_{number}", field.places[number], tile, known[tile].label, known[tile].picture)
        for number, tile in enumerate(values)
    )
    choices = tuple((tile.value, _choice(tile.value, tile.label)) for tile in field.tiles)
    return LaidTiles(field.label, field.hint, tiles, (("", words.gettext("Drawn")), *choices))


def _choice(code: str, label: str) -> str:
    """What may lie somewhere; before it its code, if people know it by that ('SCORE1'), not by its name alone."""
    return f"{code}: {label}" if code.isupper() else label
