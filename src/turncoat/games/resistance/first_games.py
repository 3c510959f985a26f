"""Advice for the first games with modules: play one at a time, and without plot cards."""

from typing import Final

from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.words import N_

HOSTILE_INTENT: Final = ("hunter", "inquisitor", "reverser")
"""The modules of Hostile Intent, in the rulebook's order. The sources give no advice about the variants."""


def is_hostile_intent(ruleset: Ruleset) -> bool:
    """Return whether a module of Hostile Intent is in play."""
    return any(ruleset.has(module) for module in HOSTILE_INTENT)


def module_advice(ruleset: Ruleset, module: str) -> tuple[str, ...]:
    """Return the advice to play each module of Hostile Intent alone first, and without plot cards.

    Only the first of the modules in play returns it, so that players see it once.
    """
    played = [name for name in HOSTILE_INTENT if ruleset.has(name)]
    if module != played[0]:
        return ()
    if len(played) == 1:
        alone = N_("New to this module? Play it without plot cards first.")
        return (alone,) if ruleset.has("plot-thickens") else ()
    if ruleset.has("plot-thickens"):
        return (N_("New to these modules? Play each by itself first, and without plot cards."),)
    return (N_("New to these modules? Play each by itself first."),)
