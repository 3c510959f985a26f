"""`turncoat cards check`, which names the card and the field, and `--cards` for custom sets."""

import re
import tomllib
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from tests.support.commands import forked, refused, turncoat
from tests.support.paths import HOUSE, ROOT
from turncoat.games.hail_hydra.cards import AbilityTiming, Hero, If, Verb, Villain, When, Who


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "mine.toml"
    file.write_text(HOUSE.read_text(encoding="utf-8").replace('name = "house"', 'name = "mine"'), encoding="utf-8")
    return file


def test_a_valid_card_set_is_summarized_in_a_line(mine: Path) -> None:
    done = turncoat("cards", "check", HOUSE, mine)
    assert done.returncode == 0
    good = "passed, House set: 14 heroes; villains: 5 of level 1, 6 of level 2, 6 of level 3 and the last"
    assert done.stdout.splitlines() == [f"{HOUSE}: {good}", f"{mine}: {good}"]


def test_an_error_in_a_card_set_is_reported_with_status_1(mine: Path) -> None:
    mine.write_text(mine.read_text(encoding="utf-8").replace("amount = 4", "amount = 40"), encoding="utf-8")
    assert refused("cards", "check", mine, status=1) == (
        f"{mine}: hero hulk, effects[0].amount: must be 1 to 9 and not 0, not 40"
    )


def test_a_card_set_of_another_game_is_checked_by_that_game(mine: Path) -> None:
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


def test_a_missing_card_set_is_named(tmp_path: Path) -> None:
    assert "nothing.toml" in refused("cards", "check", tmp_path / "nothing.toml", status=1)


def test_a_custom_card_set_can_be_played(mine: Path) -> None:
    options = ("--players", "5", "--option", "cards=mine", "--games", "3")
    assert forked("--cards", mine, "simulate", "hail-hydra", *options).returncode == 0
    assert "house" in refused("simulate", "hail-hydra", *options)


def test_a_custom_set_cannot_take_the_house_sets_name() -> None:
    assert "already" in refused("--cards", HOUSE, "games")


def test_the_page_on_card_sets_is_valid_and_complete() -> None:
    page = (ROOT / "docs" / "hail-hydra-cards.md").read_text("utf-8")
    (block,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    cards = tomllib.loads(block)
    assert [msgspec.convert(hero, Hero).name for hero in cards["hero"]] == ["hulk"]
    assert [msgspec.convert(villain, Villain).name for villain in cards["villain"]] == ["pickpocket-swarm"]
    words = {word for kind in (AbilityTiming, When, Verb, Who, If) for word in get_args(kind) if word}
    assert words - set(re.findall(r"`([a-z-]+)`", page)) == set()
    verbs = re.findall(r"`([a-z-]+)`", "".join(re.findall(r"^\| (`[^|]*) \|[^|]*\|[^|]*\|$", page, re.MULTILINE)))
    assert set(verbs) == set(get_args(Verb))
