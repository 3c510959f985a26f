"""A match: a bot that is to be exploited on one side of the table, and who plays against it on the other."""

from collections.abc import Callable, Sequence

import msgspec

from turncoat.extensions import find_bot
from turncoat.kernel.chapters import Deal
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.simulation.playing import BotMaker, play_numbered
from turncoat.simulation.processes import ONE_PROCESS, Workers

PIECES = 4
"""Into how many pieces the games of one player are cut, for workers to share."""


class Match(msgspec.Struct, frozen=True):
    """Who is to be exploited, and from which side of the table."""

    ruleset: Ruleset
    against: str
    """The bot that is to be exploited."""
    side: str
    """The side of the response; the bot has all the others."""


class Response(msgspec.Struct, frozen=True):
    """Play that was trained, as it is written down."""

    def maker(self, itself: BotMaker) -> BotMaker:
        """What makes the bots that play so; `itself` makes the one that is exploited."""
        raise NotImplementedError


class Training:
    """Games to train in: so many, on deals that nothing is judged on."""

    def __init__(
        self,
        match: Match,
        budget: int,
        seed: str,
        workers: Workers = ONE_PROCESS,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        self.match = match
        self.budget = budget
        """How many games may be played."""
        self.seed = f"{seed}/trained"
        self.workers = workers
        self.played = 0
        """How many were."""
        self._progress = progress

    def wins(self, responses: Sequence[Response], games: int, number: int) -> tuple[int, ...]:
        """How many games each wins, all on the same new deals: those of a round of that number."""
        found = wins_of_all(self.match, responses, games, f"{self.seed}/{number}", self.workers)
        self.count(games * len(responses))
        return found

    def count(self, games: int) -> None:
        """Note that so many games were played."""
        self.played += games
        if self._progress is not None:
            self._progress(self.played)


def wins_of_all(
    match: Match, players: Sequence[Response | None], games: int, seed: str, workers: Workers
) -> tuple[int, ...]:
    """How many of the same games each player wins; None is the bot itself."""
    parts = pieces(games)
    each = workers.in_order(count_wins, [(match, player, seed, *part) for player in players for part in parts])
    counted = list(each)
    return tuple(sum(counted[index * len(parts) :][: len(parts)]) for index in range(len(players)))


def pieces(games: int) -> list[tuple[int, int]]:
    """The numbers of the games, cut into pieces: the first of each, and the one after the last.

    >>> pieces(10)
    [(0, 3), (3, 6), (6, 9), (9, 10)]
    """
    step = max(1, -(-games // PIECES))
    return [(first, min(games, first + step)) for first in range(0, games, step)]


def count_wins(match: Match, player: Response | None, seed: str, first: int, last: int) -> int:
    """How many of the games of these numbers the player wins."""
    itself = find_bot(match.against)
    own = itself if player is None else player.maker(itself)
    return sum(play(match, own, seed, number) for number in range(first, last))


def play(match: Match, own: BotMaker, seed: str, number: int) -> bool:
    """Play the game of that number; whether the side of the response wins."""
    side_of, other = rulebook(match.ruleset.game).side_of, find_bot(match.against)

    def seat_bots(deal: Deal) -> list[BotMaker]:
        return [own if side_of(role) == match.side else other for role in deal.roles]

    result = play_numbered(match.ruleset, seat_bots, seed, number).result
    return result is not None and result.winner == match.side
