"""The chat of a table: messages to everybody, in the private channel of the rules, and among spectators.

It is no part of the game and in no record. The bots' part of it is in `conversation`. A message does not count as a
change of the table either: people who may not read the private channel must not notice messages there.
"""

from collections import Counter, deque
from collections.abc import Container, Mapping
from typing import Final

import msgspec

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.seats import Seat, is_in
from turncoat.kernel.words import N_
from turncoat.table.state.conversation import Conversation
from turncoat.table.state.game_session import GameSession
from turncoat.table.values.channels import Channel
from turncoat.table.values.masking import Span, masked_spans, without
from turncoat.table.values.talk_counts import Speaker, TalkCounts
from turncoat.table.values.typed_text import cleaned

LONGEST_TEXT: Final = 300
MAX_MESSAGES: Final = 100
"""Number of recent messages that a table stores per channel."""
MAX_REPLAY_MESSAGES: Final = 300
"""Number of messages of each game that its replay shows."""

describe(
    {
        "talk-empty": N_("Your message is empty; please write something."),
        "talk-too-long": N_("Your message is too long; please keep it to {most} characters."),
    }
)


class ChatMessage(msgspec.Struct, frozen=True):
    """A message of a person or a bot, under their name at the time."""

    number: int
    name: str
    text: str
    """Empty for a quick phrase."""
    voice: int = 0
    """Number of the speaker, assigned by the table. It reveals nothing else about them."""
    phrase: str = ""
    about: str = ""
    """Name, at the time, of whoever the phrase is about."""
    game: int = 0
    """The current or next game, with which the message is deleted."""
    reason: str = ""
    """Key of the reason that a bot gives."""
    mission: int = 0
    """Mission that the message is about."""
    reason_count: int = 0
    """Number in the reason."""
    others: tuple[str, ...] = ()
    """Names, at the time, of the others in the reason."""
    wording: int = 0
    """Index of the phrase's wording."""
    reason_wording: int = 0
    """Index of the reason's wording."""
    leader: str = ""
    """Name, at the time, of whoever proposed the team that a bot speaks of."""
    seat: Seat | None = None
    """Seat of the speaker, for a message to everybody during a game."""
    about_seat: Seat | None = None
    """Seat that the phrase is about."""
    after_events: int | None = None
    """Number of public events at the time. None if the replay does not show the message."""
    reactions: tuple[tuple[int, str], ...] = ()
    """Reactions by voice, one per person, oldest first."""

    def without(self, spans: tuple[Span, ...]) -> "ChatMessage":
        """Return the message with these parts of its text masked."""
        return msgspec.structs.replace(self, text=without(self.text, spans))

    def reacted(self, voice: int, reaction: str) -> "ChatMessage":
        """Return the message with that reaction of the voice, which a repetition withdraws."""
        others = tuple(one for one in self.reactions if one[0] != voice)
        is_taken_back = (voice, reaction) in self.reactions
        return msgspec.structs.replace(self, reactions=others if is_taken_back else (*others, (voice, reaction)))


class ChatLog:
    """Recent messages of one channel, and their total number."""

    def __init__(self) -> None:
        self.lines: deque[ChatMessage] = deque(maxlen=MAX_MESSAGES)
        self.count = 0

    def add(self, line: ChatMessage) -> None:
        """Append a message."""
        self.count = line.number
        self.lines.append(line)

    def message(self, number: int) -> ChatMessage | None:
        """Return the message of that number, if it is still stored."""
        first = self.lines[0].number if self.lines else 0
        return self.lines[number - first] if 0 < first <= number <= self.count else None

    def put(self, line: ChatMessage) -> None:
        """Replace the message of the same number."""
        self.lines[line.number - self.lines[0].number] = line

    def since(self, count: int, muted_voices: Container[int] = ()) -> list[ChatMessage]:
        """Return the messages after that number, without those of muted voices."""
        return [line for line in self.lines if line.number > count and line.voice not in muted_voices]

    def forget(self, last: int) -> None:
        """Delete the messages up to the end of that game."""
        self.lines = deque((line for line in self.lines if line.game > last), maxlen=MAX_MESSAGES)

    def hide(self, spans: Mapping[int, tuple[Span, ...]]) -> None:
        """Mask these parts of the messages, by number."""
        self.lines = deque([line.without(spans.get(line.number, ())) for line in self.lines], maxlen=MAX_MESSAGES)


