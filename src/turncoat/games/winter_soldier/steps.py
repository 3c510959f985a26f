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
        "winter-soldier-must-approve": N_("You obey: an agent you know is on this team, so you may only approve."),
        "winter-soldier-must-approve-any": N_(
            "You obey: an agent of HYDRA, known to you or not, is on this team, so you may only approve."
        ),
        "winter-soldier-must-fail": N_("You obey: on a mission you may only play {allowed}."),
        "shield-must-succeed": N_("Loyal agents always play {allowed}."),
    }
)

APPROVE_ONLY = Word(base.BALLOT.shown, ("approve",), "winter-soldier-must-approve")
APPROVE_ANY = Word(base.BALLOT.shown, ("approve",), "winter-soldier-must-approve-any")
"""The same, where every agent counts."""
WHY_NOT: dict[tuple[str, ...], str] = {("success",): "shield-must-succeed", ("fail",): "winter-soldier-must-fail"}


def params(board: Board) -> tuple[tuple[str, Any], ...]:
    """The mission as the questions name it."""
    return (("mission", board.mission), ("place", PLACES[board.mission - 1]))


class NameTeam(base.NameTeam, frozen=True):
    """The leader names a team out of the players left (RES-TEAM-2, WIN-OUT-1)."""

    question: ClassVar[Question] = replace(
        base.NameTeam.question, sentence=N_("Name the team for mission {mission}, {place:word}.")
    )

    def prompts(self, game: KernelGame[Any], number: int) -> dict[Seat, Prompt]:
        board: Board = game.board
        question = game.decide(TEAM_QUESTION, self.question)
        return {board.leader: Prompt(number, question, self.form(game), params(board))}

    def form(self, game: KernelGame[Any]) -> Form:
        """A team of the players left, and what a chapter adds to it."""
        board: Board = game.board
        return game.decide(PROPOSAL, base.team_form(board.team_size, board.left))


class CastBallots(base.CastBallots, frozen=True):
    """The players left vote (WIN-VOTE-1). Both ballots lie before all; only those who may not reject learn so."""

    question: ClassVar[Question] = replace(
        base.CastBallots.question,
        sentence=N_("Do you approve this team for mission {mission}, {place:word}?"),
        clause="WIN-VOTE-1",
        tells_allowed=True,
    )
    literal_question: ClassVar[Question] = replace(question, tells_allowed=False)
    """What he may not reject tells him something then, and he learns it by trying (WIN-VOTE-2)."""

    def run(self, game: KernelGame[Any]) -> None:
        """Ask; taken literally, what may be rejected tells the Winter Soldier something, which his view has to know."""
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
        """Approve, since everybody may: any other ballot by the clock would tell who may not reject."""
        return "approve"

    def done(self, game: KernelGame[Any], answers: dict[Seat, Answer]) -> None:
        before_a_reveal(game, RevealBallots(*base.sorted_ballots(answers)))


def binds_the_soldier(ruleset: Ruleset, board: Board, roles: Sequence[str]) -> bool:
    """Whether the team keeps the Winter Soldier from rejecting it, when these are the roles (WIN-VOTE-2)."""
    binding = binding_roles(ruleset)
    return not binding.isdisjoint([roles[seat] for seat in SEATS_IN[board.team]])


class RevealBallots(Step, frozen=True):
    """The ballots of the players left are revealed at once; with a member out there is no team (WIN-OUT-2)."""

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
        game.emit(happened.RejectionCounted(board.track + 1))
        pass_leadership(game)
        if board.track < REJECTIONS:
            game.flow("proposal")
        else:  # WIN-VOTE-3
            game.emit(happened.MissionLost(board.mission))
            score(game)


class PlayCards(base.PlayCards, frozen=True):
    """Each team member secretly plays a card that the character may play (WIN-MISSION-1)."""

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

    def default(self, game: KernelGame[Any], seat: Seat) -> Answer:
        return playable_cards(game.ruleset, game.board, game.deal.roles[seat])[0]

    def done(self, game: KernelGame[Any], answers: dict[Seat, Answer]) -> None:
        for seat, card in sorted(answers.items()):
            game.emit(base_events.CardPlayed(seat, card))
        before_a_reveal(game, REVEAL_CARDS)


@cache
def mission_cards(playable: tuple[str, ...]) -> OneCard:
    """The mission cards that lie before everybody, and those that may be played."""
    return OneCard(MISSION_CARDS, playable, False, WHY_NOT.get(playable, "not-allowed"))


class TakeEffect(Step, frozen=True):
    """Accusation and assassination take effect, one after another in the order received (WIN-ACCUSE-1)."""

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
    """What was done during the collection takes effect before its reveal (WIN-ACCUSE-1)."""
    if game.board.pending:
        game.follow(TAKE_EFFECT, reveal)
    else:
        reveal.run(game)


def act_now_or_later(game: Game) -> None:
    """What was just done takes effect at once, unless ballots or mission cards are being collected (WIN-ACCUSE-1)."""
    frame = game.open_ask()
    if frame is None or not isinstance(frame.step, CastBallots | PlayCards):
        game.follow(TAKE_EFFECT)


class RevealCards(Step, frozen=True):
    """The cards are shuffled and revealed; those of players now out count (WIN-MISSION-3, WIN-OUT-2)."""

    def run(self, game: KernelGame[Any]) -> None:
        base.reveal_cards(game)
        score(game)


def score(game: Game) -> None:
    """Three failures end the game, three successes bring on its two last stages (WIN-END-1, WIN-END-2)."""
    board = game.board
    if board.failures == WINS:
        game.end(HYDRA, "three-failures")
    elif board.successes != WINS:
        game.after(MISSION_SETTLED, END_ROUND)
    else:
        game.after(MISSION_SETTLED, LAST_STAGES)


class LastStages(Step, frozen=True):
    """What comes after three successes (WIN-END-2, WIN-END-3)."""

    def run(self, game: KernelGame[Any]) -> None:
        game.flow("last-stages")


class EndRound(Step, frozen=True):
    """Leadership passes, where it has not already by a third rejection (WIN-VOTE-3); the next mission begins."""

    def run(self, game: KernelGame[Any]) -> None:
        pass_leadership(game)
        base.BEGIN_ROUND.run(game)


def pass_leadership(game: Game) -> None:
    """To the right of who made the latest proposal (WIN-TEAM-2): nothing more to do, when it has passed already."""
    board = game.board
    leader = next_on_the_right(board, board.proposer)
    if leader != board.leader:
        game.emit(base_events.LeaderPassed(leader))


TAKE_EFFECT, REVEAL_CARDS, LAST_STAGES, END_ROUND = TakeEffect(), RevealCards(), LastStages(), EndRound()
