"""The contract of all stores."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from tests.plugins.postgres import Postgres
from tests.support.rows import rows
from turncoat.table.store.errors import CodeTaken, Conflict, NotOwner, StoreError
from turncoat.table.store.postgres import PostgresStore
from turncoat.table.store.protocols import CLOCK_JUMP, CLOCK_TRUSTED_AFTER, LATEST, Document, Store, TableLease
from turncoat.table.store.sqlite import SqliteStore

pytestmark = pytest.mark.anyio


class Kept:
    """A store's location, and the stores opened there one after another."""

    def __init__(self, make: Callable[[], Store]) -> None:
        self._make = make
        self._opened: Store | None = None

    async def open(self, key: bytes = b"key", *, resets_key: bool = False) -> Store:
        """Reopen the store."""
        await self.close()
        self._opened = self._make()
        await self._opened.prepare(key, resets_key=resets_key)
        await self._opened.start()
        return self._opened

    async def close(self) -> None:
        if self._opened is not None:
            await self._opened.close()
            self._opened = None


STORES = ("sqlite", "postgres")


@pytest.fixture(params=STORES)
async def kept(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Kept]:
    if request.param == "sqlite":
        kept = Kept(lambda: SqliteStore(tmp_path / "tables.sqlite3"))
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        url = await asyncio.to_thread(postgres.database)
        kept = Kept(lambda: PostgresStore(url))
    yield kept
    await kept.close()


@pytest.fixture
async def store(kept: Kept) -> Store:
    return await kept.open()


async def taken(store: Store, code: str) -> TableLease:
    lease = await store.take(code)
    assert lease is not None
    return lease


async def test_a_store_returns_entries_in_order_even_after_a_restart(store: Store, kept: Kept) -> None:
    lease = await store.open("BCDF", rows(b"one", b"two"), person="ola")
    await store.append(lease, 2, rows(b"three"))
    await store.append(lease, 3, rows(b"\x00\xff", b"five"))
    entries = [b"one", b"two", b"three", b"\x00\xff", b"five"]
    assert await store.load("BCDF") == entries
    again = await kept.open()
    assert await again.load("BCDF") == entries
    assert await again.load("NONE") == []
    await again.append(await taken(again, "BCDF"), 5, rows(b"six"))
    assert await again.load("BCDF") == [*entries, b"six"]


async def test_tables_of_another_key_are_not_touched_until_accepted(store: Store, kept: Kept) -> None:
    await store.open("BCDF", rows(b"one"), person="ola")
    await kept.open()
    with pytest.raises(StoreError, match=r"reset-key"):
        await kept.open(b"another key")
    again = await kept.open()  # the refusal has changed nothing
    assert await again.load("BCDF") == [b"one"]
    await kept.open(b"another key", resets_key=True)
    with pytest.raises(StoreError):
        await kept.open()
    again = await kept.open(b"another key")
    assert await again.load("BCDF") == [b"one"]


async def test_a_code_is_used_once(store: Store) -> None:
    await store.open("BCDF", rows(b"one"), person="ola")
    with pytest.raises(CodeTaken):
        await store.open("BCDF", rows(b"other"), person="eve")
    assert (await store.load("BCDF"), await store.tables_of("eve")) == ([b"one"], [])


async def test_an_entry_number_is_used_once(store: Store) -> None:
    lease = await store.open("BCDF", rows(b"one", b"two"))
    other = await store.open("GHJK", rows(b"one"))
    refused = store.append(lease, 1, rows(b"again", b"and more"), person="eve", link="token")
    outcomes = await asyncio.gather(refused, store.append(other, 1, rows(b"two")), return_exceptions=True)
    assert isinstance(outcomes[0], NotOwner)
    assert (await store.load("BCDF"), await store.load("GHJK")) == ([b"one", b"two"], [b"one", b"two"])
    assert (await store.tables_of("eve"), await store.code_of_link("token")) == ([], "")


async def test_all_concurrent_writes_are_kept(store: Store) -> None:
    leases = await asyncio.gather(*(store.open(f"T{number}", rows(b"0")) for number in range(60)))
    for number in range(1, 4):
        await asyncio.gather(*(store.append(lease, number, rows(str(number).encode())) for lease in leases))
    assert await store.count() == len(leases)
    for lease in leases[::7]:
        assert await store.load(lease.code) == [b"0", b"1", b"2", b"3"]


async def test_concurrent_writes_to_a_table_keep_their_order(store: Store) -> None:
    lease = await store.open("BCDF", rows(b"0"))
    await asyncio.gather(*(store.append(lease, number, rows(str(number).encode())) for number in range(1, 30)))
    assert await store.load("BCDF") == [str(number).encode() for number in range(30)]


