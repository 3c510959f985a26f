"""The flow of an offensive, in the order of HH-OFF-11."""

from typing import Any, ClassVar

from turncoat.games.hail_hydra import events as happened
from turncoat.games.hail_hydra.effects import FINISH, Finish, defeat, use_powers
from turncoat.games.hail_hydra.moves import SHUFFLE_PILE, Draw, Game, HandCards, TakeAtRandom, damage_city
from turncoat.games.hail_hydra.tables import FULL_HAND, MOST_LAID, VALUES, next_of, token_order
from turncoat.kernel.options import Answer, AnyOption, Cards, Form, OneSeat, Word, YesNo
from turncoat.kernel.seats import SEATS_IN, Seat, SeatSet, clockwise
from turncoat.kernel.steps import Ask, Prompt, Question, Step
from turncoat.kernel.words import N_

GO_ON = Word(("go-on",), ("go-on",))
SAYS = Word(("nothing", "good", "bad"), ("nothing", "good", "bad"))
"""What may be said of the cards that one lays, and no more (HH-TALK-1)."""


class BeginMission(Step, frozen=True):
    """The next villain is turned over, and with that the mission starts (HH-OFF-10)."""

    def run(self, game: Game) -> None:
        mission = game.board.mission + 1
        villain = game.board.cards.villains[game.deal.decks["villains"][mission - 1]]
        game.emit(happened.VillainRevealed(mission, villain.name, villain.health, villain.defense, villain.damage))
        game.flow("offensive")


class BeginOffensive(Step, frozen=True):
    """The next round of the mission."""

    def run(self, game: Game) -> None:
        game.emit(happened.OffensiveBegan(game.board.offensive + 1))


class AskSkull(Ask, frozen=True):
    """Revealed agents are asked in public, one by one, whether they give Red Skull defense (HH-SKULL-2)."""

    question: ClassVar[Question] = Question(
        "give-defense", N_("Give the villain 1 defense instead of giving or stealing cards?"), "HH-SKULL-2"
    )

    def asked(self, game: Game) -> SeatSet:
        board = game.board
        if board.villain is None or board.gave_defense.bit_count() >= board.villain.bargain:
            return 0
        agents = board.revealed & ~board.asked_skull
        if not game.ruleset.option("all-revealed"):
            agents &= board.out
        return 1 << next_of(agents, board.token) if agents else 0

    def option(self, game: Game, seat: Seat) -> AnyOption:
        return YesNo()

    def default(self, game: Game, seat: Seat) -> Answer:
        return False

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        for seat, gives in answers.items():
            game.emit(happened.SkullAnswered(seat, gives))
            game.follow(self)


class PassToken(Step, frozen=True):
    """Step 1: the token passes left, its receiver changes his whole hand, every other hero draws 1 (HH-OFF-1)."""

    def run(self, game: Game) -> None:
        board = game.board
        if board.offensive == 1 and (board.mission == 1 or game.ruleset.option("skip-first-draw") == "mission"):
            return
        players = board.players
        holder = (board.token + 1) % players
        game.emit(happened.TokenPassed(holder))
        if board.hand_sizes[holder]:
            game.emit(happened.CardsDiscarded(holder, board.hand_sizes[holder], board.hands[holder]))
        if board.pile_size < FULL_HAND + players - 1:
            draws = [Draw(seat, FULL_HAND if seat == holder else 1) for seat in clockwise(holder, players)]
            game.follow(*draws)
            return
        game.emit(happened.CardsDrawn(holder, FULL_HAND, tuple(sorted(board.pile[:FULL_HAND]))))
        for step in range(1, players):
            game.emit(happened.CardsDrawn((holder + step) % players, 1, (board.pile[0],)))


class UsePowers(Step, frozen=True):
    """What the villain does at a moment of the offensive (HH-QUICK-1)."""

    when: Any

    def run(self, game: Game) -> None:
        use_powers(game, self.when)


class Moment(Ask, frozen=True):
    """A moment for special abilities: it stays open until everybody asked has said go on (HH-HERO-2).

    Abilities are standing offers, so the first call comes first (HH-HERO-3). Who could call one is public.
    """

    moment: ClassVar[str] = ""
    for_hail: ClassVar[bool] = False
    """Whether all are asked while a HYDRA agent is hidden, because he could announce himself here."""

    def asked(self, game: Game) -> SeatSet:
        board = game.board
        if self.for_hail and board.hidden_agents:
            return board.everyone
        return board.callers(self.moment)

    def prompts(self, game: Game, number: int) -> dict[Seat, Prompt]:
        seats = self.asked(game)
        if not seats:
            return {}
        return dict.fromkeys(SEATS_IN[seats], Prompt(number, self.question, GO_ON))

    def default(self, game: Game, seat: Seat) -> Answer:
        return "go-on"

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        """Everybody goes on."""


