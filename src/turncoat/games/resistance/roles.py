"""Roles and sides of The Resistance, and the replacement of plain character cards by special ones."""

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar, Final

from turncoat.games.resistance.tables import PLAYERS, SPIES
from turncoat.kernel.chapters import Chapter, Deal, DealError, RulesetError
from turncoat.kernel.draws import Draws
from turncoat.kernel.rulebooks import rulebook, titles_of
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.words import N_, Message, composed, listed

RESISTANCE_WINS = "resistance"
SPIES_WIN = "spies"

SIDES: dict[str, str] = {"resistance": "resistance", "spy": "spies"}
"""Side of each role. Chapters add their own."""
PLAIN = {"resistance": "resistance", "spies": "spy"}
"""Plain character card of each side."""
PLAIN_CARDS = {
    "resistance": Message.named("resistance", N_("Resistance")),
    "spies": Message.named("spy", N_("Spies")),
}
_CROWDED: Final = N_(
    "too many special roles ({card}): {names} need {needed}, {players} players have room for {there}; "
    "remove one of these"
)
_CROWDED_HERE: Final = N_(
    "too many special roles ({card}): {names} need {needed}, {players} players have room for {there}; "
    "remove one of these or play with {more} or more"
)


def side_of(role: str | None) -> str | None:
    """Return the side of a role, or None for an unknown role. Raises KeyError for a role that no chapter has."""
    return None if role is None else SIDES[role]


class RoleChapter(Chapter):
    """Chapter with special character cards, each of which replaces a plain card of its side."""

    roles: ClassVar[Mapping[str, str]] = {}
    """Side of each role that the chapter adds."""
    no_value: ClassVar[str] = N_(
        "loyal players have secrets from one another, so the value depends on how people may talk about them"
    )

    def __init_subclass__(cls) -> None:
        SIDES.update(cls.roles)

    def special_cards(self, ruleset: Ruleset) -> Mapping[str, int]:
        """Return the number of copies in play of each special character card."""
        raise NotImplementedError

    def check(self, ruleset: Ruleset) -> None:
        self.check_room(ruleset)

    def check_room(self, ruleset: Ruleset) -> None:
        """Raise RulesetError if a side has too few character cards for this chapter and those before it."""
        modules = ruleset.modules[: ruleset.modules.index(self.name) + 1]
        crowded = _crowded(ruleset, modules, ruleset.players)
        if crowded is None:
            return
        side, needed, names = crowded
        fitting = (more for more in PLAYERS if more > ruleset.players and _crowded(ruleset, modules, more) is None)
        more = next(fitting, None)
        raise RulesetError(
            "no-plain-card",
            composed(
                _CROWDED if more is None else _CROWDED_HERE,
                names=listed(titles_of(ruleset.game, names)),
                needed=str(needed),
                card=PLAIN_CARDS[side],
                players=str(ruleset.players),
                there=str(_cards_of(ruleset.players, side)),
                more=str(more or ""),
            ),
        )

    def role_cards(self, ruleset: Ruleset, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Replace a plain card of the same side by each special card."""
        left = list(cards)
        for role, number in self.special_cards(ruleset).items():
            for _ in range(number):
                left[left.index(PLAIN[SIDES[role]])] = role
        return tuple(left)

    def deal(self, ruleset: Ruleset, deal: Deal, draws: Draws) -> Deal:
        """Deal each special card to a seat drawn uniformly from those with a plain card of its side."""
        roles = list(deal.roles)
        for role, number in self.special_cards(ruleset).items():
            for _ in range(number):
                plain = [seat for seat, card in enumerate(roles) if card == PLAIN[SIDES[role]]]
                roles[plain[draws.below(len(plain))]] = role
        return Deal(tuple(roles), deal.first, deal.decks)

    def check_deal(self, ruleset: Ruleset, deal: Deal) -> None:
        for role, number in self.special_cards(ruleset).items():
            if deal.roles.count(role) != number:
                message, found = N_("{chapter}: the deal has {found} {role}, not {wanted}"), deal.roles.count(role)
                raise DealError(
                    "role-count",
                    composed(message, chapter=self.name, found=str(found), role=role, wanted=str(number)),
                )


def _crowded(ruleset: Ruleset, modules: tuple[str, ...], players: int) -> tuple[str, int, list[str]] | None:
    """Return a side with too few cards for these modules, the cards needed, and the modules in need (HUN-SETUP-4)."""
    chapters = rulebook(ruleset.game).chapters
    at = Ruleset(ruleset.game, players, ruleset.modules, ruleset.options)
    special = {
        name: chapter.special_cards(at) for name in modules if isinstance(chapter := chapters[name], RoleChapter)
    }
    for side in PLAIN:
        by = {name: sum(n for role, n in cards.items() if SIDES[role] == side) for name, cards in special.items()}
        if sum(by.values()) > _cards_of(players, side):
            return side, sum(by.values()), [name for name, number in by.items() if number]
    return None


def _cards_of(players: int, side: str) -> int:
    return SPIES[players] if side == "spies" else players - SPIES[players]


@lru_cache(maxsize=1024)
def roles_in_play(ruleset: Ruleset) -> frozenset[str]:
    """Return the roles that a deal may have: all known ones except those of role chapters that are not in play."""
    left_out: set[str] = set()
    for name, chapter in rulebook(ruleset.game).chapters.items():
        if isinstance(chapter, RoleChapter) and not ruleset.has(name):
            left_out.update(chapter.roles)
    return frozenset(SIDES.keys() - left_out)
