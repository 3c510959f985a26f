"""Play by day, on a simulated clock, over restarts and changes of summer time."""

from collections.abc import Sequence
from datetime import datetime
from math import inf
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo

import msgspec
import pytest

from tests.support.running import HYDRA, PEOPLE, RESISTANCE, RunningRoom, settled
from turncoat.kernel.refusals import Refused
from turncoat.kernel.seats import seats_in
from turncoat.table import commands as c
from turncoat.table.handlers.dispatch import apply
from turncoat.table.runtime.notices import TurnNotice, read_told, recipients_at
from turncoat.table.runtime.table_log import TableLog
from turncoat.table.runtime.unloading import IDLE
from turncoat.table.state.table import Table
from turncoat.table.store.errors import StoreFailure
from turncoat.table.store.protocols import CLOCK_JUMP
from turncoat.table.values.notice_settings import NoticeSettings, Webhook
from turncoat.table.values.play_by_day import HOUR, deadline
from turncoat.table.values.settings import TableSettings

pytestmark = pytest.mark.anyio
WARSAW = ZoneInfo("Europe/Warsaw")
DAY = 24 * HOUR
BY_DAY = TableSettings(day_hours=8, nights_off=False, talk_breaks=True, stand_in_after=2, decision_time=30)


def moment(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=WARSAW).timestamp()


async def by_day(
    data: Path, settings: TableSettings = BY_DAY, people: int = 5, began: float = 1_750_000_000
) -> RunningRoom:
    """Begin a game by day, and close all pages."""
    running = await RunningRoom(data, began=began - 1000).begin(RESISTANCE, people, **msgspec.to_builtins(settings))
    for person in PEOPLE[:people]:
        await running.disconnect(person)
    return running


async def swept(running: RunningRoom) -> None:
    """Load what is due, and let its clocks ring."""
    await running.registry.waker.sweep()
    await running.wait(0.1)
    await settled(running.registry)


def times_up(running: RunningRoom) -> int:
    return running.room.table.control.times_up


async def entries_of(running: RunningRoom) -> list[c.Entry]:
    return [c.decode(entry) for entry in await running.registry.store.load(running.room.table.code)]


async def test_only_the_hours_end_a_decision_and_nobody_has_to_be_there(tmp_path: Path) -> None:
    running = await by_day(tmp_path)
    assert (running.left(), running.session.holds) == (8 * HOUR, False)
    await running.wait(8 * HOUR - 1)
    assert (times_up(running), running.session.turn) == (0, 0)
    assert not any(occupant.stand_in for occupant in running.room.table.seats)
    await running.wait(1)
    assert (times_up(running), running.session.turn) == (1, 1)
    assert running.left() == pytest.approx(8 * HOUR, abs=2), "no time to talk comes first"
    await running.registry.close()


async def test_an_unloaded_table_is_loaded_when_its_time_is_up(tmp_path: Path) -> None:
    running = await by_day(tmp_path)
    await running.wait(IDLE + 1)
    assert running.registry.unloader.sweep() == 1
    await running.wait(6 * HOUR)
    await swept(running)
    assert running.registry.loaded() == []
    await running.wait(8 * HOUR - 6 * HOUR - IDLE)
    await swept(running)
    (running.room,) = running.registry.loaded()
    assert times_up(running) == 1
    assert (running.left() or 0) > 7 * HOUR
    await running.registry.close()


async def test_every_restart_comes_to_the_same_deadline(tmp_path: Path) -> None:
    running = await by_day(tmp_path)
    for hours in (1, 2, 4):
        running = await running.restart(later=hours * HOUR)
    assert running.left() == HOUR
    running = await running.restart_unvisited(later=3 * HOUR)  # the server was down when time was up
    await swept(running)
    (running.room,) = running.registry.loaded()
    assert times_up(running) == 1
    running = await running.restart_unvisited()
    await swept(running)
    assert running.registry.loaded() == [], "nothing is due twice"
    await running.registry.close()


