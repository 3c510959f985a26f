"""A table's current or last game: its record, and the proof of its fair deal, to download and as a page that checks it.

They contain all cards, so the rule of the replay pages applies (`statistics.may_watch`): people who have sat at the
table get them once the game is over. Everybody else with the code gets only public facts, and no proof at all if the
host allows no spectators.
"""

from functools import partial
from typing import ClassVar, Final

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from turncoat.kernel.refusals import Refusal, Refused
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.words import N_
from turncoat.table.past.proof import DealProof, DealProofError, check_proof, draws_of
from turncoat.table.runtime.room import Room
from turncoat.table.state.game_session import GameSession
from turncoat.table.values.deal_opening import FixedDeal
from turncoat.telling import filled, names_of
from turncoat.web.context import WebContext
from turncoat.web.http.codes import grouped
from turncoat.web.http.identity import Visitor
from turncoat.web.http.languages import language_of, translator
from turncoat.web.http.page import Page
from turncoat.web.replays.routes import NOT_HERE, NOT_HERE_TEXT, NUMBERED
from turncoat.web.replays.statistics import may_look_on, may_watch

NOT_YET: Final = N_("No game to download yet")
NOT_YET_TEXT: Final = N_(
    "A record holds every card, so it exists only once a game is over, and for as long as the game is stored."
)

NO_PROOF_TEXT: Final = N_("The seed of a deal opens every card, so there is a proof only once the game is over.")
_PAGE: Final = N_("Proof of a fair deal: {game} · Turncoat")
_MISSING: Final = N_("{who} did not reveal their entropy, so a drawn value replaces it")


def proof_routes(context: WebContext) -> list[BaseRoute]:
    """Return the routes of the downloads."""
    downloads = Downloads(context)
    return [
        Route("/t/{code}/record", downloads.record),
        Route("/t/{code}/deal", downloads.deal),
        Route("/t/{code}/proof", downloads.page),
    ]


class ProofPage(Page, frozen=True):
    """Proof of a fair deal, which the page's script checks."""

    template: ClassVar[str] = "replays/proof.html"
    about: str
    """The game, and which of the table's games it was."""
    code: str
    proof: str
    """The proof as indented JSON."""
    fixed: str
    """Everything fixed before the entropy was revealed, as JSON."""
    draws: str
    """All draws of the deal, as JSON."""
    problem: str = ""
    """Result of the server's own check: what does not fit, or empty if everything does."""
    missing: str = ""
    """Sentence about people who did not reveal their entropy."""
    is_practice: bool = False
    """True if the game was dealt at once, so that nobody could add entropy or keep the mark of the deal."""


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

    async def page(self, request: Request) -> Response:
        """Return the page that checks the proof of the finished game."""
        room, visitor = await self._find(request)
        table = room.room_for(visitor.id).table
        if not may_watch(table, visitor.id):
            return self.context.error(request, 404, NOT_HERE, NOT_HERE_TEXT, table.code)
        session = table.session
        if session is None or session.result is None:
            return self.context.error(request, 404, NOT_YET, NO_PROOF_TEXT, table.code)
        proof = DealProof(session.number, session.opened(), table.commitment, session.record())
        missing = [one.name for one in session.entropy_by_seat if one.is_missing]
        draw = partial(self._page, request, visitor, proof, table.code, session, missing)
        return await self.context.slow_work.run(request, draw)

    def _page(
        self, request: Request, visitor: Visitor, proof: DealProof, code: str, session: GameSession, missing: list[str]
    ) -> Response:
        language, ruleset = language_of(request), session.ruleset
        say, deal = translator(language), proof.deal
        assert deal is not None
        try:
            check_proof(proof)
            problem = ""
        except DealProofError as error:
            problem = say(error.message)
        title = say(NUMBERED).format(game=say(rulebook(ruleset.game).title), code=grouped(code), number=proof.game)
        fixed = FixedDeal.of(deal.commitment, ruleset, deal.hashes, deal.entropy)
        page = ProofPage(
            self.context.site(request, visitor, say(_PAGE).format(game=title)),
            title,
            code,
            msgspec.json.format(msgspec.json.encode(proof), indent=2).decode(),
            msgspec.json.encode(fixed).decode(),
            msgspec.json.encode(draws_of(deal, ruleset)).decode(),
            problem,
            filled(say, _MISSING, who=names_of(say, missing)) if missing else "",
            session.teaches,
        )
        return self.context.page(request, visitor, page)

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
