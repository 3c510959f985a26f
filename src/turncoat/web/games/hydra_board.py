"""Hail Hydra on the page: the villain, the city, the piles and hands, the attack as it is turned over and added up."""

from typing import Any, Final

from turncoat.games.hail_hydra import events as happened
from turncoat.games.hail_hydra.board import Board
from turncoat.games.hail_hydra.tables import CITY, LEVELS, VALUES
from turncoat.kernel.events import Event
from turncoat.kernel.seats import Seat, SeatSet, seats_in
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.telling import Teller, signed
from turncoat.web.board.model import CardShown, Stage

_HEROES: Final = N_("Everybody chooses a hero")
_OFFENSIVE: Final = N_("Mission {mission}, offensive {offensive}")
_ATTACK: Final = N_("{villain:word}: the attack adds up to {total}")
_KNOCK_OUT: Final = N_("Whom do you trust? Voting round {round} of {rounds}")
_HAIL: Final = N_("HAIL HYDRA! {seat:seat} is a HYDRA agent.")
_OVER: Final = N_("The game is over")
_CITY: Final = N_("New York City: {city} of {full}")
_TOKEN: Final = N_("First Player: {seat:seat}")
_PILES: Final = N_("Draw pile {pile}, discard pile {discarded}")
_TO_COME: Final = N_("Villains to come: {count}")
_HANDS: Final = N_("Attack cards in hand: {hands}")
_HAND: Final = N_("{seat:seat} {count}")
_OUT: Final = N_("Knocked out: {seats:seats}")
_AGENTS: Final = N_("Revealed HYDRA agents: {seats:seats}")
_SAID: Final = N_("{seat:seat}: “{said:word}”")
_COURSE: Final = N_("Mission {mission}: {villain:word}. Offensives: {offensives}. New York City: {city} of {full}.")
_LAST: Final = (
    happened.HailHydra,
    happened.SkullAnswered,
    happened.AttackRevealed,
    happened.VillainDamaged,
    happened.VillainDefeated,
    happened.CityDamaged,
    happened.CityHealed,
)
"""What of the last offensive is told once more at the end."""


def hydra_stage(view: View[Any], board: Board, teller: Teller, waiting: SeatSet, fresh: list[Event]) -> Stage:
    """The middle of the table."""
    line = teller.waiting(waiting)
    said = [teller.fill(_SAID, seat=seat, said=word) for seat, word in sorted(board.said.items())]
    if said:
        line = f"{line} {' · '.join(said)}"
    cards: tuple[CardShown, ...] = ()
    hidden = 0
    if board.tally is not None and board.laid_counts:
        cards = _shown(board.tally)
    else:
        open_cards = tuple(card for seat in seats_in(board.open) for card in board.laid.get(seat, ()))
        cards = _shown(open_cards)
        hidden = sum(board.laid_counts.values()) + board.blind_count - len(open_cards)
    turned = any(isinstance(event, happened.AttackRevealed) for event in fresh)
    return Stage(_headline(board, teller, fresh), line, cards=cards, fresh=turned, hidden_cards=hidden)


def _headline(board: Board, teller: Teller, fresh: list[Event]) -> str:
    """What is going on. HAIL HYDRA stands above everything, so that nobody can miss it."""
    for event in fresh:
        if isinstance(event, happened.HailHydra):
            return teller.fill(_HAIL, seat=event.seat)
    villain = board.villain
    if board.result is not None:
        return teller.fill(_OVER)
    if board.phase == "heroes":
        return teller.fill(_HEROES)
    if villain is None:
        return teller.fill(_KNOCK_OUT, round=board.round, rounds=board.rounds)
    if board.tally is not None and board.laid_counts:
        return teller.fill(_ATTACK, villain=villain.name, total=board.total)
    return teller.fill(_OFFENSIVE, mission=board.mission, offensive=board.offensive)


def _shown(cards: tuple[str, ...]) -> tuple[CardShown, ...]:
    """Attack cards face up: blue in the frame of a Success, red in that of a Fail; the value says the rest."""
    return tuple(CardShown("success" if VALUES[card] > 0 else "fail", signed(card)) for card in cards)


def hydra_facts(board: Board, teller: Teller) -> tuple[str, ...]:
    """The public numbers beside the stage."""
    facts = [
        teller.fill(_CITY, city=board.city, full=CITY),
        teller.fill(_TOKEN, seat=board.token),
        teller.fill(_TO_COME, count=len(LEVELS) - board.mission),
        teller.fill(_PILES, pile=board.pile_size, discarded=board.discarded_count),
    ]
    hands = ", ".join(teller.fill(_HAND, seat=seat, count=count) for seat, count in enumerate(board.hand_sizes))
    facts.append(teller.fill(_HANDS, hands=hands))
    if board.out:
        facts.append(teller.fill(_OUT, seats=board.out))
    if board.revealed:
        facts.append(teller.fill(_AGENTS, seats=board.revealed))
    return tuple(facts)


def other_facts(board: Board, teller: Teller) -> tuple[str, ...]:
    """The public numbers for which the board has no picture: city, villains and piles have one."""
    first, *rest = hydra_facts(board, teller)[1:]
    return (first, *rest[2:])


def hydra_scene(view: View[Any], teller: Teller) -> tuple[str, ...]:
    """The last offensive, for the end of the game; nothing for the other games."""
    if not isinstance(view.board, Board):
        return ()
    start = max((k for k, event in enumerate(view.events) if isinstance(event, happened.OffensiveBegan)), default=0)
    return tuple(teller.event(event) for event in view.events[start:] if isinstance(event, _LAST))


def hydra_course(view: View[Any], teller: Teller) -> tuple[str, ...]:
    """How each mission went, for the end of the game; nothing for the other games."""
    if not isinstance(view.board, Board):
        return ()
    missions: list[dict[str, Any]] = []
    city = CITY
    for event in view.events:
        match event:
            case happened.VillainRevealed():
                missions.append({"mission": event.mission, "villain": event.villain, "offensives": 0})
            case happened.OffensiveBegan():
                missions[-1]["offensives"] = event.number
            case happened.CityDamaged():
                city = event.city
            case happened.CityHealed():
                city += event.amount
            case _:
                continue
        missions[-1]["city"] = city
    facts = [teller.fill(_COURSE, full=CITY, **mission) for mission in missions]
    if view.board.revealed:
        facts.append(teller.fill(_AGENTS, seats=view.board.revealed))
    return tuple(facts)


def hero_of(view: View[Any], seat: Seat, teller: Teller) -> str:
    """The title of the hero that a seat plays; empty in the other games."""
    if not isinstance(view.board, Board):
        return ""
    hero = view.board.heroes[seat]
    return teller.text(view.board.cards.heroes[hero].title) if hero else ""
