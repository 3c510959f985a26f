"""Probability of each deal for a seat: the deals that the rules allow, weighted by how people play.

`Worlds` holds the possible deals. Players' acts change the score of each set of traitors (`Model`). The weight of a set
is the number of possible deals with exactly these traitors, times the exponential of its score. All deals of one set
are equally likely. If sides change, an act is weighed by the traitors of its time: a deal has a set for each of these
times, and adds up their scores.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from operator import mul
from random import Random
from typing import Any

import msgspec

from turncoat.deduction.causes import cause_of
from turncoat.deduction.model import Model, Weights, fitted
from turncoat.deduction.opening import Block
from turncoat.deduction.role_masks import RoleMask
from turncoat.deduction.traitor_sets import BySet, PlainSets, Sets, sets_of
from turncoat.deduction.worlds import Worlds
from turncoat.kernel.events import Event
from turncoat.kernel.opening import hiding_side, opening_kinds, role_cards, roles_of_side
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, SEATS_IN, Seat, SeatSet, seat_set
from turncoat.kernel.views import View
from turncoat.missions import TeamAct, team_acts


class Inference(msgspec.Struct, frozen=True):
    """Effect of one event on the belief about a seat."""

    number: int
    """Index of the event in the view, from 0."""
    event: Event
    log_odds: float
    """Change of the seat's log-odds of being a traitor (natural logarithm), infinite if the event made it certain."""
    cause: str
    """The seat's part in the event, or the fact that became known: a key of CAUSES."""


