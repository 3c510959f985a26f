"""Find the public acts that tell a bot's side with more than LIMIT to 1, beyond the rules' own evidence.

Games with one bot on every seat are played, with talk. Every act is counted by the side of the seat, in each of its
situations (`acts`). The seats of a game are not independent: spies share their knowledge, and a mission's cards are the
same for everybody on it. So for each game and situation one traitor and one loyal seat are sampled.

An act tells a traitor when traitors do it in a situation more often than loyal seats by a factor over LIMIT, beyond the
factor that logic accounts for, and a loyal seat in the opposite case. Among thousands of acts, chance alone would make
some look like tells. So an act counts as a tell if the exact test of "the factor is at most LIMIT" rejects with
Benjamini and Hochberg's correction for all of them (`odds.discovered`), which is stricter than a lower bound of its 95%
interval over LIMIT. Acts that only meet the latter are listed as doubtful: more games would tell. Acts that were seen
fewer than LEAST times are not judged.

The report also has the rates of some acts that are known to give traitors away, by bots and by people (`known`).
"""

from collections.abc import Callable, Iterator, Sequence
from math import exp
from random import Random
from typing import Any, Final

import msgspec

from turncoat.kernel.chapters import OptionValue
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.simulation.playing import BotRemark, play_numbered, seating, traitors_of
from turncoat.simulation.processes import ONE_PROCESS, Workers
from turncoat_lab.cache import ResultCache
from turncoat_lab.commands import ruleset_name
from turncoat_lab.tells.acts import Occasion, occasions_of
from turncoat_lab.tells.known import KNOWN, BySide, Share, count
from turncoat_lab.tells.odds import LIMIT, discovered, lowest_ratio, p_value, share_ratio

LEAST: Final = 20
GAMES_A_PIECE: Final = 25
NEAREST: Final = 5
"""Number of acts below the limit that are listed."""
LISTED: Final = 12
"""Number of tells that a page lists."""


class ActCounts(msgspec.Struct):
    """Times that an act was seen of traitors and of loyal seats, and the sum of the logarithms of logic's factors."""

    traitors: int = 0
    loyal: int = 0
    logic: float = 0.0

    def add(self, other: "ActCounts") -> None:
        """Add other counts."""
        self.traitors += other.traitors
        self.loyal += other.loyal
        self.logic += other.logic


class Tally(msgspec.Struct):
    """Acts seen in a number of games, by situation."""

    situations: dict[str, dict[str, ActCounts]] = msgspec.field(default_factory=dict)
    known: dict[str, BySide] = msgspec.field(default_factory=dict)
    """Counts of acts that are known to tell."""

    def count(self, occasion: Occasion, is_traitor: bool) -> None:
        """Count an occasion."""
        acts = self.situations.setdefault(occasion.situation, {})
        acts.setdefault(occasion.act, ActCounts()).add(ActCounts(int(is_traitor), int(not is_traitor), occasion.logic))

    def add(self, other: "Tally") -> None:
        """Add other counts."""
        for situation, acts in other.situations.items():
            mine = self.situations.setdefault(situation, {})
            for act, seen in acts.items():
                mine.setdefault(act, ActCounts()).add(seen)
        for name, by_side in other.known.items():
            self.known.setdefault(name, BySide()).add(by_side)


class Tell(msgspec.Struct, frozen=True):
    """An act that tells a side beyond logic, or comes close to it."""

    situation: str
    act: str
    tells: str
    """`traitor` or `loyal`."""
    odds: float | None
    """Factor on the odds of that side beyond logic, or None where the other side never did it."""
    low: float
    """Lower bound of the factor's 95% interval."""
    logic: float
    """Factor of logic on the odds of a traitor."""
    traitors: tuple[int, int]
    """Traitors who did it, and traitors in the situation."""
    loyal: tuple[int, int]


