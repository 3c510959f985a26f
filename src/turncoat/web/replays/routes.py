"""Routes of finished games: statistics, replays and records of a table, share links, and uploaded records."""

import secrets
from collections.abc import Mapping
from functools import partial
from typing import ClassVar, Final, TypeAlias

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from turncoat.deduction import NoWorldFits
from turncoat.kernel.chapters import RulesetError, option_text
from turncoat.kernel.records import RecordError
from turncoat.kernel.refusals import Refusal, Refused, status_of
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.text_files import without_mark
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.table.state.table import Table
from turncoat.table.values.occupants import Occupant
from turncoat.table.values.summaries import GameSummary
from turncoat.telling import Teller, Translate, in_words_of
from turncoat.web.board.chat_lines import chat_lines
from turncoat.web.board.model import ChatLine
from turncoat.web.context import WebContext
from turncoat.web.http.codes import grouped
from turncoat.web.http.forms import whole_number
from turncoat.web.http.identity import Visitor
from turncoat.web.http.languages import language_of, renderer, translator
from turncoat.web.http.page import Page
from turncoat.web.replays.beliefs import BeliefPage, viewpoint_from, viewpoints
from turncoat.web.replays.page import (
    ALL,
    ReplayCache,
    ReplayPage,
    about,
    moment_from,
    seats_of,
    side_from,
    sides_of,
    with_talk,
)
from turncoat.web.replays.picture import KINDS, PICTURES, PictureCache, PictureLink, has_png, picture_links, picture_url
from turncoat.web.replays.sample import sample_game
from turncoat.web.replays.statistics import (
    date_of,
    may_look_on,
    may_share,
    may_watch,
    retention_line,
    statistics_page,
    time_at,
)


class LinkPage(Page, frozen=True):
    """First page of a share link, which does not reveal the result unless the sharer wants it to."""

    template: ClassVar[str] = "replays/link.html"
    game: str
    about: str
    names: tuple[str, ...]
    date: str
    start_url: str
    end_url: str
    date_at: str = ""
    """Date in ISO format."""
    pictures: tuple[PictureLink, ...] = ()
    preview: str = ""
    """Picture for previews in messengers, which display no SVG, or empty if there is none."""
    result: str = ""
    """Winner, if the sharer wants the result revealed."""
    like: tuple[tuple[str, str], ...] = ()
    """Fields of the form that opens a table with the same rules."""


class RecordPage(Page, frozen=True):
    """Page to paste or upload a record for watching."""

    template: ClassVar[str] = "replays/record.html"
    text: str = ""
    problem: str = ""
    most: int = 0


LONGEST_RECORD: Final = 100_000
"""Characters. No game comes close."""
LARGEST_UPLOAD: Final = 4 * LONGEST_RECORD
TOKEN_BYTES: Final = 18
"""Length of a share link's token, which makes it impossible to guess."""

NOT_HERE: Final = N_("You can't watch that game here")
NOT_HERE_TEXT: Final = N_("Games are shown to people who sat at the table, and to anybody with a link.")
NO_LINK: Final = N_("This link shows nothing")
NO_LINK_TEXT: Final = N_("It was withdrawn, or the game is no longer stored.")
DELETED: Final = N_("The table has been deleted")
DELETED_TEXT: Final = N_("Its games, the names and everything that was said have been erased from this server.")
BELIEFS: Final = "beliefs"
"""Value of `show` in an address that requests the suspicion chart instead of a moment."""
TURNING: Final = "turning"
"""Value of `show` that requests the moment that changed suspicion most, a section of the end page."""
NO_BELIEF: Final = N_("That game is inconsistent")
NO_BELIEF_TEXT: Final = N_("No deal fits the rules after this: {event}")
_BELIEFS: Final = N_("Suspicion chart: {game} · Turncoat")
_TITLE: Final = N_("Replay: {game} · Turncoat")
NUMBERED: Final = N_("{game}, game {number} at table {code}")
_LINK: Final = N_("A game of {game} · Turncoat")
_STATISTICS: Final = N_("Games at table {code} · Turncoat")
_RECORD: Final = N_("Watch a recorded game · Turncoat")
_BACK: Final = N_("All games at this table")
_OTHER: Final = N_("Watch another record")
_PLAY: Final = N_("Play a game")
SAMPLE: Final = "/sample"
"""Address of the sample game."""
_NO_RECORD: Final = N_("That can't be played: {why}.")
_TOO_LONG: Final = N_("That is too long for a record; please choose another file.")
_EMPTY: Final = N_("Please choose a file, or paste the text of a record.")


