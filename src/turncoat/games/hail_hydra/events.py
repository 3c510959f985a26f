"""What happens in Hail Hydra, with who may see it."""

from typing import Annotated, ClassVar

from turncoat.games.hail_hydra.board import Board, Hand
from turncoat.games.hail_hydra.tables import CITY
from turncoat.kernel.events import Audience, Event, Hidden, Public, SeenBy, SeenByAll
from turncoat.kernel.seats import NOBODY, Seat, SeatSet
from turncoat.kernel.words import N_

# Set-up


class FirstPlayerChosen(Event, frozen=True):
    """The First Player Token was placed at random."""

    says: ClassVar[str] = N_("{seat:seat} has the First Player Token.")
    clause: ClassVar[str] = "HH-SETUP-7"
    seat: Public[Seat]

    def apply(self, board: Board) -> None:
        board.token = self.seat


class HeroChosen(Event, frozen=True):
    """A hero was chosen, for the whole game."""

    says: ClassVar[str] = N_("{seat:seat} plays {hero:word}")
    clause: ClassVar[str] = "HH-SETUP-6"
    seat: Public[Seat]
    hero: Public[str]

    def apply(self, board: Board) -> None:
        board.heroes[self.seat] = self.hero
        moment = board.cards.heroes[self.hero].moment
        board.abilities[moment] = board.abilities.get(moment, NOBODY) | 1 << self.seat


class LoyaltyDealt(Event, frozen=True):
    """A loyalty disc was dealt; its seat alone knows it."""

    says: ClassVar[str] = N_("Your loyalty: {side:word}.")
    clause: ClassVar[str] = "HH-SETUP-2"
    only: ClassVar[Audience] = SeenBy("seat")
    reveals: ClassVar[bool] = True
    seat: Annotated[Seat, SeenBy("seat")]
    side: Annotated[str, SeenBy("seat")]

    def apply(self, board: Board) -> None:
        board.roles[self.seat] = self.side


class AgentsSeen(Event, frozen=True):
    """The HYDRA agents looked at one another."""

    says: ClassVar[str] = N_("The HYDRA agents are {agents:seats}.")
    clause: ClassVar[str] = "HH-SETUP-2"
    only: ClassVar[Audience] = SeenByAll("agents")
    reveals: ClassVar[bool] = True
    agents: Annotated[SeatSet, SeenByAll("agents")]

    def apply(self, board: Board) -> None:
        board.agents_seen = self.agents


class PileShuffled(Event, frozen=True):
    """The discard pile (at the start: all attack cards) is the new draw pile, in an order nobody knows."""

    says: ClassVar[str] = N_("The draw pile is shuffled: {count} cards.")
    clause: ClassVar[str] = "HH-OFF-7"
    count: Public[int]
    cards: Hidden[Hand] = None

    def apply(self, board: Board) -> None:
        board.pile = list(self.cards or ())
        board.pile_size = self.count
        board.discarded = []
        board.discarded_count = 0


class VillainRevealed(Event, frozen=True):
    """A mission begins: its villain is turned over."""

    says: ClassVar[str] = N_(
        "Mission {mission}: {villain:word}. Health {health}, defense {defense}, damage {damage}. {power:word}"
    )
    clause: ClassVar[str] = "HH-VILLAIN-1"
    reveals: ClassVar[bool] = True
    mission: Public[int]
    villain: Public[str]
    health: Public[int]
    defense: Public[int]
    damage: Public[int]

    @property
    def power(self) -> str:
        """The word whose label is the text of his card."""
        return f"{self.villain}-power"

    def apply(self, board: Board) -> None:
        board.phase = "mission"
        board.mission = self.mission
        board.offensive = 0
        board.villain = board.cards.villains[self.villain]
        board.health = board.villain.health


# An offensive


