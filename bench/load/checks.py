"""Check everything that came over the wire against the server's log.

After the run the server is stopped and its store is read. The log of each table is applied again, entry by entry. This
gives what each seat could see after each entry, and every frame has to match it:

- Byte for byte, a frame is the seat's view after some entry: its events, its prompt, its answer, its offers. The kernel
  makes these views from the events' audiences. So a frame has nothing of another seat, and nothing is missing.
- In order, each frame belongs to a later entry, with all events since the frame before it: nothing is lost or comes
  twice. (A server may leave out a state that was over before it could be sent.)
- Frames have the same size for all seats that are sent the same entries.

Each choice that was answered with "accepted" is in the log, once, as it was sent.

This does not prove that the audiences themselves are right: `turncoat.testing.secrecy` checks those.
"""

import sqlite3
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import msgspec

from bench.load.play import Faults, Sent
from bench.load.programs import Frame
from turncoat.kernel.seats import SPECTATOR, Seat
from turncoat.table import commands as c
from turncoat.table.handlers.dispatch import apply
from turncoat.table.state.table import Table
from turncoat.web.board.telling import teller_of
from turncoat.web.programs import protocol as p

_encode = msgspec.json.Encoder().encode
_PAD: Final = b'"pad":""}'


class Held(msgspec.Struct, frozen=True):
    """A choice, with the time when the last player held a view with it."""

    sent: float
    seen: float


def logs(folder: Path) -> dict[str, list[c.Entry]]:
    """Return the log of each table in a store that no server uses any more."""
    found: dict[str, list[c.Entry]] = {}
    with closing(sqlite3.connect(folder / "tables.sqlite3")) as store:
        rows = "SELECT code, number, entry FROM log UNION ALL SELECT code, number, entry FROM latest"
        for code, _, entry in store.execute(f"{rows} ORDER BY code, number"):
            found.setdefault(code, []).append(c.decode(entry))
    return found


class TakenChoice(msgspec.Struct, frozen=True):
    """A choice in the log."""

    position: int
    sent: Sent
    is_noticed: bool
    """True if the others can notice it."""
    seat: Seat


class LogWalk:
    """A table rebuilt from its log, while the choices in it are checked against those sent."""

    def __init__(self, code: str, sent: Sequence[Mapping[str, Sent]], faults: Faults) -> None:
        self.table = Table()
        self.taken: list[TakenChoice] = []
        self._code, self._sent, self._faults = code, sent, faults
        self._seen: set[tuple[Seat, str]] = set()

    def walk(self, entries: Sequence[c.Entry]) -> Iterator[int]:
        """Apply the entries, and yield the number of each as soon as it has been applied."""
        table = self.table
        for position, entry in enumerate(entries):
            before = table.version
            apply(table, entry)
            if isinstance(entry.command, c.Choose) and entry.command.seat >= 0:
                self._note(position, entry, entry.command, is_noticed=table.version != before)
            elif isinstance(entry.command, c.AbortGame | c.TimeUp):
                self.fault(f"{type(entry.command).__name__} stands in the log")
            yield position
        missing = [
            (seat, sent.id)
            for seat, known in enumerate(self._sent)
            for sent in known.values()
            if sent.is_taken and sent.to != "start" and (seat, sent.id) not in self._seen
        ]
        if missing:
            self.fault(f"taken choices are not in the log: {missing}")

    def _note(self, position: int, entry: c.Entry, choice: c.Choose, *, is_noticed: bool) -> None:
        known = choice.seat, entry.id
        sent = self._sent[choice.seat].get(entry.id)
        if known in self._seen or sent is None:
            self.fault(f"seat {choice.seat}: the log has a choice twice, or one that was never sent: {entry.id!r}")
            return
        self._seen.add(known)
        if str(choice.to) != sent.to or (sent.answer is not None and choice.answer != c.as_answer(sent.answer)):
            self.fault(f"seat {choice.seat}: the log has {choice}, and {sent} was sent")
        self.taken.append(TakenChoice(position, sent, is_noticed, choice.seat))

    def fault(self, what: str) -> None:
        """Report something that does not fit."""
        self._faults.add(f"table {self._code}: {what}")


class SeatFrames:
    """The updates that a program on a seat received, checked against what the seat could see."""

    def __init__(self, seat: Seat, frames: Sequence[Frame]) -> None:
        self.seat, self.frames = seat, frames
        self.matched = 0
        self.positions: list[int] = []
        """The entries after which the matched frames were made."""
        self._game = self._events = self._public = 0

    def match(self, position: int, table: Table) -> tuple[tuple[int, int], int] | None:
        """Match the next frame with the state after this entry, and return the public events in it and its size.

        Return None if it does not match.
        """
        session = table.session
        if session is None or self.matched == len(self.frames):
            return None
        if session.number != self._game:
            self._game, self._events, self._public = session.number, 0, 0
        frame, view = self.frames[self.matched], session.view(self.seat)
        teller = teller_of(session, session.names, str)
        prompt = p.sent_prompt(view.prompt, teller) if view.prompt is not None else None
        offers = tuple(p.sent_offer(offer, teller) for offer in view.offers)
        events: list[Any] = view.events[self._events :]
        could_see = _encode(
            p.UpdateMessage(session.number, events, prompt, view.answer, offers, view.waiting, session.result)
        )
        if could_see[: -len(_PAD)] != frame.content:
            return None
        public = len(session.view(SPECTATOR).events)
        told = self._public, public
        self.matched += 1
        self.positions.append(position)
        self._events, self._public = len(view.events), public
        return told, frame.size


def check_programs(
    code: str, entries: Sequence[c.Entry], frames: Sequence[Sequence[Frame]], sent: Sequence[Mapping[str, Sent]],
    faults: Faults,
) -> list[Held]:  # fmt: skip
    """Check what the programs of a table received against its log, and return when each choice reached all of them."""
    walk = LogWalk(code, sent, faults)
    seats = [SeatFrames(seat, of_seat) for seat, of_seat in enumerate(frames)]
    last = 0
    for position in walk.walk(entries):
        sizes: dict[tuple[int, int], set[int]] = {}
        for one in seats:
            found = one.match(position, walk.table)
            if found is not None:
                sizes.setdefault(found[0], set()).add(found[1])
        session = walk.table.session
        if any(len(of_one) > 1 for of_one in sizes.values()) and session is not None and session.result is None:
            walk.fault(f"entry {position}: the seats get updates of different sizes: {sizes}")
        if isinstance(entries[position].command, c.Start | c.Choose):
            last = position
    for one in seats:
        if one.matched < len(one.frames):
            content = one.frames[one.matched].content
            walk.fault(f"seat {one.seat}: update {one.matched} is not what the seat could see next: {content!r}")
        elif not one.positions or one.positions[-1] < last:
            walk.fault(f"seat {one.seat}: the last update did not come")
    return [held for choice in walk.taken if (held := _held(choice, seats)) is not None]


def _held(choice: TakenChoice, seats: Sequence[SeatFrames]) -> Held | None:
    """Return the choice with the time when the last player held it, or None if frames are missing or do not fit."""
    seen = choice.sent.at
    for one in seats:
        if not choice.is_noticed and one.seat != choice.seat:
            continue
        index = bisect_left(one.positions, choice.position)
        if index == len(one.positions):
            return None
        seen = max(seen, one.frames[index].came)
    return Held(choice.sent.at, seen)
