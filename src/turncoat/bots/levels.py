"""The levels, as people choose them at a table: one policy, anchored in what people do and made strong by thinking.

For every choice there is what people would do there (`people`), with chances π, and what each answer is worth to the
seat's own side, Q, as its chance to win. An answer is drawn with a chance proportional to π · exp(Q / temperature). A
large temperature plays like people; a small one plays the best answer that it knows. Each level plays by what its seat
may know alone; none is told more than others.

- A loyal seat counts: what the mission is worth (`stakes`) times how likely the team is clean, by what the mixture of
  policies makes of all that was done (`mixture`).
- A traitor plays on: it tries the answers in games simulated to their end (`playouts`), with what the others believe
  after each. Which missions `hard` sabotages, best play says.

What a level plays may get better under the same name: a table stores that its bots play well, not how they do it.
`turncoat.lab.baselines` keeps former versions to measure against.
"""

from collections.abc import Callable, Hashable, Sequence
from itertools import accumulate
from math import exp, log
from random import Random
from time import perf_counter
from typing import ClassVar, Final, TypeVar

from turncoat.bots import people
from turncoat.bots.mission_bot import Assessment, MissionBot, sets_of_traitors, worth_sabotaging
from turncoat.bots.missions import is_decisive
from turncoat.bots.mixture import Mixture, after, beginning
from turncoat.bots.odds import Odds
from turncoat.bots.opponents import clean_teams, teams_of
from turncoat.bots.playouts import Believed, Playouts, Position, Public, likeliest
from turncoat.bots.stakes import chance_to_win, hope, stake
from turncoat.deduction import Beliefs
from turncoat.kernel.events import all_seen_by
from turncoat.kernel.options import Seats
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, SPECTATOR, Seat, SeatSet, clockwise, everyone
from turncoat.kernel.words import N_
from turncoat.missions import MissionRun, TeamAct, TeamNamed, TeamVoted, plan_of, team_acts

C = TypeVar("C", bound=Hashable)

GUARD: Final = 3.0
"""The log-odds with which a traitor that hides votes as a guarded loyal seat, before it thinks."""
NEARLY_AS_GOOD: Final = 0.7
"""A guarded loyal seat approves a team that is so clean, as a part of the cleanest that it is on itself."""
EASED: Final = 0.1
"""How much less it asks with each team that was rejected for this mission."""


