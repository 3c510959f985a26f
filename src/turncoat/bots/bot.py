"""What a bot is: a player that gets its seat, the events as its seat saw them, and what it is asked. Nothing else."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final, Generic, TypeVar

from turncoat.bots.assessment import Assessment
from turncoat.bots.characters import Character
from turncoat.bots.draws import pick
from turncoat.bots.reasons import MissionReasons, Reasons
from turncoat.bots.remarks import ChatQuestion, Remark
from turncoat.kernel.boards import Board
from turncoat.kernel.chapters import Offer
from turncoat.kernel.events import Event
from turncoat.kernel.options import Answer, AnyOption
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, Seat, SeatSet
from turncoat.kernel.steps import Choice, Prompt
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.missions import Situation

OFFER_CHANCE: Final = 0.02
"""How likely a bot is to take a standing offer, each time that it considers what is open to it."""

B = TypeVar("B", bound=Board)


class Bot:
    """A player. Subclasses say what they choose in `decide`; where that is not legal, a legal answer is drawn instead,
    and the bot remembers that it happened, so that the caller can tell.

    Equal seeds, events and questions give equal choices.
    """

    name: ClassVar[str] = ""
    """The name by which it is chosen. A game's default bot needs none: `sensible` plays as it does."""
    title: ClassVar[str] = ""
    """What people at a table call it (message id). Without a title they are not offered it; programs still find it."""
    summary: ClassVar[str] = ""
    """How it plays, for people who choose a bot (message id)."""
    game: ClassVar[str] = ""
    """The game that it was made for; empty for a bot that plays every game alike."""
    is_default: ClassVar[bool] = False
    """Whether `sensible` plays its game as this bot does, and the levels whatever they do not know there. A game has
    one such bot."""
    plays_whole_game: ClassVar[bool] = False
    """Whether the levels leave its whole game to this bot. Where the rules force a traitor's hand, the other traitors
    have to play as that one must, and a policy for every game would give them away."""
    milliseconds: ClassVar[float] = 0.0
    """Its budget for one decision, where no deadline is set; 0: as long as it takes."""
    is_level: ClassVar[bool] = False
    """Whether people choose it by how strong it is; other bots they choose by name."""
    has_character: ClassVar[bool] = False
    """Whether it plays by the character that it is given."""
    wants_events: ClassVar[bool] = True
    """Whether it wants to see events. A bot that does not need not be given any."""

    speaks: ClassVar[bool] = False
    """Whether it says something now and then. A bot that does not need not be asked."""
    reasons: ClassVar[type[Reasons]] = MissionReasons
    """What speaks for or against somebody at the game that it was made for; asked of the game's default bot."""
    follows: View[Any] | None = None
    """A view of its seat into which whoever runs the game puts what is asked, offered and waited for, each time before
    it is asked. Only a person needs one, who may look round before they answer."""
    talkative: float = 0.5
    """How often it says something when it has something to say, from 0 to 1."""

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        self.ruleset = ruleset
        self.seat = seat
        self.rng = Random(seed)
        self.deadline: float | None = None
        """When it has to stop thinking, by the clock of `perf_counter`; None where equal play counts and not time."""
        self.character: Character | None = None
        """Its character, for all to see; given before anything happens, if at all."""
        self.shared_seed = ""
        """All bots of a game have it, and no player knows it; `share` gives it, before anything happens. What bots have
        in common is drawn from it."""
        self.illegal_answers = 0
        """How often it has decided on something that was not legal."""
        self.first_illegal_answer = ""
        """The question, the answer and the code of the refusal, the first time that this happened."""

    def share(self, seed: str) -> None:
        """Take the seed that all bots of the game share."""
        self.shared_seed = seed

    def see(self, events: Iterable[Event]) -> None:
        """Take in what happened, as seen from the seat (`seen_by`), each event once and in order."""

    def decide(self, prompt: Prompt) -> Answer:
        """What the bot would choose."""
        raise NotImplementedError

    def choose(self, prompt: Prompt) -> Answer:
        """A legal answer to the prompt."""
        answer = self.decide(prompt)
        refusal = prompt.option.refusal(answer)
        if refusal is None:
            return answer
        self.illegal_answers += 1
        self.first_illegal_answer = self.first_illegal_answer or f"{prompt.question.name}: {answer!r} ({refusal.code})"
        return pick(prompt.option, self.rng)

    def act(self, prompt: Prompt) -> Choice:
        """The answer to the prompt as a choice; whoever follows the game may take a standing offer instead."""
        return Choice(prompt.number, self.choose(prompt))

    def careless(self, prompt: Prompt) -> Answer | None:
        """Return the answer of somebody who overlooks what follows from all that has happened, or has miscounted; None
        where that makes no difference. Levels that make mistakes ask the game's default bot."""
        return None

    def consider(self, offers: Sequence[Offer]) -> Choice | None:
        """A choice that takes one of the standing offers, or None to leave them; taken with OFFER_CHANCE."""
        if not offers or self.rng.random() >= OFFER_CHANCE:
            return None
        offer = offers[int(self.rng.random() * len(offers))]
        return Choice(offer.name, pick(offer.option, self.rng))

    def remark(self) -> Remark | None:
        """Return what it says to everybody, or None: a team is named, votes are shown or a mission is over. When and
        how often it speaks tells nothing of its side, and it is asked only where `speaks` says so. The words are found
        by whoever passes it on (`worded`)."""
        return None

    def reply(self, question: ChatQuestion) -> Remark | None:
        """What it answers somebody who speaks to it; None: that it did not understand. It is asked only where `speaks`
        says so, and has heard all that was said before."""
        return None

    def hear(self, said: Iterable[tuple[Seat, Remark]]) -> None:
        """Take in who said what to everybody, once each and in order: whom somebody trusts or doubts, and whatever bots
        say, this one too."""

    def fellows(self) -> SeatSet:
        """The traitors that it was shown, itself too; nobody where it is none, or does not say."""
        return NOBODY

    def close(self) -> None:
        """Release what it holds outside this program: the game is over for it."""


