"""Kernels: compiled once and kept, compiled anew when anything they call has changed, plain when interpreted."""

from __future__ import annotations

import ast
import os
import pickle
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from dolmen.contract.registry import load
from dolmen.core import kernel
from dolmen.kernels.playout import make_playout

PROGRAM = """
import sys
from dolmen.games.meduris.rules.record import RECORD, set_field
from dolmen.games.meduris.rules.settlement import huts_after
from dolmen.contract.game import empty_records
record = empty_records(RECORD)[0]
record.fields = 32
set_field(record, 1, 1, 0)
set_field(record, 2, 6, 0)
print(sys.modules['dolmen'].__file__, huts_after(record, 0), sum(huts_after.stats.cache_hits.values()))
"""
"""A hut on field 2 and a temple on field 3: one hut follows field 1. The module of `huts_after` calls `is_hut`."""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package that a test may edit."""
    copy = tmp_path / "source" / "dolmen"
    shutil.copytree(kernel.PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


@pytest.fixture
def run(package: Path, tmp_path: Path) -> Callable[..., list[str]]:
    """Runs a program on the copy of the package, with a cache of its own; gives the words that it printed."""

    def run(program: str, **environment: str) -> list[str]:
        clean = {name: value for name, value in os.environ.items() if not name.startswith("DOLMEN_")}
        paths = {"PYTHONPATH": str(package.parent), "DOLMEN_CACHE": str(tmp_path / "cache")}
        result = subprocess.run(
            [sys.executable, "-c", program], env={**clean, **paths, **environment}, capture_output=True, text=True
        )
        assert result.returncode == 0, result.stderr
        return result.stdout.split()

    return run


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.process
def test_an_edit_in_a_called_module_is_seen_by_the_next_process(package: Path, run: Callable[..., list[str]]) -> None:
    """Numba alone would load the old machine code: the module of the called kernel is not the one that changed."""
    here = str(package / "__init__.py")
    assert run(PROGRAM) == [here, "1", "0"], "compiled"
    assert run(PROGRAM) == [here, "1", "1"], "loaded from the cache"
    edit(package / RULES / "apply.py", "TURN_OVER = 4", "TURN_OVER = 5")
    assert run(PROGRAM) == [here, "1", "1"], "what it does not call does not matter"
    edit(
        package / RULES / "record.py",
        "return 1 <= building(record, field) <= MAX_PLAYERS",
        "return building(record, field) >= 1",
    )
    assert run(PROGRAM) == [here, "2", "0"], "compiled anew"
    assert run(PROGRAM) == [here, "2", "1"], "loaded from the cache again"


def digest_of(module: str, package: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(kernel, "PACKAGE", package)
    forget_files()
    digest: str = kernel.source_digest.__wrapped__(module)
    forget_files()
    return digest


def forget_files() -> None:
    """Files are looked up once in a process; here they change."""
    kernel._places_of.cache_clear()
    kernel._file_of.cache_clear()
    kernel._imports_of.cache_clear()


LEGAL = "dolmen.games.meduris.rules.legal"
RULES = "games/meduris/rules"
GREEDY = "dolmen.games.meduris.bots.greedy"


@pytest.mark.parametrize(
    ("module", "file"),
    [
        *(
            (LEGAL, f"games/meduris/rules/{name}")
            for name in ("legal.py", "payment.py", "settlement.py", "record.py", "boards.toml")
        ),
        *((LEGAL, name) for name in ("core/mask.py", "core/kernel.py", f"{RULES}/materials.py", f"{RULES}/actions.py")),
        *(
            (GREEDY, name)
            for name in ("games/meduris/bots/greedy.py", f"{RULES}/apply.py", f"{RULES}/druid.py", "core/mask.py")
        ),
        ("dolmen.games.meduris.rules.yields", f"{RULES}/materials.py"),
        ("dolmen.kernels.playout", "core/draws.py"),
    ],
)
def test_the_cache_key_changes_with_all_that_a_kernel_may_call_and_with_data_tables(
    module: str, file: str, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = digest_of(module, package, monkeypatch)
    with (package / file).open("a", encoding="utf-8") as appended:
        appended.write("# a remark\n")
    assert digest_of(module, package, monkeypatch) != before


@pytest.mark.parametrize(
    ("module", "file"),
    [
        *(
            (LEGAL, name)
            for name in ("cli/play.py", "testing/conformance.py", f"{RULES}/apply.py", "analysis/perft.py")
        ),
        ("dolmen.core.mask", f"{RULES}/record.py"),
        (GREEDY, "bots/random.py"),
    ],
)
def test_the_cache_key_stays_when_nothing_that_a_kernel_may_call_has_changed(
    module: str, file: str, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = digest_of(module, package, monkeypatch)
    with (package / file).open("a", encoding="utf-8") as appended:
        appended.write("# a remark\n")
    assert digest_of(module, package, monkeypatch) == before


@pytest.mark.parametrize("library", ["numpy", "numba"])
def test_the_cache_key_changes_with_the_libraries(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = kernel.source_digest.__wrapped__(LEGAL)
    monkeypatch.setattr(f"{library}.__version__", "0.0.1")
    assert kernel.source_digest.__wrapped__(LEGAL) != before


def with_kernels() -> list[str]:
    """Every module of the package that holds kernels."""
    files = [path for path in kernel.PACKAGE.rglob("*.py") if "@kernel\n" in path.read_text(encoding="utf-8")]
    return sorted(".".join(("dolmen", *path.relative_to(kernel.PACKAGE).with_suffix("").parts)) for path in files)


def imported_by(module: str) -> Iterator[str]:
    """What a module imports of ours, read from its syntax tree."""
    spec = find_spec(module)
    assert spec is not None and spec.origin is not None
    for node in ast.walk(ast.parse(Path(spec.origin).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name.split(".")[0] == "dolmen")
        elif isinstance(node, ast.ImportFrom):
            package = module.split(".")[: -node.level] if node.level else []
            base = ".".join([*package, *filter(None, [node.module])])
            if base.split(".")[0] == "dolmen":
                yield base
                yield from (f"{base}.{name.name}" for name in node.names if is_module(f"{base}.{name.name}"))


def is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


@pytest.mark.parametrize("module", with_kernels())
def test_the_cache_key_of_a_module_looks_at_all_that_it_imports(module: str) -> None:
    """A second opinion on what is imported: a file that the key overlooks would leave old machine code in use."""
    reached, waiting = set(), [module]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += imported_by(name)
    files = {Path(spec.origin) for spec in map(find_spec, reached) if spec is not None and spec.origin is not None}
    assert files <= set(kernel.kernel_sources(module))


@pytest.mark.skipif(kernel.INTERPRETED, reason="nothing is compiled")
def test_the_key_of_a_kernel_that_a_factory_made_looks_at_the_kernels_that_it_was_given() -> None:
    game = load("meduris")
    made: tuple[Any, ...] = make_playout(game.legal, game.apply)
    locations = {Path(one.stats.cache_path).parent.name for one in made}
    rules = "dolmen.games.meduris.rules"
    assert locations == {kernel.cache_folder(f"{rules}.apply", f"{rules}.legal", "dolmen.kernels.playout").name}


# ----------------------------------------------------------------------------------------------------- the cache


def test_the_cache_lies_where_the_environment_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOLMEN_CACHE", str(tmp_path / "mine"))
    assert kernel.cache_root() == tmp_path / "mine"
    folder = kernel.cache_folder(LEGAL)
    assert folder == tmp_path / "mine" / f"kernels-{kernel.source_digest(LEGAL)}" and folder.is_dir()


def test_the_cache_lies_in_the_users_cache_folder_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DOLMEN_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert kernel.cache_root() == tmp_path / "dolmen"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert kernel.cache_root() == tmp_path / "home" / ".cache" / "dolmen"


def test_without_a_place_in_the_home_folder_the_cache_is_temporary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DOLMEN_CACHE", raising=False)
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert kernel.cache_root().name == f"dolmen-{os.getuid()}"


def test_only_folders_that_were_not_used_for_long_are_removed_from_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOLMEN_CACHE", str(tmp_path))
    long_ago = time.time() - (kernel.UNUSED_CACHE_DAYS + 1) * 86_400
    in_use = kernel.cache_folder("dolmen.core.mask")
    for name in ("kernels-old", "kernels-new", "something-else", in_use.name):
        (tmp_path / name).mkdir(exist_ok=True)
        if name != "kernels-new":
            os.utime(tmp_path / name, (long_ago, long_ago))
    assert kernel.cache_folder("dolmen.core.mask") == in_use, "used again"
    kernel.prune_cache()
    assert {path.name for path in tmp_path.iterdir()} == {"kernels-new", "something-else", in_use.name}


def test_an_empty_or_missing_cache_can_be_pruned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOLMEN_CACHE", str(tmp_path / "missing"))
    kernel.prune_cache()
    assert not (tmp_path / "missing").exists()


# ----------------------------------------------------------------------------------------------------- interpreted


@pytest.mark.process
def test_interpreted_rules_are_plain_functions_and_numba_is_never_imported(run: Callable[..., list[str]]) -> None:
    program = """
