"""A table's routes: its page, its forms, its live updates."""

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from turncoat.kernel.options import Answer
from turncoat.kernel.refusals import Refusal, Refused
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.table.state.game_session import GameSession
from turncoat.table.store import StoreFailure
from turncoat.web.context import NotOurForm, WebContext
from turncoat.web.http.forms import FormFields, read_form, whole_number
from turncoat.web.http.identity import Visitor, is_same_origin
from turncoat.web.http.languages import language_of
from turncoat.web.table.command_forms import command_of, confirmed
from turncoat.web.table.guide import read
from turncoat.web.table.notes import notes_command
from turncoat.web.table.option_forms import NotAnAnswer, answer_of
from turncoat.web.table.page import full_page, page_of, stage_of
from turncoat.web.table.viewer import TableViewer
from turncoat.web.updates.loaded import LoadedPages
from turncoat.web.updates.messages import Update, encode
from turncoat.web.updates.viewer import watch

SOCKET: Final = "Turncoat-Socket"
"""The header in which a script says that its socket is `live`."""
REFUSAL: Final = "Turncoat-Refusal"
"""The header that says why a form was refused, as a code."""


def table_routes(context: WebContext) -> list[BaseRoute]:
    """The routes of a table."""
    pages = TablePages(context)
    return [
        Route("/t/{code}", pages.show),
        Route("/t/{code}", pages.command, methods=["POST"]),
        Route("/t/{code}/choose", pages.back),
        Route("/t/{code}/choose", pages.choose, methods=["POST"]),
        Route("/t/{code}/luck", pages.luck, methods=["POST"]),
        Route("/t/{code}/considering", pages.consider, methods=["POST"]),
        WebSocketRoute("/t/{code}/updates", pages.updates),
    ]


