"""The moments of an offensive at which special abilities are called, and HAIL HYDRA with them (HH-HERO-2)."""

from typing import ClassVar

from turncoat.games.hail_hydra.moves import Game
from turncoat.kernel.options import Answer, Word
from turncoat.kernel.seats import SEATS_IN, Seat, SeatSet
from turncoat.kernel.steps import Ask, Prompt, Question
from turncoat.kernel.words import N_

GO_ON = Word(("go-on",), ("go-on",))


class AbilityStep(Ask, frozen=True):
    """A moment for special abilities: it stays open until everybody asked has said go on (HH-HERO-2).

    Abilities are standing offers, so the first call comes first (HH-HERO-3). Who could call one is public.
    """

    timing: ClassVar[str] = ""
    for_hail: ClassVar[bool] = False
    """Whether all are asked while a HYDRA agent is hidden, because that agent could come out here."""

    def asked(self, game: Game) -> SeatSet:
        board = game.board
        if self.for_hail and board.hidden_agents:
            return board.everyone
        return board.callers(self.timing)

    def prompts(self, game: Game, number: int) -> dict[Seat, Prompt]:
        seats = self.asked(game)
        if not seats:
            return {}
        return dict.fromkeys(SEATS_IN[seats], Prompt(number, self.question, GO_ON))

    def default(self, game: Game, seat: Seat) -> Answer:
        return "go-on"

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        """Everybody goes on."""


class BeforeStart(AbilityStep, frozen=True):
    """Before attacks are started: after the draw, before anyone lays, passes or steals cards."""

    timing: ClassVar[str] = "attacks-started"
    question: ClassVar[Question] = Question(
        "before-start", N_("Before attacks are started: call your ability, or go on."), "HH-HERO-2", clock="abilities"
    )


class BeforeCollect(AbilityStep, frozen=True):
    """Before attacks are collected: all have laid, nothing is shuffled yet."""

    timing: ClassVar[str] = "attacks-collected"
    for_hail: ClassVar[bool] = True
    question: ClassVar[Question] = Question(
        "before-collect", N_("All have laid. Go on to the reveal?"), "HH-HERO-2", clock="abilities"
    )


class BeforeDiscard(AbilityStep, frozen=True):
    """Before attacks are discarded: the attack lies open, its damage is not dealt yet."""

    timing: ClassVar[str] = "attacks-discarded"
    question: ClassVar[Question] = Question(
        "before-discard",
        N_("The attack lies open: call your ability, or go on."),
        "HH-HERO-2",
        clock="abilities",
    )


class BeforeAttack(AbilityStep, frozen=True):
    """The villain still stands: the last chance for HAIL HYDRA before the attack (HH-HAIL-1)."""

    for_hail: ClassVar[bool] = True
    question: ClassVar[Question] = Question(
        "before-attack", N_("The villain is about to attack. Go on?"), "HH-HAIL-1", clock="abilities"
    )
