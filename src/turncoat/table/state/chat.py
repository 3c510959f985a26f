"""Talk: what people say at a table to all, and what they say in the channel that the rules give to some of them.

Talk is no part of the game: no event, no record, nothing that bots hear. It does not count as a change of the table
either, so that whoever may not read the channel cannot tell when something is said there.
"""

from collections import Counter, deque
from collections.abc import Callable, Container
from typing import TYPE_CHECKING, Final

import msgspec

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.seats import Seat, is_in
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table.state.game_session import GameSession
from turncoat.table.values.names import check_free, clean_name, cleaned
from turncoat.table.values.phrases import speaks_of_somebody, text_of

if TYPE_CHECKING:
    from turncoat.table.state.table import Table

LONGEST_TEXT: Final = 300
BLANK: Final = "…"
"""Stands where something was said that is not kept."""
KEPT: Final = 100
"""How many of the last lines a table keeps, of its talk and of the channel."""

describe(
    {
        "talk-empty": N_("There is nothing to read in that; please write a word or two."),
        "talk-too-long": N_("That is too long; please say it in at most {most} characters."),
        "talk-silent": N_("Who is out of the game does not talk until it is over."),
        "talk-no-channel": N_("You have nobody to talk with in private now."),
        "talk-no-phrase": N_("That phrase is not one of those that can be tapped."),
        "talk-of-whom": N_("Please choose first whom the phrase is about."),
        "talk-knows-a-card": N_("Who has had a seat in this game knows a card, and talks again when it is over."),
        "talk-no-voice": N_("Nobody of that number has said anything here."),
    }
)


class ChatMessage(msgspec.Struct, frozen=True):
    """Something that somebody said, under the name that he had then."""

    number: int
    name: str
    text: str
    """Empty when it was a quick phrase."""
    voice: int = 0
    """Whose it was: a number that the table gives to each who speaks, and that says nothing else of him."""
    phrase: str = ""
    about: str = ""
    """Whom the phrase spoke of, by the name of then."""
    game: int = 0
    """The game under way, or the next: it is kept as long as that one is."""


class ChatLog:
    """What was said in one place: the last lines, and how many there were."""

    def __init__(self) -> None:
        self.lines: deque[ChatMessage] = deque(maxlen=KEPT)
        self.count = 0

    def add(self, line: ChatMessage) -> None:
        """One line more; it gets its number here."""
        self.count += 1
        self.lines.append(msgspec.structs.replace(line, number=self.count))

    def since(self, count: int, unheard: Container[int] = ()) -> list[ChatMessage]:
        """The lines after so many, without those of the voices that are not heard."""
        return [line for line in self.lines if line.number > count and line.voice not in unheard]

    def forget(self, last: int) -> None:
        """Keep nothing of what was said up to the end of that game, but who said something."""

        def blank(line: ChatMessage) -> ChatMessage:
            return msgspec.structs.replace(line, text=BLANK, phrase="", about="") if line.game <= last else line

        self.lines = deque(map(blank, self.lines), maxlen=KEPT)

    def mask(self, masked: Callable[[str], str]) -> None:
        """Hide in what was said what is not to be read any more."""
        lines = [msgspec.structs.replace(line, text=masked(line.text)) for line in self.lines]
        self.lines = deque(lines, maxlen=KEPT)


