"""Programs at a table: the JSON protocol over real sockets."""

import asyncio
import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import httpx
import msgspec
import pytest
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from examples.client import pick, play
from tests.support.program_lines import Program, new_table, program
from tests.support.serving import Person, Server, serving
from turncoat.table import commands as c
from turncoat.table.past.proof import check_proof, read_proof
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.values.avatars import AVATARS
from turncoat.web.app import create_app
from turncoat.web.programs import socket as programs
from turncoat.web.programs.protocol import schema
from turncoat.web.updates.viewer import follow

SCHEMA = Path(__file__).parents[2] / "docs" / "protocol.schema.json"


def test_the_example_client_plays_a_whole_game(server: Server) -> None:
    url, token = new_table(server)
    result = play(url, {"token": token})
    assert result["winner"] in ("resistance", "spies")


@pytest.mark.parametrize("module", ["targeting", "hunter"])
def test_the_example_plays_where_parts_of_an_answer_are_tied(server: Server, module: str) -> None:
    url, token = new_table(server, modules=[module])
    assert play(url, {"token": token})["reason"]


def test_the_example_says_why_it_was_refused(server: Server) -> None:
    url, _ = new_table(server)
    with pytest.raises(RuntimeError, match="name-taken"):
        play(url, {"name": "Robot"})


def test_a_program_adds_entropy_and_gets_the_proof_with_its_token(server: Server) -> None:
    url, token = new_table(server)
    deal = f"{server.url}/t/{url.rpartition('/')[2]}/deal"
    promised = httpx.get(deal, timeout=60).json()["next"]
    with program(url, token=token, entropy="clover") as line:
        line.hear("welcome")
    play(url, {"token": token})
    for shown in ("-", token[:-2]):
        sealed = httpx.get(deal, headers={"Authorization": f"Bearer {shown}"}, timeout=60).json()
        assert (sealed["deal"]["seed"], sealed["record"]) == ("", "")
    proof = httpx.get(deal, headers={"Authorization": f"Bearer {token}"}, timeout=60)
    assert check_proof(read_proof(proof.content), promised).result is not None
    assert proof.json()["deal"]["entropy"][0] == "clover"


def test_the_example_client_plays_with_people(server: Server) -> None:
    ola = Person(server, "Ola").open()
    url = f"{server.url.replace('http', 'ws')}/api/v1/tables/{ola.code}"
    with program(url, name="Robot") as robot:
        welcome = robot.hear("welcome")
        assert (welcome["seat"], welcome["host"]) == (1, False)
    ola.start()
    import threading

    result: list[Any] = []
    other = threading.Thread(target=lambda: result.append(play(url, {"token": welcome["token"]})))
    other.start()
    assert "Who was who" in ola.play()
    other.join(30)
    assert result


def test_a_reconnected_program_has_its_seat_and_misses_nothing(server: Server) -> None:
    url, token = new_table(server)
    with program(url, token=token) as first:
        first.say(type="start")
        seen = first.hear("update")["events"]
    with program(url, token=token) as second:
        assert second.hear("welcome")["seat"] == 0
        assert second.hear("update")["events"][: len(seen)] == seen
    assert all(size > programs.OWN for size in second.sizes), "filled up"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("nothing", "malformed"),
        ("[]", "malformed"),
        ('{"type": "choose"}', "malformed"),
        ('{"type": "choose", "to": 1, "answer": 1, "seat": 3}', "malformed"),
        ("[" * 10_000, "malformed"),
        ('{"type": "start", "id": "' + "x" * 20_000 + '"}', "too-large"),
        ('{"type": "hello", "protocol": 1}', "hello-again"),
    ],
)
def test_an_unreadable_message_is_answered_and_loses_nothing(server: Server, text: str, code: str) -> None:
    url, token = new_table(server)
    with program(url, token=token) as robot:
        robot.hear("seats")
        robot.line.send(text)
        assert robot.hear("error")["code"] == code
        robot.line.send(b"\xff\xfe")
        assert robot.hear("error")["code"] == "malformed"
        robot.say(type="start", id="s1")
        assert robot.hear("accepted")["id"] == "s1"


