"""All deals of roles that fit what a seat has seen: none is lost, and none that is impossible is kept.

They are never listed one by one. A *block* gives each seat a set of roles; it stands for all deals that give every seat
a role of its set. What is said of one seat makes sets smaller. What is said of several seats together (the cards of a
mission) asks only in how far roles behave alike there: blocks are split until the roles of each set do, and then whole
blocks fit or go. How many deals a block stands for is counted by dealing its cards to its sets.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from copy import copy
from functools import lru_cache
from itertools import compress
from struct import Struct
from typing import Any, Final

import msgspec

from turncoat.deduction.opening import Block, first_misfit, opening_blocks
from turncoat.deduction.role_masks import Copies, RoleMask, Roles, ways
from turncoat.kernel.events import Event
from turncoat.kernel.facts import Answered, Answers, Fact, HasRole, NotTogether, Occasion, RolesSwapped, SomeHave
from turncoat.kernel.rulesets import Ruleset, opening_kinds, role_cards
from turncoat.kernel.seats import SEATS_IN, Seat, SeatSet, seat_set
from turncoat.kernel.views import View

WIDTH: Final = 32
"""Bits for each seat in a block that is packed into a number: more than there are roles."""
_MOST_COUNTS: Final = 1 << 17
"""How many counts of blocks are kept for one multiset of roles."""


@lru_cache(maxsize=64)
def _counts_of(copies: Copies) -> dict[Block, int]:
    """The counts of blocks where so many cards of each role are dealt: the same for every seat and game."""
    return {}


class NoWorldFits(ValueError):
    """What a seat is said to have seen cannot have happened by the rules; `event` is the first that leaves no deal."""

    def __init__(self, number: int, event: Event) -> None:
        super().__init__(f"no deal fits event {number}, {event!r}, and those before it")
        self.number = number
        """Which of the seen events it is, counted from 0."""
        self.event = event


class Worlds:
    """The deals of roles that are possible for a seat (or SPECTATOR), from the events as it sees them.

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
        """Whether anything but the opening has told of roles."""
        self._classes: tuple[RoleMask, ...] = (self.roles.all,)
        """The roles in classes: those of one class are alike in all that has been said of several seats together."""
        self._dealt_to: list[Seat] = list(range(ruleset.players))
        """To whom the role that each seat has now was dealt."""
        self._occasions: dict[Occasion, Answers] = {}
        self._bytes = Struct(f"<{ruleset.players}I")
        """How a block becomes a number: the bits of a set of roles, WIDTH of them, seat by seat."""
        self._packed: tuple[tuple[Block, ...], tuple[int, ...]] = ((), ())
        """Some blocks, and each of them as one number, for quick tests: the first seat's set is in the lowest bits."""
        self._counts = _counts_of(self.roles.copies)
        """How many deals blocks stand for that were counted before."""

    @classmethod
    def of(cls, view: View[Any]) -> "Worlds":
        """The deals that fit a view. Raises NoWorldFits."""
        worlds = cls(view.ruleset, view.seat)
        worlds.see(view.events)
        return worlds

    def see(self, events: Iterable[Event]) -> None:
        """Take in what happened, as the seat sees it. Raises NoWorldFits at the first event that leaves no deal."""
        for event in events:
            number = len(self.view.events)
            if type(event) in self._kinds:
                self._take_opening(number, event)
            else:
                for fact in event.facts(self.ruleset, self.view.board):
                    self._take(fact)
                if not self.blocks:
                    raise NoWorldFits(number, event)
            self.view.see([event])

    def clone(self) -> "Worlds":
        """An independent copy."""
        twin = copy(self)
        twin.view = View(self.ruleset, self.seat)
        twin.view.board = self.view.board.copy()
        twin.view.events = self.view.events.copy()
        twin._opening = self._opening.copy()
        twin._opening_numbers = self._opening_numbers.copy()
        twin._dealt_to = self._dealt_to.copy()
        twin._occasions = {occasion: answers.copy() for occasion, answers in self._occasions.items()}
        return twin

    def part_by(self, alike: Callable[[str], Hashable]) -> None:
        """Split the blocks until the roles that a block gives a seat are alike: for those who count by kinds of roles.

        Once the opening is told: what the opening says replaces the blocks.
        """
        self._told = True
        self._split(alike)

    # What is asked of them

    def dealt_to(self, seat: Seat) -> Seat:
        """To whom the role that the seat has now was dealt."""
        return self._dealt_to[seat]

    @property
    def has_swaps(self) -> bool:
        """Whether somebody now has a role that was dealt to another."""
        return self._dealt_to != list(range(self.ruleset.players))

    @property
    def count(self) -> int:
        """How many deals are possible; equal cards are alike."""
        return sum(self.deals_in(block) for block in self.blocks)

    def possible(self, seat: Seat) -> frozenset[str]:
        """The roles that the seat may have now."""
        at, mask = self._dealt_to[seat], 0
        for block in self.blocks:
            mask |= block[at]
        return frozenset(role for role in self.roles.among(mask) if self.count_with(seat, (role,)))

    def count_with(self, seat: Seat, roles: Iterable[str]) -> int:
        """In how many of the possible deals the seat now has one of these roles."""
        at, mask = self._dealt_to[seat], self.roles.mask(roles)
        return sum(self.deals_in(narrowed) for block in self.blocks if (narrowed := _narrowed(block, at, mask)))

    def allow(self, roles: tuple[str, ...]) -> bool:
        """Whether a deal of these roles is possible."""
        dealt = [self.roles.masks.get(role, 0) for role in roles]
        return any(all(map(int.__and__, block, dealt)) for block in self.blocks) and self._is_a_deal(roles)

    def deals(self) -> Iterator[tuple[str, ...]]:
        """Every possible deal, one by one: there may be very many."""
        for block in self.blocks:
            yield from self._deals_of(block, list(self.roles.copies))

    def deals_in(self, block: Block) -> int:
        """How many deals a block stands for; each of its sets is within one class."""
        known = self._counts.get(block)
        if known is not None:
            return known
        if len(self._counts) > _MOST_COUNTS:
            self._counts.clear()
        in_order = tuple(sorted(block))  # whose set is whose does not matter, so most blocks are counted already
        total = self._counts.get(in_order)
        if total is None:
            total = self._counts[in_order] = self._count(in_order)
        self._counts[block] = total
        return total

    def _count(self, block: Block) -> int:
        total = 1
        copies = self.roles.copies
        for group in self._classes:
            total *= ways(
                [mask for mask in block if mask & group],
                tuple(count if group >> number & 1 else 0 for number, count in enumerate(copies)),
            )
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

    # How they become fewer

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
            case SomeHave():
                some = self.pack(self._dealt(fact.seats), self.roles.mask(fact.roles))
                self._split(lambda role: role in fact.roles)
                self._keep_packed(lambda packed: [bool(one & some) for one in packed])
            case NotTogether():
                seat, others = (self._dealt_to[fact.seat],), self._dealt(fact.others)
                these, those = (
                    self.pack(seat, self.roles.mask(fact.roles)),
                    self.pack(others, self.roles.mask(fact.those)),
                )
                self._split(lambda role: (role in fact.roles, role in fact.those))
                self._keep_packed(lambda packed: [not (one & these and one & those) for one in packed])
            case Answered():
                self._take_answers(fact)

    def _dealt(self, seats: SeatSet) -> tuple[Seat, ...]:
        """The seats to whom the roles that these have now were dealt."""
        return tuple(self._dealt_to[seat] for seat in SEATS_IN[seats])

    def _take_answers(self, fact: Answered) -> None:
        fact = msgspec.structs.replace(fact, seats=seat_set(self._dealt(fact.seats)))
        answers = self._occasions.setdefault(fact.occasion, Answers())
        answers.add(fact)
        for seat, given in answers.given.items():
            could = [role for role in self.roles.names if given in answers.allowed.get(role, (given,))]
            self._narrow(seat, self.roles.mask(could))
        if not answers.seats:
            return
        shown = frozenset(answers.total)

        def given_by(role: str) -> Hashable:
            return answers.allowed.get(role, shown) & shown

        seats = tuple(sorted({*SEATS_IN[answers.seats], *answers.given}))
        known: dict[tuple[RoleMask, ...], bool] = {}

        def fits(block: Block) -> bool:
            key = tuple([block[seat] for seat in seats])
            if key not in known:
                given = dict(zip(seats, map(self.roles.any_of, key), strict=True))
                known[key] = answers.may_be(given)
            return known[key]

        self._split(given_by)
        kept = tuple([block for block in self.blocks if fits(block)])
        if len(kept) != len(self.blocks):
            self.blocks = kept

    def _narrow(self, seat: Seat, mask: RoleMask) -> None:
        """The role that was dealt to the seat is one of these."""
        others = self.pack((seat,), self.roles.all & ~mask)
        packed = self.packed()
        if not any(one & others for one in packed):
            return
        found = []
        for block, one in zip(self.blocks, packed, strict=True):
            if not one & others:
                found.append(block)
                continue
            narrowed = _narrowed(block, seat, mask)
            if narrowed is not None and self.deals_in(narrowed):
                found.append(narrowed)
        self.blocks = tuple(found)

    def packed(self) -> tuple[int, ...]:
        """Each block as one number: equal blocks have equal ones."""
        if self._packed[0] is not self.blocks:
            in_bytes, number_of = self._bytes.pack, int.from_bytes
            self._packed = self.blocks, tuple([number_of(in_bytes(*block), "little") for block in self.blocks])
        return self._packed[1]

    def pack(self, seats: Iterable[Seat], mask: RoleMask) -> int:
        """The same set of roles for each of the seats, as one number."""
        packed = 0
        for seat in seats:
            packed |= mask << seat * WIDTH
        return packed

    def _keep_packed(self, fits: Callable[[tuple[int, ...]], list[bool]]) -> None:
        """Keep the blocks that fit, going by their numbers."""
        packed = self.packed()
        fitting = fits(packed)
        if all(fitting):
            return
        self.blocks = tuple(compress(self.blocks, fitting))
        self._packed = self.blocks, tuple(compress(packed, fitting))

    def _split(self, alike: Callable[[str], Hashable]) -> None:
        """Split classes and blocks so that roles of one class are alike."""
        classes: dict[tuple[RoleMask, Hashable], RoleMask] = {}
        for group in self._classes:
            for role in self.roles.among(group):
                key = group, alike(role)
                classes[key] = classes.get(key, 0) | self.roles.masks[role]
        if len(classes) == len(self._classes):
            return
        self._classes = tuple(classes.values())
        room = [self.roles.capacity(group) for group in self._classes]
        self.blocks = tuple(part for block in self.blocks for part in self._parts(block, room) if self.deals_in(part))

    def _parts(self, block: Block, room: list[int]) -> Iterator[Block]:
        """The parts of a block in which every seat's roles are of one class, as far as there are cards."""
        if not block:
            yield ()
            return
        for number, group in enumerate(self._classes):
            mask = block[0] & group
            if mask and room[number]:
                room[number] -= 1
                for rest in self._parts(block[1:], room):
                    yield (mask, *rest)
                room[number] += 1


def _narrowed(block: Block, seat: Seat, mask: RoleMask) -> Block | None:
    """The block with a smaller set for one seat; None when nothing is left of it."""
    left = block[seat] & mask
    if left == block[seat]:
        return block
    return (*block[:seat], left, *block[seat + 1 :]) if left else None
