"""How quickly a game of The Resistance goes: teams named for each mission, and ballots that approve on the first.

    python -m tools.pace [--bots sensible] [--games 300] [--players 5 6 7 8]

Beside the bots stand people, from the recorded games that lie beside the checkout (`../shared/records`).
"""

import argparse
import gzip
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from turncoat.games.resistance.board import Board
from turncoat.kernel.rulesets import Ruleset
from turncoat.lab.processes import Processes
from turncoat.lab.simulation import play_numbered, seating

RECORDED: Final = Path(__file__).parents[2] / "shared" / "records" / "recorded-games.jsonl.gz"
MISSIONS: Final = 5


class Pace(msgspec.Struct):
    """What was counted over some games with the same number of players."""

    teams: list[int] = msgspec.field(default_factory=lambda: [0] * MISSIONS)
    """How many teams were named, by mission."""
    missions: list[int] = msgspec.field(default_factory=lambda: [0] * MISSIONS)
    """How many games came to that mission."""
    ballots: int = 0
    """Ballots on the first mission."""
    approvals: int = 0

    def proposal(self, mission: int, approvals: int, players: int) -> None:
        """Count a team; missions from 0."""
        self.teams[mission] += 1
        if mission == 0:
            self.ballots += players
            self.approvals += approvals

    def mean(self, mission: int) -> float:
        """Teams for a mission, on average."""
        return self.teams[mission] / self.missions[mission] if self.missions[mission] else float("nan")

    @property
    def approval(self) -> float:
        """The share of ballots on the first mission that approved."""
        return self.approvals / self.ballots if self.ballots else float("nan")

    def add(self, other: "Pace") -> None:
        """Count others in."""
        self.teams = [one + more for one, more in zip(self.teams, other.teams, strict=True)]
        self.missions = [one + more for one, more in zip(self.missions, other.missions, strict=True)]
        self.ballots += other.ballots
        self.approvals += other.approvals


def of_people(players: int, games: Iterable[dict[str, Any]]) -> Pace:
    """The pace of recorded games."""
    pace = Pace()
    for game in games:
        if game["players"] == players:
            for mission, played in enumerate(game["rounds"]):
                pace.missions[mission] += 1
                for proposal in played["proposals"]:
                    pace.proposal(mission, len(proposal["approve"]), players)
    return pace


def of_bots(bot: str, players: int, first: int, last: int) -> Pace:
    """The pace of the games of these numbers."""
    ruleset = Ruleset.of("resistance", players)
    seat_bots, pace = seating(ruleset, [bot]), Pace()
    for number in range(first, last):
        board = play_numbered(ruleset, seat_bots, "pace", number).board
        assert isinstance(board, Board)
        for mission in {proposal.round for proposal in board.proposals}:
            pace.missions[mission - 1] += 1
        for proposal in board.proposals:
            pace.proposal(proposal.round - 1, proposal.approvals.bit_count(), players)
    return pace


def measured(bot: str, players: int, games: int, jobs: int) -> Pace:
    """The pace of so many games, played by several processes."""
    pace = Pace()
    pieces = [(bot, players, first, min(games, first + 25)) for first in range(0, games, 25)]
    for some in Processes(jobs).in_order(of_bots, pieces):
        pace.add(some)
    return pace


def row(players: int, who: str, pace: Pace) -> str:
    """A row of the table."""
    means = " | ".join(f"{pace.mean(mission):.2f}" for mission in range(MISSIONS))
    return f"| {players} | {who} | {means} | {pace.approval:.0%} |"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser("python -m tools.pace", description="How quickly a game goes.")
    parser.add_argument("--bots", nargs="*", default=["sensible"])
    parser.add_argument("--players", type=int, nargs="*", default=[5, 6, 7, 8])
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args(arguments)
    people: list[dict[str, Any]] = []
    if RECORDED.exists():
        with gzip.open(RECORDED, "rt", encoding="utf-8") as lines:
            people = [json.loads(line) for line in lines]
    head = ("players", "who", *(f"mission {mission + 1}" for mission in range(MISSIONS)), "approve the first")
    sys.stdout.write(f"| {' | '.join(head)} |\n{'| --- ' * len(head)}|\n")
    for players in given.players:
        if people:
            sys.stdout.write(row(players, "people", of_people(players, people)) + "\n")
        for bot in given.bots:
            sys.stdout.write(row(players, f"`{bot}`", measured(bot, players, given.games, given.jobs)) + "\n")


if __name__ == "__main__":
    main()