@pytest.mark.parametrize("is_new", [False, True], ids=["choice", "new setting"])
async def test_a_server_killed_after_a_command_still_knows_when_to_load_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_new: bool
) -> None:
    running = await by_day(tmp_path, TableSettings() if is_new else BY_DAY)

    async def killed(log: TableLog) -> None:
        raise StoreFailure("killed")

    with monkeypatch.context() as patch:
        patch.setattr(TableLog, "_settle", killed)
        await running.do("ola", c.ChangeSettings(BY_DAY)) if is_new else await running.ballots()
    running = await running.restart_unvisited()
    await swept(running)
    (running.room,) = running.registry.loaded()
    assert running.left() is not None
    await running.wait(8 * HOUR)
    assert times_up(running) == 1
    await running.registry.close()


async def test_bots_go_on_after_a_restart_that_nobody_notices(tmp_path: Path) -> None:
    running = await by_day(tmp_path, people=4)
    while running.session.waiting != 1 << 4:
        for seat in seats_in(running.session.waiting & 0b1111):
            await running.default(seat)
    running = await running.restart_unvisited(later=2 * HOUR)
    await swept(running)
    (running.room,) = running.registry.loaded()
    assert running.registry.unloader.sweep() == 0
    await running.registry.close()


async def test_a_pause_and_new_hours_renew_the_time(tmp_path: Path) -> None:
    running = await by_day(tmp_path)
    await running.wait(6 * HOUR)
    await running.do("ola", c.Pause())
    assert running.left() is None
    await running.wait(100 * HOUR)
    await swept(running)
    assert await running.registry.store.waking(int(running.wall_time())) == []
    await running.do("ola", c.Resume())
    assert running.left() == pytest.approx(8 * HOUR, abs=2)
    await running.wait(HOUR)
    await running.do("ola", c.ChangeSettings(msgspec.structs.replace(BY_DAY, day_hours=12)))
    assert running.left() == pytest.approx(12 * HOUR, abs=2)
    await running.wait(HOUR)
    await running.do("ola", c.ChangeSettings(msgspec.structs.replace(BY_DAY, day_hours=12, locked=True)))
    assert running.left() == pytest.approx(11 * HOUR, abs=2), "other settings change nothing"
    assert times_up(running) == 0
    await running.do("ola", c.ChangeSettings(TableSettings(decision_time=60)))
    assert running.left() == 60
    assert await running.registry.store.waking(2**40) == []
    await running.registry.close()


async def test_an_answer_changes_nothing_about_the_deadline(tmp_path: Path) -> None:
    running = await by_day(tmp_path)
    await running.ballots()
    await running.wait(HOUR)
    for seat in (1, 3, 1):
        if seat in seats_in(running.session.waiting):
            await running.default(seat)
    assert running.left() == pytest.approx(7 * HOUR, abs=2)
    assert (await running.restart()).left() == 7 * HOUR
    await running.registry.close()


async def test_a_clock_of_the_rules_counts_hours_as_well(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(HYDRA, day_hours=24, nights_off=False, talk_time=10, ability_time=5)
    random, named = Random(3), set[str]()
    for _ in range(60):
        named.add(running.session.clock)
        assert running.left() == pytest.approx(24 * HOUR, abs=60)
        await running.wait(24 * HOUR if random.random() < 0.5 else 0)
        for seat in seats_in(running.session.waiting):
            if running.session.result is None and seat in seats_in(running.session.waiting):
                await running.default(seat)
                await running.wait(3)  # standing answers
        if running.session.result is not None:
            break
    assert named & {"talk", "abilities"}
    await running.registry.close()


async def test_nothing_is_chosen_by_a_clock_that_has_jumped(tmp_path: Path) -> None:
    running = await by_day(tmp_path)
    await running.registry.store.believes(int(running.wall_time()))
    running.began += CLOCK_JUMP + DAY
    await swept(running)
    await running.wait(2 * HOUR)
    assert times_up(running) == 0
    await running.wait(25 * HOUR)  # it has run on
    assert times_up(running) > 0
    await running.registry.close()


async def test_only_a_host_whose_time_was_up_may_be_replaced(tmp_path: Path) -> None:
    running = await by_day(tmp_path)
    leader = running.session.waiting.bit_length() - 1
    host = running.room.table.seat_of("ola")
    await running.wait(HOUR)
    with pytest.raises(Refused, match="host-is-here"):
        await running.do("jan", c.TakeOverHosting())
    await running.wait(8 * HOUR)
    if leader != host:  # then all are asked to vote
        await running.wait(8 * HOUR)
    await running.do("jan", c.TakeOverHosting())
    assert running.room.table.host == "jan"
    await running.registry.close()


async def test_a_live_table_never_has_a_time_to_be_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, decision_time=60)
    monkeypatch.setattr(running.registry.store, "wake", None)  # it is not even called
    await running.wait(100)
    await running.ballots()
    await running.registry.close()


