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
