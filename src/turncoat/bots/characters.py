"""Characters: how bots differ from one another, so that a table of bots is not the same person many times.

A character is drawn from the table and the seat, before any cards are dealt. It moves what people would do there by the
same log-odds on both sides: how often it approves a team, names itself, and sabotages the first mission.
"""

import zlib
from random import Random
from typing import Final

import msgspec

from turncoat.kernel.words import N_


class Character(msgspec.Struct, frozen=True):
    """What a bot is like."""

    name: str
    """The name by which it is stored."""
    title: str
    """What people call it (message id)."""
    summary: str
    """How it shows, for people who ask (message id)."""
    approves: float
    """What it adds to the log-odds of an approval."""
    joins: float
    """What it adds to the log-odds of a team with itself, when it names one."""
    sabotages: float
    """What it adds to the log-odds of a Fail on the first mission, as a traitor."""
    talks: float
    """How often it speaks when it could, from 0 to 1."""
    manner: int = 0
    """The wording that it prefers: 0 plain, 1 brief, 2 lively, 3 careful."""
    explains: float = 1.0
    """How often it says why, where nobody has asked for that."""


CHARACTERS: Final[dict[str, Character]] = {
    character.name: character
    for character in (
        Character(
            "trusting",
            N_("Trusting"),
            N_("Often approves early teams, and sometimes leaves itself off the team."),
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
            approves=0.1,
            joins=-0.2,
            sabotages=0.0,
            talks=0.3,
            manner=1,
            explains=0.4,
        ),
    )
}
"""Every character, by name."""


def drawn(table: str, seat: int) -> str:
    """The character of a bot on that seat of that table: neighbours differ, and tables differ.

    >>> len({drawn("KAMA", seat) for seat in range(4)})
    4
    """
    order = list(CHARACTERS)
    Random(zlib.crc32(table.encode())).shuffle(order)
    return order[seat % len(order)]


def title_of(name: str) -> str:
    """What people call the character of that name (message id); nothing for none, or one that is not known."""
    character = CHARACTERS.get(name)
    return character.title if character is not None else ""
