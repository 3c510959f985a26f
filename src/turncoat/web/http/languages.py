"""Languages on the web: a visitor's preferred language and the renderer of their pages."""

from functools import cache
from typing import Final

from starlette.requests import HTTPConnection

from turncoat.locales import NAMES, codes, translations, translator
from turncoat.web.http.page import Language
from turncoat.web.http.rendering import Renderer

__all__ = ["language_of", "languages", "read_all", "renderer", "translator"]

COOKIE: Final = "language"


@cache
def languages() -> tuple[Language, ...]:
    """Return the available languages."""
    return tuple(Language(code, NAMES.get(code, code)) for code in codes())


def read_all() -> None:
    """Load all catalogues and compile all templates at startup, so that no request has to wait for it."""
    for code in codes():
        renderer(code).compile()


@cache
def renderer(language: str) -> Renderer:
    """Return the renderer of pages in a language."""
    return Renderer(translations(language))


def language_asked_for(connection: HTTPConnection) -> str:
    """Return the language that `?language=` names in the address, or English if it is not available."""
    wanted = connection.query_params.get("language", "en")
    return wanted if wanted in {language.code for language in languages()} else "en"


def language_of(connection: HTTPConnection) -> str:
    """Return the language that `?lang=` names, the one chosen by the visitor, or the first that their browser accepts.

    A shared screen without a mouse has it in its address, an open page in the address of its socket.
    """
    known = codes()
    for wanted in (connection.query_params.get("lang", ""), connection.cookies.get(COOKIE, "")):
        if wanted in known:
            return wanted
    return next((code for code in _wanted(connection.headers.get("accept-language", "")) if code in known), "en")


def _wanted(header: str) -> list[str]:
    """Return the languages of an Accept-Language header, most preferred first."""
    preferences: list[tuple[float, str]] = []
    for part in header[:200].split(","):
        tag, _, quality = part.partition(";q=")
        try:
            weight = float(quality) if quality else 1.0
        except ValueError:
            weight = 0.0
        preferences.append((-weight, tag.strip().partition("-")[0].lower()))
    return [code for _, code in sorted(preferences, key=lambda preference: preference[0])]
