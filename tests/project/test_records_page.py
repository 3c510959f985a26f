"""The page on records: its example passes the check, and its collection is read."""

import json
import re
import textwrap
from pathlib import Path

import pytest

from tests.support.commands import refused, turncoat
from turncoat.kernel.records import check
from turncoat.kernel.rulebooks import rulebook

PAGE = (Path(__file__).parents[2] / "docs" / "records.md").read_text(encoding="utf-8")
(EXAMPLE,) = re.findall(r"(?:^(?:    .*)?\n)*^    format = 1\n(?:^(?:    .*)?\n)*", PAGE, re.MULTILINE)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.toml"
    path.write_text(textwrap.dedent(EXAMPLE).strip() + "\n", encoding="utf-8")
    return path


def test_the_example_passes_the_check_and_is_explained_as_the_page_says(file: Path) -> None:
    assert turncoat("record", "check", file).stdout == f"{file}: passed, 8 choices. The game is not finished.\n"
    (swing,) = re.findall(r"The largest swing: .*", PAGE)
    assert turncoat("record", "explain", file).stdout.splitlines()[-1] == swing


def test_a_wrong_line_is_named_as_the_page_says(file: Path) -> None:
    file.write_text(
        file.read_text(encoding="utf-8").replace("mission=mission-1", "mission=mission-5"), encoding="utf-8"
    )
    (said,) = re.findall(r"^    game\.toml: (.*) …$", PAGE, re.MULTILINE)
    assert refused("record", "check", file, status=1).startswith(f"{file}: {said}")


def test_the_line_of_a_collection_is_played_by_the_rules() -> None:
    (block,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    game = rulebook("resistance").play_recorded(json.loads(block))
    assert [result.success for result in game.board.results] == [False]


def test_the_result_that_the_page_shows_is_one_that_a_game_may_have() -> None:
    """A header with it parses; the rules then say that the game has not ended so."""
    (result,) = re.findall(r"^    \[result\]\n(?:    .*\n)+", PAGE, re.MULTILINE)
    text = textwrap.dedent(EXAMPLE).replace("--- choices", textwrap.dedent(result) + "\n--- choices")
    with pytest.raises(ValueError, match="the record says spies"):
        check(text.strip() + "\n")
