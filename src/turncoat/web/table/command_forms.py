"""The forms of a table's page, turned into commands: one for each button."""

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table.state.table import Table
from turncoat.table.values.settings import changed
from turncoat.web.http.forms import FormFields, whole_number
from turncoat.web.table.setup import setup_of

describe({"not-confirmed": N_("That can't be undone: tick the box, and confirm.")})


def confirmed(fields: FormFields) -> FormFields:
    """The form of an act that cannot be taken back, when its box is ticked. Raises Refused."""
    if not fields.is_set("sure"):
        raise Refused(Refusal("not-confirmed"))
    return fields


def _mute(on: bool) -> Callable[[FormFields], c.Mute]:
    return lambda fields: msgspec.structs.replace(fields.command(c.Mute, "voice"), on=on)


def _react(fields: FormFields) -> c.React:
    """The reaction comes with the message, from a button; or from the form."""
    message, _, reaction = fields.first("message").partition(" ")
    return c.React(whole_number(message) or 0, reaction or fields.first("reaction"))


def _reply(yes: bool) -> Callable[[FormFields], c.AnswerSeatRequest]:
    return lambda fields: c.AnswerSeatRequest(fields.number("number") or 0, yes)


FORMS: Final[Mapping[str, Callable[[FormFields], c.Command]]] = {
    # Seats
    "sit": lambda fields: fields.command(c.Sit, "name", "seat"),
    "change-seat": lambda fields: fields.command(c.ChangeSeat, "seat"),
    "leave": lambda fields: c.Leave(),
    "rename": lambda fields: fields.command(c.Rename, "name"),
    "choose-avatar": lambda fields: fields.command(c.ChooseAvatar, "avatar"),
    "vacate-seat": lambda fields: fields.command(c.VacateSeat, "seat"),
    "add-entropy": lambda fields: fields.command(c.AddEntropy, "entropy"),
    # Games
    "start": lambda fields: c.Start(),
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
    "remove": lambda fields: confirmed(fields).command(c.Remove, "seat"),
    "let-back": lambda fields: fields.command(c.LetBack, "number"),
    "request-seat": lambda fields: fields.command(c.RequestSeat, "name", "seat"),
    "withdraw-seat-request": lambda fields: c.WithdrawSeatRequest(),
    "let-in": _reply(True),
    "turn-down": _reply(False),
    # Chat, and personal things
    "say": lambda fields: fields.command(c.Say, "text", "channel", "name"),
    "phrase": lambda fields: fields.command(c.Say, "text", "phrase", "about"),
    "react": _react,
    "show-team-draft": lambda fields: c.ShowTeamDraft(fields.is_set("shows_draft")),
    "mute": _mute(True),
    "unmute": _mute(False),
}
"""The command of each button, by its value."""


def command_of(table: Table, fields: FormFields) -> c.Command:
    """The command of a form on the table's page. Raises Refused."""
    if "sit" in fields:  # the button on one seat
        return fields.command(c.Sit, "name", seat="sit")
    match fields.first("do"):
        case "change-settings":
            return c.ChangeSettings(changed(table.settings, fields))
        case "set-up" | "":
            # Sent by a change of any of the set-up's inputs, without a button.
            return c.SetUp(setup_of(fields, table.game_setup), fields.first("bots"), changes_seated=True)
        case button if button in FORMS:
            return FORMS[button](fields)
        case _:
            raise Refused(Refusal("incomplete"))
