"""A visitor's open page on a test's own server."""

from typing import Any

from tests.support.fixtures.models import SetupPage, TablePage, page_of
from tests.support.open_page import PageModel, unpacked
from tests.support.running import RunningRoom
from turncoat.web.http.identity import Visitor
from turncoat.web.table.open_page import OpenPage


class Looking:
    """A visitor with an open page."""

    def __init__(self, running: RunningRoom, person: str) -> None:
        self.running, self.visitor = running, Visitor(person, person)
        self.viewer = OpenPage(running.room, self.visitor, "en", "http://table", "csrf")
        self.model = PageModel()

    def page(self) -> SetupPage | TablePage:
        page = page_of(self.running.room, self.visitor, "en", "http://table", "csrf")
        assert isinstance(page, SetupPage | TablePage)
        return page

    def html(self) -> str:
        return OpenPage(self.running.room, self.visitor, "en", "http://table", "csrf").load()

    def update(self) -> dict[str, Any]:
        """Return the update that the socket sends now, or an empty one if nothing has changed."""
        update = self.viewer.update()
        return {} if update is None else unpacked(update)

    def said(self) -> list[str]:
        """Return the page's new announcements."""
        return [one["text"] for one in self.update().get("announcements", ()) if one["id"].startswith("k")]
