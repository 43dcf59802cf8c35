"""Charts: round figures at the axes, everything within its frame, labels apart."""

from __future__ import annotations

from xml.etree import ElementTree as Xml

import pytest

from dolmen.art.chart import (
    WITH_MARKERS,
    Axis,
    Plane,
    card,
    interval,
    kept_apart,
    legend,
    line,
    round_step,
    rules_across,
    rules_up,
    text,
)

PLANE = Plane(Axis(0, 10, 100, 300), Axis(0, 50, 200, 0))


def drawn(*parts: str) -> Xml.Element:
    return Xml.fromstring(f"<svg>{''.join(parts)}</svg>")


def words_of(picture: Xml.Element) -> list[str]:
    return [element.text or "" for element in picture.iter("text")]


@pytest.mark.parametrize(
    ("span", "most", "step"),
    [(100, 5, 20), (101, 5, 50), (120, 6, 20), (1, 5, 0.2), (1, 4, 0.5), (7, 8, 1), (9.3, 4, 5), (0.03, 3, 0.01)],
)
def test_steps_are_round_and_few(span: float, most: int, step: float) -> None:
    assert round_step(span, most) == pytest.approx(step)


def test_ticks_are_the_round_figures_between_the_ends() -> None:
    assert Axis(0, 100, 0, 1).ticks(5) == [0, 20, 40, 60, 80, 100]
    assert Axis(11, 32, 0, 1).ticks(6) == [15, 20, 25, 30]
    assert Axis(-7, 4, 0, 1).ticks(3) == [-5, 0]
    assert Axis(0, 1, 0, 1).ticks(5) == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1])
    assert Axis(0, 2, 0, 1).ticks(8, least_step=1) == [0, 1, 2]
    assert Axis(3, 3, 0, 1).ticks(5) == [3]


def test_a_widened_axis_begins_and_ends_with_ticks() -> None:
    wide = Axis(11, 32, 0, 170).widened(6)
    assert (wide.low, wide.high) == (10, 35) and wide.ticks(6)[0] == 10 and wide.ticks(6)[-1] == 35
    assert Axis(0, 1, 0, 1).widened(5) == Axis(0, 1, 0, 1)
    assert Axis(3, 3, 0, 1).widened(5).place(3) == 0.5


def test_values_stand_in_proportion_and_never_outside() -> None:
    axis = Axis(0, 50, 200, 0)
    assert [axis.place(value) for value in (0, 25, 50, 80, -1)] == [200, 100, 0, 0, 200]
    assert PLANE.path([(0, 0), (5, 25), (10, 50)]) == "100,200 200,100 300,0"


def test_labels_keep_apart_and_in_order() -> None:
    assert kept_apart([50.0, 10.0, 12.0, 11.0], 5) == [50, 10, 20, 15]
    assert kept_apart([], 5) == []


def test_a_line_has_markers_where_points_are_few() -> None:
    few = [(turn, 5 * turn) for turn in range(4)]
    many = [(turn / 10, turn) for turn in range(WITH_MARKERS + 1)]
    assert [len(list(drawn(line(PLANE, points, "red")).iter("circle"))) for points in (few, many)] == [4, 1]
    alone = drawn(line(PLANE, [(5, 25)], "red"))
    assert [element.tag for element in alone] == ["circle"] and alone[0].attrib["cx"] == "200"
    assert line(PLANE, [], "red") == ""


def test_rules_carry_their_figures() -> None:
    across = drawn(*rules_across(PLANE, PLANE.up.ticks(5), "{:g}".format))
    assert words_of(across) == ["0", "10", "20", "30", "40", "50"]
    assert across[0].attrib["d"] == "M100 200H300"
    up = drawn(*rules_up(PLANE, PLANE.across.ticks(2), "{:.0f} min".format))
    assert words_of(up) == ["0 min", "5 min", "10 min"] and up[0].attrib["d"] == "M100 200V0"


def test_an_interval_reaches_to_both_its_ends() -> None:
    whisker, point = drawn(interval(PLANE.across, 46, 2, 4, 7))
    assert whisker.attrib["d"] == "M140 46H240" and (point.attrib["cx"], point.attrib["cy"]) == ("180", "46")


def test_names_of_a_legend_stand_side_by_side_to_the_right_edge() -> None:
    picture = drawn(*legend(970, 88, [("random", "grey"), ("greedy", "green")]))
    first, second = (float(element.attrib["x"]) for element in picture.iter("text"))
    assert first + 60 < second < 970 - 40


def test_words_are_escaped() -> None:
    assert words_of(drawn(card(100, 50, "A & B", "<i>"), text(1, 2, '"C"', 12))) == ["A & B", "<i>", '"C"']
