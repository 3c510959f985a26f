"""Hostile Intent: worths of answers, and the bot's advantage over the same bot that passes and draws."""

from random import Random

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat.bots.assessment import Assessment
from turncoat.bots.bot import Bot
from turncoat.bots.draws import pick
from turncoat.bots.games.resistance import hostile_intent
from turncoat.bots.games.resistance.bot import ResistanceBot
from turncoat.bots.games.resistance.hostile_intent import Revealed
from turncoat.bots.games.resistance.plot_cards import AskedSeat
from turncoat.bots.games.resistance.spy_sets import SpySets
from turncoat.bots.games.resistance.worths import best
from turncoat.games.resistance.board import Board, MissionResult
from turncoat.games.resistance.hunter.blame import Blamed, BlamePart
from turncoat.games.resistance.hunter.events import HunterPart, HunterRevealed, LoyaltyCardHanded
from turncoat.games.resistance.plot_thickens.deck import PlotCards
from turncoat.kernel.options import Answer, OneCard, OneSeat, YesNo
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, seat_set
from turncoat.kernel.steps import Prompt
from turncoat.simulation.intervals import difference
from turncoat.simulation.playing import play_game

ALL = 0b1111111


def board() -> Board:
    table = Board(7)
    table.parts["hunter"] = HunterPart()
    return table


def mind(
    table: Board,
    *,
    spies: tuple[Seat, ...] = (),
    is_spy: bool = False,
    modules: tuple[str, ...] = (),
    failure_worth: float = 1.0,
) -> AskedSeat:
    """Return seat 0, certain of these spies and equally suspicious of the others."""
    own, cover, public = SpySets(7, 3, seat_set(spies), 0 if is_spy else 1), SpySets(7, 3, cleared=1), SpySets(7, 3)
    assessment = Assessment(0, table.now, own.odds(), cover.odds(), public.odds(), failure_worth=failure_worth)
    return AskedSeat(table, assessment, Ruleset.of("resistance", 7, ["hunter", *modules]), Random(1))


def ask(asked: AskedSeat, question: str, option: OneSeat | YesNo | OneCard) -> Answer:
    """Return the best answer."""
    return best(hostile_intent.WORTHS[question](asked, option), asked.rng)


def played(asked: AskedSeat, option: OneCard) -> Answer:
    """Return the best card."""
    worths = hostile_intent.card(asked, option)
    assert worths is not None
    return best(worths, asked.rng)


def others(allowed: int = ALL & ~1) -> OneSeat:
    return OneSeat(ALL & ~1, allowed)


def hand(table: Board, investigated: Seat, card: str, investigator: Seat = 0) -> None:
    LoyaltyCardHanded(investigator, investigated, 1 << investigator | 1 << investigated, card).apply(table)


def test_the_hunter_accuses_a_chief_whose_card_they_saw() -> None:
    table = board()
    hand(table, 4, "spy-chief")
    assert ask(mind(table), "accuse", others()) == 4
    hand(table, 2, "resistance-chief")
    assert ask(mind(table, spies=(0, 4, 5), is_spy=True), "accuse", others()) == 2


def test_a_chief_fail_narrows_down_the_chief() -> None:
    table = board()
    table.results.append(MissionResult(1, seat_set((3, 5)), ("success", "chief-fail"), False))
    hand(table, 3, "not-a-chief")
    assert ask(mind(table), "accuse", others()) == 5


def test_only_players_who_may_be_the_chief_are_accused() -> None:
    table = board()
    HunterRevealed(5, "spy-hunter", "spies").apply(table)
    for _ in range(20):
        assert ask(mind(table, spies=(4, 5, 6)), "accuse", others()) in (4, 6)


