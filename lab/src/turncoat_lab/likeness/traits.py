"""Traits of games with missions, counted after the game, when everybody's side and cards are known.

A trait is a share or a mean over its occasions in the game. In one game it is a feature for the classifier. Over many
games it is a figure, such as the share of first missions that fail.

*Suspects* are seats that were on a mission that failed, other than the seat that decides. The *proven* were on one that
succeeded and on none that failed. A seat's ballots on its own team, and when a rejection loses the round, are counted
apart from its other ballots.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from turncoat.kernel.game import Game
from turncoat.kernel.seats import SEATS_IN, SPECTATOR, Seat, SeatSet
from turncoat.missions import MissionRun, TeamAct, TeamNamed, TeamVoted, team_acts
from turncoat.simulation.playing import traitors_of

MOST: Final = 5
"""Missions and attempts from this number on are counted together."""
NUMBERS: Final = range(1, MOST + 1)
SIDES: Final = ("loyal", "hiding")
PLACES: Final = ("aboard", "outside")
TEAMS_NAMED: Final = (*(f"teams for mission {mission}" for mission in NUMBERS), "teams for a mission")
"""Traits that are means. All others are shares."""

TRAITS: Final = (
    # missions: results and sabotage
    *(f"mission {mission} fails" for mission in NUMBERS),
    *(f"sabotage on mission {mission}" for mission in NUMBERS),
    *(f"traitors on mission {mission}" for mission in NUMBERS),
    *(f"cards that are Fails on mission {mission}" for mission in NUMBERS),
    "sabotage alone",
    "sabotage with a fellow",
    "sabotage to win",
    "sabotage not to lose",
    "fails beyond those needed",
    # teams
    *TEAMS_NAMED,
    *(f"{side} leader aboard" for side in SIDES),
    *(f"{side} leader takes suspects" for side in SIDES),
    *(f"{side} leader takes the proven" for side in SIDES),
    *(f"{side} leader keeps the team before" for side in SIDES),
    *(f"{side} leader takes neighbours" for side in SIDES),
    *(f"{side} leader takes traitors" for side in SIDES),
    "hiding leader takes a fellow on mission 1",
    "team rejected before",
    "seats kept after a success",
    "seats kept after a failure",
    # votes: results
    "first team approved",
    "unanimous approval",
    "unanimous rejection",
    "lone ballot",
    "majority's margin",
    *(f"team {attempt} of a mission approved" for attempt in NUMBERS),
    "clean team approved",
    "team that can fail approved",
    "clean team that wins approved",
    "team that can lose the game approved",
    # votes: ballots
    *(f"approvals on mission {mission}" for mission in NUMBERS),
    *(f"approvals of team {attempt} of a mission" for attempt in NUMBERS),
    *(f"{side} approvals on mission {mission}" for side in SIDES for mission in NUMBERS),
    *(f"approvals {where} on mission {mission}" for where in PLACES for mission in NUMBERS),
    *(f"{side} approvals of one's own team" for side in SIDES),
    *(f"{side} approvals of the last team" for side in SIDES),
    "traitors vote alike",
    "seats differ in how often they approve",
    *(f"{side} approvals aboard" for side in SIDES),
    *(f"{side} approvals outside" for side in SIDES),
    *(f"{side} approvals of suspects, aboard" for side in SIDES),
    *(f"{side} approvals of suspects, outside" for side in SIDES),
    *(f"{side} approvals of the proven" for side in SIDES),
    *(f"{side} approvals with traitors aboard" for side in SIDES),
    *(f"{side} approvals before a mission decides" for side in SIDES),
    *(f"{side} votes with the majority" for side in SIDES),
    *(f"{side} votes as before" for side in SIDES),
    *(f"{side} votes as before on the same team" for side in SIDES),
)
"""Every trait, in the order of a game's counts."""
_PLACE: Final = {trait: place for place, trait in enumerate(TRAITS)}


