"""Standing offers to a seat: the hero's special ability at its moment, and HAIL HYDRA."""

from collections.abc import Iterable

from turncoat.games.hail_hydra import events as happened
from turncoat.games.hail_hydra.ability_steps import AbilityStep
from turncoat.games.hail_hydra.effects import Do, effects_left, has_use, targets
from turncoat.games.hail_hydra.knockout import Talk
from turncoat.games.hail_hydra.lay_cards import LayCards
from turncoat.games.hail_hydra.moves import Game, damage_city
from turncoat.games.hail_hydra.off_mission_actions import AGENTS_ACT, AgentsAct
from turncoat.games.hail_hydra.words import HAIL_RULES
from turncoat.kernel.chapters import Offer
from turncoat.kernel.options import Answer, AnyOption, OneSeat, Word
from turncoat.kernel.seats import Seat
from turncoat.kernel.steps import AskChance, AskFrame, Step
from turncoat.kernel.words import N_

HAIL_SAYS = N_("The back of your hero card: the rules of HAIL HYDRA.")
_HAIL_WORDS = ("not-now", "hail-hydra")
HAILS = {
    "hydra": Offer(
        "hail-hydra", Word(_HAIL_WORDS, _HAIL_WORDS, "only-hydra-hails"), HAIL_SAYS, "HH-HAIL-1", HAIL_RULES
    ),
    "shield": Offer(
        "hail-hydra", Word(_HAIL_WORDS, ("not-now",), "only-hydra-hails"), HAIL_SAYS, "HH-HAIL-1", HAIL_RULES
    ),
}
"""HAIL HYDRA by side (HH-HAIL-8).

All have the same card back and may put it away, but only an agent may say the words.
"""
USE = Word(("use",), ("use",))
ABILITY_SAYS = N_("Use your special ability.")
ABILITY_WARNS = N_("You can use it once a game.")


def offers(game: Game, seat: Seat) -> Iterable[Offer]:
    """Return the offers that the seat may take now."""
    frame = game.frame
    if frame is None:
        return ()
    board = game.board
    found: tuple[Offer, ...] = ()
    # HH-HAIL-1: during a mission, from the villain's reveal on, but not between the reveal of an attack and its damage
    if board.phase == "mission" and not board.revealed >> seat & 1 and not isinstance(frame.step, AskChance):
        found = (HAILS[board.roles[seat] or ""],)
    moment = open_moment(game, frame)
    if moment and board.callers(moment) >> seat & 1:
        hero = board.cards.heroes[board.heroes[seat] or ""]
        if has_use(board, seat, hero):
            option: AnyOption = USE
            if hero.chooses:
                whom = targets(board, seat, hero)
                option = OneSeat(whom, whom)
            ability = Offer("ability", option, ABILITY_SAYS, "HH-HERO-1", ABILITY_WARNS, text=hero.text, is_public=True)
            return (*found, ability)
    return found


def open_moment(game: Game, frame: AskFrame) -> str:
    """Return the moment for abilities that is open now, or an empty string."""
    step = frame.step
    if not isinstance(step, AbilityStep):
        return ""
    if isinstance(step, Talk) and game.board.round >= game.board.rounds:
        return ""  # HH-HERO-2: it is too late after the last round's first seconds
    return step.timing


def take(game: Game, seat: Seat, offer: str, answer: Answer) -> None:
    """Carry out an offer that a seat took."""
    if answer == "hail-hydra":
        hail_hydra(game, seat)
    elif offer == "ability":
        use_ability(game, seat, answer if isinstance(answer, int) else -1)


def use_ability(game: Game, seat: Seat, target: Seat) -> None:
    """Use a special ability, once per game (HH-HERO-1)."""
    hero = game.board.cards.heroes[game.board.heroes[seat] or ""]
    left = effects_left(game.board, hero)
    game.emit(happened.AbilityUsed(seat, hero.name))
    if target >= 0:
        game.emit(happened.TargetChosen(seat, target))
    game.follow(*[Do(effect, seat, target) for effect in left])


def hail_hydra(game: Game, seat: Seat) -> None:
    """Announce HAIL HYDRA: 3 damage on the mission, 1 knocked out (HH-HAIL-2).

    From then on the agent plays by other rules (HH-HAIL-4, HH-HAIL-5).
    """
    board = game.board
    game.emit(happened.HailHydra(seat))
    is_out = bool(board.out >> seat & 1)
    if damage_city(game, 1 if is_out else 3, "hail-hydra"):
        return
    if not is_out:
        # HH-HAIL-7: cards already laid are turned up. Otherwise the agent lays next, by LayCards.
        if board.tally is None and seat in board.laid_counts and not board.open >> seat & 1:
            game.emit(happened.CardsTurnedUp(seat, board.laid[seat]))
    elif not board.has_laid and not _ahead(game, AgentsAct) and _ahead(game, LayCards):
        game.follow(AGENTS_ACT)  # HH-HAIL-5: before laying has begun, unless already handed over


def _ahead(game: Game, kind: type[Step]) -> bool:
    """Return whether a step of this kind is open or still to come in this offensive."""
    return any(isinstance(entry.step if isinstance(entry, AskFrame) else entry, kind) for entry in game.stack)
