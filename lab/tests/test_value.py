"""The value under best play: the guarantee of each side, tried against everything that the other can do."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from random import Random
from typing import Final

import pytest

from lab.tests.plans import SHORT, by_candidates, by_plan, every_plan, found, rows
from turncoat.games.resistance.tables import SPIES, TEAM_SIZES, fails_needed
from turncoat.kernel.chapters import OptionValue
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SeatSet, seat_set
from turncoat_lab.value import (
    MissionGame,
    NoValueError,
    beaten_by,
    mission_game,
    plan_against,
    value,
)

VALUES: Final[Mapping[int, Fraction]] = {
    5: Fraction(3, 10),
    6: Fraction(1, 3),
    7: Fraction(9, 35),
    8: Fraction(9, 56),
    9: Fraction(2, 7),
    10: Fraction(1, 6),
}
UNEQUAL: Final = MissionGame(5, 2, ((3, 1), (1, 1), (3, 2)))
"""A short game in which the two proofs do not meet."""


def shut_out(players: int) -> list[int]:
    """Return, for each mission, the number of spy sets with too few spies on a team to make it fail."""
    spies = SPIES[players]
    return [
        sum(
            comb(size, aboard) * comb(players - size, spies - aboard) for aboard in range(fails_needed(players, number))
        )
        for number, size in enumerate(TEAM_SIZES[players], 1)
    ]


def most_won(game: MissionGame, sabotage: tuple[int, ...]) -> int:
    """Return the number of sets that the best reply to a sabotage beats, by trying every team after every observation.

    Observations include the number of Fails.
    """

    @cache
    def best(failures: int, mission: int, possible: tuple[SeatSet, ...]) -> int:
        if failures == game.wins or not possible:
            return 0
        if mission - failures == game.wins:
            return len(possible)
        size, needed = game.missions[mission]
        most = 0
        for team in map(seat_set, combinations(range(game.players), size)):
            seen: dict[int, list[SeatSet]] = {}
            for hidden in possible:
                can = mission in sabotage and (hidden & team).bit_count() >= needed
                seen.setdefault(needed if can else 0, []).append(hidden)
            won = sum(best(failures + (fails >= needed), mission + 1, tuple(left)) for fails, left in seen.items())
            most = max(most, won)
        return most

    return best(0, 0, game.hidden_sets)


@pytest.mark.parametrize("players", VALUES)
def test_both_sides_can_guarantee_the_value(players: int) -> None:
    assert found(players).low == found(players).high == VALUES[players]


@pytest.mark.parametrize("players", VALUES)
def test_the_value_is_the_sum_of_the_three_smallest_counts(players: int) -> None:
    """The formula of docs/value.md, from the rulebook's tables alone."""
    counts = shut_out(players)
    assert found(players).low == Fraction(sum(sorted(counts)[:3]), comb(players, SPIES[players]))
    assert sum(counts[mission] for mission in found(players).sabotage) == found(players).winnable


@pytest.mark.parametrize("players", [5, 6, 7])
def test_no_reply_beats_the_optimal_sabotage(players: int) -> None:
    game = found(players).game
    assert most_won(game, found(players).sabotage) == found(players).winnable


def test_for_five_players_every_other_sabotage_is_worse() -> None:
    game = found(5).game
    others = set(combinations(range(5), 3)) - {found(5).sabotage}
    assert all(most_won(game, sabotage) > found(5).winnable for sabotage in others)


@pytest.mark.parametrize("game", [SHORT, UNEQUAL])
def test_no_plan_of_a_short_game_beats_more_sets(game: MissionGame) -> None:
    most = max(len(beaten_by(game, plan)) for plan in every_plan(game))
    assert len(value(game).beaten) == most


def test_an_unproven_value_has_bounds() -> None:
    assert (value(UNEQUAL).low, value(UNEQUAL).high) == (Fraction(3, 5), Fraction(7, 10))
    assert most_won(UNEQUAL, value(UNEQUAL).sabotage) == value(UNEQUAL).winnable


