"""The proof of a fair deal that a table provides after a game, and its verification."""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias, TypeVar

import msgspec

from turncoat.kernel.draws import Draws
from turncoat.kernel.game import Game
from turncoat.kernel.records import RecordError, check
from turncoat.kernel.refusals import Refused, message_of
from turncoat.kernel.rulesets import Ruleset, deal_of
from turncoat.kernel.seats import CHANCE, Seat
from turncoat.kernel.text_files import text_of
from turncoat.kernel.words import N_, composed
from turncoat.table.values.deal_opening import (
    HASH_SIZE,
    NONCE_SIZE,
    SCHEME,
    DealOpening,
    FixedDeal,
    chance_draws,
    commitment,
    deal_seed,
    draw_answer,
    entropy_hash,
)
from turncoat.table.values.entropy import check_entropy, is_hex

T = TypeVar("T")
Item: TypeAlias = str | int
SEED_SIZE: Final = 32
"""Bytes that the server draws."""


class DealProofError(Exception):
    """Raised when something in a proof does not fit. The message is one translatable line."""

    def __init__(self, message: str) -> None:
        super().__init__(str(message))
        self.message = message


class DealProof(msgspec.Struct, frozen=True):
    """Everything needed to recompute a deal. During the game it is only the commitment and the entropy."""

    game: int
    deal: DealOpening | None
    next: str
    """Commitment for the following deal."""
    record: str = ""


class DealDraw(msgspec.Struct, frozen=True):
    """A draw of the deal: a shuffle of items, or a number below a bound."""

    of: tuple[Item, ...] | int
    gives: tuple[Item, ...] | int


class _NotedDraws(Draws):
    """Draws that note what was drawn."""

    __slots__ = ("noted",)

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        self.noted: list[DealDraw] = []

    def below(self, bound: int) -> int:
        number = super().below(bound)
        self.noted.append(DealDraw(bound, number))
        return number

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        order = super().shuffled(items)
        self.noted.append(DealDraw(tuple(items), order))  # type: ignore[arg-type]  # items of decks are words
        return order


def draws_of(deal: DealOpening, ruleset: Ruleset) -> tuple[DealDraw, ...]:
    """Return all draws of the deal in order, which anybody can repeat without knowing the game."""
    draws = _NotedDraws(deal_seed(deal))
    deal_of(ruleset, draws)
    return tuple(draws.noted)


def read_proof(data: bytes) -> DealProof:
    """Return the proof as served by `/t/CODE/deal`. Raises DealProofError."""
    try:
        return msgspec.json.decode(text_of(data), type=DealProof)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise DealProofError(composed(N_("this is not a proof of a deal: {why}"), why=str(error))) from None


def missing_seats(deal: DealOpening) -> tuple[Seat, ...]:
    """Return the seats whose people did not reveal their commitments."""
    return tuple(
        seat for seat, (one, nonce) in enumerate(zip(deal.hashes, deal.nonces, strict=True)) if one and not nonce
    )


def mark_of(deal: DealOpening, ruleset: Ruleset) -> str:
    """Return the mark published before anybody revealed anything, or empty for a deal without commitments."""
    if not any(deal.hashes):
        return ""
    return FixedDeal.of(deal.commitment, ruleset, deal.hashes, deal.entropy).mark


def seat_of_hash(deal: DealOpening, noted: str) -> Seat:
    """Return the seat that has this hash in the deal. Raises DealProofError if there is none.

    `SEAT:HASH` (with seats counted from 1) also names the seat where it was seen, and does not fit any other.
    """
    seat, _, hashed = noted.rpartition(":")
    if hashed not in filter(None, deal.hashes):
        raise DealProofError(composed(N_("no entropy in this deal has the hash {hash}"), hash=hashed))
    found = deal.hashes.index(hashed)
    if seat and seat != str(found + 1):
        says = N_("the hash {hash} is at seat {found} in this deal, not at seat {seat}")
        raise DealProofError(composed(says, hash=hashed, found=str(found + 1), seat=seat))
    return found


