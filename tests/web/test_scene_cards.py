"""Reveals show players as cards with the avatars of their seats, and villains likewise."""

from random import Random
from typing import Any

import pytest

from tests.support.offline_room import choose, room
from turncoat.games.hail_hydra.events import (
    AttackRevealed,
    CityDamaged,
    HeroChosen,
    HeroKnockedOut,
    VillainDamaged,
    VillainDefeated,
    VillainRevealed,
)
from turncoat.games.resistance.hunter.events import HunterRevealed
from turncoat.kernel.events import Event, GameEnded
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.table.state.game_session import GameSession
from turncoat.telling import Teller
from turncoat.testing.walks import next_choice
from turncoat.web.board.model import Portrait, SceneCard, SceneFigure
from turncoat.web.board.telling import named_texts, teller_of
from turncoat.web.games import presenter_of
from turncoat.web.table.scenes import drawn_figure, revealed_cards, unmasked_cards


def played(ruleset: Ruleset) -> GameSession:
    """Play a game of random choices to its end."""
    at, rng = room(ruleset, ruleset.deal(b"scene cards")), Random(4)
    session = at.table.session
    assert session is not None
    while session.result is None:
        choose(at, *next_choice(session._game, rng))
    return session


def cards_of(session: GameSession, *events: Event) -> tuple[SceneCard, ...]:
    return revealed_cards(session, session.view(), events, presenter_of(session.ruleset.game))


def test_a_revealed_card_has_its_seats_avatar() -> None:
    session = played(Ruleset.of("resistance", 7, ("hunter",)))
    events: list[Any] = list(session.view().events)
    revealed = next(event for event in events if isinstance(event, HunterRevealed))
    (card,) = cards_of(session, revealed)
    seat = revealed.hunter
    assert card.portrait.art == f"uniform-{revealed.role}"
    assert card.portrait.avatar == session.occupants[seat].avatar_on(seat)
    assert card.side == presenter_of("resistance").outline(revealed.side)
    assert [cards_of(session, event) for event in events if not type(event).reveals] == [()] * sum(
        not type(event).reveals for event in events
    )
    assert cards_of(session, *events) == (), "all of them are revealed at the end"


def test_a_villains_arrival_has_its_picture() -> None:
    session = played(Ruleset.of("hail-hydra", 5))
    view = session.view()
    event = next(event for event in view.events if isinstance(event, VillainRevealed))
    teller = teller_of(session, session.names, str)
    part = presenter_of("hail-hydra").scene(view, [event], teller)
    assert part.revealed == (SceneCard(Portrait(f"villain-{event.villain}", "games/hail-hydra/villains.svg")),)
    assert (part.intro, part.headline) == ("Mission 1 of 5", teller.word(event.villain))
    assert [(one.number, one.word) for one in part.numbers] == [
        (event.health, "Health"),
        (event.defense, "Defense"),
        (event.damage, "Damage to the city"),
    ]
    assert part.lines == (teller.word(event.power),), "its effect is described in words"


def test_a_blow_pictures_the_villain_of_that_moment() -> None:
    session = played(Ruleset.of("hail-hydra", 5))
    view, presenter = session.view(), presenter_of("hail-hydra")
    teller, villain, seen = teller_of(session, session.names, str), "", set[tuple[type[Event], str]]()
    for event in view.events:
        if isinstance(event, VillainRevealed):
            villain = event.villain
        elif isinstance(event, VillainDamaged | VillainDefeated | CityDamaged):
            part = presenter.scene(view, [event], teller)
            assert part.revealed == (SceneCard(Portrait(f"villain-{villain}", "games/hail-hydra/villains.svg")),)
            if isinstance(event, VillainDefeated):
                assert (part.headline, part.lines, part.stamp_word) == (teller.word(villain), (), "Defeated")
            else:
                assert (part.headline, part.stamp_word) == (teller.event(event), "")
            seen.add((type(event), villain))
    assert len({kind for kind, _ in seen}) == 3
    assert len({one for _, one in seen}) > 1, "and not with the last one"


def test_an_attack_is_summed_up_and_a_knocked_out_hero_has_an_avatar() -> None:
    session = played(Ruleset.of("hail-hydra", 5))
    view, presenter = session.view(), presenter_of("hail-hydra")
    teller = teller_of(session, session.names, str)
    attack = next(event for event in view.events if isinstance(event, AttackRevealed))
    villain = next(event.villain for event in view.events if isinstance(event, VillainRevealed))
    part = presenter.scene(view, [attack], teller)
    assert part.headline == f"{teller.word(villain)}: the attack totals {attack.total}".replace("-", "−")
    assert part.cards == presenter.turned_cards([attack], teller)
    out = next(event for event in view.events if isinstance(event, HeroKnockedOut))
    assert presenter.scene(view, [out], teller).figures == (SceneFigure(out.seat),)


