"""Counts of bots' choices against their own side: planted faults are found, and every level is measured."""

from typing import ClassVar

import pytest

from bench.harms import HARMS, TABLES, Counted, counted, measure, table
from turncoat.bots import BOTS
from turncoat.bots.bot import GameBot
from turncoat.bots.draws import pick
from turncoat.games.resistance.board import Board
from turncoat.kernel.options import Answer, OneCard
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Prompt
from turncoat.simulation.processes import ONE_PROCESS
from turncoat_lab.tells.known import Share

LEVELS = [name for name, kind in BOTS.items() if kind.is_level]


class Planted(GameBot[Board]):
    """A bot that approves everything, and plays a given card where it may."""

    name: ClassVar[str] = "planted"
    game: ClassVar[str] = "resistance"
    loyal: ClassVar[tuple[str, ...]] = ()
    spies: ClassVar[tuple[str, ...]] = ()

    def answer(self, board: Board, prompt: Prompt) -> Answer:
        if prompt.question.name == "cast-ballot":
            return "approve"
        if isinstance(prompt.option, OneCard):
            is_spy = "spy" in str(board.roles[self.seat])
            for card in self.spies if is_spy else self.loyal:
                if card in prompt.option.allowed:
                    return card
            return prompt.option.allowed[0]
        return pick(prompt.option, self.rng)


class Reversing(Planted):
    loyal = ("reverse",)


class Failing(Planted):
    spies = ("fail", "chief-fail")


class Saving(Planted):
    spies = ("reverse", "fail")


def found(bot: type[Planted], ruleset: Ruleset, monkeypatch: pytest.MonkeyPatch, games: int = 12) -> dict[str, Share]:
    monkeypatch.setitem(BOTS, Planted.name, bot)
    return counted(Planted.name, ruleset, "harms", 0, games).shares


def test_a_loyal_seats_lone_reverse_does_harm_without_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = found(Reversing, Ruleset.of("resistance", 7, ["reverser"]), monkeypatch)
    for name in ("lone-reverse", "reverse-after-approval"):
        assert shares[name].did == shares[name].of > 5
    assert "saving-reverse" not in shares


def test_a_spys_reverse_beside_an_allys_fail_saves_the_mission(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = found(Saving, Ruleset.of("resistance", 7, ["reverser"]), monkeypatch)
    assert 0 < shares["saving-reverse"].did < shares["saving-reverse"].of


def test_fails_that_cannot_fail_a_mission_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Covers a lone spy on a mission that takes two Fails. A Chief's Fail is counted apart."""
    shares = found(Failing, Ruleset.of("resistance", 10, ["hunter"]), monkeypatch, 20)
    for name in ("pointless-fail", "pointless-chief-fail"):
        assert shares[name].did == shares[name].of > 0
    harmless = found(Planted, Ruleset.of("resistance", 10, ["hunter"]), monkeypatch, 20)
    assert harmless["pointless-fail"].did == 0 < harmless["pointless-fail"].of
    assert (
        not {"pointless-fail", "pointless-chief-fail"} & found(Failing, Ruleset.of("resistance", 6), monkeypatch).keys()
    )


def test_a_bot_that_approves_everything_approves_doomed_teams(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = found(Failing, Ruleset.of("resistance", 5), monkeypatch, 60)
    for name in ("losing-approval", "unmasked-approval"):
        assert shares[name].did == shares[name].of > 0
    assert shares["against-own-team"] == Share(0, shares["against-own-team"].of)


def test_approving_the_last_team_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever rejects it loses the game."""

    class Late(Failing):
        def answer(self, board: Board, prompt: Prompt) -> Answer:
            if prompt.question.name == "cast-ballot" and board.track < 4:
                return "reject"
            return super().answer(board, prompt)

    shares = found(Late, Ruleset.of("resistance", 5), monkeypatch, 60)
    for name in ("losing-approval", "unmasked-approval"):
        assert shares[name].did == 0 < shares[name].of


def test_spies_who_help_the_resistance_win_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spies approve a clean team that loyal seats reject, where it ends the game."""

    class Helping(Planted):
        def answer(self, board: Board, prompt: Prompt) -> Answer:
            if prompt.question.name == "cast-ballot" and board.successes == 2 and board.track < 4:
                loyal_for = self.seat < board.players // 2
                return "approve" if board.roles[self.seat] == "spy" or loyal_for else "reject"
            return super().answer(board, prompt)

    shares = found(Helping, Ruleset.of("resistance", 5), monkeypatch, 60)
    assert shares["winning-help"].did == shares["winning-help"].of > 0
    assert found(Planted, Ruleset.of("resistance", 5), monkeypatch, 60)["winning-help"].did == 0


@pytest.mark.parametrize("level", LEVELS)
def test_harms_are_measured_for_every_level(level: str) -> None:
    some = measure([level], TABLES[3:5], 1, "levels", ONE_PROCESS)
    assert some.keys() == {(level, ruleset) for ruleset in TABLES[3:5]}
    assert all(share.did <= share.of and name in HARMS for one in some.values() for name, share in one.shares.items())


def test_the_worst_harm_is_listed_first() -> None:
    some = {
        ("easy", TABLES[0]): Counted({"lone-reverse": Share(1, 4), "losing-approval": Share(1, 1)}),
        ("easy", TABLES[1]): Counted({"lone-reverse": Share(0, 4)}),
    }
    assert [line.split(" | ")[2:4] for line in list(table(some))[2:]] == [["100.0", "1 of 1"], ["12.5", "1 of 8"]]
