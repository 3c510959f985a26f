"""Chat on the page: the table's chat, the private channel, and the forms to write and to react.

The list of messages is the same for everybody. A viewer's own reactions are a separate part (`reactions`), which the
page's script merges into the list.
"""

from collections.abc import Container
from functools import cache, lru_cache
from typing import Final, Literal, Self

import msgspec

from turncoat.kernel.refusals import REFUSALS
from turncoat.kernel.words import N_
from turncoat.table.state.chat import LONGEST_TEXT, Chat, ChatMessage, in_channel, is_silent
from turncoat.table.state.table import Table
from turncoat.table.values.phrases import phrases_of, speaks_of_somebody, text_of
from turncoat.table.values.reactions import REACTIONS, thrown_by
from turncoat.telling import Translate
from turncoat.web.board.chat_lines import chat_lines, reactions_to, words_of
from turncoat.web.board.model import ChatLine, ChatPart
from turncoat.web.board.telling import TalkRulePart, talk_rule
from turncoat.web.table.page_parts import Announcing, Items, PagePart, Tab, ViewerContext, register


class Phrase(msgspec.Struct, frozen=True):
    """Quick phrase, sent with one tap. `of_somebody` is true if it is about the seat chosen beside it."""

    key: str
    label: str
    of_somebody: bool = False
    thrown: str = ""
    """Reaction that it throws at the seat."""


class ChatForm(msgspec.Struct, frozen=True):
    """Form to write a message."""

    id: str
    post_to: str
    command: str
    channel: Literal["table", "channel", "spectators"] = "table"
    name: str | None = None
    """For spectators: the name under which they write."""
    most: int = 300
    """Longest text, in characters."""
    phrases: tuple[Phrase, ...] = ()
    people: tuple[tuple[int, str], ...] = ()
    """Seats and names of the others at the table, who can be mentioned in a message and be the subject of a phrase."""
    rule: TalkRulePart | None = None
    """Limits on talking in the current game, if it has any."""


class ChannelPart(msgspec.Struct, frozen=True):
    """Private channel that the rules give to some seats, empty for everybody else."""

    readers: str = ""
    """Sentence that says who can read the channel, and that nobody else can."""
    form: ChatForm | None = None
    lines: tuple[ChatLine, ...] = ()


READERS: Final = N_("Only {seats:seats} can read this.")
WATCHING: Final = N_("Sit down at the table to talk here.")
TO_ME: Final = N_("Reactions to your message “{text}”. {reactions}")
SPOKEN: Final = N_("{name}: “{text}”")
SPOKEN_WATCHING: Final = N_("{name}, watching: “{text}”")


def chat_part(table: Table, translate: Translate, muted_voices: Container[int] = ()) -> ChatPart:
    """Return the table's chat, without muted voices."""
    spectators = (
        chat_lines(table.chat.spectator_chat.lines, translate, muted_voices) if table.settings.spectators_talk else ()
    )
    return ChatPart(
        chat_lines(table.chat.table.lines, translate, muted_voices, table.chat.voices),
        table.chat.earlier,
        spectators,
    )


def channel_of(at: ViewerContext) -> ChannelPart:
    """Return the channel while the viewer is a member and may talk."""
    session, table = at.session, at.table
    if session is None or at.seat is None or not in_channel(session, at.seat) or is_silent(session, at.seat):
        return ChannelPart()
    readers = at.teller.fill(READERS, seats=session.view().board.channel)
    lines = chat_lines(table.chat.channel.lines, at.say, table.personal(at.person).muted_voices)
    return ChannelPart(readers, _form(table, at.person, "channel"), lines)


def chat_form(at: ViewerContext) -> tuple[ChatForm | None, str]:
    """Return the form with which the viewer may write to everybody, or the reason why there is none."""
    table, seat, person, translate = at.table, at.table_seat, at.person, at.say
    if seat is None:
        return _spectators_form(at)
    if is_silent(table.session, seat):
        return None, translate(REFUSALS["talk-silent"].sentence)
    over = table.session is not None and table.session.result is not None
    rule = talk_rule(table.game_setup.game, translate) if table.running else None
    phrases = _phrases(table.game_setup.game, table.session is not None, over, translate)
    people = tuple((number, name) for number, name in enumerate(table.names) if name and number != seat)
    return msgspec.structs.replace(_form(table, person, "table"), phrases=phrases, people=people, rule=rule), ""


@lru_cache
def _phrases(game: str, begun: bool, over: bool, translate: Translate) -> tuple[Phrase, ...]:
    """Return the phrases on offer."""
    return tuple(
        Phrase(
            key,
            translate(text_of(key)).replace("{seat}.", "{seat}").replace("{seat}", "…"),
            speaks_of_somebody(key),
            thrown_by(key),
        )
        for key in phrases_of(game, begun=begun, over=over)
    )


def _spectators_form(at: ViewerContext) -> tuple[ChatForm | None, str]:
    table, person, name, translate = at.table, at.person, at.visitor.name, at.say
    if at.visitor.covered:
        return None, translate(REFUSALS["nobody-has-the-device"].sentence)
    if not table.settings.spectators_talk or table.membership.is_removed(person):
        return None, translate(WATCHING)
    if at.room.knows_card_in_play(person):
        return None, translate(REFUSALS["talk-knows-a-card"].sentence)
    called = table.chat.voices.get(table.chat.voice_of(person, "spectators"), name)
    return msgspec.structs.replace(_form(table, person, "spectators"), name=called), ""


def _form(table: Table, person: str, channel: Literal["table", "channel", "spectators"]) -> ChatForm:
    # A new command id after each of the viewer's messages, and only then: messages of others must not reset the input.
    command = f"say-{table.chat.spoken(person, channel)}"
    return ChatForm(f"chat-form-{channel}", f"/t/{table.code}", command, channel, most=LONGEST_TEXT)


