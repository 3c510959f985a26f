"""The shared screen in every state, written by hand: for screenshots, and for tests of how it fits its sizes."""

from functools import cache
from random import Random

import msgspec

from tests.web.fixtures import MARKS, NAMES, all_states, qr_code, seats, setup
from tests.web.fixtures.models import SetupPage, TablePage
from tests.web.test_secrets import choose, room
from turncoat.kernel.rulesets import Ruleset
from turncoat.table.values.avatars import AVATARS
from turncoat.testing.walks import next_choice
from turncoat.web.board.model import PublicPart
from turncoat.web.games import screen_styles
from turncoat.web.games.hail_hydra.panel import Added, HydraPanel
from turncoat.web.http.page import TableLink
from turncoat.web.screen.shared_screen import ScreenPage, screen_page
from turncoat.web.table.clock import ClockPart
from turncoat.web.table.setup import SetupSeat

HOST = "192.168.1.20:8000"


def screen_of(page: SetupPage | TablePage) -> ScreenPage:
    """The shared screen of the same table."""
    site = msgspec.structs.replace(page.site, path="/t/KWFX/screen", csrf="")
    shown = ScreenPage(
        site,
        "KWFX",
        HOST,
        languages=(TableLink("pl", "Polski", "", "/t/KWFX/screen?lang=pl"),),
        styles=screen_styles(),
        narrator_url="/t/KWFX/narrator",
        socket="/t/KWFX/screen/live",
    )
    if isinstance(page, SetupPage):
        part = msgspec.structs.replace(page.setup, qr=qr_code(f"http://{HOST}/t/KWFX"))
        return msgspec.structs.replace(shown, setup=part)
    return msgspec.structs.replace(shown, public=page.public, end=page.end, clock=page.clock)


def lobby(count: int) -> ScreenPage:
    """Before a game with this number of seats, half of them taken."""
    page = setup(False)
    people = tuple(
        SetupSeat(k, NAMES[k], "person", list(AVATARS)[k]) if k < count // 2 else SetupSeat(k, "Empty seat", "empty")
        for k in range(count)
    )
    part = msgspec.structs.replace(page.setup, seats=people, code="KWFXR")
    return msgspec.structs.replace(screen_of(msgspec.structs.replace(page, setup=part)), code="KWFXR")


LONG = tuple(f"{name} Wołomińska-Mroczkowska"[:24] for name in NAMES)
"""Names as long as they may be."""


def crowded(page: ScreenPage) -> ScreenPage:
    """The same with long names, everything at once before each seat, and long words on the stage."""
    public = page.public
    assert public is not None
    people = tuple(
        msgspec.structs.replace(
            seat,
            name=LONG[seat.number],
            role="S.H.I.E.L.D. agent",
            side="shield" if seat.number % 2 else "jagged",
            leader=seat.number == 2,
            presence="away",
            chosen=bool(seat.number % 3),
            asked=True,
            badges=(*seat.badges, *MARKS, *MARKS)[: 1 + seat.number % 7],
        )
        for seat in public.seats
    )
    names = " ".join(LONG[:5])
    stage = msgspec.structs.replace(
        public.stage,
        headline=f"{LONG[0]} accuses {LONG[1]} of being the Winter Soldier",
        line=f"Waiting for {names}, {names}.",
        slots=LONG[: len(public.stage.slots)],
    )
    log = tuple(msgspec.structs.replace(line, text=f"{line.text} {names} {names}") for line in public.log)
    full = msgspec.structs.replace(public, seats=people, stage=stage, log=log, on_board=f"{public.on_board}, {names}")
    if full.panel is not None and isinstance(full.panel.model, HydraPanel):
        full = _full_table(full, full.panel.model)
    return msgspec.structs.replace(page, public=full, clock=_clocked(), host="turncoat.a-long-domain-name.example:8000")


def _full_table(public: PublicPart, panel: HydraPanel) -> PublicPart:
    """As many cards as possible, eight heroes with three each; and everybody has said something."""
    replace = msgspec.structs.replace
    attack = tuple(Added("−1" if k % 2 else "+2", not k % 2, f"−{k}") for k in range(24))
    waiting = f"Waiting for {LONG[0]}, {LONG[1]} and {LONG[2]}."
    assert public.panel is not None
    return replace(
        public,
        panel=replace(public.panel, model=replace(panel, attack=attack, hidden=0, total="−24")),
        stage=replace(public.stage, screen_line=waiting),
        seats=tuple(replace(seat, hand=10, speech="This is good") for seat in public.seats),
    )


def _clocked() -> ClockPart:
    clock = all_states()["paused"]
    assert isinstance(clock, TablePage)
    return msgspec.structs.replace(clock.clock, paused="")


def crowded_end(page: ScreenPage, count: int) -> ScreenPage:
    """The end of a game of this number of players, with as much to tell as possible."""
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


def played(ruleset: Ruleset, seed: int, choices: int, language: str = "en") -> ScreenPage:
    """A game after this number of random choices, or at its end."""
    deal = ruleset.deal(str(seed).encode())
    at, rng = room(ruleset, deal, NAMES[: ruleset.players]), Random(seed)
    at.presence.shown = frozenset(occupant.person for occupant in at.table.seats[::2])
    session = at.table.session
    assert session is not None
    for _ in range(choices):
        if session.result is not None:
            break
        choose(at, *next_choice(session._game, rng))
    return screen_page(at, at.table.code, language, f"http://{HOST}")


def played_states() -> dict[str, ScreenPage]:
    """Games of every kind, each after different numbers of random choices, and at its end."""
    rulesets = {
        "hydra-5": Ruleset.of("hail-hydra", 5),
        "hydra-8": Ruleset.of("hail-hydra", 8),
        "winter-12": Ruleset.of("winter-soldier", 12, ("black-widow", "maria-hill", "scarlet-witch")),
        "plots-10": Ruleset.of("resistance", 10, ("plot-thickens", "hunter", "inquisitor")),
    }
    states = {
        f"{name}-{choices}": played(ruleset, 5, choices)
        for name, ruleset in rulesets.items()
        for choices in (0, 25, 75, 200, 9999)
    }
    polish = {
        f"polish-{name}-{choices}": played(ruleset, 5, choices, "pl")
        for name, ruleset in rulesets.items()
        for choices in (75, 9999)
    }
    return states | polish


@cache
def screen_states() -> dict[str, ScreenPage]:
    """Every state of a table by name, as its shared screen shows it."""
    states = {name: screen_of(page) for name, page in all_states().items() if isinstance(page, TablePage)}
    ends = {f"end-{count}": crowded_end(states["end"], count) for count in (5, 8, 10, 12)}
    games = played_states()
    full = {
        f"crowded-{name}": crowded({**states, **games}[name])
        for name in ("name-team-5", "ballots-shown", "ten", "twelve", "hydra-5-75", "hydra-8-75", "winter-12-75")
    }
    return {"lobby": screen_of(setup(False)), "lobby-12": lobby(12), **states, **ends, **games, **full}
