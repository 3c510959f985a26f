"""Scenes: the events that make them, their duration, and clocks and bots that wait for them equally."""

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.running import HYDRA, PEOPLE, RESISTANCE, RunningRoom
from turncoat.games.hail_hydra.events import (
    AttackRevealed,
    CityDamaged,
    VillainDamaged,
    VillainDefeated,
)
from turncoat.games.resistance import events as happened
from turncoat.games.winter_soldier.events import AccusationAnswered, Accused, WentOut
from turncoat.kernel.events import Event, GameEnded, visibility_of
from turncoat.table import commands as c
from turncoat.table.runtime.bots import SPEAKING
from turncoat.table.runtime.presence import LISTED_FOR
from turncoat.table.values.scenes import ALL_CARDS, PACES, SUSPENSE, TIMES, Scene, scenes_of
from turncoat.table.values.settings import TableSettings

VOTE = (happened.BallotsRevealed(0b11100, 0b00011), happened.TeamApproved(0b11))
MISSION = happened.MissionRevealed(1, ("success", "fail"), False)


def test_consecutive_events_form_one_scene() -> None:
    begins = happened.RoundBegan(2, 1, 2)
    ends = GameEnded("spies", "three-failures"), happened.RolesRevealed(("spy",))
    assert scenes_of((*VOTE, MISSION, begins, *ends), 7) == (
        Scene("vote", 7, 8),
        Scene("mission", 9, 9, 2),
        Scene("finale", 11, 12),
    )
    assert scenes_of(ends, 11, 5) == (Scene("finale", 11, 12, 5),), "the cards of all seats are revealed"
    assert scenes_of(ends[:1], 11, 5) == (Scene("finale", 11, 11),)
    assert scenes_of((begins,)) == ()


@pytest.mark.parametrize("pace", PACES)
def test_every_kind_of_scene_has_a_length_at_every_pace(pace: str) -> None:
    factor = dict(PACES)[pace]  # type: ignore[index]
    times = {kind: Scene(kind, 0, 0).seconds(factor) for kind in TIMES}
    assert times["mission"] == 2.5 * factor
    assert times["finale"] == 6.0 * factor == max(time for kind, time in times.items() if kind != "deal")
    assert Scene("mission", 0, 0, 100).turning(factor) == ALL_CARDS * factor
    assert Scene("mission", 0, 0, 2).seconds(factor) > times["mission"] or not factor
    assert Scene("of-another-package", 0, 0).seconds(factor) == 2.5 * factor


def kinds_of(base: type[Event] = Event) -> Iterator[type[Event]]:
    """Yield every event type of the games."""
    for kind in base.__subclasses__():
        yield kind
        yield from kinds_of(kind)


def test_only_public_events_make_scenes() -> None:
    staged = [event for event in kinds_of() if event.scene]
    assert len(staged) > 20
    assert [event.__name__ for event in staged if not visibility_of(event).is_public] == []
    assert [event.__name__ for event in staged if event.turned and event.turned not in event.__struct_fields__] == []
    assert {event.scene for event in staged} <= set(TIMES)


def test_only_public_events_open_a_talk_break() -> None:
    opening = [event for event in kinds_of() if event.opens_talk]
    assert len(opening) >= 5
    assert [event.__name__ for event in opening if not visibility_of(event).is_public] == []


async def opened(tmp_path: Path, scene_pace: str = "normal") -> RunningRoom:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, decision_time=60, scene_pace=scene_pace)
    running.room.connect("ola", lambda: None, with_page=True)
    await running.ballots()
    return running


async def vote(running: RunningRoom) -> None:
    for seat in range(5):
        await running.default(seat)


