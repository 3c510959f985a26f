"""A loaded page plus all messages equals a fresh page, for every declared part and every kind of game.

The tests enumerate the declarations. A part that no test has seen change fails, and so does one sent unchanged.
"""

import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from random import Random
from typing import Any, cast

import msgspec
import pytest

from tests.support.alike_deals import compare_alike_deals
from tests.support.offline_room import choose
from tests.support.open_page import PageModel, uncached, unpacked
from tests.support.page_events import GAMES, Offline, do, some_room, things_that_happen
from turncoat.kernel.seats import SPECTATOR, seats_in
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.values.settings import TableSettings
from turncoat.testing.walks import next_choice
from turncoat.web.http import rendering
from turncoat.web.http.identity import Visitor
from turncoat.web.http.languages import renderer
from turncoat.web.table.open_page import OpenPage
from turncoat.web.table.page import layout_of
from turncoat.web.table.page_parts import PARTS, PagePart, PublicContext, Tab, layout, register
from turncoat.web.table.room_cache import MOST_PIECES, RoomCache
from turncoat.web.updates.cache import Memo
from turncoat.web.updates.viewer import Outcome

BASE = "http://table"
AT_SETUP = ("main", "menu", "chat-log", "reactions", "chat-form", "meeting")


class Person:
    """A visitor with an open page, whose connection may break."""

    def __init__(self, at: Room, seat: int, language: str = "en", name: str = "") -> None:
        self.at, self.language, self.seat = at, language, seat
        self.visitor = Visitor(f"person-{seat}", name or f"Person {seat}")
        self.page = self.loaded()
        self.sent: Counter[str] = Counter()
        self.turn, self.is_asleep = seat, False
        self.connect()

    def fresh(self) -> OpenPage:
        return OpenPage(self.at, self.visitor, self.language, BASE, f"{self.seat:032}", packs=True)

    def loaded(self) -> PageModel:
        """Load the current page."""
        return PageModel(self.fresh().load(), layout_of(self.at, self.visitor.id).name)

    def connect(self, claim: str | None = None) -> None:
        """Reconnect the page, which claims the parts that it holds."""
        self.viewer = self.fresh()
        self.is_back, self.stage = True, self.viewer.page_key()
        self.viewer.claim(self.page.claim if claim is None else claim)
        self.viewer.catch_up(self.at.table.version)

    def update(self) -> dict[str, Any]:
        if self.viewer.page_key() != self.stage:  # it is told to load another page
            self.page = self.loaded()
            self.connect()
        before = self.texts()
        update = self.page.take(self.viewer.answer(Outcome()))
        after = self.texts()
        assert after == self.fresh_texts(), f"differs from a fresh page of {self.seat}"
        own = {part.id for part in layout(layout_of(self.at, self.visitor.id).name).seat}
        public = {part.id for part in layout(layout_of(self.at, self.visitor.id).name).public}
        for id in set(update.get("parts", ())) - own:
            # After an absence, parts may be sent again that changed and changed back, and so may a viewer's own parts.
            # Muting others replaces the shared chat by a part of the viewer's own, and likewise the typing indicators.
            is_same = before.get(id) == after.get(id) and id not in ("chat-log", "typing")
            is_told = any(one["id"].startswith("k") for one in update.get("announcements", ()))
            assert not is_same or self.is_asleep or is_told or (self.is_back and id not in public), (
                f"{id} was sent to {self.seat}, and had not changed"
            )
            self.sent[id] += before.get(id) != after.get(id)
        self.is_back = self.is_asleep = False
        return update

    def texts(self) -> dict[str, str]:
        return self.texts_of(self.page)

    def fresh_texts(self) -> dict[str, str]:
        """Return the parts of a freshly loaded page. Every 25th time it is really loaded, which takes a while."""
        fresh = PageModel()
        with uncached():
            fresh.take(self.fresh().answer(Outcome()))
        self.turn += 1
        if self.turn % 25 == 0:
            assert self.texts_of(self.loaded()) == self.texts_of(fresh)
        return self.texts_of(fresh)

    @staticmethod
    def texts_of(page: PageModel) -> dict[str, str]:
        return page.texts


def people(at: Room) -> list[Person]:
    """Return viewers of every kind that a page distinguishes."""
    return [
        *(Person(at, seat, ("en", "pl")[seat % 2]) for seat in (0, 1, 2)),
        Person(at, 30, name="Zoe"),
        Person(at, 32, name="<Ania & \U0001f9d9>"),
    ]


