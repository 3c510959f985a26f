"""The exact set of deals of roles that fit what a seat has seen.

Deals are not listed one by one. A *block* gives each seat a set of roles, and stands for all deals that give every seat
a role of its set. A fact about one seat makes sets smaller. A fact about several seats together (the cards of a
mission) depends only on which roles behave alike in it. So blocks are split until each of these seats has roles that
behave alike, and then each block fits or is dropped as a whole. The deals of a block are counted by dealing its cards
to its sets.

After two seats have exchanged their roles (`RolesSwapped`), `deals` and `allow` refer to the roles that were dealt,
while `possible` and `count_with` refer to the seats' current roles.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from copy import copy
from functools import lru_cache
from itertools import compress
from random import Random
from struct import Struct
from typing import Any, Final

import msgspec

from turncoat.deduction.opening import Block, first_misfit, opening_blocks
from turncoat.deduction.role_masks import Copies, RoleMask, Roles, ways
from turncoat.kernel.events import Event
from turncoat.kernel.facts import Answered, Fact, HasRole, KnownAnswers, NotTogether, Occasion, RolesSwapped, SomeHave
from turncoat.kernel.opening import opening_kinds, role_cards
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SEATS_IN, Seat, SeatSet, seat_set
from turncoat.kernel.views import View

WIDTHS: Final = {"B": 8, "H": 16, "I": 32}
"""Bits per seat in a block packed into a number, by the letter of `struct`.

