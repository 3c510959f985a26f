"""A table's routes: its page, its forms, its live updates, its record."""

import secrets

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from turncoat.kernel.options import Answer
from turncoat.kernel.refusals import Refusal, Refused
from turncoat.table import commands as c
from turncoat.table.hall import Seated
from turncoat.table.play import Play
from turncoat.web.asking import NotAnAnswer, answer_of
from turncoat.web.chairs import wish_of
from turncoat.web.desk import Desk
from turncoat.web.identity import Visitor, is_same_origin
from turncoat.web.languages import language_of
from turncoat.web.live import Update, Viewer, watch
from turncoat.web.shell import Fields, first
from turncoat.web.tablepage import full_page, page_of, stage_key


def table_routes(desk: Desk) -> list[BaseRoute]:
    """The routes of a table."""
    pages = TablePages(desk)
    return [
        Route("/t/{code}", pages.show),
        Route("/t/{code}", pages.command, methods=["POST"]),
        Route("/t/{code}/choose", pages.back),
        Route("/t/{code}/choose", pages.choose, methods=["POST"]),
        Route("/t/{code}/record", pages.record),
        Route("/t/{code}/deal", pages.deal),
        WebSocketRoute("/t/{code}/updates", pages.updates),
    ]


class TablePages:
    """Handlers."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def _find(self, request: Request) -> Seated:
        return await self.desk.find(request, request.path_params["code"])

    async def show(self, request: Request) -> Response:
        """Look at the table. Takes no seat: messengers open links too."""
        seated, visitor = await self._find(request), self.desk.visitor(request)
        return self._page(request, seated, visitor)

    async def back(self, request: Request) -> Response:
        """Somebody reloads the answer to a form."""
        seated = await self._find(request)
        return self.desk.go(request, f"/t/{seated.table.code}")

    def _page(self, request: Request, seated: Seated, visitor: Visitor, refusal: Refusal | None = None) -> Response:
        csrf, base = self.desk.signer.csrf(visitor), self.desk.base(request)
        theme = self.desk.theme(request)
        page = page_of(seated, visitor, language_of(request), base, csrf, refusal, theme)
        response = self.desk.html(request, visitor, full_page(page), 200 if refusal is None else 422)
        if refusal is not None:
            response.headers["Turncoat-Refusal"] = refusal.code
        return response

    def _answer(
        self, request: Request, seated: Seated, visitor: Visitor, was: str, refusal: Refusal | None = None
    ) -> Response:
        """After a form: the page again, or what of it has changed when a script asks."""
        if "application/json" not in request.headers.get("accept", ""):
            if refusal is not None:
                return self._page(request, seated, visitor, refusal)
            return self.desk.go(request, f"/t/{seated.table.code}", visitor)
        if was != stage_key(seated.table):
            update = Update(seated.table.version, go=f"/t/{seated.table.code}")
            response = Response(msgspec.json.encode(update), media_type="application/json")
        else:
            csrf, base = self.desk.signer.csrf(visitor), self.desk.base(request)
            viewer = Viewer(self.desk.hall, seated, visitor, language_of(request), base, csrf)
            viewer.catch_up(seated.table.version)
            response = Response(viewer.update(refusal), media_type="application/json")
        self.desk.remember(request, response, visitor)
        return response

    async def command(self, request: Request) -> Response:
        """Everything that is no choice of a game."""
        seated, visitor = await self._find(request), self.desk.visitor(request)
        fields = await self.desk.form(request, visitor)
        was = stage_key(seated.table)
        try:
            if first(fields, "do") == "sit":
                visitor = msgspec.structs.replace(visitor, name=first(fields, "name")[:100])
            command = self._command(seated, fields)
            if command is not None:
                await self.desk.hall.do(seated, visitor.id, command, first(fields, "command")[:64])
        except Refused as refused:
            return self._answer(request, seated, visitor, was, refused.refusal)
        return self._answer(request, seated, visitor, was)

    def _command(self, seated: Seated, fields: Fields) -> c.AnyCommand | None:
        try:
            seat = int(first(fields, "seat")[:3] or -1)
        except ValueError:
            seat = -1
        match first(fields, "do"):
            case "sit":
                return c.Sit(first(fields, "name"), seat if seat >= 0 else None)
            case "move":
                return c.Move(seat)
            case "leave":
                return c.Leave()
            case "clear":
                return c.Clear(seat)
            case "bot":
                return c.AddBot(seat, first(fields, "bots"))
            case "say":
                return c.Say(first(fields, "text"), "channel" if first(fields, "channel") == "channel" else "table")
            case "rename":
                return c.Rename(first(fields, "name"))
            case "start" | "again":
                return c.Start()
            case "setup":
                return c.Reopen()
            case "choose" | "":
                # Sent by a change of any of the set-up's inputs, without a button.
                return c.SetUp(wish_of(fields, seated.table.wish), first(fields, "bots"))
            case _:
                return None

    async def choose(self, request: Request) -> Response:
        """A choice in a game: the answer to a prompt, or a standing offer."""
        seated, visitor = await self._find(request), self.desk.visitor(request)
        fields = await self.desk.form(request, visitor)
        was = stage_key(seated.table)
        try:
            command = _choice(seated, visitor, fields)
            await self.desk.hall.do(seated, visitor.id, command, first(fields, "command")[:64])
        except Refused as refused:
            return self._answer(request, seated, visitor, was, refused.refusal)
        return self._answer(request, seated, visitor, was)

    async def record(self, request: Request) -> Response:
        """The finished game as a text to keep."""
        seated = await self._find(request)
        play = seated.table.play
        if play is None or play.result is None:
            return self.desk.go(request, f"/t/{seated.table.code}")
        name = f"{play.ruleset.game}-{seated.table.code}-{play.number}.turncoat"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return PlainTextResponse(play.record(), headers=headers)

    async def deal(self, request: Request) -> Response:
        """The fair-deal papers: what the server committed to, and after the game what anyone needs to check it."""
        table = (await self._find(request)).table
        play = table.play
        now = msgspec.to_builtins(play.opened()) if play is not None else None
        return JSONResponse({"game": play.number if play else table.games, "deal": now, "next": table.commitment})

    async def updates(self, socket: WebSocket) -> None:
        """One socket down for an open page."""
        visitor = self.desk.visitor(socket)
        try:
            seated = await self.desk.find(socket, socket.path_params["code"])
        except Refused:
            await socket.close()
            return
        if not is_same_origin(socket):
            await socket.close()
            return
        await socket.accept()
        after = socket.query_params.get("after", "0")
        viewer = Viewer(
            self.desk.hall,
            seated,
            visitor,
            language_of(socket),
            self.desk.base(socket),
            self.desk.signer.csrf(visitor),
        )
        page = socket.query_params.get("page", "")
        await watch(socket, viewer, page, int(after) if after.isascii() and after.isdigit() and len(after) < 9 else 0)


def _choice(seated: Seated, visitor: Visitor, fields: Fields) -> c.Choose:
    """The choice that a form stands for. Raises Refused."""
    play, seat = seated.table.play, seated.table.seat_of(visitor.id)
    if play is None:
        raise Refused(Refusal("no-game"))
    if seat is None or seat >= play.ruleset.players:
        raise Refused(Refusal("not-seated"))
    to, answer = _asked(play, seat, fields)
    return c.Choose(play.number, seat, to, answer)


def _asked(play: Play, seat: int, fields: Fields) -> tuple[int | str, Answer]:
    view, given = play.view(seat), first(fields, "prompt")
    try:
        if given.isascii() and given.isdigit():
            if view.prompt is None:
                raise Refused(Refusal("not-asked"))
            if str(view.prompt.number) != given:
                raise Refused(Refusal("stale"))
            return view.prompt.number, answer_of(view.prompt.option, fields)
        for offer in view.offers:
            if offer.name == given:
                if offer.warns and first(fields, "sure") != "yes":
                    raise Refused(Refusal("not-confirmed"))
                return offer.name, answer_of(offer.option, fields)
    except NotAnAnswer:
        raise Refused(Refusal("incomplete")) from None
    raise Refused(Refusal("no-such-offer"))


def command_id() -> str:
    """A fresh id for a command that no form gave one."""
    return secrets.token_hex(8)
