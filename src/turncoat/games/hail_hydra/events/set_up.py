"""The events of set-up, villains, the city and the end."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from turncoat.games.hail_hydra.board import Board
from turncoat.games.hail_hydra.cards import power_word
from turncoat.games.hail_hydra.tables import CITY
from turncoat.kernel.events import Audience, Event, Public, SeenBy, SeenByAll
from turncoat.kernel.facts import Fact, HasRole
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, Seat, SeatSet
from turncoat.kernel.words import N_


class HasToken(Event, frozen=True):
    """The First Player Token came to a seat."""

    message: ClassVar[str] = N_("{seat:seat} has the First Player Token.")
    seat: Public[Seat]

    def apply(self, board: Board) -> None:
        board.token = self.seat


class FirstPlayerChosen(HasToken, frozen=True):
    """The First Player Token was placed at random."""

    part: ClassVar[Literal["", "begins", "ends"]] = "begins"
    summary: ClassVar[str] = HasToken.message
    clause: ClassVar[str] = "HH-SETUP-7"


class HeroChosen(Event, frozen=True):
    """A player chose a hero for the whole game."""

    message: ClassVar[str] = N_("{seat:seat} plays {hero:word}")
    clause: ClassVar[str] = "HH-SETUP-6"
    seat: Public[Seat]
    hero: Public[str]

    def apply(self, board: Board) -> None:
        board.heroes[self.seat] = self.hero
        moment = board.cards.heroes[self.hero].moment
        board.abilities[moment] = board.abilities.get(moment, NOBODY) | 1 << self.seat


class LoyaltyDealt(Event, frozen=True):
    """A loyalty disc was dealt. Only its own seat knows it."""

    message: ClassVar[str] = N_("Your loyalty: {side:word}.")
    clause: ClassVar[str] = "HH-SETUP-2"
    audience: ClassVar[Audience] = SeenBy("seat")
    reveals: ClassVar[bool] = True
    seat: Annotated[Seat, SeenBy("seat")]
    side: Annotated[str, SeenBy("seat")]

    def apply(self, board: Board) -> None:
        board.roles[self.seat] = self.side


class AgentsSeen(Event, frozen=True):
    """The HYDRA agents looked at one another."""

    message: ClassVar[str] = N_("The HYDRA agents are {agents:seats}.")
    clause: ClassVar[str] = "HH-SETUP-2"
    audience: ClassVar[Audience] = SeenByAll("agents")
    reveals: ClassVar[bool] = True
    private_mark: ClassVar[tuple[str, str]] = ("{agents:seats}", N_("HYDRA"))
    agents: Annotated[SeatSet, SeenByAll("agents")]

    def apply(self, board: Board) -> None:
        board.agents_seen = self.agents


class VillainRevealed(Event, frozen=True):
    """A mission began: its villain was turned up."""

    message: ClassVar[str] = N_(
        "Mission {mission}: {villain:word}. Health {health}, defense {defense}, damage {damage}. {power:word}"
    )
    clause: ClassVar[str] = "HH-VILLAIN-1"
    is_heading: ClassVar[bool] = True
    reveals: ClassVar[bool] = True
    scene: ClassVar[str] = "entrance"
    mission: Public[int]
    villain: Public[str]
    health: Public[int]
    defense: Public[int]
    damage: Public[int]

    @property
    def power(self) -> str:
        """The word whose label is the text of the villain's card."""
        return power_word(self.villain)

    def apply(self, board: Board) -> None:
        board.phase = "mission"
        board.mission = self.mission
        board.offensive = 0
        board.villain = board.cards.villains[self.villain]
        board.health = board.villain.health


class OffensiveBegan(Event, frozen=True):
    """A round of the mission began, and effects of the previous offensive ended."""

    message: ClassVar[str] = N_("Offensive {number}.")
    part: ClassVar[Literal["", "begins", "ends"]] = "begins"
    summary: ClassVar[str] = message
    clause: ClassVar[str] = "HH-OFF-11"
    asks_again: ClassVar[bool] = True
    number: Public[int]

    def apply(self, board: Board) -> None:
        board.phase = "mission"
        board.offensive = self.number
        board.temporary_defense = 0
        board.total = 0
        board.tally = None
        board.hurt = board.attack_skipped = False
        board.acted = board.asked_skull = board.gave_defense = NOBODY
        board.face_up = board.revealed
        if board.limits:
            board.limits = {}


