"""The bot of Round Table: who is Merlin, and how each character acts on what it knows."""

from collections import Counter
from random import Random
from typing import Any

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from tests.support.games.round_table import FIVE, SEVEN, TEN, asked, cards, dealt, mission, propose, ruleset, table, won
from turncoat import bots
from turncoat.bots.assessment import Assessment
from turncoat.bots.games.round_table.bot import (
    RoundTableBot,
    between,
    chance_of_fails,
    openness,
    worth_of_exchange,
    worth_of_gift,
)
from turncoat.bots.games.round_table.merlin import (
    BALLOTS,
    KINDS,
    STAGES,
    TEAM,
    Traces,
    fitted,
    merlin_chances,
    numbers_of_evil,
)
from turncoat.bots.games.round_table.talk import RoundTableReasons
from turncoat.bots.levels import Hard, Level, Normal
from turncoat.bots.odds import Odds
from turncoat.kernel.game import Game
from turncoat.kernel.options import Answer
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, SEATS_IN, SPECTATOR, seat_set
from turncoat.kernel.steps import Choice
from turncoat.missions import Situation, team_acts
from turncoat.simulation.playing import play_game
from turncoat.testing import label, play

FIVE_RULES = ruleset(5, "percival", "morgana")
EVIL = 0b11000
"""The evil seats of `FIVE`."""


def traces(game: Game[Any]) -> Traces:
    found = Traces(game.ruleset.players)
    for board, event in game.view(SPECTATOR).history():
        for act in team_acts(event, game.ruleset, board):
            found.see(act)
    return found


def level_at(game: Game[Any], seat: int, kind: type[Level] = Normal, seed: bytes = b"seed") -> Level:
    bot = kind(game.ruleset, seat, seed)
    bot.see(game.view(seat).events)
    return bot


def assessed(game: Game[Any], seat: int) -> Assessment:
    found = level_at(game, seat)._current_assessment()
    assert found is not None
    return found


def chosen(game: Game[Any], seat: int, kind: type[bots.Bot] = Normal, seed: bytes = b"seed") -> Answer:
    prompt = game.prompt(seat)
    assert prompt is not None
    bot = kind(game.ruleset, seat, seed)
    bot.see(game.view(seat).events)
    return bot.choose(prompt)


def rejected_by(game: Game[Any], *seats: int) -> None:
    """Have the team rejected by these seats and evil, and approved by the others."""
    against = {*seats, *SEATS_IN[EVIL]}
    for seat in range(game.ruleset.players):
        play(game, f"{seat} cast-ballot {'reject' if seat in against else 'approve'}")


# Who is Merlin


def test_every_leaning_is_known_for_every_stage() -> None:
    for kind in KINDS:
        lengths = {name: len(numbers) for name, numbers in fitted()[kind].items()}
        assert lengths == dict.fromkeys((*BALLOTS, TEAM), STAGES)
    merlin, others = (fitted()[kind] for kind in KINDS)
    for stage in range(STAGES):
        assert merlin["dirty-aboard"][stage] < others["dirty-aboard"][stage]
        assert merlin["clean-outside"][stage] > others["clean-outside"][stage]
        assert merlin[TEAM][stage] < others[TEAM][stage] < 0


def test_who_rejects_a_team_with_evil_on_it_seems_to_be_merlin() -> None:
    game = table(FIVE)
    propose(game, 1, 3)
    rejected_by(game, 1)
    chances = merlin_chances(traces(game), [(EVIL, 1.0)], lambda evil: NOBODY)
    assert sum(chances) == pytest.approx(1)
    assert chances[3] == chances[4] == 0
    assert chances[1] > chances[2], "seat 1 is on the team that it rejects"


def test_a_leader_without_evil_on_the_team_seems_to_be_merlin() -> None:
    for team, is_likelier in (((0, 1), True), ((0, 3), False)):
        game = table(FIVE)
        propose(game, *team)
        chances = merlin_chances(traces(game), [(EVIL, 1.0)], lambda evil: NOBODY)
        assert (chances[0] > chances[1] == chances[2]) is is_likelier


def test_a_last_team_is_no_evidence_from_ballots() -> None:
    game = table(FIVE)
    for _ in range(4):
        propose(game)
        play(game, "* cast-ballot reject")
    before = len(traces(game).votes)
    propose(game)
    play(game, "0,3 cast-ballot reject\n1,2,4 cast-ballot approve")
    assert len(traces(game).votes) == before == 4


