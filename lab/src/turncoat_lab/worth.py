"""Worth of each plot card, role and module, from games with it and games without it.

Both games of a pair have the same number, and so the same random draws wherever they coincide. This reduces the
variance of the difference (common random numbers). The comparisons are listed in balance_cells.toml. The batch core
plays the bots that it has compiled, the kernel all others.
"""

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import StringIO
from typing import Any, Final

import msgspec
import numpy as np

from turncoat.kernel.chapters import Deal
from turncoat.kernel.opening import hiding_side
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.simulation.intervals import paired
from turncoat.simulation.playing import play_numbered, seating
from turncoat.simulation.processes import Workers, parts_of
from turncoat.telling import Teller
from turncoat_lab.balance import GAMES_A_PIECE, SEED, rulesets_of
from turncoat_lab.balance_tables import given, is_played_by, loyal_side, pages
from turncoat_lab.batch.counting import is_compiled, policies_of
from turncoat_lab.batch.engine import WINNER, outcomes_by
from turncoat_lab.batch.rules import rules_of
from turncoat_lab.batch.variation import Change, changed
from turncoat_lab.batch.words import NUMBERS, WORDS
from turncoat_lab.cache import ResultCache

PAIRS_A_PIECE: Final = 24_500


class PlayedRules(msgspec.Struct, frozen=True):
    """A ruleset, and the plot card removed from its deck, if any."""

    ruleset: Ruleset
    removed_card: str = ""

    def without_card(self, deal: Deal) -> Deal:
        """Return the deal without the removed card."""
        decks = {name: tuple(card for card in deck if card != self.removed_card) for name, deck in deal.decks.items()}
        return msgspec.structs.replace(deal, decks=decks)


class Comparison(msgspec.Struct, frozen=True):
    """Something that can be in play, and the rules with it and without it."""

    subject: str
    """The module or the plot card."""
    having: PlayedRules
    lacking: PlayedRules


class Group(msgspec.Struct, frozen=True):
    """Comparisons at one player count with the same bots."""

    comparisons: tuple[Comparison, ...]
    loyal: str
    hiding: str
    pairs: int

    @property
    def ruleset(self) -> Ruleset:
        """Any of the rulesets: they share a game and a player count."""
        return self.comparisons[0].having.ruleset

    @property
    def bots(self) -> tuple[str, str]:
        """The bots of the loyal side and of the hiding side."""
        return self.loyal, self.hiding