class OffensiveBegan(Event, frozen=True):
    """A round of the mission begins; what was for one offensive only is gone."""

    says: ClassVar[str] = N_("Offensive {number}.")
    clause: ClassVar[str] = "HH-OFF-11"
    number: Public[int]

    def apply(self, board: Board) -> None:
        board.phase = "mission"
        board.offensive = self.number
        board.temporary_defense = 0
        board.total = 0
        board.tally = None
        board.hurt = board.attack_skipped = False
        board.acted = board.asked_skull = board.gave_defense = board.face_up = NOBODY
        if board.limits:
            board.limits = {}


class TokenPassed(Event, frozen=True):
    """The First Player Token moved to the left."""

    says: ClassVar[str] = N_("{seat:seat} has the First Player Token.")
    clause: ClassVar[str] = "HH-OFF-1"
    seat: Public[Seat]

    def apply(self, board: Board) -> None:
        board.token = self.seat


class CardsDrawn(Event, frozen=True):
    """A hero drew from the pile, and looked (HH-OFF-9); how many is public."""

    says: ClassVar[str] = N_("{seat:seat} draws {cards:tally}.")
    says_less: ClassVar[str] = N_("{seat:seat} draws {count}.")
    clause: ClassVar[str] = "HH-OFF-1"
    reveals: ClassVar[bool] = True
    seat: Public[Seat]
    count: Public[int]
    cards: Annotated[Hand | None, SeenBy("seat")] = None

    def apply(self, board: Board) -> None:
        del board.pile[: self.count]
        board.pile_size -= self.count
        board.take_in(self.seat, self.count, self.cards)


class CardsDiscarded(Event, frozen=True):
    """A hero put cards of his hand face down on the discard pile."""

    says: ClassVar[str] = N_("{seat:seat} discards {cards:tally}.")
    says_less: ClassVar[str] = N_("{seat:seat} discards {count}.")
    clause: ClassVar[str] = "HH-OFF-1"
    reveals: ClassVar[bool] = True
    seat: Public[Seat]
    count: Public[int]
    cards: Annotated[Hand | None, SeenBy("seat")] = None

    def apply(self, board: Board) -> None:
        board.give_up(self.seat, self.count, self.cards)
        board.discarded_count += self.count
        if self.cards is not None:
            board.discarded += self.cards


class CardsGiven(Event, frozen=True):
    """Cards were handed over face down; giver and receiver know them, nobody else (HH-OFF-9)."""

    says: ClassVar[str] = N_("{giver:seat} hands {receiver:seat} {cards:tally}.")
    says_less: ClassVar[str] = N_("{giver:seat} hands {receiver:seat} {count}.")
    clause: ClassVar[str] = "HH-KO-6"
    reveals: ClassVar[bool] = True
    giver: Public[Seat]
    receiver: Public[Seat]
    between: Public[SeatSet]
    count: Public[int]
    cards: Annotated[Hand | None, SeenByAll("between")] = None

    def apply(self, board: Board) -> None:
        board.give_up(self.giver, self.count, self.cards)
        board.take_in(self.receiver, self.count, self.cards)


class CardsStolen(Event, frozen=True):
    """Cards were taken at random; thief and victim know them, nobody else."""

    says: ClassVar[str] = N_("{thief:seat} steals from {victim:seat}: {cards:tally}.")
    says_less: ClassVar[str] = N_("{thief:seat} steals {count} from {victim:seat}.")
    clause: ClassVar[str] = "HH-HAIL-5"
    reveals: ClassVar[bool] = True
    thief: Public[Seat]
    victim: Public[Seat]
    between: Public[SeatSet]
    count: Public[int]
    cards: Annotated[Hand | None, SeenByAll("between")] = None

    def apply(self, board: Board) -> None:
        board.give_up(self.victim, self.count, self.cards)
        board.take_in(self.thief, self.count, self.cards)


class HandedOver(Event, frozen=True):
    """A knocked-out hero has done his part before the cards are laid, or had nothing to do it with."""

    clause: ClassVar[str] = "HH-KO-6"
    seat: Public[Seat]

    def apply(self, board: Board) -> None:
        board.acted |= 1 << self.seat


