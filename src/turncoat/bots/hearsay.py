"""Evidence from what others say: weak, and bounded however much they say."""

from collections.abc import Iterable
from itertools import groupby
from math import exp, log
from typing import Final

from turncoat.bots.odds import Odds
from turncoat.bots.reasons import Opinion
from turncoat.bots.remarks import Remark
from turncoat.kernel.seats import Seat, SeatSet

BELIEVED: Final = 1.15
"""Factor by which a set of traitors gains if it fits a statement and has the speaker loyal."""
MOST: Final = 2.0
"""Largest factor by which all statements together change the odds between two sets of traitors."""


class Hearsay:
    """Latest opinion of each player about each seat, as evidence.

    A loyal speaker is somewhat more likely to be right than wrong, and a traitor's words carry no information. All
    speakers count equally, each by the mean of their latest opinions.

    >>> hearsay = Hearsay(0)
    >>> hearsay.hear([(1, Remark("suspect", 2))])
    >>> odds = hearsay.weighed(Odds(3, [(0b010, 0.5), (0b100, 0.5)]))
    >>> [round(chance, 3) for chance in odds.suspicion]
    [0.0, 0.465, 0.535]
    """

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._said: dict[tuple[Seat, Seat], Opinion] = {}
        self._likelihoods: dict[SeatSet, float] = {}
        """Likelihoods cached until the next statement."""

    def hear(self, said: Iterable[tuple[Seat, Remark]]) -> None:
        """Record statements. Those about the speaker or by the bot itself are ignored."""
        self._likelihoods.clear()
        for speaker, remark in said:
            if remark.about is None or remark.opinion is None:
                continue
            if speaker not in (self._seat, remark.about):
                self._said[speaker, remark.about] = remark.opinion

    def weighed(self, odds: Odds) -> Odds:
        """Return the odds updated by what was said."""
        if not self._said:
            return odds
        known = self._likelihoods
        sets = [
            (traitors, chance * (known.get(traitors) or self._likelihood(traitors))) for traitors, chance in odds.sets
        ]
        total = sum([weight for _, weight in sets])
        return Odds(odds.players, [(traitors, weight / total) for traitors, weight in sets])

    def _likelihood(self, traitors: SeatSet) -> float:
        """Return the relative likelihood of all statements if these are the traitors."""
        score = 0.0
        for speaker, said in groupby(sorted(self._said.items()), key=lambda one: one[0][0]):
            if not traitors >> speaker & 1:
                right = [1 if (traitors >> about & 1) == (opinion == "suspect") else -1 for (_, about), opinion in said]
                score += sum(right) / len(right)
        most = log(MOST) / 2
        found = self._likelihoods[traitors] = exp(max(-most, min(most, score * log(BELIEVED))))
        return found
