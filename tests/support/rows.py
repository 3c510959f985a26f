"""Store entries for tests that don't care about their contents."""

from turncoat.table.store.protocols import StoredEntry


def rows(*entries: bytes, game: int = 0, slot: str = "") -> list[StoredEntry]:
    """Return these entries as a store takes them, all of that game and in that slot."""
    return [StoredEntry(entry, game, slot) for entry in entries]
