"""`turncoat play`: a whole game in plain lines, and polite ways out."""

import re
import signal
import subprocess
from collections.abc import Iterable, Iterator

import pytest

from tests.cli.commands import TURNCOAT, turncoat
from turncoat.bots.bot import Bot
from turncoat.cli.play import Person
from turncoat.kernel.chapters import Offer
from turncoat.kernel.options import AnyOption, Cards, Form, OneCard, OneSeat, Order, Seats, SizeBy, Word, YesNo
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Choice, Prompt, Question
from turncoat.telling import Teller

RULESET = Ruleset.of("resistance", 5)


def played(*arguments: str) -> tuple[int, list[str]]:
    """Answer every question with the first numbers until the game ends: the status, and all that was said."""
    with subprocess.Popen(
        [TURNCOAT, "play", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=0
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        said = ""
        asked = 0
        while sign := process.stdout.read(1):
            said += sign
            match = re.search(r"Your choice(?:, (\d+) numbers)?: $", said[-40:])
            if match:
                asked += 1
                assert asked < 200, said
                said += "\n"
                process.stdin.write(" ".join(str(k + 1) for k in range(int(match[1] or 1))) + "\n")
                process.stdin.flush()
        return process.wait(), str(said).split("\n")[:-1]


@pytest.mark.parametrize("modules", [[], ["--with", "targeting", "--with", "blind-spies"]])
def test_a_whole_game(modules: list[str]) -> None:
    status, said = played("--players", "6", "--seed", "3", "--name", "Ola", *modules)
    assert status == 0
    assert said[0] == "The Resistance, 6 players, 2 spies. You are Ola."
    end = said.index("Who was who:")
    assert said[end - 1] in ("You have won.", "You have lost.")
    assert len([line for line in said[end:] if " was: " in line]) == 6
    assert said[-1] == "To play this deal again: --seed 3"
    (card,) = {line.partition(": ")[2].rstrip(".") for line in said if line.startswith("Your character card")}
    assert any(line.startswith(f"Ola was: {card}") for line in said)
    # Plain lines: nothing that moves a cursor or paints.
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", "\n".join(said))


def test_nobody_else_is_unmasked_before_the_end() -> None:
    _, said = played("--seed", "3")
    before = said[: said.index("Who was who:")]
    assert len([line for line in before if line.startswith("Your character card")]) == 1
    assert not any(" was: " in line for line in before)


@pytest.mark.parametrize("typed", ["q\n", "", "nonsense\n?\nl\nh\nQ\n"])
def test_leaving(typed: str) -> None:
    done = turncoat("play", "--seed", "5", stdin=typed)
    assert done.returncode == 0
    assert done.stdout.endswith("You have left the table. Goodbye.\n")
    assert done.stderr == ""
    assert " was: " not in done.stdout


@pytest.mark.parametrize(("language", "advised"), [("en", "best with 7"), ("pl", "najlepiej")])
def test_what_the_sources_recommend_is_said_first(language: str, advised: str) -> None:
    arguments = ("play", "--with", "inquisitor", "--language", language)
    assert advised in turncoat(*arguments, stdin="q\n").stdout
    assert advised not in turncoat(*arguments, "--players", 7, stdin="q\n").stdout


def test_another_language() -> None:
    said = turncoat("play", "--seed", "3", "--name", "Ola", "--language", "pl", stdin="7\nq\n").stdout
    assert "The Resistance, 5 graczy, 2 Agentów. Twoje miejsce: Ola." in said
    assert "Twój wybór: Wpisz jeden z numerów od 1 do 2" in said


def test_an_interrupt_leaves_too() -> None:
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


def test_mistyping_is_explained() -> None:
    said = turncoat("play", "--seed", "3", stdin="7\n").stdout
    assert "Please type one of the numbers 1 to 2, ? to hear them again, or q to leave." in said


def test_a_name_of_a_bot_is_given_once() -> None:
    said = turncoat("play", "--players", "10", "--seed", "5", "--name", "ada", stdin="q\n").stdout
    table = said.splitlines()[1]
    assert table.lower().count("ada") == 1


# Every kind of option, at the terminal


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What the person will type, line by line."""
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


def test_standing_offers_can_be_left_and_taken(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    offers = (Offer("accuse", OneSeat(31, 31), "Accuse somebody."),)
    typed += ["1"]
    assert person().consider(offers) is None
    typed += ["2", "3"]
    assert person().consider(offers) == Choice("accuse", 2)
    assert "2. Accuse somebody." in capsys.readouterr().out


def test_what_cannot_be_taken_back_is_asked_once_more(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    offers = (Offer("accuse", OneSeat(31, 31), "Accuse somebody.", warns="They may go out."),)
    typed += ["2", "3", "1"]
    assert person().consider(offers) is None
    typed += ["2", "3", "2"]
    assert person().consider(offers) == Choice("accuse", 2)
    assert "They may go out." in capsys.readouterr().out
