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


def test_the_figures_are_made_from_the_tables() -> None:
    alone = "import sys; from tools.fairness import figures; sys.stdout.buffer.write(figures())"
    made = subprocess.run([sys.executable, "-c", alone], stdout=subprocess.PIPE, check=True).stdout
    assert made == figures() == FIGURES.read_bytes()
    assert FIGURES.stat().st_size <= MOST_BYTES


def test_there_is_a_sentence_for_everybody_who_has_played() -> None:
    assert tuple(FAIRNESS) == PLAYERS


def test_every_game_has_figures_at_every_number_of_players() -> None:
    assert {game: set(by_players) for game, by_players in tables().items()} == {
        name: set(book.players) for name, book in BOOKS.items()
    }


def test_every_figure_belongs_to_a_ruleset_and_is_found_by_it() -> None:
    for game, by_players in tables().items():
        for players, by_modules in by_players.items():
            for modules, some in by_modules.items():
                ruleset = Ruleset.of(game, players, modules.split("+") if modules else [])
                assert measured(ruleset) == some
                assert [one.player_kind for one in some] == sorted((one.player_kind for one in some), key=PLAYERS.index)
                for one in some:
                    low, high = one.interval
                    assert 0 <= low <= one.share <= high <= 1


def test_other_options_are_another_game() -> None:
    for ruleset in rulesets("resistance", "winter-soldier"):
        usual = Ruleset.of(ruleset.game, ruleset.players, ruleset.modules)
        assert measured(ruleset) == (measured(usual) if ruleset == usual else ()), label(ruleset)