class Counts(msgspec.Struct, frozen=True):
    """Occasions of each trait in a game, and the sum of their outcomes (mostly 0 or 1 each)."""

    occasions: list[int] = msgspec.field(default_factory=lambda: [0] * len(TRAITS))
    sums: list[float] = msgspec.field(default_factory=lambda: [0.0] * len(TRAITS))

    def add(self, trait: str, came: float) -> None:
        """Count an occasion."""
        place = _PLACE[trait]
        self.occasions[place] += 1
        self.sums[place] += came


def acts_of(game: Game[Any], seat: Seat = SPECTATOR) -> Iterator[TeamAct]:
    """Yield the acts about teams as a seat saw them, in order."""
    return (act for before, event in game.view(seat).history() for act in team_acts(event, game.ruleset, before))


def sabotages_of(game: Game[Any], traitors: SeatSet) -> list[SeatSet]:
    """Return the saboteurs of each mission that was run. Every traitor's own view has its card."""
    found: list[SeatSet] = []
    for seat in SEATS_IN[traitors]:
        runs = [act for act in acts_of(game, seat) if isinstance(act, MissionRun)]
        found = found or [0] * len(runs)
        for number, act in enumerate(runs):
            if act.known_fails and act.team >> seat & 1:
                found[number] |= 1 << seat
    return found


def counts_of(game: Game[Any]) -> Counts:
    """Count the traits of a game that is over."""
    counts = Counts()
    traitors = traitors_of(game)
    sabotages = iter(sabotages_of(game, traitors))
    votes: list[TeamVoted] = []
    named: TeamNamed | None = None
    run: MissionRun | None = None
    for act in acts_of(game):
        match act:
            case TeamNamed():
                _count_team(counts, act, named, votes, traitors)
                named = act
            case TeamVoted():
                _count_vote(counts, act, votes, traitors)
                votes.append(act)
            case MissionRun():
                _count_mission(counts, act, next(sabotages), traitors)
                if run is not None:
                    kept = (act.team & run.team).bit_count() / min(act.team.bit_count(), run.team.bit_count())
                    counts.add(f"seats kept after a {'success' if run.success else 'failure'}", kept)
                run = act
    if len(votes) > 1:
        counts.add("seats differ in how often they approve", _spread(game.ruleset.players, votes))
    for mission, number in Counter(min(vote.situation.mission, MOST) for vote in votes).items():
        counts.add(f"teams for mission {mission}", number)
        counts.add("teams for a mission", number)
    return counts


def _spread(players: int, votes: Sequence[TeamVoted]) -> float:
    """Return the mean distance of the seats' approval rates from their mean."""
    often = [sum(vote.approvals >> seat & 1 for vote in votes) / len(votes) for seat in range(players)]
    mean = sum(often) / players
    return sum(abs(one - mean) for one in often) / players


def _count_mission(counts: Counts, run: MissionRun, sabotaged: SeatSet, traitors: SeatSet) -> None:
    now = run.situation
    mission, aboard = min(now.mission, MOST), run.team & traitors
    counts.add(f"mission {mission} fails", not run.success)
    counts.add(f"traitors on mission {mission}", aboard.bit_count() / run.team.bit_count())
    counts.add(f"cards that are Fails on mission {mission}", run.fails / run.team.bit_count())
    for seat in SEATS_IN[aboard]:
        does = sabotaged >> seat & 1
        counts.add(f"sabotage on mission {mission}", does)
        counts.add("sabotage alone" if aboard.bit_count() == 1 else "sabotage with a fellow", does)
        if now.failure_decides:
            counts.add("sabotage to win", does)
        if now.success_decides:
            counts.add("sabotage not to lose", does)
    if aboard.bit_count() > now.fails_needed:
        counts.add("fails beyond those needed", run.fails > now.fails_needed)


