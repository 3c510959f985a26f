"""Worth of cards, roles and modules: the counts of pairs of games, the comparisons, the page and its file."""

import csv
from pathlib import Path

import msgspec
import pytest

from turncoat.games.resistance.plot_thickens.deck import CHAPTER
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.simulation.playing import play_numbered, seating
from turncoat.simulation.processes import ONE_PROCESS, Processes
from turncoat.simulation.simulate import simulate
from turncoat_lab import worth
from turncoat_lab.balance import SEED
from turncoat_lab.batch.engine import WINNER, outcomes_of
from turncoat_lab.batch.rules import can_play
from turncoat_lab.batch.words import WORDS
from turncoat_lab.cache import ResultCache
from turncoat_lab.cli import measures
from turncoat_lab.worth import (
    COLUMNS,
    Comparison,
    Group,
    Pairs,
    PlayedRules,
    as_csv,
    format_points,
    groups,
    measure,
    page,
    plot_deck,
)

PLAIN_AT_FIVE = Ruleset.of("resistance", 5)
PLAIN, HUNTER = Ruleset.of("resistance", 6), Ruleset.of("resistance", 6, ["hunter"])
PLOT = Ruleset.of("resistance", 7, ["plot-thickens"])
MODULE = Comparison("hunter", PlayedRules(HUNTER), PlayedRules(PLAIN))
CARD = Comparison("no-confidence", PlayedRules(PLOT), PlayedRules(PLOT, "no-confidence"))
WORTH = Path(__file__).parents[2] / "docs" / "balance" / "worth.csv"


@pytest.mark.usefixtures("core")
def test_compared_games_are_paired_by_number() -> None:
    [pairs] = worth.played(Group((MODULE,), "baseline:people", "random", 300), 100, 400)
    wins = [
        [WORDS[word] == "resistance" for word in outcomes_of(ruleset, SEED, 100, 400, "people", "random")[:, WINNER]]
        for ruleset in (HUNTER, PLAIN)
    ]
    gained = sum(having and not lacking for having, lacking in zip(*wins, strict=True))
    lost = sum(lacking and not having for having, lacking in zip(*wins, strict=True))
    assert pairs == Pairs(300, gained, lost)
    assert gained
    assert lost


@pytest.mark.usefixtures("core")
def test_a_card_is_compared_with_the_deck_without_it() -> None:
    """Random players use No Confidence half of the time, and each use brings the traitors closer to a fifth
    rejection."""
    [pairs] = worth.played(Group((CARD,), "random", "random", 20_000), 0, 20_000)
    assert pairs.interval[1] < -2
    [nothing] = worth.played(
        Group((Comparison("", PlayedRules(PLOT), PlayedRules(PLOT)),), "random", "random", 900), 0, 900
    )
    assert (nothing.gained, nothing.lost) == (0, 0)


def test_worth_with_uncompiled_bots_is_counted_by_the_kernel() -> None:
    comparison = Comparison("hunter", PlayedRules(Ruleset.of("resistance", 5, ["hunter"])), PlayedRules(PLAIN_AT_FIVE))
    group = Group((comparison,), "sensible", "random", 12)
    [pairs] = measure([group], Processes(2), None)[group]
    lacking = simulate(PLAIN_AT_FIVE, {"resistance": "sensible", "spies": "random"}, 12, SEED)
    having = simulate(comparison.having.ruleset, {"resistance": "sensible", "spies": "random"}, 12, SEED)
    assert pairs.games == 12
    assert pairs.gained - pairs.lost == having.wins["resistance"].games - lacking.wins["resistance"].games


def test_removing_a_card_keeps_the_order_of_the_others() -> None:
    deal = PLOT.deal(b"deal")
    left = PlayedRules(PLOT, "no-confidence").without_card(deal)
    assert left.decks[CHAPTER] == tuple(card for card in deal.decks[CHAPTER] if card != "no-confidence")
    assert len(left.decks[CHAPTER]) == len(deal.decks[CHAPTER]) - 3
    assert PlayedRules(PLOT).without_card(deal) == deal
    bots = {"resistance": "sensible", "spies": "sensible"}
    game = play_numbered(PLOT, seating(PLOT, bots), SEED, 1, alter=PlayedRules(PLOT, "no-confidence").without_card)
    assert game.result is not None
    assert "no-confidence" not in str(game.events)


