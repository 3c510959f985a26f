"""`turncoat fair`: the papers of real games are good; changed in any place they are not."""

import json
import re
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest

import turncoat.games  # noqa: F401  # makes the games known
from tests.cli import commands
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import CHANCE
from turncoat.table.past.proof import DealProof
from turncoat.table.state.game_session import GameSession
from turncoat.table.values.deal_opening import fresh_seed

PLOT = Ruleset.of("resistance", 7, ("plot-thickens", "inquisitor"))


def papers_of(ruleset: Ruleset, seed: str = "") -> dict[str, Any]:
    """The papers of a game in which each seat chose its default to the end."""
    session = GameSession(1, ruleset, seed or fresh_seed(), ("clover", "ęœŏ", *[""] * (ruleset.players - 2)), ())
    while session.result is None:
        chance = session.chance()
        if chance is not None:
            session.take(CHANCE, chance)
        else:
            seat = (session.waiting & -session.waiting).bit_length() - 1
            session.take(seat, session.default(seat))
    papers: dict[str, Any] = json.loads(msgspec.json.encode(DealProof(1, session.opened(), "00", session.record())))
    return papers


def draws_unlike_cards(line: str) -> bool:
    """Whether chance chooses cards in this line of a record, and not all of them alike."""
    return line.startswith("chance ") and len(set(line.split()[-1].split(","))) > 1


def checked(tmp_path: Path, papers: object, *more: str) -> tuple[int, str]:
    file = tmp_path / "papers.json"
    file.write_text(papers if isinstance(papers, str) else json.dumps(papers), encoding="utf-8")
    done = commands.turncoat("fair", str(file), *more)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(
    "ruleset",
    [Ruleset.of("resistance", 5), PLOT, Ruleset.of("winter-soldier", 7), Ruleset.of("hail-hydra", 5)],
    ids=str,
)
def test_papers_of_every_kind_of_game_are_good(tmp_path: Path, ruleset: Ruleset) -> None:
    papers = papers_of(ruleset)
    status, said = checked(tmp_path, papers, "--commitment", papers["deal"]["commitment"])
    assert (status, "fair; " in said) == (0, True), said


def test_a_change_in_any_place_is_found(tmp_path: Path) -> None:
    good = papers_of(PLOT)
    lines = good["record"].splitlines(keepends=True)
    roles = next(number for number, line in enumerate(lines) if line.startswith("first ="))
    dealt = [*lines]
    dealt[roles] = f"first = {(int(lines[roles].split('=')[1]) + 1) % 7}\n"
    for changed, why in (
        ({**good, "deal": {**good["deal"], "seed": "00" * 32}}, "not the one that the server had committed to"),
        (
            {**good, "deal": {**good["deal"], "luck": ["shamrock", *good["deal"]["luck"][1:]]}},
            "not dealt from that seed",
        ),
        ({**good, "record": "".join(dealt)}, ":"),  # another leader: the choices do not fit, or the deal
        ({**good, "deal": {**good["deal"], "seed": "ab"}}, "not 32 bytes"),
        ({**good, "deal": {**good["deal"], "seed": ""}}, "was not over"),
        ({**good, "deal": None}, "was not over"),
        ({**good, "record": "format = 1"}, "the record in these papers is no good"),
        ("[]", "no papers of a deal"),
        ("", "no papers of a deal"),
    ):
        status, said = checked(tmp_path, changed)
        assert status == 1
        assert why in said
    status, said = checked(tmp_path, good, "--commitment", "ab" * 32)
    assert (status, "not the one that was shown" in said) == (1, True)
    assert "cannot read" in commands.turncoat("fair", str(tmp_path / "nowhere.json")).stderr


def test_chance_after_the_deal_is_checked_too(tmp_path: Path) -> None:
    games = (papers_of(Ruleset.of("hail-hydra", 5), f"{number:064x}") for number in count())
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
    assert (status, "chance did not decide choice" in said) == (1, True), said
