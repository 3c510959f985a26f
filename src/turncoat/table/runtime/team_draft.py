"""Whom the leader considers: the team half made, as everybody sees the tokens being laid round a real table.

It is no choice, stands in no log and no record, and is forgotten with the answer or with the server. Drafts are shown
only for a question that is answered openly: half an answer to a secret one must never show.
"""

from collections.abc import Mapping, Sequence

import msgspec

from turncoat.kernel.options import AnyOption, Form, Seats, parse_seat
from turncoat.kernel.seats import Seat, SeatSet, is_in
from turncoat.kernel.steps import Prompt
from turncoat.table.state.table import Table


class Draft(msgspec.Struct, frozen=True):
    """Whom a person considers, while one question of one game is open to them."""

    person: str
    game: int
    prompt: int
    seats: SeatSet


class TeamDraft:
    """What is being considered at a table."""

    def __init__(self) -> None:
        self._draft: Draft | None = None

    def update(self, table: Table, person: str, prompt: str, fields: Mapping[str, Sequence[str]]) -> bool:
        """Take what the person has picked so far; False when it is not for the others, or nothing new."""
        asked = open_prompt(table, table.seat_of(person))
        if table.session is None or asked is None or str(asked.number) != prompt or not may_be_shown(table, person):
            return False
        draft = Draft(person, table.session.number, asked.number, _picked(asked.option, fields))
        if draft == self._draft:
            return False
        self._draft = draft
        return True

    def seats(self, table: Table) -> SeatSet:
        """Who is considered now; nobody when the question is answered or the leader keeps it secret."""
        draft, session = self._draft, table.session
        if draft is None or session is None or session.number != draft.game or not may_be_shown(table, draft.person):
            return 0
        asked = open_prompt(table, table.seat_of(draft.person))
        return draft.seats if asked is not None and asked.number == draft.prompt else 0


def open_prompt(table: Table, seat: Seat | None) -> Prompt | None:
    """The question that this seat is to answer openly; None when it is asked no such thing."""
    session = table.session
    if session is None or session.result is not None or seat is None or not is_in(seat, session.waiting):
        return None
    prompt = session.view(seat).prompt
    return prompt if prompt is not None and prompt.question.shows_draft else None


def may_be_shown(table: Table, person: str) -> bool:
    """Whether table and person let the others see whom the person considers."""
    return table.settings.show_drafts and table.personal(person).shows_draft


def _picked(option: AnyOption, fields: Mapping[str, Sequence[str]]) -> SeatSet:
    """The seats that are picked in the part for the team."""
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