class Level(MissionBot):
    """The policy of the levels. Abstract: a level gives it a name and its numbers."""

    is_level: ClassVar[bool] = True
    temperature: ClassVar[float]
    """By how much a loyal seat's answer has to be better, as a chance to win, to be e times as likely."""
    traitor_temperature: ClassVar[float]
    """The same for a traitor's answers."""
    hope_factor: ClassVar[float] = 1.0
    """How much a loyal seat that rejects a team counts on a better one, as a part of what is wise (`stakes.hope`).
    People let a doubtful team go sooner."""
    rounds: ClassVar[int]
    """In how many games a traitor tries each answer."""
    candidates: ClassVar[int]
    """How many teams a traitor tries."""
    wears_mask: ClassVar[bool] = False
    """Whether a traitor, before it thinks, would vote and name teams as a loyal seat in its place, as far as the others
    may notice. Else as people who are traitors do, and people give themselves away a little."""
    suspicion: ClassVar[float] = 0.0
    """By how much a traitor expects the others to suspect whoever votes for a team with traitors, or against one
    without (`suspected`)."""
    exposure: ClassVar[float] = 1.0
    """By how much a traitor expects each mission to tell the others more than playouts show (`Playouts.exposure`)."""

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        is_asked = not self._own_bot.plays_whole_game
        self._mixture = first_mixture(ruleset) if is_asked else None
        """What all bots of the table make of what everybody has seen; replaced, never changed. None where the game's
        own bot plays alone."""

    # What it believes

    def _look(self) -> Assessment | None:
        self._public_beliefs()
        return super()._look()

    def _public_beliefs(self) -> Beliefs:
        mixture = self._mixture
        if mixture is None:
            return super()._public_beliefs()
        beliefs = self._public
        if beliefs is None:
            beliefs = self._public = Beliefs(self.ruleset, SPECTATOR, self._model())
        for event in all_seen_by(self._seen[self._public_seen :], SPECTATOR):
            acts = tuple(team_acts(event, self.ruleset, beliefs.worlds.view.board))
            beliefs.see((event,))
            if acts:
                mixture = after(mixture, acts, log_deals(beliefs))
        self._mixture = mixture
        self._public_seen = len(self._seen)
        return beliefs

    def _odds(self, beliefs: Beliefs) -> Odds:
        mixture = self._mixture
        if mixture is None or beliefs.worlds.has_swaps:
            return super()._odds(beliefs)
        weights = mixture.weights(log_deals(beliefs), self.seat if beliefs is self._own else SPECTATOR)
        total = sum(weights)
        sets = zip(mixture.record.sets, weights, strict=True)
        return Odds(self.ruleset.players, [(traitors, weight / total) for traitors, weight in sets if weight])

    # What it does

    def _team(self, assessment: Assessment, option: Seats) -> SeatSet:
        now, size = assessment.now, option.low
        teams = [team for team in teams_of(now.players, size) if not team & ~option.allowed]
        share = self._mask(assessment) if assessment.is_traitor else 1.0
        scores = combined(
            share,
            self._team_scores(assessment, teams, size, masked=True) if share > 0 else {},
            self._team_scores(assessment, teams, size, masked=False) if share < 1 else {},
        )
        if self.character is not None:
            for team in teams:
                scores[team] += self.character.joins * (team >> self.seat & 1)
        if not assessment.is_traitor:
            return self._drawn(scores)
        tried = self._some_teams(scores)
        positions, believed = {}, {}
        for team in tried:
            believed[team] = self._believed_after(TeamNamed(self.seat, team, now))
            positions[team] = Position(now.mission, now.successes, now.failures, self.seat, now.attempt, team)

        def wins(team: SeatSet, traitors: SeatSet, playouts: Playouts) -> bool:
            return playouts.traitors_win(positions[team], traitors, believed[team])

        worth_of = self._tried(assessment, tried, wins)
        return self._drawn({team: scores[team] + worth_of[team] for team in tried})

    def _team_scores(
        self, assessment: Assessment, teams: Sequence[SeatSet], size: int, *, masked: bool
    ) -> dict[SeatSet, float]:
        """How it would name teams before it thinks; `masked`: as a loyal seat."""
        now, record = assessment.now, self._mixed.record
        known = NOBODY if masked else self._fellows(assessment)
        weights = people.weights("team", people.SIDES[known != NOBODY])
        scores = {
            team: people.score(weights, record.track.team_features(self.seat, team, now, known)) for team in teams
        }
        if not known:
            chances = dict((self._cover(assessment) if assessment.is_traitor else assessment.odds).sets)
            of_sets = [chances.get(traitors, 0.0) for traitors in record.sets]
            clean = clean_teams(record.sets, of_sets, record.players, size, now.fails_needed)
            worth = stake(now) / self.temperature
            for team, chance in zip(teams_of(record.players, size), clean, strict=True):
                if team in scores:
                    scores[team] += worth * chance
        return scores

    def _some_teams(self, scores: dict[SeatSet, float]) -> list[SeatSet]:
        """Some of the teams, those that people would rather name more often."""
        teams, most = list(scores), max(scores.values())
        drawn = list(accumulate(exp(score - most) for score in scores.values()))
        found = dict.fromkeys(self.rng.choices(teams, cum_weights=drawn)[0] for _ in range(4 * self.candidates))
        return list(found)[: self.candidates]

    def _approves(self, assessment: Assessment, named: TeamNamed) -> bool:
        now, share = assessment.now, self._mask(assessment) if assessment.is_traitor else 0.0
        score = combined(
            share,
            {True: self._guarded_score(assessment, named), False: 0.0} if share > 0 else {},
            {True: self._ballot_score(assessment, named), False: 0.0} if share < 1 else {},
        )
        if self.character is not None:
            score[True] += self.character.approves
        if not assessment.is_traitor:
            return self._drawn(score)
        players, me = now.players, 1 << self.seat
        usual = max(assessment.odds.sets, key=lambda one: one[1])[0]
        expected = sum(1 << seat for seat, often in enumerate(self._mixed.approvals(named, usual)) if often >= 0.5)
        believed = {}
        for approves in (True, False):
            approvals = expected | me if approves else expected & ~me
            rejections = everyone(players) & ~approvals
            believed[approves] = self._believed_after(TeamVoted(named.leader, named.team, now, approvals, rejections))
        begins = Position(now.mission, now.successes, now.failures, named.leader, now.attempt, named.team, True)
        again = begins.after_rejection(players)
        approvals_of: dict[SeatSet, list[float]] = {}

        def wins(approves: bool, traitors: SeatSet, playouts: Playouts) -> bool:
            often = approvals_of.get(traitors)
            if often is None:
                often = approvals_of[traitors] = self._mixed.approvals(named, traitors)
            draw = playouts.rng.random
            count = approves + sum([draw() < chance for seat, chance in enumerate(often) if seat != self.seat])
            return playouts.traitors_win(begins if count * 2 > players else again, traitors, believed[approves])

        worth = self._tried(assessment, (True, False), wins)
        return self._drawn({approves: score[approves] + worth[approves] for approves in (True, False)})

    def _ballot_score(self, assessment: Assessment, named: TeamNamed) -> float:
        """The log-odds of an approval before it thinks."""
        known = self._fellows(assessment) if assessment.is_traitor else NOBODY
        features = self._mixed.record.track.ballot_features(self.seat, named, known)
        score = people.score(people.weights("ballot", people.SIDES[known != NOBODY]), features)
        score = people.at_table(score, named, self.shared_seed)
        if not known:
            score += self._worth(assessment.odds, named) / self.temperature
        return score

    def _guarded_score(self, assessment: Assessment, named: TeamNamed) -> float:
        """The same of a traitor that votes as a loyal seat which lets no doubtful team go: nobody asks it why."""
        now, cover, me = named.situation, self._cover(assessment), 1 << self.seat
        if now.is_last_attempt or named.leader == self.seat:
            return GUARD
        best = cover.best_team(everyone(now.players), named.team.bit_count(), now.fails_needed, self.rng, me)
        asked = (NEARLY_AS_GOOD - EASED * (now.attempt - 1)) * cover.clean(best, now.fails_needed)
        return GUARD if cover.clean(named.team, now.fails_needed) >= asked else -GUARD

    def _mask(self, assessment: Assessment) -> float:
        """How often a traitor votes and names teams as a loyal seat would, before it thinks.

        People who play by habit draw no conclusions from ballots; so the likelier that is of the others, the less a
        traitor hides.
        """
        return 1 - self._others(assessment)["people"] if self.wears_mask else 0.0

    def _others(self, assessment: Assessment) -> dict[str, float]:
        """How likely the loyal seats are to play by each policy, if the likeliest set are the traitors."""
        return self._mixed.loyal_policies(max(assessment.odds.sets, key=lambda one: one[1])[0])

    def _worth(self, odds: Odds, named: TeamNamed) -> float:
        """How much better than a rejection an approval is for a loyal seat with these odds, as a chance to win."""
        now = named.situation
        clean = odds.clean(named.team, now.fails_needed)
        if now.is_last_attempt:  # a rejection loses the game
            return clean * chance_to_win(now.successes + 1, now.failures, now.wins) + (1 - clean) * chance_to_win(
                now.successes, now.failures + 1, now.wins
            )
        best = odds.best_team(everyone(now.players), named.team.bit_count(), now.fails_needed, self.rng, 1 << self.seat)
        hoped = self.hope_factor * hope(now) * odds.clean(best, now.fails_needed)
        return stake(now) * (clean - hoped)

    def _sabotages(self, assessment: Assessment, named: TeamNamed) -> bool:
        if not assessment.is_traitor:
            return False
        now, players, team = assessment.now, self.ruleset.players, named.team
        features = self._mixed.record.track.card_features(now, team, self._fellows(assessment) & team)
        score = people.score(people.weights("card", "hiding"), features)
        if self.character is not None and now.mission == 1:
            score += self.character.sabotages
        begins = Position(now.mission, now.successes, now.failures, named.leader, now.attempt)
        believed: dict[int, Public] = {}
        earlier = self._earlier(named)

        def wins(sabotages: bool, traitors: SeatSet, playouts: Playouts) -> bool:
            fails = sabotages + min(now.fails_needed, sum([(traitors & team) >> seat & 1 for seat in earlier]))
            success = fails < now.fails_needed
            if fails not in believed:
                run = MissionRun(named.leader, team, now, 0, fails, 0, success)
                believed[fails] = self._believed_after(run)
            return playouts.traitors_win(begins.after_mission(success, players), traitors, believed[fails])

        worth = self._tried(assessment, (True, False), wins)
        return self._drawn({True: score + worth[True], False: worth[False]})

    def _earlier(self, named: TeamNamed) -> list[Seat]:
        """Who sits between the leader and the seat: by custom traitors next to the leader sabotage, as many as it
        takes, and nobody else."""
        players = self.ruleset.players
        return list(clockwise(named.leader, players))[: (self.seat - named.leader) % players]

    # How it thinks

    @property
    def _mixed(self) -> Mixture:
        assert self._mixture is not None  # it is asked only where it plays
        return self._mixture

    def _drawn(self, scores: dict[C, float]) -> C:
        """An answer, drawn with a chance proportional to the exponential of its score."""
        most = max(scores.values())
        return self.rng.choices(list(scores), [exp(score - most) for score in scores.values()])[0]

    def _believed_after(self, act: TeamAct) -> Public:
        """What a spectator would believe if this followed."""
        beliefs = self._public
        assert beliefs is not None
        then = self._mixed.copy()
        then.see(act)
        fails = act.fails if isinstance(act, MissionRun) else 0
        sets = zip(then.record.sets, then.weights(log_deals(beliefs), SPECTATOR), strict=True)
        possible = [(traitors, weight) for traitors, weight in sets if (traitors & act.team).bit_count() >= fails]
        if isinstance(act, TeamVoted):
            possible = [(traitors, weight * suspected(traitors, act, self.suspicion)) for traitors, weight in possible]
        return Public(Believed(likeliest(possible), self.ruleset.players), then.record.track)

    def _tried(
        self, assessment: Assessment, answers: Sequence[C], wins: Callable[[C, SeatSet, Playouts], bool]
    ) -> dict[C, float]:
        """What each answer adds to its score: how often the traitors win after it, in units of the temperature.

        A share of wins in few games is uncertain, by half of one over the root of their number; so much is added to the
        temperature.
        """
        plan = plan_of(self._own.worlds.view.board) if self._own is not None else None
        if len(answers) < 2 or plan is None:
            return dict.fromkeys(answers, 0.0)
        masks = [traitors for traitors, _ in assessment.odds.sets]
        drawn = list(accumulate(weight for _, weight in assessment.odds.sets))
        others = self._others(assessment)
        playouts = Playouts(plan, assessment.now.wins, self.ruleset.players, others, Random(0), self.exposure)
        won, done = dict.fromkeys(answers, 0), 0
        while done < self.rounds and (self.deadline is None or perf_counter() < self.deadline):
            done += 1
            traitors = self.rng.choices(masks, cum_weights=drawn)[0]
            seed = self.rng.getrandbits(32)
            for answer in answers:
                playouts.rng.seed(seed)  # what is drawn is the same for all answers, as far as they go alike
                won[answer] += wins(answer, traitors, playouts)
        games = max(1, done)
        unit = self.traitor_temperature + 0.5 / games**0.5
        return {answer: count / games / unit for answer, count in won.items()}


