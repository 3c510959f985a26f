"""Models of a puzzle's pages: the question, and the answer with its explanation.

The question is built from public events only: `question_of` has no access to the answer.
"""

from typing import Any, ClassVar, Final

import msgspec

from turncoat.deduction.timeline import timeline
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.seats import SPECTATOR, Seat, SeatSet, is_in, seats_in
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.puzzles import FULL_POINTS, Puzzle
from turncoat.table.past.explaining import percent
from turncoat.table.past.replay import Replay
from turncoat.table.state.table import BOT_NAMES
from turncoat.table.values.occupants import Occupant
from turncoat.telling import Teller, Translate, hiders
from turncoat.web.board.model import PublicPart, Side
from turncoat.web.board.public_part import board_part
from turncoat.web.games import presenter_of
from turncoat.web.http.page import Page
from turncoat.web.replays.beliefs import SolutionPart, solution_part
from turncoat.web.replays.page import about

FOUND, MISSED = "🎯", "⬜"
"""Signs of a picked player in a result that is passed on, told apart by their shapes."""
_ASKED: Final = N_("{hiders} among these {players} players: who?")
_RIGHT: Final = N_("Right: it was {seats:seats}.")
_PARTLY: Final = N_("{found} of {count} found: it was {seats:seats}.")
_WRONG: Final = N_("Not quite: it was {seats:seats}.")
_POINTS: Final = N_("{points} of {most} points")
_CLEAR: Final = N_("From what everybody saw, that was the likeliest answer: {chance}.")
_POSSIBLE: Final = N_("From what everybody saw, your answer had a chance of {chance}, and the right one {true}.")
_IMPOSSIBLE: Final = N_("After what everybody saw, your answer as a whole was impossible.")
_LINE: Final = N_("Turncoat, Find the spy, {puzzle}: {signs} {found} of {count}")


class PuzzleQuestion(msgspec.Struct, frozen=True):
    """Public view of a game, and the question about it."""

    about: str
    asked: str
    count: int
    """Number of seats to choose."""
    suspects: SeatSet
    """Seats that may be chosen. What everybody saw proves the others loyal."""
    public: PublicPart


class PickModel(msgspec.Struct, frozen=True):
    """Player in a guess, with the true role."""

    name: str
    avatar: str
    side: Side
    role: str
    is_found: bool


class PuzzleAnswer(msgspec.Struct, frozen=True):
    """Result of a guess, and the solution, which does not depend on it."""

    about: str
    headline: str
    points: int
    points_word: str
    why: str
    is_right: bool
    picks: tuple[PickModel, ...]
    """Players of the guess, those found first."""
    solution: SolutionPart
    record: str
    """Record of the whole game as text."""


class PuzzlePage(Page, frozen=True):
    """Parts common to both pages."""

    action: str
    """Address to which a guess is sent."""
    title: str
    day: str
    """Day of a daily puzzle in ISO format, empty for practice."""
    is_today: bool


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
    line: str
    """Line about the result to pass on, which tells nothing of the answer."""
    link: str
    """Address of the puzzle to pass on with it."""

    def values(self) -> dict[str, object]:
        return {**super().values(), "answer": self.answer, "part": self.answer.solution}


def players_of(view: View[Any]) -> tuple[Occupant, ...]:
    """Return the bots of a puzzle, which have the same names and avatars in every puzzle."""
    return tuple(Occupant("bot", name) for name in BOT_NAMES[: view.ruleset.players])


def teller_of(view: View[Any], translate: Translate) -> Teller:
    """Return a teller with the names of the puzzle's bots."""
    return Teller(view.ruleset, [one.name for one in players_of(view)], translate)


def question_of(seen: View[Any], count: int, suspects: SeatSet, translate: Translate) -> PuzzleQuestion:
    """Return the question about a game, from its public view and what follows from it.

    `count` is the number of seats on the hiding side, `suspects` those that may be on it.
    """
    ruleset, teller = seen.ruleset, teller_of(seen, translate)
    presenter = presenter_of(ruleset.game)
    public = board_part(seen, presenter, teller, players_of(seen), seen.waiting, len(seen.events))
    asked = translate(_ASKED).format(players=ruleset.players, hiders=hiders(ruleset, translate))
    return PuzzleQuestion(about(ruleset, translate), asked, count, suspects, public)


def solution_of(puzzle: Puzzle, translate: Translate) -> SolutionPart:
    """Return the course of suspicion in a puzzle, with all cards open."""
    course = timeline(puzzle.ruleset, SPECTATOR, puzzle.seen.events)
    return solution_part(Replay(puzzle.text), course, players_of(puzzle.seen), translate)


def answer_of(puzzle: Puzzle, guess: SeatSet, solution: SolutionPart, translate: Translate) -> PuzzleAnswer:
    """Return the result of a guess."""
    teller, found = teller_of(puzzle.seen, translate), puzzle.found(guess)
    is_right = guess == puzzle.answer
    told = _RIGHT if is_right else _PARTLY if found else _WRONG
    chances = {"chance": percent(puzzle.sets.get(guess, 0.0)), "true": percent(puzzle.sets[puzzle.answer])}
    why = _CLEAR if is_right else _POSSIBLE if guess in puzzle.sets else _IMPOSSIBLE
    picks = sorted(seats_in(guess), key=lambda seat: not is_in(seat, puzzle.answer))
    return PuzzleAnswer(
        about(puzzle.ruleset, translate),
        teller.fill(told, seats=puzzle.answer, found=found, count=puzzle.count),
        puzzle.points(guess),
        teller.fill(_POINTS, points=puzzle.points(guess), most=FULL_POINTS),
        teller.fill(why, **chances),
        is_right,
        tuple(_pick(puzzle, seat, teller) for seat in picks),
        solution,
        puzzle.text,
    )


def line_of(answer: PuzzleAnswer, title: str, translate: Translate) -> str:
    """Return a line about a result to pass on. It shows how many were found, and not who."""
    signs = "".join(FOUND if pick.is_found else MISSED for pick in answer.picks)
    found = sum(pick.is_found for pick in answer.picks)
    return translate(_LINE).format(puzzle=title, signs=signs, found=found, count=len(answer.picks))


def _pick(puzzle: Puzzle, seat: Seat, teller: Teller) -> PickModel:
    role, occupant = puzzle.record.deal.roles[seat], players_of(puzzle.seen)[seat]
    presenter, book = presenter_of(puzzle.ruleset.game), rulebook(puzzle.ruleset.game)
    side = presenter.outline(book.side_of(role, puzzle.seen.board))
    return PickModel(occupant.name, occupant.avatar_on(seat), side, teller.role(role), is_in(seat, puzzle.answer))
