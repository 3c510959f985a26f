"""The wheel is complete: installed into an empty environment, it serves a table."""

import re
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.packaging.wheel import LAB, ROOT, Installation, run
from tests.support.serving import Address, Person
from turncoat import __version__

pytestmark = pytest.mark.timeout(300)


@pytest.mark.parametrize(
    ("package", "project", "fixture"), [("turncoat", ROOT, "wheel"), ("turncoat_lab", LAB, "wheel_of_lab")]
)
def test_a_wheel_has_every_file_of_its_package(
    package: str, project: Path, fixture: str, request: pytest.FixtureRequest
) -> None:
    source = project / "src"
    wanted = {
        path.relative_to(source).as_posix()
        for path in (source / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(request.getfixturevalue(fixture)) as wheel:
        names = set(wheel.namelist())
    about = f"{package}-{__version__}.dist-info/"
    assert wanted - names == set()
    assert f"{about}licenses/LICENSE" in names
    assert not {name for name in names if not name.startswith((f"{package}/", about))}


def test_the_source_archive_has_the_docs_the_examples_and_what_checks_them(tmp_path: Path) -> None:
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path)
    (file,) = tmp_path.iterdir()
    with tarfile.open(file) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {
        path.relative_to(ROOT).as_posix()
        for folder in ("docs", "examples", "tests", "tools")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and not {"__pycache__", ".mypy_cache"} & set(path.parts)
    }
    assert wanted - names == set()
    assert {"mkdocs.yml", "Makefile", "pyproject.toml", "tsconfig.json", "package.json", "CHANGELOG.md"} <= names


def test_the_installed_package_comes_from_the_wheel(installation: Installation) -> None:
    said = installation.run(
        installation.python, "-c", "import turncoat; print(turncoat.__version__, turncoat.__file__)"
    )
    version, file = said.split(maxsplit=1)
    assert version == __version__
    assert Path(file.strip()).is_relative_to(installation.environment)


def test_the_installed_commands_help_lists_its_commands(installation: Installation) -> None:
    said = installation.run(installation.turncoat, "--help")
    assert [command for command in ("serve", "play", "games", "simulate", "record") if command not in said] == []


def test_a_table_served_from_the_wheel_plays_a_game(installation: Installation, sweep: bool) -> None:
    """The game starts in every run, and is played to its end in the sweep."""
    with installation.serve() as client:
        start = client.get("/")
        assert start.status_code == 200
        assert "Turncoat" in start.text
        assert "Ktoś przy tym stole kłamie." in client.get("/", headers={"Accept-Language": "pl"}).text

        # The files that the pages refer to are in the wheel too.
        for address in set(re.findall(r'(?:href|src)="(/static/[^"#]+)', start.text)):
            assert client.get(address).status_code == 200

        ola = Person(Address(str(client.base_url)), "Ola").open()
        ola.post(ola.path, do="change-settings", scene_pace="brisk")  # bots wait for nobody
        assert "Mission 1" in ola.start()
        if sweep:
            assert "Who was who" in ola.play()
        ola.client.close()
