"""Pages behind a network that blocks WebSockets poll: they get the same updates, and count as open."""

import json
import re
import time
from html import unescape
from pathlib import Path
from time import sleep
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from websockets.sync.client import connect

from tests.support.open_page import PageModel, unpacked
from tests.support.serving import Person, Server, serving
from tests.support.worlds import World, person
from turncoat.kernel.rulesets import Ruleset
from turncoat.table import commands as c
from turncoat.table.values.settings import TableSettings
from turncoat.web.table.page import scripts
from turncoat.web.table.page_parts import layout
from turncoat.web.updates.polling import MOST_BETWEEN

RESISTANCE = Ruleset("resistance", 5)
DEAL = RESISTANCE.deal(b"polls")
FEW = """
import sys
from pathlib import Path
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.serve import run
from turncoat.web.http.limits import RateLimits
run(ServerSettings(Path(sys.argv[1]), port=int(sys.argv[3]), bot_pause=float(sys.argv[2]), scenes=0, spectators=2),
    rates=RateLimits(polls="6/minute"))
"""


def address(person: Person, page: str = "game-1", **says: object) -> str:
    """Return the address that the page polls, with its query parameters."""
    fields = {"page": page, "scripts": scripts(), "again": 10, **says}
    return f"{person.path}/updates?" + "&".join(f"{name}={quote(str(value))}" for name, value in fields.items())


def poll(person: Person, page: str = "game-1", **says: object) -> httpx.Response:
    return person.client.get(address(person, page, **says))


def held_by(html: str) -> str:
    found = re.search(r'data-held="([^"]*)"', html)
    assert found
    return unescape(found[1])


@pytest.fixture
def pair(server: Server) -> tuple[Person, Person]:
    """Two people in a game with bots."""
    host = Person(server, "Ola").open()
    guest = Person(server, "Jan", host.code).sit()
    host.start()
    return host, guest


def test_a_poll_returns_a_sockets_first_message(pair: tuple[Person, Person]) -> None:
    host, guest = pair
    host.post(host.path, do="pause")
    held = held_by(guest.look())
    host.post(host.path, do="say", text="Good evening", channel="table")
    for says in ({"held": held, "after": 3, "chat": 0}, {"held": held}, {"packed": 1}, {}):
        socket = f"{guest.server.url.replace('http', 'ws')}{address(guest, **says)}"
        polled = poll(guest, **says)
        assert polled.headers["content-type"] == "application/json"
        assert "content-encoding" not in polled.headers
        with guest.line() as line:  # somebody is here anyhow, so that the next one changes nothing
            line.recv(timeout=20)
            cookies = "; ".join(f"{name}={value}" for name, value in guest.client.cookies.items())
            headers = {"Cookie": cookies, "Origin": guest.server.url}
            with connect(socket, additional_headers=headers, max_size=None) as opened:
                first = unpacked(opened.recv(timeout=20))
        again = unpacked(poll(guest, **says).content)
        assert again | {"now": 0} == first | {"now": 0}


def test_a_poll_does_not_resend_parts_that_a_page_holds(pair: tuple[Person, Person]) -> None:
    host, guest = pair
    host.post(host.path, do="pause")
    page = PageModel(guest.look())
    first = page.take(poll(guest, held=page.claim).content)
    then = page.take(poll(guest, held=page.claim, after=first["version"]).content)
    assert set(then["parts"]) == {part.id for part in layout("play").seat}  # these are always sent
    assert then["digests"] == {}
    host.post(host.path, do="say", text="Good evening", channel="table")
    update = page.take(poll(guest, held=page.claim, after=then["version"], chat=0).content)
    assert "Good evening" in json.dumps(update["parts"]["chat-log"])


def test_polls_of_all_seats_have_the_same_size(server: Server) -> None:
    host = Person(server, "Ann").open()
    people = [host, *(Person(server, name, host.code).sit() for name in ("Ben", "Cat", "Dan", "Eve"))]
    host.start()
    for one in people:
        poll(one)  # by now everybody is here, which is displayed within a second
    while "is away." in host.look():
        sleep(0.1)
    host.post(host.path, do="pause")
    for flags in (["packed"], []):
        says = {"again": 10, **dict.fromkeys(flags, 1)}
        sizes = {len(poll(one, "game-1", **says, held=held_by(one.look())).content) for one in people}
        assert len(sizes) == 1


def test_polling_pages_are_redirected(server: Server, pair: tuple[Person, Person]) -> None:
    host, guest = pair
    assert poll(guest, "setup-0").json()["go"] == guest.path
    assert poll(guest, scripts="older").json()["go"] == guest.path
    guest.client.cookies.clear()
    host.post(host.path, do="change-settings", spectators="false")
    assert poll(guest).json()["go"] == guest.path
    assert "go" not in poll(guest, "closed").json()
    host.post(host.path, do="delete", sure="yes")
    assert poll(guest).json()["go"] == "/gone"


