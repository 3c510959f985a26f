"""The proof of a fair deal: what a table hands out after a game, and whether everything in it fits together."""

from typing import Any, Final

import msgspec

from turncoat.kernel.game import Game
from turncoat.kernel.records import RecordError, check
from turncoat.kernel.refusals import Refused, message_of
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import CHANCE
from turncoat.kernel.words import N_, composed
from turncoat.table.values.deal_opening import DealOpening, chance_draws, commitment, deal_seed, draw_answer
from turncoat.table.values.entropy import check_entropy

SEED_SIZE: Final = 32
"""Bytes that the server draws."""


class DealProofError(Exception):
    """What does not fit, in one line: a message that can be translated."""

    def __init__(self, message: str) -> None:
        super().__init__(str(message))
        self.message = message


class DealProof(msgspec.Struct, frozen=True):
    """What anyone needs to make the deal of a game again; during the game only the commitment and the entropy."""

    game: int
    deal: DealOpening | None
    next: str
    """The commitment for the deal after it."""
    record: str = ""


def read_proof(data: bytes) -> DealProof:
    """The proof as `/t/CODE/deal` hands it out. Raises DealProofError."""
    try:
        return msgspec.json.decode(data, type=DealProof)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise DealProofError(composed(N_("these are no papers of a deal: {why}"), why=str(error))) from None


def check_proof(proof: DealProof, promised: str = "") -> Game[Any]:
    """Make the deal and every later chance again. `promised` is the commitment that was shown before the game.

    Raises DealProofError.
    """
    deal = proof.deal
    if deal is None or not proof.record or not deal.seed:
        raise DealProofError(N_("these are papers of a game that was not over; please fetch them again after it"))
    try:
        if len(bytes.fromhex(deal.seed)) != SEED_SIZE:
            raise ValueError
        game = check(proof.record)
    except RecordError as error:
        raise DealProofError(composed(N_("the record in these papers is no good: {why}"), why=error.message)) from None
    except ValueError:
        raise DealProofError(composed(N_("the seed is not {size} bytes in hex"), size=str(SEED_SIZE))) from None
    if commitment(deal.seed) != deal.commitment:
        raise DealProofError(N_("the seed is not the one that the server had committed to"))
    if promised and promised != deal.commitment:
        raise DealProofError(N_("the commitment is not the one that was shown before the game"))
    try:
        for entropy in deal.entropy:
            check_entropy(entropy)
    except Refused as refused:
        raise DealProofError(message_of(refused.refusal)) from None
    dealt = deal_seed(deal.seed, deal.entropy)
    ruleset: Ruleset = game.ruleset
    if ruleset.deal(dealt) != game.deal:
        raise DealProofError(N_("the cards were not dealt from that seed and that luck"))
    again: Game[Any] = Game(ruleset, game.deal, game.rules)
    for number, (seat, choice) in enumerate(game.choices):
        if seat == CHANCE:
            drawn = draw_answer(again.prompts()[CHANCE].option, chance_draws(dealt, number))
            if drawn != choice.answer:
                says = N_("chance did not decide choice {number} by that seed and that luck")
                raise DealProofError(composed(says, number=str(number + 1)))
        again.play(seat, choice)
    return game
