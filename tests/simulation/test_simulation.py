"""Simulations: reproducible counts, correct intervals, and a driver that uses only the public prompts."""

import random
from collections.abc import Iterator, Sequence
from math import comb
from random import Random

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat import bots
from turncoat.bots.bot import Bot, RandomBot
from turncoat.bots.draws import pick
from turncoat.kernel.chapters import Offer
from turncoat.kernel.compiled import compiled
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Choice, Prompt
from turncoat.simulation.intervals import difference, wilson
from turncoat.simulation.playing import play_game, play_numbered, seating
from turncoat.simulation.processes import Processes
from turncoat.simulation.simulate import simulate

RULESET = Ruleset.of("resistance", 5)


def test_simulations_depend_on_the_seed() -> None:
    one, again, other = (simulate(RULESET, games=50, seed=seed) for seed in ("a", "a", "b"))
    assert (one.wins, one.reasons, one.choices) == (again.wins, again.reasons, again.choices)
    assert one.choices != other.choices


def test_the_simulations_report_adds_up() -> None:
    told: list[int] = []
    report = simulate(Ruleset.of("resistance", 7, ["targeting"]), ["random", "sensible"], 30, "x", told.append)
    assert told == list(range(1, 31))
    assert sum(wins.games for wins in report.wins.values()) == sum(report.reasons.values()) == report.games == 30
    assert list(report.wins) == ["resistance", "spies"]
    assert (report.modules, report.options) == (("targeting",), {"fifth-mission-after": "successes"})
    assert report.bots == ("random", "sensible")
    assert report.games_per_second > 0
    assert report.choices_per_second > report.games_per_second
    for wins in report.wins.values():
        assert wins.low <= wins.share <= wins.high


def test_simulations_do_not_depend_on_the_number_of_processes() -> None:
    told: list[int] = []
    one = simulate(RULESET, ["random", "sensible"], 40, "x")
    two = simulate(RULESET, ["random", "sensible"], 40, "x", told.append, workers=Processes(2))
    assert (one.wins, one.reasons, one.choices) == (two.wins, two.reasons, two.choices)
    assert told == sorted(told)
    assert told[-1] == 40


def test_illegal_answers_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slipping(RandomBot):
        name = "slipping"

        def decide(self, prompt: Prompt) -> object:
            return "perhaps" if prompt.question.name == "cast-ballot" else super().decide(prompt)

        choose = Bot.choose

    monkeypatch.setitem(bots.BOTS, "slipping", Slipping)
    ballots = sum(
        choice.answer in ("approve", "reject")
        for number in range(3)
        for _, choice in play_numbered(RULESET, seating(RULESET, ["slipping"]), "x", number).choices
    )
    assert simulate(RULESET, ["slipping"], 3, "x").illegal_answers == {"slipping": ballots}
    assert simulate(RULESET, ["random"], 3, "x").illegal_answers == {}


