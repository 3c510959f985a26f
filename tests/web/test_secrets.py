"""No page tells what its viewer may not know: alike deals give the same bytes, and every seat's part has one size."""

import secrets
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, cast

import msgspec
import pytest

from tests.support.fixtures.models import TablePage, page_of, public_parts
from tests.support.taking import take
from turncoat.kernel.chapters import Deal
from turncoat.kernel.game import Game
from turncoat.kernel.opening import role_cards
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, Seat, is_in, seats_in
from turncoat.kernel.steps import Choice, Prompt
from turncoat.kernel.views import View
from turncoat.table import commands as c
from turncoat.table.runtime.metrics import Metrics
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_clock import LoopTime
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.state.chat import in_channel, is_silent
from turncoat.table.state.game_session import AutomaticChoice, GameSession
from turncoat.table.state.table import Table
from turncoat.table.values.deal_opening import FixedDeal
from turncoat.table.values.entropy import SeatEntropy
from turncoat.table.values.occupants import Occupant
from turncoat.testing.rulesets import label, rulesets
from turncoat.testing.secrecy import check_alike_deals
from turncoat.testing.walks import next_choice
from turncoat.web.board.telling import teller_of
from turncoat.web.games import presenter_of
from turncoat.web.http.identity import Visitor
from turncoat.web.programs.protocol import GameUpdate, sent_offer, sent_prompt
from turncoat.web.programs.socket import EVENTS, OWN, _public
from turncoat.web.programs.socket import filled_up as filled_up_update
from turncoat.web.table import seat as seat_part
from turncoat.web.table import viewer as table_viewer
from turncoat.web.table.guide import read
from turncoat.web.table.own_size import EACH_NAME_BYTE, own_size
from turncoat.web.table.page_parts import layout
from turncoat.web.table.viewer import TableViewer
from turncoat.web.updates.padding import PaddedSizeExceeded


class Offline:
    """A server that stores nothing: drawing pages asks it for nothing more."""

    settings = ServerSettings(Path())
    time = LoopTime()
    metrics = Metrics()


SERVER = cast(RoomRegistry, Offline())


def long_names(count: int, letters: int = 24) -> tuple[str, ...]:
    """Names of so many letters with four bytes each, which hardly get smaller when they are packed."""
    rng = Random("names")
    return tuple("".join(chr(rng.randrange(0x20000, 0x2A6D0)) for _ in range(letters)) for _ in range(count))


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

    def __init__(self, at: Room, seat: Seat, *, packs: bool = False, language: str = "en") -> None:
        self.at, self.seat, self.language = at, seat, language
        self.visitor = Visitor(f"person-{seat}" if seat != SPECTATOR else "somebody", "Somebody")
        self.viewer = TableViewer(at, self.visitor, language, "http://table", "csrf", packs=packs)

    def page(self) -> str:
        return self._anew().load()

    def own_parts(self) -> dict[str, str]:
        """The seat's own parts as they stand in a page that is loaded now, by their templates."""
        viewer = self._anew()
        return viewer._filled_up(layout("play"), viewer._context())

    def own_part(self) -> int:
        return sum(len(html.encode()) for html in self.own_parts().values())

    def _anew(self) -> TableViewer:
        return TableViewer(self.at, self.visitor, self.language, "http://table", "csrf")

    def got(self) -> tuple[object, ...]:
        return self.viewer.state(), self.page(), self.viewer.update()


def test_alike_deals_give_the_same_pages_and_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "token_hex", lambda size: "0" * 2 * size)  # what tells one room from another
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
        self.entropy_by_seat: tuple[SeatEntropy, ...] = ()
        self.fixed_deal: FixedDeal | None = None
        self._view = view

    def view(self, seat: Seat = SPECTATOR) -> View[Any]:
        return self._view

    def seat_of(self, person: str) -> Seat | None:
        return next((seat for seat, one in enumerate(self.occupants) if one.person == person), None)


@cache
def a_deal(ruleset: Ruleset) -> Deal:
    return ruleset.deal(b"any")


def page_bytes(view: View[Any]) -> bytes:
    """The parts of the page that are drawn from this view: shared ones from a spectator's, own ones from a seat's."""
    at = room(view.ruleset, a_deal(view.ruleset))
    at.table.session = cast(GameSession, OfView(view, tuple(at.table.seats)))
    watching = Watching(at, view.seat)
    if view.seat == SPECTATOR:
        page = page_of(at, watching.visitor, "en", "http://table", "csrf")
        assert isinstance(page, TablePage)
        return "".join(public_parts(page).values()).encode()
    return "".join(watching.own_parts().values()).encode()