def test_evidence_is_the_same_step_by_step_and_at_once() -> None:
    game, steps = table(SEVEN), Traces(7)
    mission(game, 0, 1)
    mission(game, 4, 5, 6, fails=1)
    for board, event in game.view(SPECTATOR).history():
        for act in team_acts(event, game.ruleset, board):
            steps.see(act)
            steps.likelihoods(0b1110000, 0b1110000)
    assert steps.likelihoods(0b1110000, 0b1110000) == pytest.approx(traces(game).likelihoods(0b1110000, 0b1110000))


def test_merlin_approves_of_mordred_as_far_as_the_assassin_can_tell() -> None:
    game = table(SEVEN)  # Mordred on seat 6
    propose(game, 6, 1)
    play(game, "0,6,4,5 cast-ballot approve\n1,2,3 cast-ballot reject")
    found = traces(game)
    seen, unseen = found.likelihoods(0b1110000, NOBODY), found.likelihoods(0b1110000, 0b1000000)
    assert unseen[0] > seen[0]
    either = found.likelihoods(0b1110000, 0b1100000)
    assert min(seen[0], unseen[0]) < either[0] < max(seen[0], unseen[0])


def test_teams_are_counted_by_their_evil_members() -> None:
    assert dict(numbers_of_evil(2, 2, 5)) == {0: 1, 1: 4, 2: 1}
    assert dict(numbers_of_evil(4, 2, 5)) == {2: 1}


# Merlin


def test_merlin_acts_on_beliefs_between_those_of_a_knight_and_the_truth() -> None:
    game = table(FIVE)
    merlin, now = assessed(game, 0), game.board.now
    assert merlin.odds.suspicion[0] == 0
    share = openness(game.ruleset, now)
    assert 0 < share < 1
    for seat in range(1, 5):
        truth = float(EVIL >> seat & 1)
        assert merlin.odds.suspicion[seat] == pytest.approx(share * truth + (1 - share) * merlin.cover.suspicion[seat])
    assert merlin.known_traitors == NOBODY


def test_merlin_is_the_more_open_the_more_has_failed_and_less_with_percival() -> None:
    rules, plain = table(FIVE).ruleset, dealt(5).ruleset
    by_failures = [openness(rules, Situation(5, 3, failures=failures)) for failures in range(3)]
    assert by_failures == sorted(by_failures)
    assert len(set(by_failures)) == 3
    assert all(openness(plain, Situation(5, 3, failures=failures)) >= by_failures[failures] for failures in range(3))


def test_merlin_does_not_vote_by_the_truth_alone() -> None:
    """Each ballot of Merlin on a team is one that a knight might cast, too."""
    ballots: dict[int, Counter[Answer]] = {0: Counter(), 2: Counter()}
    for team in ((1, 3), (1, 2)):
        game = table(FIVE, first=1)
        propose(game, *team)
        for seat, count in ballots.items():
            for seed in range(40):
                count[team, chosen(game, seat, Normal, b"%d" % seed)] += 1
    assert len(ballots[0]) == 4, "both ballots occur on both teams"
    assert {ballot for (team, ballot) in ballots[2] if team == (1, 3)} == {"approve", "reject"}
    assert ballots[0][(1, 2), "approve"] > ballots[0][(1, 3), "approve"]


def test_merlin_sees_what_the_sensible_bot_of_a_knight_does_not() -> None:
    approvals: Counter[tuple[int, int]] = Counter()
    for number, other in enumerate((3, 2)):
        game = table(FIVE, first=1)
        mission(game, 1, 0)
        mission(game, 3, 4, 1, fails=1)
        propose(game, 1, other)
        for seed in range(60):
            approvals[number, 0] += chosen(game, 0, RoundTableBot, b"%d" % seed) == "approve"
    assert approvals[1, 0] > approvals[0, 0]


# Percival, evil


def test_percival_takes_for_merlin_whoever_rejects_what_merlin_would() -> None:
    def doubts(ballot: str) -> float:
        game = table(FIVE, first=2)  # Percival on seat 1 saw 0 and 4, so 2 or 3 is evil as well
        propose(game, 2, 3)
        play(game, f"0 cast-ballot {ballot}\n1,2,3,4 cast-ballot reject")
        return assessed(game, 1).odds.suspicion[4]

    assert doubts("reject") > doubts("approve")


def test_an_evil_seat_hides_behind_the_beliefs_of_a_knight() -> None:
    game = table(SEVEN)
    mission(game, 0, 1)
    evil = assessed(game, 5)
    assert evil.is_traitor
    assert evil.known_traitors == 0b1110000
    assert evil.as_loyal.odds.suspicion == evil.cover.suspicion
    assert max(evil.cover.suspicion[seat] for seat in range(7)) < 1


