"""Presentation of Hail Hydra."""

import re
from collections.abc import Sequence
from typing import Any, ClassVar, Final, Literal

from turncoat.games.hail_hydra import HOUSE_CARDS
from turncoat.games.hail_hydra.events import AttackRevealed
from turncoat.kernel.events import Event
from turncoat.kernel.seats import NOBODY, Seat, SeatSet
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.telling import Teller
from turncoat.web.board.model import Badge, BoardModel, CardFront, Deception, EndMission, FaceUpCard, Panel, ScenePart
from turncoat.web.board.presenter import GamePresenter
from turncoat.web.games.hail_hydra.badges import SPRITE, finger_badge, hero_badge
from turncoat.web.games.hail_hydra.end import (
    deceptions,
    decisive_vote,
    last_offensive,
    missions_of,
    revealed_agents,
    who_deceived_whom,
)
from turncoat.web.games.hail_hydra.guide import TIPS
from turncoat.web.games.hail_hydra.panel import panel_of, score_of, struck
from turncoat.web.games.hail_hydra.scenes import heroes_scene, scene_of
from turncoat.web.games.hail_hydra.stage import attack_cards, facts_of, hands_of, stage_of

_RANKS: Final = {"pointed": 0, "knocked-out": 1, "first-player": 2}
"""Order of the badges before the hero, who is the last."""
_ATTACK_CARD: Final = re.compile(r"[+-]\d+")
_MINUS: Final = N_("minus {number}")
_PLUS: Final = N_("plus {number}")


class HailHydraPresenter(GamePresenter):
    """Presenter of Hail Hydra: villains, a city, and an attack that is added up card by card."""

    game = "hail-hydra"
    cover = "games/hail-hydra/cover.svg"
    short_rules = "games/hail-hydra/rules/short.html"
    outlines: ClassVar = {"shield": "shield"}
    uniforms = "games/hail-hydra/roles.svg"
    plain_roles: ClassVar = {"shield": "shield", "hydra": "hydra"}
    tips = TIPS
    screen_styles = ("games/hail-hydra/screen.css",)

    def board(self, view: View[Any], teller: Teller, asked: SeatSet, first_new_event: int) -> BoardModel:
        board, fresh = view.board, view.events[first_new_event:]
        panel = panel_of(view, teller, fresh)
        return BoardModel(
            stage_of(view, teller, fresh),
            facts=facts_of(board, teller),
            panel=Panel("games/hail-hydra/panel.html", panel, score_of(panel)),
            team=board.on_mission if board.mission else NOBODY,
            hands=hands_of(board, teller),
            struck=struck(view, fresh),
            speeches={seat: teller.word(said) for seat, said in board.said.items()},
        )

    def scene(self, view: View[Any], events: Sequence[Event], teller: Teller) -> ScenePart:
        return scene_of(super().scene(view, events, teller), view, events, teller)

    def opening(self, view: View[Any], events: Sequence[Event], teller: Teller) -> ScenePart:
        return heroes_scene(super().opening(view, events, teller), events, teller)

    def turned_cards(self, events: Sequence[Event], teller: Teller) -> tuple[FaceUpCard, ...]:
        return attack_cards(tuple(card for one in events if isinstance(one, AttackRevealed) for card in one.cards))

    def badges(self, view: View[Any], seat: Seat, teller: Teller) -> tuple[Badge, ...]:
        """Return the badges of a seat, starting with the one that matters most now. Small seats show only that one."""
        finger, others = finger_badge(view, seat, teller), super().badges(view, seat, teller)
        found = (finger, *others) if finger is not None else others
        return tuple(sorted(found, key=lambda badge: _RANKS.get(badge.word, len(_RANKS))))

    def badge(self, view: View[Any], seat: Seat, word: str, teller: Teller) -> Badge | None:
        is_hero = word in view.board.cards.heroes
        return hero_badge(view, seat, word, teller) if is_hero else super().badge(view, seat, word, teller)

    def closing_missions(self, view: View[Any], teller: Teller) -> tuple[EndMission, ...]:
        return missions_of(view, teller)

    def decisive_vote(self, view: View[Any], teller: Teller) -> str:
        return decisive_vote(view, teller)

    def who_deceived_whom(self, view: View[Any], teller: Teller) -> str:
        return who_deceived_whom(view, teller)

    def deceptions(self, view: View[Any], teller: Teller) -> tuple[Deception, ...]:
        return deceptions(view, teller)

    def closing_scene(self, view: View[Any], teller: Teller) -> tuple[str, ...]:
        return last_offensive(view, teller)

    def closing_facts(self, view: View[Any], teller: Teller) -> tuple[str, ...]:
        return revealed_agents(view.board, teller)

    def about_seat(self, view: View[Any], seat: Seat, teller: Teller) -> str:
        hero = view.board.heroes[seat]
        return teller.text(view.board.cards.heroes[hero].title) if hero else ""

    def card_front(self, card: str, teller: Teller) -> CardFront:
        if _ATTACK_CARD.fullmatch(card):
            edge: Literal["blue", "red"] = "red" if card.startswith("-") else "blue"
            spoken = teller.fill(_MINUS if edge == "red" else _PLUS, number=card[1:])
            return CardFront(teller.word(card), edge=edge, spoken=spoken)
        if card not in HOUSE_CARDS.heroes:
            return super().card_front(card, teller)
        hero = teller.card(card)
        return CardFront(hero.title, card, SPRITE, hero.text, hero.when)
