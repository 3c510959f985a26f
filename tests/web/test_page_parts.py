"""A loaded page followed by all messages equals a fresh one: every declared part of it, in every kind of game.

The tests enumerate what is declared. A part that no test has seen change fails, and so does one that was sent although
it had not changed.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from random import Random
from typing import Any, cast

import pytest

from tests.support.offline_room import choose
from tests.support.open_page import OpenPage, unpacked
from tests.support.page_events import GAMES, Offline, do, some_room, things_that_happen
from turncoat.kernel.seats import SPECTATOR, seats_in
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.values.settings import TableSettings
from turncoat.testing.walks import next_choice
from turncoat.web.http.identity import Visitor
from turncoat.web.table.page import layout_of
from turncoat.web.table.page_parts import PARTS, PagePart, PublicContext, layout, register
from turncoat.web.table.viewer import TableViewer

BASE = "http://table"
AT_SETUP = ("main", "menu", "chat-log", "reactions", "chat-form")


class Person:
    """Somebody with an open page, whose connection may break."""

    def __init__(self, at: Room, seat: int, language: str = "en", name: str = "") -> None:
        self.at, self.language, self.seat = at, language, seat
        self.visitor = Visitor(f"person-{seat}", name or f"Person {seat}")
        self.page = self.loaded()
        self.sent: Counter[str] = Counter()
        self.turn, self.is_asleep = seat, False
        self.connect()

    def fresh(self) -> TableViewer:
        return TableViewer(self.at, self.visitor, self.language, BASE, f"{self.seat:032}", packs=True)

    def loaded(self) -> OpenPage:
        """The page as it is loaded now."""
        return OpenPage(self.fresh().load(), layout_of(self.at, self.visitor.id).name)

    def connect(self, holds: str | None = None) -> None:
        """The page connects anew, and says what it holds."""
        self.viewer = self.fresh()
        self.is_back, self.stage = True, self.viewer.page_key()
        self.viewer.claim(self.page.holds if holds is None else holds)
        self.viewer.catch_up(self.at.table.version)

    def update(self) -> dict[str, Any]:
        if self.viewer.page_key() != self.stage:  # it is told to load another page
            self.page = self.loaded()
            self.connect()
        before = self.texts()
        news = self.page.take(self.viewer.update())
        after = self.texts()
        assert after == self.fresh_texts(), f"not what a fresh page of {self.seat} shows"
        own = {part.id for part in layout(self.viewer._page.name).seat}  # type: ignore[union-attr]
        public = {part.id for part in layout(self.viewer._page.name).public}  # type: ignore[union-attr]
        for id in set(news.get("parts", ())) - own:
            # Who was away may get again what has changed and changed back; and of a viewer's own parts, what may have.
            # The chat of somebody who has muted others is one part, and that of all another; and so with who is typing.
            is_same = before.get(id) == after[id] and id not in ("chat-log", "typing")
            is_told = any(one["id"].startswith("k") for one in news.get("say", ()))
            assert not is_same or self.is_asleep or is_told or (self.is_back and id not in public), (
                f"{id} was sent to {self.seat}, and had not changed"
            )
            self.sent[id] += before.get(id) != after[id]
        self.is_back = self.is_asleep = False
        return news

    def texts(self) -> dict[str, str]:
        return self.texts_of(self.page)

    def fresh_texts(self) -> dict[str, str]:
        """The parts of a page that is loaded now. Now and then one is loaded indeed, and read; that takes a while."""
        fresh = OpenPage()
        fresh.take(self.fresh().update())
        self.turn += 1
        if self.turn % 25 == 0:
            assert self.texts_of(self.loaded()) == self.texts_of(fresh)
        return self.texts_of(fresh)

    @staticmethod
    def texts_of(page: OpenPage) -> dict[str, str]:
        return page.texts


def people(at: Room) -> list[Person]:
    """Everybody in whom a page can differ."""
    return [
        *(Person(at, seat, ("en", "pl")[seat % 2]) for seat in (0, 1, 2)),
        Person(at, 30, name="Zoe"),
        Person(at, 32, name="<Ania & \U0001f9d9>"),
    ]


def happen(
    at: Room, happens: Sequence[Callable[[], None]], looking: Sequence[Person], rng: Random, breaks: float
) -> None:
    """Something happens; some see it at once, others later, and connections break."""
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
"""How often a connection breaks, where they do."""


@cache
def play(game: str, seed: int, breaks: float = 0.0) -> Counter[str]:
    """Play with open pages, then to the end, and look on after it; gives how often each part was sent to somebody."""
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
def test_a_followed_page_is_a_fresh_page(game: str, breaks: float) -> None:
    play(game, 5, breaks)  # far enough for missions to be over


def test_every_declared_part_was_seen_to_change() -> None:
    sent: Counter[str] = Counter()
    for game in GAMES:
        sent += play(game, 5, BREAKS)  # played once for both tests
    sent += set_up()
    own = {part.id for part in PARTS if part.audience == "seat"}
    assert {part.id for part in PARTS} - own <= sent.keys()
    changed: dict[str, set[str]] = {id: set() for id in own}
    for game in GAMES:
        at, rng = some_room(game), Random(5)
        few, happens = [Person(at, seat) for seat in range(3)], things_that_happen(at, rng)
        for _ in range(150):
            rng.choice(happens)()
            for one in few:
                for id, text in unpacked(one.viewer.update()).get("parts", {}).items():
                    if id in own:
                        changed[id].add(str(text))
            if all(len(texts) > 1 for id, texts in changed.items() if id != "channel"):
                break
    at, seat = with_a_channel()
    changed["channel"].add(str(unpacked(Person(at, seat).viewer.update())["parts"]["channel"]))
    assert all(len(texts) > 1 for texts in changed.values()), changed.keys()


def with_a_channel() -> tuple[Room, int]:
    """A table where some may talk in private, and one of them."""
    for seed in range(200):
        at, rng = some_room("winter-soldier"), Random(seed)
        session = at.table.session
        assert session is not None
        while session.result is None:
            if members := seats_in(session.view().board.channel):
                return at, members[0]
            choose(at, *next_choice(session._game, rng))
    raise AssertionError("nobody talked in private")


def at_setup() -> Room:
    at = some_room("resistance")
    at.table.session, at.table.games = None, 0
    return at


@cache
def set_up() -> Counter[str]:
    """Set up a table with open pages; gives how often each part was sent to somebody."""
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
    for _ in range(60):
        do(at, f"person-{rng.randrange(7)}", rng.choice(commands)())
        for one in looking:
            if rng.random() < 0.2:
                one.connect()
            one.update()
    sent: Counter[str] = Counter()
    for one in looking:
        sent += one.sent
    return sent


def test_the_page_before_a_game_is_followed_too() -> None:
    assert set_up().keys() >= set(AT_SETUP)


# What a page says that it holds


def claims_of(one: Person) -> list[str]:
    """Claims that are not what the page holds."""
    token, versions, *keys = one.page.holds.split("~")
    rest = "~".join(keys)
    most = "9" * 9
    return [
        "",
        "x",
        "~~~~~",
        f"{'0' * 16}~{versions}~{rest}",
        f"{token}~{'.'.join(most for _ in versions.split('.'))}",
        f"{token}~{versions}.1",
        f"{token}~-{versions.replace('.', '.-')}~{'~'.join('x' for _ in keys)}",
        f"{token}~{versions}{'1' * 5000}~{rest}",
        f"{token}~{versions}~{rest}" + "~=" * 5000,
        "\x00" * 40,
    ]


@pytest.mark.parametrize("game", GAMES)
def test_what_cannot_be_held_is_not_believed(game: str) -> None:
    at, rng = some_room(game), Random(1)
    happens = things_that_happen(at, rng)
    for turn in range(12):
        for _ in range(5):
            rng.choice(happens)()
        for seat in (2, 30):
            one = Person(at, seat)
            one.update()
            claim = claims_of(one)[turn % 10]
            one.page = OpenPage()  # it holds nothing: what is not sent is missing
            one.connect(claim)
            one.page.take(one.viewer.update())
            assert one.texts() == one.texts_of(one.loaded()), claim


def test_a_claim_of_another_page_is_worth_nothing() -> None:
    at, other = some_room("resistance"), some_room("resistance")
    claims = {
        "another seat": Person(at, 3).page.holds,
        "a spectator": Person(at, 30).page.holds,
        "another language": Person(at, 2, "pl").page.holds,
        "another table, or another start of the server": Person(other, 2).page.holds,
        "what is seen late": Person(Room(at.table, cast(RoomRegistry, Offline()), live=at), 2).page.holds,
    }
    whole = Person(at, 2)
    whole.connect("")
    everything = unpacked(whole.viewer.update())["parts"].keys()
    for what, claim in claims.items():
        one = Person(at, 2)
        one.connect(claim)
        assert unpacked(one.viewer.update())["parts"].keys() == everything, what
    one = Person(at, 2)
    own = {part.id for part in layout("play").seat}
    assert unpacked(one.viewer.update())["parts"].keys() == own, "its own claim is worth all that has not changed"


def test_a_change_of_seat_or_host_voids_what_is_held() -> None:
    for change in ("seat", "host"):
        at = some_room("resistance")
        one = Person(at, 2)
        one.update()
        if change == "seat":
            at.table.seats[2] = at.table.seats[2].__class__("bot", "Robot", bot="sensible")
            at.table.note_change()
        else:
            at.table.host = "person-2"
            at.table.changes_besides_choices += 1
            at.table.note_change()
        one.connect()
        one.page.take(one.viewer.update())
        assert one.texts() == one.texts_of(one.loaded()), change


# A part from outside


@contextmanager
def declared(part: PagePart) -> Iterator[None]:
    register(part)
    try:
        yield
    finally:
        PARTS.remove(part)
        layout.cache_clear()


@pytest.mark.parametrize("place", ["dock", "beside"])
@pytest.mark.parametrize("audience", ["public", "viewer", "seat"])
def test_a_new_panel_is_one_value_and_its_template(place: Any, audience: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from turncoat.web.http import rendering

    def template(name: str) -> str | None:
        return '<p id="weather">{{ weather }}</p>' if name == "outside/weather.html" else None

    monkeypatch.setattr(rendering, "_added_template", template)
    rendering_of = __import__("turncoat.web.http.languages", fromlist=["renderer"]).renderer
    rendering_of.cache_clear()

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
    rendering_of.cache_clear()
