"""Announcements of an open page: events, chat, arrivals and departures, awaited seats and turns."""

from collections.abc import Sequence
from typing import Final

import msgspec

from turncoat.kernel.seats import SPECTATOR, is_in
from turncoat.kernel.words import N_
from turncoat.telling import Sentence
from turncoat.web.board.telling import waiting_for_me, waiting_for_others
from turncoat.web.table.awaited import Awaited
from turncoat.web.table.chat import ChatCounts, new_channel_messages, new_messages
from turncoat.web.table.page_parts import PublicContext, ViewerContext
from turncoat.web.table.seat import SeatPart
from turncoat.web.table.seat_changes import seat_changes
from turncoat.web.updates.cache import Memo
from turncoat.web.updates.messages import Announcement

_TOLD: Final[Memo[Sequence[Sentence]]] = Memo()
TURN: Final = N_("Your turn. {sentence}")


class Announced(msgspec.Struct, frozen=True):
    """Progress of the announcements to a page."""

    events: int = 0
    """Number of public events announced."""
    version: int = 0
    """Version of the table up to which seat changes were announced."""
    chat: ChatCounts = ChatCounts()


def announced_by_now(at: PublicContext) -> Announced:
    """Return the progress at which everything has been announced."""
    events = len(at.session.view().events) if at.session is not None else 0
    return Announced(events, at.table.version, ChatCounts.of(at.table))


def what_happened(at: PublicContext, since: int) -> tuple[Announcement, ...]:
    """Return the public events from number `since` on."""
    session = at.session
    if session is None:
        return ()
    events = session.view(SPECTATOR).events
    state = (session.number, session.names, since, len(events))
    sentences: Sequence[Sentence] = at.cache.get(_TOLD, state, lambda: at.teller.events(events[since:]))
    return tuple(
        # Numbered by the last event, so that anyone who has heard only a part of a joint sentence hears it again in
        # full.
        Announcement(
            f"e{session.number}-{since + one.last}",
            one.text,
            "turn" if type(events[since + one.first]).interrupts else "log",
        )
        for one in sentences
    )


def what_was_said(at: PublicContext, since: ChatCounts) -> tuple[Announcement, ...]:
    """Return the chat, for viewers who have muted nobody."""
    return tuple(Announcement(id, text) for id, text in new_messages(at.table, since, at.say))


def to_the_viewer(at: ViewerContext, since: Announced) -> tuple[Announcement, ...]:
    """Return the announcements for this viewer alone: seat changes, and the chat if they have muted somebody."""
    texts = seat_changes(at.table, at.person, since.version, at.say)
    if muted_voices := at.table.personal(at.person).muted_voices:
        texts = [*new_messages(at.table, since.chat, at.say, muted_voices), *texts]
    return tuple(Announcement(id, text) for id, text in texts)


def to_the_seat(at: ViewerContext, own_seat: SeatPart, since: Announced) -> tuple[Announcement, ...]:
    """Return the announcements for a seat alone."""
    own = tuple(Announcement(id, text, "own") for id, text in new_channel_messages(at, since.chat))
    turn: tuple[Announcement, ...] = ()
    if own_seat.prompt is not None and not own_seat.prompt.answered:
        id = f"t{at.table.games}-{own_seat.prompt.form.prompt}"
        turn = (Announcement(id, at.say(TURN).format(sentence=own_seat.prompt.sentence), "turn"),)
    return (*_waits(at, own_seat.awaited), *own, *turn)


def _waits(at: ViewerContext, button: Awaited | None) -> tuple[Announcement, ...]:
    """Return whom the table waits for. People who are asked themselves get another sentence.

    A button for which everybody waits is announced whatever the viewer's settings.
    """
    session, seat = at.session, at.seat
    if at.room.scenes.dealing:  # the page itself says what people do then
        return ()
    if session is not None and button is not None:
        return (Announcement(f"wait-{session.number}-{at.table.version}-{button.said}", button.said, "status"),)
    if session is None or not session.waiting:
        return ()
    if seat is None or not is_in(seat, session.waiting):
        said = at.teller.waiting(session.waiting)
    elif is_in(seat, session.standing_answers):  # a seat with a standing answer has nothing to do
        said = waiting_for_others(session.waiting, at.teller)
    else:
        said = waiting_for_me(session.waiting, at.teller)
    return (Announcement(f"w{session.number}-{at.table.version}", said, "status"),)
