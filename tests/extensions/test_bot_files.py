"""`FILE.py:CLASS`: a bot in a file plays wherever a bot is named, and people choose it at the tables of a server."""

import json
import re
from pathlib import Path

import pytest

from tests.support.commands import forked, own_process, refused, turncoat
from tests.support.program_lines import program
from tests.support.serving import SERVE, Person, serving
from turncoat.extensions import find_bot

GRUDGING = f"{Path(__file__).parents[2] / 'examples' / 'mybot.py'}:Grudging"
FIVE = ("resistance", "--players", 5)
BOTS = """
from turncoat import Bot

class Illegal(Bot):
    def decide(self, prompt):
        return "whatever"

class Hard(Bot):
    name, title, summary = "hard", "Harder", "Has a name that is taken."
"""
OFFERING = SERVE.replace(
    "run(ServerSettings", f"from turncoat.extensions import offer_bot\noffer_bot({GRUDGING!r})\nrun(ServerSettings"
)


@pytest.mark.parametrize("bots", [GRUDGING, f"resistance={GRUDGING}+sensible,spies=random"])
def test_a_file_s_bot_is_simulated_alike_by_one_process_and_by_several(bots: str) -> None:
    words = ("simulate", *FIVE, "--games", 30, "--bots", bots, "--json")
    one, two = json.loads(turncoat(*words).stdout), json.loads(own_process(*words, "--jobs", 2).stdout)
    assert one["wins"] == two["wins"]
    assert one["illegal_answers"] == {}


def test_illegal_answers_of_a_bot_without_a_name_are_counted(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(BOTS, encoding="utf-8")
    report = turncoat("simulate", *FIVE, "--games", 2, "--bots", "./mybot.py:Illegal", "--json", cwd=tmp_path)
    assert json.loads(report.stdout)["illegal_answers"]["Illegal"] > 10


def test_a_file_s_bot_plays_in_the_terminal() -> None:
    assert "You are " in turncoat("play", *FIVE, "--bots", f"{GRUDGING},random", stdin="q\n").stdout


def test_a_file_s_bot_is_offered_at_tables_under_its_title_and_plays(tmp_path: Path) -> None:
    with serving(tmp_path, code=OFFERING) as server:
        ola = Person(server, "Ola").open()
        page = ola.look()
        assert re.search(r"<input[^>]* name=.?bots.? value=.?grudging", page)
        assert "Forgives nobody who was on a team that failed." in page
        ola.post(ola.path, do="start", game="resistance", players="5", bots="grudging")
        with program(f"{server.url.replace('http', 'ws')}/api/v1/tables/{ola.code}") as spectator:
            spectator.say(type="hello", protocol=1)
            assert [seat["bot"] for seat in spectator.hear("seats")["seats"]] == ["", *["grudging"] * 4]
        assert "Who was who" in ola.play()
        assert "a bot" not in server.stop(), "none failed or was replaced"


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("sensible", "a bot of your own is FILE.py:CLASS, not sensible"),
        ("mybot.py:Illegal", "mybot.py, bot Illegal: people choose a bot by its title"),
        ("mybot.py:Hard", "mybot.py, bot Hard: a bot 'hard' exists already; choose another name"),
        ("mybot.py:Nobody", "mybot.py has no bot Nobody; known: Illegal, Hard"),
    ],
)
def test_a_server_says_why_it_cannot_offer_a_bot(tmp_path: Path, bot: str, why: str) -> None:
    (tmp_path / "mybot.py").write_text(BOTS, encoding="utf-8")
    done = forked("serve", "--port", 0, "--bot", bot, cwd=tmp_path)
    assert done.returncode == 2
    assert why in done.stderr


def test_a_name_of_no_bot_is_refused_everywhere() -> None:
    assert "unknown bot 'nobody'" in refused("play", *FIVE, "--bots", "nobody")
    assert "has no bot Nobody" in refused("simulate", *FIVE, "--bots", GRUDGING.replace("Grudging", "Nobody"))
    assert find_bot(GRUDGING) is find_bot(GRUDGING)
