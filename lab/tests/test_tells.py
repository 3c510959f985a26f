"""Tells: planted ones are found, evidence by the rules is not one, and a fair bot has none."""

import re
from collections import Counter
from collections.abc import Sequence
from math import log
from random import Random
from typing import Any, ClassVar

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat.bots import BOTS
from turncoat.bots.bot import GameBot
from turncoat.bots.draws import pick
from turncoat.bots.remarks import Remark
from turncoat.games.resistance.board import Board, MissionResult
from turncoat.kernel.options import Answer
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Prompt
from turncoat.simulation.playing import BotRemark, play_numbered, seating, traitors_of
from turncoat_lab.tells.acts import occasions_of
from turncoat_lab.tells.known import AGAINST_OWN_TEAM, FELLOWS_ON_THE_FIRST, BySide, count
from turncoat_lab.tells.measuring import (
    LEAST,
    ActCounts,
    Tally,
    TellsReport,
    drawn,
    judged,
    measure,
    page,
    pages,
    tally_of,
)
from turncoat_lab.tells.odds import LIMIT, at_least, discovered, lowest_ratio, p_value

FIVE = Ruleset.of("resistance", 5)
GAMES = 120


class Fair(GameBot[Board]):
    """Both sides act alike, except on missions, where spies play any card."""

    name: ClassVar[str] = "fair"
    game: ClassVar[str] = "resistance"
    speaks: ClassVar[bool] = True

    def answer(self, board: Board, prompt: Prompt) -> Answer:
        if prompt.question.name == "cast-ballot":
            return "approve" if self.rng.random() < 0.95 else "reject"
        return pick(prompt.option, self.rng)

    def remark(self) -> Remark | None:
        about = (self.seat + 1) % self.ruleset.players
        return Remark("suspect", about) if self.rng.random() < 0.3 else None

    @property
    def is_spy(self) -> bool:
        assert self.view is not None
        return self.view.board.roles[self.seat] == "spy"


class RejectsFirst(Fair):
    def answer(self, board: Board, prompt: Prompt) -> Answer:
        if prompt.question.name == "cast-ballot" and self.is_spy and not board.proposals and not board.results:
            return "reject"
        return super().answer(board, prompt)


class TalksOfTrust(Fair):
    def remark(self) -> Remark | None:
        remark = super().remark()
        return Remark("trust", remark.about) if remark is not None and self.is_spy else remark


class StaysAway(Fair):
    def answer(self, board: Board, prompt: Prompt) -> Answer:
        answer = super().answer(board, prompt)
        if prompt.question.name == "name-team" and isinstance(answer, tuple):
            while answer[0] >> self.seat & 1 != (not self.is_spy):
                answer = super().answer(board, prompt)
        return answer


class TakesFellows(Fair):
    """A spy who takes a fellow along whenever they lead."""

    def answer(self, board: Board, prompt: Prompt) -> Answer:
        answer = super().answer(board, prompt)
        if prompt.question.name == "name-team" and isinstance(answer, tuple) and self.is_spy:
            while (answer[0] & board.spies_seen).bit_count() < 2:
                answer = super().answer(board, prompt)
        return answer


class AgainstItself(Fair):
    """A spy who often rejects their own team."""

    def answer(self, board: Board, prompt: Prompt) -> Answer:
        if prompt.question.name == "cast-ballot" and self.is_spy and board.leader == self.seat:
            return "approve" if self.rng.random() < 0.2 else "reject"
        return super().answer(board, prompt)


class AlwaysFails(Fair):
    def answer(self, board: Board, prompt: Prompt) -> Answer:
        return "fail" if prompt.question.name == "play-card" and self.is_spy else super().answer(board, prompt)


def measured(bot: type[Fair], monkeypatch: pytest.MonkeyPatch, games: int = GAMES) -> TellsReport:
    monkeypatch.setitem(BOTS, "under-test", bot)
    return measure(FIVE, "under-test", games)


def test_a_fair_bot_has_no_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    report = measured(Fair, monkeypatch, 2 * GAMES)
    assert report.tells == report.doubtful == []
    assert report.acts > 200
    assert len(report.nearest) == 5
    assert "more than 4 to 1: 0.**\nThe nearest:\n" in "\n".join(page(report))


