"""What lies face up before the seats, as marks: plot cards, tokens, cards that were turned over; and what each does."""

from collections.abc import Mapping
from typing import Any, Final

from turncoat.games.hail_hydra.board import Board as HydraBoard
from turncoat.kernel.rulesets import about_word, face_up_items
from turncoat.kernel.seats import Seat, is_in
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.telling import Teller
from turncoat.web.board.model import Badge
from turncoat.web.games.hydra_table import SPRITE, hero_art, hero_sprite, pointed_at

ICONS: Final[Mapping[str, str]] = {
    "strong-leader": "crown",
    "keeping-a-close-eye": "eye",
    "no-confidence": "thumb-down",
    "opinion-maker": "horn",
    "take-responsibility": "grab",
    "overheard-conversation": "ear",
    "open-up": "open-card",
    "establish-confidence": "rings",
    "in-the-spotlight": "lamp",
    "spotlit": "face-up",
    "investigator": "lens",
    "inquisitor": "key",
    "scarlet-witch": "witch",
    "resistance-hunter": "sights",
    "spy-hunter": "sights",
    "deep-agent": "mask",
    "first-player": "one",
    "knocked-out": "out",
}
"""The drawing of a word; what is not named here, such as a card from outside, bears the common one."""
SAID_OTHERWISE: Final = frozenset({"out-of-the-game"})
"""A seat has words of its own for these."""
_SPENT: Final = N_("Used up.")
_POINTED: Final = N_("Votes: {votes}, from {voters:seats}")
_FINGERS: Final = N_("{voters:seats} pointed here in the last vote.")


def badges_of(view: View[Any], seat: Seat, teller: Teller) -> tuple[Badge, ...]:
    """The marks of a seat on the board of a spectator's view.

    A role without a line on what it does is left to the seat's line, which names it.
    """
    board = view.board
    roles = getattr(board, "roles", None)
    marks = []
    for word in face_up_items(view.ruleset, board, seat):
        about = teller.text(about_word(view.ruleset, word))
        if word in SAID_OTHERWISE or (not about and roles and roles[seat] == word):
            continue
        if isinstance(board, HydraBoard) and word in board.cards.heroes:
            # The label of a hero says all that he can do, since it stands on a card to choose.
            title, full = teller.text(board.cards.heroes[word].title), teller.word(word)
            spent = is_in(seat, board.used | board.revealed)
            can = full.removeprefix(title).strip()
            can = f"{teller.text(_SPENT)} {can}" if spent else can
            marks.append(Badge(title, hero_art(word) or "hero", can, word, hero_sprite(word), spent=spent))
            continue
        marks.append(Badge(teller.word(word), ICONS.get(word, "badge"), about, word))
    if isinstance(board, HydraBoard) and (vote := pointed_at(view.events).get(seat)):
        says = teller.fill(_POINTED, voters=vote.voters, votes=vote.votes)
        marks.append(
            Badge(says, "finger", teller.fill(_FINGERS, voters=vote.voters), "pointed", SPRITE, count=vote.votes)
        )
    return tuple(marks)
