"""Every role, card, hero, villain and avatar has its own drawing, and no file is loaded for one role alone."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from tests.support.offline_room import choose, room
from turncoat.games.hail_hydra import HOUSE_CARDS
from turncoat.games.resistance import roles as resistance
from turncoat.games.resistance.plot_thickens.deck import CARDS as PLOT_CARDS
from turncoat.games.round_table import roles as round_table
from turncoat.games.winter_soldier import roles as winter_soldier
from turncoat.kernel.chapters import Rules
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.table.values.avatars import AVATARS, BOT_AVATARS
from turncoat.testing.rulesets import rulesets
from turncoat.testing.walks import next_choice
from turncoat.web.board.model import Portrait
from turncoat.web.games import presenter_of
from turncoat.web.games.hail_hydra.badges import SPRITE
from turncoat.web.games.hail_hydra.panel import large_drawing
from turncoat.web.http.static_files import STATIC, squeezed
from turncoat.web.table.end import end_part

GAMES = ("resistance", "winter-soldier", "hail-hydra", "round-table")


@cache
def drawings(file: str) -> dict[str, str]:
    """Return each symbol's drawing in a file, with the symbols that it uses inlined."""
    symbols = dict(re.findall(r'<symbol id="([^"]+)"[^>]*>(.*?)</symbol>', (STATIC / file).read_text("utf-8"), re.S))

    def whole(text: str) -> str:
        return re.sub(r'<use href="#([^"]+)"', lambda found: "<g>" + whole(symbols[found[1]]), text)

    return {name: " ".join(whole(text).split()) for name, text in symbols.items()}


def assert_all_differ(file: str, names: Iterable[str]) -> None:
    drawn: dict[str, str] = {}
    for name in names:
        drawing = drawings(file)[name]
        assert "<path" in drawing or "<circle" in drawing
        assert drawn.setdefault(drawing, name) == name, f"{name} is drawn like {drawn[drawing]}"


def roles_of(game: str) -> set[str]:
    """Return every role dealt in any ruleset of the game, and those that a player may turn into."""
    dealt = {role for ruleset in rulesets(game) for role in ruleset.deal(b"roles").roles}
    return dealt | ({"bucky-barnes"} if game == "winter-soldier" else set())


def test_drawings_are_tested_for_every_role() -> None:
    assert roles_of("resistance") == set(resistance.SIDES)
    assert roles_of("winter-soldier") == set(winter_soldier.SIDES)
    assert roles_of("hail-hydra") == {"shield", "hydra"}
    assert roles_of("round-table") == set(round_table.SIDES)


@pytest.mark.parametrize("game", GAMES)
def test_a_role_of_an_outside_chapter_looks_like_its_sides_plain_role(game: str) -> None:
    book, presenter = BOOKS[game], presenter_of(game)
    assert {side: book.side_of(role) for side, role in presenter.plain_roles.items()} == {
        side: side for side in book.victories
    }
    for side, role in presenter.plain_roles.items():
        shown = presenter.drawing_of("saboteur", side, 3, "fox")
        assert shown == presenter.drawing_of(role, side, 3, "fox")
        assert shown.art in drawings(presenter.uniforms)


@pytest.mark.parametrize("game", GAMES)
def test_every_role_has_its_own_uniform_and_emblem(game: str) -> None:
    roles, file = sorted(roles_of(game)), presenter_of(game).uniforms
    assert_all_differ(file, [f"uniform-{role}" for role in roles])
    assert_all_differ(file, [f"emblem-{role}" for role in roles])


def test_no_two_games_share_an_emblem() -> None:
    emblems = [
        text
        for file in ("uniforms.svg", *(presenter_of(game).uniforms for game in GAMES))
        for name, text in drawings(file).items()
        if name.startswith("emblem-")
    ]
    assert len(set(emblems)) == len(emblems)


@pytest.mark.parametrize("game", GAMES)
def test_role_cards_of_a_game_differ_only_in_the_role(game: str) -> None:
    """Check that every role uses the same file with an avatar, so that no request reveals the holder's role."""
    book, presenter = BOOKS[game], presenter_of(game)
    shown = {role: presenter.drawing_of(role, book.side_of(role) or "", 3, "fox") for role in roles_of(game)}
    assert {(one.sprite, one.avatar) for one in shown.values()} == {(presenter.uniforms, "fox")}
    assert all(one.art == f"uniform-{role}" for role, one in shown.items())


def test_a_game_without_drawings_gets_a_uniform_of_each_outline() -> None:
    presenter = presenter_of("a game that nobody knows")
    shown = presenter.drawing_of("wrecker", "wreckers", 0, "owl")
    assert shown.art in drawings(shown.sprite)
    assert (shown.sprite, shown.avatar) == ("uniforms.svg", "owl")
    assert_all_differ("uniforms.svg", ["uniform-shield", "uniform-jagged", "emblem-shield", "emblem-jagged"])


