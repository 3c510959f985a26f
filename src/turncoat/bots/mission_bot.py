"""Base class of bots that play any game with missions by their beliefs.

The base class follows the game, recognizes the questions and talks. Subclasses name teams, vote and play cards.
Questions are recognized by the act that their answer becomes part of (`Question.act`). All others go to the game's own
bot, which plays the whole game if it says so (`Bot.plays_whole_game`).
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import ClassVar

from turncoat.bots import people
from turncoat.bots.assessment import Assessment
from turncoat.bots.bot import Bot, GameBot
from turncoat.bots.hearsay import Hearsay
from turncoat.bots.odds import Odds
from turncoat.bots.registry import default_bot
from turncoat.bots.remarks import ChatQuestion, Remark, Speaker
from turncoat.deduction import Beliefs
from turncoat.deduction.model import Model, fitted
from turncoat.kernel.chapters import Offer
from turncoat.kernel.events import Event, all_seen_by
from turncoat.kernel.options import Answer, Form, OneCard, Seats, SizeBy, Word
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, Seat, SeatSet
from turncoat.kernel.steps import Choice, Prompt
from turncoat.missions import MissionRun, Situation, TeamAct, TeamNamed, TeamVoted, situation_of, team_acts


class MissionBot(Bot):
    """Abstract bot that follows a game with missions."""

    has_character: ClassVar[bool] = True
    speaks: ClassVar[bool] = True
    lapses: ClassVar[float] = 0.0
    """Rate of careless answers (`Bot.careless_answer`), relative to that of people (`people.overlooked`).

    It applies to answers left to the game's own bot, and never where one more mission can decide the game.
    """

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self._whims = Random(seed + b"/whims")
        """Separate generator for lapses, so that the other draws stay the same."""
        self._own_bot = default_bot(ruleset.game)(ruleset, seat, seed)
        """The game's own bot, for questions that this policy does not know."""
        self._seen: list[Event] = []
        self._own: Beliefs | None = None
        self._own_seen = 0
        self._public: Beliefs | None = None
        self._public_seen = 0
        self._assessment: Assessment | None = None
        self._named: TeamNamed | None = None
        """The most recently named team."""
        self._speaker = Speaker(ruleset, seat, seed, default_bot(ruleset.game).reasons)
        self._speaker_seen = 0
        self._hearsay = Hearsay(seat)

    def see(self, events: Iterable[Event]) -> None:
        events = tuple(events)
        self._seen += events
        self._own_bot.see(events)

    def consider(self, offers: Sequence[Offer]) -> Choice | None:
        return self._own_bot.consider(offers)

    def decide(self, prompt: Prompt) -> Answer:
        assessment = None if self._own_bot.plays_whole_game else self._current_assessment()
        if assessment is None:
            return self._own_bot_answers(prompt)
        act, option, named = prompt.question.act, prompt.option, self._named
        if act == TeamNamed.__name__ and isinstance(option, Form):
            return self._names(assessment, option, prompt)
        if named is not None:
            if act == TeamVoted.__name__ and isinstance(option, Word) and len(option.allowed) == len(option.shown) == 2:
                return option.shown[0 if self._approves(assessment, named) else 1]
            if act == MissionRun.__name__ and isinstance(option, OneCard):
                return self._card(assessment, named, option, prompt)
        return self._other_answer(assessment, prompt)

    def _own_bot_answers(self, prompt: Prompt) -> Answer:
        """Return the answer of the game's own bot, or occasionally a careless one."""
        bot = self._own_bot
        answer = bot.choose(prompt)
        draws, bot.rng = bot.rng, self._whims  # so a bot without lapses plays exactly as the game's own bot
        careless_answer = bot.careless_answer(prompt)
        bot.rng = draws
        often = people.overlooked("team" if prompt.question.act == TeamNamed.__name__ else "ballot")
        if careless_answer is None or self._whims.random() >= self.lapses * often:
            return answer
        view = bot.view if isinstance(bot, GameBot) else None
        now = situation_of(view.board) if view is not None else None
        return answer if now is not None and now.is_decisive else careless_answer

    def _names(self, assessment: Assessment, form: Form, prompt: Prompt) -> Answer:
        """Return the named team, with the answers of the game's own bot for other parts of the form."""
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

    def _card(self, assessment: Assessment, named: TeamNamed, option: OneCard, prompt: Prompt) -> Answer:
        """Return the mission card to play."""
        if len(option.allowed) == len(option.shown) == 2:
            return option.shown[1 if self._sabotages(assessment, named) else 0]
        return self._own_bot_answers(prompt)

    def _other_answer(self, assessment: Assessment, prompt: Prompt) -> Answer:
        """Answer a question that belongs to no known act."""
        return self._own_bot_answers(prompt)

    # Actions

    def _team(self, assessment: Assessment, option: Seats) -> SeatSet:
        """Return the team to name."""
        raise NotImplementedError

    def _approves(self, assessment: Assessment, named: TeamNamed) -> bool:
        """Return whether to approve the team."""
        raise NotImplementedError

    def _sabotages(self, assessment: Assessment, named: TeamNamed) -> bool:
        """Return whether to sabotage the current mission."""
        raise NotImplementedError

    # Talk

    def hear(self, said: Iterable[tuple[Seat, Remark]]) -> None:
        said = tuple(said)
        self._hearsay.hear(said)
        self._assessment = None
        self._listen()
        for speaker, remark in said:
            self._speaker.hear(speaker, remark)

    def remark(self) -> Remark | None:
        self._listen()
        if not self._speaker.wants_to_speak(self._talks):
            return None
        odds = self._loyal_odds()
        return None if odds is None else self._speaker.remark(odds, self.known_traitors())

    @property
    def _talks(self) -> float:
        """Chance of remarking on the latest event when there is something to say."""
        return self.talkative if self.character is None else self.character.talks

    def reply(self, question: ChatQuestion) -> Remark | None:
        self._listen()
        odds = self._loyal_odds()
        return None if odds is None else self._speaker.reply(question, odds, self.known_traitors(), self.character)

    def known_traitors(self) -> SeatSet:
        return self._own_bot.known_traitors()

    def _listen(self) -> None:
        self._speaker.see(all_seen_by(self._seen[self._speaker_seen :], SPECTATOR))
        self._speaker_seen = len(self._seen)

    def _loyal_odds(self) -> Odds | None:
        """Return the odds of a loyal player on this seat who knows no secret, or None if there are none.

        They rest on actions alone, because bots that also followed each other's opinions would soon all say the same.
        They rest on public events alone, so that they take equally long for either side.
        """
        reasons = self._speaker.reasons
        odds = reasons.odds()
        return odds if odds is not None or situation_of(reasons.view.board) is None else self._cover()

    # Beliefs

    def _model(self) -> Model:
        """Return the model of human play that weighs the observed actions."""
        return fitted()

    def _weigh(self, act: TeamAct) -> None:
        """Process an act, before the event that contains it."""

    def _odds(self, beliefs: Beliefs) -> Odds:
        """Return the odds that follow from the beliefs of the seat or of a spectator."""
        return Odds(self.ruleset.players, beliefs.traitor_sets())

    def _cover(self) -> Odds:
        """Return the odds of a loyal player on this seat who knows no secret, from actions alone."""
        return self._odds(self._public_beliefs()).where_loyal(1 << self.seat)

    def _current_assessment(self) -> Assessment | None:
        """Return the current assessment, or None in a game without missions.

        A loyal seat computes its cover as well, although it does not need one, so that thinking time reveals nothing.
        """
        assessment = self._assessment
        if assessment is not None and assessment.seen == len(self._seen):
            return assessment
        beliefs = self._own
        if beliefs is None:
            beliefs = self._own = Beliefs(self.ruleset, self.seat, self._model())
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
        public = self._odds(self._public_beliefs())
        odds, cover = self._odds(beliefs), self._hearsay.weighed(self._cover())
        heard = self._hearsay.weighed(odds)
        if odds.suspicion[self.seat] <= 0.5:  # a traitor knows better
            odds = heard
        assessment = Assessment(self.seat, now, odds, cover, public, len(self._seen), self._failure_worth(now))
        if isinstance(self._own_bot, GameBot):
            assessment = self._own_bot.advised(assessment)
        self._assessment = assessment
        return assessment

    def _failure_worth(self, now: Situation) -> float:
        """Return the worth of a failure of this mission to the traitors, as a chance to win."""
        return 0.0

    def _public_beliefs(self) -> Beliefs:
        """Return the current beliefs of a spectator."""
        beliefs = self._public
        if beliefs is None:
            beliefs = self._public = Beliefs(self.ruleset, SPECTATOR, self._model())
        beliefs.see(all_seen_by(self._seen[self._public_seen :], SPECTATOR))
        self._public_seen = len(self._seen)
        return beliefs
