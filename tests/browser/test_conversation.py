"""The chat as a conversation, on a phone first: which messages are visible at each moment, and the ways to interact."""

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.talking import (
    KEYBOARD,
    SAYINGS,
    TALL,
    choose_once,
    cover,
    has_come,
    say_in_turn,
    talks,
    visible_messages,
)
from tests.support.fixtures.models import TablePage
from tests.support.fixtures.played import GAMES, played_states
from tests.support.playing import DESK, PHONE, Tab, assert_accessible, close, open_game, sit_together, tab_of
from tests.support.serving import AskForm, Person, Server, serve_sockets
from tools.screens import STILL

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

SMALL: ViewportSize = {"width": 320, "height": 568}
ENLARGED: ViewportSize = {"width": 640, "height": 400}
"""A window of 1280 × 800, enlarged to 200%."""
FIELD = "#chat-form-table-text"
UNTIL_NOW = "box => { box.scrollTop = 0; }"


def open_talk(page: Page) -> None:
    """Open the conversation where it is in a tab."""
    page.locator("#tab-talk").click()
    expect(page.locator("#tab-talk")).to_have_attribute("aria-selected", "true")


def sit_where_bots_are_silent(server: Server, *names: str) -> list[Person]:
    """Seat people at a table without talking bots, so that the test knows the messages' numbers."""
    people = sit_together(server, *names)
    people[0].post(people[0].path, do="change-settings", bots_talk="false")
    return people


