"""Talk: what people say at a table to all, and what they say in the channel that the rules give to some of them.

Talk is no part of the game: no event, no record, nothing that bots hear. It does not count as a change of the table
either, so that whoever may not read the channel cannot tell when something is said there.
"""

from collections import deque
from typing import Final

import msgspec

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.seats import Seat, is_in
from turncoat.kernel.words import N_
from turncoat.table.names import cleaned
from turncoat.table.play import Play

LONGEST_TEXT: Final = 300
KEPT: Final = 100
"""How many of the last lines a table keeps, of its talk and of the channel."""

describe(
    {
        "talk-empty": N_("There is nothing to read in that; please write a word or two."),
        "talk-too-long": N_("That is too long; please say it in at most {most} characters."),
        "talk-silent": N_("Who is out of the game does not talk until it is over."),
        "talk-no-channel": N_("You have nobody to talk with in private now."),
    }
)


class Line(msgspec.Struct, frozen=True):
    """Something that somebody said, under the name that he had then."""

    number: int
    name: str
    text: str


class Talk:
    """What was said in one place: the last lines, and how many there were."""

    def __init__(self) -> None:
        self.lines: deque[Line] = deque(maxlen=KEPT)
        self.count = 0

    def add(self, name: str, text: str) -> None:
        """One line more."""
        self.count += 1
        self.lines.append(Line(self.count, name, text))

    def since(self, count: int) -> list[Line]:
        """The lines after so many."""
        return [line for line in self.lines if line.number > count]


def clean_text(text: str) -> str:
    """What was said, as it is shown. Raises Refused when it is empty or too long."""
    said = cleaned(text[: LONGEST_TEXT * 20])
    if not said:
        raise Refused(Refusal("talk-empty"))
    if len(said) > LONGEST_TEXT:
        raise Refused(Refusal("talk-too-long", (("most", LONGEST_TEXT),)))
    return said


def is_silent(play: Play | None, seat: Seat) -> bool:
    """Whether the rules forbid the seat to talk now; everybody knows whom."""
    return play is not None and is_in(seat, play.view().board.silent)


def in_channel(play: Play | None, seat: Seat | None) -> bool:
    """Whether the seat is one of those who may talk among themselves now; everybody knows who they are.

    A spectator's view says so, not the seat's: some know each other long before they may talk.
    """
    return play is not None and seat is not None and is_in(seat, play.view().board.channel)
