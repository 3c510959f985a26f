"""What could be believed over a finished game: a page of the replay with a chart, the same in words, and the swing."""

import re
from html import unescape
from itertools import pairwise

import pytest

from tests.web.serving import Person, Server
from tests.web.test_replay import visitor
from turncoat.deduction import NoWorldFits
from turncoat.games.resistance.events import TeamApproved
from turncoat.table.values.occupants import Occupant
from turncoat.web.replays import page as replay_page
from turncoat.web.replays.chart import Chart, Line, Mark, spread, svg
from turncoat.web.replays.page import ReplayCache


@pytest.fixture(scope="module")
def ola(server: Server) -> Person:
    """Somebody who has played a game with bots."""
    ola = Person(server, "Ola").open()
    ola.start()
    ola.play()
    return ola


@pytest.fixture(autouse=True, scope="module")
def _stay(ola: Person) -> None:
    """Ola's browser stays open for the module."""


def beliefs(ola: Person, side: str = "all") -> str:
    answer = ola.client.get(f"{ola.path}/games/1?show=beliefs&as={side}")
    assert answer.status_code == 200
    return unescape(answer.text)


def again(ola: Person) -> Person:
    fresh = Person(ola.server, "Ola", ola.code)
    fresh.client.cookies = ola.client.cookies
    return fresh


def test_the_replay_leads_there_and_warns(ola: Person) -> None:
    page = again(ola).client.get(f"{ola.path}/games/1").text
    link = re.search(r'<a href="([^"]+show=beliefs)">(.*?)</a>', page)
    assert link
    assert "who was who" in link[2]
    assert 'class="chart"' not in page  # who begins to watch is not told how it ends


def test_all_that_the_chart_shows_is_in_words(ola: Person) -> None:
    page = beliefs(again(ola))
    assert page.count("seat-line-") == 2 * 5  # once for the phone and once for the desk
    assert "The largest swing: " in page
    assert page.count('class="beliefs-who"') == 5
    assert re.search(r"Mission \d: .*?→", page, re.DOTALL)
    record = again(ola).client.get(f"{ola.path}/games/1/record").text
    roles = re.findall(r'"(\w+)"', next(line for line in record.splitlines() if line.startswith("roles")))
    assert page.count('class="side is-jagged"') == roles.count("spy")
    rows = re.findall(r"<tr><th scope=\"row\">.*?</tr>", page, re.DOTALL)
    assert len(rows) == 5
    assert all("40%" in row for row in rows)
    for url in re.findall(r'href="([^"]*\?at=\d+&as=all)"', page):
        assert again(ola).client.get(url).status_code == 200


def test_a_seat_has_its_own_view(ola: Person) -> None:
    record = again(ola).client.get(f"{ola.path}/games/1/record").text
    roles = re.findall(r'"(\w+)"', next(line for line in record.splitlines() if line.startswith("roles")))
    spy = beliefs(again(ola), str(roles.index("spy")))
    assert "Nothing that happened told anything about anybody." in spy  # it knew them all from the start
    assert beliefs(again(ola), "9") == beliefs(again(ola), "odd")


def test_it_is_for_those_who_may_watch(server: Server, ola: Person) -> None:
    with visitor(server) as stranger:
        assert stranger.get(f"{ola.path}/games/1?show=beliefs").status_code == 404
    fresh = again(ola)
    fresh.look()
    made = fresh.client.post(
        f"{ola.path}/games/1/share", data={"csrf": fresh.csrf}, headers={"Accept": "application/json"}
    )
    with visitor(server) as stranger:
        link = made.json()["url"].replace("http://testserver", server.url)
        shown = stranger.get(f"{link}/watch?show=beliefs")
        assert shown.status_code == 200
        assert "The largest swing: " in shown.text


def test_a_record_that_is_handed_in_has_it_too(server: Server, ola: Person) -> None:
    record = again(ola).client.get(f"{ola.path}/games/1/record").text
    guest = Person(server, "Guest")
    guest.look()
    shown = guest.post("/replay", record=record, show="beliefs")
    assert "The largest swing: " in shown.text
    assert "Seat 1" in shown.text
    other = guest.post("/replay", record=record, show="beliefs", **{"as": "2"})
    assert "going by what Seat 3 saw" in other.text


def test_it_is_worked_out_once(ola: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    record = again(ola).client.get(f"{ola.path}/games/1/record").text
    worked, real = [], replay_page.timeline
    monkeypatch.setattr(replay_page, "timeline", lambda *given: worked.append(given) or real(*given))
    cache, people = ReplayCache(), tuple(Occupant("person", f"P{seat}") for seat in range(5))
    for language in ("en", "pl", "en"):
        cache.beliefs(record, people, -1, language, "/x")
    assert len(worked) == 1


def test_a_game_that_no_world_fits_names_the_event(ola: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing_fits(*given: object) -> None:
        raise NoWorldFits(7, TeamApproved(3))

    monkeypatch.setattr(replay_page, "timeline", nothing_fits)
    cache = ReplayCache()
    record = again(ola).client.get(f"{ola.path}/games/1/record").text
    with pytest.raises(NoWorldFits):
        cache.beliefs(record, (), -1, "en", "")


# The chart itself


LINES = (
    Line("Ola", "shield", ((0.0, 0.4), (0.5, 0.1))),
    Line("<Jan>", "jagged", ((0.0, 0.4), (0.5, 0.9))),
    Line("Ewa", "shield", ((0.0, 0.4), (0.5, 0.1))),
)


def test_a_line_is_level_until_something_happens() -> None:
    drawn = svg(Chart("t", LINES[:1]), 400, 200)
    path = re.search(r'class="line is-shield" d="M(\S+) (\S+)H(\S+)V(\S+)H(\S+)"', drawn)
    assert path
    start_x, start_y, turn_x, turn_y, end_x = map(float, path.groups())
    assert start_x < turn_x < end_x
    assert turn_y > start_y  # it became less likely: further down
    assert turn_x == pytest.approx((start_x + end_x) / 2, abs=0.2)


def test_names_do_not_lie_on_one_another_and_are_escaped() -> None:
    drawn = svg(Chart("t", LINES), 400, 200)
    assert "<Jan>" not in drawn
    places = [float(y) for y in re.findall(r'<text class="is-\w+" x="[\d.]+" y="([\d.]+)"', drawn)]
    assert len(places) == 3
    assert all(after - before >= 20 for before, after in pairwise(places))


def test_the_swing_stands_out() -> None:
    marks = (Mark(0.5, 1, "Mission 1"), Mark(0.51, 2, "Mission 2", is_swing=True))
    drawn = svg(Chart("t", LINES, marks), 400, 200)
    assert drawn.count('class="mark"') == 1
    assert drawn.count('class="mark is-swing"') == 1


def test_places_stay_in_order_and_inside() -> None:
    for wanted in ([0.0] * 12, [100.0] * 12, [0, 1, 2, 50, 99, 100, 100], [5, 95]):
        places = spread(wanted, 9, 0, 100)
        assert places == sorted(places)
        assert places[0] >= 0
        assert places[-1] <= 100.001
        room = min(9, 100 / (len(wanted) - 1))
        assert all(b - a >= room - 1e-6 for a, b in pairwise(places))
