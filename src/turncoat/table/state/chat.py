"""The chat: what people say at a table to everybody, and in the channel that the rules give to some of them.

It is no part of the game: no event, no record. What bots go by of it is in `conversation`. It does not count as a
change of the table either: people who may not read the channel must not notice that something is said there.
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
KEPT: Final = 100
"""How many of the last messages a table keeps, in each place."""
KEPT_OF_A_GAME: Final = 300
"""How many messages of each game its replay has."""

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
    number_told: int = 0
    """The number that the reason spoke of."""
    others: tuple[str, ...] = ()
    """Whom else the reason spoke of, by the names of then."""
    wording: int = 0
    """In which of the wordings of the phrase."""
    reason_wording: int = 0
    """In which of the wordings of the reason."""
    leader: str = ""
    """Who had named the team that a bot spoke of, by the name of then."""
    seat: Seat | None = None
    """The seat of whoever said it to everybody in a game."""
    about_seat: Seat | None = None
    """The seat that the phrase spoke of."""
    after_events: int | None = None
    """How many events of the game everybody had seen by then; None where its replay does not show the message."""
    reactions: tuple[tuple[int, str], ...] = ()
    """Who reacted, by the number of their voice, and how: one reaction a person, the oldest first."""

    def without(self, spans: tuple[Span, ...]) -> "ChatMessage":
        """Return the message with these parts of its text hidden."""
        return msgspec.structs.replace(self, text=without(self.text, spans))

    def reacted(self, voice: int, reaction: str) -> "ChatMessage":
        """The message when that voice has reacted so; the same reaction again takes it back."""
        others = tuple(one for one in self.reactions if one[0] != voice)
        is_taken_back = (voice, reaction) in self.reactions
        return msgspec.structs.replace(self, reactions=others if is_taken_back else (*others, (voice, reaction)))


class ChatLog:
    """What was said in one place: the last messages, and how many there were."""

    def __init__(self) -> None:
        self.lines: deque[ChatMessage] = deque(maxlen=KEPT)
        self.count = 0

    def add(self, line: ChatMessage) -> None:
        """One message more."""
        self.count = line.number
        self.lines.append(line)

    def message(self, number: int) -> ChatMessage | None:
        """The message of that number, if it is kept."""
        first = self.lines[0].number if self.lines else 0
        return self.lines[number - first] if 0 < first <= number <= self.count else None

    def put(self, line: ChatMessage) -> None:
        """The message in place of the one of that number."""
        self.lines[line.number - self.lines[0].number] = line

    def since(self, count: int, muted_voices: Container[int] = ()) -> list[ChatMessage]:
        """The messages after so many, without those of the voices that are not heard."""
        return [line for line in self.lines if line.number > count and line.voice not in muted_voices]

    def forget(self, last: int) -> None:
        """Keep nothing of what was said up to the end of that game."""
        self.lines = deque((line for line in self.lines if line.game > last), maxlen=KEPT)

    def hide(self, spans: Mapping[int, tuple[Span, ...]]) -> None:
        """Hide these parts of the messages of these numbers."""
        self.lines = deque([line.without(spans.get(line.number, ())) for line in self.lines], maxlen=KEPT)


class Chat:
    """All that is said at one table, and who said it."""

    def __init__(self) -> None:
        self.table = ChatLog()
        self.channel = ChatLog()
        """What those said in this game who may talk in private; only they may read it, while they may talk."""
        self.spectator_chat = ChatLog()
        """What the spectators said."""
        self.conversation = Conversation()
        """What bots go by of what was said to everybody in this game."""
        self.voices: dict[int, str] = {}
        """Who has spoken to everybody, by a number that says nothing else about them: the name of the last time."""
        self._numbers: dict[tuple[str, bool], int] = {}
        """By person, and whether they are a spectator: two voices, so that a delayed table gives the same numbers."""
        self.of_games: dict[int, deque[ChatMessage]] = {}
        """What was said to everybody at the table of each game, from the deal until it was put away."""
        self._spoken: Counter[tuple[str, str]] = Counter()
        self._reacted: Counter[str] = Counter()

    @property
    def _logs(self) -> dict[Channel, ChatLog]:
        return {"table": self.table, "channel": self.channel, "spectators": self.spectator_chat}

    @property
    def count(self) -> int:
        """How much was said to everybody."""
        return self.table.count + self.spectator_chat.count

    def voice_of(self, person: str, channel: str = "table") -> int:
        """The person's number, as a player or as a spectator; 0 while they have said nothing to everybody."""
        return self._numbers.get((person, channel == "spectators"), 0)

    @property
    def recent_voices(self) -> set[int]:
        """The voices of the last messages to everybody, and of the reactions to them."""
        lines = [line for log in (self.table, self.spectator_chat) for line in log.lines]
        return {line.voice for line in lines} | {voice for line in lines for voice, _ in line.reactions}

    def voice_for(self, person: str, channel: Channel) -> int:
        """The person's number, or the one that they get now: two kinds, so that a delayed table gives the same."""
        is_spectator = channel == "spectators"
        others = sum(watches == is_spectator for _, watches in self._numbers)
        return self.voice_of(person, channel) or 2 * others + (2 if is_spectator else 1)

    def next_number(self, channel: Channel) -> int:
        """The number of the next message in that place."""
        return self._logs[channel].count + 1

    def spoken(self, person: str, channel: str) -> int:
        """How often the person has said something there."""
        return self._spoken[person, channel]

    def reacted(self, person: str) -> int:
        """How often the person has reacted to something."""
        return self._reacted[person]

    def say(self, person: str, channel: Channel, message: ChatMessage, game: int = 0) -> None:
        """The person says it at the table of that game."""
        self._spoken[person, channel] += 1
        if channel != "channel":
            self._note_voice(person, message.name, message.voice, channel == "spectators")
        self._logs[channel].add(message)
        if message.after_events is not None:
            self.of_games.setdefault(game, deque(maxlen=KEPT_OF_A_GAME)).append(message)

    def react(self, person: str, name: str, voice: int, number: int, reaction: str) -> None:
        """The person reacts to the message of that number. Whoever reacts has a voice, which can be muted."""
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
        """Other cards are dealt: others may talk in private now."""
        self.channel = ChatLog()
        self.conversation = Conversation()

    def hidden_by(self, words: frozenset[str]) -> dict[int, dict[Channel, dict[int, tuple[Span, ...]]]]:
        """Find these words in what was said, by game and message number."""
        of_games = [line for lines in self.of_games.values() for line in lines]
        found: dict[int, dict[Channel, dict[int, tuple[Span, ...]]]] = {}
        for channel, log in self._logs.items():
            for line in (*(of_games if channel == "table" else ()), *log.lines):
                if spans := masked_spans(line.text, words):
                    found.setdefault(line.game, {}).setdefault(channel, {})[line.number] = spans
        return found

    def hide(self, hidden: Mapping[Channel, Mapping[int, tuple[Span, ...]]]) -> None:
        """Hide what is not to be read any more, wherever it was said."""
        for channel, spans in hidden.items():
            self._logs[channel].hide(spans)
        for lines in self.of_games.values():
            for index, line in enumerate(lines):
                lines[index] = line.without(hidden.get("table", {}).get(line.number, ()))

    def forget(self, last: int) -> None:
        """Keep nothing of what was said up to the end of that game."""
        for log in self._logs.values():
            log.forget(last)
        if self.conversation.game <= last:
            self.conversation = Conversation()
        for game in [game for game in self.of_games if game <= last]:
            del self.of_games[game]

    def counts(self) -> TalkCounts:
        """What stays when the words are forgotten."""
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
        """As much as this was said, also where the words are forgotten."""
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
    """Under which name the bot on a seat is counted among those who speak: each has a voice, to be muted."""
    return f"house {seat}"


def clean_text(text: str) -> str:
    """Return what was said, as it is shown. Raises Refused when nothing is to be seen in it, or it is too long."""
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