The first width with room for all roles is used, since small numbers are faster.
"""
_MOST_COUNTS: Final = 1 << 17
"""Number of block counts cached for one multiset of roles."""


@lru_cache(maxsize=64)
def _counts_of(copies: Copies) -> dict[Block, int]:
    """Return a cache for the counts of blocks with these copies of each role, shared by all seats and games."""
    return {}


class NoWorldFits(ValueError):
    """The events are impossible by the rules. `event` is the first that no deal explains."""

    def __init__(self, number: int, event: Event) -> None:
        super().__init__(f"no deal fits event {number}, {event!r}, and those before it")
        self.number = number
        """Index of the event among the seen events, from 0."""
        self.event = event


class Worlds:
    """The deals of roles that are possible for a seat (or SPECTATOR), given the events in its view.

    >>> import turncoat.games
    >>> from turncoat.kernel.game import Game
    >>> ruleset = Ruleset.of("resistance", 7)
    >>> game = Game(ruleset, ruleset.deal(b"an evening"))
    >>> game.deal.roles[0], Worlds.of(game.view(-1)).count, Worlds.of(game.view(0)).count
    ('resistance', 35, 20)
    """

    def __init__(self, ruleset: Ruleset, seat: Seat) -> None:
        self.ruleset = ruleset
        self.seat = seat
        self.roles = Roles(role_cards(ruleset))
        self.view: View[Any] = View(ruleset, seat)
        self.blocks: tuple[Block, ...] = ((self.roles.all,) * ruleset.players,)
        """Blocks without a deal in common, by the seats to whom the roles were dealt."""
        self._opening: list[Event] = []
        self._opening_numbers: list[int] = []
        self._kinds = opening_kinds(ruleset, role_cards(ruleset))
        self._told = False
        """True if anything but the opening has given information about roles."""
        self._dealt_to: list[Seat] = list(range(ruleset.players))
        """For each seat, the seat to whom its current role was dealt."""
        self._occasions: dict[Occasion, KnownAnswers] = {}
        self._has_swaps = False
        self._split_kinds: tuple[RoleMask, ...] = ()
        """Disjoint sets of roles such that each block gives each seat roles of only one of them. () if unknown."""
        letter = next(letter for letter, width in WIDTHS.items() if len(self.roles.names) <= width)
        self._width = WIDTHS[letter]
        self._bytes = Struct(f"<{ruleset.players}{letter}")
        """Packing format of a block: the bits of a set of roles, seat by seat."""
        self._packed: tuple[tuple[Block, ...], tuple[int, ...]] = ((), ())
        """Some blocks, and each packed into a number for quick tests. The first seat's set is in the lowest bits."""
        self._counts = _counts_of(self.roles.copies)
        """Cached counts of blocks."""

    @classmethod
    def of(cls, view: View[Any]) -> "Worlds":
        """Return the deals that fit a view. Raises NoWorldFits."""
        worlds = cls(view.ruleset, view.seat)
        worlds.see(view.events)
        return worlds

    def see(self, events: Iterable[Event]) -> None:
        """Update the worlds with events from the seat's view.

        Raises NoWorldFits at the first event that no deal explains. The deals that were possible before it remain, so
        that queries can still be answered.
        """
        for event in events:
            number, before = len(self.view.events), self.blocks
            if type(event) in self._kinds:
                self._take_opening(number, event)
            else:
                for fact in event.facts(self.ruleset, self.view.board):
                    self._take(fact)
                if not self.blocks:
                    self.blocks = before
                    raise NoWorldFits(number, event)
            self.view.see([event])

    def clone(self) -> "Worlds":
        """Return an independent copy."""
        twin = copy(self)
        twin.view = View(self.ruleset, self.seat)
        twin.view.board = self.view.board.copy()
        twin.view.events = self.view.events.copy()
        twin._opening = self._opening.copy()
        twin._opening_numbers = self._opening_numbers.copy()
        twin._dealt_to = self._dealt_to.copy()
        twin._occasions = {occasion: answers.copy() for occasion, answers in self._occasions.items()}
        return twin

    def split_by(self, alike: Callable[[str], Hashable]) -> None:
        """Split the blocks until the roles that a block gives a seat are alike, for counting by kinds of roles.

        Call it after the opening, since the opening replaces the blocks.
        """
        self._told = True
        kinds = self._kinds_of_roles(alike)
        self._split(kinds, range(self.ruleset.players))
        self._split_kinds = kinds

    # Queries

    def dealt_to(self, seat: Seat) -> Seat:
        """Return the seat to whom the current role of `seat` was dealt."""
        return self._dealt_to[seat]

    @property
    def has_swaps(self) -> bool:
        """True if seats have exchanged roles."""
        return self._has_swaps

    @property
    def count(self) -> int:
        """Number of possible deals, in which equal cards are alike."""
        return sum(self.deals_in(block) for block in self.blocks)

    def possible(self, seat: Seat) -> frozenset[str]:
        """Return the roles that the seat may have now."""
        at, mask = self._dealt_to[seat], 0
        for block in self.blocks:
            mask |= block[at]
        return frozenset(role for role in self.roles.among(mask) if self.count_with(seat, (role,)))

    def count_with(self, seat: Seat, roles: Iterable[str]) -> int:
        """Return the number of possible deals in which the seat now has one of these roles."""
        at, mask = self._dealt_to[seat], self.roles.mask(roles)
        return sum(self.deals_in(narrowed) for block in self.blocks if (narrowed := _narrowed(block, at, mask)))

    def allow(self, roles: tuple[str, ...]) -> bool:
        """Return whether a deal of these roles is possible."""
        dealt = [self.roles.masks.get(role, 0) for role in roles]
        return any(all(map(int.__and__, block, dealt)) for block in self.blocks) and self._is_a_deal(roles)

    def deals(self) -> Iterator[tuple[str, ...]]:
        """Yield every possible deal. There may be very many."""
        for block in self.blocks:
            yield from self._deals_of(block, list(self.roles.copies))

    def draw(self, rng: Random) -> tuple[str, ...]:
        """Draw one of the possible deals, all equally likely, as they were when dealt."""
        return self.draw_in(rng.choices(self.blocks, list(map(self.deals_in, self.blocks)))[0], rng)

    def draw_in(self, block: Block, rng: Random) -> tuple[str, ...]:
        """Draw one of the deals that a block stands for, all equally likely."""
        for seat in range(self.ruleset.players):
            options = [
                (*block[:seat], bit, *block[seat + 1 :]) for bit in self.roles.masks.values() if bit & block[seat]
            ]
            block = rng.choices(options, list(map(self.deals_in, options)))[0]
        return tuple(map(self.roles.any_of, block))

    def deals_in(self, block: Block) -> int:
        """Return the number of deals that a block stands for."""
        known = self._counts.get(block)
        if known is not None:
            return known
        if len(self._counts) > _MOST_COUNTS:
            self._counts.clear()
        in_order = tuple(sorted(block))  # which seat has which set does not affect the count
        total = self._counts.get(in_order)
        if total is None:
            total = self._counts[in_order] = self._count(in_order)
        self._counts[block] = total
        return total

    def _count(self, block: Block) -> int:
        """Count the deals of a block: the product over groups of its sets that share no role."""
        groups: list[tuple[RoleMask, list[RoleMask]]] = []
        for mask in block:
            apart, union, together = [], mask, [mask]
            for group in groups:
                if group[0] & mask:
                    union |= group[0]
                    together += group[1]
                else:
                    apart.append(group)
            groups = [*apart, (union, together)]
        total, copies = 1, self.roles.copies
        for union, masks in groups:
            if self.roles.capacity(union) != len(masks):
                return 0
            total *= ways(masks, tuple([count if union >> number & 1 else 0 for number, count in enumerate(copies)]))
            if not total:
                return 0
        return total

    def _is_a_deal(self, roles: tuple[str, ...]) -> bool:
        return tuple(sorted(roles)) == tuple(sorted(role_cards(self.ruleset)))

    def _deals_of(self, block: Block, left: list[int]) -> Iterator[tuple[str, ...]]:
        if not block:
            yield ()
            return
        for number, role in enumerate(self.roles.names):
            if left[number] and block[0] >> number & 1:
                left[number] -= 1
                for rest in self._deals_of(block[1:], left):
                    yield (role, *rest)
                left[number] += 1

    # Updates

    def _take_opening(self, number: int, event: Event) -> None:
        self._opening.append(event)
        self._opening_numbers.append(number)
        blocks = opening_blocks(self.ruleset, self.seat, self._opening)
        if not blocks:
            at = min(first_misfit(self.ruleset, self.seat, self._opening), len(self._opening) - 1)
            raise NoWorldFits(self._opening_numbers[at], self._opening[at])
        if self._told:
            both = (tuple(map(int.__and__, one, other)) for one in self.blocks for other in blocks)
            blocks = tuple(block for block in both if all(block) and self.deals_in(block))
            if not blocks:
                raise NoWorldFits(number, event)
        self.blocks = blocks

    def _take(self, fact: Fact) -> None:
        self._told = True
        match fact:
            case HasRole():
                self._narrow(self._dealt_to[fact.seat], self.roles.mask(fact.roles))
            case RolesSwapped():
                to = self._dealt_to
                to[fact.one], to[fact.other] = to[fact.other], to[fact.one]
                self._has_swaps = True
            case SomeHave():
                self._take_some(self._dealt(fact.seats), self.roles.mask(fact.roles))
            case NotTogether():
                these, those = self.roles.mask(fact.roles), self.roles.mask(fact.those)
                self._take_not_together(self._dealt(fact.seats), these, self._dealt(fact.others), those)
            case Answered():
                self._take_answers(fact)

    def _dealt(self, seats: SeatSet) -> tuple[Seat, ...]:
        """Return the seats to whom the current roles of these were dealt."""
        return tuple(self._dealt_to[seat] for seat in SEATS_IN[seats])

    def _take_answers(self, fact: Answered) -> None:
        if self._has_swaps:
            dealt_to, turned = seat_set(self._dealt(fact.seats)), seat_set(self._dealt(fact.turned))
            fact = msgspec.structs.replace(fact, seats=dealt_to, turned=turned)
        answers = self._occasions.setdefault(fact.occasion, KnownAnswers())
        answers.add(fact)
        for seat, given in answers.given.items():
            able = [role for role in self.roles.names if given in answers.allowed.get(role, (given,))]
            self._narrow(seat, self.roles.mask(able))
        if not answers.seats or not self.blocks:
            return
        shown = frozenset(answers.total)
        could = {role: answers.allowed.get(role, shown) for role in self.roles.names}
        if answers.turned:  # then what its answers are exchanged for matters, too
            alike = self._kinds_of_roles(lambda role: (could[role] & shown, answers.exchanged(could[role]) & shown))
        else:
            alike = self._kinds_of_roles(lambda role: could[role] & shown)
        seats = tuple(sorted({*SEATS_IN[answers.seats], *answers.given}))
        if len(alike) == 1:  # then it fits all blocks or none
            if not answers.may_be({seat: self.roles.any_of(self.blocks[0][seat]) for seat in seats}):
                self.blocks = ()
            return
        self._split(alike, seats)
        packed = self.packed()
        fits = self._fit(answers, seats, alike, packed)
        if not any(fits):
            self.blocks = ()
        elif not all(fits):
            self.blocks = tuple(compress(self.blocks, fits))
            self._packed = self.blocks, tuple(compress(packed, fits))

    def _fit(
        self, answers: KnownAnswers, seats: Sequence[Seat], kinds: Sequence[RoleMask], packed: Sequence[int]
    ) -> list[bool]:
        """Return for each block whether these seats can have given the answers.

        Each block gives each of the seats roles of one kind. Shuffled cards do not show which of the seats has which
        set of roles. A seat that answered in sight, or whose answer was exchanged, is apart from the others.
        """
        roles, given = self.roles, answers.given
        single = next((kind for kind in kinds if kind.bit_count() == 1), 0)
        if len(kinds) == 2 and single and not answers.turned:  # then only the number of seats with it matters
            hidden = [seat for seat in seats if seat not in given]
            whatever = frozenset(answers.total)
            of_role, of_others = (
                answers.allowed.get(roles.any_of(kind), whatever) for kind in (single, roles.all & ~single)
            )
            seen = [frozenset((card,)) for seat, card in given.items() if answers.seats >> seat & 1]
            so_many = list(map(int.bit_count, map(self.pack(hidden, single).__and__, packed)))
            fit_with = {
                number: answers.may_come_from([of_role] * number + [of_others] * (len(hidden) - number) + seen)
                for number in set(so_many)
            }
            return list(map(fit_with.__getitem__, so_many))
        asked, apart = self.pack(seats, roles.all), self.pack({*given, *SEATS_IN[answers.turned]}, roles.all)
        unpacked, size = self._bytes.unpack, self._bytes.size
        of_kinds: dict[int, bool] = {}  # blocks that give these seats the same sets fit together or not at all
        known: dict[tuple[int, ...], bool] = {}
        kinds_of = list(map(asked.__and__, packed))
        for kind in set(kinds_of):
            key = *sorted(unpacked((kind & ~apart).to_bytes(size, "little"))), kind & apart
            fit = known.get(key)
            if fit is None:
                block = unpacked(kind.to_bytes(size, "little"))
                fit = known[key] = answers.may_be({seat: roles.any_of(block[seat]) for seat in seats})
            of_kinds[kind] = fit
        return list(map(of_kinds.__getitem__, kinds_of))

    def _narrow(self, seat: Seat, mask: RoleMask) -> None:
        """Restrict the role that was dealt to the seat."""
        packed = self.packed()
        others = list(map(self.pack((seat,), self.roles.all & ~mask).__and__, packed))
        if not any(others):
            return
        found, of_found = [], []
        for block, one, other in zip(self.blocks, packed, others, strict=True):
            if not other:
                found.append(block)
                of_found.append(one)
            elif block[seat] & mask:
                narrowed = (*block[:seat], block[seat] & mask, *block[seat + 1 :])
                if self.deals_in(narrowed):
                    found.append(narrowed)
                    of_found.append(one & ~other)
        self.blocks = tuple(found)
        self._packed = self.blocks, tuple(of_found)

    def packed(self) -> tuple[int, ...]:
        """Return each block packed into one number. Equal blocks have equal numbers."""
        if self._packed[0] is not self.blocks:
            in_bytes, number_of = self._bytes.pack, int.from_bytes
            self._packed = self.blocks, tuple([number_of(in_bytes(*block), "little") for block in self.blocks])
        return self._packed[1]

    def pack(self, seats: Iterable[Seat], mask: RoleMask) -> int:
        """Return the number that packs the same set of roles for each of the seats."""
        packed = 0
        for seat in seats:
            packed |= mask << seat * self._width
        return packed

    def _take_some(self, seats: Sequence[Seat], some: RoleMask) -> None:
        """Require that at least one of the seats has one of these roles.

        The parts differ in the first seat that has one.
        """
        of_some, others = self.pack(seats, some), self.pack(seats, self.roles.all & ~some)

        def parts(block: Block, packed: int) -> Iterator[Block | None]:
            if packed & others and packed & of_some:
                rest: Block | None = block
                for seat in seats:
                    if rest is not None:
                        yield _narrowed(rest, seat, some)
                        rest = _narrowed(rest, seat, ~some)
            elif packed & of_some:
                yield block

        self._replace(parts)

    def _take_not_together(
        self, seats: Sequence[Seat], these: RoleMask, others: Sequence[Seat], those: RoleMask
    ) -> None:
        """Require that if one of the seats has one of these roles, none of the others has one of those.

        Either none of the seats has one, or one has and the others have none. If the table has just one such role, one
        of the seats has it when nobody else has, so the latter case is a single part.
        """
        of_seats, of_others = self.pack(seats, these), self.pack(others, those)
        is_single = self.roles.capacity(these) == 1
        elsewhere = [seat for seat in range(self.ruleset.players) if seat not in seats]

        def parts(block: Block, packed: int) -> Iterator[Block | None]:
            if not (packed & of_seats and packed & of_others):
                yield block
                return
            yield _all_narrowed(block, seats, ~these)
            rest = _all_narrowed(block, others, ~those)
            if is_single:
                yield _all_narrowed(rest, elsewhere, ~these)
                return
            for seat in seats:
                yield _all_narrowed(rest, (seat,), these)
                rest = _all_narrowed(rest, (seat,), ~these)

        self._replace(parts)

    def _replace(self, parts: Callable[[Block, int], Iterator[Block | None]]) -> None:
        """Replace blocks by their parts, dropping parts without a deal."""
        found: list[Block] = []
        changed = False
        for block, packed in zip(self.blocks, self.packed(), strict=True):
            for part in parts(block, packed):
                if part is block:
                    found.append(block)
                    break
                changed = True
                if part is not None and self.deals_in(part):
                    found.append(part)
            else:
                changed = True
        if changed:
            self.blocks = tuple(found)

    def _kinds_of_roles(self, alike: Callable[[str], Hashable]) -> tuple[RoleMask, ...]:
        """Return the sets of roles that are alike."""
        kinds: dict[Hashable, RoleMask] = {}
        for role, bit in self.roles.masks.items():
            key = alike(role)
            kinds[key] = kinds.get(key, 0) | bit
        return tuple(kinds.values())

    def _split(self, kinds: tuple[RoleMask, ...], seats: Iterable[Seat]) -> None:
        """Split blocks so that each gives each of these seats roles of one kind."""
        asked = tuple(seats)
        known_split = self._split_kinds
        if len(kinds) == 1 or (known_split and all(any(not one & ~kind for kind in kinds) for one in known_split)):
            return
        room = [self.roles.capacity(kind) for kind in kinds]
        known: dict[RoleMask, bool] = {}
        found: list[Block] = []
        changed = False
        for block in self.blocks:
            mixed = []
            for seat in asked:
                mask = block[seat]
                is_mixed = known.get(mask)
                if is_mixed is None:
                    is_mixed = known[mask] = all(mask & ~kind for kind in kinds)
                if is_mixed:
                    mixed.append(seat)
            if mixed:
                changed = True
                left = room.copy()
                for number, kind in enumerate(kinds):
                    left[number] -= sum([not mask & ~kind for mask in block])
                found += [part for part in _parts(block, mixed, kinds, left) if self.deals_in(part)]
            else:
                found.append(block)
        if changed:
            self.blocks = tuple(found)


def _parts(block: Block, seats: Sequence[Seat], kinds: Sequence[RoleMask], room: list[int]) -> Iterator[Block]:
    """Yield the parts of a block in which each of these seats has roles of one kind, as far as there are cards."""
    if not seats:
        yield block
        return
    seat, rest = seats[0], seats[1:]
    for number, kind in enumerate(kinds):
        mask = block[seat] & kind
        if mask and room[number] > 0:
            room[number] -= 1
            yield from _parts((*block[:seat], mask, *block[seat + 1 :]), rest, kinds, room)
            room[number] += 1


def _all_narrowed(block: Block | None, seats: Sequence[Seat], mask: RoleMask) -> Block | None:
    """Return the block with smaller sets for some seats, or None if nothing is left."""
    for seat in seats:
        if block is None:
            return None
        block = _narrowed(block, seat, mask)
    return block


def _narrowed(block: Block, seat: Seat, mask: RoleMask) -> Block | None:
    """Return the block with a smaller set for one seat, or None if nothing is left."""
    left = block[seat] & mask
    if left == block[seat]:
        return block
    return (*block[:seat], left, *block[seat + 1 :]) if left else None