class TellsReport(msgspec.Struct, frozen=True):
    """The setup of the games, and the acts that tell a side."""

    game: str
    players: int
    modules: tuple[str, ...]
    options: dict[str, OptionValue]
    bot: str
    seed: str
    games: int
    limit: float
    situations: int
    acts: int
    """Number of acts that were judged."""
    tells: list[Tell]
    """The tells, the clearest first."""
    doubtful: list[Tell]
    """Acts whose interval lies over the limit, but which may be chance, since there are so many acts."""
    nearest: list[Tell]
    """The clearest of all others."""
    known: dict[str, BySide]
    """Counts of acts that are known to tell."""
    people: dict[str, BySide]
    """Counts of the same acts by people at such tables. Empty without games of people."""

    @property
    def badness(self) -> tuple[int, float]:
        """The sort key of reports, higher for worse bots: the number of tells, and the bound of the clearest."""
        clearest = self.tells or self.doubtful or self.nearest
        return len(self.tells), clearest[0].low if clearest else 0.0


def measure(
    ruleset: Ruleset,
    bot: str,
    games: int,
    seed: str = "tells",
    workers: Workers = ONE_PROCESS,
    results: ResultCache[Tally] | None = None,
    progress: Callable[[int], None] | None = None,
    people: Sequence[Game[Any]] = (),
) -> TellsReport:
    """Play games with the bot on every seat and find its tells.

    `people` are recorded games, of which those with the same ruleset are compared. Raises ValueError for an unknown
    bot.
    """
    seating(ruleset, [bot])
    pieces = [
        (ruleset, bot, seed, first, min(games, first + GAMES_A_PIECE)) for first in range(0, games, GAMES_A_PIECE)
    ]
    tally = Tally()
    for (*_, last), some in zip(pieces, workers.map(tally_of, pieces, results), strict=True):
        tally.add(some)
        if progress is not None:
            progress(last)
    of_people: dict[str, BySide] = {}
    for game in people:
        if game.ruleset == ruleset:
            count(of_people, game, traitors_of(game))
    tested = list(judged(tally))
    found = discovered([p for p, _ in tested]) if tested else []
    in_order = sorted(zip(tested, found, strict=True), key=lambda one: (one[0][0], one[0][1].situation, one[0][1].act))
    tells, others = (
        sorted((tell for (_, tell), is_tell in in_order if is_tell == wanted), key=lambda tell: -tell.low)
        for wanted in (True, False)
    )
    return TellsReport(
        ruleset.game,
        ruleset.players,
        ruleset.modules,
        dict(ruleset.options),
        bot,
        seed,
        games,
        LIMIT,
        len(tally.situations),
        len(tested) // 2,
        tells,
        [tell for tell in others if tell.low > LIMIT],
        [tell for tell in others if tell.low <= LIMIT][:NEAREST],
        tally.known,
        of_people,
    )


def tally_of(ruleset: Ruleset, bot: str, seed: str, first: int, last: int) -> Tally:
    """Play the games with these numbers and count the acts."""
    seat_bots, tally = seating(ruleset, [bot]), Tally()
    for number in range(first, last):
        said: list[BotRemark] = []
        game = play_numbered(ruleset, seat_bots, seed, number, talk=True, said=said)
        for occasion, is_traitor in drawn(game, said, Random(f"{seed}/{number}/tells")):
            tally.count(occasion, is_traitor)
        count(tally.known, game, traitors_of(game))
    return tally


def drawn(game: Game[Any], said: Sequence[BotRemark], rng: Random) -> Iterator[tuple[Occasion, bool]]:
    """Sample one occasion of a traitor and one of a loyal seat per situation in a game, where there is one.

    Of joint acts, one of the true set of traitors and one of another set are sampled.
    """
    loyal = ~traitors_of(game)
    by_situation: dict[tuple[str, bool], list[Occasion]] = {}
    for occasion in occasions_of(game, said):
        by_situation.setdefault((occasion.situation, not occasion.seats & loyal), []).append(occasion)
    for (_, is_traitor), some in by_situation.items():
        yield rng.choices(some, [occasion.weight for occasion in some])[0], is_traitor


