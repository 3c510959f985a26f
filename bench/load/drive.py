"""One measurement from beginning to end: open the tables, play, count, finish the games, check, evaluate."""

import asyncio
import gc
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from statistics import mean, median
from time import perf_counter, process_time
from typing import Final

import msgspec
import uvloop
from msgspec.structs import replace

from bench.load.checks import Held, check_programs, logs
from bench.load.page_checks import check_pages
from bench.load.pages import PageTable
from bench.load.play import Load, Run
from bench.load.programs import ProgramTable
from bench.load.server import LoadedServer, Used, allow_files, served, two_cores
from turncoat.table.store.server_key import KEY_FILE

AT_ONCE: Final = 32
"""Number of tables that are opened at the same time."""
SPARE_FILES: Final = 200
LINES_EACH: Final = {False: 1, True: 2}
"""Connections of a player, without and with pages."""
GRACE: Final = 1.0
"""Seconds for which pauses continue after the measured time, so that its last choices meet the same load."""
LOOK_EVERY: Final = 0.25
BUSY: Final = 0.9
"""Share of its core above which the driver measures itself."""


class Figures(msgspec.Struct, frozen=True):
    """Results of a measurement. Times are in milliseconds, sizes in bytes, memory in millions of bytes."""

    tables: int
    players: int
    seconds: float
    pause: float
    pages: bool
    moves: int
    moves_per_second: float
    games: int
    p50_ms: float
    p90_ms: float
    p99_ms: float
    max_ms: float
    cpu_ms_per_move: float
    """Processor time of the server."""
    database_ms_per_move: float
    """Processor time of a shared store, on whatever core it ran."""
    server_busy: float
    """Share of its core that the server used."""
    others_on_server_core: float
    """Share of that core that other programs used. If it is large, compare processor times only."""
    driver_busy: float
    memory_mb: float
    memory_mb_per_table: float
    frames: int
    frames_per_second: float
    bytes_per_second: float
    bytes_per_update: float
    """Median size of an update."""
    mean_bytes_per_update: float
    load_average: float
    choices_checked: int
    updates_checked: int
    faults: int
    examples: tuple[str, ...] = ()
    """Some of the faults."""


Through = Callable[[LoadedServer], AbstractContextManager[tuple[str, int]]]
"""A way to the server: the host and port that lead there."""


def measure(load: Load, through: Through | None = None) -> Figures:
    """Run a measurement. `through` may route the players to the server in another way. Raises CannotMeasure."""
    cores = two_cores()
    lines = LINES_EACH[load.pages] * load.tables * load.ruleset.players
    allow_files(lines + SPARE_FILES)
    with tempfile.TemporaryDirectory(prefix="turncoat-load-") as folder, on_core(cores.driver), _without_collector():
        with ExitStack() as stack:
            servers = [
                stack.enter_context(served(Path(folder), cores.server, load.hold, store=load.store))
                for _ in range(load.servers)
            ]
            places = [stack.enter_context(_way(server, through)) for server in servers]
            found = uvloop.run(_play(load, servers, places))
        held, checked = _checked(found, _tables_folder(load.store, Path(folder)))
    return _figures(load, found, held, checked)


def _tables_folder(store: str, folder: Path) -> Path:
    """Return the folder with the tables. Those of a shared store are moved out of it."""
    if not store:
        return folder
    from turncoat.table.store.moving import move_store

    moved = folder / "moved"
    asyncio.run(move_store(store, str(moved), folder / KEY_FILE))
    return moved


@contextmanager
def _way(server: LoadedServer, through: Through | None) -> Iterator[tuple[str, int]]:
    if through is None:
        yield server.host, server.port
    else:
        with through(server) as way:
            yield way


