"""The flow of The Resistance: team building, mission and end, in the order of the rulebook."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import ClassVar, TypeAlias

from turncoat.games.resistance import events as happened
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.hooks import (
    BALLOTS_IN,
    CARDS_IN,
    ENDING,
    HAND,
    LEADER_ACTS,
    MISSION_CHOSEN,
    MISSION_REVEALED,
    MISSION_SETTLED,
    MISSION_SUCCEEDS,
    NEXT_LEADER,
    NEXT_MISSION,
    PROPOSAL,
    PROPOSAL_MADE,
    ROUND_BEGINS,
    TEAM_APPROVED,
    TEAM_FINAL,
    TEAM_NAMED,
    TEAM_QUESTION,
    VOTE_COUNTED,
    VOTERS,
)
from turncoat.games.resistance.legality import mission_occasion, playable_cards
from turncoat.games.resistance.roles import RESISTANCE_WINS, SPIES_WIN
from turncoat.games.resistance.tables import MISSION_CARDS, REJECTIONS
from turncoat.kernel.events import Event
from turncoat.kernel.facts import Occasion
from turncoat.kernel.game import Game as KernelGame
from turncoat.kernel.options import Answer, Form, OneCard, Seats, SizeBy, Word
from turncoat.kernel.seats import SEATS_IN, Seat, SeatSet, clockwise
from turncoat.kernel.steps import Ask, Prompt, Question, Step
from turncoat.kernel.words import N_
from turncoat.missions import MissionRun, TeamNamed, TeamVoted

Game: TypeAlias = KernelGame[Board]

BALLOT = Word(("approve", "reject"), ("approve", "reject"))


class BeginRound(Step, frozen=True):
    """Start of a round: the round marker moves to the mission, and the first proposal follows."""

    def run(self, game: Game) -> None:
        board = game.board
        number = board.round
        game.emit(happened.RoundBegan(number, board.leader, game.decide(NEXT_MISSION, number)))
        game.flow("first-proposal")


class NameTeam(Ask, frozen=True):
    """The leader's proposal: a team of exactly the mission's size (RES-TEAM-2)."""

    question: ClassVar[Question] = Question(
        "name-team",
        N_("Name the team for mission {mission}."),
        "RES-TEAM-2",
        shows_draft=True,
        button=N_("Call the vote"),
        hint=N_("Tap the seats. You may pick yourself."),
        act=TeamNamed.__name__,
    )

    def prompts(self, game: Game, number: int) -> dict[Seat, Prompt]:
        board = game.board
        question = game.decide(TEAM_QUESTION, self.question)
        return {board.leader: Prompt(number, question, self.form(game), (("mission", board.mission),))}

    def form(self, game: Game) -> Form:
        """Return the leader's form: the team, and the parts that chapters add."""
        board = game.board
        form = team_form(board.team_size, board.everyone)
        return game.decide(PROPOSAL, form)

    def default(self, game: Game, seat: Seat) -> Answer:
        """Return the leader and the next seats clockwise, and the first legal answer in every other part."""
        return default_proposal(self.form(game), seat, game.board.players)

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        board = game.board
        leader = board.leader
        answer = answers[leader]
        # unless a chapter adds to the form, the team is all of it
        values = self.form(game).values(answer) if game.policies[PROPOSAL] else {"team": answer[0]}
        mission = game.decide(MISSION_CHOSEN, board.mission, values)
        game.emit(happened.TeamProposed(leader, mission, values["team"]))
        game.notify(PROPOSAL_MADE, values)
        game.flow("vote")


@cache
def team_form(size: int, seats: SeatSet) -> Form:
    """Return the leader's form of the base game: a team of that size from these seats."""
    return Form((("team", Seats(size, size, seats, seats)),))


