"""The arena: comparison of bots over many games at mixed tables.

Games come in blocks. From one game of a block to the next, every role passes to the next bot, so that each bot has each
role exactly once per block. Who plays with whom is redrawn for every block, and the deal for every game, so a bot that
remembers the last game cannot infer the roles of this one. Differences between the results of bots are therefore due to
their play and to chance alone.

A fault forfeits: the seat of the bot that made it has lost, whoever wins the game. The game is rated as a loss of that
bot to the opponents without a fault, and does not count for its partners' ratings.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Final, TypeAlias

import msgspec

from turncoat.arena.rating import RatedGame, Rating, rate
from turncoat.arena.referee import Fault, RefereedBot
from turncoat.kernel.chapters import OptionValue
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat
from turncoat.kernel.words import N_, composed
from turncoat.simulation.intervals import wilson
from turncoat.simulation.playing import BotMaker, play_game, sides
from turncoat.simulation.processes import ONE_PROCESS, Workers
from turncoat.simulation.seeds import bot_seed

PIECES: Final = 100
"""Number of pieces that the blocks are split into, unless there are many. It does not depend on the workers."""
MAX_BLOCKS_A_PIECE: Final = 8
DRAW_VERSION: Final = b"2"
"""Version of the random draws of contests. Changing it makes an interrupted contest replay its games."""
TIME_LIMIT: Final = 5.0
"""Default limit in seconds on a bot's thinking time per question."""

Find: TypeAlias = Callable[[str], BotMaker]
"""Function that returns the maker of the bots of a name, such as `turncoat.bots.find`.

It must be a function of a module, so that it can be pickled.
"""


