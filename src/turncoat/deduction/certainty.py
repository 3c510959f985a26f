"""Certain knowledge of a seat, and the events that it follows from."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final

import msgspec

from turncoat.deduction.opening import Block
from turncoat.deduction.role_masks import RoleMask
from turncoat.deduction.worlds import Worlds
from turncoat.kernel.events import Event
from turncoat.kernel.opening import hiding_side, opening_kinds, role_cards, roles_of_side
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, SeatSet, is_in, seat_set

LARGEST_GROUP: Final = 3
"""Size of the largest group reported to hold a traitor. Larger groups help nobody."""
MOST_ROLES: Final = 3
"""Largest number of roles, of both sides, in a statement that a seat has one of them."""
MOST_GROUPS: Final = 4
"""Number of groups reported."""


class Certain(msgspec.Struct, frozen=True):
    """A statement true in every possible deal: one seat, or at least one of several, has one of these roles."""

    seats: SeatSet
    roles: frozenset[str]
    only: bool = False
    """True if exactly one of several seats has one of the roles."""

    @property
    def is_of_one(self) -> bool:
        """True if the statement is about a single seat."""
        return self.seats.bit_count() == 1


class Learned(msgspec.Struct, frozen=True):
    """New certainties from one event, or from all the events of the opening together."""

    events: tuple[Event, ...]
    certain: tuple[Certain, ...]


class Certainty:
    """Certain knowledge of a seat, updated with each event that it sees.

    >>> import turncoat.games
    >>> from turncoat.kernel.chapters import Deal
    >>> from turncoat.kernel.game import Game
    >>> ruleset = Ruleset.of("resistance", 5)
    >>> deal = Deal(("spy", "resistance", "resistance", "spy", "resistance"), 0)
    >>> [one.seats for one in Certainty.of(ruleset, 0, Game(ruleset, deal).view(0).events).now if "spy" in one.roles]
    [8]
    """

    def __init__(self, ruleset: Ruleset, seat: Seat) -> None:
        self.seat = seat
        self.worlds = Worlds(ruleset, seat)
        self._sets = TraitorSets(self.worlds)
        self.now: tuple[Certain, ...] = ()
        """All current certainties, single seats first, except those that held before the deal."""
        self.learned: list[Learned] = []
        self._opening = opening_kinds(ruleset, role_cards(ruleset))
        self._by_count: frozenset[SeatSet] = frozenset()
        """Groups that were certain from the beginning, by counting alone."""
        self._unprocessed: list[Event] = []
        """Events of the opening that have not been processed yet."""
        self._computed_for: object = None
        """State of the worlds from which `now` was computed."""

    @classmethod
    def of(cls, ruleset: Ruleset, seat: Seat, events: Iterable[Event]) -> "Certainty":
        """Return the certainties of a seat that has seen these events. Raises NoWorldFits."""
        certainty = cls(ruleset, seat)
        certainty.see(events)
        return certainty

    def see(self, events: Iterable[Event]) -> None:
        """Update the certainties with events from the seat's view. Raises NoWorldFits."""
        for event in events:
            if type(event) in self._opening:
                self.worlds.see([event])
                self._unprocessed.append(event)
                continue
            self._learn_the_deal()
            self.worlds.see([event])
            self._learn((event,))
        self._learn_the_deal()

    def _learn_the_deal(self) -> None:
        """Record the certainties of the opening, after all its events, because they belong together."""
        if self._unprocessed:
            opening, self._unprocessed = tuple(self._unprocessed), []
            self._by_count = frozenset(_groups(self._sets.now(), self.worlds.ruleset.players))
            self._learn(opening)

    def _learn(self, events: tuple[Event, ...]) -> None:
        worlds = self.worlds
        state = worlds.blocks, tuple(map(worlds.dealt_to, range(worlds.ruleset.players))), self._sets.roles
        if state == self._computed_for:
            return
        self._computed_for = state
        sets = self._sets.now()
        before, self.now = self.now, (*self._of_seats(), *self._of_groups(sets))
        new = tuple(one for one in self.now if one not in before)
        if new:
            self.learned.append(Learned(events, new))

    def _of_seats(self) -> Iterator[Certain]:
        """Yield the certainty about each other seat: its side, or a few roles when other cards remain."""
        ruleset, board = self.worlds.ruleset, self.worlds.view.board
        book, cards = rulebook(ruleset.game), list(role_cards(ruleset))
        possible = [self._possible(seat) for seat in range(ruleset.players)]
        for roles in possible:
            if len(roles) == 1:
                cards.remove(*roles)
        for seat, roles in enumerate(possible):
            is_narrow = len(roles) <= MOST_ROLES or len({book.side_of(role, board) for role in roles}) == 1
            if seat != self.seat and is_narrow and (len(roles) == 1 or roles < frozenset(cards)):
                yield Certain(1 << seat, roles)

    def _possible(self, seat: Seat) -> frozenset[str]:
        """Return the roles that the seat may have now, checking that each has a deal without counting them."""
        worlds = self.worlds
        at = worlds.dealt_to(seat)
        return frozenset(
            role
            for role, bit in worlds.roles.masks.items()
            if any(block[at] & bit and worlds.deals_in((*block[:at], bit, *block[at + 1 :])) for block in worlds.blocks)
        )

    def _of_groups(self, sets: frozenset[SeatSet]) -> list[Certain]:
        """Return the small groups with at least one traitor, unless counting alone implies it."""
        found = _groups(sets, self.worlds.ruleset.players)
        new = (group for group in found if group not in self._by_count)
        return [Certain(group, self._sets.roles, all((one & group).bit_count() == 1 for one in sets)) for group in new][
            :MOST_GROUPS
        ]


