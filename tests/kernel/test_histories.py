"""The rules allow as many ways to play as they did when the table was looked at."""

from math import comb

import pytest

from tests.kernel.histories import counted, defaults, histories, read, start
from turncoat.kernel.rulesets import Ruleset
from turncoat.testing import label

TABLE = read()


@pytest.mark.parametrize(
    ("ruleset", "first"), [pytest.param(ruleset, first, id=label(ruleset)) for ruleset, first in counted()]
)
def test_counts_of_histories(ruleset: Ruleset, first: int) -> None:
    table = TABLE[label(ruleset)]
    assert histories(start(ruleset, first)) == table["histories"]
    assert defaults(start(ruleset, first)) == table["defaults"]


def test_the_table_counts_what_is_counted_by_hand() -> None:
    # Five players: ten teams of two; then each of five ballots doubles, and then a card is played or a team is named.
    counts = TABLE["resistance-5"]["histories"]
    assert counts[:6] == [comb(5, 2) * 2**ballots for ballots in range(6)]
    # 16 of 32 votes pass: a team of the spies 0 and 1 begins with two cards to choose, so does 0 or 1 with another;
    # the three teams without a spy have one. 16 fail, and the next leader has ten teams.
    assert counts[6] == 16 * (4 * 2 + 3 * 2 + 3 * 1) + 16 * 10 * 10
    # With Targeting four missions are open at first, of 2, 3, 2 and 3 seats.
    assert TABLE["resistance-5-targeting"]["histories"][0] == 2 * comb(5, 2) + 2 * comb(5, 3)


def test_every_ruleset_of_the_table_is_counted() -> None:
    assert list(TABLE) == [label(ruleset) for ruleset, _ in counted()]
