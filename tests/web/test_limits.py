"""Limits on a visitor's actions, generous but finite."""

import re
import threading
from contextlib import ExitStack
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

import turncoat.web
from tests.support.guests import a_table
from turncoat.kernel.refusals import Refused
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.app import create_app
from turncoat.web.http.limits import ConnectionLimiter, Limiter, RateLimits, TokenBucket


def visitor(address: str) -> HTTPConnection:
    return HTTPConnection({"type": "http", "client": (address, 1), "headers": [], "query_string": b""})


def test_new_tables_are_limited_per_address() -> None:
    limiter = Limiter(RateLimits(tables="3/minute"))
    for _ in range(3):
        limiter.table(visitor("192.0.2.1"))
    with pytest.raises(Refused, match="too-fast"):
        limiter.table(visitor("192.0.2.1"))
    limiter.table(visitor("192.0.2.2"))


def test_commands_are_limited_per_person() -> None:
    limiter = Limiter(RateLimits(commands="2/minute"))
    limiter.command("ola")
    limiter.command("ola")
    with pytest.raises(Refused, match="too-fast"):
        limiter.command("ola")
    limiter.command("jan")


@pytest.mark.anyio
async def test_a_person_over_the_chat_limit_may_still_choose(tmp_path: Path) -> None:
    limiter = Limiter(RateLimits(words="2/minute"))
    async with a_table(tmp_path) as (at, guests):
        guests[1].client._transport.app.state.context.limiter = limiter  # type: ignore[attr-defined]
        for text in ("One", "Two"):
            assert (await guests[1].post(do="say", text=text)).status_code == 200
        refused = await guests[1].post(do="say", text="Three")
        assert (refused.status_code, refused.headers["Turncoat-Refusal"]) == (429, "too-fast")
        assert (await guests[1].post(do="rename", name="Jan")).status_code == 200
        assert (await guests[2].post(do="say", text="Me")).status_code == 200
        assert [line.text for line in at.table.chat.table.lines] == ["One", "Two", "Me"]


@pytest.mark.anyio
async def test_a_code_guesser_does_not_learn_a_valid_code(tmp_path: Path) -> None:
    context = create_app(ServerSettings(tmp_path), rates=RateLimits(misses="3/minute")).state.context
    ola = context.visitor(visitor("192.0.2.1"))
    room = await context.registry.open(ola.id, "Ola")
    code, other = room.table.code, visitor("192.0.2.2")
    wrong = "ZZZZ" if code != "ZZZZ" else "XXXX"
    assert await context.find(other, code) is room
    for tried in range(5):
        with pytest.raises(Refused, match="too-fast" if tried >= 3 else "no-such-table"):
            await context.find(other, wrong)
    with pytest.raises(Refused, match="too-fast"):
        await context.find(other, code)
    context.visitor = lambda connection: ola  # people with a seat come in, from the same address too
    assert await context.find(other, code) is room
    await context.registry.close()


def test_a_count_resets_after_its_period_without_a_thread() -> None:
    seconds, threads = 0.0, threading.active_count()
    limiter = Limiter(RateLimits(commands="2/minute", drafts="1/second"), lambda: seconds)
    for _ in range(2):
        limiter.command("ola")
    assert (limiter.draft("ola"), limiter.draft("ola")) == (True, False)
    seconds = 1.0
    assert limiter.draft("ola")
    with pytest.raises(Refused, match="too-fast"):
        limiter.command("ola")
    seconds = 60.0
    limiter.command("ola")
    assert threading.active_count() == threads


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("no address", "no other", False),
    ],
)
def test_addresses_of_one_household_are_counted_together(one: str, other: str, same: bool) -> None:
    limiter = Limiter(RateLimits(tables="1/minute"))
    limiter.table(visitor(one))
    if same:
        with pytest.raises(Refused, match="too-fast"):
            limiter.table(visitor(other))
    else:
        limiter.table(visitor(other))


def test_chat_and_joins_are_also_limited_per_address() -> None:
    limiter = Limiter(RateLimits(words="5/minute", words_from="3/minute", joins_from="2/minute"))
    for person in ("ola", "jan", "ewa"):
        limiter.words(visitor("192.0.2.1"), person)
    with pytest.raises(Refused, match="too-fast"):
        limiter.words(visitor("192.0.2.1"), "somebody new")
    limiter.words(visitor("192.0.2.2"), "somebody else")
    for _ in range(2):
        limiter.join(visitor("2001:db8::1"))
    with pytest.raises(Refused, match="too-fast"):
        limiter.join(visitor("2001:db8::2"))


def test_a_record_counts_once_however_many_moments_are_viewed() -> None:
    limiter = Limiter(RateLimits(records="2/minute"))
    for _ in range(50):
        limiter.record(visitor("192.0.2.1"), "one game")
    limiter.record(visitor("192.0.2.1"), "another game")
    with pytest.raises(Refused, match="too-fast"):
        limiter.record(visitor("192.0.2.1"), "a third game")
    limiter.record(visitor("192.0.2.2"), "a third game")


