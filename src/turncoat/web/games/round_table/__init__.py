"""Presentation of Round Table: the board of The Resistance, with drawings and scenes of its own."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from turncoat.games.round_table.lancelots import CHAPTER as LANCELOTS
from turncoat.games.round_table.lancelots import SWITCH, AllegianceTurned, allegiance_cards, laid_cards
from turncoat.games.round_table.tables import EVIL
from turncoat.kernel.events import Event
from turncoat.kernel.seats import NOBODY, SeatSet, seats_in
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.telling import Teller
from turncoat.web.board.model import BoardModel, CardFront, FaceUpCard, ScenePart
from turncoat.web.games.resistance import ResistancePresenter
from turncoat.web.games.round_table.drawings import CARD_ART, PLACES, SPRITE
from turncoat.web.games.round_table.end import closing_scene, who_deceived_whom
from turncoat.web.games.round_table.guide import TIPS
from turncoat.web.games.round_table.scenes import scene_of, with_scenes

_DECIDES: Final = N_("three failures end it; three successes bring the assassination")
_GOES: Final = N_("Rejected teams in this round: {track} of {limit}. After {limit} the next team goes without a vote.")
_GOES_SOON: Final = N_("One more rejection, and the next team goes without a vote.")
_GOES_NOW: Final = N_("The next team goes without a vote.")
_LAID: Final = N_("allegiance cards, round by round: {cards}")
_LEFT: Final = N_("allegiance cards to come: {cards}")
_TIMES: Final = N_("{count} × {card:word}")


class RoundTablePresenter(ResistancePresenter):
    """Presenter of Round Table."""

    game = "round-table"
    cover = "games/round-table/cover.svg"
    better_known_as = N_("The Resistance: Avalon")
    own_texts = 4288
    own_texts_with: ClassVar = {}
    short_rules = "games/round-table/rules/short.html"
    strategy = "games/round-table/rules/tips.html"
    outlines: ClassVar = {"good": "shield"}
    uniforms = "games/round-table/roles.svg"
    plain_roles: ClassVar = {"good": "knight", "evil": "minion"}
    card_art: ClassVar = {**CARD_ART}
    tips = TIPS
    passes: ClassVar = {}
    rejected_label = N_("Rejected teams in this round: {track} of {limit}. At {limit} evil wins.")
    last_rejection = N_("One more rejection and evil wins.")

    def board(self, view: View[Any], teller: Teller, asked: SeatSet, first_new_event: int) -> BoardModel:
        board = super().board(view, teller, asked, first_new_event)
        stage = replace(board.stage, cards=tuple(replace(card, sprite=SPRITE) for card in board.stage.cards))
        slots = (replace(slot, art=PLACES[slot.number - 1], sprite=SPRITE) for slot in board.mission_slots)
        board = replace(
            board,
            stage=with_scenes(stage, view, teller, asked, view.events[first_new_event:]),
            mission_slots=tuple(slots),
            known_sides=dict.fromkeys(seats_in(view.board.evil), EVIL),
            facts=(*board.facts, *_allegiance(view, teller)),
        )
        if view.board.fifth_goes:
            label = teller.fill(_GOES, track=board.rejected, limit=board.rejected_limit)
            board = replace(board, rejected_label=label)
        if view.board.assassin is not None:  # nobody leads or is on a team any more
            board = replace(board, leader=None, team=NOBODY, ballots={}, new_ballots=NOBODY)
        return board

    def turned_cards(self, events: Sequence[Event], teller: Teller) -> tuple[FaceUpCard, ...]:
        return tuple(replace(card, sprite=SPRITE) for card in super().turned_cards(events, teller))

    def card_front(self, card: str, teller: Teller) -> CardFront:
        return replace(super().card_front(card, teller), sprite=SPRITE)

    def scene(self, view: View[Any], events: Sequence[Event], teller: Teller) -> ScenePart:
        return scene_of(super().scene(view, events, teller), view, events, teller)

    def last_chance(self, view: View[Any], teller: Teller, track: int) -> str:
        if view.ruleset.option("fifth-team") != "goes":
            return super().last_chance(view, teller, track)
        left = view.board.rejections - 1 - track
        return teller.text(_GOES_SOON if left == 1 else _GOES_NOW) if left in (0, 1) else ""

    def decides(self, view: View[Any], teller: Teller) -> str:
        return teller.text(_DECIDES)

    def who_deceived_whom(self, view: View[Any], teller: Teller) -> str:
        return who_deceived_whom(view, teller)

    def closing_scene(self, view: View[Any], teller: Teller) -> tuple[str, ...]:
        return closing_scene(view, teller)


def _allegiance(view: View[Any], teller: Teller) -> Iterator[str]:
    """Yield the allegiance cards that lie open above the rounds, or those that are still in the deck."""
    if not view.ruleset.has(LANCELOTS):
        return
    laid = laid_cards(view.board)
    if laid:
        yield teller.fill(_LAID, cards=", ".join(map(teller.word, laid)))
        return
    turned = Counter(event.card for event in view.events if isinstance(event, AllegianceTurned))
    left = Counter(allegiance_cards(view.ruleset)) - turned
    if left:
        cards = sorted(left.items(), key=lambda item: item[0] != SWITCH)
        yield teller.fill(_LEFT, cards=", ".join(teller.fill(_TIMES, count=count, card=card) for card, count in cards))
