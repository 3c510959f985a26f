"""Clocks, pauses, absent players and giving up, as pages and programs receive them."""

import json
import math
import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tests.support.fixtures.models import SetupPage, TablePage
from tests.support.guests import a_table
from tests.support.looking import Looking
from tests.support.open_page import PageModel, uncached
from tests.support.running import HYDRA, PEOPLE, RESISTANCE, SOLDIER, RunningRoom, settled
from turncoat.kernel.refusals import Refused
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.seats import NOBODY, Seat, is_in, seats_in
from turncoat.kernel.steps import Ask
from turncoat.table import commands as c
from turncoat.table.runtime.clocks import DISCUSSED_FOR
from turncoat.table.runtime.presence import DISCONNECT_GRACE, LISTED_FOR
from turncoat.table.values.settings import NEW_TABLE, TableSettings
from turncoat.web.http.languages import renderer
from turncoat.web.programs.protocol import ClockMessage
from turncoat.web.programs.socket import ProgramConnection
from turncoat.web.screen.shared_screen import screen_page
from turncoat.web.updates.viewer import Outcome

pytestmark = pytest.mark.anyio


def left_on(html: str, running: RunningRoom) -> float:
    """Return the seconds left on a clock."""
    (ends,) = re.findall(r'data-ends="([^"]*)"', html)
    return float(ends) - running.room.clock.now()


def clock_of(html: str) -> str:
    """Return the part below the board about clocks, pauses and absent people."""
    found = re.search(r'<div id="clock".*?(?=<div class="beside")', html, re.S)
    assert found, html
    return found[0]


async def default_unless_closed(running: RunningRoom, seat: Seat) -> None:
    """Make a seat's default choice, unless the bots close the question first.

    No long pause precedes a bot's answer to go on. It may be the last that the question waits for, since the standing
    answers of people then count.
    """
    session, seats = running.session, running.room.table.seats
    choice = session.default(seat)
    may_be_late = seats[seat].kind == "bot" or is_in(seat, session.standing_answers)
    try:
        await running.do(seats[seat].person or c.SERVER, c.Choose(session.number, seat, choice.to, choice.answer))
    except Refused as error:
        if not may_be_late or error.refusal.code not in ("stale", "already-chosen", "not-asked"):
            raise


async def test_everybody_sees_the_same_clock_and_gets_only_its_changes(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, decision_time=60)
    both = [Looking(running, "jan"), Looking(running, "eve")]
    await running.wait(17)
    for one in both:
        clock = clock_of(one.html())
        assert left_on(clock, running) == 43
        assert "Time for this choice: 1 minute" in clock
        assert "clock" in one.update()["parts"]
        assert one.update() == {}
    await running.ballots()
    for one in both:
        assert left_on(one.update()["parts"]["clock"], running) == 60
    await running.wait(5)
    await running.default(3)
    for one in both:
        assert "clock" not in one.update()["parts"]  # the page counts down by itself
    again = Looking(running, "jan")
    assert left_on(again.update()["parts"]["clock"], running) == 55  # it was away
    await running.registry.close()


async def test_everybody_sees_and_hears_a_pause_and_its_end(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, decision_time=60)
    host, jan = Looking(running, "ola"), Looking(running, "jan")
    host.update()
    jan.update()
    await running.do("ola", c.Pause())
    assert jan.said() == ["Ola has paused the game. You can keep talking."]
    assert 'value="resume"' in clock_of(host.html())
    assert 'value="resume"' not in clock_of(jan.html())
    assert "data-stopped" in clock_of(jan.html())
    await running.do("ola", c.Resume())
    assert jan.said() == ["The game continues."]
    assert "data-stopped" not in clock_of(jan.html())
    assert Looking(running, "jan").said() == []  # a freshly unpacked page has nothing to catch up with
    await running.registry.close()