import sys, types
from dolmen.core import kernel
from dolmen.contract.registry import load
from dolmen.testing.trace import trace
def plain(): pass
assert kernel.INTERPRETED and kernel.kernel(plain) is plain
game = load('meduris', 2)
assert isinstance(game.legal, types.FunctionType)
trace(game, 1, 50)
print('numba' in sys.modules)
"""
    assert run(program, DOLMEN_INTERPRETED="1") == ["False"]


@pytest.mark.process
@pytest.mark.parametrize(("setting", "interpreted"), [("", "False"), ("0", "False"), ("1", "True"), ("yes", "True")])
def test_the_setting_says_whether_rules_are_interpreted(
    setting: str, interpreted: str, run: Callable[..., list[str]]
) -> None:
    assert run("import dolmen.core.kernel as k; print(k.INTERPRETED)", DOLMEN_INTERPRETED=setting) == [interpreted]


@pytest.mark.process
@pytest.mark.skipif(kernel.INTERPRETED, reason="nothing is compiled")
def test_a_kernel_is_compiled_at_its_first_call(run: Callable[..., list[str]]) -> None:
    program = """
from dolmen.core.draws import draw
before = len(draw.signatures)
draw(0, 0, 0)
print(before, len(draw.signatures))
"""
    assert run(program) == ["0", "1"]


# ----------------------------------------------------------------------------------------------------- factories

OTHER_PACKAGE = {
    "__init__.py": "",
    "tables.py": "STEP = 1",
    "rules/__init__.py": "from ..tables import STEP",
    "rules/one.py": """
