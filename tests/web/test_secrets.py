"""No page tells what its viewer may not know: alike deals give the same bytes, and every seat's part has one size."""

from functools import cache
from pathlib import Path
from random import Random
from typing import Any, cast

import msgspec
import pytest

from turncoat.kernel.chapters import Deal
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, Seat, seats_in
from turncoat.kernel.steps import Choice
from turncoat.kernel.views import View
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_clock import LoopTime
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.state.chat import is_silent
from turncoat.table.state.game_session import AutomaticChoice, GameSession
from turncoat.table.state.table import Table
from turncoat.table.values.entropy import LuckOfSeat
from turncoat.table.values.occupants import Occupant
from turncoat.testing.rulesets import label, rulesets
from turncoat.testing.secrecy import check_alike_deals
from turncoat.testing.walks import next_choice
from turncoat.web.http.identity import Visitor
from turncoat.web.programs.protocol import GameUpdate
from turncoat.web.programs.socket import filled_up as filled_up_update
from turncoat.web.table.page import (
    OWN_SIZE,
    PACKED_SIZE,
    TablePage,
    filled_up,
    full_page,
    own_parts,
    page_of,
    public_parts,
)
from turncoat.web.table.viewer import TableViewer


class Offline:
    """A server that stores nothing: drawing pages asks it for nothing more."""

    settings = ServerSettings(Path())
    time = LoopTime()


SERVER = cast(RoomRegistry, Offline())
LONG = "\U0001f9d9" * 24


def room(ruleset: Ruleset, deal: Deal, names: tuple[str, ...] = ()) -> Room:
    """A table with people on every seat, at which this deal is played."""
    table = Table()
    table.code, table.host, table.games = "BCDF", "person-0", 1
    table.game_setup = c.GameSetup(ruleset.game, ruleset.players, ruleset.modules, dict(ruleset.options))
    names = names or tuple(f"Person {seat}" for seat in range(ruleset.players))
    table.seats = [Occupant("person", names[seat], f"person-{seat}") for seat in range(ruleset.players)]
    session = GameSession(1, ruleset, "00" * 32, ("",) * ruleset.players, (), tuple(table.seats))
    session._game = Game(ruleset, deal)
    session.asked = session.waiting
    table.session = session
    table.events_at = {0: 0}
    return Room(table, SERVER)


def choose(at: Room, seat: Seat, choice: Choice) -> None:
    """Make a choice as the table does when it is in the log."""
    table = at.table
    assert table.session is not None
    if table.session.take(seat, choice):
        table.version += 1
        table.events_at[table.version] = len(table.session.view().events)


class Watching:
    """Somebody's open page at a table; `packs`: it can unpack, as those of all newer browsers can."""

    def __init__(self, at: Room, seat: Seat, *, packs: bool = False) -> None:
        self.at, self.seat = at, seat
        self.visitor = Visitor(f"person-{seat}" if seat != SPECTATOR else "somebody", "Somebody")
        self.viewer = TableViewer(at, self.visitor, "en", "http://table", "csrf", packs=packs)

    def page(self) -> str:
        return full_page(page_of(self.at, self.visitor, "en", "http://table", "csrf"))

    def own_part(self) -> int:
        page = page_of(self.at, self.visitor, "en", "http://table", "csrf")
        assert isinstance(page, TablePage)
        return sum(len(html.encode()) for html in filled_up(own_parts(page)).values())

    def got(self) -> tuple[object, ...]:
        return self.viewer.state(), self.page(), self.viewer.update()


def test_alike_deals_give_the_same_pages_and_messages() -> None:
    ruleset = Ruleset.of("resistance", 7)
    roles = ["spy", "spy", "spy", "resistance", "resistance", "resistance", "resistance"]
    other = ["resistance", "spy", "resistance", "resistance", "spy", "spy", "resistance"]
    tables = [room(ruleset, Deal(tuple(cards), 2)) for cards in (roles, other)]
    # Seats 3 and 6 are loyal in both, and know nothing else; nor do spectators.
    watching = [
        [Watching(at, seat, packs=packs) for seat in (3, 6, SPECTATOR) for packs in (False, True)] for at in tables
    ]
    rng, steps = Random(7), 0
    while True:
        plays = [at.table.session for at in tables]
        assert plays[0] is not None
        if plays[0].result is not None:  # the cards are turned over now
            break
        first, second = ([one.got() for one in watch] for watch in watching)
        assert first == second
        seat = rng.choice(seats_in(plays[0].waiting))
        prompt = plays[0].view(seat).prompt
        assert prompt is not None
        answers = [answer for answer in prompt.option.answers() if answer != "fail"]
        choice = Choice(prompt.number, rng.choice(answers) if prompt.question.name != "cast-ballot" else "approve")
        for at in tables:
            choose(at, seat, choice)
        steps += 1
    assert steps > 20


