"""The fair deal: what the server committed to, what the people added, and what both make of it.

Before a game the server draws 256 bits and publishes their hash. Everybody may add entropy of their own. The deal, and
every later chance, comes from a keyed hash of all of it. After the game the bits are opened, and anyone can compute
the deal again.
"""

import hashlib
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


class DealOpening(msgspec.Struct, frozen=True):
    """What anyone needs to make the deal again. The seed is empty until the game is over."""

    commitment: str
    entropy: tuple[str, ...] = msgspec.field(name="luck")
    seed: str = ""


def fresh_seed() -> str:
    """256 bits that nobody could have chosen or foreseen, in hex."""
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """What is published of the seed before the game."""
    return hashlib.sha256(_COMMITMENT + bytes.fromhex(seed)).hexdigest()


def deal_seed(seed: str, entropy: Sequence[str]) -> bytes:
    """The bytes that a deal is made from: the server's seed is the key, the seats' entropy in seat order the text."""
    text = b"".join(len(part).to_bytes(2, "big") + part for part in (given.encode() for given in entropy))
    return hashlib.blake2b(text, key=bytes.fromhex(seed), digest_size=32, person=_DEAL[:16]).digest()


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
