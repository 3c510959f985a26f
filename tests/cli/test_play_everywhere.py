"""Every question of every game can be answered at the terminal."""

from collections.abc import Sequence
from random import Random

import pytest

from tests.support.covering import few_rulesets, often
from turncoat.cli.play import Person
from turncoat.kernel.rulesets import Ruleset
from turncoat.simulation.playing import play_game
from turncoat.telling import Teller
from turncoat.testing.rulesets import label, rulesets


class Typing(Person):
    """Types random numbers, repeatedly until they are accepted."""

    def _numbers(self, labels: Sequence[str], asked: str, low: int, high: int) -> list[int]:
        assert labels or low == 0, asked
        assert all(text and "{" not in text for text in labels), labels
        return self.rng.sample(range(len(labels)), self.rng.randint(low, min(high, len(labels))))


@pytest.mark.parametrize("ruleset", often(few_rulesets(), rulesets()), ids=label)
def test_every_ruleset_can_be_played_in_the_terminal(ruleset: Ruleset, capsys: pytest.CaptureFixture[str]) -> None:
    teller = Teller(ruleset, [f"P{seat}" for seat in range(ruleset.players)])
    players = [Typing(ruleset, seat, b"%d" % seat, teller) for seat in range(ruleset.players)]
    game = play_game(ruleset, ruleset.deal(b"typing"), players, Random(1))
    assert game.result is not None
    said = capsys.readouterr().out
    assert said
    assert "{" not in said
