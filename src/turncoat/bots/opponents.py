"""How the others may play: a few policies, and how likely each makes what was done, for every set of traitors.

    people      as people do, by the fitted model (`people`)
    careful     as the levels do: people's choices, moved by what is at stake (`stakes`)
    cunning     loyal seats as the careful ones, but easily content with early teams; traitors who lead and vote as
                suits their side, and sabotage as a side that has agreed who does

Traitors may also vote and name teams as the loyal seats of a policy do: that is a mask. All that a policy is asked is
public, so the same answer serves every seat.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb, exp
from operator import mul
from typing import Final, NamedTuple, Protocol

from turncoat.bots import people
from turncoat.bots.odds import logistic
from turncoat.bots.sabotage import worth_of_failure
from turncoat.bots.stakes import hope, stake
from turncoat.kernel.seats import SEATS_IN, Seat, SeatSet, seat_set
from turncoat.missions import MissionPlan, MissionRun, Situation, TeamAct, TeamNamed

TEMPERATURE: Final = 0.022
"""That of the careful policy, as far as others know it."""
SWAY: Final = 1.0
"""Where one more mission can decide the game, by how much careful traitors are more for a team that can fail than a
loyal seat would be, in log-odds, and less for one that cannot."""
FIRST_SABOTAGE: Final = 0.4
"""How often cunning traitors sabotage the first mission."""
SABOTAGE: Final = 0.9
"""The same later on, where nothing decides the game."""
PATIENT_SABOTAGE: Final = 0.6
"""How often patient traitors sabotage where nothing decides the game."""
CROWDED_SABOTAGE: Final = 0.2
"""The same if there are more of them aboard than it takes: those who succeed together look clean together."""
EARLY: Final = 3
"""Up to this mission cunning loyal seats are content with most teams."""
CONTENT: Final = 0.75
"""How often they approve a doubtful team then."""
DISTANCING: Final = 0.6
"""How often cunning traitors reject a team of their own side that a loyal seat would approve, if they are many."""
MANY: Final = 3
"""From this number of traitors on they do that: with fewer, each vote is needed."""
TINY: Final = 1e-9
"""Shares that differ by less are equal."""
CARD_NOISE: Final = 0.06
"""How often the cards of a mission are played as no policy says."""


@lru_cache(maxsize=64)
def teams_of(players: int, size: int) -> tuple[SeatSet, ...]:
    """Every team of that size."""
    return tuple(seat_set(seats) for seats in combinations(range(players), size))


@lru_cache(maxsize=64)
def aboard(sets: tuple[SeatSet, ...], players: int, size: int) -> tuple[bytes, ...]:
    """For each set of traitors, how many of them are on each team of that size."""
    teams = teams_of(players, size)
    return tuple(bytes((traitors & team).bit_count() for team in teams) for traitors in sets)


@lru_cache(maxsize=64)
def clean_places(sets: tuple[SeatSet, ...], players: int, size: int, needed: int) -> tuple[tuple[int, ...], ...]:
    """For each set of traitors, the places in `teams_of` of the teams with fewer than `needed` of them."""
    return tuple(tuple(at for at, many in enumerate(row) if many < needed) for row in aboard(sets, players, size))


class PublicRecord:
    """What everybody has seen of the missions, and what a spectator makes of it."""

    def __init__(self, players: int, sets: tuple[SeatSet, ...], plan: MissionPlan | None) -> None:
        self.players = players
        self.sets = sets
        """Every set of seats that may be the traitors."""
        self.plan = plan
        """The missions of the game; None in a game without missions, of which nothing is recorded."""
        self.over: frozenset[int] = frozenset()
        """The missions that were run."""
        self.track = people.Track(players)
        self.weights = [1.0] * len(sets)
        """How likely each set is to a spectator; not normalised."""
        self._clean: dict[tuple[SeatSet, int], list[tuple[float, float]]] = {}
        self._clean_teams: dict[tuple[Seat, int, int], list[float]] = {}
        self._team_features: dict[tuple[Seat, int, Situation], list[tuple[float, ...]]] = {}
        """What was asked since something happened, and its answer."""

    def copy(self) -> "PublicRecord":
        """An independent copy."""
        twin = PublicRecord(self.players, self.sets, self.plan)
        twin.over = self.over
        twin.track, twin.weights = self.track.copy(), self.weights
        return twin

    def see(self, act: TeamAct) -> None:
        """An act was done."""
        if isinstance(act, TeamNamed):
            self.track.named_before = act.team
        elif isinstance(act, MissionRun):
            self.track.see(act)
            self.over |= {act.situation.mission}
        self.changed()

    def changed(self) -> None:
        """Forget what was worked out: something has happened."""
        self._clean.clear()
        self._clean_teams.clear()
        self._team_features.clear()

    def by_seat(self, team: SeatSet, needed: int) -> tuple[float, list[float]]:
        """The weight of the sets with fewer than `needed` on the team; and for each seat that of those with it."""
        return weights_by_seat(zip(self.sets, self.weights, strict=True), self.players, team, needed)

    def clean(self, team: SeatSet, needed: int) -> list[tuple[float, float]]:
        """For each seat, if it is loyal: how likely it takes the team to be clean, and about the cleanest with it."""
        found = self._clean.get((team, needed))
        if found is not None:
            return found
        found = []  # kept when it is whole: bots that think in other threads may ask for the same
        whole, with_it = self.by_seat(0, 1)
        order = sorted(range(self.players), key=with_it.__getitem__)
        size = team.bit_count()
        best = seat_set(order[:size])
        rest = best & ~(1 << order[size - 1])  # who is not among the cleanest takes the place of the last of them
        clean = self.by_seat(team, needed)
        of_best, of_rest = self.by_seat(best, needed), self.by_seat(rest, needed)
        for seat in range(self.players):
            hoped = of_best if best >> seat & 1 else of_rest
            total = whole - with_it[seat]
            if total <= 0:
                found.append((1.0, 1.0))
            else:
                found.append(((clean[0] - clean[1][seat]) / total, (hoped[0] - hoped[1][seat]) / total))
        self._clean[team, needed] = found
        return found

    def clean_teams(self, leader: Seat, size: int, needed: int) -> list[float]:
        """How likely each team of that size is clean, to a leader who is loyal."""
        asked = leader, size, needed
        found = self._clean_teams.get(asked)
        if found is None:
            me = 1 << leader
            odds = [0.0 if traitors & me else weight for traitors, weight in zip(self.sets, self.weights, strict=True)]
            found = self._clean_teams[asked] = clean_teams(self.sets, odds, self.players, size, needed)
        return found

    def team_features(self, leader: Seat, size: int, now: Situation) -> list[tuple[float, ...]]:
        """The features of each team of that size, to a leader who knows of nobody that they hide."""
        asked = leader, size, now
        found = self._team_features.get(asked)
        if found is None:
            teams = teams_of(self.players, size)
            found = self._team_features[asked] = [self.track.team_features(leader, team, now, 0) for team in teams]
        return found


def weights_by_seat(
    weighed: Iterable[tuple[SeatSet, float]], players: int, team: SeatSet, needed: int
) -> tuple[float, list[float]]:
    """The weight of the sets with fewer than `needed` on the team; and for each seat that of those with it.

    >>> weights_by_seat([(0b001, 1.0), (0b010, 3.0), (0b110, 5.0)], 3, 0b001, 1)
    (8.0, [0.0, 8.0, 5.0])
    """
    whole, by_seat = 0.0, [0.0] * players
    for traitors, weight in weighed:
        if weight and (traitors & team).bit_count() < needed:
            whole += weight
            for seat in SEATS_IN[traitors]:
                by_seat[seat] += weight
    return whole, by_seat


def clean_teams(
    sets: tuple[SeatSet, ...], weights: Sequence[float], players: int, size: int, needed: int
) -> list[float]:
    """How likely each team of that size is clean, by these weights of the sets.

    >>> clean_teams((0b001, 0b010), (1.0, 3.0), 3, 1, 1)
    [0.75, 0.25, 1.0]
    """
    found = [0.0] * len(teams_of(players, size))
    total = sum(weights) or 1.0
    for places, weight in zip(clean_places(sets, players, size, needed), weights, strict=True):
        if weight:
            share = weight / total
            for at in places:
                found[at] += share
    return found


class BallotChances(NamedTuple):
    """How often a seat approves a team."""

    loyal: float
    failing: float
    """As a traitor, if there are enough traitors on the team for a failure."""
    clean: float
    """As a traitor, if there are not."""


class TeamChances(NamedTuple):
    """How often a leader names the team that was named."""

    loyal: float
    traitor: Sequence[float]
    """For each set of traitors, if the leader is one of them; anything for the other sets."""


class Opponents(Protocol):
    """A policy by which everybody else may play."""

    def ballots(self, record: PublicRecord, named: TeamAct) -> list[BallotChances]:
        """How often each seat approves the team."""
        ...

    def team(self, record: PublicRecord, named: TeamNamed) -> TeamChances:
        """How often the leader names the team."""
        ...

    def fails(self, record: PublicRecord, run: MissionRun) -> list[list[float]]:
        """For each number of traitors on the team, how likely each number of Fails is."""
        ...


class PeoplePolicy:
    """As people play."""

    def ballots(self, record: PublicRecord, named: TeamAct) -> list[BallotChances]:
        now, loyal, hiding = named.situation, people.weights("ballot", "loyal"), people.weights("ballot", "hiding")
        to_win, to_lose = float(now.failure_decides), float(now.success_decides)
        found = []
        for seat in range(record.players):
            features = record.track.ballot_features(seat, named, 0)
            score = people.score(hiding, features)
            found.append(
                BallotChances(
                    logistic(people.score(loyal, features)),
                    logistic(score + hiding[CAN_FAIL] + to_win * hiding[CAN_FAIL + 1]),
                    logistic(score + to_lose * hiding[CAN_FAIL + 2]),
                )
            )
        return found

    def team(self, record: PublicRecord, named: TeamNamed) -> TeamChances:
        now, leader, size = named.situation, named.leader, named.team.bit_count()
        teams = teams_of(record.players, size)
        features = record.team_features(leader, size, now)
        loyal = [exp(people.score(people.weights("team", "loyal"), row)) for row in features]
        weights = people.weights("team", "hiding")
        hiding = [exp(people.score(weights, row)) for row in features]
        can_fail, crowded = weights[-2], weights[-1]
        factors = [
            exp(can_fail * (number >= now.fails_needed) + crowded * (number > now.fails_needed))
            for number in range(size + 1)
        ]
        at = teams.index(named.team)
        traitor = [
            hiding[at] * factors[row[at]] / sum(map(mul, hiding, [factors[number] for number in row]))
            if traitors >> leader & 1
            else 1.0
            for traitors, row in zip(record.sets, aboard(record.sets, record.players, size), strict=True)
        ]
        return TeamChances(loyal[at] / sum(loyal), traitor)

    def fails(self, record: PublicRecord, run: MissionRun) -> list[list[float]]:
        return fails_of_people(record.track.missions, run.situation, run.team.bit_count())


CAN_FAIL: Final = people.BALLOT.index("can-fail")
"""The first of the three features that only traitors' ballots have."""


