"""The course of belief in a game, in sentences: for the replay's page and for the terminal."""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from turncoat.deduction import CAUSES
from turncoat.deduction.timeline import Shift, Timeline
from turncoat.kernel.seats import SPECTATOR, Seat
from turncoat.kernel.words import N_
from turncoat.telling import Teller

MOST_NAMED: Final = 3
"""Of how many seats it is said how far an event moved them."""
LEAST_NAMED: Final = 0.02
"""A chance that moved less is not worth a word."""
_MOVE: Final = N_("{seat:seat} {before} → {after}")
_BECAUSE: Final = N_("{move}: {cause}")
_SWING: Final = N_("The largest swing: {event} {moves}.")
_NO_SWING: Final = N_("Nothing that happened said anything about anybody.")
_PUBLIC: Final = N_("How likely each player was to be on this side, judging by what everybody saw: {side:word}.")
_OWN: Final = N_("How likely each player was to be on this side, judging by what {seat:seat} saw: {side:word}.")
_TURNING: Final = {
    (True, True): N_("Suspicion of {seat:seat} grew, and rightly: {before} → {after}."),
    (True, False): N_("Suspicion of {seat:seat} grew, and wrongly: {before} → {after}."),
    (False, True): N_("Suspicion of {seat:seat} faded, and wrongly: {before} → {after}."),
    (False, False): N_("Suspicion of {seat:seat} faded, and rightly: {before} → {after}."),
}
"""Whether suspicion grew, and whether the seat was of the side that hides."""
_SILENT: Final = N_("Something that is not told in words.")


class ChanceMove(msgspec.Struct, frozen=True):
    """How far one event moved the chance of one seat."""

    number: int
    """Which of the seen events it is, counted from 0."""
    event: str
    cause: str
    """What the seat had to do with it, in a few words that continue after its name."""
    before: float
    after: float


def percent(chance: float) -> str:
    """A chance as people say it; what is not certain is never told as if it were.

    >>> percent(0.4), percent(0.999), percent(0.0001), percent(1.0)
    ('40%', '>99%', '<1%', '100%')
    """
    if 0 < chance < 0.005:
        return "<1%"
    if 0.995 <= chance < 1 - 1e-9:
        return ">99%"
    return f"{chance:.0%}"


def headline(timeline: Timeline, side: str, teller: Teller) -> str:
    """What the chances are chances of, and who could know them."""
    return teller.fill(_PUBLIC if timeline.seat == SPECTATOR else _OWN, seat=timeline.seat, side=side)


def event_of(shift: Shift, teller: Teller) -> str:
    """The event behind a shift, as a sentence."""
    return teller.event(shift.event) or teller.text(_SILENT)


def moves_of(shift: Shift, teller: Teller) -> str:
    """Whom the event moved most, and how far."""
    return ", ".join(_move(shift, seat, teller) for seat in _moved_most(shift))


def causes_of(shift: Shift, teller: Teller) -> list[str]:
    """The same, one line for each seat, with what the seat had to do with it."""
    return [
        teller.fill(_BECAUSE, move=_move(shift, seat, teller), cause=teller.text(CAUSES[shift.causes[seat]]))
        for seat in _moved_most(shift)
    ]


def _moved_most(shift: Shift) -> list[Seat]:
    seats = sorted(range(len(shift.after)), key=lambda seat: -abs(shift.by(seat)))[:MOST_NAMED]
    return [seat for seat in seats if abs(shift.by(seat)) >= LEAST_NAMED]


def _move(shift: Shift, seat: Seat, teller: Teller) -> str:
    return teller.fill(_MOVE, seat=seat, before=percent(shift.before[seat]), after=percent(shift.after[seat]))


def swing_of(timeline: Timeline, teller: Teller) -> str:
    """The moment at which the game was decided, as far as belief goes: the event that moved it most."""
    swing = timeline.swing
    if swing is None:
        return teller.text(_NO_SWING)
    return teller.fill(_SWING, event=event_of(swing, teller), moves=moves_of(swing, teller))


def turning_point(shift: Shift, hidden: Sequence[bool], teller: Teller) -> str:
    """What an event did to the seat that it moved most, and whether that was right: who was of the side that hides?"""
    seat = max(range(len(shift.after)), key=lambda seat: abs(shift.by(seat)))
    return teller.fill(
        _TURNING[shift.by(seat) > 0, hidden[seat]],
        seat=seat,
        before=percent(shift.before[seat]),
        after=percent(shift.after[seat]),
    )


def largest(timeline: Timeline, most: int) -> list[Shift]:
    """The events that moved most, in the order in which they happened."""
    by_size = sorted(timeline.shifts, key=lambda shift: -shift.size)[:most]
    return sorted(by_size, key=lambda shift: shift.number)


def reasons_for(timeline: Timeline, seat: Seat, most: int, teller: Teller) -> Iterable[ChanceMove]:
    """The events that moved one seat most, in the order in which they happened."""
    worth_a_word = [shift for shift in timeline.of(seat) if abs(shift.by(seat)) >= LEAST_NAMED]
    moved = sorted(worth_a_word, key=lambda shift: -abs(shift.by(seat)))[:most]
    for shift in sorted(moved, key=lambda shift: shift.number):
        cause = teller.text(CAUSES[shift.causes[seat]])
        yield ChanceMove(shift.number, event_of(shift, teller), cause, shift.before[seat], shift.after[seat])
