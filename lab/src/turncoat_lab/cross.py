"""The table of all against all: every bot on one side against every bot on the other, ranked by the worst opponent.

One side plays as one bot and the other side as another, on the same deals for every pair. What a bot is worth is what
it wins against the opponent that suits it least; what it wins on average decides between equals.
"""

import csv
import io
import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Final, TypeAlias

import msgspec

from turncoat import bots
from turncoat.arena.arena import TIME_LIMIT, ContestError, Faults, Find, check_names
from turncoat.arena.referee import RefereedBot
from turncoat.bots.bot import Bot, RandomBot
from turncoat.kernel.chapters import Deal, OptionValue
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat
from turncoat.kernel.words import N_, composed
from turncoat.simulation.playing import BotMaker, play_numbered, sides
from turncoat.simulation.processes import ONE_PROCESS, Workers
from turncoat.simulation.simulate import SideWins
from turncoat_lab.baselines import BASELINES
from turncoat_lab.cache import ResultCache
from turncoat_lab.commands import ruleset_words

GAMES_A_PIECE: Final = 25
"""How many games of a pair a worker plays before it hands in what it has counted. It depends on nothing, so what any
workers have counted is found again, also when more games are asked for."""


class Entrant(msgspec.Struct, frozen=True):
    """A bot of the table."""

    name: str
    digest: str = ""
    """A hash of the files outside the package that it is made of: where they change, its games are played again."""


class CrossTable(msgspec.Struct, frozen=True):
    """Everything on which the games of a table depend."""

    rulesets: tuple[Ruleset, ...]
    """One for each number of players."""
    entrants: tuple[Entrant, ...]
    games: int
    """Games of each pair."""
    seed: str = "0"
    seconds: float = TIME_LIMIT
    """Seconds that a bot may think about one thing; 0: no limit."""

    @property
    def pairs(self) -> Iterator[tuple[Ruleset, dict[str, Entrant]]]:
        """Who plays whom: the bot of each side, at each number of players."""
        for ruleset in self.rulesets:
            first, second = sides(ruleset)
            for one, other in product(self.entrants, repeat=2):
                yield ruleset, {first: one, second: other}

    @property
    def all_games(self) -> int:
        """How many games are played in all."""
        return len(self.rulesets) * len(self.entrants) ** 2 * self.games


class Tally(msgspec.Struct):
    """What came of some games of a pair."""

    winners: Counter[str] = msgspec.field(default_factory=Counter)
    faults: dict[str, Faults] = msgspec.field(default_factory=dict)
    """By side what its bots did wrong; a side that did nothing wrong is left out."""

    def add(self, other: "Tally") -> None:
        """Count in what came of later games."""
        self.winners += other.winners
        for side, faults in other.faults.items():
            self.faults[side] = together(self.faults.get(side), faults)


Work: TypeAlias = Callable[[Ruleset, Mapping[str, Entrant], str, float, int, int], Tally]
"""`play_pair` with what finds the bots; a function of a module, by whose name results are kept."""


class Cell(msgspec.Struct, frozen=True):
    """A pair at a number of players, and what came of its games."""

    players: int
    bots: dict[str, str]
    """By side."""
    games: int
    wins: dict[str, SideWins]
    """By side."""
    faults: dict[str, Faults]
    """By side what its bots did wrong; a side that did nothing wrong is left out."""

    def opponent(self, side: str) -> str:
        """The bot on the other side."""
        [name] = (name for other, name in self.bots.items() if other != side)
        return name


class Place(msgspec.Struct, frozen=True):
    """A bot in a ranking: its worst cell, and the mean share of wins over all of its cells."""

    bot: str
    worst: SideWins
    players: int
    side: str
    against: str
    """Where it was worst."""
    mean: float


class Ranking(msgspec.Struct, frozen=True):
    """The bots, the best first: by the worst cell, then by the mean."""

    players: int | None
    """None: over all numbers of players."""
    side: str | None
    """None: over both sides."""
    places: list[Place]


class FaultsOfBot(msgspec.Struct, frozen=True):
    """What a bot did wrong in all of its cells, and where the first of it was."""

    faults: Faults
    players: int
    side: str
    against: str


class CrossReport(msgspec.Struct, frozen=True):
    """The whole table. It has no times: equal tables have equal reports."""

    command: str
    game: str
    modules: tuple[str, ...]
    options: dict[str, OptionValue]
    seed: str
    games: int
    """Games of each cell."""
    bots: tuple[str, ...]
    rankings: list[Ranking]
    """Of all, then of each side at each number of players."""
    cells: list[Cell]
    faults: dict[str, FaultsOfBot]
    """By bot; one that did nothing wrong is left out."""


def default_bots(game: str) -> tuple[str, ...]:
    """The bots that play where none are named: those that people choose, and every baseline, if made for the game.

    >>> import turncoat.games
    >>> {"hard", "random", "baseline:people"} <= set(default_bots("resistance"))
    True
    >>> "baseline:people" in default_bots("hail-hydra")
    False
    """
    return tuple(bot.name for bot in (*bots.for_people(), *BASELINES.values()) if bot.game in ("", game))


def cross_table(
    rulesets: Sequence[Ruleset],
    entrants: Sequence[Entrant],
    games: int,
    seed: str = "0",
    seconds: float = TIME_LIMIT,
) -> CrossTable:
    """A table of all against all. Raises ContestError when a bot is named twice or none is, and for a game that has not
    two sides."""
    check_names([entrant.name for entrant in entrants])
    for ruleset in rulesets:
        if len(sides(ruleset)) != 2:
            message = N_("a table of all against all needs two sides; those of {game} are {sides}")
            raise ContestError(composed(message, game=ruleset.game, sides=", ".join(sides(ruleset))))
    return CrossTable(tuple(rulesets), tuple(entrants), games, seed, seconds)


