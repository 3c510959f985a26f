"""The windows of a round in which plot cards may be played, and the order of players in each (PLT-ORDER-1)."""

from turncoat.games.resistance.hooks import TEAM_APPROVED
from turncoat.games.resistance.plot_thickens import steps
from turncoat.games.resistance.plot_thickens.deck import (
    CLOSE_EYE,
    NO_CONFIDENCE,
    OPINION_MAKER,
    SPOTLIGHT,
    STRONG_LEADER,
    plot,
)
from turncoat.games.resistance.steps import Game
from turncoat.kernel.seats import Seat, SeatSet, first_clockwise
from turncoat.kernel.steps import Step


def next_chance(
    game: Game, memory: dict[str, int], card: str, fits: SeatSet | None = None, once: bool = True
) -> Seat | None:
    """Return the next player who may play the card, or None.

    Chances go clockwise from the leader, one per player, and whoever passes is not asked again. `fits` restricts the
    chance to seats that can use the card now. If `once`, the first card played ends the opportunity for all. Otherwise
    a player who has used a card is asked again while they hold another that fits.
    """
    board = game.board
    part = plot(board)
    asked = memory.get("asked")
    if asked is not None:
        if len(part.discarded) == memory["discarded"]:
            memory["passed"] = memory.get("passed", 0) | 1 << asked
        elif once:
            return None
    may = part.holders(card) & ~memory.get("passed", 0)
    seat = first_clockwise(board.leader, board.players, may if fits is None else may & fits)
    if seat is not None:
        memory["asked"], memory["discarded"] = seat, len(part.discarded)
    return seat


def before_the_leader_acts(game: Game, memory: dict[str, int]) -> Step | None:
    """Offer Strong Leader before any action of a proposal, at most one until a vote is taken (PLT-STRONG-1, -2)."""
    if STRONG_LEADER not in plot(game.board).face_up:
        return None
    seat = next_chance(game, memory, STRONG_LEADER)
    return None if seat is None else steps.OfferStrongLeader(seat)


def round_begins(game: Game, memory: dict[str, int]) -> Step | None:
    """Let the leader draw once, then give the cards one by one (PLT-DRAW-1, PLT-TYPE-2)."""
    part = plot(game.board)
    if not memory:
        memory["drawn"] = 1
        if part.left:  # PLT-DRAW-3
            steps.draw_plot_cards(game)
    if not part.to_give:
        return None
    leader = game.board.leader
    first = part.to_give[0]
    return (
        steps.hand_out(leader, first)
        if part.to_give.count(first) == len(part.to_give)
        else steps.ChoosePlotCard(leader)
    )


def voters(game: Game, seats: SeatSet) -> SeatSet:
    """Let Opinion Makers vote first, two at the same time, then the others (PLT-OPINION-1, -2)."""
    return plot(game.board).holders(OPINION_MAKER) & seats or seats


def vote_counted(game: Game, memory: dict[str, int]) -> Step | None:
    """Offer No Confidence after a vote that approved the team, until one is used (PLT-NOCONF-1, -2)."""
    if NO_CONFIDENCE not in plot(game.board).face_up or not game.decide(TEAM_APPROVED, game.board.has_majority):
        return None
    seat = next_chance(game, memory, NO_CONFIDENCE)
    return None if seat is None else steps.OfferNoConfidence(seat)


def team_approved(game: Game, approved: bool) -> bool:
    """Reject a team that met a No Confidence. It moves the vote track and may be the fifth rejection (PLT-NOCONF-2)."""
    return approved and plot(game.board).vetoed != len(game.board.proposals)


def team_final(game: Game, memory: dict[str, int]) -> Step | None:
    """Offer In the Spotlight before any mission card is chosen (PLT-SPOTLIGHT-1)."""
    if SPOTLIGHT not in plot(game.board).face_up:
        return None
    seat = next_chance(game, memory, SPOTLIGHT)
    return None if seat is None else steps.OfferSpotlight(seat)


def cards_in(game: Game, memory: dict[str, int]) -> Step | None:
    """Turn up the card in the spotlight, then offer Keeping a Close Eye (PLT-CLOSEEYE-1, -2)."""
    part = plot(game.board)
    if part.spotlit is not None:
        steps.turn_up(game, part.spotlit)
    if CLOSE_EYE not in part.face_up:
        return None
    unseen = steps.unseen_cards(game)
    # Nobody may look at their own card (PLT-CLOSEEYE-3).
    alone = unseen if unseen.bit_count() == 1 else 0
    seat = next_chance(game, memory, CLOSE_EYE, game.board.everyone & ~alone if unseen else 0, once=False)
    return None if seat is None else steps.OfferCloseEye(seat)
