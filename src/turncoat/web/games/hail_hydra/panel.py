"""Centre of the table in Hail Hydra: villains, the city, the piles, and the attack as it is added up."""

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
from turncoat.kernel.seats import NOBODY, Seat, SeatSet, seats_in
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
"""Labels of a villain's three numbers."""
_LARGE: Final = "games/hail-hydra/villains.svg"
"""Villains drawn as large as people are on their cards."""


class Blow(msgspec.Struct, frozen=True):
    """Latest damage to the villain or the city, displayed until the next event."""

    amount: int
    number: int
    """Number of events so far, by which the page tells two blows apart."""


class VillainCard(msgspec.Struct, frozen=True):
    """One of the five villains of a game: defeated, current, or still face down."""

    state: Literal["done", "now", "next"]
    level: int
    art: str = ""
    """Empty if the card is face down or its set has no drawings."""
    label: str = ""
    fresh: bool = False
    """True if just defeated."""


class Fighting(msgspec.Struct, frozen=True):
    """Current villain."""

    portrait: Portrait
    title: str
    health: int
    full: int
    defense: int
    damage: int
    power: str
    label: str
    """All of it in one sentence, for screen readers."""
    blow: Blow | None = None


class Added(msgspec.Struct, frozen=True):
    """Attack card face up, with the running total."""

    word: str
    is_blue: bool
    total: str = ""


class HydraPanel(msgspec.Struct, frozen=True):
    """Content of the centre of the table."""

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
    """Final total of the attack, including changes by abilities and powers."""
    laid: tuple[Added, ...] = ()
    """Attack cards that lie face up before the attack is revealed, by seat. They have no running total."""
    hidden: int = 0
    """Number of face-down attack cards."""
    fresh: bool = False
    hail: str = ""
    """Announcement of HAIL HYDRA in this offensive, which fills the screen once."""
    hail_number: int = 0
    city_blow: Blow | None = None


def score_of(panel: HydraPanel) -> tuple[str, ...]:
    """Return the state of the panel in sentences."""
    villain = (panel.fighting.label,) if panel.fighting is not None else ()
    return (*villain, panel.city_label, panel.pile_label, panel.discarded_label)


def panel_of(view: View[Board], teller: Teller, fresh: Sequence[Event]) -> HydraPanel:
    """Build the panel from a spectator's view. `fresh` are the events that have just happened."""
    board = view.board
    villain = board.villain
    attack, total = _added(view.events) if board.tally is not None and board.laid_counts else ((), "")
    laid = () if attack else tuple(_face_up(card) for seat in seats_in(board.open) for card in board.laid.get(seat, ()))
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
        laid=laid,
        hidden=0 if attack else sum(board.laid_counts.values()) + board.blind_count - len(laid),
        fresh=any(isinstance(event, happened.AttackRevealed) for event in fresh),
        hail=teller.fill(_HAIL, seat=hail[1]) if hail else "",
        hail_number=hail[0] if hail else 0,
        city_blow=_blow(view, fresh, happened.CityDamaged),
    )


def art(name: str) -> str:
    """Return the small drawing of a villain, or an empty string for other card sets."""
    return name if name in HOUSE_CARDS.villains else ""


def large_drawing(name: str) -> Portrait:
    """Return the large drawing of a villain. Those of other card sets get the outline of the harmful side."""
    return Portrait(f"villain-{name}", _LARGE) if name in HOUSE_CARDS.villains else Portrait("side-jagged")


def struck(view: View[Board], fresh: Sequence[Event]) -> SeatSet:
    """Return the heroes just hit: knocked out, or deprived of cards that they would have kept."""
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
    """Return the total of the fresh damage, or None if there is none."""
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
    """Return the face-up attack with running totals, in an order shuffled in the same way for everybody."""
    at = max(number for number, event in enumerate(events) if isinstance(event, happened.AttackRevealed))
    revealed = events[at]
    assert isinstance(revealed, happened.AttackRevealed)
    total, added = 0, []
    for card in Draws(f"shown {at}".encode()).shuffled(revealed.cards):
        total += VALUES[card]
        added.append(_face_up(card, signed(total)))
    changed = sum(event.amount for event in events[at:] if isinstance(event, happened.TotalChanged))
    return tuple(added), signed(revealed.total + changed)


def _face_up(card: str, total: str = "") -> Added:
    return Added(signed(card), VALUES[card] > 0, total)


def _hail(events: Sequence[Event]) -> tuple[int, Seat] | None:
    """Return the latest announcement of HAIL HYDRA, until the next offensive."""
    for number in range(len(events) - 1, -1, -1):
        event = events[number]
        if isinstance(event, happened.HailHydra):
            return number, event.seat
        if isinstance(event, happened.OffensiveBegan):
            return None
    return None