class BeforeStart(Moment, frozen=True):
    """Before attacks are started: after the draw, before anyone lays, passes or steals cards."""

    moment: ClassVar[str] = "attacks-started"
    question: ClassVar[Question] = Question(
        "before-start", N_("Before attacks are started: call your ability, or go on."), "HH-HERO-2", clock="abilities"
    )


class BeforeCollect(Moment, frozen=True):
    """Before attacks are collected: all have laid, nothing is shuffled yet."""

    moment: ClassVar[str] = "attacks-collected"
    for_hail: ClassVar[bool] = True
    question: ClassVar[Question] = Question(
        "before-collect", N_("All have laid. Go on to the reveal?"), "HH-HERO-2", clock="abilities"
    )


class BeforeDiscard(Moment, frozen=True):
    """Before attacks are discarded: the attack lies open, its damage is not dealt yet."""

    moment: ClassVar[str] = "attacks-discarded"
    question: ClassVar[Question] = Question(
        "before-discard",
        N_("The attack lies open: call your ability, or go on."),
        "HH-HERO-2",
        clock="abilities",
    )


class BeforeAttack(Moment, frozen=True):
    """The villain still stands: the last chance for HAIL HYDRA before he attacks (HH-HAIL-1)."""

    for_hail: ClassVar[bool] = True
    question: ClassVar[Question] = Question(
        "before-attack", N_("The villain is about to attack. Go on?"), "HH-HAIL-1", clock="abilities"
    )


class AgentsAct(Step, frozen=True):
    """Revealed agents who are knocked out act first, in token order (HH-HAIL-5)."""

    def run(self, game: Game) -> None:
        board = game.board
        agents = board.revealed & board.out & ~(board.acted | board.gave_defense)
        if not agents:
            return
        seat = next_of(agents, board.token)
        ways: tuple[str, ...] = ()
        if board.hand_sizes[seat]:
            ways = ("give",)
        if board.on_mission & board.with_cards:
            ways = (*ways, "steal")
        if ways:
            game.follow(ChooseAct(seat, ways), self)
        else:
            game.emit(happened.HandedOver(seat))
            game.follow(self)


class ChooseAct(Ask, frozen=True):
    """A revealed agent who is knocked out hands over cards, or steals one (HH-HAIL-5)."""

    question: ClassVar[Question] = Question("choose-act", N_("Hand over attack cards, or steal one?"), "HH-HAIL-5")

    seat: Seat
    ways: tuple[str, ...]

    def asked(self, game: Game) -> SeatSet:
        return 1 << self.seat

    def option(self, game: Game, seat: Seat) -> AnyOption:
        return Word(("give", "steal"), self.ways)

    def default(self, game: Game, seat: Seat) -> Answer:
        return self.ways[0]

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        game.emit(happened.HandedOver(self.seat))
        if answers[self.seat] == "give":
            game.follow(HandCards(self.seat, game.board.on_mission, 1, 2))
        else:
            game.follow(StealFrom(self.seat))


class StealFrom(Ask, frozen=True):
    """He chooses whom on the mission he steals from; which card, chance decides."""

    question: ClassVar[Question] = Question("steal-from", N_("Steal an attack card from whom?"), "HH-HAIL-5")

    seat: Seat

    def asked(self, game: Game) -> SeatSet:
        return 1 << self.seat

    def option(self, game: Game, seat: Seat) -> AnyOption:
        board = game.board
        return OneSeat(board.on_mission, board.on_mission & board.with_cards)

    def default(self, game: Game, seat: Seat) -> Answer:
        board = game.board
        return next_of(board.on_mission & board.with_cards, (seat + 1) % board.players)

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        game.follow(TakeAtRandom(answers[self.seat], 1, self.seat))


class HandOver(Step, frozen=True):
    """The other knocked-out heroes must hand 1 or 2 cards to a hero on the mission, in token order (HH-KO-6)."""

    def run(self, game: Game) -> None:
        board = game.board
        if not board.out:
            return
        givers = board.out & ~(board.acted | board.revealed) & board.with_cards
        if givers:
            game.follow(HandCards(next_of(givers, board.token), board.on_mission, 1, 2, is_duty=True), self)


