"""Steps: frozen values on a game's stack, each one a paragraph of the rulebook.

There are three kinds:

- `Step`: runs at once: count the ballots, pass leadership on.
- `Ask`: waits for choices, and defines who is asked, what each may choose, and what the choices do.
- `Window` (in `hooks`): a moment between a result and its effect, in which chapters may insert steps of their own.
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
    """The question of a kind of step, identical for every seat and every time, with the texts that clients render.

    >>> from turncoat import Game, Ruleset
    >>> ruleset = Ruleset.of("resistance", 5)
    >>> question = Game(ruleset, ruleset.deal(b"an evening")).prompt(0).question
    >>> question.name, question.sentence
    ('name-team', 'Name the team for mission {mission}.')
    """

    name: str
    """The name in kebab-case, as written in records."""
    sentence: str = ""
    """The question as a sentence (message id), filled by the prompt's `params`."""
    clause: str = ""
    """The clause of the rulebook behind the question."""
    may_change: bool = False
    """True if a choice can be changed until the last seat asked has chosen."""
    first_ends: bool = False
    """True if the first choice ends the step. Otherwise it ends when every seat asked has chosen."""
    clock: str = ""
    """The table clock that limits the step, if not the ordinary decision time."""
    takes_standing_answer: bool = False
    """True if it only asks whether anyone wants to say or use something. If everybody is asked, a seat may pass in
    advance, before it sees the question. It then gets the step's default, which must be the same for all."""
    pass_scope: str = ""
    """The duration of a pass, if it covers more than this question (message id). Passing here also passes on later
    questions that take standing answers, until the next round (`Event.asks_again`)."""
    shows_draft: bool = False
    """True if everybody may see the choice being made, as with tokens that are laid down and taken back. With any other
    question, nobody may learn anything before it is answered."""
    tells_allowed: bool = False
    """True if each seat's own card says which of the words it may choose. All see the same words, but a rule may forbid
    one to some seats."""
    pause: float = 1.0
    """The part of a bot's usual pause that the question deserves: less if nobody is in suspense for the answers. With
    0, as for a mere "continue", all bots answer together after the shortest pause. Everybody notices it, so it is the
    same for questions that look alike."""
    button: str = ""
    """The label of the button that confirms the choice (message id)."""
    legend: str = ""
    """The heading above the choices (message id)."""
    hint: str = ""
    """Instructions for newcomers (message id)."""
    warns: str = ""
    """A warning of what the answer does for good (message id). Clients ask whether the person is sure."""
    answered: str = ""
    """A note to a seat that has chosen and can still change its choice (message id)."""
    act: str = ""
    """The name of the act (`Event.acts`) that the answer becomes part of, if any. Bots recognize the question by it.
    The act defines how its answers are read."""


class Prompt(msgspec.Struct, frozen=True, gc=False):
    """A question to one seat. A choice refers to it by number. All prompts of one step share the number.

    >>> from turncoat import Game, Ruleset
    >>> ruleset = Ruleset.of("resistance", 5)
    >>> prompt = Game(ruleset, ruleset.deal(b"an evening")).prompt(0)
    >>> prompt.number, prompt.question.name, prompt.option.names, prompt.params
    (1, 'name-team', ['team'], (('mission', 1),))
    """

    number: int
    question: Question
    option: AnyOption
    params: tuple[tuple[str, Any], ...] = ()


class Choice(msgspec.Struct, frozen=True, gc=False):
    """A choice: the number of the prompt (or the name of the standing offer), and the answer.

    >>> from turncoat import Game, Ruleset, seat_set
    >>> ruleset = Ruleset.of("resistance", 5)
    >>> game = Game(ruleset, ruleset.deal(b"an evening"))
    >>> game.play(0, Choice(game.prompt(0).number, (seat_set([0, 2]),)))
    >>> game.choices
    [(0, Choice(to=1, answer=(5,)))]
    """

    to: int | str
    answer: Answer


