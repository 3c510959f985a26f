"""Steps: the thing the table is waiting for now, a paragraph of the rulebook each; frozen values on a game's stack.

There are three kinds:
- `Step`: done at once (`run`): count the ballots, pass leadership on.
- `Ask`: waits for choices: who is asked, what each may choose, what the choices do.
- `Window` (in `hooks`): a moment between a result and its effect, at which chapters may put in steps of their own.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from turncoat.kernel.facts import Occasion
from turncoat.kernel.options import Answer, AnyOption, OneSeat
from turncoat.kernel.seats import CHANCE, Seat, SeatSet, first_clockwise, seats_in

if TYPE_CHECKING:
    from turncoat.kernel.events import Event
    from turncoat.kernel.game import Game


class Question(msgspec.Struct, frozen=True, gc=False):
    """What a kind of step asks, the same for every seat and every time, with the words that clients put round it."""

    name: str
    """In kebab-case, as it is written in records."""
    sentence: str = ""
    """What is asked (message id); its values are the prompt's `params`."""
    clause: str = ""
    """The clause of the rulebook that asks."""
    may_change: bool = False
    """Whether a choice can be changed until the last seat asked has chosen."""
    first_ends: bool = False
    """Whether the first choice ends the step; otherwise it ends when every seat asked has chosen."""
    clock: str = ""
    """Which of the table's clocks closes the step, when it is not the ordinary time for a decision."""
    takes_standing_answer: bool = False
    """Whether it only asks who wants to say or use something. Where everybody is asked, a seat may have passed in
    advance, without looking: it gets the step's default, which must be the same for all."""
    holds: str = ""
    """How long it holds that somebody passes, where that is more than this question (message id): a person who passes
    here then passes on what takes such answers until the next round (`Event.asks_anew`)."""
    shows_draft: bool = False
    """Whether everybody may see the choice while it is being made, as with tokens that are laid down and taken back. Of
    any other question nobody may learn anything before it is answered."""
    tells_allowed: bool = False
    """Whether each seat's own card says which of the words it may choose: all see the same ones, and a rule may keep
    somebody from one of them."""
    button: str = ""
    """The text of the button that confirms the choice (message id)."""
    legend: str = ""
    """The heading above the choices (message id)."""
    hint: str = ""
    """How to choose, for newcomers (message id)."""
    answered: str = ""
    """What is said to a seat that has chosen and can still change its choice (message id)."""
    act: str = ""
    """The name of the act (`Event.acts`) that the answer becomes a part of, where there is one: bots know by it what is
    asked. The act says how its answers are read."""


class Prompt(msgspec.Struct, frozen=True, gc=False):
    """What is asked of a seat. A choice names the prompt by its number; all prompts of one step share it."""

    number: int
    question: Question
    option: AnyOption
    params: tuple[tuple[str, Any], ...] = ()


class Choice(msgspec.Struct, frozen=True, gc=False):
    """A choice: the number of the prompt (or the name of the standing offer) that it answers, and the answer."""

    to: int | str
    answer: Answer


class Step(msgspec.Struct, frozen=True, gc=False):
    """A step that is done at once."""

    def run(self, game: "Game[Any]") -> None:
        """Carry the step out; it has been taken off the stack.

        Change the state by `game.emit`, and say what comes next by `game.follow`.
        """
        raise NotImplementedError


