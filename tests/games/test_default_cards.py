"""The card played on timeout is the same for every role that may play it, so it reveals nothing.

The contract cannot check this: a loyal player can play nothing else, so no two deals differ in this card alone.
"""

import pytest

from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import seats_in
from turncoat.testing.games import walk
from turncoat.testing.rulesets import label, rulesets

GAMES = 5


@pytest.mark.parametrize("ruleset", rulesets("resistance", "winter-soldier")[::6], ids=label)
def test_the_clock_plays_success_for_every_role(ruleset: Ruleset) -> None:
    roles = set()
    for game in (game for seed in range(GAMES) for game, _ in walk(ruleset, seed)):
        prompts = game.prompts()
        for seat in seats_in(game.waiting):
            asked = prompts.get(seat)
            if asked is None or asked.question.name != "play-card" or asked.option.refusal("success") is not None:
                continue
            assert game.default(seat).answer == "success"
            roles.add(game.deal.roles[seat])
    assert len(roles) > 1
