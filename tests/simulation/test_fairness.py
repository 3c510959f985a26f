"""The figures of the set-up page match the balance tables, and are absent where nothing was measured."""

import subprocess
import sys

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from tools.fairness import FIGURES, figures
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.simulation.fairness import JUDGES, PLAYERS, Measured, Verdict, judging, measured, tables
from turncoat.testing.rulesets import label, rulesets
from turncoat.web.table.fairness import FIGURES as SENTENCES
from turncoat.web.table.fairness import SOURCES, VERDICTS

MOST_BYTES = 200_000


def test_fairness_figures_are_computed_from_the_tables() -> None:
    alone = "import sys; from tools.fairness import figures; sys.stdout.buffer.write(figures())"
    made = subprocess.run([sys.executable, "-c", alone], stdout=subprocess.PIPE, check=True).stdout
    assert made == figures() == FIGURES.read_bytes()
    assert FIGURES.stat().st_size <= MOST_BYTES


def test_every_bot_that_played_has_a_sentence() -> None:
    assert tuple(SENTENCES) == PLAYERS
    assert tuple(SOURCES) == JUDGES


def test_fairness_covers_every_number_of_players() -> None:
    assert {game: set(by_players) for game, by_players in tables().items()} == {
        name: set(book.players) for name, book in BOOKS.items()
    }


def test_every_fairness_figure_is_found_by_its_ruleset() -> None:
    for game, by_players in tables().items():
        for players, by_modules in by_players.items():
            for modules, some in by_modules.items():
                ruleset = Ruleset.of(game, players, modules.split("+") if modules else [])
                assert measured(ruleset) == some
                assert [one.player_kind for one in some] == sorted((one.player_kind for one in some), key=PLAYERS.index)
                for one in some:
                    low, high = one.interval
                    assert 0 <= low <= one.share <= high <= 1


def test_unusual_options_have_no_fairness_figures() -> None:
    for ruleset in rulesets("resistance", "winter-soldier"):
        usual = Ruleset.of(ruleset.game, ruleset.players, ruleset.modules)
        assert measured(ruleset) == (measured(usual) if ruleset == usual else ()), label(ruleset)


@pytest.mark.parametrize(
    ("games", "wins", "verdict"),
    [
        (252, 142, "even"),
        (188, 95, "even"),
        (245_000, 122_500, "even"),
        (245_000, 134_000, "even"),
        (245_000, 136_000, "loyal"),
        (245_000, 109_000, "hiding"),
        (245_000, 111_000, "even"),
        (10, 10, "loyal"),
        (10, 0, "hiding"),
        (85, 31, "few"),
        (26, 16, "few"),
        (3, 3, "few"),
        (1, 0, "few"),
    ],
)
def test_a_verdict_depends_on_the_whole_interval(games: int, wins: int, verdict: Verdict) -> None:
    assert Measured("people", games, wins).verdict == verdict
    assert Measured("people", games, games - wins).verdict == {"loyal": "hiding", "hiding": "loyal"}.get(
        verdict, verdict
    )


@pytest.mark.parametrize(
    ("measurements", "judge"),
    [
        ([Measured("people", 252, 142), Measured("sensible", 9000, 7000)], 0),
        ([Measured("people", 14, 7), Measured("sensible", 9000, 7000)], 1),
        ([Measured("people", 14, 7), Measured("random", 9000, 7000)], 0),
        ([Measured("baseline:people", 9000, 7000), Measured("random", 9000, 7000)], None),
        ([], None),
    ],
)
def test_people_judge_then_bots_that_play_to_win_and_nobody_else(
    measurements: list[Measured], judge: int | None
) -> None:
    assert judging(measurements) == (None if judge is None else measurements[judge])


def test_every_verdict_has_words() -> None:
    assert set(VERDICTS) == {"even", "loyal", "hiding", "few"}
