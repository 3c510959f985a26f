"""Measure the likeness of bots to people: the AUC of a classifier between their games, and figures side by side.

**Samples.** A game of one kind of bots, on all seats, is compared with a game of people, not a seat with a seat: five
seats together reveal more than one does, so it is the stronger test (with the same traits, the AUC of
`baseline:deducer` against people is 0.85 by seat, and 0.99 by game). The traits of every game are counted (`traits`):
public acts, with sides and cards as known after the game.

**Matching.** For each game of people, in random order, a bot game is drawn with the same table (number of players,
modules, options), the same winner and as many missions. Games of people without a match are not used. So the classifier
learns nothing from the share of wins or the length of games.

**Folds.** There are ten, by game: a game and its match are tested in the same fold, and everything that is fitted is
fitted on the nine others (`classifier`).

**Gates.** The same procedure must separate the bot REFERENCE from people with an AUC of at least REFERENCE_LEAST, and a
random half of people's games from the other half, matched alike, at 0.50 ± PEOPLE_WITHIN (the mean over HALVES
divisions, since a single one has a standard error of 0.03). Otherwise no AUC counts, and the report says so.

The figures are of all games, not of matched ones: bots play at the same tables as people, in the same proportion. Their
intervals treat each game as one trial.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, TypeAlias

import msgspec
import numpy as np

from turncoat.arena.arena import interval
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.simulation.intervals import Z
from turncoat.simulation.playing import play_numbered, seating
from turncoat.simulation.processes import ONE_PROCESS, Workers
from turncoat_lab.cache import ResultCache
from turncoat_lab.commands import ruleset_name
from turncoat_lab.folds import FOLDS
from turncoat_lab.likeness.classifier import Separation, cross_validated
from turncoat_lab.likeness.traits import MOST, NUMBERS, TEAMS_NAMED, TRAITS, Counts, counts_of

Array: TypeAlias = Any

REFERENCE: Final = "baseline:deducer"
"""The bot that the classifier must separate from people."""
REFERENCE_LEAST: Final = 0.93
PEOPLE_WITHIN: Final = 0.03
HALVES: Final = 20
LEAST_PAIRS: Final = 3 * FOLDS
"""Minimum number of pairs of games for a classifier."""
GAMES_A_PIECE: Final = 25
GAMES: Final = 2000
"""Default number of games of each bot, over all tables."""
FIGURES: Final = (
    "mission 1 fails",
    f"mission {MOST} fails",
    *(f"sabotage on mission {mission}" for mission in NUMBERS),
    "first team approved",
    *(f"approvals on mission {mission}" for mission in NUMBERS),
    *TEAMS_NAMED,
)
"""Traits that are printed as figures."""
GIVEAWAYS: Final = 8
"""Number of traits listed, of those that differ most."""


class Row(msgspec.Struct, frozen=True):
    """A game in the comparison: its table, its result and its counts."""

    ruleset: Ruleset
    winner: str
    missions: int
    counts: Counts

    @property
    def cell(self) -> tuple[Ruleset, str, int]:
        """The key by which games are matched."""
        return self.ruleset, self.winner, self.missions


class Rows(msgspec.Struct, frozen=True):
    """Games in the form in which they are cached."""

    games: list[Row]


class Figure(msgspec.Struct, frozen=True):
    """A trait over many games, with its 95% interval."""

    occasions: int
    mean: float
    low: float
    high: float


class Likeness(msgspec.Struct, frozen=True):
    """Separability of one kind of games from people's."""

    pairs: int
    """Number of games of each kind that were compared."""
    auc: float | None
    """AUC of the classifier, or None if there were too few pairs."""
    error: float | None
    """Standard error of the AUC."""


class Giveaway(msgspec.Struct, frozen=True):
    """A trait that differs: its means over the matched games of people and of the bot, and their distance.

    The distance is in standard errors of the difference.
    """

    trait: str
    people: float
    bot: float
    errors: float


class LikenessReport(msgspec.Struct, frozen=True):
    """The setup and the results of a comparison."""

    seed: str
    people: int
    """Number of games of people."""
    tables: dict[str, int]
    """Number of these games at each table."""
    games: int
    """Number of games of each bot."""
    reference: str
    reference_likeness: Likeness
    people_likeness: Likeness
    """Separability of people from people, as the mean over random halves."""
    counts: bool
    """True if both gates hold, so that the classifier's figures count."""
    bots: dict[str, Likeness]
    giveaways: dict[str, list[Giveaway]]
    figures: dict[str, dict[str, Figure]]
    """Figures of `people` and of each bot, by trait."""


def row_of(game: Game[Any]) -> Row:
    """Return the row of a game that is over."""
    counts = counts_of(game)
    missions = sum(counts.occasions[TRAITS.index(f"mission {number} fails")] for number in NUMBERS)
    assert game.result is not None
    return Row(game.ruleset, game.result.winner, missions, counts)