class TablePages:
    """Handlers."""

    def __init__(self, context: WebContext) -> None:
        self.context = context
        self._loaded = LoadedPages[TableViewer](lambda: context.registry.time.now())

    async def _find(self, request: Request) -> Room:
        return await self.context.find(request, request.path_params["code"])

    async def show(self, request: Request) -> Response:
        """Show the table. Takes no seat, because messengers open links too."""
        room, visitor = await self._find(request), self.context.visitor(request)
        await room.note_visit(visitor.id)
        csrf, base = self.context.signer.csrf(visitor), self.context.base(request)
        viewer = TableViewer(room.room_for(visitor.id), visitor, language_of(request), base, csrf)
        token = self._loaded.token()
        html = viewer.load(self.context.theme(request), token)
        self._loaded.keep(token, viewer)
        return self.context.html(request, visitor, html)

    async def back(self, request: Request) -> Response:
        """Lead back to the table a browser that reloads the answer to a form."""
        room = await self._find(request)
        return self.context.go(request, f"/t/{room.table.code}")

    def _page(
        self,
        request: Request,
        room: Room,
        visitor: Visitor,
        refusal: Refusal,
        *,
        of_game: bool = False,
    ) -> Response:
        """The page with the refusal on it."""
        csrf, base = self.context.signer.csrf(visitor), self.context.base(request)
        theme = self.context.theme(request)
        page = page_of(room.room_for(visitor.id), visitor, language_of(request), base, csrf, refusal, theme, of_game)
        response = self.context.html(request, visitor, full_page(page), 422)
        response.headers[REFUSAL] = refusal.code
        return response

    def _answer(
        self,
        request: Request,
        room: Room,
        visitor: Visitor,
        was: str,
        refusal: Refusal | None = None,
        *,
        of_game: bool = False,
    ) -> Response:
        """After a form, `of_game` when it was a choice: the page again, or what a script needs that asks for JSON.

        When the page's socket is open, it brings the changes, and the answer has only the version. Only the answer says
        why a command was refused, and brings the part that shows it.
        """
        if "application/json" not in request.headers.get("accept", ""):
            if refusal is not None:
                return self._page(request, room, visitor, refusal, of_game=of_game)
            return self.context.go(request, f"/t/{room.table.code}", visitor)
        seen = room.room_for(visitor.id)
        if refusal is None and _is_live(request):
            answer = encode(Update(seen.table.version))
        elif was and was != stage_of(seen, visitor.id):
            answer = encode(Update(seen.table.version, go=f"/t/{room.table.code}"))
        else:
            csrf, base = self.context.signer.csrf(visitor), self.context.base(request)
            viewer = TableViewer(seen, visitor, language_of(request), base, csrf)
            viewer.catch_up(seen.table.version)
            if refusal is not None and of_game and _is_live(request):
                answer = viewer.refuse(refusal)
            else:
                answer = viewer.update(refusal, of_game=of_game)
        response = Response(answer, media_type="application/json")
        if refusal is not None:
            response.headers[REFUSAL] = refusal.code
        if not of_game:  # a choice in a game changes nothing about who its visitor is
            self.context.remember(request, response, visitor)
        return response

    async def command(self, request: Request) -> Response:
        """Every command that is not a choice in the game."""
        room, visitor = await self._find(request), self.context.visitor(request)
        fields = await self.context.form(request, visitor)
        was = "" if _is_live(request) else stage_of(room.room_for(visitor.id), visitor.id)
        try:
            if fields.first("do") in ("sit", "ask") or "sit" in fields:
                visitor = msgspec.structs.replace(visitor, name=fields.first("name")[:100])
            command: c.Command | None
            match fields.first("do"):
                case "delete":
                    confirmed(fields)
                    return await self._delete(request, room, visitor)
                case "write-notes":
                    command = notes_command(fields, room.table.personal(visitor.id))
                case "ready":
                    room.get_ready(visitor.id)
                    command = _guide(room, visitor, "deal")
                case "guide":
                    command = _guide(room, visitor, fields.first("guide"))
                case "start" if "game" in fields:
                    # The button stands in the form of the choices, so that none of them is lost without scripts.
                    chosen = command_of(room.table, FormFields({**fields, "do": ["choose"]}))
                    if chosen != c.SetUp(room.table.game_setup, room.table.bot, changes_seated=True):
                        await self.context.submit(request, room, visitor.id, chosen)
                    command = c.Start()
                case _:
                    command = command_of(room.room_for(visitor.id).table, fields)
            if isinstance(command, c.Say):
                self.context.limiter.words(request, visitor.id)
            if command is not None:
                await self.context.submit(request, room, visitor.id, command, fields.first("command")[:64])
        except Refused as refused:
            return self._answer(request, room, visitor, was, refused.refusal)
        return self._answer(request, room, visitor, was)

    async def _delete(self, request: Request, room: Room, visitor: Visitor) -> Response:
        """Delete the table, as the host wants. Raises Refused."""
        await self.context.registry.retention.delete(room, visitor.id)
        if "application/json" not in request.headers.get("accept", ""):
            return self.context.go(request, "/gone", visitor)
        return Response(encode(Update(room.table.version, go="/gone")), media_type="application/json")

    async def choose(self, request: Request) -> Response:
        """A choice in a game: the answer to a prompt, or a standing offer."""
        room, visitor = await self._find(request), self.context.visitor(request)
        fields = await self.context.form(request, visitor)
        was = "" if _is_live(request) else stage_of(room.room_for(visitor.id), visitor.id)
        try:
            command = _choice(room.room_for(visitor.id), visitor, fields)
            explained = _guide(room, visitor, "all")
            await self.context.submit(request, room, visitor.id, command, fields.first("command")[:64])
            if explained is not None:  # a person who has chosen has read the explanations before
                await self.context.submit(request, room, visitor.id, explained)
        except Refused as refused:
            return self._answer(request, room, visitor, was, refused.refusal, of_game=True)
        return self._answer(request, room, visitor, was, of_game=True)

    async def luck(self, request: Request) -> Response:
        """What a page's script does for a fair deal: it commits to luck, and reveals it when the deal has begun."""
        room, visitor = await self._find(request), self.context.visitor(request)
        fields = await self.context.form(request, visitor)
        command: c.Command
        try:
            if fields.is_set("reveals"):
                command = fields.command(c.RevealEntropy, "nonce", entropy="luck")
            else:
                command = fields.command(c.CommitEntropy, "hash", "commitment")
            await self.context.submit(request, room, visitor.id, command)
        except Refused as refused:
            # No error for the browser's console: another tab of the person may have been faster.
            return Response(encode({"code": refused.refusal.code}), media_type="application/json")
        return Response(status_code=204)

    async def consider(self, request: Request) -> Response:
        """The draft of a team: no choice, and nothing is stored. The answer is the same, whether it is taken or not."""
        room, visitor = await self._find(request), self.context.visitor(request)
        fields = await read_form(request)
        if not is_same_origin(request) or not self.context.signer.is_own_form(visitor, fields.first("csrf")):
            raise NotOurForm
        if self.context.limiter.draft(visitor.id) and room.team_draft.update(
            room.table, visitor.id, fields.first("prompt"), fields
        ):
            room.tell()
        return Response(status_code=204)

    async def updates(self, socket: WebSocket) -> None:
        """The socket of an open page."""
        try:
            room = await self.context.find(socket, socket.path_params["code"])
        except (Refused, StoreFailure):
            await socket.close()
            return
        visitor = self.context.visitor(socket)
        if not is_same_origin(socket):
            await socket.close()
            return
        await socket.accept()
        language, base = language_of(socket), self.context.base(socket)
        viewer = self._loaded.take(socket.query_params.get("loaded", ""))
        if viewer is None or not viewer.goes_on(room, visitor, language, base):
            csrf = self.context.signer.csrf(visitor)
            viewer = TableViewer(room.room_for(visitor.id), visitor, language, base, csrf)
        viewer.packs = "packed" in socket.query_params
        read = _count(socket, "said"), _count(socket, "channel"), _count(socket, "watching")
        viewer.catch_up(_count(socket, "after"), read if "said" in socket.query_params else None)
        await watch(self.context.connections, socket, viewer, socket.query_params.get("page", ""))


