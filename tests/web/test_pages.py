"""Pages rendered from their models are well formed, comply with the policy, look alike for all seats, and are light."""

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import PurePath

import msgspec
import pytest

from tests.support.fixtures import RESISTANCE, SPY, all_states, ballot_prompt, card_prompt
from tests.support.fixtures.models import TablePage, draw_page, draw_part, public_parts
from turncoat.web.http.rendering import Renderer
from turncoat.web.http.static_files import STATIC, content, squeezed
from turncoat.web.table.seat import SeatPart

STATES = all_states()
KILO = 1000


class Skeleton(HTMLParser):
    """Tags, attributes and ids of a page. Fails on a tag that is closed out of turn."""

    VOID = frozenset({"meta", "link", "input", "br", "img", "use", "path", "hr", "wbr"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: Counter[str] = Counter()
        self.attributes: list[tuple[str, str, str]] = []
        self.open: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        self.ids.update(value for name, value in attrs if name == "id" and value)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in self.VOID:
            return
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer()


@pytest.mark.parametrize("name", STATES)
def test_every_page_is_well_formed_and_complies_with_the_policy(renderer: Renderer, name: str) -> None:
    html = draw_page(STATES[name], renderer)
    page = Skeleton(html)
    assert page.open == []
    assert [id_ for id_, times in page.ids.items() if times > 1] == []
    assert not [a for a in page.attributes if a[1] == "style" or a[1].startswith("on")]
    assert "<style" not in html
    assert re.findall(r"<script(?![^>]*\bsrc=)", html) == []
    assert re.findall(r'(?:src|href)="(?:https?:)?//', html.replace("http://192.168.1.20:8000/t/KWFX", "")) == []
    dealing = 'id="deal-title"' in html  # the deal replaces the table, which is then hidden
    assert page.tags.count("h1") == 1 + dealing
    for file, drawing in set(re.findall(r'"/static/([\w/-]+\.svg)[^"#]*#([^"]+)"', html)):
        assert f'<symbol id="{drawing}"' in (STATIC / file).read_text(), (file, drawing)


@pytest.mark.parametrize("name", STATES)
def test_every_input_has_a_name_and_every_form_label_an_input(renderer: Renderer, name: str) -> None:
    page = Skeleton(draw_page(STATES[name], renderer))
    targets = [value for tag, attribute, value in page.attributes if tag == "label" and attribute == "for"]
    # The picture of the table is the same for all, so its labels may refer to inputs that only another viewer has.
    assert [t for t in targets if t not in page.ids and not re.fullmatch(r"pick-\d+", t)] == []


def test_shared_parts_contain_nothing_of_a_seat(renderer: Renderer) -> None:
    page = STATES["ballot"]
    assert isinstance(page, TablePage)
    other = msgspec.structs.replace(page, own_seat=SeatPart(4, card=RESISTANCE, waiting="Wait."))
    assert public_parts(page) == public_parts(other)


@pytest.mark.parametrize("prompt", [ballot_prompt(), ballot_prompt("reject"), card_prompt(), None])
def test_spies_and_resistance_get_parts_of_the_same_shape(prompt: object) -> None:
    page = STATES["ballot"]
    assert isinstance(page, TablePage)
    shapes = []
    for card in (SPY, RESISTANCE):
        # The looks of each are their own, whichever side they are on.
        card = msgspec.structs.replace(card, looks=("You played: Success.",))
        mine = SeatPart(3, card=card, prompt=prompt, waiting="Wait.")  # type: ignore[arg-type]
        part = Skeleton(draw_part(msgspec.structs.replace(page, own_seat=mine), "own_seat"))
        shapes.append((part.tags, [a[:2] for a in part.attributes]))
    assert shapes[0] == shapes[1]


def test_names_are_escaped_everywhere(renderer: Renderer) -> None:
    page = STATES["ballot"]
    assert isinstance(page, TablePage)
    bad = '"><script>alert(1)</script>'
    seats = tuple(msgspec.structs.replace(seat, name=bad) for seat in page.public.seats)
    stage = msgspec.structs.replace(page.public.stage, slots=(bad, bad), headline=bad)
    public = msgspec.structs.replace(page.public, seats=seats, stage=stage, short_names=(bad,) * len(seats))
    assert "<script>alert" not in draw_page(msgspec.structs.replace(page, public=public), renderer)


def files(*patterns: str) -> list[str]:
    return [path.relative_to(STATIC).as_posix() for pattern in patterns for path in STATIC.glob(pattern)]


ELSEWHERE = {
    "screen",
    "narrator",
    "replay",
    "games",
    "offline",
    "service_worker",
    "queries",
    "review",
    "puzzles",
    "puzzle_days",
    "emoji",
    "kit",
    "proof",
    "kept_games",
    "my_games",
    "my_tables",
    "meeting",
    "waiting",
    "favicon-waits",
    "circles",
    "passkeys",
    "notices",
    "open_tables",
    "phone",
}
"""Style sheets and scripts, by name, that no table page loads at first. Neither is a game's `screen.css`."""


def test_a_first_visit_to_a_table_is_light(renderer: Renderer) -> None:
    """A page loads what all games share, and the files of its own game."""
    for state, page in STATES.items():
        if not isinstance(page, TablePage):
            continue
        html = draw_page(page, renderer)
        text, drawn = len(html.encode()), sum(len(content(name)) for name in files("fonts/*.woff2"))
        for name in files("css/*.css", "games/*/*.css", "js/*.js", "vendor/*.js", "*.svg", "games/*/*.svg"):
            if PurePath(name).stem in ELSEWHERE or (
                name.startswith("games/") and f"{PurePath(name).parent}/" not in html
            ):
                continue
            if name.endswith(".svg"):
                drawn += len(squeezed(name))
            else:
                text += len(squeezed(name))
        assert text <= 152 * KILO, state
        assert text + drawn <= 232 * KILO, state


def themes() -> dict[str, dict[str, str]]:
    """Return the colours of both themes as the style sheet sets them."""
    sheet = (STATIC / "css/tokens.css").read_text()
    blocks = re.findall(r":root(\[data-theme=\"light\"\]|:not\([^)]*\))? \{(.*?)\n *\}", sheet, re.DOTALL)
    read = [dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", body)) for _, body in blocks]
    night, day, day_by_system = read
    assert day == day_by_system
    return {"night": night, "day": night | day}


def luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


TEXT_ON = {
    "text": ("ground", "ground-lit", "panel", "raised", "ticket"),
    "muted": ("ground", "ground-lit", "panel", "raised", "ticket"),
    "shield": ("ground", "ground-lit", "panel"),
    "jagged": ("ground", "ground-lit", "panel"),
    "felt-text": ("felt", "felt-lit", "felt-slot", "felt-raised"),
    "felt-muted": ("felt", "felt-lit", "felt-slot", "felt-raised"),
    "felt-shield": ("felt", "felt-lit", "felt-slot"),
    "felt-jagged": ("felt", "felt-lit", "felt-slot"),
    "ink": ("card", "card-edge"),
    "ink-soft": ("card",),
    "ink-shield": ("card",),
    "ink-jagged": ("card",),
    "ink-turned": ("card",),
    "on-accent": ("accent",),
    "accent-line": ("panel",),
    "reject-mark": ("reject-fill",),
}
LINES_ON = {
    "line-strong": ("ground", "ground-lit", "panel", "raised"),
    "felt-line-strong": ("felt", "felt-lit", "felt-slot"),
    "accent-line": ("ground", "panel"),
    "accent": ("felt", "felt-lit"),
    "token-edge": ("ground", "panel"),
}


@pytest.mark.parametrize("theme", ["night", "day"])
@pytest.mark.parametrize(("pairs", "least"), [(TEXT_ON, 4.5), (LINES_ON, 3.0)])
def test_colours_have_enough_contrast(theme: str, pairs: dict[str, tuple[str, ...]], least: float) -> None:
    colours = themes()[theme]
    weak = {
        (front, back): round(contrast(colours[front], colours[back]), 2)
        for front, backs in pairs.items()
        for back in backs
        if contrast(colours[front], colours[back]) < least
    }
    assert weak == {}