def test_every_badge_has_its_own_drawing() -> None:
    rules: list[Rules] = [*BOOKS.values(), *(chapter for book in BOOKS.values() for chapter in book.chapters.values())]
    icons = [icon for one in rules for word, icon in one.icons.items() if word != "knocked-out"]
    assert len(set(icons)) == len(icons) > 12
    assert_all_differ("art.svg", [*icons, "out"])


def test_drawings_of_a_kind_have_the_grid_that_the_docs_name() -> None:
    page = (Path(__file__).parents[3] / "docs" / "looks.md").read_text("utf-8")
    grids = {
        line.split(" |")[0]: "0 0 {} {}".format(*re.findall(r"\d+", line)[:2])
        for line in page.splitlines()
        if "×" in line
    }
    files = [file.relative_to(STATIC).as_posix() for file in STATIC.rglob("*.svg")]
    for file in files:
        for name, box in boxes_of(file).items():
            if name.startswith(("uniform-", "emblem-")):
                assert box == grids[f"| `{name.split('-')[0]}-ROLE`"], name
    assert set(boxes_of("avatars.svg").values()) == {grids["| an avatar"]}
    rules: list[Rules] = [*BOOKS.values(), *(chapter for book in BOOKS.values() for chapter in book.chapters.values())]
    for name in {
        *presenter_of("resistance").card_art.values(),
        *(icon for one in rules for icon in one.icons.values()),
    }:
        kind = "a mission card" if name.startswith("card-") else "a token or card before a seat"
        assert boxes_of("art.svg")[name] == next(box for said, box in grids.items() if kind in said), name
    cover_grid = 'viewBox="{}"'.format(grids["| a game's cover"])
    covers = [(STATIC / file).read_text("utf-8") for file in files if file.endswith("cover.svg")]
    assert all(cover_grid in cover for cover in covers)


def boxes_of(file: str) -> dict[str, str]:
    """The grid of each symbol of a file."""
    return dict(re.findall(r'<symbol id="([^"]+)" viewBox="([^"]+)"', (STATIC / file).read_text("utf-8")))


def test_every_hero_and_villain_has_its_own_drawing() -> None:
    assert_all_differ(SPRITE, [*HOUSE_CARDS.heroes, *HOUSE_CARDS.villains])


def test_villains_are_drawn_as_large_as_people() -> None:
    large = [large_drawing(villain) for villain in HOUSE_CARDS.villains]
    (file,) = {one.sprite for one in large}
    assert_all_differ(file, [one.art for one in large])
    boxes = dict(re.findall(r'<symbol id="(villain-[^"]+)" viewBox="([^"]+)"', (STATIC / file).read_text("utf-8")))
    assert set(boxes) == {one.art for one in large}
    assert set(boxes.values()) == {"0 0 120 120"}
    assert large_drawing("somebody-else") == Portrait("side-jagged"), "a custom card set has none"


def test_every_mission_card_and_plot_card_has_its_own_drawing() -> None:
    art = presenter_of("resistance").card_art
    assert {"success", "fail", "chief-fail", "reverse", *PLOT_CARDS} <= set(art)
    assert len(set(art.values())) == len(art)
    assert_all_differ("art.svg", art.values())


def test_every_avatar_has_its_own_drawing() -> None:
    avatars = [*AVATARS, *BOT_AVATARS]
    assert set(drawings("avatars.svg")) == set(avatars)
    assert_all_differ("avatars.svg", avatars)


@pytest.mark.parametrize("file", sorted(STATIC.rglob("*.svg")), ids=lambda file: file.relative_to(STATIC).as_posix())
def test_drawing_files_are_valid_xml(file: Path) -> None:
    """Browsers render nothing at all from invalid XML."""
    names = [symbol.get("id") for symbol in ElementTree.parse(file).iter("{http://www.w3.org/2000/svg}symbol")]
    assert len(set(names)) == len(names)


def test_avatars_and_uniforms_stay_under_18_kilobytes() -> None:
    files = ("avatars.svg", "uniforms.svg", *(presenter_of(game).uniforms for game in GAMES))
    assert sum(len(squeezed(file)) for file in files) < 18_000


def test_at_the_end_no_two_players_share_an_avatar() -> None:
    """Even at the largest tables and for any deal, since the avatar is the player's own and the uniform the role's."""
    for game, players in (("resistance", 10), ("winter-soldier", 12), ("hail-hydra", 8), ("round-table", 10)):
        ruleset = Ruleset.of(game, players)
        at = room(ruleset, ruleset.deal(b"end"), tuple(f"Person {seat}" for seat in range(players)))
        session, rng = at.table.session, Random(game)
        assert session is not None
        while session.result is None:
            choose(at, *next_choice(session._game, rng))
        end = end_part(at, session, False, str)
        assert end is not None
        avatars = [person.portrait.avatar for person in end.people]
        assert len(set(avatars)) == players
        roles = [presenter_of(game).role(session.view(SPECTATOR), seat) for seat in range(players)]
        assert [person.portrait.art for person in end.people] == [f"uniform-{role}" for role in roles]
