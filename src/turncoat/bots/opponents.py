"""Models of how others may play: a few policies, and how likely each makes an act for every set of traitors.

- people: the fitted model of human play (`people`).
- careful: like the levels, people's choices moved by the stakes (`stakes`).
- cunning: loyal seats are careful but easily content with early teams. Traitors name teams and vote as suits their
side, and sabotage as if they had agreed who does.

Traitors may also name teams and vote like the loyal seats of a policy, as a mask. Policies see only public facts, so
one answer serves every seat.
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
"""Temperature of the careful policy, as others estimate it."""
SWAY: Final = 1.0
"""Extra log-odds with which careful traitors approve a team that can fail, where one more mission can decide the game.

The reference is a loyal seat. A team that cannot fail gets as much less.
"""
FIRST_SABOTAGE: Final = 0.4
"""Chance that cunning traitors sabotage the first mission."""
SABOTAGE: Final = 0.9
"""Chance that cunning traitors sabotage a later mission that does not decide the game."""
PATIENT_SABOTAGE: Final = 0.6
"""Chance that patient traitors sabotage a mission that does not decide the game."""
CROWDED_SABOTAGE: Final = 0.2
"""Value of PATIENT_SABOTAGE with more traitors aboard than needed, since members of a success look clean together."""
EARLY: Final = 3
"""Last mission on which cunning loyal seats are content with most teams."""
CONTENT: Final = 0.75
"""Chance that they approve a doubtful team on these missions."""
DISTANCING: Final = 0.6
"""Chance that cunning traitors, if there are many, reject their own side's team where a loyal seat would approve it."""
MANY: Final = 3
"""Smallest number of traitors who do so. With fewer, each vote is needed."""
TINY: Final = 1e-9
"""Tolerance for comparing shares."""
CARD_NOISE: Final = 0.06
"""Chance that the cards of a mission follow no policy."""


@lru_cache(maxsize=64)
def teams_of(players: int, size: int) -> tuple[SeatSet, ...]:
    """Return all teams of the given size."""
    return tuple(seat_set(seats) for seats in combinations(range(players), size))


@lru_cache(maxsize=64)
def aboard(sets: tuple[SeatSet, ...], players: int, size: int) -> tuple[bytes, ...]:
    """Return for each set of traitors their number on each team of the given size."""
    teams = teams_of(players, size)
    return tuple(bytes((traitors & team).bit_count() for team in teams) for traitors in sets)


@lru_cache(maxsize=64)
def clean_places(sets: tuple[SeatSet, ...], players: int, size: int, needed: int) -> tuple[tuple[int, ...], ...]:
    """Return for each set of traitors the indices in `teams_of` of the teams with fewer than `needed` of them."""
    return tuple(tuple(at for at, many in enumerate(row) if many < needed) for row in aboard(sets, players, size))


class PublicRecord:
    """Public record of the missions, with a spectator's beliefs."""

    def __init__(self, players: int, sets: tuple[SeatSet, ...], plan: MissionPlan | None) -> None:
        self.players = players
        self.sets = sets
        """Every set of seats that may be the traitors."""
        self.plan = plan
        """Missions of the game. None in a game without missions, for which nothing is recorded."""
        self.over: frozenset[int] = frozenset()
        """Numbers of the missions that were run."""
        self.track = people.Track(players)
        self.weights = [1.0] * len(sets)
        """Likelihood of each set to a spectator, not normalized."""
        self._clean: dict[tuple[SeatSet, int], list[tuple[float, float]]] = {}
        self._clean_teams: dict[tuple[Seat, int, int], list[float]] = {}
        self._team_features: dict[tuple[Seat, int, Situation], list[tuple[float, ...]]] = {}
        """Caches of `clean`, `clean_teams` and `team_features`, cleared by `changed`."""

    def copy(self) -> "PublicRecord":
        """Return an independent copy."""
        twin = PublicRecord(self.players, self.sets, self.plan)
        twin.over = self.over
        twin.track, twin.weights = self.track.copy(), self.weights
        return twin

    def see(self, act: TeamAct) -> None:
        """Record an act."""
        if isinstance(act, TeamNamed):
            self.track.named_before = act.team
        elif isinstance(act, MissionRun):
            self.track.see(act)
            self.over |= {act.situation.mission}
        self.changed()

    def changed(self) -> None:
        """Clear the caches after a change."""
        self._clean.clear()
        self._clean_teams.clear()
        self._team_features.clear()

    def by_seat(self, team: SeatSet, needed: int) -> tuple[float, list[float]]:
        """Return the weight of the sets with fewer than `needed` on the team, in total and per member."""
        return weights_by_seat(zip(self.sets, self.weights, strict=True), self.players, team, needed)

    def clean(self, team: SeatSet, needed: int) -> list[tuple[float, float]]:
        """Return for each seat, supposing it loyal, the chances that this team and the cleanest team with it are clean.

        The second one is approximate, since members are picked by their own suspicion.
        """
        found = self._clean.get((team, needed))
        if found is not None:
            return found
        found = []  # stored once complete, since bots in other threads may ask for the same
        whole, with_it = self.by_seat(0, 1)
        order = sorted(range(self.players), key=with_it.__getitem__)
        size = team.bit_count()
        best = seat_set(order[:size])
        rest = best & ~(1 << order[size - 1])  # any other seat replaces the last of the cleanest
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
        """Return the chance of being clean for each team of the given size, as a loyal leader sees it."""
        asked = leader, size, needed
        found = self._clean_teams.get(asked)
        if found is None:
            me = 1 << leader
            odds = [0.0 if traitors & me else weight for traitors, weight in zip(self.sets, self.weights, strict=True)]
            found = self._clean_teams[asked] = clean_teams(self.sets, odds, self.players, size, needed)
        return found

    def team_features(self, leader: Seat, size: int, now: Situation) -> list[tuple[float, ...]]:
        """Return the features of each team of the given size for a leader who knows no traitor."""
        asked = leader, size, now
        found = self._team_features.get(asked)
        if found is None:
            teams = teams_of(self.players, size)
            found = self._team_features[asked] = [self.track.team_features(leader, team, now, 0) for team in teams]
        return found


