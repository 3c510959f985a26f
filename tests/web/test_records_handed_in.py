"""The page reports errors in an uploaded record in its own language."""

import pytest

import turncoat.games  # noqa: F401
from tests.support.serving import Person, Server
from turncoat.kernel.game import Game
from turncoat.kernel.records import print_record, record_of
from turncoat.kernel.rulesets import Ruleset

CHESS = 'rules = "1"\ngame = "chess"\nplayers = 99\ndeal = {first = 0, roles = []}\n--- choices'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hello", "Tak nie da się zagrać: między nagłówkiem a wyborami"),
        (f"format = 9\n{CHESS}", "format 9 nie jest znany"),
        (f"format = 1\n{CHESS}", "nieznana gra"),
        (f"format = 1\n{CHESS}".replace("chess", "resistance"), "gra resistance"),
        ("--- choices\n0 cast-ballot", "wiersz 2: "),
        ("", "Wybierz plik"),
    ],
)
def test_an_invalid_record_is_refused_in_the_pages_language(server: Server, text: str, said: str) -> None:
    eve = Person(server, "Eve")
    eve.look()
    eve.client.cookies.set("language", "pl")
    answer = eve.post("/replay", record=text)
    assert answer.status_code == 422
    assert said in answer.text


def test_an_illegal_move_is_reported_in_polish_with_its_line(server: Server) -> None:
    ruleset = Ruleset.of("resistance", 5)
    record = print_record(record_of(Game(ruleset, ruleset.deal(b"handed in"))))
    eve = Person(server, "Eve")
    eve.look()
    eve.client.cookies.set("language", "pl")
    head, _, moves = record.partition("--- choices\n")
    line = head.count("\n") + 2
    assert not moves
    leader = ruleset.deal(b"handed in").first
    for move, said in (
        ("9 name-team x", "nie jest teraz pytane"),
        (f"{leader} cast-ballot approve", "a nie cast-ballot"),
        (f"{leader} !accuse 1", "nie może tu wybrać"),
        (f"{leader} name-team team=0,x", "oczekiwano numeru miejsca"),
        (f"{leader} name-team team=0", "Wybierz"),
    ):
        answer = eve.post("/replay", record=f"{head}--- choices\n{move}\n").text
        assert f"wiersz {line}: " in answer
        assert said in answer


def test_a_record_may_begin_with_a_byte_order_mark(server: Server) -> None:
    """Some editors add one to files and to the clipboard."""
    ruleset = Ruleset.of("resistance", 5)
    record = print_record(record_of(Game(ruleset, ruleset.deal(b"handed in"))))
    eve = Person(server, "Eve")
    eve.look()
    assert eve.post("/replay", record=record).status_code == 200
    assert eve.post("/replay", record="\ufeff" + record).status_code == 200
    for content in (record.encode("utf-8-sig"), record.encode("utf-16")):
        answer = eve.client.post("/replay", data={"csrf": eve.csrf}, files={"file": ("game.turncoat", content)})
        assert answer.status_code == 200