def fails_of_people(missions: int, now: Situation, size: int) -> list[list[float]]:
    """How likely each number of Fails is among people, for each number of traitors on the team."""
    to_lose, to_win = float(now.success_decides), float(now.failure_decides)
    found = [[1.0]]
    for number in range(1, size + 1):
        features = people.card_features(missions, to_lose, to_win, number, now.fails_needed)
        often = logistic(people.score(people.weights("card", "hiding"), features))
        found.append(binomial(number, often))
    return found


def fails_as_agreed(now: Situation, size: int) -> list[list[float]]:
    """The same among traitors who play just as many Fails as it takes, and seldom one that is too few."""
    found = [[1.0]]
    decisive = now.is_decisive
    often = 1.0 if decisive else FIRST_SABOTAGE if now.mission == 1 else SABOTAGE
    for number in range(1, size + 1):
        some = min(number, now.fails_needed)
        is_enough = some == now.fails_needed
        found.append(binomial(some, often if is_enough or decisive else 0.0) + [0.0] * (number - some))
    return found


def fails_of_patient(now: Situation, size: int) -> list[list[float]]:
    """The same among traitors who would rather be trusted, until a mission can decide the game."""
    found = [[1.0]]
    for number in range(1, size + 1):
        few, some = number < now.fails_needed, min(number, now.fails_needed)
        often = 0.0 if few else CROWDED_SABOTAGE if number > now.fails_needed else PATIENT_SABOTAGE
        if now.is_decisive:
            often = 1.0
        row = [0.0] * (number + 1)
        row[0], row[some] = 1 - often, often
        found.append(row)
    return found