def combined(share: float, first: dict[C, float], second: dict[C, float]) -> dict[C, float]:
    """The scores of answers that are drawn by the first scores in this share of cases, else by the second.

    >>> round(exp(combined(0.5, {True: 0.0, False: 0.0}, {True: 40.0, False: 0.0})[True]), 6)
    0.75
    """
    if not first or not second:
        return first or second
    found = dict.fromkeys(first, 0.0)
    for weight, scores in ((share, first), (1 - share, second)):
        most = max(scores.values())
        odds = {answer: exp(score - most) for answer, score in scores.items()}
        total = sum(odds.values())
        for answer, one in odds.items():
            found[answer] += weight * one / total
    return {answer: log(max(chance, 1e-12)) for answer, chance in found.items()}


def suspected(traitors: SeatSet, act: TeamVoted, suspicion: float) -> float:
    """How much likelier this set of traitors is by its ballots, to those who suspect whoever votes for traitors.

    One of two traitors approves a team with one of them, the other rejects it; then both reject one without them:

    >>> from turncoat.missions import Situation
    >>> suspected(0b00011, TeamVoted(4, 0b00101, Situation(5, 1), 0b00110, 0b11001), 0.5)
    0.75
    >>> suspected(0b00011, TeamVoted(4, 0b10100, Situation(5, 1), 0b00100, 0b11011), 0.5)
    2.25
    """
    approvals, rejections = (traitors & act.approvals).bit_count(), (traitors & act.rejections).bit_count()
    sign = suspicion if traitors & act.team else -suspicion
    return float((1 + sign) ** approvals * (1 - sign) ** rejections)


