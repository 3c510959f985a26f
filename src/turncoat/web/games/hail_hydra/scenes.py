"""The great moments of Hail Hydra, shown big: an attack that is turned over card by card, and whom all pointed at."""

from collections.abc import Sequence

import msgspec

from turncoat.games.hail_hydra import events as happened
from turncoat.kernel.events import Event
from turncoat.telling import Teller
from turncoat.web.board.model import Portrait, SceneCard, ScenePart
from turncoat.web.games.hail_hydra.panel import art

ART = "games/hail-hydra/art.svg"
_RESULTS = (happened.HeroKnockedOut, happened.NobodyKnockedOut)


def scene_of(part: ScenePart, events: Sequence[Event], teller: Teller) -> ScenePart:
    """The moment in the order in which a table sees it."""
    villains = [
        SceneCard(Portrait(art(one.villain), ART)) for one in events if isinstance(one, happened.VillainRevealed)
    ]
    if villains:
        return msgspec.structs.replace(part, revealed=tuple(villains))
    results = tuple(teller.event(event) for event in events if isinstance(event, _RESULTS))
    if part.kind != "vote" or not results:
        return part
    pointed = tuple(teller.event(one) for one in events if isinstance(one, happened.PointedAt | happened.PointedUp))
    return msgspec.structs.replace(part, headline=" ".join(results), lines=pointed)