class LayCards(Ask, frozen=True):
    """Step 2: revealed agents first, then the First Player and on clockwise, each lays his cards (HH-OFF-2, HH-HAIL-4).

    Who is next is worked out anew whenever somebody has laid or announced himself (HH-HAIL-7).
    """

    question: ClassVar[Question] = Question("lay-cards", N_("Lay attack cards: at most {most}."), "HH-OFF-2")

    def asked(self, game: Game) -> SeatSet:
        board = game.board
        waiting = board.on_mission & ~board.has_laid
        if not waiting:
            return 0
        waiting &= board.with_cards
        agents = waiting & board.revealed
        return 1 << next_of(agents or waiting, board.token) if waiting else 0

    def prompts(self, game: Game, number: int) -> dict[Seat, Prompt]:
        asked = self.asked(game)
        if not asked:
            return {}
        seat = asked.bit_length() - 1
        board = game.board
        hand = board.hands[seat] or ()
        most = min(MOST_LAID, len(hand), board.limits.get(seat, MOST_LAID))
        how = "face-up" if (board.revealed | board.face_up) >> seat & 1 else "face-down"
        form = Form((("cards", Cards(1, most, hand)), ("says", SAYS)))
        return {seat: Prompt(number, self.question, form, (("most", most), ("how", how)))}

    def default(self, game: Game, seat: Seat) -> Answer:
        return (game.board.hands[seat] or ())[:1], "nothing"

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        for seat, (cards, said) in answers.items():
            lay(game, seat, cards, said)
            game.follow(self)


def lay(game: Game, seat: Seat, cards: tuple[str, ...], said: str) -> None:
    """Cards lie before a hero, face up where they must."""
    board = game.board
    kind = happened.CardsLaidOpen if (board.revealed | board.face_up) >> seat & 1 else happened.CardsLaid
    game.emit(kind(seat, len(cards), said, cards))


class AddBlindCards(Step, frozen=True):
    """Who is on the mission without attack cards adds the top card of the pile unseen (HH-OFF-8)."""

    def run(self, game: Game) -> None:
        board = game.board
        for seat in token_order(board.on_mission & ~board.has_laid, board.token):
            if not board.pile_size:
                if board.discarded_count:
                    game.follow(SHUFFLE_PILE, self)
                return
            game.emit(happened.BlindCardAdded(seat, board.pile[0]))


class RevealAttack(Step, frozen=True):
    """Step 3: all cards are collected, shuffled, turned over and added up (HH-OFF-3)."""

    def run(self, game: Game) -> None:
        board = game.board
        cards = list(board.blind)
        for laid in board.laid.values():
            cards += laid
        cards.sort()
        total = board.total
        for card in cards:
            total += VALUES[card]
        game.emit(happened.AttackRevealed(tuple(cards), total))


class Settle(Step, frozen=True):
    """What the total does to the villain and the city (HH-OFF-4, HH-SKULL-1)."""

    def run(self, game: Game) -> None:
        board = game.board
        villain, total, health = board.villain, board.total, board.health
        assert villain is not None  # a mission has a villain
        dealt = min(health, max(0, total - board.defense))
        if dealt:
            game.emit(happened.VillainDamaged(dealt, health - dealt))
        if villain.cube is not None and damage_city(game, total - health - villain.cube, "cosmic-cube"):
            return
        if total < -10 and damage_city(game, 1, "terrible-attack"):
            return
        if board.health:
            game.emit(happened.VillainStands(villain.name))
        else:
            game.cut(Finish)
            defeat(game)


class VillainAttack(Step, frozen=True):
    """Step 4: he damages the city and uses his power (HH-OFF-5)."""

    def run(self, game: Game) -> None:
        board = game.board
        if board.attack_skipped:
            return
        assert board.villain is not None  # it stands
        if not damage_city(game, board.villain.damage, "villain"):
            use_powers(game, "attack")


class AgentsStrike(Step, frozen=True):
    """Every revealed agent who is knocked out damages the city by 1 (HH-HAIL-6)."""

    def run(self, game: Game) -> None:
        board = game.board
        damage_city(game, (board.revealed & board.out).bit_count(), "agents")


LAY = LayCards()
BEGIN_MISSION = BeginMission()
AGENTS_ACT = AgentsAct()
OFFENSIVE: tuple[Step, ...] = (
    BeginOffensive(),
    AskSkull(),
    PassToken(),
    UsePowers("started"),
    BeforeStart(),
    AGENTS_ACT,
    HandOver(),
    UsePowers("laying"),
    LAY,
    AddBlindCards(),
    BeforeCollect(),
    RevealAttack(),
    UsePowers("revealed"),
    BeforeDiscard(),
    Settle(),
    BeforeAttack(),
    VillainAttack(),
    AgentsStrike(),
    FINISH,
)
"""HH-OFF-11."""
