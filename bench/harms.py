"""Rates at which bots act against their own side although they could know better.

    python -m bench.harms [--bots easy,normal,hard] [--games 50] [--seed S] [--jobs J] [--json]

Each bot plays with copies of itself at the tables of TABLES, and each harm is counted relative to the occasions on
which a seat could do it. The worst come first, with the tables at which they were done.

A seat's knowledge is what follows from the rules and everything that it has seen. The habits of others do not count.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec

import turncoat.games  # noqa: F401 - makes the games known
from turncoat.deduction.certainty import TraitorSets
from turncoat.deduction.worlds import Worlds
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.events import CardPlayed, MissionRevealed
from turncoat.games.resistance.legality import playable_cards
from turncoat.games.resistance.reverser import Reverser, outcome
from turncoat.kernel.events import seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SEATS_IN, SPECTATOR, Seat, SeatSet
from turncoat.kernel.views import View
from turncoat.missions import TeamNamed, TeamVoted, team_acts
from turncoat.simulation.playing import play_numbered, seating, traitors_of
from turncoat.simulation.processes import Processes, Workers
from turncoat_lab.commands import ruleset_name
from turncoat_lab.tells.known import Share

TABLES: Final = (
    Ruleset.of("resistance", 5),
    Ruleset.of("resistance", 7),
    Ruleset.of("resistance", 10),
    Ruleset.of("resistance", 5, ["plot-thickens"]),
    Ruleset.of("resistance", 7, ["reverser"]),
    Ruleset.of("resistance", 7, ["hunter"]),
    Ruleset.of("resistance", 10, ["reverser", "hunter"]),
)
HARMS: Final = {
    "lone-reverse": "a loyal seat's lone Reverse makes a mission fail",
    "saving-reverse": "a traitor's lone Reverse makes a mission succeed",
    "reverse-after-approval": "a loyal seat reverses a mission whose team it approved, and that does harm",
    "pointless-fail": "a traitor plays Fail where it knows that it cannot make the mission fail",
    "pointless-chief-fail": "the same with a Chief Fail, which tells more",
    "losing-approval": "a loyal seat approves a team that it knows can fail, where that loses the game",
    "unmasked-approval": "a loyal seat approves a team that everybody knows can fail",
    "winning-help": "a clean team that ends the game passes only because traitors approve it",
    "against-own-team": "a loyal leader rejects their own team",
}
"""Descriptions of the harms by name.

The occasions are, in order: every lone Reverse of a loyal seat, every lone Reverse of a traitor, every Reverse of a
loyal seat that approved, every card of a traitor who could play a useless Fail or Chief Fail, every ballot of a loyal
seat on such a team (except where a rejection loses the game, and except those of Reversers aboard), every such team
that passes, and every loyal leader's ballot.
"""
GAMES_A_PIECE: Final = 10


class Harm(NamedTuple):
    """An occasion to do harm, and whether it was taken."""

    name: str
    did: bool


class Knowledge:
    """Sets that may be the traitors from a seat's point of view, at any moment of a game that is over."""

    def __init__(self, game: Game[Any], seat: Seat) -> None:
        self._game = game
        self._seat = seat
        self._worlds = Worlds(game.ruleset, seat)
        self._sets = TraitorSets(self._worlds)
        self._seen = 0

    def sets(self, number: int) -> frozenset[SeatSet]:
        """Return the sets possible before the event with that number. Numbers must not decrease between calls."""
        happened = self._game.events[self._seen : number]
        self._worlds.see([event for one in happened if (event := seen_by(one, self._seat)) is not None])
        self._seen = number
        return self._sets.now()


