"""The process that makes the PDF of a kit, at low priority: it reads an order, writes the file and ends."""

import contextlib
import os
import sys
from typing import Final

import msgspec

from turncoat.extensions import WEB_GAMES, load, load_extensions, load_files
from turncoat.kit.print.sheets import print_booklet
from turncoat.kit.words import words
from turncoat.locales import translator
from turncoat.web import games
from turncoat.web.screen.kit_contents import drawings_of, kit_contents
from turncoat.web.screen.kit_press import KitOrder, KitWork

NICENESS: Final = 5
"""Increment of its nice value, as for bots."""


def main() -> None:
    """Write the PDF of the order on standard input to standard output."""
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):  # a sandbox may forbid it
            os.nice(NICENESS)
    work = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=KitWork)
    load_extensions()
    load_files(work.files)
    load(WEB_GAMES, games.register)
    sys.stdout.buffer.write(pdf_of(work.order))


def pdf_of(order: KitOrder) -> bytes:
    """Return the PDF. Raises KitError."""
    say = translator(order.language)
    kit = kit_contents(order.ruleset, order.language, say)
    return print_booklet(kit, drawings_of(order.ruleset), words(say), order.paper, large=order.large)


if __name__ == "__main__":
    main()
