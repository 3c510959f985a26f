"""Hostile Intent with plot cards: the order of a round (PLT-ORDER-3), and the interactions of cards and roles."""

from random import Random

import pytest

from tests.support.games.hostile_intent import asked, last, table
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.hunter.blame import Blamed
from turncoat.games.resistance.loyalty import LoyaltyShown
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.testing.walks import play, random_walk

PLOT = "plot-thickens"
ROLES = {3: "pretender", 6: "deep-agent"}


def is_open(game: Game) -> bool:  # type: ignore[type-arg]
    """Return whether the Deep Agent may blame now."""
    return any(offer.name == "blame" for offer in game.offers(6))


@pytest.mark.clause("HUN-BLAME-2", "PLT-ORDER-3")
def test_blame_closes_with_the_first_opinion_makers_ballot() -> None:
    deck = ("opinion-maker", "strong-leader", "no-confidence", "keeping-a-close-eye")
    game = table(7, PLOT, "deep-agent", "pretender", "blame", instead=ROLES, decks={PLOT: deck})
    assert is_open(game)  # plot cards are being given
    play(game, "0 choose-plot-card opinion-maker\n0 give-plot-card 1\n0 give-plot-card 2")
    assert is_open(game)  # the leader is deciding
    play(game, "0 name-team team=0,1 token=5")
    assert (asked(game), game.waiting, is_open(game)) == ("cast-ballot", 1 << 1, True)
    play(game, "1 cast-ballot approve")
    assert (asked(game), game.waiting, is_open(game)) == ("cast-ballot", 0b1111101, False)
    play(game, "* cast-ballot reject")
    assert (asked(game), is_open(game)) == ("strong-leader", True)  # the next proposal begins


BEFORE_THE_FIRST_BALLOT = {
    "strong-leader",
    "choose-plot-card",
    "give-plot-card",
    "overhear",
    "show-loyalty",
    "take-from",
    "take-plot-card",
    "name-team",
    "cast-ballot",
}
"""Questions from the start of a round until the first ballot is in."""


@pytest.mark.clause("HUN-BLAME-2", "PLT-ORDER-3")
def test_blame_is_open_only_in_team_building_before_the_first_ballot() -> None:
    rules = Ruleset.of("resistance", 10, ["hunter", "deep-agent", "pretender", "blame", PLOT, "inquisitor"])
    seen = set()
    for seed in range(12):
        game: Game[Board] = Game(rules, rules.deal(bytes([seed])))
        agent = game.board.roles.index("deep-agent")
        for _ in random_walk(game, Random(seed), offers=0):
            if game.result is not None:
                break
            asks = asked(game)
            has_voted = [seat for seat in range(10) if seat not in game.prompts() and game.prompt(seat)]
            if asks == "cast-ballot" and (game.board.voted or has_voted):
                asks = "later ballots"
            assert bool(game.offers(agent)) is (asks in BEFORE_THE_FIRST_BALLOT), asks
            seen.add(asks)
    rare = {"take-plot-card"}
    assert seen > BEFORE_THE_FIRST_BALLOT - rare | {"later ballots", "no-confidence", "play-card", "investigate"}


@pytest.mark.clause("PLT-ORDER-3")
def test_a_round_with_hunters_and_plot_cards_has_its_order() -> None:
    deck = ("strong-leader", "keeping-a-close-eye", "no-confidence", "in-the-spotlight", "opinion-maker", "open-up")
    game = table(7, PLOT, "deep-agent", "pretender", "blame", "inquisitor", instead=ROLES, decks={PLOT: deck})
    play(game, "0 choose-plot-card strong-leader\n0 give-plot-card 1\n0 give-plot-card 2")
    play(game, "0 name-team team=0,1 token=6\n* cast-ballot approve\n* play-card success\n2 keeping-a-close-eye -")
    play(game, "0 investigate 3\n3 hand-loyalty-card not-a-chief")
    play(game, "1 strong-leader no\n1 choose-plot-card no-confidence\n1 give-plot-card 2\n1 give-plot-card 2")
    script = """
        1 name-team team=0,1,4 token=6
        6 !blame 2
        * cast-ballot approve
        2 no-confidence no
        2 in-the-spotlight 0
        0,1 play-card success
        4 play-card chief-fail
        2 keeping-a-close-eye 4
        0,1,2,3,4,6 early-accusation no
        5 early-accusation yes
        5 accuse 2
        1 investigate 0
        0 hand-loyalty-card resistance-chief
        6 examine 5
        1 strong-leader no
        2 choose-plot-card opinion-maker
    """
    play(game, script)
    assert game.board.leader == 2
    assert game.board.successes == 2


@pytest.mark.clause("HUN-LOYALTY-3", "PLT-SECRET-2")
@pytest.mark.parametrize(("shower", "side"), [(1, "resistance"), (4, "spies")])
def test_a_plot_card_shows_the_side_of_a_named_role(shower: int, side: str) -> None:
    game = table(7, PLOT, decks={PLOT: ("open-up", "strong-leader")})
    play(game, f"0 choose-plot-card open-up\n0 give-plot-card {shower}\n{shower} show-loyalty 2")
    assert last(game, LoyaltyShown, 2) == LoyaltyShown(shower, 2, side)
    assert game.view(2).board.roles[shower] is None


@pytest.mark.clause("HUN-BLAME-2")
def test_a_true_blame_does_not_change_an_earlier_look() -> None:
    game = table(7, PLOT, "deep-agent", "pretender", "blame", instead=ROLES, decks={PLOT: ("open-up", "strong-leader")})
    play(game, "0 choose-plot-card open-up\n0 give-plot-card 6\n6 show-loyalty 2\n6 !blame 3")
    assert last(game, Blamed) == Blamed(6, 3, True)
    assert last(game, LoyaltyShown, 2) == LoyaltyShown(6, 2, "spies")
