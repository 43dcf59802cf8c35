"""The action table: three forms of every decision, and ids that never change."""

from __future__ import annotations

from pathlib import Path

import pytest

from dolmen.core.errors import InvalidNotation
from dolmen.games.terra_mystica.rules import actions

GOLDEN = Path(__file__).parent / "golden" / "actions.txt"


def test_the_three_forms_of_every_action_agree() -> None:
    for number in range(actions.NUM_ACTIONS):
        action = actions.decode(number)
        assert actions.encode(action) == number
        assert actions.from_text(str(action)) == number
        assert actions.from_text(f"  {str(action).upper().replace(' ', '   ')} ") == number


def test_the_table_is_frozen() -> None:
    table = "".join(f"{number} {actions.decode(number)}\n" for number in range(actions.NUM_ACTIONS))
    assert table == GOLDEN.read_text(encoding="utf-8"), "append to the table, never renumber it"


def test_the_table_has_at_most_about_a_thousand_ids() -> None:
    assert actions.NUM_ACTIONS <= 1000


def test_what_is_no_action_is_refused() -> None:
    for text in ("", "build", "build Z9", "leech 2", "transform E3 to red", "hut 17"):
        with pytest.raises(InvalidNotation, match="there is no action"):
            actions.from_text(text)
    for number in (-1, actions.NUM_ACTIONS):
        with pytest.raises(InvalidNotation, match="there is no action"):
            actions.decode(number)
    with pytest.raises(InvalidNotation, match="there is no action"):
        actions.encode(actions.Build("Z9"))


def test_decisions_of_one_kind_have_one_dataclass_and_count_from_nought() -> None:
    assert tuple(sorted(set(actions.KIND.tolist()))) == actions.KINDS and len(actions.KIND) == actions.NUM_ACTIONS
    for action, decision in enumerate(actions.ACTIONS):
        assert type(decision) is type(actions.ACTIONS[actions.kind_of(action)])
        assert actions.kind_of(action) + actions.argument_of(action) == action and actions.argument_of(action) >= 0


def test_upgrades_and_priests_are_told_by_two_numbers() -> None:
    assert {
        actions.upgrade_id(*actions.upgrade_of(action)) - action for action in range(actions.UPGRADE, actions.TRANSFORM)
    } == {0}
    assert {actions.send_id(*actions.send_of(action)) - action for action in range(actions.SEND, actions.BRIDGE)} == {0}
