"""The policy of the levels, compared with baselines and the value of best play."""

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat.bots.levels import Hard
from turncoat.bots.mixture import OF_LOYAL, POLICIES
from turncoat.bots.sabotage import sets_of_traitors, shut_out, worth_of_failure
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.missions import Situation, plan_of
from turncoat.simulation.playing import play_numbered, seating, traitors_of
from turncoat_lab.value import mission_game, value

FIVE = Ruleset.of("resistance", 5)


@pytest.mark.parametrize("policy", ["people", "cunning"])
def test_bots_learn_the_policy_of_their_table(policy: str) -> None:
    """In games of bots that play roughly by a policy, the belief in that policy grows."""
    bot = {"people": "baseline:people", "cunning": "baseline:deducer"}[policy]
    explained = dict.fromkeys(POLICIES, 0.0)
    for number in range(8):
        game = play_numbered(FIVE, seating(FIVE, (bot,)), f"policy {policy}", number)
        onlooker = Hard(FIVE, 0, b"")
        onlooker.see(game.view(0).events)
        onlooker._current_assessment()
        traitors = traitors_of(game)
        for (of_loyal, _), chance in onlooker._mixed.policies(traitors).items():
            explained[of_loyal] += chance
    assert explained[policy] / 8 > 1.5 * OF_LOYAL[policy]


@pytest.mark.parametrize("players", range(5, 11))
def test_worthwhile_sabotage_loses_no_more_than_best_play(players: int) -> None:
    """Traitors who are never shut out lose as many deals to the teams of their sabotaged missions as best play loses.

    They make the missions fail that are worth it, and may spare those that are worth nothing either way.
    """
    ruleset = Ruleset.of("resistance", players)
    plan, sets = plan_of(rulebook(ruleset.game).board(ruleset)), sets_of_traitors(ruleset)
    best = value(mission_game(ruleset))
    assert plan is not None
    lost = [shut_out(sets, plan, mission) for mission in range(1, 6)]
    courses = [(1, 0, 0, 0.0)]
    for mission, successes, failures, so_far in courses:
        if failures == 2:  # any mission that is left may decide
            assert so_far + min(lost[mission - 1 :]) == pytest.approx(float(best.high))
            continue
        needed = plan.missions[mission - 1][1]
        now = Situation(players, mission, fails_needed=needed, successes=successes, failures=failures)
        worth = worth_of_failure(sets, plan, now, range(1, mission))
        if worth > -1e-9:
            courses.append((mission + 1, successes, failures + 1, so_far + lost[mission - 1]))
        if worth < 1e-9:
            courses.append((mission + 1, successes + 1, failures, so_far))
    assert len(courses) > 3
