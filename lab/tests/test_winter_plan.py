"""The guarantee of S.H.I.E.L.D. by its plan, with five and six players, against everything that HYDRA can do."""

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import copy
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from tests.support.games.winter_soldier import SEVEN, ended, mission, propose, table, vote, won
from turncoat.bots.draws import pick
from turncoat.games.winter_soldier.board import Board
from turncoat.games.winter_soldier.roles import HYDRA, SIDES, character_cards
from turncoat.games.winter_soldier.tables import hydra_cards
from turncoat.kernel.chapters import Deal
from turncoat.kernel.game import Game
from turncoat.kernel.options import Answer, OneSeat
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, seat_set
from turncoat.kernel.steps import Choice, Prompt
from turncoat.testing import play
from turncoat_lab.baselines.winter_plan import WinterPlan, public_knowledge

FOUND, GUESS = "the Winter Soldier was found", "Captain America guesses between two"


def deals(players: int) -> Iterator[Deal]:
    """Yield every set of agents, with each agent as the Winter Soldier, and Captain America on seat 0.

    The seat of Nick Fury among the others makes no difference (`test_in_the_plan_nick_fury_acts_like_others`).
    """
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


def seen_by(board: Board, seat: Seat) -> Board:
    """Return the board as an agent of S.H.I.E.L.D. without secrets sees it."""
    seen = copy(board)
    seen.roles = [role if other == seat else None for other, role in enumerate(board.roles)]
    seen.with_hydra = seen.seen_by_fury = seen.hydra = 0
    return seen


def answers(game: Game[Board], seat: Seat, prompt: Prompt, plan: WinterPlan) -> Sequence[Answer]:
    """Return the answers to try: anything for HYDRA, the plan's for S.H.I.E.L.D.

    Once HYDRA is known, one of its votes and one of its teams are enough: S.H.I.E.L.D. has the majority, and a
    rejection could only show that an agent is not the Winter Soldier.
    """
    option: Any = prompt.option
    known = public_knowledge(game.board)
    if not is_agent(game, seat):
        return (plan.answer(seen_by(game.board, seat), prompt),)
    if prompt.question.name == "name-team":
        size = dict(option.parts)["team"].low
        teams = [seat_set(team) for team in combinations(range(game.board.players), size)]
        if known.hydra_known:
            teams = [team for team in teams if team & known.agents][:1]
        return [(team,) for team in teams]
    allowed: tuple[Answer, ...] = tuple(option.allowed)
    return allowed[:1] if prompt.question.name == "cast-ballot" and known.hydra_known else allowed


def courses(game: Game[Board], plans: Sequence[WinterPlan]) -> Iterator[str]:
    """Yield the endings of the game with every choice of HYDRA, up to a random decision."""
    board, captain = game.board, game.board.captain
    seen = seen_by(board, captain)
    for offer in game.offers(captain):
        assert isinstance(offer.option, OneSeat)
        if (accused := plans[captain]._aims(seen, offer.name, offer.option)) is not None:
            assert game.deal.roles[accused] == "winter-soldier"
            yield FOUND
            return
    prompts = game.prompts()
    if board.successes == 3:
        known = public_knowledge(board)
        assert known.agents == seat_set([seat for seat in range(board.players) if is_agent(game, seat)])
        assert known.soldiers >> game.deal.roles.index("winter-soldier") & 1
        assert known.soldiers >> int(str(plans[captain].answer(seen, prompts[captain]))) & 1
        yield GUESS if known.soldiers.bit_count() == 2 else FOUND
        return
    assert ended(game) is None
    for chosen in product(*[answers(game, seat, prompt, plans[seat]) for seat, prompt in prompts.items()]):
        branch = game.clone(history=False)
        for (seat, prompt), answer in zip(prompts.items(), chosen, strict=True):
            branch.play(seat, Choice(prompt.number, answer))
        yield from courses(branch, plans)


@pytest.mark.parametrize(("players", "least"), [(5, 0.75), (6, 5 / 6)])
def test_against_any_hydra_captain_america_guesses_between_at_most_two(players: int, least: float) -> None:
    ruleset = Ruleset.of("winter-soldier", players)
    plans = [WinterPlan(ruleset, seat, b"plan") for seat in range(players)]
    shield = players - hydra_cards(players)
    worth = {FOUND: 1.0, GUESS: 1 / 2 + 1 / 2 * (1 - 1 / (shield - 1))}  # nothing shows which of the others is Fury
    for deal in deals(players):
        came = Counter(courses(Game(ruleset, deal), plans))
        assert set(came) <= set(worth)
        assert min(worth[one] for one in came) == pytest.approx(least)


