"""Deals with their chances: the cards of a deal one by one, each with its probability.

The rules deal as they always do (`deal_of`). The draws that they are given follow a script, and stop the dealing where
the script ends: that is the next draw. So no rule is written twice, and third-party rules need nothing more.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Final, TypeVar

from turncoat.kernel.chapters import Deal
from turncoat.kernel.draws import Draws
from turncoat.kernel.rulesets import Ruleset, deal_of

T = TypeVar("T")

_NONE: Final[Mapping[int, float]] = {}
"""The outcomes that a complete deal can still have."""
SEED_BYTES: Final = 4
"""Length of the seed of a sampled deal."""
_BYTES: Final[Mapping[int, float]] = dict.fromkeys(range(256), 1 / 256)


class ChanceDeal:
    """A deal that chance draws one outcome at a time. Immutable.

    A shuffle is drawn card by card, and equal cards are one outcome. An outcome is numbered by its card's place among
    the different cards of the shuffle, or is the number that was drawn. Draws with one possible outcome are skipped.

    >>> import turncoat.games
    >>> deal = ChanceDeal(Ruleset.of("resistance", 5))
    >>> {deal.name(outcome): chance for outcome, chance in deal.chances.items()}
    {'spy': 0.4, 'resistance': 0.6}
    >>> while deal.deal is None:
    ...     deal = deal.after(min(deal.chances))
    >>> deal.deal.roles, deal.deal.first
    (('spy', 'spy', 'resistance', 'resistance', 'resistance'), 0)
    """

    __slots__ = ("_drawn", "_kinds", "_left", "_taken", "chances", "deal", "outcomes", "ruleset")

    deal: Deal | None
    """The deal, once it is complete."""
    chances: Mapping[int, float]
    """The probability of each possible outcome. Empty once the deal is complete."""
    _drawn: tuple[Any, ...]
    """Results of the draws so far."""
    _kinds: tuple[Any, ...]
    """The different cards of the shuffle under way."""
    _taken: tuple[Any, ...]
    """Its cards so far."""
    _left: Counter[Any] | None
    """Its other cards. None while a number is drawn."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.outcomes: tuple[int, ...] = ()
        """The outcomes so far."""
        self._deal_on(())

    def after(self, outcome: int) -> "ChanceDeal":
        """Return the deal after one more outcome. Raises ValueError, naming what is possible, for any other number."""
        if type(outcome) is not int or outcome not in self.chances:
            raise ValueError(
                f"{outcome!r} is not possible here; possible: {', '.join(map(str, self.chances)) or 'none'}"
            )
        then: ChanceDeal = object.__new__(ChanceDeal)
        then.ruleset, then.outcomes = self.ruleset, (*self.outcomes, outcome)
        kinds, left = self._kinds, self._left
        if left is None:
            then._deal_on((*self._drawn, outcome))
            return then
        card = kinds[outcome]
        taken, left = (*self._taken, card), left - Counter((card,))
        if len(left) < 2:
            then._deal_on((*self._drawn, (*taken, *left.elements())))
        else:
            then._drawn, then._taken, then.deal = self._drawn, taken, None
            then._set_cards(kinds, left)
        return then

    def name(self, outcome: int) -> str:
        """Return a possible outcome in words: its card, or its number."""
        return str(outcome if self._left is None else self._kinds[outcome])

    def _deal_on(self, drawn: tuple[Any, ...]) -> None:
        """Deal with these results of draws, up to the next draw or to the end."""
        self._drawn, self._taken, self._kinds, self._left = drawn, (), (), None
        self.deal, self.chances = None, _NONE
        try:
            self.deal = deal_of(self.ruleset, _Script(drawn))
        except _NextDraw as next_draw:
            if next_draw.cards:
                self._set_cards(tuple(dict.fromkeys(next_draw.cards)), Counter(next_draw.cards))
            else:
                self.chances = dict.fromkeys(range(next_draw.bound), 1 / next_draw.bound)

    def _set_cards(self, kinds: tuple[Any, ...], left: Counter[Any]) -> None:
        self._kinds, self._left = kinds, left
        total = left.total()
        self.chances = {number: left[card] / total for number, card in enumerate(kinds) if left[card]}


class SampledDeal:
    """A deal for which chance draws a seed, byte by byte: a few outcomes instead of one for each card. Immutable.

    All seeds are equally likely, so a deal is as likely as it is among the deals of all these seeds.

    >>> import turncoat.games
    >>> deal = SampledDeal(Ruleset.of("resistance", 5))
    >>> while deal.deal is None:
    ...     deal = deal.after(7)
    >>> deal.deal == deal.ruleset.deal(bytes([7, 7, 7, 7]))
    True
    """

    __slots__ = ("chances", "deal", "outcomes", "ruleset")

    def __init__(self, ruleset: Ruleset, outcomes: tuple[int, ...] = ()) -> None:
        self.ruleset = ruleset
        self.outcomes = outcomes
        """The bytes so far."""
        is_complete = len(outcomes) == SEED_BYTES
        self.deal: Deal | None = ruleset.deal(bytes(outcomes)) if is_complete else None
        """The deal, once it is complete."""
        self.chances: Mapping[int, float] = _NONE if is_complete else _BYTES
        """The probability of each possible outcome. Empty once the deal is complete."""

    def after(self, outcome: int) -> "SampledDeal":
        """Return the deal after one more outcome. Raises ValueError for anything but a byte."""
        if type(outcome) is not int or outcome not in self.chances:
            raise ValueError(f"{outcome!r} is not possible here; possible: {'0 to 255' if self.chances else 'none'}")
        return SampledDeal(self.ruleset, (*self.outcomes, outcome))

    def name(self, outcome: int) -> str:
        """Return an outcome in words: its number."""
        return str(outcome)


def most_outcomes(deal: ChanceDeal | SampledDeal) -> int:
    """Return a number above every outcome that the deal can still have.

    >>> import turncoat.games
    >>> most_outcomes(ChanceDeal(Ruleset.of("resistance", 7)))
    7
    """
    most = 0
    while deal.deal is None:
        most = max(most, *[outcome + 1 for outcome in deal.chances])
        deal = deal.after(min(deal.chances))
    return most


class _NextDraw(Exception):
    """Raised at the first draw that the script does not have."""

    def __init__(self, bound: int = 0, cards: tuple[Hashable, ...] = ()) -> None:
        super().__init__(bound, cards)
        self.bound = bound
        self.cards = cards


class _Script(Draws):
    """Draws with given results."""

    __slots__ = ("_results",)

    def __init__(self, results: Sequence[Any]) -> None:
        super().__init__(b"")
        self._results = iter(results)

    def below(self, bound: int) -> int:
        if not 1 <= bound <= 256:
            raise ValueError(f"a draw is below 1 to 256, not {bound}")
        if bound == 1:
            return 0
        for result in self._results:
            return int(result)
        raise _NextDraw(bound=bound)

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        cards = tuple(items)
        if len(set(cards)) < 2:
            return cards
        for result in self._results:
            return tuple(result)
        raise _NextDraw(cards=cards)
