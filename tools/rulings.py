"""Generate `docs/rulings.md` from the games' lists of rulings: `python -m tools.rulings`."""

from pathlib import Path

import turncoat.games  # noqa: F401  # makes the games known
from turncoat.kernel.rulebooks import BOOKS, rulings_of

TARGET = Path(__file__).parents[1] / "docs" / "rulings.md"
HEAD = """# Rulings of our own

Where the sources of a game leave something open, or can be read in two ways, this is how it is decided here, and why.
The rules page of each game marks the same clauses. `make rulings` writes this page from the lists of the games.
"""


def rulings_page() -> str:
    """Return the page: a table for each built-in game."""
    tables = []
    for book in filter(rulings_of, BOOKS.values()):
        lines = "\n".join(f"| {one.clause} | {one.text} | {one.reason} |" for one in rulings_of(book))
        tables.append(f"\n## {book.title}\n\n| clause | ruling | reason |\n| --- | --- | --- |\n{lines}\n")
    return HEAD + "".join(tables)


if __name__ == "__main__":
    TARGET.write_text(rulings_page(), "utf-8")
    print(TARGET)