def happen(
    at: Room, happens: Sequence[Callable[[], None]], looking: Sequence[Person], rng: Random, breaks: float
) -> None:
    """Let something happen, which some pages see at once and others later, while connections break."""
    rng.choice(happens)()
    for one in looking:
        if rng.random() < breaks:
            one.is_asleep = True
            one.connect()
        elif rng.random() < 0.6:
            one.is_asleep = True  # gets all of it later
            continue
        one.update()


STEPS = 40
BREAKS = 0.3
"""Probability that a connection breaks, in tests where they do."""


@cache
def play(game: str, seed: int, breaks: float = 0.0) -> Counter[str]:
    """Play with open pages to the end and beyond. Return how often each part was sent to somebody."""
    at, rng = some_room(game), Random(f"{game} {seed}")
    happens, looking = things_that_happen(at, rng), people(at)
    session = at.table.session
    assert session is not None
    for first in happens[-2:]:  # the cards are dealt
        first()
        for one in looking:
            one.update()
    for _ in range(STEPS):
        happen(at, happens, looking, rng, breaks)
    while session.result is None and at.table.session is session:
        happens[0]()
    for _ in range(STEPS // 5):
        happen(at, happens, looking, rng, breaks)
    sent: Counter[str] = Counter()
    for one in looking:
        one.update()
        sent += one.sent
    return sent


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "breaks",
    [pytest.param(0.0, id="one connection", marks=pytest.mark.sweep), pytest.param(BREAKS, id="connections break")],
)
def test_an_updated_page_equals_a_fresh_page(game: str, breaks: float) -> None:
    play(game, 5, breaks)  # far enough for missions to be over


def test_every_declared_part_changes_in_some_test() -> None:
    sent: Counter[str] = Counter()
    for game in GAMES:
        sent += play(game, 5, BREAKS)  # played once for both tests
    sent += set_up() + a_seat_is_lost()
    own = {part.id for part in PARTS if part.audience == "seat"}
    assert {part.id for part in PARTS} - own <= sent.keys()
    changed: dict[str, set[str]] = {id: set() for id in own}
    for game in GAMES:
        at, rng = some_room(game), Random(5)
        few, happens = [Person(at, seat) for seat in range(3)], things_that_happen(at, rng)
        for _ in range(150):
            rng.choice(happens)()
            for one in few:
                for id, text in unpacked(one.viewer.answer(Outcome())).get("parts", {}).items():
                    if id in own:
                        changed[id].add(str(text))
            if all(len(texts) > 1 for id, texts in changed.items() if id != "channel"):
                break
    at, seat = with_a_channel()
    changed["channel"].add(str(unpacked(Person(at, seat).viewer.answer(Outcome()))["parts"]["channel"]))
    assert all(len(texts) > 1 for texts in changed.values()), changed.keys()


def with_a_channel() -> tuple[Room, int]:
    """Return a table where some may talk in private, and one of them."""
    for seed in range(200):
        at, rng = some_room("winter-soldier"), Random(seed)
        session = at.table.session
        assert session is not None
        while session.result is None:
            if members := seats_in(session.view().board.channel):
                return at, members[0]
            choose(at, *next_choice(session._game, rng))
    raise AssertionError("nobody talked in private")


def a_seat_is_lost() -> Counter[str]:
    """A bot gets the seat of somebody with an open page; gives how often each part was sent to them."""
    at = some_room("resistance")
    one = Person(at, 2)
    one.update()
    at.table.seats[2] = at.table.seats[2].__class__("bot", "Robot", bot="sensible")
    at.table.note_change()
    one.update()
    return one.sent


def at_setup() -> Room:
    at = some_room("resistance")
    at.table.session, at.table.games = None, 0
    return at


