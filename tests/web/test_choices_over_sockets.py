"""Choices sent over a page's socket are answered with an update, with the same effect as forms."""

import json
from urllib.parse import urlencode

import pytest
from markupsafe import escape
from websockets.sync.client import ClientConnection, connect

from tests.support.offline_room import Watching, room
from tests.support.open_page import PageModel, unpacked
from tests.support.serving import AskForm, Person, Server
from turncoat.kernel.refusals import Refusal
from turncoat.kernel.rulesets import Ruleset
from turncoat.web.http.forms import LARGEST_FORM
from turncoat.web.updates.viewer import Outcome


@pytest.fixture
def people(server: Server) -> list[Person]:
    """Five people who are asked for a ballot."""
    host = Person(server, "Ola").open()
    people = [host, *(Person(server, name, host.code).sit() for name in ("Jan", "Ewa", "Max", "Zoe"))]
    host.start()
    (leader,) = [person for person in people if AskForm(person.look()).is_open]
    leader.choose(AskForm(leader.look()))
    return people


def ballot(person: Person, word: str = "approve", **more: str) -> str:
    """Encode a ballot as the page's script sends it."""
    fields = {**AskForm(person.look()).hidden, "answer": word, "csrf": person.csrf, **more}
    return urlencode(fields, doseq=True)


def answer_to(line: ClientConnection, text: str, id: str) -> dict[str, object]:
    """Send a message and return its answer."""
    line.send(text)
    while True:
        update = unpacked(line.recv(timeout=20))
        if update.get("answers") == id or update.get("go"):
            return update


def id_of(text: str) -> str:
    return dict(part.split("=") for part in text.split("&"))["command"]


def test_a_choice_over_the_socket_is_answered_with_an_update_and_reaches_all(people: list[Person]) -> None:
    voter, other = people[:2]
    with voter.line(packs=True) as line, other.line(packs=True) as others:
        text = ballot(voter)
        update = answer_to(line, text, id_of(text))
        assert "code" not in update
        assert 'class="change"' in update["parts"]["own-seat"]  # type: ignore[index]
        while "has chosen" not in json.dumps(unpacked(others.recv(timeout=20)).get("parts", {})):
            pass


def test_a_repeated_choice_is_applied_once(people: list[Person]) -> None:
    voter = people[0]
    text = ballot(voter)
    with voter.line(packs=True) as line:
        answer_to(line, text, id_of(text))
        with voter.line() as other:
            version = unpacked(other.recv(timeout=20))["version"]
    with voter.line(packs=True) as line:  # the connection broke before the answer: it is sent again, unchanged
        update = answer_to(line, text, id_of(text))
        assert "code" not in update
        assert update["version"] == version, "nothing has happened"
    assert AskForm(voter.look()).answered


def test_a_choice_repeated_after_its_question_counts_as_accepted(people: list[Person]) -> None:
    voter = people[0]
    text = ballot(voter)
    with voter.line(packs=True) as line:
        answer_to(line, text, id_of(text))
    for other in people[1:]:
        other.choose(AskForm(other.look()))
    with voter.line(packs=True) as line:  # the connection broke before the answer, and the others have voted since
        assert "code" not in answer_to(line, text, id_of(text))
        other_id = text.replace(id_of(text), "0-another")
        assert answer_to(line, other_id, "0-another")["code"] in ("stale", "not-asked")


def test_refusals_and_stale_choices_come_with_code_and_sentence(people: list[Person]) -> None:
    voter = people[0]
    with voter.line(packs=True) as line:
        for name, value, code in (
            ("prompt", "1", "stale"),
            ("answer", "?", "not-allowed"),
            ("prompt", "x", "no-such-offer"),
        ):
            text = ballot(voter, **{name: value})
            update = answer_to(line, text, id_of(text))
            assert update["code"] == code
            assert escape(update["problem"]) in update["parts"]["own-seat"]  # type: ignore[index]
        text = ballot(voter)
        assert "code" not in answer_to(line, text, id_of(text))


def test_a_message_that_is_not_this_pages_form_redirects_to_the_page(people: list[Person]) -> None:
    voter = people[0]
    for text in (ballot(voter, csrf="0" * 32), ballot(voter, more="x" * LARGEST_FORM), "&" * 1000, "\x00", "{}"):
        with voter.line(packs=True) as line:
            assert answer_to(line, text, "?")["go"] == voter.path, text[:80]
    assert AskForm(voter.look()).is_open, "nothing was accepted"


def test_a_page_of_another_release_is_told_to_reload(people: list[Person]) -> None:
    voter = people[0]
    cookies = "; ".join(f"{name}={value}" for name, value in voter.client.cookies.items())
    url = f"{voter.server.url.replace('http', 'ws')}{voter.path}/updates?page=game-1&packed=1"
    for scripts in ("", "&scripts=0000000000"):
        headers = {"Cookie": cookies, "Origin": voter.server.url}
        with connect(url + scripts, additional_headers=headers) as line:
            assert unpacked(line.recv(timeout=20))["go"] == voter.path


def test_all_refusals_have_the_same_size() -> None:
    ruleset = Ruleset.of("resistance", 7)
    for packs in (True, False):
        at = room(ruleset, ruleset.deal(b"7"))
        sizes = set()
        for seat in range(7):
            one = Watching(at, seat, packs=packs)
            one.viewer.load()
            one.viewer.answer(Outcome())
            for refusal in (Refusal("stale"), Refusal("not-asked"), Refusal("incomplete"), None):
                if seat:  # the host's menu differs
                    sizes.add(len(one.viewer.answer(Outcome("1-2", refusal))))
        assert len(sizes) == 1


def test_the_answer_to_a_refused_form_contains_the_missing_parts() -> None:
    ruleset = Ruleset.of("resistance", 7)
    at = room(ruleset, ruleset.deal(b"7"))
    answers = []
    for seat in range(7):
        one = Watching(at, seat, packs=True)
        one.viewer.claim(PageModel(one.page()).claim)
        answers.append(one.viewer.answer(Outcome(refusal=Refusal("stale"))))
    assert len({len(answer) for answer in answers}) == 1
    answer = unpacked(answers[0])
    assert (answer["code"], set(answer["parts"])) == ("stale", {"own-seat", "channel", "guide"})
    assert answer["problem"] in answer["parts"]["own-seat"]
