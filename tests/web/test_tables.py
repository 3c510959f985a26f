"""Tables over real HTTP: people who use only forms, a killed server, forms of other sites."""

import re
import threading
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.open_page import unpacked
from tests.support.serving import AskForm, Person, Server, serving


def events_of(page: str) -> list[str]:
    """Return the log of a page, oldest first."""
    return re.findall(r'<li id="log-\d+"[^>]*>([^<]+)', page)[::-1]


def test_a_whole_game_can_be_played_with_forms_alone(server: Server) -> None:
    ola = Person(server, "Ola").open()
    ola.start()
    page = ola.play()
    assert "Who was who" in page
    assert f'href="{ola.path}/games/1?as=open&amp;play=1"' in page
    assert ola.client.get(f"{ola.path}/games/1").status_code == 200
    record = ola.client.get(f"{ola.path}/record")
    assert record.headers["content-type"].startswith("text/plain")
    assert "--- choices" in record.text

    again = ola.post(ola.path, do="again")
    assert again.status_code == 200
    assert 'id="own-seat"' in again.text
    assert 'id="end"' not in again.text


def test_two_people_play_after_one_joins_by_link(server: Server) -> None:
    ola = Person(server, "Ola").open()
    jan = Person(server, "Jan", ola.code)
    assert "Sit down" in jan.look()
    assert "Jan" not in Person(server, "x", ola.code).look()  # looking took no seat
    jan.sit()
    assert "Jan" in ola.look()
    ola.start()
    pages: dict[str, str] = {}
    both = [threading.Thread(target=lambda who=who: pages.__setitem__(who.name, who.play())) for who in (ola, jan)]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join(60)
    assert events_of(pages["Ola"]) == events_of(pages["Jan"])
    assert "Who was who" in pages["Jan"]


def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    server = Server(tmp_path)
    ola = Person(server, "Ola").open()
    ola.start()
    before = events_of(ola.play(moves=3))
    form = AskForm(ola.look())
    server.kill()

    with serving(tmp_path) as again:
        ola.server = again
        ola.client.base_url = httpx.URL(again.url)
        # Cookies belong to a host, not to a port: the browser has its seat again.
        page = ola.look()
        assert events_of(page)[: len(before)] == before
        if form.is_open:  # otherwise bots may have played until her next turn meanwhile
            assert AskForm(page).is_open
        assert "Who was who" in ola.play()


def test_a_refused_choice_is_explained_and_changes_nothing(server: Server) -> None:
    ola = Person(server, "Ola").open()
    page = ola.start()
    form = AskForm(page)
    while not form.is_open:
        with ola.line() as line:
            line.recv(timeout=20)
            form = AskForm(ola.look())
            if not form.is_open:
                line.recv(timeout=20)
                form = AskForm(ola.look())
    wrong = {**form.hidden, **{part.name: part.values[:0] for part in form.parts}}
    answer = ola.client.post(form.action, data=wrong)
    assert answer.status_code == 422
    assert answer.text.count('class="problem"') == 1  # next to the question, and not in the table menu as well
    renamed = ola.post(ola.path, do="rename", name="x" * 200)
    assert renamed.text.count('class="problem"') == 2  # an open menu hides the rest of a phone's page
    assert AskForm(answer.text).hidden == form.hidden
    late = ola.client.post(form.action, data={**form.first_choice(), "prompt": "999"})
    assert late.status_code == 422
    assert "That question is closed" in late.text
    assert late.headers["Turncoat-Refusal"] == "stale"
    script = ola.client.post(
        form.action, data={**form.first_choice(), "prompt": "999"}, headers={"Accept": "application/json"}
    )
    assert unpacked(script.text)["code"] == "stale"
    assert "That question is closed" in unpacked(script.text)["problem"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("x" * 200, "too long"),
        ("\u202e\u200b", "at least one letter"),
        ("OLA", "looks just like it"),
        ("0la", "looks just like it"),
    ],
)
def test_bad_names_are_refused_with_an_explanation(server: Server, name: str, sentence: str) -> None:
    ola = Person(server, "Ola").open()
    other = Person(server, name, ola.code)
    answer = other.post(ola.path, do="sit", name=name)
    assert answer.status_code == 422
    assert sentence in answer.text