class OfView:
    """A game session of which only one view is known: enough to draw the page of its viewer."""

    def __init__(self, view: View[Any], occupants: tuple[Occupant, ...]) -> None:
        self.occupants, self.names = occupants, tuple(occupant.name for occupant in occupants)
        self.ruleset, self.number, self.rules, self.result = view.ruleset, 1, "1", None
        self.waiting = self.asked = view.waiting
        self.news = max(0, len(view.events) - 2)
        self.acts = self.private = [0] * view.ruleset.players
        self.turn, self.latest_question, self.holds, self.is_held = 0, 0, False, False
        self.standing_answers = 0
        self.takes_standing_answers = view.prompt is not None and view.prompt.question.takes_standing_answer
        self.automatic_choices: list[list[AutomaticChoice]] = [[]] * view.ruleset.players
        self.luck: tuple[LuckOfSeat, ...] = ()
        self._view = view

    def view(self, seat: Seat = SPECTATOR) -> View[Any]:
        return self._view


@cache
def a_deal(ruleset: Ruleset) -> Deal:
    return ruleset.deal(b"any")


def page_bytes(view: View[Any]) -> bytes:
    """The parts of the page that are drawn from this view: shared ones from a spectator's, own ones from a seat's."""
    at = room(view.ruleset, a_deal(view.ruleset))
    at.table.session = cast(GameSession, OfView(view, tuple(at.table.seats)))
    watching = Watching(at, view.seat)
    page = page_of(at, watching.visitor, "en", "http://table", "csrf")
    assert isinstance(page, TablePage)
    if view.seat == SPECTATOR:
        return "".join(public_parts(at, page).values()).encode()
    return "".join(filled_up(own_parts(page)).values()).encode()


EVERY = rulesets()
SOME = [
    *(Ruleset.of("resistance", players) for players in (5, 10)),
    Ruleset.of("resistance", 7, ("targeting", "plot-thickens", "hunter", "inquisitor")),
    Ruleset.of("resistance", 8, ("plot-thickens", "reverser")),
    Ruleset.of("winter-soldier", 7, ("black-widow", "maria-hill")),
]


@pytest.mark.parametrize("ruleset", SOME, ids=label)
def test_pages_keep_the_contract(ruleset: Ruleset) -> None:
    check_alike_deals(ruleset, faces=[page_bytes], pairs=1)


@pytest.mark.sweep
@pytest.mark.timeout(600)
@pytest.mark.parametrize("ruleset", EVERY, ids=label)
def test_pages_of_every_ruleset_keep_the_contract(ruleset: Ruleset) -> None:
    check_alike_deals(ruleset, faces=[page_bytes], pairs=1)


@pytest.mark.parametrize("packs", [False, True], ids=["in full", "packed"])
@pytest.mark.parametrize("ruleset", EVERY[::24], ids=label)
def test_every_seat_gets_one_size(ruleset: Ruleset, packs: bool) -> None:
    at = room(ruleset, ruleset.deal(b"sizes"), tuple(LONG[:20] + f"{seat:04}" for seat in range(ruleset.players)))
    session = at.table.session
    assert session is not None
    rng = Random(label(ruleset))
    watching = [Watching(at, seat, packs=packs) for seat in range(ruleset.players)]
    silent = dict.fromkeys(range(ruleset.players), False)
    for one in watching:
        one.viewer.update()  # brings the table menu, which differs between the host and the others
    for _ in range(40):
        if session.result is not None:
            break
        for one in watching:
            one.viewer.catch_up(at.table.version)
        assert {one.own_part() for one in watching} == {OWN_SIZE}
        # Players who go out of the game lose the chat form; everybody knows who that is.
        silent, before = {one.seat: is_silent(session, one.seat) for one in watching}, silent
        updates = {one.seat: one.viewer.update() for one in watching}
        if packs:
            assert {own_size(update) for update in updates.values()} == {PACKED_SIZE}
        sizes = {(before[seat], silent[seat], len(update)) for seat, update in updates.items()}
        assert len(sizes) == len({known[:2] for known in sizes})
        choose(at, *next_choice(session._game, rng))


def own_size(update: bytes) -> int:
    """The bytes of a packed update that only its viewer gets, filled up."""
    message = msgspec.json.decode(update)
    return len(message["own"]) + len(message.get("pad", ""))


def test_a_changed_ballot_is_noticed_by_nobody_else() -> None:
    ruleset = Ruleset.of("resistance", 5)
    at = room(ruleset, Deal(("spy", "spy", "resistance", "resistance", "resistance"), 0))
    session = at.table.session
    assert session is not None
    choose(at, 0, Choice(1, (0b11,)))
    choose(at, 1, Choice(2, "approve"))
    watching = {seat: Watching(at, seat) for seat in (0, 1, 2, SPECTATOR)}
    before = {seat: (one.viewer.state(), one.page()) for seat, one in watching.items()}
    choose(at, 1, Choice(2, "reject"))
    after = {seat: (one.viewer.state(), one.page()) for seat, one in watching.items()}
    assert [seat for seat in watching if before[seat] != after[seat]] == [1]


def test_updates_for_programs_have_one_size_whatever_the_seat_holds() -> None:
    for said in range(3900, 4100):
        public = [{"event": "Said", "text": "x" * said, "role": None}]
        shown = GameUpdate(1, public, None, None, (), 0, None)
        sizes = {
            len(
                filled_up_update(
                    msgspec.json.encode(GameUpdate(1, [{**public[0], "role": role}], None, None, (), 0, None)),
                    len(msgspec.json.encode(shown)),
                    len(public),
                )
            )
            for role in ("spy", "resistance", None)
        }
        assert len(sizes) == 1
