"""Card sets: the attack cards, heroes and villains of a game, as data that a user can write.

A set is one TOML text. `load` reads it, and names the card and the field of any error. The abilities of cards are made
of effects, a small vocabulary of verbs with an amount and targets. See `docs/hail-hydra-cards.md`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, TypeVar

import msgspec

from turncoat.games.hail_hydra.tables import MOST_DEFENSE, MOST_HEALTH, SKULL, VALUES
from turncoat.kernel.toml_text import read_toml
from turncoat.kernel.words import N_, composed

AbilityTiming = Literal["attacks-started", "attacks-collected", "attacks-discarded", "votes-started"]
"""Moment at which a hero's ability may be called (HH-HERO-2)."""
When = Literal["started", "laying", "revealed", "attack"]
"""Moment of a villain's power: after the draw, while cards are laid, at the reveal, or at the attack in step 4.

The first three are Quick Attacks.
"""
Verb = Literal[
    "damage-villain",
    "heal-villain",
    "damage-city",
    "heal-city",
    "total",
    "defense",
    "skip-attack",
    "draw",
    "discard",
    "discard-hand",
    "lose",
    "give",
    "demand",
    "steal",
    "look-hand",
    "look-laid",
    "look-pile",
    "take-back",
    "limit",
    "face-up",
    "extra-vote",
    "protect",
    "rounds",
]
Who = Literal["self", "chosen", "mission", "out", "everyone", "most-cards", "fewest-cards", "first-player"]
"""Heroes that an effect hits.

They are the caller, the caller's choice, those on the mission, those knocked out, all, the one with most or fewest
attack cards (HH-TIE-1), or the holder of the First Player Token.
"""
If = Literal["", "unhurt", "hurt", "negative"]
"""Condition of a power: the villain took no damage in this offensive, took some, or the total was below 0."""

SOME: dict[str, frozenset[str]] = {
    "attacks-started": frozenset(
        {"damage-villain", "damage-city", "heal-city", "defense", "skip-attack", "draw", "discard", "discard-hand"}
        | {"lose", "give", "demand", "steal", "look-hand", "look-pile", "limit", "face-up", "heal-villain"}
    ),
    "attacks-collected": frozenset(
        {"damage-villain", "damage-city", "heal-city", "total", "defense", "skip-attack", "draw", "look-laid"}
        | {"look-pile", "take-back"}
    ),
    "attacks-discarded": frozenset(
        {"damage-city", "heal-city", "total", "defense", "skip-attack", "draw", "discard", "discard-hand", "lose"}
        | {"give", "demand", "steal", "look-hand", "look-pile"}
    ),
    "votes-started": frozenset({"extra-vote", "protect", "rounds", "look-hand", "look-pile", "heal-city", "draw"}),
    "started": frozenset({"damage-city", "heal-villain", "defense", "draw", "discard", "lose", "limit", "face-up"}),
    "laying": frozenset({"limit", "face-up"}),
    "revealed": frozenset({"total", "defense", "damage-city", "heal-villain"}),
    "attack": frozenset({"damage-city", "heal-city", "heal-villain", "draw", "discard", "discard-hand", "lose"}),
}
"""Verbs that make sense at each moment."""
AIMED = frozenset({"draw", "discard", "discard-hand", "lose", "limit", "face-up", "take-back", "protect"})
"""Verbs that hit the heroes named by `who`. Verbs in CHOOSING always hit the chosen seat."""
CHOOSING = frozenset({"give", "demand", "steal", "look-hand", "look-laid"})
"""Verbs between the caller and another hero of the caller's choice."""


class CardSetError(ValueError):
    """Error for an invalid card set, which names the card and the field."""

    def __init__(self, card: str, field: str, reason: str) -> None:
        super().__init__(f"{card}, {field}: {reason}")
        self.card = card
        self.field = field
        self.reason = reason


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A single effect of a card."""

    do: Verb
    amount: int = 1
    who: Who = "self"
    lasts: Literal["round", "phase"] = "round"
    """Duration of a protection from knock-out."""


class Power(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A single effect of a villain, with its moment."""

    when: When = "attack"
    on: If = msgspec.field(default="", name="if")

    @property
    def is_quick(self) -> bool:
        """True if it is a Quick Attack, which affects the current offensive (HH-QUICK-1)."""
        return self.when != "attack"


