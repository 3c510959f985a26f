"""Page of the people whom a visitor keeps out of all tables that they host."""

import hashlib
from typing import ClassVar, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from turncoat.kernel.words import N_
from turncoat.table.runtime.blocking import BlockedPerson
from turncoat.web.context import WebContext
from turncoat.web.http.identity import Visitor
from turncoat.web.http.languages import language_of, translator
from turncoat.web.http.page import Page
from turncoat.web.table.menu import NAMELESS


class BlockedName(msgspec.Struct, frozen=True):
    """Blocked person, by name and pseudonym."""

    mark: str
    name: str


class BlockedPage(Page, frozen=True):
    """List of the people whom the visitor has blocked, the last one first."""

    template: ClassVar[str] = "site/blocked.html"
    people: tuple[BlockedName, ...] = ()


_TITLE: Final = N_("Blocked people · Turncoat")


def blocked_routes(context: WebContext) -> list[Route]:
    """Return the routes of the page."""
    pages = BlockedPages(context)
    return [Route("/blocked", pages.show), Route("/blocked", pages.let_back, methods=["POST"])]


class BlockedPages:
    """Request handlers of the page."""

    def __init__(self, context: WebContext) -> None:
        self.context = context

    async def show(self, request: Request) -> Response:
        visitor, say = self.context.visitor(request), translator(language_of(request))
        people = tuple(
            BlockedName(_mark_of(visitor, one), one.name or say(NAMELESS)) for one in reversed(await self._of(visitor))
        )
        return self.context.page(
            request, visitor, BlockedPage(self.context.site(request, visitor, say(_TITLE)), people)
        )

    async def let_back(self, request: Request) -> Response:
        """Let a person back. It changes nothing if that has already happened."""
        visitor = self.context.visitor(request)
        mark = (await self.context.form(request, visitor)).first("person")
        for one in await self._of(visitor):
            if _mark_of(visitor, one) == mark:
                await self.context.registry.blocking.let_back(visitor.id, one.person)
        return self.context.go(request, "/blocked", visitor)

    async def _of(self, visitor: Visitor) -> tuple[BlockedPerson, ...]:
        return () if visitor.fresh else await self.context.registry.blocking.people(visitor.id)


def _mark_of(visitor: Visitor, blocked: BlockedPerson) -> str:
    """Return a pseudonym of a blocked person, whose id nobody may see. It differs from host to host."""
    return hashlib.blake2b(f"{visitor.id} {blocked.person}".encode(), digest_size=8).hexdigest()