def play_pair(
    find: Find, ruleset: Ruleset, playing: Mapping[str, Entrant], seed: str, seconds: float, first: int, last: int
) -> Tally:
    """Play the games of these numbers, in which each side is all one bot: those that `simulate` plays of the seed."""
    side_of, tally = rulebook(ruleset.game).side_of, Tally()
    seated: list[RefereedBot] = []
    make = {side: _refereed(find(entrant.name), seconds, seated) for side, entrant in playing.items()}

    def seat_bots(deal: Deal) -> list[BotMaker]:
        return [make[side_of(role)] for role in deal.roles]

    for number in range(first, last):
        try:
            game = play_numbered(ruleset, seat_bots, seed, number)
        finally:
            for bot in seated:
                bot.close()
        assert game.result is not None  # every game ends
        tally.winners[game.result.winner] += 1
        for bot in seated:
            if bot.fault is not None:
                side, fault = side_of(game.deal.roles[bot.seat]), bot.fault
                tally.faults[side] = together(tally.faults.get(side), Faults(1, {fault.kind: 1}, number, fault))
        seated.clear()
    return tally


def _refereed(make: BotMaker, seconds: float, seated: list[RefereedBot]) -> BotMaker:
    """Bots with a referee, who are noted in `seated`. One that plays at random does nothing wrong."""
    if make is RandomBot:
        return make

    def seat(ruleset: Ruleset, seat: Seat, seed: bytes) -> Bot:
        seated.append(RefereedBot(ruleset, seat, seed, make, seconds))
        return seated[-1]

    return seat


def together(one: Faults | None, later: Faults) -> Faults:
    """Faults and those of later games."""
    if one is None:
        return later
    kinds = Counter(one.kinds) + Counter(later.kinds)
    return Faults(one.count + later.count, dict(sorted(kinds.items())), one.game, one.first)


def measure(
    given: CrossTable,
    work: Work,
    workers: Workers = ONE_PROCESS,
    results: ResultCache[Tally] | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[Cell]:
    """Play the whole table; equal tables have equal cells, whoever plays them.

    With `results`, games that were counted before are not played again.
    """
    parts = [(first, min(given.games, first + GAMES_A_PIECE)) for first in range(0, given.games, GAMES_A_PIECE)]
    pieces = [
        (ruleset, playing, given.seed, given.seconds, *part) for ruleset, playing in given.pairs for part in parts
    ]
    counted, done = workers.in_order(work, pieces, results), 0
    cells = []
    for ruleset, playing in given.pairs:
        whole = Tally()
        for (first, last), tally in zip(parts, islice(counted, len(parts)), strict=True):
            whole.add(tally)
            done += last - first
            if progress is not None:
                progress(done)
        names = {side: entrant.name for side, entrant in playing.items()}
        wins = {side: SideWins.of(whole.winners[side], given.games) for side in names}
        cells.append(Cell(ruleset.players, names, given.games, wins, whole.faults))
    return cells


def report(given: CrossTable, cells: Sequence[Cell]) -> CrossReport:
    """The table, with its rankings and the command that makes it again."""
    some = given.rulesets[0]
    named = tuple(entrant.name for entrant in given.entrants)
    rankings = [ranking(named, cells, None, None)] + [
        ranking(named, cells, ruleset.players, side) for ruleset in given.rulesets for side in sides(ruleset)
    ]
    faults = {name: found for name in named if (found := _faults(name, cells)) is not None}
    about = command(given), some.game, some.modules, dict(some.options), given.seed, given.games, named
    return CrossReport(*about, rankings, list(cells), faults)


def ranking(named: Sequence[str], cells: Sequence[Cell], players: int | None, side: str | None) -> Ranking:
    """The bots by their worst cell, then by their mean, at this number of players and on this side, or over all."""
    places = []
    for name in named:
        own = [
            (cell, on)
            for cell in cells
            for on, bot in cell.bots.items()
            if bot == name and players in (None, cell.players) and side in (None, on)
        ]
        cell, on = min(own, key=lambda one: one[0].wins[one[1]].share)
        mean = sum(cell.wins[on].share for cell, on in own) / len(own)
        places.append(Place(name, cell.wins[on], cell.players, on, cell.opponent(on), mean))
    return Ranking(players, side, sorted(places, key=lambda place: (-place.worst.share, -place.mean)))


def _faults(name: str, cells: Sequence[Cell]) -> FaultsOfBot | None:
    """What went wrong with a bot; None when nothing did."""
    found: FaultsOfBot | None = None
    for cell in cells:
        for side, faults in cell.faults.items():
            if cell.bots[side] != name:
                continue
            if found is None:
                found = FaultsOfBot(faults, cell.players, side, cell.opponent(side))
            else:
                found = msgspec.structs.replace(found, faults=together(found.faults, faults))
    return found


def command(given: CrossTable) -> str:
    """The command that makes the same table at any time: it names the bots, which may have successors one day."""
    named = io.StringIO()
    csv.writer(named, lineterminator="").writerow([entrant.name for entrant in given.entrants])
    some, players = given.rulesets[0], [ruleset.players for ruleset in given.rulesets]
    words = ["turncoat", "lab", "cross", *ruleset_words(some.game, players, some.modules, dict(some.options))]
    words += ["--bots", named.getvalue(), "--games", str(given.games), "--seed", given.seed]
    if given.seconds != TIME_LIMIT:
        words += ["--time-limit", f"{given.seconds:g}"]
    return shlex.join(words)
