"""Saying something."""

from typing import Any, Final

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table.handlers.handler import Handler, check_name, own_seat, refuse_if
from turncoat.table.state.chat import ChatMessage, clean_text, in_channel, is_silent
from turncoat.table.state.table import Table
from turncoat.table.values.names import check_free, clean_name, is_seen
from turncoat.table.values.phrases import BOT_PHRASES, REASONS, speaks_of_somebody, text_of

describe(
    {
        "talk-silent": N_("Players who are out stay silent until the game is over."),
        "talk-no-channel": N_("You have nobody to talk to in private right now."),
        "talk-no-phrase": N_("That is not one of the quick phrases."),
        "talk-of-whom": N_("First choose who the phrase is about."),
        "talk-bots-only": N_("Only bots give their reasons this way; please use your own words."),
        "talk-bots-silent": N_("Bots do not talk at this table; the host can change that."),
        "talk-knows-a-card": N_("You played in this game and know a card, so you can talk here again when it is over."),
    }
)


def _check_say(table: Table, by: str, say: c.Say) -> None:
    _check_words(say, len(table.seats))
    if by == c.SERVER:
        _check_bot(table, say)
        return
    refuse_if(say.seat is not None or bool(say.reason), "talk-bots-only")
    refuse_if(say.phrase in BOT_PHRASES, "talk-no-phrase")
    if say.channel == "gallery":
        _check_spectator_chat(table, by, say)
        return
    seat = own_seat(table, by)
    refuse_if(is_silent(table.session, seat), "talk-silent")
    refuse_if(say.channel == "channel" and not in_channel(table.session, seat), "talk-no-channel")


def _check_bot(table: Table, say: c.Say) -> None:
    """A bot says phrases alone, to everybody, and of somebody else; its reason is one of those there are."""
    seat = say.seat
    is_bots = seat is not None and 0 <= seat < len(table.seats) and table.seats[seat].kind == "bot"
    known = bool(say.phrase) and say.about != seat and (not say.reason or say.reason in REASONS)
    refuse_if(seat is None or not is_bots or not known or say.channel != "table", "talk-bots-only")
    refuse_if(not table.settings.bots_talk, "talk-bots-silent")
    refuse_if(seat is not None and is_silent(table.session, seat), "talk-silent")


def _check_words(say: c.Say, seats: int) -> None:
    if not say.phrase:
        refuse_if(not is_seen(clean_text(say.text)), "talk-empty")
    elif not text_of(say.phrase):
        raise Refused(Refusal("talk-no-phrase"))
    elif say.about is None:
        refuse_if(speaks_of_somebody(say.phrase), "talk-of-whom")
    else:
        refuse_if(not 0 <= say.about < seats, "talk-of-whom")


def _check_spectator_chat(table: Table, by: str, say: c.Say) -> None:
    refuse_if(not table.settings.spectators_talk, "not-seated")
    refuse_if(table.seat_of(by) is not None, "seated-already")
    refuse_if(table.membership.is_removed(by), "removed")
    refuse_if(table.running and by in table.membership.knows, "talk-knows-a-card")
    own_voice = table.chat.voice_of(by, "gallery")
    others = {line.name for line in table.chat.spectator_chat.lines if line.voice != own_voice}
    check_name(table, say.name, None)
    check_free(clean_name(say.name), others)


def _say(table: Table, entry: c.Entry, command: c.Say) -> bool:
    """Nobody is to notice it by the table's version: the version is everybody's, and the channel is not."""
    seat = table.seat_of(entry.by) if command.seat is None else command.seat
    message = ChatMessage(
        number=0,
        name=clean_name(command.name) if seat is None else table.seats[seat].name,
        text="" if command.phrase else clean_text(command.text),
        phrase=command.phrase,
        about=table.seats[command.about].name if command.phrase and command.about is not None else "",
        seat=seat if command.channel == "table" and table.running else None,
        about_seat=command.about if command.phrase else None,
        game=table.games if table.running else table.games + 1,
        reason=command.reason,
        mission=command.mission,
    )
    speaker = entry.by if command.seat is None else f"{entry.by} {command.seat}"  # each bot has a voice, to be muted
    table.chat.say(speaker, command.channel, message)
    return False


HANDLERS: Final[tuple[Handler[Any], ...]] = (Handler(c.Say, _check_say, _say),)
