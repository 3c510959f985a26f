"""The difficulty levels: one policy, anchored in human play and strengthened by a valuation of every answer.

Each choice combines the chances π with which people would answer (`people`) with the worth Q of each answer to the
seat's own side, as a chance to win. An answer is drawn with probability proportional to π · exp(Q / temperature). A
high temperature plays like people, a low one plays the best answer that it knows. A level uses only what its seat may
know, and no level knows more than another.

- A seat names teams and votes by the worth of the mission (`stakes`) times the chance that the team is clean, which the
mixture of policies infers from all public actions (`mixture`). A traitor does the same with the beliefs of a loyal
player on its seat, so its teams and votes reveal nothing. It serves its own side where the choice decides the game or
where everybody knows its role.
- Nobody sees who played which mission card, so there a traitor plays for its side: a mission is worth whatever best
play makes of it (`sabotage`).

The policy behind a name may improve. Tables store only the name of the level, not how it plays. The lab has fixed bots
for comparison.
"""

from collections.abc import Hashable, Iterator, Mapping
from math import exp
from operator import itemgetter
from typing import Any, ClassVar, Final, TypeVar

from turncoat.bots import people
from turncoat.bots.assessment import NEGLIGIBLE, Assessment
from turncoat.bots.bot import GameBot
from turncoat.bots.draws import pick
from turncoat.bots.mission_bot import MissionBot
from turncoat.bots.mixture import Mixture, after, beginning
from turncoat.bots.odds import Odds
from turncoat.bots.opponents import clean_teams, teams_of
from turncoat.bots.sabotage import exposure, goes_first, sets_of_traitors, worth_of_failure
from turncoat.bots.stakes import chance_to_win, habit_of_sabotage, hope, stake
from turncoat.deduction import Beliefs
from turncoat.kernel.events import all_seen_by
from turncoat.kernel.options import Answer, Form, OneCard, Seats, SizeBy, Word
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, SPECTATOR, Seat, SeatSet, everyone
from turncoat.kernel.steps import Prompt
from turncoat.kernel.words import N_
from turncoat.missions import Situation, TeamNamed, plan_of, team_acts

C = TypeVar("C", bound=Hashable)

ATTENTION: Final = 0.1
"""Advantage, as a chance to win, that makes people e times as likely to choose an answer absent from recorded games.

Plot cards and accusations are examples.
"""


