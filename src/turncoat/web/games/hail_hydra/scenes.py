"""Scenes of Hail Hydra: the heroes, a villain, an attack card by card, and the votes."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from turncoat.games.hail_hydra import events as happened
from turncoat.games.hail_hydra.cards import power_word
from turncoat.games.hail_hydra.tables import LEVELS
from turncoat.kernel.events import Event
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.telling import Teller
from turncoat.web.board.model import Portrait, SceneCard, SceneFigure, SceneNumber, ScenePart
from turncoat.web.games.hail_hydra.badges import SPRITE, hero_drawing
from turncoat.web.games.hail_hydra.panel import DAMAGE_WORD, DEFENSE_WORD, HEALTH_WORD, large_drawing
from turncoat.web.games.hail_hydra.stage import ATTACK

_HEROES: Final = N_("The heroes")
_MISSION: Final = N_("Mission {mission} of {missions}")
_DEFEATED: Final = N_("Defeated")
_BLOWS = (happened.VillainDamaged, happened.VillainDefeated, happened.CityDamaged)
_RESULTS = (happened.HeroKnockedOut, happened.NobodyKnockedOut)


def scene_of(part: ScenePart, view: View[Any], events: Sequence[Event], teller: Teller) -> ScenePart:
    """Arrange a scene in the order in which it happens at a table."""
    for event in events:
        if isinstance(event, happened.VillainRevealed):
            return _entrance(part, event, teller)
    if isinstance(events[0], happened.AttackRevealed):
        # The cards themselves are turned over above the total.
        totals = teller.fill(ATTACK, villain=_fought_at(view, events[0]), total=events[0].total)
        return msgspec.structs.replace(part, headline=totals)
    if any(isinstance(event, _BLOWS) for event in events):
        return _blow(part, view, events, teller)
    results = tuple(teller.event(event) for event in events if isinstance(event, _RESULTS))
    if part.kind != "count" or not results:
        return part
    pointed = tuple(teller.event(one) for one in events if isinstance(one, happened.PointedAt | happened.PointedUp))
    out = tuple(SceneFigure(event.seat) for event in events if isinstance(event, happened.HeroKnockedOut))
    return msgspec.structs.replace(part, headline=" ".join(results), lines=pointed, figures=out)


def heroes_scene(part: ScenePart, events: Sequence[Event], teller: Teller) -> ScenePart:
    """Return the scene of all heroes, before loyalties are dealt (HH-SETUP-6)."""
    chosen = sorted((one.seat, one.hero) for one in events if isinstance(one, happened.HeroChosen))
    figures = tuple(
        SceneFigure(seat, portrait=Portrait(*hero_drawing(hero)), caption=teller.card(hero).title)
        for seat, hero in chosen
    )
    return msgspec.structs.replace(part, intro=teller.text(_HEROES), lines=(), figures=figures)


def _entrance(part: ScenePart, event: happened.VillainRevealed, teller: Teller) -> ScenePart:
    """Return the scene of a new villain: the drawing, three numbers, and the text of the card."""
    numbers = (
        SceneNumber(event.health, teller.text(HEALTH_WORD), "health", SPRITE),
        SceneNumber(event.defense, teller.text(DEFENSE_WORD), "defense", SPRITE),
        SceneNumber(event.damage, teller.text(DAMAGE_WORD), "damage", SPRITE),
    )
    return msgspec.structs.replace(
        part,
        intro=teller.fill(_MISSION, mission=event.mission, missions=len(LEVELS)),
        revealed=(SceneCard(large_drawing(event.villain)),),
        headline=teller.word(event.villain),
        numbers=numbers,
        lines=(teller.word(power_word(event.villain)),),
    )


def _blow(part: ScenePart, view: View[Any], events: Sequence[Event], teller: Teller) -> ScenePart:
    """Return the scene of damage to the villain or the city, with a stamp if the villain is defeated."""
    revealed = (SceneCard(large_drawing(_fought_at(view, events[0]))),)
    defeated = next((event for event in events if isinstance(event, happened.VillainDefeated)), None)
    if defeated is None:
        return msgspec.structs.replace(part, revealed=revealed)
    lines = tuple(text for event in events if event is not defeated and (text := teller.event(event)))
    return msgspec.structs.replace(
        part,
        headline=teller.word(defeated.villain),
        lines=lines,
        revealed=revealed,
        stamp="success",
        stamp_word=teller.text(_DEFEATED),
    )


def _fought_at(view: View[Any], moment: Event) -> str:
    """Return the villain on the table at the time of an event, or an empty string."""
    villain = ""
    for event in view.events:
        if isinstance(event, happened.VillainRevealed):
            villain = event.villain
        if event is moment:
            break
    return villain