@pytest.mark.sweep
def test_random_players_win_as_often_as_random_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare one random stream for all seats with a bot per seat: winners and lengths are alike."""
    for ruleset in (RULESET, Ruleset.of("hail-hydra", 5)):
        quick = simulate(ruleset, games=250, seed="quick")
        with monkeypatch.context() as patch:
            patch.setitem(bots.BOTS, "random", type("Single", (RandomBot,), {}))
            slow = simulate(ruleset, games=250, seed="slow")
        assert quick.choices / 250 == pytest.approx(slow.choices / 250, rel=0.1)
        for side, wins in quick.wins.items():
            low, high = difference(wins.games, 250, slow.wins[side].games, 250)
            assert low < 0.03
            assert high > -0.03


def test_a_side_that_never_wins_is_in_the_report() -> None:
    assert simulate(RULESET, games=0).wins["spies"].games == 0


def test_bots_are_seated_in_rotation_or_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    seated: list[tuple[str, int]] = []

    def noting(name: str) -> type[RandomBot]:
        class Noting(RandomBot):
            def __init__(self, ruleset: Ruleset, seat: int, seed: bytes) -> None:
                super().__init__(ruleset, seat, seed)
                seated.append((name, seat))

        return Noting

    monkeypatch.setattr(bots, "find", noting)
    simulate(RULESET, ["a", "b"], 1)
    assert seated == [("a", 0), ("b", 1), ("a", 2), ("b", 3), ("a", 4)]
    seated.clear()
    simulate(RULESET, {"resistance": "r", "spies": "s"}, 1, "x")
    roles = RULESET.deal(b"x/0/deal").roles
    assert seated == [("s" if role == "spy" else "r", seat) for seat, role in enumerate(roles)]


@pytest.mark.parametrize(
    ("seating", "reason"),
    [
        (["clever"], "unknown bot 'clever'; known: .*random"),
        ({"spies": "random"}, "one for each of resistance, spies, not spies"),
        (["random"] * 6, "5 seats take 1 to 5 bots, not 6"),
        ([], "5 seats take 1 to 5 bots, not 0"),
    ],
)
def test_an_impossible_seating_is_refused(seating: Sequence[str], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        simulate(RULESET, seating, 1)


def test_every_simulated_choice_answers_an_open_prompt() -> None:
    asked: dict[int, list[Prompt]] = {}

    class Asked(RandomBot):
        def choose(self, prompt: Prompt) -> object:
            asked.setdefault(self.seat, []).append(prompt)
            return super().choose(prompt)

    game = play_game(RULESET, RULESET.deal(b"s"), [Asked(RULESET, seat, b"s") for seat in range(5)], Random(1))
    for seat, prompts in asked.items():
        mine = [choice.to for chooser, choice in game.choices if chooser == seat]
        assert mine == [prompt.number for prompt in prompts]


def test_offers_are_considered_once_per_question() -> None:
    ruleset = Ruleset.of("hail-hydra", 5)
    assert compiled(ruleset).offering
    asked: list[int] = []
    considered: list[tuple[int, int]] = []

    class Considering(RandomBot):
        def choose(self, prompt: Prompt) -> object:
            asked.append(prompt.number)
            return super().choose(prompt)

        def consider(self, offers: Sequence[Offer]) -> Choice | None:
            assert offers
            considered.append((self.seat, max(asked, default=0)))
            return None

    players = [Considering(ruleset, seat, b"%d" % seat) for seat in range(5)]
    play_game(ruleset, ruleset.deal(b"s"), players, Random(1))
    assert considered
    assert len(considered) == len(set(considered))


def test_a_taken_offer_counts() -> None:
    ruleset = Ruleset.of("hail-hydra", 5)
    taken: list[str] = []

    class Eager(RandomBot):
        def consider(self, offers: Sequence[Offer]) -> Choice | None:
            taken.append(offers[0].name)
            return Choice(offers[0].name, pick(offers[0].option, self.rng))

    players = [Eager(ruleset, seat, b"%d" % seat) for seat in range(5)]
    game = play_game(ruleset, ruleset.deal(b"s"), players, Random(1))
    assert taken
    assert [choice.to for _, choice in game.choices if isinstance(choice.to, str)] == taken


def test_wilson_intervals_have_their_coverage() -> None:
    """Check that over all counts of a binomial, the interval covers the true share in about 95% of cases."""
    for share in (0.3, 0.5, 0.8):
        held = sum(
            comb(60, hits) * share**hits * (1 - share) ** (60 - hits)
            for hits in range(61)
            if wilson(hits, 60)[0] <= share <= wilson(hits, 60)[1]
        )
        assert 0.92 < held < 0.98
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 50)[0] == 0.0
    assert wilson(50, 50)[1] == 1.0


def test_the_difference_of_equal_shares_includes_zero() -> None:
    low, high = difference(30, 60, 30, 60)
    assert low < 0 < high
    assert low == pytest.approx(-high)


@pytest.fixture(autouse=True)
def steady() -> Iterator[None]:
    """Check that simulations leave the global random state untouched."""
    before = random.getstate()
    yield
    assert random.getstate() == before
