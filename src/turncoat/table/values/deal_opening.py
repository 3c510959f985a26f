"""The fair deal, made from the server's commitment and the people's entropy.

Before a game the server draws 256 bits and publishes their hash. Everybody may add entropy of their own. The deal, and
every later draw, comes from a keyed hash of all of it. After the game the bits are revealed, and anyone can recompute
the deal.

People commit to their entropy before anybody reveals anything, so nobody can choose theirs knowing everybody else's. At
that moment one mark covers everything that is fixed, so that it cannot be changed afterwards (docs/fair-deal.md). Those
who make no commitment may add an open text, which others can read before the deal.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import Final

import msgspec

from turncoat.kernel.chapters import option_text
from turncoat.kernel.draws import Draws
from turncoat.kernel.options import Answer, AnyOption, Cards, Form, Order, Seats
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import seat_set, seats_in

LONGEST_ENTROPY: Final = 64
_COMMITMENT: Final = b"turncoat commitment 1"
_DEAL: Final = b"turncoat deal 1"
_CHANCE: Final = b"turncoat chance 1"
_ENTROPY: Final = b"turncoat entropy 1"
_MISSING: Final = b"turncoat missing 1"
_MARK: Final = b"turncoat mark 1"
NONCE_SIZE: Final = 32
"""Bytes that each person draws, so that nobody can find a text by its hash, or the deal by the texts."""
HASH_SIZE: Final = 32
SCHEME: Final = 1
"""Version of all computations here, which a proof names."""


class DealOpening(msgspec.Struct, frozen=True):
    """Everything needed to recompute the deal. The seed is empty until the game is over.

    Each tuple has an entry per seat. A seat has added nothing, an open text without a hash, a text with its hash and
    nonce, or a hash alone, if its person did not reveal the text.
    """

    commitment: str
    hashes: tuple[str, ...]
    nonces: tuple[str, ...]
    entropy: tuple[str, ...]
    seed: str
    scheme: int = SCHEME


class FixedDeal(msgspec.Struct, frozen=True):
    """The part of a deal that is fixed, and public, before anybody reveals anything."""

    commitment: str
    game: str
    players: int
    modules: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    """Options that differ from the default, sorted by name, so that a new option of the game changes no mark."""
    hashes: tuple[str, ...]
    """Hash that each seat's person has committed to, or empty for none."""
    open_texts: tuple[str, ...]
    """Open text of each seat. It is empty for none, and if there is a hash."""

    @classmethod
    def of(cls, commitment: str, ruleset: Ruleset, hashes: Sequence[str], texts: Sequence[str]) -> "FixedDeal":
        """Return the fixed part of the deal with these hashes and texts, open or revealed, of each seat."""
        usual = Ruleset.draft(ruleset.game, ruleset.players, ruleset.modules).options
        options = tuple((name, option_text(value)) for name, value in ruleset.options if (name, value) not in usual)
        open_texts = tuple("" if hashed else text for hashed, text in zip(hashes, texts, strict=True))
        return cls(commitment, ruleset.game, ruleset.players, ruleset.modules, options, tuple(hashes), open_texts)

    @property
    def mark(self) -> str:
        """Hash of all fields. Anybody who notes it can detect any change."""
        rules = [_sized(self.game.encode()), _two_bytes(self.players), _two_bytes(len(self.modules))]
        rules += [_sized(module.encode()) for module in self.modules]
        rules.append(_two_bytes(len(self.options)))
        rules += [_sized(word.encode()) for option in self.options for word in option]
        seats = zip(self.hashes, self.open_texts, strict=True)
        parts = [_sized(part) for hashed, text in seats for part in (bytes.fromhex(hashed), text.encode())]
        return hashlib.sha256(_MARK + bytes.fromhex(self.commitment) + b"".join(rules + parts)).hexdigest()


def fresh_seed() -> str:
    """Return 256 unpredictable bits in hex."""
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """Return the hash of the seed that is published before the game."""
    return hashlib.sha256(_COMMITMENT + bytes.fromhex(seed)).hexdigest()


def entropy_hash(commitment: str, nonce: str, text: str) -> str:
    """Return the hash that a person publishes of their entropy before anybody reveals any.

    It is bound to one deal by the server's commitment.
    """
    return hashlib.sha256(_ENTROPY + bytes.fromhex(commitment) + bytes.fromhex(nonce) + text.encode()).hexdigest()


def missing_entropy(seed: str, hashes: Sequence[str], seat: int) -> bytes:
    """Return the substitute for the entropy of a person who committed to some and did not reveal it."""
    text = _MISSING + _two_bytes(seat) + b"".join(map(_sized, map(bytes.fromhex, hashes)))
    return hmac.digest(bytes.fromhex(seed), text, "sha256")


def deal_seed(opening: DealOpening) -> bytes:
    """Return the bytes that the deal is made from: a hash of all seats' entropy, keyed by the server's seed.

    The entropy of a seat is its hash, nonce and text. The seed has to be known.
    """
    seed, parts = opening.seed, list[bytes]()
    for seat, (hashed, nonce, text) in enumerate(zip(opening.hashes, opening.nonces, opening.entropy, strict=True)):
        is_missing = bool(hashed) and not nonce
        value = missing_entropy(seed, opening.hashes, seat) if is_missing else bytes.fromhex(nonce)
        parts += [bytes.fromhex(hashed), value, text.encode()]
    return hmac.digest(bytes.fromhex(seed), _DEAL + b"".join(map(_sized, parts)), "sha256")


def _sized(part: bytes) -> bytes:
    return _two_bytes(len(part)) + part


def _two_bytes(number: int) -> bytes:
    return number.to_bytes(2, "big")


def chance_draws(dealt: bytes, choices: int) -> Draws:
    """Return the draws of one later chance. The number of earlier choices distinguishes it, even after a restart."""
    return Draws(hashlib.sha256(_CHANCE + dealt + choices.to_bytes(8, "big")).digest())


def draw_answer(option: AnyOption, draws: Draws) -> Answer:
    """Return a uniform draw among the answers to an option that chance is asked."""
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