def test_a_program_that_asks_for_chat_reads_and_writes_it(server: Server) -> None:
    ola = Person(server, "Ola").open()
    ola.post(ola.path, do="say", text="Good evening!")
    url = f"{server.url.replace('http', 'ws')}/api/v1/tables/{ola.code}"
    with program(url, name="Robot", talk=True) as robot, program(url, name="Silent") as silent, program(url) as other:
        other.say(type="hello", protocol=1)
        said = robot.hear("said")
        assert (said["message"], said["name"], said["text"], said["reactions"]) == (1, "Ola", "Good evening!", [])
        robot.say(type="react", message=1, reaction="heart", id="1")
        assert robot.hear("said")["reactions"] == [{"name": "Robot", "reaction": "heart"}]
        assert robot.hear("accepted")["id"] == "1"
        robot.say(type="say", text="Hello, Ola.", id="2")
        assert robot.hear("said")["text"] == "Hello, Ola."
        robot.say(type="react", message=1, reaction="angry", id="3")
        robot.say(type="say", text="x" * 301, id="4")
        assert [robot.hear("refused")["code"] for _ in range(2)] == ["talk-no-reaction", "talk-too-long"]
        other.say(type="say", text="I only watch.", id="5")
        # A program that did not ask for chat receives none.
        silent.say(
            type="choose-avatar", avatar="dragon", id="6"
        )  # certainly refused, since any of the others may have a real one
        kinds = [json.loads(silent.line.recv(timeout=20))["type"]]
        while kinds[-1] != "refused":
            kinds.append(json.loads(silent.line.recv(timeout=20))["type"])
        assert set(kinds) == {"welcome", "seats", "refused"}
        assert other.hear("refused")["code"] == "not-seated"
    page = ola.look()
    assert "<b><bdi>Robot</bdi>:</b> <q><bdi>Hello, Ola.</bdi></q>" in page
    assert 'aria-label="Love it: Robot"' in page


def test_a_program_gets_sentences_in_the_language_of_its_hello(server: Server) -> None:
    url, token = new_table(server)
    with (
        program(url, token=token, language="pl") as robot,
        program(url, language="en") as english,
        program(url, name="") as silent,
    ):
        english.hear("welcome")
        silent.hear("welcome")
        robot.say(type="start")
        update = robot.hear("update")
        kinds = [event["event"] for event in update["events"]]
        role = kinds.index("RoleDealt")
        (sentence,) = [told["text"] for told in update["told"] if told["first"] <= role <= told["last"]]
        assert sentence.startswith("Twoja karta Tożsamości: ")
        assert all(0 <= told["first"] <= told["last"] < len(kinds) for told in update["told"])
        assert english.hear("update")["told"][0]["text"].endswith(" is the first leader.")
        assert silent.hear("update")["told"] == []
        robot.say(type="choose", to="hail-hydra", answer=0, id="b")
        assert robot.hear("refused")["sentence"] != ""


def test_a_program_is_told_which_languages_there_are(server: Server) -> None:
    url, _ = new_table(server)
    with program(url) as robot:
        robot.say(type="hello", protocol=1, language="xx")
        error = robot.hear("error")
        assert (error["code"], "en, pl" in error["sentence"]) == ("unknown-language", True)
        robot.say(type="hello", protocol=1, language="pl")
        assert robot.hear("welcome")["seat"] is None


