"""Game files: every sentence of the notation, and everything that is refused, with its line."""

from __future__ import annotations

from functools import cache
from itertools import permutations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dolmen.analysis.replay import begin
from dolmen.contract.registry import load
from dolmen.core.draws import Draws
from dolmen.core.errors import DolmenError, IllegalLine, InvalidNotation
from dolmen.core.kernel import INTERPRETED
from dolmen.games.meduris.files.reader import read
from dolmen.games.meduris.files.transcript import MedurisTranscript as Transcript
from tests.conftest import EVERY_NUMBER_OF_PLAYERS, game_text
from tests.meduris.conftest import CHIPS, HEADER, PLACED, RITUAL, ROLLED, read_lines, refused, text_of

UNHURRIED = settings(deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow])


def line_number(text: str, word: str) -> int:
    """The first physical line that begins with a word."""
    return next(number for number, line in enumerate(text.splitlines(), start=1) if line.split()[0] == word)


def first_lines(text: str, number: int) -> str:
    return "".join(text.splitlines(keepends=True)[:number])


# --------------------------------------------------------------------------------------------------------- header


def test_the_shortest_header_is_the_version_the_players_and_the_chips() -> None:
    transcript = read_lines(*HEADER)
    assert transcript.to_text() == text_of(HEADER)
    assert transcript.names == () and transcript.seed == "" and transcript.state.history == ()


OPTIONS = ("rules 1", "names Ana Ben", "seed 20161")


@pytest.mark.parametrize("options", [order for size in range(4) for order in permutations(OPTIONS, size)])
def test_optional_lines_may_stand_in_any_order_or_be_missing(options: tuple[str, ...]) -> None:
    transcript = read_lines("meduris 1", "players 2", *options, CHIPS)
    assert transcript.names == (("Ana", "Ben") if "names Ana Ben" in options else ())
    assert transcript.seed == ("20161" if "seed 20161" in options else "")
    written = transcript.to_text()
    assert read(written).to_text() == written
    for option in OPTIONS[1:]:
        assert (option in written.splitlines()) == (option in options)


def test_what_is_told_comes_back_in_the_position() -> None:
    assert read_lines("meduris 1", "players 2", "names Ana Ben", CHIPS).position()["names"] == ["Ana", "Ben"]
    assert read_lines(*HEADER).position()["names"] is None


@pytest.mark.parametrize("cut", [0, 1, 2])
def test_a_header_that_ends_before_its_chips_is_refused(cut: int) -> None:
    error = refused(text_of(HEADER[:cut]))
    assert error.line == max(1, cut) and "the header ends before 'chips'" in str(error)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["players 2"], "begins with 'meduris 1', not 'players 2'"),
        (["Meduris 1"], "begins with 'meduris 1'"),
        (["meduris"], "the format's version is ''"),
        (["meduris 2"], "the format's version is '2'; this program reads 'meduris 1'"),
        (["meduris 0"], "the format's version is '0'"),
        (["meduris 01"], "the format's version is '01'"),
        (["meduris 1.0"], "the format's version"),
        (["meduris 1 1"], "the format's version"),
        (["meduris 1", CHIPS], "the second line of a game is 'players N'"),
        (["meduris 1", "meduris 1"], "the second line of a game is 'players N'"),
        (["meduris 1", "players"], "'players N'"),
        (["meduris 1", "players 1"], "from 2 to 4, not '1'"),
        (["meduris 1", "players 5"], "from 2 to 4, not '5'"),
        (["meduris 1", "players 02"], "from 2 to 4, not '02'"),
        (["meduris 1", "players two"], "from 2 to 4, not 'two'"),
        (["meduris 1", "players 2 3"], "'players N'"),
        ([*HEADER[:2], "players 2"], "'players' stands twice"),
        ([*HEADER[:2], "seed 1", "seed 1"], "'seed' stands twice"),
        ([*HEADER[:2], "names A B", "names A B"], "'names' stands twice"),
        ([*HEADER[:2], "rules 2"], "played under rules 2; this program plays rules 1"),
        ([*HEADER[:2], "rules 0"], "the rules version must be a number"),
        ([*HEADER[:2], "rules"], "'rules N'"),
        ([*HEADER[:2], "rules 1 1"], "'rules N'"),
        ([*HEADER[:2], "rules one"], "the rules version must be a number"),
        ([*HEADER[:2], "place 1 wood"], "'chips' must come before the game begins"),
        ([*HEADER[:2], "Seed 1"], "'Seed' is no line of the header"),
        ([*HEADER[:2], "line 1"], "'line' is no line of the header"),
        ([*HEADER[:2], "\0"], "no line of the header"),
        ([*HEADER, "names Ana Ben"], "'names' begins no line of a game"),
        ([*HEADER, CHIPS], "'chips' begins no line of a game"),
    ],
)
def test_a_wrong_line_of_the_header_is_refused(lines: list[str], words: str) -> None:
    error = refused(text_of(lines))
    assert error.line == len(lines) and words in str(error)