def test_some_connections_are_reserved_for_people_with_a_seat() -> None:
    connections = ConnectionLimiter(RateLimits(connections=10, connections_from=5, connections_each=3))
    with ExitStack() as stack:

        def comes(address: str, person: str, *, is_seated: bool = False) -> None:
            stack.enter_context(connections.hold(visitor(address), person, is_seated=is_seated))

        for number in range(4):  # four fifths of an address's allowance
            comes("192.0.2.1", f"stranger {number}")
        with pytest.raises(Refused, match="too-many-lines"):
            comes("192.0.2.1", "one more")
        comes("192.0.2.1", "ola", is_seated=True)
        with pytest.raises(Refused, match="too-many-lines"):
            comes("192.0.2.1", "jan", is_seated=True)
        for _ in range(3):
            comes("192.0.2.2", "the same stranger")
        with pytest.raises(Refused, match="too-many-lines"):
            comes("192.0.2.2", "the same stranger")
        with pytest.raises(Refused, match="too-many-lines"):
            comes("192.0.2.3", "a stranger elsewhere")  # eight of ten are taken
        comes("192.0.2.3", "ewa", is_seated=True)
    with connections.hold(visitor("192.0.2.1"), "one more"):
        pass


def test_a_token_bucket_refills() -> None:
    seconds = 0.0
    bucket = TokenBucket(RateLimits(messages=10, messages_at_once=20), lambda: seconds)
    assert bucket.take(20)
    assert not bucket.take()
    seconds = 1.0
    assert bucket.take(9)
    assert not bucket.take()
    seconds = 1000.0
    assert not bucket.take(21)


@pytest.mark.anyio
async def test_after_many_wrong_codes_people_at_the_table_can_continue(tmp_path: Path) -> None:
    context = create_app(ServerSettings(tmp_path), rates=RateLimits(misses="3/minute")).state.context
    room = await context.registry.open("ola", "Ola")
    code, address = room.table.code, visitor("192.0.2.2")
    for _ in range(5):
        with pytest.raises(Refused):
            await context.find(address, "ZZZZ" if code != "ZZZZ" else "XXXX")
    with pytest.raises(Refused, match="too-fast"):
        await context.find(address, code)
    with pytest.raises(Refused, match="too-fast"):
        await context.find(address, code, "somebody else")
    assert await context.find(address, code, "ola") is room  # a program with its token
    screen = visitor("192.0.2.2")
    screen.scope["query_string"] = f"key={context.signer.screen_key(code, 'ola')}".encode()
    assert await context.find(screen, code) is room
    watching = context.visitor(visitor("192.0.2.2"))
    room.connect(watching.id, lambda: None)
    assert await context.find(address, code, watching.id) is room
    await context.registry.close()


def test_stored_bytes_are_limited_per_address_and_per_table() -> None:
    seconds = 0.0
    limiter = Limiter(RateLimits(stored_bytes="1000/minute"), lambda: seconds)
    limiter.count_stored("192.0.2.1", "BCDF", 700, is_choice=False)
    with pytest.raises(Refused, match="too-fast"):
        limiter.count_stored("192.0.2.1", "GHJK", 100, is_choice=False)  # another table
    with pytest.raises(Refused, match="too-fast"):
        limiter.count_stored("192.0.2.2", "BCDF", 100, is_choice=False)  # another address
    limiter.count_stored("192.0.2.2", "GHJK", 700, is_choice=False)
    limiter.count_stored("192.0.2.1", "BCDF", 250, is_choice=True)  # endless notes don't stop a game
    with pytest.raises(Refused, match="too-fast"):
        limiter.count_stored("192.0.2.1", "BCDF", 100, is_choice=True)
    seconds = 60.0
    limiter.count_stored("192.0.2.1", "BCDF", 700, is_choice=False)


@pytest.mark.anyio
async def test_notes_cannot_fill_the_disk(tmp_path: Path) -> None:
    async with a_table(tmp_path) as (at, guests):
        context = guests[1].client._transport.app.state.context  # type: ignore[attr-defined]
        context.limiter = Limiter(RateLimits(stored_bytes="100000/minute"), lambda: 0.0)
        kept = len(b"".join(await context.registry.store.load(at.table.code)))
        refused = 0
        for number in range(40):
            guest, word = guests[1 + number % 5], chr(0x1F600 + number)
            fields = {f"note-{seat}": word * 80 for seat in range(7)}
            answer = await guest.send({"do": "write-notes", "notes": word * 800, **fields})
            refused += answer.headers.get("Turncoat-Refusal") == "too-fast"
        assert refused > 20
        assert (await guests[1].post(do="say", text="And what now?")).status_code == 200  # whatever fits is accepted
        now = len(b"".join(await context.registry.store.load(at.table.code)))
        assert now - kept < 100_000


def test_every_command_of_a_visitor_counts_toward_the_limit() -> None:
    """Commands reach a room only through `WebContext.submit`, or through functions that count by themselves."""
    web = Path(turncoat.web.__file__).parent
    found = [
        (path.relative_to(web).as_posix(), line.strip())
        for path in sorted(web.rglob("*.py"))
        for line in path.read_text("utf-8").splitlines()
        if re.search(r"(room|live)\.(submit|carry_out)\(", line)
    ]
    assert found == [
        ("context.py", "await room.submit(person, command, id)"),
        (
            "programs/socket.py",
            "await self.room.carry_out(self.person, command, message.id[:64])",
        ),  # counted on receipt
        ("table/devices.py", "await room.submit(visitor.id, c.CloseDevices(visitor.device))"),
    ]
