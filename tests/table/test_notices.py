"""Whoever is waited for and sees no page of the table is told once, soon, and reminded as they like."""

import asyncio
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from tests.support.running import BEGAN, PEOPLE, RESISTANCE, RunningRoom, settled
from turncoat.kernel.seats import seats_in
from turncoat.table import commands as c
from turncoat.table.runtime import table_log
from turncoat.table.runtime.glances import glance_at
from turncoat.table.runtime.notices import DELAY, HOUR, RETRY_AFTER, TOLD, Told, TurnNotice, next_notice
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.store.errors import Conflict
from turncoat.table.values.notice_settings import (
    PERSON,
    BrowserSubscription,
    NoticeSettings,
    Webhook,
    circle_recipient,
)

pytestmark = pytest.mark.anyio
EVERYBODY = 0b11111
CIRCLE = "BCDFGHJK"
HOOK = Webhook("https://hooks.example.org/1")


class Mail:
    """Everything that a server sends, and the channels that do not work."""

    def __init__(self, running: RunningRoom) -> None:
        self.running = running
        self.sent: list[tuple[float, str, tuple[str, ...]]] = []
        self.broken: set[str] = set()
        running.registry.notice_runner.deliver = self.deliver

    async def deliver(self, notice: TurnNotice, channels: Sequence[str]) -> Sequence[str]:
        self.sent.append((self.running.time.now(), notice.recipient, tuple(channels)))
        return [one for one in channels if one in self.broken]

    def people(self) -> list[str]:
        """Return the people who were told since the last call, in order."""
        told, self.sent = [person for _, person, _ in self.sent], []
        return told


async def choose(registry: RoomRegistry, person: str, settings: NoticeSettings) -> None:
    """Store the settings of a person who has none."""
    await registry.store.write_document(PERSON, person, msgspec.json.encode(settings))


async def waiting_for_ballots(tmp_path: Path, remind: int = 0) -> tuple[RunningRoom, Mail]:
    """Return a table where everybody is asked for a ballot, has a webhook, and sees the page."""
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    mail = Mail(running)
    for person in PEOPLE[:5]:
        await choose(running.registry, person, NoticeSettings(webhook=HOOK, remind=remind))
    await running.ballots()
    return running, mail


async def test_whoever_has_left_is_told_once_within_seconds(tmp_path: Path) -> None:
    running, mail = await waiting_for_ballots(tmp_path)
    await running.disconnect("ewa")
    began = running.time.now()
    await running.wait(10)
    assert [person for _, person, _ in mail.sent] == ["ewa"]
    assert mail.sent[0][0] - began == DELAY <= 10
    mail.people()
    await running.wait(40 * HOUR)
    assert mail.people() == []
    await running.registry.close()


async def test_whoever_chooses_in_time_or_sees_the_page_is_not_told(tmp_path: Path) -> None:
    running, mail = await waiting_for_ballots(tmp_path)
    await running.disconnect("ewa")
    await running.wait(DELAY - 1)
    await running.default(2)
    await running.wait(100)
    assert mail.people() == []
    await running.registry.close()


async def test_a_page_in_the_background_does_not_count_as_seen(tmp_path: Path) -> None:
    running, mail = await waiting_for_ballots(tmp_path)
    running.room.watchers.note_sight(running.pages["jan"], is_hidden=True)
    running.room.watchers.note_sight(running.pages["ewa"], is_hidden=True)
    running.room.watchers.note_sight(running.pages["ewa"], is_hidden=False)
    await running.wait(10)
    assert mail.people() == ["jan"]
    await running.registry.close()


async def test_one_page_in_sight_is_enough(tmp_path: Path) -> None:
    running, mail = await waiting_for_ballots(tmp_path)
    running.room.watchers.note_sight(running.pages["jan"], is_hidden=True)
    running.room.connect("jan", other := lambda: None)
    await running.wait(10)
    assert mail.people() == []
    running.room.disconnect("jan", other)
    await running.registry.close()


