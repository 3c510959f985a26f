"""Programs of an earlier version ask for tables, and are answered as they were then."""

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.compatibility.kept import Left
from tests.compatibility.programs import plain
from tests.support.serving import Server, serving

LEFT = Left()
GAMES = ("resistance", "winter-soldier", "hail-hydra")
TO_PROGRAM = {"welcome", "seats", "game", "update", "clock", "taken", "refused", "error"}


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
