"""Topics and reasons of bots at Round Table: Fails of evil who do not know each other, and what Excalibur did.

They rest on public events, like all reasons, so Merlin has the same to say as a knight. Once evil has come out nobody
discusses votes any more: whatever is said could only help to find Merlin.
"""

from collections.abc import Iterator
from typing import Any, ClassVar, Final

from turncoat.bots.games.resistance.talk import ResistanceReasons
from turncoat.bots.reasons import Reason
from turncoat.bots.wordings import Wordings, add_reasons
from turncoat.games.round_table.events import AssassinCameOut
from turncoat.games.round_table.excalibur import ExcaliburUsed
from turncoat.kernel.events import Event
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SEATS_IN, Seat
from turncoat.kernel.words import N_
from turncoat.missions import MissionRun

REASONS: Final[Wordings] = {
    "uncoordinated": (
        N_("Quest {mission} had more Fails than it took, as if Oberon had been there, and they were on it."),
        N_("More Fails than needed on quest {mission}: one may be Oberon's, and they were there."),
        N_("So many Fails on quest {mission}! Oberon knows nobody, and they were on it too."),
        N_("Perhaps Oberon was on quest {mission}, since one Fail too many was played, and they were on it too."),
    ),
    "sword-helped": (
        N_("They used Excalibur on quest {mission}, and it succeeded."),
        N_("With Excalibur they saved quest {mission}, as it seems."),
        N_("Quest {mission} succeeded after they used Excalibur!"),
        N_("They may have saved quest {mission} with Excalibur."),
    ),
    "sword-hurt": (
        N_("They used Excalibur on quest {mission}, and it failed."),
        N_("Quest {mission} failed once they had used Excalibur."),
        N_("They had Excalibur on quest {mission}, used it, and it failed!"),
        N_("Using Excalibur on quest {mission} may have been a mistake, but they did, and it failed."),
    ),
}
add_reasons(REASONS)

OF_CARDS: Final = frozenset(
    ("on-failed", "on-two-failed", "only-new", "fails-among", "on-clean", "on-two-clean", "would-have-sabotaged")
)
"""Reasons that rest on the cards that the team played."""


class RoundTableReasons(ResistanceReasons):
    """Reasons in games with missions, with those of Oberon and Excalibur."""

    traitor_words: ClassVar[tuple[str, ...]] = ("evil", "minion", "poplecznik", "zli", "zly", "zla")

    def __init__(self, ruleset: Ruleset, seat: Seat) -> None:
        super().__init__(ruleset, seat)
        self._holder: Seat | None = None
        """The player who used Excalibur on this mission."""

    def see(self, event: Event) -> None:
        if isinstance(event, ExcaliburUsed):
            self._holder = event.holder
        super().see(event)
        if isinstance(event, AssassinCameOut):
            self.topic = None

    def reasons_of(self, run: MissionRun) -> Iterator[Reason]:
        """Yield a mission's arguments. If Excalibur changed a card, the cards read tell nothing about the members."""
        board: Any = self.view.board
        found, number = super().reasons_of(run), run.situation.mission
        holder, self._holder = self._holder, None
        if board.exchanged and holder is not None:
            yield from (one for one in found if one.key not in OF_CARDS)
            yield Reason(
                "sword-helped" if run.success else "sword-hurt", holder, "trust" if run.success else "suspect", number
            )
            return
        yield from found
        if run.fails > run.situation.fails_needed and self.ruleset.has("oberon"):
            yield from (Reason("uncoordinated", seat, "suspect", number) for seat in SEATS_IN[run.team])
