"""Custom card sets: where a game defines its cards as data, players can write and use their own.

A card set is a TOML text. Its `game` field names the game that it is for, by default the first game that takes card
sets. That game defines the other fields.
"""

from typing import Any, Protocol, runtime_checkable

from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.toml_text import read_toml
from turncoat.kernel.words import N_, composed


class CardSet(Protocol):
    """A card set that has been read and validated."""

    @property
    def name(self) -> str:
        """The name by which rulesets refer to it."""
        ...

    @property
    def summary(self) -> str:
        """Its contents in one line (message id)."""
        ...


@runtime_checkable
class TakesCardSets(Protocol):
    """A rulebook whose game accepts custom card sets."""

    def read_cards(self, text: str) -> CardSet:
        """Parse a card set. Raises ValueError that names the card and the field."""
        ...

    def add_cards(self, cards: Any) -> None:
        """Register a card set returned by `read_cards`, for rulesets to name.

        Raises ValueError for a name already taken.
        """
        ...


def game_with_cards(text: str) -> TakesCardSets:
    """Return the rulebook of the game that a card set is for.

    Raises ValueError that lists the games that take card sets.
    """
    books = {name: book for name, book in BOOKS.items() if isinstance(book, TakesCardSets)}
    try:
        name = read_toml(text).get("game", next(iter(books), ""))
    except ValueError:
        name = next(iter(books), "")  # the game itself reports what is wrong with the text
    if not isinstance(name, str) or name not in books:
        message = N_("no game {given} that takes card sets; known: {known}")
        raise ValueError(composed(message, given=repr(name), known=", ".join(sorted(books)) or N_("none")))
    return books[name]
