"""Measure how much bot characters differ on each side, by what one seat with the character does on the first missions.

    python -m tools.characters [--games 1000] [--players 5] [--bot normal] [--jobs 2]

Every character plays the same deals, on the same seat and with the same random numbers. The other seats have none.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from random import Random
from typing import Final

import turncoat.games  # noqa: F401 - makes the games known
from turncoat import bots
from turncoat.bots.bot import Bot
from turncoat.bots.characters import CHARACTERS, Character
from turncoat.games.resistance.board import Board
from turncoat.kernel.events import Event
from turncoat.kernel.opening import hiding_side
from turncoat.kernel.options import OneCard, Word
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import seats_in
from turncoat.kernel.steps import Prompt
from turncoat.kernel.views import View
from turncoat.missions import MissionRun, TeamNamed, TeamVoted
from turncoat.simulation.intervals import wilson
from turncoat.simulation.playing import play_game
from turncoat.simulation.processes import Processes

LAST_COUNTED: Final = 2
"""The last mission counted. Later, the course of the game matters more than character."""
DEEDS: Final = ("approves", "own membership", "Fails on mission 1")
Counts = dict[tuple[bool, str], tuple[int, int]]
"""By side (whether the seat is a traitor) and deed: how often it was done, and how often it could have been."""


class Over(Exception):
    """Raised to stop a game after the missions that are counted."""


class Watcher(Bot):
    """Bot that plays like the one it wraps and counts its deeds on the first missions."""

    def __init__(self, bot: Bot, *, traitor: bool, counts: Counts) -> None:
        super().__init__(bot.ruleset, bot.seat, b"")
        self.bot, self.traitor, self.counts = bot, traitor, counts
        self.view: View[Board] = View(bot.ruleset, bot.seat)

    def see(self, events: Iterable[Event]) -> None:
        events = tuple(events)
        self.view.see(events)
        self.bot.see(events)

    def choose(self, prompt: Prompt) -> object:
        now = self.view.board.now
        assert now is not None
        if now.mission > LAST_COUNTED:
            raise Over
        answer = self.bot.choose(prompt)
        act, option = prompt.question.act, prompt.option
        if act == TeamNamed.__name__ and not now.is_last_attempt:
            assert isinstance(answer, tuple)
            self._count("own membership", self.seat in seats_in(answer[-1]))
        elif act == TeamVoted.__name__ and isinstance(option, Word) and not now.is_last_attempt:
            if self.view.board.leader != self.seat:
                self._count("approves", answer == option.shown[0])
        elif act == MissionRun.__name__ and isinstance(option, OneCard) and now.mission == 1 and self.traitor:
            self._count("Fails on mission 1", answer == option.shown[1])
        return answer

    def _count(self, deed: str, done: bool) -> None:
        did, could = self.counts.get((self.traitor, deed), (0, 0))
        self.counts[self.traitor, deed] = (did + done, could + 1)


def counted(character: Character, bot: str, players: int, first: int, last: int) -> Counts:
    """Count the deeds of the character in the games of these numbers."""
    ruleset, counts = Ruleset.of("resistance", players), Counts()
    side_of, hiding = rulebook(ruleset.game).side_of, hiding_side(ruleset)
    for number in range(first, last):
        stem, watched = f"characters/{number}/".encode(), number % players
        deal = ruleset.deal(stem + b"deal")
        table = [bots.find(bot)(ruleset, seat, stem + str(seat).encode()) for seat in range(players)]
        table[watched].character = character
        table[watched] = Watcher(table[watched], traitor=side_of(deal.roles[watched]) == hiding, counts=counts)
        with suppress(Over):
            play_game(ruleset, deal, table, Random(stem + b"chance"))
    return counts


def measured(character: Character, bot: str, players: int, games: int, jobs: int = 1) -> Counts:
    """Count the deeds of the character over a number of games."""
    pieces = [(character, bot, players, first, min(games, first + 50)) for first in range(0, games, 50)]
    whole = Counts()
    for some in Processes(jobs).map(counted, pieces):
        for key, (did, could) in some.items():
            was = whole.get(key, (0, 0))
            whole[key] = (was[0] + did, was[1] + could)
    return whole


def share(counts: Counts, traitor: bool, deed: str) -> float:
    """Return the share of opportunities in which it was done."""
    did, could = counts[traitor, deed]
    return did / could


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser("python -m tools.characters", description="Measure how much characters differ.")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--bot", default="normal")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args(arguments)
    head = ("character", "side", *DEEDS)
    sys.stdout.write(f"| {' | '.join(head)} |\n{'| --- ' * len(head)}|\n")
    for character in CHARACTERS.values():
        counts = measured(character, given.bot, given.players, given.games, given.jobs)
        for traitor in (False, True):
            cells = []
            for deed in DEEDS:
                did, could = counts.get((traitor, deed), (0, 0))
                low, high = wilson(did, could)
                cells.append(f"{did / could:.0%} ({low:.0%}–{high:.0%})" if could else "")
            side = "spies" if traitor else "resistance"
            sys.stdout.write(f"| {character.name} | {side} | {' | '.join(cells)} |\n")


if __name__ == "__main__":
    main()
