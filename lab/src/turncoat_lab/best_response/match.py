"""A match: the bot to exploit on one side of the table, and its opponent on the other."""

from collections.abc import Callable, Sequence

import msgspec

from turncoat.extensions import find_bot
from turncoat.kernel.chapters import Deal
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.simulation.playing import BotMaker, play_numbered
from turncoat.simulation.processes import ONE_PROCESS, Workers

PIECES = 4
"""Number of pieces that the games of one player are split into, for workers to share."""


class Match(msgspec.Struct, frozen=True):
    """The bot to exploit, and the side of the table from which it is exploited."""

    ruleset: Ruleset
    against: str
    """The bot to exploit."""
    side: str
    """The side of the response. The bot plays all the others."""


class Response(msgspec.Struct, frozen=True):
    """A trained way to play, in serializable form."""

    def maker(self, itself: BotMaker) -> BotMaker:
        """Return the maker of the bots that play it. `itself` makes the bot that is exploited."""
        raise NotImplementedError


class Training:
    """Games to train in, up to a budget, on deals that are never used for judging."""

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
        """Maximum number of games."""
        self.seed = f"{seed}/trained"
        self.workers = workers
        self.played = 0
        """Games played so far."""
        self._progress = progress

    def wins(self, responses: Sequence[Response], games: int, number: int) -> tuple[int, ...]:
        """Return the number of games that each response wins, all on the same deals of the round `number`."""
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
    """Return the number of these games that each player wins. The player None is the bot itself."""
    parts = pieces(games)
    each = workers.map(count_wins, [(match, player, seed, *part) for player in players for part in parts])
    counted = list(each)
    return tuple(sum(counted[index * len(parts) :][: len(parts)]) for index in range(len(players)))


def pieces(games: int) -> list[tuple[int, int]]:
    """Split the games into pieces of the first number and the one after the last.

    >>> pieces(10)
    [(0, 3), (3, 6), (6, 9), (9, 10)]
    """
    step = max(1, -(-games // PIECES))
    return [(first, min(games, first + step)) for first in range(0, games, step)]


def count_wins(match: Match, player: Response | None, seed: str, first: int, last: int) -> int:
    """Count the wins of the player in the games with these numbers."""
    itself = find_bot(match.against)
    own = itself if player is None else player.maker(itself)
    return sum(play(match, own, seed, number) for number in range(first, last))


def play(match: Match, own: BotMaker, seed: str, number: int) -> bool:
    """Play the game with that number and return whether the side of the response wins."""
    side_of, other = rulebook(match.ruleset.game).side_of, find_bot(match.against)

    def seat_bots(deal: Deal) -> list[BotMaker]:
        return [own if side_of(role) == match.side else other for role in deal.roles]

    result = play_numbered(match.ruleset, seat_bots, seed, number).result
    return result is not None and result.winner == match.side
