"""Languages: which there are, which one a visitor wants, and its texts."""

from collections.abc import Callable
from functools import cache
from gettext import GNUTranslations, NullTranslations
from gettext import translation as find_translation
from pathlib import Path
from typing import Final

from starlette.requests import HTTPConnection

from turncoat.web.pages import Language
from turncoat.web.render import Renderer

LOCALES: Final = Path(__file__).parents[1] / "locales"
DOMAIN: Final = "turncoat"
COOKIE: Final = "language"
NAMES: Final = {"en": "English", "pl": "Polski"}


@cache
def languages() -> tuple[Language, ...]:
    """The languages that can be chosen: English, and every one with a compiled catalogue."""
    found = sorted(path.parents[1].name for path in LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return tuple(Language(code, NAMES.get(code, code)) for code in ("en", *(code for code in found if code != "en")))


@cache
def translations(language: str) -> NullTranslations | GNUTranslations:
    """The texts of a language; those that it lacks stay English."""
    return find_translation(DOMAIN, LOCALES, [language], fallback=True)


def translator(language: str) -> Callable[[str], str]:
    """Turns a message id into a text of the language."""
    return translations(language).gettext


@cache
def renderer(language: str) -> Renderer:
    """Draws pages in the language."""
    return Renderer(translations(language))


def language_of(connection: HTTPConnection) -> str:
    """What the visitor chose, or the first that his browser asks for and that is there."""
    known = {language.code for language in languages()}
    chosen = connection.cookies.get(COOKIE, "")
    if chosen in known:
        return chosen
    return next((code for code in _wanted(connection.headers.get("accept-language", "")) if code in known), "en")


def _wanted(header: str) -> list[str]:
    """The languages of an Accept-Language header, the dearest first."""
    wishes: list[tuple[float, str]] = []
    for part in header[:200].split(","):
        tag, _, quality = part.partition(";q=")
        try:
            weight = float(quality) if quality else 1.0
        except ValueError:
            weight = 0.0
        wishes.append((-weight, tag.strip().partition("-")[0].lower()))
    return [code for _, code in sorted(wishes, key=lambda wish: wish[0])]
