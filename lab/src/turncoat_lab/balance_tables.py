"""The balance of every table in balance_cells.toml, as CSV and as pages.

A *cell* is a ruleset and the bots of both sides. The batch core plays the bots that it has compiled, the kernel all
others.
"""

import csv
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.resources import files
from io import StringIO
from typing import Any, Final

import msgspec

from turncoat.kernel.game import Game
from turncoat.kernel.opening import hiding_side
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.simulation.intervals import wilson
from turncoat.simulation.playing import play_numbered, seating, sides
from turncoat.simulation.processes import Workers, parts_of
from turncoat.telling import Teller
from turncoat_lab.balance import GAMES_A_PIECE, SEED, Tally, rulesets_of
from turncoat_lab.batch.counting import Counts, counted, counts_of_game, is_compiled, policies_of
from turncoat_lab.cache import ResultCache

BATCH_GAMES_A_PIECE: Final = 49_000
PEOPLE: Final = "people"
"""The name that stands for the players of recorded games, in the place of a bot."""

LEAST_RECORDED: Final = 10
"""Recorded games of a ruleset that are worth a row."""


class Cell(msgspec.Struct, frozen=True):
    """A ruleset and the bots of both sides: one row of the table."""

    ruleset: Ruleset
    loyal: str
    hiding: str
    games: int

    @property
    def loyal_side(self) -> str:
        """The side whose wins are measured."""
        return loyal_side(self.ruleset)

    @property
    def is_compiled(self) -> bool:
        """True if the batch core plays both bots."""
        return is_compiled(self.loyal, self.hiding)


def loyal_side(ruleset: Ruleset) -> str:
    """Return the side that does not hide, in a game of two sides."""
    (side,) = (side for side in sides(ruleset) if side != hiding_side(ruleset))
    return side


class Page(msgspec.Struct, frozen=True):
    """A game with its own balance page (`balance`), played by the kernel."""

    game: str
    games: int
    bots: dict[str, str]


class Gap(msgspec.Struct, frozen=True):
    """A figure that is not computed, with the reason."""

    what: str
    why: str


def given() -> dict[str, Any]:
    """Read the file that lists the measurements."""
    return tomllib.loads(files("turncoat_lab").joinpath("balance_cells.toml").read_text("utf-8"))


def cells() -> list[Cell]:
    """Return every cell of the file."""
    return [
        Cell(ruleset, pair["loyal"], pair["hiding"], pair["games"])
        for table in given()["tables"]
        for pair in table["bots"]
        for modules in table["modules"]
        for ruleset in rulesets_of(table["game"], (), modules, {})
        if is_played_by(pair, ruleset)
    ]


def is_played_by(pair: Mapping[str, Any], ruleset: Ruleset) -> bool:
    """Return whether the file has these bots play these rules: a pair may limit player counts and exclude modules."""
    is_left_out = {*ruleset.modules} & {*pair.get("without", ())}
    return ruleset.players in pair.get("players", (ruleset.players,)) and not is_left_out


def pages() -> list[Page]:
    """Return the games with a page of their own."""
    return msgspec.convert(given()["pages"], list[Page])


def gaps() -> list[Gap]:
    """Return the figures that are not computed."""
    return msgspec.convert(given()["not-computed"], list[Gap])


def played(cell: Cell, first: int, last: int) -> Counts:
    """Play the games with these numbers and count the results."""
    playing = {cell.loyal_side: cell.loyal, hiding_side(cell.ruleset): cell.hiding}
    if cell.is_compiled:
        return counted(cell.ruleset, *policies_of(cell.ruleset, playing), SEED, first, last)
    seat_bots, counts = seating(cell.ruleset, playing), Counts()
    for number in range(first, last):
        counts.add(counts_of_game(play_numbered(cell.ruleset, seat_bots, SEED, number)))
    return counts


def wins_of(cell: Cell, counts: Counts) -> int:
    """Return the number of games that the loyal side has won."""
    return counts.winners[cell.loyal_side]


def shares_of(cell: Cell, counts: Counts) -> tuple[float, float, float]:
    """Return the share of games that the loyal side has won, and the bounds of its 95% interval."""
    wins = wins_of(cell, counts)
    return wins / counts.games, *wilson(wins, counts.games)


def measure(
    wanted: Sequence[Cell],
    workers: Workers,
    results: ResultCache[Counts] | None,
    progress: Callable[[int], None] | None = None,
) -> dict[Cell, Counts]:
    """Return the counts of every cell, reusing cached ones."""
    pieces = [
        (cell, *part)
        for cell in wanted
        for part in parts_of(cell.games, BATCH_GAMES_A_PIECE if cell.is_compiled else GAMES_A_PIECE)
    ]
    found: dict[Cell, Counts] = {cell: Counts() for cell in wanted}
    done = 0
    for (cell, first, last), counts in zip(pieces, workers.map(played, pieces, results), strict=True):
        found[cell].add(counts)
        done += last - first
        if progress is not None:
            progress(done)
    return found


SHARED: Final = (
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
)
"""Columns that the files of all games share."""
COLUMNS: Final = (*SHARED, "missions a game", "choices a game", "endings")


def as_csv(found: Mapping[Cell, Counts]) -> str:
    """Return one line per cell. Shares have their 95% intervals (Wilson), in percent."""
    rows = []
    for cell, counts in found.items():
        endings = [f"{reason} {100 * times / counts.games:.1f}" for reason, times in sorted(counts.reasons.items())]
        lengths = [f"{counts.missions / counts.games:.2f}", f"{counts.choices / counts.games:.1f}"]
        rows.append([*_shared(cell, counts.games, wins_of(cell, counts)), *lengths, "; ".join(endings)])
    return _csv(COLUMNS, rows)


