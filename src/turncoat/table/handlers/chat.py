"""Handlers of messages and reactions."""

from typing import Any, Final

from msgspec.structs import replace

from turncoat import bots
from turncoat.bots import default_bot
from turncoat.bots.intents import UNKNOWN, Intent, intent_of
from turncoat.bots.remarks import OPINIONS, ChatQuestion, Remark, worded
from turncoat.bots.wordings import phrase_text, reason_text
from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.seats import SEATS_IN, Seat
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table.handlers.handler import (
    Handler,
    accepted_name,
    as_asked,
    game_talked_in,
    own_game,
    own_seat,
    refuse_if,
)
from turncoat.table.state.chat import ChatMessage, clean_text, in_channel, is_silent, voice_of_bot
from turncoat.table.state.conversation import spoken_to
from turncoat.table.state.table import Table
from turncoat.table.values.masking import mask, masked_words
from turncoat.table.values.names import check_free
from turncoat.table.values.phrases import INTENTS, speaks_of_somebody, text_of
from turncoat.table.values.reactions import REACTIONS, thrown_by

describe(
    {
        "talk-silent": N_("You are out of the game; you can talk again when it is over."),
        "talk-no-channel": N_("You have nobody to talk to in private right now; please write to everybody."),
        "talk-no-phrase": N_("There is no such quick phrase; please choose one of those shown."),
        "talk-no-reaction": N_("There is no such reaction; please choose one of those shown."),
        "talk-no-message": N_("That message is gone; you can react to a newer one."),
        "talk-of-whom": N_("First choose who the phrase is about."),
        "talk-bots-only": N_("Only bots give their reasons this way; please use your own words."),
        "talk-bots-silent": N_("Bots do not talk at this table; the host can change that."),
        "talk-no-words": N_("Bots have said all they can about that in this game; please choose another remark."),
        "talk-knows-a-card": N_("You know a card of this game, so you can talk here again when it is over."),
    }
)


def _accept_say(table: Table, entry: c.Entry, command: c.Say) -> c.Say:
    # A replay shows the public messages of its game. Other channels say nothing about the game.
    tells = command.channel == "table" and table.session is not None
    after_events = table.public_events if tells else None
    if entry.by == c.SERVER:
        seat = _seat_of_bot(table, command)
        say = replace(command, text="", name="", after_events=after_events)
        return _numbered(table, voice_of_bot(seat), _with_words(table, entry, say, seat))
    say = replace(command, text=accepted_text(table, command), after_events=after_events)
    refuse_if(say.seat is not None or bool(say.reason) or bool(say.answers), "talk-bots-only")
    if say.channel == "spectators":
        return _numbered(table, entry.by, replace(say, name=_accepted_spectator(table, entry.by, say)))
    seat = own_seat(table, entry.by)
    refuse_if(is_silent(table.session, seat), "talk-silent")
    refuse_if(say.channel == "channel" and not in_channel(table.session, seat), "talk-no-channel")
    return _numbered(table, entry.by, _with_what_bots_hear(table, entry, replace(say, name=""), seat))


def _numbered(table: Table, speaker: str, say: c.Say) -> c.Say:
    """Return the message with its number and the speaker's voice."""
    chat, channel = table.chat, say.channel
    # Everybody sees who has spoken publicly. Somebody's first words in a private channel must not show there.
    voice = chat.voice_of(speaker) if channel == "channel" else chat.voice_for(speaker, channel)
    return replace(say, number=chat.next_number(channel), voice=voice)


def _seat_of_bot(table: Table, say: c.Say) -> Seat:
    """Return the seat of the bot that speaks. Raises Refused.

    A bot only uses its own phrases and known reasons, speaks to everybody, and never about itself.
    """
    seat = say.seat
    is_bots = seat is not None and 0 <= seat < len(table.seats) and table.seats[seat].kind == "bot"
    text = phrase_text(say.phrase)
    known = bool(text) and say.about != seat and (not say.reason or bool(reason_text(say.reason)))
    if seat is None or not is_bots or not known or say.channel != "table":
        raise Refused(Refusal("talk-bots-only"))
    refuse_if(not 0 <= say.others < 1 << len(table.seats), "talk-of-whom")
    for named, place in ((say.about, "{seat}"), (say.leader, "{leader}")):
        refuse_if(named is None and place in text, "talk-of-whom")
        refuse_if(named is not None and not 0 <= named < len(table.seats), "talk-of-whom")
    refuse_if(not table.settings.bots_talk, "talk-bots-silent")
    refuse_if(is_silent(table.session, seat), "talk-silent")
    return seat


