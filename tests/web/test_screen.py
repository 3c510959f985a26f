"""The shared screen shows public information only, and is the same whoever opens it."""

import re
from random import Random

import httpx
import pytest

from tests.support.fixtures.screens import screen_states
from tests.support.offline_room import choose, room
from tests.support.open_page import without_time
from tests.support.serving import Person, Server
from turncoat.kernel.chapters import Deal
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import seats_in
from turncoat.kernel.steps import Choice
from turncoat.table.runtime.room import Room
from turncoat.table.state.table import Table
from turncoat.testing.walks import next_choice
from turncoat.web.http.languages import renderer
from turncoat.web.screen.shared_screen import COLUMNS, ROWS, places, screen_page
from turncoat.web.table.setup import qr_code


def screen(at: Room) -> str:
    return renderer("en").page(screen_page(at, "BCDF", "en", "http://table"))


def test_alike_deals_give_the_same_screen() -> None:
    ruleset = Ruleset.of("resistance", 7)
    roles = ["spy", "spy", "spy", "resistance", "resistance", "resistance", "resistance"]
    other = ["resistance", "spy", "resistance", "resistance", "spy", "spy", "resistance"]
    first, second = (room(ruleset, Deal(tuple(cards), 2)) for cards in (roles, other))
    rng, steps = Random(7), 0
    assert first.table.session is not None
    assert second.table.session is not None
    while first.table.session.result is None:
        assert screen(first) == screen(second)
        seat = rng.choice(seats_in(first.table.session.waiting))
        prompt = first.table.session.view(seat).prompt
        assert prompt is not None
        answers = [answer for answer in prompt.option.answers() if answer != "fail"]
        choice = Choice(prompt.number, rng.choice(answers) if prompt.question.name != "cast-ballot" else "approve")
        choose(first, seat, choice)
        choose(second, seat, choice)
        steps += 1
    assert steps > 20
    assert screen(first) != screen(second)  # the roles are revealed by now


def test_a_changed_ballot_does_not_affect_the_screen() -> None:
    at = room(Ruleset.of("resistance", 5), Deal(("spy", "spy", "resistance", "resistance", "resistance"), 0))
    choose(at, 0, Choice(1, (0b11,)))
    choose(at, 1, Choice(2, "approve"))
    before = screen(at)
    choose(at, 1, Choice(2, "reject"))
    assert screen(at) == before
    choose(at, 2, Choice(2, "reject"))
    assert screen(at) != before


@pytest.mark.parametrize(
    "ruleset",
    [
        Ruleset.of("hail-hydra", 8),
        Ruleset.of("round-table", 10, ("percival", "morgana", "mordred", "oberon")),
        Ruleset.of("winter-soldier", 12, ("black-widow", "maria-hill", "scarlet-witch")),
        Ruleset.of("resistance", 10, ("plot-thickens", "hunter", "inquisitor")),
    ],
    ids=lambda ruleset: str(ruleset.game),
)
def test_every_game_has_a_screen_up_to_its_end(ruleset: Ruleset) -> None:
    at, rng = room(ruleset, ruleset.deal(b"screen")), Random(3)
    session = at.table.session
    assert session is not None
    while session.result is None:
        assert screen(at).count('class="chair ') == ruleset.players
        choose(at, *next_choice(session._game, rng))
    assert screen(at).count("<h3>") == ruleset.players


def test_during_the_deal_those_who_are_ready_are_ticked_off() -> None:
    at = room(Ruleset.of("resistance", 5), Deal(("spy", "spy", "resistance", "resistance", "resistance"), 0))
    other = room(Ruleset.of("resistance", 5), Deal(("resistance", "resistance", "resistance", "spy", "spy"), 0))
    here = frozenset(f"person-{seat}" for seat in range(4))
    for one in (at, other):
        one.scenes.note(Table(), 1.0)
        one.scenes.note(one.table, 1.0, here)
        one.scenes.get_ready("person-2")
    page = screen_page(at, "BCDF", "en", "http://table")
    assert [face.state for face in page.faces] == ["looking", "looking", "ready", "looking", "away"]
    assert [face.name for face in page.faces] == [f"Person {seat}" for seat in range(5)]
    assert screen(at) == screen(other)
    for person in here:
        at.scenes.get_ready(person)
    assert 'class="face ' not in screen(at)


