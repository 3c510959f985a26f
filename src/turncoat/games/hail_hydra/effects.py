"""The effects of the cards' verbs, one function per verb, for heroes and villains alike."""

from collections.abc import Callable

from turncoat.games.hail_hydra import events as happened
from turncoat.games.hail_hydra.board import Board
from turncoat.games.hail_hydra.cards import CHOOSING, Effect, Hero, Power, When
from turncoat.games.hail_hydra.moves import (
    DiscardCards,
    Game,
    HandCards,
    TakeAtRandom,
    damage_city,
    draw_all,
    heal_city,
)
from turncoat.games.hail_hydra.tables import CITY, LAST_ROUND, SKULL, token_order
from turncoat.kernel.seats import NOBODY, SEATS_IN, Seat, SeatSet
from turncoat.kernel.steps import Step

CHANGES_ATTACK = frozenset({"total", "defense", "skip-attack"})
"""Verbs without effect once the damage is dealt and the villain has attacked."""


class Do(Step, frozen=True):
    """One effect of a card. `caller` is -1 for a villain, `target` -1 if nobody was chosen."""

    effect: Effect
    caller: Seat = -1
    target: Seat = -1

    def run(self, game: Game) -> None:
        VERBS[self.effect.do](game, self)

    def seats(self, game: Game) -> SeatSet:
        """Return the heroes that the effect hits. For a villain they are on the mission (HH-VILLAIN-2)."""
        board = game.board
        match self.effect.who:
            case "self":
                return 1 << self.caller
            case "chosen":
                return 1 << self.target
            case "mission":
                return board.on_mission
            case "out":
                return board.out
            case "everyone":
                return board.everyone
            case "first-player":
                return 1 << board.token & board.on_mission
            case "most-cards":
                return 1 << hardest_hit(board, most=True)
            case "fewest-cards":
                return 1 << hardest_hit(board, most=False)


def hardest_hit(board: Board, *, most: bool) -> Seat:
    """Return the hero on the mission with most (or fewest) cards.

    Of those tied, it is the one furthest from receiving the First Player Token. Its holder is the furthest of all
    (HH-TIE-1).
    """
    order = token_order(board.on_mission, (board.token + 1) % board.players)
    sizes = [board.hand_sizes[seat] for seat in order]
    wanted = max(sizes) if most else min(sizes)
    return next(seat for seat in reversed(order) if board.hand_sizes[seat] == wanted)


def use_powers(game: Game, when: When) -> None:
    """Schedule the villain's powers of this moment whose condition holds."""
    board = game.board
    if board.villain is not None and board.villain.powers:
        game.follow(*[Do(power) for power in board.villain.powers if power.when == when and _happens(board, power)])


def _happens(board: Board, power: Power) -> bool:
    if power.on == "unhurt":
        return not board.hurt
    if power.on == "hurt":
        return board.hurt
    if power.on == "negative":
        return board.total < 0
    return True


def targets(board: Board, caller: Seat, hero: Hero) -> SeatSet:
    """Return the current legal targets of the ability, or nobody if it cannot be used."""
    allowed = board.everyone
    others = board.everyone & ~(1 << caller)
    for effect in hero.effects:
        if effect.do in CHOOSING:
            allowed &= others
        if effect.do in ("look-hand", "demand", "steal"):
            allowed &= board.with_cards
        elif effect.do == "give":
            allowed &= others if board.hand_sizes[caller] else NOBODY
        elif effect.do == "look-laid" or (effect.do == "take-back" and effect.who == "chosen"):
            allowed &= sum(1 << seat for seat in board.laid_counts)
        elif effect.who == "chosen":
            allowed &= board.on_mission
    return allowed


def effects_left(board: Board, hero: Hero) -> tuple[Effect, ...]:
    """Return the effects that the ability can still have.

    *Before attacks are discarded* opens again after the damage and the villain's attack (HH-OFF-11), when it is too
    late to change either.
    """
    if hero.moment != "attacks-discarded" or not board.is_settled:
        return hero.effects
    return tuple(
        effect
        for effect in hero.effects
        if effect.do not in CHANGES_ATTACK and (effect.do != "heal-city" or board.city < CITY)
    )


def has_use(board: Board, caller: Seat, hero: Hero) -> bool:
    """Return whether the ability can have any effect now."""
    if not effects_left(board, hero):
        return False
    return bool(targets(board, caller, hero)) if hero.chooses else True


def damage_villain(game: Game, amount: int) -> None:
    """Damage the villain by an ability, less the current defense (HH-HULK-1). At 0 the villain is defeated at once."""
    board = game.board
    dealt = min(board.health, max(0, amount - board.defense))
    if dealt:
        game.emit(happened.VillainDamaged(dealt, board.health - dealt))
    if not board.health:
        game.cut(Finish)
        defeat(game)


def defeat(game: Game) -> None:
    """End the mission, and after Red Skull the game (HH-END-2)."""
    villain = game.board.villain
    assert villain is not None  # only a villain can be defeated
    game.emit(happened.AttackDiscarded())
    game.emit(happened.VillainDefeated(villain.name))
    if villain.level == SKULL:
        game.end("shield", "red-skull-defeated")
    else:
        game.flow("knock-out")


