"""Quick phrases: what is often said at a table, to be said with one tap.

A phrase is kept by its key, so that people read it in their own languages. A game has phrases of its own beside these
(`Rulebook.phrases`). What bots say has phrases of its own (`turncoat.bots.wordings`).
"""

from collections.abc import Mapping
from typing import Final

from turncoat.bots.intents import IntentKind
from turncoat.kernel.rulebooks import BOOKS
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
    "trust": N_("I trust {seat}."),
    "suspect": N_("{seat} looks like a traitor."),
    "sure": N_("I am sure: {seat} is a traitor."),
    "what-think": N_("What do you think, {seat}?"),
    "not-me": N_("It wasn't me."),
}
"""The phrases of every game, by their keys. Those with {seat} in them speak of somebody."""

SET_UP: Final = ("hello", "ready", "one-moment", "who-else")
AT_END: Final = ("well-played", "knew-it", "once-more", "thanks")


INTENTS: Final[Mapping[str, IntentKind]] = {
    "trust": "defended",
    "suspect": "accused",
    "sure": "accused",
    "what-think": "asked-suspects",
}
"""What these phrases want of a bot that they are about. Of a game's own phrases the game says it
(`Reasons.phrase_intents`)."""


def text_of(phrase: str) -> str:
    """The phrase of that key that people may say (message id); empty when there is none."""
    games = (book.phrases for book in BOOKS.values())
    return next((phrases[phrase] for phrases in (PHRASES, *games) if phrase in phrases), "")


def phrases_of(game: str, *, begun: bool, over: bool) -> tuple[str, ...]:
    """The keys that are offered now; in a game, those about nobody come first."""
    if not begun:
        return SET_UP
    if over:
        return AT_END
    own = BOOKS[game].phrases
    of_people = [key for key in own if speaks_of_somebody(key)]
    of_things = [key for key in own if key not in of_people]
    return (*of_things, "not-me", "one-moment", "trust", "suspect", "sure", *of_people, "what-think")


def speaks_of_somebody(phrase: str) -> bool:
    """Whether the phrase names a seat."""
    return "{seat}" in text_of(phrase)