@cache
def set_up() -> Counter[str]:
    """Set up a table with open pages. Return how often each part was sent to somebody."""
    at, rng = at_setup(), Random(1)
    looking = people(at)
    commands: list[Callable[[], c.Command]] = [
        lambda: c.Say(f"I say {rng.randrange(1000)}"),
        lambda: c.Mute(rng.randrange(1, 5), rng.random() < 0.6),
        lambda: c.Rename(f"Name {rng.randrange(1000)}"),
        lambda: c.Leave(),
        lambda: c.Sit("Newcomer"),
        lambda: c.ChangeSettings(TableSettings(thinking_aid=rng.random() < 0.5, locked=rng.random() < 0.3)),
    ]
    for turn in range(60):
        do(at, f"person-{rng.randrange(7)}", rng.choice(commands)())
        if turn % 9 == 0:
            do(at, at.table.host, c.ArrangeMeeting(60 * (turn % 4), "UTC"))
        at.tell()
        for one in looking:
            if rng.random() < 0.2:
                one.connect()
            one.update()
    sent: Counter[str] = Counter()
    for one in looking:
        sent += one.sent
    return sent


def test_an_updated_setup_page_equals_a_fresh_page() -> None:
    assert set_up().keys() >= set(AT_SETUP)


# Claims of a page


def claims_of(one: Person) -> list[str]:
    """Return claims that differ from the parts that the page holds."""
    ids = list(one.page.held)
    return [
        "",
        "x",
        ": : ::",
        " ".join(ids),
        " ".join(f"{id}:" for id in ids),
        " ".join(f"{id}:AAAAAAAA" for id in ids),
        " ".join(f"{id}:{digest[::-1]}" for id, digest in one.page.held.items()),
        " ".join(f"{id}:{digest}" for id, digest in zip(ids, [*one.page.held.values()][1:], strict=False)),
        f"{one.page.claim}{'1' * 5000}",
        "\x00" * 40,
    ]


@pytest.mark.parametrize("game", GAMES)
def test_parts_that_a_page_lacks_are_sent(game: str) -> None:
    at, rng = some_room(game), Random(1)
    happens = things_that_happen(at, rng)
    for turn in range(12):
        for _ in range(5):
            rng.choice(happens)()
        for seat in (2, 30):
            one = Person(at, seat)
            one.update()
            claim = claims_of(one)[turn % 10]
            one.page = PageModel()  # the page is emptied, so a part that is not sent is missing
            one.connect(claim)
            one.page.take(one.viewer.answer(Outcome()))
            assert one.texts() == one.texts_of(one.loaded()), claim


def test_a_page_with_another_pages_claims_gets_every_differing_part() -> None:
    at, other = some_room("resistance"), some_room("resistance")
    pages = {
        "another seat": Person(at, 3),
        "a spectator": Person(at, 30),
        "another language": Person(at, 2, "pl"),
        "another table, or another start of the server": Person(other, 2),
        "what is seen late": Person(Room(at.table, cast(RoomRegistry, Offline()), live=at), 2),
    }
    for what, was in pages.items():
        one = Person(at, 2)
        one.page = was.page
        one.connect()
        one.page.take(one.viewer.answer(Outcome()))
        assert one.texts() == one.texts_of(one.loaded()), what
    one = Person(at, 2)
    own = {part.id for part in layout("play").seat}
    assert unpacked(one.viewer.answer(Outcome()))["parts"].keys() == own, "nothing else has changed"


@pytest.mark.parametrize("change", ["the seat", "the host"])
def test_a_reconnected_page_reflects_a_lost_seat_or_new_host(change: str) -> None:
    at = some_room("resistance")
    one = Person(at, 2)
    one.update()
    if change == "the seat":
        at.table.seats[2] = at.table.seats[2].__class__("bot", "Robot", bot="sensible")
    else:
        at.table.host = "person-2"
    at.table.note_change()
    one.connect()
    one.page.take(one.viewer.answer(Outcome()))
    assert one.texts() == one.texts_of(one.loaded())


# Stale parts


def that_goes_stale(part: PagePart) -> PagePart:
    """Replace a part's model by a cached one whose key depends on the game number alone."""
    memo = Memo[object]()

    def model(at: PublicContext) -> object:
        return at.cache.get(memo, at.table.games, lambda: part.model(at))

    planted: PagePart = msgspec.structs.replace(part, model=model)
    return planted


@pytest.mark.parametrize("part", layout("play").public, ids=lambda part: part.id)
def test_a_stale_public_part_is_noticed(part: PagePart) -> None:
    if part.id == "main":
        pytest.skip("it stays as it is while a game is played")

    def follow() -> None:
        at, rng = some_room("resistance"), Random(2)
        happens, one = things_that_happen(at, rng), Person(at, 2)
        for _ in range(300):
            rng.choice(happens)()
            one.update()

    with (
        declared(that_goes_stale(part), instead_of=part),
        pytest.raises(AssertionError, match="differs from a fresh page"),
    ):
        follow()