async def test_nobody_notices_that_a_page_goes_into_the_background(tmp_path: Path) -> None:
    running, _ = await waiting_for_ballots(tmp_path)
    await running.wait(2)
    moment, version, woken = running.room.watchers.moment, running.room.table.version, []
    running.room.connect("ola", watcher := lambda: woken.append(1))
    running.room.watchers.note_sight(running.pages["jan"], is_hidden=True)
    assert (running.room.watchers.moment, running.room.table.version, woken) == (moment, version, [])
    running.room.disconnect("ola", watcher)
    await running.registry.close()


async def test_people_without_a_channel_and_bots_are_not_told_and_nothing_is_stored_of_them(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, people=3)
    mail = Mail(running)
    await choose(running.registry, "jan", NoticeSettings(remind=1))
    for person in PEOPLE[:3]:
        await running.disconnect(person)
    await running.wait(50)
    assert mail.people() == []
    assert await running.registry.store.read_document(TOLD, running.room.table.code) is None
    await running.registry.close()


async def test_each_question_is_told_and_a_pause_tells_nobody(tmp_path: Path) -> None:
    running, mail = await waiting_for_ballots(tmp_path)
    await running.disconnect("ewa")
    await running.do("ola", c.Pause())
    await running.wait(100)
    assert mail.people() == []
    await running.do("ola", c.Resume())
    await running.wait(10)
    assert mail.people() == ["ewa"]
    await running.do("ola", c.Pause())
    await running.do("ola", c.Resume())
    await running.wait(10)
    assert mail.people() == []  # the same question
    questions = {running.session.question}
    for _ in range(20):
        for seat in seats_in(running.session.waiting):
            if seat != 2 or running.session.waiting == 1 << 2:
                await running.default(seat)
        await running.wait(10)
        if running.session.waiting >> 2 & 1 and running.session.question not in questions:
            assert mail.people() == ["ewa"]
            questions.add(running.session.question)
    assert len(questions) > 3
    await running.registry.close()


async def test_a_restart_tells_nobody_again_and_forgets_nobody(tmp_path: Path) -> None:
    running, mail = await waiting_for_ballots(tmp_path)
    await running.disconnect("ewa")
    await running.wait(10)
    assert mail.people() == ["ewa"]
    again = await running.restart(later=60)
    mail = Mail(again)
    await again.wait(100)
    # The others have seen the question before the restart.
    assert mail.people() == []
    await again.registry.close()


async def test_a_restart_before_anybody_was_told_loses_no_notice(tmp_path: Path) -> None:
    running, mail = await waiting_for_ballots(tmp_path)
    code = running.room.table.code
    await running.disconnect("ewa")
    await running.registry.close()
    other = RunningRoom(tmp_path)
    other.time.seconds = running.time.seconds
    mail = Mail(other)
    await other.wait(DELAY)
    await other.registry.waker.sweep()
    assert other.registry.loaded_room(code) is not None
    await other.wait(10)
    assert sorted(mail.people()) == sorted(PEOPLE[:5])  # nobody has a page open after the restart
    await other.registry.close()


