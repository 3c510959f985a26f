"""A seat on two devices: its link may be previewed by anybody, works once, and opens only that seat."""

import base64
import json
import re

import httpx

from tests.support.serving import Person, Server


def link_of(person: Person) -> str:
    """Return the path of a fresh link to the person's seat."""
    page = person.client.get(f"{person.path}/device").text
    found = re.search(r'href="http://[^/]+(/t/[^"]+/device/[^"]+)"', page)
    assert found, page
    return found[1]


def opened(person: Person, path: str) -> httpx.Response:
    """Open the seat in the person's browser."""
    return person.post(path)


def test_a_seat_link_opens_that_seat_alone_on_a_second_device(server: Server) -> None:
    ola = Person(server, "Ola").open()
    elsewhere = Person(server, "x", ola.code)
    elsewhere.client = ola.client
    ola.client.get("/")
    second_table = Person(server, "Ola B")
    second_table.client = ola.client
    second_table.open()

    tablet = Person(server, "Tablet", ola.code)
    assert "Sit down" in tablet.look()
    path = link_of(ola)
    asked = tablet.client.get(path)
    assert "Open the seat of Ola here?" in asked.text
    for _ in range(3):  # messengers preview the link without using it up
        httpx.get(server.url + path, timeout=60)
        httpx.head(server.url + path)
    page = opened(tablet, path).text
    assert "Ola (me)" in page
    ola.start()
    assert "My card" in tablet.look()
    assert "My card" in ola.look()
    # The tablet acts for Ola, and knows nothing of her other table.
    assert "Renamed" in tablet.post(tablet.path, do="rename", name="Renamed").text
    assert "Renamed" in ola.look()
    assert second_table.code not in tablet.client.get("/").text
    assert "Sit down" in tablet.client.get(second_table.path).text


def test_a_seat_link_works_once(server: Server) -> None:
    ola = Person(server, "Ola").open()
    path = link_of(ola)
    opened(Person(server, "Tablet", ola.code), path)
    late = Person(server, "SpectatorDelay", ola.code)
    for answer in (late.client.get(path), opened(late, path)):
        assert answer.status_code == 410
        assert "has been used" in answer.text
    assert "Sit down" in late.look()
    # On a device where the seat is open already, the link leads to the table.
    assert ola.client.get(path).url.path == ola.path


def test_a_seat_link_does_not_contain_the_persons_id(server: Server) -> None:
    ola = Person(server, "Ola").open()
    cookie = next(one.value for one in ola.client.cookies.jar if one.name == "turncoat")
    payload = base64.urlsafe_b64decode(str(cookie).partition(".")[0] + "===")
    person = json.loads(payload)[0]
    link = link_of(ola).rpartition("/")[2].partition(".")[0]
    assert person
    assert person.encode() not in base64.urlsafe_b64decode(link + "===")


def test_invalid_seat_links_are_gone_with_advice(server: Server) -> None:
    ola = Person(server, "Ola").open()
    other = Person(server, "Eve").open()
    link = link_of(ola)
    tablet = Person(server, "Tablet", ola.code)
    for path in (f"{ola.path}/device/nonsense", link + "x", link.replace(ola.code, other.code)):
        for answer in (tablet.client.get(path), opened(tablet, path)):
            assert answer.status_code == 410
            assert "no longer valid" in answer.text
    ola.post(ola.path, do="leave")
    assert tablet.client.get(link).status_code == 410
    assert tablet.client.get(f"{ola.path}/device").url.path == ola.path  # there is no seat to open


def test_a_person_with_a_seat_cannot_open_another(server: Server) -> None:
    ola = Person(server, "Ola").open()
    jan = Person(server, "Jan", ola.code).sit()
    path = link_of(ola)
    assert "already has a seat" in jan.client.get(path).text
    assert "already has a seat" in opened(jan, path).text
    assert "Jan (me)" in jan.look()
    jan.post(jan.path, do="leave")
    assert "Ola (me)" in opened(jan, path).text


def test_either_device_can_sign_the_second_out(server: Server) -> None:
    ola = Person(server, "Ola").open()
    tablet, phone = Person(server, "Tablet", ola.code), Person(server, "Phone", ola.code)
    for device in (tablet, phone):
        assert "Ola (me)" in opened(device, link_of(ola)).text
    assert "is open on 2 other devices" in ola.client.get(f"{ola.path}/device").text
    assert "It was opened by a link" in tablet.client.get(f"{ola.path}/device").text
    assert "Sit down" in tablet.post(f"{ola.path}/device").text
    assert "Ola (me)" in phone.look()
    with phone.line(page="setup-0") as line:
        line.recv(timeout=20)
        ola.post(f"{ola.path}/device")
        assert f'"go":"{ola.path}"' in str(line.recv(timeout=20))
    assert "Sit down" in phone.look()
    assert "Ola (me)" in ola.look()
    assert phone.post(f"{ola.path}/device").status_code == 200  # repeating it is harmless


def test_a_cookie_opens_no_seat_at_another_table(server: Server) -> None:
    ola, eve = Person(server, "Ola").open(), Person(server, "Eve").open()
    tablet = Person(server, "Tablet", ola.code)
    opened(tablet, link_of(ola))
    (cookie,) = (one for one in tablet.client.cookies.jar if one.name == "turncoat-seat")
    assert cookie.path == ola.path
    headers = {"Cookie": f"turncoat-seat={cookie.value}"}
    assert "Eve (me)" not in httpx.get(f"{server.url}{eve.path}", headers=headers, timeout=60).text
    assert "Sit down" in httpx.get(f"{server.url}{eve.path}", headers=headers, timeout=60).text
    # Even the browser's own cookie, shared by all tables, identifies nobody at a table where it took no seat.
    assert "Sit down" in ola.client.get(eve.path).text
    forged = {"Cookie": f"turncoat-seat={str(cookie.value)[:-3]}abc; turncoat=abc.def"}
    assert "Sit down" in httpx.get(f"{server.url}{ola.path}", headers=forged, timeout=60).text
