"""Tables in a running hall: real store, real bots, no pauses."""

import asyncio
import threading
from collections.abc import Iterable
from pathlib import Path

import pytest

import turncoat.games  # noqa: F401
from turncoat.bots.bot import Bot, RandomBot
from turncoat.kernel.events import Event
from turncoat.kernel.options import Answer
from turncoat.kernel.refusals import Refused
from turncoat.kernel.rulesets import BOOKS
from turncoat.kernel.seats import Seat
from turncoat.kernel.steps import Choice, Prompt
from turncoat.table import commands as c
from turncoat.table import server_log as journal
from turncoat.table.runtime.bots import WORKERS, Pace, find_bot
from turncoat.table.runtime.room_registry import Hall, Seated, Settings
from turncoat.table.state.game_session import Play

pytestmark = pytest.mark.anyio
FAST = Pace(0, 0)
SLOW = Pace(60, 60)
"""The bots are still thinking when the test is over."""


async def until_over(seated: Seated) -> None:
    """Wait until the game of the table is over."""
    changed = asyncio.Event()
    seated.watchers.add(changed.set)
    while seated.table.running:
        changed.clear()
        await asyncio.wait_for(changed.wait(), 20)


async def play_default(hall: Hall, seated: Seated, person: str) -> None:
    """Answer for a person with what the clock would choose, until the game is over."""
    changed = asyncio.Event()
    seated.watchers.add(changed.set)
    table = seated.table
    while table.running:
        play, seat = table.play, table.seat_of(person)
        assert play is not None
        assert seat is not None
        if play.waiting >> seat & 1:
            choice = play.default(seat)
            await hall.do(seated, person, c.Choose(play.number, seat, choice.to, choice.answer))
        else:
            changed.clear()
            await asyncio.wait_for(changed.wait(), 20)


async def test_a_person_plays_a_whole_game_with_bots(tmp_path: Path) -> None:
    hall = Hall(Settings(tmp_path, FAST))
    seated = await hall.open("ola", "Ola")
    await hall.do(seated, "ola", c.Start())
    assert seated.table.running
    await play_default(hall, seated, "ola")
    assert seated.table.play is not None
    assert seated.table.play.result is not None
    await hall.close()

    again = Hall(Settings(tmp_path, FAST))
    loaded = await again.find(seated.table.code)
    assert loaded.table.play is not None
    assert loaded.table.play.result == seated.table.play.result
    assert loaded.table.play.view(0).events == seated.table.play.view(0).events
    assert loaded.table.version == seated.table.version
    assert loaded.table.names == seated.table.names
    await again.close()


async def test_bots_alone_come_to_an_end(tmp_path: Path) -> None:
    hall = Hall(Settings(tmp_path, FAST))
    seated = await hall.open("ola", "Ola", c.Wish("resistance", 10, ("targeting",)))
    await hall.do(seated, "ola", c.Start())
    await hall.do(seated, "ola", c.Leave())
    await until_over(seated)
    await hall.close()


async def test_the_same_command_sent_twice_is_taken_once(tmp_path: Path) -> None:
    hall = Hall(Settings(tmp_path, FAST))
    seated = await hall.open("ola", "Ola")
    await hall.do(seated, "jan", c.Sit("Jan"), "id-1")
    version = seated.table.version
    await hall.do(seated, "jan", c.Sit("Jan"), "id-1")
    assert seated.table.version == version
    with pytest.raises(Refused, match="seated-already"):
        await hall.do(seated, "jan", c.Sit("Jan"), "id-2")
    await hall.close()


async def test_after_an_upgrade_a_game_ends_with_a_notice_and_another_can_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = Hall(Settings(tmp_path, Pace(60, 60)))
    seated = await hall.open("ola", "Ola")
    await hall.do(seated, "ola", c.Start())
    await hall.close()

    monkeypatch.setattr(type(BOOKS["resistance"]), "version", "999")
    again = Hall(Settings(tmp_path, FAST))
    loaded = await again.find(seated.table.code)
    assert (loaded.table.running, loaded.table.notice) == (False, "rules-changed")
    await again.do(loaded, "ola", c.Start())
    assert (loaded.table.running, loaded.table.notice) == (True, "")
    await again.close()


async def test_a_visitor_who_hangs_up_stops_no_command_half_way(tmp_path: Path) -> None:
    hall = Hall(Settings(tmp_path, FAST))
    seated = await hall.open("ola", "Ola")
    asking = asyncio.ensure_future(hall.do(seated, "jan", c.Sit("Jan")))
    await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    await hall.do(seated, "eve", c.Sit("Eve"))  # taken after the one before it
    assert seated.table.names[:3] == ("Ola", "Jan", "Eve")
    await hall.close()
    again = Hall(Settings(tmp_path, FAST))
    assert (await again.find(seated.table.code)).table.names == seated.table.names
    await again.close()


