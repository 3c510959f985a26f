"""Routes of a table: its page, forms and live updates."""

from contextlib import suppress
from typing import Final

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from turncoat.kernel.options import Answer
from turncoat.kernel.refusals import Refusal, Refused, status_of
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.table.state.game_session import GameSession
from turncoat.table.store.errors import StoreFailure
from turncoat.web.context import NotOurForm, WebContext
from turncoat.web.http.forms import BodyTooLarge, FormFields, whole_number
from turncoat.web.http.identity import Visitor
from turncoat.web.http.languages import language_of
from turncoat.web.table.chat import ChatCounts
from turncoat.web.table.command_forms import BlockPerson, DeleteTable, SentForm, steps_of
from turncoat.web.table.guide import guide_command
from turncoat.web.table.open_page import OpenPage
from turncoat.web.table.option_forms import NotAnAnswer, answer_of
from turncoat.web.table.page import page_key_of, scripts
from turncoat.web.table.phone import shows_seat_of
from turncoat.web.updates.messages import Update, encode
from turncoat.web.updates.polling import PollingPages
from turncoat.web.updates.viewer import Outcome, watch

HELD: Final = "Turncoat-Held"
"""Header with the digests of the parts that the page has."""
SOCKET: Final = "Turncoat-Socket"
"""Header in which a script reports that its socket is `live`."""
LONGEST_ID: Final = 64
REFUSAL: Final = "Turncoat-Refusal"
"""Header with the code of the reason why a form was refused."""


def table_routes(context: WebContext) -> list[BaseRoute]:
    """Return the routes of a table."""
    pages = TablePages(context)
    return [
        Route("/t/{code}", pages.show),
        Route("/t/{code}", pages.command, methods=["POST"]),
        Route("/t/{code}/choose", pages.back),
        Route("/t/{code}/choose", pages.choose, methods=["POST"]),
        Route("/t/{code}/entropy", pages.entropy, methods=["POST"]),
        Route("/t/{code}/draft", pages.draft, methods=["POST"]),
        WebSocketRoute("/t/{code}/updates", pages.updates),
        Route("/t/{code}/updates", pages.poll),
    ]


