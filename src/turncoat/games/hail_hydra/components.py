"""The physical components: loyalty discs, attack cards, heroes, villains, the city and tokens (HH-SETUP-2 to -6)."""

from collections.abc import Iterator, Mapping
from typing import Final

from turncoat.games.hail_hydra.cards import HydraCardSet
from turncoat.games.hail_hydra.tables import CITY, MOST_DEFENSE, MOST_HEALTH, SKULL
from turncoat.kernel.components import BOARDS, TOKENS, Component, Deck, Space
from turncoat.kernel.words import N_, composed

LOYALTY: Final = Deck("loyalty-discs", N_("Loyalty discs"), is_secret=True)
ATTACK: Final = Deck(
    "attack-cards",
    N_("Attack cards"),
    is_secret=True,
    about=N_("The heroes on a mission play them face down. Above 0 their total hurts the villain, below −10 the city."),
)
HEROES: Final = Deck("heroes", N_("Heroes"))
VILLAINS: Final = {
    level: Deck(f"villains-{level}", composed(N_("Villains of level {level}"), level=str(level)), is_secret=True)
    for level in range(1, SKULL)
} | {SKULL: Deck("last-villain", N_("The last villain"), is_secret=True)}
"""Villains by level. They are drawn unseen, so their backs show only the level (HH-SETUP-4)."""
WORDS: Final[Mapping[str, str]] = {
    "city-track": N_("New York City"),
    "tower-marker": N_("Avengers Tower"),
    "health-disc": N_("Health"),
    "defense-disc": N_("Defense"),
    "first-player-token": N_("First Player"),
}
"""Labels of the boards, tokens and markers."""
EXPLANATIONS: Final[Mapping[str, str]] = {
    "tower-marker": N_("Shows how much health New York City has left; at 0 HYDRA wins."),
    "health-disc": N_("Health that the villain has left. Damage takes it off; at 0 he is defeated."),
    "defense-disc": N_("Defense of the villain, which is taken off the total of every attack."),
}
"""Explanations of the tokens and markers."""
_DESTROYED: Final = N_("HYDRA wins")


def components(cards: HydraCardSet) -> Iterator[Component]:
    """Yield everything in the box except loyalty discs, with the cards of a set. `role_cards` gives the discs."""
    for card in sorted(cards.attack, key=lambda value: -int(value)):
        yield Component(ATTACK, card, cards.attack[card])
    for hero in cards.heroes:
        yield Component(HEROES, hero)
    for villain in cards.villains.values():
        yield Component(VILLAINS[villain.level], villain.name)
    health = (Space(str(left), _DESTROYED if left == 0 else "") for left in range(CITY, -1, -1))
    yield Component(BOARDS, "city-track", spaces=tuple(health))
    yield Component(TOKENS, "first-player-token")
    yield Component(TOKENS, "tower-marker")
    yield Component(TOKENS, "health-disc", MOST_HEALTH)
    yield Component(TOKENS, "defense-disc", MOST_DEFENSE)
