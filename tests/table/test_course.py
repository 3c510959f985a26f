"""Who is away and for whom a bot plays, a host who does not come back, a game given up."""

import asyncio
from pathlib import Path

import pytest

from tests.table.waiting import HYDRA, PEOPLE, RESISTANCE, SLOW, SOLDIER, Evening, settled
from turncoat.bots.bot import RandomBot
from turncoat.kernel.chapters import Offer
from turncoat.kernel.refusals import Refused
from turncoat.kernel.steps import Choice
from turncoat.table import commands as c
from turncoat.table.runtime.bots import Pace
from turncoat.table.state.game_control import plays_by_bot

pytestmark = pytest.mark.anyio


def standing_in(evening: Evening) -> list[str]:
    """For whom a bot plays."""
    return [occupant.person for occupant in evening.room.table.seats if occupant.stand_in]


# Stand-ins


async def test_a_bot_plays_for_who_is_away_and_stops_when_he_is_back(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE)
    with pytest.raises(Refused, match="not-away"):
        await evening.do("ola", c.StandIn(1))
    await evening.go("jan")
    with pytest.raises(Refused, match="not-host"):
        await evening.do("ewa", c.StandIn(1))
    await evening.do("ola", c.StandIn(1))
    occupant = evening.room.table.seats[1]
    assert (occupant.kind, occupant.name, occupant.person, occupant.stand_in) == ("person", "Jan", "jan", True)
    with pytest.raises(Refused, match="bot-plays"):
        await evening.do("ola", c.StandIn(1))
    await evening.come("jan")
    assert standing_in(evening) == []
    assert evening.room.table.seat_of("jan") == 1
    again = await evening.again()
    assert again.room.table.seats == evening.room.table.seats
    await again.registry.close()


async def test_after_a_time_that_the_table_sets_a_bot_plays_by_itself(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE, stand_in_after=2)
    await evening.go("jan")
    await evening.wait(60)
    await evening.go("ewa")
    await evening.wait(59)
    assert standing_in(evening) == []
    await evening.wait(1)
    assert standing_in(evening) == ["jan"]
    await evening.wait(60)
    assert standing_in(evening) == ["jan", "ewa"]
    await evening.come("ewa")
    assert standing_in(evening) == ["jan"]
    await evening.registry.close()


async def test_nobody_is_stood_in_for_at_a_table_that_all_have_left(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE, stand_in_after=2)
    for person in PEOPLE[:5]:
        await evening.go(person)
    await evening.wait(3600)
    assert standing_in(evening) == []
    await evening.come("ola")
    await evening.wait(0)
    assert standing_in(evening) == ["jan", "ewa", "piotr", "zofia"]
    await evening.registry.close()


async def test_the_stand_in_answers_and_its_person_learns_what_it_chose(tmp_path: Path) -> None:
    evening = await Evening(tmp_path, Pace(0, 0)).begin(RESISTANCE)
    await evening.go("jan")
    if evening.session.waiting != 1 << 1:
        await evening.ballots()
    await evening.do("ola", c.StandIn(1))
    session = evening.session
    question = session.question
    while session.question == question and session.waiting >> 1 & 1:
        await settled_bots(evening)
    done = session.done[1][0]
    assert (done.by, done.choice.to) == ("bot", question)
    assert all(not other for seat, other in enumerate(session.done) if seat != 1)
    await evening.registry.close()
    again = await evening.again()
    assert again.session.done == session.done
    await again.registry.close()


async def settled_bots(evening: Evening) -> None:
    """Until every bot has said what it thinks."""
    while evening.registry.bot_runner._tasks:
        await asyncio.gather(*evening.registry.bot_runner._tasks, return_exceptions=True)
        await settled(evening.registry)


