"""Private notes of one viewer: a part of the page that depends on no card, and the command of its form."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

import msgspec
from markupsafe import escape

from turncoat.kernel.seats import Seat
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table.state.personal import PersonalState
from turncoat.table.values.notes import LONGEST_GENERAL_NOTE, LONGEST_NOTE, MARKS
from turncoat.table.values.typed_text import clean_lines
from turncoat.telling import Translate
from turncoat.web.table.page_parts import PagePart, Tab, ViewerContext, register
from turncoat.web.updates.padding import in_steps, padding


class NoteRow(msgspec.Struct, frozen=True):
    """Note about one seat."""

    seat: int
    name: str
    mark: str = ""
    text: str = ""


class NotesPart(msgspec.Struct, frozen=True):
    """Private notes of a player. Spectators have none."""

    post_to: str
    rows: tuple[NoteRow, ...]
    marks: tuple[tuple[str, str], ...]
    """Marks for a seat, with their labels."""
    text: str
    longest: int
    longest_text: int
    folded: bool
    """True if the notes are folded away, once the game is over."""
    filling: str
    """Padding of the texts to full steps, so that the size of the part reveals little about them."""


WORDS: Final[Mapping[str, str]] = {"trust": N_("Trust"), "unsure": N_("Unsure"), "doubt": N_("Doubt")}
"""Labels of the marks. On the page each mark has a shape of its own."""
STEP: Final = 4096
"""The texts are padded to a multiple of this many bytes."""


def notes_part(at: ViewerContext) -> NotesPart | None:
    """Return the notes of a player, or None for a spectator."""
    table, seat = at.table, at.seat
    if seat is None or at.session is None:
        return None
    own = table.personal(at.person)
    rows = tuple(
        NoteRow(other, occupant.name, own.notes.get(other, c.Note()).mark, own.notes.get(other, c.Note()).text)
        for other, occupant in enumerate(table.seats)
        if other != seat
    )
    folded = at.session.result is not None
    written = sum(_size(text) for text in (own.text, *(row.text for row in rows)) if text)
    filling = padding(written, in_steps(written, STEP))
    return NotesPart(
        f"/t/{table.code}", rows, _marks(at.say), own.text, LONGEST_NOTE, LONGEST_GENERAL_NOTE, folded, filling
    )


@cache
def _marks(translate: Translate) -> tuple[tuple[str, str], ...]:
    return tuple((mark, translate(WORDS[mark])) for mark in MARKS)


def _size(text: str) -> int:
    """Return the size of a text on the page in bytes."""
    return len(str(escape(text)).replace("\n", "&#10;").encode())


register(
    PagePart(
        id="notes",
        template="table/notes",
        audience="viewer",
        model=notes_part,
        layouts=("play", "end"),
        place=Tab(N_("Notes"), "note", order=4, has_controls=True),
    )
)


def notes_command(fields: Mapping[str, Sequence[str]], own: PersonalState) -> c.WriteNotes | None:
    """Return the command that updates the notes from the form, or None if nothing has changed."""
    seats: dict[Seat, c.Note] = {}
    for seat in range(12):
        before = own.notes.get(seat, c.Note())
        mark = (fields.get(f"mark-{seat}") or (before.mark,))[-1]
        text = (fields.get(f"note-{seat}") or (before.text,))[-1]
        if (note := c.Note(mark[:20], text)) != before:
            seats[seat] = note
    # Without scripts, browsers send line breaks as two characters. The page's limit counts one.
    given = (fields.get("notes") or (own.text,))[-1][: 2 * LONGEST_GENERAL_NOTE + 2].replace("\r\n", "\n")
    changed = None if clean_lines(given) == own.text else given
    return c.WriteNotes(seats, changed) if seats or changed is not None else None
