"""Topics and reasons of bots at Hail Hydra: attacks, knock-outs, powers, and revealed agents.

Nothing may hint at a single attack card (HH-TALK-1), so remarks use only totals and the number of cards that somebody
played.
"""

from collections.abc import Iterator, Mapping
from math import exp
from typing import ClassVar, Final

from turncoat.bots.games.hail_hydra.laid_cards import LaidCardEvidence
from turncoat.bots.intents import IntentKind
from turncoat.bots.odds import Odds
from turncoat.bots.reasons import Reason, Reasons, Stance, Topic
from turncoat.bots.remarks import DOUBTFUL, add_opinions
from turncoat.bots.wordings import Wordings, add_phrases, add_reasons
from turncoat.games.hail_hydra.board import Board
from turncoat.games.hail_hydra.events import (
    AbilityUsed,
    AttackRevealed,
    CityHealed,
    HailHydra,
    HeroKnockedOut,
    NobodyKnockedOut,
    PointedAt,
    PointedUp,
    VillainDamaged,
)
from turncoat.games.hail_hydra.tables import LEVELS
from turncoat.kernel.events import Event
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, SEATS_IN, Seat, SeatSet, seat_set
from turncoat.kernel.words import N_

GOOD: Final = 6
"""Total from which an attack went well. Up to 0 it went badly."""