class Beliefs:
    """Probabilities of deals and roles for a seat (or SPECTATOR), from the events in its view.

    >>> import turncoat.games
    >>> from turncoat.kernel.game import Game
    >>> ruleset = Ruleset.of("resistance", 5)
    >>> game = Game(ruleset, ruleset.deal(b"an evening"))
    >>> Beliefs.of(game.view(-1)).traitor(0)
    0.4
    """

    __slots__ = (
        "_by_seat",
        "_deals",
        "_deals_in",
        "_each",
        "_later",
        "_model",
        "_now",
        "_scores",
        "_set_in",
        "_sets",
        "_split_for",
        "_traitors",
        "_weighed",
        "ruleset",
        "seat",
        "worlds",
    )

    def __init__(self, ruleset: Ruleset, seat: Seat, model: Model | None = None, *, plain: bool = False) -> None:
        side_of, hiding = rulebook(ruleset.game).side_of, hiding_side(ruleset)
        cards = role_cards(ruleset)
        self.ruleset = ruleset
        self.seat = seat
        self.worlds = Worlds(ruleset, seat)
        self._model = model or fitted()
        traitors = [role for role in cards if side_of(role) == hiding]
        self._traitors = self.worlds.roles.mask(traitors)
        """Roles of the hiding side."""
        self._sets = sets_of(ruleset.players, len(traitors), plain)
        self._scores = self._sets.zeros()
        self._later: dict[RoleMask, tuple[Sets, BySet]] = {}
        """Scores of sets by acts while other roles were on the hiding side, by those roles."""
        self._now = self._traitors
        """Roles that are now on the hiding side, if sides have changed."""
        self._split_for: tuple[RoleMask, ...] = ()
        """Sets of hiding roles when the blocks of the worlds were split, so that each fixes the side of every seat."""
        self._deals: tuple[tuple[Block, ...], Any] | None = None
        """Blocks whose deals were counted, and the logarithm of each set's number of deals."""
        self._by_seat: tuple[list[float], list[float]] | None = None
        """Likelihood per seat of a traitor's role and of another, computed on demand."""
        self._set_in: dict[int, int] = {}
        """Number of the set of each packed block met so far."""
        self._deals_in: dict[int, int] = {}
        """Number of deals of each packed block met so far."""
        self._weighed: BySet = None
        """Likelihood of each set, computed on demand."""
        self._each: tuple[tuple[Block, ...], list[float]] | None = None
        """Blocks, and the probability of one deal of each, computed on demand."""

    @classmethod
    def of(cls, view: View[Any], model: Model | None = None) -> "Beliefs":
        """Return the beliefs that follow from a view. Raises NoWorldFits."""
        beliefs = cls(view.ruleset, view.seat, model)
        beliefs.see(view.events)
        return beliefs

    def see(self, events: Iterable[Event]) -> None:
        """Update the beliefs with events from the seat's view.

        Raises NoWorldFits at the first event that no deal explains.
        """
        worlds = self.worlds
        for event in events:
            acts = list(team_acts(event, self.ruleset, worlds.view.board))
            if acts:
                self._follow_sides()
            for act in acts:
                self._weigh(act)
            before = worlds.blocks
            worlds.see((event,))
            if worlds.blocks is not before:
                self._forget_results()
        self._follow_sides()

    def clone(self) -> "Beliefs":
        """Return an independent copy, from which a search can continue."""
        twin: Beliefs = object.__new__(Beliefs)
        for slot in Beliefs.__slots__:
            setattr(twin, slot, getattr(self, slot))
        twin.worlds = self.worlds.clone()
        return twin

    # Queries

    @property
    def has_changed(self) -> bool:
        """True if roles were exchanged, or sides are or were not those that were dealt."""
        return self.worlds.has_swaps or self._has_other_sides

    @property
    def _has_other_sides(self) -> bool:
        return self._now != self._traitors or bool(self._later)

    def traitor(self, seat: Seat) -> float:
        """Return the probability that the seat is now on the hiding side."""
        with_it, without = self._hides_or_not(seat)
        return with_it / (with_it + without)

    def log_odds(self, seat: Seat) -> float:
        """Return the log-odds of that (natural logarithm), infinite if it is certain."""
        with_it, without = self._hides_or_not(seat)
        if not with_it:
            return -math.inf
        return math.log(with_it / without) if without else math.inf

    def _hides_or_not(self, seat: Seat) -> tuple[float, float]:
        """Return the likelihoods of the seat being on the hiding side now, and of not being on it."""
        if self._has_other_sides:
            return self._chance(seat, self._now), self._chance(seat, self.worlds.roles.all & ~self._now)
        at, (of_traitors, of_others) = self.worlds.dealt_to(seat), self._by_seat or self._sum_up()
        return of_traitors[at], of_others[at]

    def chance(self, seat: Seat, roles: Iterable[str]) -> float:
        """Return the probability that the seat now has one of these roles."""
        mask = self.worlds.roles.mask(roles)
        if not self._has_other_sides and mask & self._traitors == self._traitors:
            rest = mask & ~self._traitors
            return min(1.0, self.traitor(seat) + (self._chance(seat, rest) if rest else 0.0))
        return self._chance(seat, mask)

    def roles(self, seat: Seat) -> Mapping[str, float]:
        """Return the probabilities of the roles that the seat may have now. They sum to 1."""
        found = {role: self._chance(seat, bit) for role, bit in self.worlds.roles.masks.items()}
        total = math.fsum(found.values())
        return {role: chance / total for role, chance in found.items() if chance}

    def traitor_sets(self) -> Sequence[tuple[SeatSet, float]]:
        """Return the probabilities of all possible sets of traitors. They sum to 1."""
        if not self._has_other_sides:
            return [(self._as_now(mask), one) for mask, one in self._by_set() if one]
        found: dict[SeatSet, float] = {}
        for block, each in self._of_each_deal():
            if each:
                now = self._as_now(_having(block, self._now))
                found[now] = found.get(now, 0.0) + each * self.worlds.deals_in(block)
        return list(found.items())

    def likeliest(self, most: int = 5) -> list[tuple[SeatSet, float]]:
        """Return the likeliest sets of traitors with their probabilities, in descending order."""
        return sorted(self.traitor_sets(), key=lambda item: (-item[1], item[0]))[:most]

    def draw(self, rng: Random) -> tuple[str, ...]:
        """Draw a deal by its probability, as the roles that were dealt."""
        worlds = self.worlds
        weights = [each * worlds.deals_in(block) for block, each in self._of_each_deal()]
        return worlds.draw_in(rng.choices(worlds.blocks, weights)[0], rng)

    def reasons(self, seat: Seat) -> list[Inference]:
        """Return the effect of each event on the belief about a seat, in order.

        The effects add up to the change of the seat's log-odds since the opening, when nothing had been seen. An event
        that makes the seat's side certain has an infinite effect, and later ones have none. If roles are then exchanged
        and nothing is certain any more, the list restarts there, counted from the opening.
        """
        again = Beliefs(self.ruleset, self.seat, self._model)
        opening = before = again.log_odds(seat)
        kinds = opening_kinds(self.ruleset, role_cards(self.ruleset))
        found: list[Inference] = []
        for number, event in enumerate(self.worlds.view.events):
            acts = list(team_acts(event, self.ruleset, again.worlds.view.board))
            again.see((event,))
            after = again.log_odds(seat)
            if after == before:
                continue
            moved = after - before
            if math.isinf(before):
                found.clear()
                moved = after - opening
            before = after
            found.append(Inference(number, event, moved, cause_of(acts, seat, type(event) in kinds)))
        return found

    # Computation

    def _weigh(self, act: TeamAct) -> None:
        weights = self._model.weights(act, self.seat)
        if weights is None:
            return
        if self.worlds.has_swaps:
            weights = self._as_dealt(weights)
        if self._now == self._traitors:
            self._scores = self._sets.plus(self._scores, weights)
        else:
            sets, scores = self._later.get(self._now) or self._no_scores(self._now)
            self._later = {**self._later, self._now: (sets, sets.plus(scores, weights))}
        self._forget_results()

    def _no_scores(self, hiding: RoleMask) -> tuple[Sets, BySet]:
        """Return the sets of seats that can have these roles, and a score of zero for each."""
        is_plain = isinstance(self._sets, PlainSets)
        sets = sets_of(self.ruleset.players, self.worlds.roles.capacity(hiding), is_plain)
        return sets, sets.zeros()

    def _follow_sides(self) -> None:
        """Take note of the roles that are now on the hiding side."""
        hiding = roles_of_side(self.ruleset, hiding_side(self.ruleset), self.worlds.view.board)
        self._now = self.worlds.roles.mask(hiding)

    def _forget_results(self) -> None:
        self._weighed = self._by_seat = self._each = None

    def _as_dealt(self, weights: Weights) -> Weights:
        """Return the weights by the seats to whom the roles were dealt."""
        dealt_to, leader, ballots = self.worlds.dealt_to, weights.leader, list(weights.ballots)
        for seat, ballot in enumerate(weights.ballots):
            ballots[dealt_to(seat)] = ballot
        return weights._replace(
            leader=dealt_to(leader) if leader >= 0 else leader,
            team=seat_set(map(dealt_to, SEATS_IN[weights.team])),
            ballots=ballots,
        )

    def _likelihoods(self) -> BySet:
        if self._weighed is None:
            self._weighed = self._sets.likelihoods(self._scores, self.log_deals())
        return self._weighed

    def _sum_up(self) -> tuple[list[float], list[float]]:
        found = self._by_seat = self._sets.sums(self._likelihoods())
        return found

    def _by_set(self) -> list[tuple[SeatSet, float]]:
        """Return the probability of each set."""
        likelihoods = [float(one) for one in self._likelihoods()]
        total = sum(likelihoods)
        return [(mask, one / total) for mask, one in zip(self._sets.masks, likelihoods, strict=True)]

    def _chance(self, seat: Seat, mask: int) -> float:
        """Return the probability that the seat now has a role in the mask."""
        worlds = self.worlds
        at = worlds.dealt_to(seat)
        parts = []
        for block, each in self._of_each_deal():
            left = block[at] & mask
            if left and each:
                narrowed = (*block[:at], left, *block[at + 1 :]) if left != block[at] else block
                parts.append(each * worlds.deals_in(narrowed))
        return min(1.0, math.fsum(parts))

    def _of_each_deal(self) -> Iterable[tuple[Block, float]]:
        """Return the blocks, and the probability of one deal of each."""
        self.log_deals()  # splits the blocks
        blocks = self.worlds.blocks
        if self._each is None or self._each[0] is not blocks:
            self._each = blocks, self._deal_by_deal(blocks)
        return zip(*self._each, strict=True)

    def _deal_by_deal(self, blocks: Sequence[Block]) -> list[float]:
        """Return the probability of one deal of each block, 0 for blocks without a deal."""
        if not self._later:
            chances, deals = dict(self._by_set()), dict(zip(self._sets.masks, self.deals_of_sets(), strict=True))
            return [chances[of] / deals[of] if deals[of] else 0.0 for of in map(self._set_of, blocks)]
        found = [0.0] * len(blocks)
        for hiding, (sets, scores) in {self._traitors: (self._sets, self._scores), **self._later}.items():
            of_sets, numbers = list(map(float, scores)), sets.numbers
            found = [one + of_sets[numbers[_having(block, hiding)]] for one, block in zip(found, blocks, strict=True)]
        counts = list(map(self.worlds.deals_in, blocks))
        most = max(one for one, count in zip(found, counts, strict=True) if count)
        found = [math.exp(one - most) if count else 0.0 for one, count in zip(found, counts, strict=True)]
        total = math.fsum(map(mul, found, counts))
        return [one / total for one in found]

    def deals_of_sets(self) -> list[int]:
        """Return, for each set, the number of possible deals with exactly these traitors."""
        self.log_deals()
        found = [0] * len(self._sets.masks)
        for one in self.worlds.packed():
            found[self._set_in[one]] += self._deals_in[one]
        return found

    def log_deals(self) -> Any:
        """Return the logarithm of each set's number of deals, as `Sets.likelihoods` expects it."""
        worlds = self.worlds
        sides = (self._traitors, self._now, *self._later)
        if self._split_for != sides:
            names = worlds.roles.masks
            worlds.split_by(lambda role: tuple([bool(names[role] & hiding) for hiding in sides]))
            self._split_for = sides
        blocks = worlds.blocks
        if self._deals is not None and self._deals[0] is blocks:
            return self._deals[1]
        packed = worlds.packed()
        try:
            found = self._logarithms(packed)
        except KeyError:
            set_in, deals_in = self._set_in, self._deals_in
            for one, block in zip(packed, blocks, strict=True):
                if one not in set_in:
                    set_in[one], deals_in[one] = self._sets.numbers[self._set_of(block)], worlds.deals_in(block)
            found = self._logarithms(packed)
        self._deals = blocks, found
        return found

    def _logarithms(self, packed: Sequence[int]) -> Any:
        """Return those logarithms for packed blocks. Raises KeyError for a block not met before."""
        numbers, deals = map(self._set_in.__getitem__, packed), map(self._deals_in.__getitem__, packed)
        return self._sets.logarithms(numbers, deals, len(packed))

    def _set_of(self, block: Block) -> SeatSet:
        """Return the traitors of a block, by the seats to whom their roles were dealt."""
        return _having(block, self._traitors)

    def _as_now(self, dealt: SeatSet) -> SeatSet:
        """Return the seats that now have the roles that were dealt to these."""
        if not self.worlds.has_swaps:
            return dealt
        return seat_set(seat for seat in range(self.ruleset.players) if dealt >> self.worlds.dealt_to(seat) & 1)


def _having(block: Block, roles: int) -> SeatSet:
    """Return the seats of a block that have one of these roles."""
    found, bit = NOBODY, 1
    for mask in block:  # a plain loop: there may be very many blocks
        if mask & roles:
            found |= bit
        bit <<= 1
    return found
