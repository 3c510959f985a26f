"""Experiments for designers: printed rulesets and variants of them, played by the batch core and counted.

An experiment is a TOML file that anybody can write (lab/docs/experiments.md). Each variant begins with a ruleset and
may change what the printed rules fix: the numbers of players and of hiding seats, team sizes, Fails needed, the copies
of plot cards.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final

import msgspec

from turncoat.kernel.chapters import OptionValue
from turncoat.kernel.opening import hiding_side
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.words import N_
from turncoat.simulation.intervals import wilson
from turncoat.simulation.processes import Workers
from turncoat_lab.batch.counting import Counts, counts_of, policies_of
from turncoat_lab.batch.engine import outcomes_by
from turncoat_lab.batch.rules import rules_of
from turncoat_lab.batch.variation import Change, changed
from turncoat_lab.cache import ResultCache

GAMES_A_PIECE: Final = 50_000


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A ruleset with changes."""

    name: str
    game: str
    players: int
    modules: tuple[str, ...] = ()
    options: dict[str, OptionValue] = {}
    bots: dict[str, str] = {}
    """Bot of each side. The default is the experiment's bots."""
    change: Change = Change()


class Experiment(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A question, and the variants that answer it."""

    question: str
    variants: Annotated[tuple[Variant, ...], msgspec.Meta(min_length=1)]
    games: Annotated[int, msgspec.Meta(ge=1, le=100_000_000)] = 245_000
    seed: str = "experiment"
    bots: dict[str, str] = {}
    """Bot of each side. The default is `random`."""


class ExperimentError(ValueError):
    """The file is not a valid experiment. The message says what would be right."""


def read(text: str) -> Experiment:
    """Parse an experiment. Raises ExperimentError."""
    try:
        experiment = msgspec.convert(tomllib.loads(text), Experiment)
        for variant in experiment.variants:
            rules_with(experiment, variant)
    except (tomllib.TOMLDecodeError, ValueError) as error:
        raise ExperimentError(str(error)) from None
    if len({variant.name for variant in experiment.variants}) < len(experiment.variants):
        raise ExperimentError(N_("every variant needs its own name"))
    return experiment


def ruleset_of(variant: Variant) -> Ruleset:
    """Return the ruleset that a variant begins with. Raises RulesetError."""
    return Ruleset.of(variant.game, variant.players, variant.modules, variant.options)


def rules_with(experiment: Experiment, variant: Variant) -> Any:
    """Return the rules and bots of a variant. Raises ValueError for what the batch core cannot play."""
    ruleset = ruleset_of(variant)
    bots: Sequence[str] | Mapping[str, str] = variant.bots or experiment.bots or ("random",)
    return changed(rules_of(ruleset, policies_of(ruleset, bots)), variant.change)


def count(experiment: Experiment, place: int, first: int, last: int) -> Counts:
    """Play the games with these numbers of one variant, by its index, and count the results."""
    rules = rules_with(experiment, experiment.variants[place])
    return counts_of(outcomes_by(rules, experiment.seed, first, last))


def answers(experiment: Experiment, workers: Workers, results: ResultCache[Counts] | None = None) -> list[Counts]:
    """Return the counts of each variant, in order. All variants are dealt from the same random numbers."""
    pieces = [
        (experiment, place, first, min(experiment.games, first + GAMES_A_PIECE))
        for place in range(len(experiment.variants))
        for first in range(0, experiment.games, GAMES_A_PIECE)
    ]
    found = [Counts() for _ in experiment.variants]
    for (_, place, _, _), answer in zip(pieces, workers.map(count, pieces, results), strict=True):
        found[place].add(answer)
    return found


def report(experiment: Experiment, found: Sequence[Counts]) -> Iterator[str]:
    """Yield the answer as Markdown: shares of wins with intervals, lengths, endings."""
    yield f"# {experiment.question}\n"
    playing = _by_side(experiment.bots) or "random"
    yield f"{experiment.games:,} games of each variant, seed `{experiment.seed}`, bots {playing}."
    yield "A figure is a fact about these bots, not about people.\n"
    yield "| variant | loyal side wins | 95% interval | missions a game | choices a game | endings |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for variant, answer in zip(experiment.variants, found, strict=True):
        wins = answer.games - answer.winners[hiding_side(ruleset_of(variant))]
        low, high = wilson(wins, answer.games)
        endings = ", ".join(f"{reason} {100 * times / answer.games:.1f}%" for reason, times in answer.reasons.items())
        cells = (
            f"{variant.name} ({_by_side(variant.bots)})" if variant.bots else variant.name,
            f"{100 * wins / answer.games:.2f}%",
            f"{100 * low:.2f} to {100 * high:.2f}",
            f"{answer.missions / answer.games:.2f}",
            f"{answer.choices / answer.games:.1f}",
            endings,
        )
        yield f"| {' | '.join(cells)} |"


def _by_side(bots: Mapping[str, str]) -> str:
    return ", ".join(f"{side}: {bot}" for side, bot in bots.items())
