"""The narrator: what is read aloud at the reveal, line by line."""

import msgspec

from turncoat.web.http.pages_choice import Choice
from turncoat.web.http.pages_site import Site, TableLink
from turncoat.web.table.pages_setup import OptionField


class NarratedLine(msgspec.Struct, frozen=True):
    """A line of the script."""

    text: str
    pause: float
    """Seconds of silence after it."""
    pause_words: str = ""
    audio: str = ""
    """Where its sound is to be had, when the server has a voice."""


class NarratorForm(msgspec.Struct, frozen=True):
    """What can be chosen by those who play with cards of their own: only what changes the script."""

    games: tuple[TableLink, ...]
    """The other games; one is a click away, since each has its own extras."""
    game: str
    players: tuple[Choice, ...]
    modules: tuple[Choice, ...] = ()
    options: tuple[OptionField, ...] = ()
    problem: str = ""


class NarratorPage(msgspec.Struct, frozen=True):
    """The script of one ruleset. It depends on what is played alone, never on a deal."""

    site: Site
    title: str
    about: str
    lines: tuple[NarratedLine, ...]
    form: NarratorForm | None = None
    """None for the game of a table."""
    back: TableLink | None = None
    """The table whose game it is."""
