"""Games that began by rules which have changed since 0.1.0 are played on as they were.

Each folder in `former-rules` has a store in the middle of a game, at a point where today's rules would go on otherwise;
what was chosen from there on; and the record of the whole game.
"""

import json
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import pytest

from tests.cli.commands import turncoat
from tests.compatibility.kept import FIXTURES, KEY, put_back
from tests.compatibility.programs import LIMIT, Program
from tests.web.serving import Server, serving
from turncoat.kernel.records import check, parse_record
from turncoat.kernel.rulebooks import BOOKS

FORMER = sorted((FIXTURES.parent / "former-rules").iterdir())
by_folder = pytest.mark.parametrize("folder", FORMER, ids=lambda folder: folder.name)


def test_every_version_that_is_played_still_has_a_record_and_a_running_game() -> None:
    """Versions that 0.1.0 had are in its own fixtures."""
    kept = {folder.name for folder in FORMER}
    for path in (FIXTURES / "records").iterdir():
        record = parse_record(path.read_text(encoding="utf-8"))
        kept.add(f"{record.ruleset.game}-{record.rules}")
    assert kept >= {f"{book.name}-{version}" for book in BOOKS.values() for version in book.earlier_versions}


@by_folder
def test_the_record_keeps_to_its_rules(folder: Path) -> None:
    done = turncoat("record", "check", folder / "record.turncoat")
    assert done.returncode == 0, done.stderr
    text = (folder / "record.turncoat").read_text(encoding="utf-8")
    assert f"{parse_record(text).ruleset.game}-{parse_record(text).rules}" == folder.name


@by_folder
def test_a_record_that_leaves_out_its_options_is_read_by_its_rules(folder: Path) -> None:
    """What nobody wrote down was chosen by the rules of that day."""
    text = (folder / "record.turncoat").read_text(encoding="utf-8")
    head, _, rest = text.partition("[options]\n")
    short = head + "[deal]" + rest.partition("[deal]")[2]
    assert check(short).ruleset == parse_record(text).ruleset


@by_folder
def test_the_running_game_is_played_on_as_it_was(tmp_path: Path, folder: Path) -> None:
    put_back((folder / "store.jsonl").read_text(encoding="utf-8"), tmp_path)
    people = json.loads((folder / "people.json").read_text(encoding="utf-8"))
    (tmp_path / KEY).write_bytes(bytes.fromhex(people["key"]))
    moves = [json.loads(line) for line in (folder / "moves.jsonl").read_text(encoding="utf-8").splitlines()]
    with serving(tmp_path) as server, ExitStack() as stack:
        programs = []
        for token in people["tokens"].values():
            program = stack.enter_context(Program(server, people["table"]))
            program.say({"type": "hello", "protocol": 1, "token": token})
            assert program.reply()["type"] == "welcome"
            while program.update is None:
                assert program.hear() is not None
            offered = {offer["name"] for offer in program.update["offers"]}
            assert "assassinate-hill" not in offered, "the third success has ended that by the rules of then"
            programs.append(program)
        for move in moves:
            choose(programs[move["seat"]], move)
        assert record_of(server, people) == (folder / "record.turncoat").read_text(encoding="utf-8")


def choose(program: Program, move: dict[str, Any]) -> None:
    """Make a choice that was kept, when it is asked for."""
    ends = monotonic() + LIMIT
    while program.asked is None or program.asked["number"] != move["to"]:
        assert monotonic() < ends, f"not asked {move}, but {program.asked}"
        program.hear(0.5)
    program.say({"type": "choose", "to": move["to"], "answer": move["answer"]})
    assert program.reply()["type"] == "taken", move


def record_of(server: Server, people: dict[str, Any]) -> str:
    headers = {"Authorization": f"Bearer {people['tokens']['Robot 0']}"}
    answer = httpx.get(f"{server.url}/t/{people['table']}/deal", headers=headers, timeout=60).json()
    return str(answer["record"])
