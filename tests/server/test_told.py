"""What the table must not say wrongly: whose turn it is, what taking back takes, and who may not."""

from __future__ import annotations

import pytest

from dolmen.contract.registry import games, load, package
from dolmen.core.draws import Draws
from dolmen.core.words import LANGUAGES, words
from dolmen.server.commands import making, moves
from dolmen.server.live_tables import LiveTables, Viewer
from dolmen.server.pages.prompt import Pick, PromptCard, prompt_card
from dolmen.store import Player
from tests.server.people import Server
from tests.server.test_absence import people_at, play_until

ENGLISH = words("en")


def card(tables: LiveTables, table: str, player: Player, seat: int) -> PromptCard:
    live = tables.live(table)
    return prompt_card(live, Viewer(player, tuple(live.seats_of(player.id)), seat), ENGLISH, Pick(), "/t/x")


def test_taking_back_says_first_that_the_bots_turns_go_too(tables: LiveTables) -> None:
    ana = tables.store.new_player("Ana")
    table = making.create(tables, "meduris", ana, ["me", "bot:random"]).id
    moves.move(tables, table, ana, 0, 0, ["place wood"], None)
    live = tables.live(table)
    moves.bot_move(tables, table, 1, live.sequence, live.state.legal_actions()[0])
    people = card(tables, table, ana, 0).people
    assert people.can_ask_undo and people.undo_text == "Take back to my last decision; the bots' turns go too"


def test_with_other_people_taking_back_is_asked_for(tables: LiveTables) -> None:
    ana, ben, table = people_at(tables, "meduris", 0)
    play_until(tables, table, {0: ana, 1: ben}, 0)
    people = card(tables, table, ana, 0).people
    assert people.can_ask_undo and people.undo_text == "Ask to undo"


def test_who_answers_in_anothers_turn_is_not_told_that_it_is_his(tables: LiveTables) -> None:
    ana, ben, table = people_at(tables, "meduris", 0)
    players = {0: ana, 1: ben}
    tags = set()
    draws = Draws(4)
    for _ in range(200):
        live = tables.live(table)
        seat = live.deciding
        if seat is None:
            break
        asked = card(tables, table, players[seat], seat)
        other = live.state.turn_player if live.state.turn and live.state.turn_player != seat else None
        assert asked.tag == ("You answer" if other is not None else "")
        assert (
            asked.eyebrow.startswith("Your turn")
            if other is None
            else asked.eyebrow == f"In {live.names[other]}'s turn"
        )
        tags.add(asked.tag)
        moves.move(tables, table, players[seat], seat, live.sequence, [draws.pick(live.state.legal_actions())], None)
    assert tags == {"", "You answer"}


def test_a_refusal_tells_its_own_reason_in_the_readers_language(server: Server) -> None:
    ana, ben = server.visitor("Ana"), server.visitor("Ben")
    table = ana.new_table("me", "bot:random")
    ben.post("/language", language="es")
    answer = ben.get(f"/t/{table}/file").text
    assert "La partida se puede descargar cuando haya terminado. Puedes ver la partida." in answer


@pytest.mark.parametrize("key", games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_speaks_for_kinds_of_choices_that_its_question_has(key: str, language: str) -> None:
    present, reader = package(key).presentation(), words(language)
    state, draws, spoken = load(key).new_state(seed=5), Draws(5), 0
    names = ["Ana", "Ben"]
    while not state.is_terminal() and len(state.history) < 150:
        if not state.is_chance():
            hint, prompt = present.hint(state, state.current_player, reader), present.prompt(state, names, reader)
            if hint and hint.kinds and prompt.groups:
                assert set(hint.kinds) & {group.key for group in prompt.groups}, hint
                assert not hint.allows("another kind")
                spoken += 1
        state.apply_trusted(draws.pick(state.legal_actions()))
    assert spoken
