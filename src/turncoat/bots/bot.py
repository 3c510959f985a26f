"""The bot interface: a bot gets its seat, the events its seat may see and its prompts, and nothing else."""

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
"""Chance that a bot takes a standing offer, each time it considers the open offers."""

B = TypeVar("B", bound=Board)


class Bot:
    """Base class of bots. Subclasses implement `decide`.

    An illegal decision is replaced by a random legal answer and counted in `illegal_answers`, so that the caller can
    report it. Equal seeds, events and prompts give equal choices.

    >>> from random import Random
    >>> from turncoat import Bot, Ruleset, pick, play_game
    >>> class Trusting(Bot):
    ...     def decide(self, prompt):
    ...         return "approve" if prompt.question.name == "cast-ballot" else pick(prompt.option, self.rng)
    >>> ruleset = Ruleset.of("resistance", 5)
    >>> bots = [Trusting(ruleset, seat, bytes([seat])) for seat in range(5)]
    >>> game = play_game(ruleset, ruleset.deal(b"an evening"), bots, Random(1))
    >>> any(type(event).__name__ == "TeamRejected" for event in game.events)
    False
    """

    name: ClassVar[str] = ""
    """Name in the registry. A game's default bot needs none, since `sensible` plays as it does."""
    title: ClassVar[str] = ""
    """Display name (message id). Bots without one are not offered at a table, but programs can still find them."""
    summary: ClassVar[str] = ""
    """One-line description for people who choose a bot (message id)."""
    game: ClassVar[str] = ""
    """Game that the bot was made for. Empty for a bot that plays every game the same way."""
    is_default: ClassVar[bool] = False
    """True for the game's own bot: `sensible` plays as it does, and levels ask it whatever they do not know.

    A game has exactly one default bot.
    """
    plays_whole_game: ClassVar[bool] = False
    """True if the levels leave the whole game to this bot.

    Where the rules force a traitor's hand, the other traitors have to play as that one must. A generic policy would
    give them away.
    """
    milliseconds: ClassVar[float] = 0.0
    """Time budget for one decision if no deadline is set. 0 for no limit."""
    is_level: ClassVar[bool] = False
    """True for a level of difficulty. Other bots are chosen by name."""
    has_character: ClassVar[bool] = False
    """True if the bot plays according to `character`."""
    wants_events: ClassVar[bool] = True
    """True if the bot uses events. Callers need not pass events to other bots."""

    speaks: ClassVar[bool] = False
    """True if the bot takes part in the chat. Callers need not ask other bots for remarks."""
    reasons: ClassVar[type[Reasons]] = MissionReasons
    """Collector of the arguments for and against each seat. Read from the game's default bot."""
    follows: View[Any] | None = None
    """View of the seat that the caller keeps up to date with prompts, offers and pending players before each prompt.

    People need one, since they may look around before they answer, and agents of other libraries.
    """
    talkative: float = 0.5
    """Chance, from 0 to 1, of speaking when there is something to say."""

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        self.ruleset = ruleset
        self.seat = seat
        self.rng = Random(seed)
        self.deadline: float | None = None
        """Time by which the bot must decide, on the clock of `perf_counter`.

        None where play must be reproducible, so that no decision depends on the clock.
        """
        self.character: Character | None = None
        """Public character of the bot. Set before the first event, if at all."""
        self.shared_seed = ""
        """Seed common to all bots of a game and unknown to players, for draws that bots have in common.

        `share` sets it before the first event.
        """
        self.illegal_answers = 0
        """Number of illegal decisions so far."""
        self.first_illegal_answer = ""
        """Question, answer and refusal code of the first illegal decision."""

    def share(self, seed: str) -> None:
        """Set the seed that all bots of the game share."""
        self.shared_seed = seed

    def see(self, events: Iterable[Event]) -> None:
        """Process new events as seen from the seat (`seen_by`), each once and in order."""

    def decide(self, prompt: Prompt) -> Answer:
        """Return the bot's preferred answer. `choose` checks whether it is legal."""
        raise NotImplementedError

    def choose(self, prompt: Prompt) -> Answer:
        """Return a legal answer: the bot's decision, or a random answer if that is illegal."""
        answer = self.decide(prompt)
        refusal = prompt.option.refusal(answer)
        if refusal is None:
            return answer
        self.illegal_answers += 1
        self.first_illegal_answer = self.first_illegal_answer or f"{prompt.question.name}: {answer!r} ({refusal.code})"
        return pick(prompt.option, self.rng)

    def act(self, prompt: Prompt) -> Choice:
        """Return a choice that answers the prompt. A bot that follows the game may take a standing offer instead."""
        return Choice(prompt.number, self.choose(prompt))

    def careless_answer(self, prompt: Prompt) -> Answer | None:
        """Return the answer of a player who overlooks an inference or miscounts, or None if that makes no difference.

        Levels that make mistakes ask the game's default bot.
        """
        return None

    def consider(self, offers: Sequence[Offer]) -> Choice | None:
        """Return a choice that takes one of the standing offers, with probability OFFER_CHANCE, or None."""
        if not offers or self.rng.random() >= OFFER_CHANCE:
            return None
        offer = offers[int(self.rng.random() * len(offers))]
        return Choice(offer.name, pick(offer.option, self.rng))

    def remark(self) -> Remark | None:
        """Return a public remark, or None. Called when a team is named, votes are revealed or a mission is over.

        When and how often a bot speaks must reveal nothing about its side. Only bots that set `speaks` are asked.
        Whoever passes the remark on finds the words (`worded`).
        """
        return None

    def reply(self, question: ChatQuestion) -> Remark | None:
        """Return the answer to a question from the chat, or None if the bot did not understand it.

        Only bots that set `speaks` are asked, after they have heard everything said before.
        """
        return None

    def hear(self, said: Iterable[tuple[Seat, Remark]]) -> None:
        """Process what players said to everybody, each remark once and in order.

        That includes whom they trust or doubt and all remarks of bots, this bot's own among them.
        """

    def known_traitors(self) -> SeatSet:
        """Return the traitors that the bot was shown, itself included, or nobody if it is loyal or does not say."""
        return NOBODY

    def close(self) -> None:
        """Release external resources when the game is over."""


