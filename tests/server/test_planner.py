"""Trying it out: lines of one's own, answers for the others, what is sent, and what nobody else may notice."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from dolmen.bots import LEVEL, find_bot
from dolmen.contract.registry import games
from dolmen.core.draws import Draws
from dolmen.core.errors import DolmenError
from dolmen.core.words import words
from dolmen.server.api.planner import _whole
from dolmen.server.commands import making, moves, plans, undo
from dolmen.server.errors import BadRequest, LineEnded, LineMoved, NotRunning, NotYourSeat, TooManyLines
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables
from dolmen.server.log import log_of
from dolmen.server.pages.planner import PlanView, ending_text
from dolmen.server.rendering import Rendering
from dolmen.server.trial import MOST_STEPS, ROLL, Trial, fingerprint
from dolmen.store import NotFound, Plan, Player, Stale
from tests.server.people import Server, two_people
from tests.server.test_absence import people_at, play_until

ENGLISH = words("en")


class Reader:
    """Who reads a page."""

    csrf, origin, confirm = "", "", "deed"

    def __init__(self, player: Player | None) -> None:
        self.player = player


def first(faces: Sequence[int]) -> int:
    return faces[0]


def alone(tables: LiveTables, game: str, decisions: int = 60, players: int = 3) -> tuple[Player, str]:
    """Ana with bots, in the middle of a game, in her own turn."""
    ana = tables.store.new_player("Ana")
    table = making.create(tables, game, ana, ["me", *["bot:greedy"] * (players - 1)]).id
    bot, draws = find_bot("greedy", game), Draws(4)
    while True:
        live = tables.live(table)
        seat = live.deciding
        assert seat is not None
        if seat == 0 == live.state.turn_player and live.state.turn and live.state.decisions >= decisions:
            return ana, table
        action = int(bot.choose(live.state, LEVEL, draws))
        if seat:
            moves.bot_move(tables, table, seat, live.sequence, action)
        else:
            moves.move(tables, table, ana, 0, live.sequence, [action], None)


def decide(tables: LiveTables, table: str, player: Player, line: int, *actions: int | str) -> Trial:
    return plans.change(tables, table, player, line, None, lambda trial: plans.decide(trial, actions, first))


def bots_choice(trial: Trial) -> list[int]:
    """What a bot would do where a line is looked at; the dice fall."""
    state = trial.state_at(trial.at)
    if state.is_chance():
        return [ROLL]
    chosen = int(find_bot("greedy", state.game.meta.key).choose(state, LEVEL, Draws(1)))
    return [chosen if state.is_legal(chosen) else state.legal_actions()[0]]


def go_on(tables: LiveTables, table: str, player: Player, line: int, decisions: int) -> Trial:
    """So many decisions of a line, as a bot would make them."""
    trial = plans.opened(tables, table, player, line)
    for _ in range(decisions):
        trial = decide(tables, table, player, line, *bots_choice(trial))
    return trial


# ------------------------------------------------------------------------------------------------ trying


@pytest.mark.parametrize("game", games())
def test_a_line_goes_on_with_answers_of_bots_and_nothing_reaches_the_table(tables: LiveTables, game: str) -> None:
    ana, table = alone(tables, game)
    before, events = tables.live(table).state.to_bytes(), tables.store.last_sequence(table)
    plan = plans.resume(tables, table, ana, 0)
    trial = go_on(tables, table, ana, plan.number, 8)
    assert {step.by for step in trial.steps} >= {"me", "bot"}
    assert trial.at == len(trial.steps) and trial.whole.decisions > 8
    assert tables.live(table).state.to_bytes() == before and tables.store.last_sequence(table) == events
    assert plans.resume(tables, table, ana, 0).number == plan.number, "the same position, the same line"


def test_going_back_and_deciding_the_same_keeps_what_follows(tables: LiveTables) -> None:
    ana, table = alone(tables, "terra-mystica")
    line = plans.begin(tables, table, ana, 0).number
    trial = go_on(tables, table, ana, line, 4)
    steps, made = list(trial.steps), trial.steps[0]
    plans.change(tables, table, ana, line, None, lambda one: plans.go(one, 0))
    same = decide(tables, table, ana, line, *made.actions)
    assert same.steps == steps and 0 < same.at <= len(steps)
    plans.change(tables, table, ana, line, None, plans.back)
    assert plans.opened(tables, table, ana, line).at == 0
    other = next(
        action for action in same.root.legal_actions() if same.root.game.action_text(action) != made.actions[0]
    )
    assert decide(tables, table, ana, line, other).steps[0].actions != made.actions


def test_another_answer_takes_the_place_of_the_bots(tables: LiveTables) -> None:
    ana, table = alone(tables, "terra-mystica")
    line = plans.begin(tables, table, ana, 0).number
    trial = go_on(tables, table, ana, line, 6)
    place = next(place for place, step in enumerate(trial.steps) if step.by == "bot")
    plans.change(tables, table, ana, line, None, lambda one: plans.go(one, place))
    there = plans.opened(tables, table, ana, line).state_at(place)
    view = PlanView(tables, plans.opened(tables, table, ana, line), [], Reader(ana), ENGLISH)
    assert view.card.kind == "ask" and view.seat == there.current_player != 0 and view.is_anothers
    changed = decide(tables, table, ana, line, there.legal_actions()[-1])
    assert changed.steps[place].by == "me" and changed.steps[place].seat == there.current_player
    plans.change(tables, table, ana, line, None, lambda one: plans.go(one, place))
    again = plans.change(tables, table, ana, line, None, Trial.let_bot_answer)
    assert again.steps[place] == trial.steps[place]


def test_the_others_are_played_by_me_or_keep_silent(tables: LiveTables) -> None:
    ana, table = alone(tables, "terra-mystica")
    for others in ("me", "silent"):
        line = plans.begin(tables, table, ana, 0).number
        plans.change(tables, table, ana, line, None, lambda one, others=others: plans.set_others(one, others))  # type: ignore[misc]
        trial = plans.opened(tables, table, ana, line)
        while trial.whole.current_player == 0:
            trial = decide(tables, table, ana, line, *bots_choice(trial))
        answers = [step for step in trial.steps if step.seat > 0]
        if others == "me":
            assert not [step for step in answers if step.by != "rules"]
        else:
            assert all(step.by == "rules" or "decline" in step.actions[0] for step in answers)
            assert trial.whole.current_player == trial.whole.turn_player, "another's turn begins: the line stops"
    with pytest.raises(BadRequest):
        plans.set_others(trial, "nobody")


def test_what_the_dice_show_is_chosen_or_drawn(tables: LiveTables) -> None:
    ana, table = alone(tables, "meduris")
    line = plans.begin(tables, table, ana, 0).number
    trial = plans.opened(tables, table, ana, line)
    while not trial.whole.is_chance():
        trial = decide(tables, table, ana, line, *bots_choice(trial))
    at = trial.at
    view = PlanView(tables, trial, [], Reader(ana), ENGLISH)
    assert [one.choice.label for one in view.card.listed] == [
        "Roll",
        "Wood",
        "Wool",
        "Copper",
        "Stone",
        "Plus",
        "Minus",
    ]
    assert decide(tables, table, ana, line, "roll copper").steps[at].actions == ("roll copper",)
    plans.change(tables, table, ana, line, None, lambda one: plans.go(one, at))
    assert decide(tables, table, ana, line, ROLL).steps[at].actions == ("roll wood",), "as it is drawn here"


def test_the_steps_are_told_with_what_they_brought(tables: LiveTables) -> None:
    ana, table = alone(tables, "meduris")
    plan = plans.begin(tables, table, ana, 0)
    trial = go_on(tables, table, ana, plan.number, 7)
    view = PlanView(tables, trial, [trial.plan], Reader(ana), ENGLISH)
    assert [row.at for row in view.rows] == sorted(row.at for row in view.rows)
    assert view.rows[-1].at == len(trial.steps) and view.rows[-1].is_now
    assert any(row.own and "Ana" in row.sentence for row in view.rows)
    assert any(change.amounts for row in view.rows for change in row.changes)
    assert view.where_from.endswith("your turn")
    assert re.fullmatch(r"Line \d+", view.tabs[0].name) and view.tabs[0].is_shown


def test_a_turn_that_goes_on_is_told_as_its_buttons_said_it(tables: LiveTables) -> None:
    """The log tells turns that have ended."""
    ana, table = alone(tables, "terra-mystica", decisions=30)
    plan = plans.begin(tables, table, ana, 0)
    choices = tables.live(table).prompt(ENGLISH).all_choices
    sacrifice = next(choice.ways[0] for choice in choices if choice.confirm == "Sacrifice 1 power")
    trial = decide(tables, table, ana, plan.number, *sacrifice.actions)
    (row,) = PlanView(tables, trial, [trial.plan], Reader(ana), words("es")).rows
    assert (str(row.brief), row.sentence) == ("Sacrificar 1 punto de poder", "Sacrificar 1 punto de poder.")


# ------------------------------------------------------------------------------------------------ wrong input


def test_what_cannot_be_done_in_a_line_is_refused_in_a_sentence(tables: LiveTables) -> None:
    ana, table = alone(tables, "meduris")
    line = plans.begin(tables, table, ana, 0).number
    version = plans.opened(tables, table, ana, line).plan.version
    with pytest.raises(DolmenError, match=r"\w"):
        decide(tables, table, ana, line, "place wood")
    with pytest.raises(DolmenError):
        decide(tables, table, ana, line, "nonsense")
    with pytest.raises(BadRequest, match="no step 9"):
        plans.change(tables, table, ana, line, None, lambda one: plans.go(one, 9))
    with pytest.raises(Stale):
        plans.change(tables, table, ana, line, version + 1, plans.back)
    assert plans.opened(tables, table, ana, line).plan.version == version, "nothing was changed"
    with pytest.raises(BadRequest, match="no turn of yours"):
        plans.send(tables, table, ana, line)


def test_a_player_keeps_a_bounded_number_of_lines_and_steps(
    tables: LiveTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, table = alone(tables, "meduris")
    for _ in range(plans.MOST_LINES):
        line = plans.begin(tables, table, ana, 0).number
    with pytest.raises(TooManyLines, match="remove one of them first"):
        plans.begin(tables, table, ana, 0)
    monkeypatch.setattr("dolmen.server.trial.MOST_STEPS", 3)
    assert MOST_STEPS > 3
    with pytest.raises(BadRequest, match="up to 3 steps"):
        go_on(tables, table, ana, line, 9)


def test_a_line_belongs_to_who_sits_at_a_running_table(tables: LiveTables) -> None:
    ana, ben, table = people_at(tables, "meduris", 0)
    line = plans.begin(tables, table, ana, 0).number
    with pytest.raises(NotFound):
        plans.opened(tables, table, ben, line)
    with pytest.raises(NotYourSeat):
        plans.begin(tables, table, ben, 0)
    with pytest.raises(NotYourSeat):
        plans.begin(tables, table, tables.store.new_player("Eve"), 0)
    live = tables.live(table)
    live.table = replace(live.table, status="finished")
    for deed in (plans.begin, plans.resume, plans.lines):
        with pytest.raises(NotRunning):
            deed(tables, table, ana, 0)
    with pytest.raises(NotRunning):
        plans.opened(tables, table, ana, line)


# ------------------------------------------------------------------------------------------------ sending


@pytest.mark.parametrize("game", games())
def test_sending_a_line_makes_its_first_turn_and_nothing_else(tables: LiveTables, game: str) -> None:
    ana, table = alone(tables, game)
    line = plans.begin(tables, table, ana, 0).number
    trial = go_on(tables, table, ana, line, 9)
    turn = trial.own_turn()
    assert turn is not None and turn.first == 0
    before = tables.live(table).state.decisions
    sent = plans.send(tables, table, ana, line)
    live = tables.live(table)
    assert sent.sequence == live.sequence
    assert live.state.history[before:][: len(turn.actions)] == turn.actions
    renewed, ending = plans.renew(tables, table, ana, line)
    assert ending is None and renewed.is_current
    kept = [step for step in renewed.steps if step.by == "me"]
    assert kept == [step for step in trial.steps[turn.last + 1 :] if step.by == "me"], "the rest stays as a plan"


def test_a_line_whose_place_was_taken_ends_and_says_who_took_it(tables: LiveTables) -> None:
    ana, ben, table = people_at(tables, "meduris", 0)
    play_until(tables, table, {0: ana, 1: ben}, 1)
    line = plans.begin(tables, table, ana, 0).number
    players = {0: ana, 1: ben}
    live = tables.live(table)
    while live.deciding == 1 and live.state.turn_player != 1:
        moves.move(tables, table, ben, 1, live.sequence, [live.state.legal_actions()[0]], None)
        live = tables.live(table)
    taken = _hut_that_both_may_build(tables, table, players)
    line = plans.begin(tables, table, ana, 0).number
    trial = plans.change(tables, table, ana, line, None, lambda one: plans.set_others(one, "me"))
    while trial.whole.current_player != 0 or trial.whole.turn_player != 0 or taken not in trial.whole.legal_texts():
        state = trial.whole
        if state.is_chance():
            trial = decide(tables, table, ana, line, "roll wood")
        else:
            move = next((text for text in state.legal_texts() if text.startswith("move")), state.legal_texts()[0])
            trial = decide(tables, table, ana, line, move)
        assert len(trial.steps) < 40
    trial = decide(tables, table, ana, line, taken)
    while trial.whole.current_player == 0:
        trial = decide(tables, table, ana, line, trial.whole.legal_texts()[0])
    live = tables.live(table)
    moves.move(tables, table, ben, 1, live.sequence, [taken], None)
    while (live := tables.live(table)).deciding is not None and live.state.turn_player == 1:
        seat = live.deciding
        assert seat is not None
        moves.move(tables, table, players[seat], seat, live.sequence, [live.state.legal_actions()[0]], None)
    assert not plans.opened(tables, table, ana, line).is_current
    renewed, ending = plans.renew(tables, table, ana, line)
    assert ending is not None and taken not in [text for step in renewed.steps for text in step.actions]
    text = ending_text(ending, log_of(tables.live(table), ENGLISH), ENGLISH)
    assert text.startswith("Ben built a hut on field") and re.search(r"This line ends at step \d+\.$", text)


def _hut_that_both_may_build(tables: LiveTables, table: str, players: dict[int, Player]) -> str:
    """Play on until Ben may build a hut, and give Ana what it takes; which one."""
    draws = Draws(9)
    while True:
        live = tables.live(table)
        assert live.deciding is not None
        texts = live.state.legal_texts()
        huts = [text for text in texts if text.startswith("hut")]
        if live.deciding == 1 == live.state.turn_player and huts and (live.state.record.stock[0] >= 1).all():
            return huts[0]
        safe = [text for text in texts if not text.startswith(("hut", "temple"))] or texts
        moves.move(tables, table, players[live.deciding], live.deciding, live.sequence, [draws.pick(safe)], None)


def test_a_table_that_was_taken_back_leaves_the_line_at_the_present(tables: LiveTables) -> None:
    ana, table = alone(tables, "meduris")
    live = tables.live(table)
    action = next(
        action for action in live.state.legal_actions() if live.state.game.action_text(action).startswith("m")
    )
    moves.move(tables, table, ana, 0, live.sequence, [action], None, hold=moves.Hold.TURN)
    line = plans.begin(tables, table, ana, 0).number
    undo.back(tables, table, ana, 0, tables.live(table).sequence)
    trial = plans.opened(tables, table, ana, line)
    assert trial.base == tables.live(table).state.decisions and trial.is_current


def test_a_turn_that_would_bring_something_else_now_is_not_sent_unseen(tables: LiveTables) -> None:
    ana, table = alone(tables, "terra-mystica")
    line = plans.begin(tables, table, ana, 0).number
    go_on(tables, table, ana, line, 3)
    plan = tables.store.plan(table, ana.id, line)
    earlier = replace(plan, base=plan.base - 1, root="gone")
    tables.store.keep_plan(earlier)
    trial = plans.opened(tables, table, ana, line)
    assert trial.is_current, "it begins anew where the table is"
    turn = trial.own_turn()
    sent: object
    try:
        sent = plans.send(tables, table, ana, line)
    except (LineMoved, LineEnded, BadRequest) as error:
        sent = error
    assert turn is None or sent


# ------------------------------------------------------------------------------------------------ hidden things


def _bytes(tables: LiveTables, rendering: Rendering, live: LiveTable, base: int) -> str:
    """All that a planner's answers are made of, over some decisions."""
    root = live.seen_at(base, 0)
    trial = Trial(live, Plan("t", "ana", 1, 0, "", base, fingerprint(root)))
    told = []
    for _ in range(4):
        view = PlanView(tables, trial, [trial.plan], Reader(None), ENGLISH)
        told.append(rendering.partials([*view.all_parts(), view.log, *view.picked_parts()], ENGLISH))
        passages = live.present.board_text(view.live.state, 0, live.names, ENGLISH, is_open=view.live.is_open)
        told.append(f"{passages} {json.dumps(_whole(trial).model_dump())} {trial.kept()} {trial.is_current}")
        told.append(trial.bare_end().to_bytes().hex())
        if trial.whole.is_terminal():
            break
        trial.decide(bots_choice(trial), first)
    return "\n".join(told)