def _with_words(table: Table, entry: c.Entry, say: c.Say, seat: Seat) -> c.Say:
    """Return a bot's message in words that are new in this game, and the accused bot if it has to answer.

    Raises Refused.
    """
    conversation = table.chat.conversation
    character, said = bots.CHARACTERS.get(table.seats[seat].character), [one.remark for one in conversation.remarks]
    manner = character.manner if character is not None else None
    remark = worded(_remark_of(say), said, manner, f"{table.code} {table.chat.table.count + 1}")
    if remark is None:
        raise Refused(Refusal("talk-no-words"))
    accused = remark.accuses
    if accused is not None and (accused not in bots_that_talk(table) or conversation.question(accused, entry.at)):
        accused = None  # a person, or a bot that has another question to answer
    return replace(
        say,
        reason=remark.reason,
        mission=remark.mission,
        count=remark.count,
        others=remark.others,
        wording=remark.wording,
        reason_wording=remark.reason_wording,
        intent=Intent("accused", (), (accused,)) if accused is not None else None,
        asked=(accused,) if accused is not None else (),
    )


def _remark_of(say: c.Say) -> Remark:
    """Return a bot's message as a remark that other bots hear."""
    about = say.phrase, say.about, say.reason, say.mission, say.count, say.others
    return Remark(*about, say.wording, say.reason_wording, say.leader)


def accepted_text(table: Table, say: c.Say) -> str:
    """Return the text with unwanted words masked: they are stored nowhere. Raises Refused."""
    if not say.phrase:
        # The length is checked first: masking a long text would hold everybody up.
        return mask(clean_text(say.text), masked_words(table.settings.masked_words))
    if not text_of(say.phrase):
        raise Refused(Refusal("talk-no-phrase"))
    if say.about is None:
        refuse_if(speaks_of_somebody(say.phrase), "talk-of-whom")
    else:
        refuse_if(not 0 <= say.about < len(table.seats), "talk-of-whom")
    return ""


def check_may_talk(table: Table, by: str) -> None:
    """Raise Refused if the person may not talk with spectators."""
    refuse_if(not table.settings.spectators_talk, "not-seated")
    refuse_if(table.seat_of(by) is not None, "seated-already")
    refuse_if(table.membership.is_removed(by), "removed")
    refuse_if(table.running and by in table.membership.knows, "talk-knows-a-card")


def _accepted_spectator(table: Table, by: str, say: c.Say) -> str:
    """Return the name under which a spectator speaks. Raises Refused."""
    check_may_talk(table, by)
    own_voice = table.chat.voice_of(by, "spectators")
    others = {line.name for line in table.chat.spectator_chat.lines if line.voice != own_voice}
    name = accepted_name(table, say.name, None)
    check_free(name, others)
    return name


def _say(table: Table, entry: c.Entry, command: c.Say) -> bool:
    """Add the message. It never counts in the table's version, which everybody sees, unlike the private channel."""
    seat = table.seat_of(entry.by) if command.seat is None else command.seat
    message = ChatMessage(
        number=command.number,
        voice=command.voice,
        name=command.name if seat is None else table.seats[seat].name,
        text=command.text,
        phrase=command.phrase,
        about=table.seats[command.about].name if command.phrase and command.about is not None else "",
        seat=seat if command.channel == "table" and table.running else None,
        about_seat=command.about if command.phrase else None,
        game=entry.game,
        reason=command.reason,
        mission=command.mission,
        reason_count=command.count,
        others=tuple(table.seats[other].name for other in SEATS_IN[command.others]),
        wording=command.wording,
        reason_wording=command.reason_wording,
        leader=table.seats[command.leader].name if command.leader is not None else "",
        after_events=command.after_events,
    )
    speaker = entry.by if command.seat is None else voice_of_bot(command.seat)
    table.chat.say(speaker, command.channel, message, table.games)
    if command.channel == "table" and seat is not None:
        _tell_bots(table, entry, command, seat)
    return False


def _with_what_bots_hear(table: Table, entry: c.Entry, say: c.Say, seat: Seat) -> c.Say:
    """Return a person's message with everything that bots hear in it, and the bots that have to answer."""
    session, conversation = table.session, table.chat.conversation
    say = replace(say, opinions=(), intent=None, asked=())
    is_heard = say.channel == "table" and not thrown_by(say.phrase) and session is not None and session.result is None
    if session is None or not is_heard or is_muted_by_all(table, entry.by):
        return say
    intent = _intent_of(table, session.ruleset.game, say, seat)
    phrase = {"accused": "suspect", "defended": "trust"}.get(intent.kind, "")
    phrase = say.phrase if say.phrase in OPINIONS else phrase
    if phrase and not intent.is_question:
        say = replace(say, opinions=tuple(Remark(phrase, about) for about in intent.about))
    if not table.settings.bots_talk:
        return say
    leader = None
    if intent.kind == "asked-team" and not intent.to:
        leader = default_bot(session.ruleset.game).reasons.leader_of(session.view())
    seats = spoken_to(
        intent,
        bots_that_answer(table, entry.by, entry.at),
        last=conversation.last,
        leader=leader,
        is_alone=sum(occupant.kind == "person" for occupant in table.seats) == 1,
        draw=f"{table.code} {table.chat.table.count + 1}",
    )
    return replace(say, intent=intent, asked=seats) if seats else say


