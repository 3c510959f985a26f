"""The policy of the levels, for every game with teams and missions, on what its seat believes (`turncoat.deduction`).

A loyal seat names the team that is likeliest to be clean and approves teams that are nearly as good. A traitor works
out what the others believe, from what everybody has seen and from what each loyal seat knows of itself. It names a team
that suits it and looks clean to them, votes as a loyal seat would until a vote decides the game, and sabotages when
that is worth the suspicion.

It knows the questions by the act of which the answer becomes a part (`Question.act`). All others are answered by the
game's own bot, which plays the whole game where it says so (`Bot.plays_whole_game`).
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import ClassVar, Final

import msgspec

from turncoat.bots.bot import Bot, GameBot
from turncoat.bots.draws import pick
from turncoat.bots.expected_play import likelihood
from turncoat.bots.hearsay import Hearsay
from turncoat.bots.missions import at_mission, is_decisive
from turncoat.bots.odds import Odds
from turncoat.bots.policy_parameters import PARAMETERS_BY_PLAYERS, PolicyParameters
from turncoat.bots.registry import default_bot
from turncoat.bots.remarks import Question, Remark, Speaker
from turncoat.deduction import Beliefs, Model
from turncoat.deduction.model import fitted
from turncoat.kernel.chapters import Offer
from turncoat.kernel.events import Event, all_seen_by
from turncoat.kernel.opening import hiding_side, role_cards
from turncoat.kernel.options import Answer, Form, OneCard, Seats, SizeBy, Word
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, SEATS_IN, SPECTATOR, Seat, SeatSet, clockwise, everyone, seat_set
from turncoat.kernel.steps import Choice, Prompt
from turncoat.missions import MissionRun, Situation, TeamAct, TeamNamed, TeamVoted, situation_of, team_acts

SURE: Final = 0.99
"""From here on a traitor takes a seat for a fellow."""
DOUBTFUL: Final = 0.7
"""A traitor does not sabotage a mission that is at least so likely to have too few of them."""

LARGE: Final = 3
"""From this number of traitors on, some can vote against their own teams. With fewer, each vote is needed."""


@cache
def partial_model(part: float) -> Model:
    """The model of people's play, which is believed only in part."""
    return Model({feature: weight * part for feature, weight in fitted().parameters.items()})


@cache
def sets_of_traitors(ruleset: Ruleset) -> tuple[SeatSet, ...]:
    """Every set of seats that may be the traitors."""
    side_of, hiding = rulebook(ruleset.game).side_of, hiding_side(ruleset)
    number = sum(side_of(role) == hiding for role in role_cards(ruleset))
    return tuple(seat_set(seats) for seats in combinations(range(ruleset.players), number))


class Assessment(msgspec.Struct):
    """The situation as a seat sees it, and what the seat believes."""

    seen: int
    """How many events it is based on."""
    now: Situation
    odds: Odds
    is_traitor: bool
    """Whether the seat itself is one."""
    cover: Odds | None = None
    """What a loyal player on the seat would believe by what was done, once it was asked for."""
    cover_with_hearsay: Odds | None = None
    """The same by what was said, too."""


