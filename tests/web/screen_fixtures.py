"""The shared screen in every state, filled by hand: for looking at, and for tests of how it fits its sizes."""

from random import Random

import msgspec

from tests.web.fixtures import NAMES, all_states, qr_code, seats, setup
from tests.web.test_secrets import choose, seated
from turncoat.kernel.rulesets import Ruleset
from turncoat.testing.walks import next_choice
from turncoat.web.pages import ScreenPage, SetupPage, SetupSeat, TableLink, TablePage
from turncoat.web.screen import screen_page

HOST = "192.168.1.20:8000"


def screen_of(page: SetupPage | TablePage) -> ScreenPage:
    """The shared screen of the same table."""
    site = msgspec.structs.replace(page.site, path="/t/KWFX/screen", csrf="")
    shown = ScreenPage(
        site,
        "KWFX",
        HOST,
        languages=(TableLink("pl", "Polski", "", "/t/KWFX/screen?lang=pl"),),
        narrator_url="/t/KWFX/narrator",
        socket="/t/KWFX/screen/live",
    )
    if isinstance(page, SetupPage):
        part = msgspec.structs.replace(page.setup, qr=qr_code(f"http://{HOST}/t/KWFX"))
        return msgspec.structs.replace(shown, setup=part)
    return msgspec.structs.replace(shown, public=page.public, end=page.end)


def lobby(count: int) -> ScreenPage:
    """Before a game with so many seats, half of them taken."""
    page = setup(False)
    people = tuple(
        SetupSeat(k, NAMES[k], "person") if k < count // 2 else SetupSeat(k, "Empty seat", "empty")
        for k in range(count)
    )
    part = msgspec.structs.replace(page.setup, seats=people, code="KWFXR")
    return msgspec.structs.replace(screen_of(msgspec.structs.replace(page, setup=part)), code="KWFXR")


def crowded_end(page: ScreenPage, count: int) -> ScreenPage:
    """The end of a game of so many, with as much to tell as there can be."""
    assert page.end is not None
    assert page.public is not None
    few = page.end.people
    people = tuple(
        msgspec.structs.replace(few[k % len(few)], number=k, name=NAMES[k], role="Resistance Coordinator")
        for k in range(count)
    )
    scene = ("Cleo names Hugo as Nick Fury.", "Hugo turns over: S.H.I.E.L.D. agent.", "The last guess was wrong.")
    end = msgspec.structs.replace(page.end, people=people, scene=scene)
    public = msgspec.structs.replace(page.public, seats=seats(count))
    return msgspec.structs.replace(page, end=end, public=public)


def played(ruleset: Ruleset, seed: int, choices: int) -> ScreenPage:
    """A game after so many random choices, or at its end."""
    deal = ruleset.deal(str(seed).encode())
    at, rng = seated(ruleset, deal, NAMES[: ruleset.players]), Random(seed)
    at.here = {sitter.person: 1 for sitter in at.table.seats[::2]}
    play = at.table.play
    assert play is not None
    for _ in range(choices):
        if play.result is not None:
            break
        choose(at, *next_choice(play._game, rng))
    return screen_page(at, at.table.code, "en", f"http://{HOST}")


def played_states() -> dict[str, ScreenPage]:
    """Games of every kind, as they come: each some choices after the other, and its end."""
    rulesets = {
        "hydra-5": Ruleset.of("hail-hydra", 5),
        "hydra-8": Ruleset.of("hail-hydra", 8),
        "winter-12": Ruleset.of("winter-soldier", 12, ("black-widow", "maria-hill", "scarlet-witch")),
        "plots-10": Ruleset.of("resistance", 10, ("plot-thickens", "hunter", "inquisitor")),
    }
    return {
        f"{name}-{choices}": played(ruleset, 5, choices)
        for name, ruleset in rulesets.items()
        for choices in (0, 25, 75, 200, 9999)
    }


def screen_states() -> dict[str, ScreenPage]:
    """Every state of a table by name, as its shared screen shows it."""
    states = {name: screen_of(page) for name, page in all_states().items() if isinstance(page, TablePage)}
    ends = {f"end-{count}": crowded_end(states["end"], count) for count in (5, 8, 10, 12)}
    return {"lobby": screen_of(setup(False)), "lobby-12": lobby(12), **states, **ends, **played_states()}
