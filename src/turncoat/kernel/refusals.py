"""Refusals of choices: a stable code, its parameters, and an English sentence that says what would be right."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from turncoat.kernel.words import N_


class Refusal(msgspec.Struct, frozen=True):
    """A translatable reason. `code` is stable and declared in `REFUSALS`. `params` fill its sentence.

    >>> from turncoat import Seats
    >>> Seats(low=2, high=2, shown=0b11111, allowed=0b11111).refusal(0b10101)
    Refusal(code='wrong-count', params=(('low', 2), ('high', 2)))
    """

    code: str
    params: tuple[tuple[str, Any], ...] = ()


class Refused(ValueError):
    """Raised by `Game.play` for an illegal choice. The state is unchanged.

    >>> from turncoat import Choice, Game, Ruleset
    >>> ruleset = Ruleset.of("resistance", 5)
    >>> game = Game(ruleset, ruleset.deal(b"an evening"))
    >>> try:
    ...     game.play(3, Choice(1, "approve"))
    ... except Refused as refused:
    ...     print(refused.refusal.code)
    not-asked
    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code}: {english(refusal)}")
        self.refusal = refusal


class DeclaredRefusal(msgspec.Struct, frozen=True):
    """Declaration of a refusal code."""

    sentence: str
    """Message id of the sentence, filled by the parameters of the refusal."""
    status: int = 422
    """HTTP status, for a refusal that answers a request."""
    is_public: bool = False
    """True if it depends only on what everybody at the table sees. Public refusals are counted at once, by code. All
    others are counted in one total after the game, since only certain roles may be refused certain choices."""


REFUSALS: dict[str, DeclaredRefusal] = {}
"""Every declared refusal, by code."""


def describe(codes: Mapping[str, str], *, status: int = 422, is_public: bool = False) -> None:
    """Declare refusal codes with their sentences. Games and chapters declare their own.

    Raises ValueError for a code already declared differently.
    """
    for code, sentence in codes.items():
        declared = DeclaredRefusal(sentence, status, is_public)
        if REFUSALS.setdefault(code, declared) != declared:
            raise ValueError(f"refusal code {code!r} is declared twice")


describe(
    {
        "game-over": N_("The game is over; there is nothing left to choose."),
        "unknown-seat": N_("There is no such seat in this game; its seats are the whole numbers from 0 to {last}."),
        "not-a-choice": N_("A choice needs the number of an open question or the name of an offer, and an answer."),
        "not-asked": N_("Nothing is being asked of you right now; wait for the next question."),
        "stale": N_("That question is closed; answer the current one."),
        "not-yet-asked": N_("That question has not been asked yet; answer the current one."),
        "already-chosen": N_("This choice is final."),
        "no-such-offer": N_("You can't do that now."),
        "wrong-kind": N_("The answer is of the wrong kind; expected: {expected}."),
        "wrong-count": N_("Choose between {low} and {high}."),
        "not-allowed": N_("You can't choose that here; choose one of: {allowed}."),
        "seat-not-allowed": N_("You can't choose that seat here; choose another."),
        "must-differ": N_("Choose different seats."),
        "may-not-pass": N_("You can't pass here; choose one."),
    }
)

EXACT_COUNT: Final = N_("Choose exactly {low}.")
"""Sentence of "wrong-count" if only one number is right."""


def message_of(refusal: Refusal) -> str:
    """Return the sentence of a refusal (message id). Raises KeyError for an undeclared code."""
    values = dict(refusal.params)
    if refusal.code == "wrong-count" and "low" in values and values["low"] == values.get("high"):
        return EXACT_COUNT
    return REFUSALS[refusal.code].sentence


def status_of(refusal: Refusal | None) -> int:
    """Return the HTTP status of a refusal, or 200 for None."""
    return 200 if refusal is None else REFUSALS[refusal.code].status


def english(refusal: Refusal) -> str:
    """Return the refusal as an English sentence."""
    return message_of(refusal).format(**dict(refusal.params))