@pytest.mark.anyio
@pytest.mark.parametrize(("pace", "seconds"), [("calm", 3.75), ("normal", 2.5), ("brisk", 1.5), ("instant", 0.0)])
async def test_the_clock_starts_after_the_scene(tmp_path: Path, pace: str, seconds: float) -> None:
    running = await opened(tmp_path, scene_pace=pace)
    assert running.left() == 60
    await vote(running)
    assert running.room.scenes.left == seconds
    assert running.left() == 60 + seconds
    await running.wait(seconds)
    assert running.room.scenes.left == 0
    assert running.room.scenes.running == ()
    assert running.left() == 60
    await running.registry.close()


@pytest.mark.anyio
async def test_without_an_open_page_there_are_no_scenes(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, decision_time=60)
    running.room.connect("ola", lambda: None)
    await running.ballots()
    await vote(running)
    assert running.room.scenes.running == ()
    assert running.left() == 60
    await running.registry.close()


@pytest.mark.anyio
async def test_a_restart_repeats_no_scene(tmp_path: Path) -> None:
    running = await opened(tmp_path)
    await vote(running)
    assert running.room.scenes.running != ()
    again = await running.restart()
    again.room.connect("ola", lambda: None, with_page=True)
    again.registry.refresh(again.room)
    assert again.room.scenes.running == ()
    await again.registry.close()


async def dealt(tmp_path: Path, people: int) -> RunningRoom:
    """Begin a game of five people of whom this many have a page open."""
    running = RunningRoom(tmp_path)
    running.room = await running.registry.open("ola", "Ola", RESISTANCE)
    for person in PEOPLE[1:5]:
        await running.do(person, c.Sit(person.title()))
    for person in PEOPLE[:people]:
        running.room.connect(person, lambda: None, with_page=True)
    await running.wait(LISTED_FOR)
    await running.do("ola", c.ChangeSettings(TableSettings(decision_time=60)))
    await running.do("ola", c.Start())
    return running


@pytest.mark.anyio
async def test_the_first_question_waits_until_all_have_seen_their_card(tmp_path: Path) -> None:
    running = await dealt(tmp_path, 3)
    room = running.room
    assert (room.scenes.dealing, running.left()) == (20, 80)
    await running.wait(5)
    moment = room.watchers.moment
    for person in ("ola", "ola", "jan", "zofia", "nobody"):
        room.get_ready(person)
    assert room.scenes.ready == {"ola", "jan"}
    assert room.watchers.moment == moment + 2, "pages are notified of each person who is ready"
    assert (room.scenes.dealing, running.left()) == (15, 75)
    room.get_ready("ewa")
    assert (room.scenes.dealing, running.left()) == (0, 60)
    await running.registry.close()


@pytest.mark.anyio
async def test_the_deal_ends_by_itself_and_notifies_pages(tmp_path: Path) -> None:
    running = await dealt(tmp_path, 2)
    woken: list[float] = []
    running.room.connect("jan", lambda: woken.append(running.time.seconds))
    woken.clear()
    running.room.get_ready("ola")
    await running.wait(30)
    assert woken == [1001.0, 1021.0]
    assert (running.room.scenes.dealing, running.left()) == (0, 50)
    running.room.get_ready("jan")
    assert running.left() == 50, "the wait is over"
    await running.registry.close()


@pytest.mark.anyio
async def test_without_open_pages_the_game_starts_at_once(tmp_path: Path) -> None:
    running = await dealt(tmp_path, 0)
    running.room.connect("a screen", lambda: None, with_page=True)
    assert (running.room.scenes.dealing, running.left()) == (0, 60)
    await running.registry.close()


async def begun(tmp_path: Path, *people: str, expected: bool = False) -> RunningRoom:
    """Begin a game of a few people against bots, with their pages open or loading."""
    running = RunningRoom(tmp_path)
    running.room = await running.registry.open("ola", "Ola", RESISTANCE, "easy")
    for person in people[1:]:
        await running.do(person, c.Sit(person.title(), 1))
    for person in people:
        if expected:
            running.room.expect(person)
        else:
            running.room.connect(person, lambda: None, with_page=True)
    await running.do("ola", c.ChangeSettings(TableSettings(decision_time=60)))
    await running.do("ola", c.Start())
    return running


