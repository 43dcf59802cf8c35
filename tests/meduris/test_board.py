"""Boards of a host's own: the forms of a board file, everything that is refused, and games that are played on one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from zlib import crc32

import pytest

from dolmen.analysis.simulate import simulate
from dolmen.bots import find_bot
from dolmen.core.errors import InvalidBoard
from dolmen.core.kernel import INTERPRETED
from dolmen.games.meduris.files.reader import read
from dolmen.games.meduris.rules.board import Board, fields_needed, printed_board, read_board
from dolmen.games.meduris.rules.game import Meduris
from dolmen.games.meduris.rules.materials import AREAS
from dolmen.games.meduris.rules.record import MAX_FIELDS
from tests.conftest import EVERY_NUMBER_OF_PLAYERS
from tests.meduris.conftest import CHIPS, refused, text_of

WriteBoard = Callable[..., Path]
PAIRS = [("wood", "stone"), ("wool", "copper"), ("copper", "wood"), ("stone", "wool"), ("wood", "wool")]


def areas_text(fields: int, areas: Sequence[str] = AREAS) -> str:
    """So many fields, spread over the areas, as a board file tells them."""
    lines = []
    for place, area in enumerate(areas):
        numbers = range(fields * place // len(areas), fields * (place + 1) // len(areas))
        icons = ", ".join('["{}", "{}"]'.format(*PAIRS[number % len(PAIRS)]) for number in numbers)
        lines.append(f"{area} = [{icons}]")
    return "\n".join(lines) + "\n"


@pytest.fixture
def board_file(tmp_path: Path) -> WriteBoard:
    """Writes a board file."""

    def write(text: str | bytes, name: str = "mine.toml") -> Path:
        file = tmp_path / name
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    return write


def refusal(file: Path, players: int = 2) -> str:
    with pytest.raises(InvalidBoard) as caught:
        read_board(file, players)
    message = str(caught.value)
    assert str(file) in message and len(message.splitlines()) == 1
    return message


# ---------------------------------------------------------------------------------------------------------- forms


def test_the_areas_may_stand_at_the_top_of_the_file(board_file: WriteBoard) -> None:
    board = read_board(board_file(areas_text(32)), 2)
    assert board.name == "mine" and not board.printed and len(board.fields) == 32
    assert [field.icons for field in board.fields[:5]] == PAIRS
    assert list(dict.fromkeys(field.area for field in board.fields)) == list(AREAS)


def test_a_name_and_a_provenance_may_stand_before_the_areas(board_file: WriteBoard) -> None:
    board = read_board(
        board_file('name = "Isle_of-Man"\nprovenance = "drawn by Ana"\n' + areas_text(32), "a b.toml"), 2
    )
    assert (board.name, board.provenance) == ("Isle_of-Man", "drawn by Ana")
    assert read_board(board_file(areas_text(32)), 2).provenance == "a host's own board"


def test_a_single_board_may_have_any_name(board_file: WriteBoard) -> None:
    assert read_board(board_file("[board.moon]\n" + areas_text(32)), 3).name == "moon"


def test_of_several_boards_the_one_named_like_the_printed_side_is_taken(board_file: WriteBoard) -> None:
    file = board_file(f"[board.large]\n{areas_text(48)}\n[board.small]\n{areas_text(33)}")
    assert [len(read_board(file, players).fields) for players in EVERY_NUMBER_OF_PLAYERS] == [33, 33, 48]
    assert [read_board(file, players).name for players in (2, 4)] == ["mine-small", "mine-large"]


def test_a_board_of_several_may_name_itself(board_file: WriteBoard) -> None:
    file = board_file(f'[board.large]\nname = "big"\n{areas_text(48)}\n[board.small]\n{areas_text(33)}')
    assert read_board(file, 4).name == "big"


def test_the_projects_own_board_file_is_of_the_same_form(board_file: WriteBoard) -> None:
    own = Path(__file__).parents[2] / "src" / "dolmen" / "games" / "meduris" / "rules" / "boards.toml"
    for players in EVERY_NUMBER_OF_PLAYERS:
        board = read_board(board_file(own.read_bytes()), players)
        assert board.fields == printed_board(players).fields and not board.printed


def test_line_ends_and_remarks_do_not_matter(board_file: WriteBoard) -> None:
    plain = read_board(board_file(areas_text(32)), 2)
    assert read_board(board_file("# mine\r\n" + areas_text(32).replace("\n", "\r\n")), 2) == plain


def test_a_byte_order_mark_is_skipped_as_in_game_files(board_file: WriteBoard) -> None:
    assert read_board(board_file(b"\xef\xbb\xbf" + areas_text(32).encode()), 2).name == "mine"


@pytest.mark.parametrize(("players", "needed"), [(2, 28), (3, 30), (4, 40)])
def test_a_board_has_a_field_for_every_piece_and_48_at_most(players: int, needed: int, board_file: WriteBoard) -> None:
    assert fields_needed(players) == needed and MAX_FIELDS == 48
    for fields in (needed, needed + 1, 48):
        assert len(read_board(board_file(areas_text(fields)), players).fields) == fields
    message = refusal(board_file(areas_text(needed - 1)), players)
    assert f"{needed - 1} fields are too few: {players} players have {needed} huts and temples to build" in message
    assert "49 fields are too many: a board has at most 48" in refusal(board_file(areas_text(49)), players)


# ------------------------------------------------------------------------------------------------------- refusals

GOOD = areas_text(32)


def with_first_area(value: str) -> str:
    return f"serpent = {value}\n" + GOOD.partition("\n")[2]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            with_first_area('[["wood", "wood"]]'),
            "area 'serpent', field 1: the two materials must be different, both are 'wood'",
        ),
        (with_first_area('[["wood", "gold"]]'), "area 'serpent', field 1: 'gold' is no material; they are wood, wool"),
        (with_first_area('[["wood", "wool"], ["Wood", "wool"]]'), "area 'serpent', field 2: 'Wood' is no material"),
        (with_first_area('[["wood"]]'), "field 1: a field is a list of two materials, not ['wood']"),
        (with_first_area('[["wood", "wool", "stone"]]'), "a field is a list of two materials"),
        (with_first_area('["wood", "wool"]'), "field 1: a field is a list of two materials, not 'wood'"),
        (with_first_area("[[1, 2]]"), "1 is no material"),
        (with_first_area("[[[], {}]]"), "[] is no material"),
        (with_first_area("[]"), "area 'serpent' must be a list of at least one field"),
        (with_first_area('"wood wool"'), "area 'serpent' must be a list of at least one field"),
        (with_first_area("7"), "area 'serpent' must be a list of at least one field"),
        (with_first_area("nan"), "area 'serpent' must be a list of at least one field"),
        (with_first_area("{a = 1}"), "area 'serpent' must be a list of at least one field"),
        (with_first_area("1979-05-27"), "area 'serpent' must be a list of at least one field"),
        (GOOD.partition("\n")[2], "has 8 of the 9 areas; 'serpent' is missing"),
        (GOOD.replace("eye", "ear"), "there is no area 'ear'; the nine areas are serpent, diamond"),
        (GOOD + 'moon = [["wood", "wool"]]\n', "there is no area 'moon'"),
        (areas_text(32, [*AREAS[1:], AREAS[0]]), "the areas must stand in board order: serpent, diamond"),
        ("", "has 0 of the 9 areas"),
        ("name = 'x'\n", "board 'x' has 0 of the 9 areas"),
        ('name = "a b"\n' + GOOD, "the name 'a b' must be 1 to 20 letters"),
        ('name = ""\n' + GOOD, "must be 1 to 20 letters"),
        (f'name = "{"x" * 21}"\n' + GOOD, "must be 1 to 20 letters"),
        ('name = "Æ"\n' + GOOD, "must be 1 to 20 letters"),
        ("name = [1]\n" + GOOD, "must be 1 to 20 letters"),
        ("board = 1\n", "'board' must be a table of boards"),
        ("[board]\nx = 1\n", "'board' must be a table of boards"),
        ("[[board]]\nname = 'x'\n", "'board' must be a table of boards"),
        ("[board]\n", "it holds 0 boards"),
        ("[board.a]\n[board.b]\n", "it holds 2 boards, and none is called 'small'"),
        ("this is no TOML", "is not TOML: "),
        (GOOD + "serpent = []\n", "is not TOML: Cannot overwrite a value"),
        ("name = \0", "is not TOML: "),
        ("name = '\x1b'", "is not TOML: "),
        (b"name = '\xff'\n", "is not UTF-8 text"),
        (GOOD.encode("utf-16"), "is not UTF-8 text"),
        ("x = " + "9" * 5000, "is not TOML"),
        ("x = " + "[" * 50_000, "is not TOML"),
    ],
)
def test_a_board_that_cannot_be_played_on_is_refused(text: str | bytes, words: str, board_file: WriteBoard) -> None:
    assert words in refusal(board_file(text))


def test_a_board_file_that_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    assert "cannot be read: No such file or directory" in refusal(tmp_path / "missing.toml")
    assert "cannot be read: Is a directory" in refusal(tmp_path)


def test_a_file_name_that_cannot_be_a_boards_name_asks_for_one(board_file: WriteBoard) -> None:
    assert "the name 'my board' must be" in refusal(board_file(GOOD, "my board.toml"))
    assert read_board(board_file('name = "fine"\n' + GOOD, "my board.toml"), 2).name == "fine"


# ------------------------------------------------------------------------------------------------------ checksums


def test_the_checksum_is_crc32_over_a_byte_a_field() -> None:
    """Byte: area * 16 + second icon * 4 + first icon; the first fields are copper-wool and stone-wood of area 0."""
    board = printed_board(2)
    data = bytes(map(int, board.fields))
    assert data[:2] == bytes([1 * 4 + 2, 0 * 4 + 3]) and len(data) == 32
    assert board.checksum == f"{crc32(data):08x}"


def test_any_change_of_a_field_changes_the_checksum(board_file: WriteBoard) -> None:
    texts = [GOOD, GOOD.replace("wood", "copper", 1), areas_text(33)]
    assert len({read_board(board_file(text), 2).checksum for text in texts}) == 3


def test_the_name_of_a_board_is_no_part_of_its_checksum(board_file: WriteBoard) -> None:
    assert read_board(board_file('name = "x"\n' + GOOD), 2).checksum == read_board(board_file(GOOD), 2).checksum


# ---------------------------------------------------------------------------------------------------------- games


def header(board: Board, *more: str, players: int = 2) -> str:
    return text_of(["meduris 1", f"players {players}", *more, f"board {board.name} {board.checksum}", CHIPS])


def test_a_game_file_names_a_board_that_is_not_the_printed_one(board_file: WriteBoard) -> None:
    file = board_file(GOOD)
    board = read_board(file, 2)
    text = header(board)
    transcript = read(text, str(file))
    assert transcript.to_text() == text and transcript.setup.board == board
    assert transcript.position()["board"] == "mine"
    assert "board " not in read(text_of(["meduris 1", "players 2", CHIPS])).to_text()


@pytest.mark.parametrize("more", [["names A B", "seed 5"], ["seed 5"], ["rules 1"]])
def test_the_board_may_stand_anywhere_among_the_optional_lines(more: list[str], board_file: WriteBoard) -> None:
    file = board_file(GOOD)
    written = read(header(read_board(file, 2), *more), str(file)).to_text()
    assert read(written, str(file)).to_text() == written


def test_the_checksum_may_be_in_capitals_and_the_name_another_one(board_file: WriteBoard) -> None:
    """The fields make the board; what the file called it then stays its name."""
    file = board_file(GOOD)
    board = read_board(file, 2)
    text = text_of(["meduris 1", "players 2", f"board moon {board.checksum.upper()}", CHIPS])
    written = read(text, str(file)).to_text()
    assert f"board moon {board.checksum}\n" in written and read(written, str(file)).to_text() == written


def test_a_game_on_another_board_needs_that_board(board_file: WriteBoard) -> None:
    file = board_file(GOOD)
    board = read_board(file, 2)
    error = refused(header(board))
    assert error.line == 3
    assert f"played on the board 'mine' ({board.checksum}): supply it with --board FILE" in str(error)
    other = board_file(areas_text(33), "other.toml")
    error = refused(header(board), str(other))
    assert error.line == 3 and "holds another one" in str(error) and board.checksum in str(error)
    error = refused(header(board), "nowhere.toml")
    assert error.line == 3 and "nowhere.toml cannot be read" in str(error)


@pytest.mark.parametrize(
    "line",
    ["board", "board mine", "board mine 1234567", "board mine 123456789", "board mine 1234567g", "board a b 12345678"],
)
def test_a_wrong_board_line_is_refused(line: str, board_file: WriteBoard) -> None:
    text = text_of(["meduris 1", "players 2", line, CHIPS])
    error = refused(text, str(board_file(GOOD)))
    assert error.line == 3 and "'board NAME CRC32', with eight hexadecimal digits" in str(error)


@pytest.mark.parametrize("name", ["\x1b[2J", "a\x07b", "x\rboard", "\u202eabc", "x" * 500])
def test_an_odd_name_of_a_board_does_no_harm_in_messages(name: str) -> None:
    error = refused(text_of(["meduris 1", "players 2", f"board {name} 12345678", CHIPS]))
    assert error.line == 3 and len(str(error)) < 300


def test_a_board_that_is_supplied_but_not_named_is_not_used(board_file: WriteBoard) -> None:
    transcript = read(text_of(["meduris 1", "players 2", CHIPS]), str(board_file(GOOD)))
    assert transcript.setup.board is printed_board(2)


@pytest.mark.parametrize(("players", "fields"), [(2, 28), (2, 48), (3, 31), (4, 40), (4, 47)])
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_a_whole_game_on_a_hosts_board_is_replayed(
    players: int, fields: int, policy: str, board_file: WriteBoard
) -> None:
    if INTERPRETED and policy == "greedy":
        pytest.skip("greedy games take long when interpreted")
    file = board_file(areas_text(fields))
    game = Meduris(players, file)
    transcript, finished = simulate(game, [find_bot(policy, "meduris")] * players, 3, 0, game.max_turns)
    text = transcript.to_text()
    assert finished and text.splitlines()[2] == f"board mine {game.board.checksum}"
    again = read(text, str(file))
    assert again.finished and again.to_text() == text and again.state == transcript.state
    assert len(again.position()["fields"]) == fields
    assert refused(text).line == 3


def test_a_chip_on_a_field_that_the_hosts_board_does_not_have_is_refused(board_file: WriteBoard) -> None:
    file = board_file(areas_text(30))
    board = read_board(file, 2)
    text = header(board).replace("21:druid", "31:druid")
    assert "the board has fields 1 to 30" in str(refused(text, str(file)))