class Witness:
    """An observer who knows all cards and follows a game that is over."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.traitors = traitors_of(game)
        self._view: View[Board] = View(game.ruleset, SPECTATOR)
        self._known = {seat: Knowledge(game, seat) for seat in (SPECTATOR, *range(game.ruleset.players))}
        self._cards: dict[Seat, str] = {}
        self._approvals: SeatSet = 0

    def harms(self) -> Iterator[Harm]:
        """Yield every occasion to do harm."""
        for number, happened in enumerate(self.game.events):
            if isinstance(happened, CardPlayed):
                self._cards[happened.seat] = happened.card
                yield from self._of_card(happened, number)
            event = seen_by(happened, SPECTATOR)
            if event is None:
                continue
            board = self._view.board
            for act in team_acts(event, self.game.ruleset, board):
                if isinstance(act, TeamNamed):
                    self._approvals = 0
                elif isinstance(act, TeamVoted):
                    self._approvals |= act.approvals
                    yield from self._of_vote(act, number)
            if isinstance(event, MissionRevealed):
                yield from self._of_mission(board)
                self._cards.clear()
            self._view.see((event,))

    def _of_card(self, played: CardPlayed, number: int) -> Iterator[Harm]:
        """Yield the occasion of a traitor who could play a Fail that cannot make the mission fail."""
        board, role = self._view.board, self.game.deal.roles[played.seat]
        fails = set(playable_cards(self.game.ruleset, board, role)) & {"fail", "chief-fail"}
        if not self.traitors >> played.seat & 1 or not fails:
            return
        if all((one & board.team).bit_count() < board.fails_needed for one in self._known[played.seat].sets(number)):
            name = "pointless-chief-fail" if "chief-fail" in fails else "pointless-fail"
            yield Harm(name, played.card in fails)

    def _of_mission(self, board: Board) -> Iterator[Harm]:
        reversed_by = [seat for seat, card in self._cards.items() if card == "reverse"]
        for seat in reversed_by:
            is_traitor = bool(self.traitors >> seat & 1)
            does_harm = self._succeeds(board) == is_traitor
            if len(reversed_by) == 1:
                yield Harm("saving-reverse" if is_traitor else "lone-reverse", does_harm)
            if not is_traitor and self._approvals >> seat & 1:
                yield Harm("reverse-after-approval", does_harm)

    def _succeeds(self, board: Board) -> bool:
        """Return whether the cards, some of them Reverses, make the mission succeed."""
        literal = bool(self.game.ruleset.option("reverser-literal"))
        return outcome(tuple(self._cards.values()), board.fails_needed, literal)

    def _of_vote(self, act: TeamVoted, number: int) -> Iterator[Harm]:
        now, team, loyal = act.situation, act.team, ~self.traitors
        voters = act.approvals | act.rejections
        if 1 << act.leader & voters & loyal:
            yield Harm("against-own-team", bool(act.rejections >> act.leader & 1))
        if voters == self._view.board.everyone:
            passes = act.approvals.bit_count() * 2 > now.players
            is_clean = (team & self.traitors).bit_count() < now.fails_needed
            if passes and is_clean and now.success_decides:
                yield Harm("winning-help", (act.approvals & loyal).bit_count() * 2 <= now.players)
        if now.is_last_attempt:
            return
        is_known = self._can_fail(SPECTATOR, act, number)
        for seat in SEATS_IN[voters & loyal]:
            if team >> seat & 1 and self.game.deal.roles[seat] in Reverser.roles:
                continue  # may be about to reverse the failure
            approves = bool(act.approvals >> seat & 1)
            if is_known:
                yield Harm("unmasked-approval", approves)
            if now.failure_decides and (is_known or self._can_fail(seat, act, number)):
                yield Harm("losing-approval", approves)

    def _can_fail(self, seat: Seat, act: TeamVoted, number: int) -> bool:
        """Return whether the seat knows that enough traitors are on the team."""
        sets = self._known[seat].sets(number)
        return all((one & act.team).bit_count() >= act.situation.fails_needed for one in sets)


class Counted(msgspec.Struct):
    """Counts of each harm."""

    shares: dict[str, Share] = msgspec.field(default_factory=dict)

    def add(self, other: "Counted") -> None:
        """Add other counts."""
        for name, share in other.shares.items():
            self.shares.setdefault(name, Share()).add(share)


def counted(bot: str, ruleset: Ruleset, seed: str, first: int, last: int) -> Counted:
    """Count the harms in the games with these numbers, with the bot on every seat."""
    found, seat_bots = Counted(), seating(ruleset, [bot])
    for number in range(first, last):
        for harm in Witness(play_numbered(ruleset, seat_bots, seed, number)).harms():
            found.shares.setdefault(harm.name, Share()).add(Share(harm.did, 1))
    return found


def measure(
    bots: Sequence[str], tables: Sequence[Ruleset], games: int, seed: str, workers: Workers
) -> dict[tuple[str, Ruleset], Counted]:
    """Count the harms in so many games of each bot at each table."""
    pieces = [
        (bot, ruleset, seed, first, min(games, first + GAMES_A_PIECE))
        for bot in bots
        for ruleset in tables
        for first in range(0, games, GAMES_A_PIECE)
    ]
    found: dict[tuple[str, Ruleset], Counted] = {}
    for (bot, ruleset, *_), some in zip(pieces, workers.map(counted, pieces), strict=True):
        found.setdefault((bot, ruleset), Counted()).add(some)
    return found


def table(found: dict[tuple[str, Ruleset], Counted]) -> Iterator[str]:
    """Yield the figures as Markdown, by harm and bot, the worst first."""
    rows = []
    for name, what in HARMS.items():
        for bot in dict.fromkeys(bot for bot, _ in found):
            at = {
                ruleset: one.shares[name] for (who, ruleset), one in found.items() if who == bot and name in one.shares
            }
            whole = Share()
            for share in at.values():
                whole.add(share)
            if whole.of:
                where = "; ".join(f"{ruleset_name(one)}: {share.did} of {share.of}" for one, share in at.items())
                rows.append((whole.did / whole.of, f"| {what} | `{bot}` | {whole.did} of {whole.of} | {where} |"))
    yield "| harm | bot | percent | of chances | at which tables |"
    yield "| --- | --- | --- | --- | --- |"
    for percent, row in sorted(rows, key=lambda row: -row[0]):
        first, bot, rest = row.removeprefix("| ").split(" | ", 2)
        yield f"| {first} | {bot} | {100 * percent:.1f} | {rest}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.harms", description="Count how bots harm their own side.")
    parser.add_argument("--bots", default="easy,normal,hard", help="the bots (default easy,normal,hard)")
    parser.add_argument("--games", type=int, default=50, help="of each bot at each table (default 50)")
    parser.add_argument("--seed", default="harms")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    wanted = parser.parse_args()
    found = measure(wanted.bots.split(","), TABLES, wanted.games, wanted.seed, Processes(wanted.jobs))
    if wanted.json:
        rows = [
            {"bot": bot, "table": ruleset_name(ruleset), "harm": name, "did": share.did, "of": share.of}
            for (bot, ruleset), one in found.items()
            for name, share in one.shares.items()
        ]
        print(json.dumps(rows))
        return
    print("\n".join(table(found)))


if __name__ == "__main__":
    main()
