"""The middle of the table in Hail Hydra: villains and their backs, the city, the piles, the attack card by card."""

from collections.abc import Sequence
from typing import Any, Final

from turncoat.games.hail_hydra import HOUSE_CARDS
from turncoat.games.hail_hydra import events as happened
from turncoat.games.hail_hydra.board import Board
from turncoat.games.hail_hydra.tables import CITY, LEVELS, VALUES
from turncoat.kernel.draws import Draws
from turncoat.kernel.events import Event
from turncoat.kernel.seats import Seat
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.telling import Teller, signed
from turncoat.web.games.hail_hydra_model import Added, Fighting, HydraPart, VillainCard
from turncoat.web.games.hydra_board import other_facts

SPRITE: Final = "hydra.svg"
"""The drawings of the house set; only tables of Hail Hydra load them."""
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


def hydra_table(view: View[Any], board: Board, teller: Teller, fresh: Sequence[Event]) -> HydraPart:
    """What lies there, from a spectator's view; `fresh` has just happened."""
    villain = board.villain
    attack, total = _added(view.events) if board.tally is not None and board.laid_counts else ((), "")
    hail = _hail(view.events)
    return HydraPart(
        villains=_villains(view, board, teller),
        fighting=Fighting(
            art(villain.name),
            teller.word(villain.name),
            board.health,
            villain.health,
            board.defense,
            villain.damage,
            teller.word(f"{villain.name}-power"),
            teller.fill(
                _FIGHTING,
                villain=villain.name,
                health=board.health,
                full=villain.health,
                defense=board.defense,
                damage=villain.damage,
                power=f"{villain.name}-power",
            ),
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
        waiting=teller.waiting(view.waiting),
        hands=tuple(board.hand_sizes),
        said=tuple(teller.word(board.said[seat]) if seat in board.said else "" for seat in range(board.players)),
        facts=other_facts(board, teller),
        hail=teller.fill(_HAIL, seat=hail[1]) if hail else "",
        hail_number=hail[0] if hail else 0,
    )


def art(name: str) -> str:
    """The drawing of a hero or a villain; a card set of somebody's own has none."""
    return name if name in HOUSE_CARDS.heroes or name in HOUSE_CARDS.villains else ""


def hero_art(name: str) -> str:
    """The emblem of a hero, empty when there is none."""
    return name if name in HOUSE_CARDS.heroes else ""


def hero_sprite(name: str) -> str:
    """The file with the emblem of a hero, or with the common one."""
    return SPRITE if name in HOUSE_CARDS.heroes else "art.svg"


def _villains(view: View[Any], board: Board, teller: Teller) -> tuple[VillainCard, ...]:
    met = [event.villain for event in view.events if isinstance(event, happened.VillainRevealed)]
    cards = []
    for index, level in enumerate(LEVELS):
        number = {"number": index + 1, "all": len(LEVELS)}
        if index >= len(met):
            cards.append(VillainCard("next", level, label=teller.fill(_BACK, level=level, **number)))
            continue
        now = index == len(met) - 1 and board.villain is not None
        label = teller.fill(_NOW if now else _DONE, villain=met[index], **number)
        cards.append(VillainCard("now" if now else "done", level, art(met[index]), label))
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
    """Who announced himself last, while it is news: until the next offensive."""
    for number in range(len(events) - 1, -1, -1):
        event = events[number]
        if isinstance(event, happened.HailHydra):
            return number, event.seat
        if isinstance(event, happened.OffensiveBegan):
            return None
    return None


def pointed_at(events: Sequence[Event]) -> dict[Seat, happened.PointedAt]:
    """At whom fingers point: from the vote until the next one, or until cards are laid again."""
    fingers: dict[Seat, happened.PointedAt] = {}
    for event in reversed(events):
        if isinstance(event, happened.PointedAt):
            fingers[event.target] = event
        elif isinstance(event, happened.CardsLaid | happened.CardsLaidOpen) or (
            fingers and isinstance(event, happened.RoundBegan)
        ):
            break
    return fingers