EVERY = rulesets()
SOME = [
    pytest.param(Ruleset.of("resistance", 5), marks=pytest.mark.sweep),
    Ruleset.of("resistance", 10),
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


def with_every_role() -> list[Ruleset]:
    """Rulesets in which together every role of every game is dealt, at tables as large as can be."""
    found: list[Ruleset] = []
    missing = {(ruleset.game, role) for ruleset in EVERY for role in role_cards(ruleset)}
    while missing:
        best = max(EVERY, key=lambda one: (len(missing & {(one.game, role) for role in role_cards(one)}), one.players))
        missing -= {(best.game, role) for role in role_cards(best)}
        found.append(best)
    return found


EACH_ROLE = with_every_role()
SIZED = [
    *EACH_ROLE,
    *(pytest.param(ruleset, marks=pytest.mark.sweep) for ruleset in EVERY[::24] if ruleset not in EACH_ROLE),
]


def sizes_at(watching: list[Watching], session: GameSession) -> None:
    """Every seat's own part has the size that these names give it, in full and packed."""
    texts = presenter_of(session.ruleset.game).room_for_own_texts(session.ruleset)
    size = own_size(session.names, texts, with_aid=watching[0].at.table.settings.thinking_aid)
    for one in watching:
        if not in_channel(session, one.seat):
            assert one.own_part() == size.in_full
            if one.viewer.packs:
                assert bytes_of_own(one.viewer.update()) == size.packed


def bytes_of_own(update: bytes) -> int:
    """The bytes of a packed update that only its viewer gets, filled up."""
    message = msgspec.json.decode(update)
    return len(message["packed"][-1]) + len(message.get("pad", ""))


@pytest.fixture
def nothing_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of a seat's own part has to fit."""

    def within_size(fill: Callable[[Any], Any], models: Any) -> Any:
        return fill(models)

    monkeypatch.setattr(table_viewer, "_within_size", within_size)


@pytest.mark.usefixtures("nothing_left_out")
@pytest.mark.parametrize("ruleset", SIZED, ids=label)
def test_every_seat_gets_one_size(ruleset: Ruleset) -> None:
    plays_with_one_size(ruleset, packs=True)


@pytest.mark.usefixtures("nothing_left_out")
@pytest.mark.parametrize("ruleset", SIZED[::4], ids=label)
def test_every_seat_gets_one_size_in_full(ruleset: Ruleset) -> None:
    plays_with_one_size(ruleset, packs=False)


def plays_with_one_size(ruleset: Ruleset, *, packs: bool) -> None:
    at = room(ruleset, ruleset.deal(b"sizes"), long_names(ruleset.players))
    session = at.table.session
    assert session is not None
    rng = Random(label(ruleset))
    watching = [Watching(at, seat, packs=packs, language=("en", "pl")[seat % 2]) for seat in range(ruleset.players)]
    silent = dict.fromkeys(range(ruleset.players), False)
    for one in watching:
        one.viewer.update()  # brings the table menu, which differs between the host and the others
    asked: set[tuple[Seat, bool]] = set()
    for _ in range(40):
        if session.result is not None:
            break
        for one in watching:
            one.viewer.catch_up(at.table.version)
        # Players who go out of the game lose the chat form, and others get a channel; everybody knows who that is.
        silent, before = {one.seat: is_silent(session, one.seat) for one in watching}, silent
        updates = {one: one.viewer.update() for one in watching}
        known = {
            (one.language, before[one.seat], silent[one.seat], in_channel(session, one.seat), len(update))
            for one, update in updates.items()
        }
        assert len(known) == len({one[:-1] for one in known})
        sizes_at(watching, session)
        asked |= {(seat, session.view(seat).prompt is not None) for seat in range(ruleset.players)}
        choose(at, *next_choice(session._game, rng))
    assert len(asked) == 2 * ruleset.players, "somebody was never asked, or always"


@pytest.mark.usefixtures("nothing_left_out")
@pytest.mark.parametrize("ruleset", SIZED, ids=label)
def test_whoever_leads_gets_the_size_of_all_others(ruleset: Ruleset) -> None:
    """What a role knows from the deal stands beside the first question, which names everybody."""
    deal = ruleset.deal(b"sizes")
    for first in range(ruleset.players):
        at = room(ruleset, msgspec.structs.replace(deal, first=first), long_names(ruleset.players))
        assert at.table.session is not None
        language = ("en", "pl")[first % 2]
        watching = [Watching(at, seat, packs=True, language=language) for seat in range(ruleset.players)]
        sizes_at(watching, at.table.session)


@pytest.mark.usefixtures("nothing_left_out")
@pytest.mark.parametrize("names", [long_names, lambda count: tuple("ABCDEFGHIJKL"[:count])], ids=["long", "short"])
def test_what_was_seen_and_explained_in_a_long_game_has_room_for_everybody(
    names: Callable[[int], tuple[str, ...]],
) -> None:
    """Bots have chosen for people who are away, over and over; and the guide has said all that it has to say."""
    for ruleset in (Ruleset.of("resistance", 10), Ruleset.of("winter-soldier", 12), Ruleset.of("hail-hydra", 8)):
        at = room(ruleset, ruleset.deal(b"long"), names(ruleset.players))
        session, rng = at.table.session, Random("long")
        assert session is not None
        watching = [Watching(at, seat, packs=True, language="pl") for seat in range(ruleset.players)]
        for one in watching:
            take(at.table, c.Entry("", one.visitor.id, c.Guide(on=True)))
        for turn in range(300):
            if session.result is not None:
                break
            seat, choice = next_choice(session._game, rng)
            session.note(seat, choice, "bot")
            if turn % 20 == 0:
                sizes_at(watching, session)
            for one in watching if turn < 100 else ():
                if (explained := read(at.table, session, one.visitor.id, one.seat, "all")) is not None:
                    take(at.table, c.Entry("", one.visitor.id, explained))
            choose(at, seat, choice)


def test_the_size_says_nothing_but_how_long_the_names_are() -> None:
    short, long = own_size("AB", 5, with_aid=False), own_size(["A", "\U00020000"], 5, with_aid=False)
    assert long.packed - short.packed == 3 * EACH_NAME_BYTE.packed
    assert own_size("AB", 5, with_aid=False, channel=1) == own_size("AB", 5, with_aid=False, channel=4096)


@pytest.mark.parametrize("packs", [False, True], ids=["in full", "packed"])
def test_what_is_too_long_for_the_size_is_left_out(packs: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package from outside may put more beside the question of some seat than any game of ours."""
    ruleset = Ruleset.of("resistance", 5)
    at = room(ruleset, ruleset.deal(b"hint"))
    watching = [Watching(at, seat, packs=packs) for seat in range(5)]
    real, hint = seat_part._PromptForms.prompt, "".join(map(str, range(5000)))

    def prompt(asks: Any, of: Prompt) -> seat_part.PromptPart:
        return msgspec.structs.replace(real(asks, of), hint=hint)

    monkeypatch.setattr(seat_part._PromptForms, "prompt", prompt)
    updates = [(one.viewer.update(), one.viewer.update())[1] for one in watching]  # the first brings the menu
    assert len({(one.own_part(), len(update)) for one, update in zip(watching, updates, strict=True)}) == 1
    asked = [one for one in watching if 'id="answer-form"' in one.page()]
    assert len(asked) == 1, "the question and its form are there"
    assert hint not in asked[0].page()


def test_a_question_that_is_too_long_by_itself_is_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = Ruleset.of("resistance", 5)
    at = room(ruleset, ruleset.deal(b"hint"))
    monkeypatch.setattr(seat_part, "_LEAD", "".join(map(str, range(5000))))
    waits = [seat for seat in range(5) if not is_in(seat, at.table.session.waiting)]  # type: ignore[union-attr]
    with pytest.raises(PaddedSizeExceeded):
        Watching(at, waits[0], packs=True).viewer.update()


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


@pytest.mark.parametrize("ruleset", SIZED, ids=label)
def test_no_program_is_sent_more_than_half_of_what_there_is_room_for(ruleset: Ruleset) -> None:
    at = room(ruleset, ruleset.deal(b"programs"))
    session, rng = at.table.session, Random(label(ruleset))
    assert session is not None
    told, teller = [(0, 0)] * ruleset.players, teller_of(session, session.names, str)
    for _ in range(150):
        if session.result is not None:
            break
        for seat in range(ruleset.players):
            view = session.view(seat)
            for public, own in {told[seat], (0, 0)}:  # since the last update, and for whoever comes only now
                prompt = sent_prompt(view.prompt, teller) if view.prompt is not None else None
                offers = tuple(sent_offer(offer, teller) for offer in view.offers)
                update = GameUpdate(1, view.events[own:], prompt, view.answer, offers, view.waiting, session.result)
                everybody = _public(session, public)
                room_for = OWN * (1 + (everybody.events - public) // EVENTS)
                assert len(msgspec.json.encode(update)) - everybody.size < room_for / 2
            told[seat] = len(session.view().events), len(view.events)
        choose(at, *next_choice(session._game, rng))