class Level(MissionBot):
    """The levels' policy. Abstract: each level adds a name and its parameters."""

    is_level: ClassVar[bool] = True
    temperature: ClassVar[float]
    """Advantage, as a chance to win, that makes an answer e times as likely."""
    card_temperature: ClassVar[float]
    """Temperature for a traitor's mission cards."""
    hope_factor: ClassVar[float] = 1.0
    """Factor on the cleanness that a seat expects of the next team if it rejects this one (`stakes.hope`).

    Human players accept doubtful teams sooner than would be wise.
    """

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        is_asked = not self._own_bot.plays_whole_game
        self._mixture = first_mixture(ruleset) if is_asked else None
        """Inference from public events that all bots at the table share. Replaced, never mutated.

        None where the game's own bot plays the whole game.
        """

    # Beliefs

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
        return self._mixed_odds(beliefs, self.seat if beliefs is self._own else SPECTATOR)

    def _cover(self) -> Odds:
        return self._mixed_odds(self._public_beliefs(), self.seat).where_loyal(1 << self.seat)

    def _mixed_odds(self, beliefs: Beliefs, seat: Seat) -> Odds:
        """Return the mixture's odds for these beliefs, as seen from the seat, whose own acts carry no evidence."""
        mixture = self._mixture
        if mixture is None or beliefs.has_changed:
            return super()._odds(beliefs)
        weights = mixture.weights(log_deals(beliefs), seat)
        total = sum(weights)
        sets = zip(mixture.record.sets, weights, strict=True)
        return Odds(self.ruleset.players, [(traitors, weight / total) for traitors, weight in sets if weight])

    def _failure_worth(self, now: Situation) -> float:
        if self._mixture is None:
            return 0.0
        record = self._mixture.record
        return worth_of_failure(record.sets, record.plan, now, record.over) if record.plan is not None else 0.0

    # Teams

    def _names(self, assessment: Assessment, form: Form, prompt: Prompt) -> Answer:
        """Return the team, along with the other parts of the form."""
        parts = dict(form.parts)
        teams = [name for name, option in form.parts if isinstance(option, Seats)]
        if len(teams) != 1:
            return self._other_answer(assessment, prompt)
        team_option = parts[teams[0]]
        assert isinstance(team_option, Seats)
        sized = next((tie for tie in form.ties if isinstance(tie, SizeBy)), None)
        scores: dict[tuple[str, SeatSet], float] = {}
        for word, now, size in self._missions(assessment, form, sized, team_option):
            for team, score in self._team_scores(assessment, now, size, team_option.allowed).items():
                scores[word, team] = score
        if not scores:
            return self._own_bot.choose(prompt)
        word, team = self._drawn(scores)
        chosen: dict[str, Answer] = {teams[0]: team} | ({sized.by: word} if sized is not None else {})
        for name, option in form.parts:
            if name not in chosen:
                worths = self._game_bot.part_worths(assessment.as_loyal, name, option, team) if self._game_bot else None
                chosen[name] = self._by_worth(worths) if worths else pick(option, self.rng)
        answer = tuple([chosen[name] for name, _ in form.parts])
        return answer if form.refusal(answer) is None else self._own_bot.choose(prompt)

    def _missions(
        self, assessment: Assessment, form: Form, sized: SizeBy | None, option: Seats
    ) -> Iterator[tuple[str, Situation, int]]:
        """Yield a word, situation and team size for each mission that a team may be named for."""
        if sized is None:
            yield "", assessment.now, option.low
            return
        words, sizes = dict(form.parts)[sized.by], dict(sized.sizes)
        assert isinstance(words, Word)
        for word in words.allowed:
            now = self._game_bot.situation(assessment, word) if self._game_bot is not None else None
            if now is not None:
                yield word, now, sizes[word]

    def _team_scores(self, assessment: Assessment, now: Situation, size: int, allowed: SeatSet) -> dict[SeatSet, float]:
        """Return a score in log-odds for each team.

        A traitor scores teams as a loyal seat would. If the team decides the game, or everybody knows the traitor, it
        names one with as many fellow traitors as a failure takes, if possible.
        """
        record, needed, loyal_odds = self._mixed.record, now.fails_needed, assessment.as_loyal.odds
        clean = self._clean_teams(loyal_odds, size, needed)
        public = self._clean_teams(assessment.public, size, needed)
        weights, worth = people.weights("team", people.ANYBODY), stake(now) * self._keenness
        joins = self.character.joins if self.character is not None else 0.0
        scores, aboard, hopeful = {}, {}, []
        for at, team in enumerate(teams_of(record.players, size)):
            if not team & ~allowed:
                habit = people.score(weights, record.track.team_features(self.seat, team, now, NOBODY))
                scores[team] = habit + worth * clean[at] + joins * (team >> self.seat & 1)
                aboard[team] = min((team & assessment.known_traitors).bit_count(), needed)
                if is_hopeful(now, clean[at], public[at]):
                    hopeful.append(team)
        if hopeful and not (assessment.is_traitor and assessment.is_exposed):
            scores = {team: scores[team] for team in hopeful}
        if now.is_decisive or assessment.is_exposed:  # a loyal seat has no fellows, so all its teams are left
            most = max([aboard[team] for team in scores], default=0)
            scores = {team: score for team, score in scores.items() if aboard[team] == most}
        return scores

    def _clean_teams(self, odds: Odds, size: int, needed: int) -> list[float]:
        """Return the chance of being clean for each team of the given size."""
        chances, record = dict(odds.sets), self._mixed.record
        of_sets = [chances.get(traitors, 0.0) for traitors in record.sets]
        return clean_teams(record.sets, of_sets, record.players, size, needed)

    # Ballots

    def _approves(self, assessment: Assessment, named: TeamNamed) -> bool:
        """Return whether to approve the team.

        The base is the draw of a loyal seat, with these exceptions:

        - Nobody approves a team that they must know to be able to fail, except on the last attempt.
        - Leaders stand by a team that can decide the game.
        - A traitor rejects a team whose success would certainly lose the game, and approves one whose failure wins it
          if the
        votes of its side will probably decide the ballot.
        - A known traitor votes for its side. Rejecting the last team wins the game, too.
        """
        now = named.situation
        features = self._mixed.record.track.ballot_features(self.seat, named, NOBODY)
        habit = people.score(people.weights("ballot", people.ANYBODY), features)
        loyal_odds = assessment.as_loyal.odds
        score = people.at_table(habit, named, self.shared_seed) + self._worth(loyal_odds, named) * self._keenness
        if self.character is not None:
            score += self.character.approves
        drawn = self._drawn({True: score, False: 0.0})
        seems, public = (odds.clean(named.team, now.fails_needed) for odds in (loyal_odds, assessment.public))
        stands_by_it = named.leader == self.seat and now.is_decisive
        as_loyal = (drawn or stands_by_it) and (is_hopeful(now, seems, public) or now.is_last_attempt)
        clean = assessment.odds.clean(named.team, now.fails_needed)
        decides = now.is_decisive and self._decides(assessment, named)
        if not assessment.is_traitor:
            return as_loyal
        if assessment.is_exposed:
            return clean < 0.5 and not now.is_last_attempt
        if now.success_decides and clean > 1 - NEGLIGIBLE:
            return False
        if decides and now.failure_decides and clean < NEGLIGIBLE:
            return True
        return as_loyal or stands_by_it

    def _decides(self, assessment: Assessment, named: TeamNamed) -> bool:
        """Return whether the traitors' votes are more likely to decide the ballot than to be outvoted by rejections.

        If outvoted, they have exposed themselves for nothing. A loyal seat computes the same for its prime suspects.
        """
        traitors = max(assessment.odds.sets, key=itemgetter(1))[0]
        often = self._mixed.approvals(named, traitors)
        counts = [1.0]
        """Probability of each number of approvals by the other seats."""
        for seat, chance in enumerate(often):
            if not traitors >> seat & 1:
                counts = [
                    (counts[count] * (1 - chance) if count < len(counts) else 0.0)
                    + (counts[count - 1] * chance if count else 0.0)
                    for count in range(len(counts) + 1)
                ]
        majority = self.ruleset.players // 2 + 1
        rejected = sum(counts[: majority - traitors.bit_count()])
        return sum(counts[:majority]) - rejected > rejected

    def _worth(self, odds: Odds, named: TeamNamed) -> float:
        """Return the advantage of approval over rejection for a loyal seat with these odds, as a chance to win."""
        now = named.situation
        clean = odds.clean(named.team, now.fails_needed)
        if now.is_last_attempt:  # a rejection loses the game
            return clean * chance_to_win(now.successes + 1, now.failures, now.wins) + (1 - clean) * chance_to_win(
                now.successes, now.failures + 1, now.wins
            )
        best = odds.best_team(everyone(now.players), named.team.bit_count(), now.fails_needed, self.rng, 1 << self.seat)
        hoped = self.hope_factor * hope(now) * odds.clean(best, now.fails_needed)
        return stake(now) * (clean - hoped)

    # Mission cards

    def _card(self, assessment: Assessment, named: TeamNamed, option: OneCard, prompt: Prompt) -> Answer:
        sabotages = self._sabotages(assessment, named)  # everybody computes it, so that thinking time reveals nothing
        worths = self._game_bot.worths(assessment, prompt) if self._game_bot is not None else None
        if len(option.allowed) == 1:
            return option.allowed[0]
        if worths:
            return self._by_worth(worths)
        if len(option.allowed) == 2 and option.allowed[0] == option.shown[0]:
            return option.allowed[1 if sabotages else 0]
        return self._own_bot.choose(prompt)

    def _sabotages(self, assessment: Assessment, named: TeamNamed) -> bool:
        """Return whether to sabotage: the habit of people plus the worth of the failure (`sabotage`).

        By convention traitors sabotage in order from the leader, as many as it takes, since each extra Fail reveals
        more about them. Where several Fails are needed they cannot leave it to chance, so they sabotage whenever it
        pays, as they do where it decides the game. A Fail in vain has negative worth.
        """
        now, team, sets = named.situation, named.team, self._mixed.record.sets
        needed, size, fellows = now.fails_needed, team.bit_count(), assessment.known_traitors
        fails = 1 - assessment.odds.clean(team, needed)
        shows_more = self._game_bot.shows_more(team) if self._game_bot is not None else NOBODY
        before = goes_first(fellows & team, self.seat, named.leader, self.ruleset.players, shows_more)
        is_enough = before.bit_count() >= needed
        in_vain, one_more = exposure(sets, size, 0), exposure(sets, size, needed)
        if not is_enough:
            worth = fails * assessment.failure_worth - (1 - fails) * in_vain
        else:
            worth = 0.0 if now.failure_decides else -one_more
        score = habit_of_sabotage(now, crowded=is_enough)
        if self.character is not None and now.mission == 1:
            score += self.character.sabotages
        drawn = self._drawn({True: score + worth / self.card_temperature, False: 0.0})
        is_certain = now.is_decisive or needed > 1
        return assessment.is_traitor and (worth > 0 if is_certain and not is_enough else drawn)

    # Other questions

    def _other_answer(self, assessment: Assessment, prompt: Prompt) -> Answer:
        """Return an answer drawn by the worths from the game's own bot.

        A traitor uses the worths of a loyal seat unless it follows its own interest.
        """
        game_bot = self._game_bot
        if game_bot is None:
            return self._own_bot.choose(prompt)
        openly = prompt.question.name in game_bot.own_interest or assessment.now.is_decisive or assessment.is_exposed
        worths = game_bot.worths(assessment if openly else assessment.as_loyal, prompt)
        return self._by_worth(worths) if worths else self._own_bot.choose(prompt)

    def _by_worth(self, worths: Mapping[Answer, float]) -> Answer:
        """Return an answer drawn by worth."""
        return self._drawn({answer: worth / ATTENTION + worth / self.temperature for answer, worth in worths.items()})

    # Drawing

    @property
    def _game_bot(self) -> GameBot[Any] | None:
        """The game's own bot, if it can rate answers."""
        return self._own_bot if isinstance(self._own_bot, GameBot) else None

    @property
    def _keenness(self) -> float:
        """Log-odds for an advantage of a whole game, by a team or a ballot."""
        return (self._game_bot.keenness if self._game_bot is not None else 1.0) / self.temperature

    @property
    def _mixed(self) -> Mixture:
        assert self._mixture is not None  # only called where the level plays
        return self._mixture

    def _drawn(self, scores: Mapping[C, float]) -> C:
        """Return an answer drawn with probability proportional to the exponential of its score."""
        most = max(scores.values())
        return self.rng.choices(list(scores), [exp(score - most) for score in scores.values()])[0]


