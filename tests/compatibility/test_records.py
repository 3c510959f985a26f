"""Records and papers of games of an earlier version are good, and say what they said."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.compatibility.kept import Left
from tests.support.commands import turncoat
from tests.support.serving import Person, Server, serving

LEFT = Left()
RECORDS = sorted((LEFT.folder / "records").iterdir())
PAPERS = sorted((LEFT.folder / "deals").iterdir())
EVENING = ("resistance-all-modules", "resistance-blind-spies", "winter-soldier", "hail-hydra")
"""The games of that table, in order."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


def test_there_is_a_record_of_each_game() -> None:
    assert {path.stem for path in RECORDS} == {path.stem for path in PAPERS} == set(EVENING)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_keeps_to_the_rules_and_is_told(path: Path) -> None:
    done = turncoat("record", "check", path)
    assert done.returncode == 0, done.stderr
    told = turncoat("record", "show", path)
    assert told.returncode == 0, told.stderr
    assert len(told.stdout.splitlines()) > 20


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_that_is_handed_in_is_watched(server: Server, path: Path) -> None:
    person = Person(server, "Ewa")
    person.look()
    shown = person.post("/replay", record=path.read_text(encoding="utf-8"), at="end")
    assert shown.status_code == 200
    found = re.search(r'data-last="(\d+)"', shown.text)
    assert found
    assert int(found[1]) > 5
    assert f"Moment {found[1]} of {found[1]}" in shown.text


@pytest.mark.parametrize("path", PAPERS, ids=lambda path: path.stem)
def test_a_deal_is_found_fair(path: Path) -> None:
    papers = json.loads(path.read_text(encoding="utf-8"))
    done = turncoat("fair", path, "--commitment", papers["deal"]["commitment"])
    assert (done.returncode, "fair; " in done.stdout) == (0, True), done.stderr
    assert papers["record"] == (LEFT.folder / "records" / f"{path.stem}.turncoat").read_text(encoding="utf-8")
