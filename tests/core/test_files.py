"""Files that are written whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from dolmen.core.errors import CannotWrite
from dolmen.core.files import make_folder, write_file


def test_a_text_is_written_as_utf_8_with_its_line_ends(tmp_path: Path) -> None:
    write_file(tmp_path / "a.txt", "Ænima\nx\r\n")
    assert (tmp_path / "a.txt").read_bytes() == "Ænima\nx\r\n".encode()
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"], "nothing else is left behind"


def test_an_older_file_is_replaced(tmp_path: Path) -> None:
    for text in ("long and old", "new"):
        write_file(str(tmp_path / "a.txt"), text)
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "new"


def test_an_older_file_stays_when_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_file(tmp_path / "a.txt", "old")

    def fail(_: Path, __: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(CannotWrite, match="a.txt cannot be written: No space left on device"):
        write_file(tmp_path / "a.txt", "new")
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


@pytest.mark.parametrize("name", ["missing/a.txt", "", ".", "..", "file/a.txt", "x" * 300, "a\0b"])
def test_a_file_that_cannot_be_written_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CannotWrite, match="cannot be written"):
        write_file(tmp_path / name, "text")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("name", [".", "/", ""])
def test_a_place_without_a_name_is_refused(name: str) -> None:
    with pytest.raises(CannotWrite, match="cannot be written"):
        write_file(name, "text")


def test_a_folder_is_made_with_those_above_it_and_may_exist_already(tmp_path: Path) -> None:
    for _ in range(2):
        assert make_folder(tmp_path / "a" / "b") == tmp_path / "a" / "b"
    assert (tmp_path / "a" / "b").is_dir()


def test_a_folder_in_the_place_of_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(CannotWrite, match="cannot be made"):
            make_folder(folder)