from dolmen.core.kernel import kernel
from . import STEP

@kernel
def go(number: int) -> int:
    return number + STEP
""",
    "rules/two.py": """
from dolmen.core.kernel import kernel
@kernel
def go(number: int) -> int:
    return 10 * number
""",
    "factories.py": """
from dolmen.core.kernel import factory, kernel

@factory
def make_twice(go):
    @kernel
    def twice(number: int) -> int:
        return go(go(number))
    return twice

@factory
def make_often(go, times):
    twice = make_twice(go)
    @kernel
    def often(number: int) -> int:
        for _ in range(times):
            number = twice(number)
        return number
    return often
""",
}
"""A package beside ours, as a game of its own distribution is: kernels, a table, and a factory that uses another."""

OFTEN = """
from other.factories import make_often
from other.rules import one, two
made = [make_often(one.go, 3), make_often(one.go, 4), make_often(two.go, 3)]
print(*[often(1) for often in made], *[sum(often.stats.cache_hits.values()) for often in made])
"""


@pytest.fixture
def other(package: Path) -> Path:
    """The package `other`, beside a copy of ours."""
    for name, text in OTHER_PACKAGE.items():
        file = package.parent / "other" / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return package.parent / "other"


@pytest.mark.process
@pytest.mark.skipif(kernel.INTERPRETED, reason="nothing is compiled")
def test_what_factories_made_is_kept_for_the_next_process_until_something_is_edited(
    other: Path, run: Callable[..., list[str]]
) -> None:
    """Two games side by side, two constants, a factory within a factory; Numba alone would compile them every time."""
    assert run(OFTEN) == ["7", "9", "1000000", "0", "0", "0"], "compiled"
    assert run(OFTEN) == ["7", "9", "1000000", "1", "1", "1"], "loaded from the cache"
    edit(other / "tables.py", "STEP = 1", "STEP = 2")
    assert run(OFTEN) == ["13", "17", "1000000", "0", "0", "1"], "what the first one calls has changed"
    edit(other / "rules" / "two.py", "10 * number", "20 * number")
    assert run(OFTEN) == ["13", "17", "64000000", "1", "1", "0"], "and now what the other calls"


def test_the_sources_of_a_kernel_in_another_package_are_its_own_and_ours(
    other: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(other.parent)
    files = set(kernel.kernel_sources("other.rules.one"))
    assert files >= {other / name for name in ("tables.py", "rules/__init__.py", "rules/one.py")}
    assert kernel.PACKAGE / "core" / "kernel.py" in files and other / "rules" / "two.py" not in files
    forget_files()


@pytest.mark.skipif(kernel.INTERPRETED, reason="nothing is compiled")
def test_a_kernel_closes_over_kernels_and_numbers_alone() -> None:
    table = [1, 2, 3]

    def first() -> int:
        return table[0]

    with pytest.raises(TypeError, match="closes over 'table', a list: it may be a kernel or a number"):
        kernel.kernel(first)


@pytest.mark.skipif(kernel.INTERPRETED, reason="nothing is compiled")
@pytest.mark.parametrize("key", ["meduris", "terra-mystica"])
def test_kernels_are_pickled_by_name(key: str) -> None:
    game = load(key)
    for one in (game.legal, *make_playout(game.legal, game.apply)):
        assert pickle.loads(pickle.dumps(one)) is one


def test_several_threads_get_the_same_things_from_a_factory() -> None:
    """A server begins so: the bots of several tables and the first visitors ask for the same game at once."""
    calls = []

    @kernel.factory
    def make(number: int) -> list[int]:
        calls.append(number)
        time.sleep(0.05)
        return [number]

    with ThreadPoolExecutor(4) as threads:
        made = list(threads.map(make, [1, 1, 2, 1]))
    assert made == [[1], [1], [2], [1]] and made[0] is made[1] is made[3] and sorted(calls) == [1, 2]