def check_proof(
    proof: DealProof, promised: str = "", noted_hashes: Sequence[str] = (), noted_mark: str = ""
) -> Game[Any]:
    """Recompute the deal and every later draw.

    `promised` is the commitment published before the game, `noted_hashes` are hashes that people committed to, in the
    format of `seat_of_hash`, and `noted_mark` is the mark that somebody noted before they revealed anything. Raises
    DealProofError.
    """
    deal = proof.deal
    if deal is None or not proof.record or not deal.seed:
        raise DealProofError(N_("this proof was made before the game was over; please download it again now"))
    try:
        if len(bytes.fromhex(deal.seed)) != SEED_SIZE:
            raise ValueError
        game = check(proof.record)
    except RecordError as error:
        raise DealProofError(composed(N_("the record in this proof is invalid: {why}"), why=error.message)) from None
    except ValueError:
        raise DealProofError(composed(N_("the seed must be {size} bytes in hex"), size=str(SEED_SIZE))) from None
    if commitment(deal.seed) != deal.commitment:
        raise DealProofError(N_("the seed does not match the server's commitment"))
    if promised and promised != deal.commitment:
        raise DealProofError(N_("the commitment differs from the one shown before the game"))
    try:
        for entropy in deal.entropy:
            check_entropy(entropy)
    except Refused as refused:
        raise DealProofError(message_of(refused.refusal)) from None
    ruleset: Ruleset = game.ruleset
    _check_entropy_of(deal, ruleset.players)
    for noted in noted_hashes:
        seat_of_hash(deal, noted)
    _check_mark(mark_of(deal, ruleset), noted_mark)
    dealt = deal_seed(deal)
    if ruleset.deal(dealt) != game.deal:
        raise DealProofError(N_("the cards were not dealt from this seed and entropy"))
    again: Game[Any] = Game(ruleset, game.deal)
    for number, (seat, choice) in enumerate(game.choices):
        if seat == CHANCE:
            drawn = draw_answer(again.prompts()[CHANCE].option, chance_draws(dealt, number))
            if drawn != choice.answer:
                says = N_("choice {number} was not drawn from this seed and entropy")
                raise DealProofError(composed(says, number=str(number + 1)))
        again.play(seat, choice)
    return game


def _check_mark(mark: str, noted: str) -> None:
    """Check that the deal was made from what was fixed before anybody revealed anything. Raises DealProofError."""
    if noted and not mark:
        raise DealProofError(N_("this deal has no mark: according to the proof, nobody committed to any entropy"))
    if noted and noted != mark:
        says = N_(
            "the mark of this deal is {mark}, not the one you noted: a hash, its seat, an open text or the ruleset "
            "was changed after the entropy was revealed"
        )
        raise DealProofError(composed(says, mark=mark))


def _check_entropy_of(deal: DealOpening, players: int) -> None:
    """Check that people have revealed what they had committed to. Raises DealProofError."""
    if deal.scheme != SCHEME:
        raise DealProofError(N_("this proof is from a newer version, which deals differently"))
    if not len(deal.hashes) == len(deal.nonces) == len(deal.entropy) == players:
        raise DealProofError(N_("this proof lacks the entropy, the hash or the nonce of a seat"))
    hashes = [one for one in deal.hashes if one]
    if len(set(hashes)) != len(hashes):
        raise DealProofError(N_("two seats have committed to the same hash"))
    for seat, (hashed, nonce, text) in enumerate(zip(deal.hashes, deal.nonces, deal.entropy, strict=True)):
        if (hashed and not is_hex(hashed, HASH_SIZE)) or (nonce and not is_hex(nonce, NONCE_SIZE)):
            says = N_("the hash and the nonce of seat {seat} must be 32 bytes in hex")
        elif nonce and not hashed:
            says = N_("seat {seat} revealed entropy without a commitment")
        elif hashed and text and not nonce:
            says = N_("the entropy of seat {seat} has a hash but was revealed without a nonce")
        elif nonce and entropy_hash(deal.commitment, nonce, text) != hashed:
            says = N_("seat {seat} committed to other entropy than in this proof")
        else:
            continue
        raise DealProofError(composed(says, seat=str(seat + 1)))