class CardsLaid(Event, frozen=True):
    """Attack cards lie before a hero, face down unless `open_cards` says what they are."""

    says: ClassVar[str] = N_("{seat:seat} lays {cards:tally}.")
    says_less: ClassVar[str] = N_("{seat:seat} lays {count} face down.")
    clause: ClassVar[str] = "HH-OFF-2"
    reveals: ClassVar[bool] = True
    seat: Public[Seat]
    count: Public[int]
    said: Public[str]
    cards: Annotated[Hand | None, SeenBy("seat")] = None

    def apply(self, board: Board) -> None:
        _lay(board, self.seat, self.count, self.said, self.cards)


class CardsLaidOpen(Event, frozen=True):
    """Attack cards lie face up before a hero."""

    says: ClassVar[str] = N_("{seat:seat} lays face up: {cards:tally}.")
    clause: ClassVar[str] = "HH-HAIL-4"
    reveals: ClassVar[bool] = True
    seat: Public[Seat]
    count: Public[int]
    said: Public[str]
    cards: Public[Hand]

    def apply(self, board: Board) -> None:
        _lay(board, self.seat, self.count, self.said, self.cards)
        board.open |= 1 << self.seat


def _lay(board: Board, seat: Seat, count: int, said: str, cards: Hand | None) -> None:
    board.give_up(seat, count, cards)
    board.has_laid |= 1 << seat
    board.laid_counts[seat] = count
    if said != "nothing":
        board.said[seat] = said
    if cards is not None:
        board.laid[seat] = cards


class CardsTurnedUp(Event, frozen=True):
    """Cards that lay face down are turned over before their hero."""

    says: ClassVar[str] = N_("{seat:seat} turns over: {cards:tally}.")
    clause: ClassVar[str] = "HH-HAIL-7"
    reveals: ClassVar[bool] = True
    seat: Public[Seat]
    cards: Public[Hand]

    def apply(self, board: Board) -> None:
        board.laid[self.seat] = self.cards
        board.open |= 1 << self.seat


class CardsTakenBack(Event, frozen=True):
    """A hero took back what he had laid, and lays again."""

    says: ClassVar[str] = N_("{seat:seat} takes back {cards:tally}.")
    says_less: ClassVar[str] = N_("{seat:seat} takes back {count}.")
    clause: ClassVar[str] = "HH-HERO-2"
    reveals: ClassVar[bool] = True
    seat: Public[Seat]
    count: Public[int]
    cards: Annotated[Hand | None, SeenBy("seat")] = None

    def apply(self, board: Board) -> None:
        board.take_in(self.seat, self.count, self.cards)
        board.has_laid &= ~(1 << self.seat)
        board.open &= ~(1 << self.seat)
        for kept in (board.laid_counts, board.laid, board.said):
            kept.pop(self.seat, None)


class BlindCardAdded(Event, frozen=True):
    """The top card of the draw pile joins the attack, unseen by anybody."""

    says: ClassVar[str] = N_("{seat:seat} has no attack cards: the top card of the pile joins unseen.")
    clause: ClassVar[str] = "HH-OFF-8"
    seat: Public[Seat]
    card: Hidden[str] = None

    def apply(self, board: Board) -> None:
        del board.pile[:1]
        board.pile_size -= 1
        board.has_laid |= 1 << self.seat
        board.blind_count += 1
        if self.card is not None:
            board.blind.append(self.card)


class AttackRevealed(Event, frozen=True):
    """The laid cards were shuffled and turned over: how many of each, and what they add up to."""

    says: ClassVar[str] = N_("The attack: {cards:tally}. Total: {total}.")
    clause: ClassVar[str] = "HH-OFF-3"
    reveals: ClassVar[bool] = True
    cards: Public[Hand]
    total: Public[int]

    def apply(self, board: Board) -> None:
        board.phase = "attack"
        board.tally = self.cards
        board.total = self.total


class TotalChanged(Event, frozen=True):
    """An effect changes what the attack adds up to."""

    says: ClassVar[str] = N_("The attack's total changes by {amount}.")
    amount: Public[int]

    def apply(self, board: Board) -> None:
        board.total += self.amount


