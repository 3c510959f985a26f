"""Badges at the seats in Hail Hydra: heroes with their abilities, and the votes of the last round."""

from collections.abc import Sequence
from typing import Final

from turncoat.games.hail_hydra import HOUSE_CARDS
from turncoat.games.hail_hydra import events as happened
from turncoat.games.hail_hydra.board import Board
from turncoat.kernel.events import Event
from turncoat.kernel.seats import Seat, is_in
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.telling import Teller
from turncoat.web.board.model import Badge

SPRITE: Final = "games/hail-hydra/art.svg"
"""Drawings of the house cards, loaded only at tables of Hail Hydra."""
_SPENT: Final = N_("Used up.")
_POINTED: Final = N_("Votes: {votes}, from {voters:seats}")
_FINGERS: Final = N_("{voters:seats} voted for this hero last time.")


def hero_badge(view: View[Board], seat: Seat, hero: str, teller: Teller) -> Badge:
    """Return the badge of a hero with its ability."""
    board = view.board
    # A hero's label contains the whole ability, since it is printed on the card to choose.
    title, label = teller.text(board.cards.heroes[hero].title), teller.word(hero)
    spent = is_in(seat, board.used | board.revealed)
    can = label.removeprefix(title).strip()
    can = f"{teller.text(_SPENT)} {can}" if spent else can
    icon, sprite = hero_drawing(hero)
    return Badge(title, icon, can, hero, sprite, spent=spent)


def hero_drawing(hero: str) -> tuple[str, str]:
    """Return the drawing of a hero and its file. Heroes of other card sets share one drawing."""
    return (hero, SPRITE) if hero in HOUSE_CARDS.heroes else ("hero", "art.svg")


def finger_badge(view: View[Board], seat: Seat, teller: Teller) -> Badge | None:
    """Return the badge with the votes against a seat, or None if there are none."""
    vote = _pointed_at(view.events).get(seat)
    if vote is None:
        return None
    text = teller.fill(_POINTED, voters=vote.voters, votes=vote.votes)
    return Badge(text, "finger", teller.fill(_FINGERS, voters=vote.voters), "pointed", SPRITE, count=vote.votes)


def _pointed_at(events: Sequence[Event]) -> dict[Seat, happened.PointedAt]:
    """Return the votes by target, which stand from one vote until the next or until cards are laid."""
    fingers: dict[Seat, happened.PointedAt] = {}
    for event in reversed(events):
        if isinstance(event, happened.PointedAt):
            fingers[event.target] = event
        elif isinstance(event, happened.CardsLaid | happened.CardsLaidOpen) or (
            fingers and isinstance(event, happened.RoundBegan)
        ):
            break
    return fingers
