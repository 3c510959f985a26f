"""The number of reachable histories has not changed since the table was last reviewed."""

from math import comb

import pytest

from tests.kernel.histories import counted, defaults, histories, read, start
from turncoat.kernel.rulesets import Ruleset
from turncoat.testing import label

TABLE = read()


@pytest.mark.parametrize(
    ("ruleset", "first"), [pytest.param(ruleset, first, id=label(ruleset)) for ruleset, first in counted()]
)
def test_every_ruleset_has_its_number_of_histories(ruleset: Ruleset, first: int) -> None:
    table = TABLE[label(ruleset)]
    assert histories(start(ruleset, first)) == table["histories"]
    assert defaults(start(ruleset, first)) == table["defaults"]


def test_the_table_of_histories_agrees_with_counts_by_hand() -> None:
    # Five players have ten teams of two. Each of five ballots then doubles the count, and a card or a new team follows.
    counts = TABLE["resistance-5"]["histories"]
    assert counts[:6] == [comb(5, 2) * 2**ballots for ballots in range(6)]
    # 16 of 32 votes pass. Of the team, the lowest seat plays first: spies 0 and 1 have two cards to choose from, and
    # the three teams without a spy have one. 16 votes fail, and the next leader has ten teams.
    assert counts[6] == 16 * (4 * 2 + 3 * 2 + 3 * 1) + 16 * 10 * 10
    # With Targeting, four missions are open at first, with teams of 2, 3, 2 and 3.
    assert TABLE["resistance-5-targeting"]["histories"][0] == 2 * comb(5, 2) + 2 * comb(5, 3)


def test_histories_are_counted_for_every_ruleset_of_the_table() -> None:
    assert list(TABLE) == [label(ruleset) for ruleset, _ in counted()]
