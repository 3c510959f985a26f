"""Handlers of commands about one person's private state. Nobody else can notice any of them."""

from typing import Any, Final

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table.handlers.handler import Accepted, Handler, as_asked, refuse_if
from turncoat.table.state.table import Table
from turncoat.table.values.notes import LONGEST_GENERAL_NOTE, LONGEST_NOTE, MARKS, Note
from turncoat.table.values.typed_text import clean_lines, cleaned

describe(
    {
        "note-mark": N_("There is no such mark; please choose one of those shown."),
        "note-too-long": N_(
            "That note is too long; please keep it to {most} character.",
            "That note is too long; please keep it to {most} characters.",
        ),
        "talk-no-voice": N_("You can only mute people who have spoken here."),
    }
)


def _check_mute(table: Table, entry: c.Entry, command: c.Mute) -> None:
    refuse_if(command.voice not in table.chat.voices, "talk-no-voice")


def _mute(table: Table, entry: c.Entry, command: c.Mute) -> bool:
    table.change_personal(entry.by, table.personal(entry.by).muting(command.voice, on=command.on))
    return False


def _show_team_draft(table: Table, entry: c.Entry, command: c.ShowTeamDraft) -> bool:
    table.change_personal(entry.by, table.personal(entry.by).showing_draft(command.shows))
    return False


def _guide(table: Table, entry: c.Entry, command: c.Guide) -> bool:
    table.change_personal(entry.by, table.personal(entry.by).guiding(command.on, command.explained))
    return False


def _accept_write_notes(table: Table, entry: c.Entry, command: c.WriteNotes) -> Accepted:
    """Return the notes about seats and the general notes as separate entries, each replacing the previous one."""
    for seat, note in command.seats.items():
        table.occupant(seat)
        refuse_if(note.mark not in ("", *MARKS), "note-mark")
        _check_length(note.text, LONGEST_NOTE)
    _check_length(command.text or "", LONGEST_GENERAL_NOTE)
    seats = {seat: Note(note.mark, cleaned(note.text)) for seat, note in command.seats.items()}
    about_seats = c.WriteNotes({**table.personal(entry.by).notes, **seats})
    if command.text is None:
        return about_seats
    text = c.WriteNotes(text=clean_lines(command.text))
    return (about_seats, text) if seats else text


def _game_noted_in(table: Table, command: c.WriteNotes) -> int:
    """Return the game that notes about seats belong to, the last or first one, or 0 for general notes."""
    return max(1, table.games) if command.text is None else 0


def _check_length(text: str, most: int) -> None:
    if len(text) > most:
        raise Refused(Refusal("note-too-long", (("most", most),)))


def _write_notes(table: Table, entry: c.Entry, command: c.WriteNotes) -> bool:
    table.change_personal(entry.by, table.personal(entry.by).noting(command.seats, command.text))
    return False


HANDLERS: Final[tuple[Handler[Any], ...]] = (
    Handler(c.Mute, _check_mute, _mute, ("anybody",)),
    Handler(c.ShowTeamDraft, as_asked, _show_team_draft, ("seated",)),
    Handler(c.Guide, as_asked, _guide, ("seated",)),
    Handler(c.WriteNotes, _accept_write_notes, _write_notes, ("seated",), game=_game_noted_in),
)