class Chat:
    """All that is said at one table, and who said it."""

    def __init__(self) -> None:
        self.table = ChatLog()
        self.channel = ChatLog()
        """What those said in this game who may talk among themselves; only they may read it, while they may talk."""
        self.gallery = ChatLog()
        """What those said who watch."""
        self.voices: dict[int, str] = {}
        """Who has spoken to all, by a number that says nothing else of him: the name of last time."""
        self._numbers: dict[tuple[str, bool], int] = {}
        """By person, and whether he watches: two voices, so that each is counted alike where the table is seen late."""
        self._spoken: Counter[tuple[str, str]] = Counter()

    @property
    def count(self) -> int:
        """How much was said to all."""
        return self.table.count + self.gallery.count

    def voice_of(self, person: str, channel: str = "table") -> int:
        """The person's number, as one who sits or as one who watches; 0 while nothing was said to all."""
        return self._numbers.get((person, channel == "gallery"), 0)

    @property
    def heard(self) -> set[int]:
        """The voices of what was said to all last."""
        return {line.voice for talk in (self.table, self.gallery) for line in talk.lines}

    def spoken(self, person: str, channel: str) -> int:
        """How often the person has said something there."""
        return self._spoken[person, channel]

    def mask(self, masked: Callable[[str], str]) -> None:
        """Hide what is not to be read any more, wherever it was said."""
        for talk in (self.table, self.channel, self.gallery):
            talk.mask(masked)

    def forget(self, last: int) -> None:
        """Keep nothing of what was said up to the end of that game."""
        for talk in (self.table, self.channel, self.gallery):
            talk.forget(last)

    # Checking: raises Refused, changes nothing

    def check(self, table: "Table", by: str, say: c.Say) -> None:
        """Raise Refused when that is not to be said by this person."""
        check_words(say, len(table.seats))
        if say.channel == "gallery":
            self._check_gallery(table, by, say)
            return
        seat = table.seat_of(by)
        if seat is None:
            raise Refused(Refusal("not-seated"))
        _refuse(is_silent(table.session, seat), "talk-silent")
        _refuse(say.channel == "channel" and not in_channel(table.session, seat), "talk-no-channel")

    def _check_gallery(self, table: "Table", by: str, say: c.Say) -> None:
        _refuse(not table.settings.spectators_talk, "not-seated")
        _refuse(table.seat_of(by) is not None, "seated-already")
        _refuse(table.membership.is_removed(by), "removed")
        # Who has had a seat in this game knows its card.
        _refuse(table.running and by in table.membership.knows, "talk-knows-a-card")
        me = self.voice_of(by, "gallery")
        others = {line.name for line in self.gallery.lines if line.voice != me}
        table.check_name(say.name, None)
        check_free(clean_name(say.name), others)

    # Taking: it was checked

    def take(self, table: "Table", by: str, say: c.Say) -> None:
        """It is said."""
        seat = table.seat_of(by)
        name = clean_name(say.name) if seat is None else table.seats[seat].name
        self._spoken[by, say.channel] += 1
        about = table.seats[say.about].name if say.phrase and say.about is not None else ""
        text = "" if say.phrase else clean_text(say.text)
        # Everybody sees who has spoken to all; who speaks in a channel first of all must not show there.
        voice = self.voice_of(by) if say.channel == "channel" else self._speak(by, name, say.channel == "gallery")
        talk = {"table": self.table, "channel": self.channel, "gallery": self.gallery}[say.channel]
        game = table.games if table.running else table.games + 1
        talk.add(ChatMessage(0, name, text, voice, say.phrase, about, game))

    def _speak(self, person: str, name: str, watching: bool) -> int:
        others = sum(watches == watching for _, watches in self._numbers)
        number = self._numbers.setdefault((person, watching), 2 * others + (2 if watching else 1))
        self.voices[number] = name
        return number


def clean_text(text: str) -> str:
    """What was said, as it is shown. Raises Refused when it is empty or too long."""
    said = cleaned(text[: LONGEST_TEXT * 20])
    if not said:
        raise Refused(Refusal("talk-empty"))
    if len(said) > LONGEST_TEXT:
        raise Refused(Refusal("talk-too-long", (("most", LONGEST_TEXT),)))
    return said


def check_words(command: c.Say, seats: int) -> None:
    """Raise Refused when there is nothing in it that could be said."""
    if not command.phrase:
        clean_text(command.text)
    elif not text_of(command.phrase):
        raise Refused(Refusal("talk-no-phrase"))
    elif speaks_of_somebody(command.phrase) and (command.about is None or not 0 <= command.about < seats):
        raise Refused(Refusal("talk-of-whom"))


def is_silent(session: GameSession | None, seat: Seat) -> bool:
    """Whether the rules forbid the seat to talk now; everybody knows whom."""
    return session is not None and is_in(seat, session.view().board.silent)


def in_channel(session: GameSession | None, seat: Seat | None) -> bool:
    """Whether the seat is one of those who may talk among themselves now; everybody knows who they are.

    A spectator's view says so, not the seat's: some know each other long before they may talk.
    """
    return session is not None and seat is not None and is_in(seat, session.view().board.channel)


def _refuse(when: bool, code: str) -> None:
    if when:
        raise Refused(Refusal(code))