class VillainDamaged(Event, frozen=True):
    """The villain lost health."""

    says: ClassVar[str] = N_("The villain takes {amount} damage; {health} health left.")
    clause: ClassVar[str] = "HH-OFF-4"
    amount: Public[int]
    health: Public[int]

    def apply(self, board: Board) -> None:
        board.health = self.health
        board.hurt = True


class VillainHealed(Event, frozen=True):
    """The villain regained health."""

    says: ClassVar[str] = N_("The villain regains {amount}; {health} health.")
    clause: ClassVar[str] = "HH-VILLAIN-2"
    amount: Public[int]
    health: Public[int]

    def apply(self, board: Board) -> None:
        board.health = self.health


class DefenseChanged(Event, frozen=True):
    """The villain's defense is different for this offensive."""

    says: ClassVar[str] = N_("The villain's defense changes by {amount} for this offensive.")
    clause: ClassVar[str] = "HH-VILLAIN-1"
    amount: Public[int]

    def apply(self, board: Board) -> None:
        board.temporary_defense += self.amount


class AttackSkipped(Event, frozen=True):
    """The villain will not attack in this offensive."""

    says: ClassVar[str] = N_("The villain does not attack in this offensive.")
    clause: ClassVar[str] = "HH-OFF-5"

    def apply(self, board: Board) -> None:
        board.attack_skipped = True


class VillainStands(Event, frozen=True):
    """The villain survives the offensive and will attack; HAIL HYDRA is open again before he does."""

    says: ClassVar[str] = N_("{villain:word} still stands.")
    clause: ClassVar[str] = "HH-HAIL-1"
    villain: Public[str]

    def apply(self, board: Board) -> None:
        board.phase = "mission"


class CityDamaged(Event, frozen=True):
    """New York City lost health; why is a word."""

    says: ClassVar[str] = N_("{why:word}: the city takes {amount}. {city} left.")
    clause: ClassVar[str] = "HH-SETUP-5"
    amount: Public[int]
    city: Public[int]
    why: Public[str]

    def apply(self, board: Board) -> None:
        board.city = self.city


class CityHealed(Event, frozen=True):
    """New York City regained health, never above 27."""

    says: ClassVar[str] = N_("The city regains {amount}.")
    clause: ClassVar[str] = "HH-SETUP-5"
    amount: Public[int]

    def apply(self, board: Board) -> None:
        board.city = min(CITY, board.city + self.amount)


class AttackDiscarded(Event, frozen=True):
    """The attack goes face down to the discard pile; what was not revealed stays its owner's secret."""

    clause: ClassVar[str] = "HH-OFF-6"

    def apply(self, board: Board) -> None:
        if board.tally is not None:
            board.discarded += board.tally
        else:
            for cards in board.laid.values():
                board.discarded += cards
            board.discarded += board.blind
        board.discarded_count += sum(board.laid_counts.values()) + board.blind_count
        board.laid, board.laid_counts, board.said = {}, {}, {}
        board.has_laid = board.open = NOBODY
        board.blind = []
        board.blind_count = 0


class VillainDefeated(Event, frozen=True):
    """The mission is over; heroes knocked out for it are back."""

    says: ClassVar[str] = N_("{villain:word} is defeated.")
    clause: ClassVar[str] = "HH-VILLAIN-1"
    villain: Public[str]

    def apply(self, board: Board) -> None:
        board.phase = "knock-out"
        board.out = NOBODY
        board.villain = None


# Abilities and HAIL HYDRA


class AbilityUsed(Event, frozen=True):
    """A hero's special ability was called; it is used up."""

    says: ClassVar[str] = N_("{seat:seat} uses the ability of {hero:word}")
    clause: ClassVar[str] = "HH-HERO-1"
    seat: Public[Seat]
    hero: Public[str]

    def apply(self, board: Board) -> None:
        board.used |= 1 << self.seat


class TargetChosen(Event, frozen=True):
    """Whom an ability is aimed at."""

    says: ClassVar[str] = N_("{seat:seat} chooses {target:seat}.")
    clause: ClassVar[str] = "HH-HERO-1"
    seat: Public[Seat]
    target: Public[Seat]

    def apply(self, board: Board) -> None:
        """Only told; the effects do what it leads to."""


