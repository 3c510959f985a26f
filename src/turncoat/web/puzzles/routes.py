"""Routes of Find the spy: the puzzle of the day, and others for practice."""

import re
import secrets
from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from turncoat.kernel.seats import SeatSet, seat_set, seats_in
from turncoat.kernel.words import N_
from turncoat.puzzles import Puzzle
from turncoat.puzzles.daily import FIRST_DAY, number_of, puzzle_of
from turncoat.puzzles.puzzle_list import rulesets
from turncoat.telling import filled
from turncoat.web import context as messages
from turncoat.web.context import WebContext
from turncoat.web.http.forms import FormFields, whole_number
from turncoat.web.http.identity import Visitor
from turncoat.web.http.languages import language_of, translator
from turncoat.web.puzzles.page import (
    AnswerPage,
    PuzzleAnswer,
    PuzzleQuestion,
    QuestionPage,
    answer_of,
    line_of,
    question_of,
    solution_of,
)
from turncoat.web.replays.beliefs import SolutionPart

SEED: Final = re.compile(r"[A-Za-z0-9]{1,16}")
SEED_LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
SEED_LENGTH: Final = 7
_PAGE: Final = N_("Find the spy: {puzzle} · Turncoat")
_DAILY: Final = N_("Puzzle {number}, {year}-{month:02}-{day:02}")
_PRACTICE: Final = N_("Practice puzzle {seed}")
_CHOOSE: Final = N_("Please choose {count} player.", "Please choose {count} players.")


class Source(msgspec.Struct, frozen=True):
    """Source of a puzzle: a day, or a seed."""

    day: date | None = None
    seed: str = ""

    @property
    def url(self) -> str:
        """Address to which a guess is sent. For a daily puzzle, the form names the day."""
        return "/spy" if self.day is not None else f"/spy/practice/{self.seed}"

    @property
    def link(self) -> str:
        """Address that always leads to this puzzle."""
        return f"/spy/{self.day.isoformat()}" if self.day is not None else self.url


def puzzle_routes(context: WebContext, today: Callable[[], date] = lambda: datetime.now(UTC).date()) -> list[BaseRoute]:
    """Return the routes. `today` returns the date in UTC."""
    pages = PuzzlePages(context, today)
    return [
        Route("/spy", pages.daily),
        Route("/spy", pages.guess_daily, methods=["POST"]),
        Route("/spy/practice", pages.another),
        Route("/spy/practice/{seed}", pages.practice),
        Route("/spy/practice/{seed}", pages.guess_practice, methods=["POST"]),
        Route("/spy/{day}", pages.of_day),
    ]


class PuzzleCache:
    """In-memory cache of the latest puzzles, which threads may share."""

    def __init__(self) -> None:
        self.puzzle = lru_cache(maxsize=64)(self._puzzle)
        """Returns the puzzle of a source. Raises NoPuzzleFound."""
        self.question = lru_cache(maxsize=128)(self._question)
        self.answer = lru_cache(maxsize=128)(self._answer)
        self.solution = lru_cache(maxsize=64)(self._solution)

    def _puzzle(self, source: Source) -> Puzzle:
        if source.day is not None:
            return puzzle_of(source.day)
        from turncoat.puzzles.making import make  # imports the simulation, which a server needs for nothing else

        return make(source.seed, rulesets())

    def _question(self, source: Source, language: str) -> PuzzleQuestion:
        puzzle = self.puzzle(source)
        return question_of(puzzle.seen, puzzle.count, puzzle.suspects, translator(language))

    def _answer(self, source: Source, guess: SeatSet, language: str) -> PuzzleAnswer:
        return answer_of(self.puzzle(source), guess, self.solution(source, language), translator(language))

    def _solution(self, source: Source, language: str) -> SolutionPart:
        return solution_of(self.puzzle(source), translator(language))