def _count_team(
    counts: Counts, act: TeamNamed, before: TeamNamed | None, votes: Sequence[TeamVoted], traitors: SeatSet
) -> None:
    now, team, leader = act.situation, act.team, act.leader
    side, size, others = SIDES[traitors >> leader & 1], act.team.bit_count(), act.team & ~(1 << act.leader)
    counts.add(f"{side} leader aboard", team >> leader & 1)
    if now.failed & ~(1 << leader):
        counts.add(f"{side} leader takes suspects", bool(others & now.failed))
    proven = now.succeeded & ~now.failed & ~(1 << leader)
    if proven:
        counts.add(f"{side} leader takes the proven", (others & proven).bit_count() / others.bit_count())
    if before is not None:
        counts.add(f"{side} leader keeps the team before", (team & before.team).bit_count() / size)
    beside = 1 << (leader + 1) % now.players | 1 << (leader - 1) % now.players
    counts.add(f"{side} leader takes neighbours", (others & beside).bit_count() / others.bit_count())
    counts.add(f"{side} leader takes traitors", (others & traitors).bit_count() / others.bit_count())
    if now.mission == 1 and side == "hiding":
        counts.add("hiding leader takes a fellow on mission 1", bool(others & traitors))
    if now.attempt > 1:
        rejected = [vote.team for vote in votes if vote.situation.mission == now.mission]
        counts.add("team rejected before", team in rejected)


def _count_vote(counts: Counts, act: TeamVoted, votes: Sequence[TeamVoted], traitors: SeatSet) -> None:
    now, team = act.situation, act.team
    mission, attempt = min(now.mission, MOST), min(now.attempt, MOST)
    yes, no = act.approvals.bit_count(), act.rejections.bit_count()
    if not votes:
        counts.add("first team approved", yes > no)
    counts.add("unanimous approval", not no)
    counts.add("unanimous rejection", not yes)
    counts.add("lone ballot", min(yes, no) == 1)
    counts.add("majority's margin", abs(yes - no) / (yes + no))
    counts.add(f"team {attempt} of a mission approved", yes > no)
    can_fail = (team & traitors).bit_count() >= now.fails_needed
    counts.add("team that can fail approved" if can_fail else "clean team approved", yes > no)
    if not can_fail and now.success_decides:
        counts.add("clean team that wins approved", yes > no)
    if can_fail and now.failure_decides:
        counts.add("team that can lose the game approved", yes > no)
    if traitors.bit_count() > 1:
        counts.add("traitors vote alike", traitors & act.approvals in (0, traitors))
    last = votes[-1] if votes else None
    same = next((vote for vote in reversed(votes) if vote.team == team), None)
    for seat in SEATS_IN[act.approvals | act.rejections]:
        side, approves, aboard = SIDES[traitors >> seat & 1], act.approvals >> seat & 1, team >> seat & 1
        where, suspects = PLACES[not aboard], now.failed & ~(1 << seat)
        counts.add(f"approvals on mission {mission}", approves)
        counts.add(f"{side} approvals on mission {mission}", approves)
        counts.add(f"approvals {where} on mission {mission}", approves)
        counts.add(f"approvals of team {attempt} of a mission", approves)
        counts.add(f"{side} votes with the majority", bool(approves) == (yes > no))
        if last is not None:
            counts.add(f"{side} votes as before", approves == last.approvals >> seat & 1)
        if same is not None:
            counts.add(f"{side} votes as before on the same team", approves == same.approvals >> seat & 1)
        if seat == act.leader:
            counts.add(f"{side} approvals of one's own team", approves)
            continue
        if now.is_last_attempt:
            counts.add(f"{side} approvals of the last team", approves)
            continue
        counts.add(f"{side} approvals {where}", approves)
        if team & suspects:
            counts.add(f"{side} approvals of suspects, {where}", approves)
        elif now.succeeded and not team & ~now.succeeded:
            counts.add(f"{side} approvals of the proven", approves)
        if team & traitors & ~(1 << seat):
            counts.add(f"{side} approvals with traitors aboard", approves)
        if now.is_decisive:
            counts.add(f"{side} approvals before a mission decides", approves)