async def test_a_stand_in_takes_no_offer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def consider(bot: RandomBot, offers: tuple[Offer, ...]) -> Choice | None:
        asked.append(bot.seat)
        return None

    monkeypatch.setattr(RandomBot, "consider", consider)
    evening = Evening(tmp_path, Pace(0, 0))
    await evening.begin(HYDRA, people=3)
    evening.room.table.bot = "random"
    await evening.go("jan")
    await evening.do("ola", c.StandIn(1))
    await settled_bots(evening)
    assert plays_by_bot(evening.room.table, 1)
    assert 1 not in asked
    await evening.registry.close()


async def test_who_chooses_by_form_alone_is_back(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE)
    await evening.ballots()
    await evening.go("jan")
    await evening.do("ola", c.StandIn(1))
    await evening.default(1)
    assert standing_in(evening) == []
    await evening.do("ola", c.StandIn(1))
    await evening.registry.clock_runner.seen(evening.room, "jan")  # he looks at the page
    assert standing_in(evening) == []
    await evening.registry.close()


async def test_who_looks_at_the_page_now_and_then_is_not_away_long(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE, stand_in_after=2)
    await evening.go("jan")
    for _ in range(5):
        await evening.wait(100)
        await evening.registry.clock_runner.seen(evening.room, "jan")
    assert standing_in(evening) == []
    await evening.wait(120)
    assert standing_in(evening) == ["jan"]
    await evening.registry.close()


async def test_a_paused_table_puts_no_bot_on_a_seat(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE, stand_in_after=1)
    await evening.go("jan")
    await evening.do("ola", c.Pause())
    await evening.wait(600)
    assert standing_in(evening) == []
    await evening.do("ola", c.Resume())
    await evening.wait(0)
    assert standing_in(evening) == ["jan"]
    await evening.registry.close()


async def test_only_the_person_or_the_house_says_that_he_is_back(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE)
    with pytest.raises(Refused, match="no-stand-in"):
        await evening.do("jan", c.ReturnFromAway(1))
    await evening.go("jan")
    await evening.do("ola", c.StandIn(1))
    with pytest.raises(Refused, match="not-seated"):
        await evening.do("ewa", c.ReturnFromAway(1))
    await evening.do("jan", c.ReturnFromAway(1))
    assert standing_in(evening) == []
    await evening.registry.close()


# The host


def may_be_replaced(evening: Evening) -> bool:
    """Whether the pages offer to take over."""
    return evening.room.timer.host_may_be_replaced


async def test_when_the_host_stays_away_somebody_else_may_take_over(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE)
    with pytest.raises(Refused, match="host-already"):
        await evening.do("ola", c.TakeOverHosting())
    with pytest.raises(Refused, match="host-is-here"):
        await evening.do("jan", c.TakeOverHosting())
    await evening.go("ola")
    await evening.wait(119)
    with pytest.raises(Refused, match="host-is-here"):
        await evening.do("jan", c.TakeOverHosting())
    assert not may_be_replaced(evening)
    told: list[int] = []
    evening.room.watchers.add(lambda: told.append(1))
    await evening.wait(1)
    assert told
    assert may_be_replaced(evening)
    with pytest.raises(Refused, match="not-seated"):
        await evening.do("eve", c.TakeOverHosting())
    await evening.do("jan", c.TakeOverHosting())
    assert evening.room.table.host == "jan"
    assert not may_be_replaced(evening)
    await evening.do("jan", c.StandIn(0))
    await evening.come("ola")
    assert (evening.room.table.host, standing_in(evening)) == ("jan", [])
    again = await evening.again()
    assert again.room.table.host == "jan"
    await again.registry.close()


# Giving up


async def test_the_host_ends_a_game_and_nothing_of_it_is_shown(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE)
    session, names = evening.session, evening.room.table.names
    with pytest.raises(Refused, match="not-host"):
        await evening.do("jan", c.GiveUp())
    await evening.do("ola", c.GiveUp())
    table = evening.room.table
    assert (table.session, table.notice, table.names) == (None, "abandoned", names)
    assert session.opened().seed == ""
    with pytest.raises(Refused, match="no-game"):
        await evening.do("ola", c.GiveUp())
    again = await evening.again()
    assert (again.room.table.session, again.room.table.notice) == (None, "abandoned")
    await again.do("ola", c.Start())
    assert (again.session.number, again.room.table.notice) == (2, "")
    await again.registry.close()


