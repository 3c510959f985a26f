"""A table with a chosen deal and no server, and pages open at it."""

from pathlib import Path
from random import Random
from typing import cast

from turncoat.kernel.chapters import Deal
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, Seat
from turncoat.kernel.steps import Choice
from turncoat.table import commands as c
from turncoat.table.runtime.metrics import Metrics
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.state.game_session import GameSession
from turncoat.table.state.table import Table
from turncoat.table.values.occupants import Occupant
from turncoat.web.http.identity import Visitor
from turncoat.web.table.open_page import OpenPage
from turncoat.web.table.page_parts import layout
from turncoat.web.updates.viewer import Outcome


class StillTime:
    """A clock that stands still until a test moves it."""

    moment = 100.0

    def now(self) -> float:
        return self.moment


class Offline:
    """A server that stores nothing, with just enough for rendering pages and reading forms."""

    settings = ServerSettings(Path())
    time = StillTime()
    metrics = Metrics()

    def refresh(self, room: Room) -> None:
        """Do nothing, since no bot and no clock is waiting."""


SERVER = cast(RoomRegistry, Offline())


def long_names(count: int, letters: int = 24) -> tuple[str, ...]:
    """Return names of this many four-byte letters, which hardly compress."""
    rng = Random("names")
    return tuple("".join(chr(rng.randrange(0x20000, 0x2A6D0)) for _ in range(letters)) for _ in range(count))


def room(ruleset: Ruleset, deal: Deal, names: tuple[str, ...] = ()) -> Room:
    """Open a table with people on every seat, where this deal is played."""
    table = Table()
    table.code, table.host, table.games = "BCDF", "person-0", 1
    table.game_setup = c.GameSetup(ruleset.game, ruleset.players, ruleset.modules, dict(ruleset.options))
    names = names or tuple(f"Person {seat}" for seat in range(ruleset.players))
    table.seats = [Occupant("person", names[seat], f"person-{seat}") for seat in range(ruleset.players)]
    session = GameSession(1, ruleset, "00" * 32, ("",) * ruleset.players, (), tuple(table.seats))
    session._game = Game(ruleset, deal)
    session.asked = session.waiting
    table.session = session
    table.events_at = {0: 0}
    return Room(table, SERVER)


def choose(at: Room, seat: Seat, choice: Choice) -> None:
    """Apply a choice as the table does after logging it."""
    table = at.table
    assert table.session is not None
    table.applied += 1
    if table.session.take(seat, choice):
        table.version += 1
        table.events_at[table.version] = len(table.session.view().events)


class Watching:
    """A person's open page at a table. `packs` is true if the browser can unpack, as all recent ones can."""

    def __init__(self, at: Room, seat: Seat, *, packs: bool = False, language: str = "en") -> None:
        self.at, self.seat, self.language = at, seat, language
        self.visitor = Visitor(f"person-{seat}" if seat != SPECTATOR else "somebody", "Somebody")
        self.viewer = OpenPage(at, self.visitor, language, "http://table", "csrf", packs=packs)

    def page(self) -> str:
        return self._fresh_page().load()

    def own_parts(self) -> dict[str, str]:
        """Render the seat's private parts as on a freshly loaded page, by template."""
        viewer = self._fresh_page()
        at, sealed = viewer._context(), viewer._sealed
        drawn = sealed.load(sealed.models(layout("play"), at), at)
        return {part.template: html for part, html in drawn.items()}

    def own_part(self) -> int:
        return sum(len(html.encode()) for html in self.own_parts().values())

    def _fresh_page(self) -> OpenPage:
        return OpenPage(self.at, self.visitor, self.language, "http://table", "csrf")

    def got(self) -> tuple[object, ...]:
        return self.page(), self.viewer.answer(Outcome())
