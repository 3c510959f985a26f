"""People's choices about notices, in the store."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec

from turncoat.table.store.errors import Conflict, StoreFailure
from turncoat.table.store.protocols import Store
from turncoat.table.values.notice_settings import PERSON, NoticeSettings, settings_in

KEPT_FOR: Final = 400 * 24 * 60 * 60
"""Seconds without a change after which settings, and what was told, are deleted. A visitor's cookie lasts a year."""
TRIES: Final = 5
"""Attempts to change a document that others change too."""


class NoticePeople:
    """The settings of all people."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def read(self, person: str) -> NoticeSettings:
        """Return a person's settings. Raises StoreFailure."""
        settings, _ = await self._read(person)
        return settings

    async def change(self, person: str, change: Callable[[NoticeSettings], NoticeSettings]) -> None:
        """Change a person's settings, as they are by then. Raises StoreFailure."""
        for _ in range(TRIES):
            settings, version = await self._read(person)
            if (changed := change(settings)) == settings:
                return
            value, due = msgspec.json.encode(changed), int(self._store.time()) + KEPT_FOR
            with suppress(Conflict):
                await self._store.write_document(PERSON, person, value, after=version, due=due)
                return
        raise StoreFailure("the settings change all the time")

    async def delete(self, person: str) -> None:
        """Delete a person's settings. Raises StoreFailure."""
        for _ in range(TRIES):
            if (document := await self._store.read_document(PERSON, person)) is None:
                return
            with suppress(Conflict):
                await self._store.delete_document(PERSON, person, after=document.version)
                return
        raise StoreFailure("the settings change all the time")

    async def _read(self, person: str) -> tuple[NoticeSettings, int]:
        document = await self._store.read_document(PERSON, person)
        if document is None:
            return NoticeSettings(), 0
        try:
            return settings_in(document.value), document.version
        except msgspec.DecodeError:  # of a newer version: what the person chooses now counts
            return NoticeSettings(), document.version