async def test_seats_and_links_are_stored_with_the_entry(store: Store) -> None:
    lease = await store.open("BCDF", rows(b"one"), person="ola")
    await store.append(lease, 1, rows(b"two"), person="jan")
    await store.append(lease, 2, rows(b"three"), person="jan")  # sits down again
    await store.append(lease, 3, rows(b"shared"), link="token")
    assert await store.code_of_link("token") == "BCDF"
    assert (await store.tables_of("ola"), await store.tables_of("jan")) == (["BCDF"], ["BCDF"])
    await store.append(lease, 4, rows(b"shared no more"), unlink="token")
    assert await store.code_of_link("token") == ""
    assert (await store.tables_of("nobody"), await store.code_of_link("")) == ([], "")


async def test_a_store_lists_the_latest_opened_table_first(store: Store) -> None:
    for code in ("LMNP", "BCDF", "GHJK"):
        await store.open(code, rows(b"one"), person="ola")
    assert await store.tables_of("ola") == ["GHJK", "BCDF", "LMNP"]


async def test_a_game_is_forgotten_with_its_links(store: Store, kept: Kept) -> None:
    lease = await store.open("BCDF", [*rows(b"stays"), *rows(b"first", game=1)], person="ola")
    other = await store.open("GHJK", rows(b"another table", game=1))
    await store.append(lease, 2, [*rows(b"second", game=2), *rows(b"third", game=3), *rows(b"stays, too")])
    await store.append(lease, 5, rows(b"noted", game=2, slot="notes of jan"))
    await store.append(lease, 6, rows(b"noted later", game=3, slot="notes of ola"))
    for number, game in enumerate((1, 3)):
        await store.append(lease, 7 + number, rows(b"shared", game=game), link=f"link {game}")
    with pytest.raises(NotOwner):
        await store.append(lease, 8, rows(b"forgotten"), forget=2)
    assert len(await store.load("BCDF")) == 9, "none of it was done"
    await store.append(lease, 9, rows(b"forgotten"), forget=2)
    left = [b"stays", b"third", b"stays, too", b"noted later", b"shared", b"forgotten"]
    assert (await store.load("BCDF"), await store.tables_of("ola")) == (left, ["BCDF"])
    assert (await store.code_of_link("link 1"), await store.code_of_link("link 3")) == ("", "BCDF")
    assert await store.load("GHJK") == [b"another table"]
    assert await store.lengths(["BCDF", "GHJK"]) == {"BCDF": 10, "GHJK": 1}
    with pytest.raises(NotOwner):
        await store.append(lease, 1, rows(b"a number that is empty now"))
    await store.append(other, 1, rows(b"goes on"))
    again = await kept.open()
    await again.append(await taken(again, "BCDF"), 10, rows(b"goes on"))
    assert await again.load("BCDF") == [*left, b"goes on"]


async def test_a_slot_keeps_only_its_latest_entry(store: Store) -> None:
    lease, other = await store.open("BCDF", rows(b"one")), await store.open("GHJK", rows(b"one"))
    await store.append(lease, 1, rows(b"noted", slot="ola"))
    await store.append(lease, 2, rows(b"two"))
    await store.append(other, 1, rows(b"in another table", slot="ola"))
    assert await store.load("BCDF") == [b"one", b"noted", b"two"]
    await store.append(lease, 3, [*rows(b"noted again", slot="ola"), *rows(b"noted by another", slot="jan")])
    await store.append(lease, 5, rows(b"three"))
    assert await store.load("BCDF") == [b"one", b"two", b"noted again", b"noted by another", b"three"]
    await asyncio.gather(*(store.append(lease, 6 + number, rows(b"%d" % number, slot="ola")) for number in range(5)))
    assert await store.load("BCDF") == [b"one", b"two", b"noted by another", b"three", b"4"]
    assert await store.load("GHJK") == [b"one", b"in another table"]
    assert await store.lengths(["BCDF"]) == {"BCDF": 11}
    await store.delete(lease)
    assert (await store.load("BCDF"), await store.load("GHJK")) == ([], [b"one", b"in another table"])


async def test_a_store_reports_the_length_of_logs(store: Store) -> None:
    assert await store.lengths(["BCDF"]) == {}
    lease = await store.open("BCDF", rows(b"one", b"two"))
    await store.open("GHJK", rows(b"one"))
    await store.append(lease, 2, rows(b"three"))
    assert await store.lengths(["BCDF", "NONE", "GHJK"]) == {"BCDF": 3, "GHJK": 1}


