"""Records: the text of a game, its errors, and robustness against arbitrary content."""

import string
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import turncoat.games  # noqa: F401
from tests.support.toys import resistance_with
from turncoat.kernel.boards import Result
from turncoat.kernel.chapters import Deal
from turncoat.kernel.game import Game
from turncoat.kernel.records import (
    DIVIDER,
    Move,
    Record,
    RecordError,
    check,
    parse_record,
    print_record,
    record_of,
    replay,
)
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import CHANCE
from turncoat.testing import play_script, random_walk

FIVE = Deal(("spy", "resistance", "resistance", "spy", "resistance"), 2)
TEXT = """\
format = 1
rules = "1"
game = "resistance"
players = 5
modules = ["targeting"]

[options]
fifth-mission-after = "successes"

[deal]
first = 2
roles = ["spy", "resistance", "resistance", "spy", "resistance"]

--- choices
2 name-team mission=mission-1 team=0,2
0 cast-ballot approve
0 cast-ballot reject
1 cast-ballot reject
"""


@cache
def games() -> list[str]:
    """Texts of finished games of several kinds, played on first use rather than on import."""
    texts = []
    for name, players, modules in (("resistance", 5, ()), ("resistance", 8, ("hunter", "plot-thickens"))):
        ruleset = Ruleset.of(name, players, modules)
        game: Game[Any] = Game(ruleset, ruleset.deal(b"a record"))
        for _ in random_walk(game, Random(3)):
            pass
        texts.append(print_record(record_of(game)))
    return texts


def test_a_record_can_be_written_by_hand() -> None:
    record = parse_record(TEXT)
    assert record.ruleset == Ruleset.of("resistance", 5, ["targeting"])
    assert record.deal == FIVE
    assert record.moves[0] == Move(2, "name-team", "mission=mission-1 team=0,2")
    assert (record.format, record.rules, record.result) == (1, "1", None)
    assert print_record(record) == TEXT
    game = replay(record)
    assert game.waiting == 0b11100
    assert record_of(game) == record


def test_comments_and_blank_lines_in_a_record_are_ignored() -> None:
    text = "# a game\n" + TEXT.replace("0 cast-ballot approve", "\n  0   cast-ballot \t approve  # after a while\n\n")
    text = text.replace("team=0,2", "  team=0,2  # both of them").replace("players = 5", "players = 5 # today")
    assert parse_record(text) == parse_record(TEXT)


def test_a_record_may_omit_options_and_modules() -> None:
    text = TEXT.replace('modules = ["targeting"]', "").replace('[options]\nfifth-mission-after = "successes"', "")
    record = parse_record(text.replace("mission=mission-1 ", ""))
    assert record.ruleset == Ruleset.of("resistance", 5)
    assert "[options]" not in print_record(record)
    assert parse_record(print_record(record)) == record


def test_every_part_of_a_record_is_printed() -> None:
    ruleset = Ruleset.of("resistance", 8, ["hunter", "plot-thickens"])
    deal = ruleset.deal(b"x")
    assert deal.decks
    record = Record(ruleset, deal, (Move(CHANCE, "shuffle", "a,b"),), Result("spies", "three-failures"))
    text = print_record(record)
    assert parse_record(text) == record
    assert "chance shuffle a,b\n" in text
    assert 'winner = "spies"\nreason = "three-failures"' in text
    assert "[deal.decks]" in text
    with pytest.raises(ValueError, match="no word of the rules: 'a b'"):
        print_record(Record(ruleset, Deal(("a b",), 0)))


def broken(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, 1)


ERRORS = [
    (broken(DIVIDER, "choices"), 0, "the line '--- choices' is missing between header and choices"),
    ("", 0, "the line '--- choices' is missing"),
    (broken("players = 5", "players = "), 0, "header: Invalid value"),
    (broken("players = 5", "players = 'five'"), 0, "header: Expected `int`, got `str`"),
    (broken("players = 5", "players = 5\nseats = 5"), 0, "header: Object contains unknown field `seats`"),
    (broken("players = 5\n", ""), 0, "header: Object missing required field `players`"),
    (broken("players = 5", "players = 11"), 0, "resistance is for 5 to 10 players, not 11"),
    (broken("players = 5", "players = 6"), 0, "deal: the deal has 5 roles for 6 players"),
    (broken("format = 1", "format = 2"), 0, "format 2 is not known; this reads format 1"),
    (broken('rules = "1"', 'rules = "0"'), 0, "written for rules version 0; this is version 1"),
    (broken('"targeting"', '"aiming"'), 0, "resistance has no module 'aiming'"),
    (broken('"successes"', '"never"'), 0, "option fifth-mission-after is one of successes, completed, not 'never'"),
    (broken("first = 2", "first = 5"), 0, "deal: the first seat must be one of 0 to 4, not 5"),
    (broken('"spy", "resi', '"spies", "resi'), 0, "deal: unknown role 'spies'"),
    (broken("2 name-team mission", "3 name-team mission"), 15, "3 is not asked; asked here: 2 name-team"),
    (broken("2 name-team", "2 name-a-team"), 15, "2 is asked name-team, not name-a-team"),
    (broken("team=0,2", "team=0,1,2"), 15, "2 name-team mission=mission-1 team=0,1,2: Choose exactly 2."),
    (broken("team=0,2", "team=0,x"), 15, "expected a seat number, not 'x'"),
    (broken("0 cast-ballot approve", "0 cast-ballot perhaps"), 16, "one of: approve, reject"),
    (broken("0 cast-ballot approve", "0 cast-ballot"), 16, "expected seat, question and answer, not '0 cast-ballot'"),
    (broken("0 cast-ballot approve", "zero cast-ballot approve"), 16, "expected a seat number or chance, not 'zero'"),
    (broken("0 cast-ballot approve", "100 cast-ballot approve"), 16, "expected a seat number or chance, not '100'"),
    (broken("0 cast-ballot approve", "\u0663 cast-ballot approve"), 16, "expected a seat number or chance, not"),
    (broken("0 cast-ballot approve", "a cast-ballot approve"), 16, "expected a seat number or chance, not 'a'"),
    (broken("0 cast-ballot reject", "\n# hm\n\n0 cast-ballot no"), 20, "0 cast-ballot no: You can't choose that here"),
    (broken("0 cast-ballot approve", "9 cast-ballot approve"), 16, "9 is not asked; asked here: 0 cast-ballot, 1 cast"),
    (broken("0 cast-ballot approve", "chance cast-ballot approve"), 16, "chance is not asked"),
    (broken("0 cast-ballot approve", "0 !accuse 1"), 16, "0 cannot choose accuse here"),
    (broken("\n---", "\n[result]\nwinner = 'a'\nreason = 'x'\n---"), 0, "says a (x), but replaying it gives no result"),
    ("players = " + "9" * 5000 + "\n" + TEXT, 0, "header: "),
    ("a = " + "[" * 3000 + "\n" + TEXT, 0, "header: "),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "reason"), ERRORS, ids=range(len(ERRORS)))
