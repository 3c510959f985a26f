"""`turncoat fair`: whether a deal was fair."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import typer

from turncoat.cli.arguments import translator_of
from turncoat.cli.errors import CommandError
from turncoat.kernel.seats import CHANCE
from turncoat.kernel.words import N_, composed
from turncoat.table.past.proof import DealProofError, check_proof, missing_seats, read_proof
from turncoat.telling import filled

LARGEST: Final = 4_000_000
"""Bytes. No proof is nearly as long."""

_FAIR: Final = N_(
    "{file}: fair; the seed is the one committed to, and the deal and {count} later chance come from it and from"
    " everybody's luck",
    "{file}: fair; the seed is the one committed to, and the deal and {count} later chances come from it and from"
    " everybody's luck",
)


_MISSING: Final = N_("Luck that was not revealed, with a drawn value in its place: seats {seats}.")
_OPEN: Final = N_("Luck that was open, so that others could read it before the deal: seats {seats}.")


def run(file: Path, commitment: str, hashes: Sequence[str] = (), language: str = "") -> None:
    """Check the proof of a game."""
    say = translator_of(language)
    try:
        if file.stat().st_size > LARGEST:
            raise CommandError(composed(N_("{file} is larger than any proof"), file=str(file)), 1)
        proof = read_proof(file.read_bytes())
        game = check_proof(proof, commitment, hashes)
    except OSError as error:
        message = N_("cannot read {file}: {why}")
        raise CommandError(composed(message, file=str(file), why=str(error.strerror)), 1) from None
    except DealProofError as error:
        raise CommandError(composed("{file}: {why}", file=str(file), why=error.message), 1) from None
    chances = sum(seat == CHANCE for seat, _ in game.choices)
    typer.echo(filled(say, _FAIR, file=str(file), count=chances))
    assert proof.deal is not None  # checked
    opened = [
        seat for seat, text in enumerate(proof.deal.entropy) if text and not any(proof.deal.hashes[seat : seat + 1])
    ]
    for message, seats in ((_MISSING, missing_seats(proof.deal)), (_OPEN, opened)):
        if seats:
            typer.echo(filled(say, message, seats=", ".join(str(seat + 1) for seat in seats)))
