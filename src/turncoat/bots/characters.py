"""Characters of bots, so that a table of bots is not many copies of the same player.

A character is drawn from the table and the seat, before any cards are dealt. It shifts log-odds equally on both sides:
of approving a team, of naming itself, and of sabotaging the first mission.
"""

import zlib
from random import Random
from typing import Final

import msgspec

from turncoat.kernel.words import N_


class Character(msgspec.Struct, frozen=True):
    """Personality of a bot."""

    name: str
    """Name under which it is stored."""
    title: str
    """Display name (message id)."""
    summary: str
    """Visible behavior, for people who ask (message id)."""
    speech: str
    """Its part that is visible in every game, also in those without teams: how it speaks (message id)."""
    approves: float
    """Shift of the log-odds of an approval."""
    joins: float
    """Shift of the log-odds of naming a team with itself on it."""
    sabotages: float
    """Shift of the log-odds of a Fail on the first mission, as a traitor."""
    talks: float
    """Chance, from 0 to 1, of speaking when it could."""
    manner: int = 0
    """Preferred manner of wording: 0 plain, 1 brief, 2 lively, 3 careful."""
    explains: float = 1.0
    """Chance of giving a reason that nobody asked for."""


CHARACTERS: Final[dict[str, Character]] = {
    character.name: character
    for character in (
        Character(
            "trusting",
            N_("Trusting"),
            N_("Often approves early teams, and sometimes leaves itself off the team."),
            N_("Talks plainly."),
            approves=0.4,
            joins=-0.4,
            sabotages=0.0,
            talks=0.55,
            manner=0,
            explains=0.9,
        ),
        Character(
            "cautious",
            N_("Cautious"),
            N_("Often rejects early teams, and always puts itself on the team."),
            N_("Chooses words carefully, and gives reasons."),
            approves=-0.4,
            joins=0.3,
            sabotages=-0.4,
            talks=0.45,
            manner=3,
            explains=1.0,
        ),
        Character(
            "loud",
            N_("Loud"),
            N_("Talks a lot, always puts itself on the team, and takes risks early."),
            N_("Talks a lot, and vividly."),
            approves=0.2,
            joins=0.4,
            sabotages=0.4,
            talks=0.8,
            manner=2,
            explains=0.8,
        ),
        Character(
            "quiet",
            N_("Quiet"),
            N_("Says little, and sometimes leaves itself off the team."),
            N_("Says little, and that briefly."),
            approves=0.1,
            joins=-0.2,
            sabotages=0.0,
            talks=0.3,
            manner=1,
            explains=0.4,
        ),
    )
}
"""All characters by name."""


def drawn(table: str, seat: int) -> str:
    """Return the name of a bot's character, which differs between neighbors and between tables.

    >>> len({drawn("KAMA", seat) for seat in range(4)})
    4
    """
    order = list(CHARACTERS)
    Random(zlib.crc32(table.encode())).shuffle(order)
    return order[seat % len(order)]


def title_of(name: str) -> str:
    """Return a character's title (message id), or an empty string if the name is empty or unknown."""
    character = CHARACTERS.get(name)
    return character.title if character is not None else ""
