"""Visitors get everything in the language that they chose, or otherwise in their browser's."""

import html
import re
from datetime import datetime
from typing import Final

import pytest
from websockets.sync.client import connect

from tests.support.open_page import unpacked
from tests.support.serving import Person, Server
from turncoat.locales import translator
from turncoat.web.replays.statistics import date_of

NINE: Final = int(datetime(2026, 3, 1, 9, 5).astimezone().timestamp())
"""Five past nine in this machine's time zone."""


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        ("pl", "pl"),
        ("pl-PL,pl;q=0.9,en;q=0.8", "pl"),
        ("de,pl;q=0.5,en;q=0.4", "pl"),
        ("en;q=0.2,pl;q=nonsense", "en"),
        ("de", "en"),
        ("", "en"),
        ("x" * 10_000, "en"),
    ],
)
def test_the_browsers_language_is_honored(server: Server, wanted: str, language: str) -> None:
    page = Person(server, "Ola").client.get("/", headers={"Accept-Language": wanted}).text
    assert f'<html lang="{language}"' in page
    assert ("Ktoś przy tym stole kłamie." in page) == (language == "pl")


def test_a_chosen_language_has_priority_and_returns_to_the_same_page(server: Server) -> None:
    ola = Person(server, "Ola").open()
    answer = ola.post("/settings", language="pl", back=ola.path)
    assert answer.url.path == ola.path
    assert '<html lang="pl"' in answer.text
    assert "Rozdaj karty" in answer.text
    rules = ola.client.get("/rules", headers={"Accept-Language": "en"}).text
    assert "Przygotowanie" in rules or "Przed pierwszą misją" in rules
    assert '<html lang="en"' in ola.post("/settings", language="en", back="/rules").text


@pytest.mark.parametrize("language", ["xx", "../pl", "PL", "de"])
def test_an_unknown_language_is_not_chosen(server: Server, language: str) -> None:
    ola = Person(server, "Ola")
    ola.client.cookies.set("language", language)
    assert '<html lang="en"' in ola.client.get("/").text
    assert "language" not in ola.client.post("/settings", data={"csrf": ola.csrf, "language": language}).cookies


def test_two_people_at_a_table_each_read_their_own_language(server: Server) -> None:
    ola = Person(server, "Ola").open()
    ola.client.cookies.set("language", "pl")
    jan = Person(server, "Jan", ola.code).sit()
    ola.start()
    with ola.line() as polish, jan.line() as english:
        told = [unpacked(line.recv(timeout=20)) for line in (polish, english)]
    said = [" ".join(one["text"] for one in update["announcements"]) for update in told]
    assert "Pierwszy Przywódca: " in said[0]
    assert "is the first leader." in said[1]
    assert "Wynik" in str(told[0]["parts"])
    assert "Score" in str(told[1]["parts"])
    page = ola.client.get("/t/ZZZZZZZZ")
    assert page.status_code == 404
    assert "Nie ma tu stołu" in page.text


def test_an_open_page_stays_in_its_language_whatever_its_socket_accepts(server: Server) -> None:
    ola = Person(server, "Ola").open()
    ola.start()
    page = ola.client.get(ola.path, headers={"Accept-Language": "pl"}).text
    found = re.search(r'data-socket="([^"]+)"', page)
    assert found is not None
    cookies = "; ".join(f"{name}={value}" for name, value in ola.client.cookies.items())
    headers = {"Cookie": cookies, "Origin": server.url, "Accept-Language": "en"}
    url = server.url.replace("http", "ws") + html.unescape(found[1])
    with connect(url, additional_headers=headers, max_size=None) as line:
        update = unpacked(line.recv(timeout=20))
    assert "Wynik" in str(update["parts"])


def test_dates_follow_the_language() -> None:
    assert date_of(NINE, str) == "2026-03-01 09:05"
    assert date_of(NINE, translator("pl")) == "01.03.2026, 09:05"
