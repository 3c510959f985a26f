"""Counts of batch games, and the balance tables made of them."""

import csv
from collections import Counter
from pathlib import Path

import pytest

from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.simulation.intervals import wilson
from turncoat.simulation.processes import Processes
from turncoat.simulation.simulate import simulate
from turncoat_lab.balance import SEED
from turncoat_lab.balance_tables import (
    COLUMNS,
    PEOPLE,
    SHARED,
    Cell,
    Page,
    as_csv,
    by_game,
    cells,
    measure,
    pages,
    shares_of,
)
from turncoat_lab.batch.counting import POLICY_OF_BOT, Counts, counted, policies_of
from turncoat_lab.batch.engine import WINNER, outcomes_of
from turncoat_lab.batch.rules import POLICIES
from turncoat_lab.batch.words import WORDS
from turncoat_lab.cache import ResultCache

TABLES = Path(__file__).parents[2] / "docs" / "balance"


@pytest.mark.usefixtures("core")
def test_counts_agree_with_the_games() -> None:
    ruleset = Ruleset.of("winter-soldier", 8, ["maria-hill"])
    found = counted(ruleset, "people", "random", "x", 10, 400)
    rows = outcomes_of(ruleset, "x", 10, 400, "people", "random")
    assert sum(found.winners.values()) == sum(found.reasons.values()) == found.games == 390
    assert found.winners["hydra"] == [WORDS[word] for word in rows[:, WINNER].tolist()].count("hydra")
    assert found.choices > 390 * 10


def test_every_compiled_policy_is_a_bot_of_its_side() -> None:
    assert set(POLICY_OF_BOT.values()) == set(POLICIES)
    sides = {"resistance": "random", "spies": "baseline:people"}
    assert policies_of(Ruleset.of("resistance", 5), sides) == ("random", "people")


@pytest.mark.usefixtures("core")
def test_balance_tables_do_not_depend_on_processes_and_count_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("turncoat_lab.cache.cache_folder", lambda: tmp_path)
    wanted = [Cell(Ruleset.of("resistance", players), "random", "baseline:people", 60_000) for players in (5, 6)]
    results = ResultCache(Counts)
    told: list[int] = []
    one = measure(wanted, Processes(2), results, told.append)
    kept = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*") if file.is_file()}
    again = measure(wanted, Processes(1), results)
    assert as_csv(one) == as_csv(again)
    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*") if file.is_file()} == kept
    assert len(kept) == 4
    assert told[-1] == 120_000
    assert all(counts.games == 60_000 for counts in one.values())


def test_balance_of_uncompiled_bots_is_counted_by_the_kernel() -> None:
    ruleset, playing = Ruleset.of("winter-soldier", 5), {"shield": "sensible", "hydra": "random"}
    [counts] = measure([Cell(ruleset, "sensible", "random", 8)], Processes(2), None).values()
    simulated = simulate(ruleset, playing, 8, SEED)
    assert counts.winners == {side: won.games for side, won in simulated.wins.items() if won.games}
    assert (counts.games, counts.choices, counts.reasons) == (8, simulated.choices, simulated.reasons)
    assert 8 <= counts.missions <= 8 * 5


def test_balance_tables_cover_every_game_and_module() -> None:
    games = by_game(dict.fromkeys(cells(), Counts()))
    assert {*games, *(page.game for page in pages())} == set(BOOKS) - {"round-table"}, "people alone have played it"
    for game, found in games.items():
        assert {cell.ruleset.players for cell in found} == set(BOOKS[game].players)
        assert {module for cell in found for module in cell.ruleset.modules} == set(BOOKS[game].chapters)
        for cell in found:
            _, low, high = shares_of(cell, Counts(cell.games, Counter({cell.loyal_side: cell.games // 2})))
            assert (high - low) / 2 <= (0.002 if cell.is_compiled else 0.01)


@pytest.mark.parametrize("game", by_game(dict.fromkeys(cells(), Counts())))
@pytest.mark.usefixtures("core")
def test_the_shipped_balance_tables_are_current(game: str) -> None:
    """Check the columns and rows of each table against the list, and count one cell again."""
    rows = list(csv.reader((TABLES / f"{game}.csv").read_text("utf-8").splitlines()))
    wanted = by_game(dict.fromkeys(cells(), Counts()))[game]
    assert tuple(rows[0]) == COLUMNS
    assert [row[:5] for row in rows[1:] if row[3] != PEOPLE] == [
        [game, str(cell.ruleset.players), "+".join(cell.ruleset.modules) or "-", cell.loyal, cell.hiding]
        for cell in wanted
    ]
    assert all(int(row[5]) >= cell.games for row, cell in zip(rows[1:], wanted, strict=False))
    first = next(iter(wanted))
    again = list(csv.reader(as_csv(measure([first], Processes(1), ResultCache(Counts))).splitlines()))
    assert rows[1] == again[1]


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.game)
def test_each_balance_page_agrees_with_its_file(page: Page) -> None:
    columns, *rows = csv.reader((TABLES / f"{page.game}.csv").read_text("utf-8").splitlines())
    assert tuple(columns) == SHARED
    assert [int(row[1]) for row in rows] == list(BOOKS[page.game].players)
    assert {(*row[3:5], int(row[5])) for row in rows} == {(*page.bots.values(), page.games)}
    told = (TABLES / f"{page.game}.md").read_text("utf-8")
    for row in rows:
        wins = int(row[6])
        low, high = (f"{100 * end:.1f}" for end in wilson(wins, page.games))
        assert f"| {row[1]} | {100 * wins / page.games:.1f}% | {low} to {high} |" in told
        assert row[7] == f"{100 * wins / page.games:.2f}"
