"""The bot of Hail Hydra: plays both sides plausibly, from its view alone.

S.H.I.E.L.D. heroes save cards: damage beyond a villain's health is lost, so each lays their share of the damage needed
and keeps the rest for the next villain. They infer who lays red cards, and vote for their prime suspect unless that
seat is less suspect than every seat was at the start. A HYDRA agent lays a red card among others at the first villain
and only red cards later, votes as if they suspected an honest hero, and announces HAIL HYDRA when that ends the game,
or late in it. In any other situation the bot answers at random.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import ClassVar, Final, TypeAlias

from turncoat.bots.bot import GameBot
from turncoat.bots.draws import pick
from turncoat.bots.games.hail_hydra.laid_cards import TRUST, LaidCardEvidence
from turncoat.bots.games.hail_hydra.talk import HailHydraReasons
from turncoat.bots.reasons import Reasons
from turncoat.bots.registry import register
from turncoat.games.hail_hydra.board import Board
from turncoat.games.hail_hydra.cards import Effect
from turncoat.games.hail_hydra.effects import effects_left
from turncoat.games.hail_hydra.events import AttackRevealed, HailHydra
from turncoat.games.hail_hydra.tables import LEVELS, VALUES
from turncoat.kernel.chapters import Offer
from turncoat.kernel.events import Event
from turncoat.kernel.options import Answer, Cards, Form, OneSeat, Word
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, SEATS_IN, Seat, SeatSet, seat_set
from turncoat.kernel.steps import Choice, Prompt

BOLD: Final = 0.6
"""Chance that an agent lays red at the first villain when it could lay blue."""
RED_FROM: Final = 2
"""Mission from which on agents lay only red cards."""
NEVER: Final = len(LEVELS) + 1
"""A mission that no game reaches."""
CALL_FROM: Final = {5: len(LEVELS), 6: len(LEVELS) - 1, 7: NEVER, 8: len(LEVELS)}
"""Mission from which on agents announce HAIL HYDRA at once, by number of players.

Chosen so that each side wins about half of the games between bots (lab/docs/balance/hail-hydra.md). The earlier, the
more HYDRA wins: with seven players it would win nine in ten from the third mission on. An announcement that ends the
game is made at any time.
"""
IDLE: Final = 0.08
"""Chance of using an ability without a special reason, at each opportunity."""
HONEST_CARD, AGENT_CARD = 2.8, -1.0
"""Expected value of a hidden card, by the side of the hero who laid it."""
MARGIN: Final = 2.0
"""Expected damage to the attack by an agent who has yet to lay."""
HONEST_SKULL_CARD, AGENT_SKULL_CARD = 1.7, -0.8
"""Expected value of a hidden card at Red Skull."""
USUAL: Final = 1.75
"""Expected number of cards by a hero who has yet to lay, at Red Skull."""


Evidence: TypeAlias = tuple[LaidCardEvidence, LaidCardEvidence]
"""Evidence for a player who knows that this seat is honest, and for an onlooker.