def test_oberon_knows_nobody_and_nobody_knows_oberon() -> None:
    game = table(TEN)
    assert assessed(game, 9).known_traitors == 1 << 9
    assert assessed(game, 6).known_traitors == 0b0111000000
    assert [level_at(game, seat).known_traitors() for seat in (9, 6, 0)] == [1 << 9, 0b0111000000, NOBODY]


def test_evil_leaves_the_fail_to_one_of_them() -> None:
    game = table(SEVEN, first=4)
    mission(game, 0, 1)
    propose(game, 4, 5, 6)
    play(game, "* cast-ballot approve")
    fails = Counter(sum(chosen(game, seat, Hard, b"%d" % seed) == "fail" for seat in (4, 5, 6)) for seed in range(10))
    assert max(fails) == 1


# The assassination


def read(first: int = 0, **options: Any) -> Game[Any]:
    """Play a game in which seat 2 acted as if it knew evil, up to the assassination."""
    roles = ("knight", "percival", "merlin", "assassin", "morgana")
    game = table(roles, first=first, **options)
    propose(game, 0, 3)
    play(game, "2 cast-ballot reject\n0,1 cast-ballot approve\n3,4 cast-ballot reject")
    propose(game, 1, 4)
    play(game, "2 cast-ballot reject\n0,1 cast-ballot approve\n3,4 cast-ballot reject")
    propose(game, 2, 0)
    play(game, "* cast-ballot approve")
    cards(game)
    won(game, (0, 1, 2))
    return game


@pytest.mark.parametrize("comes_out", [True, False])
def test_the_assassin_names_who_acted_as_if_they_knew_evil(comes_out: bool) -> None:
    game = read(evil_comes_out=comes_out)
    assert asked(game) == {"name-merlin"}
    named = Counter(chosen(game, 3, Hard, b"%d" % seed) for seed in range(20))
    assert named.most_common(1)[0][0] == 2
    assert named.keys() <= {0, 1, 2}
    often = Counter(chosen(game, 3, Normal, b"%d" % seed) for seed in range(60))
    assert often[2] > max(often[0], often[1])
    assert len(often) > 1, "a normal player is not sure"


def test_the_double_assassin_knows_whom_merlin_did_not_see() -> None:
    game = table(("merlin", "percival", "knight", "mordred", "morgana"))
    won(game, (0, 1, 2))
    bot = level_at(game, 3)._own_bot
    assert isinstance(bot, RoundTableBot)
    assert bot._unseen(EVIL) == 0b01000
    game = table(SEVEN)
    won(game, (0, 1, 2, 3))
    bot = level_at(game, 4)._own_bot
    assert isinstance(bot, RoundTableBot)
    assert bot._unseen(0b1110000) == 0b1100000


# Secrets


@pytest.mark.parametrize("kind", [RoundTableBot, Normal, Hard])
@pytest.mark.parametrize(
    ("seat", "other"),
    [
        (2, ("percival", "merlin", "knight", "morgana", "assassin")),
        (1, ("morgana", "percival", "knight", "assassin", "merlin")),
        (3, ("percival", "knight", "merlin", "assassin", "morgana")),
        (0, ("merlin", "knight", "percival", "morgana", "assassin")),
    ],
)
def test_deals_that_look_alike_to_a_seat_get_the_same_answers(
    kind: type[bots.Bot], seat: int, other: tuple[str, ...]
) -> None:
    """Percival cannot tell Merlin from Morgana, a knight nobody, evil no good player, and Merlin no evil one."""
    answers = []
    for roles in (FIVE, other):
        game, bot, given, seen = table(roles), kind(FIVE_RULES, seat, b"alike"), list[Answer](), 0
        for team in ((0, 1), (1, 2, 3), (2, 4)):
            for is_vote in (False, True):
                if is_vote:
                    propose(game, *team)
                bot.see(game.view(seat).events[seen:])
                seen = len(game.view(seat).events)
                if (prompt := game.prompt(seat)) is not None:
                    given.append(bot.choose(prompt))
            play(game, "* cast-ballot approve")
            cards(game)
        answers.append(given)
    assert answers[0] == answers[1]
    assert answers[0]


# Tokens


def odds_of(*sets: tuple[int, float]) -> Odds:
    return Odds(5, sets)


def assessment(odds: Odds, seat: int, now: Situation) -> Assessment:
    return Assessment(seat, now, odds, odds, odds)


def test_excalibur_goes_to_whom_the_leader_trusts_and_evil_seats_act_alike() -> None:
    now = Situation(5, 3, successes=1, failures=1)
    asked_seat = assessment(odds_of((EVIL, 1.0)), 0, now)
    assert worth_of_gift(asked_seat, 1) > worth_of_gift(asked_seat, 3)
    assert "give-excalibur" not in RoundTableBot.own_interest