class TokenPassed(HasToken, frozen=True):
    """The First Player Token passed to the left."""

    clause: ClassVar[str] = "HH-OFF-1"


class TotalChanged(Event, frozen=True):
    """An effect changed the attack's total."""

    clause: ClassVar[str] = "HH-HERO-1"
    message: ClassVar[str] = N_("The attack's total changes by {amount}.")
    amount: Public[int]

    def apply(self, board: Board) -> None:
        board.total += self.amount


class VillainDamaged(Event, frozen=True):
    """The villain lost health."""

    message: ClassVar[str] = N_("The villain takes {amount} damage; {health} health left.")
    summary: ClassVar[str] = message
    clause: ClassVar[str] = "HH-OFF-4"
    scene: ClassVar[str] = "blow"
    amount: Public[int]
    health: Public[int]

    def apply(self, board: Board) -> None:
        board.health = self.health
        board.hurt = True


class VillainHealed(Event, frozen=True):
    """The villain regained health."""

    message: ClassVar[str] = N_("The villain regains {amount}; {health} health.")
    clause: ClassVar[str] = "HH-VILLAIN-2"
    amount: Public[int]
    health: Public[int]

    def apply(self, board: Board) -> None:
        board.health = self.health


class DefenseChanged(Event, frozen=True):
    """The villain's defense changed for this offensive."""

    message: ClassVar[str] = N_("The villain's defense changes by {amount} for this offensive.")
    clause: ClassVar[str] = "HH-VILLAIN-1"
    amount: Public[int]

    def apply(self, board: Board) -> None:
        board.temporary_defense += self.amount


class AttackSkipped(Event, frozen=True):
    """The villain will not attack in this offensive."""

    message: ClassVar[str] = N_("The villain does not attack in this offensive.")
    clause: ClassVar[str] = "HH-OFF-5"

    def apply(self, board: Board) -> None:
        board.attack_skipped = True


class VillainStands(Event, frozen=True):
    """The villain survived the offensive and will attack. HAIL HYDRA is open again before that."""

    message: ClassVar[str] = N_("{villain:word} is still standing.")
    clause: ClassVar[str] = "HH-OFF-5"
    villain: Public[str]

    def apply(self, board: Board) -> None:
        board.phase = "mission"


class CityDamaged(Event, frozen=True):
    """New York City lost health. The reason is a word."""

    message: ClassVar[str] = N_("{why:word}: the city loses {amount} health and has {city} left.")
    summary: ClassVar[str] = N_("The city loses {amount} health and has {city} left.")
    clause: ClassVar[str] = "HH-SETUP-5"
    scene: ClassVar[str] = "blow"
    amount: Public[int]
    city: Public[int]
    why: Public[str]

    def apply(self, board: Board) -> None:
        board.city = self.city


class CityHealed(Event, frozen=True):
    """New York City regained health, up to 27."""

    message: ClassVar[str] = N_("The city regains {amount} health.")
    clause: ClassVar[str] = "HH-SETUP-5"
    amount: Public[int]

    def apply(self, board: Board) -> None:
        board.city = min(CITY, board.city + self.amount)


class VillainDefeated(Event, frozen=True):
    """The villain was defeated and the mission is over. Knocked-out heroes are back."""

    message: ClassVar[str] = N_("{villain:word} is defeated.")
    summary: ClassVar[str] = message
    clause: ClassVar[str] = "HH-VILLAIN-1"
    scene: ClassVar[str] = "blow"
    villain: Public[str]

    def apply(self, board: Board) -> None:
        board.phase = "knock-out"
        board.out = NOBODY
        board.villain = None


class LoyaltiesOpened(Event, frozen=True):
    """The game is over, and everybody's loyalty is public."""

    clause: ClassVar[str] = "HH-END-2"
    message: ClassVar[str] = N_("The game is over: the HYDRA agents were {agents:seats}.")
    reveals: ClassVar[bool] = True
    scene: ClassVar[str] = "finale"
    reveals_all_roles: ClassVar[bool] = True
    agents: Public[SeatSet]

    def apply(self, board: Board) -> None:
        board.phase = "over"
        board.roles = ["hydra" if self.agents >> seat & 1 else "shield" for seat in range(board.players)]

    def facts(self, ruleset: Ruleset, board: Board) -> Iterator[Fact]:
        for seat in range(board.players):
            yield HasRole(seat, frozenset({"hydra" if self.agents >> seat & 1 else "shield"}))