def test_markup_in_a_name_is_escaped(server: Server) -> None:
    page = Person(server, "<b onclick=x>&").open().look()
    assert "<b onclick" not in page
    assert "&lt;b onclick=x&gt;&amp;" in page


def test_forged_forms_are_refused(server: Server) -> None:
    ola = Person(server, "Ola").open()
    eve = Person(server, "Eve", ola.code)
    eve.look()
    no_token = ola.client.post(ola.path, data={"do": "start"})
    others_token = ola.client.post(ola.path, data={"do": "start", "csrf": eve.csrf})
    elsewhere = ola.client.post(
        ola.path, data={"do": "start", "csrf": ola.csrf}, headers={"Origin": "http://evil.example"}
    )
    assert [no_token.status_code, others_token.status_code, elsewhere.status_code] == [403, 403, 403]
    assert 'id="choose"' in ola.look()  # not started


def test_only_the_host_starts_and_only_seated_people_choose(server: Server) -> None:
    ola = Person(server, "Ola").open()
    eve = Person(server, "Eve", ola.code)
    assert "Only the host" in eve.post(ola.path, do="start").text
    ola.start()
    eve.look()
    assert "Only people at the table" in eve.post(f"{ola.path}/choose", prompt="1", team=["0", "1"]).text
    assert "You are watching" in eve.look()


def test_unknown_tables_and_pages_get_a_helpful_page(server: Server) -> None:
    missing = httpx.get(f"{server.url}/t/ZZZZZZZZ", timeout=60)
    assert missing.status_code == 404
    assert "No table here" in missing.text
    assert httpx.get(f"{server.url}/nothing", timeout=60).status_code == 404
    assert httpx.get(f"{server.url}/static/../app.py", timeout=60).status_code == 404
    assert httpx.get(f"{server.url}/static/%2e%2e/app.py", timeout=60).status_code == 404


def test_oversized_forms_are_refused(server: Server) -> None:
    ola = Person(server, "Ola").open()
    assert ola.post(ola.path, do="sit", name="x" * 100_000).status_code == 413
    assert ola.post(ola.path, **{f"f{k}": "1" for k in range(1000)}).status_code == 413
    ola.look()


def test_every_answer_has_the_security_headers(server: Server) -> None:
    for path in ("/", "/about", "/rules/resistance", "/nothing", "/t/ZZZZZZZZ", "/healthz"):
        headers = httpx.get(server.url + path, timeout=60).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
        # Only pages that are the same for everybody are compressed, since compression would reveal a page's secrets.
        assert ("content-encoding" in headers) == (path in ("/", "/about", "/rules/resistance"))


def test_scripts_and_styles_have_only_the_security_headers_that_browsers_read_there(server: Server) -> None:
    documents_only = {
        "content-security-policy",
        "x-frame-options",
        "cross-origin-opener-policy",
        "permissions-policy",
    }
    for path in ("/static/js/table.js", "/static/css/base.css", "/static/art.svg", "/sw.js"):
        headers = httpx.get(server.url + path, timeout=60).headers
        assert {"x-content-type-options", "cross-origin-resource-policy", "referrer-policy"} <= headers.keys()
        # A drawing can be opened as a document, and the service worker has a policy of its own.
        assert documents_only & headers.keys() == (documents_only if path in ("/static/art.svg", "/sw.js") else set())


def test_the_cookie_works_without_https(server: Server) -> None:
    cookie = httpx.get(server.url, timeout=60).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie


@pytest.mark.parametrize("players", ["x", "", "-1", "²", "999999999", "٧"])
def test_a_nonsensical_setup_is_ignored_or_corrected(server: Server, players: str) -> None:
    ola = Person(server, "Ola").open()
    answer = ola.post(ola.path, do="set-up", game="resistance", players=players)
    assert answer.status_code == 200
    assert "invalid literal" not in answer.text
    assert ola.post(ola.path, do="set-up", game="chess", players="5").status_code == 422
    ola.client.cookies.set("language", "pl")
    assert "nieznana gra" in ola.post(ola.path, do="set-up", game="chess", players="5").text