class HandSeen(Event, frozen=True):
    """A hero looked at another's hand."""

    says: ClassVar[str] = N_("{viewer:seat} sees the hand of {seat:seat}: {cards:tally}.")
    says_less: ClassVar[str] = N_("{viewer:seat} looks at the hand of {seat:seat}.")
    reveals: ClassVar[bool] = True
    viewer: Public[Seat]
    seat: Public[Seat]
    cards: Annotated[Hand | None, SeenBy("viewer")] = None

    def apply(self, board: Board) -> None:
        if self.cards is not None:
            board.hands[self.seat] = self.cards


class LaidSeen(Event, frozen=True):
    """A hero looked at what another has laid."""

    says: ClassVar[str] = N_("{viewer:seat} sees what {seat:seat} has laid: {cards:tally}.")
    says_less: ClassVar[str] = N_("{viewer:seat} looks at what {seat:seat} has laid.")
    reveals: ClassVar[bool] = True
    viewer: Public[Seat]
    seat: Public[Seat]
    cards: Annotated[Hand | None, SeenBy("viewer")] = None

    def apply(self, board: Board) -> None:
        if self.cards is not None:
            board.laid[self.seat] = self.cards


class PileSeen(Event, frozen=True):
    """A hero looked at the top of the draw pile."""

    says: ClassVar[str] = N_("{viewer:seat} sees the top of the draw pile: {cards:tally}.")
    says_less: ClassVar[str] = N_("{viewer:seat} looks at the top of the draw pile: {count}.")
    reveals: ClassVar[bool] = True
    viewer: Public[Seat]
    count: Public[int]
    cards: Annotated[Hand | None, SeenBy("viewer")] = None

    def apply(self, board: Board) -> None:
        """The viewer keeps it in mind; nothing moves."""


class LimitSet(Event, frozen=True):
    """How many attack cards some heroes may lay at most in this offensive."""

    says: ClassVar[str] = N_("At most {most} attack cards in this offensive: {seats:seats}.")
    clause: ClassVar[str] = "HH-QUICK-1"
    seats: Public[SeatSet]
    most: Public[int]

    def apply(self, board: Board) -> None:
        for seat in range(board.players):
            if self.seats >> seat & 1:
                board.limits[seat] = min(self.most, board.limits.get(seat, self.most))


class FaceUpOrdered(Event, frozen=True):
    """Some heroes must lay face up in this offensive."""

    says: ClassVar[str] = N_("Face up in this offensive: {seats:seats}.")
    clause: ClassVar[str] = "HH-QUICK-1"
    seats: Public[SeatSet]

    def apply(self, board: Board) -> None:
        board.face_up |= self.seats


class HailHydra(Event, frozen=True):
    """A HYDRA agent turned over his loyalty disc. His special ability is lost."""

    says: ClassVar[str] = N_("HAIL HYDRA! {seat:seat} is a HYDRA agent.")
    clause: ClassVar[str] = "HH-HAIL-1"
    reveals: ClassVar[bool] = True
    seat: Public[Seat]

    def apply(self, board: Board) -> None:
        board.revealed |= 1 << self.seat
        board.roles[self.seat] = "hydra"


class SkullAnswered(Event, frozen=True):
    """A revealed agent gave Red Skull defense for this offensive, or kept his own action."""

    says: ClassVar[str] = N_("{seat:seat} and Red Skull: {answer:word}.")
    clause: ClassVar[str] = "HH-SKULL-2"
    seat: Public[Seat]
    gives: Public[bool]

    @property
    def answer(self) -> str:
        """What the agent said, as a word."""
        return "gives-defense" if self.gives else "gives-no-defense"

    def apply(self, board: Board) -> None:
        board.asked_skull |= 1 << self.seat
        if self.gives:
            board.gave_defense |= 1 << self.seat
            board.temporary_defense += 1


# The knock-out phase


