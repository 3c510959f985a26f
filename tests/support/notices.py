"""Visitors of a server in this process, whose messages reach one site."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
from starlette.applications import Starlette

from tests.support.tls_site import HOST, TlsSite, tls_site
from turncoat.table.runtime.notices import TurnNotice
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.values.notice_settings import NoticeSettings
from turncoat.web.app import create_app
from turncoat.web.http.identity import Visitor
from turncoat.web.http.limits import RateLimits
from turncoat.web.notices.notifier import Notifier

HERE = f"https://{HOST}/hook"


class Visit:
    """A visitor of a server in this process, whose messages reach one site."""

    def __init__(self, app: Starlette, site: TlsSite, name: str = "ola") -> None:
        self.app, self.site, self.person = app, site, name
        self.notifier: Notifier = app.state.notifier
        site.redirect(self.notifier.poster)
        signer = app.state.context.signer
        visitor = Visitor(name, name.title())
        self.csrf = signer.csrf(visitor)
        cookie = str(signer._visitors.dumps([name, name.title()]))
        transport = httpx.ASGITransport(app)
        self.client = httpx.AsyncClient(
            transport=transport, base_url="http://localhost", cookies={"turncoat": cookie}, follow_redirects=True
        )
        self.client.headers["Accept-Language"] = "en"

    async def post(self, **fields: str) -> httpx.Response:
        return await self.client.post("/notices", data={"csrf": self.csrf, **fields})

    async def settings(self) -> NoticeSettings:
        return await self.notifier.recipients.read(self.person)

    async def turn(self, code: str = "BCDFGH") -> list[str]:
        """Tell the visitor of a turn through every channel, and return those that failed for now."""
        channels = (await self.settings()).channels
        return list(await self.notifier.deliver(TurnNotice(self.person, code, "resistance"), channels))


@asynccontextmanager
async def visiting(tmp_path: Path, *answers: str, rates: RateLimits | None = None) -> AsyncIterator[Visit]:
    app = create_app(ServerSettings(tmp_path, hold=0, scenes=0), rates)
    async with app.router.lifespan_context(app), tls_site(*answers) as site:
        yield Visit(app, site)
