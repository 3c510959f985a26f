"""Who turns out to be who in a great moment is shown as a card with the face of their seat; the villain as well."""

from random import Random
from typing import Any

import pytest

from tests.web.test_secrets import choose, room
from turncoat.games.hail_hydra.events import VillainRevealed
from turncoat.games.resistance.hunter.events import HunterRevealed
from turncoat.kernel.events import Event, GameEnded
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.table.state.game_session import GameSession
from turncoat.testing.walks import next_choice
from turncoat.web.board.model import Portrait, SceneCard
from turncoat.web.board.telling import teller_of
from turncoat.web.games import presenter_of
from turncoat.web.table.scenes import revealed_cards, unmasked_cards


def played(ruleset: Ruleset) -> GameSession:
    """A game of random choices, at its end."""
    at, rng = room(ruleset, ruleset.deal(b"scene cards")), Random(4)
    session = at.table.session
    assert session is not None
    while session.result is None:
        choose(at, *next_choice(session._game, rng))
    return session


def cards_of(session: GameSession, *events: Event) -> tuple[SceneCard, ...]:
    return revealed_cards(session, session.view(), events, presenter_of(session.ruleset.game))


def test_a_card_that_is_turned_over_has_the_face_of_its_seat() -> None:
    session = played(Ruleset.of("resistance", 7, ("hunter",)))
    events: list[Any] = list(session.view().events)
    revealed = next(event for event in events if isinstance(event, HunterRevealed))
    (card,) = cards_of(session, revealed)
    seat = revealed.hunter
    assert card.portrait.art == f"uniform-{revealed.role}"
    assert card.portrait.face == session.occupants[seat].avatar_on(seat)
    assert card.side == presenter_of("resistance").outline(revealed.side)
    assert [cards_of(session, event) for event in events if not type(event).reveals] == [()] * sum(
        not type(event).reveals for event in events
    )
    assert cards_of(session, *events) == (), "all of them are turned over at the end"


def test_a_villain_is_shown() -> None:
    session = played(Ruleset.of("hail-hydra", 5))
    view = session.view()
    event = next(event for event in view.events if isinstance(event, VillainRevealed))
    teller = teller_of(session, session.names, str)
    part = presenter_of("hail-hydra").scene(view, [event], teller)
    assert part.revealed == (SceneCard(Portrait(event.villain, "games/hail-hydra/art.svg")),)


@pytest.mark.parametrize("game", ["resistance", "winter-soldier", "hail-hydra"])
def test_at_the_end_all_cards_are_turned_over_and_those_of_the_traitors_last(game: str) -> None:
    at, rng = room(Ruleset.of(game, 7), Ruleset.of(game, 7).deal(b"unmasked")), Random(4)
    session = at.table.session
    assert session is not None
    while session.result is None:
        choose(at, *next_choice(session._game, rng))
    view, book = session.view(), BOOKS[game]
    events = view.events
    (last,) = [number for number, event in enumerate(events) if type(event).unmasks]
    assert any(isinstance(event, GameEnded) for event in events[:last])
    cards = unmasked_cards(session, view, presenter_of(game), "en")
    assert [card.name for card in cards] == list(session.names), "everybody's card lies where they sit"
    sides = [book.side_of(role) for role in session._game.board.roles]
    order = sorted(range(7), key=lambda seat: cards[seat].turn)
    hiding = [sides[seat] == book.hiding_side for seat in order]
    assert hiding == sorted(hiding)
    assert order == sorted(order, key=lambda seat: (sides[seat] == book.hiding_side, seat)), "else by their seats"
    assert all(cards[seat].side == presenter_of(game).outline(sides[seat]) for seat in range(7))
    part = presenter_of(game).scene(view, events[-2:], teller_of(session, session.names, str))
    assert part.kind == "finale"
    assert teller_of(session, session.names, str).event(events[last]) not in part.lines, "it is seen"
