"""People and bots on one scale, told with how sure it is."""

from __future__ import annotations

from dolmen.arena.skill import FEW, SURE, Skill, after_game, rating_of, shown, skill_of_bot


def test_somebody_unknown_begins_at_1500_and_is_not_told() -> None:
    rating = rating_of(Skill(), 0)
    assert (rating.number, rating.missing, rating.is_sure) == (1500, FEW, False) and shown(26) == 1520


def test_who_wins_rises_who_loses_falls_and_everybody_is_surer() -> None:
    first, second, third = after_game([Skill()] * 3, [1, 2, 3])
    assert first.mu > second.mu > third.mu and all(one.sigma < Skill().sigma for one in (first, second, third))
    equal = after_game([Skill()] * 2, [1, 1])
    assert abs(equal[0].mu - equal[1].mu) < 1e-9


def test_many_games_find_out() -> None:
    strong, weak = Skill(), Skill()
    for number in range(60):
        places = [2, 1] if number % 4 == 3 else [1, 2]
        strong, weak = after_game([strong, weak], places)
    assert rating_of(strong, 60).within < SURE < rating_of(Skill(), 0).within
    assert rating_of(strong, 60).number > 1500 > rating_of(weak, 60).number


def test_bots_are_what_the_arena_measured() -> None:
    casual, expert = skill_of_bot("casual", "meduris"), skill_of_bot("expert", "meduris")
    assert casual is not None and expert is not None and expert.mu > casual.mu
    assert skill_of_bot("nobody", "meduris") is None