@pytest.mark.usefixtures("core")
def test_worth_tables_do_not_depend_on_processes_and_play_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("turncoat_lab.cache.cache_folder", lambda: tmp_path)
    wanted = [Group((CARD,), "random", "random", 40_000), Group((MODULE,), "random", "random", 1_000)]
    results, told = ResultCache(list[Pairs]), list[int]()
    one = measure(wanted, Processes(2), results, told.append)
    kept = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*") if file.is_file()}
    assert as_csv(measure(wanted, ONE_PROCESS, results)) == as_csv(one)
    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*") if file.is_file()} == kept
    assert len(kept) == 3
    assert told[-1] == 41_000
    assert [pairs.games for some in one.values() for pairs in some] == [40_000, 1_000]


def test_every_module_and_card_is_compared_for_all_numbers_of_players() -> None:
    for game in (name for name, book in BOOKS.items() if can_play(Ruleset.of(name, book.players[0]))):
        mine = [group for group in groups() if group.ruleset.game == game and group.loyal == "random"]
        assert [group.ruleset.players for group in mine] == sorted(BOOKS[game].players)
        subjects = {one.subject for group in mine for one in group.comparisons if not one.lacking.removed_card}
        assert subjects == set(BOOKS[game].chapters)
    for group in groups():
        cards = [one.subject for one in group.comparisons if one.lacking.removed_card]
        if CHAPTER in BOOKS[group.ruleset.game].chapters:
            assert cards == plot_deck(Ruleset.of(group.ruleset.game, group.ruleset.players, [CHAPTER]))
        for one in group.comparisons:
            assert {*one.lacking.ruleset.modules} <= {*one.having.ruleset.modules}
            assert one.having != one.lacking


def test_insignificant_figures_are_in_parentheses() -> None:
    assert format_points(Pairs(10_000, 900, 600)) == "+3.0"
    assert format_points(Pairs(10_000, 600, 900)) == "−3.0"
    assert format_points(Pairs(10_000, 610, 600)) == "(+0.1)"
    assert format_points(Pairs(10_000, 0, 0)) == "(0.0)"


def test_the_worth_page_has_a_table_for_each_game_and_pair_of_bots() -> None:
    wanted = {group: [Pairs(group.pairs, 900, 600) for _ in group.comparisons] for group in groups()}
    lines = list(page(wanted, "the command"))
    assert "    the command\n" in lines
    assert sum(line.startswith("\n## ") for line in lines) == len({(one.ruleset.game, one.bots) for one in groups()})
    assert any(line.startswith("| Coordinator, beside Hunter | +") for line in lines)
    assert any(line.startswith("| Strong Leader (plot card) | +") for line in lines)
    assert all(line.count("|") in (5 + 1, 6 + 2, 8 + 2) for line in lines if line.startswith("| "))


@pytest.mark.usefixtures("core")
def test_the_worth_command_prints_or_writes_its_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("turncoat_lab.cache.cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setattr(worth, "groups", lambda: [Group((MODULE,), "random", "random", 500)])
    measures.worth(None, ONE_PROCESS)
    printed = capsys.readouterr().out
    assert "    turncoat lab worth\n" in printed
    measures.worth(tmp_path / "new", ONE_PROCESS)
    assert capsys.readouterr().out == f"2 files in {tmp_path / 'new'}\n"
    written = (tmp_path / "new" / "worth.md").read_text("utf-8")
    assert written.replace(" --out lab/docs/balance", "") == printed
    assert (tmp_path / "new" / "worth.csv").read_text("utf-8").startswith("game,players,subject,")


@pytest.mark.usefixtures("core")
def test_the_shipped_worth_table_is_current() -> None:
    """Check the columns and rows against the list, and count the first comparison again."""
    rows = list(csv.reader(WORTH.read_text("utf-8").splitlines()))
    assert tuple(rows[0]) == COLUMNS
    compared = [(group, one.subject) for group in groups() for one in group.comparisons]
    assert [(row[0], row[1], row[2], row[5], row[6]) for row in rows[1:]] == [
        (group.ruleset.game, str(group.ruleset.players), subject, *group.bots) for group, subject in compared
    ]
    assert all(int(row[7]) >= group.pairs for row, (group, _) in zip(rows[1:], compared, strict=True))
    first = msgspec.structs.replace(groups()[0], comparisons=groups()[0].comparisons[:1])
    again = measure([first], ONE_PROCESS, ResultCache(list[Pairs]))
    assert rows[1] == list(csv.reader(as_csv(again).splitlines()))[1]