class Ask(Step, frozen=True):
    """A step that waits for choices."""

    question: ClassVar[Question] = Question("")

    def run(self, game: "Game[Any]") -> None:
        """Ask; the table waits until the answers are in."""
        number = game.latest_prompt = game.latest_prompt + 1
        prompts = self.prompts(game, number)
        if prompts:
            question = self.question
            wanted = 1 if question.first_ends else len(prompts)
            frame = game.frame = AskFrame(self, number, prompts, {}, wanted, question.may_change)
            game.stack.append(frame)
        else:
            self.done(game, {})

    def asked(self, game: "Game[Any]") -> SeatSet:
        """Who is asked; if nobody, the step ends at once. The set may shrink while the step waits."""
        raise NotImplementedError

    def option(self, game: "Game[Any]", seat: Seat) -> AnyOption:
        """What the seat may choose."""
        raise NotImplementedError

    def default(self, game: "Game[Any]", seat: Seat) -> Answer:
        """What the clock chooses for a seat that has not chosen: always legal, and telling nothing."""
        raise NotImplementedError

    def params(self, game: "Game[Any]", seat: Seat) -> tuple[tuple[str, Any], ...]:
        """Values for the question's sentence."""
        return ()

    def done(self, game: "Game[Any]", answers: dict[Seat, Answer]) -> None:
        """What the choices do. When the first choice ends the step there is one."""
        raise NotImplementedError

    def occasion(self, game: "Game[Any]") -> Occasion | None:
        """The name that facts give to the answers to this step, where any mention them (`Answered`)."""
        return None

    def answers_told(self, game: "Game[Any]", later: "Sequence[Event]") -> Mapping[Seat, Answer]:
        """The answers to this step that these later events tell, by seat.

        Optional: `determinize` tries out what it is not told. It saves many attempts where many seats are asked at once
        and one event tells what each has answered.
        """
        return {}

    def prompts(self, game: "Game[Any]", number: int) -> dict[Seat, Prompt]:
        """The prompts of the seats asked, made once when the step opens and again after an interruption.

        A step that asks everybody the same overrides this to make one prompt for all.
        """
        question = self.question
        return {
            seat: Prompt(number, question, self.option(game, seat), self.params(game, seat))
            for seat in seats_in(self.asked(game))
        }


class AskOne(Ask, frozen=True):
    """A step that asks one seat."""

    seat: Seat

    def prompts(self, game: "Game[Any]", number: int) -> dict[Seat, Prompt]:
        seat = self.seat
        return {seat: Prompt(number, self.question, self.option(game, seat), self.params(game, seat))}

    def default(self, game: "Game[Any]", seat: Seat) -> Answer:
        """Passing, where that is possible; else the first seat that is allowed, clockwise, or the first answer."""
        option = self.option(game, seat)
        if isinstance(option, OneSeat):
            return None if option.may_pass else first_clockwise(seat, game.board.players, option.allowed)
        return next(iter(option.answers()))

    def done(self, game: "Game[Any]", answers: dict[Seat, Answer]) -> None:
        self.chosen(game, answers[self.seat])

    def chosen(self, game: "Game[Any]", answer: Answer) -> None:
        """What the choice does."""
        raise NotImplementedError


class AskChance(Ask, frozen=True):
    """A step that asks chance: the driver of the game draws the answer uniformly, and it is recorded as a choice."""

    def asked(self, game: "Game[Any]") -> SeatSet:
        return 0

    def default(self, game: "Game[Any]", seat: Seat) -> Answer:
        return next(self.option(game, seat).answers())

    def prompts(self, game: "Game[Any]", number: int) -> dict[Seat, Prompt]:
        return {CHANCE: Prompt(number, self.question, self.option(game, CHANCE), self.params(game, CHANCE))}


class AskFrame(msgspec.Struct, eq=False, gc=False):
    """A step while it waits: its prompts and the answers so far."""

    step: Ask
    number: int
    prompts: dict[Seat, Prompt]
    answers: dict[Seat, Answer]
    wanted: int
    """How many answers end the step."""
    may_change: bool

    def run(self, game: "Game[Any]") -> None:
        """Reopen the step after an interruption; it ends if nobody is waited for.

        Answers of seats that are no longer asked, and answers that are no longer allowed, are dropped.
        """
        game.stack.append(self)
        prompts = self.prompts = self.step.prompts(game, self.number)
        self.answers = {
            seat: answer
            for seat, answer in self.answers.items()
            if seat in prompts and prompts[seat].option.refusal(answer) is None
        }
        self.wanted = 1 if self.step.question.first_ends else len(prompts)
        if len(self.answers) < len(prompts):
            game.frame = self
        else:
            game.stack.pop()
            self.step.done(game, self.answers)

    def open(self, seat: Seat) -> Prompt | None:
        """The prompt that the seat may answer now; None once its choice is final."""
        return self.prompts.get(seat) if self.may_change or seat not in self.answers else None

    def copy(self) -> "AskFrame":
        """An independent copy."""
        answers = self.answers.copy()
        return AskFrame(self.step, self.number, self.prompts, answers, self.wanted, self.may_change)