def test_an_early_accusation_needs_a_good_guess() -> None:
    table = board()
    table.results.append(MissionResult(1, seat_set((1, 4)), ("success", "chief-fail"), False))
    spy = mind(table, spies=(0, 4, 5), is_spy=True)
    assert ask(spy, "early-accusation", YesNo()) is False
    hand(table, 2, "resistance-chief")
    assert ask(spy, "early-accusation", YesNo()) is True
    assert ask(spy, "early-accusation", YesNo((False,))) is False
    spy = mind(table, spies=(0, 4, 5), is_spy=True, modules=("dummy-agent",))  # the card may be the Dummy Agent's
    assert ask(spy, "early-accusation", YesNo()) is False


def test_investigations_go_where_they_are_informative() -> None:
    table = board()
    hand(table, 4, "not-a-chief")
    assert ask(mind(table, spies=(4, 5, 6)), "investigate", others()) in (5, 6)
    assert ask(mind(table, spies=(0, 4, 5), is_spy=True), "investigate", others()) in (1, 2, 3, 6)


def test_the_dummy_agent_poses_as_a_chief() -> None:
    cards = ("spy-chief", "resistance-chief", "not-a-chief")
    dummy = OneCard(cards, ("resistance-chief", "not-a-chief"))
    assert ask(mind(board()), "hand-loyalty-card", dummy) == "resistance-chief"


def test_a_spy_keeps_the_inquisitor_token_among_the_spies() -> None:
    assert ask(mind(board(), spies=(0, 4, 5), is_spy=True), "examine", others()) in (4, 5)


def test_the_investigator_is_an_ally_off_the_team() -> None:
    worths = hostile_intent.token(mind(board(), spies=(3, 4, 5)), others(), seat_set((1, 2)))
    assert best(worths, Random(1)) == 6
    worths = hostile_intent.token(mind(board(), spies=(0, 4, 5), is_spy=True), others(), seat_set((0, 4)))
    assert best(worths, Random(1)) == 5


REVERSER = OneCard(("success", "fail", "reverse"), ("success", "reverse"))
CHIEF = OneCard(("success", "fail", "chief-fail"), ("success", "chief-fail"))
PLAIN = OneCard(("success", "fail", "chief-fail"), ("success", "fail"))


def test_a_loyal_reverser_reverses_a_mission_almost_sure_to_fail() -> None:
    table = board()
    table.team = seat_set((0, 5))
    assert played(mind(table, spies=(3, 4, 5)), REVERSER) == "reverse"
    assert played(mind(table, spies=(3, 4, 6)), REVERSER) == "success"
    likely = mind(table, spies=(3, 4, 5), failure_worth=0.8)
    assert hostile_intent.card(likely, REVERSER) == {"success": 0.0}, "a spy may well leave the mission alone"


def test_a_spy_reverser_leaves_sabotage_to_earlier_fellows() -> None:
    table = board()
    table.team, table.leader = seat_set((0, 5)), 5
    assert played(mind(table, spies=(0, 5, 6), is_spy=True), REVERSER) == "success"
    table.leader = 6
    assert played(mind(table, spies=(0, 5, 6), is_spy=True), REVERSER) == "reverse"
    assert played(mind(table, spies=(0, 4, 6), is_spy=True), REVERSER) == "reverse"
    assert played(mind(table, spies=(0, 4, 6), is_spy=True, failure_worth=-0.2), REVERSER) == "success"


@pytest.mark.parametrize(("card", "option"), [("chief-fail", CHIEF), ("fail", PLAIN)])
def test_spies_whose_sabotage_reveals_more_leave_it_to_fellows(card: str, option: OneCard) -> None:
    table = board()
    table.team, table.leader = seat_set((0, 1, 2, 5)), 6
    if card == "chief-fail":
        table.roles[0] = "spy-chief"
    else:
        table.parts["plot-thickens"] = part = PlotCards()
        part.spotlit = 0
    assert played(mind(table, spies=(0, 4, 6), is_spy=True), option) == card
    left = hostile_intent.card(mind(table, spies=(0, 5, 6), is_spy=True), option)
    assert left == {"success": 0.0}, "even though the leader is the seat's neighbor"
    table.mission = 4  # this mission takes two Fails
    assert played(mind(table, spies=(0, 5, 6), is_spy=True), option) == card
    alone = hostile_intent.card(mind(table, spies=(0, 4, 6), is_spy=True), option)
    assert alone == {"success": 0.0}, "it would be useless"