@pytest.mark.parametrize("players", [5, 6, 7])
def test_a_damaged_plan_is_noticed(players: int) -> None:
    """Every team of the plan matters: some replacement beats fewer sets, and so does a plan without it."""
    game, plan, beaten = found(players).game, found(players).plan, len(found(players).beaten)
    for history, team in plan.items():
        others = map(seat_set, combinations(range(players), team.bit_count()))
        assert min(len(beaten_by(game, {**plan, history: other})) for other in others) < beaten
        assert len(beaten_by(game, {other: plan[other] for other in plan if other != history})) < beaten


def test_the_page_on_values_agrees_with_the_computation() -> None:
    values = {players: (rest[1], rest[3][:7]) for players, rest in rows("| players | spies |").items()}
    sabotages = {players: ", ".join(str(mission + 1) for mission in found(players).sabotage) for players in VALUES}
    assert values == {players: (str(found(players).low), sabotages[players]) for players in VALUES}
    counts = {players: list(map(int, rest)) for players, rest in rows("| players | mission 1 |").items()}
    assert counts == {players: [*shut_out(players), comb(players, SPIES[players])] for players in VALUES}


def test_the_pages_candidate_teams_form_an_optimal_plan() -> None:
    tables = rows("| players | first |")
    assert set(tables) == {7, 8, 9, 10}
    for players, (*candidates, _) in tables.items():
        assert len(beaten_by(found(players).game, by_candidates(players, candidates))) == found(players).winnable


def test_no_plan_beats_every_set() -> None:
    assert plan_against(found(5).game, (1 << 10) - 1) is None


@pytest.mark.parametrize("modules", [(), ("targeting",)])
@pytest.mark.parametrize("players", VALUES)
def test_the_plan_wins_real_games_against_any_spies(players: int, modules: tuple[str, ...]) -> None:
    ruleset, rng = Ruleset.of("resistance", players, modules), Random(players)
    for hidden in found(players).beaten:
        for _ in range(4):
            assert by_plan(ruleset, found(players).plan, hidden, lambda *_: rng.randrange(4), rng) == "resistance"


@pytest.mark.parametrize("modules", [(), ("targeting",)])
@pytest.mark.parametrize("players", VALUES)
def test_plan_and_sabotage_yield_the_value_in_real_games(players: int, modules: tuple[str, ...]) -> None:
    ruleset, game = Ruleset.of("resistance", players, modules), found(players).game

    def fails(mission: int, *_: object) -> int:
        return fails_needed(players, mission) if mission - 1 in found(players).sabotage else 0

    won = [
        hidden for hidden in game.hidden_sets if by_plan(ruleset, found(players).plan, hidden, fails) == "resistance"
    ]
    assert tuple(won) == found(players).beaten


@pytest.mark.parametrize("after", ["successes", "completed"])
def test_targeting_has_the_same_value_as_the_base_game(after: OptionValue) -> None:
    ruleset = Ruleset.of("resistance", 7, ("targeting",), {"fifth-mission-after": after})
    assert mission_game(ruleset) == found(7).game


def test_rulesets_outside_the_proof_have_no_value() -> None:
    book = rulebook("resistance")
    assert {name for name, chapter in book.chapters.items() if not chapter.no_value} == {"targeting"}
    for name in ("blind-spies", "plot-thickens", "hunter", "inquisitor", "reverser"):
        with pytest.raises(NoValueError) as refused:
            mission_game(Ruleset.of("resistance", 7, (name,)))
        assert str(refused.value) == f"no value is known for {name}: {book.chapters[name].no_value}"
    for game in ("winter-soldier", "hail-hydra"):
        with pytest.raises(NoValueError, match="its optimal play is not known"):
            mission_game(Ruleset.of(game, 7))
