"""What each plot card, role and module is worth: games with it beside games without it.

Both games of a pair have the same number, and so the same chance where they do the same. What a pair has in common
does not blur the difference (common random numbers). What is compared stands in balance_cells.toml. The batch core
plays the bots that it has, the kernel all others.
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
    """A ruleset, and the plot card that is removed from its deck, if any."""

    ruleset: Ruleset
    removed_card: str = ""

    def without_card(self, deal: Deal) -> Deal:
        """The deal without the card that is removed."""
        decks = {name: tuple(card for card in deck if card != self.removed_card) for name, deck in deal.decks.items()}
        return msgspec.structs.replace(deal, decks=decks)


class Comparison(msgspec.Struct, frozen=True):
    """Something that can be in play, and the rules with it and without it."""

    subject: str
    """The module, or the plot card."""
    having: PlayedRules
    lacking: PlayedRules


class Group(msgspec.Struct, frozen=True):
    """Comparisons at one number of players, in which the same bots play."""

    comparisons: tuple[Comparison, ...]
    loyal: str
    hiding: str
    pairs: int

    @property
    def ruleset(self) -> Ruleset:
        """One of the rulesets: they have a game and a number of players in common."""
        return self.comparisons[0].having.ruleset

    @property
    def bots(self) -> tuple[str, str]:
        """Who plays the loyal side, and the one that hides."""
        return self.loyal, self.hiding


class Pairs(msgspec.Struct):
    """What came of some pairs of games."""

    games: int = 0
    """How many pairs."""
    gained: int = 0
    """Pairs of which the loyal side has won the game with the subject alone."""
    lost: int = 0
    """Pairs of which it has won the game without it alone."""

    def add(self, other: "Pairs") -> None:
        """Count others in."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def points(self) -> float:
        """By how many points of percent the loyal side wins more often with the subject."""
        return 100 * (self.gained - self.lost) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The ends of the 95% interval of the points."""
        low, high = paired(self.gained, self.lost, self.games)
        return 100 * low, 100 * high


def groups() -> list[Group]:
    """All that is compared, from the file."""
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
    """Of each list in `modules` the last beside the others alone; each card of the deck of each list in `decks`."""
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
    """The plot cards of a ruleset, each once."""
    rules = rules_of(ruleset)[0]
    return [WORDS[card] for card in dict.fromkeys(rules["plot_deck"][: rules["plot_cards"]].tolist())]


def played(group: Group, first: int, last: int) -> list[Pairs]:
    """What came of the pairs of these numbers, for each comparison. Each variant is played once."""
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
    """Which of the games of these numbers the loyal side wins: an array of booleans."""
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
    """What came of every comparison of each group; of what was counted before nothing is played again."""
    pieces = [
        (group, *part)
        for group in wanted
        for part in parts_of(group.pairs, PAIRS_A_PIECE if is_compiled(*group.bots) else GAMES_A_PIECE)
    ]
    found = {group: [Pairs() for _ in group.comparisons] for group in wanted}
    done = 0
    for (group, first, last), some in zip(pieces, workers.in_order(played, pieces, results), strict=True):
        for whole, one in zip(found[group], some, strict=True):
            whole.add(one)
        done += (last - first) * len(group.comparisons)
        if progress is not None:
            progress(done)
    return found


# As files

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
    """A line for each comparison; points of percent with their 95% intervals."""
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
    """The page as Markdown: a table for each game and pair of bots."""
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
    """One table: a line for each subject, a column for each number of players."""
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
        yield f"| {title} | " + " | ".join(shown(row[count]) if count in row else "–" for count in players) + " |"


def titled(comparison: Comparison) -> str:
    """The subject as people call it, and what else is in play."""
    ruleset = comparison.having.ruleset
    chapters = rulebook(ruleset.game).chapters
    if comparison.lacking.removed_card:
        return f"{Teller(ruleset, ()).word(comparison.subject)} (plot card)"
    others = ", ".join(chapters[name].title for name in comparison.lacking.ruleset.modules)
    return chapters[comparison.subject].title + (f", beside {others}" if others else "")


def shown(pairs: Pairs) -> str:
    """The points, in parentheses where they may well be none."""
    low, high = pairs.interval
    points = f"{pairs.points:+.1f}".replace("-", "−") if round(pairs.points, 1) else "0.0"
    return f"({points})" if low <= 0 <= high else points
