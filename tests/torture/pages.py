"""People with open pages who play while servers are tortured.

Like the page's script, they reconnect automatically and repeat unanswered requests.
"""

import asyncio
import re
import time
from collections.abc import Mapping
from html import unescape
from random import Random
from typing import Any, Final

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.support.open_page import unpacked
from tests.support.serving import AskForm
from tests.torture.robots import AGAIN, LIMIT, NO_SERVER, Broken, to_its_end

FIRST_WAIT: Final = 0.5
"""Seconds until a page reconnects. `socket.js` has the same value, and doubles it after each failure."""
LONGEST_WAIT: Final = 15.0
MOST_TRIES: Final = 40
OK: Final = 200
NO_STORE: Final = 507
"""Status of a server whose database is out of reach."""
_BODY: Final = re.compile(r"<body[^>]*>")
_DATA: Final = re.compile(r'data-(\w+)="([^"]*)"')
_CSRF: Final = re.compile(r'name="csrf" value="([0-9a-f]+)"')


class Page:
    """A person with a browser, who has a seat at a table or will take one."""

    def __init__(self, url: str, table: str, name: str, seed: str) -> None:
        self.table, self.name = table, name
        self.taken: set[str] = set()
        """Ids of acknowledged commands."""
        self.waits: list[float] = []
        """Periods for which the page was not live, in seconds."""
        self.resent = 0
        self._random = Random(seed)
        self._client = httpx.AsyncClient(base_url=url, follow_redirects=True, timeout=LIMIT)
        self._path = f"/t/{table}"
        self._csrf = ""
        self._body: Mapping[str, str] = {}
        self._version = 0
        self._lost_since: float | None = None
        self._last: dict[str, Any] = {}
        """The last choice that was taken."""

    @property
    def lost_since(self) -> float | None:
        """Time since which the page is not live, or None if it is."""
        return self._lost_since

    async def sit(self) -> None:
        """Take a seat."""
        await self._look()
        answer = await self._post(self._path, {"do": "sit", "name": self.name})
        if answer.status_code != OK and not self.resent:  # otherwise the first answer was lost
            raise Broken(f"{self.table}: {self.name} cannot sit down: {answer.status_code}")

    async def run(self) -> None:
        """Play until cancelled."""
        wait = FIRST_WAIT
        try:
            await self._load()
            while True:
                try:
                    if await self._stay():
                        continue
                except (OSError, WebSocketException, EOFError, TimeoutError):
                    pass
                if self._lost_since is None:  # it was live
                    wait = FIRST_WAIT
                self._note_lost()
                await asyncio.sleep(wait * self._random.uniform(0.75, 1.25))
                wait = min(2 * wait, LONGEST_WAIT)
        finally:
            await self._client.aclose()

    async def _stay(self) -> bool:
        """Keep the page open until its socket ends. Return whether another page is to be loaded."""
        cookies = "; ".join(f"{name}={value}" for name, value in self._client.cookies.items())
        headers = {"Cookie": cookies, "Origin": str(self._client.base_url).rstrip("/")}
        url = f"{headers['Origin'].replace('http', 'ws', 1)}{self._body['socket']}&packed=1&after={self._version}"
        async with connect(url, additional_headers=headers, max_size=None, open_timeout=LIMIT) as line:
            async for text in line:
                update = unpacked(text)
                if "code" in update and "version" not in update:  # goodbye
                    continue
                self._note_live()
                if update.get("go"):
                    await self._load()
                    return True
                if update["version"] < self._version:
                    raise Broken(f"{self.table}: {self.name} has seen {self._version}, and now {update['version']}")
                self._version = update["version"]
                await self._choose()
        return False

    async def _load(self) -> None:
        """Reload the page."""
        found = _BODY.search(await self._look())
        assert found is not None
        self._body = {name: unescape(value) for name, value in _DATA.findall(found[0])}
        self._version = int(self._body["version"])

    async def _choose(self) -> None:
        """Answer questions as long as there are any."""
        while (form := AskForm(await self._look())).is_open:
            for turn in range(MOST_TRIES):
                fields = form.first_choice(self._random.randrange(MOST_TRIES) if turn < MOST_TRIES // 2 else turn)
                answer = await self._post(form.action, fields)
                if answer.status_code == OK:
                    self.taken.add(fields["command"])
                    self._last = {"action": form.action, "fields": fields}
                    break
                if AskForm(answer.text).prompt != form.prompt:
                    break  # others have ended the question
            if self._last and self._random.random() < AGAIN:
                self.resent += 1
                await self._post(self._last["action"], self._last["fields"])

    async def _look(self) -> str:
        answer = await self._ask("GET", self._path)
        if answer.status_code != OK:
            raise Broken(f"{self.table}: {self.name} is shown {answer.status_code}")
        if found := _CSRF.search(answer.text):
            self._csrf = found[1]
        return answer.text

    async def _post(self, path: str, fields: Mapping[str, Any]) -> httpx.Response:
        return await self._ask("POST", path, {**fields, "csrf": self._csrf})

    async def _ask(self, method: str, path: str, fields: Mapping[str, Any] | None = None) -> httpx.Response:
        """Repeat the request until a server answers."""
        while True:
            try:
                answer = await to_its_end(self._client.request(method, path, data=fields))
                if answer.status_code not in (*NO_SERVER, NO_STORE):
                    return answer
            except httpx.TransportError:
                pass
            self._note_lost()
            self.resent += method == "POST"
            await asyncio.sleep(FIRST_WAIT * self._random.uniform(0.75, 1.25))

    def _note_lost(self) -> None:
        if self._lost_since is None:
            self._lost_since = time.monotonic()

    def _note_live(self) -> None:
        if self._lost_since is not None:
            self.waits.append(time.monotonic() - self._lost_since)
            self._lost_since = None
