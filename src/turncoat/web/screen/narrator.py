"""Narrator: a page that reads the reveal's script aloud, for a table's game or any other.

The script depends only on the ruleset and never on a deal, so the page needs no seat and no login.
"""

from typing import ClassVar, Final
from urllib.parse import urlencode

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route

from turncoat.kernel.card_texts import reveal_script, touch_script
from turncoat.kernel.chapters import Chapter, ScriptLine
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.telling import PLAYERS, Translate, company, filled
from turncoat.web.board.telling import say_refusal
from turncoat.web.context import WebContext
from turncoat.web.http.codes import grouped
from turncoat.web.http.forms import whole_number
from turncoat.web.http.languages import language_of, languages, translator
from turncoat.web.http.page import Page, SelectOption, TableLink
from turncoat.web.http.static_files import IMMUTABLE
from turncoat.web.screen.address import (
    fields_of,
    query_of,
    ruleset_in,
    ruleset_of_table,
    setup_in_address,
    without_language,
)
from turncoat.web.screen.ruleset_form import RulesetForm, ruleset_form
from turncoat.web.screen.voice import NoVoice, Voice


class NarratedLine(msgspec.Struct, frozen=True):
    """Line of the script."""

    text: str
    pause: float
    """Seconds of silence after the line."""
    pause_words: str = ""
    audio: str = ""
    """Address of the audio, if the server has a voice."""


class NarratorPage(Page, frozen=True):
    """Script of one ruleset, which never depends on a deal."""

    template: ClassVar[str] = "screen/narrator.html"
    title: str
    about: str
    lines: tuple[NarratedLine, ...]
    form: RulesetForm | None = None
    """None for a table's game."""
    back: TableLink | None = None
    """Table that plays the game."""
    reader: str = ""
    """Instructions on who reads the script if no device does."""
    ways: tuple[SelectOption, ...] = ()
    """Links to the two versions of the reveal, with closed eyes and by touch, if there are both."""
    by_touch: bool = False
    components: tuple[str, ...] = ()
    """Components in the box of an edition played by touch."""


_TITLE: Final = N_("Narrator: {game} · Turncoat")
_OF_TABLE: Final = N_("Narrator for table {code} · Turncoat")
_PAUSE: Final = N_("{seconds} second of silence", "{seconds} seconds of silence")
_WITH_EYES: Final = N_("With closed eyes")
_BY_TOUCH: Final = N_("By touch")
TOUCH: Final = "touch"
"""Value of the field `way` in the address."""


def narrator_routes(context: WebContext, voice: Voice) -> list[BaseRoute]:
    """Return the routes of the narrator."""
    narrator = Narrator(context, voice)
    return [
        Route("/narrator", narrator.any_game),
        Route("/narrator/line.wav", narrator.line),
        Route("/t/{code}/narrator", narrator.of_table),
    ]