def first_mixture(ruleset: Ruleset) -> Mixture:
    """The mixture of a game before anything has happened."""
    return beginning(ruleset.players, sets_of_traitors(ruleset), worth_sabotaging(ruleset))


def log_deals(beliefs: Beliefs) -> tuple[float, ...]:
    """Of each set of traitors the logarithm of its number of possible deals."""
    return tuple([float(one) for one in beliefs.log_deals()])


class Easy(Level):
    """Plays nearly as people do by habit."""

    name: ClassVar[str] = "easy"
    title: ClassVar[str] = N_("Easy")
    summary: ClassVar[str] = N_("Plays by habit: it trusts too easily, and gives itself away as a traitor.")
    temperature: ClassVar[float] = 2.0
    traitor_temperature: ClassVar[float] = 2.0
    rounds: ClassVar[int] = 10
    candidates: ClassVar[int] = 3
    error_rate = 0.25
    mission_error_rate = 0.7


class Normal(Level):
    """Plays well, with a mistake now and then."""

    name: ClassVar[str] = "normal"
    title: ClassVar[str] = N_("Normal")
    summary: ClassVar[str] = N_("Plays to win, but makes a mistake now and then.")
    temperature: ClassVar[float] = 0.17
    traitor_temperature: ClassVar[float] = 0.3
    hope_factor: ClassVar[float] = 0.6
    rounds: ClassVar[int] = 20
    candidates: ClassVar[int] = 4
    error_rate = 0.07
    mission_error_rate = 0.3


