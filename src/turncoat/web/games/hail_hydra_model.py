"""The board of Hail Hydra as everybody sees it: the villain, the city, the piles, the attack as it adds up."""

from typing import Literal

import msgspec


class VillainCard(msgspec.Struct, frozen=True):
    """One of the five villains of a game: defeated, fought now, or to come and face down."""

    state: Literal["done", "now", "next"]
    level: int
    art: str = ""
    """Empty: it lies face down, or its set has no drawings."""
    label: str = ""


class Fighting(msgspec.Struct, frozen=True):
    """The villain whom the heroes fight."""

    art: str
    title: str
    health: int
    full: int
    defense: int
    damage: int
    power: str
    label: str
    """All of it in one sentence, for those who hear it."""


class Added(msgspec.Struct, frozen=True):
    """An attack card as it is turned over, and what the attack adds up to with it."""

    word: str
    is_blue: bool
    total: str


class HydraPart(msgspec.Struct, frozen=True):
    """What lies in the middle of the table."""

    villains: tuple[VillainCard, ...]
    fighting: Fighting | None
    city: int
    city_full: int
    city_label: str
    pile: int
    pile_label: str
    discarded: int
    discarded_label: str
    attack: tuple[Added, ...] = ()
    total: str = ""
    """What the attack adds up to in the end, with what abilities and powers changed."""
    hidden: int = 0
    """Attack cards that lie face down."""
    fresh: bool = False
    waiting: str = ""
    """Whom the table waits for."""
    hands: tuple[int, ...] = ()
    """How many attack cards each seat holds."""
    said: tuple[str, ...] = ()
    """What each seat has said of its cards, for all to hear; empty when it has said nothing."""
    facts: tuple[str, ...] = ()
    """The public numbers that are not drawn."""
    hail: str = ""
    """Who has announced HAIL HYDRA in this offensive; it fills the screen once."""
    hail_number: int = 0
