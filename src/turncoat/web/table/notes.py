"""Notes and marks of one viewer: a part of the page that depends on no card, and the command of its form."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from turncoat.kernel.seats import Seat
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table.state.personal import PersonalState, clean_lines
from turncoat.table.state.table import Table
from turncoat.table.values.notes import LONGEST_GENERAL_NOTE, LONGEST_NOTE, MARKS
from turncoat.telling import Translate
from turncoat.web.updates.padding import in_steps, padding, with_padding


class NoteRow(msgspec.Struct, frozen=True):
    """The viewer's note about one seat."""

    seat: int
    name: str
    mark: str = ""
    text: str = ""


class NotesPart(msgspec.Struct, frozen=True):
    """The viewer's own notes; nobody else gets them."""

    post_to: str
    rows: tuple[NoteRow, ...]
    marks: tuple[tuple[str, str], ...]
    """The marks for a seat, and their words."""
    text: str = ""
    longest: int = 80
    longest_text: int = 800


WORDS: Final[Mapping[str, str]] = {"trust": N_("Trust"), "unsure": N_("Unsure"), "doubt": N_("Doubt")}
"""The marks on the page, each with a shape of its own."""
STEP: Final = 4096
"""Notes are filled up to a multiple of this many bytes, so that their size tells little of what is in them."""


def notes_part(table: Table, person: str, seat: Seat | None, translate: Translate) -> NotesPart | None:
    """The notes of a player; a spectator has none."""
    if seat is None:
        return None
    own = table.personal(person)
    rows = tuple(
        NoteRow(other, occupant.name, own.notes.get(other, c.Note()).mark, own.notes.get(other, c.Note()).text)
        for other, occupant in enumerate(table.seats)
        if other != seat
    )
    marks = tuple((mark, translate(WORDS[mark])) for mark in MARKS)
    return NotesPart(f"/t/{table.code}", rows, marks, own.text, LONGEST_NOTE, LONGEST_GENERAL_NOTE)


def notes_command(fields: Mapping[str, Sequence[str]], own: PersonalState) -> c.WriteNotes | None:
    """The command that brings the notes to what the form says; None when nothing has changed."""
    seats: dict[Seat, c.Note] = {}
    for seat in range(12):
        before = own.notes.get(seat, c.Note())
        mark = (fields.get(f"mark-{seat}") or (before.mark,))[-1]
        text = (fields.get(f"note-{seat}") or (before.text,))[-1]
        if (note := c.Note(mark[:20], text)) != before:
            seats[seat] = note
    # A form without scripts sends two characters for the end of a line; the page counts one.
    given = (fields.get("notes") or (own.text,))[-1][: 2 * LONGEST_GENERAL_NOTE + 2].replace("\r\n", "\n")
    changed = None if clean_lines(given) == own.text else given
    return c.WriteNotes(seats, changed) if seats or changed is not None else None


def filled_up(html: str) -> str:
    """The drawn notes with padding that brings them to a full step."""
    size = len(with_padding(html, 1).encode())
    return with_padding(html, 1 + len(padding(size, in_steps(size, STEP))))