AS_LEADER = "names a team, mission 1, team 1, logic ×1 (itself)"


@pytest.mark.parametrize(
    ("bot", "situation", "act", "tells"),
    [
        (RejectsFirst, "votes, mission 1, team 1, outside, logic ×1", "rejects", "traitor"),
        (TalksOfTrust, "may speak, after a team was named, mission 1, logic ×1 (phrase)", "says “trust”", "traitor"),
        pytest.param(StaysAway, AS_LEADER, "leaves itself out", "traitor", marks=pytest.mark.sweep),
        pytest.param(StaysAway, AS_LEADER, "takes itself along", "loyal", marks=pytest.mark.sweep),
        (AlwaysFails, "on a mission, mission 1, logic ×1", "no card is a Fail", "loyal"),
        (TakesFellows, "a side's leader names a team, mission 1", "takes 1 of the side", "loyal"),
        (AgainstItself, "votes, any mission, own team, logic ×1", "rejects", "traitor"),
    ],
)
def test_a_planted_tell_is_found(
    bot: type[Fair], situation: str, act: str, tells: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = bot in (AlwaysFails, AgainstItself, TakesFellows, TalksOfTrust)
    report = measured(bot, monkeypatch, 2 * GAMES if more else GAMES)
    found = {(one.situation, one.act, one.tells): one for one in report.tells}
    assert (situation, act, tells) in found
    assert found[situation, act, tells].low > report.limit
    assert f"more than 4 to 1: {len(report.tells)}.**" in "\n".join(page(report))


@pytest.mark.parametrize("players", [5, 7, 10])
def test_known_tells_are_found_at_every_size(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "under-test", AgainstItself)
    tally = tally_of(Ruleset.of("resistance", players), "under-test", "sizes", 0, 60)
    found = {(tell.situation, tell.act) for _, tell in judged(tally)}
    assert ("votes, any mission, own team, logic ×1", "rejects") in found
    situation = "a side's leader names a team, mission 1"
    assert {act for at, act in found if at == situation} & {"takes 1 of the side", "takes 2 of the side"}
    of_ballots = tally.known[AGAINST_OWN_TEAM]
    assert of_ballots.traitors.did > 0.3 * of_ballots.traitors.of
    assert of_ballots.loyal.did < 0.15 * of_ballots.loyal.of


def test_going_with_fellows_is_compared_with_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """With five players and teams of a leader and one other, one of four others is the fellow."""
    games = [game for game, _ in games_of(TakesFellows, monkeypatch)]
    found: dict[str, BySide] = {}
    for game in games:
        count(found, game, traitors_of(game))
    known = found[FELLOWS_ON_THE_FIRST]
    assert known.traitors.did == known.traitors.of > 0
    assert known.loyal.did / known.loyal.of == pytest.approx(1 / 10, abs=0.04)


def test_people_are_listed_beside_the_bot_of_their_table(monkeypatch: pytest.MonkeyPatch) -> None:
    people = [game for game, _ in games_of(AgainstItself, monkeypatch)]
    monkeypatch.setitem(BOTS, "under-test", Fair)
    report = measure(FIVE, "under-test", 60, people=people)
    assert report.known[FELLOWS_ON_THE_FIRST].loyal.of + report.known[FELLOWS_ON_THE_FIRST].traitors.of >= 60
    assert report.people[AGAINST_OWN_TEAM].traitors.did > 0.3 * report.people[AGAINST_OWN_TEAM].traitors.of
    assert measure(Ruleset.of("resistance", 6), "under-test", 5, people=people).people == {}


def test_the_worst_of_several_reports_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    reports = [measured(bot, monkeypatch) for bot in (Fair, RejectsFirst)]
    titles = [line for line in pages(reports) if line.startswith("# ")]
    assert titles[0] == "# Tells, the worst first\n"
    assert [report.tells != [] for report in reports] == [False, True]
    lines = [line for line in pages(reports) if line.startswith("| `under-test` | resistance 5 |")]
    assert [int(line.split("|")[3]) for line in lines] == [len(reports[1].tells), 0]


def games_of(bot: type[Fair], monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, list[BotRemark]]]:
    monkeypatch.setitem(BOTS, "under-test", bot)
    seat_bots, games = seating(FIVE, ["under-test"]), []
    for number in range(60):
        said: list[BotRemark] = []
        games.append((play_numbered(FIVE, seat_bots, "acts", number, talk=True, said=said), said))
    return games


