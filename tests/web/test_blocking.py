"""Hosts who keep somebody out of all their tables, by forms alone."""

import re

from tests.support.serving import Person, Server


def another_table(host: Person) -> str:
    """Open another table under another name, since the same form sent again opens none, and return its code."""
    host.name += "!"
    return host.open().code


def marks_of(host: Person) -> dict[str, str]:
    """Return the blocked people on the host's page, by name, with their values in its forms."""
    page = host.client.get("/blocked").text
    found = re.findall(r'name="person" value="([0-9a-f]+)">[^<]*<span class="visually-hidden"> ([^<]*)<', page)
    return {name: mark for mark, name in found}


def test_somebody_blocked_at_one_table_is_kept_out_of_all(server: Server) -> None:
    ola, max_ = Person(server, "Ola").open(), Person(server, "Max")
    first = ola.code
    second = another_table(ola)
    for code in (first, second):
        max_.code = code
        max_.sit()
    assert "People I keep out" not in ola.look()
    ola.post(ola.path, do="remove", seat="1", sure="yes", everywhere="yes")
    assert "People I keep out" in ola.look()
    for code in (first, second, another_table(ola)):
        max_.code = code
        page = max_.look()
        assert "The host has removed you" in page
        assert "blocked" not in page.lower()
        assert max_.post(max_.path, do="sit", name="Max").headers["Turncoat-Refusal"] == "removed"
    assert marks_of(max_) == {}
    assert list(marks_of(ola)) == ["Max"]
    answer = ola.post("/blocked", person=marks_of(ola)["Max"])
    assert answer.url.path == "/blocked"
    assert marks_of(ola) == {}
    for code in (first, second):
        max_.code = code
        max_.sit()


def test_only_a_host_blocks_and_only_whom_they_have_removed(server: Server) -> None:
    ola = Person(server, "Ola").open()
    jan, max_ = Person(server, "Jan", ola.code).sit(), Person(server, "Max", ola.code).sit()
    refused = jan.post(jan.path, do="remove", seat="2", sure="yes", everywhere="yes")
    assert refused.headers["Turncoat-Refusal"] == "not-host"
    unsure = ola.post(ola.path, do="remove", seat="2", everywhere="yes")
    assert unsure.headers["Turncoat-Refusal"] == "not-confirmed"
    own = ola.post(ola.path, do="remove", seat="0", sure="yes", everywhere="yes")
    assert own.headers["Turncoat-Refusal"] == "own-seat"
    assert marks_of(jan) == marks_of(ola) == {}
    assert "The host has removed you" not in max_.look()


def test_a_removal_without_the_tick_concerns_one_table(server: Server) -> None:
    ola = Person(server, "Ola").open()
    max_ = Person(server, "Max", ola.code).sit()
    ola.post(ola.path, do="remove", seat="1", sure="yes")
    assert marks_of(ola) == {}
    max_.code = another_table(ola)
    max_.sit()


def test_nobody_lets_back_whom_another_has_blocked(server: Server) -> None:
    ola, jan = Person(server, "Ola").open(), Person(server, "Jan")
    max_ = Person(server, "Max", ola.code).sit()
    ola.post(ola.path, do="remove", seat="1", sure="yes", everywhere="yes")
    mark = marks_of(ola)["Max"]
    for one in (jan, max_):
        assert one.post("/blocked", person=mark).status_code == 200
    assert ola.post("/blocked", person="0" * 16).status_code == 200
    assert list(marks_of(ola)) == ["Max"]
    assert ola.client.post("/blocked", data={"person": mark}).status_code == 403