class TablePages:
    """Request handlers of a table's page."""

    def __init__(self, context: WebContext) -> None:
        self.context = context
        self.polling = PollingPages(context.limiter, context.connections)

    async def _find(self, request: Request) -> Room:
        return await self.context.find(request, request.path_params["code"])

    async def show(self, request: Request) -> Response:
        """Return the table's page. This takes no seat, because messengers open links too."""
        room, visitor = await self._find(request), self.context.visitor(request)
        await room.note_visit(visitor.present_as)
        if not shows_seat_of(room.live, visitor):  # it was closed meanwhile
            return self.context.go(request, f"/t/{room.table.code}")
        has_others = await self._has_others(request, room)
        html = self._viewer(request, room, visitor).load(self.context.theme(request), has_others=has_others)
        return self.context.html(request, visitor, html)

    async def _has_others(self, request: Request, room: Room) -> bool:
        """Return whether this browser's person has sat down at other tables, too."""
        visitor = self.context.signer.visitor(request)
        if visitor.fresh:
            return False
        with suppress(StoreFailure):  # the table can be played from memory
            return any(code != room.table.code for code in await self.context.registry.store.tables_of(visitor.id))
        return False

    def _viewer(
        self, connection: HTTPConnection, room: Room, visitor: Visitor, *, packs: bool = False, page: str = ""
    ) -> OpenPage:
        csrf, base = self.context.signer.csrf(visitor), self.context.base(connection)
        return OpenPage(
            room.room_for(visitor.watches_as), visitor, language_of(connection), base, csrf, packs=packs, page=page
        )

    async def back(self, request: Request) -> Response:
        """Redirect a browser that reloads the answer to a form back to the table."""
        room = await self._find(request)
        return self.context.go(request, f"/t/{room.table.code}")

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
        """Answer a form with the page, or with an update if a script asks for JSON. `of_game` is true for a choice.

        If the page's socket is open, the socket delivers the changes and the answer contains only the version. The
        reason for a refusal is only in the answer, together with the parts that display it.
        """
        viewer, code = self._viewer(request, room, visitor), room.table.code
        is_json = "application/json" in request.headers.get("accept", "")
        if not shows_seat_of(room.live, visitor):  # the command has begun a game on a device that is passed round
            go = Response(encode(Update(version=room.table.version, go=f"/t/{code}")), media_type="application/json")
            return go if is_json else self.context.go(request, f"/t/{code}", visitor)
        if not is_json:
            if refusal is None:
                return self.context.go(request, f"/t/{code}", visitor)
            html = viewer.load(self.context.theme(request), refusal, of_game=of_game)
            response = self.context.html(request, visitor, html, status_of(refusal))
            response.headers[REFUSAL] = refusal.code
            return response
        if refusal is None and _is_live(request):
            answer = encode(Update(version=viewer.room.table.version))
        elif was and was != viewer.page_key():
            answer = encode(Update(version=viewer.room.table.version, go=f"/t/{room.table.code}"))
        else:
            viewer.claim(request.headers.get(HELD, ""))
            answer = viewer.answer(Outcome(refusal=refusal, of_game=of_game))
        response = Response(answer, media_type="application/json")
        if refusal is not None:
            response.headers[REFUSAL] = refusal.code
        if not of_game:  # a choice in a game changes nothing about the visitor's identity
            self.context.remember(request, response, visitor)
        return response

    async def command(self, request: Request) -> Response:
        """Handle a form with any command other than a choice in the game."""
        room, visitor = await self._find(request), self.context.visitor(request)
        fields = await self.context.form(request, visitor)
        was = "" if _is_live(request) else page_key_of(room.room_for(visitor.watches_as), visitor.watches_as)
        form, id = SentForm(room, visitor, fields), _command_id(fields)
        try:
            for number, command in enumerate(steps_of(form)):
                if isinstance(command, DeleteTable):
                    return await self._delete(request, room, visitor)
                if isinstance(command, BlockPerson):
                    await self.context.registry.blocking.block(visitor.id, command.person, command.name)
                    continue
                if isinstance(command, c.Sit | c.RequestSeat):
                    visitor = msgspec.structs.replace(visitor, name=command.name[:100])
                if isinstance(command, c.Say | c.React):
                    self.context.limiter.words(request, visitor.id)
                await self.context.submit(request, room, visitor.id, command, f"{id}.{number}" if id and number else id)
        except Refused as refused:
            return self._answer(request, room, visitor, was, refused.refusal)
        return self._answer(request, room, visitor, was)

    async def _delete(self, request: Request, room: Room, visitor: Visitor) -> Response:
        """Delete the table for its host. Raises Refused."""
        await self.context.registry.retention.delete(room, visitor.id)
        if "application/json" not in request.headers.get("accept", ""):
            return self.context.go(request, "/gone", visitor)
        return Response(encode(Update(version=room.table.version, go="/gone")), media_type="application/json")

    async def choose(self, request: Request) -> Response:
        """Handle a choice in a game: the answer to a prompt, or a standing offer."""
        room, visitor = await self._find(request), self.context.visitor(request)
        fields = await self.context.form(request, visitor)
        was = "" if _is_live(request) else page_key_of(room.room_for(visitor.watches_as), visitor.watches_as)
        try:
            await self._choose(request, room, visitor, fields)
        except Refused as refused:
            return self._answer(request, room, visitor, was, refused.refusal, of_game=True)
        return self._answer(request, room, visitor, was, of_game=True)

    async def _choose(self, connection: HTTPConnection, room: Room, visitor: Visitor, fields: FormFields) -> None:
        """Submit the choice in a form. Raises Refused.

        A choice that was accepted before is not refused, even if its question has passed: a page that lost its
        connection sends it again.
        """
        seen = room.room_for(visitor.watches_as)
        try:
            command = choice_in(seen, visitor, fields)
        except Refused:
            if seen.table.has_taken_under(visitor.id, _command_id(fields)):
                return
            raise
        explained = guide_command(room.table, visitor.id, "chosen")
        await self.context.submit(connection, room, visitor.id, command, _command_id(fields))
        if explained is not None:  # people who have chosen have read the explanation on the page
            await self.context.submit(connection, room, visitor.id, explained)

    async def entropy(self, request: Request) -> Response:
        """Handle a commitment to entropy for a fair deal, or its revelation after the deal has begun."""
        room, visitor = await self._find(request), self.context.visitor(request)
        fields = await self.context.form(request, visitor)
        command: c.Command
        try:
            if fields.is_set("reveals"):
                command = fields.command(c.RevealEntropy, "nonce", "entropy")
            else:
                command = fields.command(c.CommitEntropy, "hash", "commitment")
            await self.context.submit(request, room, visitor.id, command)
        except Refused as refused:
            # No error status, which the browser would log: another tab of the person may have been faster.
            return Response(encode({"code": refused.refusal.code}), media_type="application/json")
        return Response(status_code=204)

    async def draft(self, request: Request) -> Response:
        """Update the draft of a team, which is not stored. The answer is the same whether it is accepted or not."""
        room, visitor = await self._find(request), self.context.visitor(request)
        fields = await self.context.own_form(request, visitor)
        if self.context.limiter.draft(visitor.id) and room.team_draft.update(
            room.table, visitor.id, fields.first("prompt"), fields
        ):
            room.tell()
        return Response(status_code=204)

    def _open_page(self, connection: HTTPConnection, room: Room, visitor: Visitor) -> OpenPage:
        """Return the open page described by the query: the parts it has, and what has been announced to it."""
        says = connection.query_params
        # A page with the scripts of another release speaks another protocol and has to reload.
        page = says.get("page", "") if says.get("scripts", "") == scripts() else "old"
        viewer = self._viewer(connection, room, visitor, packs="packed" in says, page=page)
        read = ChatCounts(_count(connection, "chat"), _count(connection, "channel"), _count(connection, "watching"))
        viewer.is_hidden = "hidden" in says
        viewer.claim(says.get("held", ""))
        viewer.catch_up(_count(connection, "after"), read if "chat" in says else None)
        return viewer

    async def poll(self, request: Request) -> Response:
        """Answer a page that polls because its network blocks WebSockets."""
        try:
            room = await self._find(request)
        except Refused as refused:
            return self.polling.refuse(refused.refusal, language_of(request))
        return self.polling.answer(request, self._open_page(request, room, self.context.visitor(request)))

    async def updates(self, socket: WebSocket) -> None:
        """Serve the socket of an open page."""
        try:
            room = await self.context.find(socket, socket.path_params["code"])
        except (Refused, StoreFailure):
            await socket.close()
            return
        visitor = self.context.visitor(socket)
        await socket.accept()
        viewer = self._open_page(socket, room, visitor)

        async def take(sent: str | bytes) -> Outcome:
            try:
                fields = self.context.sent_fields(visitor, sent if isinstance(sent, str) else "")
            except (NotOurForm, BodyTooLarge):
                return Outcome(is_stale=True)
            if not shows_seat_of(room.live, visitor):
                return Outcome(is_stale=True)
            try:
                self.context.limiter.command(visitor.id or visitor.own_id)
                await self._choose(socket, room, visitor, fields)
            except Refused as refused:
                return Outcome(_command_id(fields), refused.refusal)
            return Outcome(_command_id(fields))

        viewer.takes = take
        await watch(self.context.connections, socket, viewer)


