"""The kit page lists the components that the rules call for, and the command that makes exactly these."""

import html
import re
import shlex
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlencode

import httpx
import pytest

from tests.support.commands import turncoat
from tests.support.serving import Person, Server
from turncoat.kernel.card_texts import components_of
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.testing.rulesets import label, rulesets
from turncoat.web.games.drawings import INKS, NIGHT_INKS, drawing_of
from turncoat.web.screen.address import query_of
from turncoat.web.screen.kit import command_of


def counts(page: httpx.Response) -> list[int]:
    """Return the number of copies of each card on the page."""
    assert page.status_code == 200, page.text
    return [int(count) for count in re.findall(r"<li>(\d+) × ", page.text)]


def shown(server: Server, ruleset: Ruleset, language: str) -> httpx.Response:
    headers = {"Accept-Language": language}
    return httpx.get(f"{server.url}/kit?{urlencode(query_of(ruleset))}", headers=headers, timeout=60)


@pytest.mark.parametrize("ruleset", rulesets()[::17], ids=label)
def test_the_kit_page_lists_every_card(server: Server, ruleset: Ruleset) -> None:
    wanted = sorted(component.copies for component in components_of(ruleset))
    for language in ("en", "pl"):
        page = shown(server, ruleset, language)
        assert sorted(counts(page)) == wanted
        assert html.escape(command_of(ruleset, language)) in page.text


@pytest.mark.parametrize("ruleset", rulesets()[::17], ids=label)
def test_every_role_in_the_kit_has_a_drawing(ruleset: Ruleset) -> None:
    book = rulebook(ruleset.game)
    for component in components_of(ruleset):
        if component.deck == book.role_deck:
            assert "<symbol" in drawing_of(ruleset.game, component.word, side=book.side_of(component.word))


def test_the_kit_prints_the_inks_of_the_page() -> None:
    tokens = files("turncoat.web").joinpath("static/css/tokens.css").read_text("utf-8")
    night = tokens.partition('[data-theme="light"]')[0]
    assert [outline for outline, ink in INKS.items() if outline and f"--ink-{outline}: {ink};" not in night] == []
    assert [name for name, ink in NIGHT_INKS.items() if f"--{name or 'text'}: {ink};" not in night] == []


def test_the_command_on_the_kit_page_makes_that_kit(tmp_path: Path) -> None:
    ruleset = Ruleset.of("resistance", 6, ["reverser"], {"reversers": "resistance"})
    _, *arguments = shlex.split(command_of(ruleset, "en"))
    assert turncoat(*arguments, cwd=tmp_path).returncode == 0
    index = (tmp_path / "kit" / "index.html").read_text("utf-8")
    assert "1 × Resistance Reverser" in index
    assert "Spy Reverser" not in index


def test_a_kit_conflict_stays_chosen_with_its_reason(server: Server) -> None:
    page = httpx.get(f"{server.url}/kit", params={"game": "resistance", "players": "5", "module": ["deep-agent"]})
    assert counts(page) == []
    assert 'role="alert"' in page.text
    assert re.search(r'value="deep-agent" checked', page.text)


def test_a_table_and_its_kit_link_to_each_other(server: Server) -> None:
    ola = Person(server, "Ola").open()
    page = ola.client.get(f"{ola.path}/kit")
    assert sum(counts(page)) > 20
    assert f'href="{ola.path}"' in page.text
    assert f'href="{ola.path}/kit"' in ola.look()
    assert 'href="/kit?game=resistance"' in httpx.get(f"{server.url}/rules").text
    assert 'href="/kit"' in httpx.get(server.url).text
