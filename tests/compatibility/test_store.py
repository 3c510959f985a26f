"""Tables of an earlier version go on: their people, their games, their links, and what each may see."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from tests.compatibility.kept import Left, dumped
from tests.compatibility.programs import Program, known, pick, without_words
from tests.web.serving import AskForm, Person, Server, serving

LEFT = Left()
COMMANDS = (
    *("Open", "Sit", "Move", "Leave", "Rename", "SetUp", "AddBot", "Clear", "Arrange", "AddLuck"),
    *("Start", "Choose", "Reopen", "Drop", "Pause", "Resume", "AskFor", "StandIn", "Back", "TakeOverHosting"),
    *("WantToGiveUp", "GiveUp", "TalkFor", "TimeUp", "Reveal", "Over", "Share", "Unshare"),
    *("Say", "Mute", "Consider", "Guide", "Jot"),
    *("HandOver", "Swap", "Remove", "LetBack", "Ask", "Withdraw", "Reply", "OpenDevice", "CloseDevices"),
)
"""What stands in a log under `do`: every command of that version."""


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on the store as it was left, for tests that only look."""
    data = tmp_path_factory.mktemp("left")
    LEFT.put_back(data)
    with serving(data) as server:
        yield server


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data directory of a test's own."""
    LEFT.put_back(tmp_path)
    return tmp_path


def test_the_fixture_has_every_command_of_its_version() -> None:
    rows = [json.loads(line) for line in LEFT.store.splitlines()[1:]]
    assert {row["entry"]["command"]["do"] for row in rows if row["in"] == "log"} == set(COMMANDS)
    starts = [
        row["entry"]["command"] for row in rows if row["in"] == "log" and row["entry"]["command"]["do"] == "Start"
    ]
    assert any(start.get("forgotten") for start in starts)
    assert {"tables", "people", "links"} <= {row["in"] for row in rows}


def test_what_is_put_back_is_what_was_left(data: Path) -> None:
    def timeless(text: str) -> list[str]:
        rows = [json.loads(line) for line in text.splitlines()]
        for row in rows:
            for name in ("written", "touched", "due"):
                row.pop(name, 0)
            if row.get("in") == "log":
                row["entry"].pop("at", 0)
                for name in ("begun", "ended"):
                    (row["entry"]["command"].get("finished") or {}).pop(name, 0)
        return [json.dumps(row) for row in rows]

    assert timeless(dumped(data)) == timeless(LEFT.store)


@pytest.mark.parametrize("table", LEFT.tables)
def test_every_table_is_found(old: Server, table: str) -> None:
    answer = httpx.get(f"{old.url}/t/{LEFT.tables[table]}", timeout=60)
    assert answer.status_code == 200
    assert LEFT.tables[table] in answer.text


def test_who_sat_there_is_known_again(old: Server) -> None:
    start = LEFT.person(old, "Ola").look()
    for table in ("evening", "running", "cards", "given-up", "upgraded"):
        assert f'href="/t/{LEFT.tables[table]}"' in start
    for name, called in (("Ola", "Ola"), ("Jan", "Jan"), ("Kim", "Kim"), ("Jan's phone", "Jan")):
        page = LEFT.person(old, name, "running").look()
        assert f'id="rename-name" name="name" value="{called}"' in page
        assert "My card" in page
    for name in ("Jan's first phone", "Eva's phone"):
        assert "My card" not in LEFT.person(old, name, "running").look()
    assert "has removed you" in LEFT.person(old, "Max", "running").look()
    assert "The host has been asked" in LEFT.person(old, "Zoe", "running").look()
    assert "turned you down" in LEFT.person(old, "Lea", "running").look()


def test_what_was_said_and_noted_is_there(old: Server) -> None:
    ola, jan = LEFT.person(old, "Ola", "running").look(), LEFT.person(old, "Jan", "running").look()
    assert "Talk in the middle of a game." in ola
    assert "Talk in the middle of a game." not in jan, "he has muted her"
    assert "fiddlesticks, who" not in ola
    assert "************, who is it?" in ola
    assert "I only watch." in ola
    for mine in ("Nobody knows", "rejects everything"):
        assert mine in jan
        assert mine not in ola
    evening = LEFT.person(old, "Jan", "evening").look()
    for said in ("Zażółć gęślą jaźń, „Ola”!", "Once more?", "I trust Ola."):
        assert said in evening
    assert "Between us" not in LEFT.person(old, "Zoe", "paused").look()
    assert "Who are they?" in LEFT.person(old, "Zoe", "paused").look()


def test_how_each_table_is_run(old: Server) -> None:
    running = LEFT.person(old, "Ola", "running").look()
    assert ">fiddlesticks</textarea>" in running
    assert '<option value="365" selected>' in running
    paused = LEFT.person(old, "Jan", "paused").look()
    assert '<option value="30" selected>30 seconds late' in paused
    assert "Jan has paused the game" in paused
    assert "Max would like to go on" in paused
    timed = LEFT.person(old, "Jan", "timed").look()
    assert "Max ran out of time" in timed
    assert 'value="give-up"' in timed, "he is the host now"
    assert "abandoned" in LEFT.person(old, "Ola", "given-up").look()
    assert "newer rules" in LEFT.person(old, "Ola", "upgraded").look()
    assert "for the next one" in LEFT.person(old, "Ola", "evening").look()