@pytest.mark.parametrize(
    "names",
    ["Ana Ben", "a b", "Ängström Øre", "李 王", "Ana-Lena O_Brien", "007 _", f"{'x' * 20} {'y' * 20}", "final chips"],
)
def test_names_are_letters_of_any_script_digits_underscores_and_hyphens(names: str) -> None:
    transcript = read_lines(*HEADER[:2], f"names {names}", CHIPS)
    assert transcript.names == tuple(names.split())
    assert f"names {names}\n" in transcript.to_text()


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ("", "0 names stand here for 2 players"),
        ("Ana", "1 names stand here for 2 players"),
        ("Ana Ben Cleo", "3 names stand here for 2 players"),
        ("Ana Ana", "two players have the same name"),
        (f"Ana {'x' * 21}", "1 to 20 letters"),
        ("Ana B.", "a name is 1 to 20 letters, digits, '_' or '-', not 'B.'"),
        ("Ana B:n", "1 to 20 letters"),
        ("Ana ½", "1 to 20 letters"),
        ("Ana \u202eneb", "1 to 20 letters"),
        ("Ana \x1b[2J", "1 to 20 letters"),
        ("Ana \xa0", "1 to 20 letters"),
        ("Ana <b>", "1 to 20 letters"),
    ],
)
def test_other_names_are_refused(names: str, words: str) -> None:
    error = refused(text_of([*HEADER[:2], f"names {names}", CHIPS]))
    assert error.line == 3 and words in str(error)


@pytest.mark.parametrize("seed", ["0", "7", "4294967296", "9" * 100])
def test_a_seed_is_one_whole_number_and_is_kept_as_it_stands(seed: str) -> None:
    assert f"seed {seed}\n" in read_lines(*HEADER[:2], f"seed {seed}", CHIPS).to_text()


@pytest.mark.parametrize("seed", ["", "-1", "+1", "01", "1.5", "1 2", "x", "٣", "²", "0x10", "9" * 5000])
def test_other_seeds_are_refused(seed: str) -> None:
    error = refused(text_of([*HEADER[:2], f"seed {seed}", CHIPS]))
    assert error.line == 3 and "with one whole number" in str(error)


def test_chips_are_read_in_any_order_and_written_by_ascending_field() -> None:
    for order in permutations(CHIPS.split()[1:]):
        assert read_lines(*HEADER[:2], f"chips {' '.join(order)}").to_text() == text_of(HEADER)


@pytest.mark.parametrize(
    ("chips", "words"),
    [
        ("", "two of each kind"),
        ("1:two 5:hut 9:druid 13:two 17:hut", "two of each kind"),
        ("1:two 5:hut 9:druid 13:two 17:hut 21:druid 25:two", "two of each kind"),
        ("1:two 5:two 9:two 13:hut 17:hut 21:druid", "two of each kind"),
        ("1:two 5:hut 9:druid 13:two 17:hut 21:gold", "FIELD:two, FIELD:hut or FIELD:druid, not '21:gold'"),
        ("1:two 5:hut 9:druid 13:two 17:hut 21", "FIELD:two, FIELD:hut or FIELD:druid, not '21'"),
        ("1:two 5:hut 9:druid 13:two 17:hut 21:", "FIELD:two"),
        ("1:two 5:hut 9:druid 13:two 17:hut :druid", "the field of a bonus chip must be a number"),
        ("1:two 5:hut 9:druid 13:two 17:hut 21:druid:", "FIELD:two"),
        ("1:two 5:hut 9:druid 13:two 17:hut 17:druid", "two bonus chips lie on field 17"),
        ("0:two 5:hut 9:druid 13:two 17:hut 21:druid", "the field of a bonus chip must be a number from 1 to 48"),
        ("01:two 5:hut 9:druid 13:two 17:hut 21:druid", "the field of a bonus chip must be a number"),
        ("-1:two 5:hut 9:druid 13:two 17:hut 21:druid", "the field of a bonus chip must be a number"),
        ("1:two 5:hut 9:druid 13:two 17:hut 33:druid", "on field 33, but the board has fields 1 to 32"),
        ("1:two 5:hut 9:druid 13:two 17:hut 49:druid", "a number from 1 to 48, not '49'"),
        (
            "1:two 4:hut 9:druid 13:two 17:hut 21:druid",
            "only 2 empty fields lie between the bonus chips on fields 1 and 4",
        ),
        ("2:two 6:hut 10:druid 14:two 18:hut 31:druid", "on fields 31 and 2; at least 3 are needed"),
    ],
)
def test_wrong_bonus_chips_are_refused(chips: str, words: str) -> None:
    error = refused(text_of([*HEADER[:2], f"chips {chips}"]))
    assert error.line == 3 and words in str(error)


# ---------------------------------------------------------------------------------------------- lines, blanks, bytes


