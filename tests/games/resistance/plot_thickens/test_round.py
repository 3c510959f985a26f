"""The windows of a round in order, and the worked example."""

from pathlib import Path
from random import Random

import pytest

from tests.support.games.plot_thickens import HEAR, STRONG, asked, happened, questions, ruleset, table
from turncoat.games.resistance.events import RoundBegan, TeamRejected
from turncoat.games.resistance.plot_thickens.deck import plot
from turncoat.kernel.events import Event
from turncoat.kernel.game import Game
from turncoat.kernel.records import check, parse_record, print_record, record_of
from turncoat.testing import play, random_walk

RECORDS = Path(__file__).parent / "records"

ORDER = (
    {"strong-leader"},
    {"choose-plot-card", "give-plot-card", "overhear", "show-loyalty", "take-from", "take-plot-card"},
    {"name-team"},
    {"cast-ballot"},
    {"no-confidence"},
    {"in-the-spotlight"},
    {"play-card"},
    {"keeping-a-close-eye"},
    {"early-accusation"},
    {"accuse"},
    {"investigate", "hand-loyalty-card"},
    {"examine"},
)
"""Questions in the order of PLT-ORDER-3."""
RANK = {ask: rank for rank, asks in enumerate(ORDER) for ask in asks}


@pytest.mark.clause("PLT-ORDER-3")
def test_a_round_opens_all_windows_in_order() -> None:
    deck = ["strong-leader", "opinion-maker", "keeping-a-close-eye", "no-confidence", "in-the-spotlight"]
    game = table(9, deck, "0 choose-plot-card strong-leader\n0 give-plot-card 4\n0 choose-plot-card opinion-maker")
    play(game, "0 give-plot-card 5\n0 give-plot-card 6")
    play(game, "0 name-team team=0,1,2\n5 cast-ballot approve\n* cast-ballot approve\n* play-card success")
    play(game, "6 keeping-a-close-eye -")
    before = len(game.choices)
    play(game, "4 strong-leader yes\n4 choose-plot-card no-confidence\n4 give-plot-card 7\n4 give-plot-card 8")
    play(game, "4 name-team team=0,1,2,3\n5 cast-ballot approve\n* cast-ballot approve\n7 no-confidence no")
    play(game, "8 in-the-spotlight 0\n* play-card success\n6 keeping-a-close-eye 1")
    assert list(dict.fromkeys(questions(game)[before:])) == [
        (4, "strong-leader"),
        (4, "choose-plot-card"),
        (4, "give-plot-card"),
        (4, "name-team"),
        (5, "cast-ballot"),
        *((seat, "cast-ballot") for seat in (0, 1, 2, 3, 4, 6, 7, 8)),
        (7, "no-confidence"),
        (8, "in-the-spotlight"),
        *((seat, "play-card") for seat in (0, 1, 2, 3)),
        (6, "keeping-a-close-eye"),
    ]
    turned = [type(event).__name__ for event in game.events]
    last = len(turned) - 1 - turned[::-1].index("MissionCardTurnedUp")
    assert turned[last + 1 : last + 4] == ["PlotCardPlayed", "MissionCardWatched", "MissionRevealed"]


@pytest.mark.clause("PLT-ORDER-3")
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("players", [5, 7, 10])
def test_windows_keep_their_order_with_other_modules(players: int, seed: int) -> None:
    rules = ruleset(players, "hunter", "inquisitor", "targeting")
    game: Game[object] = Game(rules, rules.deal(bytes([players, seed])))  # type: ignore[type-var]
    rng = Random(seed)
    rank = start = 0
    accusing = False
    for _ in random_walk(game, rng, offers=0):
        new_events: list[Event] = game.events[start:]
        start = len(game.events)
        if any(isinstance(event, RoundBegan | TeamRejected) for event in new_events):
            rank, accusing = 0, False
        for prompt in game.prompts().values():
            now = RANK[prompt.question.name]
            # After mission 5 accusations alternate, and the ordinary one may follow an early one.
            assert now >= rank or (accusing and prompt.question.name == "accuse"), prompt.question.name
            rank, accusing = now, accusing or prompt.question.name == "accuse"


@pytest.mark.clause("PLT-EXAMPLE-1")
def test_the_worked_example_of_plot_cards() -> None:
    text = (RECORDS / "worked-example.txt").read_text(encoding="utf-8")
    game = check(text)
    assert print_record(record_of(game)) == print_record(parse_record(text))
    assert [event.cards for event in happened(game, "PlotCardsDrawn")] == [(HEAR, STRONG)]
    (shown,) = happened(game, "LoyaltyShown")
    assert (shown.shower, shown.viewer) == (3, 2), "a neighbor's card, at once"
    kinds = [type(event).__name__ for event in game.events]
    second = [index for index, kind in enumerate(kinds) if kind == "PlotCardGiven"][1]
    assert kinds.index("LoyaltyShown") < second, "before the second card was given"
    assert plot(game.board).cards_of(4) == (STRONG,), "kept: its window is past in this proposal"
    assert asked(game) == [(4, "strong-leader")], "it opens again with the next"
