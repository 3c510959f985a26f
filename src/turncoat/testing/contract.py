"""The contract of every ruleset: one set of checks, for the games of this package and of others.

Each check takes a ruleset and a seed, and plays random legal games with it. It raises ContractBroken, which says what
was broken and includes the game so far as a record. `CHECKS` lists all checks, and `check_all` runs them.
"""

from typing import Protocol

from turncoat.kernel.rulesets import Ruleset
from turncoat.testing.actions import check_actions
from turncoat.testing.acts import check_acts
from turncoat.testing.broken import ContractBroken
from turncoat.testing.deals import check_opening_knowledge, check_role_cards
from turncoat.testing.determinizing import check_determinize
from turncoat.testing.explanations import check_explanations
from turncoat.testing.facts import check_facts, check_telling_facts
from turncoat.testing.games import state_of
from turncoat.testing.legality import check_defaults, check_options, check_turns
from turncoat.testing.play import (
    check_audiences,
    check_boards,
    check_clones,
    check_ends,
    check_records,
    check_sentences,
    check_views,
)
from turncoat.testing.reveal import check_reveal_script
from turncoat.testing.secrecy import Renderer, check_alike_deals, check_open_choices
from turncoat.testing.worlds import check_worlds

__all__ = ["CHECKS", "Check", "ContractBroken", "Renderer", "check_alike_deals", "check_all", "state_of"]


class Check(Protocol):
    """A check of the contract."""

    def __call__(self, ruleset: Ruleset, seed: int = 1) -> None:
        """Raise ContractBroken if the ruleset breaks the contract."""


CHECKS: dict[str, Check] = {
    "role cards": check_role_cards,
    "opening knowledge": check_opening_knowledge,
    "reveal script": check_reveal_script,
    "explanations": check_explanations,
    "facts": check_facts,
    "telling facts": check_telling_facts,
    "worlds": check_worlds,
    "determinize": check_determinize,
    "acts": check_acts,
    "actions": check_actions,
    "ends": check_ends,
    "defaults": check_defaults,
    "options": check_options,
    "turns": check_turns,
    "records": check_records,
    "clones": check_clones,
    "boards": check_boards,
    "views": check_views,
    "sentences": check_sentences,
    "audiences": check_audiences,
    "open choices": check_open_choices,
    "alike deals": check_alike_deals,
}
"""Checks of the contract by name. `check_alike_deals` also takes `renderers`, functions from a view to bytes."""


def check_all(ruleset: Ruleset, seed: int = 1) -> None:
    """Run every check, even after a failure. Raises one ContractBroken that names each failed check."""
    failed: dict[str, Exception] = {}
    for name, check in CHECKS.items():
        try:
            check(ruleset, seed=seed)
        except Exception as error:
            failed[name] = error
    if failed:
        said = "\n\n".join(f"{name}: {type(error).__name__}: {error}" for name, error in failed.items())
        raise ContractBroken(said) from next(iter(failed.values()))
