"""Circles and games of circles for tests."""

import re
from typing import Any

import httpx

from tests.support.serving import Person
from turncoat.circles import changes
from turncoat.circles.circle import Circle, CircleGame, Played
from turncoat.table.store.errors import Conflict
from turncoat.table.store.protocols import Document

NOW = 1_790_000_000
HOUR = 60 * 60
DAY = 24 * HOUR


def circle_of(*names: str) -> Circle:
    """Return a circle whose members have these names. The first is its admin, and each one's browser is its name."""
    first, *others = names
    circle = changes.founded("BCDFGHJK", "Thursdays", first, first, NOW)
    for name in others:
        circle = changes.joined(circle, circle.secret, name, name, NOW)
    return circle


def game(
    number: int,
    winner: str = "resistance",
    sides: tuple[str, ...] = ("resistance", "resistance", "resistance", "spy", "spy"),
    members: tuple[int, ...] = (1, 2, 0, 3, 0),
    ended: int = 0,
    table: str = "KWFX",
    modules: tuple[str, ...] = (),
) -> CircleGame:
    """Return a game whose seats have these sides and members. A zero stands for a guest."""
    seats = tuple(
        Played(member, "" if member else f"Guest {seat}", "", side, side)
        for seat, (member, side) in enumerate(zip(members, sides, strict=True))
    )
    ended = ended or NOW + number * HOUR
    return CircleGame(table, number, "resistance", modules, winner, ended, seats, ended - 1800)


class MemoryDocuments:
    """Documents in memory, with a clock that tests set.

    So many writes as `overtaken` are refused, as if others had been quicker.
    """

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], Document] = {}
        self.at = float(NOW)
        self.overtaken = 0
        self.cleaned = 0
        self.dues: dict[tuple[str, str], int] = {}

    def time(self) -> float:
        return self.at

    clock = time

    async def read_document(self, kind: str, name: str) -> Document | None:
        return self.kept.get((kind, name))

    def _check(self, kind: str, name: str, after: int) -> None:
        found = self.kept.get((kind, name))
        if self.overtaken:
            self.overtaken -= 1
            raise Conflict
        if (found.version if found is not None else 0) != after:
            raise Conflict

    async def write_document(self, kind: str, name: str, value: bytes, *, after: int = 0, due: int = 0) -> int:
        self._check(kind, name, after)
        self.kept[kind, name] = Document(name, after + 1, value)
        self.dues[kind, name] = due
        return after + 1

    async def delete_document(self, kind: str, name: str, *, after: int) -> None:
        self._check(kind, name, after)
        del self.kept[kind, name]

    async def clean(self) -> None:
        self.cleaned += 1


class Friend(Person):
    """A visitor who uses circles."""

    id = ""

    def token(self) -> None:
        found = re.search(r'name="csrf" value="([0-9a-f]+)"', self.client.get("/circles").text)
        assert found
        self.csrf = found[1]

    def found(self, name: str = "Thursdays") -> "Friend":
        self.token()
        page = self.post("/circles", circle=name, name=self.name)
        assert page.status_code == 200, page.text
        self.id = page.url.path.rpartition("/")[2]
        return self

    def page(self, **query: Any) -> httpx.Response:
        return self.client.get(f"/c/{self.id}", params=query)

    def act(self, do: str, **fields: Any) -> httpx.Response:
        return self.post(f"/c/{self.id}", do=do, **fields)

    @property
    def invitation(self) -> str:
        found = re.search(r"/c/join/([A-Z]+)", self.page().text)
        assert found, self.page().text
        return found[1]

    def join(self, invitation: str) -> httpx.Response:
        self.token()
        page = self.post(f"/c/join/{invitation}", name=self.name)
        self.id = page.url.path.rpartition("/")[2]
        return page