class Pairs(msgspec.Struct):
    """Results of pairs of games."""

    games: int = 0
    """Number of pairs."""
    gained: int = 0
    """Pairs in which the loyal side won only the game with the subject."""
    lost: int = 0
    """Pairs in which it won only the game without the subject."""

    def add(self, other: "Pairs") -> None:
        """Add other results."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def points(self) -> float:
        """The gain in the loyal side's wins with the subject, in percentage points."""
        return 100 * (self.gained - self.lost) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The bounds of the 95% interval of the points."""
        low, high = paired(self.gained, self.lost, self.games)
        return 100 * low, 100 * high


def groups() -> list[Group]:
    """Return all comparisons of the file."""
    found = []
    for table in given()["worth"]:
        for pair in table["bots"]:
            at: dict[int, list[Comparison]] = {}
            for comparison in comparisons(table["game"], table["modules"], table.get("decks", ())):
                ruleset = comparison.having.ruleset
                if is_played_by(pair, ruleset):
                    at.setdefault(ruleset.players, []).append(comparison)
            found += [
                Group(tuple(some), pair["loyal"], pair["hiding"], pair["pairs"]) for _, some in sorted(at.items())
            ]
    return found


def comparisons(game: str, modules: Sequence[Sequence[str]], decks: Sequence[Sequence[str]]) -> Iterator[Comparison]:
    """Yield the comparisons: the last module of each list with and without it, and each card of the decks of
    `decks`."""
    for names in modules:
        for ruleset in rulesets_of(game, (), names, {}):
            alone = Ruleset.of(game, ruleset.players, names[:-1])
            yield Comparison(names[-1], PlayedRules(ruleset), PlayedRules(alone))
    for names in decks:
        for ruleset in rulesets_of(game, (), names, {}):
            yield from (
                Comparison(card, PlayedRules(ruleset), PlayedRules(ruleset, card)) for card in plot_deck(ruleset)
            )


def plot_deck(ruleset: Ruleset) -> list[str]:
    """Return the distinct plot cards of a ruleset."""
    rules = rules_of(ruleset)[0]
    return [WORDS[card] for card in dict.fromkeys(rules["plot_deck"][: rules["plot_cards"]].tolist())]


def played(group: Group, first: int, last: int) -> list[Pairs]:
    """Play the pairs with these numbers for each comparison. Each variant is played once."""
    won: dict[PlayedRules, Any] = {}
    found = []
    for comparison in group.comparisons:
        for variant in (comparison.having, comparison.lacking):
            if variant not in won:
                won[variant] = loyal_wins(variant, group, first, last)
        having, lacking = won[comparison.having], won[comparison.lacking]
        gained, lost = (int(np.count_nonzero(one)) for one in (having & ~lacking, lacking & ~having))
        found.append(Pairs(last - first, gained, lost))
    return found


def loyal_wins(variant: PlayedRules, group: Group, first: int, last: int) -> Any:
    """Return a boolean array of the games with these numbers that the loyal side wins."""
    ruleset, hiding = variant.ruleset, hiding_side(variant.ruleset)
    playing = {loyal_side(ruleset): group.loyal, hiding: group.hiding}
    if not is_compiled(*group.bots):
        seat_bots, numbers = seating(ruleset, playing), range(first, last)
        games = (play_numbered(ruleset, seat_bots, SEED, number, alter=variant.without_card) for number in numbers)
        return np.array([game.result is not None and game.result.winner != hiding for game in games])
    rules = rules_of(ruleset, policies_of(ruleset, playing))
    if variant.removed_card:
        changed(rules, Change(plot_cards={variant.removed_card: 0}))
    return outcomes_by(rules, SEED, first, last)[:, WINNER] != NUMBERS[hiding]


def measure(
    wanted: Sequence[Group],
    workers: Workers,
    results: ResultCache[list[Pairs]] | None,
    progress: Callable[[int], None] | None = None,
) -> dict[Group, list[Pairs]]:
    """Return the results of every comparison of each group, reusing cached ones."""
    pieces = [
        (group, *part)
        for group in wanted
        for part in parts_of(group.pairs, PAIRS_A_PIECE if is_compiled(*group.bots) else GAMES_A_PIECE)
    ]
    found = {group: [Pairs() for _ in group.comparisons] for group in wanted}
    done = 0
    for (group, first, last), some in zip(pieces, workers.map(played, pieces, results), strict=True):
        for whole, one in zip(found[group], some, strict=True):
            whole.add(one)
        done += (last - first) * len(group.comparisons)
        if progress is not None:
            progress(done)
    return found


COLUMNS: Final = (
    "game",
    "players",
    "subject",
    "modules with it",
    "modules without it",
    "loyal bot",
    "hiding bot",
    "pairs",
    "won only with it",
    "won only without it",
    "points",
    "low",
    "high",
)


def as_csv(found: Mapping[Group, Sequence[Pairs]]) -> str:
    """Return one line per comparison, in percentage points with 95% intervals."""
    text = StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(COLUMNS)
    for group, some in found.items():
        for comparison, pairs in zip(group.comparisons, some, strict=True):
            having, lacking = comparison.having.ruleset, comparison.lacking.ruleset
            modules = ("+".join(ruleset.modules) or "-" for ruleset in (having, lacking))
            points = (f"{value:.2f}" for value in (pairs.points, *pairs.interval))
            counted = (pairs.games, pairs.gained, pairs.lost)
            lines.writerow([having.game, having.players, comparison.subject, *modules, *group.bots, *counted, *points])
    return text.getvalue()


def page(found: Mapping[Group, Sequence[Pairs]], command: str) -> Iterator[str]:
    """Yield the page as Markdown, with a table for each game and pair of bots."""
    yield "# What plot cards, roles and modules are worth\n"
    yield "By how many points the loyal side wins more (+) or less (−) often with it than without it, by number of"
    yield "players. Made by\n"
    yield f"    {command}\n"
    yield "The games are played in pairs, one with it and one without, by the same chance. Each figure is a fact about"
    yield "those who played. In parentheses: the 95% interval includes zero. A plot card stands for all its copies:"
    yield "without them the deck is smaller. All figures with their intervals are in [worth.csv](worth.csv)."
    for own in pages():
        yield f"What the cards of {rulebook(own.game).title} are worth is on [its page]({own.game}.md)."
    tables: dict[tuple[str, tuple[str, str]], dict[Group, Sequence[Pairs]]] = {}
    for group, some in found.items():
        tables.setdefault((group.ruleset.game, group.bots), {})[group] = some
    for (game, (loyal, hiding)), some_groups in tables.items():
        yield f"\n## {rulebook(game).title}, loyal side: `{loyal}`, hiding side: `{hiding}`\n"
        yield from table(some_groups)


def table(found: Mapping[Group, Sequence[Pairs]]) -> Iterator[str]:
    """Yield a table with a line for each subject and a column for each player count."""
    cells: dict[str, dict[int, Pairs]] = {}
    for group, some in found.items():
        for comparison, pairs in zip(group.comparisons, some, strict=True):
            cells.setdefault(titled(comparison), {})[group.ruleset.players] = pairs
    each = [pairs for row in cells.values() for pairs in row.values()]
    reach = max((high - low) / 2 for low, high in (pairs.interval for pairs in each))
    players = sorted({group.ruleset.players for group in found})
    yield f"{each[0].games:,} pairs a figure; its 95% interval reaches at most {reach:.2f} points to either side.\n"
    yield "| with | " + " | ".join(map(str, players)) + " |"
    yield "| --- |" + " --- |" * len(players)
    for title, row in cells.items():
        yield (
            f"| {title} | " + " | ".join(format_points(row[count]) if count in row else "–" for count in players) + " |"
        )


def titled(comparison: Comparison) -> str:
    """Return the subject's title, and the other modules in play."""
    ruleset = comparison.having.ruleset
    chapters = rulebook(ruleset.game).chapters
    if comparison.lacking.removed_card:
        return f"{Teller(ruleset, ()).word(comparison.subject)} (plot card)"
    others = ", ".join(chapters[name].title for name in comparison.lacking.ruleset.modules)
    return chapters[comparison.subject].title + (f", beside {others}" if others else "")


def format_points(pairs: Pairs) -> str:
    """Return the points, in parentheses if they are not significant."""
    low, high = pairs.interval
    points = f"{pairs.points:+.1f}".replace("-", "−") if round(pairs.points, 1) else "0.0"
    return f"({points})" if low <= 0 <= high else points
