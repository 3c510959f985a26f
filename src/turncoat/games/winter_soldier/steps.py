"""The flow of Winter Soldier: team, vote and mission, where its rules differ from those of The Resistance."""

from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar, TypeAlias

from msgspec.structs import replace

from turncoat.games.resistance import events as base_events
from turncoat.games.resistance import steps as base
from turncoat.games.resistance.hooks import PROPOSAL, TEAM_QUESTION
from turncoat.games.resistance.legality import playable_cards
from turncoat.games.resistance.tables import MISSION_CARDS
from turncoat.games.winter_soldier import events as happened
from turncoat.games.winter_soldier.accusation import answer_accusation
from turncoat.games.winter_soldier.board import ACCUSATION, Board
from turncoat.games.winter_soldier.hooks import MISSION_SETTLED, OFFER_DUE
from turncoat.games.winter_soldier.leaving import next_on_the_right
from turncoat.games.winter_soldier.reveal import binding_roles, is_literal
from turncoat.games.winter_soldier.roles import HYDRA, agents_among
from turncoat.games.winter_soldier.tables import PLACES, REJECTIONS, WINS
from turncoat.kernel.game import Game as KernelGame
from turncoat.kernel.options import Answer, Form, OneCard, Word
from turncoat.kernel.refusals import describe
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SEATS_IN, Seat, SeatSet
from turncoat.kernel.steps import Prompt, Question, Step
from turncoat.kernel.words import N_

Game: TypeAlias = KernelGame[Board]

describe(
    {
        "winter-soldier-must-approve": N_(
            "You may only approve: you, or somebody you saw in the reveal, is on this team."
        ),
        "winter-soldier-must-approve-any": N_(
            "You may only approve: HYDRA is on this team, known to you or not. You count, too."
        ),
        "winter-soldier-must-fail": N_("You obey: on a mission you may only play {allowed}."),
        "shield-must-succeed": N_("Loyal agents always play {allowed}."),
    }
)

APPROVE_ONLY = Word(base.BALLOT.shown, ("approve",), "winter-soldier-must-approve")
APPROVE_ANY = Word(base.BALLOT.shown, ("approve",), "winter-soldier-must-approve-any")
"""Ballot that may only approve, where every HYDRA agent counts."""
WHY_NOT: dict[tuple[str, ...], str] = {("success",): "shield-must-succeed", ("fail",): "winter-soldier-must-fail"}


def params(board: Board) -> tuple[tuple[str, Any], ...]:
    """Return the parameters with which questions name the current mission."""
    return (("mission", board.mission), ("place", PLACES[board.mission - 1]))


class NameTeam(base.NameTeam, frozen=True):
    """The leader's proposal: a team from the players left (RES-TEAM-2, WIN-OUT-1)."""

    question: ClassVar[Question] = replace(
        base.NameTeam.question, sentence=N_("Name the team for mission {mission}, {place:word}.")
    )

    def prompts(self, game: KernelGame[Any], number: int) -> dict[Seat, Prompt]:
        board: Board = game.board
        question = game.decide(TEAM_QUESTION, self.question)
        return {board.leader: Prompt(number, question, self.form(game), params(board))}

    def form(self, game: KernelGame[Any]) -> Form:
        """Return the form for a team from the players left, with the parts that chapters add."""
        board: Board = game.board
        return game.decide(PROPOSAL, base.team_form(board.team_size, board.left))


class CastBallots(base.CastBallots, frozen=True):
    """Secret ballots of the players left (WIN-VOTE-1).

    All see both ballots, and only those who may not reject learn that they may not.
    """

    question: ClassVar[Question] = replace(
        base.CastBallots.question,
        sentence=N_("Do you approve this team for mission {mission}, {place:word}?"),
        clause="WIN-VOTE-1",
        tells_allowed=True,
    )
    literal_question: ClassVar[Question] = replace(question, tells_allowed=False)
    """Question that does not say which ballots are allowed: the Winter Soldier finds out by trying (WIN-VOTE-2)."""

    def run(self, game: KernelGame[Any]) -> None:
        """Ask for ballots.

        Under literal counting, first tell the Winter Soldier's view what his allowed ballots imply.
        """
        if is_literal(game.ruleset):
            roles, team = game.deal.roles, game.board.team
            holds = bool(team & agents_among(roles))
            game.emit(happened.HydraOnTeamTold(roles.index("winter-soldier"), team, holds))
        super().run(game)

    def prompts(self, game: KernelGame[Any], number: int) -> dict[Seat, Prompt]:
        board: Board = game.board
        roles, ruleset = game.deal.roles, game.ruleset
        question, bound = (self.literal_question, APPROVE_ANY) if is_literal(ruleset) else (self.question, APPROVE_ONLY)
        prompt = Prompt(number, question, base.BALLOT, params(board))
        prompts = dict.fromkeys(SEATS_IN[board.left], prompt)
        if binds_the_soldier(ruleset, board, roles):
            prompts[roles.index("winter-soldier")] = Prompt(number, question, bound, prompt.params)
        return prompts

    def default(self, game: KernelGame[Any], seat: Seat) -> Answer:
        """Return "approve", which everybody may cast: any other ballot on timeout would reveal who may not reject."""
        return "approve"

    def done(self, game: KernelGame[Any], answers: dict[Seat, Answer]) -> None:
        before_a_reveal(game, RevealBallots(*base.sorted_ballots(answers)))