Talk: TypeAlias = Mapping[int, tuple[ChatLine, ...]]
"""Chat messages of a game's table, by the number of public events so far."""


def _talk_of(table: Table, game: int, person: str, translate: Translate) -> Talk:
    """Return a game's stored chat messages, without the voices that the person has muted."""
    muted_voices, talk = table.personal(person).muted_voices, dict[int, tuple[ChatLine, ...]]()
    for message in table.chat.of_games.get(game, ()):
        events = message.after_events or 0
        talk[events] = talk.get(events, ()) + chat_lines((message,), translate, muted_voices, table.chat.voices)
    return talk


def _named(game: str, at: tuple[str, int] | None, translate: Translate) -> str:
    """Return the name of a game for titles, with its table and number, so that two tabs differ."""
    return translate(NUMBERED).format(game=game, code=grouped(at[0]), number=at[1]) if at else game


def _fields_of(ruleset: Ruleset) -> tuple[tuple[str, str], ...]:
    """Return a ruleset as the fields of the form that opens a table."""
    return (
        ("game", ruleset.game),
        ("players", str(ruleset.players)),
        *(("module", module) for module in ruleset.modules),
        *((f"option.{name}", option_text(value)) for name, value in ruleset.options),
    )


def replay_routes(context: WebContext) -> list[BaseRoute]:
    """Return the routes of finished games."""
    pages = Replays(context)
    return [
        Route("/t/{code}/games", pages.statistics),
        Route("/t/{code}/games", pages.command, methods=["POST"]),
        Route("/t/{code}/games/{number}", pages.game),
        Route("/t/{code}/games/{number}/record", pages.record),
        Route("/t/{code}/games/{number}/share", pages.share, methods=["POST"]),
        Route("/t/{code}/games/{number}/picture/{file}", pages.picture_to_share),
        Route("/r/{token}", pages.link),
        Route("/r/{token}/watch", pages.linked),
        Route("/r/{token}/picture/{file}", pages.picture),
        Route(SAMPLE, pages.sample),
        Route("/replay", pages.upload),
        Route("/replay", pages.watch, methods=["POST"]),
        Route("/gone", pages.gone),
    ]


