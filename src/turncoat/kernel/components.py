"""Components: what a game needs on a real table, in the numbers that its rules ask for."""

from typing import Final, Literal, TypeAlias

import msgspec

from turncoat.kernel.words import N_

Shape: TypeAlias = Literal["card", "token", "board"]


class Deck(msgspec.Struct, frozen=True):
    """A kind of component. All cards of a deck have the same back, so that a card that lies face down tells nothing."""

    name: str
    title: str
    """What its cards are called, in the plural (message id)."""
    is_secret: bool = False
    """Whether its cards are held or laid face down for others."""
    shape: Shape = "card"


class Space(msgspec.Struct, frozen=True):
    """A space on a board: a mission, a step of a track."""

    label: str
    """What it is (message id)."""
    text: str = ""
    """What stands on it (message id)."""


class Component(msgspec.Struct, frozen=True):
    """A card, token or board that a ruleset needs, in so many copies."""

    deck: Deck
    word: str
    """Which one: a word of the game, whose label and text are those that the page shows."""
    copies: int = 1
    mark: str = ""
    """What stands in brackets after its name (message id): for how many players it is, letters for its kind."""
    spaces: tuple[Space, ...] = ()
    """The spaces of a board, in their order."""
    holds_cards: bool = False
    """Whether a space is large enough for a card; else a token goes there."""


BOARDS: Final = Deck("boards", N_("Boards"), shape="board")
TOKENS: Final = Deck("tokens", N_("Tokens and markers"), shape="token")
ROLE_CARDS: Final = Deck("role-cards", N_("Role cards"), is_secret=True)
"""What is dealt of roles, in a game that has no other word for it."""
