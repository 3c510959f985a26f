"""Fit the model of who is Merlin (`bots.games.round_table.merlin`) to recorded games, and judge it on others."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import exp, log
from typing import Any, Final, NamedTuple, TypeAlias

from turncoat.bots.games.round_table import merlin
from turncoat.bots.games.round_table.merlin import (
    BALLOTS,
    KINDS,
    STAGES,
    TEAM,
    Ballot,
    Leanings,
    Traces,
    merlin_chances,
)
from turncoat.games.resistance.tables import PLAYERS
from turncoat.games.round_table.events import MerlinNamed
from turncoat.games.round_table.roles import assassin_of
from turncoat.games.round_table.tables import EVIL
from turncoat.kernel.game import Game
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.seats import SPECTATOR, Seat, SeatSet, seat_set
from turncoat.missions import TeamAct, team_acts

PENALTY: Final = 0.5
"""L2 penalty: half of it times each squared leaning is added to the loss."""
STEPS: Final = 30
PRECISION: Final = 1e-6


OfTeam: TypeAlias = tuple[int, int, int, int]
"""Evil players seen by Merlin among the others on a team, the others, all evil players seen, and all players."""


class Table(NamedTuple):
    """A game that came to the assassination."""

    acts: tuple[TeamAct, ...]
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

    def unseen_of(self, evil: SeatSet) -> SeatSet:
        """Return whom of these evil seats Merlin may not have seen."""
        return self.unseen & evil

    @property
    def seen(self) -> SeatSet:
        """Evil seats that Merlin saw."""
        return self.evil & ~seat_set(seat for seat, role in enumerate(self.roles) if role == "mordred")


def tables_of(games: Sequence[Game[Any]]) -> list[Table | None]:
    """Return what the games show, None for those without an assassination."""
    return [table_of(game) for game in games]


def fit(games: Sequence[Game[Any]]) -> str:
    """Return the parameters fitted to every other game, with how they do on the rest as a comment."""
    tables = tables_of(games)
    fitted, kept = ([one for one in tables[start::2] if one is not None] for start in (0, 1))
    leanings = leanings_of(fitted)
    about = f"Fitted to {len(fitted)} recorded games with an assassination; merlin.py says what the numbers are."
    lines = [about, f"On {len(kept)} other games:", *report(kept, leanings)]
    text = "".join(f"# {line}\n" for line in lines)
    for kind in KINDS:
        text += f"\n[{kind}]\n" + "".join(f"{name} = {_listed(numbers)}\n" for name, numbers in leanings[kind].items())
    return text


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
    acts = tuple(act for before, event in game.view(SPECTATOR).history() for act in team_acts(event, ruleset, before))
    return Table(acts, traces_of(ruleset.players, acts), roles, evil, unseen, named)


def traces_of(players: int, acts: Sequence[TeamAct], leanings: Leanings | None = None) -> Traces:
    """Return the traces of these acts."""
    traces = Traces(players, leanings)
    for act in acts:
        traces.see(act)
    return traces


def leanings_of(tables: Sequence[Table]) -> Leanings:
    """Return the leanings that fit the games best."""
    found: Leanings = {}
    for kind in KINDS:
        ballots: dict[tuple[str, int], list[Ballot]] = defaultdict(list)
        teams: dict[int, list[OfTeam]] = defaultdict(list)
        for table in tables:
            for seat in range(table.players):
                if (seat == table.merlin) == (kind == "merlin") and not table.evil >> seat & 1:
                    _collect(table, seat, ballots, teams)
        found[kind] = {
            name: tuple(_root(partial(_of_ballots, ballots[name, stage])) for stage in range(STAGES))
            for name in BALLOTS
        }
        found[kind][TEAM] = tuple(_root(partial(_of_teams, teams[stage])) for stage in range(STAGES))
    return found


def _collect(
    table: Table,
    seat: Seat,
    ballots: dict[tuple[str, int], list[Ballot]],
    teams: dict[int, list[OfTeam]],
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


def _of_teams(teams: Sequence[OfTeam], leaning: float) -> tuple[float, float]:
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
    """The score on some games: nats, and the shares in which the likeliest seat, or the one people named, is Merlin."""

    games: int
    nats: float
    by_chance: float
    """Nats of a belief that holds all good seats for equally likely."""
    right: float
    people: float
    lucky: float
    """Share of games in which a good seat drawn at random is right."""


def judged(tables: Sequence[Table], leanings: Leanings) -> Iterator[tuple[int, Score]]:
    """Yield the score for each number of players, the smallest gain over chance first, and for all (0)."""
    found = [(players, [one for one in tables if one.players == players]) for players in PLAYERS]
    scores = [(players, score_of(some, leanings)) for players, some in found if some]
    yield from sorted(scores, key=lambda item: item[1].by_chance - item[1].nats)
    yield 0, score_of(tables, leanings)


def score_of(tables: Sequence[Table], leanings: Leanings) -> Score:
    """Return the score of these leanings on games."""
    games = max(1, len(tables))
    nats = by_chance = right = people = lucky = 0.0
    for table in tables:
        traces = traces_of(table.players, table.acts, leanings)
        chances = merlin_chances(traces, [(table.evil, 1.0)], table.unseen_of)
        good = table.players - table.evil.bit_count()
        nats -= log(chances[table.merlin])
        by_chance += log(good)
        lucky += 1 / good
        right += chances.index(max(chances)) == table.merlin
        people += table.named == table.merlin
    return Score(len(tables), nats / games, by_chance / games, right / games, people / games, lucky / games)


def report(tables: Sequence[Table], leanings: Leanings) -> list[str]:
    """Return the scores as the lines of a table."""
    lines = ["players  games   nats  by chance  found %  people %  by chance %"]
    for players, one in judged(tables, leanings):
        lines.append(
            f"{players or 'all':>7} {one.games:6} {one.nats:6.3f} {one.by_chance:10.3f} {100 * one.right:8.1f} "
            f"{100 * one.people:9.1f} {100 * one.lucky:12.1f}"
        )
    return lines
