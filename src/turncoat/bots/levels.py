"""The levels, as people choose them at a table: one policy, anchored in what people do and made strong by thinking.

For every choice there is what people would do there (`people`), with chances π, and what each answer is worth to the
seat's own side, Q, as its chance to win. An answer is drawn with a chance proportional to π · exp(Q / temperature). A
large temperature plays like people; a small one plays the best answer that it knows. Each level plays by what its seat
may know alone; none is told more than others.

- A seat names teams and votes by what the mission is worth (`stakes`) times how likely the team is clean, by what the
  mixture of policies makes of all that was done (`mixture`). A traitor does so too, by what a loyal player on its seat
  would believe: so nobody can tell it by its teams and votes. It serves its own side where the choice decides the game,
  or where everybody knows what it is.
- Nobody sees who played which mission card. There a traitor plays for its side: a mission is worth what best play makes
  of it (`sabotage`).

What a level plays may get better under the same name: a table stores that its bots play well, not how they do it.
The lab has bots to measure them against.
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
"""By how much an answer that no recorded game shows (a plot card, an accusation) has to be better, as a chance to win,
for people to choose it e times as often."""


class Level(MissionBot):
    """The policy of the levels. Abstract: a level gives it a name and its numbers."""

    is_level: ClassVar[bool] = True
    temperature: ClassVar[float]
    """By how much an answer has to be better, as a chance to win, to be e times as likely."""
    card_temperature: ClassVar[float]
    """The same for the mission cards of a traitor."""
    hope_factor: ClassVar[float] = 1.0
    """How much a seat that rejects a team counts on a better one, as a part of what is wise (`stakes.hope`). People let
    a doubtful team go sooner."""

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        is_asked = not self._own_bot.plays_whole_game
        self._mixture = first_mixture(ruleset) if is_asked else None
        """What all bots of the table make of what everybody has seen; replaced, never changed. None where the game's
        own bot plays alone."""

    # What it believes

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
        """Return what the mixture makes of these beliefs, to somebody on the seat, whose own acts tell them nothing."""
        mixture = self._mixture
        if mixture is None or beliefs.worlds.has_swaps:
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
        """Return the team, and with it what else the form asks for."""
        parts = dict(form.parts)
        teams = [name for name, option in form.parts if isinstance(option, Seats)]
        if len(teams) != 1:
            return self._else(assessment, prompt)
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
                worths = self._game_bot.part_worths(assessment.shown, name, option, team) if self._game_bot else None
                chosen[name] = self._by_worth(worths) if worths else pick(option, self.rng)
        answer = tuple([chosen[name] for name, _ in form.parts])
        return answer if form.refusal(answer) is None else self._own_bot.choose(prompt)

    def _missions(
        self, assessment: Assessment, form: Form, sized: SizeBy | None, option: Seats
    ) -> Iterator[tuple[str, Situation, int]]:
        """Yield the missions for which a team may be named: the word for it, the situation and the team's size."""
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
        """Return for each team how much it would rather name it, in log-odds.

        A traitor goes by what a loyal seat would believe. Where the team decides the game, or everybody knows what it
        is, it names one with as many fellows as a failure takes, if it can.
        """
        record, needed, shown = self._mixed.record, now.fails_needed, assessment.shown.odds
        clean = self._clean_teams(shown, size, needed)
        public = self._clean_teams(assessment.public, size, needed)
        weights, worth = people.weights("team", people.ANYBODY), stake(now) / self.temperature
        joins = self.character.joins if self.character is not None else 0.0
        scores, aboard, hopeful = {}, {}, []
        for at, team in enumerate(teams_of(record.players, size)):
            if not team & ~allowed:
                habit = people.score(weights, record.track.team_features(self.seat, team, now, NOBODY))
                scores[team] = habit + worth * clean[at] + joins * (team >> self.seat & 1)
                aboard[team] = min((team & assessment.fellows).bit_count(), needed)
                if is_hopeful(now, clean[at], public[at]):
                    hopeful.append(team)
        if hopeful and not (assessment.is_traitor and assessment.is_exposed):
            scores = {team: scores[team] for team in hopeful}
        if now.is_decisive or assessment.is_exposed:  # a loyal seat has no fellows, so all its teams are left
            most = max([aboard[team] for team in scores], default=0)
            scores = {team: score for team, score in scores.items() if aboard[team] == most}
        return scores

    def _clean_teams(self, odds: Odds, size: int, needed: int) -> list[float]:
        """Return how likely each team of that size is clean."""
        chances, record = dict(odds.sets), self._mixed.record
        of_sets = [chances.get(traitors, 0.0) for traitors in record.sets]
        return clean_teams(record.sets, of_sets, record.players, size, needed)

    # Ballots

    def _approves(self, assessment: Assessment, named: TeamNamed) -> bool:
        """Return whether it approves the team: by the draw of a loyal seat, but for what follows.

        Nobody approves a team that they must know to be able to fail, but on a last attempt; leaders stand by a team
        that can decide the game. A traitor rejects a team whose success would lose the game for sure, and approves one
        whose failure wins it where its side's ballots are likelier than not to decide. One whom all know votes for its
        side: a rejected last team wins the game, too.
        """
        now = named.situation
        features = self._mixed.record.track.ballot_features(self.seat, named, NOBODY)
        habit = people.score(people.weights("ballot", people.ANYBODY), features)
        shown = assessment.shown.odds
        score = people.at_table(habit, named, self.shared_seed) + self._worth(shown, named) / self.temperature
        if self.character is not None:
            score += self.character.approves
        drawn = self._drawn({True: score, False: 0.0})
        seems, public = (odds.clean(named.team, now.fails_needed) for odds in (shown, assessment.public))
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
        """Return whether the traitors' ballots are likelier to decide than to be outvoted by those who reject.

        Outvoted, they have shown themselves for nothing. A loyal seat asks the same of those whom it suspects most.
        """
        traitors = max(assessment.odds.sets, key=itemgetter(1))[0]
        often = self._mixed.approvals(named, traitors)
        counts = [1.0]
        """For each number of approvals by the others how likely it is."""
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
        """Return by how much an approval is better than a rejection for a loyal seat with these odds, as a chance."""
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
        sabotages = self._sabotages(assessment, named)  # everybody works it out, so that it tells nothing how long
        worths = self._game_bot.worths(assessment, prompt) if self._game_bot is not None else None
        if len(option.allowed) == 1:
            return option.allowed[0]
        if worths:
            return self._by_worth(worths)
        if len(option.allowed) == 2 and option.allowed[0] == option.shown[0]:
            return option.allowed[1 if sabotages else 0]
        return self._own_bot.choose(prompt)

    def _sabotages(self, assessment: Assessment, named: TeamNamed) -> bool:
        """Return whether it sabotages: as people do, moved by what the failure is worth (`sabotage`).

        By custom traitors from the leader on sabotage, as many as it takes: one more Fail tells more of them. Where it
        takes several they cannot draw lots, so they do it whenever it is worth it; and so where it decides the game.
        A Fail in vain is worth less than nothing.
        """
        now, team, sets = named.situation, named.team, self._mixed.record.sets
        needed, size, fellows = now.fails_needed, team.bit_count(), assessment.fellows
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

    # All else

    def _else(self, assessment: Assessment, prompt: Prompt) -> Answer:
        """Return an answer by what the game's own bot says that each is worth.

        A traitor asks as a loyal seat would, but where it follows its own interest.
        """
        game_bot = self._game_bot
        if game_bot is None:
            return self._own_bot.choose(prompt)
        openly = prompt.question.name in game_bot.own_interest or assessment.now.is_decisive or assessment.is_exposed
        worths = game_bot.worths(assessment if openly else assessment.shown, prompt)
        return self._by_worth(worths) if worths else self._own_bot.choose(prompt)

    def _by_worth(self, worths: Mapping[Answer, float]) -> Answer:
        """Return an answer, drawn by what each is worth."""
        return self._drawn({answer: worth / ATTENTION + worth / self.temperature for answer, worth in worths.items()})

    # How it chooses

    @property
    def _game_bot(self) -> GameBot[Any] | None:
        """The game's own bot, where it says what answers are worth."""
        return self._own_bot if isinstance(self._own_bot, GameBot) else None

    @property
    def _mixed(self) -> Mixture:
        assert self._mixture is not None  # it is asked only where it plays
        return self._mixture

    def _drawn(self, scores: Mapping[C, float]) -> C:
        """Return an answer, drawn with a chance proportional to the exponential of its score."""
        most = max(scores.values())
        return self.rng.choices(list(scores), [exp(score - most) for score in scores.values()])[0]


