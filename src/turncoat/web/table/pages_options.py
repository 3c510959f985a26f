"""The forms of the page: one model for each kind of option, so that each is drawn once.

Every part posts under its own field name: checkboxes for several, radio buttons for one. What is shown but not allowed
*for me alone* looks exactly like the rest; the server refuses it in private. `allowed` is only for what everybody may
know, such as a seat that is out.
"""

from typing import Literal

import msgspec


class SeatBox(msgspec.Struct, frozen=True):
    """A seat that may be ticked."""

    seat: int
    name: str
    note: str = ""
    allowed: bool = True
    chosen: bool = False


class SeatsPart(msgspec.Struct, frozen=True):
    """Some seats, `least` to `most` of them. `sizes` gives the number by the value of the part named in `sized_by`."""

    name: str
    legend: str
    seats: tuple[SeatBox, ...]
    least: int
    most: int
    sized_by: str = ""
    sizes: tuple[tuple[str, int], ...] = ()
    not_in: str = ""
    """The name of a part whose chosen seats may not be chosen here."""
    primary: bool = True
    """The picture of the table picks for this part; at most one part of a page."""
    kind: Literal["seats"] = "seats"


class CardBox(msgspec.Struct, frozen=True):
    """A card to play: `art` names its drawing, `word` stands on it."""

    value: str
    word: str
    art: str
    about: str = ""
    sprite: str = "art.svg"
    """The file that its drawing is in."""
    chosen: bool = False
    when: str = ""
    """When it may do what is said of it."""
    edge: Literal["", "blue", "red"] = ""
    """The edge of a card with a number: whether it helps or harms, told by its shape as well as its colour."""
    spoken: str = ""
    """How the word is said where signs are not heard: "minus 2"."""


class CardsPart(msgspec.Struct, frozen=True):
    """One card, or some of a hand."""

    name: str
    legend: str
    cards: tuple[CardBox, ...]
    least: int = 1
    most: int = 1
    several: bool = False
    """Cards are ticked one by one, even when a single one is asked for."""
    kind: Literal["cards"] = "cards"


class WordBox(msgspec.Struct, frozen=True):
    """A word to choose, with its sign."""

    value: str
    word: str
    icon: str = ""
    about: str = ""
    allowed: bool = True
    chosen: bool = False


class WordPart(msgspec.Struct, frozen=True):
    """One of some words: a ballot (drawn as two tokens), yes or no, a mission to go for."""

    name: str
    legend: str
    words: tuple[WordBox, ...]
    look: Literal["ballot", "plain"] = "plain"
    kind: Literal["word"] = "word"


Part = SeatsPart | CardsPart | WordPart


class Form(msgspec.Struct, frozen=True):
    """What is confirmed together and answers one prompt."""

    id: str
    """Unique on the page; the prefix of the inputs' ids."""
    post_to: str
    parts: tuple[Part, ...]
    confirm: str
    prompt: str
    """The number of the prompt, so that a late choice is known as stale."""
    command: str
    """An id of the command, so that sending it twice does no harm."""
    warns: str = ""
    """What can come of it: shown above the button, with a box to tick before it is sent."""
    only: tuple[tuple[str, str], ...] = ()
    """The fields of the only answer that there is: then there is nothing to pick, and the button says it."""
    considering: str = ""
    """Where to say what is picked so far, for a choice that is made before everybody's eyes. No other form has it."""
