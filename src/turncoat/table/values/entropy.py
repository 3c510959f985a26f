"""Entropy that people add to a deal, for that deal alone (docs/fair-deal.md).

A person commits to a text by a hash and reveals it later, or gives an open text that others can read before the deal.
"""

import hmac

import msgspec

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.seats import Seat
from turncoat.kernel.words import N_
from turncoat.table.values.deal_opening import (
    HASH_SIZE,
    LONGEST_ENTROPY,
    NONCE_SIZE,
    DealOpening,
    FixedDeal,
    entropy_hash,
)

describe(
    {
        "entropy-not-hashed": N_("A hash of entropy and its nonce must each be 32 bytes in lowercase hex."),
        "entropy-for-another-deal": N_(
            "That entropy is for another deal; please hash it with the commitment of the next one."
        ),
        "entropy-copied": N_("Somebody else has committed to the same hash; please draw your own nonce."),
        "entropy-not-committed": N_("You have no entropy to reveal now."),
        "entropy-not-that": N_("That is not the entropy you committed to: its hash is different."),
    },
    is_public=True,
)
describe(
    {
        "entropy-too-long": N_("Entropy must be a text of at most 64 characters."),
    }
)


class PlayerEntropy:
    """Entropy that each person adds to the next deal.

    A deal uses it up. The server then commits to the next seed, and entropy for the deal after it must come later.
    """

    def __init__(self) -> None:
        self._given: dict[str, str] = {}
        self._hashes: dict[str, str] = {}
        """Hashes that people have committed to and not revealed yet."""

    def of(self, person: str) -> str:
        """Return the open text that the person adds to the next deal."""
        return self._given.get(person, "")

    def hash_of(self, person: str) -> str:
        """Return the hash that the person has committed to for the next deal."""
        return self._hashes.get(person, "")

    def add(self, person: str, entropy: str) -> None:
        """Set the open text for the next deal, replacing any other entropy. An empty text withdraws it."""
        self._given[person] = entropy
        self._hashes.pop(person, None)

    def commit(self, person: str, hashed: str) -> None:
        """Set the hash for the next deal, replacing any other entropy."""
        self.add(person, "")
        self._hashes[person] = hashed

    def is_taken(self, person: str, hashed: str) -> bool:
        """Return whether somebody else has committed to that hash."""
        return any(other != person and one == hashed for other, one in self._hashes.items())


class PendingDeal:
    """A deal that has begun: nothing can be added any more, and those who made commitments reveal them."""

    def __init__(self, fixed: FixedDeal, *, waits: bool) -> None:
        self.fixed = fixed
        self.mark = fixed.mark
        self.waits = waits
        """True if there is no deal while a reveal is missing."""
        self._revealed: dict[Seat, tuple[str, str]] = {}

    def reveal(self, seat: Seat, nonce: str, text: str) -> None:
        """Record the seat's reveal, which was checked."""
        self._revealed[seat] = nonce, text

    def refusal(self, seat: Seat, nonce: str, text: str) -> Refusal | None:
        """Return the reason why the seat cannot reveal that, if any."""
        if not 0 <= seat < len(self.fixed.hashes) or not self.fixed.hashes[seat] or seat in self._revealed:
            return Refusal("entropy-not-committed")
        if not is_hex(nonce, NONCE_SIZE):
            return Refusal("entropy-not-hashed")
        is_that = hmac.compare_digest(entropy_hash(self.fixed.commitment, nonce, text), self.fixed.hashes[seat])
        return None if is_that else Refusal("entropy-not-that")

    def opening(self, seed: str) -> DealOpening:
        """Return the opening of the deal, once nobody can reveal anything any more."""
        revealed = [self._revealed.get(seat, ("", text)) for seat, text in enumerate(self.fixed.open_texts)]
        nonces, texts = zip(*revealed, strict=True)
        return DealOpening(self.fixed.commitment, self.fixed.hashes, nonces, texts, seed)

    @property
    def missing(self) -> tuple[Seat, ...]:
        """Seats that have not revealed their commitments."""
        return tuple(seat for seat, hashed in enumerate(self.fixed.hashes) if hashed and seat not in self._revealed)


class SeatEntropy(msgspec.Struct, frozen=True):
    """The public part of a seat's entropy."""

    name: str
    hash: str = ""
    is_open: bool = False
    is_missing: bool = False


def check_entropy(entropy: str) -> None:
    """Raise Refused if the text is too long."""
    if len(entropy) > LONGEST_ENTROPY:
        raise Refused(Refusal("entropy-too-long"))


def check_hash(hashed: str) -> None:
    """Raise Refused if the text is not a hash of entropy."""
    if not is_hex(hashed, HASH_SIZE):
        raise Refused(Refusal("entropy-not-hashed"))


def is_hex(text: str, size: int) -> bool:
    """Return whether the text is that many bytes in lowercase hex."""
    return len(text) == 2 * size and set(text) <= set("0123456789abcdef")
