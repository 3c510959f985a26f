"""A phone that is passed round: at most one seat is open on it, and only to whoever has it."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.support.offline_room import choose, room
from tests.support.open_page import without_time
from tests.support.passed_device import together
from tests.support.serving import AskForm, Person, Server
from turncoat.kernel.chapters import Deal
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Choice
from turncoat.table.runtime.room import Room
from turncoat.web.http.identity import Visitor
from turncoat.web.table.clock import ClockPart
from turncoat.web.table.open_page import OpenPage
from turncoat.web.table.page import layout_of
from turncoat.web.table.page_parts import ViewerContext
from turncoat.web.updates.viewer import Outcome

RULESET = Ruleset.of("resistance", 5)
SPIES_FIRST = Deal(("spy", "spy", "resistance", "resistance", "resistance"), 0)
CARD = 'id="card-front"'


def phone(server: Server, *names: str, starts: bool = True) -> Person:
    """Return a phone on which Ola plays with these people, at their own table."""
    ola = Person(server, "Ola").open()
    for name in names:
        ola.post(ola.path, do="seat-companion", name=name)
    if starts:
        ola.start()
    return ola


def take(ola: Person, seat: int) -> str:
    """Open a seat on the phone and return the page."""
    return ola.post(f"{ola.path}/pass/{seat}").text


def hand_on(ola: Person, **fields: str) -> str:
    """Hand the phone on, and return the address to which it leads."""
    answer = ola.post(f"{ola.path}/pass", **fields)
    assert answer.status_code == 200, answer.text
    return answer.url.path.removeprefix(ola.path)


def me(page: str) -> str:
    """Return the number of the seat that the page shows."""
    found = re.search(r'data-me="(\d+)"', page)
    return found[1] if found else ""


def test_a_phone_that_nobody_has_shows_no_card(server: Server) -> None:
    ola = phone(server, "Bo", "Cy")
    page = ola.look()
    assert CARD not in page
    assert not me(page)
    assert "Hand the phone to" in page


def test_a_phone_shows_one_seat_at_a_time(server: Server) -> None:
    ola = phone(server, "Bo", "Cy")
    cover = ola.client.get(f"{ola.path}/pass/1").text
    assert "Only Bo looks" in cover
    assert CARD not in cover
    assert not me(ola.look())  # looking at the cover opened nothing
    page = take(ola, 1)
    assert CARD in page
    assert me(page) == "1"
    assert me(take(ola, 2)) == "2"
    assert me(ola.look()) == "2"


def test_nothing_of_a_seat_is_left_after_the_phone_was_handed_on(server: Server) -> None:
    ola = phone(server, "Bo", "Cy")
    take(ola, 1)
    cookies = dict(ola.client.cookies)
    hand_on(ola, stays="1")
    assert CARD not in ola.look()
    for name, value in cookies.items():  # neither with the cookie that opened it
        ola.client.cookies.set(name, value)
    assert CARD not in ola.look()
    for path in ("", "/choose", "/device", "/screen", "/games"):
        assert "Bo (me)" not in ola.client.get(f"{ola.path}{path}").text
    assert ola.client.get(ola.path).headers["cache-control"] == "no-store"


def test_the_cookie_of_an_open_seat_works_on_its_phone_alone(server: Server) -> None:
    ola = phone(server, "Bo")
    take(ola, 1)
    thief = Person(server, "Thief", ola.code)
    thief.look()
    for cookie in ola.client.cookies.jar:
        if cookie.name == "turncoat-seat":
            thief.client.cookies.set(cookie.name, str(cookie.value))
    assert CARD not in thief.look()
    # Nor may anybody else open a seat of that phone.
    assert CARD not in thief.post(f"{ola.path}/pass/1").text
    jan = Person(server, "Jan", ola.code)
    assert CARD not in jan.post(f"{ola.path}/pass/0").text


def test_nobody_acts_while_nobody_has_the_phone(server: Server) -> None:
    ola = phone(server, "Bo")
    for path, fields in ((ola.path, {"do": "leave"}), (ola.path, {"do": "say", "text": "Hi"})):
        answer = ola.post(path, **fields)
        assert answer.headers["turncoat-refusal"] == "nobody-has-the-device"
    assert ola.post(f"{ola.path}/choose", prompt="1").headers["turncoat-refusal"] == "not-seated"


def test_a_phone_goes_from_one_to_the_next_while_the_same_question_waits(server: Server) -> None:
    ola = phone(server, "Bo", "Cy", "Di", "Ed")
    leader = int(re.findall(r'href="/t/[^"]+/pass/(\d)"', ola.look())[0])
    proposal = AskForm(take(ola, leader))
    ola.choose(proposal)
    assert hand_on(ola) == ""  # all see the team before they vote
    take(ola, 0)
    seen = []
    for _ in range(4):
        ola.choose(AskForm(ola.look()))
        seen.append(hand_on(ola))
        take(ola, int(seen[-1][-1]))
    assert seen == ["/pass/1", "/pass/2", "/pass/3", "/pass/4"]


def test_a_phone_nobody_passes_round_is_its_owners(server: Server) -> None:
    ola = phone(server, "Bo", starts=False)
    assert "Ola (me)" in ola.look()
    ola.post(ola.path, do="vacate-seat", seat="1")
    ola.start()
    assert CARD in ola.look()


def test_others_see_who_plays_on_whose_phone(server: Server) -> None:
    ola = phone(server, "Bo", starts=False)
    jan = Person(server, "Jan", ola.code).sit()
    assert "On the phone of Ola" in jan.look()


def test_a_companion_moves_to_a_phone_of_their_own_by_the_link_to_their_seat(server: Server) -> None:
    ola = phone(server, "Bo")
    take(ola, 1)
    link = re.search(r'href="http://[^/]+(/t/[^"]+/device/[^"]+)"', ola.client.get(f"{ola.path}/device").text)
    assert link
    bo = Person(server, "Bo", ola.code)
    bo.look()
    assert me(bo.post(link[1]).text) == "1"
    hand_on(ola)
    assert me(bo.look()) == "1"
    assert not me(ola.look())


def test_after_the_game_the_phone_is_its_owners_again(server: Server) -> None:
    ola = phone(server, "Bo")
    take(ola, 1)
    ola.post(ola.path, do="want-to-give-up")
    hand_on(ola)
    take(ola, 0)
    ola.post(ola.path, do="give-up", sure="yes")
    assert "Ola (me)" in ola.look()


def on_one_phone(deal: Deal) -> Room:
    """Return a table where everybody plays on the phone of the first person."""
    at = room(RULESET, deal)
    seats = [replace(one, held_by="person-0" if one.person != "person-0" else "") for one in at.table.seats]
    assert at.table.session is not None
    at.table.seats, at.table.session.occupants = seats, tuple(seats)
    return at


def seen(at: Room, visitor: Visitor) -> tuple[str, bytes]:
    """Return the page, and the first message to it."""
    page = OpenPage(at, visitor, "en", "http://table", "csrf")
    page.page = page.page_key()
    return without_time(page.load()), page.answer(Outcome())


def test_a_phone_that_nobody_has_shows_the_same_whatever_was_dealt_and_chosen() -> None:
    nobody = Visitor("", "Ola", browser="person-0", covered="person-1")
    others = Deal(("resistance", "resistance", "resistance", "spy", "spy"), 0)
    worlds = [on_one_phone(SPIES_FIRST), on_one_phone(others)]
    assert seen(worlds[0], nobody) == seen(worlds[1], nobody)
    for at in worlds:
        choose(at, 0, Choice(1, (0b01100,)))
    assert seen(worlds[0], nobody) == seen(worlds[1], nobody)
    for seat in range(4):
        for at, vote in zip(worlds, ("approve", "reject"), strict=True):
            choose(at, seat, Choice(2, vote))
        assert seen(worlds[0], nobody) == seen(worlds[1], nobody)


def test_whoever_has_the_phone_next_does_not_see_how_the_one_before_voted() -> None:
    worlds = [on_one_phone(SPIES_FIRST) for _ in range(2)]
    for at, vote in zip(worlds, ("approve", "reject"), strict=True):
        choose(at, 0, Choice(1, (0b01100,)))
        choose(at, 1, Choice(2, vote))
    marks = [at.passing.open("person-0", "person-2") for at in worlds]
    pages = [
        seen(at, Visitor("person-2", "Ola", browser="person-0", passed=mark))
        for at, mark in zip(worlds, marks, strict=True)
    ]
    assert 'data-me="2"' in pages[0][0]
    assert pages[0] == pages[1]


@pytest.mark.parametrize(
    ("game", "players"), [("resistance", 5), ("winter-soldier", 5), ("hail-hydra", 5), ("round-table", 5)]
)
def test_every_game_is_played_to_its_end_on_one_phone(server: Server, game: str, players: int) -> None:
    ola = phone(server, starts=False)
    ola.post(ola.path, do="set-up", game=game, players=str(players))
    for name in ("Bo", "Cy", "Di", "Ed"):
        ola.post(ola.path, do="seat-companion", name=name)
    html = ola.start()
    for _ in range(2000):
        if 'id="end"' in html:
            return
        handed = re.search(rf'class="button go wide" href="{ola.path}/pass/(\d+)"', html)
        if handed:
            form = AskForm(take(ola, int(handed[1])))
            if form.is_open:
                form.hidden["sure"] = "yes"
                ola.choose(form)
            hand_on(ola, stays="1")
        html = ola.look()
    pytest.fail("the phone has nobody to go to")


@pytest.mark.anyio
async def test_the_phone_of_the_host_ends_the_time_to_talk_although_nobody_has_it(tmp_path: Path) -> None:
    running = await together(tmp_path, "jan")
    room, nobody = running.room, Visitor("", "Ola", browser="ola", covered=running.room.table.seats[1].person)
    part = next(one for one in layout_of(room, "ola").viewer if one.id == "clock")
    clock = part.model(ViewerContext(room, nobody, "en", ""))
    assert isinstance(clock, ClockPart)
    assert clock.end_talk
    clock = part.model(ViewerContext(room, Visitor("", "Jan", browser="jan", covered="jan"), "en", ""))
    assert isinstance(clock, ClockPart)
    assert not clock.end_talk
    await running.registry.close()
