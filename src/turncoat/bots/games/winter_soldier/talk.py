"""Topics and reasons of bots at Winter Soldier: who the Winter Soldier can be, and who helped an exposed agent."""

from collections.abc import Iterator
from typing import Any, ClassVar, Final

from turncoat.bots.games.resistance.talk import ResistanceReasons
from turncoat.bots.reasons import Reason, Stance, Topic
from turncoat.bots.wordings import Wordings, add_reasons
from turncoat.games.winter_soldier.events import Accused, CharacterShown
from turncoat.games.winter_soldier.roles import HYDRA, side_of
from turncoat.kernel.events import Event
from turncoat.kernel.seats import SEATS_IN, everyone
from turncoat.kernel.words import N_
from turncoat.missions import MissionRun, TeamNamed, TeamVoted

REASONS: Final[Wordings] = {
    "must-fail": (
        N_("Mission {mission} failed with them on it, and the Winter Soldier has to play Failure."),
        N_("After mission {mission} they could be the Winter Soldier."),
        N_("Mission {mission} had the Failure that the Winter Soldier has to play, and they were there!"),
        N_("It's no proof, but mission {mission} had the Failure that the Winter Soldier has to play."),
    ),
    "must-approve": (
        N_(
            "They have voted for every team so far ({count}), as the Winter Soldier has to when HYDRA is on it.",
            "They have voted for all {count} teams so far, as the Winter Soldier has to when HYDRA is on them.",
        ),
        N_("Yes {count} times: that is how the Winter Soldier votes."),
        N_("Yes, yes and yes again, {count} times: just as the Winter Soldier would have to!"),
        N_("Their {count} votes so far fit the Winter Soldier, who may not say no to HYDRA."),
    ),
    "cannot-be": (
        N_("There was no Failure on mission {mission}: they cannot be the Winter Soldier."),
        N_("The Winter Soldier would have had to play Failure on mission {mission}."),
        N_("No Failure on mission {mission}, so no Winter Soldier!"),
        N_("Mission {mission} had no Failure, so I need not look for the Winter Soldier there."),
    ),
    "with-agent": (
        N_("They picked {others}, and that turned out to be HYDRA."),
        N_("Their team had HYDRA on it: {others}."),
        N_("And who did they pick? {others}, of HYDRA!"),
        N_("It may be bad luck, but they picked HYDRA: {others}."),
    ),
    "for-agent": (
        N_("They voted for a team that turned out to have HYDRA on it: {others}."),
        N_("They said yes to HYDRA: {others}."),
        N_("They wanted a team with {others}, and that was HYDRA!"),
        N_("It's not much, but they supported a team with HYDRA on it: {others}."),
    ),
    "against-agent": (
        N_("They voted against a team that turned out to have HYDRA on it: {others}."),
        N_("They said no to HYDRA: {others}."),
        N_("They did not want {others}, and rightly so: HYDRA!"),
        N_("It's not much, but they were against a team with HYDRA on it: {others}."),
    ),
    "captain-picks": (
        N_("Captain America picked them for mission {mission}."),
        N_("Captain America wanted them on mission {mission}."),
        N_("If Captain America takes them on mission {mission}, that says something!"),
        N_("Captain America may have had a reason to pick them for mission {mission}."),
    ),
}
add_reasons(REASONS)


class WinterSoldierReasons(ResistanceReasons):
    """Reasons in games with missions, with clues to the Winter Soldier."""

    traitor_words: ClassVar[tuple[str, ...]] = ("hydr",)
    solid: ClassVar[frozenset[str]] = ResistanceReasons.solid | {"must-fail", "cannot-be"}

    def see(self, event: Event) -> None:
        super().see(event)
        if isinstance(event, Accused):
            denies = Stance((), "deny", True)
            self._begin(Topic("accusation", {event.accused: denies}, True, 1 << event.accused))
        elif isinstance(event, CharacterShown):
            self._begin(Topic("accusation", is_late=True))
            if side_of(event.role) == HYDRA:
                self._add(list(self._found_out(event)))

    def _found_out(self, event: CharacterShown) -> Iterator[Reason]:
        """Yield the reasons that follow from earlier votes for and against an exposed agent."""
        agent = 1 << event.seat
        others = everyone(self.ruleset.players) & ~agent
        for vote in self.votes:
            if vote.team & agent:
                yield from (
                    Reason("for-agent", seat, "suspect", others=agent) for seat in SEATS_IN[vote.approvals & others]
                )
                yield from (
                    Reason("against-agent", seat, "trust", others=agent) for seat in SEATS_IN[vote.rejections & others]
                )
                if vote.leader != event.seat:
                    yield Reason("with-agent", vote.leader, "suspect", others=agent)

    def _named(self, act: TeamNamed) -> None:
        super()._named(act)
        board: Any = self.view.board
        if act.leader == board.captain:
            others = act.team & ~(1 << act.leader)
            self._add([Reason("captain-picks", seat, "trust", act.situation.mission) for seat in SEATS_IN[others]])

    def _reasons_of_vote(self, act: TeamVoted) -> Iterator[Reason]:
        for reason in super()._reasons_of_vote(act):
            if reason.key == "approves-all":
                yield Reason("must-approve", reason.about, "suspect", count=reason.count)
            else:
                yield reason

    def reasons_of(self, run: MissionRun) -> Iterator[Reason]:
        yield from super().reasons_of(run)
        number = run.situation.mission
        if not run.fails:
            yield from (Reason("cannot-be", seat, "trust", number) for seat in SEATS_IN[run.team])
        elif not run.success:
            yield from (Reason("must-fail", seat, "suspect", number) for seat in SEATS_IN[run.team])
