"""The balance of everything: every table of balance_cells.toml, measured by the batch core, as CSV and as pages.

A *cell* is a ruleset and the bots of both sides.
"""

import csv
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from io import StringIO
from typing import Any, Final

import msgspec

from turncoat.kernel.chapters import RulesetError
from turncoat.kernel.game import Game
from turncoat.kernel.opening import hiding_side
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.lab.cache import ResultCache
from turncoat.lab.intervals import wilson
from turncoat.lab.processes import Workers
from turncoat.lab.simulation import sides
from turncoat.telling import Teller

SEED: Final = "balance"
GAMES_A_PIECE: Final = 49_000


class Cell(msgspec.Struct, frozen=True):
    """A ruleset and who plays: what a row of the table is about."""

    ruleset: Ruleset
    loyal: str
    hiding: str
    games: int

    @property
    def loyal_side(self) -> str:
        """The side whose wins are measured."""
        (side,) = (side for side in sides(self.ruleset) if side != hiding_side(self.ruleset))
        return side


class Outcomes(msgspec.Struct):
    """What came of the games of a cell."""

    games: int = 0
    wins: int = 0
    """Of the loyal side."""
    reasons: Counter[str] = msgspec.field(default_factory=Counter)
    missions: int = 0
    choices: int = 0

    def add(self, other: "Outcomes") -> None:
        """Count others in."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Page(msgspec.Struct, frozen=True):
    """A game whose own figures are counted (`balance`), played by the kernel."""

    game: str
    games: int
    bots: dict[str, str]


class Gap(msgspec.Struct, frozen=True):
    """What is not computed, and why."""

    what: str
    why: str


def given() -> dict[str, Any]:
    """The file that says what is measured."""
    return tomllib.loads(files("turncoat.lab").joinpath("balance_cells.toml").read_text("utf-8"))


def cells() -> list[Cell]:
    """Every cell of the file."""
    return [
        Cell(ruleset, loyal, hiding, table["games"])
        for table in given()["tables"]
        for loyal, hiding in table["bots"]
        for modules in table["modules"]
        for ruleset in rulesets_of(table["game"], modules)
    ]


def pages() -> list[Page]:
    """The games that have a page of their own."""
    return msgspec.convert(given()["pages"], list[Page])


def gaps() -> list[Gap]:
    """What is not computed."""
    return msgspec.convert(given()["not-computed"], list[Gap])


def rulesets_of(game: str, modules: Sequence[str]) -> Iterator[Ruleset]:
    """A ruleset with these modules for each number of players that they allow."""
    for players in rulebook(game).players:
        try:
            yield Ruleset.of(game, players, modules)
        except RulesetError:
            continue


def played(cell: Cell, first: int, last: int) -> Outcomes:
    """What came of the games of these numbers."""
    from turncoat.lab.batch.counting import policies_of
    from turncoat.lab.batch.engine import CHOICES, MISSIONS, REASON, WINNER, outcomes_of
    from turncoat.lab.batch.words import NUMBERS, WORDS

    policies = policies_of(cell.ruleset, {cell.loyal_side: cell.loyal, hiding_side(cell.ruleset): cell.hiding})
    rows = outcomes_of(cell.ruleset, SEED, first, last, *policies)
    reasons = Counter(rows[:, REASON].tolist())
    return Outcomes(
        last - first,
        int((rows[:, WINNER] == NUMBERS[cell.loyal_side]).sum()),
        Counter({WORDS[word]: times for word, times in reasons.items()}),
        int(rows[:, MISSIONS].sum()),
        int(rows[:, CHOICES].sum()),
    )


def measure(
    wanted: Sequence[Cell], workers: Workers, results: ResultCache[Outcomes], progress: Callable[[int], None] | None
) -> dict[Cell, Outcomes]:
    """What came of every cell; of what was counted before nothing is played again."""
    pieces = [
        (cell, first, min(cell.games, first + GAMES_A_PIECE))
        for cell in wanted
        for first in range(0, cell.games, GAMES_A_PIECE)
    ]
    found: dict[Cell, Outcomes] = {cell: Outcomes() for cell in wanted}
    done = 0
    for (cell, first, last), outcomes in zip(pieces, workers.in_order(played, pieces, results), strict=True):
        found[cell].add(outcomes)
        done += last - first
        if progress is not None:
            progress(done)
    return found


# As files

COLUMNS: Final = (
    "game",
    "players",
    "modules",
    "loyal bot",
    "hiding bot",
    "games",
    "loyal wins",
    "share",
    "low",
    "high",
    "missions a game",
    "choices a game",
    "endings",
)


def as_csv(found: dict[Cell, Outcomes]) -> str:
    """A line for each cell; shares with their 95% intervals (Wilson), in percent."""
    text = StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(COLUMNS)
    for cell, outcomes in found.items():
        low, high = wilson(outcomes.wins, outcomes.games)
        endings = [f"{reason} {100 * times / outcomes.games:.1f}" for reason, times in sorted(outcomes.reasons.items())]
        lines.writerow(
            [
                cell.ruleset.game,
                cell.ruleset.players,
                "+".join(cell.ruleset.modules) or "-",
                cell.loyal,
                cell.hiding,
                outcomes.games,
                outcomes.wins,
                *(f"{100 * share:.2f}" for share in (outcomes.wins / outcomes.games, low, high)),
                f"{outcomes.missions / outcomes.games:.2f}",
                f"{outcomes.choices / outcomes.games:.1f}",
                "; ".join(endings),
            ]
        )
    return text.getvalue()


def by_game(found: dict[Cell, Outcomes]) -> dict[str, dict[Cell, Outcomes]]:
    """The cells of each game."""
    games: dict[str, dict[Cell, Outcomes]] = {}
    for cell, outcomes in found.items():
        games.setdefault(cell.ruleset.game, {})[cell] = outcomes
    return games


def page(game: str, found: dict[Cell, Outcomes], command: str, people: dict[int, tuple[int, int]]) -> Iterator[str]:
    """The page of a game as Markdown. `people` are recorded games by number of players: how many, and loyal wins."""
    book, first = rulebook(game), next(iter(found))
    teller = Teller(first.ruleset, ())
    loyal, hiding = teller.word(first.loyal_side), teller.word(hiding_side(first.ruleset))
    counts = sorted({cell.ruleset.players for cell in found})
    yield f"# The balance of {book.title}\n"
    yield f"How often {loyal} wins, in percent, by number of players. Made by\n"
    yield f"    {command}\n"
    yield "Each figure is a fact about the bots that played, not about people. All figures with their intervals, how"
    yield f"long games last and how they end are in [{game}.csv]({game}.csv)."
    for bots in dict.fromkeys((cell.loyal, cell.hiding) for cell in found):
        some = {cell: outcomes for cell, outcomes in found.items() if (cell.loyal, cell.hiding) == bots}
        reach = max(100 * reach_of(outcomes) for outcomes in some.values())
        yield f"\n## {loyal}: `{bots[0]}`, {hiding}: `{bots[1]}`\n"
        games = max(outcomes.games for outcomes in some.values())
        yield f"{games:,} games a figure; its 95% interval reaches at most {reach:.2f} points to either side.\n"
        yield f"![{loyal} wins by number of players]({game}-{slug(*bots)}.svg)\n"
        yield "| modules | " + " | ".join(map(str, counts)) + " |"
        yield "| --- |" + " --- |" * len(counts)
        for modules in dict.fromkeys(cell.ruleset.modules for cell in some):
            shares = {
                cell.ruleset.players: f"{100 * outcomes.wins / outcomes.games:.1f}"
                for cell, outcomes in some.items()
                if cell.ruleset.modules == modules
            }
            named = ", ".join(book.chapters[name].title for name in modules) or "none"
            yield f"| {named} | " + " | ".join(shares.get(count, "–") for count in counts) + " |"
    if people:
        yield "\n## People\n"
        yield "Recorded games of people without modules, with 95% intervals.\n"
        yield "| players | games | wins | interval |\n| --- | --- | --- | --- |"
        for players, (games, wins) in sorted(people.items()):
            low, high = wilson(wins, games)
            yield f"| {players} | {games} | {100 * wins / games:.1f} | {100 * low:.1f} to {100 * high:.1f} |"


def index(found: dict[str, dict[Cell, Outcomes]], command: str) -> Iterator[str]:
    """The first page: what there is, what is not, and how it is made."""
    games = sum(outcomes.games for cells in found.values() for outcomes in cells.values())
    yield "# How balanced the games are\n"
    yield f"{games:,} games of the batch core, and those of the pages below that the kernel played, counted by\n"
    yield f"    {command}\n"
    yield "A figure is a fact about the bots that played, not about people: `random` chooses anything legal,"
    yield "`baseline:people` names teams, votes and sabotages as people do and chooses anything else, `sensible` plays"
    yield "to win.\n"
    for game, some in found.items():
        about = f"{len(some)} figures, played by the batch core ([CSV]({game}.csv))"
        yield f"- [{rulebook(game).title}]({game}.md): {about}"
    for own in pages():
        about = f"{own.games:,} games a figure, played by the kernel"
        yield f"- [{rulebook(own.game).title}]({own.game}.md): {about}"
    yield "\nNot computed:\n"
    for gap in gaps():
        yield f"- {gap.what}: {gap.why}."


def reach_of(outcomes: Outcomes) -> float:
    """Half the width of the interval of a share."""
    low, high = wilson(outcomes.wins, outcomes.games)
    return (high - low) / 2


def slug(loyal: str, hiding: str) -> str:
    """The bots in the name of a file."""
    return f"{loyal}-{hiding}".replace(":", "-")


def recorded_wins(games: Sequence[Game[Any]]) -> dict[str, dict[int, tuple[int, int]]]:
    """Of recorded games by game and number of players: how many there are, and how many the loyal side won."""
    found: dict[str, dict[int, tuple[int, int]]] = {}
    for game in games:
        assert game.result is not None
        by_players = found.setdefault(game.ruleset.game, {})
        count, wins = by_players.get(game.ruleset.players, (0, 0))
        is_win = game.result.winner != hiding_side(game.ruleset)
        by_players[game.ruleset.players] = (count + 1, wins + is_win)
    return found
