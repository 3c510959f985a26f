"""Commands, as reports name them: whoever reads one can make it again."""

from collections.abc import Sequence

from turncoat.kernel.chapters import option_text
from turncoat.kernel.rulesets import Ruleset


def ruleset_words(rulesets: Sequence[Ruleset]) -> list[str]:
    """The words of a command line that name these rulesets, which differ in the number of players alone.

    >>> import turncoat.games
    >>> " ".join(ruleset_words([Ruleset.of("resistance", players) for players in (5, 6)]))
    'resistance --players 5 --players 6'
    """
    some = rulesets[0]
    words = [some.game]
    for ruleset in rulesets:
        words += ["--players", str(ruleset.players)]
    for module in some.modules:
        words += ["--with", module]
    for name, value in some.options:
        words += ["--option", f"{name}={option_text(value)}"]
    return words
