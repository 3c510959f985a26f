"""`deducer`: one policy for every game with teams and missions, on what its seat believes (`turncoat.deduction`).

A loyal seat names the team that is likeliest to be clean and approves teams that are nearly as good. A traitor reckons
what the others believe: from what everybody has seen, and, for each loyal seat, that it knows itself to be loyal. It
names a team that suits it and looks clean to them, votes as a loyal seat would until a vote decides the game, and
sabotages when that is worth the suspicion.

It knows the questions by the act of which the answer becomes a part (`Question.act`). All others it answers as
`sensible` does at that game. A whole game it plays as a bot of that game does which says so (`Bot.plays_for`).
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import ClassVar, Final

import msgspec

from turncoat.bots.bot import Bot, GameBot
from turncoat.bots.draws import pick
from turncoat.bots.expected_play import is_decisive, likelihood, of_mission
from turncoat.bots.hearsay import Hearsay
from turncoat.bots.odds import Odds
from turncoat.bots.registry import bot_of_game
from turncoat.bots.remarks import Remark, Speaker
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
from turncoat.kernel.words import N_
from turncoat.missions import MissionRun, Situation, TeamAct, TeamNamed, TeamVoted, situation_of, team_acts

SURE: Final = 0.99
"""From here on a traitor takes a seat for a fellow."""
DOUBTFUL: Final = 0.7
"""A traitor does not sabotage a mission that is at least so likely to have too few of them."""

LARGE: Final = 3
"""Of so many traitors some can vote against their own teams; of fewer, each vote is missed, and too many teams fail."""


class Temper(msgspec.Struct, frozen=True):
    """The numbers by which it decides; chosen by play against `sensible` (docs/bots.md).

    Of those by mission the last is for later missions too.
    """

    nearly: tuple[float, ...] = (0.7, 0.7, 0.7, 0.85, 0.95)
    """A team is approved when its chance to be clean is at least this part of that of the seat's own best team,
    by mission."""
    eased: float = 0.2
    """How much less of that is asked for with each team that was rejected for this mission."""
    indulgent: tuple[float, ...] = (0.7, 0.72, 1.0, 0.05, 0.0)
    """How often a loyal seat approves a team that is worse, but not hopeless, by mission: a rejection early on gains
    little, and people do not reject one team after another. A traitor never does: its approval of a bad team would be
    remembered."""
    hopeless: tuple[float, ...] = (0.0, 0.1, 0.2, 0.32, 0.32)
    """Below this part of the chance of its own best team a team is hopeless, by mission."""
    sabotage: tuple[float, ...] = (0.4, 0.9, 0.9, 0.9, 1.0)
    """How often a traitor sabotages, by mission, where nothing decides it."""
    distance: float = 0.6
    """How often a traitor of a large side rejects a team with traitors that a loyal seat would approve, until a mission
    can decide the game: who always approves such teams is found out by their votes."""
    people: float = 0.5
    """How much the model of people's play counts beside what a traitor who plays to win is expected to do."""
    memory: float = 1.0
    """How much of what it made of the missions before it keeps with each mission that is over."""
    careless: float = 0.0
    """How often a traitor gives itself away where nothing decides the game: votes and names teams as suits its side,
    and sabotages without looking who else is there."""
    slips: float = 0.0
    """How often it answers at random what it leaves to the game's own bot, where nothing decides the game."""
    slips_on_missions: float = 0.0
    """The same for teams, votes and missions, in a game that it plays as the game's own bot does."""


TEMPERS: Final = {
    6: Temper(nearly=(0.7, 0.7, 0.7, 0.9, 1.15), indulgent=(0.7, 0.45, 0.6, 0.05, 0.0)),
    7: Temper(nearly=(0.7, 0.7, 0.7, 0.85, 1.1), indulgent=(0.75, 0.77, 1.0, 0.05, 0.0)),
    8: Temper(indulgent=(0.82, 0.87, 1.0, 0.05, 0.0)),
    10: Temper(distance=0.8),
}
"""Other numbers at tables of so many players. With six to eight people approve sooner or later, and a game takes about
as many teams as theirs (`tools/pace.py`). Above 1, `nearly` asks more than the first team of a mission can have: it is
rejected. The side of four traitors gains by keeping away more."""