def default_proposal(form: Form, leader: Seat, players: int) -> Answer:
    """Return the proposal made on timeout.

    It is the first mission, a team clockwise from the leader, and the next seat for a token.
    """
    values: dict[str, Answer] = {}
    for name, option in form.parts:
        if isinstance(option, Word):
            values[name] = option.allowed[0]
        elif isinstance(option, Seats):
            size = option.low
            for tie in form.ties:
                if isinstance(tie, SizeBy) and tie.part == name:
                    size = dict(tie.sizes)[values[tie.by]]
            team = [seat for seat in clockwise(leader, players) if option.allowed >> seat & 1][:size]
            values[name] = sum(1 << seat for seat in team)
    for name, option in form.parts:
        if name not in values:
            values[name] = next(
                answer
                for answer in option.answers()
                if form.refusal(tuple({**values, name: answer}.get(part) for part, _ in form.parts)) is None
            )
    return tuple(values[name] for name, _ in form.parts)


class CastBallots(Ask, frozen=True):
    """Secret ballots of the voters (RES-VOTE-1), which may change until the last is in (RES-VOTE-6)."""

    question: ClassVar[Question] = Question(
        "cast-ballot",
        N_("Do you approve this team for mission {mission}?"),
        "RES-VOTE-1",
        may_change=True,
        button=N_("Cast ballot"),
        legend=N_("Your ballot"),
        answered=N_("Your ballot is in. You can change it until everybody has voted."),
        act=TeamVoted.__name__,
    )

    def prompts(self, game: Game, number: int) -> dict[Seat, Prompt]:
        board = game.board
        voters = game.decide(VOTERS, board.everyone & ~board.voted)
        prompt = Prompt(number, self.question, BALLOT, (("mission", board.mission),))
        return dict.fromkeys(SEATS_IN[voters], prompt)

    def default(self, game: Game, seat: Seat) -> Answer:
        return "reject"

    def public_answers(self, game: Game, later: Sequence[Event]) -> dict[Seat, Answer]:
        """Return the ballots, if they were revealed and not returned unseen."""
        for event in later:
            if isinstance(event, happened.BallotsRevealed):
                told: dict[Seat, Answer] = dict.fromkeys(SEATS_IN[event.approvals], "approve")
                return told | dict.fromkeys(SEATS_IN[event.rejections], "reject")
            if isinstance(event, happened.TeamProposed):
                break
        return {}

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        approvals, rejections = sorted_ballots(answers)
        game.after(BALLOTS_IN, RevealBallots(approvals, rejections))


def sorted_ballots(answers: dict[Seat, Answer]) -> tuple[SeatSet, SeatSet]:
    """Return the seats that approve and the seats that reject."""
    approvals = rejections = 0
    for seat, ballot in answers.items():
        if ballot == "approve":
            approvals |= 1 << seat
        else:
            rejections |= 1 << seat
    return approvals, rejections


class RevealBallots(Step, frozen=True):
    """Simultaneous reveal of these ballots. Anybody who is still left to vote votes next."""

    approvals: SeatSet
    rejections: SeatSet

    def run(self, game: Game) -> None:
        game.emit(happened.BallotsRevealed(self.approvals, self.rejections))
        board = game.board
        rest = board.everyone & ~board.voted
        if rest and game.decide(VOTERS, rest):  # players out of the game never vote
            game.follow(CAST_BALLOTS)
        else:
            game.after(VOTE_COUNTED, APPLY_VOTE)


class ApplyVote(Step, frozen=True):
    """Effect of the vote: the team goes on the mission, or the vote track moves and leadership passes."""

    def run(self, game: Game) -> None:
        board = game.board
        if game.decide(TEAM_APPROVED, board.has_majority):
            game.emit(happened.TeamApproved(board.team))
            game.flow("mission")
            return
        track = board.track + 1
        game.emit(happened.TeamRejected(track, board.most_rejected))
        if track == REJECTIONS:  # RES-VOTE-5
            game.end(game.compiled.book.hiding_side, "five-rejections")
            return
        pass_leadership(game)
        game.flow("proposal")