def test_an_error_in_a_record_names_the_line_and_the_reason(text: str, line: int, reason: str) -> None:
    with pytest.raises(RecordError) as error:
        check(text)
    assert reason in error.value.reason
    assert "\n" not in error.value.reason
    assert error.value.line == line
    assert str(error.value) == (f"line {line}: {error.value.reason}" if line else error.value.reason)


def test_a_record_that_stops_too_late_or_too_early_is_refused() -> None:
    text = games()[0]
    assert check(text).result is not None
    with pytest.raises(RecordError, match="not asked; asked here: nobody"):
        check(text + "0 cast-ballot approve\n")
    with pytest.raises(RecordError, match=r"the record says .* \(.*\), but replaying it gives no result"):
        check(text.rstrip("\n").rpartition("\n")[0])


def test_a_record_with_another_ending_is_refused_with_both_endings() -> None:
    result = check(games()[0]).result
    assert result is not None
    text = games()[0].replace(f'reason = "{result.reason}"', 'reason = "a-draw"')
    with pytest.raises(RecordError) as error:
        check(text)
    assert error.value.reason == (
        f"the record says {result.winner} (a-draw), but replaying it gives {result.winner} ({result.reason})"
    )


def test_a_record_is_bound_to_the_rules_version() -> None:
    with resistance_with(version="2.1"):
        game: Game[Any] = Game(Ruleset.of("toy", 5), FIVE)
        record = record_of(game)
        assert (record.rules, record.format) == ("2.1", 1)
        text = print_record(record)
        assert 'rules = "2.1"' in text
        assert parse_record(text) == record
        assert check(text).events == game.events
        with pytest.raises(RecordError, match=r"written for rules version 2\.0; this is version 2\.1$"):
            check(text.replace("2.1", "2.0"))


def test_errors_count_moves_if_lines_are_unknown() -> None:
    record = parse_record(TEXT)
    wrong = Record(record.ruleset, record.deal, (*record.moves, Move(1, "cast-ballot", "maybe")))
    with pytest.raises(RecordError, match=r"^line 5: 1 cast-ballot maybe: "):
        replay(wrong)


@pytest.mark.parametrize("index", [0, 1], ids=["plain", "modules"])
def test_a_finished_game_prints_and_parses(index: int) -> None:
    text = games()[index]
    game = check(text)
    assert print_record(record_of(game)) == text
    assert game.result is not None


TEXTS = st.deferred(lambda: st.sampled_from(games()))
LINES = st.deferred(lambda: st.sampled_from([line for text in games() for line in text.splitlines()]))
NOISE = st.text(st.sampled_from(string.printable + "żółć\u2028\x85\x00²"), max_size=30)


def attempt(text: str) -> None:
    """Check that any text yields either a game or a one-line error."""
    told = ""
    try:
        game = check(text)
    except RecordError as error:
        told = str(error)
    else:
        assert check(print_record(record_of(game))).events == game.events
    assert "\n" not in told


@given(st.lists(LINES | NOISE, max_size=12).map("\n".join))
def test_no_text_breaks_the_parser(text: str) -> None:
    attempt(text)


@given(TEXTS, st.data())
def test_no_damage_to_a_record_breaks_the_parser(text: str, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        end = min(len(text), at + data.draw(st.integers(0, 6)))
        text = (
            text[:at]
            + data.draw(NOISE | st.sampled_from(["0", "9", "-", ",", "=", '"', "#", "\n", "[", "]", " "]))
            + text[end:]
        )
    attempt(text)


@given(TEXTS, st.data())
def test_no_swap_of_lines_breaks_the_parser(text: str, data: st.DataObject) -> None:
    lines = text.splitlines()
    one, other = data.draw(st.integers(0, len(lines) - 1)), data.draw(st.integers(0, len(lines) - 1))
    lines[one], lines[other] = lines[other], lines[one]
    attempt("\n".join(lines))


def test_a_script_line_may_name_several_seats() -> None:
    ruleset = Ruleset.of("resistance", 5)
    game = play_script(ruleset, FIVE, "2 name-team team=0,2 # two\n\n* cast-ballot approve\n0,2 play-card success")
    assert game.board.results[0].success
    with pytest.raises(ValueError, match="nobody has a prompt cast-ballot"):
        play_script(ruleset, FIVE, "* cast-ballot approve")
