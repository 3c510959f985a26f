"""Beliefs in a finished game: the replay's page with a chart, its content in words, and the biggest swing."""

import re
from html import unescape
from itertools import count, pairwise
from pathlib import Path

import httpx
import msgspec
import pytest

from tests.support.serving import Person, Server, visitor
from turncoat.deduction import NoWorldFits
from turncoat.deduction.timeline import Timeline, timeline
from turncoat.games.resistance.events import (
    BallotsRevealed,
    MissionRevealed,
    RolesRevealed,
    TeamApproved,
    TeamRejected,
)
from turncoat.kernel.events import Event
from turncoat.kernel.records import parse_record, print_record, record_of
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.simulation.playing import play_numbered, seating
from turncoat.table.past.replay import Replay
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.values.occupants import Occupant
from turncoat.table.values.summaries import GameSummary
from turncoat.web.app import create_app
from turncoat.web.replays import page as replay_page
from turncoat.web.replays.beliefs import turning_part
from turncoat.web.replays.chart import Chart, Line, Mark, spread, svg
from turncoat.web.replays.page import ReplayCache
from turncoat.web.replays.routes import Replays

RULESET = Ruleset.of("resistance", 7)


@pytest.fixture(scope="module")
def record() -> str:
    """Record of a game with a failed mission, which changes beliefs."""
    games = (play_numbered(RULESET, seating(RULESET, ["sensible"]), "believed", number) for number in count())
    game = next(
        game for game in games if any(isinstance(one, MissionRevealed) and not one.success for one in game.events)
    )
    return print_record(record_of(game))


@pytest.fixture(scope="module")
def ola(server: Server) -> Person:
    """A person who has played a game with bots."""
    ola = Person(server, "Ola").open()
    ola.start()
    ola.play()
    return ola


@pytest.fixture(autouse=True, scope="module")
def _stay(ola: Person) -> None:
    """Keeps Ola's browser open for the whole module."""


def again(ola: Person) -> Person:
    fresh = Person(ola.server, "Ola", ola.code)
    fresh.client.cookies = ola.client.cookies
    return fresh


def handed_in(server: Server, record: str, side: str = "all") -> str:
    """Upload a record as a guest, and return its page of beliefs."""
    guest = Person(server, "Guest")
    guest.look()
    answer = guest.post("/replay", record=record, show="beliefs", **{"as": side})
    assert answer.status_code == 200
    return unescape(answer.text)


@pytest.mark.sweep
def test_the_replay_links_to_the_suspicion_chart_with_a_warning(ola: Person) -> None:
    page = again(ola).client.get(f"{ola.path}/games/1").text
    link = re.search(r'<a href="([^"]+show=beliefs)">(.*?)</a>', page)
    assert link
    assert "who was who" in link[2]
    assert 'class="chart"' not in page  # the ending is not given away at the start of the replay
    shown = again(ola).client.get(link[1])
    assert shown.status_code == 200
    assert shown.text.count('class="beliefs-who"') == 5
    for url in re.findall(r'href="([^"]*\?at=\d+&amp;as=all)"', shown.text):
        assert again(ola).client.get(unescape(url)).status_code == 200


def test_everything_in_the_chart_is_also_in_words(server: Server, record: str) -> None:
    page = handed_in(server, record)
    assert page.count("seat-line-") == 2 * 7  # once for phones and once for desktops
    assert "The largest swing: Mission " in page
    assert page.count('class="beliefs-who"') == 7
    assert "was on a mission that failed" in page
    assert page.count('class="side is-jagged"') == parse_record(record).deal.roles.count("spy")
    rows = re.findall(r"<tr><th scope=\"row\">.*?</tr>", page, re.DOTALL)
    assert len(rows) == 7
    assert all("43%" in row for row in rows)


def test_the_chart_of_a_seat_uses_its_own_view(server: Server, record: str) -> None:
    roles = parse_record(record).deal.roles
    spy = handed_in(server, record, str(roles.index("spy")))
    assert f"judging by what Seat {roles.index('spy') + 1} saw" in spy
    assert "Nothing that happened pointed at anybody." in spy  # a spy knew everybody's role from the start
    assert "judging by what everybody saw" in handed_in(server, record, "9")


def test_the_suspicion_chart_is_for_those_who_may_watch_the_game(server: Server, ola: Person) -> None:
    with visitor(server) as stranger:
        assert stranger.get(f"{ola.path}/games/1?show=beliefs").status_code == 404
    fresh = again(ola)
    fresh.look()
    accepts = {"Accept": "application/json"}
    made = fresh.client.post(f"{ola.path}/games/1/share", data={"csrf": fresh.csrf}, headers=accepts)
    with visitor(server) as stranger:
        shown = stranger.get(f"{made.json()['url']}/watch?show=beliefs")
        assert shown.status_code == 200
        assert "Suspicion chart" in shown.text


def test_the_end_page_links_to_the_biggest_swing(server: Server, ola: Person) -> None:
    piece = again(ola).client.get(f"{ola.path}/games/1?show=turning")
    assert piece.status_code == 200
    assert "<html" not in piece.text
    assert piece.text.count("seat-line-") == 2 * 5
    assert piece.text.count('class="mark is-swing"') == piece.text.count('<g class="mark') == 2  # nothing else
    (sentence,) = re.findall(r'<b class="turning-point">(.*?)</b>', piece.text)
    assert re.search(r"Suspicion of \S+ (grew|faded), (rightly|wrongly): [<>]?\d+% → [<>]?\d+%\.$", unescape(sentence))
    with visitor(server) as stranger:
        assert stranger.get(f"{ola.path}/games/1?show=turning").status_code == 404


