"""Fit the model of who is Merlin (`bots.games.round_table.merlin`) to recorded games, and judge it on others."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from math import exp, log
from typing import Any, Final, NamedTuple

from turncoat.bots.games.round_table import merlin
from turncoat.bots.games.round_table.merlin import BALLOTS, KINDS, STAGES, TEAM, Ballot, Traces, merlin_chances
from turncoat.games.round_table.events import MerlinNamed
from turncoat.games.round_table.roles import assassin_of
from turncoat.games.round_table.tables import EVIL
from turncoat.kernel.game import Game
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.seats import SPECTATOR, Seat, SeatSet, seat_set
from turncoat.missions import team_acts

PENALTY: Final = 0.5
STEPS: Final = 30
PRECISION: Final = 1e-6


class Table(NamedTuple):
    """A game that came to the assassination."""

    traces: Traces
    roles: tuple[str, ...]
    evil: SeatSet
    unseen: SeatSet
    """Evil seats of which Merlin did not see one, as far as the Assassin knows."""
    named: Seat

    @property
    def players(self) -> int:
        return self.traces.players

    @property
    def merlin(self) -> Seat:
        return self.roles.index("merlin")

    @property
    def seen(self) -> SeatSet:
        """Evil seats that Merlin saw."""
        return self.evil & ~seat_set(seat for seat, role in enumerate(self.roles) if role == "mordred")


def table_of(game: Game[Any]) -> Table | None:
    """Return what a game shows before the assassination, or None if there was none."""
    named = next((event.named for event in game.events if isinstance(event, MerlinNamed)), None)
    if named is None:
        return None
    ruleset, roles = game.ruleset, game.deal.roles
    side_of, work = rulebook(ruleset.game).side_of, assassin_of(ruleset)
    evil = seat_set(seat for seat, role in enumerate(roles) if side_of(role) == EVIL)
    assassin = 1 << roles.index(work)
    unseen = 0 if not ruleset.has("mordred") else assassin if work == "mordred" else evil & ~assassin
    traces = Traces(ruleset.players)
    for before, event in game.view(SPECTATOR).history():
        for act in team_acts(event, ruleset, before):
            traces.see(act)
    return Table(traces, roles, evil, unseen, named)


def fit(tables: Sequence[Table]) -> str:
    """Return the fitted parameters as the text of merlin.toml."""
    lines = [f"# Fitted to {len(tables)} recorded games with an assassination; merlin.py says what the numbers are."]
    for kind in KINDS:
        lines += ["", f"[{kind}]"]
        ballots: dict[tuple[str, int], list[Ballot]] = defaultdict(list)
        teams: dict[int, list[tuple[int, int, int, int]]] = defaultdict(list)
        for table in tables:
            for seat in range(table.players):
                if (seat == table.merlin) == (kind == "merlin") and not table.evil >> seat & 1:
                    _collect(table, seat, ballots, teams)
        for name in BALLOTS:
            numbers = [
                _root(lambda leaning, of=ballots[name, stage]: _of_ballots(of, leaning)) for stage in range(STAGES)
            ]
            lines.append(f"{name} = {_listed(numbers)}")
        numbers = [_root(lambda leaning, of=teams[stage]: _of_teams(of, leaning)) for stage in range(STAGES)]
        lines.append(f"{TEAM} = {_listed(numbers)}")
    return "\n".join(lines) + "\n"


def _collect(
    table: Table,
    seat: Seat,
    ballots: dict[tuple[str, int], list[Ballot]],
    teams: dict[int, list[tuple[int, int, int, int]]],
) -> None:
    """Add the ballots and teams of a seat to those of its kind."""
    seen = table.seen
    for vote in table.traces.votes:
        if (ballot := vote.ballots.get(seat)) is not None:
            name = merlin.ballot_name(ballot.aboard, (vote.team & seen).bit_count() >= vote.needed)
            ballots[name, ballot.stage].append(ballot)
    for named in table.traces.teams:
        if named.leader == seat:
            evil, others = (named.others & seen).bit_count(), named.others.bit_count()
            teams[named.stage].append((evil, others, seen.bit_count(), table.players))


def _of_ballots(ballots: Sequence[Ballot], leaning: float) -> tuple[float, float]:
    """Return the slope and the curvature of the log-likelihood of ballots."""
    slope = curve = 0.0
    for ballot in ballots:
        chance = 1 / (1 + exp(-(ballot.log_odds + leaning)))
        slope += ballot.approves - chance
        curve += chance * (1 - chance)
    return slope, curve


def _of_teams(teams: Sequence[tuple[int, int, int, int]], leaning: float) -> tuple[float, float]:
    """Return the slope and the curvature of the log-likelihood of named teams."""
    slope = curve = 0.0
    for evil, others, seen, players in teams:
        odds = [(many, ways * exp(leaning * many)) for many, ways in merlin.numbers_of_evil(others, seen, players)]
        total = sum(weight for _, weight in odds)
        mean = sum(many * weight for many, weight in odds) / total
        slope += evil - mean
        curve += sum(many * many * weight for many, weight in odds) / total - mean * mean
    return slope, curve


def _root(slopes: Callable[[float], tuple[float, float]]) -> float:
    """Return the leaning of the greatest penalized likelihood."""
    leaning = 0.0
    for _ in range(STEPS):
        slope, curve = slopes(leaning)
        step = (slope - PENALTY * leaning) / (curve + PENALTY)
        leaning += step
        if abs(step) < PRECISION:
            break
    return leaning


def _listed(numbers: Sequence[float]) -> str:
    return "[" + ", ".join(f"{number:.3f}" for number in numbers) + "]"


class Score(NamedTuple):
    """How well Merlin is found: in nats, and in how many games the likeliest seat, or the one people named, is right."""

    games: int
    nats: float
    by_chance: float
    """Nats of a belief that holds all good seats for equally likely."""
    right: float
    people: float
    lucky: float
    """Share of games in which a good seat drawn at random is right."""


def judged(tables: Sequence[Table]) -> Iterator[tuple[int, Score]]:
    """Yield the score for each number of players, the worst gain in nats first, and for all (0)."""
    found = [(players, _score([one for one in tables if one.players == players])) for players in range(5, 11)]
    found = [(players, score) for players, score in found if score.games]
    yield from sorted(found, key=lambda item: item[1].by_chance - item[1].nats)
    yield 0, _score(tables)


def _score(tables: Sequence[Table]) -> Score:
    games = max(1, len(tables))
    nats = by_chance = right = people = lucky = 0.0
    for table in tables:
        chances = merlin_chances(table.traces, [(table.evil, 1.0)], lambda evil, unseen=table.unseen: unseen)
        good = table.players - table.evil.bit_count()
        nats -= log(chances[table.merlin])
        by_chance += log(good)
        lucky += 1 / good
        right += chances.index(max(chances)) == table.merlin
        people += table.named == table.merlin
    return Score(len(tables), nats / games, by_chance / games, right / games, people / games, lucky / games)


def report(tables: Sequence[Table]) -> str:
    """Return the scores as a table in Markdown."""
    lines = [
        "| players | games | nats | nats by chance | found % | people % | by chance % |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for players, one in judged(tables):
        shares = " | ".join(f"{100 * share:.1f}" for share in (one.right, one.people, one.lucky))
        lines.append(f"| {players or 'all'} | {one.games} | {one.nats:.3f} | {one.by_chance:.3f} | {shares} |")
    return "\n".join(lines) + "\n"