@pytest.mark.parametrize(
    "written",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", " # a remark\n"),
        lambda text: text.replace("\n", "#\n"),
        lambda text: "# a remark\n\n" + text,
        lambda text: text.replace("\n", "\n\n \t \n# roll wood\n"),
        lambda text: text.replace(" ", "   \t "),
        lambda text: "".join(f"\t {line} \t\n" for line in text.splitlines()),
        lambda text: text.removesuffix("\n"),
        lambda text: text + "\n\n\n",
        lambda text: text + "# the end, without a line feed",
        lambda text: text.replace("\n", " # höher ½ \x00 \x85 \u2028\n"),
    ],
    ids=["crlf", "remarks", "bare-remarks", "before", "between", "blanks", "margins", "no-end", "after", "last", "any"],
)
def test_remarks_blanks_and_line_ends_are_read_and_not_kept(written: object) -> None:
    assert callable(written)
    text = game_text(2)
    transcript = read(written(text))
    assert transcript.to_text() == text and transcript.finished


@pytest.mark.parametrize("blank", ["\x0b", "\x0c", "\xa0", "\u2003", "\r", "\x85", "\u2028", "\x1c"])
def test_only_blanks_and_tabs_part_words(blank: str) -> None:
    error = refused(text_of([*PLACED, f"roll{blank}stone"]))
    assert error.line == 10
    error = refused(text_of([*PLACED, f"roll stone{blank}x"]))
    assert error.line == 10


def test_a_line_feed_alone_ends_a_line_so_a_line_number_is_that_of_an_editor() -> None:
    assert refused(text_of([*PLACED, "# \x0b \x0c \x1c \x85 \u2028 \r x", "roll gold"])).line == 11


@pytest.mark.parametrize(
    "line", ["\0", "roll \0", "roll stone\0", "\0roll stone", "\x7f", "\ufeffroll stone", "roll\ud800"]
)
def test_bytes_that_are_no_text_are_refused(line: str) -> None:
    assert refused(text_of([*PLACED, line])).line == 10


@pytest.mark.parametrize("text", ["", "\n", "\n\n\n", "# a remark", "# a remark\n\n# another\n", " \t \n", "\r\n"])
def test_a_file_that_says_nothing_is_refused(text: str) -> None:
    error = refused(text)
    assert "the header ends before 'chips'" in str(error)
    assert error.line == max(1, text.removesuffix("\n").count("\n") + 1)


def test_long_lines_are_shortened_in_messages() -> None:
    assert len(str(refused(text_of([*PLACED, "roll " + "x" * 10_000])))) < 300
    assert len(str(refused(text_of([*PLACED, "y" * 10_000])))) < 300
    assert len(str(refused(text_of([*ROLLED, "hut 1 2" + " wood 1" * 5000])))) < 300


# -------------------------------------------------------------------------------------------------------- payments


def test_payments_are_read_in_any_order_and_written_as_wood_wool_copper_stone() -> None:
    chips = ["wood 1", "wool 1", "copper 1", "stone 1"]
    canonical = text_of([*ROLLED, f"hut 1 2 {' '.join(chips)}"])
    for order in permutations(chips):
        assert read_lines(*ROLLED, f"hut 1 2 {' '.join(order)}").to_text() == canonical
    assert read_lines(*ROLLED, "hut 1 2 stone 1 wood 1").to_text() == text_of([*ROLLED, "hut 1 2 wood 1 stone 1"])


def test_a_free_hut_has_nothing_after_its_field() -> None:
    assert read_lines(*ROLLED, "hut 1 5").to_text().endswith("hut 1 5\n")


def test_one_material_for_one_chip_is_read_in_both_forms_and_written_short() -> None:
    short, long = read_lines(*RITUAL, "offer 1 wood 1"), read_lines(*RITUAL, "offer 1 one wood 1")
    assert short.state == long.state and short.to_text() == long.to_text() == text_of([*RITUAL, "offer 1 wood 1"])


@pytest.mark.parametrize(
    ("read_as", "written_as"),
    [
        ("offer 1 none", "offer 1 none"),
        ("offer 1 one wood 2 wool 1", "offer 1 one wood 2 wool 1"),
        ("offer 1 one copper 1 wool 1 wood 1", "offer 1 one wood 1 wool 1 copper 1"),
        ("offer 1 both copper 1 wool 1 wood 2", "offer 1 both wood 2 wool 1 copper 1"),
    ],
)
def test_offers_are_written_in_one_way(read_as: str, written_as: str) -> None:
    assert read_lines(*RITUAL, read_as).to_text() == text_of([*RITUAL, written_as])


def test_the_legal_lines_are_canonical_and_sorted_by_bytes() -> None:
    assert read_lines(*RITUAL).legal_lines() == [
        "offer 1 both wood 2 wool 1 copper 1",
        "offer 1 none",
        "offer 1 one wood 1 wool 1 copper 1",
        "offer 1 one wood 2 copper 1",
        "offer 1 one wood 2 wool 1",
        "offer 1 wood 1",
    ]
    assert read_lines(*RITUAL).legal_lines(payments=False) == ["offer 1 both", "offer 1 none", "offer 1 one"]
    huts = [line for line in read_lines(*ROLLED).legal_lines() if line.startswith(("hut 1 2 ", "hut 1 5"))]
    assert huts == ["hut 1 2 wood 1 stone 1", "hut 1 2 wood 1 wool 1 copper 1 stone 1", "hut 1 5"]


def test_every_offer_has_its_line_even_where_only_one_is_possible() -> None:
    state = read_lines(*RITUAL, "offer 1 none")
    assert state.legal_lines() == ["offer 2 none"]


