"""Validation of deals written by hand."""

from functools import lru_cache

from turncoat.kernel.chapters import (
    Deal,
    DealError,
)
from turncoat.kernel.compiled import Compiled, compiled
from turncoat.kernel.draws import Draws
from turncoat.kernel.rulesets import Ruleset, deal_of
from turncoat.kernel.words import N_, composed, number_text

_WORDS = frozenset({str})


def check_deal(ruleset: Ruleset, deal: Deal, play: Compiled | None = None) -> None:
    """Raise DealError if a hand-written deal does not fit the ruleset."""
    wrong = _wrong_type(deal)
    if wrong:
        raise DealError("not-a-deal", wrong)
    if len(deal.roles) != ruleset.players:
        message = N_("the deal has {roles} roles for {players} players; it needs one for each")
        raise DealError("role-count", composed(message, roles=str(len(deal.roles)), players=str(ruleset.players)))
    if not 0 <= deal.first < ruleset.players:
        message = N_("the first seat must be one of 0 to {last}, not {given}")
        raise DealError("first-seat", composed(message, last=str(ruleset.players - 1), given=number_text(deal.first)))
    play = play or compiled(ruleset)
    if deal.decks:
        _check_decks(ruleset, deal)
    try:
        play.book.check_deal(ruleset, deal)
        for chapter in play.chapters:
            chapter.check_deal(ruleset, deal)
    except DealError:
        raise
    except ValueError as error:  # third-party rules may raise one without a code
        raise DealError("unfit-deal", error.args[0] if error.args else "") from error


def _wrong_type(deal: Deal) -> str:
    """Return what is wrong with the types in a deal (message id). Empty if they are right.

    Types are compared exactly: True equals 1 and counts as a number in Python, but no record can hold it.
    """
    if type(deal) is not Deal:
        return composed(N_("a deal is a Deal, not {given}"), given=type(deal).__name__)
    if type(deal.roles) is not tuple or not _WORDS.issuperset(map(type, deal.roles)):
        return N_("the roles of a deal are a tuple of words, one for each seat")
    if type(deal.first) is not int:
        message = N_("the first seat of a deal is a whole number, not {given}")
        return composed(message, given=type(deal.first).__name__)
    decks = deal.decks
    if type(decks) is dict and all(
        type(name) is str and type(cards) is tuple and _WORDS.issuperset(map(type, cards))
        for name, cards in decks.items()
    ):
        return ""
    return N_("the decks of a deal are a dict: the name of each deck, and a tuple of its cards")


@lru_cache(maxsize=1024)
def deck_names(ruleset: Ruleset) -> frozenset[str]:
    """Return the names of the decks in a deal of the ruleset."""
    return frozenset(deal_of(ruleset, Draws(b"")).decks)


def _check_decks(ruleset: Ruleset, deal: Deal) -> None:
    """Raise DealError for a deck that the ruleset does not have."""
    known_decks = deck_names(ruleset)
    unknown = deal.decks.keys() - known_decks
    if unknown:
        known = ", ".join(sorted(known_decks)) or N_("none")
        message = N_("there is no deck {name} in this ruleset; known: {known}")
        raise DealError("unknown-deck", composed(message, name=repr(min(unknown)), known=known))
