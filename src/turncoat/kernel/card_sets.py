"""Custom card sets: where the cards of a game are data, people can write others and play with them.

A card set is a TOML text. Its field `game` names the game that it is for. Without that field it is for the first game
that takes card sets. The game decides which other fields it has.
"""

from typing import Any, Protocol, runtime_checkable

from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.toml_text import read_toml
from turncoat.kernel.words import N_, composed


class CardSet(Protocol):
    """A card set that was read and is valid."""

    @property
    def name(self) -> str:
        """The name that rulesets use for it."""
        ...

    @property
    def summary(self) -> str:
        """What is in it, in one line (message id)."""
        ...


@runtime_checkable
class TakesCardSets(Protocol):
    """A rulebook whose game can be played with custom card sets."""

    def read_cards(self, text: str) -> CardSet:
        """The card set that a text describes. Raises ValueError that names the card and the field."""
        ...

    def add_cards(self, cards: Any) -> None:
        """Let rulesets name a card set that `read_cards` gave. Raises ValueError for a name already taken."""
        ...


def game_with_cards(text: str) -> TakesCardSets:
    """The rulebook of the game that a card set is for. Raises ValueError that lists the games that take card sets."""
    books = {name: book for name, book in BOOKS.items() if isinstance(book, TakesCardSets)}
    try:
        name = read_toml(text).get("game", next(iter(books), ""))
    except ValueError:
        name = next(iter(books), "")  # the game itself says what is wrong with the text
    if not isinstance(name, str) or name not in books:
        message = N_("no game {given} that takes card sets; known: {known}")
        raise ValueError(composed(message, given=repr(name), known=", ".join(sorted(books)) or N_("none")))
    return books[name]
