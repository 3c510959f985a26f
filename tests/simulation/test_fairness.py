"""The figures of the set-up page match the balance tables, and are absent where nothing was measured."""

import subprocess
import sys

import turncoat.games  # noqa: F401 - makes the games known
from tools.fairness import FIGURES, figures
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.simulation.fairness import PLAYERS, measured, tables
from turncoat.testing.rulesets import label, rulesets
from turncoat.web.table.setup import FAIRNESS

MOST_BYTES = 200_000


def test_fairness_figures_are_computed_from_the_tables() -> None:
    alone = "import sys; from tools.fairness import figures; sys.stdout.buffer.write(figures())"
    made = subprocess.run([sys.executable, "-c", alone], stdout=subprocess.PIPE, check=True).stdout
    assert made == figures() == FIGURES.read_bytes()
    assert FIGURES.stat().st_size <= MOST_BYTES


def test_every_bot_that_played_has_a_sentence() -> None:
    assert tuple(FAIRNESS) == PLAYERS


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