def test_the_six_faces_are_the_legal_lines_at_a_roll() -> None:
    assert read_lines(*PLACED).legal_lines() == [
        f"roll {face}" for face in ("copper", "minus", "plus", "stone", "wood", "wool")
    ]


# -------------------------------------------------------------------------------------------------- illegal lines


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("place 2 wood", "player 2 is not asked: player 1 places a worker (rule: Before starting)"),
        ("place 3 wood", "player 3 is not asked"),
        ("place 0 wood", "the player must be a number from 1 to 4"),
        ("place 5 wood", "the player must be a number from 1 to 4"),
        ("place 1", "a line of 'place' reads 'place PLAYER PLAIN'"),
        ("place 1 wood 1", "a line of 'place' reads"),
        ("place 1 gold", "the plain must be wood, wool, copper or stone, not 'gold'"),
        ("place wood 1", "the player must be a number"),
        ("roll wood", "'roll wood' is not what is asked: player 1 places a worker"),
        ("move 1 wood 1 wool", "is not what is asked: player 1 places a worker"),
        ("final", "'final' comes too early"),
        ("score 5 5", "'score' comes too early"),
        ("winner 1", "'winner' comes too early"),
    ],
)
def test_a_wrong_line_among_the_placements_is_refused(line: str, words: str) -> None:
    error = refused(text_of([*HEADER, line]))
    assert error.line == 4 and words in str(error)