async def test_a_table_that_nobody_looks_at_asks_to_be_loaded_for_the_notice(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    Mail(running)
    code = running.room.table.code
    for person in PEOPLE[:5]:
        await choose(running.registry, person, NoticeSettings(webhook=HOOK))
        if person != PEOPLE[0]:
            await running.disconnect(person)
    await running.ballots()
    await settled(running.registry)
    await running.registry.close()  # before anybody was told
    other = RunningRoom(tmp_path)
    other.time.seconds = running.time.seconds
    mail = Mail(other)
    assert await other.registry.store.waking(int(BEGAN + other.time.now() + DELAY)) == [code]
    await other.wait(DELAY)
    await other.registry.waker.sweep()
    await other.wait(10)
    assert sorted(mail.people()) == sorted(PEOPLE[:5])
    await other.registry.waker.sweep()
    assert await other.registry.store.waking(int(BEGAN + other.time.now() + 10 * HOUR)) == []
    await other.registry.close()


@pytest.mark.parametrize("hours", [1, 6, 24])
async def test_reminders_come_at_the_chosen_interval_until_the_choice_is_made(tmp_path: Path, hours: int) -> None:
    running, mail = await waiting_for_ballots(tmp_path, remind=hours)
    for person in PEOPLE[:5]:
        await running.disconnect(person)
    await running.wait(10)
    assert sorted(mail.people()) == sorted(PEOPLE[:5])
    for seat in (0, 1, 3, 4):
        await running.default(seat)
    for _ in range(3):
        await running.wait(hours * HOUR - 20)
        assert mail.people() == []
        await running.wait(20)
        assert mail.people() == ["ewa"]
    await running.default(2)
    await running.wait(10)
    mail.people()  # of the next question
    told = running.session.waiting.bit_count()
    await running.wait(hours * HOUR)
    assert len(mail.people()) == told
    await running.registry.close()


async def circle_waiting_for_ballots(tmp_path: Path, remind: int = 0) -> tuple[RunningRoom, list[TurnNotice]]:
    """Return the table of a circle where everybody is asked for a ballot and sees the page, and what is sent."""
    running = await RunningRoom(tmp_path).begin(RESISTANCE, circle=CIRCLE)
    return running, await told_circle(running, remind)


async def told_circle(running: RunningRoom, remind: int = 0) -> list[TurnNotice]:
    """Let the circle alone have a channel, and return what it is told from now on."""
    sent = list[TurnNotice]()

    async def settings_of(recipient: str) -> NoticeSettings:
        return (
            NoticeSettings(webhook=HOOK, remind=remind) if recipient == circle_recipient(CIRCLE) else NoticeSettings()
        )

    async def deliver(notice: TurnNotice, channels: Sequence[str]) -> Sequence[str]:
        sent.append(notice)
        return ()

    running.registry.notice_runner.settings_of, running.registry.notice_runner.deliver = settings_of, deliver
    await running.ballots()
    return sent


async def test_a_circle_is_told_once_for_whom_its_table_waits_and_not_who_looks(tmp_path: Path) -> None:
    running, sent = await circle_waiting_for_ballots(tmp_path)
    await running.disconnect("ewa")
    await running.disconnect("jan")
    await running.default(1)
    await running.wait(DELAY - 1)
    assert sent == []
    await running.wait(10)
    names = ("Ola", "Ewa", "Piotr", "Zofia")
    assert sent == [TurnNotice(circle_recipient(CIRCLE), running.room.table.code, "resistance", names)]
    await running.disconnect("ola")
    await running.default(3)
    await running.wait(40 * HOUR)
    assert len(sent) == 1
    await running.registry.close()


async def test_a_circle_is_not_told_while_everybody_looks_and_is_reminded_only_if_it_likes(tmp_path: Path) -> None:
    running, sent = await circle_waiting_for_ballots(tmp_path, remind=6)
    await running.wait(10)
    assert sent == []
    await running.disconnect("ewa")
    await running.wait(6 * HOUR)
    assert [notice.names for notice in sent] == [("Ola", "Jan", "Ewa", "Piotr", "Zofia")]
    await running.registry.close()


async def test_a_circle_is_told_once_over_a_restart(tmp_path: Path) -> None:
    running, sent = await circle_waiting_for_ballots(tmp_path)
    await running.disconnect("ewa")
    await running.wait(10)
    assert len(sent) == 1
    again = await running.restart_unvisited(later=60)
    again.registry.notice_runner.settings_of = running.registry.notice_runner.settings_of
    again.registry.notice_runner.deliver = running.registry.notice_runner.deliver
    again.room = await again.registry.find(running.room.table.code)
    await again.wait(100)
    assert len(sent) == 1
    await again.registry.close()


async def test_another_table_tells_the_circle_nothing(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    sent = await told_circle(running)
    await running.disconnect("ewa")
    await running.wait(HOUR)
    assert sent == []
    await running.registry.close()


async def test_whoever_owns_the_device_is_told_for_those_who_play_on_it(tmp_path: Path) -> None:
    running = RunningRoom(tmp_path)
    mail = Mail(running)
    running.room = await running.registry.open("ola", "Ola", RESISTANCE)
    for name in ("Bo", "Cy"):
        await running.do("ola", c.SeatCompanion(name))
    await running.do("jan", c.Sit("Jan"))
    await choose(running.registry, "ola", NoticeSettings(webhook=HOOK))
    await running.do("ola", c.Start())
    for person in ("ola", "jan"):
        await running.connect(person)
    while not running.session.waiting.bit_count() > 1:
        await running.default(next(iter(seats_in(running.session.waiting))))
    await running.default(0)
    await running.disconnect("ola")
    await running.wait(10)
    assert mail.people() == ["ola"]  # once, though it waits for two people on that device
    glance = glance_at(running.room.table)
    assert glance.waited_for == {"ola", "jan"}
    await running.registry.close()


async def test_reminders_of_a_table_that_has_left_memory_are_planned_in_the_store(tmp_path: Path) -> None:
    running, mail = await waiting_for_ballots(tmp_path, remind=6)
    code, store = running.room.table.code, running.registry.store
    for person in PEOPLE[:5]:
        await running.disconnect(person)
    await running.wait(10)
    mail.people()
    running.registry.unload(running.room)
    await running.wait(5 * HOUR)
    assert await store.waking(int(store.time())) == []
    await running.wait(HOUR)
    assert await store.waking(int(store.time())) == [code]
    assert mail.people() == []
    await running.registry.waker.sweep()
    await settled(running.registry)
    assert sorted(mail.people()) == sorted(PEOPLE[:5])
    assert await store.waking(int(store.time())) == []
    await running.registry.close()


async def test_a_failed_delivery_is_repeated_a_few_times_through_that_channel_alone(tmp_path: Path) -> None:
    running, mail = await waiting_for_ballots(tmp_path)
    await running.disconnect("ewa")
    browser = BrowserSubscription("b1", "https://push.example.org/1", "", "")
    store = running.registry.store
    await store.write_document(
        PERSON, "ewa", msgspec.json.encode(NoticeSettings(browsers=(browser,), webhook=HOOK)), after=1
    )
    mail.broken = {"webhook"}
    await running.wait(2 * HOUR)
    began = mail.sent[0][0]
    assert [(round(at - began), channels) for at, _, channels in mail.sent] == [
        (0, ("b1", "webhook")),
        *((after, ("webhook",)) for after in RETRY_AFTER),
    ]
    await running.registry.close()


async def test_what_failed_is_repeated_after_a_restart_too(tmp_path: Path) -> None:
    running, mail = await waiting_for_ballots(tmp_path)
    await running.disconnect("ewa")
    mail.broken = {"webhook"}
    await running.wait(10)
    assert mail.people() == ["ewa"]
    again = await running.restart()
    mail = Mail(again)
    await again.wait(10 * HOUR)
    assert mail.people() == ["ewa"]
    await again.registry.close()


async def test_what_was_told_is_stored_before_it_is_sent(tmp_path: Path) -> None:
    running, _ = await waiting_for_ballots(tmp_path)
    await running.disconnect("ewa")
    stored = []

    async def deliver(notice: TurnNotice, channels: Sequence[str]) -> Sequence[str]:
        document = await running.registry.store.read_document(TOLD, notice.code)
        assert document is not None
        stored.append(msgspec.json.decode(document.value, type=dict[str, Told])[notice.recipient].question)
        return ()

    running.registry.notice_runner.deliver = deliver
    await running.wait(10)
    assert stored == [f"1.{running.session.question}"]
    await running.registry.close()


async def test_of_two_servers_that_want_to_tell_the_same_one_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running, mail = await waiting_for_ballots(tmp_path)
    await running.disconnect("ewa")
    store = running.registry.store
    write, code = store.write_document, running.room.table.code
    told = {person: Told(f"1.{running.session.question}", int(store.time())) for person in PEOPLE[:5]}

    async def overtaken(kind: str, name: str, value: bytes, *, after: int = 0, due: int = 0) -> int:
        monkeypatch.undo()
        await write(TOLD, code, msgspec.json.encode(told))
        raise Conflict(kind)

    monkeypatch.setattr(store, "write_document", overtaken)
    await running.wait(100)
    assert mail.people() == []
    await running.registry.close()


async def test_two_tables_are_told_apart(tmp_path: Path) -> None:
    running, mail = await waiting_for_ballots(tmp_path)
    first = running.room
    await running.disconnect("ewa")
    second = await running.registry.open("ewa", "Ewa", RESISTANCE)
    for person in ("jan", "ola", "piotr", "zofia"):
        await second.submit(person, c.Sit(person.title()))
    await second.submit("ewa", c.Start())
    await running.wait(10)
    told = mail.people()
    leader = second.table.seats[second.table.session.waiting.bit_length() - 1].person  # type: ignore[union-attr]
    assert sorted(told) == sorted(["ewa", leader])
    assert first.table.code != second.table.code
    await running.registry.close()


async def test_a_deleted_table_leaves_nothing_that_was_told(tmp_path: Path) -> None:
    running, _ = await waiting_for_ballots(tmp_path)
    await running.disconnect("ewa")
    await running.wait(10)
    code = running.room.table.code
    assert await running.registry.store.read_document(TOLD, code) is not None
    await running.registry.retention.delete(running.room, "ola")
    assert await running.registry.store.read_document(TOLD, code) is None
    await running.registry.close()


async def test_of_people_who_no_longer_wait_nothing_is_kept(tmp_path: Path) -> None:
    running, _ = await waiting_for_ballots(tmp_path)
    await running.wait(10)
    code, store = running.room.table.code, running.registry.store
    document = await store.read_document(TOLD, code)
    assert document is not None
    assert sorted(msgspec.json.decode(document.value)) == sorted(PEOPLE[:5])
    for seat in range(5):
        await running.default(seat)
    await running.wait(20)
    document = await store.read_document(TOLD, code)
    assert document is not None
    assert len(msgspec.json.decode(document.value)) == running.session.waiting.bit_count() < 5
    await running.registry.close()


async def test_damaged_and_newer_documents_stop_nobody(tmp_path: Path) -> None:
    running, mail = await waiting_for_ballots(tmp_path)
    store, code = running.registry.store, running.room.table.code
    await store.write_document(PERSON, "ewa", b"{", after=1)
    await store.write_document(TOLD, code, b'{"jan": 3}')
    for person in ("ewa", "jan"):
        await running.disconnect(person)
    await running.wait(10)
    assert mail.people() == ["jan"]
    await running.registry.close()


async def test_a_sender_that_breaks_stops_nothing(tmp_path: Path) -> None:
    running, mail = await waiting_for_ballots(tmp_path)
    for person in ("ewa", "jan"):
        await running.disconnect(person)

    async def breaks(notice: TurnNotice, channels: Sequence[str]) -> Sequence[str]:
        await mail.deliver(notice, channels)
        raise RuntimeError

    running.registry.notice_runner.deliver = breaks
    await running.wait(10)
    assert sorted(mail.people()) == ["ewa", "jan"]
    await running.registry.close()


async def test_a_stopping_server_finishes_what_it_sends(tmp_path: Path) -> None:
    running, _ = await waiting_for_ballots(tmp_path)
    await running.disconnect("ewa")
    began, may_end, ended = asyncio.Event(), asyncio.Event(), []

    async def slow(notice: TurnNotice, channels: Sequence[str]) -> Sequence[str]:
        began.set()
        await may_end.wait()
        ended.append(notice.recipient)
        return ()

    running.registry.notice_runner.deliver = slow
    waited = asyncio.ensure_future(running.wait(10))
    await began.wait()
    closing = asyncio.ensure_future(running.registry.close())
    await asyncio.sleep(0)
    assert not closing.done()
    may_end.set()
    await closing
    await waited
    assert ended == ["ewa"]


async def test_in_a_week_with_restarts_no_reminder_is_lost_or_sent_twice(tmp_path: Path) -> None:
    running, mail = await waiting_for_ballots(tmp_path, remind=6)
    code, began, told = running.room.table.code, running.time.now(), list[tuple[float, str, tuple[str, ...]]]()
    for person in PEOPLE[:5]:
        await running.disconnect(person)
    await running.wait(10)
    for number in range(7 * 24):
        if number % 5 == 4:  # the server restarts, and is away for a minute
            told += mail.sent
            await running.registry.close()
            seconds = running.time.seconds + 60
            running = RunningRoom(tmp_path)
            running.time.seconds = seconds
            mail = Mail(running)
        elif (room := running.registry.loaded_room(code)) is not None and number % 3 == 0:
            running.registry.unload(room)
        for _ in range(60):
            await running.wait(60)
            await running.registry.waker.sweep()
    told += mail.sent
    assert running.time.now() - began >= 7 * 24 * HOUR
    for person in PEOPLE[:5]:
        moments = [at - began for at, one, _ in told if one == person]
        assert moments[0] == DELAY
        assert all(6 * HOUR <= later - at <= 6 * HOUR + 180 for at, later in pairwise(moments))
        assert len(moments) == 29  # the restarts make the week a bit longer
    await running.registry.close()


def roles_of(running: RunningRoom) -> tuple[str, ...]:
    return tuple(running.session._game.deal.roles)


async def test_notices_to_a_spy_and_to_a_loyal_player_are_the_same_at_the_same_moments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = dict[int, dict[bool, list[tuple[float, str, tuple[str, ...]]]]]()
    for number in range(60):
        monkeypatch.setattr(table_log, "fresh_seed", lambda seed=number: f"{seed:064x}")
        running, mail = await waiting_for_ballots(tmp_path / str(number))
        leader, is_spy = running.room.table.session.waiting, roles_of(running)[2] == "spy"  # type: ignore[union-attr]
        began = running.time.now()
        for person in ("ewa", "jan"):
            await running.disconnect(person)
        await running.wait(8)
        for seat in (0, 3, 4, 1, 2):
            await running.default(seat)
        await running.wait(8)
        first = running.session.waiting
        found = [(round(at - began, 3), person, channels) for at, person, channels in mail.sent]
        await running.registry.close()
        assert leader == EVERYBODY
        seen.setdefault(first, {})[is_spy] = found
        if len(seen[first]) == 2:
            assert seen[first][True] == seen[first][False]
            assert len(found) >= 2
            return
    raise AssertionError("no two such deals")


def test_the_next_notice_depends_on_what_was_told_of_this_question() -> None:
    settings = NoticeSettings(webhook=HOOK, remind=6)
    first = next_notice("1.7", 100, None, settings, 105)
    assert first is not None
    assert (first.at, first.channels, first.told) == (105, ("webhook",), Told("1.7", 105))
    assert next_notice("1.7", 100, Told("1.6", 90), settings, 105) == first
    reminder = next_notice("1.7", 100, Told("1.7", 105), settings, 200)
    assert reminder is not None
    assert reminder.at == 105 + 6 * HOUR
    assert next_notice("1.7", 100, Told("1.7", 105), NoticeSettings(webhook=HOOK), 200) is None
    again = next_notice("1.7", 100, Told("1.7", 105, ("webhook", "gone")), settings, 200)
    assert again is not None
    assert (again.at, again.channels, again.told.tries) == (105 + RETRY_AFTER[0], ("webhook",), 1)
