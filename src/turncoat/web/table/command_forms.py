"""Conversion of the table page's forms into commands, by the button that was pressed."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

import msgspec

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.table.state.table import Table
from turncoat.table.values.settings import changed
from turncoat.web.http.forms import FormFields, whole_number
from turncoat.web.http.identity import Visitor
from turncoat.web.table.guide import guide_command
from turncoat.web.table.meeting import meeting_command
from turncoat.web.table.menu import mark_of, name_of_spectator
from turncoat.web.table.notes import notes_command
from turncoat.web.table.setup import setup_of

describe({"not-confirmed": N_("This can't be undone: tick the box to confirm.")})


def confirmed(fields: FormFields) -> FormFields:
    """Return the form of an irreversible act if its box is ticked. Raises Refused."""
    if not fields.is_set("sure"):
        raise Refused(Refusal("not-confirmed"))
    return fields


def _mute(on: bool) -> Callable[[FormFields], c.Mute]:
    return lambda fields: msgspec.structs.replace(fields.command(c.Mute, "voice"), on=on)


def _react(fields: FormFields) -> c.React | c.Say:
    """Read a reaction, which a button sends together with the message number, and the form in a field of its own.

    In place of a message, a button may name the seat at which the reaction is thrown: `seat-3`.
    """
    message, _, reaction = fields.first("message").partition(" ")
    if message.startswith("seat-"):
        return c.Say("", phrase=f"throw-{reaction}", about=whole_number(message.removeprefix("seat-")))
    return c.React(whole_number(message) or 0, reaction or fields.first("reaction"))


def _reply(yes: bool) -> Callable[[FormFields], c.AnswerSeatRequest]:
    return lambda fields: c.AnswerSeatRequest(fields.number("number") or 0, yes)


FORMS: Final[Mapping[str, Callable[[FormFields], c.Command]]] = {
    # Seats
    "sit": lambda fields: fields.command(c.Sit, "name", "seat"),
    "seat-companion": lambda fields: fields.command(c.SeatCompanion, "name"),
    "change-seat": lambda fields: fields.command(c.ChangeSeat, "seat"),
    "leave": lambda fields: c.Leave(),
    "rename": lambda fields: fields.command(c.Rename, "name"),
    "choose-avatar": lambda fields: fields.command(c.ChooseAvatar, "avatar"),
    "vacate-seat": lambda fields: fields.command(c.VacateSeat, "seat"),
    "add-entropy": lambda fields: fields.command(c.AddEntropy, "entropy"),
    # Games
    "again": lambda fields: c.Start(),
    "reopen": lambda fields: c.Reopen(),
    "ask-again": lambda fields: c.StandingAnswer(fields.number("game") or 0, on=False),
    # Game control
    "pause": lambda fields: c.Pause(),
    "resume": lambda fields: c.Resume(),
    "request-pause": lambda fields: c.RequestPause(),
    "request-resume": lambda fields: c.RequestResume(),
    "withdraw-pause-request": lambda fields: c.WithdrawPauseRequest(),
    "withdraw-resume-request": lambda fields: c.WithdrawPauseRequest(),
    "stand-in": lambda fields: fields.command(c.StandIn, "seat"),
    "return-from-away": lambda fields: fields.command(c.ReturnFromAway, "seat"),
    "take-over-hosting": lambda fields: c.TakeOverHosting(),
    "want-to-give-up": lambda fields: c.WantToGiveUp(),
    "play-on": lambda fields: c.WantToGiveUp(yes=False),
    "give-up": lambda fields: confirmed(fields).command(c.GiveUp),
    "start-discussion": lambda fields: fields.command(c.StartDiscussion, "seconds"),
    # People
    "hand-over": lambda fields: fields.command(c.HandOver, "seat"),
    "swap": lambda fields: fields.command(c.Swap, "other", one="seat"),
    "let-back": lambda fields: fields.command(c.LetBack, "number"),
    "request-seat": lambda fields: fields.command(c.RequestSeat, "name", "seat"),
    "withdraw-seat-request": lambda fields: c.WithdrawSeatRequest(),
    "let-in": _reply(True),
    "turn-down": _reply(False),
    "arrange-meeting": meeting_command,
    "call-off-meeting": lambda fields: c.ArrangeMeeting(),
    # Chat and personal settings
    "say": lambda fields: fields.command(c.Say, "text", "channel", "name"),
    "phrase": lambda fields: fields.command(c.Say, "text", "phrase", "about"),
    "react": _react,
    "show-team-draft": lambda fields: c.ShowTeamDraft(fields.is_set("shows_draft")),
    "mute": _mute(True),
    "unmute": _mute(False),
}
"""Builders of commands from form fields alone, by the button's value."""


