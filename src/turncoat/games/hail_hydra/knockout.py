"""The knock-out phase: talk, votes, and the choice of heroes to miss the coming mission."""

from collections.abc import Sequence
from typing import ClassVar

from turncoat.games.hail_hydra import events as happened
from turncoat.games.hail_hydra.ability_steps import AbilityStep
from turncoat.games.hail_hydra.moves import Game
from turncoat.games.hail_hydra.offensive import BEGIN_MISSION
from turncoat.games.hail_hydra.tables import FEWEST_HEROES, LEVELS, voting_rounds
from turncoat.kernel.events import Event
from turncoat.kernel.options import Answer, AnyOption, Form, OneSeat
from turncoat.kernel.seats import Seat, SeatSet, seats_in
from turncoat.kernel.steps import Ask, Question, Step
from turncoat.kernel.words import N_


class BeginKnockOut(Step, frozen=True):
    """Start of the phase, after a villain's defeat. The next villain's level sets the number of rounds (HH-KO-1)."""

    def run(self, game: Game) -> None:
        board = game.board
        game.emit(happened.KnockOutBegan(voting_rounds(board.players, LEVELS[board.mission])))


class NextRound(Step, frozen=True):
    """Start of another voting round, or of the next mission after the last one (HH-KO-4)."""

    def run(self, game: Game) -> None:
        board = game.board
        # HH-KO-5: two heroes stay, however many rounds cards add
        if board.round < board.rounds and board.on_mission.bit_count() > FEWEST_HEROES:
            game.emit(happened.RoundBegan(board.round + 1, board.rounds))
            game.follow(BEFORE_VOTES, TALK, VOTE, self)
        else:
            game.follow(BEGIN_MISSION)


class BeforeVotes(AbilityStep, frozen=True):
    """Before votes are started: the first fifteen seconds of a round, for that round (HH-HERO-2)."""

    timing: ClassVar[str] = "votes-started"
    idle: ClassVar[str] = N_("Before the vote. Continue?")
    question: ClassVar[Question] = Question(
        "before-votes", N_("Before the vote: use your ability, or continue."), "HH-HERO-2", clock="abilities", pause=0.0
    )


class Talk(AbilityStep, frozen=True):
    """Two minutes of talk (HH-KO-2). An ability called now counts for the next round."""

    timing: ClassVar[str] = "votes-started"
    question: ClassVar[Question] = Question(
        "talk", N_("Talk it over. Ready to vote?"), "HH-KO-2", clock="talk", button=N_("Ready to vote"), pause=0.0
    )

    def asked(self, game: Game) -> SeatSet:
        board = game.board
        return board.everyone if board.round <= board.rounds else 0


class VoteKnockOut(Ask, frozen=True):
    """Simultaneous votes of all players, for another hero or for nobody (HH-KO-2, -5)."""

    question: ClassVar[Question] = Question(
        "vote-knock-out",
        N_("Who should be knocked out for the next mission?"),
        "HH-KO-2",
        may_change=True,
        button=N_("Cast vote"),
    )

    def asked(self, game: Game) -> SeatSet:
        board = game.board
        return board.everyone if board.round <= board.rounds else 0

    def option(self, game: Game, seat: Seat) -> AnyOption:
        board = game.board
        others = board.everyone & ~(1 << seat)
        allowed = others & board.on_mission
        for other in board.protected:
            if board.is_protected(other):
                allowed &= ~(1 << other)
        vote = OneSeat(others, allowed, may_pass=True, why="cannot-be-knocked-out")
        if board.extra_votes.get(seat, (0, 0))[0] == board.round:
            return Form((("vote", vote), ("extra", vote)))
        return vote

    def default(self, game: Game, seat: Seat) -> Answer:
        return (None, None) if isinstance(self.option(game, seat), Form) else None

    def public_answers(self, game: Game, later: Sequence[Event]) -> dict[Seat, Answer]:
        """Return the public votes, except those of heroes with extra votes, who may point twice."""
        told: dict[Seat, Answer] = {}
        extra = game.board.extra_votes
        for event in later:
            if isinstance(event, happened.PointedAt | happened.PointedUp):
                target = event.target if isinstance(event, happened.PointedAt) else None
                told.update((seat, target) for seat in seats_in(event.voters) if seat not in extra)
            elif isinstance(event, happened.HeroKnockedOut | happened.NobodyKnockedOut):
                break
        return told

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        if not answers:
            return
        board = game.board
        votes: dict[Seat | None, int] = {}
        voters: dict[Seat | None, SeatSet] = {}
        for seat, answer in answers.items():
            cast = ((answer, 1),) if not isinstance(answer, tuple) else (
                (answer[0], 1), (answer[1], board.extra_votes[seat][1])
            )  # fmt: skip
            for target, weight in cast:
                votes[target] = votes.get(target, 0) + weight
                voters[target] = voters.get(target, 0) | 1 << seat
        for target in range(board.players):
            if target in votes:
                game.emit(happened.PointedAt(target, voters[target], votes[target]))
        if None in votes:
            game.emit(happened.PointedUp(voters[None], votes[None]))
        most = max(votes.values())
        leaders = [target for target, count in votes.items() if count == most]
        chosen = leaders[0] if len(leaders) == 1 else None  # HH-KO-3: a tie, with nobody too, knocks out no one
        game.emit(happened.HeroKnockedOut(chosen) if chosen is not None else happened.NobodyKnockedOut())


BEFORE_VOTES, TALK, VOTE = BeforeVotes(), Talk(), VoteKnockOut()
KNOCK_OUT: tuple[Step, ...] = (BeginKnockOut(), NextRound())