def played(ruleset: Ruleset, bot: str, seed: str, first: int, last: int) -> Rows:
    """Play the games with these numbers, with the bot on every seat."""
    seat_bots = seating(ruleset, [bot])
    return Rows([row_of(play_numbered(ruleset, seat_bots, seed, number)) for number in range(first, last)])


def play(
    rulesets: Mapping[Ruleset, int],
    bots: Sequence[str],
    seed: str,
    workers: Workers = ONE_PROCESS,
    results: ResultCache[Rows] | None = None,
    progress: Callable[[int], None] | None = None,
) -> dict[str, list[Row]]:
    """Play so many games of each bot at each table, reusing those in `results`."""
    pieces = [
        (ruleset, bot, seed, first, min(games, first + GAMES_A_PIECE))
        for bot in bots
        for ruleset, games in rulesets.items()
        for first in range(0, games, GAMES_A_PIECE)
    ]
    found: dict[str, list[Row]] = {bot: [] for bot in bots}
    done = 0
    for (_, bot, _, first, last), rows in zip(pieces, workers.map(played, pieces, results), strict=True):
        found[bot] += rows.games
        done += last - first
        if progress is not None:
            progress(done)
    return found


def shared_out(games: int, people: Sequence[Row]) -> dict[Ruleset, int]:
    """Distribute so many games over the tables of people in the same proportion, with at least one at each."""
    tables = Counter(row.ruleset for row in people)
    return {ruleset: max(1, round(games * count / len(people))) for ruleset, count in tables.items()}


def measure(
    people: Sequence[Row],
    bots: Sequence[str],
    games: int = GAMES,
    seed: str = "likeness",
    workers: Workers = ONE_PROCESS,
    results: ResultCache[Rows] | None = None,
    progress: Callable[[int], None] | None = None,
) -> LikenessReport:
    """Compare bots with people. Equal arguments give equal reports. Raises ValueError for an unknown bot."""
    playing = list(dict.fromkeys([REFERENCE, *bots]))
    tables = shared_out(games, people)
    for bot in playing:
        seating(people[0].ruleset, [bot])
    rows = play(tables, playing, seed, workers, results, progress)
    pairs = {bot: matched(people, rows[bot], seed) for bot in playing}
    likeness = {bot: _likeness(pairs[bot]) for bot in playing}
    same = people_from_people(people, seed)
    groups = {"people": people, **{bot: rows[bot] for bot in bots}}
    reference = likeness[REFERENCE].auc
    return LikenessReport(
        seed,
        len(people),
        dict(Counter(ruleset_name(row.ruleset) for row in people)),
        sum(tables.values()),
        REFERENCE,
        likeness[REFERENCE],
        same,
        reference is not None
        and reference >= REFERENCE_LEAST
        and same.auc is not None
        and abs(same.auc - 0.5) <= PEOPLE_WITHIN,
        {bot: likeness[bot] for bot in bots},
        {bot: giveaways(pairs[bot]) for bot in bots},
        {trait: {name: figure(trait, some) for name, some in groups.items()} for trait in FIGURES},
    )


def matched(people: Sequence[Row], bots: Sequence[Row], seed: str) -> list[tuple[Row, Row]]:
    """Pair games of people with bot games of the same table, winner and number of missions."""
    rng = Random(f"{seed}/match")
    left: dict[tuple[Ruleset, str, int], list[Row]] = {}
    for row in rng.sample(bots, len(bots)):
        left.setdefault(row.cell, []).append(row)
    return [(row, left[row.cell].pop()) for row in rng.sample(people, len(people)) if left.get(row.cell)]


def halves(people: Sequence[Row], seed: str) -> list[tuple[Row, Row]]:
    """Pair games of people with each other within a cell, in random order."""
    rng = Random(f"{seed}/halves")
    cells: dict[tuple[Ruleset, str, int], list[Row]] = {}
    for row in rng.sample(people, len(people)):
        cells.setdefault(row.cell, []).append(row)
    pairs = [pair for some in cells.values() for pair in zip(some[::2], some[1::2], strict=False)]
    return rng.sample(pairs, len(pairs))


def people_from_people(people: Sequence[Row], seed: str) -> Likeness:
    """Separate a random half of people's games from the other, and return the mean over many divisions."""
    divisions = [halves(people, f"{seed}/{number}") for number in range(HALVES)]
    if len(divisions[0]) < LEAST_PAIRS:
        return Likeness(len(divisions[0]), None, None)
    found = np.array([_separation(pairs).auc for pairs in divisions])
    return Likeness(len(divisions[0]), float(found.mean()), float(found.std(ddof=1) / np.sqrt(HALVES)))


