"""Spectators unknown to the table share rendered parts, with the same result as if each were alone."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.support.offline_room import SERVER, choose, room
from tests.support.open_page import PageModel, uncached
from turncoat.kernel.rulesets import Ruleset
from turncoat.table.handlers.seating import bots_for
from turncoat.table.runtime.room import Room
from turncoat.table.state.chat import ChatMessage
from turncoat.table.values.settings import TableSettings
from turncoat.testing.walks import next_choice
from turncoat.web.http.identity import Visitor
from turncoat.web.table import drawing
from turncoat.web.table.drawing import FORM_TOKEN
from turncoat.web.table.open_page import OpenPage
from turncoat.web.table.page import layout_of
from turncoat.web.table.page_parts import PagePart
from turncoat.web.updates.viewer import Outcome

GAMES = ["resistance", "winter-soldier", "hail-hydra", "round-table"]
BASE = "http://table"


class Onlooker:
    """A spectator whose open page assembles the updates."""

    def __init__(self, at: Room, number: int, name: str = "", language: str = "en", *, packs: bool = True) -> None:
        self.at, self.language, self.packs = at, language, packs
        self.visitor = Visitor(f"onlooker-{number}", name)
        self.csrf = f"{number:032x}"
        self.viewer = self.fresh_viewer()
        self.page = PageModel()
        self.came: list[bytes] = []

    def fresh_viewer(self) -> OpenPage:
        return OpenPage(self.at, self.visitor, self.language, BASE, self.csrf, packs=self.packs)

    def load(self) -> str:
        html = self.viewer.load()
        self.check(html)
        self.page = PageModel(html, layout_of(self.at, self.visitor.id).name)
        return html

    def update(self) -> dict[str, Any]:
        self.came.append(self.viewer.answer(Outcome()))
        self.check(self.came[-1].decode())
        return self.page.take(self.came[-1])

    def check(self, text: str) -> None:
        assert FORM_TOKEN not in text
        assert not any(f"{other:032x}" in text for other in range(100) if f"{other:032x}" != self.csrf)

    def shows_the_same_as_a_fresh_page(self) -> None:
        fresh = PageModel()
        with uncached():
            fresh.take(self.fresh_viewer().answer(Outcome()))
        assert self.page.texts == fresh.texts


def some_room(game: str) -> Room:
    ruleset = Ruleset.of(game, 8)
    at = room(ruleset, ruleset.deal(b"shared"), tuple(f"\U0001f9d9 Person {seat}" for seat in range(8)))
    at.table.settings = TableSettings(spectators_talk=True)
    return at


def crowd(at: Room) -> list[Onlooker]:
    """Return spectators who differ in every way in which strangers can."""
    return [
        Onlooker(at, 1),
        Onlooker(at, 2),
        Onlooker(at, 3, "Zoe"),
        Onlooker(at, 4, "Zoe"),
        Onlooker(at, 5, "<Ania & \U0001f9d9>"),
        Onlooker(at, 6, language="pl"),
        Onlooker(at, 7, "Zoe", "pl"),
        Onlooker(at, 8, packs=False),
    ]


def things_that_happen(at: Room, rng: Random) -> list[Callable[[], None]]:
    table = at.table

    def move() -> None:
        session = table.session
        assert session is not None
        if session.result is None:
            choose(at, *next_choice(session._game, rng))

    def rename() -> None:
        table.rename(rng.randrange(8), f"Name {rng.randrange(1000)}")
        table.note_players()
        table.note_change()

    def talk() -> None:
        table.chat.say("person-1", "table", ChatMessage(0, "Person 1", f"I say {rng.randrange(1000)}"))

    def come() -> None:
        at.presence.listed = frozenset(f"person-{seat}" for seat in range(8) if rng.random() < 0.5)

    def make_room() -> None:  # now with a bot, whose seat spectators may request
        table.membership.last_known = {}
        table.seat(bots_for(table, (rng.randrange(1, 8),), "sensible"))
        table.note_players()
        table.note_change()

    def told(happens: Callable[[], None]) -> Callable[[], None]:
        def happen_and_tell() -> None:
            happens()
            at.tell()

        return happen_and_tell

    return [told(one) for one in (move, move, move, rename, talk, come, make_room)]


@pytest.mark.parametrize("game", GAMES)
def test_every_spectators_page_equals_a_fresh_one(game: str) -> None:
    at, absent = some_room(game), Random(1)
    onlookers, happens = crowd(at), things_that_happen(at, Random(game))
    for one in onlookers:
        one.load()
    for _ in range(60):
        absent.choice(happens)()
        for one in onlookers:
            if absent.random() < 0.5:  # the others are asleep, and get all of it later
                one.update()
                one.shows_the_same_as_a_fresh_page()
    for one in onlookers:
        one.update()
        one.shows_the_same_as_a_fresh_page()


def test_an_update_is_rendered_once_for_all_spectators(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    real = drawing._draw

    def counted(part: PagePart, *args: Any) -> str:
        drawn.append(part.id)
        return real(part, *args)

    monkeypatch.setattr(drawing, "_draw", counted)
    at = some_room("resistance")
    onlookers = [Onlooker(at, number) for number in range(40)]
    for one in onlookers:
        one.load()
    assert len(drawn) == len({*drawn})
    for happen in things_that_happen(at, Random(2))[:6] * 3:
        happen()
        drawn.clear()
        for one in onlookers:
            one.update()
        assert len(drawn) == len({*drawn}), drawn


def test_before_and_after_a_game_spectators_of_one_name_share(monkeypatch: pytest.MonkeyPatch) -> None:
    at = some_room("resistance")
    session = at.table.session
    assert session is not None
    rng = Random(3)
    while session.result is None:
        choose(at, *next_choice(session._game, rng))
    for stage in ("end", "setup"):
        at.table.session = session if stage == "end" else None
        onlookers = crowd(at)
        for one in onlookers:
            one.load()
            one.viewer = one.fresh_viewer()
        for happen in things_that_happen(at, rng)[3:6] * 2:
            happen()
            for one in onlookers:
                one.update()
                one.shows_the_same_as_a_fresh_page()


def mute(at: Room, person: str) -> None:
    muting = at.table.personal(person).muting(at.table.chat.voice_of("person-1"), on=True)
    at.table.change_personal(person, muting)


def ask(at: Room, person: str) -> None:
    at.table.membership.request(person, "Zoe", 3)


def speak(at: Room, person: str) -> None:
    at.table.chat.say(person, "spectators", ChatMessage(0, "Zoe", "Hello"))


def be_turned_down(at: Room, person: str) -> None:
    ask(at, person)
    (number,) = at.table.membership.requests
    at.table.membership.answer(number, yes=False)


@pytest.mark.parametrize("does", [mute, ask, speak, be_turned_down])
def test_a_spectator_known_to_the_table_gets_their_own_page(does: Callable[[Room, str], None]) -> None:
    at = some_room("resistance")
    happens = things_that_happen(at, Random(4))
    happens[4]()  # somebody has spoken
    happens[6]()
    onlookers = crowd(at)
    for one in onlookers:
        one.load()
        one.update()
    does(at, onlookers[2].visitor.id)
    for happen in (*happens[3:6], *happens[3:6]):
        happen()
        for one in onlookers:
            one.update()
            one.shows_the_same_as_a_fresh_page()
    new = Onlooker(at, 2, "Zoe")
    new.visitor = new.viewer.visitor = onlookers[2].visitor
    new.load()


def test_delayed_and_live_spectators_do_not_share() -> None:
    at, late = some_room("resistance"), some_room("resistance")
    behind = Room(late.table, SERVER, live=at)
    now, then = Onlooker(at, 1), Onlooker(behind, 2)
    now.load()
    then.load()
    things_that_happen(at, Random(5))[3]()
    at.table.rename(0, "Brand new name")
    at.table.note_players()
    at.table.note_change()
    now.update()
    then.update()
    assert b"Brand new name" in now.came[-1]
    now.shows_the_same_as_a_fresh_page()
    assert not any("Brand new name" in text for text in then.page.texts.values())