class Hard(Level):
    """The strongest policy that there is."""

    name: ClassVar[str] = "hard"
    title: ClassVar[str] = N_("Hard")
    summary: ClassVar[str] = N_("Reads how everybody plays, and thinks ahead before it acts.")
    milliseconds: ClassVar[float] = 200.0
    temperature: ClassVar[float] = 0.02
    traitor_temperature: ClassVar[float] = 0.02
    rounds: ClassVar[int] = 150
    candidates: ClassVar[int] = 6
    wears_mask: ClassVar[bool] = True
    suspicion: ClassVar[float] = 0.5
    exposure: ClassVar[float] = 3.0

    def _sabotages(self, assessment: Assessment, named: TeamNamed) -> bool:
        """As best play does (`worth_sabotaging`), and always where a mission can decide the game.

        Those next to the leader sabotage, as many as it takes. Where the others play by habit, who draw no conclusions,
        any mission but the first will do.
        """
        if not assessment.is_traitor:
            return False
        now, needed, record = named.situation, named.situation.fails_needed, self._mixed.record
        fellows = self._fellows(assessment)
        aboard = (fellows & named.team).bit_count()
        if aboard < needed and fellows.bit_count() < record.sets[0].bit_count():  # it does not know who else is aboard
            return super()._sabotages(assessment, named)
        before = sum([fellows >> seat & named.team >> seat & 1 for seat in self._earlier(named)])
        if not before < needed <= aboard:
            return False
        if is_decisive(now) or now.mission in record.worth_sabotaging:
            return True
        return now.mission > 1 and self.rng.random() < self._others(assessment)["people"]