PHRASES: Final[Wordings] = {
    "voted-out": (
        N_("I voted to knock out {seat}."),
        N_("I said {seat} should go."),
        N_("I pointed straight at {seat}!"),
        N_("I didn't like to do it, but I pointed at {seat}."),
        N_("My pick for the knock-out was {seat}."),
        N_("My vote: {seat}."),
        N_("We're better off without {seat}!"),
        N_("Somebody had to go, and I trusted nobody less than {seat}."),
    ),
    "vote-guess": (
        N_("My vote was a guess."),
        N_("I had to vote for somebody."),
        N_("I just pointed at random, I admit!"),
        N_("I had too little to go on for a better vote."),
    ),
    "voted-nobody": (
        N_("I voted to knock out nobody: I had too little to go on."),
        N_("I'd rather keep everybody in."),
        N_("Let every hero fight, I say!"),
        N_("I didn't want to knock out the wrong hero, so I pointed at nobody."),
    ),
    "pointed-at": (
        N_("You point at me, but I'm no agent."),
        N_("Me? You have the wrong hero."),
        N_("Knock me out, and HYDRA will laugh!"),
        N_("I can live with the vote, but you will see that I'm loyal."),
        N_("You're pointing at the wrong one."),
        N_("You'd be knocking out a friend."),
        N_("Point somewhere else, I'm on your side!"),
        N_("Please think that vote over."),
    ),
    "beside-bad": (
        N_("The attack on mission {mission} went badly, and I wonder about {seat}."),
        N_("A bad attack on mission {mission}. Perhaps {seat}."),
        N_("Who spoiled the attack on mission {mission}? Was it {seat}?"),
        N_("Of everybody in the attack on mission {mission}, I trust nobody less than {seat}."),
        N_("After the attack on mission {mission} I look at {seat}."),
        N_("That attack on mission {mission}: maybe {seat}."),
        N_("I don't like how the attack on mission {mission} went, and I wonder about {seat}."),
        N_("I may be wrong about the attack on mission {mission}, but my first guess is {seat}."),
    ),
}
REASONS: Final[Wordings] = {
    "in-bad-attack": (
        N_(
            "They played {count} card in the failed attack on mission {mission}.",
            "They played {count} cards in the failed attack on mission {mission}.",
        ),
        N_(
            "With {count} card of theirs in it, the attack on mission {mission} failed.",
            "With {count} cards of theirs in it, the attack on mission {mission} failed.",
        ),
        N_("They were in the attack on mission {mission}, and look how it went!"),
        N_("It may not be them, but they were in the failed attack on mission {mission}."),
    ),
    "said-good": (
        N_("On mission {mission} they said “this is good”, and the attack went badly."),
        N_("“This is good”, they said on mission {mission}, and it wasn't."),
        N_("“This is good” on mission {mission}? Some attack!"),
        N_("It may have been a mistake, but they called the bad attack on mission {mission} good."),
    ),
    "good-without": (
        N_("On mission {mission} the attack went well while they were knocked out."),
        N_("Without them the attack on mission {mission} went well."),
        N_("They were knocked out on mission {mission}, and look how well the attack went!"),
        N_("It may be chance, but the attack on mission {mission} went well without them."),
    ),
    "announced": (
        N_("They announced HAIL HYDRA."),
        N_("They said it themselves: HAIL HYDRA."),
        N_("HAIL HYDRA, they said, for all to hear!"),
        N_("After HAIL HYDRA there's little left to ask."),
    ),
    "spared-all": (
        N_("Before mission {mission} they voted to knock out nobody."),
        N_("They wanted nobody knocked out before mission {mission}."),
        N_("Before mission {mission} they pointed at nobody!"),
        N_("It's not much, but before mission {mission} they spared everybody."),
    ),
    "in-good-attack": (
        N_(
            "They played {count} card in the attack on mission {mission}, which went well.",
            "They played {count} cards in the attack on mission {mission}, which went well.",
        ),
        N_(
            "With {count} card of theirs in it, the attack on mission {mission} went well.",
            "With {count} cards of theirs in it, the attack on mission {mission} went well.",
        ),
        N_("They were in the attack on mission {mission}, and it was a good one!"),
        N_("It proves little, but the attack on mission {mission} went well with their cards."),
    ),
    "bad-without": (
        N_("On mission {mission} the attack went badly while they were knocked out."),
        N_("Without them the attack on mission {mission} went badly all the same."),
        N_("The bad attack on mission {mission}? They were knocked out!"),
        N_("For the attack on mission {mission} I can't blame them: they were knocked out."),
    ),
    "voted-agent-out": (
        N_("They voted to knock out an agent: {others}."),
        N_("They saw through {others}: that was an agent."),
        N_("They pointed at {others}, and rightly so!"),
        N_("It may be luck, but they voted against an agent: {others}."),
    ),
    "healed-city": (
        N_("They used their power on mission {mission} to heal the city."),
        N_("Their power healed the city on mission {mission}."),
        N_("On mission {mission} they healed the city, bravo!"),
        N_("Healing the city on mission {mission} is not what an agent would want."),
    ),
    "hurt-villain": (
        N_("They used their power on mission {mission} to hurt the villain."),
        N_("Their power hurt the villain on mission {mission}."),
        N_("On mission {mission} they hit the villain, bravo!"),
        N_("Hurting the villain on mission {mission} is not what an agent would want."),
    ),
    "my-good-attack": (
        N_("I was in the attack on mission {mission}, and it went well."),
        N_("The attack on mission {mission} went well with my cards."),
        N_("I was there when the attack on mission {mission} went well, remember?"),
        N_("Look at the attack on mission {mission}: I was in it, and it was good."),
    ),
    "my-absence": (
        N_("I was knocked out when the attack on mission {mission} went badly."),
        N_("The attack on mission {mission} went badly without me."),
        N_("How could I have spoiled the attack on mission {mission}? I was knocked out!"),
        N_("For the attack on mission {mission} you can't blame me: I was knocked out."),
    ),
}
add_phrases(PHRASES)
add_opinions({"voted-out": DOUBTFUL, "beside-bad": DOUBTFUL})
add_reasons(REASONS)


