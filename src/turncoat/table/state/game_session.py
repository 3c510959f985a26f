"""One game at a table: the game itself, which nobody gets, and the views, which the clients get."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from turncoat.kernel.boards import Result
from turncoat.kernel.compiled import compiled
from turncoat.kernel.events import all_seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.records import print_record, record_of
from turncoat.kernel.refusals import Refusal, Refused
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import CHANCE, NOBODY, SPECTATOR, Seat, SeatSet, is_in, seats_in
from turncoat.kernel.steps import AskFrame, Choice, Prompt
from turncoat.kernel.views import View
from turncoat.table.values.deal_opening import (
    DealOpening,
    chance_draws,
    commitment,
    deal_seed,
    draw_answer,
)
from turncoat.table.values.entropy import PendingDeal, SeatEntropy
from turncoat.table.values.occupants import Occupant
from turncoat.table.values.summaries import GameSummary
from turncoat.telling import concerned


class AutomaticChoice(msgspec.Struct, frozen=True):
    """A choice that was made for a seat while its person did not choose. The person may know it, and nobody else."""

    prompt: Prompt
    choice: Choice
    by: Literal["bot", "clock"]
    seen: int
    """How many events the seat had seen then."""


class _CurrentView:
    """A view, with what it is up to date with."""

    def __init__(self, view: View[Any]) -> None:
        self.view = view
        self.events = 0
        """How many events of the game it has taken in."""
        self.stamp: tuple[int, bool] | None = None
        """How many choices there were then, and whether one was held. Nothing but a choice changes a game."""


class GameSession:
    """A game that a table plays or has just finished. Its number counts the games of the table from 1."""

    def __init__(
        self,
        number: int,
        ruleset: Ruleset,
        seed: str,
        entropy: tuple[str, ...],
        bot_seeds: tuple[str, ...],
        occupants: tuple[Occupant, ...] = (),
        *,
        teaches: bool = False,
        holds: bool = False,
        pending: PendingDeal | None = None,
    ) -> None:
        self.number = number
        self.ruleset = ruleset
        nothing = ("",) * ruleset.players
        self._opening = (
            pending.opening(seed)
            if pending is not None
            else DealOpening(commitment(seed), nothing, nothing, entropy, seed)
        )
        """What opens the deal, with the seed."""
        self.fixed_deal = pending.fixed if pending is not None else None
        """What was fixed of the deal before anybody revealed anything; None when nobody had committed to anything."""
        self._record = ""
        """The finished game as a text, once somebody has asked for it."""
        self.bot_seeds = bot_seeds
        self.dealt = occupants
        """Who got the cards."""
        self.occupants = occupants
        """Who plays; after the end those who played to it, whatever becomes of the seats of the table then."""
        self.entropy_by_seat = _entropy_by_seat(self._opening, occupants)
        """How each person who got cards has added to the deal."""
        self._dealt = deal_seed(self._opening)
        self._game: Game[Any] = Game(ruleset, ruleset.deal(self._dealt))
        self.teaches = teaches
        """Whether its bots show what the game is about; everybody is told so."""
        self._views: dict[Seat, _CurrentView] = {}
        self.acts = [0] * ruleset.players
        """Choices that each seat has made."""
        self.asked = self._game.waiting
        """Who was waited for when the open question was put: those who are not waited for any more have chosen."""
        self.news = 0
        """How many events everybody had seen before what happened last."""
        self.turn = 0
        """Counts the questions put, as far as everybody can see them; clocks begin with each."""
        self.automatic_choices: list[list[AutomaticChoice]] = [[] for _ in range(ruleset.players)]
        """What was chosen for each seat while its person did not."""
        self.holds = holds and bool(compiled(ruleset).offering)
        """Whether the table is held open before a reveal that nobody triggers."""
        self.standing_answers: SeatSet = NOBODY
        """The seats that go on, wherever everybody is asked, until something concerns them. Nobody is told of it."""
        self._for_round: SeatSet = NOBODY
        """Those of them that are asked again in the next round, and not before."""
        self._held: tuple[Seat, Choice] | None = None
        """The last answer of a collection, while the table is held open before what it brings about."""

    # What may be known

    @property
    def result(self) -> Result | None:
        """How it ended, or None."""
        return self._game.result

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those who play, in seat order."""
        return tuple(occupant.name for occupant in self.occupants)

    def seat_of(self, person: str) -> Seat | None:
        """The seat that the person plays, or has played to the end."""
        return next((seat for seat, one in enumerate(self.occupants) if person and one.person == person), None)

    @property
    def waiting(self) -> SeatSet:
        """Who is waited for: the same for everybody."""
        waiting = self._game.waiting
        return waiting & ~(1 << self._held[0]) if self._held is not None and self.is_held else waiting

    @property
    def question(self) -> int:
        """The number of the question that is open; 0 when none is."""
        frame = self._game.frame
        return frame.number if frame is not None else 0

    @property
    def latest_question(self) -> int:
        """The number of the latest question, open or not; they are counted from 1."""
        return self._game.latest_prompt

    @property
    def clock(self) -> str:
        """Which clock the rules name for the open question; empty for the ordinary time for a decision."""
        frame = self._game.frame
        return frame.step.question.clock if frame is not None else ""

    @property
    def takes_standing_answers(self) -> bool:
        """Whether the open question is one that is put to everybody and only asks who wants to say something."""
        frame = self._game.frame
        return (
            frame is not None
            and frame.step.question.takes_standing_answer
            and len(frame.prompts) == self.ruleset.players
            and not self.is_held
        )

    @property
    def is_held(self) -> bool:
        """Whether everybody has answered, and the table is held open before what comes of it."""
        frame = self._game.frame
        return self._held is not None and frame is not None and frame.number == self._held[1].to

    def view(self, seat: Seat = SPECTATOR) -> View[Any]:
        """What the seat (or a spectator) knows now: one view a seat, brought up to date when something has happened."""
        current = self._views.get(seat)
        if current is None:
            current = self._views[seat] = _CurrentView(View(self.ruleset, seat))
        stamp = len(self._game.choices), self._held is not None
        if current.stamp != stamp:
            current.stamp = stamp
            self._refresh(current)
        return current.view

    def open_view(self) -> View[Any]:
        """The finished game with every card open. Raises Refused while it goes on."""
        if self.result is None:
            raise Refused(Refusal("game-running"))
        view: View[Any] = View(self.ruleset, SPECTATOR)
        view.see(self._game.events)
        return view

    def _refresh(self, current: _CurrentView) -> None:
        game, view = self._game, current.view
        view.see(all_seen_by(game.events[current.events :], view.seat))
        current.events = len(game.events)
        game.refresh(view)
        if self.is_held:  # RES-VOTE-6: it could be changed until the last was in
            view.prompt, view.answer, view.waiting = None, None, self.waiting

    def opened(self) -> DealOpening:
        """What opens the deal: the commitment during the game, the seed as well after it."""
        return self._opening if self.result is not None else msgspec.structs.replace(self._opening, seed="")

    @property
    def entropy(self) -> tuple[str, ...]:
        """The text that each seat has added to the deal."""
        return self._opening.entropy

    def record(self) -> str:
        """The finished game as a text. Raises Refused while it goes on: a record holds every secret."""
        if self.result is None:
            raise Refused(Refusal("game-running"))
        self._record = self._record or print_record(record_of(self._game))
        return self._record

    def summary(self, begun: int = 0, ended: int = 0) -> GameSummary:
        """The game as the table keeps it. Raises Refused while it goes on."""
        record, result, view = self.record(), self.result, self.view()
        assert result is not None  # or there were no record
        book, roles = rulebook(self.ruleset.game), getattr(view.board, "roles", None) or ()
        return GameSummary(
            self.number,
            self.ruleset.game,
            self.ruleset.players,
            self.ruleset.modules,
            result.winner,
            result.reason,
            self.dealt,
            self.occupants,
            tuple(book.side_of(role) if role else "" for role in roles),
            record,
            book.votes(view.events, self.ruleset.players),
            begun,
            ended,
        )

    # What happens

    def refusal(self, seat: Seat, choice: Choice) -> Refusal | None:
        """Why a choice would not be taken."""
        return self._refusal_while_held(choice) or self._game.refusal(seat, choice)

    def _refusal_while_held(self, choice: Choice) -> Refusal | None:
        return Refusal("already-chosen") if self.is_held and choice.to == self.question else None

    def default(self, seat: Seat) -> Choice:
        """The choice that tells nothing, for a seat that is waited for."""
        return self._game.default(seat)

    def chance(self) -> Choice | None:
        """What the cards decide now, when they are asked."""
        prompt = self._game.prompts().get(CHANCE)
        if prompt is None:
            return None
        draws = chance_draws(self._dealt, len(self._game.choices))
        return Choice(prompt.number, draw_answer(prompt.option, draws))

    def take(self, seat: Seat, choice: Choice) -> bool:
        """Take a choice. False when nobody but the seat itself can notice: it changed what it had chosen.

        Raises Refused, with nothing changed, when it is not legal.
        """
        if self.result is not None:
            raise Refused(Refusal("game-over"))
        before = self._seen()
        is_to_be_held = self._is_to_be_held(seat, choice)
        # The game checks what it plays itself; what is held is played later.
        refusal = self._game.refusal(seat, choice) if is_to_be_held else self._refusal_while_held(choice)
        if refusal is not None:
            raise Refused(refusal)
        if is_to_be_held:
            self._held = seat, choice
        else:
            self._game.play(seat, choice)
            self._check_held()
        if seat != CHANCE:
            self.acts[seat] += 1
        noticed = self._notice(*before)
        return noticed or not isinstance(choice.to, int)

    def take_defaults(self, seats: SeatSet) -> SeatSet:
        """Choose the rules' default for each of the seats still asked the open question. Returns those seats."""
        question, taken = self.question, NOBODY
        for seat in seats_in(seats):
            if self.question != question or not is_in(seat, self.waiting):
                break
            choice = self.default(seat)
            self.note(seat, choice, "clock")
            self.take(seat, choice)
            taken |= 1 << seat
        return taken

    # Standing answers

    def skip_until_concerned(self, seat: Seat, *, for_round: bool = False) -> None:
        """Go on at the open question, and at every other of its kind, until something concerns the seat.

        `for_round`: until the next round begins, or nobody may miss what happens.
        """
        self.standing_answers |= 1 << seat
        self._for_round = self._for_round & ~(1 << seat) | for_round << seat
        self.take(seat, self.default(seat))

    def end_standing_answers(self, seats: SeatSet) -> None:
        """Ask these seats again from now on."""
        self.standing_answers &= ~seats
        self._for_round &= ~seats

    def give_standing_answers(self) -> None:
        """Answer the open question for the seats that have said so beforehand."""
        question = self.question
        for seat in seats_in(self.standing_answers & self.waiting):
            if self.question != question or not is_in(seat, self.standing_answers & self.waiting):
                break
            self.take(seat, self.default(seat))

    def _concerned(self, told: int) -> SeatSet:
        """Whom what has happened since concerns, by what everybody sees of it; `told` events were seen before."""
        everybody = (1 << self.ruleset.players) - 1
        if self.result is not None:
            return everybody
        return concerned(self.view().events[told:], everybody, self._for_round)

    def note(self, seat: Seat, choice: Choice, by: Literal["bot", "clock"]) -> None:
        """Keep what is chosen for a seat: its person may read it."""
        view = self.view(seat)
        if view.prompt is not None and view.prompt.number == choice.to:
            self.automatic_choices[seat].append(AutomaticChoice(view.prompt, choice, by, len(view.events)))

    # Held open

    def reveal(self) -> None:
        """Take the answer before which the table was held open."""
        assert self._held is not None
        (seat, choice), self._held = self._held, None
        before = self._seen()
        self._game.play(seat, choice)
        self._notice(*before)

    def _is_to_be_held(self, seat: Seat, choice: Choice) -> bool:
        """Whether the choice is the last of a secret collection of several seats.

        What a clock of the rules closes asks everybody whether to go on, and is its own time to speak up.
        """
        frame = self._game.frame
        if not self.holds or frame is None or choice.to != frame.number or self._held is not None:
            return False
        question = frame.step.question
        is_last = seat not in frame.answers and len(frame.answers) + 1 == frame.wanted
        return (
            is_last and seat in frame.prompts and len(frame.prompts) > 1 and not (question.first_ends or question.clock)
        )

    def _check_held(self) -> None:
        """Something came in between: the held answer is still the last, or one of several, or no longer good."""
        if self._held is None:
            return
        seat, choice = self._held
        frame = self._game.frame
        if frame is None or frame.number != choice.to:
            lies_below = any(isinstance(one, AskFrame) and one.number == choice.to for one in self._game.stack)
            self._held = self._held if lies_below else None
        elif seat not in frame.prompts or frame.prompts[seat].option.refusal(choice.answer) is not None:
            self._held = None
        elif len(frame.answers) + 1 < frame.wanted:
            self._held = None
            self._game.play(seat, choice)

    # Noticing

    def _seen(self) -> tuple[int, SeatSet, bool, int]:
        return len(self._game.events), self.waiting, self.is_held, len(self.view().events)

    def _notice(self, events: int, waiting: SeatSet, held: bool, told: int) -> bool:
        """Whether anything has happened since that others than the seat that chose can notice."""
        if len(self.view().events) > told:
            self.end_standing_answers(self._concerned(told))
            self.news, self.asked = told, self._game.waiting
            self.turn += 1
        elif self.waiting & ~waiting or self.is_held != held:
            self.asked = self._game.waiting if not self.is_held else self.asked
            self.turn += 1
        return len(self._game.events) != events or self.waiting != waiting or self.is_held != held


def _entropy_by_seat(opening: DealOpening, dealt: Sequence[Occupant]) -> tuple[SeatEntropy, ...]:
    # A session that no table has made has no occupants, and so nobody to name.
    by_seat = zip(dealt, opening.hashes, opening.nonces, opening.entropy, strict=False)
    return tuple(
        SeatEntropy(one.name, hashed, bool(text) and not hashed, bool(hashed) and not nonce)
        for one, hashed, nonce, text in by_seat
        if one.person
    )
