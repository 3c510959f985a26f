"""Plot cards: their worths to the bot, and its advantage over the same bot that always passes on them."""

from collections.abc import Sequence
from random import Random

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat.bots.assessment import Assessment
from turncoat.bots.bot import Bot
from turncoat.bots.draws import pick
from turncoat.bots.games.resistance import plot_cards
from turncoat.bots.games.resistance.bot import ResistanceBot
from turncoat.bots.games.resistance.plot_cards import AskedSeat, Evidence, is_exposed, is_last_vote
from turncoat.bots.games.resistance.spy_sets import SpySets
from turncoat.bots.games.resistance.worths import best, in_millionths
from turncoat.games.resistance.board import Board, MissionResult
from turncoat.games.resistance.loyalty import LoyaltyShown
from turncoat.games.resistance.plot_thickens.deck import CHAPTER, CardSeen, PlotCards
from turncoat.kernel.options import Answer, OneCard, OneSeat, YesNo
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import seat_set
from turncoat.kernel.steps import Prompt
from turncoat.simulation.intervals import difference
from turncoat.simulation.playing import play_game

RULES = Ruleset.of("resistance", 7, [CHAPTER])


def board(**held: Sequence[int]) -> Board:
    table = Board(7)
    part = PlotCards()
    part.face_up = {card.replace("_", "-"): tuple(seats) for card, seats in held.items()}
    table.parts[CHAPTER] = part
    return table


def mind(table: Board, *, spies: Sequence[int] = (), seat: int = 0, is_spy: bool = False) -> AskedSeat:
    """Return a seat that is certain of these spies and suspects the others equally."""
    own = SpySets(7, 3, seat_set(spies), 0 if is_spy else 1 << seat)
    cover, public = SpySets(7, 3, cleared=1 << seat), SpySets(7, 3)
    return AskedSeat(table, Assessment(seat, table.now, own.odds(), cover.odds(), public.odds()), RULES, Random(1))


def worths(asked: AskedSeat, ask: str, option: OneSeat | OneCard | YesNo, card: str = "") -> plot_cards.Worths:
    """Return the worth of each answer, in millionths."""
    return {
        answer: in_millionths(worth) for answer, worth in plot_cards.WORTHS[ask](asked, option, {"card": card}).items()
    }


def answer(asked: AskedSeat, ask: str, option: OneSeat | OneCard | YesNo, card: str = "") -> Answer:
    """Return the best answer."""
    return best(worths(asked, ask, option, card), asked.rng)


def others(seat: int) -> OneSeat:
    mask = 0b1111111 & ~(1 << seat)
    return OneSeat(mask, mask)


def test_leaders_give_cards_to_seats_that_they_trust() -> None:
    knowing = mind(board(), spies=(1, 2, 3))
    for card in ("no-confidence", "keeping-a-close-eye", "overheard-conversation"):
        assert answer(knowing, "give-plot-card", others(0), card) in (4, 5, 6)
    spy = mind(board(), spies=(0, 1, 2), is_spy=True)
    assert answer(spy, "give-plot-card", others(0), "no-confidence") in (1, 2)
    assert answer(spy, "give-plot-card", others(0), "opinion-maker") in (3, 4, 5, 6)


def test_a_spy_shows_its_card_to_a_spy() -> None:
    spy = mind(board(), spies=(0, 4, 6), is_spy=True)
    assert answer(spy, "show-loyalty", others(0), "open-up") in (4, 6)


def test_no_confidence_is_used_against_unwelcome_teams() -> None:
    table = board(no_confidence=(0,))
    table.team = seat_set((1, 4))
    question = "no-confidence", YesNo()
    assert answer(mind(table, spies=(1, 2, 3)), *question) is True
    assert answer(mind(table, spies=(2, 3, 5)), *question) is False
    table.results.append(MissionResult(1, 0b11, ("success", "success"), True))
    spy = mind(table, spies=(0, 2, 3), is_spy=True)
    assert answer(spy, *question) is True, "no spy is on the team"
    table.team = seat_set((2, 4))
    assert answer(spy, *question) is False
    table.track = 4
    assert answer(mind(table, spies=(0, 2, 3), is_spy=True), *question) is True, "the fifth rejection wins"
    assert answer(mind(table, spies=(2, 3, 5)), *question) is False, "here it would lose"


def test_loyal_bots_do_not_reject_a_team_that_they_approved() -> None:
    table = board(no_confidence=(0,))
    table.team, table.approvals = seat_set((1, 4)), seat_set((0, 1, 2, 4))
    question = "no-confidence", YesNo()
    assert answer(mind(table, spies=(1, 2, 3)), *question) is False
    table.approvals = seat_set((1, 2, 4, 5))
    assert answer(mind(table, spies=(1, 2, 3)), *question) is True
    table.approvals = seat_set((0, 1, 2, 4))
    assert answer(mind(table, spies=(0, 2, 3), is_spy=True), *question) is True, "its side benefits"


def test_strong_leader_takes_the_lead_from_a_suspect() -> None:
    table = board(strong_leader=(0,))
    question = "strong-leader", YesNo()
    table.leader = 2
    assert answer(mind(table, spies=(2, 3, 4)), *question) is True
    assert answer(mind(table, spies=(1, 3, 4)), *question) is False
    assert answer(mind(table, spies=(0, 3, 4), is_spy=True), *question) is True
    assert answer(mind(table, spies=(0, 2, 4), is_spy=True), *question) is False
    table.leader = 0
    assert answer(mind(table, spies=(2, 3, 4)), *question) is False, "nobody can take the lead"


