"""Somebody with a page open, at a server of the tests' own."""

from typing import Any

from tests.support.fixtures.models import SetupPage, TablePage, page_of
from tests.support.open_page import unpacked
from tests.support.running import RunningRoom
from turncoat.web.http.identity import Visitor
from turncoat.web.table.viewer import TableViewer


class Looking:
    """Somebody with a page open."""

    def __init__(self, running: RunningRoom, person: str) -> None:
        self.running, self.visitor = running, Visitor(person, person)
        self.viewer = TableViewer(running.room, self.visitor, "en", "http://table", "csrf")
        self.state: object = None

    def page(self) -> SetupPage | TablePage:
        page = page_of(self.running.room, self.visitor, "en", "http://table", "csrf")
        assert isinstance(page, SetupPage | TablePage)
        return page

    def html(self) -> str:
        return TableViewer(self.running.room, self.visitor, "en", "http://table", "csrf").load()

    def update(self) -> dict[str, Any]:
        """The update that the socket brings now; empty when nothing has changed."""
        state, self.state = self.state, self.viewer.state()
        return {} if state == self.state else unpacked(self.viewer.update())

    def said(self) -> list[str]:
        """The announcements that are new on the page."""
        return [one["text"] for one in self.update().get("say", ()) if one["id"].startswith("k")]
