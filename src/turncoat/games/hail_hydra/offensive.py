"""The flow of an offensive, in the order of HH-OFF-11."""

from typing import Any

from turncoat.games.hail_hydra import events as happened
from turncoat.games.hail_hydra.ability_steps import (
    AfterDamage,
    BeforeAttack,
    BeforeCollect,
    BeforeDiscard,
    BeforeDraw,
    BeforeStart,
)
from turncoat.games.hail_hydra.effects import DEFEAT, FINISH, Finish, begin_offensive, defeat, use_powers
from turncoat.games.hail_hydra.lay_cards import LAY, AddBlindCards
from turncoat.games.hail_hydra.moves import Draw, Game, damage_city, has_draw
from turncoat.games.hail_hydra.off_mission_actions import AGENTS_ACT, AskForHandovers, AskSkull
from turncoat.games.hail_hydra.tables import FULL_HAND, SKULL, VALUES
from turncoat.kernel.seats import clockwise
from turncoat.kernel.steps import Step


class BeginMission(Step, frozen=True):
    """Start of a mission: the next villain is turned up (HH-OFF-10)."""

    def run(self, game: Game) -> None:
        mission = game.board.mission + 1
        villain = game.board.cards.villains[game.deal.decks["villains"][mission - 1]]
        game.emit(happened.VillainRevealed(mission, villain.name, villain.health, villain.defense, villain.damage))
        begin_offensive(game)


class BeginOffensive(Step, frozen=True):
    """Start of the mission's next offensive."""

    def run(self, game: Game) -> None:
        game.emit(happened.OffensiveBegan(game.board.offensive + 1))


class PassToken(Step, frozen=True):
    """Step 1: the token passes left, its receiver replaces the whole hand, and every other hero draws 1 (HH-OFF-1)."""

    def run(self, game: Game) -> None:
        if not has_draw(game):
            return
        board = game.board
        players, emit, drawn = board.players, game.emit, happened.CardsDrawn
        holder = (board.token + 1) % players
        emit(happened.TokenPassed(holder))
        if board.hand_sizes[holder]:
            emit(happened.CardsDiscarded(holder, board.hand_sizes[holder], board.hands[holder]))
        if board.pile_size < FULL_HAND + players - 1:
            draws = [Draw(seat, FULL_HAND if seat == holder else 1) for seat in clockwise(holder, players)]
            game.follow(*draws)
            return
        emit(drawn(holder, FULL_HAND, tuple(sorted(board.pile[:FULL_HAND]))))
        for step in range(1, players):
            emit(drawn((holder + step) % players, 1, (board.pile[0],)))


class UsePowers(Step, frozen=True):
    """The villain's powers at a moment of the offensive (HH-QUICK-1)."""

    when: Any

    def run(self, game: Game) -> None:
        use_powers(game, self.when)


class RevealAttack(Step, frozen=True):
    """Step 3: all cards are collected, shuffled, turned up and added up (HH-OFF-3)."""

    def run(self, game: Game) -> None:
        board = game.board
        cards = list(board.blind)
        for laid in board.laid.values():
            cards += laid
        cards.sort()
        total = board.total + sum(map(VALUES.__getitem__, cards))
        game.emit(happened.AttackRevealed(tuple(cards), total))


class Settle(Step, frozen=True):
    """Effect of the total on the villain and the city (HH-OFF-4, HH-SKULL-1)."""

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
            return
        game.cut(Finish)
        if villain.level == SKULL:
            defeat(game)  # HH-END-2: the game is over
        else:
            game.follow(AFTER_DAMAGE, DEFEAT)


class VillainAttack(Step, frozen=True):
    """Step 4: the villain damages the city and uses its power (HH-OFF-5)."""

    def run(self, game: Game) -> None:
        board = game.board
        if board.attack_skipped:
            return
        assert board.villain is not None  # it stands
        if not damage_city(game, board.villain.damage, "villain"):
            use_powers(game, "attack")


class AgentsStrike(Step, frozen=True):
    """Damage of 1 to the city by each revealed agent who is knocked out (HH-HAIL-6)."""

    def run(self, game: Game) -> None:
        board = game.board
        damage_city(game, (board.revealed & board.out).bit_count(), "agents")


BEGIN_MISSION = BeginMission()
AFTER_DAMAGE = AfterDamage()
OFFENSIVE: tuple[Step, ...] = (
    BeginOffensive(),
    BeforeDraw(),
    AskSkull(),
    PassToken(),
    UsePowers("started"),
    BeforeStart(),
    AGENTS_ACT,
    AskForHandovers(),
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
    AFTER_DAMAGE,
    FINISH,
)
"""Steps of an offensive (HH-OFF-11)."""
PLAIN_OFFENSIVE = tuple(step for step in OFFENSIVE if not isinstance(step, UsePowers | AskSkull))
"""Steps of an offensive against a villain without a Quick Attack."""
