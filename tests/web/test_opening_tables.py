"""Tables are opened once, and only by browsers that keep a cookie."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.support.double_clicks import FORMS, click
from tests.support.serving import SERVE, Person, Server, serving

OTHER = ("/new", {"name": "Ola B"})
LONG = "from turncoat.web import context\ncontext.DOUBLE = 3600.0\n"
SHORT = "from turncoat.web import context\ncontext.DOUBLE = 0.5\n"


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that treats equal forms as duplicates for long, since tests may be slow on a busy machine."""
    with serving(tmp_path_factory.mktemp("data"), code=LONG + SERVE) as running:
        yield running


@pytest.mark.parametrize("form", FORMS, ids=["new", "learn"])
def test_a_double_click_opens_one_table(patient: Server, form: tuple[str, dict[str, str]]) -> None:
    ola = Person(patient, "Ola")
    ola.look()
    (first,) = click(ola, [patient] * 3, form)
    assert click(ola, [patient], form) == {first}, "the answer was late"
    assert ola.client.get(first).status_code == 200
    eve = Person(patient, "Eve")
    eve.look()
    assert click(eve, [patient], form) != {first}


def test_a_different_form_opens_another_table(server: Server) -> None:
    ola = Person(server, "Ola")
    ola.look()
    assert len({table for form in (*FORMS, OTHER) for table in click(ola, [server], form)}) == 3


def test_the_same_form_opens_another_table_after_a_few_seconds(tmp_path: Path) -> None:
    with serving(tmp_path, code=SHORT + SERVE) as server:
        ola = Person(server, "Ola")
        ola.look()
        tables = click(ola, [server], FORMS[0])
        ends = time.monotonic() + 20
        while len(tables) == 1:
            assert time.monotonic() < ends
            tables |= click(ola, [server], FORMS[0])


def test_a_visitor_without_cookies_is_told_so(server: Server) -> None:
    ola = Person(server, "Ola").open()
    with httpx.Client(base_url=server.url, timeout=60) as client:
        for page, form in (("/", "/new"), ("/", "/join"), ("/", "/settings"), (ola.path, ola.path)):
            found = re.search(r'name="csrf" value="([0-9a-f]+)"', client.get(page).text)
            assert found
            client.cookies.clear()
            answer = client.post(form, data={"csrf": found[1], "do": "sit", "name": "Jan"})
            assert answer.status_code == 403
            assert "Your browser sent no cookie" in answer.text
            assert "allow cookies" in answer.text
            client.cookies.clear()
    # Visitors with a cookie, or on a page that is not theirs, get advice that helps.
    answer = ola.client.post("/new", data={"csrf": "0" * 32, "name": "Ola"})
    assert (answer.status_code, "That form has expired" in answer.text) == (403, True)