def fits(page: Page) -> bool:
    """Return whether the page fits the width of the window."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_messages_and_questions_stay_visible_in_a_text_game(
    browser: Browser, server: Server, tabs: list[Tab], sweep: bool
) -> None:
    """Eight short messages are always visible, and four above a keyboard, and every question can be answered.

    The test checks the first moments and the end, and more of them in the sweep.
    """
    people = sit_where_bots_are_silent(server, "Ola", "Jan", "Mia")
    people[0].start()
    desk, phone, tall = (talks(browser, one, size) for one, size in zip(people, (DESK, PHONE, TALL), strict=True))
    tabs += [desk, phone, tall]
    open_game(*zip(tabs, people, strict=True))
    said, seen, moments = 0, dict[str, list[int]](), list[str]()
    while True:
        said = say_in_turn(people, 10 if not said else 2, said)
        for tab in tabs:
            has_come(tab.page, said)
        is_over = phone.page.locator("main.ended").count() > 0
        moments.append(phone.page.locator("#headline").inner_text())
        if not is_over:
            for tab in (phone, tall):
                open_talk(tab.page)
            desk.page.locator("#chat-scroll").evaluate(UNTIL_NOW)
            seen.setdefault("desk", []).append(visible_messages(desk.page))
            seen.setdefault("phone", []).append(visible_messages(phone.page))
            tall.page.locator(FIELD).focus()
            cover(tall.page, KEYBOARD)
            tall.page.locator("#chat-scroll").evaluate(UNTIL_NOW)
            box = tall.page.locator(FIELD).bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= TALL["height"] - KEYBOARD
            seen.setdefault("keyboard", []).append(visible_messages(tall.page))
            cover(tall.page, 0)
            for tab in (phone, tall):
                tab.page.locator("#tab-table").click()
        else:
            expect(phone.page.locator("#headline")).to_be_in_viewport(ratio=1)
            expect(phone.page.locator(FIELD)).to_be_hidden()
            phone.page.locator("#talk > summary").click()
            for name, tab in (("desk", desk), ("phone", phone)):
                expect(tab.page.locator("#talk")).to_have_attribute("open", "")
                expect(tab.page.locator(FIELD)).to_be_visible()
                seen[name].append(visible_messages(tab.page))
            break
        before = moments[-1]
        choose_once(people)
        for tab in tabs:
            expect(tab.page.locator("#headline")).not_to_have_text(before)
        if len(moments) > (8 if sweep else 2):  # the rest of the game adds nothing new
            while choose_once(people):
                pass
            for tab in tabs:
                expect(tab.page.locator("main.ended")).to_be_attached()
    assert len(moments) > (5 if sweep else 2)
    assert min(seen["desk"]) >= 8, seen
    assert min(seen["phone"]) >= 8, seen
    assert min(seen["keyboard"]) >= 4, seen


def test_a_keyboard_leaves_room_for_messages_and_the_field(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    people = sit_where_bots_are_silent(server, "Ola", "Jan")
    people[0].start()
    say_in_turn(people, 12)
    jan = talks(browser, people[1], TALL)
    tabs.append(jan)
    open_game((jan, people[1]))
    open_talk(jan.page)
    without = visible_messages(jan.page)
    field = jan.page.locator(FIELD)
    field.focus()
    cover(jan.page, KEYBOARD)
    jan.page.locator("#chat-scroll").evaluate(UNTIL_NOW)
    box = field.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= TALL["height"] - KEYBOARD
    assert 4 <= visible_messages(jan.page) <= without
    expect(jan.page.locator("#dock-line")).to_be_visible()
    cover(jan.page, 0)
    assert visible_messages(jan.page) == without
    # Enlarging the page with two fingers does not look like a keyboard.
    jan.page.evaluate("Object.defineProperty(VisualViewport.prototype, 'scale', { get: () => 2 })")
    cover(jan.page, KEYBOARD)
    expect(jan.page.locator("body")).not_to_have_attribute("data-keyboard", "")


def test_new_messages_do_not_scroll_a_reader_of_older_ones(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    people = sit_where_bots_are_silent(server, "Ola", "Jan")
    people[0].start()
    jan = tab_of(browser, people[1], PHONE)
    tabs.append(jan)
    page = jan.page
    say_in_turn(people, 40)
    open_game((jan, people[1]))
    open_talk(page)
    newest, button = page.locator("#chat-log-lines > li:last-child"), page.locator("#to-newest")
    expect(newest).to_be_in_viewport(ratio=1)
    expect(button).to_be_hidden()
    # The newest message is at the bottom and stays there.
    say_in_turn(people, 1, 40)
    has_come(page, 41)
    expect(newest).to_be_in_viewport(ratio=1)
    box = page.locator("#chat-scroll")
    box.evaluate("one => { one.scrollTop = -400; }")
    expect(button).to_be_visible()
    expect(button.locator("b")).to_have_text("")
    top = page.evaluate("document.getElementById('chat-log-20').getBoundingClientRect().top")
    say_in_turn(people, 3, 41)
    has_come(page, 44)
    expect(button.locator("b")).to_have_text("3")
    assert abs(page.evaluate("document.getElementById('chat-log-20').getBoundingClientRect().top") - top) <= 1
    expect(page.locator("[data-first-new]")).to_have_id("chat-log-42")
    button.click()
    expect(newest).to_be_in_viewport(ratio=1)
    expect(button).to_be_hidden()
    # Messages that arrived while I looked elsewhere are marked at their beginning.
    page.locator("#tab-table").click()
    say_in_turn(people, 2, 44)
    has_come(page, 46)
    open_talk(page)
    expect(page.locator("[data-first-new]")).to_have_id("chat-log-45")
    page.locator(FIELD).fill("I have read it.")
    page.keyboard.press("Enter")
    expect(newest).to_have_text("Jan: I have read it.")
    expect(newest).to_have_class("is-own")
    expect(page.locator("[data-first-new]")).to_have_count(0)


@pytest.mark.sweep
def test_the_dock_folds_while_a_player_chats(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    people = sit_where_bots_are_silent(server, "Ola", "Jan", "Mia")
    people[0].start()
    tabs += [tab_of(browser, person, PHONE) for person in people]
    open_game(*zip(tabs, people, strict=True))
    asked = next(tab for tab in tabs if tab.page.locator("#own-seat.my-turn").count())
    page, line = asked.page, asked.page.locator("#dock-line")
    question = page.locator("#asked").inner_text()
    expect(line).to_be_hidden()
    open_talk(page)
    expect(line).to_have_accessible_name(f"Your turn {question}")
    expect(line).to_have_attribute("aria-expanded", "false")
    expect(page.locator("#own-seat")).to_be_hidden()
    box = page.locator(".dock").bounding_box()
    assert box is not None
    assert box["height"] <= 52
    line.click()
    expect(page.locator("#asked")).to_be_visible()
    expect(page.locator("#asked")).to_be_focused()
    expect(line).to_be_hidden()
    page.locator(FIELD).click()
    expect(line).to_be_visible()
    # By keyboard too: the skip link to the question opens it.
    page.locator("a.skip[href='#own-seat']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#own-seat")).to_be_visible()
    page.locator("#tab-votes").click()
    expect(page.locator("#own-seat")).to_be_visible()
    # A new question appears in the line at once.
    other = next(tab for tab in tabs if tab is not asked)
    open_talk(other.page)
    expect(other.page.locator("#dock-line b")).to_have_text("")
    choose_once([people[tabs.index(asked)]])
    expect(other.page.locator("#dock-line b")).to_have_text("Your turn")


@pytest.mark.sweep
def test_beside_the_board_the_dock_folds_only_if_it_must(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    people = sit_where_bots_are_silent(server, "Ola", "Jan")
    people[0].start()
    ola = tab_of(browser, people[0], DESK)
    tabs.append(ola)
    open_game((ola, people[0]))
    say_in_turn(people, 10)
    has_come(ola.page, 10)
    line, field = ola.page.locator("#dock-line"), ola.page.locator(FIELD)
    field.click()
    expect(line).to_be_hidden()
    ola.page.set_viewport_size({"width": 1280, "height": 600})
    ola.page.locator("#chat-scroll").click(position={"x": 4, "y": 4})
    field.click()
    expect(line).to_be_visible()
    assert visible_messages(ola.page) >= 8
    # Whatever is pressed does not move away under the press.
    tab = ola.page.locator("#tab-log")
    tab.click()
    expect(tab).to_have_attribute("aria-selected", "true")
    expect(line).to_be_hidden()
    expect(ola.page.locator("#own-seat")).to_be_visible()


@pytest.mark.sweep
def test_a_tap_on_a_seat_inserts_its_name_into_the_message(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    people = sit_where_bots_are_silent(server, "Ola", "Jan", "Mia")
    people[0].start()
    leader = 0
    for number, person in enumerate(people):
        if AskForm(person.look()).is_open:
            leader = number
    other = people[(leader + 1) % 3]
    desk, phone = talks(browser, people[leader], DESK), talks(browser, other, PHONE)
    tabs += [desk, phone]
    open_game((desk, people[leader]), (phone, other))
    field = desk.page.locator(FIELD)
    field.fill("I trust")
    desk.page.locator("#seat-3 .tile").click()
    expect(field).to_have_value("I trust Aspen ")
    expect(field).to_be_focused()
    desk.page.keyboard.type("and")
    desk.page.locator("#seat-4 .tile").click()
    expect(field).to_have_value("I trust Aspen and Birch ")
    expect(desk.page.locator("#own-seat input:checked[name=team]")).to_have_count(0)  # nobody is picked
    desk.page.keyboard.press("Enter")
    expect(field).to_have_value("")
    # With an empty message, a tap picks the seat if one is to be picked.
    desk.page.locator("#asked:visible, #dock-line:visible").click()
    desk.page.locator("#seat-3 .tile").click()
    expect(desk.page.locator("#own-seat input:checked[value='3']")).to_have_count(1)
    open_talk(phone.page)
    half = phone.page.locator(FIELD)
    expect(phone.page.locator(".mentions")).to_be_hidden()
    half.fill("Why, ?")
    half.evaluate("one => one.setSelectionRange(4, 4)")
    phone.page.locator(".mention", has_text=people[leader].name).click()
    expect(half).to_have_value(f"Why, {people[leader].name} ?")
    expect(half).to_be_focused()
    phone.page.locator("#chat-log-lines > li").last.locator("> b").click()
    expect(half).to_have_value(f"Why, {people[leader].name} {people[leader].name} ?")
    phone.page.keyboard.press("Enter")
    expect(desk.page.locator("#chat-log-lines > li").last).to_have_class("names-me")


def test_a_tap_on_a_seat_throws_a_reaction_at_it_for_all_to_see(
    browser: Browser, server: Server, tabs: list[Tab]
) -> None:
    people = sit_where_bots_are_silent(server, "Ola", "Jan", "Mia")
    people[0].start()
    first, other, *_ = (person for person in people if 'id="pick-' not in person.look())  # a leader picks the seats
    phone, desk = tab_of(browser, first, PHONE), tab_of(browser, other, DESK)
    tabs += [phone, desk]
    open_game((phone, first), (desk, other))
    palette = phone.page.locator("#seat-palette")
    phone.page.locator("#seat-4 > .tile").click()
    expect(palette.get_by_role("button", name="Agree")).to_be_focused()
    assert_accessible(phone.page)
    phone.page.keyboard.press("ArrowRight")
    phone.page.keyboard.press("ArrowRight")
    phone.page.keyboard.press("Enter")
    for tab in (phone, desk):
        expect(tab.page.locator("#chat-log li").last).to_have_attribute("data-thrown-at", "4")
        expect(tab.page.locator(".thrown")).to_be_visible()
        expect(tab.page.locator("#say-log p", has_text="“Haha, Birch!”")).to_have_count(1)
    expect(palette).to_be_hidden()
    # By keyboard, a quick phrase does the same.
    desk.page.locator("#phrase-about").select_option(label="Aspen")
    desk.page.get_by_role("button", name="I love it, …!").click()
    expect(phone.page.locator("#chat-log li").last).to_have_attribute("data-thrown-at", "3")
    assert phone.complaints == desk.complaints == []


def test_a_button_inserts_an_emoji_into_the_message(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    people = sit_where_bots_are_silent(server, "Ola")
    people[0].start()
    ola = tab_of(browser, people[0], DESK)
    tabs.append(ola)
    open_game((ola, people[0]))
    field, button = ola.page.locator(FIELD), ola.page.locator("#chat-form-table").get_by_role("button", name="Emoji")
    field.fill("Well !")
    field.evaluate("one => one.setSelectionRange(5, 5)")
    button.focus()
    ola.page.keyboard.press("Enter")
    emoji = ola.page.get_by_role("dialog", name="Emoji")
    expect(emoji.get_by_role("button").first).to_be_focused()
    assert_accessible(ola.page)
    ola.page.keyboard.press("ArrowRight")
    ola.page.keyboard.press("Enter")
    expect(field).to_have_value("Well 😂!")
    expect(field).to_be_focused()
    expect(emoji).to_be_hidden()
    button.click()
    ola.page.keyboard.press("Escape")
    expect(emoji).to_be_hidden()
    expect(field).to_be_focused()
    assert ola.complaints == []


@pytest.mark.sweep
def test_people_react_to_a_message(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    people = sit_where_bots_are_silent(server, "Ola", "Jan", "Mia")
    people[0].start()
    ola, jan, mia = (tab_of(browser, one, size) for one, size in zip(people, (DESK, PHONE, DESK), strict=True))
    tabs += [ola, jan, mia]
    open_game(*zip(tabs, people, strict=True))
    say_in_turn(people, 2)
    has_come(jan.page, 2)
    open_talk(jan.page)
    button, palette = jan.page.locator("#chat-log-1 .react"), jan.page.locator("#palette")
    expect(button).to_have_accessible_name("React to Ola")
    button.click()
    expect(palette.get_by_role("button")).to_have_count(5)
    expect(palette.get_by_role("button", name="Agree")).to_be_focused()
    assert_accessible(jan.page)
    palette.get_by_role("button", name="Funny").click()
    given = ".given-one[aria-label='Funny: Jan']"
    for tab in tabs:
        expect(tab.page.locator(f"#chat-log-1 {given}")).to_be_attached()
    expect(jan.page.locator(f"#chat-log-1 {given}")).to_have_attribute("aria-pressed", "true")
    expect(ola.page.locator(f"#chat-log-1 {given}")).to_have_attribute("aria-pressed", "false")
    # A tap or key on an existing reaction adds the same. The author hears once what everybody has given.
    mia.page.locator(f"#chat-log-1 {given}").focus()
    mia.page.keyboard.press("Enter")
    expect(ola.page.locator("#chat-log-1 .given-one")).to_have_accessible_name("Funny: Jan and Mia")
    expect(ola.page.locator("#say-status")).to_have_text(
        "Reactions to your message “Good evening, everybody!”. Funny: Jan and Mia."
    )
    for tab in (jan, mia):
        expect(tab.page.locator("#say-log")).not_to_contain_text("Funny")
        expect(tab.page.locator("#say-status")).not_to_contain_text("Funny")
    # Each person has one reaction: another replaces it, and the same again removes it.
    button.click()
    palette.get_by_role("button", name="Love it").click()
    expect(ola.page.locator("#chat-log-1 .given-one")).to_have_count(2)
    mia.page.locator("#chat-log-1 .given-one[aria-label='Funny: Mia']").click()
    expect(ola.page.locator("#chat-log-1 .given-one")).to_have_count(1)
    expect(ola.page.locator("#chat-log-1 .given-one")).to_have_accessible_name("Love it: Jan")
    # Tab reaches one of the buttons, and arrow keys the others.
    last = ola.page.locator("#chat-log-2 .react")
    last.focus()
    for key, now in (
        ("ArrowUp", "#chat-log-1 .react"),
        ("ArrowUp", "#chat-log-1 .given-one"),
        ("End", "#chat-log-2 .react"),
    ):
        ola.page.keyboard.press(key)
        expect(ola.page.locator(now)).to_be_focused()
    assert ola.page.locator(".chat-log button[tabindex='0']").count() == 1
    ola.page.keyboard.press("Enter")
    expect(ola.page.locator("#palette")).to_be_visible()
    ola.page.keyboard.press("Escape")
    expect(ola.page.locator("#palette")).to_be_hidden()
    expect(last).to_be_focused()
    # Reactions of a muted voice are hidden.
    ola.menu("talk")
    ola.page.get_by_role("button", name="Mute Jan").click()
    expect(ola.page.locator(".chat-log .given-one")).to_have_count(0)
    expect(mia.page.locator("#chat-log-1 .given-one")).to_have_count(1)


OCCUPIED = """() => {
    const boxes = (selector) => [...document.querySelectorAll(selector)]
        .map((one) => one.getBoundingClientRect()).filter((box) => box.width && box.height);
    const meets = (low, high, from, to) => low < to - 1 && from < high - 1;
    const overlap = (one, other) =>
        meets(one.left, one.right, other.left, other.right) && meets(one.top, one.bottom, other.top, other.bottom);
    const taken = boxes(".tile, .badge, .stage > *, .missions, .votes, .facts, .chat-form, .dock, .beside, .tabs");
    return boxes(".bubble").filter((bubble) => taken.some((box) => overlap(bubble, box))).length;
}"""
"""Returns the number of bubbles that cover something."""


@pytest.mark.sweep
@pytest.mark.parametrize("players", [5, 10])
def test_bubbles_cover_no_seat_team_or_field(browser: Browser, server: Server, tabs: list[Tab], players: int) -> None:
    people = sit_where_bots_are_silent(server, "Ola", "Jan", "Mia")
    answer = people[0].post(people[0].path, do="set-up", game="resistance", players=str(players))
    assert answer.status_code == 200
    people[0].start()
    ola, jan = tab_of(browser, people[0], DESK), tab_of(browser, people[1], PHONE)
    tabs += [ola, jan]
    open_game((ola, people[0]), (jan, people[1]))
    shown = 0
    for width, height in ((1280, 800), (1024, 768), (1600, 900)):
        ola.page.set_viewport_size({"width": width, "height": height})
        for person in people:
            text = "A long sentence, so that the bubble needs more than one line beside the seat."
            person.post(person.path, do="say", text=text, channel="table")
            expect(jan.page.locator("#said")).to_contain_text(f"{person.name}:")
        expect(ola.page.locator(".chat-log li").last).to_contain_text("Mia")
        assert ola.page.evaluate(OCCUPIED) == 0
        shown += ola.page.locator(".bubble").count()
    assert shown >= 6
    # On a phone, the message is below the question or, without space there, in a line over the dock. It covers nothing.
    latest = jan.page.locator(":is(#said, #lately):visible")
    expect(latest).to_contain_text("Mia:")
    said = latest.bounding_box()
    seats = [seat.bounding_box() for seat in jan.page.locator(".seat").all()]
    assert said is not None
    assert all(seat is not None and seat["y"] + seat["height"] <= said["y"] + 1 for seat in seats)
    expect(jan.page.locator(".bubble")).to_have_count(0)
    latest.click()
    expect(jan.page.locator(FIELD)).to_be_visible()


@pytest.mark.parametrize("locale", [pytest.param("en-US", marks=pytest.mark.sweep), "pl-PL"])
def test_the_conversation_fits_a_small_phone_and_an_enlarged_page(
    browser: Browser, server: Server, tabs: list[Tab], locale: str
) -> None:
    people = sit_where_bots_are_silent(server, "Bartłomiej", "Jan")
    people[0].start()
    say_in_turn(people, 12)
    jan = tab_of(browser, people[1], SMALL, locale=locale, has_touch=True, is_mobile=True)
    tabs.append(jan)
    open_game((jan, people[1]))
    open_talk(jan.page)
    assert visible_messages(jan.page) >= 4
    assert fits(jan.page)
    assert_accessible(jan.page)
    parts = jan.page.locator(".chat-form, .send, .to-newest, .dock-line")
    edges = parts.evaluate_all("all => all.map((one) => one.getBoundingClientRect().right)")
    assert max(edges) <= SMALL["width"]
    # The phrases are one row, which scrolls sideways.
    tops = "() => new Set([...document.querySelectorAll('.phrase')].map((one) => one.getBoundingClientRect().top)).size"
    assert jan.page.evaluate(tops) == 1
    jan.page.set_viewport_size(ENLARGED)
    expect(jan.page.locator(FIELD)).to_be_visible()
    jan.page.locator(FIELD).scroll_into_view_if_needed()
    assert fits(jan.page)
    assert visible_messages(jan.page) >= 2


@pytest.mark.sweep
def test_the_conversation_works_without_scripts(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    people = sit_where_bots_are_silent(server, "Ola", "Jan")
    people[0].start()
    say_in_turn(people, 40)
    jan = tab_of(browser, people[1], PHONE, java_script_enabled=False)
    tabs.append(jan)
    jan.page.goto(f"{people[1].path}#side-talk")
    expect(jan.page.locator("#chat-log-40")).to_be_in_viewport(ratio=1)
    expect(jan.page.locator("#chat-log-1")).not_to_be_in_viewport()
    jan.page.locator(FIELD).fill("I have no scripts.")
    jan.page.locator(".send").click()
    jan.page.goto(f"{people[1].path}#side-talk")
    expect(jan.page.locator("#chat-log-41")).to_contain_text(
        "Jan: “I have no scripts.”".replace("“", "").replace("”", "")
    )
    jan.page.locator("#reaction").select_option("Doubt it")
    jan.page.locator("#chat-log-40 .react").click()
    jan.page.goto(f"{people[1].path}#side-talk")
    expect(jan.page.locator("#chat-log-40 .given-one")).to_have_accessible_name("Doubt it: Jan")
    expect(jan.page.locator("#dock-line, #said, #palette, #to-newest, .mentions").first).to_be_hidden()


IS_IN_SIGHT = """field => {
    const { left, top, width, height } = field.getBoundingClientRect();
    const isOnTop = (y) => document.elementFromPoint(left + width / 2, y) === field;
    return [top + 4, top + height / 2, top + height - 4].every(isOnTop);
}"""


@pytest.mark.sweep
@pytest.mark.parametrize("height", [800, 700])
def test_the_chat_field_stays_in_sight_beside_a_long_question(browser: Browser, address: str, height: int) -> None:
    tab = browser.new_context(reduced_motion="reduce", viewport={"width": 1280, "height": height}).new_page()
    tab.route_web_socket("**/updates**", serve_sockets([]))
    for state in ("played-hail-hydra-5-lay-cards-form", "played-hail-hydra-8-lay-cards-form"):
        tab.goto(address + state)
        tab.evaluate(STILL)
        assert tab.locator("form#answer-form .hand").is_visible()
        assert tab.locator(FIELD).evaluate(IS_IN_SIGHT), state
    close(tab)


SAY = """(box, texts) => {
    const log = document.createElement("ol");
    log.className = "chat-log";
    log.id = "chat-log-lines";
    log.append(...texts.map((text) => {
        const line = document.createElement("li"), who = document.createElement("b");
        who.textContent = "Ola:";
        line.append(who, ` “${text}”`);
        return line;
    }));
    box.replaceChildren(log);
}"""
"""Puts messages on a page whose table has been silent, with the markup of `table/chat_macros.html`."""
ENOUGH = {"hail-hydra": 6}
"""Messages in sight in the games that need a taller dock; elsewhere eight."""
LARGE = "#answer-form .hand, #answer-form:has(.seats-part) .words, .channel"


@pytest.mark.parametrize(
    "name", [name if name == "hail-hydra-8" else pytest.param(name, marks=pytest.mark.sweep) for name in GAMES]
)
def test_many_messages_fit_beside_the_board_for_any_question(
    browser: Browser, address: str, name: str, sweep: bool
) -> None:
    """A hand of cards, a mission to choose for a team, and private talk leave fewer."""
    states = [
        state
        for state, page in played_states().items()
        if state.startswith(f"played-{name}-") and isinstance(page, TablePage) and page.end is None
    ]
    tab = browser.new_context(reduced_motion="reduce", viewport=DESK).new_page()
    tab.route_web_socket("**/updates**", serve_sockets([]))
    seen: dict[str, int] = {}
    for state in states if sweep else states[1::3]:
        tab.goto(address + state)
        tab.evaluate(STILL)
        if not tab.locator(LARGE).count():
            tab.locator("#chat-scroll").evaluate(SAY, [*SAYINGS, *SAYINGS])
            tab.locator("#chat-scroll").evaluate(UNTIL_NOW)
            seen[state] = visible_messages(tab)
    close(tab)
    assert len(seen) >= 4
    assert min(seen.values()) >= ENOUGH.get(name.rpartition("-")[0], 8), seen
