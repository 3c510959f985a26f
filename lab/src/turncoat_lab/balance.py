"""Measure the balance of a ruleset: who wins over many games of bots, and the effect of each factor.

The game's rulebook declares what else is counted (`Rulebook.balance`). Any bot can play either side, so a ruleset can
be measured again when better bots exist. `turncoat lab balance` prints the page.
"""

import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

import msgspec

from turncoat.kernel.balance import Balance, BalanceTable, Counts
from turncoat.kernel.chapters import RulesetError
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.simulation.intervals import wilson
from turncoat.simulation.playing import play_numbered, seating, sides
from turncoat.simulation.processes import ONE_PROCESS, Workers
from turncoat.telling import Teller
from turncoat_lab.cache import ResultCache
from turncoat_lab.commands import ruleset_words

GAMES_A_PIECE: Final = 100
"""Games that a worker plays before it returns a tally. The size is fixed, so cached tallies are valid for any number of
workers."""

SEED: Final = "balance"

Bots: TypeAlias = Mapping[str, str]
"""Name of the bot that plays each side."""


class Tally(msgspec.Struct):
    """Results of a number of games of one ruleset."""

    games: int = 0
    wins: Counter[str] = msgspec.field(default_factory=Counter)
    """Games won, by side."""
    seats: Counter[str] = msgspec.field(default_factory=Counter)
    """Seats of each side, summed over all games."""
    seats_won: Counter[str] = msgspec.field(default_factory=Counter)
    """`seats` over the games that the measured side has won."""
    had: Counter[tuple[str, str]] = msgspec.field(default_factory=Counter)
    """Seats of a side that had a value of a factor, by value and side."""
    had_won: Counter[tuple[str, str]] = msgspec.field(default_factory=Counter)
    """`had` over the games that the measured side has won."""
    counts: Counts = msgspec.field(default_factory=Counter)
    """The game's own counts."""

    def add(self, other: "Tally") -> None:
        """Add the counts of another tally."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


def measured_side(ruleset: Ruleset, balance: Balance) -> str:
    """Return the side whose share of wins is measured."""
    return balance.side or sides(ruleset)[0]


def run(ruleset: Ruleset, playing: Bots, first: int, last: int, seed: str = SEED) -> Tally:
    """Play the games with these numbers. Equal arguments give equal tallies."""
    book = rulebook(ruleset.game)
    balance = book.balance(ruleset)
    measured, seat_bots = measured_side(ruleset, balance), seating(ruleset, playing)
    tally = Tally()
    for number in range(first, last):
        game = play_numbered(ruleset, seat_bots, f"{seed}/{ruleset.players}", number)
        assert game.result is not None  # every game ends
        won = game.result.winner == measured
        tally.games += 1
        tally.wins[game.result.winner] += 1
        side_at = [book.side_of(role, game.board) for role in game.deal.roles]
        tally.seats.update(side_at)
        tally.seats_won.update(side_at if won else ())
        had = [(value, side_at[seat]) for seat, value in balance.holders(game.board)]
        tally.had.update(had)
        tally.had_won.update(had if won else ())
        tally.counts.update(balance.counted(game.board, game.events))
    return tally


def measure(
    ruleset: Ruleset,
    playing: Bots,
    games: int,
    workers: Workers = ONE_PROCESS,
    seed: str = SEED,
    results: ResultCache[Tally] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Tally:
    """Return the tally of that many games, whatever workers play them.

    With `results`, cached tallies are reused.
    """
    pieces = [
        (ruleset, playing, first, min(games, first + GAMES_A_PIECE), seed) for first in range(0, games, GAMES_A_PIECE)
    ]
    whole = Tally()
    for tally in workers.map(run, pieces, results):
        whole.add(tally)
        if progress is not None:
            progress(whole.games)
    return whole


def report(tallies: Mapping[Ruleset, Tally], playing: Bots, command: str) -> Iterator[str]:
    """Yield the page as Markdown, from one ruleset per player count. Its head names the command that prints it."""
    ruleset, some = next(iter(tallies.items()))
    book, teller = rulebook(ruleset.game), Teller(ruleset, ())
    balance = book.balance(ruleset)
    measured = measured_side(ruleset, balance)
    in_order = sorted(playing, key=lambda side: (side != measured, side))
    yield f"# The balance of {book.title}\n"
    yield f"{some.games:,} games at each player count, {_by(in_order, playing, teller)}. Made by\n"
    yield f"    {command}\n"
    yield "The figures are those of these bots, not of people."
    if balance.aim:
        yield f"The aim: {balance.aim}"
    yield from _table_lines(_wins(tallies, in_order[:1] if len(in_order) == 2 else in_order, balance, teller))
    for factor in balance.factors:
        shifts = {
            value: [shift(tally, value, side) for tally in tallies.values() for side in in_order]
            for value in factor.titles
        }
        columns = [f"{ruleset.players}: {teller.word(side)}" for ruleset in tallies for side in in_order]
        about = (
            f"Percentage points by which {teller.word(measured)} wins more (+) or less (-) often than on average,\n"
            f"when a player of the side named has the {factor.one}."
        )
        rows = tuple((title, *(f"{cell:+.1f}" for cell in shifts[value])) for value, title in factor.titles.items())
        yield from _table_lines(BalanceTable(factor.title, about, (factor.one, *columns), rows))
        yield f"\nThe largest is {max(abs(cell) for cells in shifts.values() for cell in cells):.1f} points."
    whole = Tally()
    for tally in tallies.values():
        whole.add(tally)
    for table in balance.tables(whole.games, whole.counts):
        yield from _table_lines(table)


def shift(tally: Tally, value: str, side: str) -> float:
    """Return the gain in wins, in points over the average, when a player of `side` has the value."""
    games = tally.had[value, side]
    if not games:
        return 0.0
    average = tally.seats_won[side] / tally.seats[side]
    return 100 * (tally.had_won[value, side] / games - average)


def _by(in_order: Sequence[str], playing: Bots, teller: Teller) -> str:
    """Name the bot of each side. Only the first side has the verb."""
    first, *others = [(teller.word(side), playing[side]) for side in in_order]
    return ", ".join([f"{first[0]} played by `{first[1]}`", *(f"{side} by `{bot}`" for side, bot in others)])


def _wins(tallies: Mapping[Ruleset, Tally], won_by: Sequence[str], balance: Balance, teller: Teller) -> BalanceTable:
    """Tabulate the share of wins of these sides. Of two sides one is enough: the other wins the rest."""
    rows: list[list[tuple[str, str]]] = []
    for ruleset, tally in tallies.items():
        row = [("players", str(ruleset.players))]
        for side in won_by:
            low, high = wilson(tally.wins[side], tally.games)
            row.append((f"{teller.word(side)} wins", f"{100 * tally.wins[side] / tally.games:.1f}%"))
            row.append(("95% interval", f"{100 * low:.1f} to {100 * high:.1f}"))
        rows.append([*row, *balance.columns(tally.games, tally.counts)])
    columns = tuple(title for title, _ in rows[0])
    return BalanceTable("Who wins", "", columns, tuple(tuple(cell for _, cell in row) for row in rows))


def _table_lines(table: BalanceTable) -> Iterator[str]:
    yield f"\n## {table.title}\n"
    if table.about:
        yield f"{table.about}\n"
    for row in (table.columns, ("---",) * len(table.columns), *table.rows):
        yield f"| {' | '.join(row)} |"


def rulesets_of(game: str, players: Sequence[int], modules: Sequence[str], options: Mapping[str, str]) -> list[Ruleset]:
    """Return a ruleset for each of these player counts. Without counts, try every one and keep those that the modules
    allow.

    Raises RulesetError when a given count is refused, or when none is allowed.
    """
    found, refused = [], None
    for count in players or rulebook(game).players:
        try:
            found.append(Ruleset.of(game, count, modules, options))
        except RulesetError as error:
            refused = error
    if refused is not None and (players or not found):
        raise refused
    return found


def command(
    game: str,
    players: Sequence[int],
    modules: Sequence[str],
    options: Mapping[str, str],
    playing: Bots,
    games: int,
    seed: str,
) -> str:
    """Return the command that prints the same page again. It names the bots, since the defaults may change."""
    words = ["turncoat", "lab", "balance", *ruleset_words(game, players, modules, options)]
    words += ["--bots", ",".join(f"{side}={name}" for side, name in playing.items()), "--games", str(games)]
    if seed != SEED:
        words += ["--seed", seed]
    return shlex.join(words)
