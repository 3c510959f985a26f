"""Short questions to the table, steps back through announcements, and the level of announcements."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.announcements import Send, announcements, of_region, wait_for
from tests.support.announcements import page as page
from tests.support.announcements import send as send
from tests.support.fixtures import all_states
from tests.support.fixtures.models import TablePage
from tests.support.playing import assert_accessible
from turncoat.web.board.questions import SENTENCES, WORDS, TableQuestions
from turncoat.web.http.languages import renderer, translator
from turncoat.web.http.static_files import STATIC

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


def ask(page: Page, text: str) -> str:
    """Ask in the field, and return the displayed answer, which is announced as well."""
    before = len(of_region(announcements(page), "status"))
    page.locator("#query").fill(text)
    page.keyboard.press("Enter")
    wait_for(page, "status", before + 1)
    shown = page.locator("#query-answer").inner_text()
    assert of_region(announcements(page), "status")[-1].split() == shown.split()
    return shown


def test_typed_questions_are_answered_from_the_page(page: Page, send: Send, address: str) -> None:
    page.goto(address + "late")
    page.locator("#headline").click()
    page.keyboard.press("/")
    expect(page.locator("#query")).to_be_focused()
    answers = {
        "votes Ewa": "approved – Mission 1, attempt 2, led by Ewa: success.",
        "how did ewy vote": "approved – Mission 1, attempt 2, led by Ewa: success.",
        "grazyna": "Grażyna: on the team, is choosing.",
        "mission 2": "Mission 2, attempt 2, led by Grażyna: fail. On the team: Ania, Ewa, Grażyna.",
        "votes": "Mission 4, attempt 3, led by Ewa: rejected.",
        "Who is left?": "Still to choose: Ania, Cleo, Dmitri, Ewa, Grażyna.",
        "mission 9": "There is no mission 9; the last is 5.",
        "last": "Mission 2 failed: 2 Success, 1 Fail.",
        "clock": "No clock is running.",
        "what is the weather": "Not understood.",
    }
    for text, answer in answers.items():
        assert answer in ask(page, text), text
    assert "Mission 1, attempt 1" not in ask(page, "mission 2")
    # The available questions are there, as buttons.
    count = page.locator("#queries [data-query]").count()
    for number in range(count - 1):  # the last reads the card
        before = len(of_region(announcements(page), "status"))
        page.locator("#queries [data-query]").nth(number).click()
        wait_for(page, "status", before + 1)
        assert "Not understood" not in page.locator("#query-answer").inner_text()
    page.locator("#queries [data-query=card]").click()
    expect(page.locator("#aloud")).to_be_visible()  # it warns before it reads the card
    page.keyboard.press("Escape")
    page.locator("#query").press("Escape")
    expect(page.locator("#queries")).to_be_hidden()


def asked_in_play() -> list[str]:
    """Return the names of pages of games under way, except those where people look at their cards."""
    pages = {name: page for name, page in all_states().items() if isinstance(page, TablePage)}
    return [name for name, page in pages.items() if page.end is None and not page.deal.is_on]


@pytest.mark.parametrize("language", ["en", pytest.param("pl", marks=pytest.mark.sweep)])
def test_the_page_and_the_terminal_answer_alike(page: Page, address: str, language: str, sweep: bool) -> None:
    """Each derives its answers independently: the page from its content, the terminal from the board."""
    say, draw = translator(language), renderer(language)
    names = asked_in_play()
    for name in names if sweep else names[:: max(1, len(names) // 6)]:
        state = all_states()[name]
        assert isinstance(state, TablePage)
        page.goto(f"{address}{name}?language={language}")
        is_asked = bool(page.locator("#own-seat.my-turn").count())
        questions = TableQuestions(
            state.public,
            say,
            lambda seat: draw.sentence("board/seat_sentence.html", "said_of", seat),
            is_asked=is_asked,
        )
        page.wait_for_selector("html.with-scripts", state="attached")
        page.keyboard.press("/")
        expect(page.locator("#query")).to_be_focused()
        first = state.public.seats[0].name
        words = [
            say(words).partition("|")[0] for key, words in WORDS.items() if key not in ("card", "question", "time")
        ]
        for text in (*words, f"{words[0]} {first}", f"{words[1]} 2", f"{words[1]} 9", first, "xyzzy"):
            answer = questions.answer(text, {}) or say(SENTENCES["unknown"])
            page.locator("#query").fill(text)
            page.keyboard.press("Enter")
            said = page.locator("#query-answer").text_content() or ""
            assert said.split() == answer.split(), (name, text)


@pytest.mark.sweep
def test_the_question_field_fits_and_returns_the_focus(page: Page, send: Send) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    page.locator("#answer-form input[value=reject]").focus()
    page.keyboard.press("/")
    expect(page.locator("#query")).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = page.locator("#queries").bounding_box()
    assert box is not None
    assert box["height"] <= 0.6 * 568 + 1
    page.keyboard.press("Escape")
    expect(page.locator("#answer-form input[value=reject]")).to_be_focused()


@pytest.mark.sweep
def test_the_question_field_is_translated_and_accessible(page: Page, send: Send, address: str) -> None:
    page.goto(address + "late?language=pl")
    page.locator("#headline").click()
    page.keyboard.press("/")
    expect(page.locator("#query")).to_be_focused()
    assert "za – " in ask(page, "głosy Ewy")
    assert_accessible(page)


@pytest.mark.sweep
def test_without_a_connection_the_question_field_says_so_and_retries(page: Page, send: Send) -> None:
    page.route("**/queries*", lambda route: route.abort())
    page.locator("#headline").click()
    page.keyboard.press("/")
    wait_for(page, "status", 1)
    assert of_region(announcements(page), "status") == ["Connection lost. Trying again…"]
    page.unroute("**/queries*")
    page.keyboard.press("/")
    expect(page.locator("#query")).to_be_focused()


@pytest.mark.sweep
def test_keys_step_through_one_kind_of_announcement(page: Page, send: Send, address: str) -> None:
    page.goto(address + "late")
    page.locator("#headline").click()
    said = []
    for key in ("e", "e", "Shift+E", "Shift+E", "v", "v"):
        before = len(of_region(announcements(page), "status"))
        page.keyboard.press(key)
        wait_for(page, "status", before + 1)
        said.append(of_region(announcements(page), "status")[-1])
    newest = "6 of 6. Mission 2 failed: 2 Success, 1 Fail."
    older = "5 of 6. Grażyna named Ania, Ewa and Grażyna. Approved, 4 for and 3 against."
    assert said[:4] == [newest, older, newest, newest]
    assert said[4].startswith("9 of 9. Mission 4, attempt 3, led by Ewa: rejected. Ania: ")
    assert said[5].startswith("8 of 9. Mission 4, attempt 2, led by Dmitri: rejected. Ania: ")


def after_key(page: Page, key: str) -> str:
    """Press a key that announces something, and return the announcement."""
    before = len(of_region(announcements(page), "status"))
    page.keyboard.press(key)
    wait_for(page, "status", before + 1)
    return of_region(announcements(page), "status")[-1]


def test_each_key_says_so_if_there_is_nothing_to_read_yet(page: Page, send: Send) -> None:
    page.evaluate(
        """() => {
            const lines = ".log > li, #chat-log-lines > li, #votes tbody tr";
            for (const line of document.querySelectorAll(lines)) line.remove();
        }"""
    )
    said = {key: after_key(page, key) for key in "lecv"}
    assert said["l"] == said["e"] == "Nothing has happened yet."
    assert said["c"] == "Nobody has said anything yet."
    assert said["v"] == "No team has been voted on yet."


def test_the_steps_begin_at_the_latest_event(page: Page, send: Send) -> None:
    """Even if a round has just begun and the log begins with a heading."""
    page.evaluate(
        """() => document.querySelector(".log").insertAdjacentHTML(
            "afterbegin", `<li class="heading" id="log-99"><span class="told">Round 2 begins.</span></li>`)"""
    )
    last = after_key(page, "l")
    assert last != "Round 2 begins."
    assert after_key(page, "e").partition(". ")[2] == last


@pytest.mark.parametrize(
    ("level", "kept"),
    [
        pytest.param("all", "events waiting arrival chat reactions", marks=pytest.mark.sweep),
        ("talk", "events chat"),
        pytest.param("game", "events", marks=pytest.mark.sweep),
    ],
)
def test_the_level_of_announcements_can_be_chosen(page: Page, send: Send, level: str, kept: str) -> None:
    page.locator("#headline").click()
    page.keyboard.press("?")
    page.locator(f"#announce-{level}").check(force=True)
    page.locator("#help").get_by_role("button", name="Close").click()
    page.reload()  # the choice stays with this browser
    expect(page.locator("body")).to_have_attribute("data-link", "live")
    expect(page.locator(f"#announce-{level}")).to_be_checked()
    kinds = {
        "events": ("e1-9", "log"),
        "waiting": ("w1-100", "status"),
        "arrival": ("a100", "log"),
        "chat": ("s7", "log"),
        "reactions": ("kr7-2", "status"),
    }
    send(
        *((id, kind, name) for name, (id, kind) in kinds.items()), ("p9", "status", "the end"), ("t1-x", "turn", "turn")
    )
    page.wait_for_function(
        "() => ['events', 'turn', 'the end'].every(last => heard.some(([_, text]) => text === last))"
    )
    texts = {line.text for line in announcements(page)}
    assert texts & set(kinds) == set(kept.split())


@pytest.mark.sweep
def test_the_list_of_keys_has_a_button_for_each_key(page: Page, send: Send) -> None:
    page.locator("#headline").click()
    page.keyboard.press("?")
    keys = page.locator("#help [data-command]")
    listed = [key.get_attribute("data-command") for key in keys.all()]
    commands = (STATIC / "js" / "keys.js").read_text().partition("const COMMANDS = {")[2].partition("\n};")[0]
    assert listed == [key for key in re.findall(r'^  "?([a-z/?])"?: ', commands, re.MULTILINE) if key != "?"]
    page.locator("#help [data-command=t]").click()
    wait_for(page, "status", 1)
    assert of_region(announcements(page), "status") == ["On the team: Ania, Ewa."]


def test_only_the_player_asked_sees_an_alarm_in_the_last_ten_seconds(page: Page, address: str) -> None:
    page.clock.install()
    page.goto(address + "clock")
    page.clock.run_for(500)
    body, clock = page.locator("body"), page.locator(".countdown.is-decision")
    left = float(clock.get_attribute("data-ends") or "") - float(body.get_attribute("data-now") or "")
    page.clock.run_for(round(1000 * (left - 15)))
    expect(body).not_to_have_attribute("data-alarm", "")
    page.clock.run_for(7000)
    expect(body).to_have_attribute("data-alarm", "")
    page.evaluate("() => document.querySelector('#own-seat').classList.remove('my-turn')")
    page.clock.run_for(500)
    expect(body).not_to_have_attribute("data-alarm", "")
