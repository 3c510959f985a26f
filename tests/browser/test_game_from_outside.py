"""A whole game from outside in a browser: chosen at setup, played, with a card held, the bell rung, and a replay."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.lighthouse import installed, lighthouse_serving
from tests.support.playing import PHONE, Tab
from tests.support.serving import AskForm, Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def lighthouse(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    environ = installed(tmp_path_factory.mktemp("installed"))
    with lighthouse_serving(tmp_path_factory.mktemp("data"), environ) as server:
        yield server


def test_a_game_from_outside_works_on_a_phone(browser: Browser, lighthouse: Server, tabs: list[Tab]) -> None:
    tab = Tab(browser, lighthouse.url, PHONE)
    tabs.append(tab)
    page = tab.page
    code = tab.open_table("Ola")
    page.locator("#game-lighthouse").check()
    expect(page.locator("#game-lighthouse[checked]")).to_have_count(1)
    page.locator("#players-3").check()
    expect(page.locator(".chair")).to_have_count(3)
    others = [Person(lighthouse, name, code).sit() for name in ("Jan", "Eve")]
    expect(page.locator(".chairs")).to_contain_text("Eve")
    tab.start()
    expect(page.locator("h1")).to_have_text("Night 1: Ola keeps watch.")
    assert page.locator(".lighthouse").evaluate("one => getComputedStyle(one).display") == "grid"
    assert_drawn(page, ".tower .beams")
    assert_fits(page)

    hold_card(page)
    pour(tab, others, "water")
    expect(page.locator("h1")).to_have_text("Night 1: Oil 2, Water 1. The light goes out.")
    expect(page.locator(".nights.is-dark .is-won")).to_have_count(1)
    expect(page.locator(".lighthouse .cans .card")).to_have_count(3)
    assert_drawn(page, ".lighthouse .cans .water .card-art")
    expect(page.locator(".tower .beams")).to_have_count(0)

    expect(page.locator("#asked")).to_have_text("The light went out. Whose can do you look into?")
    tab.make("answer-form", {"answer": ["1"]})
    expect(page.locator("h1")).to_have_text("Night 2: Jan keeps watch.")
    page.locator(".keep-label").click()
    expect(page.locator("#card-front .looks")).to_contain_text("Ola (me) looks into Jan's can: Water.")
    page.locator(".keep-label").click()
    assert_fits(page)

    page.locator(".turn-line a.rule").click()
    rule = page.locator("#rule-dialog")
    expect(rule).to_contain_text("Everybody pours one can into the lamp, in secret.")
    expect(rule).to_be_visible()
    assert_fits(page)
    with page.expect_popup() as opened:
        rule.locator(".rule-dialog-all").click()
    rules = opened.value
    assert rules.url.endswith("/rules/lighthouse#LIG-NIGHT-2")
    expect(rules.locator("#LIG-NIGHT-2")).to_be_in_viewport()
    expect(rules.locator("#LIG-NIGHT-2")).to_contain_text("Everybody pours one can into the lamp, in secret.")
    rules.close()
    rule.get_by_role("button", name="Close").click()
    expect(rule).to_be_hidden()

    tab.make("offer-ring", {"answer": ["1"]})
    expect(page.locator("#end h1")).to_have_text("You won")
    expect(page.locator(".verdict p")).to_have_text("The keepers win. A wrecker was named.")
    expect(page.locator(".scene")).to_have_text("Ola rings the bell. Jan turns over: Wrecker.")
    expect(page.locator(".unmasked .role.won")).to_have_count(2)
    assert_drawn(page, ".unmasked .role.is-jagged .portrait")
    assert_fits(page)

    page.get_by_role("link", name="Watch again").click()
    expect(page.locator(".lighthouse")).to_be_visible()
    assert_fits(page)
    page.goto(f"/t/{code}/games")
    expect(page.locator("#game-1")).to_contain_text("Game 1: Lighthouse")
    expect(page.locator("table", has_text="Wins by side")).to_contain_text("Keepers")
    page.goto(f"/t/{code}/narrator")
    expect(page.locator("#script-title ~ p").last).to_have_text(
        "With these rules there is no reveal: nobody opens their eyes."
    )


@pytest.mark.sweep
def test_a_game_from_outside_works_on_the_shared_screen(browser: Browser, lighthouse: Server, tabs: list[Tab]) -> None:
    ola = Person(lighthouse, "Ola").open()
    ola.post(ola.path, do="set-up", game="lighthouse", players="3")
    others = [Person(lighthouse, name, ola.code).sit() for name in ("Jan", "Eve")]
    screen = Tab(browser, lighthouse.url, {"width": 1280, "height": 720})
    tabs.append(screen)
    screen.page.goto(f"{ola.path}/screen")
    expect(screen.page.locator("#screen")).to_contain_text("Lighthouse, 3 players")
    ola.start()
    expect(screen.page.locator("h1")).to_have_text("Night 1: Ola keeps watch.")
    for person, can in zip((ola, *others), ("oil", "water", "oil"), strict=True):
        answer(person, can)
    expect(screen.page.locator("h1")).to_have_text("Night 1: Oil 2, Water 1. The light goes out.")
    stones, plate = (screen.page.locator(one).first.bounding_box() for one in (".tower", ".at-top .plate"))
    assert stones is not None
    assert plate is not None
    assert stones["height"] > 100  # in the units of the screen
    assert plate["y"] + plate["height"] <= stones["y"]
    middle, last = (screen.page.locator(one).last.bounding_box() for one in (".lighthouse", ".cans .card"))
    assert middle is not None
    assert last is not None
    assert last["x"] + last["width"] <= middle["x"] + middle["width"]
    assert_fits(screen.page)


def hold_card(page: Page) -> None:
    """Check that the card is visible only while it is held."""
    front = page.locator("#card-front")
    expect(front).to_be_hidden()
    page.locator(".hold").hover()
    page.mouse.down()
    expect(front).to_be_visible()
    expect(front.locator("h3")).to_have_text("Keeper")
    assert_drawn(page, "#card-front .portrait")
    page.mouse.up()
    expect(front).to_be_hidden()


def pour(tab: Tab, others: list[Person], of_wrecker: str) -> None:
    tab.make("answer-form", {"answer": ["oil"]})
    expect(tab.page.locator("#asked")).to_contain_text("Your can is at the lamp.")
    for person, can in zip(others, (of_wrecker, "oil"), strict=True):
        answer(person, can)


def answer(person: Person, value: str) -> None:
    form = AskForm(person.look())
    assert person.client.post(form.action, data={**form.hidden, "answer": value}).status_code == 200


def assert_drawn(page: Page, drawing: str) -> None:
    """Check that the drawing comes from the package's own file, which contains it."""
    used = page.locator(drawing).first.locator("use").get_attribute("href")
    assert used is not None
    address, _, name = used.partition("#")
    assert "/games/lighthouse/art.svg" in address
    assert f'<symbol id="{name}"' in page.request.get(address).text()
    assert page.locator(drawing).first.evaluate("one => one.getBBox().width > 0")


def assert_fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
