"""The cross table: every bot on one side against every bot on the other, ranked by the worst opponent.

All seats of one side play as one bot, and those of the other side as another, on the same deals for every pair. A bot's
worth is its share of wins against its worst opponent. The mean breaks ties. A side that makes a fault loses the game.
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
"""Games of a pair that a worker plays before it returns a tally. The size is fixed, so cached tallies are valid for any
number of workers, and for any number of games."""


class Entrant(msgspec.Struct, frozen=True):
    """A bot of the table."""

    name: str
    digest: str = ""
    """Hash of the files outside the package that the bot is made of. When they change, its games are played again."""


class CrossTable(msgspec.Struct, frozen=True):
    """Everything that determines the games of a table."""

    rulesets: tuple[Ruleset, ...]
    """One ruleset for each player count."""
    entrants: tuple[Entrant, ...]
    games: int
    """Games of each pair."""
    seed: str = "0"
    seconds: float = TIME_LIMIT
    """Seconds that a bot may think about one decision, or 0 for no limit."""

    @property
    def pairs(self) -> Iterator[tuple[Ruleset, dict[str, Entrant]]]:
        """The pairs of bots by side, for each ruleset."""
        for ruleset in self.rulesets:
            first, second = sides(ruleset)
            for one, other in product(self.entrants, repeat=2):
                yield ruleset, {first: one, second: other}

    @property
    def all_games(self) -> int:
        """Total number of games."""
        return len(self.rulesets) * len(self.entrants) ** 2 * self.games


class Tally(msgspec.Struct):
    """Results of a number of games of a pair."""

    winners: Counter[str] = msgspec.field(default_factory=Counter)
    """Games won by each side. A game in which both sides made a fault is won by neither."""
    faults: dict[str, Faults] = msgspec.field(default_factory=dict)
    """Faults of the bots by side. A side without faults is left out."""

    def add(self, other: "Tally") -> None:
        """Add the results of later games."""
        self.winners += other.winners
        for side, faults in other.faults.items():
            self.faults[side] = together(self.faults.get(side), faults)


Work: TypeAlias = Callable[[Ruleset, Mapping[str, Entrant], str, float, int, int], Tally]
"""Type of `play_pair` with its finder bound. It is a module's function, since results are cached by its name."""


class Cell(msgspec.Struct, frozen=True):
    """A pair of bots at a player count, with the results of its games."""

    players: int
    bots: dict[str, str]
    """Bot of each side."""
    games: int
    wins: dict[str, SideWins]
    """Wins of each side."""
    faults: dict[str, Faults]
    """Faults of the bots by side. A side without faults is left out."""

    def opponent(self, side: str) -> str:
        """Return the bot on the other side."""
        [name] = (name for other, name in self.bots.items() if other != side)
        return name


class Place(msgspec.Struct, frozen=True):
    """A bot in a ranking: its worst cell, and its mean share of wins over all of its cells."""

    bot: str
    worst: SideWins
    players: int
    side: str
    against: str
    """The opponent in the worst cell."""
    mean: float


class Ranking(msgspec.Struct, frozen=True):
    """The bots from best to worst, by their worst cell, then by the mean."""

    players: int | None
    """Player count of the ranking, or None for all."""
    side: str | None
    """Side of the ranking, or None for both."""
    places: list[Place]


class FaultsOfBot(msgspec.Struct, frozen=True):
    """Faults of a bot in all of its cells, and the cell of the first."""

    faults: Faults
    players: int
    side: str
    against: str


class CrossReport(msgspec.Struct, frozen=True):
    """The whole table. Without timings, so equal tables have equal reports."""

    command: str
    game: str
    modules: tuple[str, ...]
    options: dict[str, OptionValue]
    seed: str
    games: int
    """Games of each cell."""
    bots: tuple[str, ...]
    rankings: list[Ranking]
    """The overall ranking, then one for each side at each player count."""
    cells: list[Cell]
    faults: dict[str, FaultsOfBot]
    """Faults of each bot. A bot without faults is left out."""


