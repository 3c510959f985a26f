"""Mixed sabotage: the best reply is tried against every plan, and played in real games."""

import doctest
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, product
from random import Random
from typing import Final

import pytest

from lab.tests.plans import PAGES, SHORT, by_candidates, by_plan, every_plan, found, rows
from turncoat.bots.levels import Hard, Normal
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SeatSet, seat_set
from turncoat_lab.mixed_sabotage import best_reply, by_level, worth
from turncoat_lab.value import Chance, History, MissionGame, MixedSabotage, Plan, won_against

PLAYERS: Final = range(5, 11)
FREE: Final = {"mission 1": (0, 0), "2 after a success": (1, 0), "2 after a failure": (0, 1), "3 at 1:1": (1, 1)}
"""Situations in which a mission does not decide the game, named as in docs/mixing.md, by successes and failures."""


def best_mix(players: int) -> dict[tuple[int, int], Chance]:
    """Return the chances of best play where a mission does not decide the game."""
    return {(0, 0): 0, (1, 0): 1, (0, 1): int(players != 6), (1, 1): int(players != 5)}


def mixed(chances: Mapping[tuple[int, int], Chance]) -> MixedSabotage:
    """Return the sabotage with these chances. In other situations the mission fails."""
    return lambda successes, failures, aboard: chances.get((successes, failures), 1)


@cache
def price(players: int, *other: tuple[tuple[int, int], float]) -> float:
    """Return the deals that the Resistance wins beyond best play if these chances deviate from it."""
    game = found(players).game
    mix = {**{situation: float(chance) for situation, chance in best_mix(players).items()}, **dict(other)}
    return (float(best_reply(game, mixed(mix)).won) - float(found(players).low)) * len(game.hidden_sets)


def won_by(game: MissionGame, plan: Plan, sabotage: MixedSabotage) -> Chance:
    """Return the share of games that a plan wins against a sabotage, path by path."""
    won = sum((won_against(game, plan, hidden, sabotage) for hidden in game.hidden_sets), Fraction())
    return won / len(game.hidden_sets)


def drawn(game: MissionGame, rng: Random) -> MixedSabotage:
    """Draw a chance for every situation and number aboard."""
    chances = {
        (successes, failures, aboard): Fraction(rng.randrange(5), 4)
        for successes, failures in product(range(game.wins), repeat=2)
        for aboard in range(1, game.hiding + 1)
    }
    return lambda *situation: chances[situation]


@pytest.mark.parametrize("seed", range(8))
def test_no_plan_of_a_short_game_beats_mixed_sabotage(seed: int) -> None:
    sabotage = drawn(SHORT, Random(seed))
    assert best_reply(SHORT, sabotage).won == max(won_by(SHORT, plan, sabotage) for plan in every_plan(SHORT))


@pytest.mark.parametrize("game", [found(5).game, MissionGame(5, 2, ((3, 1), (1, 1), (3, 2)))])
def test_no_team_is_better_after_any_results(game: MissionGame) -> None:
    """Try every team after all results, without the reduction to distinct teams."""
    sabotage = drawn(game, Random(5))
    teams = [list(map(seat_set, combinations(range(game.players), size))) for size, _ in game.missions]

    @cache
    def most(successes: int, failures: int, dealt: tuple[Fraction, ...]) -> Fraction:
        if successes == game.wins or not any(dealt):
            return sum(dealt, Fraction())
        if failures == game.wins:
            return Fraction()
        won = []
        # Before the first mission all seats are alike, and so are all its teams.
        for team in teams[successes + failures] if successes + failures else teams[0][:1]:
            aboard = [(hidden & team).bit_count() for hidden in game.hidden_sets]
            needed = game.missions[successes + failures][1]
            chances = [sabotage(successes, failures, number) if number >= needed else 0 for number in aboard]
            failing = tuple(share * Fraction(chance or 0) for share, chance in zip(dealt, chances, strict=True))
            succeeding = tuple(share - fails for share, fails in zip(dealt, failing, strict=True))
            won.append(most(successes + 1, failures, succeeding) + most(successes, failures + 1, failing))
        return max(won)

    share = Fraction(1, len(game.hidden_sets))
    assert best_reply(game, sabotage).won == most(0, 0, (share,) * len(game.hidden_sets))