def is_hopeful(now: Situation, clean: float, public: float) -> bool:
    """Return whether a team may be named or approved that is so likely clean to a loyal player on the seat, and to a
    spectator: where a failure loses the game, nobody overlooks what their seat can know; else what everybody knows."""
    return clean > NEGLIGIBLE or (public > NEGLIGIBLE and not now.failure_decides)


def first_mixture(ruleset: Ruleset) -> Mixture:
    """Return the mixture of a game before anything has happened."""
    plan = plan_of(rulebook(ruleset.game).board(ruleset))
    return beginning(ruleset.players, sets_of_traitors(ruleset), plan)


def log_deals(beliefs: Beliefs) -> tuple[float, ...]:
    """Return for each set of traitors the logarithm of its number of possible deals."""
    return tuple([float(one) for one in beliefs.log_deals()])


class Easy(Level):
    """Plays nearly as people do by habit."""

    name: ClassVar[str] = "easy"
    title: ClassVar[str] = N_("Easy")
    summary: ClassVar[str] = N_("Plays by habit, and trusts too easily.")
    temperature: ClassVar[float] = 2.0
    card_temperature: ClassVar[float] = 2.0
    lapses: ClassVar[float] = 1.0


class Normal(Level):
    """Plays well, with a mistake now and then."""

    name: ClassVar[str] = "normal"
    title: ClassVar[str] = N_("Normal")
    summary: ClassVar[str] = N_("Plays to win, but makes a mistake now and then.")
    temperature: ClassVar[float] = 0.17
    card_temperature: ClassVar[float] = 0.5
    hope_factor: ClassVar[float] = 0.6
    lapses: ClassVar[float] = 0.4


class Hard(Level):
    """The strongest policy that there is."""

    name: ClassVar[str] = "hard"
    title: ClassVar[str] = N_("Hard")
    summary: ClassVar[str] = N_("Reads how everybody plays, and gives nothing away.")
    temperature: ClassVar[float] = 0.015
    card_temperature: ClassVar[float] = 0.05