def _is_live(request: Request) -> bool:
    """Whether the page has an open socket, which also takes it to another page."""
    return request.headers.get(SOCKET) == "live"


def _count(socket: WebSocket, name: str) -> int:
    """How much an open page has, as it says itself; 0 when it says nothing sensible."""
    return whole_number(socket.query_params.get(name, "")) or 0


def _choice(room: Room, visitor: Visitor, fields: FormFields) -> c.Choose | c.StandingAnswer:
    """The choice in a form, or that the seat goes on from here. Raises Refused."""
    session, seat = room.table.session, room.table.seat_of(visitor.id)
    if session is None:
        raise Refused(Refusal("no-game"))
    if seat is None or seat >= session.ruleset.players:
        raise Refused(Refusal("not-seated"))
    if fields.is_set("until"):
        return c.StandingAnswer(session.number, fields.number("prompt") or 0)
    to, answer = _asked(session, seat, fields)
    return c.Choose(session.number, seat, to, answer)


def _asked(session: GameSession, seat: int, fields: FormFields) -> tuple[int | str, Answer]:
    view, given = session.view(seat), fields.first("prompt")
    try:
        if whole_number(given) is not None:
            if view.prompt is None:
                raise Refused(Refusal("not-asked"))
            if str(view.prompt.number) != given:
                raise Refused(Refusal("stale"))
            return view.prompt.number, answer_of(view.prompt.option, fields)
        for offer in view.offers:
            if offer.name == given:
                if offer.warns and fields.first("sure") != "yes":
                    raise Refused(Refusal("not-confirmed"))
                return offer.name, answer_of(offer.option, fields)
    except NotAnAnswer:
        raise Refused(Refusal("incomplete")) from None
    raise Refused(Refusal("no-such-offer"))


def _guide(room: Room, visitor: Visitor, what: str) -> c.Guide | None:
    """Show the guide, hide it, or mark as read what it says first, of the deal, or at all."""
    table, session = room.table, room.table.session
    seat = table.seat_of(visitor.id)
    if what in ("on", "off"):
        return c.Guide(what == "on")
    if session is None or seat is None:
        return None
    return read(table, session, visitor.id, seat, "all" if what == "all" else "deal" if what == "deal" else "first")
