"""Limits on spectators, on pages and in updates, downloads and programs: whether they may watch, when, and how many."""

import json
import time
from contextlib import ExitStack, suppress

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.support.open_page import unpacked
from tests.support.serving import Person, Server

MANY = 30


def until_silent(line: ClientConnection) -> list[str]:
    """Return everything that a socket delivers until it is silent for a second."""
    came: list[str] = []
    with suppress(TimeoutError):
        while True:
            came.append(str(line.recv(timeout=1)))
    return came


def hello(server: Server, code: str) -> list[dict[str, object]]:
    """Return the messages to a program that only watches, up to the current state."""
    with connect(f"{server.url.replace('http', 'ws')}/api/v1/tables/{code}") as line:
        line.send(json.dumps({"type": "hello", "protocol": 1}))
        told = [unpacked(line.recv(timeout=20))]
        while told[-1]["type"] not in ("error", "seats", "update"):
            told.append(unpacked(line.recv(timeout=20)))
        with suppress(TimeoutError):
            while told[-1]["type"] == "seats":
                told.append(unpacked(line.recv(timeout=1)))
        return told


def test_people_without_a_seat_may_be_kept_out(server: Server) -> None:
    ola = Person(server, "Ola").open()
    jan = Person(server, "Jan", ola.code).sit()
    zoe = Person(server, "Zoe", ola.code)
    ola.post(ola.path, do="change-settings", spectators="false")
    assert "Sit down" in zoe.look()  # before the game visitors may want to sit down
    ola.start()
    closed = zoe.look()
    assert "This table is private" in closed
    assert "Ola" not in closed
    assert 'id="public"' not in closed
    assert "Mission" not in closed
    with zoe.line(page="closed") as line:
        assert set(unpacked(line.recv(timeout=20))["parts"]) == {"main"}
        ola.post(ola.path, do="change-settings", spectators="true")
        assert unpacked(line.recv(timeout=20))["go"] == zoe.path
    assert "You are watching" in zoe.look()
    with zoe.line() as line:
        line.recv(timeout=20)
        ola.post(ola.path, do="change-settings", spectators="false")
        while "go" not in (got := unpacked(line.recv(timeout=20))):
            pass
        assert got["go"] == zoe.path
    # Programs are told the reason. People with a seat, and those who left one and may return, are admitted.
    told = hello(server, ola.code)
    assert [message["type"] for message in told] == ["error"]
    assert told[0]["code"] == "no-spectators"
    jan.post(jan.path, do="leave")
    assert "Take my seat back" in jan.look()
    assert "My card" in jan.post(jan.path, do="sit", name="Jan").text


def test_a_closed_tables_deal_looks_like_an_unknown_tables(server: Server) -> None:
    ola = Person(server, "Ola").open()
    jan = Person(server, "Jan", ola.code).sit()
    zoe = Person(server, "Zoe", ola.code)
    zoe.look()
    nowhere = "".join(reversed(ola.code)) if ola.code != ola.code[::-1] else "BCDF"

    def answers() -> list[tuple[int, str, dict[str, str]]]:
        """Return the responses to the stranger, for the table and for a nonexistent one."""
        asked = [(code, zoe.client.get(f"/t/{code}/deal")) for code in (ola.code, nowhere)]
        return [
            (
                one.status_code,
                one.text.replace(code, "CODE"),
                {name: one.headers[name] for name in one.headers if name != "date"},
            )
            for code, one in asked
        ]

    of_table, of_none = answers()
    assert (of_table[0], of_none[0]) == (200, 404), "where all may watch, all may check"
    ola.post(ola.path, do="change-settings", spectators="false")
    of_table, of_none = answers()
    assert of_table == of_none, "before a game"
    ola.start()
    of_table, of_none = answers()
    assert of_table == of_none, "in a game"
    program = httpx.get(f"{server.url}/t/{ola.code}/deal", timeout=60)
    assert program.status_code == 404
    jan.post(jan.path, do="leave")
    for person in (ola, jan):
        assert person.client.get(f"{ola.path}/deal").json()["game"] == 1, "former players may check the deal"


