"""Install Dolmen into this environment, with extras if they are named, from archives that constraints.txt knows.

pip finds out what is needed for this Python and this machine; exactly that is installed, each archive only if its
sha256 is one of those in constraints.txt. The build of Dolmen itself uses what was installed so, and nothing else.

    python scripts/install.py [EXTRA ...]     install
    python scripts/install.py --package NAME  packages of constraints.txt alone, without what they need
    python scripts/install.py --write [NAME ...]  look the hashes up anew, as pip's index tells them, or of these alone
"""

from __future__ import annotations

import argparse
import hashlib
import html
import json
import re
import subprocess
import sys
import tempfile
import tomllib
import urllib.request
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import unquote, urljoin

ROOT = Path(__file__).parents[1]
CONSTRAINTS = ROOT / "constraints.txt"
TOOLS = ("pip", "setuptools")
"""What an environment has from its start, which may be old."""
EDITABLE = "editables"
"""What hatchling needs for an editable installation, beside what pyproject.toml says."""
PYTHONS = ("311", "312", "313")


@dataclass(frozen=True)
class Pin:
    """One version of a package, and the archives that are it."""

    name: str
    version: str
    hashes: tuple[str, ...]

    def line(self) -> str:
        """As pip reads it."""
        return " \\\n    ".join([f"{self.name}=={self.version}", *(f"--hash=sha256:{one}" for one in self.hashes)])


def key(name: str) -> str:
    """How packages are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def read_pins(text: str) -> dict[str, Pin]:
    """The versions of constraints.txt, by key."""
    pins = {}
    for line in re.sub(r"\\\n", "", re.sub(r"(?m)^#.*\n", "", text)).splitlines():
        name, _, version = line.split()[0].partition("==")
        pins[key(name)] = Pin(name, version, tuple(re.findall(r"--hash=sha256:(\w{64})", line)))
    return pins


# ------------------------------------------------------------------------------------------------ installing


def install(extras: list[str]) -> None:
    """Bring this environment to what the extras need."""
    pins = read_pins(CONSTRAINTS.read_text(encoding="utf-8"))
    install_pins([pins[tool] for tool in TOOLS])
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    install_pins(needed(pins, [EDITABLE, *build]))
    ourselves = f".[{','.join(extras)}]" if extras else "."
    install_pins(needed(pins, ["--no-build-isolation", "--editable", ourselves]))
    pip("--no-deps", "--no-build-isolation", "--editable", ".")


def needed(pins: dict[str, Pin], wanted: list[str]) -> list[Pin]:
    """What is missing here of what is wanted, and of what that needs."""
    with tempfile.TemporaryDirectory() as folder:
        versions, report = Path(folder) / "versions.txt", Path(folder) / "report.json"
        versions.write_text("".join(f"{pin.name}=={pin.version}\n" for pin in pins.values()), encoding="utf-8")
        pip("--dry-run", "--report", str(report), "--constraint", str(versions), *wanted)
        found = json.loads(report.read_text(encoding="utf-8"))["install"]
    # The very version that was found: of a build for this machine (`+cpu`) pip would else take the plain one now.
    resolved = {key(item["metadata"]["name"]): item["metadata"]["version"] for item in found}
    resolved.pop("dolmen", None)
    unknown = [name for name in resolved if name not in pins]
    if unknown:
        raise SystemExit(f"constraints.txt does not know {', '.join(unknown)}: nothing was installed")
    return [replace(pins[name], version=version) for name, version in resolved.items()]


def install_pins(pins: Iterable[Pin]) -> None:
    """Install these versions; pip refuses every archive with another hash."""
    lines = [pin.line() for pin in pins]
    if lines:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "requirements.txt"
            file.write_text("\n".join(lines) + "\n", encoding="utf-8")
            pip("--require-hashes", "--no-deps", "--only-binary", ":all:", "--requirement", str(file))


def pip(*words: str) -> None:
    """Run `pip install`, and end where it fails."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *words]
    if subprocess.run(command, cwd=ROOT, check=False).returncode:
        raise SystemExit("Dolmen was not installed: see above")


# ------------------------------------------------------------------------------------------------ writing


def write(names: list[str]) -> None:
    """Look up the archives of these packages, or of all, and write constraints.txt anew."""
    text = CONSTRAINTS.read_text(encoding="utf-8")
    pins = read_pins(text)
    asked = [key(name) for name in names] or list(pins)
    with ThreadPoolExecutor(8) as pool:
        pins.update(zip(asked, pool.map(lambda name: look_up(pins[name]), asked), strict=True))
    head = "".join(re.findall(r"(?m)^#.*\n", text))
    CONSTRAINTS.write_text(head + "".join(f"{pin.line()}\n" for _, pin in sorted(pins.items())), encoding="utf-8")


def look_up(pin: Pin) -> Pin:
    """The pin with the hashes of all its wheels that may fit here, in the index and beside it."""
    hashes = {digest for file, digest in archives(pin) if fits(file, pin.version)}
    if not hashes:
        raise SystemExit(f"there is no wheel of {pin.name} {pin.version}")
    return Pin(pin.name, pin.version, tuple(sorted(hashes)))


def archives(pin: Pin) -> list[tuple[str, str]]:
    """File names and hashes of a package, as the index tells them, and of wheels in pip's folders (`find-links`)."""
    page = urllib.request.urlopen(urljoin(setting("index-url"), f"{key(pin.name)}/"), timeout=60).read().decode()
    found = re.findall(r'href="[^"]*?/([^/"#]+)#sha256=(\w{64})', html.unescape(page))
    for folder in setting("find-links").split():
        for file in Path(folder).glob(f"{pin.name}-{pin.version}*.whl"):
            found.append((file.name, hashlib.sha256(file.read_bytes()).hexdigest()))
    return [(unquote(file), digest) for file, digest in found]


def setting(name: str) -> str:
    """What pip is told on this machine: an address is in no file of ours."""
    from pip._internal.models.index import PyPI

    command = [sys.executable, "-m", "pip", "config", "get", f"global.{name}"]
    told = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    return (told or PyPI.simple_url).rstrip("/") + "/" if name == "index-url" else told


def fits(file: str, version: str) -> bool:
    """Whether a file is a wheel of that version for one of our Pythons; a local build (`+cpu`) is one, too."""
    from pip._vendor.packaging.utils import InvalidWheelFilename, parse_wheel_filename
    from pip._vendor.packaging.version import Version

    try:
        _name, found, _build, tags = parse_wheel_filename(file)
    except InvalidWheelFilename:
        return False
    pythons = {"py3", *(f"py{one}" for one in PYTHONS), *(f"cp{one}" for one in PYTHONS)}
    of_ours = any(
        (tag.interpreter in pythons and not tag.abi.endswith("t"))
        or (tag.abi == "abi3" and int(tag.interpreter.removeprefix("cp3")) <= 13)
        for tag in tags
    )
    return of_ours and Version(found.public) == Version(version)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("extras", nargs="*", metavar="EXTRA")
    parser.add_argument("--package", metavar="NAME", action="append")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    if arguments.write:
        write(arguments.extras)
    elif arguments.package:
        pins = read_pins(CONSTRAINTS.read_text(encoding="utf-8"))
        install_pins([pins[key(name)] for name in arguments.package])
    else:
        install(arguments.extras)


if __name__ == "__main__":
    main()