def test_everybody_is_pictured_with_their_hero_before_the_deal() -> None:
    session = played(Ruleset.of("hail-hydra", 5))
    view, presenter = session.view(), presenter_of("hail-hydra")
    teller = teller_of(session, session.names, str)
    chosen = [event for event in view.events if isinstance(event, HeroChosen)]
    part = presenter.opening(view, view.events[:6], teller)
    assert part.kind == "opening"
    drawn = [drawn_figure(one, session, presenter, teller) for one in part.figures]
    assert [one.name for one in drawn] == list(session.names)
    assert {(one.seat, one.hero) for one in chosen} == {(seat, one.card.portrait.art) for seat, one in enumerate(drawn)}
    assert [one.caption for one in drawn] == [
        teller.card(event.hero).title for event in sorted(chosen, key=lambda one: one.seat)
    ]


def test_a_named_player_is_an_avatar_until_their_card_is_revealed() -> None:
    session = played(Ruleset.of("winter-soldier", 7))
    presenter, teller = presenter_of("winter-soldier"), teller_of(session, session.names, str)
    avatar = session.occupants[2].avatar_on(2)
    drawn = drawn_figure(SceneFigure(2, becomes="winter-soldier"), session, presenter, teller)
    assert (drawn.name, drawn.caption) == (session.names[2], "")
    assert drawn.card == SceneCard(Portrait(avatar, "avatars.svg"), "")
    assert drawn.turned == SceneCard(Portrait("uniform-winter-soldier", presenter.uniforms, avatar), "jagged")
    known = drawn_figure(SceneFigure(2, "captain-america"), session, presenter, teller)
    assert (known.caption, known.turned) == ("Captain America", None)
    assert known.card == SceneCard(Portrait("uniform-captain-america", presenter.uniforms, avatar), "shield")


@pytest.mark.parametrize("game", ["resistance", "winter-soldier", "hail-hydra", "round-table"])
def test_the_end_reveals_all_cards_with_the_traitors_last(game: str) -> None:
    at, rng = room(Ruleset.of(game, 7), Ruleset.of(game, 7).deal(b"unmasked")), Random(4)
    session = at.table.session
    assert session is not None
    while session.result is None:
        choose(at, *next_choice(session._game, rng))
    view, book = session.view(), BOOKS[game]
    events = view.events
    (last,) = [number for number, event in enumerate(events) if type(event).reveals_all_roles]
    assert any(isinstance(event, GameEnded) for event in events[:last])
    cards = unmasked_cards(session, view, presenter_of(game), "en")
    assert [card.name for card in cards] == list(session.names), "everybody's card is at their seat"
    sides = [book.side_of(role) for role in session._game.board.roles]
    order = sorted(range(7), key=lambda seat: cards[seat].turn)
    hiding = [sides[seat] == book.hiding_side for seat in order]
    assert hiding == sorted(hiding)
    assert order == sorted(order, key=lambda seat: (sides[seat] == book.hiding_side, seat)), "otherwise by their seats"
    assert all(cards[seat].side == presenter_of(game).outline(sides[seat]) for seat in range(7))
    part = presenter_of(game).scene(view, events[-2:], teller_of(session, session.names, str))
    assert part.kind == "finale"
    assert teller_of(session, session.names, str).event(events[last]) not in part.lines, "it is seen"


def test_the_cards_that_decide_a_game_are_turned_over_together_at_the_end() -> None:
    at, rng = room(Ruleset.of("winter-soldier", 7), Ruleset.of("winter-soldier", 7).deal(b"unmasked")), Random(4)
    session = at.table.session
    assert session is not None
    while session.result is None:
        choose(at, *next_choice(session._game, rng))
    cards = unmasked_cards(session, session.view(), presenter_of("winter-soldier"), "en", decisive=(1, 4))
    assert [cards[seat].turn for seat in (1, 4)] == [6, 6]
    assert sorted(card.turn for card in cards) == [0, 1, 2, 3, 4, 6, 6], "nobody else's comes as late"


def test_a_character_in_the_wording_of_a_sentence_leads_to_its_explanation() -> None:
    ruleset = Ruleset.of("winter-soldier", 7)
    teller = Teller(ruleset, ("Ola",), str)
    named = named_texts(ruleset, [("Ola", ""), (" is Captain America and leads first.", "")], "/t/CODE/who", teller)
    assert [one.text for one in named if one.url == "/t/CODE/who#is-captain-america"] == ["Captain America"]
    assert "".join(one.text for one in named) == "Ola is Captain America and leads first."