async def test_more_than_half_of_the_people_end_a_game(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE, people=4)
    table = evening.room.table
    course = table.control
    assert course.needed(table) == 3
    with pytest.raises(Refused, match="not-seated"):
        await evening.do("eve", c.WantToGiveUp())
    with pytest.raises(Refused, match="not-voted"):
        await evening.do("jan", c.WantToGiveUp(yes=False))
    await evening.do("jan", c.WantToGiveUp())
    with pytest.raises(Refused, match="voted-already"):
        await evening.do("jan", c.WantToGiveUp())
    await evening.do("ewa", c.WantToGiveUp())
    assert (course.in_favour(table), table.running) == (2, True)
    await evening.do("ewa", c.WantToGiveUp(yes=False))
    await evening.do("ola", c.WantToGiveUp())
    assert (course.in_favour(table), table.running) == (2, True)
    await evening.do("ewa", c.WantToGiveUp())
    assert (table.session, table.notice) == (None, "abandoned")
    await evening.registry.close()


async def test_who_is_away_does_not_count_once_a_bot_plays_for_him(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE)
    table = evening.room.table
    for person in ("jan", "ewa"):
        await evening.do(person, c.WantToGiveUp())
    await evening.go("zofia")
    await evening.do("ola", c.StandIn(4))
    assert (table.control.needed(table), table.running) == (3, True)
    await evening.go("piotr")
    await evening.do("ola", c.StandIn(3))  # two of the three who are left want it
    assert (table.session, table.notice) == (None, "abandoned")
    again = await evening.again()
    assert again.room.table.notice == "abandoned"
    await again.registry.close()


# A discussion


async def test_the_host_opens_a_discussion_that_forces_nothing(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE)
    events = len(evening.session.view().events)
    with pytest.raises(Refused, match="not-host"):
        await evening.do("jan", c.StartDiscussion(60))
    with pytest.raises(Refused, match="setting"):
        await evening.do("ola", c.StartDiscussion(-1))
    await evening.do("ola", c.StartDiscussion(120))
    await evening.wait(50)
    assert evening.room.timer.discussion_left() == 70
    await evening.do("ola", c.StartDiscussion(180))
    assert evening.room.timer.discussion_left() == 180
    await evening.wait(180)
    assert evening.room.timer.discussion_left() == 0
    assert len(evening.session.view().events) == events
    again = await evening.again()
    assert again.room.timer.discussion_left() == 0
    await again.registry.close()


async def test_a_discussion_goes_on_after_a_restart_or_is_over(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE)
    await evening.do("ola", c.StartDiscussion(120))
    await evening.wait(50)
    again = await evening.again(later=30)
    assert again.room.timer.discussion_left() == pytest.approx(40, abs=0.2)
    await again.wait(15)
    early = await again.again(later=-3600)  # the clock on the wall was set back meanwhile
    assert early.room.timer.discussion_left() == 120
    over = await early.again(later=3600 + 60)
    assert over.room.timer.discussion_left() == 0
    await over.do("ola", c.StartDiscussion(60))
    assert over.room.timer.discussion_left() == 60
    ended = await over.again()
    assert ended.room.timer.discussion_left() == pytest.approx(60, abs=0.2)
    await ended.do("ola", c.StartDiscussion(0))
    assert ended.room.timer.discussion_left() == 0
    await ended.registry.close()


async def test_orders_of_the_house_are_the_house_s_alone(tmp_path: Path) -> None:
    evening = await Evening(tmp_path, SLOW).begin(SOLDIER)
    with pytest.raises(Refused, match="not-host"):
        await evening.do("ola", c.Reveal(1, evening.session.question))
    with pytest.raises(Refused, match="stale"):
        await evening.do(c.SERVER, c.Reveal(1, evening.session.question))
    await evening.registry.close()
