"""Votes and mission cards picture the team in the question, as on everybody's board."""

from tests.support.fixtures.models import TablePage, own_parts, page_of
from tests.support.offline_room import choose, room
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import seats_in
from turncoat.kernel.steps import Choice
from turncoat.table.runtime.room import Room
from turncoat.web.http.identity import Visitor
from turncoat.web.table.seat import TeamMember

RULESET = Ruleset.of("resistance", 5)
NAMES = ("Ania", "Bartek", "Cleo", "Dmitri", "Ewa")


def opened() -> Room:
    return room(RULESET, RULESET.deal(b"team in the question"), NAMES)


def page(at: Room, seat: int) -> TablePage:
    found = page_of(at, Visitor(f"person-{seat}", NAMES[seat]), "en", "http://table", "csrf")
    assert isinstance(found, TablePage)
    return found


def team_of(at: Room, seat: int) -> tuple[TeamMember, ...]:
    prompt = page(at, seat).own_seat.prompt
    assert prompt is not None
    return prompt.team


def answer(at: Room, seat: int, given: object) -> None:
    session = at.table.session
    assert session is not None
    prompt = session.view(seat).prompt
    assert prompt is not None
    choose(at, seat, Choice(prompt.number, given))


def leader_of(at: Room) -> int:
    session = at.table.session
    assert session is not None
    (leader,) = seats_in(session.waiting)
    return leader


def test_no_question_pictures_a_team_before_it_is_named() -> None:
    at = opened()
    assert team_of(at, leader_of(at)) == ()
    assert "asked-team" not in own_parts(page(at, leader_of(at)))["own_seat"]


def test_ballots_and_mission_cards_picture_the_team() -> None:
    at = opened()
    leader = leader_of(at)
    other = (leader + 2) % 5
    answer(at, leader, (1 << leader | 1 << other,))
    names = [NAMES[seat] for seat in sorted((leader, other))]
    for seat in range(5):
        team = team_of(at, seat)
        assert [one.name for one in team] == names
        assert [one.name for one in team if one.leader] == [NAMES[leader]]
        assert all(one.avatar for one in team)
    # A submitted ballot can be changed, so the team stays in sight.
    answer(at, 0, "reject")
    assert page(at, 0).own_seat.prompt is not None
    assert [one.name for one in team_of(at, 0)] == names
    for seat in range(5):
        answer(at, seat, "approve")
    for seat in (leader, other):
        assert [one.name for one in team_of(at, seat)] == names
    html = own_parts(page(at, other))["own_seat"]
    assert html.count("asked-team") == 1
    assert all(name in html for name in names)


def test_the_team_looks_the_same_to_everybody_asked() -> None:
    at = opened()
    leader = leader_of(at)
    answer(at, leader, (1 << leader | 1 << (leader + 1) % 5,))

    def pictured(seat: int) -> str:
        html = own_parts(page(at, seat))["own_seat"]
        return html[html.index('<ul class="asked-team"') :].partition("</ul>")[0]

    assert len({pictured(seat) for seat in range(5)}) == 1