def test_a_fourth_worker_on_a_plain_is_refused() -> None:
    lines = [*HEADER, "place 1 wood", "place 2 wood", "place 1 wood", "place 2 wood"]
    error = refused(text_of(lines))
    assert error.line == 7
    assert "player 2 may not 'place wood': three workers stand on wood already (rule: Before starting)" in str(error)
    lines = [*lines[:-1], "place 2 wool", "place 1 wool", "place 2 copper", "roll stone", "move 1 wool 2 wood"]
    error = refused(text_of(lines))
    assert error.line == 11 and "three workers stand on wood already (rule: Big yield)" in str(error)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("hut 2 2 wood 1 stone 1", "player 2 is not asked: player 1 moves a worker"),
        ("temple 3 2 wood 1 stone 1", "player 3 is not asked"),
        ("hut 1 2 wood 1", "player 1 may not pay wood 1 for 'hut 2': 1 stone and 1 wood is due"),
        ("hut 1 2 stone 1", "may not pay stone 1"),
        ("hut 1 2", "may not pay nothing for 'hut 2'"),
        ("hut 1 2 wood 1 wool 1 stone 1", "may not pay wood 1 wool 1 stone 1"),
        ("hut 1 2 wool 1 copper 1", "may not pay wool 1 copper 1"),
        ("hut 1 2 wood 2 stone 1", "he has only 1 wood (rule: Use materials)"),
        ("temple 1 2 wood 1", "player 1 may not pay wood 1 for 'temple 2'"),
        ("temple 1 2 wood 1 stone 1 copper 1", "player 1 may not pay wood 1 copper 1 stone 1 for 'temple 2'"),
        ("hut 1 5 wood 1", "the hut is free, nothing is paid (rule: Bonus rule)"),
        ("temple 1 1 wool 1 copper 1", "a bonus chip lies on field 1 (rule: Build a temple)"),
        ("hut 1 33 wood 1", "the board has fields 1 to 32"),
        ("temple 1 33 wood 1", "the board has fields 1 to 32"),
        ("hut 1 49 wood 1", "the field must be a number from 1 to 48, not '49'"),
        ("hut 1 0 wood 1", "the field must be a number from 1 to 48, not '0'"),
        ("hut 1 +2 wood 1", "the field must be a number from 1 to 48, not '+2'"),
        ("hut 1 -2 wood 1", "not '-2'"),
        ("hut 1 02 wood 1 stone 1", "not '02'"),
        ("hut 1 2.0 wood 1 stone 1", "not '2.0'"),
        ("hut 1 2e0 wood 1 stone 1", "not '2e0'"),
        ("hut 1 1_0 wood 1 stone 1", "not '1_0'"),
        ("hut 1 ² wood 1 stone 1", "not '²'"),
        ("hut 1 ٢ wood 1 stone 1", "not '٢'"),
        ("hut 1 \uff12 wood 1 stone 1", "not '\uff12'"),
        ("hut 1 99999999999999999999 wood 1", "the field must be a number"),
        (f"hut 1 {'9' * 5000} wood 1", "the field must be a number"),
        ("hut 01 2 wood 1 stone 1", "the player must be a number from 1 to 4, not '01'"),
        ("hut ¹ 2 wood 1 stone 1", "the player must be a number"),
        ("hut 1 2 wood 1 stone 0", "the number of stone chips must be a number from 1 to 18, not '0'"),
        ("hut 1 2 wood 01 stone 1", "not '01'"),
        ("hut 1 2 wood +1 stone 1", "not '+1'"),
        ("hut 1 2 wood 19 stone 1", "from 1 to 18, not '19'"),
        ("hut 1 2 wood 18 stone 18", "he has only 1 wood"),
        ("hut 1 2 wood 1 wood 1", "wood stands twice in one payment"),
        ("hut 1 2 wood", "pairs of material and number"),
        ("hut 1 2 1 wood 1 stone", "a material must be"),
        ("hut 1 2 gold 1", "a material must be wood, wool, copper or stone, not 'gold'"),
        ("hut 1 2 Wood 1 stone 1", "not 'Wood'"),
        ("hut 1", "reads 'hut PLAYER FIELD PAYMENT'"),
        ("temple", "reads 'temple PLAYER FIELD PAYMENT'"),
        ("hut", "reads 'hut PLAYER FIELD PAYMENT'"),
        ("HUT 1 2 wood 1 stone 1", "'HUT' begins no line of a game"),
        ("hat 1 2", "'hat' begins no line of a game; lines begin with place, roll, take"),
        ("pay direct", "'pay' begins no line of a game"),
        ("1 hut 2 wood 1 stone 1", "'1' begins no line of a game"),
        ("pass", "'pass' begins no line of a game"),
        ("roll wood", "'roll wood' is not what is asked: player 1 moves a worker"),
        ("place 1 stone", "is not what is asked"),
        ("take 1 wood", "is not what is asked"),
        ("give 1 wood", "is not what is asked"),
        ("offer 1 none", "is not what is asked"),
        ("move 1 wood 1", "reads 'move PLAYER PLAIN LEVEL PLAIN'"),
        ("move 1 wood 1 wood", "a worker moves to a different plain"),
        ("move 1 wood 0 stone", "the level must be a number from 1 to 3"),
        ("move 1 wood 4 stone", "the level must be a number from 1 to 3"),
        ("move 1 wood 2 stone", "the worker at level 2 of wood is player 2's (rule: Big yield)"),
        ("move 1 wood 3 stone", "no worker stands at level 3 of wood (rule: Big yield)"),
        ("move 1 stone 1 wood", "no worker stands at level 1 of stone (rule: Big yield)"),
        ("move 1 wood one stone", "the level must be a number"),
        ("final", "'final' comes too early, the game is not that far (rule: Finale)"),
        ("score 5 5", "'score' comes too early"),
        ("winner 1", "'winner' comes too early"),
        ("meduris 1", "'meduris' begins no line of a game"),
    ],
)
def test_a_wrong_line_where_a_player_acts_is_refused(line: str, words: str) -> None:
    error = refused(text_of([*ROLLED, line]))
    assert error.line == 11 and words in str(error)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["hut 1 2 wood 1 stone 1", "roll stone", "hut 2 2 wood 1 stone 1"], "field 2 is built on already"),
        (["hut 1 2 wood 1 stone 1", "roll stone", "temple 2 2 wood 1 stone 1"], "field 2 is built on already"),
        (["temple 1 2 wood 1 stone 1", "roll stone", "hut 2 2 wood 1 stone 1"], "field 2 is built on already"),
        (
            ["hut 1 2 wood 1 stone 1", "roll stone", "hut 2 3 wool 2 copper 2"],
            "player 2 may not 'hut 3': 2 wool and 2 copper is due, which takes at least 8 of his chips",
        ),
        (["temple 1 5 wood 1 stone 1"], "a bonus chip lies on field 5"),
        (["hut 1 2 wood 1 stone 1", "hut 1 3 wool 1 copper 1"], "player 2 rolls the die (rule: Small yield)"),
        (["hut 1 2 wood 1 stone 1", "hut 2 3 wool 1 copper 1"], "player 2 rolls the die (rule: Small yield)"),
    ],
)
def test_a_wrong_field_or_a_wrong_time_to_build_is_refused(lines: list[str], words: str) -> None:
    error = refused(text_of([*ROLLED, *lines]))
    assert error.line == 10 + len(lines) and words in str(error)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("roll", "a line of 'roll' reads 'roll FACE'"),
        ("roll gold", "the face must be wood, wool, copper, stone, plus or minus, not 'gold'"),
        ("roll 1", "the face must be"),
        ("roll 1 wood", "a line of 'roll' reads 'roll FACE'"),
        ("roll wood wood", "a line of 'roll' reads 'roll FACE'"),
        ("move 1 wood 1 stone", "is not what is asked: player 1 rolls the die (rule: Small yield)"),
        ("hut 2 2 wood 1 stone 1", "is not what is asked: player 1 rolls the die"),
    ],
)
def test_a_wrong_line_at_a_roll_is_refused(line: str, words: str) -> None:
    error = refused(text_of([*PLACED, line]))
    assert error.line == 10 and words in str(error)


