"""The page "Who is in this game", and the names in sentences that lead to it."""

import re
from urllib.parse import unquote

import httpx
import pytest

from tests.support.games.plot_thickens import OPINION
from tests.support.games.plot_thickens import table as plotters
from tests.support.serving import Person, Server
from turncoat.kernel.explanations import explained_words, things_in_play
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.telling import Teller
from turncoat.testing.games import walk
from turncoat.testing.rulesets import label, rulesets
from turncoat.web.board.public_part import GameLog
from turncoat.web.screen.explained import explained_groups

NAMES = tuple(f"Opinion Maker {number}" for number in range(12))
"""Names that could be mistaken for a card's."""
HEAD = {"Accept-Language": "en"}


@pytest.mark.parametrize("ruleset", rulesets()[::13], ids=label)
def test_everything_in_a_ruleset_has_a_place_of_its_own(ruleset: Ruleset) -> None:
    groups = explained_groups(ruleset, str)
    ids = [one.id for group in groups for one in group.things]
    assert len(ids) == len({*ids})
    assert {f"is-{word}" for word in explained_words(ruleset)} <= {*ids}
    named = [name for group in groups for name in group.names]
    assert len(named) == sum(bool(thing.deck.about) for thing in things_in_play(ruleset))
    assert all(one.explanation for group in groups for one in group.things)


@pytest.mark.parametrize("ruleset", rulesets()[::29], ids=label)
def test_a_sentence_in_pieces_reads_the_same(ruleset: Ruleset) -> None:
    teller = Teller(ruleset, NAMES)
    for game, _ in walk(ruleset, 1):
        if game.result is not None:
            for event in game.events:
                assert "".join(text for text, _ in teller.event_with_words(event)) == teller.event(event)
        for prompt in game.prompts().values():
            assert "".join(text for text, _ in teller.prompt_with_words(prompt)) == teller.prompt(prompt)


def test_the_name_of_a_plot_card_in_the_log_leads_to_its_sentence() -> None:
    game = plotters(7, (OPINION,), "0 give-plot-card 3")
    lines = GameLog(Teller(game.ruleset, NAMES), "/t/CODE/who").lines(game.view(SPECTATOR))
    line = next(line for line in lines if " gives " in line.text)
    assert [(one.text, one.url) for one in line.named if one.url] == [("Opinion Maker", "/t/CODE/who#is-opinion-maker")]
    assert "".join(one.text for one in line.named) == line.text
    assert all(not line.named for line in GameLog(Teller(game.ruleset, NAMES)).lines(game.view(SPECTATOR)))


def test_the_page_of_a_table_explains_its_ruleset_and_nothing_of_the_deal(server: Server) -> None:
    pages, hosts = [], [Person(server, "Ola").open() for _ in range(2)]
    for host in hosts:
        host.post(host.path, do="set-up", game="resistance", players=7, module=["plot-thickens", "hunter"])
        before = httpx.get(f"{server.url}{host.path}/who", headers=HEAD).text
        host.start()
        after = host.client.get(f"{host.path}/who", headers=HEAD).text
        everything = [re.search(r'<div class="explained">.*?</main>', page, re.DOTALL) for page in (before, after)]
        pages += [found[0] for found in everything if found]
    assert len(pages) == 4
    assert len({*pages}) == 1
    for link in re.findall(r'href="/t/\w+/who#([^"]+)"', hosts[0].client.get(hosts[0].path).text):
        assert f'id="{unquote(link)}"' in pages[0]
    assert "Spy Hunter" in pages[0]
    assert "Opinion Maker" in pages[0]
    assert "Inquisitor" not in pages[0]
