"""End of a game of Hail Hydra: missions with their attacks, the decisive vote, and the deceptions."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from turncoat.games.hail_hydra import events as happened
from turncoat.games.hail_hydra.board import Board
from turncoat.games.hail_hydra.tables import CITY, VALUES
from turncoat.kernel.events import Event
from turncoat.kernel.seats import NOBODY, Seat, SeatSet, is_in, seat_set, seats_in
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.telling import Teller
from turncoat.web.board.model import Deception, EndAttack, EndCard, EndMission

_MISSION: Final = N_("Mission {number}: {villain:word}")
_DEFEATED: Final = N_("Defeated")
_UNDEFEATED: Final = N_("Not defeated")
_CITY: Final = N_("New York City: {city} of {full}")
_OUT: Final = N_("Knocked out: {seats:seats}")
_NOT_REVEALED: Final = N_("Offensive {number}")
_ATTACK: Final = N_("Offensive {number}: total {total}")
_DAMAGE: Final = N_("damage to the villain {dealt}, to the city {lost}")
_UNSEEN: Final = N_("{cards:tally} from the pile")
_AGENTS: Final = N_("Revealed HYDRA agents: {seats:seats}")
_SERVED: Final = N_("{agents:seats} served HYDRA among you, and the city fell.")
_STOPPED: Final = N_("{agents:seats} served HYDRA, and you saved the city all the same.")
_DECEIVED: Final = N_(
    "{agents:seats} fooled {seat:seat} most: {count} vote against their own side.",
    "{agents:seats} fooled {seat:seat} most: {count} votes against their own side.",
)
_FOUND_OUT: Final = N_(
    "{agents:seats} were found out: {seat:seat} voted against them {count} time.",
    "{agents:seats} were found out: {seat:seat} voted against them {count} times.",
)
_SUSPECTED: Final = N_(
    "{seat:seat} saw through {agent:seat}: {count} vote against them.",
    "{seat:seat} saw through {agent:seat}: {count} votes against them.",
)
_UNSUSPECTED: Final = N_("{agent:seat} fooled everybody: nobody loyal ever voted against them.")
_BLAMED: Final = N_(
    "{seat:seat} was loyal, and got {count} vote from their own side.",
    "{seat:seat} was loyal, and got {count} votes from their own side.",
)
_DECISIVE: Final = N_(
    "The vote that decided it: {count} vote knocked out {seat:seat} ({side:word}) for mission {mission}.",
    "The vote that decided it: {count} votes knocked out {seat:seat} ({side:word}) for mission {mission}.",
)
_LAST: Final = (
    happened.HailHydra,
    happened.SkullAnswered,
    happened.AttackRevealed,
    happened.VillainDamaged,
    happened.VillainDefeated,
    happened.CityDamaged,
    happened.CityHealed,
)
"""Events of the last offensive that the end page repeats."""


class _Attack(msgspec.Struct):
    """Offensive with the cards of each seat, None where the view's owner does not know them."""

    number: int
    laid: dict[Seat, tuple[str, ...] | None] = {}
    unseen: SeatSet = NOBODY
    """Seats whose card came from the pile unseen."""
    total: int | None = None
    dealt: int = 0
    lost: int = 0


class _Mission(msgspec.Struct):
    number: int
    villain: str
    out: SeatSet
    """Seats that were knocked out for this mission."""
    city: int
    attacks: list[_Attack] = []
    is_won: bool = False


def missions_of(view: View[Board], teller: Teller) -> tuple[EndMission, ...]:
    """Return the missions with their offensives. Cards are attributed as far as the view contains them."""
    return tuple(_told(mission, teller) for mission in _missions(view.events))


def _missions(events: Sequence[Event]) -> list[_Mission]:
    missions: list[_Mission] = []
    out, city = NOBODY, CITY
    for event in events:
        match event:
            case happened.HeroKnockedOut(seat=seat):
                out |= 1 << seat
            case happened.VillainRevealed():
                missions.append(_Mission(event.mission, event.villain, out, city))
                out = NOBODY
            case happened.OffensiveBegan():
                missions[-1].attacks.append(_Attack(event.number))
            case happened.CityDamaged():
                city = missions[-1].city = event.city
                missions[-1].attacks[-1].lost += event.amount
            case happened.CityHealed():
                city = missions[-1].city = min(CITY, city + event.amount)
            case happened.VillainDefeated():
                missions[-1].is_won = True
            case _ if missions and missions[-1].attacks:
                _gather(missions[-1].attacks[-1], event)
    return missions


def _gather(attack: _Attack, event: Event) -> None:
    match event:
        case happened.CardsLaid() | happened.CardsLaidOpen() | happened.CardsTurnedUp():
            attack.laid[event.seat] = event.cards
        case happened.CardsTakenBack():
            attack.laid.pop(event.seat, None)
        case happened.BlindCardAdded():
            attack.laid[event.seat] = None if event.card is None else (event.card,)
            attack.unseen |= 1 << event.seat
        case happened.AttackRevealed():
            attack.total = event.total
        case happened.TotalChanged() if attack.total is not None:
            attack.total += event.amount
        case happened.VillainDamaged():
            attack.dealt += event.amount
        case _:
            pass


