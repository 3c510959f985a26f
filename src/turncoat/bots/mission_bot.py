"""What all bots have in common that play every game with teams and missions by what they believe: they follow the game,
know what they are asked, and talk. How they name teams, vote and play cards, subclasses say.

They know the questions by the act of which the answer becomes a part (`Question.act`). All others are answered by the
game's own bot, which plays the whole game where it says so (`Bot.plays_whole_game`).
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import ClassVar, Final

import msgspec

from turncoat.bots.bot import Bot, GameBot
from turncoat.bots.hearsay import Hearsay
from turncoat.bots.missions import is_decisive
from turncoat.bots.odds import Odds
from turncoat.bots.registry import default_bot
from turncoat.bots.remarks import Question, Remark, Speaker
from turncoat.deduction import Beliefs
from turncoat.deduction.model import Model, fitted
from turncoat.kernel.chapters import Offer
from turncoat.kernel.events import Event, all_seen_by
from turncoat.kernel.opening import hiding_side, role_cards
from turncoat.kernel.options import Answer, Form, OneCard, Seats, SizeBy, Word
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, SPECTATOR, Seat, SeatSet, everyone, seat_set
from turncoat.kernel.steps import Choice, Prompt
from turncoat.missions import MissionRun, Situation, TeamAct, TeamNamed, TeamVoted, plan_of, situation_of, team_acts

SURE: Final = 0.99
"""From here on a traitor takes a seat for a fellow."""


@cache
def sets_of_traitors(ruleset: Ruleset) -> tuple[SeatSet, ...]:
    """Every set of seats that may be the traitors."""
    side_of, hiding = rulebook(ruleset.game).side_of, hiding_side(ruleset)
    number = sum(side_of(role) == hiding for role in role_cards(ruleset))
    return tuple(seat_set(seats) for seats in combinations(range(ruleset.players), number))


@cache
def worth_sabotaging(ruleset: Ruleset) -> frozenset[int]:
    """The missions, counted from 1, that traitors make fail in best play: as many as win the game, of those whose teams
    miss them most rarely; of equal ones the earlier. None in a game without missions.

    If they act as loyal players do but for these missions, nobody can tell them from loyal players before it is too
    late; docs/value.md proves that nothing wins more against them.

    >>> import turncoat.games
    >>> sorted(worth_sabotaging(Ruleset.of("resistance", 5)))
    [2, 4, 5]
    """
    board = rulebook(ruleset.game).board(ruleset)
    plan, now = plan_of(board), situation_of(board)
    if plan is None or now is None:
        return frozenset()

    def missed(mission: int) -> tuple[int, int]:
        """Of how many sets of traitors a team holds too few (any team: they are alike); and the mission."""
        size, needed = plan.missions[mission - 1]
        return sum((traitors & everyone(size)).bit_count() < needed for traitors in sets_of_traitors(ruleset)), mission

    return frozenset(sorted(range(1, len(plan.missions) + 1), key=missed)[: now.wins])


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


class MissionBot(Bot):
    """Follows a game with teams and missions. Abstract."""

    has_character: ClassVar[bool] = True
    speaks: ClassVar[bool] = True
    error_rate: float = 0.0
    """How often it makes a mistake (`Bot.mistake`) in what it leaves to the game's own bot, where nothing decides the
    game."""
    mission_error_rate: float = 0.0
    """The same for teams, votes and missions, in a game that it plays as the game's own bot does."""

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self._error_rng = Random(seed + b"/whims")
        """Draws its mistakes, so that the other draws stay the same."""
        self._own_bot = default_bot(ruleset.game)(ruleset, seat, seed)
        """The game's own bot, for what this policy does not know."""
        self._seen: list[Event] = []
        self._own: Beliefs | None = None
        self._own_seen = 0
        self._public: Beliefs | None = None
        self._public_seen = 0
        self._assessment: Assessment | None = None
        self._named: TeamNamed | None = None
        """The team that was named last."""
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
        """The answer of the game's own bot, but for a mistake."""
        answer = self._own_bot.choose(prompt)
        error_rate = self.mission_error_rate if prompt.question.act else self.error_rate
        if error_rate and self._error_rng.random() < error_rate:
            view = self._own_bot.view if isinstance(self._own_bot, GameBot) else None
            now = situation_of(view.board) if view is not None else None
            if now is None or not is_decisive(now):
                return self._own_bot.mistake(prompt, self._error_rng)
        return answer

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

    # What it does

    def _team(self, assessment: Assessment, option: Seats) -> SeatSet:
        """The team that it names."""
        raise NotImplementedError

    def _approves(self, assessment: Assessment, named: TeamNamed) -> bool:
        """Whether it approves the team."""
        raise NotImplementedError

    def _sabotages(self, assessment: Assessment, named: TeamNamed) -> bool:
        """Whether it sabotages the mission that it is on."""
        raise NotImplementedError

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
        return None if odds is None else self._speaker.remark(odds, self.fellows())

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
        return self._fellows(assessment)

    def _fellows(self, assessment: Assessment) -> SeatSet:
        """The traitors whom a traitor knows, itself too."""
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

    def _model(self) -> Model:
        """The model of people's play by which it weighs what was done."""
        return fitted()

    def _weigh(self, act: TeamAct) -> None:
        """Take in an act, before the event that it belongs to."""

    def _odds(self, beliefs: Beliefs) -> Odds:
        """What is believed: by the seat, or by a spectator."""
        return Odds(self.ruleset.players, beliefs.traitor_sets())

    def _look(self) -> Assessment | None:
        """What the seat believes now; None in a game without teams and missions."""
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
        odds = self._odds(beliefs)
        is_traitor = odds.suspicion[self.seat] > 0.5
        if not is_traitor:  # a traitor knows better
            odds = self._hearsay.weighed(odds)
        assessment = self._assessment = Assessment(len(self._seen), now, odds, is_traitor)
        return assessment

    def _public_beliefs(self) -> Beliefs:
        """What a spectator believes now."""
        beliefs = self._public
        if beliefs is None:
            beliefs = self._public = Beliefs(self.ruleset, SPECTATOR, self._model())
        beliefs.see(all_seen_by(self._seen[self._public_seen :], SPECTATOR))
        self._public_seen = len(self._seen)
        return beliefs

    def _cover(self, assessment: Assessment) -> Odds:
        """What a loyal player on this seat would believe, who knows no secret but that."""
        if assessment.cover_with_hearsay is None:
            assessment.cover_with_hearsay = self._hearsay.weighed(self._cover_by_acts(assessment))
        return assessment.cover_with_hearsay

    def _cover_by_acts(self, assessment: Assessment) -> Odds:
        """The same without what was said."""
        if assessment.cover is None:
            assessment.cover = self._odds(self._public_beliefs()).where_loyal(1 << self.seat)
        return assessment.cover