def test_a_program_has_an_avatar_and_may_change_it(server: Server) -> None:
    url, token = new_table(server)
    with program(url, token=token) as robot, program(url, name="Other") as other:
        avatars = [seat["avatar"] for seat in other.hear("seats")["seats"]]
        assert len(set(avatars[:2])) == 2
        assert avatars[2] == ""  # the seat is empty
        free = next(avatar for avatar in AVATARS if avatar not in avatars)
        for avatar, answer in ((avatars[1], "avatar-taken"), ("dragon", "avatar-unknown")):
            robot.say(type="choose-avatar", avatar=avatar, id="a")
            assert robot.hear("refused")["code"] == answer
        robot.say(type="choose-avatar", avatar=free, id="b")
        assert robot.hear("accepted")["id"] == "b"
        while other.hear("seats")["seats"][0]["avatar"] != free:
            pass


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        ({"type": "start"}, "hello-first"),
        ({"type": "hello", "protocol": 2}, "protocol"),
        ({"type": "hello", "protocol": 1, "token": "x"}, "unknown-token"),
        ({"type": "hello", "protocol": 1, "name": "ROBOT"}, "name-taken"),
    ],
)
def test_a_wrong_hello_may_be_corrected(server: Server, hello: dict[str, Any], code: str) -> None:
    url, _ = new_table(server)
    with program(url) as robot:
        robot.say(**hello)
        assert robot.hear("error")["code"] == code
        robot.say(type="hello", protocol=1)
        assert robot.hear("welcome")["seat"] is None


def test_an_illegal_choice_is_refused_and_changes_nothing(server: Server) -> None:
    url, token = new_table(server)
    with program(url, token=token) as robot:
        robot.say(type="choose", to=1, answer="approve", id="a")
        assert robot.hear("refused")["code"] == "no-game"
        robot.say(type="start")
        update = robot.hear("update")
        while update["prompt"] is None:
            update = robot.hear("update")
        number = update["prompt"]["number"]
        for to, answer, refused in (
            (number, {"x": 1}, None),
            (number + 7, 0, "not-yet-asked"),
            (number - 1, 0, "stale"),
            ("hail-hydra", 0, "no-such-offer"),
        ):
            robot.say(type="choose", to=to, answer=answer, id="b")
            refusal = robot.hear("refused")
            assert refused is None or refusal["code"] == refused
            assert refusal["sentence"]
    with program(url, token=token) as again:
        assert again.hear("update")["prompt"] == update["prompt"]


def test_a_spectating_program_sees_only_public_events_and_may_not_act(server: Server) -> None:
    url, token = new_table(server)
    with program(url, token=token) as robot, program(url, name="") as somebody:
        robot.say(type="start")
        update = somebody.hear("update")
        assert update["prompt"] is None
        assert "RoleDealt" not in json.dumps(update)
        somebody.say(type="start", id="x")
        assert somebody.hear("refused")["code"] == "not-host"
        somebody.say(type="choose", to=1, answer="approve", id="y")
        assert somebody.hear("refused")["code"] == "not-seated"


def test_an_unknown_table_is_reported(server: Server) -> None:
    with program(f"{server.url.replace('http', 'ws')}/api/v1/tables/ZZZZZZZZ", name="Robot") as robot:
        assert robot.hear("error")["code"] == "no-such-table"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "malformed"),
        (b'{"name": "x", "players": "many"}', 400, "malformed"),
        (b'{"name": "x", "players": 77}', 422, "ruleset"),
        (b'{"name": "x", "game": "chess"}', 422, "ruleset"),
        (b'{"name": "  "}', 422, "name-empty"),
        (b"x" * 20_000, 413, "too-large"),
    ],
)
def test_an_impossible_table_is_refused(server: Server, body: bytes, status: int, code: str) -> None:
    answer = httpx.post(f"{server.url}/api/v1/tables", content=body, timeout=60)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_the_documented_schema_matches_the_types() -> None:
    kept, made = json.loads(SCHEMA.read_text(encoding="utf-8")), json.loads(msgspec.json.encode(schema()))
    assert kept == made, "the types have changed: run `make schema`"


def test_metrics_contain_nothing_about_a_table(server: Server) -> None:
    url, _ = new_table(server)
    text = httpx.get(f"{server.url}/metrics", timeout=60).text
    assert "turncoat_tables " in text
    assert url.rpartition("/")[2] not in text


