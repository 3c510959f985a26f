"""Statistics of bots' thinking times by kind of choice and by side."""

import pytest

import turncoat.games  # noqa: F401 - registers the games
from bench.thinking import KINDS, LEAST, Thought, part, rows_of, table, thoughts
from turncoat.bots import BOTS
from turncoat.bots.bot import RandomBot
from turncoat.kernel.options import Answer
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Prompt
from turncoat.missions import MissionRun


class Ponders(RandomBot):
    """A bot that thinks longer where it may play a Fail."""

    name = "ponders"

    def choose(self, prompt: Prompt) -> Answer:
        if prompt.question.act == MissionRun.__name__ and "fail" in prompt.option.answers():
            sum(range(100_000))
        return super().choose(prompt)


def test_longer_thinking_shows_only_in_its_kind_of_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, Ponders.name, Ponders)
    rows = rows_of(thoughts([Ponders.name], [Ruleset.of("resistance", 5)], 20))
    assert (rows[0].bot, rows[0].players, rows[0].kind) == (Ponders.name, 5, KINDS[MissionRun.__name__])
    assert rows[0].ratio > 5
    (ballot,) = (row for row in rows if row.kind == "ballot")
    assert ballot.ratio < 2
    assert "| ponders | 5 | card |" in list(table(rows))[2]


def test_too_few_answers_yield_no_statistics() -> None:
    some = [Thought("hard", 5, "team", is_traitor, 1.0 + is_traitor) for is_traitor in (False, True)]
    assert rows_of(some * (LEAST - 1)) == []
    assert [(row.kind, row.ratio) for row in rows_of(some * LEAST)] == [("team", 2.0), ("all", 2.0)]


def test_a_quantile_is_the_longest_time_of_its_share() -> None:
    assert (part([3.0, 1.0, 2.0], 0.5), part([3.0, 1.0, 2.0], 1)) == (2.0, 3.0)