@pytest.mark.parametrize(
    ("roll", "line", "words"),
    [
        ("plus", "take 2 wood", "player 2 is not asked: player 1 takes a chip or none (rule: Small yield, plus)"),
        ("plus", "take 1 gold", "the material must be wood, wool, copper, stone or none, not 'gold'"),
        ("plus", "take 1", "reads 'take PLAYER MATERIAL'"),
        ("plus", "take 1 wood 1", "reads 'take PLAYER MATERIAL'"),
        ("plus", "move 1 wood 1 stone", "is not what is asked: player 1 takes a chip"),
        ("plus", "give 1 wood", "is not what is asked"),
        ("minus", "give 2 wood", "player 2 is not asked: player 1 returns a chip (rule: Small yield, minus)"),
        ("minus", "give 1 none", "the material must be wood, wool, copper or stone, not 'none'"),
        ("minus", "give 1", "reads 'give PLAYER MATERIAL'"),
        ("minus", "take 1 none", "is not what is asked"),
        ("minus", "hut 1 5", "is not what is asked"),
    ],
)
def test_a_wrong_line_at_a_plus_or_a_minus_is_refused(roll: str, line: str, words: str) -> None:
    error = refused(text_of([*PLACED, f"roll {roll}", line]))
    assert error.line == 11 and words in str(error)


def test_a_chip_that_a_player_does_not_have_cannot_be_returned() -> None:
    lines = [*ROLLED, "hut 1 2 wood 1 stone 1", "roll minus", "give 2 wood", "give 1 stone"]
    error = refused(text_of(lines))
    assert error.line == 14 and "player 1 may not 'give stone': he has no stone (rule: Small yield, minus)" in str(
        error
    )


def test_a_player_without_chips_has_no_line_at_a_minus() -> None:
    lines = [*ROLLED, "hut 1 2 wood 1 wool 1 copper 1 stone 1", "roll minus", "give 2 wood"]
    transcript = read_lines(*lines)
    assert transcript.state.current_player == 1 and "hut 2 5" in transcript.legal_lines()
    assert "player 1 is not asked" in str(refused(text_of([*lines, "give 1 wood"])))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("offer 2 none", "player 2 is not asked: player 1 makes an offering or none at field 2 (rule: Offering rule)"),
        ("offer 1 chip", "no druid chip lies under the hut on field 2 (rule: Druid bonus chip)"),
        ("offer 1 stone 1", "he has no stone (rule: Offering rule)"),
        ("offer 1 wool 1", "field 2 asks for stone or wood (rule: Offering rule)"),
        ("offer 1 one wool 1", "field 2 asks for stone or wood"),
        ("offer 1 wood 2", "one material offered with one chip reads 'offer PLAYER wood 1'"),
        ("offer 1 wood 3", "with three 'offer PLAYER one PAYMENT'"),
        ("offer 1 wood 1 wool 2", "with three 'offer PLAYER one PAYMENT'"),
        ("offer 1 one wood 2", "with one chip of it or with any three chips, not with 2"),
        ("offer 1 one wood 2 wool 1 copper 1", "not with 4"),
        ("offer 1 one wood 3", "he has only 2 wood"),
        ("offer 1 one", "not with 0"),
        ("offer 1 one wood", "pairs of material and number"),
        ("offer 1 one gold 3", "a material must be"),
        ("offer 1 both", "may not pay nothing for 'offer both'"),
        ("offer 1 both wood 1", "1 stone and 1 wood is due"),
        ("offer 1 both wood 1 stone 1", "he has only 0 stone"),
        ("offer 1 both wood 2 wool 1", "1 stone and 1 wood is due"),
        ("offer 1 none 1", "reads 'offer PLAYER none'"),
        ("offer 1 chip 1", "reads 'offer PLAYER chip'"),
        ("offer 1 gold 1", "a material must be"),
        ("offer 1 three wood 3", "pairs of material and number"),
        ("offer 1 wood", "pairs of material and number"),
        ("offer 1", "reads 'offer PLAYER none'"),
        ("offer none", "reads 'offer PLAYER none'"),
        ("roll wood", "is not what is asked: player 1 makes an offering"),
        ("move 1 wood 1 stone", "is not what is asked"),
        ("final", "'final' comes too early"),
    ],
)
def test_a_wrong_offer_is_refused(line: str, words: str) -> None:
    error = refused(text_of([*RITUAL, line]))
    assert error.line == 22 and words in str(error)


@pytest.mark.parametrize("line", ["hut 1 2 wood 1", "hut 1 2 wood 2", "hut 1 5 wood 1", "temple 1 2 wool 1 stone 1"])
def test_a_line_is_played_whole_or_not_at_all(line: str) -> None:
    transcript = read_lines(*ROLLED)
    before, history = transcript.state.to_bytes(), transcript.state.history
    with pytest.raises(DolmenError):
        transcript.play(line.split())
    assert transcript.state.to_bytes() == before and transcript.state.history == history


# ------------------------------------------------------------------------------------------------- the fixed lines


@pytest.fixture(params=EVERY_NUMBER_OF_PLAYERS)
def finished(request: pytest.FixtureRequest) -> str:
    """A finished game of each number of players."""
    return game_text(request.param, "greedy")


def test_a_finished_game_ends_with_its_score_and_its_winners(finished: str) -> None:
    transcript = read(finished)
    *_, score, winner = finished.splitlines()
    assert transcript.finished and transcript.legal_lines() == []
    assert score == f"score {' '.join(map(str, transcript.scores()))}"
    assert winner == f"winner {' '.join(map(str, transcript.winners()))}"
    assert len(transcript.scores()) == len(transcript.position()["points"])