class RandomBot(Bot):
    """Chooses every legal answer equally often."""

    name: ClassVar[str] = "random"
    title: ClassVar[str] = N_("Random")
    summary: ClassVar[str] = N_("Plays any legal choice, at random.")
    wants_events: ClassVar[bool] = False

    def decide(self, prompt: Prompt) -> Answer:
        return pick(prompt.option, self.rng)

    def choose(self, prompt: Prompt) -> Answer:
        return pick(prompt.option, self.rng)


class GameBot(Bot, Generic[B]):
    """A bot that was made for one game and follows it in a view. At any other game it draws its answers.

    Subclasses name the game and say what they answer in `answer`.
    """

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self.view: View[B] | None = View(ruleset, seat) if ruleset.game == self.game else None
        """What the seat knows; None at another game."""

    def see(self, events: Iterable[Event]) -> None:
        if self.view is not None:
            self.view.see(events)

    def decide(self, prompt: Prompt) -> Answer:
        return pick(prompt.option, self.rng) if self.view is None else self.answer(self.view.board, prompt)

    def answer(self, board: B, prompt: Prompt) -> Answer:
        """What the bot would choose, from the board as its seat knows it."""
        raise NotImplementedError

    # What it tells the levels, which choose

    own_interest: ClassVar[frozenset[str]] = frozenset()
    """The questions, by name, in which each side follows its own interest: nobody sees the answer, or it decides the
    game. In all others a traitor of a level acts as if it were loyal."""

    def worths(self, assessment: Assessment, prompt: Prompt) -> Mapping[Answer, float] | None:
        """Return what each answer is worth to the seat's side, as a chance to win, by what the assessment says alone;
        None where the bot does not know the question."""
        return None

    def shows_more(self, fellows: SeatSet) -> SeatSet:
        """Return which of these traitors show more of themselves than others when they sabotage the mission: they leave
        it to fellows on the team."""
        return NOBODY

    def situation(self, assessment: Assessment, word: str) -> Situation | None:
        """Return the situation in which a team goes if its leader chooses this word besides (another mission, say);
        None where the bot does not know it."""
        return None

    def part_worths(
        self, assessment: Assessment, part: str, option: AnyOption, team: SeatSet
    ) -> Mapping[Answer, float] | None:
        """Return what each answer to another part of the form is worth that goes with a team; None as above."""
        return None