def binds_the_soldier(ruleset: Ruleset, board: Board, roles: Sequence[str]) -> bool:
    """Return whether the team keeps the Winter Soldier from rejecting it, given these roles (WIN-VOTE-2)."""
    binding = binding_roles(ruleset)
    return not binding.isdisjoint([roles[seat] for seat in SEATS_IN[board.team]])


class RevealBallots(Step, frozen=True):
    """Simultaneous reveal of the ballots of players left. A team with a member out is void (WIN-OUT-2)."""

    approvals: SeatSet
    rejections: SeatSet

    def run(self, game: Game) -> None:
        board = game.board
        if board.team & board.out:
            game.emit(happened.TeamVoided(board.leader))
            game.flow("proposal")
            return
        left = board.left
        game.emit(base_events.BallotsRevealed(self.approvals & left, self.rejections & left))
        if board.has_majority:
            game.emit(base_events.TeamApproved(board.team))
            game.flow("mission")
            return
        game.emit(happened.RejectionCounted(board.track + 1, board.most_rejected))
        pass_leadership(game)
        if board.track < REJECTIONS:
            game.flow("proposal")
        else:  # WIN-VOTE-3
            game.emit(happened.MissionLost(board.mission))
            score(game)


class PlayCards(base.PlayCards, frozen=True):
    """Secret choice of a mission card that the character may play, by each team member (WIN-MISSION-1)."""

    question: ClassVar[Question] = replace(
        base.PlayCards.question,
        sentence=N_("Play a card on mission {mission}, {place:word}."),
        clause="WIN-MISSION-1",
    )

    def prompts(self, game: KernelGame[Any], number: int) -> dict[Seat, Prompt]:
        board: Board = game.board
        question, values, roles, ruleset = self.question, params(board), game.deal.roles, game.ruleset
        made: dict[str, Prompt] = {}
        prompts = {}
        for seat in SEATS_IN[board.team]:
            role = roles[seat]
            prompt = made.get(role)
            if prompt is None:
                cards = playable_cards(ruleset, board, role)
                prompt = made[role] = Prompt(number, question, mission_cards(cards), values)
            prompts[seat] = prompt
        return prompts

    def done(self, game: KernelGame[Any], answers: dict[Seat, Answer]) -> None:
        for seat, card in sorted(answers.items()):
            game.emit(base_events.CardPlayed(seat, card))
        before_a_reveal(game, REVEAL_CARDS)


@cache
def mission_cards(playable: tuple[str, ...]) -> OneCard:
    """Return the option with both mission cards visible and the playable ones allowed."""
    return OneCard(MISSION_CARDS, playable, False, WHY_NOT.get(playable, "not-allowed"))


class TakeEffect(Step, frozen=True):
    """Effect of pending accusations and assassinations, one by one in the order received (WIN-ACCUSE-1)."""

    def run(self, game: Game) -> None:
        pending = game.board.pending
        if not pending:
            return
        game.follow(self)
        if pending[0].kind == ACCUSATION:
            answer_accusation(game, pending[0].seat)
        else:
            game.notify(OFFER_DUE, pending[0])


def before_a_reveal(game: Game, reveal: Step) -> None:
    """Resolve offers taken during the collection, then run the reveal (WIN-ACCUSE-1)."""
    if game.board.pending:
        game.follow(TAKE_EFFECT, reveal)
    else:
        reveal.run(game)


def act_now_or_later(game: Game) -> None:
    """Resolve a new offer at once, unless ballots or mission cards are being collected (WIN-ACCUSE-1)."""
    frame = game.open_ask()
    if frame is None or not isinstance(frame.step, CastBallots | PlayCards):
        game.follow(TAKE_EFFECT)


class RevealCards(Step, frozen=True):
    """Shuffle and reveal of the mission cards. Cards of players now out count (WIN-MISSION-3, WIN-OUT-2)."""

    def run(self, game: KernelGame[Any]) -> None:
        base.reveal_cards(game)
        score(game)


def score(game: Game) -> None:
    """End the game on three failures, or start its last two stages on three successes (WIN-END-1, WIN-END-2)."""
    board = game.board
    if board.failures == WINS:
        game.end(HYDRA, "three-failures")
    elif board.successes != WINS:
        game.after(MISSION_SETTLED, END_ROUND)
    else:
        game.after(MISSION_SETTLED, LAST_STAGES)


class LastStages(Step, frozen=True):
    """The stages after three successes (WIN-END-2, WIN-END-3)."""

    def run(self, game: KernelGame[Any]) -> None:
        game.flow("last-stages")


class EndRound(Step, frozen=True):
    """End of a round: leadership passes, unless a third rejection already passed it (WIN-VOTE-3)."""

    def run(self, game: KernelGame[Any]) -> None:
        pass_leadership(game)
        base.BEGIN_ROUND.run(game)


def pass_leadership(game: Game) -> None:
    """Pass leadership to the right of the latest proposer, unless it has already passed (WIN-TEAM-2)."""
    board = game.board
    leader = next_on_the_right(board, board.proposer)
    if leader != board.leader:
        game.emit(base_events.LeaderPassed(leader))


TAKE_EFFECT, REVEAL_CARDS, LAST_STAGES, END_ROUND = TakeEffect(), RevealCards(), LastStages(), EndRound()
