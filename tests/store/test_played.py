"""Finished games are entered once, and ratings change with them; both go with whom they are about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

from dolmen.store import Gone, KeptRating, NewSeat, PlayedGame, PlayedSeat, Player, Store, Table
from dolmen.store.engine import migrate

COUNT: dict[str, Any] = {"facts": {"tile": ["a"]}, "seats": [{"facts": {}, "points": {"start": 5}}] * 2}
GAME = PlayedGame("0" * 32, "log", "pig", 2, 5, "0" * 32, [7, 3], [1.0, 0.0], COUNT, file="f" * 32)


def new_table(store: Store, *people: Player, status: str = "finished") -> Table:
    given: dict[str, Any] = {"name": "Grey Heron", "game": "pig", "setup": "players 2", "status": status}
    seats = [NewSeat("person", one.name, one.id) for one in people]
    return store.create_table(**given, rules_version=1, options={}, owner=None, seats=seats)


def of_table(table: Table, at: int = 5) -> PlayedGame:
    return replace(GAME, id=table.id, source="table", table=table.id, at=at, file=None, rated=True)


def seats_of(table: Table, *people: Player) -> list[PlayedSeat]:
    return [PlayedSeat(table.id, seat, one.id, "", seat + 1) for seat, one in enumerate(people)]


def more(seats: Sequence[PlayedSeat], before: Mapping[str, KeptRating]) -> list[PlayedSeat]:
    """A point more for everybody."""
    had = [before[seat.player or ""].mu if seat.player in before else 25.0 for seat in seats]
    return [replace(seat, mu_before=mu, mu=mu + 1, sigma=8.0) for seat, mu in zip(seats, had, strict=True)]


def test_a_game_is_entered_once(store: Store) -> None:
    other = replace(GAME, id="1" * 32, played="1" * 32, players=3, source="bots", file=None)
    assert store.enter_games([GAME, other]) == 2
    assert store.enter_games([GAME, other]) == 0
    assert store.known_files(["f" * 32, "e" * 32]) == {"f" * 32}
    assert store.numbers_of_games("pig") == {("log", 2): 1, ("bots", 3): 1}
    assert list(store.played_games("pig", ["log"])) == [(2, [7, 3], [1.0, 0.0], COUNT)]
    assert len(list(store.played_games("pig"))) == 2 and not list(store.played_games("pig", players=[5]))
    assert not list(store.played_games("another"))


def test_games_are_asked_for_by_who_all_played_them(store: Store) -> None:
    ana, ben, cleo = (store.new_player(name) for name in ("Ana", "Ben", "Cleo"))
    for people in ((ana, ben), (ana, cleo), (ben, ana)):
        table = new_table(store, *people)
        store.enter_game(replace(of_table(table), played=table.id), seats_of(table, *people))
    assert store.enter_games([GAME]) == 1
    for asked, number in (((), 4), ((ana,), 3), ((ana, ben), 2), ((ben, cleo), 0), ((ana, ben, cleo), 0)):
        ids = [one.id for one in asked]
        assert len(list(store.played_games("pig", people=ids))) == number
        assert sum(store.numbers_of_games("pig", ids).values()) == number


def test_what_was_played_at_a_table_is_not_counted_again_from_its_file(store: Store) -> None:
    ana, ben = store.new_player("Ana"), store.new_player("Ben")
    table = new_table(store, ana, ben)
    assert store.uncounted_tables() == [table.id]
    assert store.enter_game(of_table(table), seats_of(table, ana, ben))
    assert store.uncounted_tables() == [] and store.enter_games([GAME]) == 0
    assert not store.enter_game(of_table(table), seats_of(table, ana, ben)), "nothing is entered twice"
    again = new_table(store, ana, ben)
    assert store.enter_game(of_table(again), seats_of(again, ana, ben)), "two tables are two games"


def test_ratings_change_with_a_game_and_only_once(store: Store) -> None:
    ana, ben = store.new_player("Ana"), store.new_player("Ben")
    for at in (5, 6):
        table = new_table(store, ana, ben)
        assert store.enter_game(of_table(table, at), seats_of(table, ana, ben), more)
        assert not store.enter_game(of_table(table, at), seats_of(table, ana, ben), more)
    assert store.ratings_of(ana.id) == {"pig": KeptRating("pig", ana.id, 27.0, 8.0, 2, 6)}
    assert [(kept.mu, name) for kept, name, _is_bot in store.ratings("pig")] == [(27.0, "Ana"), (27.0, "Ben")]
    newest, oldest = store.games_of(ana.id)
    assert (newest.at, oldest.at) == (6, 5)
    assert [seat.mu_before for seat in store.seats_of_games([oldest.id, newest.id])[newest.id]] == [26.0, 26.0]
    assert store.names_of({ana.id, ben.id}) == {ana.id: "Ana", ben.id: "Ben"}
    assert store.game_of_table(newest.id) == newest and store.game_of_table("x") is None


def test_a_game_of_somebody_who_is_gone_is_not_entered_by_half(store: Store) -> None:
    ana, ben = store.new_player("Ana"), store.new_player("Ben")
    table = new_table(store, ana, ben)
    store.delete_player(ben.id)
    with pytest.raises(Gone):
        store.enter_game(of_table(table), seats_of(table, ana, ben), more)
    assert store.uncounted_tables() == [table.id] and store.ratings_of(ana.id) == {}


def test_what_is_known_of_a_person_is_handed_out_and_forgotten(store: Store) -> None:
    ana, ben = store.new_player("Ana"), store.new_player("Ben")
    table = new_table(store, ana, ben)
    store.enter_game(of_table(table), seats_of(table, ana, ben), more)
    told = store.export_player(ana.id)
    assert [row["mu"] for row in told["ratings"]] == [26.0] and [row["place"] for row in told["played"]] == [1]
    store.delete_player(ana.id)
    assert store.ratings_of(ana.id) == {} and [name for _kept, name, _is_bot in store.ratings("pig")] == ["Ben"]
    assert [seat.player for seat in store.seats_of_games([table.id])[table.id]] == [None, ben.id]
    store.delete_table(table.id)
    [kept] = store.games_of(ben.id)
    assert kept.table is None and kept.id == table.id, "statistics stay when a table goes"


def test_an_older_form_has_no_statistics_and_the_present_one_has(store: Store) -> None:
    migrate(store.engine, "0006")
    assert "ratings" not in sa.inspect(store.engine).get_table_names()
    migrate(store.engine)
    assert store.enter_games([GAME]) == 1
