"""Quick phrases: common remarks at a table, sent with one tap.

A phrase is stored by its key, so that people read it in their own languages. A game may add its own
(`Rulebook.phrases`). Bots have other phrases (`turncoat.bots.wordings`).
"""

from collections.abc import Mapping
from typing import Final

from turncoat.bots.intents import IntentKind
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.words import N_
from turncoat.table.values.reactions import THROWN

PHRASES: Final[Mapping[str, str]] = {
    "hello": N_("Hello, everybody!"),
    "ready": N_("Ready when you are."),
    "one-moment": N_("One moment, please."),
    "who-else": N_("Is anybody else coming?"),
    "well-played": N_("Well played!"),
    "knew-it": N_("I knew it!"),
    "once-more": N_("Rematch?"),
    "thanks": N_("Thank you for the game."),
    "trust": N_("I trust {seat}."),
    "suspect": N_("{seat} looks like a traitor."),
    "sure": N_("I am sure: {seat} is a traitor."),
    "what-think": N_("What do you think, {seat}?"),
    "not-me": N_("It wasn't me."),
    **THROWN,
}
"""Phrases of every game, by key. Those with {seat} are about somebody."""

SET_UP: Final = ("hello", "ready", "one-moment", "who-else")
AT_END: Final = ("well-played", "knew-it", "once-more", "thanks")


INTENTS: Final[Mapping[str, IntentKind]] = {
    "trust": "defended",
    "suspect": "accused",
    "sure": "accused",
    "what-think": "asked-suspects",
}
"""Intent of these phrases, for the bot that they are about.

A game's own phrases have theirs in `Reasons.phrase_intents`.
"""


def text_of(phrase: str) -> str:
    """Return the phrase of that key (message id), or an empty string."""
    games = (book.phrases for book in BOOKS.values())
    return next((phrases[phrase] for phrases in (PHRASES, *games) if phrase in phrases), "")


def phrases_of(game: str, *, begun: bool, over: bool) -> tuple[str, ...]:
    """Return the keys of the phrases on offer. During a game, those about nobody come first."""
    if not begun:
        return SET_UP
    if over:
        return AT_END
    own = BOOKS[game].phrases
    of_people = [key for key in own if speaks_of_somebody(key)]
    of_things = [key for key in own if key not in of_people]
    return (*of_things, "not-me", "one-moment", "trust", "suspect", "sure", *of_people, "what-think", *THROWN)


def speaks_of_somebody(phrase: str) -> bool:
    """Return whether the phrase names a seat."""
    return "{seat}" in text_of(phrase)