class PuzzlePages:
    """Request handlers of the puzzles."""

    def __init__(self, context: WebContext, today: Callable[[], date]) -> None:
        self.context, self.today = context, today
        self.cache = PuzzleCache()

    async def daily(self, request: Request) -> Response:
        """Return the puzzle of the day, the same for everybody."""
        return await self._ask(request, Source(self.today()))

    async def of_day(self, request: Request) -> Response:
        """Return the puzzle of a day up to today, to which the link of a result leads."""
        day = _day_in(request.path_params["day"])
        if day is None or day < FIRST_DAY:
            return self.context.error(request, 404, messages.NO_PAGE, messages.NO_PAGE_TEXT)
        if day > self.today():  # elsewhere it may be tomorrow, but nobody gets a puzzle early
            return self.context.go(request, "/spy")
        return await self._ask(request, Source(day))

    async def guess_daily(self, request: Request) -> Response:
        """Judge a guess about the puzzle of the day named in the form, which may have been opened before midnight."""
        visitor = self.context.visitor(request)
        fields = await self.context.form(request, visitor)
        day = _day_in(fields.first("day"))
        if day is None or not FIRST_DAY <= day <= self.today():
            return self.context.go(request, "/spy")
        return await self._judge(request, visitor, Source(day), fields)

    async def another(self, request: Request) -> Response:
        """Redirect to a practice puzzle that nobody has seen yet."""
        return RedirectResponse(f"/spy/practice/{_new_seed()}", 303, headers={"Cache-Control": "no-store"})

    async def practice(self, request: Request) -> Response:
        """Return the puzzle of a seed."""
        seed = request.path_params["seed"]
        if not SEED.fullmatch(seed):
            return self.context.error(request, 404, messages.NO_PAGE, messages.NO_PAGE_TEXT)
        return await self._ask(request, Source(seed=seed))

    async def guess_practice(self, request: Request) -> Response:
        """Judge a guess about a seed's puzzle."""
        visitor, seed = self.context.visitor(request), request.path_params["seed"]
        fields = await self.context.form(request, visitor)
        if not SEED.fullmatch(seed):
            return self.context.error(request, 404, messages.NO_PAGE, messages.NO_PAGE_TEXT)
        return await self._judge(request, visitor, Source(seed=seed), fields)

    async def _ask(self, request: Request, source: Source) -> Response:
        visitor = self.context.visitor(request)
        return await self.context.slow_work.run(request, lambda: self._question(request, visitor, source))

    async def _judge(self, request: Request, visitor: Visitor, source: Source, fields: FormFields) -> Response:
        def draw() -> Response:
            language = language_of(request)
            question = self.cache.question(source, language)
            numbers = (whole_number(text) for text in fields.get("seat", ()))
            guess = seat_set(one for one in numbers if one in seats_in(question.suspects))
            if guess.bit_count() != question.count:
                problem = filled(translator(language), _CHOOSE, count=question.count)
                return self._question(request, visitor, source, problem, guess)
            site = self.context.site(request, visitor, _page_title(source, language))
            answer, title = self.cache.answer(source, guess, language), _title(source, language)
            line, link = line_of(answer, title, translator(language)), f"{site.base}{source.link}"
            today = source.day == self.today()
            page = AnswerPage(site, source.url, title, _iso(source), today, answer, line, link)
            return self.context.page(request, visitor, page)

        return await self.context.slow_work.run(request, draw)

    def _question(
        self, request: Request, visitor: Visitor, source: Source, problem: str = "", chosen: SeatSet = 0
    ) -> Response:
        language = language_of(request)
        question = self.cache.question(source, language)
        site = self.context.site(request, visitor, _page_title(source, language))
        title, today = _title(source, language), source.day == self.today()
        page = QuestionPage(site, source.url, title, _iso(source), today, question, problem, chosen)
        return self.context.page(request, visitor, page, 422 if problem else 200)


def _page_title(source: Source, language: str) -> str:
    return translator(language)(_PAGE).format(puzzle=_title(source, language))


def _title(source: Source, language: str) -> str:
    say, day = translator(language), source.day
    if day is None:
        return say(_PRACTICE).format(seed=source.seed)
    return say(_DAILY).format(number=number_of(day), year=day.year, month=day.month, day=day.day)


def _iso(source: Source) -> str:
    return source.day.isoformat() if source.day is not None else ""


def _day_in(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _new_seed() -> str:
    return "".join(secrets.choice(SEED_LETTERS) for _ in range(SEED_LENGTH))
