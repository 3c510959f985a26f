"""The rules page of The Resistance is consistent where clauses meet, in every language."""

import csv
import re
from html import unescape
from pathlib import Path

import pytest

from tests.support.fixtures import SITE
from turncoat.kernel.rulebooks import BOOKS
from turncoat.locales import translations, translator
from turncoat.web.http.rendering import Renderer
from turncoat.web.site.rules import RulesPage, rules_chapters

ROOT = Path(__file__).parents[2]
CLAUSE = re.compile(r'<div class="clause" id="([^"]+)"><dt>.*?</dt><dd>(.*?)</dd></div>', re.DOTALL)


def clauses(language: str) -> dict[str, str]:
    """Return the text of each clause on the page."""
    book, say = BOOKS["resistance"], translator(language)
    page = RulesPage(SITE, "resistance", say(book.title), "", rules_chapters(book, say))
    return dict(CLAUSE.findall(unescape(Renderer(translations(language)).page(page))))


@pytest.mark.parametrize(
    ("language", "window", "step"),
    [
        ("en", "from the start of a round until the first ballot on a team is in", "; Blame;"),
        ("pl", "od początku rundy, dopóki nie padnie pierwszy głos nad drużyną", "; Obwinienie;"),
    ],
)
def test_the_order_of_a_round_agrees_with_the_clause_on_blame(language: str, window: str, step: str) -> None:
    told = clauses(language)
    assert window in told["PLT-ORDER-3"]
    assert window in told["HUN-BLAME-2"]
    assert step not in told["PLT-ORDER-3"], "it is not a step between others"


@pytest.mark.parametrize(("language", "kept"), [("en", "Coordinator"), ("pl", "Koordynatora")])
def test_blind_spies_leaves_lines_for_the_resistance(language: str, kept: str) -> None:
    told = clauses(language)
    assert kept in told["RES-REVEAL-4"]
    assert kept in told["BLD-2"]
    assert "8" in told["RES-REVEAL-4"]


@pytest.mark.parametrize(
    ("language", "until"),
    [("en", "Until the early accusation is used"), ("pl", "Dopóki wczesne oskarżenie nie zostało użyte")],
)
def test_the_early_accusation_is_offered_until_it_is_used(language: str, until: str) -> None:
    assert clauses(language)["HUN-EARLY-6"].startswith(until)


def test_the_polish_rules_allow_two_plot_cards_for_one_person() -> None:
    assert "Każda trafia do kogoś innego" not in clauses("pl")["PLT-DRAW-1"]
    assert "dwie" in clauses("pl")["PLT-DRAW-2"]


def with_plot_cards() -> list[tuple[float, float]]:
    """Return the resistance's shares of wins with and without plot cards, per number of players and kinds of bots."""
    table = csv.DictReader((ROOT / "lab/docs/balance/resistance.csv").read_text("utf-8").splitlines())
    share = {
        (f"{row['players']} {row['loyal bot']} {row['hiding bot']}", row["modules"]): float(row["share"])
        for row in table
    }
    return [(won, share[cell, "-"]) for (cell, modules), won in share.items() if modules == "plot-thickens"]


@pytest.mark.parametrize(
    ("language", "helps", "informs", "deceive", "less"),
    [
        ("en", "help the resistance", "tell the resistance more", "chances to deceive", "resistance wins less often"),
        (
            "pl",
            "pomagają Bojownikom",
            "Bojownikom więcej wskazówek",
            "okazji do oszustwa",
            "Bojownicy wygrywają z nimi rzadziej",
        ),
    ],
)
def test_the_page_describes_plot_cards_as_our_tables_do(
    language: str, helps: str, informs: str, deceive: str, less: str
) -> None:
    book, say = BOOKS["resistance"], translator(language)
    page = RulesPage(SITE, "resistance", say(book.title), "", rules_chapters(book, say))
    said = unescape(Renderer(translations(language)).page(page))
    assert helps not in said
    assert informs in said
    assert deceive in said
    cells = with_plot_cards()
    assert len(cells) == 16
    assert (less in said) == all(won < without for won, without in cells)