def judged(tally: Tally) -> Iterator[tuple[float, Tell]]:
    """Yield every act that was seen often enough, for either side, with its p-value if it tells no more than LIMIT."""
    for situation, acts in tally.situations.items():
        traitors, loyal = sum(seen.traitors for seen in acts.values()), sum(seen.loyal for seen in acts.values())
        if not traitors or not loyal:
            continue
        for act, seen in acts.items():
            if (times := seen.traitors + seen.loyal) < LEAST:
                continue
            factor = exp(seen.logic / times)
            for tells, counts, by_logic in (
                ("traitor", (seen.traitors, seen.loyal, traitors, loyal), factor),
                ("loyal", (seen.loyal, seen.traitors, loyal, traitors), 1 / factor),
            ):
                odds = share_ratio(*counts) / by_logic
                is_high = odds > 1
                tell = Tell(
                    situation,
                    act,
                    tells,
                    odds if counts[1] else None,
                    lowest_ratio(*counts) / by_logic if is_high else 0.0,
                    factor,
                    (seen.traitors, traitors),
                    (seen.loyal, loyal),
                )
                yield p_value(*counts, LIMIT * by_logic) if is_high else 1.0, tell


def pages(reports: Sequence[TellsReport]) -> Iterator[str]:
    """Yield all reports as Markdown, the worst first. Several reports begin with a summary."""
    in_order = sorted(reports, key=lambda report: report.badness, reverse=True)
    if len(in_order) > 1:
        yield from _summary(in_order)
    for number, report in enumerate(in_order):
        if number or len(in_order) > 1:
            yield ""
        yield from page(report)


def _summary(reports: Sequence[TellsReport]) -> Iterator[str]:
    yield "# Tells, the worst first\n"
    yield "| bot | ruleset | tells | doubtful | the clearest | odds (95% from) |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for report in reports:
        clearest = [*report.tells, *report.doubtful, *report.nearest][:1]
        told = [f"{tell.situation}: {tell.act} | {_odds(tell)}" for tell in clearest] or ["– | –"]
        counts = f"{len(report.tells)} | {len(report.doubtful)}"
        yield f"| `{report.bot}` | {_ruleset_of(report)} | {counts} | {told[0]} |"
    for name in KNOWN:
        yield f"\n| {name}: percent of | traitors | loyal | people: traitors | people: loyal |"
        yield "| --- | --- | --- | --- | --- |"
        for report in reports:
            yield f"| `{report.bot}` at {_ruleset_of(report)} | {_known(report, name)} |"


def _ruleset_of(report: TellsReport) -> str:
    return ruleset_name(Ruleset.of(report.game, report.players, report.modules, report.options))


def _known(report: TellsReport, name: str) -> str:
    """Return the cells of an act that is known to tell."""
    both = report.known.get(name, BySide()), report.people.get(name, BySide())
    return " | ".join(_percent(share) for by_side in both for share in (by_side.traitors, by_side.loyal))


def _percent(share: Share) -> str:
    return f"{100 * share.did / share.of:.1f} ({share.of:,})" if share.of else "–"


def _odds(tell: Tell) -> str:
    return f"{'∞' if tell.odds is None else f'{tell.odds:.1f}'} ({tell.low:.1f})"


def page(report: TellsReport) -> Iterator[str]:
    """Yield the report as Markdown."""
    yield f"# Tells of `{report.bot}` at {_ruleset_of(report)}\n"
    yield f"{report.games:,} games with talk, seed `{report.seed}`: {report.acts:,} acts in {report.situations:,}"
    yield f"situations. A tell says more than {report.limit:g} to 1 beside what the rules alone say.\n"
    yield f"**Acts that tell a side with more than {report.limit:g} to 1: {len(report.tells)}.**"
    if report.doubtful:
        yield f"Acts that may do so, but were seen too seldom to be sure: {len(report.doubtful)}."
    elif not report.tells:
        yield "The nearest:"
    yield ""
    yield "| situation | act | tells | odds (95% from) | logic | traitors | loyal |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    listed = report.tells + report.doubtful or report.nearest
    for tell in listed[:LISTED]:
        (did, traitors), (others, loyal) = tell.traitors, tell.loyal
        yield (
            f"| {tell.situation} | {tell.act} | {tell.tells} | {_odds(tell)} | ×{tell.logic:.2f} "
            f"| {did} of {traitors} | {others} of {loyal} |"
        )
    if len(listed) > LISTED:
        yield f"\nThe {LISTED} clearest of {len(listed)}."
    yield "\n| known to tell: percent of | traitors | loyal | people: traitors | people: loyal |"
    yield "| --- | --- | --- | --- | --- |"
    for name in KNOWN:
        yield f"| {name} | {_known(report, name)} |"
