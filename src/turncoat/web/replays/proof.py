"""Downloads for a table's current or last game: its record, and the proof of its fair deal.

Both contain all cards, so the rule of the replay pages applies (`statistics.may_watch`): people who have sat at the
table get them once the game is over. Everybody else with the code gets only public facts, and no proof at all if the
host allows no spectators.
"""

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from turncoat.kernel.refusals import Refusal, Refused
from turncoat.kernel.words import N_
from turncoat.table.past.proof import DealProof
from turncoat.table.runtime.room import Room
from turncoat.web.context import WebContext
from turncoat.web.http.identity import Visitor
from turncoat.web.replays.routes import NOT_HERE, NOT_HERE_TEXT
from turncoat.web.replays.statistics import may_look_on, may_watch

NOT_YET: Final = N_("No game to download yet")
NOT_YET_TEXT: Final = N_(
    "A record holds every card, so it exists only once a game is over, and for as long as the game is stored."
)


def proof_routes(context: WebContext) -> list[BaseRoute]:
    """Return the routes of the downloads."""
    downloads = Downloads(context)
    return [Route("/t/{code}/record", downloads.record), Route("/t/{code}/deal", downloads.deal)]


class Downloads:
    """Request handlers of the downloads."""

    def __init__(self, context: WebContext) -> None:
        self.context = context

    async def _find(self, request: Request) -> tuple[Room, Visitor]:
        """Return the table and the visitor. A program identifies itself by the token of its seat."""
        code = request.path_params["code"]
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        person = self.context.signer.person_of_token(code, token) if kind == "Bearer" else None
        room, visitor = await self.context.find(request, code, person or ""), self.context.visitor(request)
        return room, Visitor(person) if person else visitor

    async def record(self, request: Request) -> Response:
        """Return the record of the finished game."""
        room, visitor = await self._find(request)
        table = room.room_for(visitor.id).table
        if not may_watch(table, visitor.id):
            return self.context.error(request, 404, NOT_HERE, NOT_HERE_TEXT, table.code)
        session = table.session
        if session is None or session.result is None:
            return self.context.error(request, 404, NOT_YET, NOT_YET_TEXT, table.code)
        name = f"{session.ruleset.game}-{table.code}-{session.number}.turncoat"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return PlainTextResponse(session.record(), headers=headers)

    async def deal(self, request: Request) -> Response:
        """Return the proof of the fair deal: the commitment, and after the game everything needed to verify it."""
        room, visitor = await self._find(request)
        table = room.room_for(visitor.id).table
        session = table.session
        if not may_look_on(room.live.table, visitor.id):
            self.context.note_missing(request)
            raise Refused(Refusal("no-such-table"))
        if session is None:
            proof = DealProof(table.games, None, table.commitment)
        elif session.result is None or not may_watch(table, visitor.id):
            sealed = msgspec.structs.replace(session.opened(), seed="")
            proof = DealProof(session.number, sealed, table.commitment)
        else:
            proof = DealProof(session.number, session.opened(), table.commitment, session.record())
        return Response(msgspec.json.encode(proof), media_type="application/json")
