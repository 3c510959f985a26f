"""Routes of circles. Only members see anything of one: for everybody else it looks as if it did not exist."""

import re
from contextlib import suppress
from functools import partial
from typing import Final

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from turncoat.circles import changes
from turncoat.circles.circle import ID_LENGTH, MOST_MEMBERS, SECRET_LENGTH, Circle
from turncoat.circles.exporting import exported
from turncoat.circles.recording import GameRecorder
from turncoat.circles.store import Circles
from turncoat.kernel.refusals import Refusal, Refused, status_of
from turncoat.kernel.words import N_
from turncoat.table.runtime.room_registry import AlreadyOpened
from turncoat.table.state.table import Table
from turncoat.table.store.errors import StoreFailure
from turncoat.table.values.notice_settings import circle_recipient
from turncoat.web.board.telling import say_refusal
from turncoat.web.circles import passkeys
from turncoat.web.circles.access import CircleAccess
from turncoat.web.circles.acts import LEAVES, act_of
from turncoat.web.circles.figures import SHOWN, CircleFigures, figures_of
from turncoat.web.circles.page import (
    CircleLink,
    CirclePage,
    CirclesPage,
    InvitationPage,
    games_of,
    member_line,
    members_in_words,
    season_options,
    table_link,
)
from turncoat.web.context import WebContext, is_missing
from turncoat.web.http.codes import grouped
from turncoat.web.http.forms import FormFields, whole_number
from turncoat.web.http.identity import Visitor
from turncoat.web.http.languages import language_of, translator
from turncoat.web.notices.notifier import Notifier
from turncoat.web.notices.webhook_forms import NOTHING_SENT, WebhookForms

_TITLE: Final = N_("{circle} · Turncoat")
_CIRCLES: Final = N_("My circles · Turncoat")
_INVITATION: Final = N_("Invitation into a circle · Turncoat")
MOST_READ: Final = 8
"""Number of tables that are read for a page."""
_LINK: Final = re.compile(r"/c/join/([^/?#\s]+)")
LISTED: Final = "/circles"


def circle_routes(context: WebContext, circles: Circles, notifier: Notifier) -> list[BaseRoute]:
    """Return the routes of circles, and let finished games be added to them."""
    registry = context.registry
    registry.note_games = GameRecorder(circles, registry.begin).note
    pages = CirclePages(context, circles, notifier)
    keys = passkeys.Passkeys(context, circles)
    return [
        Route(LISTED, pages.listed),
        Route(LISTED, pages.found, methods=["POST"]),
        Route("/circles/join", pages.typed, methods=["POST"]),
        Route("/circles/passkey", keys.challenge, methods=["POST"]),
        Route("/circles/return", keys.come_back, methods=["POST"]),
        Route("/c/join/{invitation}", pages.invitation),
        Route("/c/join/{invitation}", pages.join, methods=["POST"]),
        Route("/c/{circle}", pages.circle),
        Route("/c/{circle}", pages.act, methods=["POST"]),
        Route("/c/{circle}/circle.json", pages.export),
        Route("/c/{circle}/passkey", keys.options, methods=["POST"]),
        Route("/c/{circle}/passkeys", keys.add, methods=["POST"]),
        Route("/t/{code}/circle", pages.of_table),
    ]


def typed_invitation(text: str) -> str:
    """Return the code of an invitation in typed or pasted text, ignoring case, spaces and a surrounding link.

    >>> typed_invitation("https://turncoat.example.org/c/join/BCDFGHJKLMNPRSTV"), typed_invitation("bcdf ghjk")
    ('BCDFGHJKLMNPRSTV', 'BCDFGHJK')
    """
    link = _LINK.search(text)
    return re.sub(r"[\W_]", "", link[1] if link else text).upper()[: ID_LENGTH + SECRET_LENGTH]


def _invitation_in(request: Request) -> str:
    return typed_invitation(request.path_params["invitation"])


