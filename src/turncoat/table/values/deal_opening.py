"""The fair deal: what the server committed to, what the people added, and what both make of it.

Before a game the server draws 256 bits and publishes their hash. Everybody may add entropy of their own. The deal, and
every later chance, comes from a keyed hash of all of it. After the game the bits are opened, and anyone can compute
the deal again.

There are two schemes. In the first, what people add is open from the start. In the second they commit to it before
anybody reveals anything: so nobody can choose theirs after they know everybody else's (docs/fair-deal.md).
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import Final

import msgspec

from turncoat.kernel.draws import Draws
from turncoat.kernel.options import Answer, AnyOption, Cards, Form, Order, Seats
from turncoat.kernel.seats import seat_set, seats_in

LONGEST_ENTROPY: Final = 64
_COMMITMENT: Final = b"turncoat commitment 1"
_DEAL: Final = b"turncoat deal 1"
_CHANCE: Final = b"turncoat chance 1"
_ENTROPY: Final = b"turncoat luck 2"
_MISSING: Final = b"turncoat missing 2"
_SEALED_DEAL: Final = b"turncoat deal 2"
NONCE_SIZE: Final = 32
"""Bytes that each person draws, so that nobody can find a text by its hash, or the deal by the texts."""
HASH_SIZE: Final = 32
OPEN: Final = 1
"""The scheme in which whatever people add can be read before the deal."""
SEALED: Final = 2
"""The scheme in which people commit to it first."""


class DealOpening(msgspec.Struct, frozen=True, omit_defaults=True):
    """What anyone needs to make the deal again. The seed is empty until the game is over.

    Each tuple has an entry for each seat. In the sealed scheme a seat has added nothing, an open text without a hash,
    a text with its hash and nonce, or a hash alone: then its person did not reveal what it stands for.
    """

    commitment: str
    entropy: tuple[str, ...] = msgspec.field(name="luck")
    seed: str
    scheme: int = OPEN
    hashes: tuple[str, ...] = ()
    nonces: tuple[str, ...] = ()


def fresh_seed() -> str:
    """256 bits that nobody could have chosen or foreseen, in hex."""
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """What is published of the seed before the game."""
    return hashlib.sha256(_COMMITMENT + bytes.fromhex(seed)).hexdigest()


def deal_seed(seed: str, entropy: Sequence[str]) -> bytes:
    """The bytes that a deal is made from: the server's seed is the key, the seats' entropy in seat order the text."""
    return _keyed(seed, _DEAL, [given.encode() for given in entropy])


def entropy_hash(commitment: str, nonce: str, text: str) -> str:
    """What a person publishes of their entropy before anybody reveals any.

    It is for one deal alone: for that to which the server committed by this commitment.
    """
    return hashlib.sha256(_ENTROPY + bytes.fromhex(commitment) + bytes.fromhex(nonce) + text.encode()).hexdigest()


def missing_entropy(seed: str, hashes: Sequence[str], seat: int) -> bytes:
    """What stands in for the entropy of a person who committed to some and did not reveal it."""
    text = _MISSING + seat.to_bytes(2, "big") + b"".join(map(_sized, map(bytes.fromhex, hashes)))
    return hmac.digest(bytes.fromhex(seed), text, "sha256")


def sealed_deal_seed(seed: str, hashes: Sequence[str], nonces: Sequence[str], entropy: Sequence[str]) -> bytes:
    """The bytes that a deal is made from in the sealed scheme: for each seat its hash, its nonce and its text."""
    parts: list[bytes] = []
    for seat, (hashed, nonce, text) in enumerate(zip(hashes, nonces, entropy, strict=True)):
        is_missing = bool(hashed) and not nonce
        value = missing_entropy(seed, hashes, seat) if is_missing else bytes.fromhex(nonce)
        parts += [bytes.fromhex(hashed), value, text.encode()]
    return _keyed(seed, _SEALED_DEAL, parts)


def dealt_from(opening: DealOpening) -> bytes:
    """The bytes that the deal was made from, by its own scheme. The seed has to be open."""
    if opening.scheme == SEALED:
        return sealed_deal_seed(opening.seed, opening.hashes, opening.nonces, opening.entropy)
    return deal_seed(opening.seed, opening.entropy)


def _keyed(seed: str, purpose: bytes, parts: Sequence[bytes]) -> bytes:
    text = b"".join(map(_sized, parts))
    return hashlib.blake2b(text, key=bytes.fromhex(seed), digest_size=32, person=purpose[:16]).digest()


def _sized(part: bytes) -> bytes:
    return len(part).to_bytes(2, "big") + part


def chance_draws(dealt: bytes, choices: int) -> Draws:
    """The draws of one later chance. How many choices came before it tells it apart: no state is lost in a restart."""
    return Draws(hashlib.sha256(_CHANCE + dealt + choices.to_bytes(8, "big")).digest())


def draw_answer(option: AnyOption, draws: Draws) -> Answer:
    """A uniform answer to an option that chance is asked."""
    match option:
        case Order():
            return draws.shuffled(option.cards)
        case Seats() if option.low == option.high:
            return seat_set(draws.shuffled(seats_in(option.allowed))[: option.low])
        case Cards() if option.low == option.high:
            return tuple(sorted(draws.shuffled(option.hand)[: option.low]))
        case Form() if not option.ties:
            return tuple(draw_answer(part, draws) for _, part in option.parts)
        case _:
            answers = tuple(option.answers())
            return answers[draws.below(len(answers))]
