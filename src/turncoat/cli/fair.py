"""The command `turncoat fair`: check that a deal was fair."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import typer

from turncoat.cli.arguments import translator_of
from turncoat.cli.errors import CommandError
from turncoat.kernel.seats import CHANCE
from turncoat.kernel.words import N_, composed
from turncoat.table.past.proof import DealProofError, check_proof, mark_of, missing_seats, read_proof, seat_of_hash
from turncoat.table.values.deal_opening import DealOpening
from turncoat.telling import Translate, filled

LARGEST: Final = 4_000_000
"""Size limit in bytes. No proof is nearly as long."""

_FAIR: Final = N_(
    "{file}: fair; the seed matches the commitment, and the deal and {count} later draw come from it and from "
    "everybody's entropy",
    "{file}: fair; the seed matches the commitment, and the deal and {count} later draws come from it and from "
    "everybody's entropy",
)


_MISSING: Final = N_("Entropy not revealed, so replaced by a drawn value: seats {seats}.")
_OPEN: Final = N_("Open entropy, which others could read before the deal: seats {seats}.")


_HASH: Final = N_("The hash {hash} is at seat {seat}.")
_NOT_GIVEN: Final = N_("Hashes not given: seats {seats}.")
_MARK: Final = N_("The mark of this deal is {mark}, as you noted it.")
_MARK_NOT_GIVEN: Final = N_(
    "The mark of this deal is {mark}. Compare it with the one that your page saved before the deal (--mark): only "
    "that shows that nothing was changed afterwards."
)


def run(file: Path, commitment: str, hashes: Sequence[str] = (), mark: str = "", language: str = "") -> None:
    """Check the proof of a game."""
    say = translator_of(language)
    try:
        if file.stat().st_size > LARGEST:
            raise CommandError(composed(N_("{file} is too large for a proof"), file=str(file)), 1)
        proof = read_proof(file.read_bytes())
        game = check_proof(proof, commitment, hashes, mark)
    except OSError as error:
        message = N_("cannot read {file}: {why}")
        raise CommandError(composed(message, file=str(file), why=str(error.strerror)), 1) from None
    except DealProofError as error:
        raise CommandError(composed("{file}: {why}", file=str(file), why=error.message), 1) from None
    chances = sum(seat == CHANCE for seat, _ in game.choices)
    typer.echo(filled(say, _FAIR, file=str(file), count=chances))
    assert proof.deal is not None  # ensured by check_proof
    _print_details(proof.deal, mark_of(proof.deal, game.ruleset), hashes, say, is_mark_given=bool(mark))


def _print_details(deal: DealOpening, mark: str, hashes: Sequence[str], say: Translate, *, is_mark_given: bool) -> None:
    """Print the details of a fair deal: its mark, the seats of the given hashes, and entropy that was not sealed."""
    if mark:
        typer.echo(filled(say, _MARK if is_mark_given else _MARK_NOT_GIVEN, mark=mark))
    given = {seat_of_hash(deal, noted): noted.rpartition(":")[2] for noted in hashes}
    for seat, hashed in sorted(given.items()):
        typer.echo(filled(say, _HASH, hash=hashed, seat=seat + 1))
    others = [seat for seat, hashed in enumerate(deal.hashes) if hashed and seat not in given] if given else []
    opened = [seat for seat, text in enumerate(deal.entropy) if text and not deal.hashes[seat]]
    for message, seats in ((_NOT_GIVEN, others), (_MISSING, missing_seats(deal)), (_OPEN, opened)):
        if seats:
            typer.echo(filled(say, message, seats=", ".join(str(seat + 1) for seat in seats)))
