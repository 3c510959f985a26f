"""Game engine: a ruleset being played. Choices go in by `play`, events come out, and nothing else changes the state."""

from collections.abc import Mapping
from typing import Generic, TypeVar, TypeVarTuple, cast

from turncoat.kernel.boards import Board, Result
from turncoat.kernel.chapters import Deal, Offer, Rules
from turncoat.kernel.compiled import compiled
from turncoat.kernel.deals import check_deal
from turncoat.kernel.events import Event, GameEnded, all_seen_by
from turncoat.kernel.hooks import Notice, Policy, Window, WindowFrame
from turncoat.kernel.options import Answer
from turncoat.kernel.refusals import Refusal, Refused
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import CHANCE, SEATS_IN, Seat, SeatSet
from turncoat.kernel.steps import AskFrame, Choice, Prompt, Step
from turncoat.kernel.views import View, empty_board

B = TypeVar("B", bound=Board)
T = TypeVar("T")
Ts = TypeVarTuple("Ts")

_new = object.__new__


class Game(Generic[B]):
    """A ruleset being played from a deal.

    >>> import turncoat.games
    >>> ruleset = Ruleset.of("resistance", 5)
    >>> game = Game(ruleset, ruleset.deal(b"an evening"))
    >>> [(seat, prompt.question.name) for seat, prompt in game.prompts().items()]
    [(0, 'name-team')]
    """

    __slots__ = (
        "board",
        "choices",
        "compiled",
        "deal",
        "events",
        "flows",
        "frame",
        "has_history",
        "latest_prompt",
        "notices",
        "policies",
        "ruleset",
        "stack",
        "windows",
    )

    def __init__(self, ruleset: Ruleset, deal: Deal) -> None:
        """Start a game. Raises DealError if the deal does not fit the ruleset."""
        play = compiled(ruleset)
        check_deal(ruleset, deal, play)
        self.ruleset = ruleset
        self.deal = deal
        self.has_history = True
        """True if `events` and `choices` go back to the start. False in a clone made without history."""
        self.events: list[Event] = []
        self.choices: list[tuple[Seat, Choice]] = []
        self.compiled = play
        self.windows = play.windows
        self.policies = play.policies
        self.notices = play.notices
        self.flows = play.flows
        self.stack: list[Step | AskFrame | WindowFrame] = []
        """Upcoming steps, next one last. For the kernel only: rules use `follow` and `cut`."""
        self.frame: AskFrame | None = None
        """The step that is waiting for choices."""
        self.latest_prompt = 0
        """Number of the latest prompt, which counts the steps that have asked something so far."""
        self.board = cast(B, empty_board(ruleset, play))
        play.book.begin(self)
        for chapter in play.chapters:
            chapter.begin(self)
        self._settle()

    # State visible at the table

    @property
    def result(self) -> Result | None:
        """The outcome, or None while the game is in progress."""
        return self.board.result

    def prompts(self) -> Mapping[Seat, Prompt]:
        """Return the seats that have yet to choose, with their prompts. The mapping is a snapshot."""
        frame = self.frame
        if frame is None:
            return {}
        if not frame.answers:
            return frame.prompts
        return {seat: prompt for seat, prompt in frame.prompts.items() if seat not in frame.answers}

    def prompt(self, seat: Seat) -> Prompt | None:
        """Return the prompt that this seat may answer now, or None. Choices that can still be changed count."""
        return self.frame.open(seat) if self.frame is not None else None

    def answer(self, seat: Seat) -> Answer:
        """Return what this seat has chosen in the open step. None if nothing yet."""
        return self.frame.answers.get(seat) if self.frame is not None else None

    def default(self, seat: Seat) -> Choice:
        """Return the choice that the clock makes for a seat. Raises KeyError if the seat is not asked."""
        frame = self.frame
        if frame is None or seat not in frame.prompts:
            raise KeyError(seat)
        return Choice(frame.number, frame.step.default(self, seat))

    @property
    def waiting(self) -> SeatSet:
        """Seats that have yet to choose, without chance. Identical for every viewer."""
        frame, mask = self.frame, 0
        if frame is not None:
            for seat in frame.prompts:
                if seat != CHANCE and seat not in frame.answers:
                    mask |= 1 << seat
        return mask

    def offers(self, seat: Seat) -> tuple[Offer, ...]:
        """Return the standing offers open to the seat now. A spectator and chance have none."""
        if not self.compiled.offering or seat < 0 or self.board.result is not None:
            return ()
        return tuple(offer for chapter in self.compiled.offering for offer in chapter.offers(self, seat))

    def open_offers(self) -> dict[Seat, tuple[Offer, ...]]:
        """Return all standing offers, by seat. For the driver of a game, never for a viewer."""
        found: dict[Seat, tuple[Offer, ...]] = {}
        if self.board.result is None:
            for chapter in self.compiled.offering:
                for seat in SEATS_IN[chapter.offer_holders(self)]:
                    if offers := tuple(chapter.offers(self, seat)):
                        found[seat] = found.get(seat, ()) + offers
        return found

    def view(self, seat: Seat) -> View[B]:
        """Return what the seat (or SPECTATOR) knows, with no reference back to the game.

        Raises ValueError in a clone without history. There, keep a view alongside and update it with `see`.
        """
        return LiveView(self, seat).update()

    def refresh(self, view: View[B]) -> None:
        """Update the prompt, offers and waiting seats of a view. The caller adds its events."""
        seat = view.seat
        view.prompt = self.prompt(seat)
        view.answer = self.answer(seat)
        view.offers = self.offers(seat)
        view.waiting = self.waiting

    def check_history(self, what: str) -> None:
        """Raise ValueError in a clone without history, which cannot provide `what`."""
        if not self.has_history:
            raise ValueError(f"{what} needs the history: clone the game with history=True")

    def refusal(self, seat: Seat, choice: Choice) -> Refusal | None:
        """Return the reason why the choice is illegal, or None if it is legal."""
        frame = self.frame
        is_typed = type(seat) is int and type(choice) is Choice and type(choice.to) is int
        if frame is not None and is_typed and choice.to == frame.number:
            prompt = frame.open(seat)
            if prompt is not None:
                return prompt.option.refusal(choice.answer)
        return self._why_not(seat, choice)

    def _why_not(self, seat: Seat, choice: Choice) -> Refusal | None:
        """Return the refusal of a choice that answers no open prompt, or None if it takes a standing offer."""
        if self.board.result is not None:
            return Refusal("game-over")
        if type(seat) is not int or (not 0 <= seat < self.ruleset.players and seat != CHANCE):
            return Refusal("unknown-seat", (("last", self.ruleset.players - 1),))
        if type(choice) is not Choice or type(choice.to) not in (int, str):
            return Refusal("not-a-choice")
        if isinstance(choice.to, str):
            for offer in self.offers(seat):
                if offer.name == choice.to:
                    return offer.option.refusal(choice.answer)
            return Refusal("no-such-offer")
        frame = self.frame
        if frame is not None and choice.to != frame.number:
            return Refusal("not-yet-asked" if choice.to > self.latest_prompt else "stale")
        if frame is None or seat not in frame.prompts:
            return Refusal("not-asked")
        return Refusal("already-chosen")

    def play(self, seat: Seat, choice: Choice) -> None:
        """Apply a seat's choice. Raises Refused, with the state unchanged, if it is illegal.

        All arguments are checked: True and 1.0 equal 1 in Python, but are neither seats nor numbers here.
        """
        frame = self.frame
        if frame is None or type(seat) is not int or type(choice) is not Choice:
            self._take(seat, choice)
            return
        answers = frame.answers
        if (seat in answers and not frame.may_change) or (
            choice.to is not frame.number and (type(choice.to) is not int or choice.to != frame.number)
        ):
            self._take(seat, choice)
            return
        try:
            option = frame.prompts[seat].option
        except KeyError:
            self._take(seat, choice)
            return
        answer = choice.answer
        refusal = option.refusal(answer)
        if refusal is not None:
            raise Refused(refusal)
        self.choices.append((seat, choice))
        answers[seat] = answer
        if len(answers) == frame.wanted:
            self.frame = None
            stack = self.stack
            stack.pop()
            frame.step.done(self, answers)
            while stack and self.frame is None:
                stack.pop().run(self)

    def _take(self, seat: Seat, choice: Choice) -> None:
        """Take a standing offer, or refuse a choice that answers neither the open prompt nor an offer."""
        name = choice.to if type(choice) is Choice else None
        if type(name) is str and self.board.result is None and type(seat) is int and 0 <= seat < self.ruleset.players:
            for chapter in self.compiled.offering:
                for offer in chapter.offers(self, seat):
                    if offer.name == name and offer.option.refusal(choice.answer) is None:
                        self.choices.append((seat, choice))
                        self.frame = None
                        chapter.take(self, seat, name, choice.answer)
                        self._settle()
                        return
        refusal = self._why_not(seat, choice)
        if refusal is None:
            raise AssertionError(f"an accepted offer {name!r} belongs to no chapter")
        raise Refused(refusal)

    def clone(self, history: bool = True) -> "Game[B]":
        """Return an independent game in the same state, which continues identically.

        Cloning without `history` is faster. Such a clone lists only its events and choices from here on. It can be
        played, but provides neither views nor a record, so no rule may read the past.
        """
        twin: Game[B] = _new(Game)
        twin.ruleset = self.ruleset
        twin.deal = self.deal
        twin.compiled = self.compiled
        twin.windows = self.windows
        twin.policies = self.policies
        twin.notices = self.notices
        twin.flows = self.flows
        if history:
            twin.has_history = self.has_history
            twin.events = self.events.copy()
            twin.choices = self.choices.copy()
        else:
            twin.has_history = False
            twin.events = []
            twin.choices = []
        twin.board = self.board.copy()
        twin.latest_prompt = self.latest_prompt
        stack = twin.stack = self.stack.copy()
        for index, entry in enumerate(stack):
            if not isinstance(entry, Step):
                stack[index] = entry.copy()
        top = stack[-1] if stack else None
        twin.frame = top if isinstance(top, AskFrame) else None
        return twin

    def __deepcopy__(self, memo: dict[int, object]) -> "Game[B]":
        return self.clone()

    # API for rules

    def emit(self, event: Event) -> None:
        """Store an event and fold it into the board. The board changes in no other way."""
        self.events.append(event)
        event.apply(self.board)

    def announce_deal(self, rules: Rules) -> None:
        """Emit what the deal tells the seats under the given rules: the rulebook, or one chapter."""
        for event in rules.opening_knowledge(self.ruleset, self.deal.roles):
            self.emit(event)

    def follow(self, *steps: Step) -> None:
        """Push these steps to run next, in this order, before whatever is already on the stack."""
        push = self.stack.append
        for step in reversed(steps):
            if type(step) is not Window or self.windows[step]:
                push(step)

    def flow(self, name: str) -> None:
        """Push a flow of the rulebook to run next, like `follow` but precomputed."""
        self.stack += self.flows[name]

    def after(self, window: Window, step: Step) -> None:
        """Run the step next, after its window, or at once if no chapter in play uses the window.

        Call it last in a step: anything pushed before it by `follow` or `flow` runs after this.
        """
        if self.windows[window]:
            self.stack += (step, window)
        else:
            step.run(self)

    def cut(self, kind: type[Step]) -> None:
        """Pop the stack down to and including the nearest step of this kind.

        Raises LookupError if there is none.
        """
        while self.stack:
            entry = self.stack.pop()
            if isinstance(entry.step if isinstance(entry, AskFrame) else entry, kind):
                return
        raise LookupError(f"no {kind.__name__} on the stack")

    def open_ask(self) -> AskFrame | None:
        """Return the innermost step that is collecting answers, even if interrupted, with the answers so far."""
        for entry in reversed(self.stack):
            if isinstance(entry, AskFrame):
                return entry
        return None

    def decide(self, policy: Policy[T, *Ts], value: T, *args: *Ts) -> T:
        """Return the base game's value of a decision, as changed by the chapters in play in their order."""
        handlers = self.policies[policy]
        if handlers:  # most decisions have no handlers, so this skips making an iterator
            for handler in handlers:
                value = handler(self, value, *args)
        return value

    def notify(self, notice: Notice[*Ts], *args: *Ts) -> None:
        """Notify the chapters in play of an event, in order."""
        handlers = self.notices[notice]
        if handlers:
            for handler in handlers:
                handler(self, *args)

    def end(self, winner: str, reason: str) -> None:
        """End the game at once and discard the remaining steps."""
        self.stack.clear()
        self.frame = None
        self.emit(GameEnded(winner, reason))
        self.compiled.book.ended(self)

    def _settle(self) -> None:
        """Run steps until one asks somebody or the game is over."""
        stack = self.stack
        while stack and self.frame is None:
            stack.pop().run(self)