def test_a_good_holder_exchanges_a_likely_fail_and_lets_good_cards_be() -> None:
    now = Situation(5, 4, successes=1, failures=2)
    asked_seat = assessment(odds_of((EVIL, 1.0)), 0, now)
    worths = {seat: worth_of_exchange(asked_seat, 0b01011, "success", seat) for seat in (None, 1, 3)}
    assert worths[3] > worths[None] == 0 > worths[1]
    clean = {seat: worth_of_exchange(asked_seat, 0b00111, "success", seat) for seat in (None, 1, 2)}
    assert clean[None] > max(clean[1], clean[2])


def test_an_evil_holder_turns_a_success_only_where_no_fail_is_in() -> None:
    now = Situation(5, 4, successes=2, failures=1)
    evil = assessment(odds_of((EVIL, 1.0)), 3, now)
    assert worth_of_exchange(evil, 0b01011, "success", 0) > 0
    assert worth_of_exchange(evil, 0b01011, "fail", 0) == 0


def test_fails_are_counted() -> None:
    assert chance_of_fails(2, 0.5, 1) == 0.75
    assert between(odds_of((EVIL, 1.0)), odds_of((0b11, 1.0)), 0.25).suspicion == [0.25, 0.25, 0, 0.75, 0.75]


@pytest.mark.parametrize(
    "rules",
    [
        ruleset(7, "percival", "morgana", "mordred", "lady-of-the-lake", "excalibur"),
        ruleset(7, "lancelots", "excalibur", "lady-of-the-lake", allegiance_deck="large"),
    ],
    ids=label,
)
@pytest.mark.parametrize("name", ["sensible", "normal"])
def test_bots_play_the_tokens_and_the_lancelots_legally(rules: Ruleset, name: str) -> None:
    kind, wins = bots.find(name), Counter[str]()
    for number in range(4):
        players = [kind(rules, seat, b"%d %d" % (number, seat)) for seat in range(7)]
        game = play_game(rules, rules.deal(b"tokens %d" % number), players, Random(number))
        assert game.result is not None
        wins[game.result.winner] += 1
        assert [player.first_illegal_answer for player in players] == [""] * 7
    assert sum(wins.values()) == 4


def test_the_lady_shows_the_holder_a_side_and_beliefs_follow() -> None:
    game = table(SEVEN, "", "lady-of-the-lake")
    mission(game, 0, 1)
    mission(game, 0, 1, 2)
    holder = next(iter(game.prompts()))
    game.play(holder, Choice(game.prompts()[holder].number, 4))
    bot = RoundTableBot(game.ruleset, holder, b"seed")
    bot.see(game.view(holder).events)
    assert bot.view is not None
    sensible = bot._own_spy_sets(bot.view.board).suspicion()
    assert sensible[4] > 0.99
    assert assessed(game, holder).odds.suspicion[4] == pytest.approx(1)


# Talk


def reasons_after(game: Game[Any]) -> RoundTableReasons:
    reasons = RoundTableReasons(game.ruleset, 0)
    for event in game.view(SPECTATOR).events:
        reasons.see(event)
    return reasons


def test_a_mission_with_excalibur_tells_nothing_about_the_members() -> None:
    def keys(use: str) -> set[str]:
        game = table(SEVEN, "", "excalibur")
        propose(game, 0, 1)
        play(game, "* cast-ballot approve")
        cards(game)
        play(game, f"1 use-excalibur {use}")
        return {reason.key for reason in reasons_after(game).found}

    assert {"sword-hurt"} == keys("0") & {"sword-hurt", "on-failed", "only-new"}
    assert {"on-clean"} == keys("-") & {"sword-helped", "on-clean"}


def test_one_fail_too_many_may_be_oberons() -> None:
    game = table(TEN)
    mission(game, 0, 1, 2)
    mission(game, 0, 1, 6, 9, fails=2)
    about = seat_set(reason.about for reason in reasons_after(game).found if reason.key == "uncoordinated")
    assert about == 0b1001000011


def test_nobody_has_anything_to_say_once_evil_has_come_out() -> None:
    game = table(FIVE)
    won(game, (0, 1, 2))
    assert reasons_after(game).topic is None


def test_merlin_has_the_same_to_say_as_a_knight() -> None:
    """Deals that look alike in public give a seat the same remarks, whatever its character."""
    said = []
    for roles in (FIVE, ("knight", "percival", "merlin", "assassin", "morgana")):
        game = table(roles)
        mission(game, 1, 3, fails=1)
        bot = level_at(game, 0)
        bot.talkative = 1.0
        said.append([bot.remark(), bot._loyal_odds().suspicion])  # type: ignore[union-attr]
    assert said[0] == said[1]
