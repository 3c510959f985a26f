"""Every bot plays every game with any modules, and always decides legally."""

from random import Random

import pytest

from tests.support.covering import few_rulesets, often
from turncoat import bots
from turncoat.bots.bot import Bot
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Prompt
from turncoat.simulation.playing import play_game
from turncoat.telling import Teller
from turncoat.testing.rulesets import label, rulesets


@pytest.mark.parametrize("ruleset", often(few_rulesets(), rulesets()), ids=label)
def test_bots_finish_every_game(ruleset: Ruleset) -> None:
    """Seat all bots at one table, and put everything that they see and are asked into words."""
    kinds = [bots.find(name) for name in bots.names()]
    teller = Teller(ruleset, [f"P{seat}" for seat in range(ruleset.players)])

    def told(kind: type[Bot]) -> type[Bot]:
        class Told(kind):  # type: ignore[valid-type, misc]
            wants_events = True

            def see(self, events: object) -> None:
                new = list(events)  # type: ignore[call-overload]
                for event in new:
                    assert "{" not in teller.event(event)
                super().see(new)

            def choose(self, prompt: Prompt) -> object:
                assert "{" not in teller.prompt(prompt)
                answer = super().choose(prompt)
                assert prompt.option.refusal(answer) is None
                assert "{" not in teller.answer(prompt.option, answer)
                return answer

        return Told

    players = [told(kinds[seat % len(kinds)])(ruleset, seat, b"%d" % seat) for seat in range(ruleset.players)]
    game = play_game(ruleset, ruleset.deal(b"everywhere"), players, Random(1))
    assert game.result is not None
    assert teller.result(game.result)
    assert [player.first_illegal_answer for player in players] == [""] * ruleset.players
