"""A finished game, moment by moment, as each seat, everybody or an open table saw it.

A moment lies between two choices that made something happen. Secret choices in between (ballots before the last is in)
are no moments of their own: they belong to the moment in which they were made.
"""

from collections.abc import Mapping
from itertools import accumulate
from typing import Any

import msgspec

from turncoat.kernel.chapters import Offer
from turncoat.kernel.events import all_seen_by, seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.options import Answer
from turncoat.kernel.records import check
from turncoat.kernel.seats import CHANCE, NOBODY, SPECTATOR, Seat, SeatSet, seat_set
from turncoat.kernel.steps import Prompt
from turncoat.kernel.views import View


class Chosen(msgspec.Struct, frozen=True):
    """A choice, with the question that it answered."""

    seat: Seat
    asked: Prompt | Offer
    answer: Answer


class ReplayMoment(msgspec.Struct, frozen=True):
    """A state of the game in which the table waited for somebody, or the end."""

    before: int
    """Number of events before those that led to this moment."""
    events: int
    """Number of events up to this moment."""
    waiting: SeatSet
    prompts: Mapping[Seat, Prompt]
    choices: tuple[Chosen, ...] = ()
    """The choices made at this moment, in order. The last of them led to the next moment."""


class Replay:
    """A game that can be replayed. Raises RecordError if the text is no record, or breaks the rules."""

    def __init__(self, record: str) -> None:
        played = check(record)
        self.ruleset = played.ruleset
        self.result = played.result
        self._events = played.events
        self.moments = _moments(played)
        self._seen: dict[Seat, list[int]] = {}

    @property
    def last(self) -> int:
        """Number of the last moment, counted from 0."""
        return len(self.moments) - 1

    def view(self, moment: int, seat: Seat = SPECTATOR) -> View[Any]:
        """Return what the seat, or a spectator, knew at that moment."""
        at = self.moments[moment]
        view: View[Any] = View(self.ruleset, seat)
        view.see(all_seen_by(self._events[: at.events], seat))
        view.prompt, view.waiting = at.prompts.get(seat), at.waiting
        return view

    def first_new_event(self, moment: int, seat: Seat = SPECTATOR) -> int:
        """Return the number of events in that view before those of the moment."""
        return self._seen_by(seat)[self.moments[moment].before]

    def _seen_by(self, seat: Seat) -> list[int]:
        """Return, for each number of events, how many of them the seat saw."""
        if seat not in self._seen:
            saw = (seen_by(event, seat) is not None for event in self._events)
            self._seen[seat] = [0, *accumulate(saw)]
        return self._seen[seat]

    def moment_after(self, events: int) -> int:
        """Return the first moment at which everybody had seen that many events.

        Later ones with the same count would reveal that something happened in secret.
        """
        seen = self._seen_by(SPECTATOR)
        public = [seen[moment.events] for moment in self.moments]
        return public.index(max((count for count in public if count <= events), default=public[0]))

    def moment_of(self, number: int, seat: Seat = SPECTATOR) -> int:
        """Return the moment at which the seat, or a spectator, saw its event of that number."""
        seen = self._seen_by(seat)
        return max(at for at, moment in enumerate(self.moments) if seen[moment.before] <= number)

    def seen_alone(self, number: int) -> SeatSet:
        """Return the seats that saw all of an event, or nobody if everybody did."""
        event = self._events[number]
        if seen_by(event, SPECTATOR) == event:
            return NOBODY
        return seat_set(seat for seat in range(self.ruleset.players) if seen_by(event, seat) == event)

    def open_view(self, moment: int) -> View[Any]:
        """Return everything up to that moment, with all cards open."""
        view: View[Any] = View(self.ruleset, SPECTATOR)
        at = self.moments[moment]
        view.see(self._events[: at.events])
        view.waiting = at.waiting
        return view


def _moments(played: Game[Any]) -> tuple[ReplayMoment, ...]:
    game: Game[Any] = Game(played.ruleset, played.deal)
    found = [_moment(game, 0)]
    chosen: list[Chosen] = []
    for seat, choice in played.choices:
        asked: Prompt | Offer | None
        if isinstance(choice.to, str):
            asked = next(offer for offer in game.offers(seat) if offer.name == choice.to)
        else:
            asked = game.prompt(seat)
        assert asked is not None  # the choice was legal when it was made
        before = len(game.events)
        game.play(seat, choice)
        if seat == CHANCE:  # a draw is part of the choice that asked for it
            found[-1] = _moment(game, found[-1].before)
            continue
        chosen.append(Chosen(seat, asked, choice.answer))
        if len(game.events) > before:
            found[-1] = msgspec.structs.replace(found[-1], choices=tuple(chosen))
            found.append(_moment(game, before))
            chosen = []
    return tuple(found)


def _moment(game: Game[Any], before: int) -> ReplayMoment:
    return ReplayMoment(before, len(game.events), game.waiting, game.prompts())