@pytest.mark.parametrize("word", ["final", "score", "winner"])
def test_where_the_next_line_is_fixed_that_line_alone_is_legal(word: str, finished: str) -> None:
    place = line_number(finished, word)
    fixed = finished.splitlines()[place - 1]
    before = read(finished, last_line=place - 1)
    assert before.legal_lines() == before.legal_lines(payments=False) == [fixed]
    assert not before.finished
    for other in ("offer 1 none", "roll wood", f"{fixed} 1", word.upper(), fixed.replace(" ", " 0"), "x"):
        if other != fixed:
            error = refused(first_lines(finished, place - 1) + other + "\n")
            assert error.line == place and f"here the line must be '{fixed}'" in str(error)


def test_a_missing_fixed_line_is_refused(finished: str) -> None:
    for word in ("final", "score"):
        lines = finished.splitlines()
        place = line_number(finished, word)
        del lines[place - 1]
        assert refused(text_of(lines)).line == place


def test_the_final_circuit_has_an_offer_for_every_hut(finished: str) -> None:
    lines = finished.splitlines()
    offers = lines[lines.index("final") + 1 : -2]
    huts = sum(line.startswith("hut") for line in lines)
    assert all(line.startswith("offer") for line in offers) and len(offers) == huts


def test_a_wrong_score_line_is_refused(finished: str) -> None:
    place = line_number(finished, "score")
    right = finished.splitlines()[place - 1].split()
    wrongs = [
        ["score", str(int(right[1]) + 1), *right[2:]],
        ["score", *reversed(right[1:])] if right[1:] != right[:0:-1] else ["score"],
        right[:-1],
        [*right, "0"],
        ["score", f"0{right[1]}", *right[2:]],
        ["score", f"+{right[1]}", *right[2:]],
        ["score"],
    ]
    for wrong in wrongs:
        error = refused(first_lines(finished, place - 1) + " ".join(wrong) + "\n")
        assert error.line == place and f"must be '{' '.join(right)}', not '{' '.join(wrong)}'" in str(error)


def test_a_wrong_winner_is_refused(finished: str) -> None:
    place = line_number(finished, "winner")
    right = finished.splitlines()[place - 1]
    for wrong in ("winner", "winner 0", "winner 5", f"{right} 4", f"{right} 1", "winner 01", "winner x"):
        error = refused(first_lines(finished, place - 1) + wrong + "\n")
        assert error.line == place and f"here the line must be '{right}'" in str(error)


@pytest.mark.parametrize("line", ["roll wood", "winner 1", "final", "offer 1 none", "x"])
def test_a_line_too_many_is_refused(line: str, finished: str) -> None:
    error = refused(finished + line + "\n")
    assert error.line == finished.count("\n") + 1
    assert f"the game is over, nothing may follow: '{line}' is a line too many" in str(error)


def test_remarks_may_follow_a_finished_game(finished: str) -> None:
    assert read(finished + "\n# well played\n\n").to_text() == finished


def test_final_is_said_twice_only_to_be_refused(finished: str) -> None:
    place = line_number(finished, "final")
    assert refused(first_lines(finished, place) + "final\n").line == place + 1


# ------------------------------------------------------------------------------------------------------ round trips


@pytest.mark.parametrize("seed", range(3 if INTERPRETED else 12))
@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_a_game_written_read_and_written_again_has_the_same_bytes(players: int, policy: str, seed: int) -> None:
    if INTERPRETED and policy == "greedy" and seed:
        pytest.skip("greedy games take long when interpreted")
    text = game_text(players, policy, seed)
    transcript = read(text)
    assert transcript.to_text() == text and transcript.finished
    assert transcript.lines() == text.splitlines()[4:]


@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_a_file_may_stop_anywhere_after_its_chips(players: int) -> None:
    text = game_text(players, "greedy")
    lines = text.splitlines(keepends=True)
    every = 1 if players == 2 and not INTERPRETED else 9
    for cut in {*range(4, len(lines), every), *range(len(lines) - 30, len(lines) + 1, 2)}:
        part = "".join(lines[:cut])
        transcript = read(part)
        assert transcript.to_text() == part, f"cut after line {cut}"
        assert transcript.finished == (cut == len(lines))
        assert not transcript.finished or cut == len(lines)


def test_the_named_last_line_is_a_physical_one() -> None:
    text = "# remark\n\n" + text_of(HEADER) + "\n# remark\nplace 1 wood\n"
    assert [len(read(text, last_line=last).state.history) for last in (5, 6, 7, 8)] == [0, 0, 0, 1]
    for outside in (-1, 0, 9):
        with pytest.raises(InvalidNotation, match=f"there is no line {outside}: the file has lines 1 to 8"):
            read(text, last_line=outside)
    for inside in (1, 2, 3, 4):
        with pytest.raises(IllegalLine, match=f"line {inside}: the header ends before 'chips'"):
            read(text, last_line=inside)


def test_lines_beyond_the_named_last_line_are_not_looked_at() -> None:
    assert read(text_of(HEADER) + "\0\0\n", last_line=3).state.history == ()


