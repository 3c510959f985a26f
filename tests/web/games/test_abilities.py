"""What a role can do stands on its card in a line, and plain roles have none."""

from typing import Any

import pytest

import turncoat.games  # noqa: F401
from turncoat.kernel.card_texts import ability_of
from turncoat.kernel.game import Game
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.telling import Teller
from turncoat.web.board.role_card import role_card
from turncoat.web.games import presenter_of

PLAIN = {"resistance", "spy", "shield-agent", "hydra-agent", "bucky-barnes", "shield"}


@pytest.mark.parametrize("game", BOOKS)
def test_every_role_but_the_plain_ones_says_what_it_can_do(game: str) -> None:
    book = BOOKS[game]
    for players in book.players:
        for module in ((), *((name,) for name in book.chapters)):
            try:
                ruleset = Ruleset.of(game, players, module)
            except ValueError:
                continue
            for role in ruleset.deal(b"cards").roles:
                assert bool(ability_of(ruleset, role)) == (role not in PLAIN), (ruleset, role)


def test_the_reverser_reads_what_a_reverser_does() -> None:
    ruleset = Ruleset.of("resistance", 7, ["reverser"])
    deal = ruleset.deal(b"cards")
    game: Game[Any] = Game(ruleset, deal)
    for seat, role in enumerate(deal.roles):
        teller = Teller(ruleset, tuple("ABCDEFG"))
        card = role_card(game.view(seat), presenter_of("resistance"), teller)
        assert ("you may play Reverse" in card.ability) == ("reverser" in role)