class Contest(msgspec.Struct, frozen=True):
    """The parameters that determine the games of an arena."""

    ruleset: Ruleset
    bots: tuple[str, ...]
    games: int
    seed: str = "0"
    seconds: float = TIME_LIMIT
    """Limit in seconds on a bot's thinking time per question. 0 means no limit."""

    @property
    def blocks(self) -> range:
        """Numbers of the blocks. The last one may be cut short, so that the number of games is exact."""
        return range(-(-self.games // len(self.bots)))


class GameOutcome(msgspec.Struct, frozen=True, array_like=True):
    """The result of one game. Where a bot made a fault, `sensible` has played on for it."""

    block: int
    bots: tuple[int, ...]
    """Index of the bot at each seat."""
    sides: tuple[str, ...]
    """Side of each seat, as dealt."""
    winner: str
    faults: tuple[Fault, ...] = ()

    @property
    def at_fault(self) -> set[Seat]:
        """Seats whose bot made a fault, and so has lost."""
        return {fault.seat for fault in self.faults}


class BotWins(msgspec.Struct, frozen=True):
    """Wins of a bot on a side. Every seat that it held counts as a game.

    A seat whose bot made a fault has lost. The 95% interval allows for seats that win together, and for the games of a
    block, which share their partners.
    """

    games: int
    wins: int
    share: float
    low: float
    high: float


class Faults(msgspec.Struct, frozen=True):
    """Faults of a bot: how many of each kind, and the first one with its game's number."""

    count: int
    kinds: dict[str, int]
    game: int
    first: Fault


class ArenaReport(msgspec.Struct, frozen=True):
    """The games and results of an arena. It holds no times, so that equal contests have equal reports."""

    game: str
    players: int
    modules: tuple[str, ...]
    options: dict[str, OptionValue]
    seed: str
    games: int
    wins: dict[str, int]
    """Games won by each side. `sensible` has played on after a fault."""
    bots: dict[str, dict[str, BotWins]]
    """Wins by bot and side."""
    ratings: dict[str, Rating]
    faults: dict[str, Faults]


class ContestError(ValueError):
    """Error for bots that cannot be compared at this table. The message says how to fix it."""


def contest(ruleset: Ruleset, bots: Sequence[str], games: int, seed: str = "0", seconds: float = TIME_LIMIT) -> Contest:
    """Return a contest. Raises ContestError if a bot is named twice or none is."""
    check_names(bots)
    return Contest(ruleset, tuple(bots), games, seed, seconds)


def check_names(bots: Sequence[str]) -> None:
    """Raise ContestError if a bot is named twice or none is."""
    if not bots or not all(bots):
        raise ContestError(N_("name the bots to compare, separated by commas"))
    twice = next((name for name in bots if bots.count(name) > 1), None)
    if twice is not None:
        raise ContestError(composed(N_("name each bot once; {name} is named twice"), name=repr(twice)))


def play(
    given: Contest,
    find: Find,
    workers: Workers = ONE_PROCESS,
    done: Iterable[GameOutcome] = (),
    keep: Callable[[list[GameOutcome]], None] | None = None,
) -> list[GameOutcome]:
    """Play the games that are not done yet, and return all games in order.

    `keep` receives games as they are played, in whole blocks.
    """
    games = list(done)
    there = {game.block for game in games}
    left = [block for block in given.blocks if block not in there]
    step = max(1, min(MAX_BLOCKS_A_PIECE, len(left) // PIECES))
    pieces = [(left[first : first + step],) for first in range(0, len(left), step)]
    for played in workers.map(partial(play_blocks, given, find), pieces):
        games += played
        if keep is not None:
            keep(played)
    return sorted(games, key=lambda game: game.block)  # a stable sort: the games of a block stay in order of play


def play_blocks(given: Contest, find: Find, blocks: Sequence[int]) -> list[GameOutcome]:
    """Play the games of these blocks."""
    return [game for block in blocks for game in _play_block(given, find, block)]


def _play_block(given: Contest, find: Find, block: int) -> Iterator[GameOutcome]:
    ruleset, count = given.ruleset, len(given.bots)
    book = rulebook(ruleset.game)
    first = shared_out(ruleset.players, count, Random(f"{given.seed}/{block}/roles"))
    for turn in range(min(count, given.games - block * count)):
        stem = f"{given.seed}/{block}/{turn}/"
        deal, rng = ruleset.deal(f"{stem}deal".encode()), Random(f"{stem}seats")
        seats = sorted(range(ruleset.players), key=lambda seat: (deal.roles[seat], rng.random()))
        kind_at = {seat: (kind + turn) % count for seat, kind in zip(seats, first, strict=True)}
        kinds = tuple(kind_at[seat] for seat in range(ruleset.players))
        bots = [
            RefereedBot(ruleset, seat, bot_seed(given.seed, block, turn, seat), find(given.bots[kind]), given.seconds)
            for seat, kind in enumerate(kinds)
        ]
        for bot in bots:
            bot.share(bot_seed(given.seed, block, turn).hex())
        try:
            game = play_game(ruleset, deal, bots, Random(f"{stem}chance"))
        finally:
            for bot in bots:
                bot.close()
        assert game.result is not None  # every game ends
        faults = tuple(bot.fault for bot in bots if bot.fault is not None)
        side_at = tuple(book.side_of(role, game.board) for role in deal.roles)
        yield GameOutcome(block, kinds, side_at, game.result.winner, faults)


def shared_out(roles: int, bots: int, rng: Random) -> tuple[int, ...]:
    """Return the bot that starts with each role, sharing roles out as evenly as possible.

    >>> sorted(shared_out(5, 2, Random(1)))
    [0, 0, 1, 1, 1]
    """
    order = list(range(bots))
    rng.shuffle(order)
    shared = [order[role % bots] for role in range(roles)]
    rng.shuffle(shared)
    return tuple(shared)


def report(given: Contest, games: Sequence[GameOutcome]) -> ArenaReport:
    """Return the results of the games."""
    known = sides(given.ruleset)
    winners = dict.fromkeys(known, 0)
    for game in games:
        winners[game.winner] = winners.get(game.winner, 0) + 1
    rated = [result for game in games for result in _rated(given, game, known)]
    ruleset = given.ruleset
    return ArenaReport(
        ruleset.game,
        ruleset.players,
        ruleset.modules,
        dict(ruleset.options),
        given.seed,
        len(games),
        winners,
        {name: {side: _wins(games, number, side) for side in known} for number, name in enumerate(given.bots)},
        rate(rated, given.bots, known),
        {name: faults for number, name in enumerate(given.bots) if (faults := _faults(games, number)) is not None},
    )


def _rated(given: Contest, game: GameOutcome, known: Sequence[str]) -> Iterator[RatedGame]:
    """Yield a game as it is rated: once, or for each side with a fault as a loss of those who made one."""
    all_seats, at_fault = set(range(len(game.bots))), game.at_fault
    if not at_fault:
        if game.winner in known:
            yield RatedGame(game.block, {side: _shares(given, game, side, all_seats) for side in known}, game.winner)
        return
    for side in known:
        losers = _shares(given, game, side, at_fault)
        if losers:
            others = {other: _shares(given, game, other, all_seats - at_fault) for other in known if other != side}
            winner = game.winner if game.winner in others else next(iter(others))
            yield RatedGame(game.block, {side: losers, **others}, winner)


def _shares(given: Contest, game: GameOutcome, side: str, seats: Collection[Seat]) -> dict[str, float]:
    """Return the share of a side's seats among `seats` that each bot held."""
    held = [given.bots[game.bots[seat]] for seat in sorted(seats) if game.sides[seat] == side]
    return {bot: held.count(bot) / len(held) for bot in dict.fromkeys(held)}


def _wins(games: Sequence[GameOutcome], bot: int, side: str) -> BotWins:
    by_block: dict[int, tuple[int, int]] = {}
    for game in games:
        seats = {seat for seat, who in enumerate(game.bots) if who == bot and game.sides[seat] == side}
        held, won = by_block.get(game.block, (0, 0))
        winners = seats - game.at_fault if game.winner == side else ()
        by_block[game.block] = held + len(seats), won + len(winners)
    counts = [counted for counted in by_block.values() if counted[0]]
    held, won = sum(held for held, _ in counts), sum(won for _, won in counts)
    return BotWins(held, won, won / held if held else 0.0, *interval(counts))


def interval(counts: Sequence[tuple[int, int]]) -> tuple[float, float]:
    """Return the 95% interval of a proportion counted in clusters, each given as trials and hits.

    It is Wilson's interval for the number of independent trials with the variance that the clusters show, but no more
    trials than there were. If the clusters show no variance, since all trials were hits or none was, each counts as
    one.

    >>> interval([(1, 1), (1, 0)] * 50) == wilson(50, 100)
    True
    >>> low, high = interval([(4, 4), (4, 0)] * 50)  # four that always come alike are one
    >>> high - low > 1.9 * (wilson(200, 400)[1] - wilson(200, 400)[0])
    True
    """
    trials, hits = sum(count for count, _ in counts), sum(hit for _, hit in counts)
    if not trials:
        return wilson(0, 0)
    share, clusters = hits / trials, len(counts)
    spread = sum((hit - share * count) ** 2 for count, hit in counts)
    if not spread or clusters < 2:
        independent = float(clusters)
    else:
        variance = spread / trials**2
        independent = min(float(trials), share * (1 - share) / variance)
    return wilson(share * independent, independent)


def _faults(games: Sequence[GameOutcome], bot: int) -> Faults | None:
    """Return the faults of a bot, or None if it had none."""
    found = [
        (number, fault) for number, game in enumerate(games) for fault in game.faults if game.bots[fault.seat] == bot
    ]
    if not found:
        return None
    kinds = [fault.kind for _, fault in found]
    return Faults(len(found), {kind: kinds.count(kind) for kind in dict.fromkeys(sorted(kinds))}, *found[0])
