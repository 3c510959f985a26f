"""The middle of the table in Hail Hydra: villains and their backs, the city, the piles, the attack as it adds up."""

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from turncoat.games.hail_hydra import HOUSE_CARDS
from turncoat.games.hail_hydra import events as happened
from turncoat.games.hail_hydra.board import Board
from turncoat.games.hail_hydra.cards import power_word
from turncoat.games.hail_hydra.tables import CITY, LEVELS, VALUES
from turncoat.kernel.draws import Draws
from turncoat.kernel.events import Event
from turncoat.kernel.seats import NOBODY, Seat, SeatSet
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.telling import Teller, signed
from turncoat.web.board.model import Portrait

_BACK: Final = N_("Villain {number} of {all}: face down, level {level}")
_DONE: Final = N_("Villain {number} of {all}: {villain:word}, defeated")
_NOW: Final = N_("Villain {number} of {all}: {villain:word}, on the table")
_FIGHTING: Final = N_(
    "{villain:word}: {health} of {full} health, defense {defense}, damage {damage} to the city. {power:word}"
)
_CITY: Final = N_("New York City: {city} of {full}")
_PILE: Final = N_("Draw pile: {count}")
_DISCARDED: Final = N_("Discard pile: {count}")
_HAIL: Final = N_("{seat:seat} is a HYDRA agent.")
HEALTH_WORD: Final = N_("Health")
DEFENSE_WORD: Final = N_("Defense")
DAMAGE_WORD: Final = N_("Damage to the city")
"""The words beside the three numbers of a villain."""
_LARGE: Final = "games/hail-hydra/villains.svg"
"""The villains as large as people are drawn on their cards."""


class Blow(msgspec.Struct, frozen=True):
    """What the villain or the city has just lost: shown once, and gone with what happens next."""

    amount: int
    number: int
    """How much had happened by then, so that the page tells one blow from the one before it."""


class VillainCard(msgspec.Struct, frozen=True):
    """One of the five villains of a game: defeated, fought now, or to come and face down."""

    state: Literal["done", "now", "next"]
    level: int
    art: str = ""
    """Empty: it lies face down, or its set has no drawings."""
    label: str = ""
    fresh: bool = False
    """Just defeated."""


class Fighting(msgspec.Struct, frozen=True):
    """The villain whom the heroes fight."""

    portrait: Portrait
    title: str
    health: int
    full: int
    defense: int
    damage: int
    power: str
    label: str
    """All of it in one sentence, for those who hear it."""
    blow: Blow | None = None


class Added(msgspec.Struct, frozen=True):
    """An attack card as it is turned over, and what the attack adds up to with it."""

    word: str
    is_blue: bool
    total: str


class HydraPanel(msgspec.Struct, frozen=True):
    """What lies in the middle of the table."""

    villains: tuple[VillainCard, ...]
    fighting: Fighting | None
    city: int
    city_full: int
    city_label: str
    pile: int
    pile_label: str
    discarded: int
    discarded_label: str
    attack: tuple[Added, ...] = ()
    total: str = ""
    """What the attack adds up to in the end, with what abilities and powers changed."""
    hidden: int = 0
    """Attack cards that lie face down."""
    fresh: bool = False
    hail: str = ""
    """Who has announced HAIL HYDRA in this offensive; it fills the screen once."""
    hail_number: int = 0
    city_blow: Blow | None = None


def score_of(panel: HydraPanel) -> tuple[str, ...]:
    """How things stand, in sentences."""
    villain = (panel.fighting.label,) if panel.fighting is not None else ()
    return (*villain, panel.city_label, panel.pile_label, panel.discarded_label)