@pytest.mark.parametrize("players", PLAYERS)
def test_the_best_reply_wins_its_stated_share(players: int) -> None:
    game = found(players).game
    sabotage = drawn(game, Random(players))
    reply = best_reply(game, lambda *situation: float(sabotage(*situation) or 0))
    assert reply.won == pytest.approx(float(won_by(game, reply.plan, sabotage)), abs=1e-12)


class Undrawn(Exception):
    """A random decision is needed that has not been drawn yet."""

    def __init__(self, chance: Fraction) -> None:
        super().__init__(chance)
        self.chance = chance


def likely(happens: Callable[[Callable[[Fraction], bool]], bool], *draws: bool) -> Fraction:
    """Return the chance of an event that draws as it goes, by following both outcomes of each draw."""
    left = iter(draws)

    def draw(chance: Fraction) -> bool:
        for drawn in left:
            return drawn
        raise Undrawn(chance)

    try:
        return Fraction(happens(draw))
    except Undrawn as at:
        return at.chance * likely(happens, *draws, True) + (1 - at.chance) * likely(happens, *draws, False)


@pytest.mark.parametrize("players", [5, 7])
def test_the_best_reply_wins_its_share_in_real_games(players: int) -> None:
    """The spies name teams and vote as if loyal, and draw whether a mission fails. Every outcome of the draws is
    played."""
    ruleset, game = Ruleset.of("resistance", players), found(players).game
    chances = {(0, 0): Fraction(1, 5), (0, 1): Fraction(1, 2), (1, 1): Fraction(7, 10)}
    reply = best_reply(game, mixed({situation: float(chance) for situation, chance in chances.items()}))

    def wins(hidden: SeatSet, draw: Callable[[Fraction], bool]) -> bool:
        def fails(mission: int, results: History, aboard: int) -> int:
            needed = game.missions[mission - 1][1]
            chance = chances.get((results.count(True), results.count(False)), Fraction(1))
            return needed if aboard >= needed and draw(chance) else 0

        return by_plan(ruleset, reply.plan, hidden, fails) == "resistance"

    won = sum(likely(partial(wins, hidden)) for hidden in game.hidden_sets)
    assert float(won / len(game.hidden_sets)) == pytest.approx(reply.won, abs=1e-12)


@pytest.mark.parametrize("players", PLAYERS)
def test_mixed_sabotage_can_be_optimal(players: int) -> None:
    """The value stays the same if missions that decide the game fail as well, and with any mix at no cost."""
    assert best_reply(found(players).game, mixed(best_mix(players))).won == found(players).low
    free = rows("| players | mission 1 | 2 after a success |")[players]
    for situation, cell in zip(FREE.values(), free, strict=True):
        costs = [price(players, (situation, chance)) for chance in (0.0, 0.3, 1.0)]
        expected = {"never": [True, False, False], "always": [False, False, True]}.get(cell, [True, True, True])
        assert [cost == pytest.approx(0, abs=1e-9) for cost in costs] == expected, situation


@pytest.mark.parametrize("players", PLAYERS)
def test_the_page_states_the_prices_of_sabotage(players: int) -> None:
    prices = [price(players, ((0, 0), chance)) for chance in (0.05, 0.1, 0.2, 0.3)]
    prices += [price(players, (other, abs(float(best_mix(players)[other]) - 0.1))) for other in ((1, 0), (1, 1))]
    points = [f"{100 * deals / len(found(players).game.hidden_sets) + 1e-9:.2f}" for deals in prices]
    assert rows("| players | mission 1 fails: 5% |")[players] == points


