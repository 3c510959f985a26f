"""The bot of Hail Hydra: inference from laid cards, and choice of cards."""

from collections.abc import Iterator

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat.bots.games.hail_hydra.bot import HailHydraBot, worth
from turncoat.bots.games.hail_hydra.laid_cards import LaidCardEvidence
from turncoat.games.hail_hydra import HOUSE_CARDS
from turncoat.games.hail_hydra.board import Board, Hand
from turncoat.games.hail_hydra.cards import Villain
from turncoat.games.hail_hydra.events import AttackRevealed
from turncoat.games.hail_hydra.tables import LEVELS, VALUES
from turncoat.kernel.game import Game
from turncoat.kernel.options import Cards, OneSeat
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import seat_set
from turncoat.kernel.steps import Prompt, Question

RULESET = Ruleset.of("hail-hydra", 5)


def test_laying_many_cards_into_a_red_attack_is_suspicious() -> None:
    board = Board(5, HOUSE_CARDS)
    board.laid_counts = {0: 1, 1: 1, 2: 3, 3: 1, 4: 1}
    evidence = LaidCardEvidence(5, 0b00001)
    assert evidence.suspicion[0] == 0
    assert evidence.suspicion[2] == pytest.approx(evidence.prior) == pytest.approx(0.5)
    evidence.attack(board, ("+1", "-2", "-3", "-4", "-5", "-5", "-5"), seat_set(board.laid))
    assert evidence.suspicion[2] > evidence.suspicion[1] == pytest.approx(evidence.suspicion[3])
    assert sum(evidence.suspicion) == pytest.approx(2)


def test_face_up_cards_count_only_against_their_hero() -> None:
    board = Board(5, HOUSE_CARDS)
    board.laid_counts = {0: 1, 1: 1, 2: 2, 3: 1, 4: 1}
    board.laid = {2: ("-4", "-5")}
    evidence = LaidCardEvidence(5, 0b00001)
    evidence.attack(board, ("+1", "+2", "+2", "+3", "-4", "-5"), seat_set(board.laid))
    assert evidence.suspicion[2] > 0.7
    evidence.revealed(1)
    assert evidence.suspicion[1] == pytest.approx(1)


def hero_at(
    health: int, hand: tuple[str, ...], role: str = "shield", mission: int = 1
) -> tuple[HailHydraBot, Board, Cards]:
    """Return a bot on seat 0 that faces a villain with these cards, before anybody has laid any."""
    board = Board(5, HOUSE_CARDS)
    board.mission = mission
    board.villain = Villain("brute", "Brute", LEVELS[mission - 1], 10, 1, "")
    board.health = health
    board.roles[0] = role
    board.hands[0] = hand
    return HailHydraBot(RULESET, 0, b""), board, Cards(1, 3, hand)


def test_a_hero_lays_only_their_share() -> None:
    hand = ("+1", "+2", "+3", "+4", "-2")
    few, many = ((bot._lays(board, option)) for bot, board, option in (hero_at(2, hand), hero_at(12, hand)))
    assert few == ("+2",)  # two of five may be agents, so three honest heroes share six points
    assert sum(VALUES[card] for card in few) < sum(VALUES[card] for card in many)
    assert "-2" not in many
    bot, board, option = hero_at(40, hand)  # more than the hero has, so all that they can
    assert bot._lays(board, option) == ("+2", "+3", "+4")


def test_a_hero_lays_less_after_others_laid_more() -> None:
    bot, board, option = hero_at(9, ("+1", "+2", "+3", "+4"))
    alone = bot._lays(board, option)
    board.laid_counts = {1: 3, 2: 3}
    assert sum(map(VALUES.__getitem__, bot._lays(board, option))) < sum(map(VALUES.__getitem__, alone))


@pytest.mark.parametrize(("mission", "red_alone"), [(1, False), (2, True), (5, True)])
def test_an_agent_lays_only_red_cards_from_the_second_villain_on(mission: int, *, red_alone: bool) -> None:
    laid = set()
    for seed in range(30):
        bot, board, option = hero_at(9, ("+1", "+4", "-2", "-4", "-5"), "hydra", mission)
        bot.rng.seed(seed)
        laid.add(all(VALUES[card] < 0 for card in bot._agent_lays(board, option)))
    assert laid == {True} if red_alone else False in laid


def mistakes(deal: int, role: str) -> Iterator[tuple[tuple[str, ...], str, Hand]]:
    """Yield cards and remarks of a careless first player of this deal on the given side, with their hand."""
    game: Game[Board] = Game(RULESET, RULESET.deal(b"%d" % deal))
    while not any(prompt.question.name == "lay-cards" for prompt in game.prompts().values()):
        for seat in game.prompts():
            game.play(seat, game.default(seat))
    ((seat, prompt),) = game.prompts().items()
    bot = HailHydraBot(RULESET, seat, b"")
    bot.see(game.view(seat).events)
    assert bot.view is not None
    bot.view.board.roles[seat] = role
    for seed in range(20):
        bot.rng.seed(seed)
        answer = bot.careless_answer(prompt)
        assert prompt.option.refusal(answer) is None
        assert isinstance(answer, tuple)
        laid, says = answer
        yield laid, says, game.board.hands[seat] or ()


@pytest.mark.parametrize("deal", range(12))
def test_careless_heroes_lay_blue_cards_and_careless_agents_any(deal: int) -> None:
    as_agent = list(mistakes(deal, "hydra"))
    for (laid, says, hand), (by_agent, said_by_agent, _) in zip(mistakes(deal, "shield"), as_agent, strict=True):
        blue = sum(VALUES[card] > 0 for card in hand)
        assert says == said_by_agent  # public information must not reveal the side
        assert len(laid) == min(len(by_agent), blue or 3)
        assert not blue or all(VALUES[card] > 0 for card in laid)
    assert any(VALUES[card] < 0 for laid, _, _ in as_agent for card in laid)
    assert {says for _, says, _ in as_agent} == {"nothing", "good", "bad"}


def test_careless_bots_vote_by_the_last_attack_alone() -> None:
    bot, earlier, later = HailHydraBot(RULESET, 0, b""), 1, 2
    assert bot.view is not None
    board = bot.view.board
    board.roles[0] = "shield"
    for suspect, cards in (
        (earlier, ("+1", "+1", "+1", "-4", "-5", "-5", "-5")),
        (later, ("+1",) * 4 + ("-2", "-3", "-3")),
    ):
        board.laid_counts = dict.fromkeys(range(5), 1) | {suspect: 3}
        bot.see([AttackRevealed(cards, worth(cards))])
    prompt = Prompt(1, Question("vote-knock-out"), OneSeat(0b11111, 0b11110, may_pass=True))
    assert bot.choose(prompt) == earlier
    assert bot.careless_answer(prompt) == later
    assert bot.choose(prompt) == earlier, "a careless answer does not change later choices"


@pytest.mark.parametrize(("players", "late"), [(5, [5]), (6, [4, 5]), (7, []), (8, [5])])
def test_agents_announce_hail_hydra_late_or_to_end_the_game(players: int, late: list[int]) -> None:
    bot, board = HailHydraBot(Ruleset.of("hail-hydra", players), 0, b""), Board(players, HOUSE_CARDS)
    called: list[int] = []
    for mission in range(1, 6):
        board.mission = mission
        called += [mission] if bot._hails(board) else []
    assert called == late
    board.mission, board.agents_seen, board.city = 1, 0b110, 6
    assert bot._hails(board)
