"""`turncoat cards check`, which names the card and the field, and `--cards` for custom sets."""

from pathlib import Path

import pytest

from tests.support.commands import forked, refused, turncoat
from tests.support.paths import HOUSE


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "mine.toml"
    file.write_text(HOUSE.read_text(encoding="utf-8").replace('name = "house"', 'name = "mine"'), encoding="utf-8")
    return file


def test_a_good_set_is_told_in_a_line(mine: Path) -> None:
    done = turncoat("cards", "check", HOUSE, mine)
    assert done.returncode == 0
    good = "passed, House set: 14 heroes; villains: 5 of level 1, 6 of level 2, 6 of level 3 and the last"
    assert done.stdout.splitlines() == [f"{HOUSE}: {good}", f"{mine}: {good}"]


def test_a_mistake_is_named_by_card_and_field_and_the_status_is_1(mine: Path) -> None:
    mine.write_text(mine.read_text(encoding="utf-8").replace("amount = 4", "amount = 40"), encoding="utf-8")
    assert refused("cards", "check", mine, status=1) == (
        f"{mine}: hero hulk, effects[0].amount: must be 1 to 9 and not 0, not 40"
    )


def test_a_set_of_another_game_goes_to_that_game(mine: Path) -> None:
    text = mine.read_text(encoding="utf-8")
    for game in ("chess", "resistance"):
        mine.write_text(text.replace('"hail-hydra"', repr(game)), encoding="utf-8")
        assert refused("cards", "check", mine, status=1) == (
            f"{mine}: no game '{game}' that takes card sets; known: hail-hydra"
        )
        assert "no game" in refused("--cards", mine, "games", status=1)
    mine.write_text(text.replace('game = "hail-hydra"\n', ""), encoding="utf-8")
    assert turncoat("cards", "check", mine).stdout.startswith(f"{mine}: passed, House set: ")
    mine.write_text("[[", encoding="utf-8")
    assert refused("cards", "check", mine, status=1).startswith(f"{mine}: the file, TOML: ")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert "nothing.toml" in refused("cards", "check", tmp_path / "nothing.toml", status=1)


def test_a_set_of_ones_own_can_be_played(mine: Path) -> None:
    options = ("--players", "5", "--option", "cards=mine", "--games", "3")
    assert forked("--cards", mine, "simulate", "hail-hydra", *options).returncode == 0
    assert "house" in refused("simulate", "hail-hydra", *options)


def test_the_name_of_the_house_set_is_taken() -> None:
    assert "already" in refused("--cards", HOUSE, "games")