class Behind:
    """The socket of a program that sends these messages, reads nothing until told to, and finally hangs up."""

    client = None

    def __init__(self, messages: list[str]) -> None:
        self.scope: dict[str, Any] = {}
        self.messages, self.unanswered = messages, len(messages)
        self.told: list[Any] = []
        self.reads, self.has_all = asyncio.Event(), asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        if not self.messages:
            await self.has_all.wait()
            return {"type": "websocket.disconnect"}
        return {"type": "websocket.receive", "text": self.messages.pop(0)}

    async def send_text(self, text: str) -> None:
        await self.reads.wait()
        self.told.append(json.loads(text))
        self.unanswered -= self.told[-1]["type"] == "error"
        if not self.unanswered:
            self.has_all.set()


@pytest.mark.anyio
async def test_a_lagging_program_is_not_read_and_then_gets_the_latest_state(tmp_path: Path) -> None:
    context = create_app(ServerSettings(tmp_path)).state.context
    room = await context.registry.open("ola", "Ola")
    behind: Any = Behind(["[]"] * 100)
    line = programs.ProgramConnection(context, behind)
    line.room, line.person = room, "ola"
    line.known_as = "ola"
    staying = asyncio.create_task(follow(behind, line))
    for number in range(50):
        await room.submit("ola", c.Rename(f"Ola {number}"))
    assert len(behind.messages) >= 97
    behind.reads.set()
    async with asyncio.timeout(20):
        await staying
    names = [one["seats"][0]["name"] for one in behind.told if one["type"] == "seats"]
    assert names == ["Ola", "Ola 49"]
    assert not room.watchers
    assert not room.presence.here
    await context.registry.close()


class Gone(Behind):
    """The socket of a program that has sent these messages and hung up."""

    async def receive(self) -> dict[str, Any]:
        return await super().receive() if self.messages else {"type": "websocket.disconnect"}

    async def send_text(self, text: str) -> None:
        raise WebSocketDisconnect


@pytest.mark.anyio
@pytest.mark.parametrize("count", [1, 2, 5])
async def test_messages_sent_before_hanging_up_are_accepted(tmp_path: Path, count: int) -> None:
    context = create_app(ServerSettings(tmp_path)).state.context
    room = await context.registry.open("ola", "Ola")
    avatars = [avatar for avatar in AVATARS if avatar != room.table.seats[0].avatar][:count]
    gone: Any = Gone([json.dumps({"type": "choose-avatar", "avatar": avatar, "id": avatar}) for avatar in avatars])
    line = programs.ProgramConnection(context, gone)
    line.room, line.person, line.known_as = room, "ola", "ola"
    async with asyncio.timeout(20):
        await follow(gone, line)
    assert room.table.seats[0].avatar == avatars[-1]
    assert not room.watchers
    assert not room.presence.here
    await context.registry.close()


class Losing(programs.ProgramConnection):
    """A connection whose server loses the table while it takes a message."""

    async def take(self, data: str | bytes) -> None:
        await super().take(data)
        self.room.log.is_lost = True


@pytest.mark.anyio
async def test_a_server_that_loses_a_table_while_it_takes_a_message_sends_nothing_but_goodbye(tmp_path: Path) -> None:
    context = create_app(ServerSettings(tmp_path)).state.context
    room = await context.registry.open("ola", "Ola")
    avatar = next(avatar for avatar in AVATARS if avatar != room.table.seats[0].avatar)
    heard: Any = Behind([json.dumps({"type": "choose-avatar", "avatar": avatar, "id": "late"})])
    heard.close = AsyncMock()
    heard.reads.set()
    line = Losing(context, heard)
    line.room, line.person, line.known_as = room, "ola", "ola"
    async with asyncio.timeout(20):
        await follow(heard, line)
    late = heard.told[[one["type"] for one in heard.told].index("error") :]
    assert [one.get("code") for one in late] == ["table-moves"]
    assert not [one for one in heard.told if one["type"] == "accepted"]
    heard.close.assert_awaited_once()
    await context.registry.close()


