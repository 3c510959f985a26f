"""Components: the cards, tokens and boards that a game needs at a real table, in the numbers that its rules require."""

from typing import Final, Literal, TypeAlias

import msgspec

from turncoat.kernel.words import N_

Shape: TypeAlias = Literal["card", "token", "board"]


class Deck(msgspec.Struct, frozen=True):
    """A kind of component. All cards of a deck share one back, so a face-down card reveals nothing."""

    name: str
    title: str
    """The name of its cards, in the plural (message id)."""
    is_secret: bool = False
    """True if its cards are kept hidden from other players, in hand or face down."""
    shape: Shape = "card"
    about: str = ""
    """The purpose of all its cards, in a sentence (message id). Empty if each of them has an explanation of its own."""


class Space(msgspec.Struct, frozen=True):
    """A space on a board: a mission, or a step of a track."""

    label: str
    """The name of the space (message id)."""
    text: str = ""
    """The text printed on it (message id)."""


class Component(msgspec.Struct, frozen=True):
    """A card, token or board that a ruleset needs, with its number of copies."""

    deck: Deck
    word: str
    """The word of the game that identifies it. The page renders the same label and text."""
    copies: int = 1
    mark: str = ""
    """The note in brackets after its name (message id): player counts, or letters for its kind."""
    spaces: tuple[Space, ...] = ()
    """The spaces of a board, in order."""
    holds_cards: bool = False
    """True if a space is large enough for a card. Otherwise it takes a token."""


BOARDS: Final = Deck("boards", N_("Boards"), shape="board")
TOKENS: Final = Deck("tokens", N_("Tokens and markers"), shape="token")
ROLE_CARDS: Final = Deck("role-cards", N_("Role cards"), is_secret=True)
"""Default deck of role cards, for games that have no name of their own for them."""