def _command_id(fields: FormFields) -> str:
    return fields.first("command")[:LONGEST_ID]


def _is_live(request: Request) -> bool:
    """Return whether the page has an open socket, which then also leads it to another page."""
    return request.headers.get(SOCKET) == "live"


def _count(connection: HTTPConnection, name: str) -> int:
    """Return a count reported by an open page, or 0 if it is missing or invalid."""
    return whole_number(connection.query_params.get(name, "")) or 0


def choice_in(room: Room, visitor: Visitor, fields: FormFields) -> c.Choose | c.StandingAnswer:
    """Return the choice or standing answer in a form. Raises Refused."""
    session, seat = room.table.session, room.table.seat_of(visitor.id)
    if session is None:
        raise Refused(Refusal("no-game"))
    if seat is None or seat >= session.ruleset.players:
        raise Refused(Refusal("not-seated"))
    if until := fields.first("until"):
        return c.StandingAnswer(session.number, fields.number("prompt") or 0, for_round=until == "round")
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
            _check_sure(view.prompt.question.warns, fields)
            return view.prompt.number, answer_of(view.prompt.option, fields)
        for offer in view.offers:
            if offer.name == given:
                _check_sure(offer.warns, fields)
                return offer.name, answer_of(offer.option, fields)
    except NotAnAnswer:
        raise Refused(Refusal("incomplete")) from None
    raise Refused(Refusal("no-such-offer"))


def _check_sure(warns: str, fields: FormFields) -> None:
    """Raise Refused if the page warns about the choice and the person has not confirmed it."""
    if warns and fields.first("sure") != "yes":
        raise Refused(Refusal("not-confirmed"))