def test_logical_inferences_are_not_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two Fails of two unmask both seats. One of two doubles the odds of both, which is not a tell."""
    cards = [
        one
        for game, said in games_of(AlwaysFails, monkeypatch)
        for one in occasions_of(game, said)
        if one.situation == "on a mission, mission 1, logic ×1"
    ]
    assert Counter(one.act for one in cards).keys() == {"no card is a Fail", "1 of 2 cards are Fails"}
    # 10 sets of spies, 7 of them with one aboard, 4 of these with this seat: from 2 to 3 to 4 to 3
    assert {round(2.718281828**one.logic, 3) for one in cards if one.act != "no card is a Fail"} == {2.0}
    assert {one.logic for one in cards if one.act == "no card is a Fail"} == {0.0}


def test_a_seat_that_missed_a_winning_sabotage_is_cleared(monkeypatch: pytest.MonkeyPatch) -> None:
    """After two failures, a success reveals nothing new, and a failure ends the game."""
    succeeded, seen = 0, set()
    for game, said in games_of(AlwaysFails, monkeypatch):
        results = game.board.results
        succeeded += any(results[place].success and fails_before(results, place) == 2 for place in range(len(results)))
        seen |= {one.act for one in occasions_of(game, said) if re.match(r"on a mission, score .–2", one.situation)}
    assert succeeded > 5
    assert seen == set()


def fails_before(results: Sequence[MissionResult], place: int) -> int:
    return sum(not result.success for result in results[:place])


def test_acts_are_judged_by_their_evidence_beyond_logic() -> None:
    """Traitors do it four times as often, of which logic accounts for a factor of two."""
    tally = Tally(
        {"": {"it": ActCounts(40, 10, 50 * log(2)), "other": ActCounts(10, 40), "seldom": ActCounts(0, LEAST - 1)}}
    )
    found = {(tell.act, tell.tells): (p, tell) for p, tell in judged(tally)}
    assert found.keys() == {(act, side) for act in ("it", "other") for side in ("traitor", "loyal")}
    traitors, loyal = 50, 50 + LEAST - 1
    p, tell = found["it", "traitor"]
    assert tell.odds == pytest.approx(40 / traitors / (10 / loyal) / 2)
    assert tell.low == pytest.approx(lowest_ratio(40, 10, traitors, loyal) / 2)
    assert p == pytest.approx(p_value(40, 10, traitors, loyal, 2 * LIMIT))
    p, tell = found["it", "loyal"]
    assert tell.odds == pytest.approx(10 / loyal / (40 / traitors) * 2)
    assert p == 1


def test_each_side_counts_once_per_game_and_situation(monkeypatch: pytest.MonkeyPatch) -> None:
    for game, said in games_of(Fair, monkeypatch)[:5]:
        counted = Counter((one.situation, is_traitor) for one, is_traitor in drawn(game, said, Random(1)))
        assert set(counted.values()) == {1}


def test_significance_has_its_stated_level() -> None:
    """If shares differ by 4 to 1, chance makes about one in forty look significantly larger."""
    assert at_least(3, 3, 0.5) == pytest.approx(0.125)
    assert at_least(0, 5, 0.2) == 1
    assert at_least(6, 10, 0.5) == pytest.approx(386 / 1024)
    rng = Random(1)
    over = 0
    for _ in range(1000):
        hits = sum(rng.random() < 0.4 for _ in range(100))
        others = sum(rng.random() < 0.1 for _ in range(100))
        over += lowest_ratio(hits, others, 100, 100) > 4
    assert over < 40
    assert p_value(80, 10, 100, 100, 4) < 0.05 < p_value(40, 10, 100, 100, 4)


def test_many_random_acts_yield_no_tell() -> None:
    rng = Random(2)
    assert sum(any(discovered([rng.random() for _ in range(300)])) for _ in range(200)) < 22
    assert discovered([1e-6, *(rng.random() / 2 + 0.5 for _ in range(300))])[0]
