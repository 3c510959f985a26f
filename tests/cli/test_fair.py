"""`turncoat fair`: proofs of real games are valid, and any change makes them invalid."""

import re
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import turncoat.games  # noqa: F401  # makes the games known
from tests.support import commands
from tests.support.deal_proofs import checked, proof_of
from turncoat.kernel.rulesets import Ruleset
from turncoat.table.values.deal_opening import entropy_hash

ORDERED = ("entropy", "hashes", "nonces")
"""Fields of a proof with a value per seat, in order."""
PLOT = Ruleset.of("resistance", 7, ("plot-thickens", "inquisitor"))


def draws_unlike_cards(line: str) -> bool:
    """Return whether chance draws different cards in this line of a record."""
    return line.startswith("chance ") and len(set(line.split()[-1].split(","))) > 1


@pytest.mark.parametrize(
    "ruleset",
    [Ruleset.of("resistance", 5), PLOT, Ruleset.of("winter-soldier", 7), Ruleset.of("hail-hydra", 5)],
    ids=str,
)
def test_papers_of_every_kind_of_game_are_valid(tmp_path: Path, ruleset: Ruleset) -> None:
    papers = proof_of(ruleset)
    status, said = checked(tmp_path, papers, "--commitment", papers["deal"]["commitment"])
    assert (status, "fair; " in said) == (0, True), said


def test_a_change_anywhere_in_papers_is_detected(tmp_path: Path) -> None:
    good = proof_of(PLOT)
    lines = good["record"].splitlines(keepends=True)
    roles = next(number for number, line in enumerate(lines) if line.startswith("first ="))
    dealt = [*lines]
    dealt[roles] = f"first = {(int(lines[roles].split('=')[1]) + 1) % 7}\n"
    for papers, why in (
        ({**good, "deal": {**good["deal"], "seed": "00" * 32}}, "does not match the server's commitment"),
        (
            {**good, "deal": {**good["deal"], "entropy": ["shamrock", *good["deal"]["entropy"][1:]]}},
            "not dealt from this seed",
        ),
        ({**good, "record": "".join(dealt)}, ":"),  # with another leader the choices or the deal do not fit
        ({**good, "deal": {**good["deal"], "seed": "ab"}}, "must be 32 bytes"),
        ({**good, "deal": {**good["deal"], "seed": ""}}, "before the game was over"),
        ({**good, "deal": None}, "before the game was over"),
        ({**good, "record": "format = 1"}, "the record in this proof is invalid"),
        ("[]", "not a proof of a deal"),
        ("", "not a proof of a deal"),
    ):
        status, said = checked(tmp_path, papers)
        assert status == 1
        assert why in said
    status, said = checked(tmp_path, good, "--commitment", "ab" * 32)
    assert (status, "differs from the one shown" in said) == (1, True)
    assert "cannot read" in commands.turncoat("fair", str(tmp_path / "nowhere.json")).stderr


def test_papers_with_hashes_name_people_who_did_not_reveal(tmp_path: Path) -> None:
    papers = proof_of(PLOT, sealed=True)
    hashes = papers["deal"]["hashes"]
    status, said = checked(tmp_path, papers, "--hash", hashes[1], "--hash", hashes[3])
    assert (status, "fair; " in said) == (0, True), said
    assert "not revealed, so replaced by a drawn value: seats 4." in said
    assert "Open entropy, which others could read before the deal: seats 1." in said
    status, said = checked(tmp_path, papers, "--hash", "ab" * 32)
    assert (status, "no entropy in this deal has the hash" in said) == (1, True), said


def changed(papers: dict[str, Any], **fields: object) -> dict[str, Any]:
    """Return the proof with other values, of a whole field or of one seat (`field_seat`)."""
    deal = dict(papers["deal"])
    for name, value in fields.items():
        field, _, seat = name.partition("_")
        deal[field] = [*deal[field][: int(seat)], value, *deal[field][int(seat) + 1 :]] if seat else value
    return {**papers, "deal": deal}


def test_each_way_to_cheat_with_hashes_is_detected(tmp_path: Path) -> None:
    good = proof_of(PLOT, sealed=True)
    deal = good["deal"]
    other = entropy_hash(deal["commitment"], "07" * 32, "other entropy")
    for papers, why in (
        (changed(good, entropy_1="shamrock"), "seat 2 committed to other entropy"),
        (changed(good, nonces_1="07" * 32), "seat 2 committed to other entropy"),
        (changed(good, hashes_1=other), "seat 2 committed to other entropy"),
        (changed(good, hashes_1=other, nonces_1="07" * 32, entropy_1="other entropy"), "not dealt from this seed"),
        (changed(good, nonces_1="", entropy_1=""), "not dealt from this seed"),  # omitted entropy of a player
        (changed(good, nonces_3="07" * 32), "seat 4 committed to other entropy"),
        (changed(good, entropy_3="late"), "the entropy of seat 4 has a hash but was revealed without a nonce"),
        (changed(good, nonces_4="07" * 32), "seat 5 revealed entropy without a commitment"),
        (changed(good, entropy_4="late"), "not dealt from this seed"),
        (changed(good, entropy_0="late"), "not dealt from this seed"),
        (changed(good, hashes_4=deal["hashes"][1]), "two seats have committed to the same hash"),
        (changed(good, hashes_3=""), "not dealt from this seed"),  # a silent seat loses its hash
        (changed(good, hashes_3=other), "not dealt from this seed"),
        (changed(good, hashes_1="AB" * 32), "the hash and the nonce of seat 2 must be 32 bytes in hex"),
        (changed(good, nonces_2="xy"), "the hash and the nonce of seat 3 must be 32 bytes in hex"),
        (changed(good, hashes=deal["hashes"][:-1]), "lacks the entropy, the hash or the nonce"),
        (changed(good, nonces=[]), "lacks the entropy, the hash or the nonce"),
        (changed(good, hashes=[""] * 7, nonces=[""] * 7), "not dealt from this seed"),
        (changed(good, scheme=2), "a newer version"),
        (
            changed(good, **{name: [deal[name][0], *deal[name][2:0:-1], *deal[name][3:]] for name in ORDERED}),
            "not dealt from this seed",
        ),
        (changed(good, nonces=[]), "lacks the entropy, the hash or the nonce"),
    ):
        status, said = checked(tmp_path, papers)
        assert status == 1, why
        assert why in said


def test_draws_after_the_deal_are_checked(tmp_path: Path) -> None:
    games = (proof_of(Ruleset.of("hail-hydra", 5), f"{number:064x}") for number in count())
    good = next(papers for papers in games if any(map(draws_unlike_cards, papers["record"].splitlines())))
    text = re.sub(r"\[result\]\n(.+\n)*\n", "", good["record"])
    lines = text.splitlines(keepends=True)
    drawn = next(number for number, line in enumerate(lines) if draws_unlike_cards(line))
    so_far = {**good, "record": "".join(lines[: drawn + 1])}
    assert checked(tmp_path, so_far)[0] == 0
    name, cards = lines[drawn].rstrip().rsplit(" ", 1)
    first, *others = cards.split(",")
    at = next(number for number, card in enumerate(others) if card != first)
    others[at], first = first, others[at]
    otherwise = f"{name} {','.join([first, *others])}\n"
    status, said = checked(tmp_path, {**good, "record": "".join([*lines[:drawn], otherwise])})
    assert (status, "was not drawn from this seed and entropy" in said) == (1, True), said