class Hero(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hero with one special ability, usable once per game at its moment."""

    name: str
    title: str
    moment: AbilityTiming
    text: str
    effects: tuple[Effect, ...]
    shield: str = ""
    """Hint for players of S.H.I.E.L.D."""
    hydra: str = ""
    """Hint for players of HYDRA."""

    @property
    def advice(self) -> dict[str, str]:
        """The set's hints, by side."""
        return {side: text for side, text in (("shield", self.shield), ("hydra", self.hydra)) if text}

    @property
    def chooses(self) -> bool:
        """True if the caller chooses a hero as the target."""
        return any(effect.do in CHOOSING or effect.who == "chosen" for effect in self.effects)


class Villain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A villain: health, defense, damage, and unique power."""

    name: str
    title: str
    level: int
    health: int
    damage: int
    text: str
    defense: int = 0
    powers: tuple[Power, ...] = ()
    cube: int | None = None
    """Excess of the total over the remaining health that spares the city, for the Cosmic Cube (HH-SKULL-1)."""
    bargain: int = 0
    """Most defense to which revealed HYDRA agents can raise the villain in an offensive (HH-SKULL-2)."""
    knocked_out_text: str = ""
    """Text of the card where the option lets only knocked-out agents give defense. If empty, `text`."""

    @property
    def is_quick(self) -> bool:
        """True if the card carries the symbol of a Quick Attack."""
        return self.bargain > 0 or any(power.is_quick for power in self.powers)


CARDS_IN_ALL: Final = N_(
    "{title}: {heroes} heroes; villains: {first} of level 1, {second} of level 2, {third} of level 3 and the last"
)


def power_word(villain: str) -> str:
    """Return the word whose label is the text of the villain's card."""
    return f"{villain}-power"


class HydraCardSet(msgspec.Struct, frozen=True):
    """A validated card set."""

    name: str
    title: str
    attack: dict[str, int]
    heroes: dict[str, Hero]
    villains: dict[str, Villain]
    about: str = ""
    attack_cards: tuple[str, ...] = ()
    """All attack cards, sorted."""

    levels: dict[int, tuple[str, ...]] = {}
    """Names of the villains of each level, in the order of the file."""

    def __post_init__(self) -> None:
        cards = tuple(card for card in sorted(self.attack) for _ in range(self.attack[card]))
        levels: dict[int, tuple[str, ...]] = {}
        for name, villain in self.villains.items():
            levels[villain.level] = (*levels.get(villain.level, ()), name)
        msgspec.structs.force_setattr(self, "attack_cards", cards)
        msgspec.structs.force_setattr(self, "levels", levels)

    @property
    def summary(self) -> str:
        """One-line description of the contents (message id)."""
        first, second, third = (str(len(self.levels[level])) for level in range(1, SKULL))
        heroes = str(len(self.heroes))
        return composed(CARDS_IN_ALL, title=self.title, heroes=heroes, first=first, second=second, third=third)


GAME: Final = "hail-hydra"
"""Value of a card set's optional field `game`."""
HEROES, VILLAINS, PER_VALUE, CARDS = 14, 17, 1, 80
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LIMITS = {
    "level": (1, SKULL),
    "health": (1, MOST_HEALTH),
    "damage": (1, 9),
    "defense": (0, MOST_DEFENSE),
    "bargain": (0, MOST_DEFENSE),
}
T = TypeVar("T", Hero, Villain)


def load(text: str) -> HydraCardSet:
    """Parse a card set from TOML. Raises CardSetError that names the card and the field.

    >>> load('title = "Mine"')
    Traceback (most recent call last):
        ...
    turncoat.games.hail_hydra.cards.CardSetError: the set, name: is missing
    """
    try:
        raw = read_toml(text)
    except ValueError as error:
        raise CardSetError("the file", "TOML", str(error)) from None
    for field, kind in (("name", str), ("title", str), ("attack", dict), ("hero", list), ("villain", list)):
        if field not in raw:
            raise CardSetError("the set", field, "is missing")
        if not isinstance(raw[field], kind):
            raise CardSetError("the set", field, f"must be a {kind.__name__}, not {raw[field]!r}")
    unknown = sorted(raw.keys() - {"name", "game", "title", "about", "attack", "hero", "villain"})
    if unknown:
        raise CardSetError("the set", unknown[0], "is not a field of a card set")
    if raw.get("game", GAME) != GAME:
        raise CardSetError("the set", "game", f"must be {GAME!r}, not {raw['game']!r}")
    _check_name("the set", raw["name"])
    heroes = _cards(raw["hero"], Hero, "hero")
    villains = _cards(raw["villain"], Villain, "villain")
    for hero in heroes.values():
        _check_hero(hero)
    for villain in villains.values():
        _check_villain(villain)
    made = HydraCardSet(raw["name"], raw["title"], _attack(raw["attack"]), heroes, villains, str(raw.get("about", "")))
    _check_numbers(made)
    return made


def _attack(raw: Mapping[str, Any]) -> dict[str, int]:
    """Check that there are 80 cards, half of them blue (HH-SETUP-3)."""
    for card, copies in raw.items():
        if card not in VALUES:
            raise CardSetError("attack cards", card, f"is not a value; the values are {', '.join(VALUES)}")
        if type(copies) is not int or copies < 0:
            raise CardSetError("attack cards", card, f"copies must be a number from 0, not {copies!r}")
    blue = sum(copies for card, copies in raw.items() if VALUES[card] > 0)
    red = sum(copies for card, copies in raw.items() if VALUES[card] < 0)
    if (blue, red) != (CARDS // 2, CARDS // 2):
        raise CardSetError("attack cards", "copies", f"40 are blue and 40 red, not {blue} and {red}")
    return dict(raw)


def _cards(raw: Iterable[Any], kind: type[T], word: str) -> dict[str, T]:
    cards: dict[str, T] = {}
    for number, entry in enumerate(raw, 1):
        label = f"{word} {entry['name']}" if isinstance(entry, dict) and "name" in entry else f"{word} no. {number}"
        try:
            card = msgspec.convert(entry, kind)
        except msgspec.ValidationError as error:
            raise _named(label, str(error)) from None
        _check_name(label, card.name)
        if card.name in cards:
            raise CardSetError(label, "name", "two cards have this name")
        cards[card.name] = card
    return cards


def _named(label: str, message: str) -> CardSetError:
    """Return the error of a card, with the field that msgspec names in or after its message."""
    reason, _, path = message.partition(" - at `$")
    field = path.rstrip("`").lstrip(".")
    named = re.search(r"field `([^`]+)`", reason)
    if named:
        field = f"{field}.{named[1]}".lstrip(".")
    return CardSetError(label, field or "the card", reason[0].lower() + reason[1:])


def _check_name(label: str, name: object) -> None:
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise CardSetError(label, "name", f"must be lowercase letters, digits and hyphens, not {name!r}")


def _check_hero(hero: Hero) -> None:
    label = f"hero {hero.name}"
    if not hero.effects:
        raise CardSetError(label, "effects", "an ability needs at least one")
    for number, effect in enumerate(hero.effects):
        _check_effect(label, f"effects[{number}]", effect, hero.moment)


def _check_villain(villain: Villain) -> None:
    label = f"villain {villain.name}"
    for field, (low, high) in _LIMITS.items():
        if not low <= getattr(villain, field) <= high:
            raise CardSetError(label, field, f"must be {low} to {high}, not {getattr(villain, field)}")
    if villain.cube is not None and villain.cube < 0:
        raise CardSetError(label, "cube", f"must be at least 0, not {villain.cube}")
    for number, power in enumerate(villain.powers):
        _check_effect(label, f"powers[{number}]", power, power.when)
        if power.on and power.when not in ("attack", "revealed"):
            raise CardSetError(label, f"powers[{number}].if", f"has no effect at {power.when!r}")
        if power.who in ("self", "chosen") and power.do in AIMED:
            raise CardSetError(label, f"powers[{number}].who", "a villain's power must say whom it hits")


def _check_effect(label: str, field: str, effect: Effect, moment: str) -> None:
    if effect.do not in SOME[moment]:
        known = ", ".join(sorted(SOME[moment]))
        raise CardSetError(label, f"{field}.do", f"{effect.do!r} has no effect at {moment!r}; there: {known}")
    low = -9 if effect.do in ("total", "defense", "rounds") else 1
    if not low <= effect.amount <= 9 or effect.amount == 0:
        raise CardSetError(label, f"{field}.amount", f"must be {low} to 9 and not 0, not {effect.amount}")
    if effect.lasts != "round" and effect.do != "protect":
        raise CardSetError(label, f"{field}.lasts", "only a protection can last")


def _check_numbers(made: HydraCardSet) -> None:
    """Check for 14 heroes, 17 villains in three levels, and Red Skull (HH-SETUP-8)."""
    if len(made.heroes) != HEROES:
        raise CardSetError("the set", "hero", f"must have {HEROES} heroes, not {len(made.heroes)}")
    levels = Counter(villain.level for villain in made.villains.values())
    if levels[SKULL] != 1:
        raise CardSetError("the set", "villain", f"must have one of level {SKULL}, Red Skull, not {levels[SKULL]}")
    if len(made.villains) != VILLAINS + 1:
        raise CardSetError("the set", "villain", f"must have {VILLAINS} and Red Skull, not {len(made.villains)} in all")
    for level, fewest in ((1, 1), (2, 2), (3, 1)):
        if levels[level] < fewest:
            raise CardSetError("the set", "villain", f"needs {fewest} of level {level}, not {levels[level]}")
