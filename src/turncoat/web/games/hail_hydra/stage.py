"""Hail Hydra in words: the current action, and public facts that are not drawn."""

from typing import Final

from turncoat.games.hail_hydra import events as happened
from turncoat.games.hail_hydra.board import Board
from turncoat.games.hail_hydra.tables import VALUES
from turncoat.kernel.events import Event
from turncoat.kernel.seats import Seat, seats_in
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.telling import Teller, signed
from turncoat.web.board.model import FaceUpCard, Stage

_HEROES: Final = N_("Everybody chooses a hero")
_OFFENSIVE: Final = N_("Mission {mission}, offensive {offensive}")
ATTACK: Final = N_("{villain:word}: the attack totals {total}")
_TRUST: Final = N_("Who do you trust?")
_KNOCK_OUT: Final = N_("Who do you trust? Voting round {round} of {rounds}")
_NO_VOTE: Final = N_("No more votes in this phase")
_HAIL: Final = N_("HAIL HYDRA! {seat:seat} is a HYDRA agent.")
_OVER: Final = N_("The game is over")
_TOKEN: Final = N_("First Player: {seat:seat}")
_IN_HAND: Final = N_("Attack cards in hand: {count}")
_OUT: Final = N_("Knocked out: {seats:seats}")
_AGENTS: Final = N_("Revealed HYDRA agents: {seats:seats}")
_SAID: Final = N_("{seat:seat}: “{said:word}”")


def stage_of(view: View[Board], teller: Teller, fresh: list[Event]) -> Stage:
    """Return the current action."""
    board, waiting = view.board, teller.waiting(view.waiting)
    line = waiting
    said = [teller.fill(_SAID, seat=seat, said=word) for seat, word in sorted(board.said.items())]
    if said:
        line = f"{line} {' · '.join(said)}"
    cards: tuple[FaceUpCard, ...] = ()
    hidden = 0
    if board.tally is not None and board.laid_counts:
        cards = attack_cards(board.tally)
    else:
        open_cards = tuple(card for seat in seats_in(board.open) for card in board.laid.get(seat, ()))
        cards = attack_cards(open_cards)
        hidden = sum(board.laid_counts.values()) + board.blind_count - len(open_cards)
    turned = any(isinstance(event, happened.AttackRevealed) for event in fresh)
    headline = _headline(board, teller, fresh)
    # On the shared screen, each seat shows its own statement.
    return Stage(headline, line, cards=cards, fresh=turned, hidden_cards=hidden, screen_line=waiting)


def _headline(board: Board, teller: Teller, fresh: list[Event]) -> str:
    """Return the headline. HAIL HYDRA takes precedence, so that nobody can miss it."""
    for event in fresh:
        if isinstance(event, happened.HailHydra):
            return teller.fill(_HAIL, seat=event.seat)
    villain = board.villain
    if board.result is not None:
        return teller.fill(_OVER)
    if board.phase == "heroes":
        return teller.fill(_HEROES)
    if villain is None and not board.round:
        return teller.fill(_TRUST)
    if villain is None and board.round > board.rounds:  # a card cancelled the round
        return teller.fill(_NO_VOTE)
    if villain is None:
        return teller.fill(_KNOCK_OUT, round=board.round, rounds=board.rounds)
    if board.tally is not None and board.laid_counts:
        return teller.fill(ATTACK, villain=villain.name, total=board.total)
    return teller.fill(_OFFENSIVE, mission=board.mission, offensive=board.offensive)


def attack_cards(cards: tuple[str, ...]) -> tuple[FaceUpCard, ...]:
    """Return attack cards face up: blue ones framed like a Success, red ones like a Fail, with their value."""
    return tuple(FaceUpCard("card-success" if VALUES[card] > 0 else "card-fail", signed(card)) for card in cards)


def facts_of(board: Board, teller: Teller) -> tuple[str, ...]:
    """Return the facts that are drawn neither on the panel nor at the seats."""
    facts = [teller.fill(_TOKEN, seat=board.token)]
    if board.out:
        facts.append(teller.fill(_OUT, seats=board.out))
    if board.revealed:
        facts.append(teller.fill(_AGENTS, seats=board.revealed))
    return tuple(facts)


def hands_of(board: Board, teller: Teller) -> dict[Seat, tuple[int, str]]:
    """Return the number of attack cards in each hand, as a number and in words."""
    return {seat: (count, teller.fill(_IN_HAND, count=count)) for seat, count in enumerate(board.hand_sizes)}
