"""Plot cards that make a player show a character card."""

import msgspec
import pytest

from tests.support.games.plot_thickens import ESTABLISH, HEAR, OPEN, asked, happened, ruleset, table
from turncoat.games.resistance.loyalty import Look, looks
from turncoat.games.resistance.plot_thickens.deck import CHAPTER, plot
from turncoat.kernel.chapters import Deal
from turncoat.kernel.events import all_seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.seats import SPECTATOR
from turncoat.testing import play, refusal_of


@pytest.mark.clause("PLT-OVERHEARD-1")
def test_the_receiver_overhears_any_neighbor_even_the_leader() -> None:
    game = table(7, [HEAR], "0 give-plot-card 6")
    assert asked(game) == [(6, "overhear")]
    assert refusal_of(game, "6 overhear -") == "may-not-pass"
    assert [refusal_of(game, f"6 overhear {seat}") for seat in range(7)] == [
        None,
        *["not-a-neighbour"] * 4,
        None,
        "seat-not-allowed",
    ]
    play(game, "6 overhear 0")
    (shown,) = happened(game, "LoyaltyShown")
    assert (shown.shower, shown.viewer, shown.side) == (0, 6, "resistance")


@pytest.mark.clause("PLT-OPENUP-1")
def test_open_up_shows_the_receivers_card_to_a_chosen_player() -> None:
    game = table(7, [OPEN], "0 give-plot-card 6")
    assert refusal_of(game, "6 show-loyalty 6") == "seat-not-allowed"
    assert refusal_of(game, "6 show-loyalty -") == "may-not-pass"
    play(game, "6 show-loyalty 0")
    (shown,) = happened(game, "LoyaltyShown")
    assert (shown.shower, shown.viewer, shown.side) == (6, 0, "spies")


@pytest.mark.clause("PLT-ESTABLISH-1")
def test_establish_confidence_shows_the_leaders_card() -> None:
    game = table(7, [ESTABLISH, OPEN], "2 choose-plot-card establish-confidence", first=2)
    assert asked(game) == [(2, "show-loyalty")]
    assert refusal_of(game, "2 show-loyalty 2") == "seat-not-allowed"
    play(game, "2 show-loyalty 5")
    (shown,) = happened(game, "LoyaltyShown")
    assert (shown.shower, shown.viewer, shown.side) == (2, 5, "resistance")
    assert happened(game, "PlotCardGiven") == []
    assert plot(game.board).discarded == [ESTABLISH]
    assert asked(game) == [(2, "give-plot-card")]


@pytest.mark.clause("PLT-ESTABLISH-1")
def test_being_shown_a_card_does_not_count_as_being_given_one() -> None:
    game = table(
        7, [ESTABLISH, OPEN], "0 choose-plot-card establish-confidence\n0 show-loyalty 5", distinct_recipients=True
    )
    assert refusal_of(game, "0 give-plot-card 5") is None


@pytest.mark.clause("PLT-SECRET-1")
def test_only_the_looker_learns_the_side() -> None:
    game = table(7, [OPEN], "0 give-plot-card 6\n6 show-loyalty 3")
    for viewer in (SPECTATOR, *range(7)):
        (look,) = looks(game.view(viewer).board)
        assert look == Look(6, 3, "spies" if viewer == 3 else None)
        sent = msgspec.json.encode([event for event in all_seen_by(game.events, viewer) if hasattr(event, "shower")])
        assert (b"spies" in sent) == (viewer == 3)
    assert game.view(3).board.roles[6] is None, "the side is known, but cannot be shown on"


@pytest.mark.clause("PLT-SECRET-2")
@pytest.mark.parametrize(("role", "side"), [("resistance-chief", "resistance"), ("spy-chief", "spies")])
def test_with_named_roles_a_look_shows_only_the_side(role: str, side: str) -> None:
    rules = ruleset(7, "hunter")
    deal = rules.deal(b"roles")
    shower = deal.roles.index(role)
    leader = (shower + 1) % 7
    game: Game[object] = Game(rules, Deal(deal.roles, leader, {CHAPTER: (OPEN,)}))  # type: ignore[type-var]
    viewer = (shower + 2) % 7
    play(game, f"{leader} give-plot-card {shower}\n{shower} show-loyalty {viewer}")
    (shown,) = [event for event in all_seen_by(game.events, viewer) if type(event).__name__ == "LoyaltyShown"]
    assert msgspec.to_builtins(shown) == {"event": "LoyaltyShown", "shower": shower, "viewer": viewer, "side": side}
