"""Public and private knowledge of a deal, as functions of the ruleset and the roles."""

from collections import Counter
from typing import Any

import pytest

from turncoat.kernel.events import all_seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.opening import hiding_side, opening_knowledge, role_cards
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.testing import label, rulesets


def test_module_roles_replace_plain_roles() -> None:
    ruleset = Ruleset.of(
        "resistance", 10, ["hunter", "deep-agent", "pretender", "reverser"], {"reversers": "resistance"}
    )
    assert Counter(role_cards(ruleset)) == {
        "resistance": 1,
        "resistance-chief": 2,
        "resistance-hunter": 1,
        "resistance-reverser": 1,
        "pretender": 1,
        "spy-chief": 2,
        "spy-hunter": 1,
        "deep-agent": 1,
    }


@pytest.mark.parametrize(
    ("game", "players", "modules", "roles"),
    [
        ("winter-soldier", 5, [], {"captain-america": 1, "nick-fury": 1, "shield-agent": 1, "winter-soldier": 1,
                                   "hydra-agent": 1}),
        ("winter-soldier", 6, ["black-widow", "arnim-zola"], {"captain-america": 1, "nick-fury": 1, "black-widow": 1,
                                                              "shield-agent": 1, "winter-soldier": 1, "arnim-zola": 1}),
        ("hail-hydra", 6, [], {"hydra": 2, "shield": 4}),
    ],
)  # fmt: skip
def test_every_deal_has_the_roles_of_its_ruleset(
    game: str, players: int, modules: list[str], roles: dict[str, int]
) -> None:
    assert Counter(role_cards(Ruleset.of(game, players, modules))) == roles


def test_the_hiding_side_is_never_a_majority() -> None:
    for ruleset in rulesets():
        sides = Counter(map(rulebook(ruleset.game).side_of, role_cards(ruleset)))
        assert 0 < 2 * sides[hiding_side(ruleset)] <= ruleset.players, label(ruleset)


def test_opening_knowledge_can_be_computed_for_a_hypothetical_deal() -> None:
    ruleset = Ruleset.of("resistance", 5, ["hunter"])
    roles = ("spy-hunter", "resistance", "spy-chief", "resistance-hunter", "resistance-chief")
    assert [type(event).__name__ for event in opening_knowledge(ruleset, roles, 0)] == [
        "RoleDealt",
        "SpiesSeen",
        "ChiefsSeen",
    ]
    assert [type(event).__name__ for event in opening_knowledge(ruleset, roles, 1)] == ["RoleDealt"]
    assert opening_knowledge(ruleset, roles, SPECTATOR) == []


def test_every_game_begins_with_the_opening_knowledge_of_its_roles() -> None:
    for ruleset in rulesets("resistance", "winter-soldier"):
        game: Game[Any] = Game(ruleset, ruleset.deal(b"opening"))
        for seat in (SPECTATOR, *range(ruleset.players)):
            told = iter(all_seen_by(game.events, seat))
            in_order = all(event in told for event in opening_knowledge(ruleset, game.deal.roles, seat))
            assert in_order, (label(ruleset), seat)
