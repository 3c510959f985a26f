"""Statistics and ratings of a circle say how little a few games tell."""

import pytest

from tests.support.circles import circle_of, game
from turncoat.circles import changes
from turncoat.circles.ratings import ratings_of
from turncoat.circles.statistics import TOO_FEW, Rate, statistics_of
from turncoat.simulation.intervals import wilson

CIRCLE = circle_of("ola", "jan", "ewa")


def test_wins_are_counted_by_side_role_and_module() -> None:
    games = [game(1), game(2, "spy", modules=("targeting",)), game(3, "spy")]
    found = statistics_of(CIRCLE, games)
    assert [(one.side, one.rate.wins, one.rate.games) for one in found.sides] == [("resistance", 1, 3), ("spy", 2, 3)]
    assert [(one.module, one.side, one.rate.wins, one.rate.games) for one in found.modules] == [
        ("targeting", "resistance", 0, 1),
        ("targeting", "spy", 1, 1),
    ]
    ola, jan, ewa = found.members
    assert (ola.all.wins, ola.all.games, jan.all.wins) == (1, 3, 1)
    assert ewa.sides == {("resistance", "spy"): Rate(2, 3)}
    assert ewa.roles == {("resistance", "spy"): Rate(2, 3)}


def test_a_seat_that_changed_hands_counts_for_nobody() -> None:
    one = game(1)
    from msgspec.structs import replace

    shared = replace(one, seats=(replace(one.seats[0], is_shared=True), *one.seats[1:]))
    ola = statistics_of(CIRCLE, [shared]).members[0]
    assert (ola.all.games, ola.shared) == (0, 1)
    assert ratings_of(CIRCLE, [shared]) == ()


def test_people_who_have_left_are_in_no_statistics() -> None:
    left = changes.left(CIRCLE, "ola")
    assert [one.number for one in statistics_of(left, [game(1)]).members] == [2, 3]
    assert {one.number for one in ratings_of(left, [game(1)])} == {2, 3}


def test_nobodys_rating_changes_because_others_leave() -> None:
    games = [game(number, "spy" if number % 3 else "resistance") for number in range(1, 20)]
    stays = [one for one in ratings_of(CIRCLE, games) if one.number != 3]
    assert list(ratings_of(changes.left(CIRCLE, "ewa"), games)) == stays


def test_few_games_tell_no_share_and_many_tell_an_interval() -> None:
    rate = Rate()
    for number in range(TOO_FEW):
        assert not rate.is_telling
        rate.add(number % 2 == 0)
    assert rate.is_telling
    assert rate.interval == wilson(TOO_FEW // 2, TOO_FEW)


def test_ratings_follow_who_wins_and_grow_more_certain() -> None:
    games = [game(number, members=(1, 2, 0, 3, 0) if number % 2 else (2, 1, 0, 3, 0)) for number in range(1, 31)]
    first, last = ratings_of(CIRCLE, games[:1]), ratings_of(CIRCLE, games)
    assert {(one.number, one.side) for one in last} == {(1, "resistance"), (2, "resistance"), (3, "spy")}
    by_number = {one.number: one for one in last}
    assert by_number[1].value > 25 > by_number[3].value
    assert by_number[1].deviation < first[0].deviation
    assert not first[0].is_telling
    assert by_number[1].is_telling
    assert by_number[1].games == 30


@pytest.mark.parametrize(
    "unfit",
    [
        game(1, sides=("", "", "", "", "")),
        game(1, winner="nobody"),
        game(1, members=(1, 2, 0, 0, 0)),
    ],
)
def test_games_without_two_known_sides_of_members_change_no_rating(unfit: object) -> None:
    assert ratings_of(CIRCLE, [unfit]) == ()  # type: ignore[list-item]


def test_a_side_that_wins_more_often_makes_nobody_better() -> None:
    """With random winners, three of four times the spies, ratings stay near the beginning on both sides."""
    circle = circle_of(*(f"Person {number}" for number in range(5)))
    games = [
        game(
            number,
            "spy" if number % 4 else "resistance",
            members=tuple((number + seat) % 5 + 1 for seat in range(5)),
        )
        for number in range(1, 200)
    ]
    rated = ratings_of(circle, games)
    assert {one.side for one in rated} == {"resistance", "spy"}
    assert all(abs(one.value - 25) < one.reach for one in rated)