@pytest.mark.parametrize("players", [5, 6])
@pytest.mark.parametrize("seed", range(8))
def test_in_the_plan_nick_fury_acts_like_others(players: int, seed: int) -> None:
    tables = []
    others = range(1, players - 2)
    for fury in others:
        loyal = ["nick-fury" if seat == fury else "shield-agent" for seat in others]
        game, rng = table(("captain-america", *loyal, "winter-soldier", "hydra-agent")), Random(seed)
        plans = [WinterPlan(game.ruleset, seat, b"plan") for seat in range(players)]
        while game.result is None and game.board.successes < 3:
            for seat, prompt in game.prompts().items():
                drawn = pick(prompt.option, rng)
                answer = drawn if is_agent(game, seat) else plans[seat].answer(game.view(seat).board, prompt)
                game.play(seat, Choice(prompt.number, answer))
        tables.append((game.board.proposals, game.board.results))
    assert all(one == tables[0] for one in tables)


def test_in_the_plan_captain_america_guesses_a_possible_winter_soldier() -> None:
    game = table(("captain-america", "nick-fury", "shield-agent", "winter-soldier", "hydra-agent"))
    propose(game, 1, 2)
    vote(game, False)
    won(game)
    prompt = game.prompt(0)
    assert prompt is not None
    assert prompt.question.name == "last-guess"
    guesses = {WinterPlan(game.ruleset, 0, b"%d" % seed).answer(seen_by(game.board, 0), prompt) for seed in range(20)}
    assert guesses == {3, 4}


def accused_by_the_plan(game: Game[Board]) -> Seat | None:
    (option,) = [offer.option for offer in game.offers(0) if offer.name == "accuse"]
    assert isinstance(option, OneSeat)
    return WinterPlan(game.ruleset, 0, b"seed")._aims(seen_by(game.board, 0), "accuse", option)


def test_in_the_plan_captain_america_accuses_before_losing() -> None:
    game = table(SEVEN)
    for _ in range(8):
        propose(game, 4, *range(game.board.team_size - 1))
        assert accused_by_the_plan(game) is None
        play(game, "4,5 cast-ballot approve")
        vote(game, False, 4, 5)
    propose(game, 4, *range(game.board.team_size - 1))
    assert accused_by_the_plan(game) in (4, 5)


def test_lone_approvals_expose_hydra_and_unapproved_teams_are_loyal() -> None:
    game = table(("captain-america", "nick-fury", "shield-agent", "shield-agent", "winter-soldier", "hydra-agent"))
    propose(game, 1, 2)
    vote(game, False)
    assert public_knowledge(game.board).loyal == 0b111
    assert not public_knowledge(game.board).hydra_known
    propose(game, 4, 5)
    vote(game, False)  # the Winter Soldier has to approve
    assert public_knowledge(game.board).agents == public_knowledge(game.board).soldiers == 0b10000


def test_with_hydra_known_only_clean_teams_are_approved() -> None:
    game = table(("captain-america", "nick-fury", "shield-agent", "winter-soldier", "hydra-agent"))
    propose(game, 1, 2)
    vote(game, False)
    assert public_knowledge(game.board).hydra_known
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


def test_a_team_that_leaves_out_too_few_suspects_has_an_agent() -> None:
    game = table(("captain-america", "hydra-agent", "winter-soldier", "shield-agent", "nick-fury", "shield-agent"))
    propose(game, 4, 5)
    vote(game, False)
    propose(game, 1, 3)  # two of seats 1, 2 and 3 are agents
    vote(game, False)
    assert public_knowledge(game.board).soldiers == 0b100


def test_in_the_plan_a_leader_names_known_agents() -> None:
    game = table(("captain-america", "nick-fury", "shield-agent", "hydra-agent", "winter-soldier", "shield-agent"))
    propose(game, 1, 4)
    vote(game, False)
    ((leader, prompt),) = game.prompts().items()
    assert leader == 5
    named = WinterPlan(game.ruleset, leader, b"seed").answer(seen_by(game.board, leader), prompt)
    assert named == (0b10010,)
