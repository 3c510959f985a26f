"""Programs of an earlier version play on: what they say is understood, and they hear what they heard then.

A conversation is a game by the rules of its day. Where the rules have changed since, today's server is told to deal by
those that the conversation names: it still plays them, as it does for the records and running games of that day.

The store has the seeds of the deals to come, so that the same messages make the same game again. How many updates tell
of it may differ (what happens close together is told at once); what they tell, together, may not.
"""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import pytest

from tests.compatibility.kept import Left
from tests.compatibility.programs import LIMIT, Heard, Message, Program, known, plain
from tests.web.serving import SERVE, Server, serving

LEFT = Left()
GAMES = ("resistance", "winter-soldier", "hail-hydra")
TO_COME = 10_000
"""The programs that were listened to answered questions beyond this number, which no game reached. That was refused as
"stale"; it has a code of its own now, and is refused as before."""
TO_PROGRAM = {"welcome", "seats", "game", "update", "clock", "taken", "refused", "error"}


BY_RULES = """
import turncoat.games
from turncoat.kernel.rulebooks import BOOKS
book = BOOKS[{game!r}]
assert book.plays({rules!r})
type(book).version = {rules!r}
"""


def kept(path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (LEFT.folder / path).read_text(encoding="utf-8").splitlines()]


def test_the_fixtures_have_every_type_of_message() -> None:
    steps = [step for game in GAMES for step in kept(f"conversations/{game}.jsonl") if "from" in step]
    said = {step["says"]["type"] for step in steps if isinstance(step["says"], dict)}
    assert said == {"hello", "start", "choose"}
    heard = [message for step in steps for messages in step["heard"].values() for message in messages]
    assert {message["type"] for message in heard} | {step["reply"]["type"] for step in steps} == TO_PROGRAM
    kinds = {message["kind"] for message in heard if message["type"] == "clock"}
    assert kinds == {"", "talk", "abilities", "reveal"}, "the view of a game with cards has one for decisions"
    codes = {step["reply"].get("code") for step in steps}
    assert codes >= {"malformed", "hello-first", "protocol", "unknown-token", "table-full", "hello-again", "stale"}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_programs_is_played_again(tmp_path: Path, game: str) -> None:
    LEFT.put_back(tmp_path)
    *steps, end = kept(f"conversations/{game}.jsonl")
    table = f"programs: {game}"
    heard = [message for step in steps for message in step["heard"].get("watcher", []) if message["type"] == "game"]
    by_rules = BY_RULES.format(game=game, rules=heard[0]["rules"])
    with serving(tmp_path, code=by_rules + SERVE) as server, ExitStack() as stack:
        lines = {
            name: stack.enter_context(Program(server, LEFT.tables[table])) for name in (*LEFT.tokens[table], "watcher")
        }
        expected = {"Robot 0": Heard(), "watcher": Heard()}
        for number, step in enumerate(steps, 1):
            one_step(lines, expected, step, f"step {number}: {step['from']} says {step['says']}")
        assert lines["Robot 0"].result == lines["watcher"].result is not None
        assert papers(server, table) == end["deal"]


def one_step(lines: dict[str, Program], expected: dict[str, Heard], step: dict[str, Any], where: str) -> None:
    """Say what was said, and wait until what is heard of it is what was heard."""
    line = lines[step["from"]]
    line.say(step["says"])
    reply = line.reply()
    was = dict(step["reply"])
    if was.get("code") == "stale" and step["says"]["to"] > TO_COME:
        was["code"] = "not-yet-asked"
    assert plain(reply) == plain(was), where
    if isinstance(step["says"], dict) and (token := step["says"].get("token")) and reply["type"] == "welcome":
        assert reply["token"] == token, "the token is the seat's still"
    for name, heard in expected.items():
        for message in step["heard"].get(name, []):
            heard.take(message)
        ends = monotonic() + LIMIT
        while known(lines[name]) != known(heard) and monotonic() < ends:
            if lines[name].hear(0.5) is None and lines[name].events != heard.events[: len(lines[name].events)]:
                break
        assert known(lines[name]) == known(heard), f"{name} after {where}"


def papers(server: Server, table: str) -> Message:
    """The papers of the deal, as a program that sits there gets them."""
    headers = {"Authorization": f"Bearer {LEFT.tokens[table]['Robot 0']}"}
    answer = httpx.get(f"{server.url}/t/{LEFT.tables[table]}/deal", headers=headers, timeout=60).json()
    assert answer.pop("next")
    return dict(answer)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without tables."""
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.mark.parametrize("request_", kept("requests.jsonl"), ids=lambda request: json.dumps(request["asks"]))
def test_a_request_for_a_table_is_answered_alike(server: Server, request_: dict[str, Any]) -> None:
    answer = httpx.post(f"{server.url}/api/v1/tables", json=request_["asks"], timeout=60)
    assert answer.status_code == request_["status"]
    given, was = answer.json(), request_["answer"]
    for one in (given, was):
        for drawn in ("table", "token"):
            assert isinstance(one.pop(drawn, ""), str)
    assert plain(given) == plain(was)
