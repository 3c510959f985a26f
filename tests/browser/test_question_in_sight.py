"""The confirm button is in sight and covers no answer: with a tip, notices, long names and large fonts."""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

import tests.support
from tests.support.boxes import BOXES, IN_SIGHT
from tests.support.fixtures import all_states
from tests.support.fixtures.models import TablePage
from tests.support.fixtures.played import PEOPLE, played_states
from tests.support.galleries import serve_gallery
from tests.support.page_faults import NEXT_FRAME
from tests.support.playing import PHONE, close
from tests.support.serving import serve_sockets
from tools.screens import STILL, Gallery
from turncoat.kernel.rulebooks import BOOKS
from turncoat.locales import translator
from turncoat.locales.pseudo import PSEUDO
from turncoat.web.board.model import PublicPart
from turncoat.web.games import presenter_of
from turncoat.web.http.page import Page as PageOfSite
from turncoat.web.table.clock import AwayPerson
from turncoat.web.table.guide import GuidePart
from turncoat.web.table.option_forms import CardsPart

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

QUESTION: Final = (Path(tests.support.__path__[0]) / "question.js").read_text("utf-8")
"""Returns the layout faults of an open question."""
LONG: Final = tuple(f"{name.split()[0]} Konstantynopolitanka"[:24] for name in PEOPLE)
"""Names of the maximum length."""


class Window(NamedTuple):
    """A window size, with the enlargement of its fonts."""

    width: int
    height: int
    letters: int = 1


SIZES: Final = (
    Window(390, 844),
    Window(360, 640),
    Window(844, 390),
    Window(1024, 700),
    Window(1280, 800),
    Window(320, 640),
    Window(640, 400),  # a desktop enlarged to 200%
    Window(320, 200),  # and to 400%
    Window(390, 844, 2),
    Window(844, 390, 2),
    Window(1280, 800, 2),
)
LANGUAGES: Final[Mapping[str, tuple[str, ...]]] = {"en": PEOPLE, "pl": PEOPLE, PSEUDO: LONG}
"""The languages with their players: names are longer where every text is."""
LOWEST: Final = 700
"""Minimum window height for the pseudo-language, whose top bar alone takes two lines in a low window."""
AROUND: Final = tuple((tip, notices) for tip in (False, True) for notices in (0, 1, 2))
"""Elements above a question: a tip of the guide, and a number of notices."""


@cache
def asked(language: str) -> Mapping[str, TablePage]:
    """Return all states in which a seat is asked something, or has a standing offer."""
    written = all_states() if language == "en" else {}
    states = {**written, **played_states(language, LANGUAGES[language])}
    return {
        name: page
        for name, page in states.items()
        if isinstance(page, TablePage) and page.end is None and (page.own_seat.prompt or page.own_seat.offers)
    }


def longest_tip(language: str) -> str:
    """Return the longest text of any game's guide."""
    say = translator(language)
    return max((say(tip.text) for game in BOOKS for tip in presenter_of(game).tips), key=len)


def around(page: TablePage, language: str, tip: bool, notices: int) -> TablePage:
    """Return the page with the tip and this many notices above the question."""
    say, names = translator(language), [seat.name for seat in page.public.seats]
    away = tuple(
        AwayPerson(seat, say("{name} is away.").format(name=name), say("Let a bot play for {name}").format(name=name))
        for seat, name in enumerate(names[:notices])
    )
    clock = msgspec.structs.replace(page.clock, post_to="/t/code", is_host=True, seated=True, away=away)
    explained = say("Got it")
    guide = (
        GuidePart("/t/code", True, longest_tip(language), True, button=explained, explained=(explained,))
        if tip
        else page.guide
    )
    return msgspec.structs.replace(page, clock=clock if notices else page.clock, guide=guide)


class Crowded(Gallery):
    """Renders each question in each language with everything that may be above it."""

    @classmethod
    @cache
    def states(cls) -> dict[str, PageOfSite]:
        return {
            f"{language}-{number}-{name}": around(page, language, tip, notices)
            for language in LANGUAGES
            for name, page in asked(language).items()
            for number, (tip, notices) in enumerate(AROUND)
        }


def faults_of(tab: Page, window: Window, language: str) -> list[str]:
    """Return the faults of the open question at a size.

    No real text is as long as the pseudo-language, where an answer may have to be scrolled to.
    """
    size: ViewportSize = {"width": window.width, "height": window.height}
    tab.evaluate("size => { document.documentElement.style.fontSize = size; }", f"{window.letters * 100}%")
    tab.set_viewport_size(size)
    tab.evaluate(NEXT_FRAME)  # a script has fitted the board to its new size by then
    wrong: list[str] = []
    if window.letters == 1 and window.width < 1000 and window.height > 200 and language != PSEUDO:
        wrong += tab.evaluate(BOXES)
        wrong += [f"out of sight: {one}" for one in tab.evaluate(IN_SIGHT)]
    wrong += tab.evaluate(QUESTION)
    return [one for one in wrong if language != PSEUDO or "first answer" not in one]