class Deducer(Bot):
    """Plays by what it believes. Abstract: a level gives it a name and its numbers."""

    has_character: ClassVar[bool] = True
    speaks: ClassVar[bool] = True

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self.parameters = self.parameters_at(ruleset.players)
        self._character_rng = Random(seed + b"/whims")
        """Draws for its character and its mistakes, so that the other draws stay the same."""
        self._own_bot = default_bot(ruleset.game)(ruleset, seat, seed)
        """The game's own bot, for what this policy does not know."""
        self._seen: list[Event] = []
        self._own: Beliefs | None = None
        self._own_seen = 0
        self._public: Beliefs | None = None
        self._public_seen = 0
        self._assessment: Assessment | None = None
        self._expected: dict[SeatSet, float] = {}
        """For each set of traitors how likely all acts are for traitors who play to win."""
        self._named: TeamNamed | None = None
        """The team that was named last."""
        self._speaker = Speaker(ruleset, seat, seed, default_bot(ruleset.game).reasons)
        self._speaker_seen = 0
        self._hearsay = Hearsay(seat)

    @classmethod
    def parameters_at(cls, players: int) -> PolicyParameters:
        """The numbers by which it decides at a table of this size."""
        return PARAMETERS_BY_PLAYERS.get(players, PolicyParameters())

    def see(self, events: Iterable[Event]) -> None:
        events = tuple(events)
        self._seen += events
        self._own_bot.see(events)

    def consider(self, offers: Sequence[Offer]) -> Choice | None:
        return self._own_bot.consider(offers)

    def decide(self, prompt: Prompt) -> Answer:
        act, option = prompt.question.act, prompt.option
        assessment = self._look() if act and not self._own_bot.plays_whole_game else None
        if assessment is None:
            return self._own_bot_answers(prompt)
        if act == TeamNamed.__name__ and isinstance(option, Form):
            return self._names(assessment, option, prompt)
        named = self._named
        if named is not None:
            if act == TeamVoted.__name__ and isinstance(option, Word) and len(option.allowed) == len(option.shown) == 2:
                return option.shown[0 if self._approves(assessment, named) else 1]
            if (
                act == MissionRun.__name__
                and isinstance(option, OneCard)
                and len(option.allowed) == len(option.shown) == 2
            ):
                return option.shown[1 if self._sabotages(assessment, named) else 0]
        return self._own_bot_answers(prompt)

    def _own_bot_answers(self, prompt: Prompt) -> Answer:
        """The answer of the game's own bot, but for a slip."""
        answer = self._own_bot.choose(prompt)
        error_rate = self.parameters.mission_error_rate if prompt.question.act else self.parameters.error_rate
        if error_rate and self._character_rng.random() < error_rate:
            view = self._own_bot.view if isinstance(self._own_bot, GameBot) else None
            now = situation_of(view.board) if view is not None else None
            if now is None or not is_decisive(now):
                return pick(prompt.option, self._character_rng)
        return answer

    def _is_careless(self, now: Situation) -> bool:
        """Whether, as a traitor, it gives itself away this time."""
        carelessness = self.parameters.carelessness
        return bool(carelessness) and not is_decisive(now) and self._character_rng.random() < carelessness

    # What it says

    def hear(self, said: Iterable[tuple[Seat, Remark]]) -> None:
        said = tuple(said)
        self._hearsay.hear(said)
        self._assessment = None
        self._listen()
        for speaker, remark in said:
            self._speaker.hear(speaker, remark)

    def remark(self) -> Remark | None:
        self._listen()
        if not self._speaker.wants_to_speak(self.talkative if self.character is None else self.character.talks):
            return None
        odds = self._loyal_odds()
        return None if odds is None else self._speaker.remark(odds, self.fellows(), self.character)

    def reply(self, question: Question) -> Remark | None:
        self._listen()
        odds = self._loyal_odds()
        return None if odds is None else self._speaker.reply(question, odds, self.fellows(), self.character)

    def fellows(self) -> SeatSet:
        assessment = self._look()
        if assessment is None:
            return self._own_bot.fellows()
        if not assessment.is_traitor:
            return NOBODY
        return seat_set(seat for seat, chance in enumerate(assessment.odds.suspicion) if chance >= SURE)

    def _listen(self) -> None:
        self._speaker.see(all_seen_by(self._seen[self._speaker_seen :], SPECTATOR))
        self._speaker_seen = len(self._seen)

    def _loyal_odds(self) -> Odds | None:
        """What a loyal player on this seat who knows no secret would believe; None where nobody can say.

        By what was done alone: if bots also went by what others say, all would soon say the same.
        """
        odds = self._speaker.reasons.odds()
        if odds is None:
            assessment = self._look()
            odds = None if assessment is None else self._cover_by_acts(assessment)
        return odds

    # What it believes

    def _look(self) -> Assessment | None:
        """What the seat believes now; None in a game without teams and missions."""
        assessment = self._assessment
        if assessment is not None and assessment.seen == len(self._seen):
            return assessment
        beliefs = self._own
        if beliefs is None:
            self._expected = dict.fromkeys(sets_of_traitors(self.ruleset), 1.0)
            beliefs = self._own = Beliefs(self.ruleset, self.seat, partial_model(self.parameters.human_model_weight))
        for event in self._seen[self._own_seen :]:
            for act in team_acts(event, self.ruleset, beliefs.worlds.view.board):
                if isinstance(act, TeamNamed):
                    self._named = act
                self._weigh(act)
            beliefs.see((event,))
        self._own_seen = len(self._seen)
        now = situation_of(beliefs.worlds.view.board)
        if now is None:
            return None
        odds = self._odds(beliefs)
        is_traitor = odds.suspicion[self.seat] > 0.5
        if not is_traitor:  # a traitor knows better
            odds = self._hearsay.weighed(odds)
        assessment = self._assessment = Assessment(len(self._seen), now, odds, is_traitor)
        return assessment

    def _weigh(self, act: TeamAct) -> None:
        expected, memory = self._expected, self.parameters.memory
        if memory < 1 and isinstance(act, MissionRun):
            for traitors in expected:
                expected[traitors] **= memory
        for traitors in expected:
            expected[traitors] *= likelihood(act, traitors)

    def _odds(self, beliefs: Beliefs) -> Odds:
        """What is believed, with what is expected of traitors who play to win."""
        expected = self._expected
        weighed = [(traitors, chance * expected[traitors]) for traitors, chance in beliefs.traitor_sets()]
        total = sum([weight for _, weight in weighed])
        return Odds(self.ruleset.players, [(traitors, weight / total) for traitors, weight in weighed])

    def _cover(self, assessment: Assessment) -> Odds:
        """What a loyal player on this seat would believe, who knows no secret but that."""
        if assessment.cover_with_hearsay is None:
            assessment.cover_with_hearsay = self._hearsay.weighed(self._cover_by_acts(assessment))
        return assessment.cover_with_hearsay

    def _cover_by_acts(self, assessment: Assessment) -> Odds:
        """The same without what was said."""
        if assessment.cover is None:
            beliefs = self._public
            if beliefs is None:
                beliefs = self._public = Beliefs(
                    self.ruleset, SPECTATOR, partial_model(self.parameters.human_model_weight)
                )
            beliefs.see(all_seen_by(self._seen[self._public_seen :], SPECTATOR))
            self._public_seen = len(self._seen)
            assessment.cover = self._odds(beliefs).where_loyal(1 << self.seat)
        return assessment.cover

    # Naming a team

    def _names(self, assessment: Assessment, form: Form, prompt: Prompt) -> Answer:
        """The team; what else the form asks for is answered by the game's own bot, which knows what it is about."""
        if len(form.parts) == 1 and isinstance(form.parts[0][1], Seats):
            return (self._team(assessment, form.parts[0][1]),)
        answer = self._own_bot.choose(prompt)
        if any(isinstance(tie, SizeBy) for tie in form.ties):
            return answer
        team = [self._team(assessment, option) if isinstance(option, Seats) else None for _, option in form.parts]
        if not isinstance(answer, tuple) or sum(seats is not None for seats in team) != 1:
            return answer
        changed = tuple(old if seats is None else seats for old, seats in zip(answer, team, strict=True))
        return changed if form.refusal(changed) is None else answer

    def _team(self, assessment: Assessment, option: Seats) -> SeatSet:
        size, needed = option.low, assessment.now.fails_needed
        me, allowed = 1 << self.seat & option.allowed, option.allowed
        character = self.character
        if (
            character is not None
            and character.is_out(assessment.now, self._character_rng)
            and (allowed & ~me).bit_count() >= size
        ):
            me, allowed = NOBODY, allowed & ~me
        if not assessment.is_traitor:
            return assessment.odds.best_team(allowed, size, needed, self.rng, me)
        cover = self._cover(assessment)
        fellows = sum(1 << seat for seat, chance in enumerate(assessment.odds.suspicion) if chance >= SURE) | me
        others = allowed & ~fellows
        if self._is_careless(assessment.now):  # as many fellows as there is room for
            return cover.best_team(allowed, size, needed, self.rng, me | self._some(fellows & allowed & ~me, size - 1))
        team = me
        while team.bit_count() < min(needed, size) and fellows & allowed & ~team:
            team = cover.best_team(fellows & allowed, team.bit_count() + 1, needed, self.rng, team)
        team = cover.best_team(others, size, needed, self.rng, team)
        return cover.best_team(allowed, size, needed, self.rng, team)

    def _some(self, seats: SeatSet, most: int) -> SeatSet:
        """Some of the seats, at most that number."""
        return seat_set(self._character_rng.sample(SEATS_IN[seats], min(most, seats.bit_count())))

    # Voting

    def _approves(self, assessment: Assessment, named: TeamNamed) -> bool:
        now = assessment.now
        fails = assessment.odds.clean(named.team, now.fails_needed) < 0.5
        if assessment.is_traitor:
            if now.successes == now.wins - 1 and not fails:
                return False
            if now.failures == now.wins - 1 and fails:
                return True
        if now.is_last_attempt or named.leader == self.seat:
            return True
        own_way = self.character.ballot(now, self._character_rng) if self.character is not None else None
        if own_way is not None:
            return own_way
        if assessment.is_traitor and self._is_careless(now):
            return fails
        parameters = self.parameters
        part = self._part_of_best(self._cover(assessment) if assessment.is_traitor else assessment.odds, named, now)
        if part >= at_mission(parameters.approval_threshold, now.mission, now.wins) - parameters.threshold_drop * (
            now.attempt - 1
        ):
            return not (assessment.is_traitor and self._keeps_away(assessment, named))
        if assessment.is_traitor or part < at_mission(parameters.hopeless_below, now.mission, now.wins):
            return False
        return self.rng.random() < at_mission(parameters.leniency, now.mission, now.wins)

    def _keeps_away(self, assessment: Assessment, named: TeamNamed) -> bool:
        """Whether a traitor votes against a team of its own side, to be believed later."""
        few = assessment.odds.sets[0][0].bit_count() < LARGE
        if few or is_decisive(assessment.now) or assessment.odds.clean(named.team, 1) >= 0.5:
            return False
        return self.rng.random() < self.parameters.distancing

    def _part_of_best(self, odds: Odds, named: TeamNamed, now: Situation) -> float:
        """How clean the team is for somebody with such odds, as a part of how clean their own best team would be."""
        needed, size = now.fails_needed, named.team.bit_count()
        best = odds.best_team(everyone(now.players), size, needed, self.rng, 1 << self.seat)
        hoped = odds.clean(best, needed)
        return odds.clean(named.team, needed) / hoped if hoped else 1.0

    # On a mission

    def _sabotages(self, assessment: Assessment, named: TeamNamed) -> bool:
        if not assessment.is_traitor:
            return False
        now, suspicion = assessment.now, assessment.odds.suspicion
        if self._is_careless(now):
            return self.rng.random() < at_mission(self.parameters.sabotage, now.mission, now.wins)
        fellows = [
            seat for seat in clockwise(named.leader, now.players) if named.team >> seat & 1 and suspicion[seat] >= SURE
        ]
        if self.seat not in fellows[: now.fails_needed]:
            return False  # by custom those next to the leader do it: more Fails than needed give more of them away
        if is_decisive(now):
            return True
        if assessment.odds.clean(named.team, now.fails_needed) > DOUBTFUL:
            return False
        if now.mission == 1 and self.character is not None:
            return self.rng.random() < self.character.fails_first
        return self.rng.random() < at_mission(self.parameters.sabotage, now.mission, now.wins)
