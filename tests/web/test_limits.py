"""Limits on what one visitor may do: generous, but there are some."""

from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

from tests.web.test_chat import a_table
from turncoat.kernel.refusals import Refused
from turncoat.web.app import Setup, create_app
from turncoat.web.http.limits import Limiter, Rates


def visitor(address: str) -> HTTPConnection:
    return HTTPConnection({"type": "http", "client": (address, 1), "headers": [], "query_string": b""})


def test_one_address_opens_only_so_many_tables_and_another_is_not_held_back() -> None:
    limiter = Limiter(Rates(tables="3/minute"))
    for _ in range(3):
        limiter.table(visitor("192.0.2.1"))
    with pytest.raises(Refused, match="too-fast"):
        limiter.table(visitor("192.0.2.1"))
    limiter.table(visitor("192.0.2.2"))


def test_one_person_may_give_only_so_many_commands() -> None:
    limiter = Limiter(Rates(commands="2/minute"))
    limiter.command("ola")
    limiter.command("ola")
    with pytest.raises(Refused, match="too-fast"):
        limiter.command("ola")
    limiter.command("jan")


@pytest.mark.anyio
async def test_a_person_who_has_said_too_much_may_still_choose(tmp_path: Path) -> None:
    limiter = Limiter(Rates(words="2/minute"))
    async with a_table(tmp_path) as (at, guests):
        guests[1].client._transport.app.state.context.limiter = limiter  # type: ignore[attr-defined]
        for text in ("One", "Two"):
            assert (await guests[1].post(do="say", text=text)).status_code == 200
        refused = await guests[1].post(do="say", text="Three")
        assert (refused.status_code, refused.headers["Turncoat-Refusal"]) == (422, "too-fast")
        assert (await guests[1].post(do="rename", name="Jan")).status_code == 200
        assert (await guests[2].post(do="say", text="Me")).status_code == 200
        assert [line.text for line in at.table.chat.table.lines] == ["One", "Two", "Me"]


@pytest.mark.anyio
async def test_a_visitor_who_tries_out_codes_is_not_told_of_a_right_one(tmp_path: Path) -> None:
    context = create_app(Setup(tmp_path, rates=Rates(misses="3/minute"))).state.context
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
    context.visitor = lambda connection: ola  # people who sit there come in, from the same address too
    assert await context.find(other, code) is room
    await context.registry.close()
