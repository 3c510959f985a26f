"""Blind Spies: the reveal is skipped, so spies know their own side and nothing about the others."""

from typing import ClassVar, Final

from turncoat.games.resistance.hooks import SPIES_REVEAL
from turncoat.kernel.chapters import Chapter, RulesetError, ScriptLine
from turncoat.kernel.hooks import PolicyHandler
from turncoat.kernel.rulebooks import titles_of
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, SeatSet
from turncoat.kernel.words import N_, composed

_NO_SIGHT: Final = N_("{module} has no effect with {blind}, since no spy looks at the reveal: remove one of them")


class BlindSpies(Chapter):
    """Variant in which the spies do not see one another (BLD-1)."""

    name: ClassVar[str] = "blind-spies"
    title: ClassVar[str] = N_("Blind Spies")
    summary: ClassVar[str] = N_("The spies do not know one another.")
    no_value: ClassVar[str] = N_(
        "the spies cannot agree on who plays Fail, so the Resistance may win more often than without it"
    )

    def policies(self) -> tuple[PolicyHandler, ...]:
        return (SPIES_REVEAL.handled_by(nobody_looks, after=("reverser",)),)

    def script(self, ruleset: Ruleset, lines: tuple[ScriptLine, ...]) -> tuple[ScriptLine, ...]:
        """Drop the whole script, since only the spies' steps are in it (RES-REVEAL-4).

        Chapters whose roles still look (BLD-2) come later in the rulebook and start a script of their own.
        """
        return ()


def nobody_looks(ruleset: Ruleset, reveal: tuple[SeatSet, SeatSet], roles: tuple[str, ...]) -> tuple[SeatSet, SeatSet]:
    """Return empty sets, so that nobody looks and nobody is seen (BLD-1)."""
    return NOBODY, NOBODY


def without_meaning(ruleset: Ruleset, module: str) -> RulesetError:
    """Return the error for a module that has no meaning with Blind Spies (BLD-2)."""
    (blind,) = titles_of(ruleset.game, ("blind-spies",))
    return RulesetError("without-meaning", composed(_NO_SIGHT, module=module, blind=blind))
