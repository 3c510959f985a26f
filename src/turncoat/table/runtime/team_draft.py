"""The team that the leader considers, like tokens being laid out in front of everybody at a real table.

It is no choice, is in no log or record, and is forgotten with the answer or the server. Only a question that is
answered openly has a draft: half an answer to a secret one must never be visible.
"""

from collections.abc import Mapping, Sequence

import msgspec

from turncoat.kernel.options import AnyOption, Form, Seats, parse_seat
from turncoat.kernel.seats import Seat, SeatSet, is_in
from turncoat.kernel.steps import Prompt
from turncoat.table.state.table import Table


class Draft(msgspec.Struct, frozen=True):
    """Seats that a person considers for one question of one game."""

    person: str
    game: int
    prompt: int
    seats: SeatSet


class TeamDraft:
    """The current draft at a table."""

    def __init__(self) -> None:
        self._draft: Draft | None = None

    def update(self, table: Table, person: str, prompt: str, fields: Mapping[str, Sequence[str]]) -> bool:
        """Replace the draft by the person's selection. Return False if it is unchanged or not for the others."""
        asked = open_prompt(table, table.seat_of(person))
        if table.session is None or asked is None or str(asked.number) != prompt or not may_be_shown(table, person):
            return False
        draft = Draft(person, table.session.number, asked.number, _picked(asked.option, fields))
        if draft == self._draft:
            return False
        self._draft = draft
        return True

    def seats(self, table: Table) -> SeatSet:
        """Return the seats of the draft, or none once the question is answered or if the leader hides it."""
        draft, session = self._draft, table.session
        if draft is None or session is None or session.number != draft.game or not may_be_shown(table, draft.person):
            return 0
        asked = open_prompt(table, table.seat_of(draft.person))
        return draft.seats if asked is not None and asked.number == draft.prompt else 0


def open_prompt(table: Table, seat: Seat | None) -> Prompt | None:
    """Return the open prompt of the seat if its drafts are public."""
    session = table.session
    if session is None or session.result is not None or seat is None or not is_in(seat, session.waiting):
        return None
    prompt = session.view(seat).prompt
    return prompt if prompt is not None and prompt.question.shows_draft else None


def may_be_shown(table: Table, person: str) -> bool:
    """Return whether the table and the person let others see the draft."""
    return table.settings.show_drafts and table.personal(person).shows_draft


def _picked(option: AnyOption, fields: Mapping[str, Sequence[str]]) -> SeatSet:
    """Return the seats selected in the team part of the form."""
    parts = option.parts if isinstance(option, Form) else ()
    for name, part in parts:
        if isinstance(part, Seats):
            picked = 0
            for value in fields.get(name, ())[:12]:
                try:
                    seat = parse_seat(value)
                except ValueError:
                    continue
                picked |= 1 << seat if is_in(seat, part.shown) else 0
            return picked
    return 0
