"""Printable kit of a game: its contents, the PDF, and the command that makes more, for a table's game or any other."""

from functools import partial
from typing import ClassVar, Final
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from turncoat.kernel.card_texts import card_text, components_of
from turncoat.kernel.chapters import option_text
from turncoat.kernel.refusals import Refusal, Refused, status_of
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.words import N_
from turncoat.kit.print.sheets import PAPERS
from turncoat.table import commands as c
from turncoat.telling import PLAYERS, Teller, Translate, company, filled
from turncoat.web.board.telling import say_refusal
from turncoat.web.context import WebContext
from turncoat.web.http.codes import grouped
from turncoat.web.http.languages import language_of, translator
from turncoat.web.http.page import Page, TableLink
from turncoat.web.http.turns import turn_of
from turncoat.web.screen.address import (
    fields_of,
    query_of,
    ruleset_in,
    ruleset_of_table,
    setup_in_address,
    without_language,
)
from turncoat.web.screen.kit_contents import can_print
from turncoat.web.screen.kit_press import KitOrder, KitPress
from turncoat.web.screen.ruleset_form import RulesetForm, ruleset_form


class KitDeck(msgspec.Struct, frozen=True):
    """Cards, boards or tokens of one kind, with the number of copies."""

    title: str
    cards: tuple[tuple[int, str], ...]


class PdfForm(msgspec.Struct, frozen=True):
    """Form that asks for the PDF: a button for each paper size."""

    fields: tuple[tuple[str, str], ...]
    """Names and values of the ruleset and the language."""
    papers: tuple[tuple[str, str], ...]
    """Paper sizes with their names."""


class KitPage(Page, frozen=True):
    """Contents of a ruleset's kit, and the ways to make it."""

    template: ClassVar[str] = "screen/kit.html"
    title: str
    about: str
    form: RulesetForm
    decks: tuple[KitDeck, ...] = ()
    """Empty if the choices cannot be played."""
    pdf: PdfForm | None = None
    """None if the server lacks the packages for it."""
    command: str = ""
    narrator_url: str = ""
    back: TableLink | None = None
    """Table from which the visitor came."""


_TITLE: Final = N_("Printable kit: {game} · Turncoat")
_OF_TABLE: Final = N_("Printable kit for table {code} · Turncoat")


_PAPERS: Final = {"a4": N_("A4"), "letter": N_("US Letter")}


def kit_routes(context: WebContext, press: KitPress) -> list[BaseRoute]:
    """Return the routes of the kit."""
    pages = KitPages(context, press)
    return [Route("/kit", pages.any_game), Route("/kit.pdf", pages.pdf), Route("/t/{code}/kit", pages.of_table)]