Both sides update both, so that thinking time reveals nothing.
"""


@register
class HailHydraBot(GameBot[Board]):
    """Heuristic play of Hail Hydra, with random answers to any other question."""

    game: ClassVar[str] = "hail-hydra"
    is_default: ClassVar[bool] = True
    trust: ClassVar[float] = TRUST
    call_from: ClassVar[Mapping[int, int]] = CALL_FROM
    reasons: ClassVar[type[Reasons]] = HailHydraReasons

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self._evidence: Evidence | None = None
        self._last_attack: Evidence | None = None
        """Evidence of the last attack alone."""

    def see(self, events: Iterable[Event]) -> None:
        """Process events one by one, since an attack's cards leave the board soon after."""
        if self.view is None:
            return
        board = self.view.board
        for event in events:
            if isinstance(event, AttackRevealed):
                self._last_attack = self._no_evidence(board)
                for evidence in (*self._all_evidence(board), *self._last_attack):
                    evidence.attack(board, event.cards, seat_set(board.laid))
            elif isinstance(event, HailHydra):
                for evidence in (*self._all_evidence(board), *(self._last_attack or ())):
                    evidence.revealed(event.seat)
            self.view.see((event,))

    def _suspects(self, board: Board) -> LaidCardEvidence:
        """Return the seat's evidence: a hero knows that it is honest, an agent takes the view of an onlooker."""
        return self._all_evidence(board)[board.roles[self.seat] == "hydra"]

    def _all_evidence(self, board: Board) -> Evidence:
        if self._evidence is None:
            self._evidence = self._no_evidence(board)
        return self._evidence

    def _no_evidence(self, board: Board) -> Evidence:
        """Return the evidence before any attack, given the agents who have announced themselves."""
        honest, onlooker = (LaidCardEvidence(board.players, seats, self.trust) for seats in (1 << self.seat, NOBODY))
        for evidence in (honest, onlooker):
            for seat in SEATS_IN[board.revealed]:
                evidence.revealed(seat)
        return honest, onlooker

    def known_traitors(self) -> SeatSet:
        if self.view is None or self.view.board.roles[self.seat] != "hydra":
            return NOBODY
        return self.view.board.agents_seen | 1 << self.seat

    def answer(self, board: Board, prompt: Prompt) -> Answer:
        option = prompt.option
        if board.roles[self.seat] is None:
            return pick(option, self.rng)
        for evidence in self._all_evidence(board):
            evidence.suspicion  # noqa: B018 - computed by both sides
        agent = board.roles[self.seat] == "hydra"
        match option:
            case Form() if prompt.question.name == "lay-cards":
                cards = option.parts[0][1]
                assert isinstance(cards, Cards)
                laid = self._lays(board, cards)  # computed by agents, too
                return self._agent_lays(board, cards) if agent else laid, "nothing"
            case Form() if prompt.question.name == "hand-cards":
                return self._hands_over(board, option, agent)
            case Form() if prompt.question.name == "vote-knock-out":
                vote = option.parts[0][1]
                assert isinstance(vote, OneSeat)
                choice = self._votes(board, vote, agent)
                return choice, choice
            case OneSeat() if prompt.question.name == "vote-knock-out":
                return self._votes(board, option, agent)
            case OneSeat() if prompt.question.name == "steal-from":
                return self._honest_one(board, option.allowed)
            case Cards() if prompt.question.name == "discard-cards":
                return tuple(sorted(ranked(option.hand, best_last=not agent)[: option.low]))
            case Word() if prompt.question.name == "choose-act":
                return "steal" if "steal" in option.allowed else "give"
            case _ if prompt.question.name == "give-defense":
                is_free = not board.out >> self.seat & 1  # players on the mission have nothing to give up
                return is_free or board.health <= 8
            case _:
                return pick(option, self.rng)

    def careless_answer(self, prompt: Prompt) -> Answer | None:
        """Return the answer of somebody who remembers only the last attack and lays cards without counting.

        A careless hero lays blue cards if there are any, since nobody lays red ones unless they must. The accompanying
        remark is drawn alike for both sides. So is the number of cards, as far as a hero has enough blue ones.
        """
        option, view = prompt.option, self.view
        if view is None:
            return None
        if prompt.question.name != "lay-cards" or not isinstance(option, Form):
            whole, self._evidence = self._evidence, self._last_attack
            answer = self.answer(view.board, prompt)
            self._evidence = whole
            return answer
        cards, remark = (part for _, part in option.parts)
        assert isinstance(cards, Cards)
        says, number = pick(remark, self.rng), self.rng.randint(cards.low, min(cards.high, len(cards.hand)))
        blue = [card for card in cards.hand if VALUES[card] > 0]
        drawn_from = cards.hand if view.board.roles[self.seat] == "hydra" or len(blue) < cards.low else blue
        return tuple(sorted(self.rng.sample(drawn_from, min(number, len(drawn_from))))), says

    # Cards

    def _lays(self, board: Board, option: Cards) -> tuple[str, ...]:
        """Return the fewest points in blue cards that make up the hero's share of the damage, or as many as there are.

        At Red Skull return no more than the Cosmic Cube allows.
        """
        blue = [card for card in option.hand if VALUES[card] > 0]
        if not blue:
            return (ranked(option.hand, best_last=False)[0],)
        villain = board.villain
        assert villain is not None
        if villain.cube is not None:
            wanted = board.health + board.defense + 2 - self._expected(board)
            best = min(_handfuls(option.hand, option.high), key=lambda cards: (abs(wanted - worth(cards)), len(cards)))
            return tuple(sorted(best))
        share = self._share(board)
        enough = [(worth(cards), -len(cards), cards) for cards in _handfuls(blue, option.high) if worth(cards) >= share]
        return tuple(sorted(min(enough)[-1] if enough else ranked(blue, best_last=False)[: option.high]))

    def _share(self, board: Board) -> float:
        """Return the damage that each honest hero yet to lay has to add."""
        suspicion = self._suspects(board).suspicion
        wanted = float(board.health + board.defense - board.total)
        honest_to_come = 1.0  # the bot's own hero
        for seat in SEATS_IN[board.on_mission & ~(1 << self.seat)]:
            agent = suspicion[seat]
            if board.open >> seat & 1:
                wanted -= worth(board.laid[seat])
            elif seat in board.laid_counts:
                wanted -= (agent * AGENT_CARD + (1 - agent) * HONEST_CARD) * board.laid_counts[seat]
            else:
                wanted += agent * MARGIN
                honest_to_come += 1 - agent
        return wanted / honest_to_come

    def _expected(self, board: Board) -> float:
        """Return the expected contribution of the others on the mission."""
        suspicion = self._suspects(board).suspicion
        others = 0.0
        for seat in SEATS_IN[board.on_mission & ~(1 << self.seat)]:
            if board.open >> seat & 1:
                others += worth(board.laid[seat])
                continue
            card = suspicion[seat] * AGENT_SKULL_CARD + (1 - suspicion[seat]) * HONEST_SKULL_CARD
            others += card * board.laid_counts.get(seat, min(USUAL, board.hand_sizes[seat]))
        return others

    def _agent_lays(self, board: Board, option: Cards) -> tuple[str, ...]:
        """Return the cards that an agent lays.

        At the first villain a hidden agent lays a red card among others. Later, and once revealed or after defense was
        given, only red.
        """
        by_worth = ranked(option.hand, best_last=True)
        red = [card for card in by_worth if VALUES[card] < 0]
        if board.mission >= RED_FROM:
            return tuple(sorted(red[: option.high] or by_worth[:1]))
        blue = [card for card in reversed(by_worth) if VALUES[card] > 0]
        if board.revealed >> self.seat & 1 or board.gave_defense:
            return tuple(sorted((red or blue[-1:])[: option.high]))
        bold = self.rng.random() < BOLD
        if not red or (blue and not bold):
            return tuple(sorted(blue[-1:] if not red else blue[:2][: option.high]))
        cards = red[: 2 if self.rng.random() < 0.3 else 1] + blue[-1:]
        return tuple(sorted(cards[: option.high]))

    def _hands_over(self, board: Board, option: Form, agent: bool) -> Answer:
        cards, to = option.parts[0][1], option.parts[1][1]
        assert isinstance(cards, Cards)
        assert isinstance(to, OneSeat)
        order = ranked(cards.hand, best_last=agent)
        suspicion = self._suspects(board).suspicion
        if agent:
            return tuple(sorted(order[: cards.high])), self._honest_one(board, to.allowed)
        blue = [card for card in order if VALUES[card] > 0][: cards.high]
        if len(blue) < cards.low:
            given = order[: cards.low]
            return tuple(sorted(given)), max(SEATS_IN[to.allowed], key=lambda seat: suspicion[seat])
        return tuple(sorted(blue)), min(SEATS_IN[to.allowed], key=lambda seat: suspicion[seat])

    def _honest_one(self, board: Board, seats: SeatSet) -> Seat:
        """Return an agent's victim: the honest hero with the most cards, or anybody if there is none."""
        honest = seats & ~board.agents_seen or seats
        return max(SEATS_IN[honest], key=lambda seat: (board.hand_sizes[seat], self.rng.random()))

    # Votes

    def _votes(self, board: Board, option: OneSeat, agent: bool) -> Seat | None:
        suspicion = self._suspects(board).suspicion
        seats = option.allowed & ~board.agents_seen if agent else option.allowed
        if not seats:
            return None
        chosen = max(SEATS_IN[seats], key=lambda seat: (suspicion[seat], -seat))
        return chosen if agent or suspicion[chosen] >= self._sure(board) else None

    def _sure(self, board: Board) -> float:
        """Return the suspicion from which a hero votes for a seat."""
        return self._suspects(board).prior

    # Announcements and abilities

    def consider(self, offers: Sequence[Offer]) -> Choice | None:
        view = self.view
        if view is None or not offers:
            return None
        board = view.board
        agent = board.roles[self.seat] == "hydra"
        for offer in offers:
            if offer.name == "hail-hydra":
                if agent and self._hails(board):
                    return Choice(offer.name, "hail-hydra")
            elif self._uses_ability(board, agent):
                return Choice(offer.name, self._aims(board, offer, agent))
        return None

    def _hails(self, board: Board) -> bool:
        return board.mission >= self.call_from[board.players] or self._can_finish_the_city(board)

    def _can_finish_the_city(self, board: Board) -> bool:
        """Return whether the hidden agents together can destroy the city by announcing themselves."""
        reach = 0
        for seat in SEATS_IN[board.agents_seen & ~board.revealed]:
            reach += 1 if board.out >> seat & 1 else 3
        return board.city <= reach

    def _uses_ability(self, board: Board, agent: bool) -> bool:
        """Return whether to use the special ability now, by the most useful of its effects."""
        hero = board.cards.heroes[board.heroes[self.seat] or ""]
        reasons = [self._reason(board, effect, agent) for effect in effects_left(board, hero)]
        return self.rng.random() < max(reasons)

    def _reason(self, board: Board, effect: Effect, agent: bool) -> float:
        """Return the chance of using an ability with this effect now."""
        left = board.health + board.defense - board.total
        amount = effect.amount
        match effect.do:
            case "damage-villain" if not agent:
                return 0.9 if amount - board.defense >= board.health or board.mission >= 4 else 0.0
            case "total" | "defense" if board.tally is not None and not agent:
                return 0.9 if 0 < left <= abs(amount) else 0.0
            case "total" if agent and board.villain is not None and board.villain.cube is not None:
                over = board.total + amount - board.health - board.villain.cube
                return 0.9 if board.tally is not None and over >= board.city else 0.0
            case "total" if not agent:
                return 0.3 if board.mission >= 2 else 0.0
            case "heal-city" if not agent:
                return 0.9 if board.city <= 14 else 0.0
            case "heal-city":
                return 0.3 if board.city >= 26 else 0.0
            case "skip-attack" if not agent:
                return 0.7 if left > 0 and board.mission >= 3 else 0.0
            case "steal" | "demand" | "look-hand" | "look-laid":
                return 0.25 if board.mission >= 2 else IDLE
            case "discard-hand":
                own = board.hands[self.seat] or ()
                wrong = sum((VALUES[card] < 0) != agent for card in own)
                return 0.8 if wrong >= 3 and wrong * 2 > len(own) else 0.0
            case "protect" | "extra-vote":
                return 0.5
            case "rounds":
                return 0.5 if agent else 0.0
            case _:
                return IDLE

    def _aims(self, board: Board, offer: Offer, agent: bool) -> Answer:
        option = offer.option
        if not isinstance(option, OneSeat):
            return pick(option, self.rng)
        suspicion = self._suspects(board).suspicion
        hero = board.cards.heroes[board.heroes[self.seat] or ""]
        seats = SEATS_IN[option.allowed]
        kindly = any(effect.do in ("protect", "draw", "give") for effect in hero.effects)
        if agent:
            wanted = option.allowed & (board.agents_seen if kindly else ~board.agents_seen) or option.allowed
            return max(SEATS_IN[wanted], key=lambda seat: (suspicion[seat], self.rng.random()))
        if kindly:
            return min(seats, key=lambda seat: suspicion[seat])
        return max(seats, key=lambda seat: suspicion[seat])


def _handfuls(hand: Sequence[str], high: int) -> list[tuple[str, ...]]:
    """Return all choices of one up to `high` cards."""
    return [cards for size in range(1, high + 1) for cards in combinations(hand, size)]


def ranked(hand: Sequence[str], *, best_last: bool) -> list[str]:
    """Return the cards sorted by value."""
    return sorted(hand, key=VALUES.__getitem__, reverse=not best_last)


def worth(cards: Iterable[str]) -> int:
    """Return the total value of the cards."""
    return sum(VALUES[card] for card in cards)