class Narrator:
    """Request handlers of the narrator."""

    def __init__(self, context: WebContext, voice: Voice) -> None:
        self.context, self.voice = context, voice

    async def any_game(self, request: Request) -> Response:
        """Return the script of the game in the address, with a form to choose another."""
        say, fields = translator(language_of(request)), fields_of(request)
        game_setup, problem = setup_in_address(fields)
        said = say_refusal(problem, say) if problem is not None else ""

        def draw() -> Response:
            ruleset = None if problem else ruleset_in(game_setup)
            return self._page(request, ruleset, game_setup, form=_form(game_setup, say, said))

        return await self.context.slow_work.run(request, draw)

    async def of_table(self, request: Request) -> Response:
        """Return the script of a table's current or prepared game."""
        found = await ruleset_of_table(self.context, request)
        if found is None:
            return self.context.go(request, f"/t/{request.path_params['code']}")
        ruleset, back = found
        game_setup = c.GameSetup(ruleset.game, ruleset.players, ruleset.modules)
        return self._page(request, ruleset, game_setup, back=back)

    def _page(
        self,
        request: Request,
        ruleset: Ruleset | None,
        game_setup: c.GameSetup,
        form: RulesetForm | None = None,
        back: TableLink | None = None,
    ) -> Response:
        visitor, language = self.context.visitor(request), language_of(request)
        say, book = translator(language), rulebook(game_setup.game)
        by_touch = request.query_params.get("way") == TOUCH and ruleset is not None and bool(touch_script(ruleset))
        extras = [
            say(book.chapters[name].title)
            for name in game_setup.modules
            if form is None or _speaks(game_setup.game, name)
        ]
        players = company(ruleset, say) if ruleset else filled(say, PLAYERS, count=game_setup.players)
        title = say(_OF_TABLE).format(code=grouped(back.code)) if back else say(_TITLE).format(game=say(book.title))
        site = self.context.site(request, visitor, title)
        page = NarratorPage(
            msgspec.structs.replace(site, path=without_language(request), language=language),
            say(book.title),
            ", ".join((players, *extras)),
            tuple(
                NarratedLine(
                    say(line.text),
                    line.pause,
                    filled(say, _PAUSE, seconds=int(line.pause)) if line.pause else "",
                    self._sound(ruleset, number, say(line.text), language, by_touch) if self.voice.is_there else "",
                )
                for number, line in enumerate(_lines(ruleset, by_touch))
            )
            if ruleset is not None
            else (),
            form,
            back,
            reader=say(book.script_reader) if book.script_reader else "",
            ways=_ways(request, say, by_touch) if ruleset is not None and touch_script(ruleset) else (),
            by_touch=by_touch,
            components=tuple(f"{count} × {say(what)}" for count, what in book.touch_components) if by_touch else (),
        )
        return self.context.page(request, visitor, page)

    def _sound(self, ruleset: Ruleset, number: int, text: str, language: str, by_touch: bool) -> str:
        """Return the address of a line's audio.

        It changes with everything that affects the audio, so browsers may cache it.
        """
        mark = self.voice.path_of(text, language).stem[:10]
        line = [("line", str(number)), ("language", language), ("v", mark)]
        way = [("way", TOUCH)] if by_touch else []
        return f"/narrator/line.wav?{urlencode([*query_of(ruleset), *way, *line])}"

    async def line(self, request: Request) -> Response:
        """Return the audio of one line, named by its number in the script. Requests never contain the text itself."""
        fields = fields_of(request)
        game_setup, problem = setup_in_address(fields)
        language, number = request.query_params.get("language", ""), whole_number(request.query_params.get("line", ""))
        known = language in {one.code for one in languages()}
        lines: tuple[ScriptLine, ...] = ()
        if known and problem is None:
            lines = _lines(ruleset_in(game_setup), request.query_params.get("way") == TOUCH)
        if not known or number is None or number >= len(lines):
            raise HTTPException(404)
        text = translator(language)(lines[number].text)
        path = self.voice.path_of(text, language)
        if not path.exists():
            self.context.limiter.voice(request)
        try:
            path = await self.voice.say(text, language)
        except NoVoice:
            raise HTTPException(404) from None
        fresh = request.query_params.get("v") == path.stem[:10]
        return FileResponse(path, media_type="audio/wav", headers={"Cache-Control": IMMUTABLE if fresh else "no-cache"})


def _lines(ruleset: Ruleset, by_touch: bool) -> tuple[ScriptLine, ...]:
    return touch_script(ruleset) if by_touch else reveal_script(ruleset)


def _ways(request: Request, say: Translate, by_touch: bool) -> tuple[SelectOption, ...]:
    """Return links to this page with each of the two scripts."""
    others = [(name, value) for name, value in request.query_params.multi_items() if name != "way"]
    ways = ((_WITH_EYES, others, False), (_BY_TOUCH, [*others, ("way", TOUCH)], True))
    return tuple(
        SelectOption(f"{request.url.path}?{urlencode(query)}", say(label), chosen=touch is by_touch)
        for label, query, touch in ways
    )


def _speaks(game: str, module: str) -> bool:
    """Return whether a module changes the script of the reveal."""
    return type(rulebook(game).chapters[module]).script is not Chapter.script


def _form(game_setup: c.GameSetup, say: Translate, problem: str) -> RulesetForm:
    def speaks(module: str) -> bool:
        return _speaks(game_setup.game, module)

    return ruleset_form("/narrator", game_setup, say, problem, reveal_script, speaks)
