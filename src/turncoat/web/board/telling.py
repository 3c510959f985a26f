"""Wording common to all pages: a game's teller, refusals, links to rules, and awaited seats."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final
from urllib.parse import quote

import msgspec

from turncoat.kernel.explanations import characters, explained_words
from turncoat.kernel.refusals import Refusal, message_of
from turncoat.kernel.rulebooks import game_of_clause, rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SeatSet
from turncoat.kernel.words import N_
from turncoat.table.state.game_session import GameSession
from turncoat.telling import Teller, Translate, in_number
from turncoat.web.board.model import NamedText

_FOR_ME: Final = N_("Waiting for you.")
_FOR_ME_TOO: Final = N_("Waiting for you and {count} other.", "Waiting for you and {count} others.")
_OTHERS: Final = N_("Waiting for {count} other.", "Waiting for {count} others.")
_IN_A_MOMENT: Final = N_("The game continues in a moment.")


def teller_of(session: GameSession, names: tuple[str, ...], translate: Translate) -> Teller:
    """Return the teller of a game in one language, shared by all viewers while the names stay the same."""
    return _teller(session.ruleset, names, translate)


@lru_cache(maxsize=1024)
def _teller(ruleset: Ruleset, names: tuple[str, ...], translate: Translate) -> Teller:
    return Teller(ruleset, names, translate)


def say_refusal(refusal: Refusal, translate: Translate, session: GameSession | None = None) -> str:
    """Return a refusal as a sentence, in the words of the current game if there is one."""
    if session is not None:
        return teller_of(session, session.names, translate).refusal(refusal)
    sentence = translate(in_number(message_of(refusal), dict(refusal.params).get))
    try:
        return sentence.format_map({name: _said(value, translate) for name, value in refusal.params})
    except (KeyError, ValueError):
        return sentence  # it names people or words for which a teller is needed


def _said(value: object, translate: Translate) -> str:
    return translate(value) if isinstance(value, str) else str(value)


def rule_url(ruleset: Ruleset, clause: str) -> str:
    """Return the address of a clause's explanation, or an empty string for no clause."""
    return _clause_url(ruleset.game, clause) if clause else ""


def _clause_url(game: str, clause: str) -> str:
    return f"/rules/{game_of_clause(game, clause)}#{clause}"


def explained_at(code: str) -> str:
    """Return the address of the page that explains everything in the game of a table."""
    return f"/t/{code}/who"


def explained_url(page: str, word: str) -> str:
    """Return the address of a word's explanation on a page that explains everything in a game."""
    return f"{page}#{quote(explained_id(word))}"


def explained_id(word: str) -> str:
    """Return the id of a word's explanation on its page."""
    return f"is-{word}"


def named_texts(
    ruleset: Ruleset, pieces: Iterable[tuple[str, str]], page: str, teller: Teller
) -> tuple[NamedText, ...]:
    """Return a sentence in pieces with links to explanations on a page. Empty if it names nothing explained there."""
    words = explained_words(ruleset) if page else frozenset[str]()
    titles = {teller.role(word): word for word in characters(ruleset)} if page else {}
    pieces = tuple(one for piece in pieces for one in _characters_in(piece, titles))
    if not any(word in words for _, word in pieces):
        return ()
    return tuple(NamedText(text, explained_url(page, word) if word in words else "") for text, word in pieces)


def _characters_in(piece: tuple[str, str], titles: Mapping[str, str]) -> list[tuple[str, str]]:
    """Split plain text at the names of characters that are part of its wording."""
    text, word = piece
    if word or not any(title in text for title in titles):
        return [piece]
    parts = re.split(rf"\b({'|'.join(map(re.escape, titles))})\b", text)
    return [(part, titles.get(part, "")) for part in parts if part]


class TalkRulePart(msgspec.Struct, frozen=True):
    """Limits on talking in a game, with their clause and examples."""

    brief: str
    text: str
    clause: str
    url: str
    allowed: tuple[str, ...]
    forbidden: tuple[str, ...]


def talk_rule(game: str, translate: Translate) -> TalkRulePart | None:
    """Return the limits on talking in a game, or None if there are none."""
    rule = rulebook(game).talk_rule
    if rule is None:
        return None
    allowed, forbidden = (tuple(map(translate, examples)) for examples in (rule.allowed, rule.forbidden))
    url = _clause_url(game, rule.clause)
    return TalkRulePart(translate(rule.brief), translate(rule.text), rule.clause, url, allowed, forbidden)


def waiting_for_others(waiting: SeatSet, teller: Teller) -> str:
    """Phrase who is awaited, for one of them who has a standing answer."""
    others = waiting.bit_count() - 1
    return teller.fill(_OTHERS, count=others) if others else teller.text(_IN_A_MOMENT)


def waiting_for_me(waiting: SeatSet, teller: Teller) -> str:
    """Phrase who is awaited, for one of them. With no seat waiting: for the one person for whom everybody waits."""
    others = waiting.bit_count() - 1
    return teller.fill(_FOR_ME_TOO, count=others) if others > 0 else teller.text(_FOR_ME)
