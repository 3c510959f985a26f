"""Names of rulesets and commands in reports, from which a reader can make the report again."""

from collections.abc import Mapping, Sequence

from turncoat.kernel.chapters import OptionValue, option_text
from turncoat.kernel.rulesets import Ruleset, options_of


def ruleset_words(
    game: str, players: Sequence[int], modules: Sequence[str], options: Mapping[str, OptionValue]
) -> list[str]:
    """Return the command-line words that name rulesets, one for each of these player counts.

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


def ruleset_name(ruleset: Ruleset) -> str:
    """Return a ruleset's name in a report for people, with the options that are not defaults.

    >>> import turncoat.games
    >>> ruleset_name(Ruleset.of("winter-soldier", 5, ["baron-zemo"], {"team-cap": "left-minus-one"}))
    'winter-soldier 5 baron-zemo team-cap=left-minus-one'
    """
    usual = {option.name: option.default for option in options_of(ruleset)}
    options = [f"{name}={option_text(value)}" for name, value in ruleset.options if value != usual[name]]
    return " ".join([ruleset.game, str(ruleset.players), *ruleset.modules, *options])
