"""Chat on the page: the table's, a channel's for its members, and the forms to write in them."""

from collections.abc import Container
from functools import lru_cache
from typing import Final, Literal

import msgspec

from turncoat.kernel.refusals import SENTENCES
from turncoat.kernel.seats import Seat
from turncoat.kernel.words import N_
from turncoat.table.runtime.room import Room
from turncoat.table.state.chat import LONGEST_TEXT, ChatLog, ChatMessage, in_channel, is_silent
from turncoat.table.state.game_session import GameSession
from turncoat.table.state.table import Table
from turncoat.table.values.phrases import REASONS, phrases_of, speaks_of_somebody, text_of
from turncoat.telling import Teller, Translate, filled
from turncoat.web.board.model import ChatPart, Said
from turncoat.web.board.telling import TalkRulePart, talk_rule
from turncoat.web.http.identity import Visitor


class Phrase(msgspec.Struct, frozen=True):
    """A quick phrase, said with one tap; `of_somebody` when it is about the seat that is chosen beside it."""

    key: str
    label: str
    of_somebody: bool = False


class SayForm(msgspec.Struct, frozen=True):
    """A form to write a message."""

    id: str
    post_to: str
    command: str
    channel: Literal["table", "channel", "gallery"] = "table"
    name: str | None = None
    """For spectators: the name under which they write."""
    most: int = 300
    """The longest text, in characters."""
    phrases: tuple[Phrase, ...] = ()
    people: tuple[tuple[int, str], ...] = ()
    """The seats that a phrase may be about, with their names."""
    rule: TalkRulePart | None = None
    """What may be said, where the game that is under way limits that."""


class ChannelPart(msgspec.Struct, frozen=True):
    """The private channel that the rules give to the viewer and some others."""

    readers: str
    """A sentence that says who reads it, and that nobody else does."""
    form: SayForm
    said: tuple[Said, ...] = ()


READERS: Final = N_("Only they can read it: {seats:seats}.")
WATCHING: Final = N_("People who sit at the table can talk here.")
SPOKEN: Final = N_("{name}: “{text}”")
SPOKEN_WATCHING: Final = N_("{name}, watching: “{text}”")


def chat_part(table: Table, translate: Translate, unheard: Container[int] = ()) -> ChatPart:
    """The chat of the table, without muted voices."""
    gallery = said(table.chat.spectator_chat, translate, unheard) if table.settings.spectators_talk else ()
    return ChatPart(said(table.chat.table, translate, unheard), gallery)


def said(chat: ChatLog, translate: Translate, unheard: Container[int] = ()) -> tuple[Said, ...]:
    """The messages of a chat for the page."""
    return tuple(
        Said(line.number, line.name, words_of(line, translate)) for line in chat.lines if line.voice not in unheard
    )


def words_of(line: ChatMessage, translate: Translate) -> str:
    """The text of a message; a quick phrase in the reader's language."""
    if not line.phrase:
        return line.text
    said = translate(text_of(line.phrase) or line.phrase).replace("{seat}", line.about)
    reason = REASONS.get(line.reason)
    return f"{said} {filled(translate, reason, mission=line.mission)}" if reason else said


class OwnChat(msgspec.Struct, frozen=True):
    """The chat forms of one viewer, and the messages that only they read."""

    say: SayForm | None
    may_not_say: str
    """Why there is no form."""
    heard: ChatPart | None
    """The chat without the voices that they have muted, when they have muted any."""
    channel: ChannelPart | None


def own_chat(room: Room, session: GameSession, seat: Seat | None, visitor: Visitor, teller: Teller) -> OwnChat:
    """The viewer's chat forms, and the channel while they are a member of it."""
    table, person = room.table, visitor.id
    unheard = table.personal(person).unheard
    heard = chat_part(table, teller.text, unheard) if unheard else None
    form, why_not = say_form(room, person, visitor.name, teller.text)
    channel = None
    if form is not None and in_channel(session, seat):
        readers = teller.fill(READERS, seats=session.view().board.channel)
        lines = said(table.chat.channel, teller.text, unheard)
        channel = ChannelPart(readers, _form(table, person, "channel"), lines)
    return OwnChat(form, why_not, heard, channel)