def page_as_csv(page: Page, tallies: Mapping[Ruleset, Tally]) -> str:
    """Return one line per player count, for a game with a page of its own."""
    rows = []
    for ruleset, tally in tallies.items():
        cell = Cell(ruleset, page.bots[loyal_side(ruleset)], page.bots[hiding_side(ruleset)], page.games)
        rows.append(_shared(cell, tally.games, tally.wins[cell.loyal_side]))
    return _csv(SHARED, rows)


def _shared(cell: Cell, games: int, wins: int) -> list[object]:
    """Return the values of the columns that all games share."""
    shares = (wins / games, *wilson(wins, games))
    modules = "+".join(cell.ruleset.modules) or "-"
    played = [cell.ruleset.game, cell.ruleset.players, modules, cell.loyal, cell.hiding, games, wins]
    return [*played, *(f"{100 * share:.2f}" for share in shares)]


def _csv(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows([columns, *rows])
    return text.getvalue()


def by_game(found: Mapping[Cell, Counts]) -> dict[str, dict[Cell, Counts]]:
    """Group the cells by game."""
    games: dict[str, dict[Cell, Counts]] = {}
    for cell, counts in found.items():
        games.setdefault(cell.ruleset.game, {})[cell] = counts
    return games


def by_bots(found: Mapping[Cell, Counts]) -> dict[tuple[str, str], dict[Cell, Counts]]:
    """Group the cells by pair of bots."""
    pairs: dict[tuple[str, str], dict[Cell, Counts]] = {}
    for cell, counts in found.items():
        pairs.setdefault((cell.loyal, cell.hiding), {})[cell] = counts
    return pairs


def page(game: str, found: Mapping[Cell, Counts], command: str) -> Iterator[str]:
    """Yield the page of a game as Markdown."""
    book, first = rulebook(game), next(iter(found))
    teller = Teller(first.ruleset, ())
    loyal, hiding = teller.word(first.loyal_side), teller.word(hiding_side(first.ruleset))
    players = sorted({cell.ruleset.players for cell in found})
    yield f"# The balance of {book.title}\n"
    yield f"How often {loyal} wins, in percent, by number of players. Made by\n"
    yield f"    {command}\n"
    yield "Each figure is a fact about those who played. All figures with their intervals, how long games last and how"
    yield f"they end are in [{game}.csv]({game}.csv)."
    for bots, some in by_bots(found).items():
        reach = max(100 * (high - low) / 2 for _, low, high in (shares_of(*one) for one in some.items()))
        fewest, most = (choose(counts.games for counts in some.values()) for choose in (min, max))
        games = f"{most:,}" if fewest == most else f"{fewest:,} to {most:,}"
        yield f"\n## {loyal}: `{bots[0]}`, {hiding}: `{bots[1]}`\n"
        yield f"{games} games a figure; its 95% interval reaches at most {reach:.2f} points to either side.\n"
        yield f"![{loyal} wins by number of players]({game}-{slug(*bots)}.svg)\n"
        yield "| modules | " + " | ".join(map(str, players)) + " |"
        yield "| --- |" + " --- |" * len(players)
        for modules in dict.fromkeys(cell.ruleset.modules for cell in some):
            shares = {
                cell.ruleset.players: f"{100 * shares_of(cell, counts)[0]:.1f}"
                for cell, counts in some.items()
                if cell.ruleset.modules == modules
            }
            named = ", ".join(book.chapters[name].title for name in modules) or "none"
            yield f"| {named} | " + " | ".join(shares.get(count, "–") for count in players) + " |"


def index(found: Mapping[str, Mapping[Cell, Counts]], command: str) -> Iterator[str]:
    """Yield the index page: the figures there are, those there are not, and the command that makes them."""
    games = sum(counts.games for cells in found.values() for counts in cells.values())
    yield "# How balanced the games are\n"
    yield f"{games:,} games in the tables, and those of the pages that the kernel played:\n"
    yield f"    {command}\n"
    yield "A figure is a fact about those who played: `random` chooses anything legal, `baseline:people` names teams,"
    yield "votes and sabotages as people do and chooses anything else, `sensible` plays to win; `people`"
    yield "are recorded games.\n"
    for game, some in found.items():
        about = f"{len(some)} figures ([CSV]({game}.csv))"
        yield f"- [{rulebook(game).title}]({game}.md): {about}"
    for own in pages():
        about = f"{own.games:,} games a figure, played by the kernel ([CSV]({own.game}.csv))"
        yield f"- [{rulebook(own.game).title}]({own.game}.md): {about}"
    yield "- [What plot cards, roles and modules are worth](worth.md), with a command of its own"
    yield "\nNot computed:\n"
    for gap in gaps():
        yield f"- {gap.what}: {gap.why}."


def slug(loyal: str, hiding: str) -> str:
    """Return the bots as a part of a file name."""
    return f"{loyal}-{hiding}".replace(":", "-")


def recorded(games: Sequence[Game[Any]]) -> dict[Cell, Counts]:
    """Return the recorded games as cells that people have played, whatever the options, unless there are few games."""
    found: dict[Ruleset, Counts] = {}
    for game in games:
        usual = Ruleset.of(game.ruleset.game, game.ruleset.players, game.ruleset.modules)
        found.setdefault(usual, Counts()).add(counts_of_game(game))
    in_order = sorted(found, key=lambda ruleset: (ruleset.game, ruleset.players, ruleset.modules))
    cells = {Cell(ruleset, PEOPLE, PEOPLE, found[ruleset].games): found[ruleset] for ruleset in in_order}
    return {cell: counts for cell, counts in cells.items() if counts.games >= LEAST_RECORDED}
