"""Check that a player can ask what everything in a game is: each role, card and token has its sentence."""

from turncoat.kernel.explanations import unexplained
from turncoat.kernel.rulesets import Ruleset
from turncoat.testing.broken import require


def check_explanations(ruleset: Ruleset, seed: int = 1) -> None:
    """Check that each role, card and token of the ruleset is explained: itself, or all cards of its deck together."""
    missing = unexplained(ruleset)
    require(
        not missing, f"no explanation of {', '.join(missing)}: add a sentence to explanations, about, or Deck.about"
    )
