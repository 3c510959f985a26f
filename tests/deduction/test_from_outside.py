"""An external game gets deduction from its hooks alone: the lighthouse, which no module of Turncoat knows."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from tests.support.brute_force import possible_deals
from tests.support.toys import known
from turncoat.deduction import Beliefs, Worlds
from turncoat.kernel import refusals
from turncoat.kernel.chapters import Deal
from turncoat.kernel.opening import hiding_side
from turncoat.kernel.rulebooks import Rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.testing import play_script

EXAMPLE = Path(__file__).parents[2] / "examples" / "lighthouse"


@pytest.fixture
def lighthouse(monkeypatch: pytest.MonkeyPatch) -> Iterator[Rulebook]:
    monkeypatch.syspath_prepend(str(EXAMPLE))
    monkeypatch.setattr(refusals, "REFUSALS", dict(refusals.REFUSALS))  # the example adds its own
    with known(import_module("lighthouse.rules").Lighthouse()) as book:
        yield book


NIGHTS = """
0,2,4 pour oil
1,3 pour water
0 look-into-can 2
0,2,3,4 pour oil
1 pour water
1 look-into-can 4
"""


def test_an_outside_game_can_be_deduced(lighthouse: Rulebook) -> None:
    deal = Deal(("keeper", "wrecker", "keeper", "wrecker", "keeper"), 0)
    game = play_script(Ruleset.of("lighthouse", 5), deal, NIGHTS)
    for viewer in (SPECTATOR, *range(5)):
        assert set(Worlds.of(game.view(viewer)).deals()) == possible_deals(game, viewer)
    assert Worlds.of(game.view(SPECTATOR)).count == 10
    assert Worlds.of(game.view(0)).count == 3  # both wreckers poured water, and seat 2 poured oil


def test_the_rulebook_names_the_hiding_side(lighthouse: Rulebook) -> None:
    ruleset = Ruleset.of("lighthouse", 5)
    assert hiding_side(ruleset) == "wreckers"
    assert Beliefs(ruleset, SPECTATOR).traitor(0) == pytest.approx(0.4)


def test_a_drawn_card_informs_its_owner(lighthouse: Rulebook) -> None:
    deal = Deal(("keeper", "wrecker", "keeper", "keeper"), 0)
    game = play_script(Ruleset.of("lighthouse", 4), deal, "0,2,3 pour oil\n1 pour water\n0 look-into-can 1")
    assert list(Worlds.of(game.view(0)).deals()) == [deal.roles]
    assert Worlds.of(game.view(2)).count == 3