class DeleteTable(msgspec.Struct, frozen=True):
    """Deletion of the table, which is not one of the table's own commands."""


class BlockPerson(msgspec.Struct, frozen=True):
    """Ban of a removed person from all tables of the sender, which concerns more than this table."""

    person: str
    name: str


class SentForm(NamedTuple):
    """Form of a table's page with its sender."""

    room: Room
    """Current room, without a spectator's delay."""
    visitor: Visitor
    fields: FormFields

    @property
    def seen(self) -> Table:
        """The table as the sender sees it."""
        return self.room.room_for(self.visitor.watches_as).table


Steps = Iterator[c.Command | DeleteTable | BlockPerson]
"""Commands to submit one after another. Requesting the next means that the previous one was accepted."""


def _change_settings(form: SentForm) -> Steps:
    yield c.ChangeSettings(changed(form.seen.settings, form.fields))


def _set_up(form: SentForm) -> Steps:
    yield _chosen(form.seen, form.fields)


def _chosen(table: Table, fields: FormFields) -> c.SetUp:
    return c.SetUp(setup_of(fields, table.game_setup), fields.first("bots"), changes_seated=True)


def _start(form: SentForm) -> Steps:
    # The button is part of the set-up form, so that without scripts no choice is lost.
    if "game" in form.fields:
        table = form.room.table
        chosen = _chosen(table, form.fields)
        if chosen != c.SetUp(table.game_setup, table.bot, changes_seated=True):
            yield chosen
    yield c.Start()


def _get_ready(form: SentForm) -> Steps:
    # First, or a page could claim in between that something is still to be read.
    yield from _guide(form, "deal")
    form.room.get_ready(form.visitor.id)


def _end_talk(form: SentForm) -> Steps:
    form.room.end_talk(form.visitor.watches_as)
    return iter(())


def _remove(form: SentForm) -> Steps:
    command = confirmed(form.fields).command(c.Remove, "seat")
    removed = form.room.table.occupant(command.seat)
    yield command
    yield from _block(form, removed.person, removed.name)


def _remove_spectator(form: SentForm) -> Steps:
    table, mark = form.room.table, confirmed(form.fields).first("spectator")
    for person in form.room.spectators_here:
        if mark_of(table.code, person) == mark:
            name = name_of_spectator(table, person)
            yield c.RemoveSpectator(person, name)
            yield from _block(form, person, name)
            return
    raise Refused(Refusal("spectator-gone"))


def _block(form: SentForm, person: str, name: str) -> Steps:
    """Yield the ban from all tables if the sender wants it and the person was indeed removed."""
    if form.fields.is_set("everywhere") and form.room.live.table.membership.is_removed(person):
        yield BlockPerson(person, name)


def _write_notes(form: SentForm) -> Steps:
    command = notes_command(form.fields, form.room.table.personal(form.visitor.id))
    if command is not None:
        yield command


def _guide(form: SentForm, what: str = "") -> Steps:
    command = guide_command(form.room.table, form.visitor.id, what or form.fields.first("guide"))
    if command is not None:
        yield command


def _delete(form: SentForm) -> Steps:
    confirmed(form.fields)
    yield DeleteTable()


STEPS: Final[Mapping[str, Callable[[SentForm], Steps]]] = {
    "change-settings": _change_settings,
    "set-up": _set_up,
    "": _set_up,  # a change of any set-up input, sent without a button
    "start": _start,
    "ready": _get_ready,
    "end-talk": _end_talk,
    "remove": _remove,
    "remove-spectator": _remove_spectator,
    "write-notes": _write_notes,
    "guide": _guide,
    "delete": _delete,
}
"""Handlers of buttons that need more than the form's fields, by the button's value."""


def steps_of(form: SentForm) -> Steps:
    """Yield the commands of a form on the table's page, the only place that reads the button. Raises Refused."""
    fields, button = form.fields, form.fields.first("do")
    if "sit" in fields:  # the button on a particular seat
        yield fields.command(c.Sit, "name", seat="sit")
    elif button in STEPS:
        yield from STEPS[button](form)
    elif button in FORMS:
        yield FORMS[button](fields)
    else:
        raise Refused(Refusal("incomplete"))
