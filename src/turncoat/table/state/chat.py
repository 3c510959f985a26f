"""The chat: what people say at a table to everybody, and in the channel that the rules give to some of them.

It is no part of the game: no event, no record. Bots say a phrase now and then, and hear the phrases that were said to
everybody. It does not count as a change of the table either: people who may not read the channel must not notice that
something is said there.
"""

from collections import Counter, deque
from collections.abc import Callable, Container
from typing import Final, Literal

import msgspec

from turncoat.bots.remarks import OPINIONS, Remark
from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.seats import Seat, is_in
from turncoat.kernel.words import N_
from turncoat.table.state.game_session import GameSession
from turncoat.table.values.names import cleaned

Channel = Literal["table", "channel", "gallery"]
"""Where something is said: to everybody, among those whom the rules let talk in private, among the spectators."""

LONGEST_TEXT: Final = 300
BLANK: Final = "…"
"""Stands where something was said that is not kept."""
KEPT: Final = 100
"""How many of the last messages a table keeps, in each place."""

describe(
    {
        "talk-empty": N_("There is nothing to read in that; please write a word or two."),
        "talk-too-long": N_("That is too long; please keep it to {most} characters."),
    }
)


class ChatMessage(msgspec.Struct, frozen=True):
    """Something that a person or a bot said, under the name that they had then."""

    number: int
    name: str
    text: str
    """Empty when it was a quick phrase."""
    voice: int = 0
    """Whose it was: a number that the table gives to each speaker, and that says nothing else about them."""
    phrase: str = ""
    about: str = ""
    """Whom the phrase spoke of, by the name of then."""
    game: int = 0
    """The game under way, or the next one: the message is kept as long as that game is."""
    reason: str = ""
    """The key of the reason that a bot gave."""
    mission: int = 0
    """The mission that it spoke of."""
    seat: Seat | None = None
    """The seat of whoever said it to everybody in a game."""
    about_seat: Seat | None = None
    """The seat that the phrase spoke of."""


class ChatLog:
    """What was said in one place: the last messages, and how many there were."""

    def __init__(self) -> None:
        self.lines: deque[ChatMessage] = deque(maxlen=KEPT)
        self.count = 0

    def add(self, line: ChatMessage) -> None:
        """One message more; it gets its number here."""
        self.count += 1
        self.lines.append(msgspec.structs.replace(line, number=self.count))

    def since(self, count: int, muted_voices: Container[int] = ()) -> list[ChatMessage]:
        """The messages after so many, without those of the voices that are not heard."""
        return [line for line in self.lines if line.number > count and line.voice not in muted_voices]

    def forget(self, last: int) -> None:
        """Keep nothing of what was said up to the end of that game, only who said something."""

        def blank(line: ChatMessage) -> ChatMessage:
            if line.game > last:
                return line
            return msgspec.structs.replace(line, text=BLANK, phrase="", about="", reason="", mission=0, about_seat=None)

        self.lines = deque(map(blank, self.lines), maxlen=KEPT)

    def mask(self, masked: Callable[[str], str]) -> None:
        """Hide what is not to be read any more in what was said."""
        lines = [msgspec.structs.replace(line, text=masked(line.text)) for line in self.lines]
        self.lines = deque(lines, maxlen=KEPT)


class Chat:
    """All that is said at one table, and who said it."""

    def __init__(self) -> None:
        self.table = ChatLog()
        self.channel = ChatLog()
        """What those said in this game who may talk in private; only they may read it, while they may talk."""
        self.spectator_chat = ChatLog()
        """What the spectators said."""
        self.voices: dict[int, str] = {}
        """Who has spoken to everybody, by a number that says nothing else about them: the name of the last time."""
        self._numbers: dict[tuple[str, bool], int] = {}
        """By person, and whether they are a spectator: two voices, so that a delayed table gives the same numbers."""
        self._spoken: Counter[tuple[str, str]] = Counter()

    @property
    def count(self) -> int:
        """How much was said to everybody."""
        return self.table.count + self.spectator_chat.count

    def voice_of(self, person: str, channel: str = "table") -> int:
        """The person's number, as a player or as a spectator; 0 while they have said nothing to everybody."""
        return self._numbers.get((person, channel == "gallery"), 0)

    @property
    def recent_voices(self) -> set[int]:
        """The voices of the last messages to everybody."""
        return {line.voice for log in (self.table, self.spectator_chat) for line in log.lines}

    def spoken(self, person: str, channel: str) -> int:
        """How often the person has said something there."""
        return self._spoken[person, channel]

    def say(self, person: str, channel: Channel, message: ChatMessage) -> None:
        """The person says it; message number and voice are given here."""
        self._spoken[person, channel] += 1
        # Everybody sees who has spoken to all. Somebody's first words in a channel must not show there.
        is_private = channel == "channel"
        voice = self.voice_of(person) if is_private else self._speak(person, message.name, channel == "gallery")
        log = {"table": self.table, "channel": self.channel, "gallery": self.spectator_chat}[channel]
        log.add(msgspec.structs.replace(message, voice=voice))

    def begin_game(self) -> None:
        """Other cards are dealt: others may talk in private now."""
        self.channel = ChatLog()

    def mask(self, masked: Callable[[str], str]) -> None:
        """Hide what is not to be read any more, wherever it was said."""
        for log in (self.table, self.channel, self.spectator_chat):
            log.mask(masked)

    def forget(self, last: int) -> None:
        """Keep nothing of what was said up to the end of that game."""
        for log in (self.table, self.channel, self.spectator_chat):
            log.forget(last)

    def _speak(self, person: str, name: str, watching: bool) -> int:
        others = sum(watches == watching for _, watches in self._numbers)
        number = self._numbers.setdefault((person, watching), 2 * others + (2 if watching else 1))
        self.voices[number] = name
        return number


def remarks(chat: Chat, game: int) -> tuple[tuple[int, Seat, Remark], ...]:
    """Who said whom they trust or doubt in that game, as everybody at the table could hear it, with the message's
    number."""
    return tuple(
        (line.number, line.seat, Remark(line.phrase, line.about_seat, line.reason, line.mission))
        for line in chat.table.lines
        if line.game == game and line.phrase in OPINIONS and line.seat is not None and line.about_seat is not None
    )


def clean_text(text: str) -> str:
    """What was said, as it is shown. Raises Refused when it is empty or too long."""
    said = cleaned(text[: LONGEST_TEXT * 20])
    if not said:
        raise Refused(Refusal("talk-empty"))
    if len(said) > LONGEST_TEXT:
        raise Refused(Refusal("talk-too-long", (("most", LONGEST_TEXT),)))
    return said


def is_silent(session: GameSession | None, seat: Seat) -> bool:
    """Whether the rules forbid the seat to talk now; everybody knows whom."""
    return session is not None and is_in(seat, session.view().board.silent)


def in_channel(session: GameSession | None, seat: Seat | None) -> bool:
    """Whether the seat is one of those who may talk in private now; everybody knows who they are.

    A spectator's view says so, not the seat's: some know each other long before they may talk.
    """
    return session is not None and seat is not None and is_in(seat, session.view().board.channel)
