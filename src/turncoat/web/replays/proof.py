"""Downloads of the game that a table plays or has just finished: its record, and the papers of its fair deal.

Both hold every card. So they follow the rule of the replay pages (`evening.may_watch`): who has sat at the table gets
them, once the game is over; whoever else has the code gets what everybody may know.
"""

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from turncoat.kernel.words import N_
from turncoat.table.past.proof import Papers
from turncoat.table.runtime.room_registry import Seated
from turncoat.web.http.context import Desk
from turncoat.web.http.identity import Visitor
from turncoat.web.replays.routes import NOT_HERE, NOT_HERE_TEXT
from turncoat.web.replays.statistics import may_watch

NOT_YET: Final = N_("No game to download yet")
NOT_YET_TEXT: Final = N_(
    "A record holds every card, so there is one only when a game is over, and as long as it is kept."
)


def paper_routes(desk: Desk) -> list[BaseRoute]:
    """The routes."""
    downloads = Downloads(desk)
    return [Route("/t/{code}/record", downloads.record), Route("/t/{code}/deal", downloads.deal)]


class Downloads:
    """Handlers."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def _find(self, request: Request) -> tuple[Seated, Visitor]:
        """The table and who asks: a program says it with the token of its seat."""
        seated, visitor = await self.desk.find(request, request.path_params["code"]), self.desk.visitor(request)
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        person = self.desk.signer.person_of_token(seated.table.code, token) if kind == "Bearer" else None
        return seated, Visitor(person) if person else visitor

    async def record(self, request: Request) -> Response:
        """The finished game as a text to keep."""
        seated, visitor = await self._find(request)
        table = seated.seen_by(visitor.id).table
        if not may_watch(table, visitor.id):
            return self.desk.error(request, 404, NOT_HERE, NOT_HERE_TEXT, table.code)
        play = table.play
        if play is None or play.result is None:
            return self.desk.error(request, 404, NOT_YET, NOT_YET_TEXT, table.code)
        name = f"{play.ruleset.game}-{table.code}-{play.number}.turncoat"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return PlainTextResponse(play.record(), headers=headers)

    async def deal(self, request: Request) -> Response:
        """The fair-deal papers: what the server committed to, and after the game what anyone needs to check it."""
        seated, visitor = await self._find(request)
        table = seated.seen_by(visitor.id).table
        play = table.play
        if play is None or seated.is_closed_to(visitor.id):
            papers = Papers(table.games, None, table.commitment)
        elif play.result is None or not may_watch(table, visitor.id):
            sealed = msgspec.structs.replace(play.opened(), seed="")
            papers = Papers(play.number, sealed, table.commitment)
        else:
            papers = Papers(play.number, play.opened(), table.commitment, play.record())
        return Response(msgspec.json.encode(papers), media_type="application/json")
