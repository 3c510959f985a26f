"""The field for short questions to the table. A page fetches it when it is first opened, so the first load is no
heavier for it."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from turncoat.web.http.languages import language_asked_for, renderer


def queries_routes() -> list[Route]:
    """The route. It depends on the language that is asked for, and on nothing else of the visitor."""
    return [Route("/queries", field)]


def queries_html(language: str) -> str:
    """The field with the words that it understands."""
    return renderer(language).draw("site/queries.html")


async def field(request: Request) -> Response:
    """The field in the language that is asked for."""
    return HTMLResponse(queries_html(language_asked_for(request)), headers={"Cache-Control": "no-cache"})
