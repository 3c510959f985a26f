"""Characters: how bots differ from one another, so that a table of bots is not the same person many times.

A character is drawn from the table and the seat, before any cards are dealt. What it does more or less of, it does
equally on both sides: on the first missions a part of the ballots on other people's teams, and whether it puts itself
on a team of its own, are drawn by the character alone, before the bot looks at its cards.
"""

import zlib
from random import Random
from typing import Final

import msgspec

from turncoat.kernel.words import N_
from turncoat.missions import Situation

OWN_WAY: Final = 0.3
"""The share of its ballots that a character decides on its own. It is the same for all, so that two characters
differ by the same amount on both sides, whatever else a side votes for."""
EARLY: Final = 2
"""Up to this mission a character shows. Later on what has happened counts alone."""


class Character(msgspec.Struct, frozen=True):
    """What a bot is like."""

    name: str
    """The name by which it is stored."""
    title: str
    """What people call it (message id)."""
    summary: str
    """How it shows, for people who ask (message id)."""
    approves: float
    """How often it approves, among the ballots that it decides on its own."""
    steps_back: float
    """How often it leaves itself out of a team that it names."""
    fails_first: float
    """How often it plays Fail on the first mission, as a traitor whose task that is."""
    talks: float
    """How often it speaks when it could, from 0 to 1."""
    manner: int = 0
    """The wording that it prefers: 0 plain, 1 brief, 2 lively, 3 careful."""
    explains: float = 1.0
    """How often it says why, where nobody has asked for that."""

    def ballot(self, now: Situation, rng: Random) -> bool | None:
        """Whether it approves a team of somebody else; None where the bot decides."""
        if now.mission > EARLY or now.is_last_attempt or rng.random() >= OWN_WAY:
            return None
        return rng.random() < self.approves

    def is_out(self, now: Situation, rng: Random) -> bool:
        """Whether it leaves itself out of the team that it names now."""
        return now.mission <= EARLY and not now.is_last_attempt and rng.random() < self.steps_back


CHARACTERS: Final[dict[str, Character]] = {
    character.name: character
    for character in (
        Character(
            "trusting",
            N_("Trusting"),
            N_("Often approves early teams, and sometimes leaves itself off the team."),
            approves=1.0,
            steps_back=0.3,
            fails_first=0.4,
            talks=0.5,
            manner=0,
            explains=0.9,
        ),
        Character(
            "cautious",
            N_("Cautious"),
            N_("Often rejects early teams, and always puts itself on the team."),
            approves=0.0,
            steps_back=0.0,
            fails_first=0.15,
            talks=0.4,
            manner=3,
            explains=1.0,
        ),
        Character(
            "loud",
            N_("Loud"),
            N_("Talks a lot, always puts itself on the team, and takes risks early."),
            approves=0.7,
            steps_back=0.0,
            fails_first=0.7,
            talks=1.0,
            manner=2,
            explains=0.8,
        ),
        Character(
            "quiet",
            N_("Quiet"),
            N_("Says little, and sometimes leaves itself off the team."),
            approves=0.7,
            steps_back=0.15,
            fails_first=0.4,
            talks=0.1,
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