class Post:
    """What is sent over restarts: to whom, and of which question."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, str]] = []

    def serve(self, running: RunningRoom) -> RunningRoom:
        """Get the notices of that server from now on."""

        async def settings_of(recipient: str) -> NoticeSettings:
            return NoticeSettings(webhook=Webhook("https://hooks.example.org/1"))

        async def deliver(notice: TurnNotice, channels: Sequence[str]) -> Sequence[str]:
            told, _ = await read_told(running.registry.store, notice.code)
            self.sent.append((told[notice.recipient].question, notice.recipient))
            return ()

        running.registry.notice_runner.settings_of = settings_of
        running.registry.notice_runner.deliver = deliver
        return running


@pytest.mark.parametrize("began", ["2026-03-26 17:00", "2026-10-22 17:00"], ids=["summer time begins", "it ends"])
@pytest.mark.parametrize("seed", [1, 2])
async def test_a_week_with_restarts_chooses_each_default_and_sends_each_notice_once_and_on_time(
    tmp_path: Path, began: str, seed: int
) -> None:
    settings = TableSettings(day_hours=8, nights_off=True, time_zone="Europe/Warsaw")
    post, running = Post(), await by_day(tmp_path, settings, began=moment(began))
    post.serve(running)
    random, code, step = Random(seed), running.room.table.code, 10 * 60
    for _ in range(7 * DAY // step):
        await running.wait(step)
        await swept(running)
        chance = random.random()
        if chance < 0.02:  # down for up to an hour
            running = post.serve(await running.restart_unvisited(later=random.randrange(HOUR)))
            await swept(running)
        elif chance < 0.03:  # somebody looks in, and chooses
            running.room = await running.registry.find(code)
            if waiting := seats_in(running.session.waiting):
                await running.default(next(iter(waiting)))
        running.registry.unloader.sweep()
    running.room = await running.registry.find(code)
    table, key, asked, found = Table(), None, 0.0, list[datetime]()
    waited: dict[tuple[str, str], list[float]] = {}
    for entry in await entries_of(running):
        if isinstance(entry.command, c.TimeUp):
            until = deadline(asked, 8, nights_off=True, zone="Europe/Warsaw")
            assert until <= entry.at + 0.1 <= until + HOUR + 2 * step
            found.append(datetime.fromtimestamp(until, WARSAW))
        for times in waited.values():
            if times[1] == inf:
                times[1] = entry.at
        apply(table, entry)
        question, recipients = recipients_at(table)
        for one in recipients:
            waited.setdefault((question, one), [entry.at, inf])[1] = inf
        session = table.session
        if session is not None and key != (session.turn, table.control.times_up):
            key, asked = (session.turn, table.control.times_up), table.last_at
    assert len(found) > 5
    assert len(set(found)) == len(found)
    assert all(8 <= until.hour < 22 or until.strftime("%H:%M") == "22:00" for until in found)
    assert len({until.utcoffset() for until in found}) == 2, "on both sides of the change"
    assert len(set(post.sent)) == len(post.sent), "nobody is told twice of a question"
    assert set(post.sent) <= set(waited)
    # Whoever was waited for longer than the server was ever down has been told.
    now = running.wall_time() - 2 * step
    long = {one for one, (since, until) in waited.items() if min(until, now) - since > HOUR + 2 * step}
    assert len(long) > 5
    assert long <= set(post.sent)
    await running.registry.close()