def play_one(transcript: Transcript, draws: Draws) -> None:
    transcript.state.apply(draws.pick(transcript.state.legal_actions()))
    transcript.say_fixed_lines()


@pytest.mark.parametrize("seed", range(2))
def test_a_game_that_is_played_here_can_be_read_after_every_line(seed: int) -> None:
    """Half-made payments are left out; whatever else was decided comes back."""
    transcript, draws = begin(load("meduris", 2), seed), Draws(seed, 5)
    assert isinstance(transcript, Transcript)
    while not transcript.state.is_terminal():
        play_one(transcript, draws)
        if len(transcript.state.history) % (3 if transcript.said else 17) == 0:
            again = read(transcript.to_text())
            assert again.to_text() == transcript.to_text()
            assert again.state == transcript.state or transcript.position()["payment"]
    assert read(transcript.to_text()).finished


def test_undo_takes_back_what_was_said_after_a_decision() -> None:
    transcript = read(game_text(2, "greedy"))
    while transcript.state.history:
        transcript.undo()
        transcript.say_fixed_lines()
        if len(transcript.state.history) % 11 == 0:
            assert read(transcript.to_text()).to_text() == transcript.to_text()
    assert transcript.said == [] and transcript.lines() == []


def test_every_legal_line_is_accepted_and_comes_back_as_it_is() -> None:
    text = game_text(3, "greedy")
    for last in range(5, text.count("\n") + 1, 9 if not INTERPRETED else 60):
        base = read(text, last_line=last).to_text()
        lines = read(base).legal_lines()
        assert lines == sorted(lines, key=str.encode) and len(set(lines)) == len(lines)
        for line in lines[:: max(1, len(lines) // 8)]:
            assert read(base + line + "\n").to_text() == f"{base}{line}\n"


# ------------------------------------------------------------------------------------------------- whatever is read


def read_or_refusal(text: str) -> Transcript | IllegalLine:
    try:
        return read(text)
    except IllegalLine as error:
        return error


def read_or_refuse(text: str) -> None:
    """Nothing but a refusal of a line, and what is read is stable."""
    found = read_or_refusal(text)
    if isinstance(found, IllegalLine):
        message = str(found)
        assert 1 <= found.line <= text.count("\n") + 1 and message.startswith(f"line {found.line}: ")
        assert message.isprintable() and len(message) < 500
        return
    written = found.to_text()
    again = read(written)
    assert again.to_text() == written and again.state == found.state
    assert again.legal_lines() == found.legal_lines()


BEGINNING = 70
"""Lines of a good game."""


@cache
def good() -> list[str]:
    return first_lines(game_text(2, "random", 1), BEGINNING).splitlines()


@cache
def words_of_good_games() -> list[str]:
    return sorted({word for line in [*good(), *game_text(2).splitlines()[-40:]] for word in line.split()})


OTHER_WORDS = (
    *("0", "-1", "+1", "01", "999999999999", "²", "none", "chip", "both", "one", "plus", "minus", "#", "final"),
    *("board", "rules", "names", "\r", "\0", "\ufeff", "\x1b[31m"),
)
ANY_WORD = st.deferred(lambda: st.sampled_from([*words_of_good_games(), *OTHER_WORDS]))


@given(st.text())
@UNHURRIED
def test_any_text_is_read_or_refused(text: str) -> None:
    read_or_refuse(text)


@given(st.text(), st.integers(0, BEGINNING))
@UNHURRIED
def test_any_text_after_a_good_beginning_is_read_or_refused(text: str, kept: int) -> None:
    read_or_refuse(text_of(good()[:kept]) + text)


@given(
    st.lists(st.lists(ANY_WORD, min_size=1, max_size=7).map(" ".join), max_size=5),
    st.integers(0, BEGINNING),
)
@UNHURRIED
def test_any_words_of_the_notation_are_read_or_refused(lines: list[str], kept: int) -> None:
    read_or_refuse(text_of([*good()[:kept], *lines, *good()[kept:]]))


@st.composite
def spoilt_games(draw: st.DrawFn) -> str:
    """A good game with a few lines or words taken out, doubled, exchanged or replaced."""
    lines = list(good())
    for _ in range(draw(st.integers(1, 3))):
        place, other = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
        how = draw(st.sampled_from(["drop", "double", "exchange", "word", "letter"]))
        if how == "drop":
            del lines[place]
        elif how == "double":
            lines.insert(other, lines[place])
        elif how == "exchange":
            lines[place], lines[other] = lines[other], lines[place]
        elif how == "word":
            words = lines[place].split()
            words[draw(st.integers(0, len(words) - 1))] = draw(ANY_WORD)
            lines[place] = " ".join(words)
        else:
            at = draw(st.integers(0, len(lines[place])))
            lines[place] = lines[place][:at] + draw(st.characters(codec="utf-8")) + lines[place][at + 1 :]
        if not all(lines):
            lines = [line for line in lines if line] or ["x"]
    return text_of(lines)


@given(spoilt_games())
@settings(UNHURRIED, max_examples=50 if INTERPRETED else 300)
def test_any_spoilt_game_is_read_or_refused(text: str) -> None:
    read_or_refuse(text)