def test_the_games_of_an_evening_are_kept(old: Server) -> None:
    ola = LEFT.person(old, "Ola", "evening")
    page = ola.client.get(f"{ola.path}/games").text
    assert [f'id="game-{number}"' in page for number in range(1, 6)] == [True] * 4 + [False]
    for token in (LEFT.links["resistance"], LEFT.links["winter-soldier"], LEFT.links["hail-hydra"]):
        assert f"/r/{token}" in page
    for number in range(1, 5):
        for at, side in (("0", "all"), ("7", "0"), ("end", "open")):
            shown = ola.client.get(f"{ola.path}/games/{number}", params={"at": at, "as": side})
            assert shown.status_code == 200
            assert "Birch" in shown.text
    zoe = LEFT.person(old, "Zoe", "forgotten")
    kept = zoe.client.get(f"{zoe.path}/games").text
    assert ('id="game-1"' in kept, 'id="game-2"' in kept) == (False, True)
    assert "This is blanked." not in zoe.look()


@pytest.mark.parametrize("game", ["resistance", "winter-soldier", "hail-hydra"])
def test_a_link_shows_its_game(old: Server, game: str) -> None:
    door = httpx.get(f"{old.url}/r/{LEFT.links[game]}", timeout=60)
    assert door.status_code == 200
    assert "Jan" in door.text
    end = httpx.get(f"{old.url}/r/{LEFT.links[game]}/watch?at=end", timeout=60)
    assert end.status_code == 200
    assert "Ola" in end.text


@pytest.mark.parametrize("link", ["withdrawn", "forgotten"])
def test_a_link_that_showed_nothing_any_more_shows_nothing(old: Server, link: str) -> None:
    assert httpx.get(f"{old.url}/r/{LEFT.links[link]}", timeout=60).status_code == 404


VIEWS = [json.loads(line) for line in (LEFT.folder / "views.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: f"{view['table']}-{view['name'] or 'watching'}")
def test_a_seat_and_who_watches_see_what_they_saw(old: Server, view: dict[str, Any]) -> None:
    table, name, kept = view["table"], view["name"], view["knows"]
    knew = {**kept, "update": kept["update"] and without_words(kept["update"])}
    with Program(old, LEFT.tables[table]) as program:
        program.say({"type": "hello", "protocol": 1, "token": LEFT.tokens.get(table, {}).get(name, "")})
        while known(program) != knew and program.hear(5.0) is not None:
            pass
        assert program.replies[0] == view["welcome"], "the token is the seat's still"
        assert known(program) == knew


@pytest.mark.parametrize(
    ("table", "names"),
    [
        pytest.param("running", ("Ola", "Jan", "Kim"), marks=pytest.mark.sweep),
        ("paused", ("Jan", "Eva", "Max")),
        pytest.param("cards", ("Eva", "Ola", "Jan"), marks=pytest.mark.sweep),
    ],
)
def test_a_game_goes_on_to_its_end(data: Path, table: str, names: tuple[str, ...]) -> None:
    with serving(data) as server:
        people = [LEFT.person(server, name, table) for name in names]
        if table == "paused":
            form = AskForm(people[1].look())
            assert "paused" in people[1].client.post(form.action, data=form.first_choice()).text
            people[0].post(people[0].path, do="resume")
        first = next(one for one in people if AskForm(one.look()).is_open)
        form = AskForm(first.look())
        assert first.choose(form).status_code == 200
    with serving(data) as server:  # and after a restart in the middle of it
        people = [LEFT.person(server, name, table) for name in names]
        with Program(server, LEFT.tables[table]) as robot:
            robot.say({"type": "hello", "protocol": 1, "token": LEFT.tokens[table]["Robot"]})
            assert robot.reply()["type"] == "welcome"
            end = to_the_end(people, robot)
        assert "Who was who" in end
        evening = people[0].client.get(f"{people[0].path}/games").text
        assert 'id="game-1"' in evening


def to_the_end(people: list[Person], robot: Program) -> str:
    """Choose something for all of them until the game is over; the last page."""
    random = Random(3)
    while True:
        for person in people:
            html = person.look()
            if 'id="end"' in html:
                return html
            form = AskForm(html)
            if form.is_open:
                person.choose(form)
        robot.hear_all(0.02)
        if robot.asked is not None:
            robot.say({"type": "choose", "to": robot.asked["number"], "answer": pick(robot.asked["option"], random)})
            assert robot.reply()["type"] in ("taken", "refused")


def test_people_sit_down_and_play_again(data: Path) -> None:
    with serving(data) as server:
        for table, name in (("upgraded", "Ola"), ("given-up", "Ola"), ("evening", "Ola"), ("forgotten", "Zoe")):
            host = LEFT.person(server, name, table)
            assert "My card" in host.start()
        jan = LEFT.person(server, "Jan", "evening").look()
        assert "Watch Birch" in jan
        assert "too quiet" not in jan, "notes about seats end with their game"
        luck = httpx.get(f"{server.url}/t/{LEFT.tables['evening']}/deal", timeout=60).json()["deal"]["luck"]
        assert luck[0] == "for the next one"
