"""Collections of recorded games of people: files with a JSON object per line, gzipped or not."""

import gzip
import json
import zlib
from pathlib import Path
from typing import Any

from turncoat.kernel.game import Game
from turncoat.kernel.rulebooks import BOOKS, default_game, rulebook
from turncoat.kernel.text_files import text_of


class CollectionError(ValueError):
    """The collection cannot be read. The message names the line."""


def read_games(file: Path) -> list[Game[Any]]:
    """Read the games of a file and replay them by the rules. Raises CollectionError, which names the line, and OSError.

    `game` in an object is the name of the game. The default is the first known game.
    """
    found: list[Game[Any]] = []
    for number, line in enumerate(_lines(file), 1):
        if not line.strip():
            continue
        try:
            recorded = json.loads(line)
            name = recorded.get("game", default_game())
            if name not in BOOKS:
                raise ValueError(f"there is no game {name!r}")
            found.append(rulebook(name).play_recorded(recorded))
        except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
            said = f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)
            raise CollectionError(f"line {number} is not a recorded game: {said}") from error
    if not found:
        raise CollectionError("it contains no recorded games")
    return found


def json_line(game: Game[Any]) -> str:
    """Return a game as a line of a collection. Raises ValueError for a game that no collection can hold."""
    return json.dumps(rulebook(game.ruleset.game).recorded_of(game), separators=(",", ":"))


def _lines(file: Path) -> list[str]:
    data = file.read_bytes()
    try:
        return text_of(gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data).splitlines()
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise CollectionError(f"it is not a text file: {error}") from error