def test_a_chief_sabotages_only_if_it_is_worth_the_clue() -> None:
    table = board()
    table.team, table.roles[0] = seat_set((0, 1)), "spy-chief"
    assert played(mind(table, spies=(0, 4, 6), is_spy=True, failure_worth=0.05), CHIEF) == "success"
    assert hostile_intent.card(mind(table, spies=(0, 4, 6), is_spy=True), PLAIN) is None, "a plain Fail, as usual"


def test_revealed_sides_are_believed() -> None:
    table, spy_sets = board(), SpySets(7, 3)
    revealed = Revealed()
    HunterRevealed(1, "resistance-hunter", "resistance").apply(table)
    hand(table, 4, "spy-chief")
    revealed.weigh(spy_sets, table, 0)
    assert spy_sets.suspicion()[1] < 0.001 < 0.999 < spy_sets.suspicion()[4]
    everybody, public = SpySets(7, 3), Revealed(everybody=True)
    public.weigh(everybody, table, 0)
    assert everybody.suspicion()[1] < 0.001
    assert everybody.suspicion()[4] == pytest.approx(0.5)


@pytest.mark.parametrize("right", [True, False])
def test_a_blame_is_believed(right: bool) -> None:
    table, spy_sets = board(), SpySets(7, 3)
    table.parts["blame"] = BlamePart()
    Blamed(6, 3, right).apply(table)
    Revealed().weigh(spy_sets, table, 0)
    suspicion = spy_sets.suspicion()
    if right:
        assert suspicion[6] < 0.001 < 0.999 < suspicion[3]
    else:
        assert suspicion[6] > 0.999
        assert 0.1 < suspicion[3] < 0.9
    assert sum(suspicion) == pytest.approx(3)


def test_one_of_two_agents_is_the_spy() -> None:
    table, spy_sets = board(), SpySets(7, 3, seat_set((4, 5)))
    part = table.parts["hunter"]
    assert isinstance(part, HunterPart)
    part.two_agents = seat_set((3, 6))
    Revealed().weigh(spy_sets, table, 4)
    assert spy_sets.suspicion()[3] == pytest.approx(0.5, abs=0.001)
    assert spy_sets.suspicion()[2] < 0.001


class Passing(ResistanceBot):
    """Never accuses early, and draws its answers to the questions of these modules."""

    name = "passing"

    def decide(self, prompt: Prompt) -> Answer:
        if prompt.question.name == "early-accusation":
            return False
        is_known = prompt.question.name in hostile_intent.WORTHS
        return pick(prompt.option, self.rng) if is_known else super().decide(prompt)


def wins_of_the_resistance(ruleset: Ruleset, resistance: type[Bot], spies: type[Bot], games: int) -> tuple[int, int]:
    side_of, wins = rulebook("resistance").side_of, 0
    for number in range(games):
        deal = ruleset.deal(f"hunting/{number}".encode())
        kinds = [resistance if side_of(role) == "resistance" else spies for role in deal.roles]
        bots = [kind(ruleset, seat, f"{number}/{seat}".encode()) for seat, kind in enumerate(kinds)]
        result = play_game(ruleset, deal, bots, Random(number)).result
        wins += result is not None and result.winner == "resistance"
    return wins, games


RULES = {5: Ruleset.of("resistance", 5, ["hunter"]), 7: Ruleset.of("resistance", 7, ["hunter", "dummy-agent"])}


@pytest.mark.sweep
@pytest.mark.parametrize("players", RULES)
def test_hunting_helps_either_side(players: int) -> None:
    both = wins_of_the_resistance(RULES[players], Passing, Passing, 200)
    hunts = wins_of_the_resistance(RULES[players], ResistanceBot, Passing, 200)
    hunted = wins_of_the_resistance(RULES[players], Passing, ResistanceBot, 200)
    assert difference(*hunts, *both)[0] > 0.05
    assert difference(*both, *hunted)[0] > 0.0