def say_form(room: Room, person: str, name: str, translate: Translate) -> tuple[SayForm | None, str]:
    """The form with which the person may write to everybody; or the reason why there is none."""
    table, seat = room.table, room.table.seat_of(person)
    if seat is None:
        return _gallery_form(table, person, name, translate)
    if is_silent(table.session, seat):
        return None, translate(SENTENCES["talk-silent"])
    over = table.session is not None and table.session.result is not None
    rule = talk_rule(table.game_setup.game, translate) if table.running else None
    phrases = tuple(
        Phrase(key, translate(text).replace("{seat}.", "{seat}").replace("{seat}", "…"), of_somebody)
        for key, text, of_somebody in _phrases(table.game_setup.game, table.session is not None, over)
    )
    people = tuple((number, name) for number, name in enumerate(table.names) if name and number != seat)
    return msgspec.structs.replace(_form(table, person, "table"), phrases=phrases, people=people, rule=rule), ""


@lru_cache
def _phrases(game: str, begun: bool, over: bool) -> tuple[tuple[str, str, bool], ...]:
    """The phrases that are offered now: key, message id, and whether it speaks of somebody."""
    keys = phrases_of(game, begun=begun, over=over)
    return tuple((key, text_of(key), speaks_of_somebody(key)) for key in keys)


def _gallery_form(table: Table, person: str, name: str, translate: Translate) -> tuple[SayForm | None, str]:
    if not table.settings.spectators_talk or table.membership.is_removed(person):
        return None, translate(WATCHING)
    if table.running and person in table.membership.knows:
        return None, translate(SENTENCES["talk-knows-a-card"])
    called = table.chat.voices.get(table.chat.voice_of(person, "gallery"), name)
    return msgspec.structs.replace(_form(table, person, "gallery"), name=called), ""


def _form(table: Table, person: str, channel: Literal["table", "channel", "gallery"]) -> SayForm:
    # A new command id after each message of mine, and not before: messages of others must not change what I type.
    command = f"say-{table.chat.spoken(person, channel)}"
    return SayForm(f"say-{channel}", f"/t/{table.code}", command, channel, most=LONGEST_TEXT)


class Listener:
    """How much of the chat was announced to a viewer: each new message is announced once, in the polite region."""

    def __init__(self, room: Room, person: str) -> None:
        self._room, self._person = room, person
        chat = room.table.chat
        self._table, self._channel, self._gallery = chat.table.count, chat.channel.count, chat.spectator_chat.count

    def catch_up(self, said: int, channel: int, gallery: int) -> None:
        """Count so many messages of the table, the channel and the spectators as read."""
        self._table, self._channel = min(said, self._table), min(channel, self._channel)
        self._gallery = min(gallery, self._gallery)

    @property
    def read(self) -> tuple[int, int, int]:
        """How many messages of the table, the channel and the spectators were announced."""
        return self._table, self._channel, self._gallery

    @read.setter
    def read(self, counts: tuple[int, int, int]) -> None:
        self._table, self._channel, self._gallery = counts

    def state(self, seat: Seat | None) -> tuple[int, ...]:
        """The part of the chat that their page depends on; nothing of the channel where they are not a member."""
        table = self._room.table
        return table.chat.count, table.chat.channel.count if in_channel(table.session, seat) else 0

    def news(self, translate: Translate) -> list[tuple[str, str]]:
        """The new messages to everybody, each with an id; without those of muted voices."""
        chat, heard, watched = self._room.table.chat, self._table, self._gallery
        self._table, self._gallery = chat.table.count, chat.spectator_chat.count
        said = [(f"s{line.number}", _spoken(line, translate)) for line in chat.table.since(heard, self._unheard)]
        if self._room.table.settings.spectators_talk:
            lines = chat.spectator_chat.since(watched, self._unheard)
            said += [(f"g{line.number}", _spoken(line, translate, SPOKEN_WATCHING)) for line in lines]
        return said

    def own_news(self, seat: Seat | None, translate: Translate) -> list[tuple[str, str]]:
        """The new messages in the channel; nothing where the viewer is not a member."""
        table = self._room.table
        chat, heard = table.chat.channel, min(self._channel, table.chat.channel.count)
        self._channel = chat.count
        if not in_channel(table.session, seat):
            return []
        return [
            (f"c{table.games}-{line.number}", _spoken(line, translate)) for line in chat.since(heard, self._unheard)
        ]

    @property
    def _unheard(self) -> frozenset[int]:
        return self._room.table.personal(self._person).unheard


def _spoken(line: ChatMessage, translate: Translate, how: str = SPOKEN) -> str:
    return translate(how).format(name=line.name, text=words_of(line, translate))
