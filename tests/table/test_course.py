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
    return [sitter.person for sitter in evening.seated.table.seats if sitter.stand_in]


# Stand-ins


async def test_a_bot_plays_for_who_is_away_and_stops_when_he_is_back(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE)
    with pytest.raises(Refused, match="not-away"):
        await evening.do("ola", c.StandIn(1))
    await evening.go("jan")
    with pytest.raises(Refused, match="not-host"):
        await evening.do("ewa", c.StandIn(1))
    await evening.do("ola", c.StandIn(1))
    sitter = evening.seated.table.seats[1]
    assert (sitter.kind, sitter.name, sitter.person, sitter.stand_in) == ("person", "Jan", "jan", True)
    with pytest.raises(Refused, match="bot-plays"):
        await evening.do("ola", c.StandIn(1))
    await evening.come("jan")
    assert standing_in(evening) == []
    assert evening.seated.table.seat_of("jan") == 1
    again = await evening.again()
    assert again.seated.table.seats == evening.seated.table.seats
    await again.hall.close()


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
    await evening.hall.close()


async def test_nobody_is_stood_in_for_at_a_table_that_all_have_left(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE, stand_in_after=2)
    for person in PEOPLE[:5]:
        await evening.go(person)
    await evening.wait(3600)
    assert standing_in(evening) == []
    await evening.come("ola")
    await evening.wait(0)
    assert standing_in(evening) == ["jan", "ewa", "piotr", "zofia"]
    await evening.hall.close()


async def test_the_stand_in_answers_and_its_person_learns_what_it_chose(tmp_path: Path) -> None:
    evening = await Evening(tmp_path, Pace(0, 0)).begin(RESISTANCE)
    await evening.go("jan")
    if evening.play.waiting != 1 << 1:
        await evening.ballots()
    await evening.do("ola", c.StandIn(1))
    play = evening.play
    question = play.question
    while play.question == question and play.waiting >> 1 & 1:
        await settled_bots(evening)
    done = play.done[1][0]
    assert (done.by, done.choice.to) == ("bot", question)
    assert all(not other for seat, other in enumerate(play.done) if seat != 1)
    await evening.hall.close()
    again = await evening.again()
    assert again.play.done == play.done
    await again.hall.close()


async def settled_bots(evening: Evening) -> None:
    """Until every bot has said what it thinks."""
    while evening.hall.players._tasks:
        await asyncio.gather(*evening.hall.players._tasks, return_exceptions=True)
        await settled(evening.hall)


async def test_a_stand_in_takes_no_offer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def consider(bot: RandomBot, offers: tuple[Offer, ...]) -> Choice | None:
        asked.append(bot.seat)
        return None

    monkeypatch.setattr(RandomBot, "consider", consider)
    evening = Evening(tmp_path, Pace(0, 0))
    await evening.begin(HYDRA, people=3)
    evening.seated.table.bot = "random"
    await evening.go("jan")
    await evening.do("ola", c.StandIn(1))
    await settled_bots(evening)
    assert plays_by_bot(evening.seated.table, 1)
    assert 1 not in asked
    await evening.hall.close()


async def test_who_chooses_by_form_alone_is_back(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE)
    await evening.ballots()
    await evening.go("jan")
    await evening.do("ola", c.StandIn(1))
    await evening.default(1)
    assert standing_in(evening) == []
    await evening.do("ola", c.StandIn(1))
    await evening.hall.keeper.seen(evening.seated, "jan")  # he looks at the page
    assert standing_in(evening) == []
    await evening.hall.close()


async def test_who_looks_at_the_page_now_and_then_is_not_away_long(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE, stand_in_after=2)
    await evening.go("jan")
    for _ in range(5):
        await evening.wait(100)
        await evening.hall.keeper.seen(evening.seated, "jan")
    assert standing_in(evening) == []
    await evening.wait(120)
    assert standing_in(evening) == ["jan"]
    await evening.hall.close()


async def test_a_paused_table_puts_no_bot_on_a_seat(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE, stand_in_after=1)
    await evening.go("jan")
    await evening.do("ola", c.Pause())
    await evening.wait(600)
    assert standing_in(evening) == []
    await evening.do("ola", c.Resume())
    await evening.wait(0)
    assert standing_in(evening) == ["jan"]
    await evening.hall.close()


async def test_only_the_person_or_the_house_says_that_he_is_back(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE)
    with pytest.raises(Refused, match="no-stand-in"):
        await evening.do("jan", c.Back(1))
    await evening.go("jan")
    await evening.do("ola", c.StandIn(1))
    with pytest.raises(Refused, match="not-seated"):
        await evening.do("ewa", c.Back(1))
    await evening.do("jan", c.Back(1))
    assert standing_in(evening) == []
    await evening.hall.close()


