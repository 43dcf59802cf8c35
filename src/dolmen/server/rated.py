"""Rated tables: what makes one, what nobody does there, and how its result changes the ratings of who played.

A table is rated where who makes it says so, and stays so. Every seat is one person or one bot; there are no hints.
While the game runs nobody asks a bot for advice, tries something out in the planner or plays on from a copy, and what
others have seen is not taken back. Who lets a bot play for a while, or leaves, counts as last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dolmen.arena.skill import Skill, after_game, skill_of_bot
from dolmen.core.errors import InvalidSetup, translatable
from dolmen.server.errors import AtRatedTable
from dolmen.server.live_table import LiveTable
from dolmen.server.table_options import GUIDE, RATED
from dolmen.store import KeptRating, NewSeat, PlayedSeat


def refuse_unratable(seats: Sequence[NewSeat], options: Mapping[str, str]) -> None:
    """Raise InvalidSetup where a table is to be rated and cannot be."""
    if options.get(RATED) != "on":
        return
    people = [seat.player for seat in seats if seat.kind == "person"]
    if len(set(people)) < len(people):
        raise InvalidSetup(translatable("a rated table has one seat for each person: nobody plays two"))
    if options.get(GUIDE):
        raise InvalidSetup(translatable("a rated table has no hints: choose one of the two"))


def refuse_at_rated(live: LiveTable, why: str) -> None:
    """Raise AtRatedTable where a rated game is still played."""
    if live.is_rated and not live.is_over:
        raise AtRatedTable(why)


# ---------------------------------------------------------------------------------------------------- the result


def rate(game: str, seats: Sequence[PlayedSeat], before: Mapping[str, KeptRating]) -> list[PlayedSeat]:
    """The seats of a rated game with their new ratings. Where fewer than two can be rated, nobody is."""
    skills = {seat.seat: _skill(game, seat, before) for seat in seats}
    known = {number: skill for number, skill in skills.items() if skill is not None}
    people = [seat.player for seat in seats if seat.player]
    if len(known) < 2 or not people or len(set(people)) < len(people):
        return list(seats)
    taking_part = [seat for seat in seats if seat.seat in known]
    places = [len(seats) + 1 if seat.left else seat.place for seat in taking_part]
    found = after_game([known[seat.seat] for seat in taking_part], places)
    after = dict(zip((seat.seat for seat in taking_part), found, strict=True))
    return [_changed(seat, known[seat.seat], after[seat.seat]) if seat.seat in known else seat for seat in seats]


def _skill(game: str, seat: PlayedSeat, before: Mapping[str, KeptRating]) -> Skill | None:
    """How strong who played a seat was before; None where that means nothing."""
    if seat.player is not None:
        kept = before.get(seat.player)
        return Skill(kept.mu, kept.sigma) if kept else Skill()
    return skill_of_bot(seat.bot, game) if seat.bot else None


def _changed(seat: PlayedSeat, before: Skill, after: Skill) -> PlayedSeat:
    """What the game changed; a bot stays what the arena measured."""
    if seat.player is None:
        return replace(seat, mu_before=before.mu, mu=before.mu, sigma=before.sigma)
    return replace(seat, mu_before=before.mu, mu=after.mu, sigma=after.sigma)
