"""Input field for short questions to the table, loaded on first use to keep the page small."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from turncoat.web.board.questions import SENTENCES, WORDS
from turncoat.web.http.languages import language_asked_for, renderer, translator


def queries_routes() -> list[Route]:
    """Return the route. Its answer depends on nothing about the visitor except the requested language."""
    return [Route("/queries", field)]


def queries_html(language: str) -> str:
    """Return the field as HTML, with the words that it understands."""
    say = translator(language)
    words = {name: say(asked) for name, asked in WORDS.items()}
    sentences = {name: say(text) for name, text in SENTENCES.items()}
    return renderer(language).draw("site/queries.html", words=words, sentences=sentences)


async def field(request: Request) -> Response:
    """Return the field in the requested language."""
    return HTMLResponse(queries_html(language_asked_for(request)), headers={"Cache-Control": "no-cache"})
