"""Browser presentation of Lighthouse. Templates, style sheets and drawings are beside this file."""

from pathlib import Path
from typing import Any, ClassVar, Final

import msgspec

from lighthouse.rules import NIGHTS, BellRung, Board, NightPassed
from turncoat import Teller, View
from turncoat.chapters import N_, Seat, SeatSet
from turncoat.web.board import BoardModel, CardFront, GamePresenter, Panel, Stage, Tip

ART: Final = "games/lighthouse/art.svg"
_BRIGHT: Final = N_("Bright nights: {count} of {of}")
_DARK: Final = N_("Dark nights: {count} of {of}")


class Count(msgspec.Struct, frozen=True):
    """The count of bright or dark nights, shown as a lamp for each one needed to win."""

    kind: str
    count: int
    of: int
    label: str


class LighthousePanel(msgspec.Struct, frozen=True):
    """Data for the middle of the table, rendered by `panel.html`."""

    counts: tuple[Count, Count]
    is_bright: bool
    cans: tuple[CardFront, ...]
    fresh: bool


class LighthousePresenter(GamePresenter):
    """Lighthouse: a tower, its lamps, and the cans of the last night."""

    game: ClassVar[str] = "lighthouse"
    folder: ClassVar[Path | None] = Path(__file__).parent
    outlines: ClassVar = {"keepers": "shield"}
    card_art: ClassVar = {"oil": "oil", "water": "water"}
    portraits: ClassVar[str] = ART
    screen_styles: ClassVar[tuple[str, ...]] = ("games/lighthouse/screen.css",)
    tips: ClassVar[tuple[Tip, ...]] = (
        Tip("card", "deal", N_("Hold your card to see whether you keep the light or wreck it. Show it to nobody.")),
        Tip("pour", "asked:pour", N_("All pour at once. The cans are shuffled before anybody sees them.")),
        Tip("look", "CanSeen", N_("The watch alone knows what was in the can, and may say what they like.")),
    )

    def board(self, view: View[Board], teller: Teller, asked: SeatSet, first_new_event: int) -> BoardModel:
        board, told = view.board, [(event, text) for event in view.events if (text := teller.event(event))]
        last = next((event for event, _ in reversed(told) if isinstance(event, NightPassed)), None)
        headline = told[-1][1] if told else ""
        night = teller.event(last) if last is not None else ""
        line = (night if night != headline else "", teller.waiting(view.waiting))
        panel = LighthousePanel(
            (
                Count("bright", board.bright, NIGHTS, teller.fill(_BRIGHT, count=board.bright, of=NIGHTS)),
                Count("dark", board.dark, NIGHTS, teller.fill(_DARK, count=board.dark, of=NIGHTS)),
            ),
            last is None or last.is_bright,
            tuple(self.card_front(can, teller) for can in last.cans) if last is not None else (),
            last in view.events[first_new_event:],
        )
        return BoardModel(
            Stage(headline, " ".join(filter(None, line))),
            facts=(teller.text(N_("three bright nights win for the keepers, three dark ones for the wreckers")),),
            panel=Panel("games/lighthouse/panel.html", panel),
        )

    def portrait(self, side: str, seat: Seat) -> str:
        return "keeper" if side == "keepers" else "wrecker"

    def card_front(self, card: str, teller: Teller) -> CardFront:
        return msgspec.structs.replace(super().card_front(card, teller), sprite=ART)

    def closing_scene(self, view: View[Any], teller: Teller) -> tuple[str, ...]:
        return tuple(teller.event(event) for event in view.events if isinstance(event, BellRung))

    def closing_facts(self, view: View[Any], teller: Teller) -> tuple[str, ...]:
        return tuple(teller.event(event) for event in view.events if isinstance(event, NightPassed))