def test_what_others_hold_influences_no_byte_of_what_is_tried(tables: LiveTables) -> None:
    """Two positions that differ in the hidden stocks of the others alone are tried alike, byte for byte."""
    ana = tables.store.new_player("Ana")
    table = making.create(tables, "meduris", ana, ["me", "here", "here"]).id
    live, draws, rendering, compared = tables.live(table), Draws(7), Rendering(""), 0
    for number in range(120):
        if live.state.is_terminal():
            break
        live.state.apply_trusted(draws.pick(live.state.legal_actions()))
        if number % 4:
            continue
        stocks = live.state.record.stock
        kept = stocks.copy()
        before = _bytes(tables, rendering, live, live.state.decisions)
        stocks[1], stocks[2] = kept[2].copy(), kept[1].copy()
        after = _bytes(tables, rendering, live, live.state.decisions)
        stocks[:] = kept
        assert before == after
        compared += not (kept[1] == kept[2]).all()
    assert compared > 15


def test_a_line_begins_without_a_past(tables: LiveTables) -> None:
    _ana, table = alone(tables, "meduris")
    live = tables.live(table)
    assert live.seen_at(live.state.decisions, 0).history == ()
    assert live.seen_at(10, 0).decisions == 0


# ------------------------------------------------------------------------------------------------ pages