@cache
def tempered(part: float) -> Model:
    """The model of people's play, of which only a part is believed."""
    return Model({feature: weight * part for feature, weight in fitted().parameters.items()})


@cache
def sets_of_traitors(ruleset: Ruleset) -> tuple[SeatSet, ...]:
    """Every set of seats that may be the traitors."""
    side_of, hiding = rulebook(ruleset.game).side_of, hiding_side(ruleset)
    number = sum(side_of(role) == hiding for role in role_cards(ruleset))
    return tuple(seat_set(seats) for seats in combinations(range(ruleset.players), number))


class Outlook(msgspec.Struct):
    """How things stand after so many events, and what is believed."""

    seen: int
    now: Situation
    odds: Odds
    is_traitor: bool
    """Whether the seat itself is one."""
    cover: Odds | None = None
    """What a loyal player on the seat would believe by what was done, once it was asked for."""
    cover_told: Odds | None = None
    """The same by what was said, too."""


class Deducer(Bot):
    """Plays by what it believes."""

    name: ClassVar[str] = "deducer"
    title: ClassVar[str] = N_("Deducer")
    summary: ClassVar[str] = N_("Weighs everything that has happened, as people do, and plays to win.")
    has_character: ClassVar[bool] = True
    speaks: ClassVar[bool] = True
    plays_games_as: ClassVar[tuple[str, ...]] = ("deducer",)
    """Under these names, the first of them first, games have bots as which it plays them (`Bot.plays_for`)."""

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self.temper = self.temper_at(ruleset.players)
        self._whims = Random(seed + b"/whims")
        """For what its character and its mistakes do: what it would do without them stays the same."""
        self._sensible = bot_of_game(ruleset.game, *self.plays_games_as)(ruleset, seat, seed)
        self._seen: list[Event] = []
        self._own: Beliefs | None = None
        self._own_seen = 0
        self._public: Beliefs | None = None
        self._public_seen = 0
        self._outlook: Outlook | None = None
        self._expected: dict[SeatSet, float] = {}
        """For each set of traitors how likely all acts are for traitors who play to win."""
        self._named: TeamNamed | None = None
        """The team that was named last."""
        self._speaker = Speaker(ruleset, seat, seed)
        self._speaker_seen = 0
        self._hearsay = Hearsay(seat)

    @classmethod
    def temper_at(cls, players: int) -> Temper:
        """The numbers by which it decides at a table of so many players."""
        return TEMPERS.get(players, Temper())

    def see(self, events: Iterable[Event]) -> None:
        events = tuple(events)
        self._seen += events
        self._sensible.see(events)

    def consider(self, offers: Sequence[Offer]) -> Choice | None:
        return self._sensible.consider(offers)

    def decide(self, prompt: Prompt) -> Answer:
        act, option = prompt.question.act, prompt.option
        outlook = self._look() if act and not self._sensible.plays_for else None
        if outlook is None:
            return self._answers_as_sensible(prompt)
        if act == TeamNamed.__name__ and isinstance(option, Form):
            return self._names(outlook, option, prompt)
        named = self._named
        if named is not None:
            if act == TeamVoted.__name__ and isinstance(option, Word) and len(option.allowed) == len(option.shown) == 2:
                return option.shown[0 if self._approves(outlook, named) else 1]
            if (
                act == MissionRun.__name__
                and isinstance(option, OneCard)
                and len(option.allowed) == len(option.shown) == 2
            ):
                return option.shown[1 if self._sabotages(outlook, named) else 0]
        return self._answers_as_sensible(prompt)

    def _answers_as_sensible(self, prompt: Prompt) -> Answer:
        """The answer of the game's own bot, but for a slip."""
        answer = self._sensible.choose(prompt)
        slips = self.temper.slips_on_missions if prompt.question.act else self.temper.slips
        if slips and self._whims.random() < slips:
            view = self._sensible.view if isinstance(self._sensible, GameBot) else None
            now = situation_of(view.board) if view is not None else None
            if now is None or not is_decisive(now):
                return pick(prompt.option, self._whims)
        return answer

    def _is_careless(self, now: Situation) -> bool:
        """Whether, as a traitor, it gives itself away this time."""
        careless = self.temper.careless
        return bool(careless) and not is_decisive(now) and self._whims.random() < careless

    # What it says

    def hear(self, said: Iterable[tuple[Seat, Remark]]) -> None:
        said = tuple(said)
        self._hearsay.hear(said)
        self._outlook = None
        for _, remark in said:
            self._speaker.hear(remark)

    def remark(self) -> Remark | None:
        speaker = self._speaker
        speaker.see(all_seen_by(self._seen[self._speaker_seen :], SPECTATOR))
        self._speaker_seen = len(self._seen)
        if not speaker.wants_to_speak(self.talkative if self.character is None else self.character.talks):
            return None
        outlook = self._look()
        if outlook is None:
            return None
        # By what was done alone: if bots also went by what others say, all would soon say the same.
        return speaker.remark(self._cover_by_acts(outlook), self._fellows(outlook) if outlook.is_traitor else 0)

    def _fellows(self, outlook: Outlook) -> SeatSet:
        return seat_set(seat for seat, chance in enumerate(outlook.odds.suspicion) if chance >= SURE)

    # What it believes

    def _look(self) -> Outlook | None:
        """How things stand, and what to believe of it; None in a game that has no teams and missions."""
        outlook = self._outlook
        if outlook is not None and outlook.seen == len(self._seen):
            return outlook
        beliefs = self._own
        if beliefs is None:
            self._expected = dict.fromkeys(sets_of_traitors(self.ruleset), 1.0)
            beliefs = self._own = Beliefs(self.ruleset, self.seat, tempered(self.temper.people))
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
        outlook = self._outlook = Outlook(len(self._seen), now, odds, is_traitor)
        return outlook

    def _weigh(self, act: TeamAct) -> None:
        expected, memory = self._expected, self.temper.memory
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

    def _cover(self, outlook: Outlook) -> Odds:
        """What a loyal player on this seat would believe, who knows no secret but that."""
        if outlook.cover_told is None:
            outlook.cover_told = self._hearsay.weighed(self._cover_by_acts(outlook))
        return outlook.cover_told

    def _cover_by_acts(self, outlook: Outlook) -> Odds:
        """The same without what was said."""
        if outlook.cover is None:
            beliefs = self._public
            if beliefs is None:
                beliefs = self._public = Beliefs(self.ruleset, SPECTATOR, tempered(self.temper.people))
            beliefs.see(all_seen_by(self._seen[self._public_seen :], SPECTATOR))
            self._public_seen = len(self._seen)
            outlook.cover = self._odds(beliefs).where_loyal(1 << self.seat)
        return outlook.cover

    # Naming a team

    def _names(self, outlook: Outlook, form: Form, prompt: Prompt) -> Answer:
        """The team; what else the form asks for is answered by the game's own bot, which knows what it is about."""
        if len(form.parts) == 1 and isinstance(form.parts[0][1], Seats):
            return (self._team(outlook, form.parts[0][1]),)
        answer = self._sensible.choose(prompt)
        if any(isinstance(tie, SizeBy) for tie in form.ties):
            return answer
        team = [self._team(outlook, option) if isinstance(option, Seats) else None for _, option in form.parts]
        if not isinstance(answer, tuple) or sum(seats is not None for seats in team) != 1:
            return answer
        changed = tuple(old if seats is None else seats for old, seats in zip(answer, team, strict=True))
        return changed if form.refusal(changed) is None else answer

    def _team(self, outlook: Outlook, option: Seats) -> SeatSet:
        size, needed = option.low, outlook.now.fails_needed
        me, allowed = 1 << self.seat & option.allowed, option.allowed
        character = self.character
        if character is not None and character.is_out(outlook.now, self._whims) and (allowed & ~me).bit_count() >= size:
            me, allowed = NOBODY, allowed & ~me
        if not outlook.is_traitor:
            return outlook.odds.best_team(allowed, size, needed, self.rng, me)
        cover = self._cover(outlook)
        fellows = sum(1 << seat for seat, chance in enumerate(outlook.odds.suspicion) if chance >= SURE) | me
        others = allowed & ~fellows
        if self._is_careless(outlook.now):  # as many of its own as there is room for
            return cover.best_team(allowed, size, needed, self.rng, me | self._some(fellows & allowed & ~me, size - 1))
        team = me
        while team.bit_count() < min(needed, size) and fellows & allowed & ~team:
            team = cover.best_team(fellows & allowed, team.bit_count() + 1, needed, self.rng, team)
        team = cover.best_team(others, size, needed, self.rng, team)
        return cover.best_team(allowed, size, needed, self.rng, team)

    def _some(self, seats: SeatSet, most: int) -> SeatSet:
        """So many of the seats, or all where they are fewer."""
        return seat_set(self._whims.sample(SEATS_IN[seats], min(most, seats.bit_count())))

    # Voting

    def _approves(self, outlook: Outlook, named: TeamNamed) -> bool:
        now = outlook.now
        fails = outlook.odds.clean(named.team, now.fails_needed) < 0.5
        if outlook.is_traitor:
            if now.successes == now.wins - 1 and not fails:
                return False
            if now.failures == now.wins - 1 and fails:
                return True
        if now.is_last_attempt or named.leader == self.seat:
            return True
        own_way = self.character.ballot(now, self._whims) if self.character is not None else None
        if own_way is not None:
            return own_way
        if outlook.is_traitor and self._is_careless(now):
            return fails
        temper = self.temper
        part = self._part_of_best(self._cover(outlook) if outlook.is_traitor else outlook.odds, named, now)
        if part >= of_mission(temper.nearly, now.mission) - temper.eased * (now.attempt - 1):
            return not (outlook.is_traitor and self._keeps_away(outlook, named))
        if outlook.is_traitor or part < of_mission(temper.hopeless, now.mission):
            return False
        return self.rng.random() < of_mission(temper.indulgent, now.mission)

    def _keeps_away(self, outlook: Outlook, named: TeamNamed) -> bool:
        """Whether a traitor votes against a team of its own side, to be believed later."""
        few = outlook.odds.sets[0][0].bit_count() < LARGE
        if few or is_decisive(outlook.now) or outlook.odds.clean(named.team, 1) >= 0.5:
            return False
        return self.rng.random() < self.temper.distance

    def _part_of_best(self, odds: Odds, named: TeamNamed, now: Situation) -> float:
        """How clean the team is for somebody with such odds, as a part of how clean their own best team would be."""
        needed, size = now.fails_needed, named.team.bit_count()
        best = odds.best_team(everyone(now.players), size, needed, self.rng, 1 << self.seat)
        hoped = odds.clean(best, needed)
        return odds.clean(named.team, needed) / hoped if hoped else 1.0

    # On a mission

    def _sabotages(self, outlook: Outlook, named: TeamNamed) -> bool:
        if not outlook.is_traitor:
            return False
        now, suspicion = outlook.now, outlook.odds.suspicion
        if self._is_careless(now):
            return self.rng.random() < of_mission(self.temper.sabotage, now.mission)
        fellows = [
            seat for seat in clockwise(named.leader, now.players) if named.team >> seat & 1 and suspicion[seat] >= SURE
        ]
        if self.seat not in fellows[: now.fails_needed]:
            return False  # by custom those next to the leader do it: more Fails than needed give more of them away
        if is_decisive(now):
            return True
        if outlook.odds.clean(named.team, now.fails_needed) > DOUBTFUL:
            return False
        if now.mission == 1 and self.character is not None:
            return self.rng.random() < self.character.fails_first
        return self.rng.random() < of_mission(self.temper.sabotage, now.mission)