def weights_by_seat(
    weighed: Iterable[tuple[SeatSet, float]], players: int, team: SeatSet, needed: int
) -> tuple[float, list[float]]:
    """Return the weight of the sets with fewer than `needed` on the team, in total and per member.

    The second value sums for each seat the sets that contain it.

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
    """Return the chance of being clean for each team of the given size, by weights of the sets.

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
    """Chances that a seat approves a team, by its side."""

    loyal: float
    failing: float
    """For a traitor, if the team has enough traitors to fail."""
    clean: float
    """For a traitor, if it does not."""


class TeamChances(NamedTuple):
    """Chances that a leader names the team in question, by side."""

    loyal: float
    traitor: Sequence[float]
    """For each set of traitors with the leader in it. Arbitrary for the other sets."""


class Opponents(Protocol):
    """A policy that the other players may follow."""

    def ballots(self, record: PublicRecord, named: TeamAct) -> list[BallotChances]:
        """Return the chance of each seat to approve the team."""
        ...

    def team(self, record: PublicRecord, named: TeamNamed) -> TeamChances:
        """Return the chances that the leader names the team."""
        ...

    def fails(self, record: PublicRecord, run: MissionRun) -> list[list[float]]:
        """Return the distribution of Fails for each number of traitors on the team."""
        ...


class PeoplePolicy:
    """Plays like people."""

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
"""Index of the first of the three features for traitors' ballots."""


def fails_of_people(missions: int, now: Situation, size: int) -> list[list[float]]:
    """Return the distribution of Fails by people, for each number of traitors on the team."""
    to_lose, to_win = float(now.success_decides), float(now.failure_decides)
    found = [[1.0]]
    for number in range(1, size + 1):
        features = people.card_features(missions, to_lose, to_win, number, now.fails_needed)
        often = logistic(people.score(people.weights("card", "hiding"), features))
        found.append(binomial(number, often))
    return found


def fails_as_agreed(now: Situation, size: int) -> list[list[float]]:
    """Return the distribution of Fails if traitors play exactly as many as needed, and rarely one too few."""
    found = [[1.0]]
    decisive = now.is_decisive
    often = 1.0 if decisive else FIRST_SABOTAGE if now.mission == 1 else SABOTAGE
    for number in range(1, size + 1):
        some = min(number, now.fails_needed)
        is_enough = some == now.fails_needed
        found.append(binomial(some, often if is_enough or decisive else 0.0) + [0.0] * (number - some))
    return found


def fails_of_patient(now: Situation, size: int) -> list[list[float]]:
    """Return the distribution of Fails if traitors prefer to be trusted until a mission can decide the game."""
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
    """Return the distribution of Fails by best play.

    Traitors sabotage where a failure is worth it, with as many Fails as needed. Where it is worth nothing either way,
    they do so half of the time.
    """
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
    """Return the binomial distribution of successes in the given number of trials.

    >>> binomial(2, 0.5)
    [0.25, 0.5, 0.25]
    """
    return [comb(number, count) * chance**count * (1 - chance) ** (number - count) for count in range(number + 1)]


class CarefulPolicy(PeoplePolicy):
    """Plays like a loyal level: people's choices, moved by the stakes."""

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
    """Plays loyal seats that are easily content at first, and traitors who do what suits their side."""

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