def _tell_bots(table: Table, entry: c.Entry, say: c.Say, seat: Seat) -> None:
    """Pass the message to the bots, and to those that have to answer."""
    session, conversation = table.session, table.chat.conversation
    if session is None or session.result is not None:
        return
    events, conversation.game = len(session.view().events), session.number
    remarks = say.opinions
    if say.seat is not None:
        conversation.last, remarks = seat, (_remark_of(say),)
        if say.answers:
            conversation.answer(seat, entry.at)
    for remark in remarks:
        conversation.hear(events, seat, remark)
    if say.intent is not None:
        question = ChatQuestion(table.chat.table.count, seat, say.intent, is_answer=bool(say.answers))
        conversation.ask(question, entry.at, say.asked, of_person=say.seat is None)


def _intent_of(table: Table, game: str, say: c.Say, seat: Seat) -> Intent:
    """Return the intent of a person's message."""
    reasons = default_bot(game).reasons
    if not say.phrase:
        return intent_of(say.text, table.names, reasons.traitor_words, seat)
    kind = INTENTS.get(say.phrase) or reasons.phrase_intents.get(say.phrase)
    if kind is None:
        return UNKNOWN if say.about is None else Intent("unknown", (say.about,))
    if say.about is None:
        return Intent(kind, is_question=kind.startswith("asked"))
    is_about = kind in ("accused", "defended")
    return Intent(kind, () if is_about else (say.about,), (say.about,) if is_about else ())


def bots_that_talk(table: Table) -> dict[Seat, float]:
    """Return the bots that may speak, with their talkativeness."""
    found: dict[Seat, float] = {}
    for seat, occupant in enumerate(table.seats):
        kind = bots.BOTS.get(occupant.bot)
        if occupant.kind == "bot" and kind is not None and kind.speaks and not is_silent(table.session, seat):
            character = bots.CHARACTERS.get(occupant.character)
            found[seat] = character.talks if character is not None else kind.talkative
    return found


def bots_that_answer(table: Table, person: str, at: float) -> dict[Seat, float]:
    """Return the bots that may answer the person now, with their talkativeness.

    Bots that the person has muted do not answer.
    """
    muted, is_free = table.personal(person).muted_voices, table.chat.conversation.is_free
    talkative = bots_that_talk(table).items()
    return {seat: talks for seat, talks in talkative if table.voice_of_bot(seat) not in muted and is_free(seat, at)}


def is_muted_by_all(table: Table, person: str) -> bool:
    """Return whether all other people at the table have muted the person. Bots then ignore them as well."""
    voice = table.chat.voice_of(person)
    others = [occupant.person for occupant in table.seats if occupant.person and occupant.person != person]
    return bool(others) and all(voice in table.personal(other).muted_voices for other in others)


def _accept_react(table: Table, entry: c.Entry, command: c.React) -> c.React:
    seat = own_seat(table, entry.by)
    refuse_if(is_silent(table.session, seat), "talk-silent")
    refuse_if(command.reaction not in REACTIONS, "talk-no-reaction")
    refuse_if(table.chat.table.message(command.message) is None, "talk-no-message")
    return replace(command, voice=table.chat.voice_for(entry.by, "table"))


def _react(table: Table, entry: c.Entry, command: c.React) -> bool:
    """Add the reaction. Like a message, it does not count in the table's version."""
    seat = table.seat_of(entry.by)
    name = table.seats[seat].name if seat is not None else ""
    table.chat.react(entry.by, name, command.voice, command.message, command.reaction)
    return False


def _hide_words(table: Table, entry: c.Entry, command: c.HideWords) -> bool:
    table.chat.hide(command.hidden)
    return False


HANDLERS: Final[tuple[Handler[Any], ...]] = (
    Handler(c.Say, _accept_say, _say, ("anybody", "server"), game=game_talked_in),
    Handler(c.React, _accept_react, _react, ("seated",), game=game_talked_in),
    Handler(c.HideWords, as_asked, _hide_words, ("server",), game=own_game),
)