@pytest.mark.parametrize("players", PLAYERS)
def test_the_page_states_the_result_of_a_first_success(players: int) -> None:
    """The page's plan wins that against any spies, and up to a limit some spies lose no more."""
    *candidates, second, third, told, limit = rows("| players | mission 1 succeeds: first |")[players]
    game = found(players).game
    plan = found(players).plan if candidates[0] == "as above" else by_candidates(players, candidates)
    others = by_candidates(players, ("", second, third))
    plan = {**plan, **{history: team for history, team in others.items() if history[:1] == (False,)}}

    def beaten(chance: int) -> list[bool]:
        """Return the deals that it certainly wins if mission 1 fails with that chance, whatever else the spies do."""

        def first_mission(successes: int, failures: int, aboard: int) -> Chance | None:
            return None if successes + failures else chance

        return [won_against(game, plan, hidden, first_mission) == 1 for hidden in game.hidden_sets]

    certain = sum(wins and (hidden & plan[()]) == 0 for hidden, wins in zip(game.hidden_sets, beaten(0), strict=True))
    after_success, after_failure = sum(beaten(0)) - certain, sum(beaten(1)) - certain
    assert told == f"{certain} + {f'{after_success}(1 - q) + ' if after_success else ''}{after_failure}q"
    assert certain + after_success == found(players).winnable
    assert after_failure - after_success == 2
    # The price is a whole number of deals over the denominator, so floats are exact enough.
    at = float(Fraction(limit))
    assert price(players, ((0, 0), at)) == pytest.approx(2 * at, abs=1e-9)
    assert at == 1 or price(players, ((0, 0), at + 0.01)) > 2 * at + 0.021


@pytest.mark.parametrize("players", [5, 6, 7, 8])
def test_combined_deviations_cost_no_more_than_their_sum(players: int) -> None:
    best, situations = best_mix(players), ((0, 0), (1, 0), (1, 1))
    others = [[(situation, abs(float(best[situation]) - less)) for less in (0.1, 0.3)] for situation in situations]
    for other in product(*others):
        assert price(players, *other) <= sum(price(players, one) for one in other) + 1e-9


@pytest.mark.parametrize("players", PLAYERS)
def test_the_page_compares_the_simple_rule_with_exact_worths(players: int) -> None:
    """The worth in deals of failing a mission more often, with best play otherwise."""
    game, best = found(players).game, best_mix(players)
    cells = []
    for situation in FREE.values():
        rule = round(worth(game, *situation) * len(game.hidden_sets))
        if situation == (0, 1):  # comes only after mission 1 has failed
            true = (price(players, ((0, 0), 0.1), ((0, 1), 0.0)) - price(players, ((0, 0), 0.1), ((0, 1), 1.0))) / 0.1
        else:
            true = price(players, (situation, abs(float(best[situation]) - 0.1))) / 0.1 * (1 if best[situation] else -1)
        assert true == pytest.approx(round(true), abs=1e-6)
        cells.append(f"{rule}" if rule == round(true) else f"{rule} ({round(true)})")
    assert rows("| players | rule: mission 1 |")[players] == cells


@pytest.mark.parametrize("players", PLAYERS)
def test_the_page_states_the_cost_of_each_level(players: int) -> None:
    game = found(players).game
    lost = [
        float(best_reply(game, by_level(game, temperature)).won) - float(found(players).low)
        for temperature in (0.02, Hard.card_temperature, 0.1, 0.17, 0.3, Normal.card_temperature)
    ]
    assert rows("| players | value | 0.02 |")[players] == [
        f"{float(found(players).low):.1%}",
        *(f"{100 * points:.1f}" for points in lost),
    ]


def test_the_mixed_sabotage_pages_example_runs() -> None:
    done = doctest.testfile(str(PAGES[1]), module_relative=False, encoding="utf-8")
    assert (done.failed, done.attempted) == (0, 6)
