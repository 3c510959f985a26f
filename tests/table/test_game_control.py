"""People who are away and replaced by a bot, a host who does not return, and games given up."""

import asyncio
from pathlib import Path

import pytest

from tests.support.running import HYDRA, PEOPLE, RESISTANCE, SLOW, SOLDIER, RunningRoom, settled
from turncoat.bots.bot import RandomBot
from turncoat.kernel.chapters import Offer
from turncoat.kernel.refusals import Refused
from turncoat.kernel.steps import Choice
from turncoat.table import commands as c
from turncoat.table.values.settings import changed

pytestmark = pytest.mark.anyio


def standing_in(running: RunningRoom) -> list[str]:
    """Return the people for whom a bot plays."""
    return [occupant.person for occupant in running.room.table.seats if occupant.stand_in]


# Stand-ins


async def test_a_stand_in_ends_when_its_person_returns(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    with pytest.raises(Refused, match="not-away"):
        await running.do("ola", c.StandIn(1))
    await running.disconnect("jan")
    with pytest.raises(Refused, match="not-host"):
        await running.do("ewa", c.StandIn(1))
    await running.do("ola", c.StandIn(1))
    occupant = running.room.table.seats[1]
    assert (occupant.kind, occupant.name, occupant.person, occupant.stand_in) == ("person", "Jan", "jan", True)
    with pytest.raises(Refused, match="bot-plays"):
        await running.do("ola", c.StandIn(1))
    await running.connect("jan")
    assert standing_in(running) == []
    assert running.room.table.seat_of("jan") == 1
    again = await running.restart()
    assert again.room.table.seats == running.room.table.seats
    await again.registry.close()


async def test_a_bot_stands_in_after_the_tables_time(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, stand_in_after=2)
    await running.disconnect("jan")
    await running.wait(60)
    await running.disconnect("ewa")
    await running.wait(59)
    assert standing_in(running) == []
    await running.wait(1)
    assert standing_in(running) == ["jan"]
    await running.wait(60)
    assert standing_in(running) == ["jan", "ewa"]
    await running.connect("ewa")
    assert standing_in(running) == ["jan"]
    await running.registry.close()


async def test_a_new_table_gets_stand_ins_after_two_minutes(tmp_path: Path) -> None:
    running = RunningRoom(tmp_path)
    running.room = await running.registry.open("ola", "Ola", RESISTANCE)
    for person in PEOPLE[1:5]:
        await running.do(person, c.Sit(person.title()))
    for person in PEOPLE[:5]:
        await running.connect(person)
    await running.do("ola", c.Start())
    await running.disconnect("ola")
    await running.disconnect("jan")
    await running.wait(119)
    assert standing_in(running) == []
    await running.wait(1)
    assert standing_in(running) == ["ola", "jan"]
    again = await running.restart()
    assert again.room.table.settings.stand_in_after == 2
    await again.registry.close()


async def test_the_host_can_disable_automatic_stand_ins(tmp_path: Path) -> None:
    running = RunningRoom(tmp_path)
    running.room = await running.registry.open("ola", "Ola", RESISTANCE)
    for person in PEOPLE[1:5]:
        await running.do(person, c.Sit(person.title()))
    for person in PEOPLE[:5]:
        await running.connect(person)
    await running.do("ola", c.ChangeSettings(changed(running.room.table.settings, {"stand_in_after": ["0"]})))
    await running.do("ola", c.Start())
    await running.disconnect("jan")
    await running.wait(3600)
    assert standing_in(running) == []
    await running.registry.close()


async def test_no_bot_stands_in_at_a_deserted_table(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, stand_in_after=2)
    for person in PEOPLE[:5]:
        await running.disconnect(person)
    await running.wait(3600)
    assert standing_in(running) == []
    await running.connect("ola")
    await running.wait(0)
    assert standing_in(running) == ["jan", "ewa", "piotr", "zofia"]
    await running.registry.close()


async def test_a_person_learns_what_their_stand_in_chose(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path, 0).begin(RESISTANCE)
    await running.disconnect("jan")
    if running.session.waiting != 1 << 1:
        await running.ballots()
    await running.do("ola", c.StandIn(1))
    session = running.session
    question = session.question
    while session.question == question and session.waiting >> 1 & 1:
        await settled_bots(running)
    done = session.automatic_choices[1][0]
    assert (done.by, done.choice.to) == ("bot", question)
    assert all(not other for seat, other in enumerate(session.automatic_choices) if seat != 1)
    await running.registry.close()
    again = await running.restart()
    assert again.session.automatic_choices == session.automatic_choices
    await again.registry.close()


async def settled_bots(running: RunningRoom) -> None:
    """Wait until every bot has finished its remarks."""
    while running.registry.bot_runner._tasks:
        await asyncio.gather(*running.registry.bot_runner._tasks, return_exceptions=True)
        await settled(running.registry)


async def test_a_stand_in_takes_no_offer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def consider(bot: RandomBot, offers: tuple[Offer, ...]) -> Choice | None:
        asked.append(bot.seat)
        return None

    monkeypatch.setattr(RandomBot, "consider", consider)
    running = RunningRoom(tmp_path, 0)
    await running.begin(HYDRA, people=3)
    running.room.table.bot = "random"
    await running.disconnect("jan")
    await running.do("ola", c.StandIn(1))
    await settled_bots(running)
    assert running.room.table.seats[1].is_played_by_bot
    assert 1 not in asked
    await running.registry.close()


async def test_a_choice_without_an_open_page_ends_the_stand_in(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    await running.ballots()
    await running.disconnect("jan")
    await running.do("ola", c.StandIn(1))
    await running.default(1)
    assert standing_in(running) == []
    await running.do("ola", c.StandIn(1))
    await running.room.note_visit("jan")  # they load the page
    assert standing_in(running) == []
    await running.registry.close()


async def test_occasional_page_loads_count_as_presence(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, stand_in_after=2)
    await running.disconnect("jan")
    for _ in range(5):
        await running.wait(100)
        await running.room.note_visit("jan")
    assert standing_in(running) == []
    await running.wait(120)
    assert standing_in(running) == ["jan"]
    await running.registry.close()


async def test_no_bot_stands_in_during_a_pause(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, stand_in_after=1)
    await running.disconnect("jan")
    await running.do("ola", c.Pause())
    await running.wait(600)
    assert standing_in(running) == []
    await running.do("ola", c.Resume())
    await running.wait(0)
    assert standing_in(running) == ["jan"]
    await running.registry.close()


async def test_only_the_person_or_the_server_ends_a_stand_in(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    with pytest.raises(Refused, match="no-stand-in"):
        await running.do("jan", c.ReturnFromAway(1))
    await running.disconnect("jan")
    await running.do("ola", c.StandIn(1))
    with pytest.raises(Refused, match="not-seated"):
        await running.do("ewa", c.ReturnFromAway(1))
    await running.do("jan", c.ReturnFromAway(1))
    assert standing_in(running) == []
    await running.registry.close()


# The host


def may_be_replaced(running: RunningRoom) -> bool:
    """Return whether the pages offer to take over as host."""
    return running.room.clock.host_may_be_replaced


async def test_somebody_may_take_over_from_an_absent_host(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    with pytest.raises(Refused, match="host-already"):
        await running.do("ola", c.TakeOverHosting())
    with pytest.raises(Refused, match="host-is-here"):
        await running.do("jan", c.TakeOverHosting())
    await running.disconnect("ola")
    await running.wait(119)
    with pytest.raises(Refused, match="host-is-here"):
        await running.do("jan", c.TakeOverHosting())
    assert not may_be_replaced(running)
    told: list[int] = []
    running.room.watchers.add(lambda: told.append(1))
    await running.wait(1)
    assert told
    assert may_be_replaced(running)
    with pytest.raises(Refused, match="not-seated"):
        await running.do("eve", c.TakeOverHosting())
    await running.do("jan", c.TakeOverHosting())
    assert running.room.table.host == "jan"
    assert not may_be_replaced(running)
    await running.do("jan", c.StandIn(0))
    await running.connect("ola")
    assert (running.room.table.host, standing_in(running)) == ("jan", [])
    again = await running.restart()
    assert again.room.table.host == "jan"
    await again.registry.close()


# Giving up


async def test_a_game_ended_by_the_host_reveals_nothing(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    session, names = running.session, running.room.table.names
    with pytest.raises(Refused, match="not-host"):
        await running.do("jan", c.GiveUp())
    await running.do("ola", c.GiveUp())
    table = running.room.table
    assert (table.session, table.notice, table.names) == (None, "abandoned", names)
    assert session.opened().seed == ""
    with pytest.raises(Refused, match="no-game"):
        await running.do("ola", c.GiveUp())
    again = await running.restart()
    assert (again.room.table.session, again.room.table.notice) == (None, "abandoned")
    await again.do("ola", c.Start())
    assert (again.session.number, again.room.table.notice) == (2, "")
    await again.registry.close()


async def test_more_than_half_of_the_people_can_end_a_game(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, people=4)
    table = running.room.table
    control = table.control
    assert control.needed(table.seats) == 3
    with pytest.raises(Refused, match="not-seated"):
        await running.do("eve", c.WantToGiveUp())
    with pytest.raises(Refused, match="not-voted"):
        await running.do("jan", c.WantToGiveUp(yes=False))
    await running.do("jan", c.WantToGiveUp())
    with pytest.raises(Refused, match="voted-already"):
        await running.do("jan", c.WantToGiveUp())
    await running.do("ewa", c.WantToGiveUp())
    assert (control.in_favour(table.seats), table.running) == (2, True)
    await running.do("ewa", c.WantToGiveUp(yes=False))
    await running.do("ola", c.WantToGiveUp())
    assert (control.in_favour(table.seats), table.running) == (2, True)
    await running.do("ewa", c.WantToGiveUp())
    assert (table.session, table.notice) == (None, "abandoned")
    await running.registry.close()


async def test_people_with_a_stand_in_do_not_count_toward_ending_a_game(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    table = running.room.table
    for person in ("jan", "ewa"):
        await running.do(person, c.WantToGiveUp())
    await running.disconnect("zofia")
    await running.do("ola", c.StandIn(4))
    assert (table.control.needed(table.seats), table.running) == (3, True)
    await running.disconnect("piotr")
    await running.do("ola", c.StandIn(3))  # two of the remaining three want it
    assert (table.session, table.notice) == (None, "abandoned")
    again = await running.restart()
    assert again.room.table.notice == "abandoned"
    await again.registry.close()


# A discussion


async def test_a_discussion_opened_by_the_host_is_optional(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    events = len(running.session.view().events)
    with pytest.raises(Refused, match="not-host"):
        await running.do("jan", c.StartDiscussion(60))
    with pytest.raises(Refused, match="setting"):
        await running.do("ola", c.StartDiscussion(-1))
    await running.do("ola", c.StartDiscussion(120))
    await running.wait(50)
    assert running.room.clock.discussion_left() == 70
    await running.do("ola", c.StartDiscussion(180))
    assert running.room.clock.discussion_left() == 180
    await running.wait(180)
    assert running.room.clock.discussion_left() == 0
    assert len(running.session.view().events) == events
    again = await running.restart()
    assert again.room.clock.discussion_left() == 0
    await again.registry.close()


async def test_a_discussion_continues_or_ends_after_a_restart(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    await running.do("ola", c.StartDiscussion(120))
    await running.wait(50)
    again = await running.restart(later=30)
    assert again.room.clock.discussion_left() == pytest.approx(40, abs=0.2)
    await again.wait(15)
    early = await again.restart(later=-3600)  # the system clock was set back meanwhile
    assert early.room.clock.discussion_left() == 120
    over = await early.restart(later=3600 + 60)
    assert over.room.clock.discussion_left() == 0
    await over.do("ola", c.StartDiscussion(60))
    assert over.room.clock.discussion_left() == 60
    ended = await over.restart()
    assert ended.room.clock.discussion_left() == pytest.approx(60, abs=0.2)
    await ended.do("ola", c.StartDiscussion(0))
    assert ended.room.clock.discussion_left() == 0
    await ended.registry.close()


async def test_people_cannot_give_commands_of_the_server(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path, SLOW).begin(SOLDIER)
    with pytest.raises(Refused, match="not-host"):
        await running.do("ola", c.Reveal(1, running.session.question))
    with pytest.raises(Refused, match="stale"):
        await running.do(c.SERVER, c.Reveal(1, running.session.question))
    await running.registry.close()
