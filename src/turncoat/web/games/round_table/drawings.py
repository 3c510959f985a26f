"""Drawings of Round Table: its cards, and the places where missions go."""

from collections.abc import Mapping
from typing import Final

from turncoat.games.round_table.lancelots import STAY, SWITCH
from turncoat.telling import Teller
from turncoat.web.board.model import FaceUpCard

SPRITE: Final = "games/round-table/art.svg"
"""File with the drawings, loaded only at tables of Round Table."""
PLACES: Final = ("forest", "cave", "chapel", "lake", "castle")
"""Drawings on the mission spaces, in order."""
CARD_ART: Final[Mapping[str, str]] = {
    "success": "card-success",
    "fail": "card-fail",
    "assassin": "card-crowned",
    SWITCH: "card-turned",
    STAY: "card-steady",
}
"""Drawings of cards. As everywhere, the name implies the ink."""


def face_up(card: str, teller: Teller) -> FaceUpCard:
    """Return a card with its drawing."""
    return FaceUpCard(CARD_ART.get(card, ""), teller.word(card), SPRITE)
