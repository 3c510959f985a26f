"""Models of a puzzle's pages: the question, and the answer with its explanation.

The question is built from public events only: `question_of` has no access to the answer.
"""

from typing import Any, ClassVar, Final

import msgspec

from turncoat.deduction.timeline import timeline
from turncoat.kernel.opening import hiding_side
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.seats import SPECTATOR, Seat, SeatSet, is_in
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.puzzles import FULL_MARKS, Puzzle
from turncoat.table.past.explaining import percent, reasons_for
from turncoat.table.state.table import BOT_NAMES
from turncoat.table.values.occupants import Occupant
from turncoat.telling import Teller, Translate
from turncoat.web.board.model import PublicPart, Side
from turncoat.web.board.public_part import board_part
from turncoat.web.games import presenter_of
from turncoat.web.http.page import Page
from turncoat.web.replays.beliefs import BeliefReason
from turncoat.web.replays.page import about

MOST_REASONS: Final = 5
"""Maximum number of events listed for each seat: those that changed its chance most."""
_ASKED: Final = N_(
    "{count} of these {players} is on this side: {side:word}. Who is it?",
    "{count} of these {players} are on this side: {side:word}. Who are they?",
)
_RIGHT: Final = N_("Right: it was {seats:seats}.")
_WRONG: Final = N_("Not quite: it was {seats:seats}.")
_MARKS: Final = N_("{marks} of {most} points")
_CLEAR: Final = N_("From what everybody saw, that was the likeliest answer: {chance}.")
_POSSIBLE: Final = N_(
    "You chose {guess:seats}. From what everybody saw, that had a chance of {chance}, and the right answer {true}."
)
_IMPOSSIBLE: Final = N_("You chose {guess:seats}. After what everybody saw, that was impossible.")


class PuzzleQuestion(msgspec.Struct, frozen=True):
    """Public view of a game, and the question about it."""

    about: str
    asked: str
    count: int
    """Number of seats to choose."""
    public: PublicPart


class SuspectModel(msgspec.Struct, frozen=True):
    """Seat in the solution: its role, its chance of being on the hiding side, and the evidence for and against that."""

    name: str
    avatar: str
    side: Side
    role: str
    is_hiding: bool
    is_chosen: bool
    chance: str
    reasons: tuple[BeliefReason, ...]


class PuzzleAnswer(msgspec.Struct, frozen=True):
    """Result of a guess."""

    about: str
    headline: str
    marks: str
    why: str
    is_right: bool
    side: str
    """Name of the hiding side."""
    suspects: tuple[SuspectModel, ...]
    """All seats, those on the hiding side first."""
    record: str
    """Record of the whole game as text."""


class PuzzlePage(Page, frozen=True):
    """Parts common to both pages."""

    action: str
    """Address to which a guess is sent."""
    title: str
    day: str
    """Day of a daily puzzle in ISO format, empty for practice."""


class QuestionPage(PuzzlePage, frozen=True):
    """Page with the question."""

    template: ClassVar[str] = "puzzles/question.html"
    question: PuzzleQuestion
    problem: str = ""
    chosen: SeatSet = 0

    def values(self) -> dict[str, object]:
        return {**super().values(), "question": self.question, "public": self.question.public}


class AnswerPage(PuzzlePage, frozen=True):
    """Page with the answer."""

    template: ClassVar[str] = "puzzles/answer.html"
    answer: PuzzleAnswer

    def values(self) -> dict[str, object]:
        return {**super().values(), "answer": self.answer}


def players_of(view: View[Any]) -> tuple[Occupant, ...]:
    """Return the bots of a puzzle, which have the same names and avatars in every puzzle."""
    return tuple(Occupant("bot", name) for name in BOT_NAMES[: view.ruleset.players])


def teller_of(view: View[Any], translate: Translate) -> Teller:
    """Return a teller with the names of the puzzle's bots."""
    return Teller(view.ruleset, [one.name for one in players_of(view)], translate)


def question_of(seen: View[Any], count: int, translate: Translate) -> PuzzleQuestion:
    """Return the question about a game, from its public view and the number of seats on the hiding side."""
    ruleset, teller = seen.ruleset, teller_of(seen, translate)
    presenter = presenter_of(ruleset.game)
    public = board_part(seen, presenter, teller, players_of(seen), seen.waiting, len(seen.events))
    asked = teller.fill(_ASKED, count=count, players=ruleset.players, side=hiding_side(ruleset))
    return PuzzleQuestion(about(ruleset, translate), asked, count, public)


def answer_of(puzzle: Puzzle, guess: SeatSet, translate: Translate) -> PuzzleAnswer:
    """Return the result of a guess with its explanation."""
    seen, teller = puzzle.seen, teller_of(puzzle.seen, translate)
    is_right = guess == puzzle.answer
    chances = {"chance": percent(puzzle.sets.get(guess, 0.0)), "true": percent(puzzle.sets[puzzle.answer])}
    why = _CLEAR if is_right else _POSSIBLE if guess in puzzle.sets else _IMPOSSIBLE
    course = timeline(puzzle.ruleset, SPECTATOR, seen.events)
    presenter, side_of = presenter_of(puzzle.ruleset.game), rulebook(puzzle.ruleset.game).side_of

    def suspect(seat: Seat) -> SuspectModel:
        role, occupant = puzzle.record.deal.roles[seat], players_of(seen)[seat]
        moves = reasons_for(course, seat, MOST_REASONS, teller)
        return SuspectModel(
            occupant.name,
            occupant.avatar_on(seat),
            presenter.outline(side_of(role)),
            teller.role(role),
            is_in(seat, puzzle.answer),
            is_in(seat, guess),
            percent(puzzle.chances[seat]),
            tuple(
                BeliefReason(
                    move.event, move.cause, percent(move.before), percent(move.after), move.after > move.before
                )
                for move in moves
            ),
        )

    suspects = map(suspect, range(puzzle.ruleset.players))
    return PuzzleAnswer(
        about(puzzle.ruleset, translate),
        teller.fill(_RIGHT if is_right else _WRONG, seats=puzzle.answer),
        teller.fill(_MARKS, marks=puzzle.marks(guess), most=FULL_MARKS),
        teller.fill(why, guess=guess, **chances),
        is_right,
        teller.word(puzzle.side),
        tuple(sorted(suspects, key=lambda one: not one.is_hiding)),
        puzzle.text,
    )