class RandomBot(Bot):
    """Draws uniformly from the legal answers."""

    name: ClassVar[str] = "random"
    title: ClassVar[str] = N_("Random")
    summary: ClassVar[str] = N_("Plays any legal choice, at random.")
    wants_events: ClassVar[bool] = False

    def decide(self, prompt: Prompt) -> Answer:
        return pick(prompt.option, self.rng)

    def choose(self, prompt: Prompt) -> Answer:
        return pick(prompt.option, self.rng)


class GameBot(Bot, Generic[B]):
    """Base class of bots made for one game, which they follow in a view. At any other game they answer at random.

    Subclasses set `game` and implement `answer`.

    >>> from turncoat import GameBot, Ruleset, pick
    >>> class Wary(GameBot):
    ...     game = "resistance"
    ...
    ...     def answer(self, board, prompt):
    ...         is_ballot = prompt.question.name == "cast-ballot"
    ...         return "reject" if is_ballot and board.spies_seen else pick(prompt.option, self.rng)
    >>> Wary(Ruleset.of("resistance", 5), 0, b"seed").view.board.players
    5
    """

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self.view: View[B] | None = View(ruleset, seat) if ruleset.game == self.game else None
        """Knowledge of the seat. None at another game."""

    def see(self, events: Iterable[Event]) -> None:
        if self.view is not None:
            self.view.see(events)

    def decide(self, prompt: Prompt) -> Answer:
        return pick(prompt.option, self.rng) if self.view is None else self.answer(self.view.board, prompt)

    def answer(self, board: B, prompt: Prompt) -> Answer:
        """Return the bot's preferred answer, given the board as its seat knows it."""
        raise NotImplementedError

    # Advice to the levels, which make the decisions

    @property
    def keenness(self) -> float:
        """Factor by which the worth of a team counts for more, against habit, than at other games."""
        return 1.0

    def advised(self, assessment: Assessment) -> Assessment:
        """Return the assessment on which the levels act, changed by what only this game's bot can infer or must hide.

        It takes equally long for every role.
        """
        return assessment

    own_interest: ClassVar[frozenset[str]] = frozenset()
    """Names of the questions in which each side follows its own interest.

    Either nobody sees the answer, or it decides the game. In all other questions a traitor of a level acts as if loyal.
    """

    def worths(self, assessment: Assessment, prompt: Prompt) -> Mapping[Answer, float] | None:
        """Return the worth of each answer to the seat's side as a chance to win, or None for an unknown question.

        Only the assessment may be used.
        """
        return None

    def shows_more(self, fellows: SeatSet) -> SeatSet:
        """Return which of these traitors reveal more than others by sabotaging the mission.

        They leave it to fellow traitors on the team.
        """
        return NOBODY

    def situation(self, assessment: Assessment, word: str) -> Situation | None:
        """Return the situation of a team whose leader also chooses this word (another mission, for example).

        None if the bot does not know the word.
        """
        return None

    def part_worths(
        self, assessment: Assessment, part: str, option: AnyOption, team: SeatSet
    ) -> Mapping[Answer, float] | None:
        """Return the worth of each answer to another part of the form, given the team. None for an unknown part."""
        return None
