"""What each role may do where all seats are asked the same: the one source of prompts and of the facts of events."""

from turncoat.games.resistance.board import Board
from turncoat.games.resistance.hooks import PLAYABLE
from turncoat.kernel.compiled import decide
from turncoat.kernel.facts import Answered, Occasion
from turncoat.kernel.opening import role_cards
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SeatSet


def playable_cards(ruleset: Ruleset, board: Board, role: str) -> tuple[str, ...]:
    """The mission cards that somebody with this role may play, by what everybody sees on the board."""
    return decide(ruleset, PLAYABLE, board.cards_of(role), board, role)


def cards_played(ruleset: Ruleset, board: Board, seats: SeatSet, cards: tuple[str, ...], mission: int = 0) -> Answered:
    """The fact that these seats played these cards on the mission under way (or on the mission of this number)."""
    allowed = {role: playable_cards(ruleset, board, role) for role in set(role_cards(ruleset))}
    return Answered(mission_occasion(mission or board.round), seats, cards, allowed)


def mission_occasion(number: int) -> Occasion:
    """The name that facts give to the cards of a mission; missions are counted in the order in which they are run."""
    return "play-card", number
