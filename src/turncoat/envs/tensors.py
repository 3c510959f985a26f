"""Tensors: the knowledge of a seat as numbers, in a fixed layout that depends on the ruleset alone.

A tensor is one row of floats in these blocks, in this order (`TensorLayout.blocks` has their places):

| block | size | holds |
| --- | --- | --- |
| `seat` | players | 1 for the seat that knows it; none for a spectator |
| `question` | questions | 1 for the question that is put to the seat |
| `offers` | standing offers | 1 for each that is open to the seat |
| `taken` | actions | how often each action is in the answer being put together |
| `waiting` | players | 1 for each seat that has yet to choose |
| `first` | rows of `FIRST` events | the first events that the seat saw, which tell it its card |
| `latest` | rows of `latest` events | the latest ones, the newest last |

A row of an event has the blocks of `TensorLayout.row`: 1 for the kind of event, then its fields, in their order: seats
and seat sets as one number per seat, words as one number per word (how often it occurs), numbers and yes or no as they
are. Each kind of field has as many places as the event with most of them needs. Places without a value are 0.
"""

from array import array
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from types import UnionType
from typing import Any, Final, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec

from turncoat.kernel.actions import Action, ActionSpace
from turncoat.kernel.chapters import Offer
from turncoat.kernel.compiled import compiled, events_of
from turncoat.kernel.events import Event
from turncoat.kernel.opening import role_cards
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SEATS_IN, Kind, Seat, SeatSet, seats_in
from turncoat.kernel.steps import Prompt
from turncoat.kernel.views import View

FIRST: Final = 8
"""Number of events at the start of a game that a tensor keeps."""
LATEST: Final = 64
"""Usual number of latest events."""
MOST_ROWS: Final = 1 << 15
"""Number of different events whose rows are kept for the next game."""
_Kind: TypeAlias = Literal["seat", "seats", "words", "number"]
_BYTES: Final = array("f").itemsize


class Block(msgspec.Struct, frozen=True):
    """A named part of a tensor, and the meaning of each of its places."""

    name: str
    start: int
    places: tuple[str, ...]
    """The meaning of each place, or of each place of a row."""
    rows: int = 0
    """The number of rows, in a block of rows."""

    @property
    def stop(self) -> int:
        """End of the block, exclusive."""
        return self.start + len(self.places) * (self.rows or 1)

    @property
    def labels(self) -> tuple[str, ...]:
        """The meaning of each place. In a block of rows it begins with the number of the row."""
        if not self.rows:
            return self.places
        return tuple(f"{number}:{place}" for number in range(self.rows) for place in self.places)