def fails_of_best_play(record: PublicRecord, now: Situation, size: int) -> list[list[float]]:
    """The same among traitors who sabotage where a failure is worth it, by as many Fails as it takes; where it is worth
    nothing either way, half of them do."""
    worth = worth_of_failure(record.sets, record.plan, now, record.over) if record.plan is not None else 0.0
    often = 0.5 if abs(worth) < TINY else float(worth > 0)
    found = []
    for number in range(size + 1):
        row = [0.0] * (number + 1)
        row[0] = 1.0
        if number >= now.fails_needed:
            row[0], row[now.fails_needed] = 1 - often, often
        found.append(row)
    return found


def binomial(number: int, chance: float) -> list[float]:
    """How likely each count is among so many that happen with this chance.

    >>> binomial(2, 0.5)
    [0.25, 0.5, 0.25]
    """
    return [comb(number, count) * chance**count * (1 - chance) ** (number - count) for count in range(number + 1)]


class CarefulPolicy(PeoplePolicy):
    """As the levels play on the loyal side: people's choices, moved by what is at stake."""

    def ballots(self, record: PublicRecord, named: TeamAct) -> list[BallotChances]:
        now, loyal = named.situation, people.weights("ballot", people.ANYBODY)
        worth, asked = stake(now) / TEMPERATURE, hope(now)
        sway = SWAY if now.is_decisive else 0.0
        clean = record.clean(named.team, now.fails_needed)
        found = []
        for seat in range(record.players):
            score = people.score(loyal, record.track.ballot_features(seat, named, 0))
            chance, best = clean[seat]
            score = 40.0 if now.is_last_attempt else score + worth * (chance - asked * best)
            found.append(BallotChances(logistic(score), logistic(score + sway), logistic(score - sway)))
        return found

    def team(self, record: PublicRecord, named: TeamNamed) -> TeamChances:
        now, leader, size = named.situation, named.leader, named.team.bit_count()
        teams, worth = teams_of(record.players, size), stake(now) / TEMPERATURE
        weights = people.weights("team", people.ANYBODY)
        scores = [
            people.score(weights, features) + worth * clean
            for features, clean in zip(
                record.team_features(leader, size, now),
                record.clean_teams(leader, size, now.fails_needed),
                strict=True,
            )
        ]
        most = max(scores)
        loyal = exp(scores[teams.index(named.team)] - most) / sum([exp(score - most) for score in scores])
        return TeamChances(loyal, [loyal] * len(record.sets))

    def fails(self, record: PublicRecord, run: MissionRun) -> list[list[float]]:
        return fails_of_patient(run.situation, run.team.bit_count())


