"""Words of a notice: the same for every player, whatever their role."""

from typing import Final

import msgspec

from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.words import N_
from turncoat.web.http.codes import grouped
from turncoat.web.http.languages import translator

_TITLE: Final = N_("It is your turn")
_SENTENCE: Final = N_("It is your turn at the table {code}: {game}.")
_TEST: Final = N_("This is a test. From now on, Turncoat can tell you here when it is your turn.")


class NoticeWords(msgspec.Struct, frozen=True):
    """Words of a notice, and the page that it leads to."""

    title: str
    detail: str
    """Text below the title."""
    sentence: str
    """Title and detail in one sentence."""
    url: str
    """Address of the page, with the site's name if the settings know it."""


def words_of(code: str, game: str, language: str, base: str) -> NoticeWords:
    """Return the words of a notice that it is somebody's turn at a table."""
    say = translator(language)
    title = say(BOOKS[game].title) if game in BOOKS else game
    sentence = say(_SENTENCE).format(code=grouped(code), game=title)
    return NoticeWords(say(_TITLE), f"{title} · {grouped(code)}", sentence, f"{base}/t/{code}")


def trial_words(language: str, base: str) -> NoticeWords:
    """Return the words of a test."""
    say = translator(language)
    return NoticeWords("Turncoat", say(_TEST), say(_TEST), f"{base}/notices")