class HailHydraReasons(Reasons):
    """Reasons from attacks, votes, powers and revealed agents."""

    traitor_words: ClassVar[tuple[str, ...]] = ("hydr", "agent")
    phrase_intents: ClassVar[Mapping[str, IntentKind]] = {"knock-out": "accused"}
    solid: ClassVar[frozenset[str]] = frozenset({"announced"})

    def __init__(self, ruleset: Ruleset, seat: Seat) -> None:
        super().__init__(ruleset, seat)
        self._evidence = LaidCardEvidence(ruleset.players, 1 << seat)
        self._pointed: list[tuple[SeatSet, SeatSet]] = []
        """Voters and target of each vote so far."""
        self._fingers: dict[Seat, Stance] = {}
        """Votes of the round that is being revealed."""
        self._targets = NOBODY
        """Targets of these votes."""
        self._latest_power: tuple[Seat, int] | None = None
        """User and mission of the latest power."""

    def see(self, event: Event) -> None:
        board: Board = self.view.board
        match event:
            case AttackRevealed():
                self._attacked(board, event)
            case PointedAt() | PointedUp():
                self._voted(board, event)
            case HeroKnockedOut() | NobodyKnockedOut():
                pointed = dict.fromkeys(SEATS_IN[self._targets], Stance((), "pointed-at", True))
                is_late = board.mission >= len(LEVELS) - 1
                self.topic = Topic("vote", {**self._fingers, **pointed}, is_late, self._targets)
                self._fingers, self._targets = {}, NOBODY
            case HailHydra():
                self._evidence.revealed(event.seat)
                self._add(list(self._came_out(event.seat)))
            case AbilityUsed():
                self._latest_power = event.seat, board.mission
            case CityHealed() | VillainDamaged() if self._latest_power is not None:
                seat, mission = self._latest_power
                key = "healed-city" if isinstance(event, CityHealed) else "hurt-villain"
                self._add([Reason(key, seat, "trust", mission)])
                self._latest_power = None
            case _:
                pass
        if event.scene in ("mission", "blow"):
            self._latest_power = None
        super().see(event)

    def odds(self) -> Odds | None:
        weights = self._evidence.weights
        best = max(weights.values())
        shares = {agents: exp(weight - best) for agents, weight in weights.items()}
        total = sum(shares.values())
        return Odds(self.ruleset.players, [(agents, share / total) for agents, share in shares.items()])

    def own(self) -> Iterator[Reason]:
        key = {"in-good-attack": "my-good-attack", "bad-without": "my-absence"}
        for reason in self.for_seat(self.seat, "trust"):
            if reason.key in key:
                yield Reason(key[reason.key], self.seat, "trust", reason.mission)

    def _attacked(self, board: Board, event: AttackRevealed) -> None:
        self._evidence.attack(board, event.cards, seat_set(board.laid))
        mission, out = board.mission, SEATS_IN[board.out]
        laid = seat_set(board.laid) if event.total <= 0 else NOBODY
        beside = Stance((("beside-bad", laid),), mission=mission)
        self._begin(Topic("mission", dict.fromkeys(SEATS_IN[laid], beside), mission >= len(LEVELS), laid))
        if event.total <= 0:
            self._add([Reason("bad-without", seat, "trust", mission) for seat in out])
            self._add(
                [
                    Reason("in-bad-attack", seat, "suspect", mission, count)
                    for seat, count in sorted(board.laid_counts.items())
                ]
            )
            self._add(
                [
                    Reason("said-good", seat, "suspect", mission)
                    for seat, said in sorted(board.said.items())
                    if said == "good"
                ]
            )
        elif event.total >= GOOD:
            self._add([Reason("good-without", seat, "suspect", mission) for seat in out])
            self._add(
                [
                    Reason("in-good-attack", seat, "trust", mission, count)
                    for seat, count in sorted(board.laid_counts.items())
                ]
            )

    def _voted(self, board: Board, event: PointedAt | PointedUp) -> None:
        if not self._fingers:
            self._begin(Topic("vote"))
            self.topic = None  # until the whole round is revealed
        for seat in SEATS_IN[event.voters]:
            if isinstance(event, PointedAt):
                ways = (("voted-out", 1 << event.target),)
                self._fingers[seat] = Stance(ways, "vote-guess", known=len(self.found))
                self._targets |= 1 << event.target
            else:
                self._fingers[seat] = Stance((), "voted-nobody")
            self.last_votes[seat] = self._fingers[seat]
        if isinstance(event, PointedUp):
            self._add([Reason("spared-all", seat, "suspect", board.mission + 1) for seat in SEATS_IN[event.voters]])
            return
        self._pointed.append((event.voters, 1 << event.target))
        if board.revealed >> event.target & 1:
            self._add(self._saw_through(event.voters, 1 << event.target))

    def _came_out(self, agent: Seat) -> Iterator[Reason]:
        """Yield the reasons that follow once a seat is known to be an agent, such as earlier votes against it."""
        bit = 1 << agent
        for voters, target in self._pointed:
            if target == bit:
                yield from self._saw_through(voters, bit)
        yield Reason("announced", agent, "suspect")

    @staticmethod
    def _saw_through(voters: SeatSet, agent: SeatSet) -> list[Reason]:
        return [Reason("voted-agent-out", seat, "trust", others=agent) for seat in SEATS_IN[voters & ~agent or NOBODY]]
