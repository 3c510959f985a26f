"""Commands, as reports name them: whoever reads one can make the report again."""

from collections.abc import Mapping, Sequence

from turncoat.kernel.chapters import OptionValue, option_text


def ruleset_words(
    game: str, players: Sequence[int], modules: Sequence[str], options: Mapping[str, OptionValue]
) -> list[str]:
    """The words of a command line that name rulesets, one for each of these numbers of players.

    >>> " ".join(ruleset_words("resistance", [5, 6], ["hunter"], {"open": True}))
    'resistance --players 5 --players 6 --with hunter --option open=true'
    """
    words = [game]
    for count in players:
        words += ["--players", str(count)]
    for module in modules:
        words += ["--with", module]
    for name, value in options.items():
        words += ["--option", f"{name}={option_text(value)}"]
    return words
