"""Legal answers by role where all seats are asked alike: the single source for prompts and for the facts of events."""

from turncoat.games.resistance.board import Board
from turncoat.games.resistance.hooks import PLAYABLE
from turncoat.games.resistance.tables import OTHER_CARD
from turncoat.kernel.compiled import decide
from turncoat.kernel.facts import Answered, Occasion
from turncoat.kernel.opening import role_cards
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SeatSet


def playable_cards(ruleset: Ruleset, board: Board, role: str) -> tuple[str, ...]:
    """Return the mission cards that a role may play, given the public state of the board."""
    return decide(ruleset, PLAYABLE, board.cards_of(role), board, role)


def cards_played(ruleset: Ruleset, board: Board, seats: SeatSet, cards: tuple[str, ...], mission: int = 0) -> Answered:
    """Return the fact that these seats played these cards, on the current mission unless `mission` names another."""
    allowed = {role: playable_cards(ruleset, board, role) for role in set(role_cards(ruleset))}
    return Answered(mission_occasion(mission or board.round), seats, cards, allowed, seats & board.turned, OTHER_CARD)


def mission_occasion(number: int) -> Occasion:
    """Return the name under which facts record a mission's cards. Missions are numbered in the order of play."""
    return "play-card", number