def test_a_delayed_spectator_receives_nothing_within_the_delay(server: Server) -> None:
    ola = Person(server, "Ola").open()
    zoe = Person(server, "Zoe", ola.code)
    ola.post(ola.path, do="change-settings", spectators_behind="3600")
    ola.start()
    early = zoe.look()
    assert 'id="own-seat"' not in early
    with zoe.line(page="setup-0") as line:
        line.recv(timeout=20)
        assert "Who was who" in ola.play()
        # The page does not even reveal that something happens, except that Ola came and went.
        came = until_silent(line)
        assert len(came) <= 2
        assert not any('id=\\"own-seat' in message for message in came)
    for path in ("", "/record", "/deal"):
        answer = zoe.client.get(f"{zoe.path}{path}")
        assert "Who was who" not in answer.text
        assert "--- choices" not in answer.text
    assert zoe.client.get(f"{zoe.path}/deal").json()["deal"] is None
    assert ola.client.get(f"{ola.path}/deal").json()["deal"]["seed"]
    told = hello(server, ola.code)
    assert {message["type"] for message in told} == {"welcome", "seats"}
    assert told[-1]["running"] is False
    # Sitting down now would reveal that the game is over, so Zoe sits down only when she may know it.
    answer = zoe.post(zoe.path, do="sit", name="Zoe")
    assert (answer.status_code, answer.headers["Turncoat-Refusal"]) == (422, "game-running")
    ola.post(ola.path, do="change-settings", spectators_behind="0")
    assert "Who was who" in zoe.post(zoe.path, do="sit", name="Zoe").text


def test_a_delayed_spectator_is_told_how_long_the_delay_is(server: Server) -> None:
    ola = Person(server, "Ola").open()
    zoe = Person(server, "Zoe", ola.code)
    ola.start()
    ola.post(ola.path, do="change-settings", spectators_behind="120")
    assert "You are watching what happened 2 minutes ago." in zoe.look()
    # Zoe sees the answer to her own request at once.
    assert "You have asked to play for the bot" in zoe.post(zoe.path, do="request-seat", name="Zoe", seat="2").text


def test_a_shared_screen_does_not_bypass_the_delay(server: Server) -> None:
    ola = Person(server, "Ola").open()
    zoe = Person(server, "Zoe", ola.code)
    ola.start()
    assert "Cedar" in zoe.client.get(f"{zoe.path}/screen").text
    handed_on = ola.client.get(f"{ola.path}/screen").url
    for setting in ({"spectators_behind": "300"}, {"spectators": "false"}):
        ola.post(ola.path, do="change-settings", **setting)
        for path in (f"{zoe.path}/screen", f"{zoe.path}/screen?key=made-up"):
            assert ("Cedar" in zoe.client.get(path).text) == ("spectators_behind" in setting)
        assert "Cedar" in zoe.client.get(str(handed_on)).text


def test_a_game_runs_with_thirty_spectators(server: Server) -> None:
    ola = Person(server, "Ola").open()
    guests = [Person(server, f"Guest {number}", ola.code) for number in range(MANY)]
    pages = {guest.look() for guest in guests}
    assert len(pages) == MANY  # each has their own form
    ola.start()
    with ExitStack() as open_pages:
        lines = [open_pages.enter_context(guest.line()) for guest in guests]
        for line in lines:
            assert "parts" in unpacked(line.recv(timeout=20))
        with ola.line() as line:  # presence is updated once a second, so within one all of them are shown
            while "30 people are watching." not in str(line.recv(timeout=20)):
                pass
        began = time.monotonic()
        assert "Who was who" in ola.play()
        took = time.monotonic() - began
        for line in lines:
            # The last update of each is the end.
            while "ended" not in unpacked(line.recv(timeout=20)).get("parts", {}).get("main", ""):
                pass
    assert took < 60
    for guest in guests[:3]:
        refused = guest.post(f"{guest.path}/choose", prompt="1", team=["0", "1"])
        assert refused.status_code == 422
    assert httpx.get(f"{server.url}/healthz", timeout=60).status_code == 200
