"""The arena: balanced tables, reproducible results, and faulty bots."""

import time
from collections import Counter
from random import Random

import pytest

import turncoat.games  # noqa: F401 - registers the games
from turncoat import bots
from turncoat.arena import arena
from turncoat.arena.arena import interval
from turncoat.arena.plot import plot
from turncoat.arena.rating import RatedGame, rate
from turncoat.arena.referee import Fault
from turncoat.bots.bot import Bot, RandomBot
from turncoat.kernel.options import Answer
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Prompt
from turncoat.simulation.intervals import wilson
from turncoat.simulation.playing import BotMaker
from turncoat.simulation.processes import Processes

RULESET = Ruleset.of("resistance", 5)


class Raising(RandomBot):
    """Bot that raises an error when asked to vote."""

    def choose(self, prompt: Prompt) -> Answer:
        if prompt.question.name == "cast-ballot":
            raise LookupError("which ballot?")
        return super().choose(prompt)


class Hanging(RandomBot):
    """Bot that hangs on a vote, whatever errors it gets."""

    def choose(self, prompt: Prompt) -> Answer:
        while prompt.question.name == "cast-ballot":
            try:
                time.sleep(60)
            except Exception:
                continue
        return super().choose(prompt)


class Cheating(Bot):
    """Bot that gives illegal answers."""

    def decide(self, prompt: Prompt) -> Answer:
        return "whatever"


class Unborn(RandomBot):
    """Bot that cannot be constructed."""

    def __init__(self, *given: object) -> None:
        raise RuntimeError("no")


ODD = {bot.__name__.lower(): bot for bot in (Raising, Hanging, Cheating, Unborn)}


def find(name: str) -> BotMaker:
    return ODD.get(name) or bots.find(name)


def held_by(game: arena.GameOutcome, side: str) -> list[int]:
    """Return the bots on the seats of a side."""
    return [bot for bot, on in zip(game.bots, game.sides, strict=True) if on == side]


def played(*names: str, games: int = 24, jobs: int = 1, seed: str = "0", seconds: float = 5.0) -> arena.ArenaReport:
    contest = arena.contest(RULESET, names, games, seed, seconds)
    return arena.report(contest, arena.play(contest, find, Processes(jobs)))


def test_each_bot_has_each_role_equally_often() -> None:
    contest = arena.contest(RULESET, ["random", "sensible", "easy"], 15)
    games = arena.play(contest, find)
    assert {tuple(sorted(Counter(game.bots).values())) for game in games} == {(1, 2, 2)}
    sides = Counter((bot, side) for game in games for bot, side in zip(game.bots, game.sides, strict=True))
    assert {sides[bot, "spies"] for bot in range(3)} == {10}
    for block in contest.blocks:
        spies = Counter(bot for game in games if game.block == block for bot in held_by(game, "spies"))
        assert set(spies.values()) == {2}, "each role occurs once per block"
    assert len({game.bots for game in games}) > 5, "tables are mixed each time"


def test_the_seats_of_a_report_add_up() -> None:
    report = played("random", "sensible")
    assert report.games == 24
    assert sum(report.wins.values()) == 24
    seats = sum(wins.games for by_side in report.bots.values() for wins in by_side.values())
    assert seats == 24 * RULESET.players
    for by_side in report.bots.values():
        assert list(by_side) == ["resistance", "spies"]
        for wins in by_side.values():
            assert wins.low <= wins.share == wins.wins / wins.games <= wins.high
    assert report.faults == {}


def test_arena_reports_depend_on_the_seed_but_not_on_the_number_of_jobs() -> None:
    one, two, other = (
        played("random", "sensible", jobs=jobs, seed=seed) for jobs, seed in ((1, "a"), (2, "a"), (1, "b"))
    )
    assert one == two
    assert one.bots != other.bots


def test_the_arena_replays_no_finished_game() -> None:
    contest = arena.contest(RULESET, ["random", "sensible"], 12)
    kept: list[arena.GameOutcome] = []
    whole = arena.play(contest, find, keep=kept.extend)
    assert kept == whole
    more: list[arena.GameOutcome] = []
    assert arena.play(contest, find, done=whole[4:8], keep=more.extend) == whole
    assert [game.block for game in more] == [0, 0, 1, 1, 4, 4, 5, 5]


def test_a_better_bot_is_rated_higher_on_both_sides() -> None:
    report = played("random", "sensible", games=200)
    for side in ("resistance", "spies"):
        better, worse = report.bots["sensible"][side], report.bots["random"][side]
        assert better.low > worse.high
        assert report.ratings["sensible"].sides[side].low > 0 > report.ratings["random"].sides[side].high
    assert report.ratings["sensible"].points == pytest.approx(-report.ratings["random"].points)