class LiveView(Generic[B]):
    """A view that grows with a running game. Only its `view` may be given to a player: this object has the game.

    >>> from turncoat import Choice, Deal, Ruleset, seat_set
    >>> deal = Deal(("spy", "resistance", "spy", "resistance", "resistance"), first=0)
    >>> game = Game(Ruleset.of("resistance", 5), deal)
    >>> live = LiveView(game, 1)
    >>> game.play(0, Choice(1, (seat_set([0, 1]),)))
    >>> live.update().prompt.question.name, len(live.view.events)
    ('cast-ballot', 4)
    """

    __slots__ = ("_game", "_read", "_read_choices", "view")

    def __init__(self, game: Game[B], seat: Seat) -> None:
        self._game = game
        self._read = self._read_choices = 0
        self.view: View[B] = View(game.ruleset, seat)

    def update(self) -> View[B]:
        """Bring the view up to date and return it. Raises ValueError for a clone without history."""
        game, view = self._game, self.view
        game.check_history("a view")
        if len(game.events) > self._read:
            view.see(all_seen_by(game.events[self._read :], view.seat))
            self._read = len(game.events)
        for seat, choice in game.choices[self._read_choices :]:
            if seat == view.seat:
                view.remember(choice)
        self._read_choices = len(game.choices)
        game.refresh(view)
        return view

    def copy(self, game: Game[B]) -> "LiveView[B]":
        """Return an independent view that grows with another game: a clone of this one."""
        twin: LiveView[B] = _new(LiveView)
        twin._game, twin._read, twin._read_choices = game, self._read, self._read_choices
        twin.view = self.view.copy()
        return twin