def default_bots(game: str) -> tuple[str, ...]:
    """Return the default bots of a game: those that people can choose and every baseline, if made for the game.

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
    """Return the table of these bots and rulesets.

    Raises ContestError when a bot is named twice, when none is named, and for a game that does not have two sides.
    """
    check_names([entrant.name for entrant in entrants])
    for ruleset in rulesets:
        if len(sides(ruleset)) != 2:
            message = N_("a table of all against all needs two sides, and {game} has {sides}")
            raise ContestError(composed(message, game=ruleset.game, sides=", ".join(sides(ruleset))))
    return CrossTable(tuple(rulesets), tuple(entrants), games, seed, seconds)


def play_pair(
    find: Find, ruleset: Ruleset, playing: Mapping[str, Entrant], seed: str, seconds: float, first: int, last: int
) -> Tally:
    """Play the games with these numbers, one bot per side, from the same deals as `simulate` with the seed."""
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
        at_fault = set()
        for bot in seated:
            if bot.fault is not None:
                side, fault = side_of(game.deal.roles[bot.seat]), bot.fault
                at_fault.add(side)
                tally.faults[side] = together(tally.faults.get(side), Faults(1, {fault.kind: 1}, number, fault))
        winners = set(playing) - at_fault if at_fault else {game.result.winner}
        tally.winners.update(winners)
        seated.clear()
    return tally


def _refereed(make: BotMaker, seconds: float, seated: list[RefereedBot]) -> BotMaker:
    """Wrap a maker so that its bots play under a referee and are added to `seated`. A random bot has no faults."""
    if make is RandomBot:
        return make

    def seat(ruleset: Ruleset, seat: Seat, seed: bytes) -> Bot:
        seated.append(RefereedBot(ruleset, seat, seed, make, seconds))
        return seated[-1]

    return seat


def together(one: Faults | None, later: Faults) -> Faults:
    """Combine faults with those of later games."""
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
    """Play the whole table. Equal tables have equal cells, whatever workers play them.

    With `results`, cached games are reused.
    """
    parts = [(first, min(given.games, first + GAMES_A_PIECE)) for first in range(0, given.games, GAMES_A_PIECE)]
    pieces = [
        (ruleset, playing, given.seed, given.seconds, *part) for ruleset, playing in given.pairs for part in parts
    ]
    counted, done = workers.map(work, pieces, results), 0
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
    """Return the table with its rankings and the command that makes it again."""
    some = given.rulesets[0]
    named = tuple(entrant.name for entrant in given.entrants)
    rankings = [ranking(named, cells, None, None)] + [
        ranking(named, cells, ruleset.players, side) for ruleset in given.rulesets for side in sides(ruleset)
    ]
    faults = {name: found for name in named if (found := _faults(name, cells)) is not None}
    about = command(given), some.game, some.modules, dict(some.options), given.seed, given.games, named
    return CrossReport(*about, rankings, list(cells), faults)


def ranking(named: Sequence[str], cells: Sequence[Cell], players: int | None, side: str | None) -> Ranking:
    """Rank the bots by their worst cell, then by their mean.

    Without a player count or side, the ranking is over all of them.
    """
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
    """Collect the faults of a bot, or return None if it has none."""
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
    """Return the command that makes the same table again. It names the bots, since the defaults may change."""
    named = io.StringIO()
    csv.writer(named, lineterminator="").writerow([entrant.name for entrant in given.entrants])
    some, players = given.rulesets[0], [ruleset.players for ruleset in given.rulesets]
    words = ["turncoat", "lab", "cross", *ruleset_words(some.game, players, some.modules, dict(some.options))]
    words += ["--bots", named.getvalue(), "--games", str(given.games), "--seed", given.seed]
    if given.seconds != TIME_LIMIT:
        words += ["--time-limit", f"{given.seconds:g}"]
    return shlex.join(words)