# The host


def may_be_replaced(evening: Evening) -> bool:
    """Whether the pages offer to take over."""
    return evening.seated.timer.host_may_be_replaced


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
    evening.seated.watchers.add(lambda: told.append(1))
    await evening.wait(1)
    assert told
    assert may_be_replaced(evening)
    with pytest.raises(Refused, match="not-seated"):
        await evening.do("eve", c.TakeOverHosting())
    await evening.do("jan", c.TakeOverHosting())
    assert evening.seated.table.host == "jan"
    assert not may_be_replaced(evening)
    await evening.do("jan", c.StandIn(0))
    await evening.come("ola")
    assert (evening.seated.table.host, standing_in(evening)) == ("jan", [])
    again = await evening.again()
    assert again.seated.table.host == "jan"
    await again.hall.close()


# Giving up


async def test_the_host_ends_a_game_and_nothing_of_it_is_shown(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE)
    play, names = evening.play, evening.seated.table.names
    with pytest.raises(Refused, match="not-host"):
        await evening.do("jan", c.GiveUp())
    await evening.do("ola", c.GiveUp())
    table = evening.seated.table
    assert (table.play, table.notice, table.names) == (None, "abandoned", names)
    assert play.opened().seed == ""
    with pytest.raises(Refused, match="no-game"):
        await evening.do("ola", c.GiveUp())
    again = await evening.again()
    assert (again.seated.table.play, again.seated.table.notice) == (None, "abandoned")
    await again.do("ola", c.Start())
    assert (again.play.number, again.seated.table.notice) == (2, "")
    await again.hall.close()


async def test_more_than_half_of_the_people_end_a_game(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE, people=4)
    table = evening.seated.table
    course = table.course
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
    assert (table.play, table.notice) == (None, "abandoned")
    await evening.hall.close()


async def test_who_is_away_does_not_count_once_a_bot_plays_for_him(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE)
    table = evening.seated.table
    for person in ("jan", "ewa"):
        await evening.do(person, c.WantToGiveUp())
    await evening.go("zofia")
    await evening.do("ola", c.StandIn(4))
    assert (table.course.needed(table), table.running) == (3, True)
    await evening.go("piotr")
    await evening.do("ola", c.StandIn(3))  # two of the three who are left want it
    assert (table.play, table.notice) == (None, "abandoned")
    again = await evening.again()
    assert again.seated.table.notice == "abandoned"
    await again.hall.close()


# A discussion


async def test_the_host_opens_a_discussion_that_forces_nothing(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE)
    events = len(evening.play.view().events)
    with pytest.raises(Refused, match="not-host"):
        await evening.do("jan", c.TalkFor(60))
    with pytest.raises(Refused, match="setting"):
        await evening.do("ola", c.TalkFor(-1))
    await evening.do("ola", c.TalkFor(120))
    await evening.wait(50)
    assert evening.seated.timer.discussion_left() == 70
    await evening.do("ola", c.TalkFor(180))
    assert evening.seated.timer.discussion_left() == 180
    await evening.wait(180)
    assert evening.seated.timer.discussion_left() == 0
    assert len(evening.play.view().events) == events
    again = await evening.again()
    assert again.seated.timer.discussion_left() == 0
    await again.hall.close()


async def test_a_discussion_goes_on_after_a_restart_or_is_over(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE)
    await evening.do("ola", c.TalkFor(120))
    await evening.wait(50)
    again = await evening.again(later=30)
    assert again.seated.timer.discussion_left() == pytest.approx(40, abs=0.2)
    await again.wait(15)
    early = await again.again(later=-3600)  # the clock on the wall was set back meanwhile
    assert early.seated.timer.discussion_left() == 120
    over = await early.again(later=3600 + 60)
    assert over.seated.timer.discussion_left() == 0
    await over.do("ola", c.TalkFor(60))
    assert over.seated.timer.discussion_left() == 60
    ended = await over.again()
    assert ended.seated.timer.discussion_left() == pytest.approx(60, abs=0.2)
    await ended.do("ola", c.TalkFor(0))
    assert ended.seated.timer.discussion_left() == 0
    await ended.hall.close()


async def test_orders_of_the_house_are_the_house_s_alone(tmp_path: Path) -> None:
    evening = await Evening(tmp_path, SLOW).begin(SOLDIER)
    with pytest.raises(Refused, match="not-host"):
        await evening.do("ola", c.Reveal(1, evening.play.question))
    with pytest.raises(Refused, match="stale"):
        await evening.do(c.HOUSE, c.Reveal(1, evening.play.question))
    await evening.hall.close()