async def test_the_end_of_a_discussion_is_sent_at_once_and_not_with_a_secret_action(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    page, woken = Looking(running, "jan"), list[None]()
    await running.do("ola", c.StartDiscussion(60))
    assert "Discussion: 1 minute" in page.update()["parts"]["clock"]
    running.room.watchers.add(lambda: woken.append(None), "jan")
    await running.wait(60)
    await running.do("ola", c.WriteNotes({0: c.Note("doubt")}))
    assert page.update() == {}
    woken.clear()
    await running.wait(DISCUSSED_FOR)
    assert woken
    assert "Discussion" not in page.update()["parts"]["clock"]
    await running.do("ola", c.WriteNotes({0: c.Note("trust")}))
    assert page.update() == {}
    await running.registry.close()


async def test_everybody_hears_that_time_is_up_but_only_the_seat_hears_its_choice(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, decision_time=60)
    await running.ballots()
    jan = Looking(running, "jan")
    jan.update()
    await running.default(1)
    jan.update()
    await running.wait(60)
    assert jan.said() == ["Ola, Ewa, Piotr and Zofia ran out of time; the default was chosen."]
    words = "You ran out of time; the default was chosen:"
    taken = {person: words in Looking(running, person).html() for person in PEOPLE[:5]}
    assert taken == {"ola": True, "jan": False, "ewa": True, "piotr": True, "zofia": True}
    leader = running.session.waiting.bit_length() - 1
    await running.default(leader)
    assert "ran out of time" not in clock_of(jan.html())
    await running.registry.close()


async def test_the_notice_that_time_was_up_stays_until_the_next_question_is_over(tmp_path: Path) -> None:
    """Ola never answers, and the bots go on meanwhile."""
    running = await RunningRoom(tmp_path).begin(RESISTANCE, people=1, decision_time=60)
    session = running.session
    at, gone = 0, 0

    def is_over() -> bool:
        return session.result is not None

    while not is_over():
        question = session.question
        for seat in seats_in(session.waiting & ~1):
            choice = session.default(seat)
            await running.do(c.SERVER, c.Choose(session.number, seat, choice.to, choice.answer))
        if session.question == question and session.waiting & 1:
            await running.wait(60)
            at = question
        await running.wait(running.hold)
        if not is_over() and at:
            is_said = "Ola ran out of time" in clock_of(Looking(running, "ola").html())
            assert is_said == (session.question <= at + 1), (at, session.question)
            gone += not is_said
    assert gone
    await running.registry.close()


async def test_only_the_absent_person_learns_their_stand_ins_choices(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    await running.ballots()
    await running.disconnect("ewa")
    await running.wait(DISCONNECT_GRACE)
    host = Looking(running, "ola")
    assert "Let a bot play for Ewa" in clock_of(host.html())
    assert "Let a bot play for Ewa" not in Looking(running, "jan").html()
    await running.do("ola", c.StandIn(2))
    for person in ("ola", "jan", "eve"):
        html = Looking(running, person).html()
        assert len(re.findall("A bot plays<", html)) == 1
        assert "A bot chose for you" not in html
    number = running.session.question
    await running.do(c.SERVER, c.Choose(1, 2, number, "reject"))
    for person in ("ola", "jan", "eve"):
        assert "A bot chose for you" not in Looking(running, person).html()
    ewa = Looking(running, "ewa")
    assert "A bot chose for you: Reject." in ewa.html()
    assert 'value="return-from-away"' in clock_of(ewa.html())
    await running.connect("ewa")
    assert 'value="return-from-away"' not in clock_of(ewa.html())
    assert "A bot chose for you: Reject." in ewa.html()
    await running.registry.close()


async def test_a_page_load_does_not_mark_its_person_as_away(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    host, jan = Looking(running, "ola"), Looking(running, "jan")
    host.update()
    jan.update()
    for _ in range(3):
        await running.disconnect("ewa")
        await running.wait(DISCONNECT_GRACE - 0.1)
        assert not running.room.presence.here.get("ewa")
        assert (host.update(), jan.update()) == ({}, {})
        await running.connect("ewa")
        assert (host.update(), jan.update()) == ({}, {})
    await running.wait(10 * DISCONNECT_GRACE)
    assert (host.update(), jan.update()) == ({}, {})
    await running.disconnect("ewa")
    await running.wait(DISCONNECT_GRACE)
    assert host.said() == ["Ewa is away."]
    assert "seats" in jan.update()["parts"]
    await running.connect("ewa")
    await running.wait(LISTED_FOR)
    assert "seats" in jan.update()["parts"]
    await running.registry.close()


async def test_people_who_may_take_over_as_host_get_the_offer(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    jan = Looking(running, "jan")
    jan.update()
    await running.disconnect("ola")
    assert 'value="take-over-hosting"' not in jan.html()
    await running.wait(120)
    assert jan.said() == ["Ola, the host, has been away for a while."]
    assert 'value="take-over-hosting"' in clock_of(jan.html())
    assert 'value="take-over-hosting"' not in Looking(running, "eve").html()
    await running.registry.close()


async def test_the_number_of_people_who_want_to_give_up_is_displayed(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    jan, ewa, eve = (Looking(running, person) for person in ("jan", "ewa", "eve"))
    ewa.update()
    await running.do("jan", c.WantToGiveUp())
    assert ewa.said() == ["1 wants to abandon this game; 3 are needed."]
    assert 'value="play-on"' in clock_of(jan.html())
    assert 'value="want-to-give-up"' in clock_of(ewa.html())
    assert "give-up" not in clock_of(eve.html())
    for person in ("ewa", "piotr"):
        await running.do(person, c.WantToGiveUp())
    assert isinstance(ewa.page(), SetupPage)
    assert "The game was abandoned. All cards stay secret." in ewa.html()
    await running.registry.close()


async def test_everybody_notices_a_pause_request_and_the_host_grants_it_with_one_tap(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    host, jan, ewa, eve = (Looking(running, person) for person in ("ola", "jan", "ewa", "eve"))
    for one in (host, jan, ewa, eve):
        one.update()
    assert 'value="request-pause"' in jan.html()
    assert "request-pause" not in host.html() + eve.html()
    await running.do("jan", c.RequestPause())
    for one in (host, ewa):
        assert one.said() == ["Jan would like a pause."]
    assert 'value="pause"' in clock_of(host.html())
    assert 'value="withdraw-pause-request"' in clock_of(jan.html())
    assert 'value="request-pause"' in clock_of(ewa.html())
    assert "or 3 people who ask for it" in clock_of(ewa.html())
    assert "<button" not in clock_of(eve.html())
    await running.do("ewa", c.RequestPause())
    assert host.said() == ["Jan and Ewa would like a pause."]
    await running.do("zofia", c.RequestPause())
    assert host.said() == ["The game is paused: more than half of the people asked for it. You can keep talking."]
    assert 'value="request-resume"' in jan.html()
    await running.do("jan", c.RequestResume())
    assert host.said() == ["Jan would like to resume."]
    assert clock_of(host.html()).count("<button") == 1  # it is there already
    await running.do("ola", c.Resume())
    assert host.said() == ["The game continues."]
    await running.registry.close()


async def test_a_finished_game_takes_no_requests(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    await running.do("jan", c.RequestPause())
    await running.do("jan", c.WantToGiveUp())
    while running.session.result is None:
        await running.default((running.session.waiting & -running.session.waiting).bit_length() - 1)
    page = Looking(running, "ola").page()
    assert isinstance(page, TablePage)
    assert (page.clock.asking, page.clock.giving_up) == (None, None)
    await running.registry.close()


async def test_everybody_is_told_that_a_table_is_held_open(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(SOLDIER)
    await running.ballots()
    looking = [Looking(running, person) for person in (*PEOPLE, "eve")]
    for seat in range(6):
        await running.default(seat)
    for one in looking:
        one.update()
    await running.default(6)
    for one in looking:
        assert one.said() == ["All in – revealing…"]
        assert 'id="answer-form"' not in one.html()
    await running.wait(3)
    assert all("turned over in a moment" not in one.html() for one in looking)
    await running.registry.close()


async def test_a_game_with_its_own_clocks_has_settings_for_them() -> None:
    named = {
        step.question.clock
        for name in BOOKS
        for step in _asks(BOOKS[name])
    }  # fmt: skip
    assert named == {"", *(clock for book in BOOKS.values() for clock in book.clocks)}


def _asks(book: object) -> list[Any]:
    def below(kind: type[Any]) -> list[type[Any]]:
        return [kind, *(one for child in kind.__subclasses__() for one in below(child))]

    home = type(book).__module__.rpartition(".")[0]
    return [kind for kind in below(Ask) if kind.__module__.startswith(home)]


# Forms


async def test_forms_pause_discuss_and_give_up(tmp_path: Path) -> None:
    async with a_table(tmp_path) as (at, guests):
        host, jan, watching = guests[0], guests[1], guests[7]
        assert (await jan.post(do="pause")).headers["Turncoat-Refusal"] == "not-host"
        assert "Name 1 would like a pause." in (await jan.post(do="request-pause")).text
        assert "Name 1 would like a pause." in await host.look()
        assert (await jan.post(do="request-resume")).headers["Turncoat-Refusal"] == "not-paused"
        assert "would like a pause" not in (await jan.post(do="withdraw-pause-request")).text
        for who, code in ((host, "host-pauses"), (watching, "not-seated")):
            assert (await who.post(do="request-pause")).headers["Turncoat-Refusal"] == code
        assert (await watching.post(do="want-to-give-up")).headers["Turncoat-Refusal"] == "not-seated"
        assert "Name 0 has paused the game." in (await host.post(do="pause")).text
        assert "Name 0 has paused the game." in await watching.look()
        assert "paused the game" not in (await host.post(do="resume")).text
        assert "Discussion: 3 minutes" in (await host.post(do="start-discussion", seconds="180")).text
        assert "Discussion: 3 minutes" in await jan.look()
        wrongs = {"": "incomplete", "soon": "incomplete", "-1": "setting", "99999": "setting"}
        for wrong, code in wrongs.items():
            assert (await host.post(do="start-discussion", seconds=wrong)).headers["Turncoat-Refusal"] == code
        assert "Discussion" not in clock_of((await host.post(do="start-discussion", seconds="0")).text)
        assert (await host.post(do="give-up")).headers["Turncoat-Refusal"] == "not-confirmed"
        assert at.table.running
        given_up = await host.post(do="give-up", sure="yes")
        assert given_up.status_code == 200
        assert (at.table.session, at.table.notice) == (None, "abandoned")
        assert "The game was abandoned." in given_up.text


async def test_settings_are_stored_one_by_one(tmp_path: Path) -> None:
    async with a_table(tmp_path) as (at, guests):
        assert 'name="decision_time"' not in await guests[1].look()
        assert 'name="talk_time"' not in await guests[0].look()  # irrelevant in this game
        await guests[0].post(do="change-settings", decision_time="120")
        page = (await guests[0].post(do="change-settings", stand_in_after="5")).text
        assert (at.table.settings.decision_time, at.table.settings.stand_in_after) == (120, 5)
        assert '<option value="120" selected>2 minutes</option>' in page
        assert "Time for this choice: 2 minutes" in page
        refused = await guests[1].post(do="change-settings", decision_time="30")
        assert refused.headers["Turncoat-Refusal"] == "not-host"
        assert at.table.settings == msgspec.structs.replace(NEW_TABLE, decision_time=120, stand_in_after=5)


async def test_without_scripts_loading_the_page_ends_the_absence(tmp_path: Path) -> None:
    async with a_table(tmp_path) as (at, guests):
        page = (await guests[0].post(do="stand-in", seat="3")).text
        assert "A bot plays<" in page
        assert [occupant.stand_in for occupant in at.table.seats].index(True) == 3
        assert "I'm back" not in await guests[3].look()
        assert "A bot plays<" not in await guests[0].look()


# Programs


async def test_a_program_hears_when_a_clock_starts_stops_and_ends(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    line = ProgramConnection.__new__(ProgramConnection)
    line.room, line.person, line.sent_seats, line.game, line.events, line.public = (
        running.room,
        "jan",
        (None, None),
        0,
        0,
        0,
    )
    line.state, line.clock, line.said, line._answers = (), (None, None, ""), None, []
    line.language, line.translate = "", str

    def told() -> list[ClockMessage]:
        clocks = [message for message in line.messages() if json.loads(message)["type"] == "clock"]
        return [msgspec.json.decode(message, type=ClockMessage) for message in clocks]

    assert told() == []
    await running.do("ola", c.ChangeSettings(TableSettings(decision_time=60)))
    assert told() == [ClockMessage("decision", 60.0, "")]
    await running.wait(12.34)
    assert told() == []
    await running.do("ola", c.Pause())
    assert told() == [ClockMessage("decision", 47.7, "Ola")]
    await running.do("ola", c.Resume())
    assert told() == [ClockMessage("decision", 47.7, "")]
    await running.ballots()
    assert told() == [ClockMessage("decision", 60.0, "")]
    await running.do("ola", c.ChangeSettings(TableSettings()))
    assert told() == [ClockMessage("", 0.0, "")]
    await settled(running.registry)
    await running.registry.close()


# The shared screen


async def test_the_shared_screen_has_the_clock_but_no_buttons(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, decision_time=60)
    away = 3 if running.session.waiting == 0b100 else 2
    await running.disconnect(PEOPLE[away])
    await running.do("ola", c.StandIn(away))
    await running.do("jan", c.WantToGiveUp())
    code = running.room.table.code
    html = renderer("en").part("screen/screen", screen_page(running.room, code, "en", "http://table"))
    assert left_on(html, running) == 60
    await running.do("ola", c.Pause())
    html = renderer("en").part("screen/screen", screen_page(running.room, code, "en", "http://table"))
    assert "Ola has paused the game." in html
    assert "<button" not in html
    await running.registry.close()


@pytest.mark.parametrize("clocks", [{}, {"decision_time": 60}, {"talk_time": 60}, {"ability_time": 60}], ids=str)
@pytest.mark.parametrize("people", [1, 3])
@pytest.mark.parametrize("game", [RESISTANCE, HYDRA], ids=["resistance", "hail-hydra"])
async def test_no_part_of_an_open_page_goes_stale_as_time_passes(
    tmp_path: Path, game: c.GameSetup, people: int, clocks: dict[str, int]
) -> None:
    """On a real table while time passes: some choose in time and some do not, and bots talk freely."""
    running = RunningRoom(tmp_path)
    running.room = await running.registry.open("ola", "Ola", game, "easy")
    for person in PEOPLE[1:people]:
        await running.do(person, c.Sit(person.title()))
    for person in PEOPLE[:people]:
        running.room.connect(person, lambda: None, with_page=True)
    none = {"decision_time": 0, "talk_time": 0, "ability_time": 0}
    await running.do("ola", c.ChangeSettings(msgspec.structs.replace(NEW_TABLE, **none | clocks)))
    await running.do("ola", c.Start())
    rng, session = Random(str(clocks)), running.session
    pages = [Looking(running, person) for person in PEOPLE[:people]]
    for _ in range(200):
        if session.result is not None:
            break
        for page in pages:
            page.model.take(page.viewer.answer(Outcome()))
            fresh = PageModel()
            with uncached():
                fresh.take(Looking(running, page.visitor.id).viewer.answer(Outcome()))
            assert page.model.texts == fresh.texts
        for person in PEOPLE[:people]:
            running.room.get_ready(person)
        seats = seats_in(session.waiting)
        if not seats or session.is_held or rng.random() < 0.3:
            await running.wait(rng.choice((1, 60)))
        elif running.room.scenes.talking and rng.random() < 0.5:
            running.room.end_talk("ola")
        else:
            seat = rng.choice(seats)
            if seat < people and session.takes_standing_answers and not is_in(seat, session.standing_answers):
                await running.do(PEOPLE[seat], c.StandingAnswer(session.number, session.question))
            else:
                await default_unless_closed(running, seat)
    assert session.result is not None or session.question > 20
    await running.registry.close()


async def test_a_lone_player_who_skips_sees_how_to_continue(tmp_path: Path) -> None:
    """After a result, the bots wait indefinitely for a lone person, even one who skips a question of their own."""
    running = RunningRoom(tmp_path)
    running.room = await running.registry.open("ola", "Ola", HYDRA, "easy")
    running.room.connect("ola", lambda: None, with_page=True)
    without_clocks = msgspec.structs.replace(NEW_TABLE, decision_time=0, talk_time=0, ability_time=0)
    await running.do("ola", c.ChangeSettings(without_clocks))
    await running.do("ola", c.Start())
    page = Looking(running, "ola")
    for _ in range(2000):
        running.room.get_ready("ola")
        session = running.session
        skips = session.takes_standing_answers and is_in(0, session.standing_answers & session.waiting)
        if math.isinf(running.room.scenes.talking):
            if skips:
                break
            running.room.end_talk("ola")
        asked = session.waiting & ~(session.standing_answers if session.takes_standing_answers else NOBODY)
        if session.is_held or not asked:
            await running.wait(60)
            continue
        seat = seats_in(asked)[0]
        if seat == 0 and session.takes_standing_answers:
            await running.do("ola", c.StandingAnswer(session.number, session.question))
        else:
            await default_unless_closed(running, seat)
    else:
        raise AssertionError("it does not come to that")
    question = running.session.question
    assert "Time to talk. The bots wait for you." in page.html()
    running.room.end_talk("ola")
    await running.wait(60)
    assert running.session.question != question or not is_in(0, running.session.waiting)
    await running.registry.close()


@pytest.mark.parametrize(
    ("people", "decision_time", "waits"),
    [(2, 0, "The bots wait until it is over."), (2, 60, "The clocks start when it is over."), (5, 0, "")],
    ids=["bots", "clocks", "neither"],
)
async def test_a_time_to_talk_says_what_waits_for_its_end(
    tmp_path: Path, people: int, decision_time: int, waits: str
) -> None:
    running = RunningRoom(tmp_path)
    running.room = await running.registry.open("ola", "Ola", RESISTANCE, "easy")
    for seat, person in enumerate(PEOPLE[1:people], 1):
        await running.do(person, c.Sit(person.title(), seat))
    for person in PEOPLE[:people]:
        running.room.connect(person, lambda: None, with_page=True)
    await running.do("ola", c.ChangeSettings(msgspec.structs.replace(NEW_TABLE, decision_time=decision_time)))
    await running.do("ola", c.Start())
    for person in PEOPLE[:people]:
        running.room.get_ready(person)
    leader = next(seat for seat in seats_in(running.session.waiting))
    await default_unless_closed(running, leader)
    assert running.room.scenes.talking

    def said() -> list[str]:
        return re.findall(r'is-talking.*?class="count-text">(.*?)</span>', Looking(running, "ola").html(), re.S)

    assert said() == ([f"Time to talk. {waits}"] if decision_time else []), "a question has no countdown but its own"
    await default_unless_closed(running, 0)
    assert said() == ([f"Time to talk. {waits}"] if waits else [])
    await running.registry.close()
