"""Rules pages: a game's rules in our own words, with a section for the game and one for each module."""

from typing import ClassVar, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from turncoat.kernel.chapters import Rules
from turncoat.kernel.rulebooks import BOOKS, Rulebook, rulings_of
from turncoat.kernel.words import N_
from turncoat.telling import Translate, in_words_of
from turncoat.web import context as messages
from turncoat.web.board.telling import TalkRulePart, talk_rule
from turncoat.web.context import WebContext
from turncoat.web.games import presenter_of
from turncoat.web.http.languages import language_of, renderer, translator
from turncoat.web.http.page import Page, Site, TableLink


class Clause(msgspec.Struct, frozen=True):
    """Clause of the rules, in our own words."""

    id: str
    text: str


class ClauseRuling(msgspec.Struct, frozen=True):
    """Part of a clause that is our own ruling, with the reason."""

    text: str
    reason: str


class RulesChapter(msgspec.Struct, frozen=True):
    """Section of related clauses."""

    id: str
    title: str
    clauses: tuple[Clause, ...]
    intro: str = ""


class RulesPage(Page, frozen=True):
    """Rules of one game."""

    template: ClassVar[str] = "site/rules.html"
    game: str
    """Name of the game. A chapter's section is the template `games/GAME/rules/CHAPTER.html` if it exists."""
    title: str
    lead: str
    chapters: tuple[RulesChapter, ...]
    games: tuple[TableLink, ...] = ()
    rulings: dict[str, tuple[ClauseRuling, ...]] = msgspec.field(default_factory=dict)
    """Our own rulings by clause id."""
    short: str = ""
    """Template that explains the game in two minutes, if the game has one."""
    strategy: str = ""
    """Template with tips for each side, if the game has one."""
    talk: TalkRulePart | None = None
    """Limits on talking during the game, if its rules have any."""


_TITLE: Final = N_("Rules: {game} · Turncoat")


def rules_routes(context: WebContext) -> list[Route]:
    """Return the routes of the rules."""
    pages = RulesPages(context)
    return [Route("/rules", pages.rules), Route("/rules/{game}", pages.rules)]


class RulesPages:
    """Request handlers of the rules pages."""

    def __init__(self, context: WebContext) -> None:
        self.context = context

    async def rules(self, request: Request) -> Response:
        visitor, language = self.context.visitor(request), language_of(request)
        say = translator(language)
        name = request.path_params.get("game", next(iter(BOOKS)))
        book = BOOKS.get(name)
        if book is None:
            return self.context.error(request, 404, messages.NO_PAGE, messages.NO_PAGE_TEXT)

        def draw(site: Site) -> str:
            return renderer(language).page(_rules_page(book, site, say))

        return self.context.cached_page(request, visitor, say(_TITLE).format(game=say(book.title)), draw)


def _rules_page(book: Rulebook, site: Site, say: Translate) -> RulesPage:
    others = (other for other in BOOKS.values() if other is not book)
    return RulesPage(
        site,
        book.name,
        say(book.title),
        say(book.summary),
        rules_chapters(book, say),
        tuple(TableLink("", say(other.title), "", f"/rules/{other.name}") for other in others),
        rulings(book, say),
        presenter_of(book.name).short_rules,
        presenter_of(book.name).strategy,
        talk_rule(book.name, say),
    )


def rules_chapters(book: Rulebook, say: Translate) -> tuple[RulesChapter, ...]:
    """Return the sections of a game's rules: the game itself first, under its own name, then its chapters."""
    rules: tuple[Rules, ...] = (book, *book.chapters.values())
    say = in_words_of(book.name, say)
    return tuple(
        RulesChapter(
            one.name,
            say(one.title),
            tuple(Clause(id, say(text)) for id, text in one.clauses.items()),
            say(one.summary) if one is not book else "",  # the page begins with it
        )
        for one in rules
    )


def rulings(book: Rulebook, say: Translate) -> dict[str, tuple[ClauseRuling, ...]]:
    """Return the rulings of a game and its chapters by clause."""
    ours: dict[str, tuple[ClauseRuling, ...]] = {}
    for one in rulings_of(book):
        ours[one.clause] = (*ours.get(one.clause, ()), ClauseRuling(say(one.text), say(one.reason)))
    return ours
