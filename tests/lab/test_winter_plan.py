"""What S.H.I.E.L.D. makes sure of by its plan: with five and six players, against everything that HYDRA can do."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from tests.games.winter_soldier.play import ended, mission, propose, table, vote
from turncoat.bots.draws import pick
from turncoat.games.winter_soldier.board import Board
from turncoat.games.winter_soldier.roles import HYDRA, SIDES, character_cards
from turncoat.games.winter_soldier.tables import hydra_cards
from turncoat.kernel.chapters import Deal
from turncoat.kernel.game import Game
from turncoat.kernel.options import Answer
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, seat_set
from turncoat.kernel.steps import Choice, Prompt
from turncoat.lab.baselines.winter_plan import WinterPlan, shown

FOUND, GUESS = "the Winter Soldier was found", "Captain America guesses between two"


def deals(players: int) -> Iterator[Deal]:
    """Every set of agents, each of them as the Winter Soldier; Captain America on seat 0, Nick Fury anywhere."""
    number = hydra_cards(players)
    for agents in combinations(range(1, players), number):
        for soldier in agents:
            roles = ["captain-america"] + ["shield-agent"] * (players - 1)
            for seat in agents:
                roles[seat] = "hydra-agent"
            roles[soldier] = "winter-soldier"
            roles[roles.index("shield-agent")] = "nick-fury"
            assert sorted(roles) == sorted(character_cards(Ruleset.of("winter-soldier", players)))
            yield Deal(tuple(roles), 0)


def is_agent(game: Game[Board], seat: Seat) -> bool:
    return SIDES[game.deal.roles[seat]] == HYDRA


def answers(game: Game[Board], seat: Seat, prompt: Prompt, plan: WinterPlan) -> Sequence[Answer]:
    """What a seat may do: HYDRA anything, S.H.I.E.L.D. what the plan says.

    Once HYDRA is known, its votes and teams change nothing: S.H.I.E.L.D. has the majority.
    """
    option: Any = prompt.option
    known = shown(game.board)
    if not is_agent(game, seat):
        return (plan.answer(game.board, prompt),)
    if prompt.question.name == "name-team":
        size = dict(option.parts)["team"].low
        teams = [seat_set(team) for team in combinations(range(game.board.players), size)]
        if known.is_over:
            teams = [team for team in teams if team & known.agents][:1]
        return [(team,) for team in teams]
    allowed: tuple[Answer, ...] = tuple(option.allowed)
    return allowed[:1] if prompt.question.name == "cast-ballot" and known.is_over else allowed


def courses(game: Game[Board], plans: Sequence[WinterPlan]) -> Iterator[str]:
    """How the game may go on, with every choice of HYDRA's, up to what chance decides."""
    board = game.board
    (accuse,) = [offer for offer in game.offers(board.captain) if offer.name == "accuse"] or (None,)
    if accuse is not None and (accused := plans[board.captain]._aims(board, "accuse", accuse.option)) is not None:  # type: ignore[arg-type]
        assert game.deal.roles[accused] == "winter-soldier"
        yield FOUND
        return
    prompts = game.prompts()
    if board.successes == 3:
        known = shown(board)
        assert known.agents == seat_set([seat for seat in range(board.players) if is_agent(game, seat)])
        assert known.soldiers >> game.deal.roles.index("winter-soldier") & 1
        yield GUESS if known.soldiers.bit_count() == 2 else FOUND
        return
    assert ended(game) is None
    for chosen in product(*[answers(game, seat, prompt, plans[seat]) for seat, prompt in prompts.items()]):
        branch = game.clone(history=False)
        for (seat, prompt), answer in zip(prompts.items(), chosen, strict=True):
            branch.play(seat, Choice(prompt.number, answer))
        yield from courses(branch, plans)


@pytest.mark.parametrize(("players", "least"), [(5, 0.75), (6, 5 / 6)])
def test_whatever_hydra_does_captain_america_finds_or_guesses_between_two(players: int, least: float) -> None:
    ruleset = Ruleset.of("winter-soldier", players)
    plans = [WinterPlan(ruleset, seat, b"plan") for seat in range(players)]
    shield = players - hydra_cards(players)
    worth = {FOUND: 1.0, GUESS: 1 / 2 + 1 / 2 * (1 - 1 / (shield - 1))}  # who of the others is Fury, nothing shows
    worst = []
    for deal in deals(players):
        came: Counter[str] = Counter(courses(Game(ruleset, deal), plans))
        assert set(came) <= set(worth)
        worst.append(min(worth[one] for one in came))
    assert sum(worst) / len(worst) == pytest.approx(least)


@pytest.mark.parametrize("seed", range(8))
def test_nick_fury_does_as_the_others_do(seed: int) -> None:
    tables = []
    for roles in (("nick-fury", "shield-agent"), ("shield-agent", "nick-fury")):
        game, rng = table(("captain-america", *roles, "winter-soldier", "hydra-agent")), Random(seed)
        plans = [WinterPlan(game.ruleset, seat, b"plan") for seat in range(5)]
        while game.result is None and game.board.successes < 3:
            for seat, prompt in game.prompts().items():
                drawn = pick(prompt.option, rng)
                answer = drawn if is_agent(game, seat) else plans[seat].answer(game.board, prompt)
                game.play(seat, Choice(prompt.number, answer))
        tables.append((game.board.proposals, game.board.results))
    assert tables[0] == tables[1]


def test_whoever_approves_while_all_reject_is_known_and_a_team_that_nobody_approves_is_loyal() -> None:
    game = table(("captain-america", "nick-fury", "shield-agent", "shield-agent", "winter-soldier", "hydra-agent"))
    propose(game, 1, 2)
    vote(game, False)
    assert shown(game.board).loyal == 0b111
    assert not shown(game.board).is_over
    propose(game, 4, 5)
    vote(game, False)  # the Winter Soldier has to approve
    assert shown(game.board).agents == shown(game.board).soldiers == 0b10000


def test_once_hydra_is_known_clean_teams_are_approved_and_others_are_not() -> None:
    game = table(("captain-america", "nick-fury", "shield-agent", "winter-soldier", "hydra-agent"))
    propose(game, 1, 2)
    vote(game, False)
    assert shown(game.board).is_over
    for team, wanted in ((0b00011, "approve"), (0b10001, "reject")):
        after = game.clone()
        propose(after, *[seat for seat in range(5) if team >> seat & 1])
        bot = WinterPlan(after.ruleset, 0, b"seed")
        bot.see(after.view(0).events)
        prompt = after.prompt(0)
        assert prompt is not None
        assert bot.choose(prompt) == wanted
    mission(game, 0, 1)
    assert game.board.successes == 1