async def test_a_deleted_table_leaves_nothing_and_frees_its_code(store: Store) -> None:
    lease = await store.open("BCDF", rows(b"one"), person="ola")
    await store.append(lease, 1, rows(b"shared"), link="token")
    await store.open("GHJK", rows(b"stays"), person="ola")
    await store.delete(lease)
    assert (await store.load("BCDF"), await store.tables_of("ola")) == ([], ["GHJK"])
    assert (await store.code_of_link("token"), await store.count()) == ("", 1)
    await store.open("BCDF", rows(b"another"))
    assert await store.load("BCDF") == [b"another"]


async def test_due_and_idle_tables_are_found(store: Store) -> None:
    now = int(store.time())
    for code, planned in (("BCDF", now - 10), ("GHJK", now + 1000), ("LMNP", 0)):
        await store.plan(await store.open(code, rows(b"one")), planned)
    assert await store.due(now) == (["BCDF"], [])
    due, idle = await store.due(now + 2000, now + 1000)
    assert (sorted(due), sorted(idle)) == (["BCDF", "GHJK"], ["BCDF", "GHJK", "LMNP"])
    await store.plan(await taken(store, "BCDF"), 0)
    assert await store.due(now) == ([], [])


async def test_tables_that_must_be_loaded_are_found(store: Store, kept: Kept) -> None:
    leases = [await store.open(code, rows(b"one")) for code in ("BCDF", "GHJK", "LMNP", "RSTW")]
    for lease, at in zip(leases, (2000, 1000, 0, 1500), strict=True):
        await store.wake(lease, at)
    assert await store.waking(999) == []
    assert await store.waking(2000) == ["GHJK", "RSTW", "BCDF"], "the longest overdue first"
    await store.wake(leases[1], 3000)
    await store.wake(leases[0], 0)
    await store.delete(leases[3])
    again = await kept.open()
    assert await again.waking(2999) == []
    assert await again.waking(3000) == ["GHJK"]
    await again.open("RSTW", rows(b"another"))
    assert await again.waking(3000) == ["GHJK"], "a new table has nothing of a deleted one with its code"


async def test_a_document_is_kept_with_its_version(store: Store, kept: Kept) -> None:
    assert await store.read_document("circle", "one") is None
    assert await store.write_document("circle", "one", b"\x00first\xff") == 1
    assert await store.write_document("person", "one", b"of another kind") == 1
    assert await store.write_document("circle", "one", b"", after=1) == 2
    again = await kept.open()
    assert await again.read_document("circle", "one") == Document("one", 2, b"")
    assert await again.read_document("person", "one") == Document("one", 1, b"of another kind")
    await again.delete_document("circle", "one", after=2)
    assert await again.read_document("circle", "one") is None
    assert await again.write_document("circle", "one", b"anew") == 1
    assert await again.count() == 0


async def test_no_write_to_a_document_is_lost(store: Store) -> None:
    await store.write_document("circle", "one", b"first")
    for after in (0, 2, -1, LATEST, 2**80):
        with pytest.raises(Conflict):
            await store.write_document("circle", "one", b"other", after=after)
        with pytest.raises(Conflict):
            await store.delete_document("circle", "one", after=after)
    with pytest.raises(Conflict):
        await store.write_document("circle", "another", b"other", after=1)
    with pytest.raises(Conflict):
        await store.delete_document("circle", "another", after=0)
    assert await store.documents("circle", 9) == [Document("one", 1, b"first")]
    writes = [store.write_document("circle", "one", b"%d" % number, after=1) for number in range(20)]
    outcomes = await asyncio.gather(*writes, return_exceptions=True)
    (won,) = (number for number, outcome in enumerate(outcomes) if outcome == 2)
    assert all(isinstance(outcome, Conflict) for number, outcome in enumerate(outcomes) if number != won)
    assert await store.read_document("circle", "one") == Document("one", 2, b"%d" % won)


async def test_documents_are_listed_the_last_written_first(store: Store) -> None:
    for name in ("b", "c", "a"):
        await store.write_document("open-table", name, name.encode())
    await store.write_document("circle", "d", b"of another kind")
    await store.write_document("open-table", "b", b"again", after=1)
    listed = [Document("b", 2, b"again"), Document("a", 1, b"a"), Document("c", 1, b"c")]
    await store.clean()
    assert await store.documents("open-table", 2) == listed[:2]
    assert await store.documents("open-table", 10**30) == listed
    assert (await store.documents("open-table", 0), await store.documents("open-table", -1)) == ([], [])
    assert await store.documents("none", 9) == []