async def test_a_slow_bot_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    thinking = threading.Event()

    def ponder(bot: RandomBot, prompt: Prompt) -> Answer:
        thinking.wait(20)
        return None

    monkeypatch.setattr(RandomBot, "choose", ponder)
    hall = Hall(Settings(tmp_path, Pace(0, 0, budget=0.02)))
    seated = await hall.open("ola", "Ola")
    await hall.do(seated, "ola", c.SetUp(seated.table.wish, "random"))
    await hall.do(seated, "ola", c.Start())
    await hall.do(seated, "ola", c.Leave())
    await until_over(seated)  # five rejections: what the clock chooses tells nothing
    thinking.set()
    await hall.close()


async def until_waiting_for(seated: Seated, mask: int) -> None:
    """Wait until the table waits for exactly these seats."""
    changed = asyncio.Event()
    seated.watchers.add(changed.set)
    while seated.table.play is not None and seated.table.play.waiting != mask:
        changed.clear()
        await asyncio.wait_for(changed.wait(), 10)


async def test_a_bot_whose_answer_was_taken_away_is_asked_again(tmp_path: Path) -> None:
    hall = Hall(Settings(tmp_path, FAST))
    seated = await hall.open("ola", "Ola")
    await hall.do(seated, "ola", c.Start())
    play = seated.table.play
    assert play is not None
    if play.waiting == 1:
        team = play.default(0)
        await hall.do(seated, "ola", c.Choose(1, 0, team.to, team.answer))
    await until_waiting_for(seated, 1)  # every bot has cast its ballot
    frame = play._game.frame
    assert frame is not None
    del frame.answers[3]  # as when an accusation in the middle makes an answer impossible
    hall.players.look(seated)
    assert play.waiting == 0b1001
    await until_waiting_for(seated, 1)
    await hall.close()


async def test_for_a_bot_that_cannot_be_had_another_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(bot: Bot, *args: object) -> None:
        raise KeyError("a chapter that it does not know")

    monkeypatch.setattr(find_bot("sensible"), "__init__", broken)
    hall = Hall(Settings(tmp_path, FAST))
    seated = await hall.open("ola", "Ola")
    await hall.do(seated, "ola", c.Start())
    await hall.do(seated, "ola", c.Leave())
    await until_over(seated)
    await hall.close()


async def test_a_bot_that_had_no_turn_to_think_misses_no_news(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[Seat, list[Event]] = {}

    def see(bot: RandomBot, events: Iterable[Event]) -> None:
        seen.setdefault(bot.seat, []).extend(events)

    monkeypatch.setattr(RandomBot, "see", see)
    hall = Hall(Settings(tmp_path, Pace(0, 0, budget=0.5)))
    busy = threading.Event()
    for _ in range(WORKERS):
        hall.players._threads.submit(busy.wait, 20)
    seated = await hall.open("ola", "Ola")
    await hall.do(seated, "ola", c.SetUp(seated.table.wish, "random"))
    await hall.do(seated, "ola", c.Start())
    await hall.do(seated, "ola", c.Leave())
    play = seated.table.play
    assert play is not None
    told, changed = len(play.view().events), asyncio.Event()
    seated.watchers.add(changed.set)
    while len(play.view().events) == told:  # the rules' default of the first leader, who had no time to think
        changed.clear()
        await asyncio.wait_for(changed.wait(), 10)
    busy.set()
    await until_over(seated)
    assert len(seen) == 5
    for seat, events in seen.items():
        assert events == play.view(seat).events[: len(events)]
    await hall.close()


def broken_rules(play: Play, seat: Seat, choice: Choice) -> bool:
    raise KeyError("a secret")


async def test_a_fault_in_the_rules_ends_the_game_and_not_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(journal, "error", lambda event, **facts: said.append(f"{event} {facts}"))
    hall = Hall(Settings(tmp_path, SLOW))
    seated = await hall.open("ola", "Ola")
    await hall.do(seated, "ola", c.Start())
    play = seated.table.play
    assert play is not None
    seat = play.waiting.bit_length() - 1
    choice = play.default(seat)
    by = "ola" if seat == 0 else c.HOUSE
    with monkeypatch.context() as broken:
        broken.setattr(Play, "take", broken_rules)
        await hall.do(seated, by, c.Choose(1, seat, choice.to, choice.answer))
    assert (seated.table.play, seated.table.notice) == (None, "rules-broke")
    await hall.close()
    with monkeypatch.context() as broken:
        broken.setattr(Play, "take", broken_rules)
        again = Hall(Settings(tmp_path, SLOW))
        loaded = await again.find(seated.table.code)
        assert (loaded.table.play, loaded.table.notice) == (None, "rules-broke")
    await again.do(loaded, "ola", c.Start())
    assert loaded.table.running
    await again.close()
    assert said
    assert not any("secret" in line for line in said)