class Defeat(Step, frozen=True):
    """Defeat of a villain whom the attack brought to 0, after all have had a chance to use an ability."""

    def run(self, game: Game) -> None:
        defeat(game)


class Finish(Step, frozen=True):
    """Step 5: the attack is discarded, and the next offensive begins (HH-OFF-6)."""

    def run(self, game: Game) -> None:
        game.emit(happened.AttackDiscarded())
        begin_offensive(game)


def begin_offensive(game: Game) -> None:
    """Begin the next offensive, with the moments of Quick Attacks if the villain has any."""
    villain = game.board.villain
    game.flow("offensive" if villain is None or villain.is_quick else "plain-offensive")


# Verbs


def _heal_villain(game: Game, do: Do) -> None:
    board = game.board
    assert board.villain is not None
    regained = min(do.effect.amount, board.villain.health - board.health)
    if regained > 0:
        game.emit(happened.VillainHealed(regained, board.health + regained))


def _damage_city(game: Game, do: Do) -> None:
    damage_city(game, do.effect.amount, "villain-power" if do.caller < 0 else "ability")


def _discard_hand(game: Game, do: Do) -> None:
    board = game.board
    for seat in token_order(do.seats(game) & board.with_cards, board.token):
        game.emit(happened.CardsDiscarded(seat, board.hand_sizes[seat], board.hands[seat]))


def _lose(game: Game, do: Do) -> None:
    seats = token_order(do.seats(game), game.board.token)
    game.follow(*[TakeAtRandom(seat, do.effect.amount) for seat in seats])


def _give(game: Game, do: Do) -> None:
    game.follow(HandCards(do.caller, 1 << do.target, do.effect.amount, do.effect.amount))


def _demand(game: Game, do: Do) -> None:
    game.follow(HandCards(do.target, 1 << do.caller, do.effect.amount, do.effect.amount))


def _look_pile(game: Game, do: Do) -> None:
    top = game.board.pile[: do.effect.amount]
    game.emit(happened.PileSeen(do.caller, len(top), tuple(sorted(top))))


def _take_back(game: Game, do: Do) -> None:
    board = game.board
    # LAY lies below on the stack, so whoever took cards back lays again before anything else
    for seat in SEATS_IN[do.seats(game)]:
        if seat in board.laid_counts:
            game.emit(happened.CardsTakenBack(seat, board.laid_counts[seat], board.laid[seat]))
    game.flow("lay")


def _protect(game: Game, do: Do) -> None:
    first = coming_round(game)
    last = LAST_ROUND if do.effect.lasts == "phase" else first
    for seat in SEATS_IN[do.seats(game)]:
        game.emit(happened.HeroProtected(seat, first, last))


def coming_round(game: Game) -> int:
    """Return the voting round that a call counts for: the next one if the talk has begun (HH-HERO-2)."""
    frame = game.open_ask()
    talking = frame is not None and frame.step.question.name == "talk"
    return game.board.round + talking


VERBS: dict[str, Callable[[Game, Do], None]] = {
    "damage-villain": lambda game, do: damage_villain(game, do.effect.amount),
    "heal-villain": _heal_villain,
    "damage-city": _damage_city,
    "heal-city": lambda game, do: heal_city(game, do.effect.amount),
    "total": lambda game, do: game.emit(happened.TotalChanged(do.effect.amount)),
    "defense": lambda game, do: game.emit(happened.DefenseChanged(do.effect.amount)),
    "skip-attack": lambda game, do: game.emit(happened.AttackSkipped()),
    "draw": lambda game, do: draw_all(game, do.seats(game), do.effect.amount),
    "discard": lambda game, do: game.follow(DiscardCards(do.seats(game), do.effect.amount)),
    "discard-hand": _discard_hand,
    "lose": _lose,
    "give": _give,
    "demand": _demand,
    "steal": lambda game, do: game.follow(TakeAtRandom(do.target, do.effect.amount, do.caller)),
    "look-hand": lambda game, do: game.emit(happened.HandSeen(do.caller, do.target, game.board.hands[do.target] or ())),
    "look-laid": lambda game, do: game.emit(happened.LaidSeen(do.caller, do.target, game.board.laid[do.target])),
    "look-pile": _look_pile,
    "take-back": _take_back,
    "limit": lambda game, do: game.emit(happened.LimitSet(do.seats(game), do.effect.amount)),
    "face-up": lambda game, do: game.emit(happened.FaceUpOrdered(do.seats(game))),
    "extra-vote": lambda game, do: game.emit(
        happened.ExtraVoteGranted(do.caller, coming_round(game), do.effect.amount)
    ),
    "protect": _protect,
    "rounds": lambda game, do: game.emit(happened.RoundsChanged(max(0, game.board.rounds + do.effect.amount))),
}
"""Implementation of each verb."""

DEFEAT, FINISH = Defeat(), Finish()
