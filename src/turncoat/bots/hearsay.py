"""What a bot concludes from what others say: weak evidence, and bounded, however much they say."""

from collections.abc import Iterable
from itertools import groupby
from math import exp, log
from typing import Final

from turncoat.bots.odds import Odds
from turncoat.bots.reasons import Opinion
from turncoat.bots.remarks import Remark
from turncoat.kernel.seats import Seat, SeatSet

BELIEVED: Final = 1.15
"""By which factor a set of traitors gains that fits what a speaker says, if it has that speaker loyal."""
MOST: Final = 2.0
"""All that was said changes the odds between two sets of traitors by this factor at most."""


class Hearsay:
    """What the others at the table said last of each seat.

    A loyal speaker is somewhat likelier to be right than wrong; what a traitor says tells nothing. Each speaker counts
    as much as any other: the mean of what they said last of each seat.

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
        """What was worked out since something was said."""

    def hear(self, said: Iterable[tuple[Seat, Remark]]) -> None:
        """Take in who said what. What was said on the bot's own seat is not new to it."""
        self._likelihoods.clear()
        for speaker, remark in said:
            if remark.about is None or remark.opinion is None:
                continue
            if speaker not in (self._seat, remark.about):
                self._said[speaker, remark.about] = remark.opinion

    def weighed(self, odds: Odds) -> Odds:
        """The odds with what was said."""
        if not self._said:
            return odds
        known = self._likelihoods
        sets = [
            (traitors, chance * (known.get(traitors) or self._likelihood(traitors))) for traitors, chance in odds.sets
        ]
        total = sum([weight for _, weight in sets])
        return Odds(odds.players, [(traitors, weight / total) for traitors, weight in sets])

    def _likelihood(self, traitors: SeatSet) -> float:
        """How likely what was said is if these are the traitors, compared with other sets."""
        score = 0.0
        for speaker, said in groupby(sorted(self._said.items()), key=lambda one: one[0][0]):
            if not traitors >> speaker & 1:
                right = [1 if (traitors >> about & 1) == (opinion == "suspect") else -1 for (_, about), opinion in said]
                score += sum(right) / len(right)
        most = log(MOST) / 2
        found = self._likelihoods[traitors] = exp(max(-most, min(most, score * log(BELIEVED))))
        return found