async def test_documents_are_deleted_when_due(store: Store) -> None:
    await store.write_document("told", "one", b"one", due=1000)
    await store.write_document("told", "later", b"later", due=2000)
    await store.write_document("told", "never", b"never")
    assert await store.drop_documents(999) == 0
    assert await store.drop_documents(1000) == 1
    await store.write_document("told", "later", b"put off", after=1, due=3000)
    assert await store.drop_documents(2000) == 0
    await store.write_document("told", "later", b"stays", after=2)
    assert await store.drop_documents(LATEST) == 0
    assert [one.name for one in await store.documents("told", 9)] == ["later", "never"]


@pytest.mark.parametrize(
    "odd",
    [
        "",
        " ",
        "a b",
        "zażółć",
        "\x00",
        "a\x00",
        "\udc80",
        "line\n",
        "x" * 201,
        "%",
        "'; DROP TABLE documents",
        "\u202e",
    ],
)
async def test_odd_names_of_documents_lead_nowhere(store: Store, odd: str) -> None:
    is_usable = odd == "%"
    await store.write_document("circle", "one", b"one")
    for kind, name in ((odd, "one"), ("circle", odd)):
        assert await store.read_document(kind, name) is None
        if is_usable:
            assert await store.write_document(kind, name, b"odd") == 1
            await store.delete_document(kind, name, after=1)
            continue
        with pytest.raises(ValueError, match="ASCII"):
            await store.write_document(kind, name, b"odd")
        with pytest.raises(ValueError, match="ASCII"):
            await store.delete_document(kind, name, after=1)
    assert await store.documents(odd, 9) == []
    for due in (-1, LATEST + 1, 2**80):
        with pytest.raises(ValueError, match="planned"):
            await store.write_document("circle", "two", b"two", due=due)
    assert await store.documents("circle", 9) == [Document("one", 1, b"one")]
    await store.check()


async def test_the_stores_time_never_goes_back(store: Store) -> None:
    assert abs(store.clock() - time.time()) < 5
    times = [store.time() for _ in range(100)]
    assert times == sorted(times)


async def test_a_clock_that_jumps_is_trusted_after_a_day(store: Store, kept: Kept) -> None:
    now = int(store.clock())
    assert await store.believes(now)
    assert not await store.believes(now + CLOCK_JUMP + 1)
    again = await kept.open()  # the doubt is stored
    assert not await again.believes(now + CLOCK_JUMP + 2)
    assert await again.believes(now + 1)
    assert not await again.believes(now + CLOCK_JUMP + 2)
    assert await again.believes(now + CLOCK_JUMP + CLOCK_TRUSTED_AFTER + 3)


async def test_taking_a_table_makes_it_ours(store: Store) -> None:
    await store.open("BCDF", rows(b"one"))
    assert store.has_lease()
    lease = await taken(store, "BCDF")
    await store.append(lease, 1, rows(b"two"))
    await store.release([lease])
    await store.append(await taken(store, "BCDF"), 2, rows(b"three"))
    assert await store.load("BCDF") == [b"one", b"two", b"three"]


async def test_counts_add_up_until_they_expire(store: Store) -> None:
    period = int(store.clock()) // 60 * 60 + 60
    assert await store.add_counts(period, {"one": 2, "other": 5}) == {"one": 2, "other": 5}
    assert await store.add_counts(period + 60, {"one": 1}) == {"one": 1}


async def test_documents_belong_to_the_key_as_tables_do(store: Store, kept: Kept) -> None:
    await store.write_document("circle", "one", b"one")
    with pytest.raises(StoreError, match=r"reset-key"):
        await kept.open(b"another key")


async def test_a_usable_store_passes_its_check(store: Store) -> None:
    await store.check()
    assert await store.count() == 0
    assert await store.code_of_link("") == ""


async def test_cleaning_removes_only_deleted_and_forgotten_data(store: Store) -> None:
    words = [*rows(*[b"some words"] * 2), *rows(b"some words", game=1)]
    leases = [await store.open(f"T{number}", words) for number in range(40)]
    for lease in leases[::2]:
        await store.delete(lease)
    await store.append(leases[1], 3, rows(b"forgotten"), forget=1)
    await store.clean()
    assert await store.load("T1") == [b"some words", b"some words", b"forgotten"]
    for lease in leases[3::2]:
        assert await store.load(lease.code) == [b"some words"] * 3
    await store.append(leases[3], 3, rows(b"more"))
    assert await store.count() == 20
