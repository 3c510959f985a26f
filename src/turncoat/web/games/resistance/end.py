"""End of a game of The Resistance: missions with teams and cards, the decisive vote, and the deceptions."""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any, Final

from turncoat.games.resistance import events as happened
from turncoat.games.resistance.board import Board, Proposal
from turncoat.games.resistance.hunter.events import Accused
from turncoat.kernel.opening import told_of_others
from turncoat.kernel.seats import Seat, SeatSet, is_in, seat_set, seats_in
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.telling import Teller
from turncoat.web.board.model import Deception, EndCard, EndMission

_MISSION: Final = N_("Mission {number}")
_LED_BY: Final = N_("led by {leader:seat}, {yes} to {no}")
_DECISIVE: Final = N_("The vote that decided it: {yes} to {no} for mission {mission}'s team: {team:seats}.")
_LAST_REJECTION: Final = N_("The vote that decided it: {yes} to {no}, and the last team was rejected: {team:seats}.")
_FOUND: Final = N_("{accused:seat} was the {role:role}, found by {hunter:seat}.")
_MISTAKEN: Final = N_("{hunter:seat} named {accused:seat} as a Chief. Wrong: it was {chiefs:seats}.")
_DECEIVED: Final = N_(
    "{others:seats} fooled {seat:seat} most: {count} vote from {seat:seat} for a team with them.",
    "{others:seats} fooled {seat:seat} most: {count} votes from {seat:seat} for teams with them.",
)
_SEEN_THROUGH: Final = N_(
    "{seat:seat} saw through {others:seats}: {count} vote against a team with them.",
    "{seat:seat} saw through {others:seats}: {count} votes against teams with them.",
)

_FOOLED: Final = N_(
    "{traitor:seat} fooled {seat:seat} most: {count} vote from {seat:seat} for a team with {traitor:seat}.",
    "{traitor:seat} fooled {seat:seat} most: {count} votes from {seat:seat} for teams with {traitor:seat}.",
)
_TRUSTED_BY_NOBODY: Final = N_("Nobody on the other side voted for a team with {traitor:seat}.")
_ON_NO_TEAM: Final = N_("{traitor:seat} was on no team that was voted on.")
_NOSE: Final = N_("Best detective: {seat:seat}. Rejected teams with an enemy: {count} of {all}.")


def missions_of(view: View[Board], teller: Teller) -> tuple[EndMission, ...]:
    """Return the missions that took place. Cards are attributed as far as the view contains them."""
    cards: dict[int, dict[Seat, str]] = {}
    played: dict[Seat, str] = {}
    for event in view.events:
        if isinstance(event, happened.TeamApproved):
            played = {}
        elif isinstance(event, happened.CardPlayed):
            played[event.seat] = event.card
        elif isinstance(event, happened.MissionRevealed):
            cards[event.mission] = played
    votes = {one.mission: one for one in view.board.proposals if one.approved}
    found = []
    for result in view.board.results:
        by = cards.get(result.mission, {})
        team = tuple(_card(seat, by.get(seat, ""), teller) for seat in seats_in(result.team))
        vote = votes.get(result.mission)
        led = _led(vote, view.board.players, teller) if vote is not None and result.team else ""
        word = teller.word("mission-succeeded" if result.success else "mission-failed")
        title = teller.fill(_MISSION, number=result.mission)
        found.append(EndMission(result.mission, title, "success" if result.success else "fail", word, team, led))
    return tuple(found)


def _card(seat: Seat, card: str, teller: Teller) -> EndCard:
    return EndCard(teller.seat(seat), teller.word(card) if card else "", bool(card) and card != "success")


def _led(vote: Proposal, players: int, teller: Teller) -> str:
    yes, no = _count(vote, players)
    return teller.fill(_LED_BY, leader=vote.leader, yes=yes, no=no)


def _count(vote: Proposal, players: int) -> tuple[int, int]:
    yes = vote.approvals.bit_count()
    return yes, players - yes


def decisive_vote(view: View[Board], teller: Teller) -> str:
    """Return a sentence about the closest vote among the winner's missions, the latest one if tied.

    It is empty if something else decided the game."""
    board = view.board
    if board.result is None or not board.proposals or any(type(event).decides for event in view.events):
        return ""
    last = board.proposals[-1]
    if not last.approved:
        yes, no = _count(last, board.players)
        return teller.fill(_LAST_REJECTION, yes=yes, no=no, team=last.team)
    outcomes = {result.mission: result.success for result in board.results}
    final = outcomes.get(last.mission)
    if final is None:
        return ""
    votes = [vote for vote in board.proposals if vote.approved and outcomes.get(vote.mission) == final]
    closest = min(reversed(votes), key=lambda vote: vote.approvals.bit_count())
    yes, no = _count(closest, board.players)
    return teller.fill(_DECISIVE, yes=yes, no=no, mission=closest.mission, team=closest.team)