class CirclePages:
    """Request handlers of circles."""

    def __init__(self, context: WebContext, circles: Circles, notifier: Notifier) -> None:
        self.context = context
        self._circles = circles
        self._notices = WebhookForms(context, notifier)
        self._access = CircleAccess(context, circles)

    # The visitor's circles

    async def listed(self, request: Request) -> Response:
        return await self._listed(request, self.context.visitor(request))

    async def _listed(
        self, request: Request, visitor: Visitor, refusal: Refusal | None = None, name: str = "", code: str = ""
    ) -> Response:
        say = translator(language_of(request))
        circles = [] if visitor.fresh else await self._circles.of(visitor.id)
        links = tuple(CircleLink(one.name, members_in_words(one, say), f"/c/{one.id}") for one in circles)
        page = CirclesPage(
            self.context.site(request, visitor, say(_CIRCLES)),
            links,
            visitor.name,
            passkeys.is_known(),
            name,
            code,
            say_refusal(refusal, say) if refusal is not None else "",
        )
        return self.context.page(request, visitor, page, status_of(refusal))

    async def found(self, request: Request) -> Response:
        visitor = self.context.visitor(request)
        fields = await self.context.form(request, visitor)
        name, own_name = fields.first("circle")[:200], fields.first("name")
        visitor = replace(visitor, name=own_name[:100])
        try:
            self.context.limiter.table(request)
            once = self.context.once(visitor, f"circle {name}")
            circle = await self._circles.found(visitor.id, name, own_name, once)
        except Refused as refused:
            return await self._listed(request, visitor, refused.refusal, name)
        return self.context.go(request, f"/c/{circle.id}", visitor)

    async def typed(self, request: Request) -> Response:
        visitor = self.context.visitor(request)
        code = typed_invitation((await self.context.form(request, visitor)).first("code"))
        try:
            await self._access.invited(request, visitor, code)
        except Refused as refused:
            return await self._listed(request, visitor, refused.refusal, code=code)
        return self.context.go(request, f"/c/join/{code}")

    # Invitations

    async def invitation(self, request: Request) -> Response:
        """Show what the invitation is for. Looking at it changes nothing, since messengers preview links."""
        return await self._invitation(request, self.context.visitor(request))

    async def _invitation(self, request: Request, visitor: Visitor, refusal: Refusal | None = None) -> Response:
        circle = await self._access.invited(request, visitor, _invitation_in(request))
        say = translator(language_of(request))
        if circle.member_of(visitor.id) is not None:
            return self.context.go(request, f"/c/{circle.id}")
        if circle.is_full:
            refusal = changes.FULL
        page = InvitationPage(
            self.context.site(request, visitor, say(_INVITATION)),
            circle.name,
            members_in_words(circle, say),
            request.url.path,
            visitor.name,
            circle.is_full,
            say_refusal(refusal, say) if refusal is not None else "",
        )
        return self.context.page(request, visitor, page, status_of(refusal))

    async def join(self, request: Request) -> Response:
        visitor = self.context.visitor(request)
        fields = await self.context.form(request, visitor)
        circle, name = await self._access.invited(request, visitor, _invitation_in(request)), fields.first("name")
        visitor = replace(visitor, name=name[:100])
        secret, now = circle.secret, self._circles.now()
        try:
            await self._circles.join(
                circle.id, visitor.id, lambda one: changes.joined(one, secret, visitor.id, name, now)
            )
        except Refused as refused:
            return await self._invitation(request, visitor, refused.refusal)
        return self.context.go(request, f"/c/{circle.id}", visitor)

    # A circle

    async def of_table(self, request: Request) -> Response:
        """Lead the members from a table to its circle. Its id is told to nobody else."""
        room, visitor = await self.context.find(request, request.path_params["code"]), self.context.visitor(request)
        circle = await self._circles.seen_by(visitor.id, room.table.circle)
        return self.context.go(request, f"/c/{circle.id}")

    async def circle(self, request: Request) -> Response:
        return await self._circle(request, self.context.visitor(request))

    async def _circle(
        self, request: Request, visitor: Visitor, refusal: Refusal | None = None, sent: FormFields = NOTHING_SENT
    ) -> Response:
        circle = await self._access.own(request, visitor)
        tables, circle = await self._tables(request, circle)
        say, asked = translator(language_of(request)), request.query_params
        number = whole_number(asked.get("season", ""))
        season = number if number is not None and number < len(circle.seasons) else None
        now, every = self._circles.now(), "all" in asked
        own, path = circle.seen_by(visitor.id), f"/c/{circle.id}"
        notices = self._notices.part(request, circle_recipient(circle.id), circle.notices, say, refusal, sent)

        def draw() -> Response:
            games = games_of(circle, season, visitor.id, now)
            figures = figures_of(circle, games, 0 if every else SHOWN, say) if games else CircleFigures()
            shown = sum(len(evening.games) for evening in figures.evenings)
            page = CirclePage(
                site=self.context.site(request, visitor, say(_TITLE).format(circle=circle.name)),
                name=circle.name,
                post_to=path,
                own=member_line(own, visitor.id),
                members=tuple(member_line(one, visitor.id) for one in circle.members),
                most=MOST_MEMBERS,
                join_url=f"{self.context.base(request)}/c/join/{circle.invitation}",
                code=grouped(circle.invitation),
                tables=tuple(table_link(one, visitor.id, say) for one in tables),
                figures=figures,
                seasons=season_options(circle, season, say),
                season=circle.season.name if circle.season is not None else "",
                has_ratings=circle.has_ratings,
                more_url=(f"{path}?all=1" + (f"&season={season}" if season is not None else ""))
                if shown < len(games) and not every
                else "",
                has_passkeys=passkeys.is_known(),
                passkeys=len(own.passkeys),
                notices=notices,
                problem=say_refusal(refusal, say) if refusal is not None and not notices.problem else "",
            )
            return self.context.page(request, visitor, page, status_of(refusal))

        return await self.context.slow_work.run(request, draw) if circle.games else draw()

    async def _tables(self, request: Request, circle: Circle) -> tuple[list[Table], Circle]:
        """Return the latest tables of the circle, and the circle with the games that it had missed there."""
        tables, gone = list[Table](), list[str]()
        for code in list(reversed(circle.tables))[:MOST_READ]:
            try:
                table = await self.context.read_table(request, code)
            except Refused as refused:
                if is_missing(refused):
                    gone.append(code)
                continue
            if table.circle != circle.id:  # another table has got the code of one that was deleted
                gone.append(code)
                continue
            tables.append(table)
            with suppress(Refused, StoreFailure):  # it is tried again at the next look
                circle = await self._circles.record(circle, table)
        if gone:
            circle = await self._circles.change(circle.id, lambda one: changes.without_tables(one, gone))
        return tables, circle

    async def export(self, request: Request) -> Response:
        visitor = self.context.visitor(request)
        circle = await self._access.own(request, visitor)
        headers = {"Content-Disposition": f'attachment; filename="turncoat-circle-{circle.id}.json"'}
        work = partial(exported, circle, visitor.id, self._circles.now())
        content = await self.context.slow_work.run(request, work)
        return Response(content, media_type="application/json", headers=headers)

    async def act(self, request: Request) -> Response:
        """Do what a form of the circle's page asks for."""
        visitor = self.context.visitor(request)
        fields = await self.context.form(request, visitor)
        circle, do = await self._access.own(request, visitor), fields.first("do")
        try:
            if do == "open-table":
                return await self._open_table(request, visitor, circle)
            if (action := self._notices.actions.get(do)) is not None:
                done = await action(request, circle_recipient(circle.id), fields)
                return self.context.go(request, f"/c/{circle.id}?done={done}#notices")
            await self._circles.change(circle.id, act_of(fields, visitor.id, self._circles.now()))
        except Refused as refused:
            return await self._circle(request, visitor, refused.refusal, fields)
        return self.context.go(request, LISTED if do in LEAVES else f"/c/{circle.id}")

    async def _open_table(self, request: Request, visitor: Visitor, circle: Circle) -> Response:
        name, registry = circle.seen_by(visitor.id).name, self.context.registry
        self.context.limiter.table(request)
        try:
            once = self.context.once(visitor, f"table of {circle.id}")
            room = await registry.open(visitor.id, name, once=once, circle=circle.id)
            registry.release(room)
            code = room.table.code
        except AlreadyOpened as opened:
            code = opened.code
        await self._circles.change(circle.id, lambda one: changes.with_table(one, visitor.id, code))
        return self.context.go(request, f"/t/{code}", replace(visitor, name=name))