def is_hopeful(now: Situation, clean: float, public: float) -> bool:
    """Return whether a team with these chances of being clean may be named or approved.

    `clean` is the chance for a loyal player on the seat, `public` that for a spectator. If a failure loses the game,
    nobody overlooks what their seat can know. Otherwise public knowledge decides.
    """
    return clean > NEGLIGIBLE or (public > NEGLIGIBLE and not now.failure_decides)


def first_mixture(ruleset: Ruleset) -> Mixture:
    """Return the mixture at the beginning of a game."""
    plan = plan_of(rulebook(ruleset.game).board(ruleset))
    return beginning(ruleset.players, sets_of_traitors(ruleset), plan)


def log_deals(beliefs: Beliefs) -> tuple[float, ...]:
    """Return the logarithm of the number of possible deals for each set of traitors."""
    return tuple([float(one) for one in beliefs.log_deals()])


class Easy(Level):
    """Plays mostly by human habit."""

    name: ClassVar[str] = "easy"
    title: ClassVar[str] = N_("Easy")
    summary: ClassVar[str] = N_("Plays by habit, and trusts too easily.")
    temperature: ClassVar[float] = 2.0
    card_temperature: ClassVar[float] = 2.0
    lapses: ClassVar[float] = 1.0


class Normal(Level):
    """Plays well, with an occasional mistake."""

    name: ClassVar[str] = "normal"
    title: ClassVar[str] = N_("Normal")
    summary: ClassVar[str] = N_("Plays to win, but makes a mistake now and then.")
    temperature: ClassVar[float] = 0.17
    card_temperature: ClassVar[float] = 0.5
    hope_factor: ClassVar[float] = 0.6
    lapses: ClassVar[float] = 0.4


class Hard(Level):
    """Plays at full strength."""

    name: ClassVar[str] = "hard"
    title: ClassVar[str] = N_("Hard")
    summary: ClassVar[str] = N_("Reads how everybody plays, and gives nothing away.")
    temperature: ClassVar[float] = 0.015
    card_temperature: ClassVar[float] = 0.05
