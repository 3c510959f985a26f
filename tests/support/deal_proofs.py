"""Deal proofs of games played to the end."""

import json
from pathlib import Path
from typing import Any

import msgspec

import turncoat.games  # noqa: F401 - registers the games
from tests.support import commands
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import CHANCE
from turncoat.table.past.proof import DealProof
from turncoat.table.state.game_session import GameSession
from turncoat.table.values.deal_opening import FixedDeal, commitment, entropy_hash, fresh_seed
from turncoat.table.values.entropy import PendingDeal


def proof_of(ruleset: Ruleset, seed: str = "", *, sealed: bool = False) -> dict[str, Any]:
    """Return the proof of a game in which each seat made its default choices to the end.

    If `sealed`, the first seat's entropy was open, the next two revealed theirs, and the fourth did not.
    """
    seed = seed or fresh_seed()
    session = GameSession(
        1,
        ruleset,
        seed,
        ("clover", "" if sealed else "ęœŏ", *[""] * (ruleset.players - 2)),
        (),
        pending=pending_deal(ruleset, seed) if sealed else None,
    )
    return proof_after(session)


def proof_after(session: GameSession) -> dict[str, Any]:
    """Play this game to the end with default choices, and return its proof."""
    while session.result is None:
        chance = session.chance()
        if chance is not None:
            session.take(CHANCE, chance)
        else:
            seat = (session.waiting & -session.waiting).bit_length() - 1
            session.take(seat, session.default(seat))
    proof: dict[str, Any] = json.loads(msgspec.json.encode(DealProof(1, session.opened(), "00", session.record())))
    return proof


def pending_deal(ruleset: Ruleset, seed: str) -> PendingDeal:
    committed = commitment(seed)
    given = ((1, "ęœŏ"), (2, ""), (3, "kept back"))
    hashes = [""] * ruleset.players
    for seat, text in given:
        hashes[seat] = entropy_hash(committed, f"{seat:064x}", text)
    opened = ["clover", *[""] * (ruleset.players - 1)]
    pending = PendingDeal(FixedDeal.of(committed, ruleset, hashes, opened), waits=False)
    for seat, text in given[:2]:
        pending.reveal(seat, f"{seat:064x}", text)
    return pending


def checked(tmp_path: Path, proof: object, *more: str) -> tuple[int, str]:
    file = tmp_path / "proof.json"
    file.write_text(proof if isinstance(proof, str) else json.dumps(proof), encoding="utf-8")
    done = commands.turncoat("fair", file, *more)
    return done.returncode, done.stdout + done.stderr
