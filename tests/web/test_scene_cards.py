"""Who turns out to be who in a great moment is shown as a card with the face of their seat; the villain as well."""

from random import Random
from typing import Any

from tests.web.test_secrets import choose, room
from turncoat.games.hail_hydra.events import VillainRevealed
from turncoat.games.resistance.hunter.events import HunterRevealed
from turncoat.kernel.events import Event
from turncoat.kernel.rulesets import Ruleset
from turncoat.table.state.game_session import GameSession
from turncoat.testing.walks import next_choice
from turncoat.web.board.model import Portrait, SceneCard
from turncoat.web.board.telling import teller_of
from turncoat.web.games import presenter_of
from turncoat.web.table.scenes import revealed_cards


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
    assert cards_of(session, *events) == (), "all of them are on the page of the end"


def test_a_villain_is_shown() -> None:
    session = played(Ruleset.of("hail-hydra", 5))
    view = session.view()
    event = next(event for event in view.events if isinstance(event, VillainRevealed))
    teller = teller_of(session, session.names, str)
    part = presenter_of("hail-hydra").scene(view, [event], teller)
    assert part.revealed == (SceneCard(Portrait(event.villain, "games/hail-hydra/art.svg")),)
