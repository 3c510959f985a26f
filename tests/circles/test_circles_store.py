"""Stored circles: no change is lost, whoever is quicker, and deleted ones are gone."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import pytest

from tests.plugins.postgres import Postgres
from tests.support.circles import DAY, NOW, MemoryDocuments, game
from turncoat.circles import changes
from turncoat.circles.store import CIRCLE, CIRCLES_OF, MOST_OF_PERSON, Circles
from turncoat.kernel.refusals import Refused
from turncoat.table.store.postgres import PostgresStore
from turncoat.table.store.protocols import Document, Store
from turncoat.table.store.sqlite import SqliteStore

pytestmark = pytest.mark.anyio


@pytest.fixture
def documents() -> MemoryDocuments:
    return MemoryDocuments()


@pytest.fixture
def circles(documents: MemoryDocuments) -> Circles:
    return Circles(cast(Store, documents))


@pytest.fixture(params=("sqlite", "postgres"))
async def stores(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[tuple[Store, Store]]:
    """The stores of two servers that share one database, or twice that of a single server."""
    opened: list[Store] = []
    if request.param == "sqlite":
        opened.append(SqliteStore(tmp_path / "tables.sqlite3"))
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        url = await asyncio.to_thread(postgres.database)
        opened += [PostgresStore(url), PostgresStore(url)]
    for store in opened:
        await store.prepare(b"key")
        await store.start()
    yield opened[0], opened[-1]
    for store in opened:
        await store.close()


def joining(circle: Any, person: str) -> Any:
    return lambda one: changes.joined(one, circle.secret, person, person, NOW)


async def test_changes_of_two_servers_are_both_kept(stores: tuple[Store, Store]) -> None:
    one, other = map(Circles, stores)
    circle = await one.found("ola", "Thursdays", "Ola", ("once",))
    people = [f"person-{number}" for number in range(10)]
    await asyncio.gather(
        *(server.join(circle.id, person, joining(circle, person)) for server in (one, other) for person in people)
    )
    found = await one.read(circle.id)
    assert found is not None
    assert {member.name for member in found.members} == {"Ola", *people}
    assert [one.id for one in await other.of("person-3")] == [circle.id]


async def test_a_change_that_others_overtake_is_made_again(circles: Circles, documents: MemoryDocuments) -> None:
    circle = await circles.found("ola", "Thursdays", "Ola", ("once",))
    documents.overtaken = 3
    await circles.change(circle.id, lambda one: changes.renamed(one, "ola", "Fridays"))
    assert (await circles.seen_by("ola", circle.id)).name == "Fridays"
    documents.overtaken = 1000
    with pytest.raises(Refused, match="circle-busy"):
        await circles.change(circle.id, lambda one: changes.renamed(one, "ola", "Mondays"))


async def test_a_repeated_request_makes_one_circle(circles: Circles) -> None:
    circle = await circles.found("ola", "Thursdays", "Ola", ("now", "before"))
    assert await circles.found("ola", "Thursdays", "Ola", ("now", "before")) == circle
    assert await circles.found("ola", "Thursdays", "Ola", ("later", "now")) == circle
    assert await circles.found("ola", "Thursdays", "Ola", ("much later", "later")) != circle
    assert (await circles.found("jan", "Thursdays", "Jan", ("now", "before"))).id != circle.id


async def test_strangers_learn_nothing(circles: Circles) -> None:
    circle = await circles.found("ola", "Thursdays", "Ola", ("once",))
    for id in (circle.id, "NOTTHERE"):
        with pytest.raises(Refused, match="no-such-circle"):
            await circles.seen_by("jan", id)
    assert await circles.of("jan") == []


async def test_nothing_of_a_circle_is_read_for_a_stranger(
    circles: Circles, documents: MemoryDocuments, monkeypatch: pytest.MonkeyPatch
) -> None:
    circle = await circles.found("ola", "Thursdays", "Ola", ("once",))
    read, asked = documents.read_document, list[str]()

    async def noted(kind: str, name: str) -> Document | None:
        asked.append(kind)
        return await read(kind, name)

    monkeypatch.setattr(documents, "read_document", noted)
    for id in (circle.id, "NOTTHERE", ""):
        with pytest.raises(Refused, match="no-such-circle"):
            await circles.seen_by("jan", id)
    assert asked == [CIRCLES_OF] * 3


async def test_games_that_end_at_once_on_two_servers_are_each_kept_once(stores: tuple[Store, Store]) -> None:
    one, other = map(Circles, stores)
    circle = await one.found("ola", "Thursdays", "Ola", ("once",))
    ended = [[game(1), game(2, table="BCDF")], [game(2, table="BCDF"), game(3)]]
    adding = [lambda circle, games=games: changes.with_games(circle, games) for games in ended]
    await asyncio.gather(*(server.change(circle.id, add) for server in (one, other) for add in adding))
    found = await other.seen_by("ola", circle.id)
    assert [(one.table, one.number) for one in found.games] == [("KWFX", 1), ("BCDF", 2), ("KWFX", 3)]


async def test_a_deleted_circle_leaves_nothing(circles: Circles, documents: MemoryDocuments) -> None:
    circle = await circles.found("ola", "Thursdays", "Ola", ("once",))
    await circles.join(circle.id, "jan", joining(circle, "jan"))
    with pytest.raises(Refused, match="not-admin"):
        await circles.change(circle.id, lambda one: changes.deleted(one, "jan"))
    await circles.change(circle.id, lambda one: changes.deleted(one, "ola"))
    assert (documents.kept, documents.cleaned) == ({}, 1)


async def test_a_circle_is_deleted_with_its_last_member(circles: Circles, documents: MemoryDocuments) -> None:
    circle = await circles.found("ola", "Thursdays", "Ola", ("once",))
    await circles.change(circle.id, lambda one: changes.left(one, "ola"))
    assert documents.kept == {}


async def test_nobody_is_in_more_circles_than_one_can_be(circles: Circles) -> None:
    made = [await circles.found("ola", "Thursdays", "Ola", (f"once {number}",)) for number in range(MOST_OF_PERSON)]
    with pytest.raises(Refused, match="too-many-circles"):
        await circles.found("ola", "Thursdays", "Ola", ("again",))
    await circles.change(made[0].id, lambda one: changes.deleted(one, "ola"))
    await circles.found("ola", "Thursdays", "Ola", ("again",))


async def test_a_circle_goes_when_nothing_has_changed_for_so_long(documents: MemoryDocuments) -> None:
    circles = Circles(cast(Store, documents), keep=30)
    circle = await circles.found("ola", "Thursdays", "Ola", ("once",))
    documents.at = NOW + 10 * DAY
    await circles.change(circle.id, lambda one: changes.with_games(one, [game(1)]))
    assert documents.dues == {(CIRCLE, circle.id): NOW + 40 * DAY, (CIRCLES_OF, "ola"): NOW + 40 * DAY}


async def test_a_circle_of_a_newer_version_is_left_as_it_is(circles: Circles, documents: MemoryDocuments) -> None:
    circle = await circles.found("ola", "Thursdays", "Ola", ("once",))
    newer = documents.kept[CIRCLE, circle.id].value[:-1] + b',"moon":1}'
    await documents.write_document(CIRCLE, circle.id, newer, after=1)
    with pytest.raises(Refused, match="unreadable-circle"):
        await circles.change(circle.id, lambda one: changes.renamed(one, "ola", "Fridays"))
    assert await circles.of("ola") == []
    assert documents.kept[CIRCLE, circle.id].value == newer
