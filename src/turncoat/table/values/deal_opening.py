"""The fair deal: what the server committed to, what the people added, and what both make of it.

Before a game the server draws 256 bits and publishes their hash. Everybody may add entropy of their own. The deal, and
every later chance, comes from a keyed hash of all of it. After the game the bits are opened, and anyone can compute
the deal again.

People commit to what they add before anybody reveals anything: so nobody can choose theirs after they know everybody
else's. At that moment one mark says all that is fixed, so that nobody can change it afterwards (docs/fair-deal.md).
Who commits to nothing may add an open text, which others can read before the deal.
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
"""The version of all that is computed here; a proof names it."""


class DealOpening(msgspec.Struct, frozen=True):
    """What anyone needs to make the deal again. The seed is empty until the game is over.

    Each tuple has an entry for each seat. A seat has added nothing, an open text without a hash, a text with its hash
    and nonce, or a hash alone: then its person did not reveal what it stands for.
    """

    commitment: str
    hashes: tuple[str, ...]
    nonces: tuple[str, ...]
    entropy: tuple[str, ...]
    seed: str
    scheme: int = SCHEME


class FixedDeal(msgspec.Struct, frozen=True):
    """What is fixed of a deal, and known to everybody, before anybody reveals anything."""

    commitment: str
    game: str
    players: int
    modules: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    """The options that are not as usual, sorted by name: so an option that is added to the game changes no mark."""
    hashes: tuple[str, ...]
    """For each seat what its person has committed to; empty for nothing."""
    open_texts: tuple[str, ...]
    """For each seat its open text; empty for none, and where there is a hash."""

    @classmethod
    def of(cls, commitment: str, ruleset: Ruleset, hashes: Sequence[str], texts: Sequence[str]) -> "FixedDeal":
        """What is fixed of the deal, when these are the hash and the text of each seat, open or revealed."""
        usual = Ruleset.draft(ruleset.game, ruleset.players, ruleset.modules).options
        options = tuple((name, option_text(value)) for name, value in ruleset.options if (name, value) not in usual)
        open_texts = tuple("" if hashed else text for hashed, text in zip(hashes, texts, strict=True))
        return cls(commitment, ruleset.game, ruleset.players, ruleset.modules, options, tuple(hashes), open_texts)

    @property
    def mark(self) -> str:
        """One hash of all of it: who keeps it will find any change."""
        rules = [_sized(self.game.encode()), _two_bytes(self.players), _two_bytes(len(self.modules))]
        rules += [_sized(module.encode()) for module in self.modules]
        rules.append(_two_bytes(len(self.options)))
        rules += [_sized(word.encode()) for option in self.options for word in option]
        seats = zip(self.hashes, self.open_texts, strict=True)
        parts = [_sized(part) for hashed, text in seats for part in (bytes.fromhex(hashed), text.encode())]
        return hashlib.sha256(_MARK + bytes.fromhex(self.commitment) + b"".join(rules + parts)).hexdigest()


def fresh_seed() -> str:
    """256 bits that nobody could have chosen or foreseen, in hex."""
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """What is published of the seed before the game."""
    return hashlib.sha256(_COMMITMENT + bytes.fromhex(seed)).hexdigest()


def entropy_hash(commitment: str, nonce: str, text: str) -> str:
    """What a person publishes of their entropy before anybody reveals any.

    It is for one deal alone: for that to which the server committed by this commitment.
    """
    return hashlib.sha256(_ENTROPY + bytes.fromhex(commitment) + bytes.fromhex(nonce) + text.encode()).hexdigest()


def missing_entropy(seed: str, hashes: Sequence[str], seat: int) -> bytes:
    """What stands in for the entropy of a person who committed to some and did not reveal it."""
    text = _MISSING + _two_bytes(seat) + b"".join(map(_sized, map(bytes.fromhex, hashes)))
    return hmac.digest(bytes.fromhex(seed), text, "sha256")


def deal_seed(opening: DealOpening) -> bytes:
    """The bytes that the deal is made from: the server's seed is the key, hash, nonce and text of each seat the text.

    The seed has to be open.
    """
    seed, parts = opening.seed, list[bytes]()
    for seat, (hashed, nonce, text) in enumerate(zip(opening.hashes, opening.nonces, opening.entropy, strict=True)):
        is_missing = bool(hashed) and not nonce
        value = missing_entropy(seed, opening.hashes, seat) if is_missing else bytes.fromhex(nonce)
        parts += [bytes.fromhex(hashed), value, text.encode()]
    return hashlib.blake2b(b"".join(map(_sized, parts)), key=bytes.fromhex(seed), digest_size=32, person=_DEAL).digest()


def _sized(part: bytes) -> bytes:
    return _two_bytes(len(part)) + part


def _two_bytes(number: int) -> bytes:
    return number.to_bytes(2, "big")


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
