"""The moments of an offensive at which special abilities, and HAIL HYDRA with them, may be called (HH-HERO-2)."""

from functools import cache
from typing import ClassVar

from msgspec.structs import replace

from turncoat.games.hail_hydra.effects import has_use
from turncoat.games.hail_hydra.moves import Game, has_draw
from turncoat.kernel.options import Answer, Word
from turncoat.kernel.seats import SEATS_IN, Seat, SeatSet
from turncoat.kernel.steps import Ask, Prompt, Question
from turncoat.kernel.words import N_

GO_ON = Word(("go-on",), ("go-on",))
HOLDS = N_("Counts for the whole offensive.")
"""Hint on questions where a player who has nothing to say passes once per offensive, not at each moment."""


class AbilityStep(Ask, frozen=True):
    """Question that keeps a moment for special abilities open until everybody asked goes on (HH-HERO-2).

    Abilities are standing offers, so the first call has priority (HH-HERO-3). It is public who could call one.
    """

    timing: ClassVar[str] = ""
    idle: ClassVar[str] = ""
    """The question to a seat whose ability cannot have any effect now, if others are asked whether they use theirs."""
    for_hail: ClassVar[bool] = False
    """True if all are asked while a HYDRA agent is hidden, because that agent could announce HAIL HYDRA here."""

    def asked(self, game: Game) -> SeatSet:
        board = game.board
        if self.for_hail and board.hidden_agents:
            return board.everyone
        return board.callers(self.timing)

    def prompts(self, game: Game, number: int) -> dict[Seat, Prompt]:
        seats = self.asked(game)
        if not seats:
            return {}
        prompts = dict.fromkeys(SEATS_IN[seats], Prompt(number, self.question, GO_ON))
        if self.idle:
            board, idle = game.board, Prompt(number, _worded(self.question, self.idle), GO_ON)
            heroes = {seat: board.cards.heroes[board.heroes[seat] or ""] for seat in prompts}
            prompts.update((seat, idle) for seat, hero in heroes.items() if not has_use(board, seat, hero))
        return prompts

    def default(self, game: Game, seat: Seat) -> Answer:
        return "go-on"

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        """Do nothing: everybody has gone on."""


@cache
def _worded(question: Question, sentence: str) -> Question:
    return replace(question, sentence=sentence)


class BeforeDraw(AbilityStep, frozen=True):
    """Moment for HAIL HYDRA between the villain's reveal, which begins the mission, and the first draw (HH-HAIL-1).

    It is skipped if nothing happens before a moment that is asked anyway, and in later offensives, after
    `BeforeAttack`.
    """

    for_hail: ClassVar[bool] = True
    question: ClassVar[Question] = Question(
        "before-draw",
        N_("The villain is revealed. Continue?"),
        "HH-HAIL-1",
        clock="abilities",
        pause=0.0,
        takes_standing_answer=True,
        pass_scope=HOLDS,
    )

    def asked(self, game: Game) -> SeatSet:
        board = game.board
        if board.villain is None or board.offensive > 1:
            return 0
        acts = board.villain.bargain or any(power.when == "started" for power in board.villain.powers)
        return super().asked(game) if acts or has_draw(game) else 0


class BeforeStart(AbilityStep, frozen=True):
    """Before attacks are started: after the draw, before anyone lays, passes or steals cards."""

    timing: ClassVar[str] = "attacks-started"
    idle: ClassVar[str] = N_("Before the attack. Continue?")
    question: ClassVar[Question] = Question(
        "before-start",
        N_("Before the attack: use your ability, or continue."),
        "HH-HERO-2",
        clock="abilities",
        pause=0.0,
    )


class BeforeCollect(AbilityStep, frozen=True):
    """Before attacks are collected: all have laid, and nothing is shuffled yet."""

    timing: ClassVar[str] = "attacks-collected"
    for_hail: ClassVar[bool] = True
    question: ClassVar[Question] = Question(
        "before-collect",
        N_("Everybody has played. Reveal the attack?"),
        "HH-HERO-2",
        clock="abilities",
        pause=0.0,
        takes_standing_answer=True,
        pass_scope=HOLDS,
    )


class BeforeDiscard(AbilityStep, frozen=True):
    """Before attacks are discarded: the attack lies open, and its damage is not dealt yet."""

    timing: ClassVar[str] = "attacks-discarded"
    idle: ClassVar[str] = N_("The attack is face up. Continue?")
    question: ClassVar[Question] = Question(
        "before-discard",
        N_("The attack is face up: use your ability, or continue."),
        "HH-HERO-2",
        clock="abilities",
        pause=0.0,
    )


class BeforeAttack(AbilityStep, frozen=True):
    """Moment at which HAIL HYDRA is open again, before the attack of a villain who still stands (HH-HAIL-1)."""

    for_hail: ClassVar[bool] = True
    question: ClassVar[Question] = Question(
        "before-attack",
        N_("The villain is about to attack. Continue?"),
        "HH-HAIL-1",
        clock="abilities",
        pause=0.0,
        takes_standing_answer=True,
        pass_scope=HOLDS,
    )


class AfterDamage(AbilityStep, frozen=True):
    """Before attacks are discarded, again: the villain has attacked, and the cards still lie there.

    It asks only players who have not called an ability that still has a use (HH-OFF-11). Both facts are public.
    """

    timing: ClassVar[str] = "attacks-discarded"
    question: ClassVar[Question] = Question(
        "after-damage",
        N_("The damage is done: use your ability before the attack is discarded, or continue."),
        "HH-HERO-2",
        clock="abilities",
        pause=0.0,
    )

    def asked(self, game: Game) -> SeatSet:
        board = game.board
        cards, heroes = board.cards.heroes, board.heroes
        return sum(
            1 << seat
            for seat in SEATS_IN[board.callers(self.timing)]
            if has_use(board, seat, cards[heroes[seat] or ""])
        )
