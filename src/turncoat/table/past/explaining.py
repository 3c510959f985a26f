"""The course of belief in a game, in sentences, for the replay's page and for the terminal."""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from turncoat.deduction import CAUSES
from turncoat.deduction.timeline import Shift, Timeline
from turncoat.kernel.seats import SPECTATOR, Seat
from turncoat.kernel.words import N_
from turncoat.telling import Teller

MOST_NAMED: Final = 3
"""Maximum number of seats named per event."""
LEAST_NAMED: Final = 0.02
"""Smallest change of a chance that is worth mentioning."""
_MOVE: Final = N_("{seat:seat} {before} → {after}")
_BECAUSE: Final = N_("{move}: {cause}")
_SWING: Final = N_("The largest swing: {event} {moves}.")
_NO_SWING: Final = N_("Nothing that happened pointed at anybody.")
_PUBLIC: Final = N_("{side:word}: how likely each player was to be one of them, judging by what everybody saw.")
_OWN: Final = N_("{side:word}: how likely each player was to be one of them, judging by what {seat:seat} saw.")
_TURNING: Final = {
    (True, True): N_("Suspicion of {seat:seat} grew, rightly: {before} → {after}."),
    (True, False): N_("Suspicion of {seat:seat} grew, wrongly: {before} → {after}."),
    (False, True): N_("Suspicion of {seat:seat} faded, wrongly: {before} → {after}."),
    (False, False): N_("Suspicion of {seat:seat} faded, rightly: {before} → {after}."),
}
"""Keyed by whether suspicion grew, and whether the seat was of the hidden side."""
_SILENT: Final = N_("Something without words.")


class ChanceMove(msgspec.Struct, frozen=True):
    """Effect of one event on the chance of one seat."""

    number: int
    """Number of the event among those seen, counted from 0."""
    event: str
    cause: str
    """The seat's part in the event, in a few words that continue after its name."""
    before: float
    after: float


def percent(chance: float) -> str:
    """Return a chance as people say it, never rounded to certainty.

    >>> percent(0.4), percent(0.999), percent(0.0001), percent(1.0)
    ('40%', '>99%', '<1%', '100%')
    """
    if 0 < chance < 0.005:
        return "<1%"
    if 0.995 <= chance < 1 - 1e-9:
        return ">99%"
    return f"{chance:.0%}"


def headline(timeline: Timeline, side: str, teller: Teller) -> str:
    """Return a sentence that explains the chances, and who could know them."""
    return teller.fill(_PUBLIC if timeline.seat == SPECTATOR else _OWN, seat=timeline.seat, side=side)


def event_of(shift: Shift, teller: Teller) -> str:
    """Return the event behind a shift as a sentence."""
    return teller.event(shift.event) or teller.text(_SILENT)


def moves_of(shift: Shift, teller: Teller) -> str:
    """Return the seats that the event moved most, with their chances before and after."""
    return ", ".join(_move(shift, seat, teller) for seat in _moved_most(shift))


def causes_of(shift: Shift, teller: Teller) -> list[str]:
    """Return the seats that the event moved most, one per line, each with its part in the event."""
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
    """Return a sentence on the event that moved belief most, which decided the game as far as belief goes."""
    swing = timeline.swing
    if swing is None:
        return teller.text(_NO_SWING)
    return teller.fill(_SWING, event=event_of(swing, teller), moves=moves_of(swing, teller))


def turning_point(shift: Shift, hidden: Sequence[bool], teller: Teller) -> str:
    """Return a sentence on an event's effect on the seat that it moved most, and whether that was right.

    `hidden` gives the seats of the hidden side.
    """
    seat = max(range(len(shift.after)), key=lambda seat: abs(shift.by(seat)))
    return teller.fill(
        _TURNING[shift.by(seat) > 0, hidden[seat]],
        seat=seat,
        before=percent(shift.before[seat]),
        after=percent(shift.after[seat]),
    )


def largest(timeline: Timeline, most: int) -> list[Shift]:
    """Return the events that moved belief most, in chronological order."""
    by_size = sorted(timeline.shifts, key=lambda shift: -shift.size)[:most]
    return sorted(by_size, key=lambda shift: shift.number)


def reasons_for(timeline: Timeline, seat: Seat, most: int, teller: Teller) -> Iterable[ChanceMove]:
    """Return the events that moved one seat most, in chronological order."""
    worth_a_word = [shift for shift in timeline.of(seat) if abs(shift.by(seat)) >= LEAST_NAMED]
    moved = sorted(worth_a_word, key=lambda shift: -abs(shift.by(seat)))[:most]
    for shift in sorted(moved, key=lambda shift: shift.number):
        cause = teller.text(CAUSES[shift.causes[seat]])
        yield ChanceMove(shift.number, event_of(shift, teller), cause, shift.before[seat], shift.after[seat])
