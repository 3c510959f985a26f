"""How balanced a ruleset is: who wins, and what each factor does to it, over many games of bots.

    python -m turncoat.lab.balance GAME --games 20000

The game's rulebook says what else is counted (`Rulebook.balance`). Any bot can play either side (`--bot`), so
that a ruleset can be measured again when better bots exist.
"""

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Final, TypeAlias

import msgspec

from turncoat.extensions import ExtensionError, load_extensions
from turncoat.kernel.balance import Balance, BalanceTable, Counts
from turncoat.kernel.chapters import RulesetError
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.lab.intervals import wilson
from turncoat.lab.simulation import play_numbered, seating, sides
from turncoat.telling import Teller

MAX_CHUNK: Final = 500
"""How many games a process plays before it hands in what it has counted."""

SEED: Final = "balance"

Bots: TypeAlias = Mapping[str, str]
"""The name of the bot that plays each side."""


class Tally(msgspec.Struct):
    """What came of some games of one ruleset."""

    games: int = 0
    wins: Counter[str] = msgspec.field(default_factory=Counter)
    """Games won, by side."""
    seats: Counter[str] = msgspec.field(default_factory=Counter)
    """Seats of each side, summed over all games."""
    seats_won: Counter[str] = msgspec.field(default_factory=Counter)
    """The same over the games that the measured side has won."""
    had: Counter[tuple[str, str]] = msgspec.field(default_factory=Counter)
    """Seats of a side that had a value of a factor, by value and side."""
    had_won: Counter[tuple[str, str]] = msgspec.field(default_factory=Counter)
    """The same over the games that the measured side has won."""
    counts: Counts = msgspec.field(default_factory=Counter)
    """What the game counts."""

    def add(self, other: "Tally") -> None:
        """Count another tally in."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


def measured_side(ruleset: Ruleset, balance: Balance) -> str:
    """The side whose share of wins is measured."""
    return balance.side or sides(ruleset)[0]


def run(ruleset: Ruleset, playing: Bots, first: int, last: int, seed: str = SEED) -> Tally:
    """Play the games of these numbers; equal arguments give equal tallies."""
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
        side_at = [book.side_of(role) for role in game.deal.roles]
        tally.seats.update(side_at)
        tally.seats_won.update(side_at if won else ())
        had = [(value, side_at[seat]) for seat, value in balance.holders(game.board)]
        tally.had.update(had)
        tally.had_won.update(had if won else ())
        tally.counts.update(balance.counted(game.board, game.events))
    return tally


def measure(ruleset: Ruleset, playing: Bots, games: int, workers: int = 1, seed: str = SEED) -> Tally:
    """The tally of that many games, played by several processes; it does not depend on their number."""
    step = max(1, min(MAX_CHUNK, games // max(1, workers)))
    chunks = [(ruleset, playing, first, min(games, first + step), seed) for first in range(0, games, step)]
    whole = Tally()
    if workers <= 1:
        for chunk in chunks:
            whole.add(run(*chunk))
        return whole
    with ProcessPoolExecutor(workers, initializer=load_extensions) as pool:
        for tally in pool.map(run, *zip(*chunks, strict=True)):
            whole.add(tally)
            sys.stderr.write(f"\r{ruleset.players} players: {whole.games:,} of {games:,} games ")
            sys.stderr.flush()
    sys.stderr.write("\n")
    return whole


def report(tallies: Mapping[Ruleset, Tally], playing: Bots, command: str) -> Iterator[str]:
    """The page as Markdown, from one ruleset for each number of players; the command that prints it is in its head."""
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
    yield from _page(_wins(tallies, in_order[:1] if len(in_order) == 2 else in_order, balance, teller))
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
        yield from _page(BalanceTable(factor.title, about, (factor.one, *columns), rows))
        yield f"\nThe largest is {max(abs(cell) for cells in shifts.values() for cell in cells):.1f} points."
    whole = Tally()
    for tally in tallies.values():
        whole.add(tally)
    for table in balance.tables(whole.games, whole.counts):
        yield from _page(table)


def shift(tally: Tally, value: str, side: str) -> float:
    """By how many points the measured side wins more often than on average when a player of `side` has the value."""
    games = tally.had[value, side]
    if not games:
        return 0.0
    average = tally.seats_won[side] / tally.seats[side]
    return 100 * (tally.had_won[value, side] / games - average)


def _by(in_order: Sequence[str], playing: Bots, teller: Teller) -> str:
    """Who plays what: the verb stands with the first side."""
    first, *others = [(teller.word(side), playing[side]) for side in in_order]
    return ", ".join([f"{first[0]} played by `{first[1]}`", *(f"{side} by `{bot}`" for side, bot in others)])


def _wins(tallies: Mapping[Ruleset, Tally], won_by: Sequence[str], balance: Balance, teller: Teller) -> BalanceTable:
    """How often these sides win. Of two sides one is enough: the other wins the rest."""
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


def _page(table: BalanceTable) -> Iterator[str]:
    yield f"\n## {table.title}\n"
    if table.about:
        yield f"{table.about}\n"
    for row in (table.columns, ("---",) * len(table.columns), *table.rows):
        yield f"| {' | '.join(row)} |"


def rulesets_of(game: str, players: Sequence[int], modules: Sequence[str], options: Mapping[str, str]) -> list[Ruleset]:
    """A ruleset for each of these numbers of players; where none are named, for each that the modules allow."""
    found, refused = [], None
    for count in players or rulebook(game).players:
        try:
            found.append(Ruleset.of(game, count, modules, options))
        except RulesetError as error:
            refused = error
    if refused is not None and (players or not found):
        raise refused
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """The command: prints the page."""
    parser = ArgumentParser("python -m turncoat.lab.balance", description="How balanced a ruleset is.")
    parser.add_argument("game")
    parser.add_argument(
        "--players", type=int, nargs="*", default=[], help="the numbers of players; all of them if left out"
    )
    parser.add_argument("--with", action="append", default=[], dest="modules", metavar="MODULE")
    parser.add_argument("--option", type=_pair, action="append", default=[], dest="options", metavar="NAME=VALUE")
    parser.add_argument("--bot", type=_pair, action="append", default=[], dest="bots", metavar="SIDE=NAME")
    parser.add_argument("--games", type=int, default=2000, help="games at each number of players")
    parser.add_argument(
        "--seed", default=SEED, help="other games: tune a ruleset with one seed, measure it with another"
    )
    parser.add_argument("--workers", type=int, default=2, help="processes; the figures do not depend on it")
    args = parser.parse_args(arguments)
    if args.games < 1:
        parser.error("at least one game has to be played")
    try:
        load_extensions()
        rulesets = rulesets_of(args.game, args.players, args.modules, dict(args.options))
        playing = dict.fromkeys(sides(rulesets[0]), "sensible") | dict(args.bots)
        seating(rulesets[0], playing)
    except (ExtensionError, ValueError) as error:
        parser.error(str(error))
    tallies = {ruleset: measure(ruleset, playing, args.games, args.workers, args.seed) for ruleset in rulesets}
    sys.stdout.write("\n".join(report(tallies, playing, command(args, playing))) + "\n")


def command(args: Namespace, playing: Bots) -> str:
    """The command that prints the same page at any time: it names the bots, which may have successors one day."""
    words = ["python -m turncoat.lab.balance", args.game]
    if args.players:
        words += ["--players", *map(str, args.players)]
    words += [f"--with {module}" for module in args.modules]
    words += [f"--option {name}={value}" for name, value in args.options]
    words += [f"--bot {side}={name}" for side, name in playing.items()]
    words += [f"--games {args.games}"]
    if args.seed != SEED:
        words += [f"--seed {args.seed}"]
    return " ".join(words)


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ArgumentTypeError(f"write NAME=VALUE, not {text!r}")
    return name, value


if __name__ == "__main__":
    main()