class Replays:
    """Request handlers of finished games."""

    def __init__(self, context: WebContext) -> None:
        self.context = context
        self.replays = ReplayCache()
        self.pictures = PictureCache()

    # A table's games

    async def _find(self, request: Request) -> tuple[Room, Visitor]:
        room = await self.context.find(request, request.path_params["code"])
        visitor = self.context.visitor(request)
        return room.room_for(visitor.id), visitor

    async def statistics(self, request: Request) -> Response:
        """Return the statistics of the latest games, or of all."""
        room, visitor = await self._find(request)
        return await self._statistics(request, room, visitor)

    async def _statistics(
        self, request: Request, room: Room, visitor: Visitor, refusal: Refusal | None = None
    ) -> Response:
        table = room.table
        if not may_look_on(room.live.table, visitor.id):
            return self.context.error(request, 403, NOT_HERE, NOT_HERE_TEXT)
        say = translator(language_of(request))
        site = self.context.site(request, visitor, say(_STATISTICS).format(code=grouped(table.code)))
        base, most = self.context.base(request), self.context.registry.settings.keep
        every = bool(request.query_params.get("all"))
        finished, watches = list(table.history.summaries.values()), may_watch(table, visitor.id)

        def draw() -> Response:
            page = statistics_page(table, finished, visitor, watches, site, base, say, most, every, refusal)
            return self.context.page(request, visitor, page, status_of(refusal))

        return await self.context.slow_work.run(request, draw)

    async def command(self, request: Request) -> Response:
        """Create or withdraw a game's share link."""
        room, visitor = await self._find(request)
        fields = await self.context.form(request, visitor)
        game = 0
        try:
            game = fields.number("game") or 0
            if fields.first("do") == "share-game":
                token = secrets.token_urlsafe(TOKEN_BYTES)
                command: c.Command = c.ShareGame(game, token, tells_result=fields.is_set("tells_result"))
            else:
                command = c.UnshareGame(game)
            await self.context.submit(request, room.live, visitor.id, command)
        except Refused as refused:
            return await self._statistics(request, room, visitor, refused.refusal)
        return self.context.go(request, f"/t/{room.table.code}/games#game-{game}", visitor)

    async def _game(self, request: Request) -> tuple[Room, Visitor, GameSummary] | None:
        room, visitor = await self._find(request)
        finished = self._finished(request, room, visitor)
        return (room, visitor, finished) if finished is not None else None

    def _finished(self, request: Request, room: Room, visitor: Visitor) -> GameSummary | None:
        """Return the game in the address, if the visitor may watch it."""
        finished = room.table.history.summaries.get(whole_number(request.path_params["number"]) or 0)
        return finished if finished is not None and may_watch(room.table, visitor.id) else None

    async def game(self, request: Request) -> Response:
        """Return the replay of a table's game."""
        found = await self._game(request)
        if found is None:
            return self.context.error(request, 404, NOT_HERE, NOT_HERE_TEXT)
        room, visitor, finished = found
        path = f"/t/{room.table.code}"
        url = f"{path}/games/{finished.number}"
        back = translator(language_of(request))(_BACK)
        played = finished.was_played_by(visitor.id)
        share_to = f"{url}/share" if may_share(room.table, visitor.id, finished.number, played) else ""
        say = in_words_of(finished.game, translator(language_of(request)))
        talk = _talk_of(room.table, finished.number, visitor.id, say)
        links = f"{path}/games", back, f"{url}/record", share_to
        kept = retention_line(room.table, room.live.longest_retention, translator(language_of(request)))
        at = room.table.code, finished.number
        game = finished.record, finished.occupants, url
        return await self._show(request, visitor, *game, *links, talk=talk, at=at, kept=kept)

    async def share(self, request: Request) -> Response:
        """Redirect to a game's share link, creating it if necessary. A script gets its address instead."""
        room, visitor = await self._find(request)
        fields = await self.context.form(request, visitor)
        finished = self._finished(request, room, visitor)
        if finished is None:
            return self.context.error(request, 404, NOT_HERE, NOT_HERE_TEXT)
        shared = room.live.table.history.shared
        if finished.number not in shared:
            try:
                token, tells_result = secrets.token_urlsafe(TOKEN_BYTES), fields.is_set("tells_result")
                command = c.ShareGame(finished.number, token, tells_result=tells_result)
                await self.context.submit(request, room.live, visitor.id, command)
            except Refused as refused:
                return await self._statistics(request, room, visitor, refused.refusal)
        link = shared[finished.number]
        url = f"/r/{link.token}"
        if "application/json" in request.headers.get("accept", ""):
            return JSONResponse({"url": self.context.base(request) + url, "tells_result": link.tells_result})
        return self.context.go(request, url, visitor)

    async def record(self, request: Request) -> Response:
        """Return the record of a table's game."""
        found = await self._game(request)
        if found is None:
            return self.context.error(request, 404, NOT_HERE, NOT_HERE_TEXT)
        room, _, finished = found
        name = f"{finished.game}-{room.table.code}-{finished.number}.turncoat"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return PlainTextResponse(finished.record, headers=headers)

    # Share links

    async def _linked(self, request: Request) -> tuple[GameSummary | None, bool]:
        """Return the game of a share link, and whether its picture reveals the winner."""
        token = request.path_params["token"][:64]
        code = await self.context.registry.store.code_of_link(token)
        if not code:
            self.context.limiter.miss(request)
            return None, False
        history = (await self.context.read_table(request, code)).history
        finished = history.game_of_link(token)
        return finished, finished is not None and history.tells_result(finished.number)

    async def link(self, request: Request) -> Response:
        """Return the first page of a share link. It is not used up, because messengers preview links."""
        (finished, tells_result), visitor = await self._linked(request), self.context.visitor(request)
        if finished is None:
            return self.context.error(request, 404, NO_LINK, NO_LINK_TEXT)
        language = language_of(request)
        say = translator(language)
        try:
            replay = await self.context.slow_work.run(request, partial(self.replays.replay, finished.record))
        except RecordError as error:
            return self._rules_have_changed(request, error)
        title = say(rulebook(finished.game).title)
        url = f"/r/{request.path_params['token']}/watch"
        page = LinkPage(
            self.context.site(request, visitor, say(_LINK).format(game=title)),
            title,
            about(replay.ruleset, say),
            finished.names,
            date_of(finished.ended, say),
            f"{url}?at=0&play=1",
            f"{url}?at=end&as=open",
            time_at(finished.ended),
            picture_links(f"/r/{request.path_params['token']}", language),
            self._preview(request, language),
            Teller(replay.ruleset, finished.names, say).victory(finished.winner) if tells_result else "",
            _fields_of(replay.ruleset),
        )
        return self.context.page(request, visitor, page)

    def _preview(self, request: Request, language: str) -> str:
        token = request.path_params["token"]
        return f"{self.context.base(request)}/r/{token}/picture/wide-{language}.png" if has_png() else ""

    async def picture(self, request: Request) -> Response:
        """Return the picture of a share link's game. It disappears with the link, so it must not be cached for long."""
        finished, tells_result = await self._linked(request)
        return await self._picture(request, finished, tells_result=tells_result)

    async def picture_to_share(self, request: Request) -> Response:
        """Return the picture of a game before it has a link, for people who may create one."""
        found = await self._game(request)
        if found is None:
            return self.context.error(request, 404, NOT_HERE, NOT_HERE_TEXT)
        room, visitor, finished = found
        may = may_share(room.table, visitor.id, finished.number, finished.was_played_by(visitor.id))
        tells_result = bool(request.query_params.get("tells_result"))
        return await self._picture(request, finished if may else None, tells_result=tells_result)

    async def _picture(self, request: Request, finished: GameSummary | None, *, tells_result: bool) -> Response:
        wanted = PICTURES.get(request.path_params["file"])
        if finished is None or wanted is None or (wanted.kind == "png" and not has_png()):
            return self.context.error(request, 404, NO_LINK, NO_LINK_TEXT)
        shape, kind, language = wanted.shape, wanted.kind, wanted.language
        work = partial(self.pictures.drawn, finished, shape, kind, language, tells_result=tells_result)
        try:
            content = await self.context.slow_work.run(request, work)
        except RulesetError as error:
            return self._rules_have_changed(request, error)
        return Response(content, media_type=KINDS[kind], headers={"Cache-Control": "no-cache"})

    async def linked(self, request: Request) -> Response:
        """Return the replay of a share link's game."""
        (finished, _), visitor = await self._linked(request), self.context.visitor(request)
        if finished is None:
            return self.context.error(request, 404, NO_LINK, NO_LINK_TEXT)
        link = f"{self.context.base(request)}/r/{request.path_params['token']}"
        url = request.url.path
        return await self._show(request, visitor, finished.record, finished.occupants, url, share_url=link)

    # Records

    async def sample(self, request: Request) -> Response:
        """Return the replay of the game that comes with the server, for people who have never seen one."""
        visitor, say, game = self.context.visitor(request), translator(language_of(request)), sample_game()
        links = "/", say(_PLAY)
        return await self._show(request, visitor, game.record, game.occupants, SAMPLE, *links, talk=game.talk(say))

    async def upload(self, request: Request) -> Response:
        """Return the page to paste or upload a record."""
        return self._upload(request, self.context.visitor(request))

    def _upload(self, request: Request, visitor: Visitor, text: str = "", problem: str = "") -> Response:
        say = translator(language_of(request))
        site = self.context.site(request, visitor, say(_RECORD))
        page = RecordPage(site, text[:LONGEST_RECORD], problem, LONGEST_RECORD)
        return self.context.page(request, visitor, page, 200 if not problem else 422)

    async def watch(self, request: Request) -> Response:
        """Return the replay of a record that the browser sends with each request."""
        visitor, say = self.context.visitor(request), translator(language_of(request))
        fields = await self.context.form(request, visitor, LARGEST_UPLOAD, files=True)
        text = without_mark((fields.first("file") or fields.first("record")).strip()).replace("\r\n", "\n").strip()
        if not text or len(text) > LONGEST_RECORD:
            return self._upload(request, visitor, text, say(_TOO_LONG if text else _EMPTY))
        self.context.limiter.record(request, text)
        given = {name: values[0] for name, values in fields.items()}

        def draw() -> Response:
            try:
                replay = self.replays.replay(text)
            except RecordError as error:
                return self._upload(request, visitor, text, say(_NO_RECORD).format(why=say(error.message).rstrip(".")))
            occupants = seats_of(replay.ruleset, say)
            if given.get("show") == BELIEFS:
                return self._beliefs(request, visitor, text, occupants, given, "/replay")
            return self._page(request, visitor, text, occupants, given, "/replay", "/replay", say(_OTHER))

        return await self.context.slow_work.run(request, draw)

    # Helpers

    def _rules_have_changed(self, request: Request, error: RecordError | RulesetError) -> Response:
        """Return the error page for a game whose rules have changed since."""
        say = translator(language_of(request))
        return self.context.error(request, 409, NOT_HERE, say(_NO_RECORD).format(why=say(error.message).rstrip(".")))

    async def _show(
        self,
        request: Request,
        visitor: Visitor,
        record: str,
        occupants: tuple[Occupant, ...],
        url: str,
        back_url: str = "",
        back: str = "",
        record_url: str = "",
        share_to: str = "",
        share_url: str = "",
        talk: Talk | None = None,
        at: tuple[str, int] | None = None,
        kept: str = "",
    ) -> Response:
        given = dict(request.query_params)

        def draw() -> Response:
            try:
                self.replays.replay(record)
            except RecordError as error:
                return self._rules_have_changed(request, error)
            if given.get("show") == BELIEFS:
                return self._beliefs(request, visitor, record, occupants, given, url, at)
            if given.get("show") == TURNING:
                return self._turning(request, record, occupants, url)
            links = back_url, back, record_url, share_to, share_url
            return self._page(request, visitor, record, occupants, given, url, *links, talk=talk, at=at, kept=kept)

        return await self.context.slow_work.run(request, draw)

    def _page(
        self,
        request: Request,
        visitor: Visitor,
        record: str,
        occupants: tuple[Occupant, ...],
        given: dict[str, str],
        url: str,
        back_url: str = "",
        back: str = "",
        record_url: str = "",
        share_to: str = "",
        share_url: str = "",
        talk: Talk | None = None,
        at: tuple[str, int] | None = None,
        kept: str = "",
    ) -> Response:
        language = language_of(request)
        say, replay = translator(language), self.replays.replay(record)
        side = side_from(given.get("as", ""), replay.ruleset.players)
        event = whole_number(given.get("event", ""))
        if event is None:
            moment = moment_from(given.get("at") or given.get("slide", ""), replay.last)
        else:  # counts public events, for links from pages that do not replay the game and know no moments
            moment = replay.moment_of(event)
        posted = url == "/replay"
        part = self.replays.part(record, occupants, moment, side, language, "" if posted else url)
        if talk:
            part = with_talk(part, replay, talk, lambda number: f"{url}?at={number}&as={side}")
        title = say(rulebook(replay.ruleset.game).title)
        site = self.context.site(request, visitor, say(_TITLE).format(game=_named(title, at, say)))
        if "application/json" in request.headers.get("accept", ""):
            html = renderer(language).draw("replays/moment.html", part=part, public=part.public, site=site)
            body = {"at": part.moment, "label": part.label, "news": list(part.new_events), "html": html}
            return Response(msgspec.json.encode(body), media_type="application/json")
        names = [occupant.name for occupant in occupants]
        page = ReplayPage(
            site,
            title,
            about(replay.ruleset, say),
            part,
            sides_of(names, side, say),
            url,
            record if posted else "",
            back_url,
            back,
            record_url,
            share_to,
            picture_url(url, language) if share_to else "",
            kept if share_to else "",
            share_url,
            "" if posted else f"{url}?show={BELIEFS}",
        )
        return self.context.page(request, visitor, page)

    def _turning(self, request: Request, record: str, occupants: tuple[Occupant, ...], url: str) -> Response:
        """Return the moment that changed suspicion most, or 204 if there is none."""
        language = language_of(request)
        try:
            part = self.replays.turning(record, occupants, language, url)
        except NoWorldFits:
            part = None
        if part is None:
            return Response(status_code=204)
        return HTMLResponse(renderer(language).draw("replays/turning.html", turning=part))

    def _beliefs(
        self,
        request: Request,
        visitor: Visitor,
        record: str,
        occupants: tuple[Occupant, ...],
        given: dict[str, str],
        url: str,
        at: tuple[str, int] | None = None,
    ) -> Response:
        """Return the suspicion chart from one viewpoint."""
        language = language_of(request)
        say, replay = translator(language), self.replays.replay(record)
        seat = viewpoint_from(given.get("as", ""), replay.ruleset.players)
        posted = url == "/replay"
        try:
            part = self.replays.beliefs(record, occupants, seat, language, "" if posted else url)
        except NoWorldFits as error:
            names = [occupant.name for occupant in occupants]
            event = Teller(replay.ruleset, names, say).event(error.event)
            return self.context.error(request, 409, NO_BELIEF, say(NO_BELIEF_TEXT).format(event=event))
        title = say(rulebook(replay.ruleset.game).title)
        page = BeliefPage(
            self.context.site(request, visitor, say(_BELIEFS).format(game=_named(title, at, say))),
            title,
            about(replay.ruleset, say),
            part,
            viewpoints([occupant.name for occupant in occupants], seat, say),
            url,
            record if posted else "",
            "" if posted else f"{url}?at=0&as={seat if seat >= 0 else ALL}",
        )
        return self.context.page(request, visitor, page)

    async def gone(self, request: Request) -> Response:
        """Return the page displayed after a table was deleted."""
        return self.context.error(request, 200, DELETED, DELETED_TEXT)
