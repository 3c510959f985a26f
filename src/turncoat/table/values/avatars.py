"""Avatars that distinguish the seats of a table: animals for people, robots for bots. They reveal nothing else."""

import zlib
from collections.abc import Collection, Sequence
from typing import Final

from turncoat.kernel.words import N_

AVATARS: Final[dict[str, str]] = {
    "fox": N_("Fox"),
    "owl": N_("Owl"),
    "cat": N_("Cat"),
    "hare": N_("Hare"),
    "bear": N_("Bear"),
    "stag": N_("Stag"),
    "raven": N_("Raven"),
    "badger": N_("Badger"),
    "frog": N_("Frog"),
    "ram": N_("Ram"),
    "mouse": N_("Mouse"),
    "hedgehog": N_("Hedgehog"),
    "walrus": N_("Walrus"),
    "elephant": N_("Elephant"),
    "lion": N_("Lion"),
    "tortoise": N_("Tortoise"),
}
"""Avatars that people choose from, with their names. There are more than seats at any table."""
BOT_AVATARS: Final = tuple(f"robot-{number}" for number in range(1, 13))
"""Avatars of bots, as many as the largest table has seats."""


def free_avatar(avatars: Sequence[str], taken: Collection[str], key: str) -> str:
    """Return an avatar that nobody at the table has. The search starts at a place given by the key, for variety.

    >>> free_avatar(("fox", "owl"), ("fox",), "ola")
    'owl'
    """
    first = zlib.crc32(key.encode()) % len(avatars)
    return next((avatar for avatar in (*avatars[first:], *avatars[:first]) if avatar not in taken), avatars[first])