@pytest.mark.anyio
async def test_the_deal_waits_indefinitely_for_a_person_alone_with_bots(tmp_path: Path) -> None:
    running = await begun(tmp_path, "ola")
    scenes, turn = running.room.scenes, running.session.turn
    for watcher in tuple(running.room.watchers.people):
        running.room.disconnect("ola", watcher, with_page=True)  # a sleeping phone changes nothing
    await running.wait(3600)
    assert (scenes.dealing, scenes.left, running.left()) == (math.inf, math.inf, None)
    assert running.session.turn == turn
    running.room.get_ready("ola")
    assert (scenes.dealing, scenes.left) == (0, 0)
    for _ in range(3):  # until the person is asked, and no bot is
        for seat in range(5):
            if running.session.waiting >> seat & 1 and not running.room.table.seats[seat].person:
                choice = running.session.default(seat)
                await running.do(c.SERVER, c.Choose(running.session.number, seat, choice.to, choice.answer))
    assert running.left() == 60, "the time to choose begins after the deal"
    await running.registry.close()


@pytest.mark.anyio
async def test_the_deal_does_not_wait_for_people_who_left(tmp_path: Path) -> None:
    running = await begun(tmp_path, "ola", "jan")
    scenes = running.room.scenes
    await running.wait(5)
    assert scenes.dealing == 15
    await running.do("jan", c.Leave())
    assert scenes.dealing == math.inf
    await running.wait(100)
    await running.do("jan", c.Sit("Jan", 1))
    assert scenes.dealing == 20
    running.room.get_ready("jan")
    assert scenes.dealing == 20, "Jan came back to a running game, so only Ola is waited for"
    await running.do("jan", c.Leave())
    running.room.get_ready("ola")
    assert scenes.dealing == 0
    await running.registry.close()


@pytest.mark.anyio
async def test_a_departure_releases_people_who_are_ready(tmp_path: Path) -> None:
    running = await begun(tmp_path, "ola", "jan")
    running.room.get_ready("ola")
    await running.do("jan", c.Leave())
    assert running.room.scenes.dealing == 0
    await running.registry.close()


@pytest.mark.anyio
async def test_ending_the_game_ends_the_deal(tmp_path: Path) -> None:
    running = await begun(tmp_path, "ola")
    await running.do("ola", c.GiveUp())
    assert running.room.scenes.running == ()
    await running.registry.close()


@pytest.mark.anyio
async def test_acting_counts_as_having_seen_ones_card(tmp_path: Path) -> None:
    running = await begun(tmp_path, "ola")
    for _ in range(5):  # the leader proposes a team
        for seat in range(5):
            if running.session.waiting >> seat & 1:
                choice = running.session.default(seat)
                by = "ola" if running.room.table.seats[seat].person else c.SERVER
                await running.do(by, c.Choose(running.session.number, seat, choice.to, choice.answer))
        if running.room.scenes.dealing == 0:
            break
    assert math.isfinite(running.room.scenes.left)
    await running.registry.close()


@pytest.mark.anyio
async def test_the_deal_waits_a_limited_time_for_a_loading_page(tmp_path: Path) -> None:
    running = await begun(tmp_path, "ola", expected=True)
    assert running.room.scenes.dealing == 20
    await running.wait(5)
    running.room.connect("ola", lambda: None, with_page=True)
    assert running.room.scenes.dealing == math.inf
    await running.registry.close()
    never = await begun(tmp_path / "never", "ola", expected=True)
    await never.wait(20)
    assert never.room.scenes.dealing == 0
    await never.registry.close()


def test_the_outcome_of_an_accusation_is_delayed_a_little() -> None:
    told = Accused(0, 2), AccusationAnswered(2, "shield-agent"), WentOut(0b100)
    (scene,) = scenes_of(told)
    assert scene == Scene("accusation", 0, 2, suspense=True)
    assert scene.turning(2.0) == 2.0 * SUSPENSE
    (accused,) = scenes_of(told[:1])
    assert accused.turning() == 0, "there is nothing to hold back yet"
    assert scene.seconds() == accused.seconds() + SUSPENSE


