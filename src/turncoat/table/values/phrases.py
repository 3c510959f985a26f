"""Quick phrases: what is often said at a table, to be said with one tap.

A phrase is kept by its key, so that everybody reads it in their own language.
"""

from collections.abc import Mapping
from typing import Final

from turncoat.kernel.words import N_

PHRASES: Final[Mapping[str, str]] = {
    "hello": N_("Hello, everybody!"),
    "ready": N_("Ready when you are."),
    "one-moment": N_("One moment, please."),
    "who-else": N_("Is anybody else coming?"),
    "well-played": N_("Well played!"),
    "knew-it": N_("I knew it!"),
    "once-more": N_("Once more?"),
    "thanks": N_("Thank you for the game."),
    "like-team": N_("I like this team."),
    "why-team": N_("Why that team?"),
    "no-to-team": N_("I would say no to this team."),
    "why-ballot": N_("Why that vote, {seat}?"),
    "take-me": N_("Take me along."),
    "trust": N_("I trust {seat}."),
    "suspect": N_("{seat} looks like a traitor."),
    "take": N_("Take {seat} along."),
    "what-think": N_("What is your view, {seat}?"),
    "lay-high": N_("Lay what hurts the villain."),
    "guard-city": N_("We must think of the city."),
    "knock-out": N_("Knock out {seat}."),
    "not-me": N_("It was not me."),
    "use-ability": N_("Is there an ability that would help now?"),
}
"""Every phrase by its key. Those with {seat} in them speak of somebody."""

SET_UP: Final = ("hello", "ready", "one-moment", "who-else")
AT_END: Final = ("well-played", "knew-it", "once-more", "thanks")
_TEAMS: Final = ("like-team", "why-team", "no-to-team", "take-me", "not-me", "one-moment")
_OF_SOMEBODY: Final = ("trust", "suspect", "take", "why-ballot", "what-think")
IN_PLAY: Final[Mapping[str, tuple[str, ...]]] = {
    "resistance": (*_TEAMS, *_OF_SOMEBODY),
    "winter-soldier": (*_TEAMS, *_OF_SOMEBODY),
    "hail-hydra": (
        *("lay-high", "guard-city", "use-ability", "not-me", "one-moment"),
        *("trust", "suspect", "knock-out", "what-think"),
    ),
}
"""What is offered while a game is played, by its name."""
_ANY_GAME: Final = ("one-moment", "not-me", "trust", "suspect", "what-think")


def phrases_of(game: str, *, begun: bool, over: bool) -> tuple[str, ...]:
    """The keys that are offered now."""
    if not begun:
        return SET_UP
    return AT_END if over else IN_PLAY.get(game, _ANY_GAME)


def speaks_of_somebody(phrase: str) -> bool:
    """Whether the phrase names a seat."""
    return "{seat}" in PHRASES.get(phrase, "")
