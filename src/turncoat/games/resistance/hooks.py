"""The hooks of The Resistance, in the order of a game. Chapters change the rules through them."""

from typing import Final

from turncoat.games.resistance.board import Board
from turncoat.kernel.hooks import Hook, Notice, Policy, RulesetPolicy, Window
from turncoat.kernel.options import Answer, Form
from turncoat.kernel.seats import Seat, SeatSet
from turncoat.kernel.steps import Question

SPIES_REVEAL: Final = RulesetPolicy[tuple[SeatSet, SeatSet], tuple[str, ...]](
    "spies-reveal", "The seats that look in the spies' reveal and the seats that are seen, by the roles of all seats."
)

# Team building
NEXT_MISSION: Final = Policy[int]("next-mission", "The mission of a new round.")
LEADER_ACTS: Final = Window("leader-acts", "Before the leader does anything for a proposal.")
ROUND_BEGINS: Final = Window("round-begins", "Once a round, before the leader first names a team.")
PROPOSAL: Final = Policy[Form]("proposal", "The parts and ties of the form in which the leader names a team.")
TEAM_QUESTION: Final = Policy[Question]("team-question", "The question that asks the leader to name a team.")
MISSION_CHOSEN: Final = Policy[int, dict[str, Answer]](
    "mission-chosen", "The mission that a proposal is for, by the leader's answers."
)
PROPOSAL_MADE: Final = Notice[dict[str, Answer]]("proposal-made", "A team was named; receives the leader's answers.")
TEAM_NAMED: Final = Window("team-named", "Before the vote on a team.")
VOTERS: Final = Policy[SeatSet]("voters", "The seats among these that vote next; the others vote after them.")
BALLOTS_IN: Final = Window("ballots-in", "All have voted; the ballots are not revealed yet.")
VOTE_COUNTED: Final = Window("vote-counted", "The ballots are revealed; the vote has not taken effect yet.")
TEAM_APPROVED: Final = Policy[bool]("team-approved", "True if the vote approves the team.")
NEXT_LEADER: Final = Policy[Seat]("next-leader", "The seat that gets the leader token next.")

# Mission
TEAM_FINAL: Final = Window("team-final", "The team is approved; no mission card is chosen yet.")
HAND: Final = Policy[tuple[str, ...]]("hand", "The mission cards that every team member gets.")
PLAYABLE: Final = RulesetPolicy[tuple[str, ...], Board, str](
    "playable", "The cards among these that a role may play, by the public state of the board."
)
CARDS_IN: Final = Window("cards-in", "All have played; the mission cards are not shuffled yet.")
MISSION_SUCCEEDS: Final = Policy[bool, tuple[str, ...]]("mission-succeeds", "True if these cards make a success.")
MISSION_REVEALED: Final = Window("mission-revealed", "The mission cards are revealed; the mission is not scored yet.")
ENDING: Final = Policy[tuple[str, str] | None](
    "ending", "The winner and the reason if the score ends the game; otherwise None."
)
MISSION_SETTLED: Final = Window(
    "mission-settled", "The mission is scored and the game continues; before leadership passes."
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
