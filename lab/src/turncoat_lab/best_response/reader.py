"""The family `reader`: loyal seats that also read two acts of traitors (`baselines.reader`).

The evidence in these acts is measured in the bot's own games.
"""

from turncoat.bots.levels import Hard, Level
from turncoat.simulation.playing import BotMaker, play_numbered, seating, traitors_of
from turncoat_lab.baselines.reader import Rates, reader_of
from turncoat_lab.best_response.match import Match, Response, Training, pieces
from turncoat_lab.tells.known import AGAINST_OWN_TEAM, FELLOWS_ON_THE_FIRST, BySide, Share, count


class Reading(Response, frozen=True):
    """The bot itself (`hard` if it is not a level), reading the two acts by these rates."""

    rates: Rates

    def maker(self, itself: BotMaker) -> BotMaker:
        level = itself if isinstance(itself, type) and issubclass(itself, Level) else Hard
        return reader_of(level, self.rates)


def counted(match: Match, seed: str, first: int, last: int) -> dict[str, BySide]:
    """Count the acts in the games with these numbers, with the bot on every seat."""
    seat_bots, found = seating(match.ruleset, [match.against]), dict[str, BySide]()
    for number in range(first, last):
        game = play_numbered(match.ruleset, seat_bots, seed, number)
        count(found, game, traitors_of(game))
    return found


def train(training: Training) -> Reading:
    """Return the bot's rates, counted in as many games as the budget allows."""
    found: dict[str, BySide] = {}
    work = [(training.match, training.seed, *piece) for piece in pieces(training.budget)]
    for some in training.workers.map(counted, work):
        for name, by_side in some.items():
            found.setdefault(name, BySide()).add(by_side)
    training.count(training.budget)
    return Reading(rates_of(found))


def rates_of(found: dict[str, BySide]) -> Rates:
    """Return the rates of acts that were counted.

    >>> rates_of({AGAINST_OWN_TEAM: BySide(Share(24, 98), Share(1, 98)), FELLOWS_ON_THE_FIRST: BySide()})
    Rates(traitors_reject=0.25, loyal_reject=0.02, fellows=1.0)
    """
    ballots, fellows = (found.get(name, BySide()) for name in (AGAINST_OWN_TEAM, FELLOWS_ON_THE_FIRST))
    often, by_chance = (_share(one) for one in (fellows.traitors, fellows.loyal))
    odds = often / (1 - often) / (by_chance / (1 - by_chance))
    return Rates(_share(ballots.traitors), _share(ballots.loyal), odds)


def _share(share: Share) -> float:
    """Return the share, smoothed by one more time each of the act and its opposite."""
    return (share.did + 1) / (share.of + 2)