def _told(mission: _Mission, teller: Teller) -> EndMission:
    about = [teller.fill(_CITY, city=mission.city, full=CITY)]
    if mission.out:
        about.append(teller.fill(_OUT, seats=mission.out))
    return EndMission(
        mission.number,
        teller.fill(_MISSION, number=mission.number, villain=mission.villain),
        "success" if mission.is_won else "fail",
        teller.text(_DEFEATED if mission.is_won else _UNDEFEATED),
        about=" · ".join(about),
        attacks=tuple(_attack(one, teller) for one in mission.attacks if one.laid or one.dealt or one.lost),
    )


def _attack(attack: _Attack, teller: Teller) -> EndAttack:
    title = _NOT_REVEALED if attack.total is None else _ATTACK
    return EndAttack(
        teller.fill(title, number=attack.number, total=attack.total),
        tuple(_card(attack, seat, cards, teller) for seat, cards in sorted(attack.laid.items())),
        teller.fill(_DAMAGE, dealt=attack.dealt, lost=attack.lost),
    )


def _card(attack: _Attack, seat: Seat, cards: tuple[str, ...] | None, teller: Teller) -> EndCard:
    if cards is None:
        return EndCard(teller.seat(seat))
    if is_in(seat, attack.unseen):  # drawn blindly, so it is nobody's fault
        return EndCard(teller.seat(seat), teller.fill(_UNSEEN, cards=cards))
    return EndCard(teller.seat(seat), teller.tally(cards), sum(map(VALUES.__getitem__, cards)) < 0)


def revealed_agents(board: Board, teller: Teller) -> tuple[str, ...]:
    """Name the agents who have announced HAIL HYDRA."""
    return (teller.fill(_AGENTS, seats=board.revealed),) if board.revealed else ()


def last_offensive(view: View[Any], teller: Teller) -> tuple[str, ...]:
    """Return the events of the last offensive as sentences."""
    start = max((k for k, event in enumerate(view.events) if isinstance(event, happened.OffensiveBegan)), default=0)
    return tuple(teller.event(event) for event in view.events[start:] if isinstance(event, _LAST))


def who_deceived_whom(view: View[Board], teller: Teller) -> str:
    """Name the loyal player who was fooled most if HYDRA won, or else the one who saw through the agents best.

    Both are judged by the votes of the loyal players.
    """
    board = view.board
    agents = _agents(board)
    if board.result is None or not agents:
        return ""
    has_fallen = board.result.winner == "hydra"
    targets = board.everyone & ~agents if has_fallen else agents
    votes = dict.fromkeys(seats_in(board.everyone & ~agents), 0)
    for event in view.events:
        if isinstance(event, happened.PointedAt) and is_in(event.target, targets):
            for seat in seats_in(event.voters & ~agents):
                votes[seat] += 1
    seat = max(votes, key=votes.__getitem__)
    if votes[seat]:
        return teller.fill(_DECEIVED if has_fallen else _FOUND_OUT, agents=agents, seat=seat, count=votes[seat])
    return teller.fill(_SERVED if has_fallen else _STOPPED, agents=agents)


def deceptions(view: View[Board], teller: Teller) -> tuple[Deception, ...]:
    """Return each agent's strongest loyal opponent by votes, and the loyal player blamed most by their own side."""
    board, agents = view.board, _agents(view.board)
    if board.result is None or not agents:
        return ()
    loyal = board.everyone & ~agents
    pointed = [event for event in view.events if isinstance(event, happened.PointedAt)]
    told = []
    for agent in seats_in(agents):
        against = [event.voters for event in pointed if event.target == agent]
        count, seat = max(((sum(is_in(seat, one) for one in against), seat) for seat in seats_in(loyal)), key=_first)
        if count:
            text = teller.fill(_SUSPECTED, seat=seat, agent=agent, count=count)
            told.append(Deception(text, (agent, seat), found=True))
        else:
            told.append(Deception(teller.fill(_UNSUSPECTED, agent=agent), (agent,)))
    blame = [
        (sum((event.voters & loyal).bit_count() for event in pointed if event.target == seat), seat)
        for seat in seats_in(loyal)
    ]
    count, seat = max(blame, key=_first)
    if count:
        told.append(Deception(teller.fill(_BLAMED, seat=seat, count=count), (seat,)))
    return tuple(told)


def _first(one: tuple[int, Seat]) -> int:
    return one[0]


def decisive_vote(view: View[Board], teller: Teller) -> str:
    """Return a sentence about the last vote that knocked out somebody of the losing side."""
    board = view.board
    if board.result is None or not all(board.roles):
        return ""
    found = ""
    for mission, seat, votes in _knocked_out(view.events):
        side = board.roles[seat]
        if side != board.result.winner:
            found = teller.fill(_DECISIVE, count=votes, seat=seat, side=side, mission=mission)
    return found


def _knocked_out(events: Sequence[Event]) -> Iterator[tuple[int, Seat, int]]:
    """Yield the heroes who were knocked out, each with the mission and the number of votes."""
    mission = 0
    pointed: dict[Seat, int] = {}
    for event in events:
        match event:
            case happened.VillainRevealed():
                mission = event.mission
            case happened.RoundBegan():
                pointed = {}
            case happened.PointedAt():
                pointed[event.target] = event.votes
            case happened.HeroKnockedOut():
                yield mission + 1, event.seat, pointed.get(event.seat, 0)
            case _:
                pass


def _agents(board: Board) -> SeatSet:
    return seat_set(seat for seat, role in enumerate(board.roles) if role == "hydra")