def test_a_polling_screen_gets_the_parts_that_it_lacks(pair: tuple[Person, Person]) -> None:
    host, _ = pair
    host.post(host.path, do="pause")
    viewer = Person(host.server, "", host.code).client
    path = f"{host.path}/screen/updates?packed&again=10"
    first = unpacked(viewer.get(path).content)
    assert 'id="screen"' in first["parts"]["screen"]
    held = "+".join(f"{id}:{digest}" for id, digest in first["digests"].items())
    then = unpacked(viewer.get(f"{path}&held={held}").content)
    assert "parts" not in then or then["parts"] == {}
    host.post(host.path, do="resume")
    assert "screen" in unpacked(viewer.get(f"{path}&held={held}").content)["parts"]
    for forged in (":", "x:y:z", "screen:", "9" * 5000, f"screen:{first['digests']['screen']}+seen:77-99999999"):
        assert viewer.get(f"{path}&held={forged}").status_code == 200


def test_polls_are_rate_limited_and_polling_pages_counted(tmp_path: Path) -> None:
    with serving(tmp_path, code=FEW) as few:
        host = Person(few, "Ola").open()
        watchers = [Person(few, "", host.code) for _ in range(4)]
        for one in watchers:
            one.look()
        assert [poll(one, "setup-0").status_code for one in watchers[:2]] == [200, 200]
        full = poll(watchers[2], "setup-0")
        assert full.status_code == 503
        assert full.json()["code"] == "too-many-spectators"
        assert poll(watchers[1], "setup-0").status_code == 200  # polls of a counted page continue
        assert poll(host, "setup-0").status_code == 200  # and so does whoever has a seat
        sees(host, "2 people are watching")
        answers = [poll(host, "setup-0") for _ in range(6)]
        assert (answers[-1].status_code, answers[-1].json()["code"]) == (429, "too-fast")


def test_pollers_without_cookies_count_once_per_address(tmp_path: Path) -> None:
    with serving(tmp_path, code=FEW) as few:
        host = Person(few, "Ola").open()
        for _ in range(4):
            assert httpx.get(few.url + address(host, "setup-0")).status_code == 200
        sees(host, "1 person is watching")


def test_screens_of_an_address_are_counted_once_per_key(tmp_path: Path) -> None:
    with serving(tmp_path, code=FEW.replace("spectators=2", "spectators=2, metrics=True")) as few:
        host = Person(few, "Ola").open()
        guest = Person(few, "Jan", host.code).sit()
        keys = [one.client.get(f"{one.path}/screen").url.params["key"] for one in (host, guest)]
        for key in ("", *keys, "", *keys):
            assert httpx.get(f"{few.url}{host.path}/screen/updates?again=60&key={key}").status_code == 200
        assert "\nturncoat_connections 3.0\n" in httpx.get(f"{few.url}/metrics").text


def test_a_full_table_admits_screens_with_a_key_only(tmp_path: Path) -> None:
    with serving(tmp_path, code=FEW) as few:
        host = Person(few, "Ola").open()
        key = host.client.get(f"{host.path}/screen").url.params["key"]
        for one in [Person(few, "", host.code) for _ in range(2)]:
            one.look()
            assert poll(one, "setup-0").status_code == 200
        screen = f"{few.url}{host.path}/screen/updates?again=60"
        assert httpx.get(f"{screen}&key={key}").status_code == 200
        refused = httpx.get(screen)
        assert (refused.status_code, refused.json()["code"]) == (503, "too-many-spectators")


def sees(person: Person, text: str) -> None:
    """Wait until the person's page contains the text, since presence is updated at most once a second."""
    ends = time.monotonic() + 20
    while text not in person.look():
        assert time.monotonic() < ends, text
        time.sleep(0.1)


def polls_at(world: World, seat: int) -> Any:
    query = f"page=game-1&scripts={scripts()}&again=12"
    return world.get(f"/t/CODE/updates?{query}", seat)


def stood_in(world: World, seat: int) -> bool:
    return bool(world.room.table.seats[seat].stand_in)


def test_polling_counts_as_presence(worlds: Any) -> None:
    world: World = worlds(RESISTANCE, DEAL)
    world.open(2, TableSettings(stand_in_after=1))
    world.add("program", 0, "the host")
    for seat in range(2):
        assert world.room.table.seats[seat].person == person(seat)
    world.submit(person(0), c.Start())
    for _ in range(200):
        polls_at(world, 1)
        world.pass_by(3.0)
        assert world.room.is_listed_here(person(1))
        assert not stood_in(world, 1)
    world.pass_by(MOST_BETWEEN)
    assert not world.room.is_listed_here(person(1))
    world.pass_by(60.0)
    assert stood_in(world, 1)
    polls_at(world, 1)
    world.pass_by(1.0)
    assert not stood_in(world, 1)