def test_the_swing_says_whether_suspicion_moved_rightly(record: str) -> None:
    replay, cache = Replay(record), ReplayCache()
    roles, people = parse_record(record).deal.roles, tuple(Occupant("person", f"P{seat}") for seat in range(7))
    told = timeline(replay.ruleset, SPECTATOR, replay.view(replay.last).events)
    for shift in told.shifts:
        moved = max(range(7), key=lambda seat: abs(shift.by(seat)))
        part = turning_part(replay, msgspec.structs.replace(told, shifts=(shift,)), people, str, lambda moment: "")
        assert part is not None
        is_spy, has_grown = roles[moved] == "spy", shift.by(moved) > 0
        says = f"P{moved} {'grew' if has_grown else 'faded'}, {'rightly' if is_spy == has_grown else 'wrongly'}:"
        assert says in part.moved
        if isinstance(shift.event, TeamApproved | TeamRejected | BallotsRevealed):
            assert re.search(r"proposes for mission \d", part.happened), "a vote is named with its team"

    turned = [msgspec.structs.replace(shift, event=RolesRevealed(tuple(roles))) for shift in told.shifts]
    revealed = msgspec.structs.replace(told, shifts=tuple(turned))
    assert turning_part(replay, revealed, people, str, lambda moment: "") is None, "a revealed card is no suspicion"
    nothing = msgspec.structs.replace(told, shifts=())
    assert turning_part(replay, nothing, people, str, lambda moment: "") is None
    assert cache.turning(record, people, "en", "/x") is cache.turning(record, people, "en", "/x")


@pytest.mark.anyio
@pytest.mark.parametrize("none", [NoWorldFits(7, TeamApproved(3)), None])
async def test_without_a_swing_the_end_page_gets_no_part(
    none: NoWorldFits | None, record: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    people = tuple(Occupant("person", f"P{seat}") for seat in range(7))
    game = GameSummary(1, "resistance", 7, (), "spies", "", people, people, ("spies",) * 7, record)

    async def linked(self: Replays, request: object) -> tuple[GameSummary, bool]:
        return game, False

    def nothing(*given: object) -> None:
        if none is not None:
            raise none

    monkeypatch.setattr(Replays, "_linked", linked)
    monkeypatch.setattr(replay_page, "turning_part", nothing)
    app = create_app(ServerSettings(tmp_path))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://table") as client:
        answer = await client.get("/r/token/watch?show=turning")
    assert (answer.status_code, answer.text) == (204, "")


def test_beliefs_are_computed_once_per_record(record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    worked: list[int] = []

    def counted(ruleset: Ruleset, seat: int, events: list[Event]) -> Timeline:
        worked.append(seat)
        return timeline(ruleset, seat, events)

    monkeypatch.setattr(replay_page, "timeline", counted)
    cache, people = ReplayCache(), tuple(Occupant("person", f"P{seat}") for seat in range(7))
    for language in ("en", "pl", "en"):
        cache.beliefs(record, people, SPECTATOR, language, "/x")
    assert worked == [SPECTATOR]


@pytest.mark.anyio
async def test_an_impossible_game_names_the_event_that_no_deal_explains(
    record: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def nothing_fits(*given: object) -> None:
        raise NoWorldFits(7, TeamApproved(3))

    monkeypatch.setattr(replay_page, "timeline", nothing_fits)
    app = create_app(ServerSettings(tmp_path))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://table") as client:
        csrf = re.search(r'name="csrf" value="([0-9a-f]+)"', (await client.get("/replay")).text)
        assert csrf
        answer = await client.post("/replay", data={"csrf": csrf[1], "record": record, "show": "beliefs"})
    assert answer.status_code == 409
    assert "after this: The team is approved." in answer.text


# The chart


LINES = (
    Line("Ola", "shield", ((0.0, 0.4), (0.5, 0.1))),
    Line("<Jan>", "jagged", ((0.0, 0.4), (0.5, 0.9))),
    Line("Ewa", "shield", ((0.0, 0.4), (0.5, 0.1))),
)


def test_a_chart_line_is_level_until_something_happens() -> None:
    drawn = svg(Chart("t", LINES[:1]), 400, 200)
    path = re.search(r'class="line is-shield" d="M(\S+) (\S+)H(\S+)V(\S+)H(\S+)"', drawn)
    assert path
    start_x, start_y, turn_x, turn_y, end_x = map(float, path.groups())
    assert start_x < turn_x < end_x
    assert turn_y > start_y  # it became less likely, so the line drops
    assert turn_x == pytest.approx((start_x + end_x) / 2, abs=0.2)


def test_chart_names_do_not_overlap_and_are_escaped() -> None:
    drawn = svg(Chart("t", LINES), 400, 200)
    assert "<Jan>" not in drawn
    places = [float(y) for y in re.findall(r'<text class="is-\w+" x="[\d.]+" y="([\d.]+)"', drawn)]
    assert len(places) == 3
    assert all(after - before >= 20 for before, after in pairwise(places))


def test_the_swing_is_highlighted_in_the_chart() -> None:
    marks = (Mark(0.5, 1, "Mission 1"), Mark(0.51, 2, "Mission 2", is_swing=True))
    drawn = svg(Chart("t", LINES, marks), 400, 200)
    assert drawn.count('class="mark"') == 1
    assert drawn.count('class="mark is-swing"') == 1


def test_chart_labels_stay_in_order_and_inside() -> None:
    for wanted in ([0.0] * 12, [100.0] * 12, [0, 1, 2, 50, 99, 100, 100], [5, 95]):
        places = spread(wanted, 9, 0, 100)
        assert places == sorted(places)
        assert places[0] >= 0
        assert places[-1] <= 100.001
        room = min(9, 100 / (len(wanted) - 1))
        assert all(b - a >= room - 1e-6 for a, b in pairwise(places))