def panel_of(view: View[Board], teller: Teller, fresh: Sequence[Event]) -> HydraPanel:
    """What lies there, from a spectator's view; `fresh` has just happened."""
    board = view.board
    villain = board.villain
    attack, total = _added(view.events) if board.tally is not None and board.laid_counts else ((), "")
    hail = _hail(view.events)
    return HydraPanel(
        villains=_villains(view, teller, fresh),
        fighting=Fighting(
            large_drawing(villain.name),
            teller.word(villain.name),
            board.health,
            villain.health,
            board.defense,
            villain.damage,
            teller.word(power_word(villain.name)),
            teller.fill(
                _FIGHTING,
                villain=villain.name,
                health=board.health,
                full=villain.health,
                defense=board.defense,
                damage=villain.damage,
                power=power_word(villain.name),
            ),
            _blow(view, fresh, happened.VillainDamaged),
        )
        if villain is not None
        else None,
        city=board.city,
        city_full=CITY,
        city_label=teller.fill(_CITY, city=board.city, full=CITY),
        pile=board.pile_size,
        pile_label=teller.fill(_PILE, count=board.pile_size),
        discarded=board.discarded_count,
        discarded_label=teller.fill(_DISCARDED, count=board.discarded_count),
        attack=attack,
        total=total,
        hidden=0 if attack else sum(board.laid_counts.values()) + board.blind_count,
        fresh=any(isinstance(event, happened.AttackRevealed) for event in fresh),
        hail=teller.fill(_HAIL, seat=hail[1]) if hail else "",
        hail_number=hail[0] if hail else 0,
        city_blow=_blow(view, fresh, happened.CityDamaged),
    )


def art(name: str) -> str:
    """The small drawing of a villain; a card set of one's own has none."""
    return name if name in HOUSE_CARDS.villains else ""


def large_drawing(name: str) -> Portrait:
    """The large drawing of a villain; one of a card set of one's own has the outline that harms."""
    return Portrait(f"villain-{name}", _LARGE) if name in HOUSE_CARDS.villains else Portrait("side-jagged")


def struck(view: View[Board], fresh: Sequence[Event]) -> SeatSet:
    """The heroes whom something has just hit: knocked out, or out of cards that they would have kept."""
    seats = NOBODY
    for number, event in enumerate(view.events[len(view.events) - len(fresh) :], len(view.events) - len(fresh)):
        match event:
            case happened.HeroKnockedOut(seat=seat) | happened.CardsStolen(victim=seat):
                seats |= 1 << seat
            case happened.CardsDiscarded(seat=seat) if event.rule(view.events, number) == "HH-VILLAIN-2":
                seats |= 1 << seat
            case _:
                continue
    return seats


def _blow(
    view: View[Board], fresh: Sequence[Event], kind: type[happened.VillainDamaged | happened.CityDamaged]
) -> Blow | None:
    """What has just been lost, all together; None when nothing was."""
    amount = sum(event.amount for event in fresh if isinstance(event, kind))
    return Blow(amount, len(view.events)) if amount else None


def _villains(view: View[Board], teller: Teller, fresh: Sequence[Event]) -> tuple[VillainCard, ...]:
    met = [event.villain for event in view.events if isinstance(event, happened.VillainRevealed)]
    cards = []
    for index, level in enumerate(LEVELS):
        number = {"number": index + 1, "all": len(LEVELS)}
        if index >= len(met):
            cards.append(VillainCard("next", level, label=teller.fill(_BACK, level=level, **number)))
            continue
        now = index == len(met) - 1 and view.board.villain is not None
        label = teller.fill(_NOW if now else _DONE, villain=met[index], **number)
        is_fresh = any(isinstance(event, happened.VillainDefeated) and event.villain == met[index] for event in fresh)
        cards.append(VillainCard("now" if now else "done", level, art(met[index]), label, is_fresh))
    return tuple(cards)


def _added(events: Sequence[Event]) -> tuple[tuple[Added, ...], str]:
    """The attack that lies open, in an order that is shuffled alike for everybody, added up card by card."""
    at = max(number for number, event in enumerate(events) if isinstance(event, happened.AttackRevealed))
    revealed = events[at]
    assert isinstance(revealed, happened.AttackRevealed)
    total, added = 0, []
    for card in Draws(f"shown {at}".encode()).shuffled(revealed.cards):
        total += VALUES[card]
        added.append(Added(signed(card), VALUES[card] > 0, signed(total)))
    changed = sum(event.amount for event in events[at:] if isinstance(event, happened.TotalChanged))
    return tuple(added), signed(revealed.total + changed)


def _hail(events: Sequence[Event]) -> tuple[int, Seat] | None:
    """Who came out last, while it is news: until the next offensive."""
    for number in range(len(events) - 1, -1, -1):
        event = events[number]
        if isinstance(event, happened.HailHydra):
            return number, event.seat
        if isinstance(event, happened.OffensiveBegan):
            return None
    return None