def _likeness(pairs: Sequence[tuple[Row, Row]]) -> Likeness:
    return Likeness(len(pairs), *(_separation(pairs) if len(pairs) >= LEAST_PAIRS else (None, None)))


def _separation(pairs: Sequence[tuple[Row, Row]]) -> Separation:
    return cross_validated(_matrix([one for one, _ in pairs]), _matrix([other for _, other in pairs]))


def _matrix(rows: Sequence[Row]) -> Array:
    """Return a row for each game and a column for each trait, NaN where there was no occasion."""
    occasions = np.array([row.counts.occasions for row in rows], float)
    sums = np.array([row.counts.sums for row in rows], float)
    return np.where(occasions > 0, sums / np.maximum(occasions, 1), np.nan)


def giveaways(pairs: Sequence[tuple[Row, Row]]) -> list[Giveaway]:
    """Return the traits in which matched games differ most, the clearest first."""
    found = []
    for trait in TRAITS:
        (people, error), (bot, other) = (_ratio(trait, [pair[side] for pair in pairs]) for side in (0, 1))
        if people is not None and bot is not None and error + other > 0:
            found.append(Giveaway(trait, people, bot, abs(people - bot) / float(np.hypot(error, other))))
    return sorted(found, key=lambda one: -one.errors)[:GIVEAWAYS]


def figure(trait: str, rows: Sequence[Row]) -> Figure:
    """Return a trait over some games.

    Shares have Wilson's interval for the effective number of trials, means the normal interval.
    """
    place = TRAITS.index(trait)
    clusters = [(row.counts.occasions[place], row.counts.sums[place]) for row in rows if row.counts.occasions[place]]
    occasions = sum(count for count, _ in clusters)
    mean, error = _ratio(trait, rows)
    if mean is None:
        return Figure(0, 0.0, *interval([]))
    if trait in TEAMS_NAMED:
        return Figure(occasions, mean, mean - Z * error, mean + Z * error)
    return Figure(occasions, mean, *interval([(count, round(total)) for count, total in clusters]))


def _ratio(trait: str, rows: Sequence[Row]) -> tuple[float | None, float]:
    """Return the mean of a trait over all occasions, or None without any, and its standard error by game."""
    place = TRAITS.index(trait)
    counts = np.array([[row.counts.occasions[place], row.counts.sums[place]] for row in rows], float).reshape(-1, 2)
    occasions, total = counts.sum(axis=0)
    if not occasions:
        return None, 0.0
    mean = total / occasions
    return float(mean), float(np.sqrt(((counts[:, 1] - mean * counts[:, 0]) ** 2).sum()) / occasions)


def page(report: LikenessReport) -> Iterator[str]:
    """Yield the report as Markdown."""
    yield "# How like people bots play\n"
    tables = ", ".join(f"{table}: {count}" for table, count in report.tables.items())
    yield f"{report.people:,} games of people ({tables})."
    yield f"{report.games:,} games of each bot at the same tables, in the same proportion; seed `{report.seed}`."
    yield f"A classifier separates games of bots from games of people by {len(TRAITS)} traits (logistic regression,"
    yield f"{FOLDS} folds by game). Games are matched by table, winner and number of missions.\n"
    yield "| told apart | games of each | AUC |"
    yield "| --- | --- | --- |"
    rows = [
        (f"gate: `{report.reference}` from people, at least {REFERENCE_LEAST:.2f}", report.reference_likeness),
        (f"gate: people from people, 0.50 ± {PEOPLE_WITHIN:.2f}", report.people_likeness),
        *((f"`{bot}` from people", likeness) for bot, likeness in report.bots.items()),
    ]
    for name, likeness in rows:
        auc = "too few games" if likeness.auc is None else f"{likeness.auc:.3f} ± {likeness.error:.3f}"
        yield f"| {name} | {likeness.pairs} | {auc} |"
    held = "Both gates hold, so the figures count." if report.counts else "**The gates do not hold: no AUC counts.**"
    yield f"\n{held} ± is the standard error.\n"
    names = ["people", *(f"`{bot}`" for bot in report.bots)]
    yield f"| figure, with its 95% interval | {' | '.join(names)} |"
    yield f"| --- {'| --- ' * len(names)}|"
    for trait, figures in report.figures.items():
        cells = (f"{one.mean:.2f} ({one.low:.2f}–{one.high:.2f})" if one.occasions else "–" for one in figures.values())
        yield f"| {trait} | {' | '.join(cells)} |"
    for bot, found in report.giveaways.items():
        if found:
            yield f"\n| what gives `{bot}` away (matched games) | people | `{bot}` |"
            yield "| --- | --- | --- |"
            yield from (f"| {one.trait} | {one.people:.2f} | {one.bot:.2f} |" for one in found)
