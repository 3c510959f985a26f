"""Modified servers that choose the deal after all reveals, exposed by the marks that players kept."""

from collections.abc import Callable, Iterator, Sequence
from itertools import count, permutations
from pathlib import Path
from typing import Any, Final

import pytest

import turncoat.games  # noqa: F401  # makes the games known
from tests.support.deal_proofs import checked, proof_after
from turncoat.kernel.rulesets import Ruleset
from turncoat.table.state.game_session import GameSession
from turncoat.table.values.deal_opening import FixedDeal, commitment, entropy_hash
from turncoat.table.values.entropy import PendingDeal

RULESET: Final = Ruleset.of("resistance", 7, ("plot-thickens",))
SEED: Final = "5e" * 32
COMMITMENT: Final = commitment(SEED)
HONEST: Final = (1, 2, 3)
SILENT: Final = 4
"""An accomplice of the operator, of whom nothing is known before the deal."""
OPERATOR: Final = 0


class Given:
    """Contribution of a seat to the deal, as the server writes it into the proof."""

    def __init__(self, text: str = "", nonce: str = "") -> None:
        self.text, self.nonce = text, nonce
        self.hash = entropy_hash(COMMITMENT, nonce, text) if nonce else ""


TRUE: Final = (
    Given("house", "0f" * 32),
    *(Given(f"text {seat}", f"{seat:064x}") for seat in HONEST),
    *[Given()] * 3,
)
"""Contributions before the first reveal."""


def fixed(given: Sequence[Given], ruleset: Ruleset = RULESET) -> FixedDeal:
    return FixedDeal.of(COMMITMENT, ruleset, [one.hash for one in given], [one.text for one in given])


def dealt(given: Sequence[Given], ruleset: Ruleset = RULESET) -> GameSession:
    pending = PendingDeal(fixed(given, ruleset), waits=False)
    for seat, one in enumerate(given):
        if one.hash:
            pending.reveal(seat, one.nonce, one.text)
    return GameSession(1, ruleset, SEED, (), (), pending=pending)


def suits(session: GameSession) -> bool:
    """Return whether the operator leads first, which they want. One deal in seven does."""
    return session._game.deal.first == OPERATOR


def by_an_open_text() -> Iterator[Sequence[Given]]:
    for number in count():
        yield [*TRUE[:SILENT], Given(f"{number}"), *TRUE[SILENT + 1 :]]


def by_another_order() -> Iterator[Sequence[Given]]:
    for order in permutations(TRUE[:SILENT]):
        yield [*order, *TRUE[SILENT:]]


def by_a_hash_on_a_silent_seat() -> Iterator[Sequence[Given]]:
    for number in count():
        yield [*TRUE[:SILENT], Given("late", f"{number + 100:064x}"), *TRUE[SILENT + 1 :]]


def by_a_friend_who_commits_anew() -> Iterator[Sequence[Given]]:
    for number in count():
        yield [Given("house", f"{number + 100:064x}"), *TRUE[1:]]


ATTACKS: Final = (by_an_open_text, by_another_order, by_a_hash_on_a_silent_seat, by_a_friend_who_commits_anew)


def chosen(attack: Callable[[], Iterator[Sequence[Given]]]) -> dict[str, Any]:
    """Return the proof of the first deal by this attack that suits the operator, who knows the seed and the reveals."""
    return proof_after(next(session for session in map(dealt, attack()) if suits(session)))


@pytest.mark.parametrize("attack", ATTACKS)
def test_the_mark_exposes_a_deal_chosen_after_the_reveals(
    tmp_path: Path, attack: Callable[[], Iterator[Sequence[Given]]]
) -> None:
    assert not suits(dealt(TRUE)), "the operator has no reason to cheat"
    papers, kept = chosen(attack), fixed(TRUE).mark
    honest = [word for seat in HONEST for word in ("--hash", TRUE[seat].hash)]
    status, said = checked(tmp_path, papers, "--commitment", COMMITMENT, *honest)
    assert (status, "fair; " in said) == (0, True), "seed, hashes and cards match: nothing else detects it"
    assert "only that shows that nothing was changed" in said
    status, said = checked(tmp_path, papers, "--mark", kept)
    assert (status, "not the one you noted" in said) == (1, True), said


def test_an_honest_deal_matches_the_saved_mark(tmp_path: Path) -> None:
    status, said = checked(tmp_path, proof_after(dealt(TRUE)), "--mark", fixed(TRUE).mark)
    assert (status, f"The mark of this deal is {fixed(TRUE).mark}, as you noted it." in said) == (0, True), said


def test_hashes_are_reported_with_their_seats(tmp_path: Path) -> None:
    papers = chosen(by_another_order)
    hashes = papers["deal"]["hashes"]
    moved = next(seat for seat in HONEST if hashes[seat] != TRUE[seat].hash)
    found = hashes.index(TRUE[moved].hash)
    status, said = checked(tmp_path, papers, "--hash", TRUE[moved].hash)
    assert (status, f"The hash {TRUE[moved].hash} is at seat {found + 1}." in said) == (0, True), said
    status, said = checked(tmp_path, papers, "--hash", f"{moved + 1}:{TRUE[moved].hash}")
    assert (status, f"at seat {found + 1} in this deal, not at seat {moved + 1}" in said) == (1, True), said
    late = chosen(by_a_hash_on_a_silent_seat)
    known = [word for seat in range(SILENT) for word in ("--hash", f"{seat + 1}:{TRUE[seat].hash}")]
    status, said = checked(tmp_path, late, *known)
    assert (status, "Hashes not given: seats 5." in said) == (0, True), said


def test_the_mark_depends_on_the_ruleset() -> None:
    others = (
        Ruleset.of("resistance", 7),
        Ruleset.of("resistance", 7, ("plot-thickens", "inquisitor")),
        Ruleset.of(
            "resistance", 7, ("plot-thickens",), {"distinct-recipients": not RULESET.option("distinct-recipients")}
        ),
    )
    assert len({fixed(TRUE, ruleset).mark for ruleset in (RULESET, *others)}) == len(others) + 1


def test_a_deal_without_hashes_has_no_mark(tmp_path: Path) -> None:
    papers = proof_after(GameSession(1, RULESET, SEED, ("clover", *[""] * 6), ()))
    assert "mark" not in checked(tmp_path, papers)[1]
    status, said = checked(tmp_path, papers, "--mark", "ab" * 32)
    assert (status, "this deal has no mark" in said) == (1, True), said
