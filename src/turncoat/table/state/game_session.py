"""One game at a table: the game itself, which never leaves the server, and the views that clients get."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from turncoat.kernel.boards import Result
from turncoat.kernel.compiled import compiled
from turncoat.kernel.game import Game, LiveView
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
from turncoat.telling import seats_concerned


class AutomaticChoice(msgspec.Struct, frozen=True):
    """A choice that was made for a seat instead of its person. Only that person may know it."""

    prompt: Prompt
    choice: Choice
    by: Literal["bot", "clock"]
    seen: int
    """Number of events that the seat had seen."""


class _CurrentView:
    """A view and the state of the game that it reflects."""

    def __init__(self, live: LiveView[Any]) -> None:
        self.live = live
        self.stamp: tuple[int, bool] | None = None
        """Number of choices at the last update, and whether one was held. Only choices change a game."""


class GameSession:
    """A current or just finished game. Its number counts the games of the table from 1."""

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
        """Everything that opens the deal, including the seed."""
        self.fixed_deal = pending.fixed if pending is not None else None
        """The part of the deal fixed before anybody revealed anything. None if nobody had committed to anything."""
        self._record = ""
        """Text of the finished game, cached on first use."""
        self.bot_seeds = bot_seeds
        self.dealt = occupants
        """Occupants at the deal."""
        self.occupants = occupants
        """Current players. After the end they stay the final ones, whatever happens to the table's seats."""
        self.entropy_by_seat = _entropy_by_seat(self._opening, occupants)
        """Contribution to the deal by each person who was dealt cards."""
        self._dealt = deal_seed(self._opening)
        self._game: Game[Any] = Game(ruleset, ruleset.deal(self._dealt))
        self.teaches = teaches
        """True if its bots play a teaching game, which everybody is told."""
        self._views: dict[Seat, _CurrentView] = {}
        self.acts = [0] * ruleset.players
        """Number of choices by each seat."""
        self.asked = self._game.waiting
        """Seats that were asked when the open question was put. Those no longer waiting have answered."""
        self.first_new_event = 0
        """Number of public events before the latest change."""
        self.turn = 0
        """Number of questions put, as far as everybody can see. Each starts the clocks."""
        self.automatic_choices: list[list[AutomaticChoice]] = [[] for _ in range(ruleset.players)]
        """Choices made for each seat instead of its person."""
        self.holds = holds and bool(compiled(ruleset).offering)
        """True if the table stays open for a moment before a reveal that nobody triggers."""
        self.standing_answers: SeatSet = NOBODY
        """Seats that pass whenever everybody is asked, until something concerns them. Nobody else knows."""
        self._for_round: SeatSet = NOBODY
        """Those of them that are asked again in the next round at the earliest."""
        self._held: tuple[Seat, Choice] | None = None
        """The last answer of a secret collection, while the table stays open before the reveal."""

    # Views

    @property
    def result(self) -> Result | None:
        """Result of the game, or None while it runs."""
        return self._game.result

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the players, in seat order."""
        return tuple(occupant.name for occupant in self.occupants)

    def seat_of(self, person: str) -> Seat | None:
        """Return the seat that the person plays, or has played to the end."""
        return next((seat for seat, one in enumerate(self.occupants) if person and one.person == person), None)

    @property
    def waiting(self) -> SeatSet:
        """Seats that are waited for, which everybody knows."""
        waiting = self._game.waiting
        return waiting & ~(1 << self._held[0]) if self._held is not None and self.is_held else waiting

    @property
    def question(self) -> int:
        """Number of the open question, or 0."""
        frame = self._game.frame
        return frame.number if frame is not None else 0

    @property
    def latest_question(self) -> int:
        """Number of the latest question, open or not, counted from 1."""
        return self._game.latest_prompt

    @property
    def clock(self) -> str:
        """Name of the clock that the rules set for the open question, or empty for the ordinary time limit."""
        frame = self._game.frame
        return frame.step.question.clock if frame is not None else ""

    @property
    def pause(self) -> float:
        """Part of the bots' usual pause that the open question deserves."""
        frame = self._game.frame
        return frame.step.question.pause if frame is not None else 1.0

    @property
    def takes_standing_answers(self) -> bool:
        """True if the open question is put to everybody and only asks who wants to say something."""
        frame = self._game.frame
        return (
            frame is not None
            and frame.step.question.takes_standing_answer
            and len(frame.prompts) == self.ruleset.players
            and not self.is_held
        )

    @property
    def is_held(self) -> bool:
        """True if everybody has answered and the table stays open before the reveal."""
        frame = self._game.frame
        return self._held is not None and frame is not None and frame.number == self._held[1].to

    def view(self, seat: Seat = SPECTATOR) -> View[Any]:
        """Return what the seat, or a spectator, knows now. Each seat has one view, which is updated on demand."""
        current = self._views.get(seat)
        if current is None:
            current = self._views[seat] = _CurrentView(LiveView(self._game, seat))
        stamp = len(self._game.choices), self._held is not None
        if current.stamp != stamp:
            current.stamp = stamp
            view = current.live.update()
            if self.is_held:  # RES-VOTE-6: answers could be changed until the last was in
                view.prompt, view.answer, view.waiting = None, None, self.waiting
        return current.live.view

    def open_view(self) -> View[Any]:
        """Return a view of the finished game with all cards open. Raises Refused during the game."""
        if self.result is None:
            raise Refused(Refusal("game-running"))
        view: View[Any] = View(self.ruleset, SPECTATOR)
        view.see(self._game.events)
        return view

    def opened(self) -> DealOpening:
        """Return the opening of the deal: during the game without the seed, afterwards with it."""
        return self._opening if self.result is not None else msgspec.structs.replace(self._opening, seed="")

    @property
    def entropy(self) -> tuple[str, ...]:
        """Open or revealed text that each seat has added to the deal."""
        return self._opening.entropy

    def record(self) -> str:
        """Return the record of the finished game. Raises Refused during the game, since a record holds every secret."""
        if self.result is None:
            raise Refused(Refusal("game-running"))
        self._record = self._record or print_record(record_of(self._game))
        return self._record

    def summary(self, begun: int = 0, ended: int = 0) -> GameSummary:
        """Return the summary that the table stores. Raises Refused during the game."""
        record, result, view = self.record(), self.result, self.view()
        assert result is not None  # otherwise there would be no record
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
            tuple(book.side_of(role, view.board) if role else "" for role in roles),
            record,
            book.votes(view.events, self.ruleset.players),
            begun,
            ended,
        )

    # Changes

    def refusal(self, seat: Seat, choice: Choice) -> Refusal | None:
        """Return the reason why a choice would be refused, if any."""
        return self._refusal_while_held(choice) or self._game.refusal(seat, choice)

    def _refusal_while_held(self, choice: Choice) -> Refusal | None:
        return Refusal("already-chosen") if self.is_held and choice.to == self.question else None

    def default(self, seat: Seat) -> Choice:
        """Return the choice that reveals nothing, for a seat that is waited for."""
        return self._game.default(seat)

    def chance(self) -> Choice | None:
        """Return the draw of chance, if chance is asked."""
        prompt = self._game.prompts().get(CHANCE)
        if prompt is None:
            return None
        draws = chance_draws(self._dealt, len(self._game.choices))
        return Choice(prompt.number, draw_answer(prompt.option, draws))

    def take(self, seat: Seat, choice: Choice) -> bool:
        """Take a choice. Return False if only the seat itself can notice, because it changed an earlier answer.

        Raises Refused, with nothing changed, if the choice is illegal.
        """
        if self.result is not None:
            raise Refused(Refusal("game-over"))
        before = self._seen()
        is_to_be_held = self._is_to_be_held(seat, choice)
        # The game checks choices that it plays; a held one is played later.
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
        """Choose the rules' default for each seat that is still asked the open question, and return those seats."""
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
        """Pass at the open question, and at every other of its kind, until something concerns the seat.

        With `for_round`, this lasts until the next round begins or something happens that nobody may miss.
        """
        self.standing_answers |= 1 << seat
        self._for_round = self._for_round & ~(1 << seat) | for_round << seat
        self.take(seat, self.default(seat))

    def end_standing_answers(self, seats: SeatSet) -> None:
        """Ask these seats again from now on."""
        self.standing_answers &= ~seats
        self._for_round &= ~seats

    def give_standing_answers(self) -> None:
        """Answer the open question for the seats with standing answers."""
        question = self.question
        for seat in seats_in(self.standing_answers & self.waiting):
            if self.question != question or not is_in(seat, self.standing_answers & self.waiting):
                break
            self.take(seat, self.default(seat))

    def _concerned(self, told: int) -> SeatSet:
        """Return the seats that are concerned by the public events since the first `told`."""
        everybody = (1 << self.ruleset.players) - 1
        if self.result is not None:
            return everybody
        return seats_concerned(self.view().events[told:], everybody, self._for_round)

    def note(self, seat: Seat, choice: Choice, by: Literal["bot", "clock"]) -> None:
        """Record a choice made for a seat, so that its person can read it."""
        view = self.view(seat)
        if view.prompt is not None and view.prompt.number == choice.to:
            self.automatic_choices[seat].append(AutomaticChoice(view.prompt, choice, by, len(view.events)))

    # Held answers

    def reveal(self) -> None:
        """Play the held answer."""
        assert self._held is not None
        (seat, choice), self._held = self._held, None
        before = self._seen()
        self._game.play(seat, choice)
        self._notice(*before)

    def _is_to_be_held(self, seat: Seat, choice: Choice) -> bool:
        """Return whether the choice completes a secret collection from several seats.

        A question with a clock of the rules asks everybody whether to continue, which is itself a moment to speak up.
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
        """Check a held answer after another choice: it may still be the last, one of several again, or invalid."""
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

    # Visibility

    def _seen(self) -> tuple[int, SeatSet, bool, int]:
        return len(self._game.events), self.waiting, self.is_held, len(self.view().events)

    def _notice(self, events: int, waiting: SeatSet, held: bool, told: int) -> bool:
        """Update clocks and standing answers. Return whether anybody but the seat that chose can notice a change."""
        if len(self.view().events) > told:
            self.end_standing_answers(self._concerned(told))
            self.first_new_event, self.asked = told, self._game.waiting
            self.turn += 1
        elif self.waiting & ~waiting or self.is_held != held:
            self.asked = self._game.waiting if not self.is_held else self.asked
            self.turn += 1
        return len(self._game.events) != events or self.waiting != waiting or self.is_held != held


def _entropy_by_seat(opening: DealOpening, dealt: Sequence[Occupant]) -> tuple[SeatEntropy, ...]:
    # A session outside a table has no occupants to name.
    by_seat = zip(dealt, opening.hashes, opening.nonces, opening.entropy, strict=False)
    return tuple(
        SeatEntropy(one.name, hashed, bool(text) and not hashed, bool(hashed) and not nonce)
        for one, hashed, nonce, text in by_seat
        if one.person
    )
