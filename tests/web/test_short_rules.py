"""Rules at hand: every game in two minutes, and the legal cards on a player's own card."""

import re
from random import Random
from typing import Any

import pytest

from tests.support.serving import Person, Server
from turncoat.kernel.chapters import Deal
from turncoat.kernel.game import Game
from turncoat.kernel.options import OneCard, Word
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import seat_set
from turncoat.kernel.steps import Choice
from turncoat.telling import Teller
from turncoat.testing.walks import random_walk
from turncoat.web.board.role_card import role_card
from turncoat.web.games import presenter_of


def test_every_rules_page_starts_with_the_game_in_two_minutes(server: Server) -> None:
    visitor = Person(server, "Ola").client
    for game in BOOKS:
        page = visitor.get(f"/rules/{game}").text
        short, example, steps, clauses = (
            page.find(mark) for mark in ('id="short"', 'class="example"', 'class="short-steps"', 'class="contents"')
        )
        assert 0 < short < example < steps < clauses
        assert "<svg" in page[short:clauses] or "short-number" in page[short:clauses]
        words = re.sub(r"<[^>]*>", " ", page[short:clauses]).split()
        assert 100 < len(words) < 320  # two minutes, read slowly


@pytest.mark.parametrize("game", ["resistance", "winter-soldier"])
def test_the_role_card_states_the_legal_cards_while_the_buttons_stay_the_same(game: str) -> None:
    ruleset = Ruleset.of(game, 5)
    teller, seen = Teller(ruleset, ["Ola", "Jan", "Ewa", "Kai", "Mia"]), set()
    for seed in range(8):
        played: Game[Any] = Game(ruleset, ruleset.deal(f"cards {seed}".encode()))
        for _ in random_walk(played, Random(seed)):
            shown = set()
            for seat, prompt in played.prompts().items():
                card = role_card(played.view(seat), presenter_of(game), teller)
                if prompt.question.tells_allowed:
                    assert isinstance(prompt.option, Word)
                    assert prompt.option.shown == ("approve", "reject")
                    assert card.may_choose == f"You may cast: {', '.join(map(teller.word, prompt.option.allowed))}."
                    seen.add(card.may_choose)
                    continue
                if not isinstance(prompt.option, OneCard):
                    assert card.may_choose == ""
                    continue
                allowed = ", ".join(map(teller.word, prompt.option.allowed))
                assert card.may_choose == f"You may play: {allowed}."
                shown.add(prompt.option.shown)
                seen.add(card.may_choose)
            assert len(shown) <= 1
    both = ", ".join(map(teller.word, ("success", "fail")))
    assert {f"You may play: {teller.word('success')}.", f"You may play: {both}."} <= seen
    ballots = {says for says in seen if says.startswith("You may cast:")}
    assert ballots == (
        {"You may cast: Approve.", "You may cast: Approve, Reject."} if game == "winter-soldier" else set()
    )


@pytest.mark.clause("WIN-VOTE-2")
def test_the_literal_reading_hides_the_winter_soldiers_legal_ballots() -> None:
    """Seat 4 is the Winter Soldier. Seat 2 is Maria Hill, whom he takes for an agent, and seat 5 an unknown agent."""
    loyal = ("captain-america", "nick-fury", "maria-hill", "shield-agent")
    roles = (*loyal, "winter-soldier", "baron-zemo", "hydra-agent")
    ruleset = Ruleset.of("winter-soldier", 7, ["maria-hill", "baron-zemo"], {"winter-soldier-literal": True})
    teller = Teller(ruleset, ["?"] * 7)
    said = set()
    for team in ((0, 1), (0, 2), (0, 5), (0, 6)):
        played: Game[Any] = Game(ruleset, Deal(roles, 0))
        played.play(0, Choice(played.latest_prompt, (seat_set(team),)))
        view = played.view(4)
        card = role_card(view, presenter_of("winter-soldier"), teller)
        assert view.prompt is not None
        refused = view.prompt.option.refusal("reject")
        said.add((refused is None, card))
        assert refused is None or refused.code == "winter-soldier-must-approve-any"
    assert len({card for _, card in said}) == 1
    assert {is_free for is_free, _ in said} == {True, False}


def test_self_explanatory_cards_are_not_repeated_on_the_role_card() -> None:
    ruleset = Ruleset.of("hail-hydra", 5)
    played: Game[Any] = Game(ruleset, ruleset.deal(b"heroes"))
    ((seat, prompt),) = played.prompts().items()
    assert prompt.question.name == "choose-hero"
    teller = Teller(ruleset, ["Ola", "Jan", "Ewa", "Kai", "Mia"])
    assert role_card(played.view(seat), presenter_of("hail-hydra"), teller).may_choose == ""
