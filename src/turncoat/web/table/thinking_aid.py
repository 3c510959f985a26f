"""Thinking aid: a part of the page with everything that is certain from a seat's observations, and why.

It is computed from the seat's own view alone. The setting that turns it on is public.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from turncoat.deduction import NoWorldFits
from turncoat.deduction.certainty import MOST_ROLES, Certain, Certainty, Learned
from turncoat.kernel.events import Event
from turncoat.kernel.opening import roles_of_side
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, is_in
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.table.runtime.room import Room
from turncoat.table.state.game_session import GameSession
from turncoat.table.values.occupants import Occupant
from turncoat.telling import Teller
from turncoat.web.updates.cache import Cache, Memo, cache_of


class AidReason(msgspec.Struct, frozen=True):
    """Event, and the certainties that followed from it."""

    event: str
    certain: tuple[str, ...]


class AidSeat(msgspec.Struct, frozen=True):
    """Certainties about another seat, with their reasons."""

    seat: Seat
    name: str
    avatar: str
    says: str
    """One or two words, for the entry itself and beside the name on the board."""
    reasons: tuple[AidReason, ...]


class AidPart(msgspec.Struct, frozen=True):
    """Thinking aid of one seat, empty while the cards are being dealt."""

    certain: tuple[str, ...] = ()
    seats: tuple[AidSeat, ...] = ()
    problem: str = ""
    """Reason why there is nothing more, if the seat's observations contradict each other."""


ON: Final = N_("Thinking aid")
"""Public label of a table with the thinking aid."""
MOST_REASONS: Final = 4
"""Number of events named as reasons for a seat. The latest are kept."""
_IS: Final = N_("{seat:seat} is certainly: {role:role}.")
_IS_ON: Final = N_("{seat:seat} is certainly on this side: {side:word}.")
_IS_ON_AS: Final = N_("{seat:seat} is certainly on this side: {side:word} ({roles}).")
_CAN_BE: Final = N_("{seat:seat} can only be: {roles}.")
_AT_LEAST_ONE: Final = N_("At least one of them is on this side ({side:word}): {seats:seats}.")
_EXACTLY_ONE: Final = N_("Exactly one of them is on this side ({side:word}): {seats:seats}.")
_NO_WORDS: Final = N_("It follows from what everybody knows about the deal.")
_NO_WORLD: Final = N_("No deal fits the rules after this event: {event} Please report it to the author of the game.")


class ThinkingAid:
    """Certainties of one seat in one game, updated as its view grows and independent of language."""

    def __init__(self, ruleset: Ruleset, seat: Seat) -> None:
        self.certainty = Certainty(ruleset, seat)
        self.misfit: NoWorldFits | None = None
        self._events = 0

    def update(self, view: View[Any]) -> None:
        """Process the new events of the view, which must be the same one as before, grown."""
        if self.misfit is None:
            try:
                self.certainty.see(view.events[self._events :])
            except NoWorldFits as error:
                self.misfit = error
        self._events = len(view.events)


_AIDS: Final[Memo[tuple[ThinkingAid, ...]]] = Memo()
_CURRENT: Final[Memo[tuple[ThinkingAid, ...]]] = Memo()
"""Key of the same aids, brought up to date."""


def aid_part(room: Room, session: GameSession, seat: Seat, teller: Teller) -> AidPart | None:
    """Return the thinking aid of a seat, or None if the table has none."""
    if not room.table.settings.thinking_aid:
        return None
    cache = cache_of(room)
    # All seats' aids are computed together, whoever asks first, so the time taken reveals nothing about any of them.
    aids = cache.get(_CURRENT, (session.number, len(session.view().events)), lambda: _aids(session, cache))
    return aid_in_words(aids[seat], session.occupants, teller) if not room.scenes.dealing else AidPart()


def _aids(session: GameSession, cache: Cache) -> tuple[ThinkingAid, ...]:
    """Return the aids of all seats, brought up to date."""
    ruleset = session.ruleset
    aids = cache.get(_AIDS, session.number, lambda: tuple(ThinkingAid(ruleset, at) for at in range(ruleset.players)))
    for seat, aid in enumerate(aids):
        aid.update(session.view(seat))
    return aids


def aid_in_words(aid: ThinkingAid, occupants: Sequence[Occupant], teller: Teller) -> AidPart:
    """Put the certainties of an aid into sentences."""
    if aid.misfit is not None:
        return AidPart(problem=teller.fill(_NO_WORLD, event=_events([aid.misfit.event], teller)))
    certainty = aid.certainty
    words = _Words(certainty.worlds.view, teller)
    others = (seat for seat in range(len(occupants)) if seat != certainty.seat)
    return AidPart(
        tuple(map(words.sentence, certainty.now)),
        tuple(
            AidSeat(
                seat,
                occupants[seat].name,
                occupants[seat].avatar_on(seat),
                next((words.short(one) for one in certainty.now if one.seats == 1 << seat), ""),
                _reasons(certainty.learned, seat, words),
            )
            for seat in others
        ),
    )


def _reasons(learned: Sequence[Learned], seat: Seat, words: "_Words") -> tuple[AidReason, ...]:
    """Return the latest events that made something about the seat certain."""
    found = []
    for one in learned:
        about = tuple(words.sentence(certain) for certain in one.certain if is_in(seat, certain.seats))
        if about:
            found.append(AidReason(_events(one.events, words.teller), about))
    return tuple(found[-MOST_REASONS:])


def _events(events: Sequence[Event], teller: Teller) -> str:
    return " ".join(one.text for one in teller.events(events)) or teller.text(_NO_WORDS)


class _Words:
    """Phrases certainties in the words of a game."""

    def __init__(self, view: View[Any], teller: Teller) -> None:
        self.teller = teller
        self._view = view

    def _side_of(self, role: str) -> str:
        return rulebook(self._view.ruleset.game).side_of(role, self._view.board)

    def sentence(self, certain: Certain) -> str:
        """Return a certainty as a sentence."""
        fill, side = self.teller.fill, self._side(certain)
        if not certain.is_of_one:
            return fill(_EXACTLY_ONE if certain.only else _AT_LEAST_ONE, side=side, seats=certain.seats)
        seat = certain.seats.bit_length() - 1
        if len(certain.roles) == 1:
            return fill(_IS, seat=seat, role=min(certain.roles))
        if not side:
            return fill(_CAN_BE, seat=seat, roles=self._roles(certain))
        if len(certain.roles) > MOST_ROLES or certain.roles == roles_of_side(
            self._view.ruleset, side, self._view.board
        ):
            return fill(_IS_ON, seat=seat, side=side)
        return fill(_IS_ON_AS, seat=seat, side=side, roles=self._roles(certain))

    def short(self, certain: Certain) -> str:
        """Return a certainty about one seat in a word or two."""
        if len(certain.roles) == 1:
            return self.teller.role(min(certain.roles))
        side = self._side(certain)
        return self.teller.word(side) if side else self._roles(certain)

    def _side(self, certain: Certain) -> str:
        """Return the side that all the roles share, or an empty string if they differ."""
        sides = set(map(self._side_of, certain.roles))
        return sides.pop() if len(sides) == 1 else ""

    def _roles(self, certain: Certain) -> str:
        in_order = sorted(certain.roles, key=lambda role: (self._side_of(role), role))
        return ", ".join(map(self.teller.role, in_order))