def test_the_pages_of_a_line_are_its_owners_alone(server: Server) -> None:
    ana, ben, table = two_people(server)
    page = ana.post(f"/t/{table}/try", script=False, seat=0)
    here = page.url.path
    assert here == f"/t/{table}/try/1" and "Nothing is sent; nobody sees this." in page.text
    assert 'hx-get="' + here + "/expected" not in page.text, "other people sit here: nobody is told what to expect"
    assert ben.get(here).url.path == f"/t/{table}"
    for part in ("prompt", "update", "text", "all-players", "forecast", "expected"):
        assert ben.get(f"{here}/{part}").status_code == 404, part
        assert ana.get(f"{here}/{part}").status_code in (200, 204), part
    assert ben.post(f"{here}/send").status_code == 404
    assert ben.post(f"/t/{table}/try", script=False, seat=0).status_code == 403
    eve = server.visitor("Eve")
    assert eve.post(f"/t/{table}/try", script=False, seat=0).status_code == 403
    assert eve.get(here).status_code == 403


def test_a_line_is_made_step_by_step_through_its_forms(server: Server) -> None:
    ana = server.visitor("Ana")
    table = ana.new_table("me", "bot:greedy")
    here = ana.post(f"/t/{table}/try", script=False, seat=0).url.path
    shown = ana.get(f"{here}/prompt?chosen=1").text
    form = dict(re.findall(r'name="(sequence|actions)"\s+value="([^"]*)"', shown.partition('id="confirm"')[2]))
    made = ana.post(f"{here}/moves", **form)
    assert made.status_code == 200 and 'hx-target="#trying"' in made.text and 'aria-current="step"' in made.text
    late = ana.post(f"{here}/moves", **form)
    assert "The line was changed elsewhere" in late.text
    wrong = ana.post(f"{here}/moves", sequence=1, actions="x")
    assert wrong.status_code == 400 and "the decisions are numbers" in wrong.text
    assert 'aria-current="step"' not in ana.post(f"{here}/go", at=0).text
    beyond = ana.post(f"{here}/go", at=99)
    assert beyond.status_code == 400 and "his line has no step 99" in beyond.text
    named = ana.post(f"{here}/name", script=False, name="Wood first")
    assert named.url.path == here and "Wood first" in named.text
    assert ana.post(f"{here}/delete", script=False).url.path == f"/t/{table}"
    assert server.context.tables.live(table).state.decisions == 0, "nothing has happened at the table"


def test_the_stream_of_a_line_says_that_the_table_has_moved_on(server: Server) -> None:
    from tests.server.people import Listener, wait_for

    ana, ben, table = two_people(server)
    here = ben.post(f"/t/{table}/try", script=False, seat=1).url.path
    listener = Listener(ben, f"{here}/stream")
    wait_for(lambda: listener.ids)
    assert "The table has moved on" not in listener.text
    assert ana.move(table, ana.choose(table)).status_code == 204
    wait_for(lambda: "The table has moved on" in listener.text)
    answer = ben.post(f"{here}/renew").text
    assert 'hx-target="#moved"' in answer and "The table has moved on" not in answer


def test_what_the_rules_refuse_is_a_sentence_for_the_card(server: Server) -> None:
    ana = server.visitor("Ana")
    table = ana.new_table("me", "bot:greedy")
    here = ana.post(f"/t/{table}/try", script=False, seat=0).url.path
    answer = ana.post(f"{here}/moves", sequence=1, actions="151")
    assert answer.status_code == 409 and 'hx-target="#notice"' in answer.text and "is not what is asked" in answer.text