class PlayCards(Ask, frozen=True):
    """Secret choice of a card by each team member (RES-MISSION-1).

    It may change until all have played (RES-MISSION-7).
    """

    question: ClassVar[Question] = Question(
        "play-card",
        N_("Play a card on mission {mission}."),
        "RES-MISSION-1",
        may_change=True,
        button=N_("Play face down"),
        legend=N_("Your mission card"),
        answered=N_("Your card is face down. You can change it until everybody has played."),
        act=MissionRun.__name__,
    )

    def prompts(self, game: Game, number: int) -> dict[Seat, Prompt]:
        board = game.board
        question = self.question
        hand = game.decide(HAND, MISSION_CARDS)
        ruleset, roles = game.ruleset, board.roles
        params = (("mission", board.mission),)
        made: dict[str | None, Prompt] = {}
        prompts = {}
        for seat in SEATS_IN[board.team]:
            role = roles[seat]
            prompt = made.get(role)
            if prompt is None:
                cards = playable_cards(ruleset, board, role or "")
                prompt = made[role] = Prompt(number, question, mission_cards(hand, cards), params)
            prompts[seat] = prompt
        return prompts

    def default(self, game: Game, seat: Seat) -> Answer:
        """Return Success, unless the seat may not play it."""
        return playable_cards(game.ruleset, game.board, game.board.roles[seat] or "")[0]

    def occasion(self, game: Game) -> Occasion:
        return mission_occasion(game.board.round)

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        emit, played = game.emit, happened.CardPlayed
        for seat in SEATS_IN[game.board.team]:
            emit(played(seat, answers[seat]))
        game.flow("reveal")


@lru_cache(maxsize=256)
def mission_cards(hand: tuple[str, ...], playable: tuple[str, ...]) -> OneCard:
    """Return the option with a team member's hand visible and the playable cards allowed."""
    return OneCard(hand, playable, False, "card-not-yours-to-play")


class RevealCards(Step, frozen=True):
    """Shuffle and reveal of the mission cards: the number of each is public, their owners are not (RES-MISSION-3)."""

    def run(self, game: Game) -> None:
        reveal_cards(game)
        game.flow("score")


def reveal_cards(game: Game) -> None:
    """Turn up the played cards. Enough Fails make the mission fail (RES-MISSION-4, -5)."""
    board = game.board
    hand = game.decide(HAND, MISSION_CARDS)
    cards = tuple(sorted(board.cards.values(), key=hand.index))  # the order of the hand reveals no owner
    game.emit(happened.MissionRevealed(board.mission, cards, cards_succeed(game, cards)))


def cards_succeed(game: Game, cards: tuple[str, ...]) -> bool:
    """Return whether these cards make the current mission a success."""
    fails = len(cards) - cards.count("success")
    return game.decide(MISSION_SUCCEEDS, fails < game.board.fails_needed, cards)


class Score(Step, frozen=True):
    """Check of the score: the game ends at once on the third success or failure (RES-END-1)."""

    def run(self, game: Game) -> None:
        board = game.board
        ending: tuple[str, str] | None = None
        if board.successes == board.wins:
            ending = (RESISTANCE_WINS, "three-successes")
        elif board.failures == board.wins:
            ending = (SPIES_WIN, "three-failures")
        ending = game.decide(ENDING, ending)
        if ending is not None:
            game.end(*ending)
        else:
            game.after(MISSION_SETTLED, END_ROUND)


class EndRound(Step, frozen=True):
    """End of a round: leadership passes clockwise and a new round begins (RES-MISSION-6)."""

    def run(self, game: Game) -> None:
        pass_leadership(game)
        BEGIN_ROUND.run(game)


def pass_leadership(game: Game) -> None:
    """Pass the leader token clockwise (RES-VOTE-3, RES-MISSION-6)."""
    board = game.board
    game.emit(happened.LeaderPassed(game.decide(NEXT_LEADER, (board.leader + 1) % board.players)))


BEGIN_ROUND, CAST_BALLOTS, APPLY_VOTE = BeginRound(), CastBallots(), ApplyVote()
REVEAL_CARDS, SCORE, END_ROUND = RevealCards(), Score(), EndRound()

FLOWS: dict[str, tuple[Step, ...]] = {
    "first-proposal": (LEADER_ACTS, ROUND_BEGINS, NameTeam()),
    "proposal": (LEADER_ACTS, NameTeam()),
    "vote": (TEAM_NAMED, CAST_BALLOTS),
    "mission": (TEAM_FINAL, PlayCards()),
    "reveal": (CARDS_IN, REVEAL_CARDS),
    "score": (MISSION_REVEALED, SCORE),
}
"""Each phase: its questions and effects, with the windows before them in which chapters insert their own steps."""