def test_a_vote_fills_the_screen_until_the_team_plays_its_cards() -> None:
    at = room(Ruleset.of("resistance", 5), Deal(("spy", "spy", "resistance", "resistance", "resistance"), 0))
    assert "is-vote" not in screen(at)
    choose(at, 0, Choice(1, (0b11,)))
    assert "is-vote" in screen(at)
    for seat in range(5):
        choose(at, seat, Choice(2, "approve" if seat else "reject"))
    html = screen(at)
    assert "is-vote" in html
    assert html.count("ballot approve fresh") == 4
    assert html.count("ballot reject fresh") == 1
    choose(at, 0, Choice(3, "success"))
    assert "is-vote" not in screen(at)


def test_the_screen_has_no_form_and_nothing_about_its_viewer(server: Server) -> None:
    ola = Person(server, "Ola").open()
    jan, *_ = [Person(server, name, ola.code).sit() for name in ("Jan", "Kai", "Mia", "Ewa")]  # no bot moves on
    people = ola, jan, Person(server, "Eve", ola.code)
    assert len({without_time(screen_without_key(one)) for one in people}) == 1
    ola.start()
    html = screen_without_key(ola)
    assert len({without_time(screen_without_key(one)) for one in people}) == 1
    assert "<form" not in html
    assert "csrf" not in html
    for tell in ("hold", "my-card", "data-me", "prompt"):
        assert tell not in html


def screen_without_key(person: Person) -> str:
    """Return the screen as the person's browser gets it, without the viewer's key in its links."""
    answer = person.client.get(f"{person.path}/screen")
    assert answer.status_code == 200
    return re.sub(r"\?key=\w+", "", re.sub(r"\?key=\w+&amp;", "?", answer.text))


def test_a_seats_screen_redirects_to_an_address_that_others_can_open(server: Server) -> None:
    ola = Person(server, "Ola").open()
    answer = ola.client.get(f"{ola.path}/screen?lang=en")
    assert "key=" in str(answer.url)
    assert "lang=en" in str(answer.url)
    assert ola.client.get(str(answer.url)).url == answer.url  # and the address stays the same
    television = Person(server, "Television", ola.code)
    shown = television.client.get(str(answer.url))
    assert shown.status_code == 200
    assert shown.url == answer.url
    assert not shown.cookies, "a screen identifies nobody, so it gets no cookie"


def test_the_screen_of_an_unknown_table_is_not_found(server: Server) -> None:
    assert Person(server, "Ola").client.get("/t/XXXX/screen").status_code == 404


@pytest.mark.parametrize("name", screen_states())
def test_every_state_of_the_screen_renders(name: str) -> None:
    html = renderer("en").page(screen_states()[name])
    assert html.count('id="headline"') == 1
    assert "style=" not in html


def arrange(host: Person, **settings: str) -> None:
    answer = host.post(host.path, do="change-settings", **settings)
    assert answer.status_code == 200, answer.text


