"""Words of a notice: the same for every player, whatever their role."""

from typing import Final

import msgspec

from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.words import N_
from turncoat.table.runtime.notices import TurnNotice
from turncoat.web.http.codes import grouped
from turncoat.web.http.languages import translator

_TITLE: Final = N_("It is your turn")
_SENTENCE: Final = N_("It is your turn at the table {code}: {game}.")
_WAITS: Final = N_("The table {code} ({game}) is waiting for: {names}.")
_TEST: Final = N_("This is a test. From now on, Turncoat can tell you here when it is your turn.")
_CIRCLE_TEST: Final = N_(
    "This is a test. From now on, Turncoat can tell your circle here for whom one of its tables is waiting."
)
_HARMLESS: Final = str.maketrans("<>[]@", "‹›⟨⟩＠")
"""Signs with which a name could mention everybody in a channel, or hide a link, and those that stand for them."""


class NoticeWords(msgspec.Struct, frozen=True):
    """Words of a notice, and the page that it leads to."""

    title: str
    detail: str
    """Text below the title."""
    sentence: str
    """Title and detail in one sentence."""
    url: str
    """Address of the page, with the site's name if the settings know it."""


def words_of(notice: TurnNotice, language: str, base: str) -> NoticeWords:
    """Return the words of a notice that it is somebody's turn at a table."""
    say, code = translator(language), grouped(notice.code)
    game = say(BOOKS[notice.game].title) if notice.game in BOOKS else notice.game
    title, detail, sentence = say(_TITLE), f"{game} · {code}", say(_SENTENCE).format(code=code, game=game)
    if notice.names:
        names = ", ".join(notice.names).translate(_HARMLESS)
        title = detail = sentence = say(_WAITS).format(code=code, game=game, names=names)
    return NoticeWords(title, detail, sentence, f"{base}/t/{notice.code}")


def trial_words(language: str, base: str, *, for_circle: bool) -> NoticeWords:
    """Return the words of a test."""
    say = translator(language)
    test, path = say(_CIRCLE_TEST if for_circle else _TEST), "/circles" if for_circle else "/notices"
    return NoticeWords("Turncoat", test, test, base + path)
