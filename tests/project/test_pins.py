"""The pinned requirements: complete, hashed, and without an address."""

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

import turncoat

ROOT = Path(__file__).parents[2]
PINS = sorted((ROOT / "requirements").glob("*.txt"))
PIN = re.compile(r"^([a-z0-9][a-z0-9._-]*)(?:\[[a-z,]+\])?==", re.MULTILINE)


def pinned(name: str) -> set[str]:
    return set(PIN.findall((ROOT / "requirements" / name).read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.name)
def test_pins_have_hashes_and_no_address(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"://|^--", text, re.MULTILINE)
    entries = [entry for entry in re.split(r"\n(?=\S)", text.strip()) if not entry.startswith("#")]
    assert entries
    assert not [entry for entry in entries if "--hash=sha256:" not in entry]


def test_the_packages_dependencies_are_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    # The image has them: servers can share a database, tell people of their turns, and know them on a new device.
    extra = [one for name in ("postgres", "push", "passkeys") for one in project["optional-dependencies"][name]]
    needed = {re.split(r"[\[<>=~ ;]", requirement)[0] for requirement in [*project["dependencies"], *extra]}
    assert needed <= pinned("runtime.txt")


def test_the_labs_dependencies_are_pinned_for_development() -> None:
    project = tomllib.loads((ROOT / "lab" / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extra = project["optional-dependencies"]["ray"]
    needed = {re.split(r"[\[<>=~ ;]", requirement)[0] for requirement in [*project["dependencies"], *extra]}
    assert needed - {"turncoat"} <= pinned("dev.txt")
    assert f"turncoat=={turncoat.__version__}" in project["dependencies"]
    assert version("turncoat-lab") == turncoat.__version__


def test_the_development_pins_include_the_runtime_pins() -> None:
    assert pinned("runtime.txt") <= pinned("dev.txt")
