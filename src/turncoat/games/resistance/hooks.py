"""The hooks of The Resistance, in the order of a game. Chapters change the rules through them."""

from typing import Final

from turncoat.games.resistance.board import Board
from turncoat.kernel.hooks import Hook, Notice, Policy, RulesetPolicy, Window
from turncoat.kernel.options import Answer, Form
from turncoat.kernel.seats import Seat, SeatSet
from turncoat.kernel.steps import Question

SPIES_REVEAL: Final = RulesetPolicy[tuple[SeatSet, SeatSet], tuple[str, ...]](
    "spies-reveal", "Who looks when the spies open their eyes, and who is seen, by the role of each seat."
)

# Team building
NEXT_MISSION: Final = Policy[int]("next-mission", "Where the round marker lies when a round begins.")
LEADER_ACTS: Final = Window("leader-acts", "Before any action of a proposal.")
ROUND_BEGINS: Final = Window("round-begins", "Once a round, before the leader first names a team.")
PROPOSAL: Final = Policy[Form]("proposal", "The parts and ties of the form in which the leader names a team.")
TEAM_QUESTION: Final = Policy[Question]("team-question", "In which words the leader is asked to name a team.")
MISSION_CHOSEN: Final = Policy[int, dict[str, Answer]](
    "mission-chosen", "The mission that a proposal is for, by the leader's answers."
)
PROPOSAL_MADE: Final = Notice[dict[str, Answer]]("proposal-made", "A team has been named; with the leader's answers.")
TEAM_NAMED: Final = Window("team-named", "Before the vote on a team.")
VOTERS: Final = Policy[SeatSet]("voters", "Who of these votes next; those who are left vote after them.")
BALLOTS_IN: Final = Window("ballots-in", "All have voted; the ballots are not revealed yet.")
VOTE_COUNTED: Final = Window("vote-counted", "The ballots are revealed; the vote has not taken effect yet.")
TEAM_APPROVED: Final = Policy[bool]("team-approved", "Whether the vote sends the team on the mission.")
NEXT_LEADER: Final = Policy[Seat]("next-leader", "To whom the leader token passes.")

# Mission
TEAM_FINAL: Final = Window("team-final", "The team is approved; no mission card is chosen yet.")
HAND: Final = Policy[tuple[str, ...]]("hand", "The mission cards that lie before every member of a team.")
PLAYABLE: Final = RulesetPolicy[tuple[str, ...], Board, str](
    "playable", "Which of these cards somebody with this role may play, as things lie on the board for all to see."
)
CARDS_IN: Final = Window("cards-in", "All have played; the mission cards are not shuffled yet.")
MISSION_SUCCEEDS: Final = Policy[bool, tuple[str, ...]]("mission-succeeds", "Whether these cards make a success.")
MISSION_REVEALED: Final = Window("mission-revealed", "The mission cards are revealed; the mission is not scored yet.")
ENDING: Final = Policy[tuple[str, str] | None](
    "ending", "The winner and the reason when the game is over by the score; None while it goes on."
)
MISSION_SETTLED: Final = Window(
    "mission-settled", "The mission is scored and the game goes on; before leadership passes."
)

HOOKS: Final[tuple[Hook, ...]] = (
    SPIES_REVEAL,
    NEXT_MISSION,
    LEADER_ACTS,
    ROUND_BEGINS,
    PROPOSAL,
    TEAM_QUESTION,
    MISSION_CHOSEN,
    PROPOSAL_MADE,
    TEAM_NAMED,
    VOTERS,
    BALLOTS_IN,
    VOTE_COUNTED,
    TEAM_APPROVED,
    NEXT_LEADER,
    TEAM_FINAL,
    HAND,
    PLAYABLE,
    CARDS_IN,
    MISSION_SUCCEEDS,
    MISSION_REVEALED,
    ENDING,
    MISSION_SETTLED,
)
