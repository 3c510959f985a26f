"""Invariants after every choice of random games with many accusations and assassinations."""

from random import Random

import pytest

from tests.support.games.winter_soldier import ALL, ruleset
from turncoat.games.resistance.events import BallotsRevealed, MissionRevealed, TeamApproved
from turncoat.games.winter_soldier.board import Board
from turncoat.games.winter_soldier.events import MissionLost, RejectionCounted
from turncoat.games.winter_soldier.roles import SIDES
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import is_in, seat_set
from turncoat.testing import random_walk

RULESETS = [
    ruleset(5),
    ruleset(6, fury_lost="play-on", team_cap="left-minus-one"),
    ruleset(7, "black-widow", "alexander-pierce", "baron-zemo", "scarlet-witch"),
    ruleset(9, "maria-hill", "arnim-zola", "scarlet-witch", fury_lost="hydra-wins"),
    ruleset(12, *ALL),
]


def holds(game: Game[Board]) -> None:
    board, roles = game.board, game.deal.roles
    left = board.left
    assert is_in(roles.index("winter-soldier"), left), "the Winter Soldier never goes out"
    if game.result is not None:
        return
    assert is_in(board.leader, left)
    asked = seat_set(game.prompts())
    named = board.successes == 3
    assert not asked & board.out
    questions = {prompt.question.name for prompt in game.prompts().values()}
    assert board.track < 3 or questions == {"examine"}
    assert board.failures < 3
    if board.pending:
        assert questions <= {"cast-ballot", "play-card"}
    assert not (named and game.offers(board.captain))
    if board.out >> board.captain & 1:
        gone = [seat for seat in range(board.players) if board.out >> seat & 1 and SIDES[roles[seat]] == "hydra"]
        assert len(gone) == 1, "one agent put Captain America out"
    for seat in range(board.players):
        assert not (is_in(seat, board.out) and game.offers(seat))


def counts(game: Game[Board]) -> None:
    """Check the public record: three rejections lose a mission, Failures fail it, and majorities approve."""
    players, rejected, out_then = game.ruleset.players, 0, 0
    left, majority = players, False
    for event in game.events:
        if type(event).__name__ == "WentOut":
            out_then |= event.seats  # type: ignore[attr-defined]
            left = players - out_then.bit_count()
        elif isinstance(event, BallotsRevealed):
            assert (event.approvals | event.rejections) == (1 << players) - 1 & ~out_then
            majority = event.approvals.bit_count() * 2 > left
        elif isinstance(event, TeamApproved):
            assert majority
            assert not event.team & out_then
            rejected = 0
        elif isinstance(event, RejectionCounted):
            assert not majority
            rejected += 1
            assert event.track == rejected
        elif isinstance(event, MissionLost):
            assert rejected == 3
            rejected = 0
        elif isinstance(event, MissionRevealed):
            two = {8: (4, 5), 9: (4,), 10: (4, 5), 11: (4,), 12: (2, 3, 4, 5)}.get(players, ())
            assert event.success is (event.cards.count("fail") < (2 if event.mission in two else 1))


@pytest.mark.clause("WIN-OUT-1", "WIN-OUT-2", "WIN-VOTE-3", "WIN-MISSION-2")
@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: f"{rules.players}")
def test_random_games_with_many_accusations_end(rules: Ruleset) -> None:
    reasons = set()
    for seed in range(40):
        game: Game[Board] = Game(rules, rules.deal(bytes([seed])))
        for _ in random_walk(game, Random(seed), offers=(0.02, 0.1)[seed % 2]):
            holds(game)
        counts(game)
        assert game.result is not None
        reasons.add(game.result.reason)
        if game.result.reason == "three-failures":
            assert game.board.failures == 3
        elif game.result.reason in ("last-guess-right", "fury-assassinated", "fury-missed", "fury-out-of-reach"):
            assert game.board.successes == 3
    assert {"three-failures", "winter-soldier-found"} <= reasons
