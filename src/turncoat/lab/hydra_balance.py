"""How balanced a card set of Hail Hydra is: who wins, and what each hero and villain does to it, over many games.

    python -m turncoat.lab.hydra_balance --games 20000 > docs/hail-hydra-balance.md

Any bot can be asked (`--shield`, `--hydra`), so that a set is checked again when better ones exist.
"""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any

import msgspec

from turncoat import bots
from turncoat.games import hail_hydra
from turncoat.games.hail_hydra.events import CityDamaged, OffensiveBegan, VillainRevealed
from turncoat.games.hail_hydra.tables import PLAYERS
from turncoat.kernel.rulesets import Ruleset
from turncoat.lab.intervals import wilson
from turncoat.lab.simulation import play_game


class Tally(msgspec.Struct):
    """What came of some games. Heroes are counted by name and side: games, and games that S.H.I.E.L.D. won."""

    games: int = 0
    shield_wins: int = 0
    missions: Counter[int] = msgspec.field(default_factory=Counter)
    reasons: Counter[str] = msgspec.field(default_factory=Counter)
    hero_games: Counter[str] = msgspec.field(default_factory=Counter)
    hero_wins: Counter[str] = msgspec.field(default_factory=Counter)
    villains: Counter[str] = msgspec.field(default_factory=Counter)
    offensives: Counter[str] = msgspec.field(default_factory=Counter)
    damage: Counter[str] = msgspec.field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        """Count another tally in."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


def count(tally: Tally, game: Any) -> None:
    """Count a finished game in. Its heroes and villains are read from its events."""
    board = game.board
    won = game.result.winner == "shield"
    tally.games += 1
    tally.shield_wins += won
    tally.missions[board.mission] += 1
    for hero, side in zip(board.heroes, board.roles, strict=True):
        for key in (f"{hero} {side}", f"any {side}"):
            tally.hero_games[key] += 1
            tally.hero_wins[key] += won
    villain = ""
    for event in game.events:
        if isinstance(event, VillainRevealed):
            villain = event.villain
            tally.villains[villain] += 1
        elif isinstance(event, OffensiveBegan):
            tally.offensives[villain] += 1
        elif isinstance(event, CityDamaged):
            tally.damage[villain] += event.amount
            tally.reasons[event.why] += event.amount


def run(
    players: int, shield: str, hydra: str, first: int, last: int, cards: str = "house", seed: str = "balance"
) -> Tally:
    """Play the games of these numbers; equal arguments give equal tallies."""
    ruleset = Ruleset.of("hail-hydra", players, options={"cards": cards})
    kinds = {"shield": bots.find(shield), "hydra": bots.find(hydra)}
    tally = Tally()
    for number in range(first, last):
        stem = f"{seed}/{players}/{number}/".encode()
        deal = ruleset.deal(stem + b"deal")
        seats = [kinds[side](ruleset, seat, stem + str(seat).encode()) for seat, side in enumerate(deal.roles)]
        count(tally, play_game(ruleset, deal, seats, Random(stem + b"chance")))
    return tally


def measure(
    players: int, shield: str, hydra: str, games: int, workers: int, cards: str = "house", seed: str = "balance"
) -> Tally:
    """The tally of so many games, played by several processes."""
    step = max(1, min(500, games // max(1, workers)))
    chunks = [(players, shield, hydra, first, min(games, first + step), cards, seed) for first in range(0, games, step)]
    whole = Tally()
    if workers <= 1:
        for chunk in chunks:
            whole.add(run(*chunk))
        return whole
    with ProcessPoolExecutor(workers) as pool:
        for tally in pool.map(run, *zip(*chunks, strict=True)):
            whole.add(tally)
            sys.stderr.write(f"\r{players} players: {whole.games:,} of {games:,} games ")
            sys.stderr.flush()
    sys.stderr.write("\n")
    return whole


def report(tallies: dict[int, Tally], shield: str, hydra: str) -> Iterable[str]:
    """The tables as Markdown."""
    games = next(iter(tallies.values())).games
    yield "# The balance of the house set of Hail Hydra\n"
    yield f"{games:,} games at each player count, S.H.I.E.L.D. played by `{shield}`, HYDRA by `{hydra}`. Made by\n"
    yield f"    python -m turncoat.lab.hydra_balance --games {games} --shield {shield} --hydra {hydra}\n"
    yield "The figures are those of these bots, not of people. The aim: S.H.I.E.L.D. wins 40 to 60% at each"
    yield "player count, and no hero moves the rate of his side by more than 8 points against the average.\n"
    yield "## Who wins\n"
    yield "| players | S.H.I.E.L.D. wins | 95% interval | lost at mission 1 / 2 / 3 / 4 / 5 | offensives a game |"
    yield "| --- | --- | --- | --- | --- |"
    for players, tally in tallies.items():
        low, high = wilson(tally.shield_wins, tally.games)
        lost = [tally.missions[mission] for mission in range(1, 6)]
        lost[4] -= tally.shield_wins
        shares = " / ".join(f"{100 * part / tally.games:.0f}%" for part in lost)
        rounds = sum(tally.offensives.values()) / tally.games
        rate = 100 * tally.shield_wins / tally.games
        yield f"| {players} | {rate:.1f}% | {100 * low:.1f} to {100 * high:.1f} | {shares} | {rounds:.1f} |"
    yield "\n## Heroes\n"
    yield "Percentage points by which S.H.I.E.L.D. wins more (+) or less (−) often than on average when the hero is"
    yield "played by a member of S.H.I.E.L.D., and when he is played by an agent.\n"
    columns = " | ".join(f"{players}: S.H.I.E.L.D. | {players}: HYDRA" for players in tallies)
    yield f"| hero | {columns} |"
    yield "| --- |" + " --- | --- |" * len(tallies)
    for hero in hail_hydra.HOUSE_CARDS.heroes.values():
        cells = [_shift(tally, hero.name, side) for tally in tallies.values() for side in ("shield", "hydra")]
        yield f"| {hero.title} | {' | '.join(f'{cell:+.1f}' for cell in cells)} |"
    worst = max(
        abs(_shift(tally, name, side))
        for tally in tallies.values()
        for name in hail_hydra.HOUSE_CARDS.heroes
        for side in ("shield", "hydra")
    )
    yield f"\nThe largest is {worst:.1f} points.\n"
    yield "## Villains\n"
    yield "How many offensives he lasts, and what the city loses during his mission, over all player counts.\n"
    yield "| villain | level | offensives | damage to the city |"
    yield "| --- | --- | --- | --- |"
    whole = Tally()
    for tally in tallies.values():
        whole.add(tally)
    for villain in hail_hydra.HOUSE_CARDS.villains.values():
        met = whole.villains[villain.name] or 1
        lasts, deals = whole.offensives[villain.name] / met, whole.damage[villain.name] / met
        yield f"| {villain.title} | {villain.level} | {lasts:.1f} | {deals:.1f} |"
    yield "\n## What the city loses its health to\n"
    yield "| why | a game |"
    yield "| --- | --- |"
    for why, amount in whole.reasons.most_common():
        yield f"| {hail_hydra.BOOK.words[why]} | {amount / whole.games:.1f} |"


def _shift(tally: Tally, hero: str, side: str) -> float:
    games = tally.hero_games[f"{hero} {side}"]
    if not games:
        return 0.0
    average = tally.hero_wins[f"any {side}"] / tally.hero_games[f"any {side}"]
    return 100 * (tally.hero_wins[f"{hero} {side}"] / games - average)


def main(arguments: Sequence[str] | None = None) -> None:
    """The command: prints the tables."""
    parser = ArgumentParser(description="How balanced the card set of Hail Hydra is.")
    parser.add_argument("--games", type=int, default=2000, help="games at each player count")
    parser.add_argument("--players", type=int, nargs="*", default=list(PLAYERS))
    parser.add_argument("--shield", default="hydra-1", help="the bot that plays S.H.I.E.L.D.")
    parser.add_argument("--hydra", default="hydra-1", help="the bot that plays HYDRA")
    parser.add_argument("--workers", type=int, default=2, help="processes; the figures do not depend on it")
    parser.add_argument("--seed", default="balance", help="other games: tune a card set with one seed, measure another")
    args = parser.parse_args(arguments)
    tallies = {
        players: measure(players, args.shield, args.hydra, args.games, args.workers, seed=args.seed)
        for players in args.players
    }
    sys.stdout.write("\n".join(report(tallies, args.shield, args.hydra)) + "\n")


if __name__ == "__main__":
    main()