class KitPages:
    """Request handlers of the kit."""

    def __init__(self, context: WebContext, press: KitPress) -> None:
        self.context, self.press = context, press

    async def any_game(self, request: Request) -> Response:
        """Return the kit of the game in the address, with a form to choose another."""
        say = translator(language_of(request))
        game_setup, problem = setup_in_address(fields_of(request))
        said = say_refusal(problem, say) if problem is not None else ""
        return await self.context.slow_work.run(request, partial(self._page, request, game_setup, said))

    async def of_table(self, request: Request) -> Response:
        """Return the kit of a table's current or prepared game."""
        found = await ruleset_of_table(self.context, request)
        if found is None:
            return self.context.go(request, f"/t/{request.path_params['code']}")
        ruleset, back = found
        game_setup = c.GameSetup(ruleset.game, ruleset.players, ruleset.modules, dict(ruleset.options))
        return await self.context.slow_work.run(request, partial(self._page, request, game_setup, back=back))

    async def pdf(self, request: Request) -> Response:
        """Return the PDF of the kit in the address. A script gets a refusal as plain text."""
        try:
            return await self._pdf(request)
        except Refused as refused:
            if refused.refusal.code == "kit-busy":
                self.context.registry.metrics.refuse("kit-busy")
            if "text/plain" not in request.headers.get("accept", ""):
                raise
            said = say_refusal(refused.refusal, translator(language_of(request)))
            return PlainTextResponse(said, status_of(refused.refusal))

    async def _pdf(self, request: Request) -> Response:
        if not can_print():
            raise Refused(Refusal("kit-not-here"))
        game_setup, problem = setup_in_address(fields_of(request))
        if problem is not None:  # the kit's page explains it
            return self.context.go(request, f"/kit?{request.url.query}")
        given = request.query_params
        paper = given.get("paper", "")
        paper = paper if paper in PAPERS else next(iter(PAPERS))
        order = KitOrder(ruleset_in(game_setup), language_of(request), paper, given.get("print") == "large")
        async with turn_of(request).aside():
            made = await self.press.pdf(order, partial(self.context.limiter.kit, request))
        headers = {"Content-Disposition": f'attachment; filename="{order.file_name}"'}
        return Response(made, media_type="application/pdf", headers=headers)

    def _page(
        self, request: Request, game_setup: c.GameSetup, problem: str = "", back: TableLink | None = None
    ) -> Response:
        visitor, language = self.context.visitor(request), language_of(request)
        say, book = translator(language), rulebook(game_setup.game)
        ruleset = None if problem else ruleset_in(game_setup)
        players = company(ruleset, say) if ruleset else filled(say, PLAYERS, count=game_setup.players)
        title = say(_OF_TABLE).format(code=grouped(back.code)) if back else say(_TITLE).format(game=say(book.title))
        site = self.context.site(request, visitor, title)
        modules = [say(book.chapters[name].title) for name in game_setup.modules]
        page = KitPage(
            msgspec.structs.replace(site, path=without_language(request), language=language),
            say(book.title),
            ", ".join((players, *modules)),
            ruleset_form("/kit", game_setup, say, problem, _cards),
            _decks(ruleset, say) if ruleset is not None else (),
            _pdf_form(ruleset, language, say) if ruleset is not None and can_print() else None,
            command_of(ruleset, language) if ruleset is not None else "",
            f"/narrator?{urlencode(query_of(ruleset))}" if ruleset is not None else "",
            back,
        )
        return self.context.page(request, visitor, page)


def _pdf_form(ruleset: Ruleset, language: str, say: Translate) -> PdfForm:
    papers = tuple((paper, say(name)) for paper, name in _PAPERS.items())
    return PdfForm((*query_of(ruleset), ("lang", language)), papers)


def command_of(ruleset: Ruleset, language: str) -> str:
    """Return the command that makes the kit."""
    modules = [f"--with {name}" for name in ruleset.modules]
    book = rulebook(ruleset.game)
    defaults = {spec.name: spec.default for rules in (book, *book.chapters.values()) for spec in rules.options}
    options = [
        f"--option {name}={option_text(value)}" for name, value in ruleset.options if value != defaults.get(name)
    ]
    parts = ["turncoat kit", ruleset.game, f"--players {ruleset.players}", *modules, *options]
    return " ".join((*parts, f"--language {language}", "--out kit"))


def _decks(ruleset: Ruleset, say: Translate) -> tuple[KitDeck, ...]:
    teller, book = Teller(ruleset, (), say), rulebook(ruleset.game)
    decks: dict[str, list[tuple[int, str]]] = {}
    for component in components_of(ruleset):
        is_role = component.deck == book.role_deck
        name = teller.role(component.word) if is_role else teller.title(component.word)
        named = f"{name} ({say(component.mark)})" if component.mark else name
        decks.setdefault(teller.text(component.deck.title), []).append((component.copies, named))
    return tuple(KitDeck(title, tuple(cards)) for title, cards in decks.items())


def _cards(ruleset: Ruleset) -> tuple[tuple[str, int, str, str], ...]:
    """Return all cards of a ruleset with their texts."""
    found = components_of(ruleset)
    return tuple((one.word, one.copies, one.mark, card_text(ruleset, one.word).text) for one in found)