# Choices before the deal


async def choosing(tmp_path: Path, *people: str) -> RunningRoom:
    """Begin a game of Hail Hydra of these people, with their pages open, and bots: everybody has to choose a hero."""
    running = RunningRoom(tmp_path)
    running.room = await running.registry.open("ola", "Ola", HYDRA, "easy")
    for person in people[1:]:
        await running.do(person, c.Sit(person.title(), 1))
    for person in people:
        running.room.connect(person, lambda: None, with_page=True)
    await running.do("ola", c.ChangeSettings(TableSettings(decision_time=60)))
    await running.do("ola", c.Start())
    return running


async def choose(running: RunningRoom, heroes: int) -> None:
    """Let this many choose."""
    for _ in range(heroes):
        seat = running.session.waiting.bit_length() - 1
        choice = running.session.default(seat)
        by = running.room.table.seats[seat].person or c.SERVER
        await running.do(by, c.Choose(running.session.number, seat, choice.to, choice.answer))


def staged(running: RunningRoom) -> list[str]:
    return [staged.scene.kind for staged in running.room.scenes.running]


@pytest.mark.anyio
async def test_heroes_cards_and_villain_are_shown_in_order(tmp_path: Path) -> None:
    running = await choosing(tmp_path, "ola", "jan")
    scenes = running.room.scenes
    await choose(running, 4)
    assert staged(running) == [], "there are no cards yet to look at"
    await choose(running, 1)
    assert staged(running) == ["opening", "deal", "entrance"]
    opening, deal, entrance = (one.scene for one in scenes.running)
    assert (opening.first, opening.last, deal.last) == (0, 5, 5), "the First Player, and five heroes"
    assert entrance.first > deal.last
    assert scenes.before_the_deal == 6
    assert (scenes.dealing, scenes.on_stage) == (24.5, 29.5)
    await running.wait(10)
    assert staged(running) == ["deal", "entrance"]
    running.room.get_ready("ola")
    assert scenes.dealing == 14.5
    running.room.get_ready("jan")
    assert staged(running) == ["entrance"], "it begins when all have seen their card"
    assert (scenes.dealing, scenes.on_stage) == (0, 5)
    await running.wait(5)
    assert staged(running) == []
    await running.registry.close()


@pytest.mark.anyio
async def test_the_deal_after_the_heroes_waits_indefinitely_for_a_person_alone(tmp_path: Path) -> None:
    running = await choosing(tmp_path, "ola")
    await choose(running, 5)
    assert staged(running) == ["opening", "deal", "entrance"]
    await running.wait(3600)
    assert (staged(running), running.room.scenes.dealing) == (["deal", "entrance"], math.inf)
    running.room.get_ready("ola")
    assert (staged(running), running.room.scenes.on_stage) == (["entrance"], 5)
    await running.registry.close()


@pytest.mark.anyio
async def test_a_restart_during_the_choice_of_heroes_keeps_the_deal(tmp_path: Path) -> None:
    running = await choosing(tmp_path, "ola", "jan")
    await choose(running, 4)
    again = await running.restart()
    for person in ("ola", "jan"):
        again.room.connect(person, lambda: None, with_page=True)
    again.registry.refresh(again.room)
    await choose(again, 1)
    assert staged(again) == ["opening", "deal", "entrance"]
    assert again.room.scenes.players == {"ola", "jan"}
    await again.registry.close()


def test_a_blow_does_not_silence_bots_about_the_attack() -> None:
    """A bot that wants to speak about a result keeps silent after another one, but a blow is none."""
    assert AttackRevealed.scene in SPEAKING
    for blow in (VillainDamaged, VillainDefeated, CityDamaged):
        assert blow.scene
        assert blow.scene not in SPEAKING