def test_looks_go_to_the_least_known_seat() -> None:
    table = board(keeping_a_close_eye=(0,))
    table.team = seat_set((1, 2, 5))
    option = OneSeat(table.team, table.team, True)
    assert answer(mind(table, spies=(1, 3)), "keeping-a-close-eye", option) in (2, 5)
    assert answer(mind(table, spies=(1, 3, 4)), "keeping-a-close-eye", option) is None, "everything is known"
    assert answer(mind(table, spies=(1, 3)), "overhear", OneSeat(0b1111110, 0b1000010)) == 6


def test_votes_leave_room_for_a_suspects_no_confidence() -> None:
    table = board(no_confidence=(3,))
    table.track = 3
    suspects = [0.0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]
    assert is_last_vote(table, 0, lambda: suspects)
    assert not is_last_vote(table, 3, lambda: suspects), "it is the seat's own"
    assert not is_last_vote(board(), 0, lambda: suspects)
    table.track = 2
    assert not is_last_vote(table, 0, lambda: suspects)


def test_the_spotlight_falls_on_a_suspect_and_spies_leave_it() -> None:
    table = board(in_the_spotlight=(0,))
    table.team = seat_set((0, 2, 5))
    option = OneSeat(table.team, table.team, True)
    assert answer(mind(table, spies=(2, 3, 4)), "in-the-spotlight", option) == 2
    assert answer(mind(table, spies=(1, 3, 4)), "in-the-spotlight", option) is None
    spy = mind(table, spies=(0, 2, 3), is_spy=True)
    assert answer(spy, "in-the-spotlight", option) is None


def test_a_seat_in_the_spotlight_counts_as_exposed() -> None:
    table = board()
    part = table.parts[CHAPTER]
    assert isinstance(part, PlotCards)
    part.spotlit = 3
    assert is_exposed(table, 3)
    assert not is_exposed(table, 2)
    assert not is_exposed(Board(7), 3)


def test_take_responsibility_takes_the_best_card() -> None:
    table = board(no_confidence=(2,), opinion_maker=(2, 5), take_responsibility=(0,))
    take = "take-from", OneSeat(0b100100, 0b100100)
    assert answer(mind(table), *take) == 2
    assert answer(mind(table, spies=(1, 3, 5)), *take) == 5, "a spy's card, whatever it is"
    cards = OneCard(("opinion-maker", "no-confidence"), ("opinion-maker", "no-confidence"))
    assert answer(mind(table), "take-plot-card", cards) == "no-confidence"


def test_a_look_counts_only_once() -> None:
    table = board()
    spy_sets, evidence = SpySets(7, 3), Evidence()
    LoyaltyShown(2, 0, "spies").apply(table)
    LoyaltyShown(4, 0, "resistance").apply(table)
    LoyaltyShown(5, 1, None).apply(table)
    for _ in range(3):
        evidence.weigh(spy_sets, table)
    suspicion = spy_sets.suspicion()
    assert suspicion[2] > 0.999
    assert suspicion[4] < 0.001
    assert suspicion[5] == pytest.approx(0.4, abs=0.01)


@pytest.mark.parametrize(("card", "spy"), [("fail", 2), ("success", 3)])
def test_a_watched_mission_card_reveals_who_failed(card: str, spy: int) -> None:
    """Two on the team, one Fail and one known card: then the other card is known, too."""
    table = board()
    part = table.parts[CHAPTER]
    assert isinstance(part, PlotCards)
    part.cards_seen.append(CardSeen(1, 2, card, 0))
    spy_sets, evidence = SpySets(7, 3), Evidence()
    evidence.weigh(spy_sets, table)
    assert spy_sets.suspicion()[2] == pytest.approx(3 / 7), "no effect before the mission is revealed"
    table.results.append(MissionResult(1, 0b1100, ("success", "fail"), False))
    spy_sets.follow(table)
    evidence.weigh(spy_sets, table)
    assert spy_sets.suspicion()[spy] > 0.999
    only_public = Evidence(everybody=True)
    public = SpySets(7, 3)
    public.follow(table)
    before = public.suspicion()
    only_public.weigh(public, table)
    assert public.suspicion() == before, "a look of one seat is not public"


class Passing(ResistanceBot):
    """Passes on plot cards, or draws its answer where it may not pass."""

    name = "passing"

    def decide(self, prompt: Prompt) -> Answer:
        if prompt.question.name not in plot_cards.WORTHS:
            return super().decide(prompt)
        if isinstance(prompt.option, YesNo):
            return False
        if isinstance(prompt.option, OneSeat) and prompt.option.may_pass:
            return None
        return pick(prompt.option, self.rng)


def wins_of_the_resistance(resistance: type[Bot], spies: type[Bot], games: int) -> tuple[int, int]:
    side_of = rulebook("resistance").side_of
    wins = 0
    for number in range(games):
        stem = f"plot cards/{number}/".encode()
        deal = RULES.deal(stem)
        bots = [
            (resistance if side_of(role) == "resistance" else spies)(RULES, seat, stem + bytes([seat]))
            for seat, role in enumerate(deal.roles)
        ]
        result = play_game(RULES, deal, bots, Random(number)).result
        wins += result is not None and result.winner == "resistance"
    return wins, games


@pytest.mark.sweep
def test_spies_win_more_by_using_their_cards() -> None:
    passing = wins_of_the_resistance(Passing, Passing, 150)
    low, _ = difference(*passing, *wins_of_the_resistance(Passing, ResistanceBot, 150))
    assert low > 0


@pytest.mark.sweep
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("spies", "games"), [(Passing, 1000), (ResistanceBot, 400)])
def test_the_resistance_wins_more_by_using_its_cards(spies: type[Bot], games: int) -> None:
    passing = wins_of_the_resistance(Passing, spies, games)
    low, _ = difference(*wins_of_the_resistance(ResistanceBot, spies, games), *passing)
    assert low > 0
