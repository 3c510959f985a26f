"""Texts of a kit's own sheets and of its index page, as message ids."""

from typing import Final

import msgspec

from turncoat.kernel.words import N_
from turncoat.telling import Translate

FAIR_TABLE: Final = N_("A fair table for everybody")
LEAFLET: Final = (
    N_("Everybody at the table is told the same, in the same words: what is shown is also said."),
    N_(
        "Cards that go round for the reveal go under the table, one at a time. Nobody watches the hands of others, so "
        "that people who see learn no more than people who feel."
    ),
    N_("The leader announces each step before it begins: the team by names, the vote, the mission."),
    N_(
        "Ballots are laid face down. When all are there, each is turned over and read aloud in seat order, by name: "
        "“Ola approves, Jan rejects.”"
    ),
    N_("Two people shuffle the mission cards: one those played, one the others. Then the played ones are read aloud."),
    N_(
        "Agree before the game who reads face-up cards aloud. Anybody may ask to hear any of them, or the board, again."
    ),
    N_("Let people who read with their fingers take their time. No clock runs while somebody reads a card."),
    N_(
        "A dent can be felt from the back. Secret cards carry only their two cells, in the same places on "
        "every card. Put each into a sleeve with an opaque card behind it, so that nobody can feel or see "
        "through it."
    ),
)
"""Advice for tables of sighted and blind players, in the spirit of the accessible edition."""

UNOFFICIAL: Final = N_("Made with Turncoat, an unofficial, free program. Drawings and texts are the project's own.")


class SheetWords(msgspec.Struct, frozen=True):
    """Texts of the printed sheets in the language of a kit."""

    cards: str
    reveal: str
    touch: str
    no_reveal: str
    rules: str
    box: str
    crossed_box: str
    cut: str
    glue: str
    unofficial: str


def words(say: Translate) -> SheetWords:
    """Return the texts of the sheets."""
    return SheetWords(
        cards=say(N_("What is in play")),
        reveal=say(N_("The reveal")),
        touch=say(N_("The reveal by touch")),
        no_reveal=say(N_("Nothing is revealed with these rules.")),
        rules=say(N_("Rules")),
        box=say(N_("Box")),
        crossed_box=say(N_("Box with an X")),
        cut=say(N_("Cut here, and lay this page on the next one")),
        glue=say(N_("Glue here")),
        unofficial=say(UNOFFICIAL),
    )
