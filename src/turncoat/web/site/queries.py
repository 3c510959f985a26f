"""The field for short questions to the table. A page fetches it when it is first opened, so the first load is no
heavier for it."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from turncoat.web.board.questions import SENTENCES, WORDS
from turncoat.web.http.languages import language_asked_for, renderer, translator


def queries_routes() -> list[Route]:
    """The route. It depends on the language that is asked for, and on nothing else of the visitor."""
    return [Route("/queries", field)]


def queries_html(language: str) -> str:
    """The field with the words that it understands."""
    say = translator(language)
    words = {name: say(asked) for name, asked in WORDS.items()}
    sentences = {name: say(text) for name, text in SENTENCES.items()}
    return renderer(language).draw("site/queries.html", words=words, sentences=sentences)


async def field(request: Request) -> Response:
    """The field in the language that is asked for."""
    return HTMLResponse(queries_html(language_asked_for(request)), headers={"Cache-Control": "no-cache"})