def test_with_an_open_socket_a_form_is_answered_by_the_version_alone(server: Server) -> None:
    ola = Person(server, "Ola").open()
    jan = Person(server, "Jan", ola.code).sit()

    def say(text: str, socket: str) -> dict[str, Any]:
        headers = {"Accept": "application/json", "Turncoat-Socket": socket}
        answer = jan.client.post(jan.path, data={"csrf": jan.csrf, "do": "say", "text": text}, headers=headers)
        return unpacked(answer.text)

    jan.look()
    version = say("Hello", "live")
    assert set(version) == {"version"}
    assert "Hello again" in say("Hello again", "none")["parts"]["chat-log"]
    assert say("", "live")["code"] == "talk-empty"  # only the response contains the reason for the refusal


def test_everybody_sees_the_advice_about_the_setup(server: Server) -> None:
    ola = Person(server, "Ola").open()
    jan = Person(server, "Jan", ola.code).sit()
    advice = "The Inquisitor is best with 7 or more players."

    def is_advised(person: Person) -> bool:
        """Return whether the page advises about the choice, apart from the module's own card."""
        found = re.search(r'<ul class="advice".*?</ul>', person.look(), re.DOTALL)
        return found is not None and advice in unescape(found[0])

    assert not is_advised(ola)
    for players, shown in (("6", True), ("7", False)):
        ola.post(ola.path, do="set-up", game="resistance", players=players, module="inquisitor")
        assert [is_advised(person) for person in (ola, jan)] == [shown, shown]


def test_a_setups_fairness_is_stated_only_where_measured(server: Server) -> None:
    ola = Person(server, "Ola").open()
    jan = Person(server, "Jan", ola.code).sit()
    jan.client.headers["Accept-Language"] = "pl"

    def panel(person: Person) -> str:
        found = re.search(r'<(details|p) class="fairness" id="fairness".*?</\1>', person.look(), re.DOTALL)
        assert found is not None
        return unescape(found[0])

    def said(person: Person) -> list[str]:
        return re.findall(r"<li>(.*?)</li>", panel(person))

    ola.post(ola.path, do="set-up", game="resistance", players="5")
    people, sensible, model, random = said(ola)
    assert "<b>About even</b> · 252 games of people" in panel(ola)
    assert people == "252 recorded games of people: Resistance won 56%. Probably 49 to 62% in the long run."
    assert sensible == "245\u202f000 games of bots that play to win: Resistance won 48%."
    assert model.startswith(
        "245\u202f000 games of bots that play like people but draw no conclusions: Resistance won 28%."
    )
    assert random == "245\u202f000 games of bots that choose at random: Resistance won 50%."
    assert said(jan)[0].startswith("252 zapisane gry ludzi: Bojownicy – 56% wygranych")
    assert said(jan)[1].startswith("245\u202f000 gier botów, które grają o zwycięstwo: Bojownicy – 48% wygranych")
    ola.post(ola.path, do="set-up", game="resistance", players="5", module="inquisitor")
    assert len(said(ola)) == len(said(jan)) == 3
    ola.post(ola.path, do="set-up", game="resistance", players="5", module=["inquisitor", "targeting"])
    assert "<b>Not known yet</b> · no games with these settings on record" in panel(ola)
    assert said(ola) == said(jan) == []
    ola.post(
        ola.path,
        do="set-up",
        game="resistance",
        players="5",
        module="targeting",
        **{"option.fifth-mission-after": "completed"},
    )
    assert said(ola) == []


def test_everybody_reads_first_game_advice_in_their_language(server: Server) -> None:
    ola = Person(server, "Ola").open()
    jan = Person(server, "Jan", ola.code).sit()
    jan.client.headers["Accept-Language"] = "pl"
    cases = [
        (["plot-thickens"], "without plot cards first", "bez kart Intrygi"),
        (["hunter", "plot-thickens"], "Play it without plot cards first", "Pierwszy raz z tym modułem?"),
        (["hunter", "reverser"], "Play each by itself first", "Lepiej zacząć od każdego osobno"),
        (["hunter", "coordinator", "dummy-agent"], "Add one at a time", "Lepiej dodawać je po jednej"),
    ]
    for modules, english, polish in cases:
        ola.post(ola.path, do="set-up", game="resistance", players="8", module=modules)
        for person, said in ((ola, english), (jan, polish)):
            advice = re.search(r'<ul class="advice".*?</ul>', person.look(), re.DOTALL)
            assert advice
            assert said in unescape(advice[0])
    ola.post(ola.path, do="set-up", game="resistance", players="8", module=["hunter", "coordinator", "targeting"])
    assert ['class="advice"' in person.look() for person in (ola, jan)] == [False, False]