class TraitorSets:
    """Sets of seats that may be the hiding side, given some worlds. They only become fewer, unless sides change."""

    def __init__(self, worlds: Worlds) -> None:
        self.worlds = worlds
        self._of_roles: frozenset[str] = frozenset()
        self._mask = 0
        self._dealt: list[SeatSet] = []
        """By the seats to whom the roles were dealt."""

    @property
    def roles(self) -> frozenset[str]:
        """The roles that are now on the hiding side."""
        ruleset = self.worlds.ruleset
        return roles_of_side(ruleset, hiding_side(ruleset), self.worlds.view.board)

    def now(self) -> frozenset[SeatSet]:
        """Return the sets that are still possible."""
        worlds, roles = self.worlds, self.roles
        if roles != self._of_roles:
            self._of_roles, self._mask = roles, worlds.roles.mask(roles)
            size, players = worlds.roles.capacity(self._mask), worlds.ruleset.players
            self._dealt = [seat_set(seats) for seats in combinations(range(players), size)]
        blocks = [_BlockBySide(worlds, block, self._mask) for block in worlds.blocks]
        self._dealt = [hiding for hiding in self._dealt if any(block.allows(hiding) for block in blocks)]
        if not worlds.has_swaps:
            return frozenset(self._dealt)
        seats = range(worlds.ruleset.players)
        return frozenset(seat_set(seat for seat in seats if is_in(worlds.dealt_to(seat), one)) for one in self._dealt)


class _BlockBySide:
    """A block that answers which seats may be the hiding side. Seats with equal sets of roles are interchangeable."""

    __slots__ = ("_alike", "_block", "_known", "_mask", "_never", "_sure", "_worlds")

    def __init__(self, worlds: Worlds, block: Block, mask: RoleMask) -> None:
        self._worlds, self._block, self._mask = worlds, block, mask
        alike: dict[RoleMask, SeatSet] = {}
        for seat, could in enumerate(block):
            alike[could] = alike.get(could, 0) | 1 << seat
        self._sure = sum(seats for could, seats in alike.items() if not could & ~mask)
        self._never = sum(seats for could, seats in alike.items() if not could & mask)
        self._alike = tuple(seats for could, seats in alike.items() if could & mask and could & ~mask)
        self._known: dict[tuple[int, ...], bool] = {}

    def allows(self, hiding: SeatSet) -> bool:
        """Return whether the block has a deal in which exactly these seats are on that side."""
        if self._sure & ~hiding or self._never & hiding:
            return False
        key = tuple([(hiding & seats).bit_count() for seats in self._alike])
        known = self._known.get(key)
        if known is None:
            mask = self._mask
            parted = (could & (mask if is_in(seat, hiding) else ~mask) for seat, could in enumerate(self._block))
            known = self._known[key] = bool(self._worlds.deals_in(tuple(parted)))
        return known


def _groups(sets: frozenset[SeatSet], players: int) -> list[SeatSet]:
    """Return the smallest groups of several seats that share a seat with every one of the sets, in order of size."""
    always = [seat for seat in range(players) if all(is_in(seat, one) for one in sets)]
    # Certain seats are reported on their own. A seat in none of the sets is in no smallest group.
    doubtful = [seat for seat in range(players) if seat not in always and any(is_in(seat, one) for one in sets)]
    left = {one & ~seat_set(always) for one in sets}
    found: list[SeatSet] = []
    for size in range(2, LARGEST_GROUP + 1):
        for seats in combinations(doubtful, size):
            group = seat_set(seats)
            if all(one & group for one in left) and not any(smaller & ~group == 0 for smaller in found):
                found.append(group)
    return found