# A part from outside


@contextmanager
def declared(part: PagePart, instead_of: PagePart | None = None) -> Iterator[None]:
    before = list(PARTS)
    PARTS[:] = [one for one in before if one is not instead_of]
    register(part)
    try:
        yield
    finally:
        PARTS[:] = before
        layout.cache_clear()


@pytest.mark.parametrize(("place", "audience"), [("below", "public"), ("dock", "everybody")])
def test_a_part_for_nobody_or_nowhere_is_refused(place: Any, audience: Any) -> None:
    part = PagePart(id="weather", template="outside/weather", audience=audience, model=lambda at: "", place=place)
    with pytest.raises(ValueError, match="must be one of"):
        register(part)


def test_a_duplicate_part_id_is_refused() -> None:
    part = PagePart(id="clock", template="outside/weather", audience="viewer", model=lambda at: "")
    with pytest.raises(ValueError, match="that of another part"):
        register(part)


@pytest.fixture
def with_weather(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Provides a template for a panel from outside."""

    def template(name: str) -> str | None:
        return '<p id="weather">{{ weather }}</p>' if name == "outside/weather.html" else None

    monkeypatch.setattr(rendering, "_added_template", template)
    renderer.cache_clear()
    yield
    renderer.cache_clear()


@pytest.mark.usefixtures("with_weather")
@pytest.mark.parametrize("audience", ["public", "viewer", "seat"])
def test_a_part_whose_size_reveals_a_role_is_noticed(audience: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def weather(at: PublicContext) -> str:
        assert at.session is not None
        return "It rains" if at.session._game.deal.roles[0] == "spy" else "It has been raining"

    monkeypatch.setattr(secrets, "token_hex", lambda size: "0" * 2 * size)
    compare_alike_deals()
    part = PagePart(id="weather", template="outside/weather", audience=audience, model=weather, place="dock")
    with declared(part), pytest.raises(AssertionError):
        compare_alike_deals()


@pytest.mark.usefixtures("with_weather")
@pytest.mark.parametrize("place", ["dock", Tab("Weather")], ids=["dock", "beside"])
@pytest.mark.parametrize("audience", ["public", "viewer", "seat"])
def test_a_new_panel_needs_one_value_and_one_template(place: Any, audience: Any) -> None:
    def weather(at: PublicContext) -> str:
        return f"It rains {at.table.version}"

    part = PagePart(id="weather", template="outside/weather", audience=audience, model=weather, place=place)
    with declared(part):
        at = some_room("resistance")
        rng = Random(1)
        for seat in (2, SPECTATOR + 40):
            one = Person(at, seat)
            assert one.page.texts["weather"] == f'<p id="weather">It rains {at.table.version}</p>'
            for _ in range(6):
                choose(at, *next_choice(at.table.session._game, rng))  # type: ignore[union-attr]
                one.update()
            assert one.page.texts["weather"].endswith(f"It rains {at.table.version}</p>")


@pytest.mark.usefixtures("with_weather")
def test_a_vanished_public_part_is_removed_once() -> None:
    def weather(at: PublicContext) -> str | None:
        return None if at.table.control.paused_by else "It rains"

    part = PagePart(id="weather", template="outside/weather", audience="public", model=weather, place="dock")
    with declared(part):
        at = some_room("resistance")
        one = Person(at, 2)
        one.update()
        for paused_by, shown in (("Person 0", None), ("", '<p id="weather">It rains</p>')):
            at.table.control.paused_by = paused_by
            at.table.note_change()
            at.tell()
            one.page.take(one.viewer.answer(Outcome()))
            assert one.page.texts.get("weather") == shown
            at.tell()
            assert one.viewer.update() is None


def test_false_claims_of_pages_do_not_fill_memory() -> None:
    at = some_room("resistance")
    for number in range(MOST_PIECES + 20):
        one = OpenPage(at, Visitor(f"spectator-{number}", ""), "en", "http://table", "csrf")
        one.claim(f"log:{number} votes:{number}")
        one.answer(Outcome())
    assert len(RoomCache.of(PublicContext(at, "en"))._pieces) <= MOST_PIECES
