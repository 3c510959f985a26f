"""Settings of everybody who is told that it is somebody's turn: people, and circles of friends."""

from collections.abc import Callable

from turncoat.circles.store import Circles
from turncoat.table.runtime.notice_people import NoticePeople
from turncoat.table.values.notice_settings import NoticeSettings, circle_of


class NoticeRecipients:
    """The settings of all people and circles."""

    def __init__(self, people: NoticePeople, circles: Circles) -> None:
        self.people, self._circles = people, circles

    async def read(self, recipient: str) -> NoticeSettings:
        """Return the settings of a person or circle. Raises StoreFailure."""
        if circle := circle_of(recipient):
            return await self._circles.notices_of(circle)
        return await self.people.read(recipient)

    async def change(self, recipient: str, change: Callable[[NoticeSettings], NoticeSettings]) -> None:
        """Change the settings, as they are by then. Raises Refused for a circle that is gone, StoreFailure."""
        if circle := circle_of(recipient):
            await self._circles.change_notices(circle, change)
        else:
            await self.people.change(recipient, change)
