"""`turncoat play`: whole games in plain lines, and ways to leave."""

import re
import signal
import subprocess
from collections.abc import Iterable, Iterator

import pytest

from tests.support.commands import TURNCOAT, turncoat
from tests.support.games.hail_hydra import new_game
from turncoat.bots.bot import Bot
from turncoat.cli.play import Person
from turncoat.games.hail_hydra.events import OffensiveBegan, TargetChosen
from turncoat.games.hail_hydra.offers import HAILS
from turncoat.kernel.chapters import Offer
from turncoat.kernel.events import Event
from turncoat.kernel.options import AnyOption, Cards, Form, OneCard, OneSeat, Order, Seats, SizeBy, Word, YesNo
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Choice, Prompt, Question
from turncoat.telling import Teller

RULESET = Ruleset.of("resistance", 5)
LEADS = "6"
"""Seed of a game in which Ola leads first."""


def played(*arguments: str) -> tuple[int, list[str]]:
    """Answer every question with the first numbers until the game ends. Return the exit status and the output."""
    with subprocess.Popen(
        [TURNCOAT, "play", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=0
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        said = ""
        asked = 0
        while sign := process.stdout.read(1):
            said += sign
            match = re.search(r"Your choice(?:, (\d+)(?: to \d+)? numbers?)?: $|Press Enter for “.*”: $", said[-60:])
            if match:
                asked += 1
                assert asked < 200, said
                said += "\n"
                process.stdin.write(" ".join(str(k + 1) for k in range(int(match[1] or 1))) + "\n")
                process.stdin.flush()
        return process.wait(), str(said).split("\n")[:-1]


@pytest.mark.parametrize("modules", [[], ["--with", "targeting", "--with", "blind-spies"]])
def test_a_whole_game_can_be_played_in_the_terminal(modules: list[str]) -> None:
    status, said = played("--players", "6", "--seed", "3", "--name", "Ola", *modules)
    assert status == 0
    assert said[0] == "The Resistance, 6 players, 2 spies. You are Ola."
    end = said.index("Who was who:")
    assert said[end - 1] in ("You have won.", "You have lost.")
    assert len([line for line in said[end:] if " was: " in line]) == 6
    assert said[-1] == "To play this deal again: --seed 3"
    (card,) = {line.partition(": ")[2].rstrip(".") for line in said if line.startswith("Your character card")}
    assert any(line.startswith(f"Ola was: {card}") for line in said)
    # Plain lines have no control characters that move the cursor or set colors.
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", "\n".join(said))


def test_other_players_roles_stay_hidden_until_the_end() -> None:
    _, said = played("--seed", "3")
    before = said[: said.index("Who was who:")]
    assert len([line for line in before if line.startswith("Your character card")]) == 1
    assert not any(" was: " in line for line in before)


@pytest.mark.parametrize("typed", ["q\n", "", "nonsense\n?\nl\nh\nQ\n"])
def test_a_player_can_leave(typed: str) -> None:
    done = turncoat("play", "--seed", "5", stdin=typed)
    assert done.returncode == 0
    assert done.stdout.endswith("You have left the table. Goodbye.\n")
    assert done.stderr == ""
    assert " was: " not in done.stdout


@pytest.mark.parametrize(("language", "advised"), [("en", "best with 7"), ("pl", "najlepiej")])
def test_advice_is_printed_first(language: str, advised: str) -> None:
    arguments = ("play", "--with", "inquisitor", "--language", language)
    assert advised in turncoat(*arguments, stdin="q\n").stdout
    assert advised not in turncoat(*arguments, "--players", 7, stdin="q\n").stdout


def test_play_speaks_another_language() -> None:
    said = turncoat("play", "--seed", "3", "--name", "Ola", "--language", "pl", stdin="7\nq\n").stdout
    assert "The Resistance, 5 graczy, 2 Agentów. Twoje miejsce: Ola." in said
    assert "Twój wybór: Wpisz jeden z numerów od 1 do 2" in said


def test_an_interrupt_leaves_the_table() -> None:
    with subprocess.Popen(
        [TURNCOAT, "play", "--seed", "5"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        said = ""
        while not said.endswith("Your choice: "):
            sign = process.stdout.read(1)
            assert sign, said
            said += sign
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "")
    assert rest.endswith("You have left the table. Goodbye.\n")


def test_invalid_input_is_explained() -> None:
    said = turncoat("play", "--seed", "3", stdin="7\n").stdout
    assert "Please type one of the numbers 1 to 2, ? to hear them again, or q to leave." in said


def test_a_bot_does_not_get_the_players_name() -> None:
    said = turncoat("play", "--players", "10", "--seed", "5", "--name", "ada", stdin="q\n").stdout
    table = said.splitlines()[1]
    assert table.lower().count("ada") == 1


# Every kind of option at the terminal


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Lines that the person will type."""
    lines: list[str] = []
    monkeypatch.setattr("builtins.input", lambda ask: lines.pop(0))
    yield lines
    assert lines == []


def person() -> Bot:
    return Person(RULESET, 0, b"", Teller(RULESET, ["Ola", "Jan", "Ewa", "Kai", "Mia"]))


@pytest.mark.parametrize(
    ("option", "lines", "answer"),
    [
        (Word(("a", "b"), ("b",)), ["1", "2"], "b"),
        (OneCard(("success", "fail"), ("success",)), ["2", "1"], "success"),
        (OneCard(("a",), ("a",), may_pass=True), ["2"], None),
        (YesNo(), ["2"], False),
        (OneSeat(0b10110, 0b10110), ["3"], 4),
        (OneSeat(0b10110, 0b10110, may_pass=True), ["4"], None),
        (Seats(2, 3, 31, 31), ["1", "1 1", "1 6", "1 2 3 4", "5, 1"], 0b10001),
        (Seats(0, 2, 31, 31), [""], 0),
        (Cards(1, 2, ("b", "a", "a")), ["1 3"], ("a", "b")),
        (Order(("a", "b", "c")), ["1 2", "3 1 2"], ("c", "a", "b")),
        (Form((("team", Seats(2, 2, 31, 31)),)), ["2 3"], (0b110,)),
        (
            Form(
                (("team", Seats(2, 3, 31, 31)), ("mission", Word(("m1", "m2"), ("m1", "m2")))),
                (SizeBy("team", "mission", (("m1", 2), ("m2", 3))),),
            ),
            ["2", "1 2", "1 2 3"],
            (0b111, "m2"),
        ),
    ],
)
def test_every_kind_of_option_can_be_typed(
    typed: list[str], option: AnyOption, lines: Iterable[str], answer: object
) -> None:
    typed += lines
    assert person().choose(Prompt(1, Question("ask"), option)) == answer


TEAM_AND_CARDS = Form((("team", Seats(1, 2, 31, 31)), ("card", OneCard(("a", "b"), ("a", "b"))), ("last", YesNo())))


def test_a_player_can_go_back_within_an_answer(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    typed += ["2 3", "b", "1", "2", "b", "1", "2"]
    assert person().choose(Prompt(1, Question("ask"), TEAM_AND_CARDS)) == (0b1, "a", False)
    typed += ["b", "1", "1", "1"]  # there is no step back from the first part
    assert person().choose(Prompt(1, Question("ask"), TEAM_AND_CARDS)) == (0b1, "a", True)
    said = capsys.readouterr().out
    assert said.count("There is no step to go back to.") == 1
    assert "Please type" not in said


def test_a_player_can_go_back_from_an_offer_to_the_list(typed: list[str]) -> None:
    offers = (Offer("accuse", OneSeat(31, 31), "Accuse somebody."), Offer("strike", OneSeat(31, 31), "Strike."))
    typed += ["2", "b", "3", "4"]
    assert person().consider(offers) == Choice("strike", 3)


GO_ON = Word(("go-on",), ("go-on",))
OPTIONAL = Question("before", "Go on?", takes_standing_answer=True)
FOR_A_ROUND = Question("before", "Go on?", takes_standing_answer=True, pass_scope="Counts for the whole offensive.")
ACCUSE = Offer("accuse", OneSeat(31, 31), "Accuse somebody.")
FOR_SHOW = Offer("hail", Word(("not-now", "hail"), ("not-now",)), "The back of your card.")


def test_a_single_choice_is_not_numbered(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    typed += ["nonsense", "?", ""]
    assert person().choose(Prompt(1, Question("ready", "Ready?"), GO_ON)) == "go-on"
    said = capsys.readouterr().out
    assert "1. Continue" not in said
    assert "Please press Enter alone" in said


@pytest.mark.parametrize(
    ("line", "question", "event"),
    [
        ("1", FOR_A_ROUND, OffensiveBegan(1)),
        ("2", FOR_A_ROUND, TargetChosen(1, 0)),
        ("2", OPTIONAL, TargetChosen(1, 0)),
    ],
)
def test_optional_questions_are_skipped_until_the_seat_is_concerned(
    typed: list[str], capsys: pytest.CaptureFixture[str], line: str, question: Question, event: Event
) -> None:
    """As on the page, skipping ends with the round, or when the seat is named."""
    game = new_game()
    one = Person(game.ruleset, 0, b"", Teller(game.ruleset, ["Ola", "Jan", "Ewa", "Kai", "Mia", "Leo"]))
    typed += [line]
    assert one.act(Prompt(1, question, GO_ON)) == Choice(1, "go-on")
    assert one.act(Prompt(2, question, GO_ON)) == Choice(2, "go-on"), "no input is needed"
    capsys.readouterr()
    one.see([event])
    typed += ["1"]
    assert one.act(Prompt(3, question, GO_ON)) == Choice(3, "go-on")
    assert "Go on?" in capsys.readouterr().out


def test_without_skipping_every_optional_question_is_asked(typed: list[str]) -> None:
    one = person()
    typed += ["1", "1"]
    assert [one.act(Prompt(number, OPTIONAL, GO_ON)).answer for number in (1, 2)] == ["go-on", "go-on"]


def test_offers_are_listed_once_with_the_question(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    one = person()
    assert one.follows is not None
    one.follows.offers = (ACCUSE, FOR_SHOW)
    typed += ["3", "b", "3", "2"]
    assert one.act(Prompt(1, OPTIONAL, GO_ON)) == Choice("accuse", 1)
    said = capsys.readouterr().out
    assert "3. Accuse somebody." in said
    assert "The back of your card." not in said, "only offers that the seat may take are listed"
    # With another question they are available with a key, without being announced again.
    ballot = Prompt(2, Question("vote", "Approve?"), Word(("approve", "reject"), ("approve", "reject")))
    typed += ["o", "1", "1"]
    assert one.act(ballot) == Choice(2, "approve")
    typed += ["o", "2", "4"]
    assert one.act(ballot) == Choice("accuse", 3)
    assert "type o for it" not in capsys.readouterr().out
    assert one.consider((ACCUSE, FOR_SHOW)) is None


@pytest.mark.parametrize(("side", "is_offered"), [("hydra", True), ("shield", False)])
def test_only_an_agent_is_offered_hail_hydra(
    typed: list[str], capsys: pytest.CaptureFixture[str], side: str, is_offered: bool
) -> None:
    one = person()
    assert one.follows is not None
    one.follows.offers = (HAILS[side],)
    typed += ["1"]
    assert one.act(Prompt(1, FOR_A_ROUND, GO_ON)) == Choice(1, "go-on")
    assert ("the rules of HAIL HYDRA" in capsys.readouterr().out) == is_offered


def test_a_new_offer_is_listed_with_the_question(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    one = person()
    assert one.follows is not None
    one.follows.offers = (ACCUSE,)
    typed += ["1", "1"]
    for number in (1, 2):
        assert one.act(Prompt(number, Question("look", "Look?"), YesNo())) == Choice(number, True)
    assert capsys.readouterr().out.count("Accuse somebody.") == 1


def test_a_game_of_hail_hydra_asks_few_questions() -> None:
    """Three offensives had eleven announcements of offers and three questions with “Continue” as the only answer."""
    _, said = played("hail-hydra", "--seed", "3", "--name", "Ola")
    assert said.count("You may do this now:") <= 1
    assert not [
        number for number, line in enumerate(said) if line == "1. Continue" and not said[number + 1].startswith("2.")
    ]
    assert "guide" not in " ".join(said)
    assert "Your loyalty: S.H.I.E.L.D." in said
    assert "the rules of HAIL HYDRA" not in " ".join(said)


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("votes", "No team has been voted on yet."),
        ("what is the score", "names a team. Team of 2 for mission 1."),
        ("who is left?", "Still to choose: "),
        ("card", "Resistance. resistance."),
        ("question", "Name the team for mission 1."),
        ("mission 9", "There is no mission 9; the last is 5."),
        ("last", "is the first leader."),
        ("ola", "Ola: leader, is choosing."),
        ("time", "No clock is running."),
    ],
)
def test_the_terminal_explains_the_same_words_as_the_page(asked: str, answered: str) -> None:
    said = turncoat("play", "--seed", LEADS, "--name", "Ola", stdin=f"{asked}\nq\n").stdout
    assert answered.casefold() in said[said.index("Name the team") :].partition("numbers: ")[2].casefold(), said


def test_standing_offers_can_be_declined_and_taken(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    offers = (Offer("accuse", OneSeat(31, 31), "Accuse somebody."),)
    typed += ["1"]
    assert person().consider(offers) is None
    typed += ["2", "3"]
    assert person().consider(offers) == Choice("accuse", 2)
    assert "2. Accuse somebody." in capsys.readouterr().out


def test_irrevocable_choices_need_confirmation(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    offers = (Offer("accuse", OneSeat(31, 31), "Accuse somebody.", warns="They may go out."),)
    typed += ["2", "3", "1"]
    assert person().consider(offers) is None
    typed += ["2", "3", "2"]
    assert person().consider(offers) == Choice("accuse", 2)
    assert "They may go out." in capsys.readouterr().out
