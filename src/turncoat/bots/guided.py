"""The bot of a guided first game: a level, but that it shows what the game is about.

Everybody may know what it does otherwise. As a traitor it sabotages the first mission that it is on and that can fail.
And whoever is on a mission that fails says at once that it was somebody else: a loyal bot whom it would suspect, a
traitor somebody loyal. So who speaks tells nothing, and what a traitor says is a lie that others may see through.
"""

from collections.abc import Iterable
from random import Random
from typing import ClassVar, Final

from turncoat.bots.levels import Easy
from turncoat.bots.reasons import MissionReasons
from turncoat.bots.remarks import KNOWN, Remark
from turncoat.kernel.options import Answer, OneCard
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, seats_in
from turncoat.kernel.steps import Prompt
from turncoat.missions import MissionRun

DENIES: Final = "rather"
"""The phrase by which it says that it was somebody else."""
PLAINLY: Final = Remark("deny")
"""What it says where each of the others has been named for that."""
DENIALS: Final = frozenset({DENIES, PLAINLY.phrase, "in-return"})
"""The phrases by which it says that it was not it, of its own accord or when it is accused."""


def guided(name: str) -> str:
    """Return the name of the bot that plays for that one in a guided first game.

    >>> guided("easy"), guided("sensible")
    ('guided', 'sensible')
    """
    return Guided.name if name == Easy.name else name


class Guided(Easy):
    """`easy`, for a first game."""

    name: ClassVar[str] = "guided"
    title: ClassVar[str] = ""
    summary: ClassVar[str] = ""

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self._order = Random(seed + b"/denies").sample(range(ruleset.players), ruleset.players)
        """The order in which it looks for somebody to name."""
        self._has_denied = False
        """Whether it has said that it was somebody else."""

    def decide(self, prompt: Prompt) -> Answer:
        usual, option = super().decide(prompt), prompt.option
        if prompt.question.act == MissionRun.__name__ and isinstance(option, OneCard) and self._sabotages_openly():
            against = option.shown[-1]
            return against if against in option.allowed else usual
        return usual

    def _sabotages_openly(self) -> bool:
        """Whether this is the first mission that it may sabotage: those on it can make it fail."""
        assessment, named = self._look(), self._named
        if assessment is None or named is None or not assessment.is_traitor:
            return False
        now = named.situation
        can_fail = (assessment.fellows & named.team).bit_count() >= now.fails_needed
        return can_fail and not now.failed >> self.seat & 1

    def hear(self, said: Iterable[tuple[Seat, Remark]]) -> None:
        said = tuple(said)
        super().hear(said)
        is_denial = any(seat == self.seat and remark.phrase in DENIALS for seat, remark in said)
        self._has_denied |= is_denial and self._own_failure() is not None

    def remark(self) -> Remark | None:
        usual = super().remark()
        run = self._own_failure()
        return self._denies(run) or usual if run is not None else usual

    def _own_failure(self) -> MissionRun | None:
        """The mission that has just failed, if it is the first such that the bot was on."""
        reasons = self._speaker.reasons
        topic = reasons.topic
        is_of_mission = topic is not None and topic.kind == "mission"
        if self._has_denied or not is_of_mission or not isinstance(reasons, MissionReasons) or not reasons.missions:
            return None
        run = reasons.missions[-1]
        is_own = not run.success and run.team >> self.seat & 1 and not run.situation.failed >> self.seat & 1
        return run if is_own else None

    def _denies(self, run: MissionRun) -> Remark | None:
        """That it was somebody else of the team, or at least not itself; None where nobody would believe it."""
        odds = self._loyal_odds()
        if odds is None or odds.suspicion[self.seat] >= KNOWN:
            return None
        fellows = self.fellows()
        others = sorted(
            (seat for seat in seats_in(run.team) if seat != self.seat),
            key=lambda seat: (fellows >> seat & 1, -round(odds.suspicion[seat], 1), self._order.index(seat)),
        )
        # Without a reason: others name the same seat for that mission, and nobody wants to hear that again.
        remarks = [Remark(DENIES, seat) for seat in others] + [PLAINLY]
        return next((remark for remark in remarks if remark.content not in self._speaker.heard), None)
