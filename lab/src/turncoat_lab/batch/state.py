"""The state of a batch game. What everybody sees, what one seat knows and what nobody may see are different records.

A policy gets the record of what everybody sees and that of its seat: what it may not know, it cannot read.
"""

from typing import Any, Final

import numpy as np

from turncoat.games.resistance.tables import MISSIONS
from turncoat_lab.batch.chance import CHANCE, CHOSEN, DEALT, open_stream
from turncoat_lab.batch.compiler import inlined
from turncoat_lab.batch.rules import MOST_DRAWN, MOST_PLOT_CARDS, RULES
from turncoat_lab.batch.seats import MOST_SEATS
from turncoat_lab.batch.words import CHIEF_FAIL, FAIL, HIDING_ROLES, PLOT_CARDS, REVERSE

BOARD: Final = np.dtype(
    [
        ("leader", "i8"),
        ("mission", "i8"),
        ("track", "i8"),
        ("proposer", "i8"),
        ("team", "i8"),
        ("named_before", "i8"),
        ("approvals", "i8"),
        ("voted", "i8"),
        ("proposals", "i8"),
        ("missions_run", "i8"),
        ("attempted", "i8"),
        ("successes", "i8"),
        ("failures", "i8"),
        ("run", "i8", MISSIONS),
        ("success", "i8", MISSIONS),
        ("teams", "i8", MISSIONS),
        ("cards", "i8", MISSIONS),
        ("winner", "i8"),
        ("reason", "i8"),
        ("choices", "i8"),
        ("shown", "i8", MOST_SEATS),
    ]
)
"""What lies on the table in every game. `run`, `success`, `teams` and `cards` go by mission in the order in which they
were run: which mission, how it came out as the markers lie, who went, how many of each card (`packed_cards`).
`attempted` is a set of missions. `shown` are character cards that everybody has seen. `choices` counts choices;
`named_before` is the team that was named last, in any round."""

HIDDEN: Final = np.dtype(
    [
        ("roles", "i8", MOST_SEATS),
        ("dealt", "i8", MOST_SEATS),
        ("spies", "i8"),
        ("cards", "i8", MOST_SEATS),
        ("deck", "i8", MOST_PLOT_CARDS),
        ("played_by_spies", "i8"),
    ]
)
"""What nobody or only some may see: the roles now and as dealt, who hides, the mission cards face down, the order of
the plot deck; which seats are played by the policy of the side that hides."""

SEAT: Final = np.dtype([("role", "i8"), ("spies_seen", "i8")])
"""What one seat knows, as far as a policy asks: its role, and who was seen at the reveal."""

PLOT: Final = np.dtype(
    [
        ("left", "i8"),
        ("drawn", "i8"),
        ("hand", "i8", MOST_DRAWN),
        ("face_up", "i8", (PLOT_CARDS, MOST_SEATS)),
        ("recipients", "i8"),
        ("spotlit", "i8"),
        ("seen", "i8"),
        ("vetoed", "i8"),
    ]
)
"""The plot cards: how many are left and drawn, what the leader still gives, in the order in which it was drawn (NO_WORD
where a card was given), how many of each card lie before whom, who was given one this round, who plays face up, whose
cards of this mission were seen, the vote that a No Confidence has turned."""

HUNT: Final = np.dtype(
    [
        ("investigator", "i8"),
        ("early_spent", "i8"),
        ("revealed", "i8", 2),
        ("accused", "i8", 2),
        ("blamed", "i8"),
    ]
)
"""The Hunter module: who holds the token, whether the early accusation was made, the Hunters who have come out and whom
they accused (first those of the resistance, then of the spies), whether somebody was blamed."""

TOKEN: Final = np.dtype([("holder", "i8"), ("used", "i8")])
"""The Inquisitor's or the Scarlet Witch's token: who holds it, and who has used it."""

WINTER: Final = np.dtype(
    [
        ("captain", "i8"),
        ("out", "i8"),
        ("face_up", "i8"),
        ("hydra", "i8"),
        ("accused", "i8", MOST_SEATS),
        ("accusations", "i8"),
        ("hill_used", "i8"),
    ]
)
"""Winter Soldier: Captain America, who is out, whose card is face up, HYDRA once it has come out, the accusations that
have not been answered, in the order received, whether Maria Hill's assassination was tried."""

WINTER_HIDDEN: Final = np.dtype(
    [("named", "i8"), ("after", "i8"), ("with_hydra", "i8"), ("soldier", "i8"), ("fury", "i8"), ("hill", "i8")]
)
"""Winter Soldier, hidden: whom an assassination that was ordered is meant for, after how many accusations it was
ordered, who opened their eyes with HYDRA, and where the Winter Soldier, Nick Fury and Maria Hill sit."""

SEEN: Final = np.dtype(
    [
        ("rules", RULES),
        ("board", BOARD),
        ("plot", PLOT),
        ("hunt", HUNT),
        ("token", TOKEN),
        ("winter", WINTER),
    ]
)
"""What everybody sees."""

GAME: Final = np.dtype(
    [
        ("seen", SEEN),
        ("hidden", HIDDEN),
        ("winter_hidden", WINTER_HIDDEN),
        ("seats", SEAT, MOST_SEATS),
        ("dealt", CHANCE),
        ("chance", CHANCE),
    ]
)
"""A game that is being played: what everybody sees, what nobody may, what each seat knows; the stream of what
is dealt and that of what is chosen."""


def new_game(rules: Any, key: tuple[int, int]) -> Any:
    """Room for one game by these rules, as an array of one `GAME`, with this key of chance."""
    game = np.zeros(1, GAME)
    game["seen"]["rules"] = rules
    for stream in ("dealt", "chance"):
        game[stream]["key_low"], game[stream]["key_high"] = key
    return game.view(np.recarray)


@inlined
def is_over(game: Any) -> bool:
    """Whether somebody has won."""
    return game.seen.board.winner != 0


@inlined
def players_left(seen: Any) -> int:
    """The players who are still in; in The Resistance nobody goes out."""
    return seen.rules.everyone & ~seen.winter.out


@inlined
def hides(own: Any) -> bool:
    """Whether the seat is of the side that hides."""
    return HIDING_ROLES >> own.role & 1 != 0


@inlined
def sabotage_among(allowed: int) -> int:
    """The mission card with which a seat sabotages that may play these."""
    if allowed >> FAIL & 1:
        return FAIL
    return CHIEF_FAIL if allowed >> CHIEF_FAIL & 1 else REVERSE


@inlined
def packed_cards(successes: int, fails: int, chief_fails: int, reverses: int) -> int:
    """How many of each mission card, four bits each."""
    return successes | fails << 4 | chief_fails << 8 | reverses << 12


@inlined
def fails_among(cards: int) -> int:
    """How many of the cards are Fails, a Chief Fail too."""
    return (cards >> 4 & 15) + (cards >> 8 & 15)


@inlined
def reverses_among(cards: int) -> int:
    """How many of the cards are Reverses."""
    return cards >> 12 & 15


@inlined
def begin_game(game: Any, number: Any) -> None:
    """Begin the game of that number: its streams of chance, and an empty board."""
    board = game.seen.board
    open_stream(game.dealt, number, DEALT)
    open_stream(game.chance, number, CHOSEN)
    board.mission = 1
    board.track = board.team = board.approvals = board.voted = board.proposer = board.named_before = 0
    board.proposals = board.missions_run = board.attempted = board.successes = board.failures = 0
    board.winner = board.reason = board.choices = 0
    for seat in range(game.seen.rules.players):
        board.shown[seat] = 0