def test_another_sites_page_may_not_use_the_programs_socket(server: Server) -> None:
    url, token = new_table(server)
    foreign = {"Origin": "https://elsewhere.example"}
    answer = httpx.post(f"{server.url}/api/v1/tables", json={"name": "Robot"}, headers=foreign, timeout=60)
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign-page")
    with pytest.raises(InvalidStatus, match="403"), connect(url, additional_headers=foreign):
        pass
    with connect(url, additional_headers={"Origin": server.url}) as line:
        line.send(json.dumps({"type": "hello", "protocol": 1, "token": token}))
        assert json.loads(line.recv(timeout=20))["type"] == "welcome"


STRICT = """
import sys
from pathlib import Path
from turncoat.web.programs import socket
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.serve import run
from turncoat.web.http.limits import RateLimits
socket.HELLO = 1.0
rates = RateLimits(misses="3/minute", joins_from="5/minute")
run(ServerSettings(Path(sys.argv[1]), port=int(sys.argv[3])), rates=rates)
"""


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits one second for a hello, and has low limits per address."""
    with serving(tmp_path_factory.mktemp("data"), code=STRICT) as running:
        yield running


def test_a_program_without_a_hello_is_disconnected(strict: Server) -> None:
    url, _ = new_table(strict)
    with connect(url) as line:
        line.send("{")
        assert json.loads(line.recv(timeout=20))["code"] == "malformed"
        assert json.loads(line.recv(timeout=20))["code"] == "no-hello"
        with pytest.raises(ConnectionClosed):
            line.recv(timeout=20)


def test_entropy_and_renames_are_limited_per_address(strict: Server) -> None:
    url, token = new_table(strict)
    codes = []
    for number in range(7):
        with connect(url) as line:
            line.send(json.dumps({"type": "hello", "protocol": 1, "token": token, "entropy": f"clover {number}"}))
            told = json.loads(line.recv(timeout=20))
            codes.append(told.get("code", told["type"]))
    assert codes == ["welcome"] * 5 + ["too-fast"] * 2
    with program(url, token=token) as line:
        assert line.hear("welcome")["seat"] == 0


def test_after_many_wrong_codes_only_programs_with_a_seat_get_in(strict: Server) -> None:
    url, token = new_table(strict)
    wrong = url[:-4] + "ZZZZ"
    for _ in range(5):
        with program(wrong, name="Robot") as line:
            assert line.hear("error")["code"] in ("no-such-table", "too-fast")
    for address, hello in ((url, {}), (wrong, {}), (wrong, {"token": token}), (url, {"token": token[:-2]})):
        with program(address, **{"name": "Robot", **hello}) as line:
            assert line.hear("error")["code"] == "too-fast"
    with program(url, token=token) as line:
        assert line.hear("welcome")["seat"] == 0


def test_a_repeated_choice_does_not_count_for_the_next_game(server: Server) -> None:
    """A program that lost its connection cannot know whether its choice was taken, nor what was dealt since."""
    url, token = new_table(server)
    with program(url, token=token) as line:
        update: dict[str, Any] = {"game": 0, "result": None}
        taken: list[dict[str, Any]] = []

        def reply(**message: Any) -> dict[str, Any]:
            """Return the reply, noting any updates before it."""
            nonlocal update
            line.say(**message)
            while True:
                heard: dict[str, Any] = json.loads(line.line.recv(timeout=20))
                if heard["type"] == "update":
                    update = heard
                elif heard["type"] in ("accepted", "refused"):
                    assert heard["id"] == message["id"]
                    return heard

        def is_asked() -> bool:
            return update["game"] == game and bool(update["prompt"]) and update["answer"] is None

        for game in (1, 2):
            assert reply(type="start", id=f"start {game}")["type"] == "accepted"
            while not (update["game"] == game and (update["result"] or (game == 2 and is_asked()))):
                if not is_asked():
                    update = line.hear("update")
                    continue
                message = {"type": "choose", "to": update["prompt"]["number"], "game": game, "id": str(len(taken))}
                message["answer"] = pick(update["prompt"]["option"])
                if reply(**message)["type"] == "accepted":
                    taken.append(message)
        # Some of them fit the current question: if meant for this game, they would be accepted.
        assert len(taken) > 3
        for message in taken:
            assert reply(**message)["type"] == "accepted"
        assert reply(**taken[0] | {"id": "never sent before"})["code"] == "past-game"
    with program(url, token=token) as line:
        update = line.hear("update")
    assert (update["game"], update["answer"]) == (2, None)


class Listening(Program):
    """A program in a game of Hail Hydra that remembers its latest update."""

    update: dict[str, Any]

    def hear_one(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.line.recv(timeout=20))
        if message["type"] == "update":
            self.update = message
        return message

    def reply(self, **message: Any) -> dict[str, Any]:
        """Send a message and return the reply, after the update with the message's effect."""
        self.say(**message)
        while (heard := self.hear_one())["type"] not in ("accepted", "refused"):
            pass
        assert heard["id"] == message["id"]
        return heard

    @property
    def open_prompt(self) -> dict[str, Any] | None:
        """The prompt that it has yet to answer, if any."""
        update = self.update
        return update["prompt"] if update["answer"] is None and update["waiting"] & 1 else None

    def choose(self, prompt: dict[str, Any]) -> None:
        self.try_at(prompt, type="choose", answer=pick(prompt["option"]))

    def go_on(self, prompt: dict[str, Any]) -> bool:
        """Give a standing answer until something concerns the program. Return whether that was in time."""
        return self.try_at(prompt, type="standing-answer")

    def try_at(self, prompt: dict[str, Any], **message: Any) -> bool:
        """Send an answer, and return whether it came in time.

        If another seat spoke first, the question is over, and the update that says so is here or on its way.
        """
        heard = self.reply(to=prompt["number"], id=secrets.token_hex(8), **message)
        if heard["type"] == "accepted":
            return True
        assert heard["code"] in ("stale", "not-asked", "no-game", "game-over")
        while (now := self.open_prompt) is not None and now["number"] == prompt["number"]:
            self.hear_one()
        return False


