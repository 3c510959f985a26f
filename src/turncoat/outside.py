"""Chapters from outside: packages bring modules of the rules by an entry point, and every face then knows them.

    [project.entry-points."turncoat.chapters"]
    safe-house = "safe_house:SafeHouse"

The entry point names a `Chapter` whose attribute `game` is the name of the game that it belongs to.
"""

from importlib.metadata import entry_points

import turncoat.games  # noqa: F401  # makes the games known
from turncoat.kernel.chapters import Chapter
from turncoat.kernel.rulesets import BOOKS

GROUP = "turncoat.chapters"


class OutsideError(RuntimeError):
    """A chapter from outside cannot be used; the message names it and says what would be right."""

    status = 2


def load_chapters() -> None:
    """Add the chapters of all installed packages to their games. Raises OutsideError. Doing it twice does no harm."""
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            chapter = entry.load()
        except Exception as error:
            raise OutsideError(f"chapter {entry.name} ({entry.value}) cannot be loaded: {error}") from error
        if not (isinstance(chapter, type) and issubclass(chapter, Chapter)):
            raise OutsideError(f"chapter {entry.name}: {entry.value} is no Chapter")
        if chapter.game not in BOOKS:
            raise OutsideError(f"chapter {entry.name}: no game {chapter.game!r}; known: {', '.join(sorted(BOOKS))}")
        chapters = BOOKS[chapter.game].chapters
        if type(chapters.get(chapter.name)) is chapter:
            continue
        if chapter.name in chapters:
            raise OutsideError(f"chapter {entry.name}: {chapter.game} has a module {chapter.name!r} of its own")
        BOOKS[chapter.game].add(chapter())