def test_only_people_who_may_watch_get_a_screen_key(server: Server) -> None:
    ola = Person(server, "Ola").open()
    jan = Person(server, "Jan", ola.code).sit()
    keys = [one.client.get(f"{one.path}/screen").url for one in (ola, jan)]
    assert keys[0] != keys[1]
    arrange(ola, spectators="false")
    ola.start()

    def sees(url: object) -> bool:
        """Return whether a device without a seat sees the seats there."""
        answer = httpx.get(str(url), timeout=60)
        assert answer.status_code == 200
        assert ('class="chair ' in answer.text) != ("is-closed" in answer.text)
        return 'class="chair ' in answer.text

    assert sees(keys[0])
    assert sees(keys[1])
    assert not sees(f"{server.url}{ola.path}/screen")
    assert not sees(f"{server.url}{ola.path}/screen?key=0")
    other = Person(server, "Eve").open()
    assert not sees(str(other.client.get(f"{other.path}/screen").url).replace(other.code, ola.code))
    narrator = httpx.get(f"{server.url}{ola.path}/narrator", follow_redirects=True, timeout=60)
    assert "This table is private" in narrator.text
    # A person who is removed from the table loses their screen.
    ola.post(ola.path, do="vacate-seat", seat="1")
    assert not sees(keys[1])
    assert sees(keys[0])


def test_a_screen_without_a_key_has_the_spectators_delay(server: Server) -> None:
    ola = Person(server, "Ola").open()
    key = ola.client.get(f"{ola.path}/screen").url
    arrange(ola, spectators_behind="300")
    ola.start()
    assert "is-game" in httpx.get(str(key), timeout=60).text
    assert "is-lobby" in httpx.get(f"{server.url}{ola.path}/screen", timeout=60).text


@pytest.mark.parametrize("count", range(1, 13))
def test_every_seat_has_its_own_cell_in_table_order(count: int) -> None:
    found = [re.fullmatch(r"at-(\w+) k(\d) w(\d+)", place) for place in places(count)]
    at = [(one[1], int(one[2]), int(one[3])) for one in found if one]
    assert len(set(at)) == count
    for side, cells in (("top", COLUMNS), ("bottom", COLUMNS), ("left", ROWS), ("right", ROWS)):
        widths = {wide for place, _, wide in at if place == side}
        assert len(widths) <= 1
        assert all((k + 1) * wide <= cells for place, k, wide in at if place == side)
    # Clockwise: leftwards along the lower edge, up, rightwards along the upper edge, down.
    corner = {"bottom": (0, -1), "left": (1, -1), "top": (2, 1), "right": (3, 1)}
    turns = [(corner[side][0], corner[side][1] * k) for side, k, _ in at]
    start = next((k for k, one in enumerate(turns) if one[0] == 0 and k and turns[k - 1][0] == 3), 0)
    assert turns[start:] + turns[:start] == sorted(turns)


def test_a_seats_cards_and_vote_are_in_its_cell() -> None:
    html = renderer("en").page(screen_states()["hydra-8-75"])
    assert html.count('class="token held"') == 8
    assert html.count("“This is good”") == 2
    assert "Attack cards in hand: 6" in html


def test_badges_without_room_are_counted_and_named_to_screen_readers() -> None:
    page = screen_states()["crowded-twelve"]
    assert page.public is not None
    html = renderer("en").page(page)
    for seat in page.public.seats:
        place = html[html.index(f'id="place-{seat.number}"') :].partition("</ul>")[0]
        assert place.count("<li") == min(len(seat.badges), 4)
        assert ("+" in place) == (len(seat.badges) > 4)
        assert all(badge.text in place for badge in seat.badges)


def test_the_menu_tells_the_screens_address_and_its_code_leads_there(server: Server) -> None:
    ola, jan = Person(server, "Ola").open(), Person(server, "Jan")
    page = ola.look()
    assert f'href="{server.url}{ola.path}/screen"' in page
    assert f'src="{ola.path}/screen.svg"' in page
    with_key = str(ola.client.get(f"{ola.path}/screen").url)
    for person, address in ((ola, with_key), (jan, f"{server.url}{ola.path}/screen")):
        picture = person.client.get(f"{ola.path}/screen.svg")
        assert picture.headers["content-type"] == "image/svg+xml"
        drawn = qr_code(address)
        assert picture.text.replace(' xmlns="http://www.w3.org/2000/svg"', "") == drawn
    assert jan.client.get("/t/XXXX/screen.svg").status_code == 404