@contextmanager
def at_hail_hydra(server: Server) -> Iterator[Listening]:
    url, token = new_table(server, game="hail-hydra", players=5)
    with program(url, token=token) as opened:
        line = Listening(opened.line)
        # The start's own answer comes first. Otherwise the next message would take it for its own.
        assert line.reply(type="start", id="start")["type"] == "accepted"
        yield line


def test_a_program_may_give_standing_answers(server: Server) -> None:
    """Prompts to speak up are answered by the standing answer. Real choices are asked as ever."""
    tapped, answered, asked = 0, set(), set()
    with at_hail_hydra(server) as line:
        while not line.update["result"]:
            prompt = line.open_prompt
            if prompt is None:
                line.hear_one()
            elif not prompt["question"]["takes_standing_answer"]:
                if prompt["question"]["name"] not in asked:
                    asked.add(prompt["question"]["name"])
                    refused = line.reply(type="standing-answer", to=prompt["number"], id=secrets.token_hex(8))
                    assert refused["code"] in ("not-asked", "stale")
                    continue
                line.choose(prompt)
            elif line.update["standing_answer"]:
                answered.add(prompt["number"])
                line.hear_one()
            else:
                tapped += line.go_on(prompt)
    assert tapped
    assert answered, "questions answered only by the standing answer"
    assert "lay-cards" in asked


def test_a_program_may_withdraw_its_standing_answer(server: Server) -> None:
    with at_hail_hydra(server) as line:
        tries = 0
        while not line.update["standing_answer"]:
            prompt = line.open_prompt
            if prompt is None:
                line.hear_one()
            elif not prompt["question"]["takes_standing_answer"]:
                line.choose(prompt)
            else:
                tries += 1
                past = line.reply(type="standing-answer", to=prompt["number"] - 1, id=f"past {tries}")
                assert past["code"] == "stale"
                line.go_on(prompt)
        assert line.reply(type="standing-answer", on=False, id="off")["type"] == "accepted"
        assert line.update["standing_answer"] is False
        assert line.reply(type="standing-answer", on=False, game=7, id="another")["code"] == "past-game"
