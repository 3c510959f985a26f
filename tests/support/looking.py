"""Somebody with a page open, at a server of the tests' own."""

from typing import Any

from tests.support.fixtures.models import SetupPage, TablePage, page_of
from tests.support.open_page import ShownPage, unpacked
from tests.support.running import RunningRoom
from turncoat.web.http.identity import Visitor
from turncoat.web.table.open_page import OpenPage


class Looking:
    """Somebody with a page open."""

    def __init__(self, running: RunningRoom, person: str) -> None:
        self.running, self.visitor = running, Visitor(person, person)
        self.viewer = OpenPage(running.room, self.visitor, "en", "http://table", "csrf")
        self.shown = ShownPage()

    def page(self) -> SetupPage | TablePage:
        page = page_of(self.running.room, self.visitor, "en", "http://table", "csrf")
        assert isinstance(page, SetupPage | TablePage)
        return page

    def html(self) -> str:
        return OpenPage(self.running.room, self.visitor, "en", "http://table", "csrf").load()

    def update(self) -> dict[str, Any]:
        """The update that the socket brings now; empty when nothing has changed."""
        update = self.viewer.update()
        return {} if update is None else unpacked(update)

    def said(self) -> list[str]:
        """The announcements that are new on the page."""
        return [one["text"] for one in self.update().get("announcements", ()) if one["id"].startswith("k")]
