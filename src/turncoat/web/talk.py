"""Talk on the page: what all read, what the members of a channel read, and where one may say something."""

from collections.abc import Callable
from typing import Final, Literal

import msgspec

from turncoat.kernel.refusals import SENTENCES
from turncoat.kernel.seats import Seat
from turncoat.kernel.words import N_
from turncoat.table.hall import Seated
from turncoat.table.play import Play
from turncoat.table.table import Table
from turncoat.table.talk import LONGEST_TEXT, Talk, in_channel, is_silent
from turncoat.telling import Teller
from turncoat.web import pages

READERS: Final = N_("Only these read it: {seats:seats}.")
WATCHING: Final = N_("Who sits at the table can talk here.")
SPOKEN: Final = N_("{name}: “{text}”")


def said(talk: Talk) -> tuple[pages.Said, ...]:
    """The lines of a talk for the page."""
    return tuple(pages.Said(line.number, line.name, line.text) for line in talk.lines)


def with_talk(mine: pages.MinePart, seated: Seated, play: Play, person: str, teller: Teller) -> pages.MinePart:
    """A seat's own part with what it may say, and the channel while it is a member."""
    table, seat = seated.table, mine.seat
    if seat is None:
        return msgspec.structs.replace(mine, may_not_say=teller.text(WATCHING))
    if is_silent(play, seat):
        return msgspec.structs.replace(mine, may_not_say=teller.text(SENTENCES["talk-silent"]))
    channel = None
    if in_channel(play, seat):
        readers = teller.fill(READERS, seats=play.view().board.channel)
        form = _form(table, person, "channel")
        channel = pages.ChannelPart(readers, form, said(table.channel))
    return msgspec.structs.replace(mine, say=_form(table, person, "table"), channel=channel)


def _form(table: Table, person: str, channel: Literal["table", "channel"]) -> pages.SayForm:
    # Another command after each line of mine, and not before: what others say leaves what I type alone.
    command = f"say-{table.spoken(person, channel)}"
    return pages.SayForm(f"say-{channel}", f"/t/{table.code}", command, channel, LONGEST_TEXT)


class Listener:
    """How much of the talk a viewer was told of: what is new is spoken once, in the polite region."""

    def __init__(self, seated: Seated) -> None:
        self._seated = seated
        self._table, self._channel = seated.table.talk.count, seated.table.channel.count

    def state(self, seat: Seat | None) -> tuple[int, int]:
        """What of the talk his page depends on; of the channel nothing where he is no member."""
        table = self._seated.table
        return table.talk.count, table.channel.count if in_channel(table.play, seat) else 0

    def news(self, translate: Callable[[str], str]) -> list[tuple[str, str]]:
        """What was said to all since, with an id each."""
        talk, heard = self._seated.table.talk, self._table
        self._table = talk.count
        return [(f"s{line.number}", _spoken(line.name, line.text, translate)) for line in talk.since(heard)]

    def own_news(self, seat: Seat | None, translate: Callable[[str], str]) -> list[tuple[str, str]]:
        """What was said in the channel since; nothing where he is no member."""
        table = self._seated.table
        talk, heard = table.channel, min(self._channel, table.channel.count)
        self._channel = talk.count
        if not in_channel(table.play, seat):
            return []
        return [
            (f"c{table.games}-{line.number}", _spoken(line.name, line.text, translate)) for line in talk.since(heard)
        ]


def _spoken(name: str, text: str, translate: Callable[[str], str]) -> str:
    return translate(SPOKEN).format(name=name, text=text)