class TensorLayout:
    """The layout of the tensors of a ruleset.

    >>> from turncoat import Game, Ruleset
    >>> layout = TensorLayout(Ruleset.of("resistance", 5), latest=32)
    >>> [(name, block.start, block.stop) for name, block in layout.blocks.items()][:3]
    [('seat', 0, 5), ('question', 5, 8), ('offers', 8, 8)]
    >>> game = Game(layout.ruleset, layout.ruleset.deal(b"an evening"))
    >>> len(layout.tensor(game.view(0))) == layout.size
    True
    """

    def __init__(self, ruleset: Ruleset, latest: int = LATEST) -> None:
        """Lay out a ruleset. `latest` is the number of latest events. Raises ValueError for fewer than 1."""
        if latest < 1:
            raise ValueError(f"a tensor holds 1 or more of the latest events, not {latest}")
        self.ruleset = ruleset
        self.latest = latest
        self.space = ActionSpace(ruleset)
        self._kinds = events_of(ruleset)
        self._fields = {kind: _fields_of(kind) for kind in self._kinds.values()}
        self._words = {word: index for index, word in enumerate(_words_of(self.space))}
        seats = tuple(f"seat-{seat}" for seat in range(ruleset.players))
        self.row: dict[str, Block] = _blocks(self._row_parts(seats), {})
        """The blocks of an event's row."""
        self.row_size: int = max(block.stop for block in self.row.values())
        """Number of floats in a row."""
        self.row_bytes: int = _BYTES * self.row_size
        rows = tuple(f"{block.name}:{label}" for block in self.row.values() for label in block.places)
        self.blocks: dict[str, Block] = _blocks(
            {
                "seat": seats,
                "question": tuple(self.space.questions),
                "offers": tuple(self.space.offers),
                "taken": tuple(map(str, self.space.actions)),
                "waiting": seats,
                "first": rows,
                "latest": rows,
            },
            {"first": FIRST, "latest": latest},
        )
        """The blocks of a tensor, by name."""
        self.size: int = self.blocks["latest"].stop
        """Number of floats in a tensor."""
        places = {name: block.start for name, block in self.blocks.items()}
        self._question = {name: places["question"] + index for index, name in enumerate(self.space.questions)}
        self._offer = {name: places["offers"] + index for index, name in enumerate(self.space.offers)}
        self._taken = {action: places["taken"] + index for index, action in enumerate(self.space.actions)}
        self._waiting = places["waiting"]
        self._bytes = _BYTES * self.size
        self._first_place, self._first_stop = _BYTES * places["first"], _BYTES * places["latest"]
        self._kind_places = {kind: self.row["event"].start + index for index, kind in enumerate(self._fields)}
        self._rows: dict[Event, bytes] = {}

    def _row_parts(self, seats: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
        most = {
            kind: max(sum(one == kind for _, one in fields) for fields in self._fields.values())
            for kind in ("seat", "seats", "words", "number")
        }
        return {
            "event": tuple(self._kinds),
            **{f"seat-{number}": seats for number in range(most["seat"])},
            **{f"seats-{number}": seats for number in range(most["seats"])},
            **{f"words-{number}": (*self._words, "other") for number in range(most["words"])},
            **{f"number-{number}": ("number",) for number in range(most["number"])},
        }

    def rows(self, events: Iterable[Event]) -> bytes:
        """Return the rows of seen events, as the bytes of floats. A caller may keep them and append new ones."""
        known = self._rows
        return b"".join([known.get(event) or self._row_of(event) for event in events])

    def tensor(
        self, view: View[Any], taken: Iterable[Action] = (), rows: bytes | bytearray | None = None
    ) -> "memoryview[float]":
        """Return what the seat knows, as floats that NumPy and its like read without copying.

        `taken` are the actions of the answer that it is putting together. `rows` are those of all events of the view,
        if the caller has kept them.
        """
        told = self.rows(view.events) if rows is None else rows
        return self.packed(view.seat, view.prompt, view.offers, taken, view.waiting, told)

    def packed(
        self,
        seat: Seat,
        prompt: Prompt | None,
        offers: Iterable[Offer],
        taken: Iterable[Action],
        waiting: SeatSet,
        rows: bytes | bytearray,
    ) -> "memoryview[float]":
        """Return the tensor of what a view would hold, without a view. The memory is the caller's."""
        made = bytearray(self._bytes)
        now = memoryview(made).cast("f")
        if seat >= 0:
            now[seat] = 1.0
        if prompt is not None:
            now[self._question[prompt.question.name]] = 1.0
        for offer in offers:
            now[self._offer[offer.name]] = 1.0
        for action in taken:
            now[self._taken[action]] += 1.0
        for one in SEATS_IN[waiting]:
            now[self._waiting + one] = 1.0
        start, stop = self._first_place, self._first_stop
        told = len(rows)
        if told <= stop - start:
            made[start : start + told] = rows
        else:
            made[start:stop] = rows[: stop - start]
            # The newest row is the last, and the gap of a short game lies between the first events and the latest.
            latest = min(told - (stop - start), self._bytes - stop)
            made[-latest:] = rows[-latest:]
        return now

    def _row_of(self, event: Event) -> bytes:
        row = array("f", bytes(self.row_bytes))
        row[self._kind_places[type(event)]] = 1.0
        count: dict[str, int] = {}
        for name, kind in self._fields[type(event)]:
            number = count[kind] = count.get(kind, -1) + 1
            value, start = getattr(event, name), self.row[f"{kind}-{number}"].start
            if value is None:
                continue
            if kind == "number":
                row[start] = float(value)
            elif kind == "words":
                for word in value if isinstance(value, tuple) else (value,):
                    row[start + self._words.get(word, len(self._words))] += 1.0
            else:
                for seat in seats_in(value) if kind == "seats" else (value,):
                    if 0 <= seat < self.ruleset.players:
                        row[start + seat] = 1.0
        if len(self._rows) >= MOST_ROWS:
            self._rows.clear()
        self._rows[event] = made = row.tobytes()
        return made


@lru_cache(maxsize=64)
def layout_of(ruleset: Ruleset, latest: int = LATEST) -> TensorLayout:
    """Return the layout of a ruleset's tensors. All who ask share it, with the rows that it keeps."""
    return TensorLayout(ruleset, latest)


def _blocks(parts: Mapping[str, tuple[str, ...]], rows: Mapping[str, int]) -> dict[str, Block]:
    blocks: dict[str, Block] = {}
    start = 0
    for name, places in parts.items():
        blocks[name] = block = Block(name, start, places, rows.get(name, 0))
        start = block.stop
    return blocks


def _words_of(space: ActionSpace) -> tuple[str, ...]:
    """Return the words that events may name: roles, words that can be chosen, and words with a label."""
    play = compiled(space.ruleset)
    found = dict.fromkeys(role_cards(space.ruleset))
    found.update(dict.fromkeys(action.word for action in space.actions if action.what == "word"))
    found.update(dict.fromkeys(play.book.words_of(space.ruleset)))
    for chapter in play.chapters:
        found.update(dict.fromkeys(chapter.words))
    return tuple(found)


@cache
def _fields_of(kind: type[Event]) -> tuple[tuple[str, _Kind], ...]:
    """Return the fields of an event class, and what each holds."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple((name, _kind_of(hints[name])) for name in kind.__struct_fields__)


def _kind_of(hint: Any) -> _Kind:
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _kind_of(next(one for one in inner if one is not type(None)))
    if Kind.SEAT in inner:
        return "seat"
    if Kind.SEATS in inner:
        return "seats"
    if origin is not None and origin is not tuple:
        return _kind_of(inner[0])
    if hint in (int, bool):
        return "number"
    return "words"
