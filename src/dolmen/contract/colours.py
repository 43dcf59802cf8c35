"""The colours that players wish for when a table is made."""

from __future__ import annotations

from collections.abc import Mapping

from dolmen.core.errors import InvalidSetup, translatable


def chosen_colours(options: Mapping[str, str], players: int) -> tuple[str, ...]:
    """The option `colours`, seat by seat (a seat without a wish has an empty one); empty where there are no wishes."""
    chosen = tuple(options.get("colours", "").split(","))
    if not any(chosen):
        return ()
    if len(chosen) != players:
        raise InvalidSetup(
            translatable("%(colours)s colours are named for %(players)s seats"), colours=len(chosen), players=players
        )
    wishes = [colour for colour in chosen if colour]
    if len(set(wishes)) < len(wishes):
        raise InvalidSetup(translatable("two seats have the same colour: every colour is used once"))
    return chosen