class KnockOutBegan(Event, frozen=True):
    """The heroes turn to one another before the next villain is revealed."""

    says: ClassVar[str] = N_("Knock-out phase. Voting rounds: {rounds}.")
    clause: ClassVar[str] = "HH-KO-1"
    rounds: Public[int]

    def apply(self, board: Board) -> None:
        board.round = 0
        board.rounds = self.rounds
        board.protected, board.extra_votes = {}, {}


class RoundBegan(Event, frozen=True):
    """A voting round begins."""

    says: ClassVar[str] = N_("Voting round {round} of {rounds}.")
    clause: ClassVar[str] = "HH-KO-2"
    round: Public[int]
    rounds: Public[int]

    def apply(self, board: Board) -> None:
        board.round = self.round


class RoundsChanged(Event, frozen=True):
    """This knock-out phase has more or fewer voting rounds."""

    says: ClassVar[str] = N_("Voting rounds in this phase: {rounds}.")
    clause: ClassVar[str] = "HH-KO-1"
    rounds: Public[int]

    def apply(self, board: Board) -> None:
        board.rounds = self.rounds


class ExtraVoteGranted(Event, frozen=True):
    """A hero has more votes in one round; public."""

    says: ClassVar[str] = N_("More votes for {seat:seat} in round {round}: {votes}.")
    clause: ClassVar[str] = "HH-KO-3"
    seat: Public[Seat]
    round: Public[int]
    votes: Public[int]

    def apply(self, board: Board) -> None:
        board.extra_votes[self.seat] = (self.round, self.votes)


class HeroProtected(Event, frozen=True):
    """A hero cannot be knocked out for some rounds."""

    says: ClassVar[str] = N_("{seat:seat} cannot be knocked out in the rounds {first} to {last}.")
    clause: ClassVar[str] = "HH-HERO-2"
    seat: Public[Seat]
    first: Public[int]
    last: Public[int]

    def apply(self, board: Board) -> None:
        board.protected[self.seat] = (self.first, self.last)


class PointedAt(Event, frozen=True):
    """Who pointed at a hero, all at once with the other fingers; `votes` counts extra votes too."""

    says: ClassVar[str] = N_("{voters:seats} → {target:seat}: {votes}.")
    clause: ClassVar[str] = "HH-KO-2"
    target: Public[Seat]
    voters: Public[SeatSet]
    votes: Public[int]

    def apply(self, board: Board) -> None:
        """Only told: who is knocked out is an event of its own."""


class PointedUp(Event, frozen=True):
    """Who voted for knocking out nobody."""

    says: ClassVar[str] = N_("{voters:seats} → nobody: {votes}.")
    clause: ClassVar[str] = "HH-KO-2"
    voters: Public[SeatSet]
    votes: Public[int]

    def apply(self, board: Board) -> None:
        """Only told."""


class HeroKnockedOut(Event, frozen=True):
    """A hero is knocked out for the coming mission."""

    says: ClassVar[str] = N_("{seat:seat} is knocked out.")
    clause: ClassVar[str] = "HH-KO-3"
    seat: Public[Seat]

    def apply(self, board: Board) -> None:
        board.out |= 1 << self.seat


class NobodyKnockedOut(Event, frozen=True):
    """The round ends and nobody is knocked out."""

    says: ClassVar[str] = N_("Nobody is knocked out.")
    clause: ClassVar[str] = "HH-KO-3"

    def apply(self, board: Board) -> None:
        """Nothing changes."""


class LoyaltiesOpened(Event, frozen=True):
    """After the end everybody's loyalty is told."""

    says: ClassVar[str] = N_("The game is over: the HYDRA agents were {agents:seats}.")
    reveals: ClassVar[bool] = True
    agents: Public[SeatSet]

    def apply(self, board: Board) -> None:
        board.phase = "over"
        board.roles = ["hydra" if self.agents >> seat & 1 else "shield" for seat in range(board.players)]


EVENTS: tuple[type[Event], ...] = tuple(
    kind
    for kind in list(globals().values())
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
)
