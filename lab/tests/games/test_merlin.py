"""The model of who is Merlin: fitted to games, it finds leanings that are there, and it is judged on other games."""

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat.bots.bot import Bot, RandomBot
from turncoat.bots.draws import pick
from turncoat.bots.games.round_table.merlin import BALLOTS, STAGES, TEAM, fitted
from turncoat.kernel.game import Game
from turncoat.kernel.options import Answer
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat
from turncoat.kernel.steps import Prompt
from turncoat.kernel.views import View
from turncoat.simulation.playing import play_game
from turncoat_lab.games.merlin import Table, fit, leanings_of, score_of, table_of, tables_of

RULESET = Ruleset.of("round-table", 6, ["mordred"])


class Open(Bot):
    """Draws everything, but as Merlin approves of exactly the teams without evil that it saw."""

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self.view: View[Any] = View(ruleset, seat)

    def see(self, events: Any) -> None:
        self.view.see(events)

    def decide(self, prompt: Prompt) -> Answer:
        board = self.view.board
        if prompt.question.name == "cast-ballot" and board.roles[self.seat] == "merlin":
            return "reject" if board.team & board.seen_by_merlin else "approve"
        return "success" if prompt.question.name == "play-card" else pick(prompt.option, self.rng)


@cache
def games() -> tuple[Game[Any], ...]:
    return tuple(
        play_game(
            RULESET,
            RULESET.deal(b"%d" % number),
            [Open(RULESET, seat, b"%d %d" % (number, seat)) for seat in range(6)],
            Random(number),
        )
        for number in range(60)
    )


def tables() -> list[Table]:
    return [table for table in tables_of(games()) if table is not None]


def test_only_games_with_an_assassination_count() -> None:
    reasons = Counter(game.result.reason for game in games() if game.result is not None)
    assert len(tables()) == reasons["merlin-named"] + reasons["merlin-missed"] > 20
    other = Ruleset.of("resistance", 5)
    players = [RandomBot(other, seat, b"%d" % seat) for seat in range(5)]
    assert tables_of([play_game(other, other.deal(b"one"), players, Random(1))]) == [None]


def test_merlin_saw_evil_but_mordred_and_the_assassin_may_be_unsure_whom() -> None:
    for game in games():
        table = table_of(game)
        if table is not None:
            roles = game.deal.roles
            assert table.evil == 1 << roles.index("mordred") | 1 << roles.index("assassin")
            assert table.seen == 1 << roles.index("assassin")
            assert table.unseen == 1 << roles.index("mordred")


def test_leanings_are_found_where_they_are_and_help_with_other_games() -> None:
    leanings = leanings_of(tables()[::2])
    for stage in range(STAGES - 1):
        for name in BALLOTS:
            towards = -1 if name.startswith("dirty") else 1
            assert leanings["merlin"][name][stage] * towards > leanings["others"][name][stage] * towards
    score = score_of(tables()[1::2], leanings)
    assert score.nats < score.by_chance / 2
    assert score.right > 0.8 > score.lucky == pytest.approx(0.25)


def test_the_text_holds_the_leanings_and_the_score_on_the_games_kept_aside() -> None:
    text = fit(games())
    assert "On " in text.splitlines()[1]
    assert text.count("\n[") == 2
    assert all(f"\n{name} = [" in text for name in (*BALLOTS, TEAM))
    assert fitted().keys() == {"merlin", "others"}