class CunningPolicy:
    """Loyal seats that are easily content at first, and traitors who do what suits their side."""

    def ballots(self, record: PublicRecord, named: TeamAct) -> list[BallotChances]:
        now, asked = named.situation, hope(named.situation)
        content = CONTENT if now.mission <= EARLY else 0.0
        distance = DISTANCING if record.sets[0].bit_count() >= MANY and not now.is_decisive else 0.0
        found = []
        for seat, (chance, best) in enumerate(record.clean(named.team, now.fails_needed)):
            if now.is_last_attempt or seat == named.leader:
                good = loyal = 1.0
                failing = 1.0
            else:
                good = logistic((chance - asked * best) / TEMPERATURE)
                loyal = good + (1 - good) * content
                failing = good * (1 - distance)
            if now.failure_decides:
                failing = 1.0
            found.append(BallotChances(loyal, failing, 0.0 if now.success_decides else good))
        return found

    def team(self, record: PublicRecord, named: TeamNamed) -> TeamChances:
        now, leader, size = named.situation, named.leader, named.team.bit_count()
        teams, at, me = teams_of(record.players, size), teams_of(record.players, size).index(named.team), 1 << leader
        clean = record.clean_teams(leader, size, now.fails_needed)
        odds = [
            exp(one / TEMPERATURE - 1 / TEMPERATURE) if team & me else 0.0
            for team, one in zip(teams, clean, strict=True)
        ]
        total = sum(odds)
        found = []
        for traitors, row in zip(record.sets, aboard(record.sets, record.players, size), strict=True):
            wanted = min(now.fails_needed, size, traitors.bit_count())
            if not traitors & me or row[at] != wanted:
                found.append(0.0)
                continue
            rest = sum([one for one, number in zip(odds, row, strict=True) if number == wanted])
            found.append(odds[at] / rest if rest else 0.0)
        return TeamChances(odds[at] / total if total else 0.0, found)

    def fails(self, record: PublicRecord, run: MissionRun) -> list[list[float]]:
        return fails_as_agreed(run.situation, run.team.bit_count())
