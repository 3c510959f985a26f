"""Secrets of plot cards: the order of the deck, the result of a look, and the card that was watched."""

from random import Random
from typing import Any

import msgspec
import pytest

from tests.support.games.plot_thickens import EYE, HEAR, OPEN, ruleset, stacked, table
from turncoat.games.resistance.loyalty import LoyaltyShown
from turncoat.games.resistance.plot_thickens.deck import CHAPTER, DRAWN_A_ROUND
from turncoat.games.resistance.plot_thickens.events import EVENTS, MissionCardWatched
from turncoat.kernel.chapters import Deal
from turncoat.kernel.events import GameEnded, all_seen_by, visibility_of
from turncoat.kernel.game import Game
from turncoat.kernel.seats import SPECTATOR, Seat
from turncoat.kernel.steps import Choice
from turncoat.testing import play
from turncoat.testing.walks import next_choice


def sent(game: Game[Any], viewer: Seat) -> bytes:
    """Return everything that a viewer has received, and who is waited for."""
    prompt = game.prompt(viewer)
    parts = (all_seen_by(game.events, viewer), prompt, game.answer(viewer) if prompt else None, game.waiting)
    return msgspec.json.encode((*parts, game.offers(viewer), repr(game.view(viewer).board)))


@pytest.mark.clause("PLT-DECK-2")
@pytest.mark.parametrize("players", [5, 6, 7, 8, 9, 10])
def test_the_order_of_the_deck_is_secret_until_a_card_is_drawn(players: int) -> None:
    rules = ruleset(players)
    viewers = (SPECTATOR, *range(players))
    for seed in range(6):
        rng = Random(seed)
        deal = rules.deal(bytes([seed]))
        drawn = DRAWN_A_ROUND[players]
        deck = deal.decks[CHAPTER]
        known = drawn * rng.randrange(1, 5)
        other = Deal(deal.roles, deal.first, {CHAPTER: (*deck[:known], *reversed(deck[known:]))})
        games: tuple[Game[Any], Game[Any]] = (Game(rules, deal), Game(rules, other))
        while games[0].result is None:
            draws = [event for event in games[0].events if type(event).__name__ == "PlotCardsDrawn"]
            if len(draws) * drawn > known:
                break
            assert all(sent(games[0], viewer) == sent(games[1], viewer) for viewer in viewers)
            seat, choice = next_choice(games[0], rng)
            for game in games:
                game.play(seat, choice)


def test_only_looks_are_private_events_of_plot_cards() -> None:
    """Guarantee that the tests of these two events cover all secrets of plot cards."""
    private = {kind for kind in EVENTS if not visibility_of(kind).is_public}
    assert private == {LoyaltyShown, MissionCardWatched}


@pytest.mark.clause("PLT-SECRET-1", "PLT-OPENUP-1")
@pytest.mark.parametrize("viewer", [SPECTATOR, *range(7)])
def test_only_the_looker_learns_from_a_character_card(viewer: Seat) -> None:
    """Exchange the sides of seats 1 and 4. Viewers who know neither them nor the spies get the same bytes."""
    script = "0 give-plot-card 4\n4 show-loyalty 2"
    games = [
        table(7, stacked(7, OPEN, HEAR), "0 choose-plot-card open-up\n" + script, spies=s)
        for s in ((4, 5, 6), (1, 5, 6))
    ]
    knows = viewer in (1, 4, 5, 6)  # the seat's own card, or the spies by the reveal
    assert (sent(games[0], viewer) != sent(games[1], viewer)) == (knows or viewer == 2)
    if knows or viewer == 2:
        return
    rng = Random(viewer)
    while games[0].result is None:
        seat, choice = next_choice(games[0], rng)
        if games[1].refusal(seat, choice) is not None:
            seat, choice = seat, games[0].default(seat)
        seen = len(games[0].events)
        for game in games:
            game.play(seat, choice)
        new_events = games[0].events[seen:]
        if any(isinstance(event, GameEnded) for event in new_events):
            break
        if any(
            isinstance(event, LoyaltyShown) and event.viewer == viewer and event.shower in (1, 4)
            for event in new_events
        ):
            break
        assert sent(games[0], viewer) == sent(games[1], viewer)


@pytest.mark.clause("PLT-SECRET-1", "PLT-CLOSEEYE-1")
@pytest.mark.parametrize("viewer", [SPECTATOR, *range(7)])
def test_only_its_player_and_the_watcher_know_a_watched_card(viewer: Seat) -> None:
    """Let two spies play a Success and a Fail, or the other way round, and watch one of the cards."""
    start = "0 give-plot-card 2\n0 name-team team=5,6\n* cast-ballot approve\n"
    sides = ("5 play-card fail\n6 play-card success\n", "5 play-card success\n6 play-card fail\n")
    games = [table(7, [EYE], start + side + "2 keeping-a-close-eye 5") for side in sides]
    assert (sent(games[0], viewer) == sent(games[1], viewer)) == (viewer not in (2, 5, 6))
    while any(game.result is None for game in games) and viewer not in (2, 5, 6):
        for game in games:
            seat, prompt = next(iter(game.prompts().items()))
            game.play(seat, Choice(prompt.number, game.default(seat).answer))
        if games[0].result is None:
            assert sent(games[0], viewer) == sent(games[1], viewer)


@pytest.mark.clause("PLT-SECRET-1", "RES-SECRET-1")
def test_a_player_cannot_pass_on_a_card_they_were_shown() -> None:
    game = table(7, [OPEN], "0 give-plot-card 6\n6 show-loyalty 3")
    assert [list(game.offers(seat)) for seat in range(7)] == [[]] * 7
    assert [ask.question.name for ask in game.prompts().values()] == ["name-team"]
    play(game, "0 name-team team=0,1")
    assert {prompt.question.name for prompt in game.prompts().values()} == {"cast-ballot"}
