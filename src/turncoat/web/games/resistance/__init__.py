"""Presentation of The Resistance and its modules."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from turncoat.games.resistance.events import TeamRejected
from turncoat.games.resistance.plot_thickens.deck import ICONS as PLOT_CARD_ART
from turncoat.games.resistance.roles import PLAIN, SIDES, SPIES_WIN
from turncoat.games.resistance.tables import MISSIONS
from turncoat.kernel.events import Event
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.seats import Seat, SeatSet, is_in, seat_set
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.telling import Teller
from turncoat.web.board.model import BoardModel, Deception, EndMission, ScenePart
from turncoat.web.board.presenter import GamePresenter
from turncoat.web.games.resistance.board import CARD_ART, ballots_of, rows_of, slot_of, stage_of
from turncoat.web.games.resistance.end import accusation_told, deceptions, decisive_vote, missions_of, trust_in
from turncoat.web.games.resistance.guide import TIPS
from turncoat.web.games.resistance.scenes import scene_of

_DECIDES: Final = N_("three successes or three failures decide")
_DECIDES_WITH_HUNTERS: Final = N_("three successes or three failures bring an accusation")
_SETTLED: Final = N_("The mission is being resolved.")
_MISSIONS: Final = N_("Missions: {count}")


class ResistancePresenter(GamePresenter):
    """Presenter of The Resistance: missions on a track, and a table of all ballots."""

    game = "resistance"
    cover = "games/resistance/cover.svg"
    own_texts = 3840
    own_texts_with: ClassVar = {"hunter": 4288}
    short_rules = "games/resistance/rules/short.html"
    strategy = "games/resistance/rules/tips.html"
    outlines: ClassVar = {"resistance": "shield"}
    uniforms = "games/resistance/roles.svg"
    plain_roles: ClassVar = PLAIN
    card_art: ClassVar = {**CARD_ART, **PLOT_CARD_ART}
    tips = TIPS
    passes: ClassVar = {"early-accusation": _SETTLED}
    rejected_label: ClassVar[str] = N_("Rejected teams in this round: {track} of {limit}. At {limit} the spies win.")
    """Label of the track of rejected teams."""
    last_rejection: ClassVar[str] = N_("One more rejection and the spies win.")
    """Consequence of the last rejection of a round, before it has happened."""

    def board(self, view: View[Any], teller: Teller, asked: SeatSet, first_new_event: int) -> BoardModel:
        board, fresh = view.board, view.events[first_new_event:]
        ballots, new_ballots = ballots_of(view, first_new_event)
        last_chance = self.last_chance(view, teller, board.track)
        return BoardModel(
            stage=stage_of(view, teller, asked, fresh, last_chance),
            mission_slots=tuple(slot_of(view, teller, mission, fresh) for mission in range(1, MISSIONS + 1)),
            rejected=board.track,
            rejected_limit=board.most_rejected,
            rejected_label=teller.fill(self.rejected_label, track=board.track, limit=board.most_rejected),
            last_chance=last_chance,
            facts=(self.decides(view, teller),),
            rows=rows_of(board, teller),
            leader=board.leader,
            team=board.team,
            ballots=ballots,
            new_ballots=new_ballots,
        )

    def scene(self, view: View[Any], events: Sequence[Event], teller: Teller) -> ScenePart:
        track = max((event.track for event in events if isinstance(event, TeamRejected)), default=0)
        last_chance = self.last_chance(view, teller, track)
        return scene_of(super().scene(view, events, teller), view.board, events, teller, last_chance)

    def last_chance(self, view: View[Any], teller: Teller, track: int) -> str:
        """Return what one more rejection brings after this many, if that is more than another team."""
        return teller.text(self.last_rejection) if track == view.board.rejections - 1 else ""

    def decides(self, view: View[Any], teller: Teller) -> str:
        """Return the condition that decides the game, in short."""
        return teller.text(_DECIDES_WITH_HUNTERS if view.ruleset.has("hunter") else _DECIDES)

    def closing_missions(self, view: View[Any], teller: Teller) -> tuple[EndMission, ...]:
        return missions_of(view, teller)

    def decisive_vote(self, view: View[Any], teller: Teller) -> str:
        return decisive_vote(view, teller)

    def who_deceived_whom(self, view: View[Any], teller: Teller) -> str:
        result, roles = view.board.result, view.board.roles
        if result is None or not all(roles):
            return ""
        spies = seat_set(seat for seat, role in enumerate(roles) if SIDES[role] == SPIES_WIN)
        accusation = accusation_told(view, teller)
        return accusation or trust_in(view, spies, spies_won=result.winner == SPIES_WIN, teller=teller)

    def deceptions(self, view: View[Any], teller: Teller) -> tuple[Deception, ...]:
        book, roles = rulebook(self.game), view.board.roles
        if view.board.result is None or not all(roles):
            return ()
        traitors = seat_set(
            seat for seat, role in enumerate(roles) if book.side_of(role, view.board) == book.hiding_side
        )
        return deceptions(view, traitors, teller, self.who_deceived_whom(view, teller))

    def about_seat(self, view: View[Any], seat: Seat, teller: Teller) -> str:
        results = view.board.results
        return teller.fill(_MISSIONS, count=sum(is_in(seat, result.team) for result in results)) if results else ""