def faults(browser: Browser, looked_at: Iterable[tuple[str, Iterable[Window]]]) -> dict[tuple[str, Window], list[str]]:
    """Return the faults of these questions at these sizes."""
    tab = browser.new_context(reduced_motion="reduce").new_page()
    tab.route_web_socket("**/updates**", serve_sockets([]))
    tab.route_web_socket("**/live**", serve_sockets([]))
    found = {}
    with serve_gallery(Crowded) as address:
        for name, windows in looked_at:
            tab.set_viewport_size({"width": 320, "height": 640})
            tab.goto(f"{address}{name}?language={name.partition('-')[0]}")
            tab.evaluate(STILL)
            tab.evaluate("for (const one of document.querySelectorAll('.asked > .change')) one.open = true")
            for window in windows:
                if name.startswith(PSEUDO) and window.height < LOWEST:
                    continue
                if wrong := faults_of(tab, window, name.partition("-")[0]):
                    found[name, window] = wrong
    close(tab)
    return found


def test_the_confirm_button_is_in_sight_and_covers_no_answer(browser: Browser) -> None:
    """A sample: each kind of question in some language, with something above it, at some sizes."""
    names = list(Crowded.states())
    some = names[:: len(AROUND) * 12 + 1]
    assert {name[0] for name in some} == {language[0] for language in LANGUAGES}
    sizes = cycle([SIZES[k::4] for k in range(4)])
    assert faults(browser, zip(some, sizes, strict=False)) == {}


def test_who_gets_cards_is_in_sight_with_its_button_on_a_phone(browser: Browser) -> None:
    """The cards, the seat, the button and what is possible at any time are in sight together."""
    name = "played-hail-hydra-5-hand-cards-form"
    assert name in played_states()
    tab = browser.new_context(reduced_motion="reduce", viewport=PHONE).new_page()
    tab.route_web_socket("**/updates**", serve_sockets([]))
    with serve_gallery(Gallery) as address:
        for language in ("en", "pl"):
            tab.goto(f"{address}{name}?language={language}")
            tab.evaluate(STILL)
            for part in (".hand", ".count", ".seats-part .chosen", "[data-confirm]"):
                expect(tab.locator(f"#answer-form {part}").first).to_be_in_viewport(ratio=1)
            expect(tab.locator("#any-time > summary")).to_be_in_viewport(ratio=1)
    close(tab)


class ManyCards(Gallery):
    """The question which cards to play, with eight in hand."""

    @classmethod
    def states(cls) -> dict[str, PageOfSite]:
        page = all_states()["hand"]
        assert isinstance(page, TablePage)
        prompt = page.own_seat.prompt
        assert prompt is not None
        hand, *others = prompt.form.parts
        assert isinstance(hand, CardsPart)
        parts = (msgspec.structs.replace(hand, cards=hand.cards * 4), *others)
        form = msgspec.structs.replace(prompt.form, parts=parts)
        asked = msgspec.structs.replace(page.own_seat, prompt=msgspec.structs.replace(prompt, form=form))
        villains = msgspec.structs.replace(page.public, panel=played_board().panel)
        return {"many-cards": msgspec.structs.replace(page, own_seat=asked, public=villains, guide=GuidePart())}


def played_board() -> PublicPart:
    """Return a board of the game whose hands are of number cards."""
    page = played_states()["played-hail-hydra-5-lay-cards-form"]
    assert isinstance(page, TablePage)
    return page.public


def test_what_is_said_of_many_cards_is_in_sight_on_a_phone(browser: Browser) -> None:
    tab = browser.new_context(reduced_motion="reduce", viewport=PHONE).new_page()
    tab.route_web_socket("**/updates**", serve_sockets([]))
    with serve_gallery(ManyCards) as address:
        tab.goto(f"{address}many-cards")
        tab.evaluate(STILL)
        expect(tab.locator("#answer-form .hand .choice")).to_have_count(8)
        for part in ("#asked", ".hand", ".word-part .words", "[data-confirm]"):
            expect(tab.locator(f"#own-seat {part}").first).to_be_in_viewport(ratio=1)
        words, button = tab.locator(".word-part .words").bounding_box(), tab.locator("[data-confirm]").bounding_box()
        assert words is not None
        assert button is not None
        assert words["y"] + words["height"] <= button["y"]
        expect(tab.locator(".foe-power")).to_be_in_viewport(ratio=1)
    close(tab)


@pytest.mark.sweep
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("number", range(len(AROUND)))
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_confirm_button_is_in_sight_in_every_language(browser: Browser, language: str, number: int) -> None:
    names = [name for name in Crowded.states() if name.startswith(f"{language}-{number}-")]
    assert names
    assert faults(browser, [(name, SIZES) for name in names]) == {}


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (".option .confirm { position: relative; top: -40px }", "lies on the answer"),
        pytest.param(".in-play .dock .option { flex: none }", "not in sight", marks=pytest.mark.sweep),
        pytest.param(".answers { padding-top: 400px }", "the first answer is out of sight", marks=pytest.mark.sweep),
    ],
)
def test_a_confirm_button_out_of_sight_or_on_an_answer_is_noticed(browser: Browser, fault: str, said: str) -> None:
    tab = browser.new_context(reduced_motion="reduce", bypass_csp=True).new_page()
    tab.route_web_socket("**/updates**", serve_sockets([]))
    with serve_gallery(Crowded) as address:
        tab.goto(f"{address}en-0-played-hail-hydra-5-choose-hero-onecard")
        tab.evaluate(STILL)
        assert faults_of(tab, SIZES[0], "en") == []
        tab.add_style_tag(content=fault)
        assert any(said in one for one in faults_of(tab, SIZES[0], "en"))
    close(tab)