class ChatFormPart(msgspec.Struct, frozen=True):
    """Form to write to everybody, or the reason why there is none."""

    form: ChatForm | None
    may_not: str


def _without_muted(at: ViewerContext) -> ChatPart | None:
    """Return the chat without the voices that the viewer has muted, or None if there are none."""
    muted_voices = at.table.personal(at.person).muted_voices
    return chat_part(at.table, at.say, muted_voices) if muted_voices else None


def _by_id(chat: ChatPart) -> dict[str, ChatLine]:
    return {f"chat-log-{line.number}": line for line in chat.lines}


CHAT: Final = PagePart(
    id="chat-log",
    template="table/chat_log",
    audience="public",
    model=lambda at: chat_part(at.table, at.say),
    layouts=("play", "end", "setup"),
    place=Tab(N_("Talk"), "say", order=1, has_controls=True, template="table/talk"),
    items=Items(_by_id, "table/chat_line"),
)
register(CHAT)
# Replaces the public part for viewers who have muted somebody.
register(msgspec.structs.replace(CHAT, audience="viewer", model=_without_muted))
register(
    PagePart(
        id="chat-form",
        template="table/chat_form",
        audience="viewer",
        model=lambda at: ChatFormPart(*chat_form(at)),
        layouts=("play", "end", "setup"),
    )
)


class ReactionsPart(Announcing, frozen=True):
    """Form to react to messages in the table's chat, without choices for those who may not."""

    post_to: str = ""
    command: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    """Key and label of each reaction."""
    own: tuple[tuple[int, str], ...] = ()
    """The viewer's reactions: number of the message, and key."""
    name: str = ""
    """The viewer's own name, by which the script recognizes their messages."""
    to_own: tuple[tuple[int, str], ...] = ()
    """Reactions of others to the viewer's messages: number of the message, and a sentence."""

    def announcements(self, before: Self | None, at: ViewerContext) -> list[tuple[str, str]]:
        """Return one sentence per message with all its reactions so far, rather than one for each reaction."""
        if before is None:
            return []
        return [(f"kr{one[0]}-{at.said_at}", one[1]) for one in self.to_own if one not in before.to_own]


def reactions_part(at: ViewerContext) -> ReactionsPart:
    """Return the viewer's reactions and the form to react."""
    table, translate = at.table, at.say
    if at.table_seat is None or is_silent(table.session, at.table_seat):
        return ReactionsPart(name=table.names[at.table_seat] if at.table_seat is not None else "")
    chat, voice = table.chat, table.chat.voice_of(at.person)
    return ReactionsPart(
        f"/t/{table.code}",
        f"react-{chat.reacted(at.person)}-{chat.spoken(at.person, 'table')}",
        _reactions(translate),
        tuple((line.number, key) for line in chat.table.lines for whose, key in line.reactions if whose == voice),
        table.names[at.table_seat],
        _to_own(chat, voice, translate, table.personal(at.person).muted_voices) if voice else (),
    )


@cache
def _reactions(translate: Translate) -> tuple[tuple[str, str], ...]:
    return tuple((key, translate(says)) for key, says in REACTIONS.items())


def _to_own(chat: Chat, voice: int, translate: Translate, muted_voices: frozenset[int]) -> tuple[tuple[int, str], ...]:
    unheard, lines = {*muted_voices, voice}, []
    for line in chat.table.lines:
        if line.voice == voice and (reactions := reactions_to(line, chat.voices, translate, unheard)):
            said = ". ".join(reaction.label for reaction in reactions)
            lines.append((line.number, translate(TO_ME).format(text=words_of(line, translate), reactions=f"{said}.")))
    return tuple(lines)


register(
    PagePart(
        id="reactions",
        template="table/reactions",
        audience="viewer",
        model=reactions_part,
        layouts=("play", "end", "setup"),
    )
)
CHANNEL: Final = register(
    PagePart(
        id="channel",
        template="table/channel",
        audience="seat",
        model=channel_of,
        layouts=("play", "end"),
    )
)


class ChatCounts(msgspec.Struct, frozen=True):
    """Number of messages of the table, the channel and the spectators: all of them, or those announced."""

    table: int = 0
    channel: int = 0
    spectators: int = 0

    @staticmethod
    def of(table: Table) -> "ChatCounts":
        """Return the current counts of a table."""
        return ChatCounts(table.chat.table.count, table.chat.channel.count, table.chat.spectator_chat.count)


def new_messages(
    table: Table, since: ChatCounts, translate: Translate, muted_voices: Container[int] = ()
) -> list[tuple[str, str]]:
    """Return the new messages to everybody, each with an id, without those of muted voices."""
    said = [(f"s{line.number}", _spoken(line, translate)) for line in table.chat.table.since(since.table, muted_voices)]
    if table.settings.spectators_talk:
        lines = table.chat.spectator_chat.since(since.spectators, muted_voices)
        said += [(f"g{line.number}", _spoken(line, translate, SPOKEN_WATCHING)) for line in lines]
    return said


def new_channel_messages(at: ViewerContext, since: ChatCounts) -> list[tuple[str, str]]:
    """Return the new messages in the channel, or nothing if the viewer is not a member."""
    table, chat = at.table, at.table.chat.channel
    if not in_channel(at.session, at.seat):
        return []
    lines = chat.since(min(since.channel, chat.count), table.personal(at.person).muted_voices)
    return [(f"c{table.games}-{line.number}", _spoken(line, at.say)) for line in lines]


def _spoken(line: ChatMessage, translate: Translate, how: str = SPOKEN) -> str:
    return translate(how).format(name=line.name, text=words_of(line, translate))