class Chat:
    """All messages of a table, and their speakers."""

    def __init__(self) -> None:
        self.table = ChatLog()
        self.channel = ChatLog()
        """Messages of the private channel in this game. Only those who may talk there can read it."""
        self.spectator_chat = ChatLog()
        """Messages among spectators."""
        self.conversation = Conversation()
        """The bots' part of this game's public conversation."""
        self.earlier = 0
        """Number of the last message to everybody before this game."""
        self.voices: dict[int, str] = {}
        """Latest name of each public speaker, by voice."""
        self._numbers: dict[tuple[str, bool], int] = {}
        """Voices by person and role. The two roles are numbered apart, so that a delayed table gives equal numbers."""
        self.of_games: dict[int, deque[ChatMessage]] = {}
        """Messages to everybody at the table, by game, from its deal until it was put away."""
        self._spoken: Counter[tuple[str, str]] = Counter()
        self._reacted: Counter[str] = Counter()

    @property
    def _logs(self) -> dict[Channel, ChatLog]:
        return {"table": self.table, "channel": self.channel, "spectators": self.spectator_chat}

    @property
    def count(self) -> int:
        """Number of messages to everybody, spectators' included."""
        return self.table.count + self.spectator_chat.count

    def voice_of(self, person: str, channel: str = "table") -> int:
        """Return the person's voice as a player or spectator, or 0 before they have spoken publicly."""
        return self._numbers.get((person, channel == "spectators"), 0)

    @property
    def recent_voices(self) -> set[int]:
        """Voices of the recent public messages, and of the reactions to them."""
        lines = [line for log in (self.table, self.spectator_chat) for line in log.lines]
        return {line.voice for line in lines} | {voice for line in lines for voice, _ in line.reactions}

    def voice_for(self, person: str, channel: Channel) -> int:
        """Return the person's voice, or a new one: odd for players, even for spectators.

        The roles are numbered apart so that a delayed table gives the same numbers.
        """
        is_spectator = channel == "spectators"
        others = sum(watches == is_spectator for _, watches in self._numbers)
        return self.voice_of(person, channel) or 2 * others + (2 if is_spectator else 1)

    def next_number(self, channel: Channel) -> int:
        """Return the number of the next message in that channel."""
        return self._logs[channel].count + 1

    def spoken(self, person: str, channel: str) -> int:
        """Return the number of the person's messages in that channel."""
        return self._spoken[person, channel]

    def reacted(self, person: str) -> int:
        """Return the number of the person's reactions."""
        return self._reacted[person]

    def say(self, person: str, channel: Channel, message: ChatMessage, game: int = 0) -> None:
        """Add a message of the person, during that game."""
        self._spoken[person, channel] += 1
        if channel != "channel":
            self._note_voice(person, message.name, message.voice, channel == "spectators")
        self._logs[channel].add(message)
        if message.after_events is not None:
            self.of_games.setdefault(game, deque(maxlen=MAX_REPLAY_MESSAGES)).append(message)

    def react(self, person: str, name: str, voice: int, number: int, reaction: str) -> None:
        """Add a reaction to a message. It gives the person a voice, which can be muted."""
        self._reacted[person] += 1
        self._note_voice(person, name, voice, is_spectator=False)
        if (line := self.table.message(number)) is None:
            return
        line = line.reacted(voice, reaction)
        self.table.put(line)
        for lines in self.of_games.values():
            if lines[0].number <= number <= lines[-1].number:
                lines[number - lines[0].number] = line

    def begin_game(self) -> None:
        """Clear the private channel and the bots' conversation for a new deal."""
        self.channel = ChatLog()
        self.conversation = Conversation()
        self.earlier = self.table.count

    def hidden_by(self, words: frozenset[str]) -> dict[int, dict[Channel, dict[int, tuple[Span, ...]]]]:
        """Return the parts to mask for these words, by game, channel and message number."""
        of_games = [line for lines in self.of_games.values() for line in lines]
        found: dict[int, dict[Channel, dict[int, tuple[Span, ...]]]] = {}
        for channel, log in self._logs.items():
            for line in (*(of_games if channel == "table" else ()), *log.lines):
                if spans := masked_spans(line.text, words):
                    found.setdefault(line.game, {}).setdefault(channel, {})[line.number] = spans
        return found

    def hide(self, hidden: Mapping[Channel, Mapping[int, tuple[Span, ...]]]) -> None:
        """Mask these parts wherever the messages are stored."""
        for channel, spans in hidden.items():
            self._logs[channel].hide(spans)
        for lines in self.of_games.values():
            for index, line in enumerate(lines):
                lines[index] = line.without(hidden.get("table", {}).get(line.number, ()))

    def forget(self, last: int) -> None:
        """Delete the messages up to the end of that game."""
        for log in self._logs.values():
            log.forget(last)
        if self.conversation.game <= last:
            self.conversation = Conversation()
        for game in [game for game in self.of_games if game <= last]:
            del self.of_games[game]

    def counts(self) -> TalkCounts:
        """Return the counts that survive the deletion of messages."""
        spoken: dict[str, dict[str, int]] = {}
        for (person, channel), count in self._spoken.items():
            spoken.setdefault(person, {})[channel] = count
        return TalkCounts(
            {channel: self._logs[channel].count for channel in ("table", "spectators")},
            tuple(
                Speaker(person, voice, self.voices[voice], is_spectator)
                for (person, is_spectator), voice in self._numbers.items()
            ),
            spoken,
            dict(self._reacted),
        )

    def restore_counts(self, counts: TalkCounts) -> None:
        """Restore counts of messages, including those deleted from the log."""
        for channel, count in counts.messages.items():
            self._logs[channel].count = max(self._logs[channel].count, count)
        self._numbers = {(one.person, one.is_spectator): one.voice for one in counts.speakers} | self._numbers
        self.voices = {one.voice: one.name for one in counts.speakers} | self.voices
        for person, channels in counts.spoken.items():
            for place, count in channels.items():
                self._spoken[person, place] = max(self._spoken[person, place], count)
        self._reacted |= Counter(counts.reacted)

    def _note_voice(self, person: str, name: str, voice: int, is_spectator: bool) -> None:
        self._numbers[person, is_spectator] = voice
        self.voices[voice] = name


def voice_of_bot(seat: Seat) -> str:
    """Return the id by which the bot on a seat is counted as a speaker, so that it can be muted."""
    return f"house {seat}"


def clean_text(text: str) -> str:
    """Return the text as it is displayed. Raises Refused if it is blank or too long."""
    said = cleaned(text[: LONGEST_TEXT * 20])
    if not said:
        raise Refused(Refusal("talk-empty"))
    if len(said) > LONGEST_TEXT:
        raise Refused(Refusal("talk-too-long", (("most", LONGEST_TEXT),)))
    return said


def is_silent(session: GameSession | None, seat: Seat) -> bool:
    """Return whether the rules silence the seat, which is public."""
    return session is not None and is_in(seat, session.view().board.silent)


def in_channel(session: GameSession | None, seat: Seat | None) -> bool:
    """Return whether the seat may talk in the private channel now, which is public.

    This is taken from a spectator's view: some seats know each other long before they may talk.
    """
    return session is not None and seat is not None and is_in(seat, session.view().board.channel)