@pytest.mark.parametrize(
    ("name", "kind", "told"),
    [
        ("raising", "error", "LookupError: which ballot?"),
        ("hanging", "time", "0.05 s"),
        ("cheating", "illegal", "cast-ballot: 'whatever' (not-allowed)"),
        ("unborn", "error", "RuntimeError: no"),
    ],
)
def test_the_arena_reports_a_misbehaving_bot(name: str, kind: str, told: str) -> None:
    seconds = 0.05 if name == "hanging" else 5.0
    report = played(name, "random", games=4, seconds=seconds)
    assert set(report.faults) == {name}
    faults = report.faults[name]
    assert faults.kinds == {kind: faults.count}
    assert faults.count == 10  # once on each of its seats: from then on `sensible` plays
    assert faults.game == 0
    assert faults.first.kind == kind
    assert faults.first.message.startswith(told)
    assert ("test_arena.py, line " in faults.first.message) == (kind == "error")


def test_a_bot_that_always_answers_illegally_loses_all_its_games_and_is_rated_last() -> None:
    """`sensible`, which plays on for it, would beat `random`."""
    report = played("cheating", "random", games=40)
    assert {wins.wins for wins in report.bots["cheating"].values()} == {0}
    for side in ("resistance", "spies"):
        assert report.ratings["cheating"].sides[side].points < -200
    assert report.faults["cheating"].count == sum(wins.games for wins in report.bots["cheating"].values())


def test_a_fault_costs_its_own_bot_and_no_partner() -> None:
    contest = arena.contest(RULESET, ["faulty", "partner", "other"], 3)
    sides = ("resistance", "resistance", "resistance", "spies", "spies")
    fault = Fault(0, "error", "oh")
    games = [arena.GameOutcome(0, (0, 1, 1, 2, 2), sides, "resistance", (fault,))]
    found = arena.report(contest, games)
    wins = {bot: {side: (wins.wins, wins.games) for side, wins in sides.items()} for bot, sides in found.bots.items()}
    assert wins["faulty"]["resistance"] == (0, 1)
    assert wins["partner"]["resistance"] == (2, 2)
    assert wins["other"]["spies"] == (0, 2)
    points = {bot: rating.sides for bot, rating in found.ratings.items()}
    assert points["faulty"]["resistance"].points < points["partner"]["resistance"].points
    assert points["other"]["spies"].points > points["partner"]["spies"].points


@pytest.mark.parametrize(
    ("names", "reason"),
    [([], "name the bots"), (["a", ""], "name the bots"), (["a", "b", "a"], "'a' is named twice")],
)
def test_an_impossible_contest_is_refused(names: list[str], reason: str) -> None:
    with pytest.raises(arena.ContestError, match=reason):
        arena.contest(RULESET, names, 10)


def test_games_with_a_shared_deal_widen_the_interval() -> None:
    """Check that the interval holds the true share in about 95% of draws, although hits come in fours."""
    rng, held = Random(1), 0
    for _ in range(400):
        clusters = [(4, 4 * (rng.random() < 0.4)) for _ in range(60)]
        low, high = interval(clusters)
        held += low <= 0.4 <= high
    assert 0.92 < held / 400 < 0.98
    assert interval([]) == (0.0, 1.0)
    assert interval([(4, 4)] * 10) == wilson(10, 10)


def test_ratings_recover_the_true_odds() -> None:
    """Let one bot win three games in four on either side, which is a gap of 191 points."""
    rng = Random(2)
    games = []
    for number in range(4000):
        strong = "ab"[number % 2]
        teams = {side: {"strong" if side == strong else "weak": 1.0} for side in "ab"}
        winner = strong if rng.random() < 0.75 else "ab"[1 - number % 2]
        games.append(RatedGame(number, teams, winner))
    ratings = rate(games, ["strong", "weak"], ["a", "b"])
    for side in "ab":
        gap = ratings["strong"].sides[side].points - ratings["weak"].sides[side].points
        assert gap == pytest.approx(191, abs=25)
    assert ratings["strong"].points == pytest.approx(95, abs=12)
    assert 2 < ratings["strong"].error < 8


def test_the_error_of_a_rating_matches_the_spread_of_ratings() -> None:
    """Check that the ratings of equal contests spread as their errors say, although three games share their winner."""
    found, errors = [], []
    for trial in range(60):
        rng, games = Random(trial), []
        for block in range(80):
            lucky = "ab"[rng.random() < 0.5]
            for _ in range(3):
                strong = "ab"[block % 2]
                teams = {side: {"one" if side == strong else "other": 1.0} for side in "ab"}
                games.append(RatedGame(block, teams, lucky))
        rating = rate(games, ["one", "other"], ["a", "b"])["one"]
        found.append(rating.points)
        errors.append(rating.error)
    mean = sum(found) / len(found)
    spread = (sum((points - mean) ** 2 for points in found) / (len(found) - 1)) ** 0.5
    assert sum(errors) / len(errors) == pytest.approx(spread, rel=0.25)


def test_the_chart_has_each_bot_on_each_side() -> None:
    picture = plot(played("random", "sensible", games=4))
    assert picture.count(">random</text>") == picture.count(">sensible</text>") == 2
    assert picture.count("<circle") == 4
    assert picture.startswith("<svg ")
    assert rulebook("resistance").name in picture
