"""What every page says of a game: its teller, why something is refused, where a rule stands, who is waited for."""

from functools import lru_cache
from typing import Final

import msgspec

from turncoat.kernel.refusals import Refusal, message_of
from turncoat.kernel.rulebooks import game_of_clause, rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SeatSet
from turncoat.kernel.words import N_
from turncoat.table.state.game_session import GameSession
from turncoat.telling import Teller, Translate, in_number

_FOR_ME: Final = N_("Waiting for you.")
_FOR_ME_TOO: Final = N_("Waiting for you and {count} other.", "Waiting for you and {count} others.")
_OTHERS: Final = N_("Waiting for {count} other.", "Waiting for {count} others.")
_IN_A_MOMENT: Final = N_("The game continues in a moment.")


def teller_of(session: GameSession, names: tuple[str, ...], translate: Translate) -> Teller:
    """The teller of this game in one language; the same one for all viewers, as long as the people are the same."""
    return _teller(session.ruleset, names, translate)


@lru_cache(maxsize=1024)
def _teller(ruleset: Ruleset, names: tuple[str, ...], translate: Translate) -> Teller:
    return Teller(ruleset, names, translate)


def say_refusal(refusal: Refusal, translate: Translate, session: GameSession | None = None) -> str:
    """A refusal as a sentence; with the words of the game when one is under way."""
    if session is not None:
        return teller_of(session, session.names, translate).refusal(refusal)
    sentence = translate(in_number(message_of(refusal), dict(refusal.params).get))
    try:
        return sentence.format_map({name: _said(value, translate) for name, value in refusal.params})
    except (KeyError, ValueError):
        return sentence  # names people or words that only a teller can say


def _said(value: object, translate: Translate) -> str:
    return translate(value) if isinstance(value, str) else str(value)


def rule_url(ruleset: Ruleset, clause: str) -> str:
    """Where a clause is explained; empty for no clause."""
    return _clause_url(ruleset.game, clause) if clause else ""


def _clause_url(game: str, clause: str) -> str:
    return f"/rules/{game_of_clause(game, clause)}#{clause}"


class TalkRulePart(msgspec.Struct, frozen=True):
    """What may be said during a game, with the clause that says so and examples."""

    brief: str
    text: str
    clause: str
    url: str
    allowed: tuple[str, ...]
    forbidden: tuple[str, ...]


def talk_rule(game: str, translate: Translate) -> TalkRulePart | None:
    """What may be said during a game; None where anybody may say anything."""
    rule = rulebook(game).talk_rule
    if rule is None:
        return None
    allowed, forbidden = (tuple(map(translate, examples)) for examples in (rule.allowed, rule.forbidden))
    url = _clause_url(game, rule.clause)
    return TalkRulePart(translate(rule.brief), translate(rule.text), rule.clause, url, allowed, forbidden)


def waiting_for_others(waiting: SeatSet, teller: Teller) -> str:
    """Who is waited for, as it is told to one of them who goes on without being asked."""
    others = waiting.bit_count() - 1
    return teller.fill(_OTHERS, count=others) if others else teller.text(_IN_A_MOMENT)


def waiting_for_me(waiting: SeatSet, teller: Teller) -> str:
    """Who is waited for, as it is told to one of them; or, of nobody, to the one person for whom all wait."""
    others = waiting.bit_count() - 1
    return teller.fill(_FOR_ME_TOO, count=others) if others > 0 else teller.text(_FOR_ME)