@contextmanager
def on_core(core: int) -> Iterator[None]:
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@contextmanager
def _without_collector() -> Iterator[None]:
    """Disable garbage collection: the driver keeps all frames, and a search through them would pause every player."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


Tables = Sequence[ProgramTable | PageTable]


class _Moment(msgspec.Struct, frozen=True):
    at: float
    server: Used
    driver: float


class _Found(msgspec.Struct):
    run: Run
    tables: Tables
    begun: _Moment
    ended: _Moment
    idle_memory: float
    memory: float
    load_average: float


def _moment(servers: Sequence[LoadedServer]) -> _Moment:
    used = [server.used() for server in servers]  # all on one core, and on one database
    return _Moment(perf_counter(), replace(used[-1], cpu=sum(one.cpu for one in used)), process_time())


def _megabytes(servers: Sequence[LoadedServer]) -> float:
    return sum(server.megabytes() for server in servers)


async def _play(load: Load, servers: Sequence[LoadedServer], places: Sequence[tuple[str, int]]) -> _Found:
    run = Run(load, places)
    tables: Tables = [PageTable(run) if load.pages else ProgramTable(run) for _ in range(load.tables)]
    await asyncio.sleep(load.settle)
    idle_memory = _megabytes(servers)
    await _open(tables)
    for table in tables:
        table.progress = perf_counter()
        table.begin()
    watching = asyncio.ensure_future(_watch(run, tables))
    await asyncio.wait({asyncio.ensure_future(run.all_play.wait()), watching}, return_when=asyncio.FIRST_COMPLETED)
    await asyncio.sleep(load.warm)
    begun = _moment(servers)
    run.began, run.ended = begun.at, begun.at + load.seconds
    await asyncio.sleep(load.seconds)
    ended = _moment(servers)
    memory, load_average = _megabytes(servers), os.getloadavg()[0]
    run.is_last = True
    if load.pause:
        await asyncio.sleep(GRACE)
        run.in_hurry = True
    await watching
    await asyncio.sleep(LOOK_EVERY)  # duplicates would come last
    run.is_over = True
    for table in tables:
        table.close()
    return _Found(run, tables, begun, ended, idle_memory, memory, load_average)


async def _open(tables: Tables) -> None:
    gate = asyncio.Semaphore(AT_ONCE)

    async def opened(table: ProgramTable | PageTable) -> None:
        async with gate:
            await table.open()

    await asyncio.gather(*map(opened, tables))


async def _watch(run: Run, tables: Tables) -> None:
    """Wait until all games have ended. A table that is stuck ends the run at once."""
    while True:
        await asyncio.sleep(LOOK_EVERY)
        if all(table.is_done for table in tables):
            return
        limit = perf_counter() - run.load.patience - 10 * run.load.pause
        stuck = [table for table in tables if not table.is_done and table.progress < limit]
        for table in stuck:
            table.fault("nothing happens any more, and the game is not over")
        if stuck:
            run.is_over = True
            return


class _Checked(msgspec.Struct, frozen=True):
    choices: int
    updates: int


def _checked(found: _Found, folder: Path) -> tuple[list[Held], _Checked]:
    held: list[Held] = []
    of_tables = logs(folder)
    updates = 0
    for table in found.tables:
        log, sent = of_tables.get(table.code, []), [seat.sent for seat in table.seats]
        if isinstance(table, PageTable):
            held += check_pages(table, log, found.run.faults)
        else:
            held += check_programs(table.code, log, [seat.frames for seat in table.seats], sent, found.run.faults)
        updates += sum(len(seat.frames) for seat in table.seats)
    return held, _Checked(len(held), updates)


def _figures(load: Load, found: _Found, held: Sequence[Held], checked: _Checked) -> Figures:
    run, begun, ended = found.run, found.begun, found.ended
    seconds = ended.at - begun.at
    times = sorted((one.seen - one.sent) * 1000 for one in held if begun.at <= one.sent < ended.at)
    moves = len(times)
    busy = ended.server.cpu - begun.server.cpu
    core, whole = ended.server.core_busy - begun.server.core_busy, ended.server.core_all - begun.server.core_all
    sizes = run.update_sizes
    return Figures(
        load.tables,
        load.ruleset.players,
        round(seconds, 2),
        load.pause,
        load.pages,
        moves,
        round(moves / seconds, 1),
        run.games,
        _share(times, 0.5),
        _share(times, 0.9),
        _share(times, 0.99),
        _share(times, 1.0),
        round(busy * 1000 / moves, 3) if moves else 0.0,
        round((ended.server.database - begun.server.database) * 1000 / moves, 3) if moves else 0.0,
        round(busy / seconds, 3),
        round(max(0.0, core - busy) / whole, 3) if whole else 0.0,
        round((ended.driver - begun.driver) / seconds, 3),
        round(found.memory, 1),
        round((found.memory - found.idle_memory) / load.tables, 3),
        run.frames,
        round(run.frames / seconds, 1),
        round(run.bytes / seconds, 1),
        median(sizes) if sizes else 0,
        round(mean(sizes), 1) if sizes else 0.0,
        round(found.load_average, 1),
        checked.choices,
        checked.updates,
        run.faults.count,
        tuple(run.faults.told),
    )


def _share(times: Sequence[float], share: float) -> float:
    return round(times[min(len(times) - 1, int(len(times) * share))], 2) if times else 0.0