def accusation_told(view: View[Board], teller: Teller) -> str:
    """Describe the last accusation by a Hunter, or return an empty string if there was none."""
    board = view.board
    accusations = [event for event in view.events if isinstance(event, Accused)]
    if accusations and board.result is not None and all(board.roles):
        last = accusations[-1]
        if last.right:
            role = board.roles[last.accused] or ""
            return teller.fill(_FOUND, accused=last.accused, role=role, hunter=last.hunter)
        sought = "spy-chief" if last.side == "resistance" else "resistance-chief"
        chiefs = seat_set(seat for seat, role in enumerate(board.roles) if role == sought)
        return teller.fill(_MISTAKEN, hunter=last.hunter, accused=last.accused, chiefs=chiefs)
    return ""


def trust_in(view: View[Any], spies: SeatSet, *, spies_won: bool, teller: Teller) -> str:
    """Name the loyal player who approved most teams with a spy, or if the spies lost, the best detective.

    It names only the spies who were on those teams. The others neither fooled that player nor were found out.
    """
    teams = _teams_with(view.board.proposals, spies)
    loyal = [seat for seat in range(view.board.players) if not is_in(seat, spies)]
    count, seat = _most(teams, loyal, approved=True) if spies_won else _detective(view, teams, loyal)
    if not count:
        return ""
    judged = [vote.team & spies for vote in teams if _is_right(vote, seat, approved=spies_won)]
    others = reduce(or_, judged)
    if spies_won and others.bit_count() == 1:
        return teller.fill(_FOOLED, traitor=others.bit_length() - 1, seat=seat, count=count)
    return teller.fill(_DECEIVED if spies_won else _SEEN_THROUGH, others=others, seat=seat, count=count)


def deceptions(view: View[Any], traitors: SeatSet, teller: Teller, summary: str = "") -> tuple[Deception, ...]:
    """Return for each traitor the loyal player who believed them most, and the one who believed them least.

    The latter is omitted if the game's `summary` says so already.
    """
    proposals = view.board.proposals
    loyal = [seat for seat in range(view.board.players) if not is_in(seat, traitors)]
    told = []
    for traitor in seats_in(traitors):
        teams = [vote for vote in proposals if is_in(traitor, vote.team)]
        count, seat = _most(teams, loyal, approved=True)
        if count:
            text = teller.fill(_FOOLED, traitor=traitor, seat=seat, count=count)
            told.append(Deception(text, (traitor, seat)))
        else:
            text = teller.fill(_TRUSTED_BY_NOBODY if teams else _ON_NO_TEAM, traitor=traitor)
            told.append(Deception(text, (traitor,), found=True))
    teams = _teams_with(proposals, traitors)
    count, seat = _detective(view, teams, loyal)
    if count and summary != trust_in(view, traitors, spies_won=False, teller=teller):
        nose = teller.fill(_NOSE, seat=seat, count=count, all=len(teams))
        told.append(Deception(nose, (seat,), found=True))
    return tuple(told)


def _most(teams: Sequence[Proposal], seats: Sequence[Seat], *, approved: bool) -> tuple[int, Seat]:
    """Return the highest number of these teams that one seat approved (or rejected), and that seat."""
    counts = [(sum(_is_right(vote, seat, approved=approved) for vote in teams), seat) for seat in seats]
    return max(counts, key=lambda one: one[0], default=(0, 0))


def _detective(view: View[Any], teams: Sequence[Proposal], seats: Sequence[Seat]) -> tuple[int, Seat]:
    """Return the highest number of these teams that one seat rejected, and that seat.

    Seats that the deal told of others had nothing to find out. The number is 0 if it is not more than half of the
    teams: such a seat was fooled more often than not.
    """
    told = told_of_others(view.ruleset, tuple(view.board.roles))
    count, seat = _most(teams, [seat for seat in seats if not is_in(seat, told)], approved=False)
    return (count, seat) if 2 * count > len(teams) else (0, seat)


def _teams_with(proposals: Sequence[Proposal], spies: SeatSet) -> list[Proposal]:
    return [vote for vote in proposals if vote.team & spies]


def _is_right(vote: Proposal, seat: Seat, *, approved: bool) -> bool:
    return is_in(seat, vote.approvals) == approved