class Step(msgspec.Struct, frozen=True, gc=False):
    """A step that runs at once."""

    def run(self, game: "Game[Any]") -> None:
        """Execute the step, which has been popped off the stack.

        Change the state with `game.emit`, and schedule what comes next with `game.follow`.
        """
        raise NotImplementedError


class Ask(Step, frozen=True):
    """A step that waits for choices."""

    question: ClassVar[Question] = Question("")

    def run(self, game: "Game[Any]") -> None:
        """Open the step, or finish it at once if nobody is asked."""
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
        """Return the seats asked. If there are none, the step ends at once. The set may shrink while the step waits."""
        raise NotImplementedError

    def option(self, game: "Game[Any]", seat: Seat) -> AnyOption:
        """Return the option offered to the seat."""
        raise NotImplementedError

    def default(self, game: "Game[Any]", seat: Seat) -> Answer:
        """Return the choice that the clock makes for a seat: always legal, and revealing nothing."""
        raise NotImplementedError

    def params(self, game: "Game[Any]", seat: Seat) -> tuple[tuple[str, Any], ...]:
        """Return values for the question's sentence."""
        return ()

    def done(self, game: "Game[Any]", answers: dict[Seat, Answer]) -> None:
        """Apply the choices. There is only one if the first choice ends the step."""
        raise NotImplementedError

    def occasion(self, game: "Game[Any]") -> Occasion | None:
        """Return the name by which facts refer to the answers of this step (`Answered`), or None if no fact does."""
        return None

    def public_answers(self, game: "Game[Any]", later: "Sequence[Event]") -> Mapping[Seat, Answer]:
        """Return the answers to this step that these later events reveal, by seat.

        Optional: without it, `determinize` tries answers out. It saves many attempts if many seats are asked at once
        and one event reveals all their answers.
        """
        return {}

    def prompts(self, game: "Game[Any]", number: int) -> dict[Seat, Prompt]:
        """Return the prompts of the seats asked, when the step opens and again after an interruption.

        A step that asks everybody the same question may override this to share one prompt.
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
        """Pass if possible. Otherwise choose the first allowed seat clockwise, or the first answer."""
        option = self.option(game, seat)
        if isinstance(option, OneSeat):
            return None if option.may_pass else first_clockwise(seat, game.board.players, option.allowed)
        return next(iter(option.answers()))

    def done(self, game: "Game[Any]", answers: dict[Seat, Answer]) -> None:
        self.chosen(game, answers[self.seat])

    def chosen(self, game: "Game[Any]", answer: Answer) -> None:
        """Apply the choice."""
        raise NotImplementedError


class AskChance(Ask, frozen=True):
    """A step that asks chance. The driver of the game draws the answer uniformly, and it is recorded as a choice."""

    def asked(self, game: "Game[Any]") -> SeatSet:
        return 0

    def default(self, game: "Game[Any]", seat: Seat) -> Answer:
        return next(self.option(game, seat).answers())

    def prompts(self, game: "Game[Any]", number: int) -> dict[Seat, Prompt]:
        return {CHANCE: Prompt(number, self.question, self.option(game, CHANCE), self.params(game, CHANCE))}


class AskFrame(msgspec.Struct, eq=False, gc=False):
    """An open step: its prompts and the answers so far."""

    step: Ask
    number: int
    prompts: dict[Seat, Prompt]
    answers: dict[Seat, Answer]
    wanted: int
    """Number of answers that end the step."""
    may_change: bool

    def run(self, game: "Game[Any]") -> None:
        """Reopen the step after an interruption, or finish it if all answers are in.

        Drops the answers of seats that are no longer asked, and those that are no longer legal.
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
        """Return the prompt that the seat may answer now. None once its choice is final."""
        return self.prompts.get(seat) if self.may_change or seat not in self.answers else None

    def copy(self) -> "AskFrame":
        """Return an independent copy."""
        answers = self.answers.copy()
        return AskFrame(self.step, self.number, self.prompts, answers, self.wanted, self.may_change)
