"""The state of a batch game, with separate records for public facts, for one seat's knowledge and for secrets.

A policy gets the public record and that of its seat, so it cannot read what it may not know.
"""

from typing import Any, Final

import numpy as np

from turncoat.games.resistance.tables import MISSIONS, REJECTIONS
from turncoat.games.winter_soldier.tables import REJECTIONS as SOLDIER_REJECTIONS
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
"""The public board of every game.

`run`, `success`, `teams` and `cards` are indexed by missions in the order in which they were run: the mission, its
result as the markers lie, its team, and the number of each card (`packed_cards`). `attempted` is a set of missions.
`shown` are the character cards that everybody has seen. `choices` counts choices. `named_before` is the team named
last, in any round.
"""

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
"""Secrets: the current roles and those dealt, the hiding seats, the mission cards face down, the order of the plot
deck.

`played_by_spies` are the seats played by the hiding side's policy.
"""

SEAT: Final = np.dtype([("role", "i8"), ("spies_seen", "i8")])
"""A seat's knowledge, as far as policies need it: its role, and the spies it saw at the reveal."""

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
"""The plot cards.

`left` and `drawn` count the cards of the deck. `hand` holds the leader's cards in the order drawn, with NO_WORD in
place of those given. `face_up` counts each card before each seat. `recipients` were given a card this round. `spotlit`
plays face up. `seen` are the seats whose cards of this mission were seen. `vetoed` is the vote that a No Confidence has
turned.
"""

HUNT: Final = np.dtype(
    [
        ("investigator", "i8"),
        ("early_spent", "i8"),
        ("revealed", "i8", 2),
        ("accused", "i8", 2),
        ("blamed", "i8"),
    ]
)
"""The Hunter module.

`investigator` holds the token. `early_spent` is 1 after the early accusation. `revealed` and `accused` are the Hunters
who have come out and the seats they accused, first the resistance's, then the spies'. `blamed` is 1 once somebody was
blamed.
"""

TOKEN: Final = np.dtype([("holder", "i8"), ("used", "i8")])
"""The Inquisitor's or the Scarlet Witch's token: its holder, and the seats that have used it."""

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
"""Winter Soldier: Captain America's seat, and the seats that are out, face up or revealed as HYDRA.

`accused` holds the unanswered accusations in the order received. `hill_used` is 1 once Maria Hill's assassination was
tried.
"""

WINTER_HIDDEN: Final = np.dtype(
    [("named", "i8"), ("after", "i8"), ("with_hydra", "i8"), ("soldier", "i8"), ("fury", "i8"), ("hill", "i8")]
)
"""Secrets of Winter Soldier.

`named` is the target of an assassination that was ordered, `after` the number of accusations before it. `with_hydra`
opened their eyes with HYDRA. The others are the seats of the Winter Soldier, Nick Fury and Maria Hill.
"""

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
"""The public record."""

MOST_PROPOSALS: Final = MISSIONS * max(REJECTIONS, SOLDIER_REJECTIONS)
MOST_ANSWERS: Final = 512
"""Capacity for the answers of a round, with its standing offers."""

ASKED: Final = np.dtype(
    [
        ("seats", "i8"),
        ("seat", "i8"),
        ("question", "i8"),
        ("kind", "i8"),
        ("allowed", "i8"),
        ("team_size", "i8"),
        ("may_pass", "i8"),
        ("mission", "i8"),
        ("team", "i8"),
        ("votes", "i8", (MOST_PROPOSALS, 4)),
        ("sabotaged", "i8", MOST_SEATS),
        ("read", "i8"),
        ("count", "i8"),
        ("answers", "i8", MOST_ANSWERS),
    ]
)
"""The seats whose decisions come from outside (`policies/asked.py`).

`seats` is their set, empty in other games. `seat` to `team` describe the question that has no answer yet; `mission` and
`team` are the parts of a proposal that are already chosen. `votes` are all votes of the game: mission, leader, team and
approvals. `sabotaged` are each seat's missions, in the order run, on which it played no Success. `answers` are those
given in this round, `count` their number, and `read` the number of those used. They are the last field, so that a copy
may leave out their end.
"""

GAME: Final = np.dtype(
    [
        ("seen", SEEN),
        ("hidden", HIDDEN),
        ("winter_hidden", WINTER_HIDDEN),
        ("seats", SEAT, MOST_SEATS),
        ("dealt", CHANCE),
        ("chance", CHANCE),
        ("asked", ASKED),
    ]
)
"""A game in progress: the public record, the secrets, each seat's knowledge, the streams of deals and of choices, and
the decisions from outside."""


def new_game(rules: Any, key: tuple[int, int]) -> Any:
    """Allocate one game by these rules, as an array of one `GAME`, with this random key."""
    game = np.zeros(1, GAME)
    game["seen"]["rules"] = rules
    for stream in ("dealt", "chance"):
        game[stream]["key_low"], game[stream]["key_high"] = key
    return game.view(np.recarray)


@inlined
def is_over(game: Any) -> bool:
    """Return whether the game has a winner."""
    return game.seen.board.winner != 0


@inlined
def players_left(seen: Any) -> int:
    """Return the players who are still in. In The Resistance nobody goes out."""
    return seen.rules.everyone & ~seen.winter.out


@inlined
def hides(own: Any) -> bool:
    """Return whether the seat is of the hiding side."""
    return HIDING_ROLES >> own.role & 1 != 0


@inlined
def sabotage_among(allowed: int) -> int:
    """Return the mission card that sabotages, out of those allowed."""
    if allowed >> FAIL & 1:
        return FAIL
    return CHIEF_FAIL if allowed >> CHIEF_FAIL & 1 else REVERSE


@inlined
def packed_cards(successes: int, fails: int, chief_fails: int, reverses: int) -> int:
    """Pack the number of each mission card, four bits each."""
    return successes | fails << 4 | chief_fails << 8 | reverses << 12


@inlined
def fails_among(cards: int) -> int:
    """Return the number of Fails among the cards, Chief Fails included."""
    return (cards >> 4 & 15) + (cards >> 8 & 15)


@inlined
def reverses_among(cards: int) -> int:
    """Return the number of Reverses among the cards."""
    return cards >> 12 & 15


@inlined
def begin_game(game: Any, number: Any) -> None:
    """Begin the game with that number: open its random streams and clear the board."""
    board = game.seen.board
    open_stream(game.dealt, number, DEALT)
    open_stream(game.chance, number, CHOSEN)
    board.mission = 1
    board.track = board.team = board.approvals = board.voted = board.proposer = board.named_before = 0
    board.proposals = board.missions_run = board.attempted = board.successes = board.failures = 0
    board.winner = board.reason = board.choices = 0
    for seat in range(game.seen.rules.players):
        board.shown[seat] = 0


@inlined
def remember_vote(game: Any) -> None:
    """Note the vote that was just revealed, where somebody outside decides."""
    board, asked = game.seen.board, game.asked
    if asked.seats:
        place = board.proposals
        asked.votes[place, 0], asked.votes[place, 1] = board.mission, board.proposer
        asked.votes[place, 2], asked.votes[place, 3] = board.team, board.approvals
