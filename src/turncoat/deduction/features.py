"""Features by which the model weighs an act, with their names.

An act is weighed for one possible set of traitors at a time. Only two properties of the set matter to the model: the
team's *composition* (the number of traitors on the team, up to three, and whether the leader is one), and the voters
in the set. So an act has features of the whole table, of each voter who is a traitor, and of each other voter, each
of them per composition.

A feature is a short text such as `vote.margin reject on 2`. The parameters map these texts to numbers. A feature
begins with its *stem*, which is the same for all compositions, and ends with a value taken from the composition.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from turncoat.kernel.seats import SEATS_IN, Seat, SeatSet
from turncoat.missions import MissionRun, Situation, TeamAct, TeamNamed, TeamVoted

MOST_ABOARD: Final = 3
"""Cap on the number of traitors counted on a team."""
COMPOSITION_COUNT: Final = 2 * (MOST_ABOARD + 1)
"""Number of compositions. Their indices are `2 * aboard + leads`."""
ON: Final = ("off", "on")
LEADS: Final = ("other", "traitor")


class TeamComposition(NamedTuple):
    """A team's relation to a set of traitors."""

    aboard: int
    """Number of traitors on the team, up to MOST_ABOARD."""
    leads: int
    """1 if the leader is a traitor, else 0."""


COMPOSITIONS: Final = tuple(TeamComposition(number // 2, number % 2) for number in range(COMPOSITION_COUNT))

Ending: TypeAlias = Callable[[TeamComposition], str | None]
"""Function from a composition to the end of a feature, or None if the feature does not apply to it."""


def aboard(of: TeamComposition) -> str:
    """Return the number of traitors on the team."""
    return str(of.aboard)


def few_aboard(of: TeamComposition) -> str:
    """Return the number of traitors on the team, up to two."""
    return str(min(2, of.aboard))


def some_aboard(of: TeamComposition) -> str:
    """Return "1" if any traitor is on the team, else "0"."""
    return str(min(1, of.aboard))


def others_aboard(of: TeamComposition) -> str | None:
    """Return the number of other traitors on a traitor's team, up to two, or None if the team has no traitor."""
    return str(min(2, of.aboard - 1)) if of.aboard else None


def led_few(of: TeamComposition) -> str | None:
    """Return the number of traitors on the team, up to two, or None if no traitor leads it."""
    return few_aboard(of) if of.leads else None


def led_some(of: TeamComposition) -> str | None:
    """Return whether any traitor is on the team ("0" or "1"), or None if no traitor leads it."""
    return some_aboard(of) if of.leads else None


def leads(of: TeamComposition) -> str:
    """Return whether the leader is a traitor."""
    return LEADS[of.leads]


def leads_few(of: TeamComposition) -> str:
    """Return whether the leader is a traitor, and the number of traitors on the team, up to two."""
    return f"{LEADS[of.leads]} {min(2, of.aboard)}"


def one_needed(of: TeamComposition) -> str:
    """Return whether the traitors on the team can fail a mission that needs one Fail."""
    return str(int(of.aboard >= 1))


def two_needed(of: TeamComposition) -> str:
    """Return whether the traitors on the team can fail a mission that needs two Fails."""
    return str(int(of.aboard >= 2))


def whatever(of: TeamComposition) -> str:
    """Return an empty string: the feature does not depend on the composition."""
    return ""


Stem: TypeAlias = tuple[str, Ending]
"""Beginning of a feature, and the function that gives its end for each composition."""


def features_of(stem: Stem) -> Iterator[str | None]:
    """Yield the feature of each composition in order, or None where it does not apply."""
    begins, ending = stem
    for of in COMPOSITIONS:
        end = ending(of)
        yield None if end is None else f"{begins} {end}" if end else begins


class BallotKind(NamedTuple):
    """Relevant properties of one ballot, besides the composition and the context of the vote."""

    ballot: str
    place: str
    """`leader`, or `on` or `off` the team."""
    record: str
    """The voter's missions: `suspect` if one failed, `clean` if all succeeded, `none` without any."""
    distance: int
    """Number of turns until the voter leads, up to MOST_TURNS. It is 0 for the leader."""


MOST_TURNS: Final = 3
PLACES: Final = (*ON, "leader")
RECORDS: Final = ("none", "clean", "suspect")
DISTANCES: Final = range(MOST_TURNS + 1)
BALLOT_KINDS: Final = tuple(
    BallotKind(ballot, place, record, distance)
    for ballot in ("reject", "approve")
    for place in PLACES
    for record in RECORDS
    for distance in DISTANCES
)
"""All kinds of ballots. They are looked up by index because nothing is looked up as often."""
APPROVAL: Final = len(BALLOT_KINDS) // 2
"""Offset from the index of a rejection to that of an approval from the same place."""
NO_BALLOT: Final = len(BALLOT_KINDS)
"""Index of a ballot that was not cast or says nothing."""


class TeamContext(NamedTuple):
    """Relevant properties of a proposed team, besides its composition."""

    leader_is_aboard: int
    """1 if the leader is on the team, else 0."""
    mission: int
    attempt: str
    score: str
    size: int
    suspects: int
    """Number of team members who were on a failed mission, up to 2, or -1 if none has failed."""
    proved: int
    """Number of team members who were only on successful missions, up to 2, or -1 if none has succeeded."""


class MissionContext(NamedTuple):
    """Relevant properties of a mission's cards, besides the composition of the team."""

    mission: int
    players: int
    score: str
    size: int
    fails: int
    """Up to 3."""


class VoteContext(NamedTuple):
    """Relevant properties of a vote as a whole."""

    players: int
    mission: int
    """Up to 3."""
    margin: int
    """Share of approvals, in fifths rounded down."""
    attempt: str
    score: str
    needed: int


def attempt_of(situation: Situation) -> str:
    """Return the stage of the round: first, later or last attempt."""
    if situation.is_last_attempt:
        return "last"
    return "first" if situation.attempt == 1 else "later"


def vote_context(act: TeamVoted) -> VoteContext:
    """Return the context shared by all ballots of a vote."""
    situation = act.situation
    return VoteContext(
        situation.players,
        min(3, situation.mission),
        margin_of(act),
        attempt_of(situation),
        score_of(situation),
        situation.fails_needed,
    )


def team_context(act: TeamNamed) -> TeamContext:
    """Return the context of a proposal."""
    situation, team = act.situation, act.team
    return TeamContext(
        team >> act.leader & 1,
        situation.mission,
        attempt_of(situation),
        score_of(situation),
        team.bit_count(),
        suspects_of(act),
        proved_of(act),
    )


def mission_context(act: MissionRun, fails: int) -> MissionContext:
    """Return the context of a mission's cards with this many telling Fails."""
    situation = act.situation
    return MissionContext(
        situation.mission, situation.players, score_of(situation), act.team.bit_count(), min(3, fails)
    )


def ballots_of(act: TeamVoted) -> list[int]:
    """Return the index in BALLOT_KINDS of each seat's ballot, or NO_BALLOT for a seat that cast none."""
    situation, approvals = act.situation, act.approvals
    players = situation.players
    found = [
        number + APPROVAL if approvals >> seat & 1 else number
        for seat, number in enumerate(_rejections(players, act.leader, act.team, situation.succeeded, situation.failed))
    ]
    if abstained := ~(approvals | act.rejections) & ((1 << players) - 1):
        for seat in SEATS_IN[abstained]:
            found[seat] = NO_BALLOT
    return found


@lru_cache(maxsize=1 << 12)
def _rejections(players: int, leader: Seat, team: SeatSet, succeeded: SeatSet, failed: SeatSet) -> tuple[int, ...]:
    """Return, for each seat, the index of its ballot if it rejects the team."""
    found = []
    for seat in range(players):
        distance = (seat - leader) % players
        place = team >> seat & 1 if distance else PLACES.index("leader")
        record = 2 if failed >> seat & 1 else succeeded >> seat & 1
        found.append((place * len(RECORDS) + record) * len(DISTANCES) + min(distance, MOST_TURNS))
    return tuple(found)


def margin_of(act: TeamVoted) -> int:
    """Return the share of approvals in fifths, at most four because a unanimous vote tells nobody apart."""
    return 5 * act.approvals.bit_count() // ((act.approvals | act.rejections).bit_count() + 1)


def score_of(situation: Situation) -> str:
    """Return the current successes and failures."""
    return f"{situation.successes}-{situation.failures}"


def suspects_of(act: TeamAct) -> int:
    """Return the number of team members who were on a failed mission, up to 2, or -1 if none has failed."""
    situation = act.situation
    return min(2, (act.team & situation.failed).bit_count()) if situation.failures else -1


def proved_of(act: TeamAct) -> int:
    """Return the number of team members only on successful missions, up to 2, or -1 if none has succeeded."""
    situation = act.situation
    return min(2, (act.team & situation.succeeded & ~situation.failed).bit_count()) if situation.successes else -1


def stems_of_ballot(kind: BallotKind, context: VoteContext) -> Iterator[Stem]:
    """Yield the features of a traitor's ballot."""
    ballot, place = kind.ballot, kind.place
    yield f"vote.record {ballot} {place} {kind.record}", whatever
    yield f"vote.record.score {ballot} {place} {kind.record} {context.score}", whatever
    if place == "leader":
        yield f"vote.leader {ballot}", few_aboard
        yield f"vote.leader.margin {ballot} {context.margin}", whatever
        return
    yield f"vote {ballot} {place}", others_aboard if place == "on" else few_aboard
    yield f"vote.attempt {ballot} {context.attempt}", some_aboard
    yield f"vote.score {ballot} {context.score}", two_needed if context.needed > 1 else one_needed
    yield f"vote.leads {ballot} {place}", leads_few
    yield f"vote.distance {ballot} {kind.distance}", some_aboard
    yield f"vote.margin {ballot} {place} {context.margin}", whatever
    yield f"vote.margin.players {ballot} {place} {context.players} {context.margin}", whatever
    yield f"vote.margin.mission {ballot} {place} {context.mission} {context.margin}", whatever


def stems_of_loyal_ballot(kind: BallotKind, context: VoteContext) -> Iterator[Stem]:
    """Yield the features of a loyal player's ballot, who may have found out more than the cards say."""
    yield f"loyal {kind.ballot} {kind.place}", few_aboard
    yield f"loyal.score {kind.ballot} {context.score}", some_aboard


def stems_of_vote(context: VoteContext) -> Iterator[Stem]:
    """Yield the features of a vote as a whole."""
    yield f"votes {context.margin}", few_aboard


def stems_of_team(context: TeamContext) -> Iterator[Stem]:
    """Yield the features of a proposed team."""
    yield f"team {ON[context.leader_is_aboard]}", led_few
    yield f"team.mission {context.mission}", led_few
    yield f"team.attempt {context.attempt}", led_few
    yield f"team.score {context.score}", led_few
    yield f"team.size {context.size}", led_few
    if context.suspects >= 0:
        yield f"team.suspects {context.suspects}", led_some
    if context.proved >= 0:
        yield f"team.proved {context.proved}", led_some


def stems_of_mission(context: MissionContext) -> Iterator[Stem]:
    """Yield the features of a mission's cards."""
    few = min(2, context.fails)
    yield f"cards {context.mission} {context.fails}", aboard
    yield f"cards.players {context.players} {min(1, context.fails)}", few_aboard
    yield f"cards.score {context.score} {few}", aboard
    yield f"cards.size {context.size} {few}", aboard
    yield f"cards.leads {few}", leads_few


def _feature_kinds() -> frozenset[str]:
    vote = VoteContext(players=5, mission=1, margin=0, attempt="first", score="0-0", needed=1)
    team = TeamContext(leader_is_aboard=1, mission=1, attempt="first", score="0-0", size=2, suspects=0, proved=0)
    mission = MissionContext(mission=1, players=5, score="0-0", size=2, fails=0)
    stems = [*stems_of_team(team), *stems_of_vote(vote), *stems_of_mission(mission)]
    for ballot in BALLOT_KINDS:
        stems += [*stems_of_ballot(ballot, vote), *stems_of_loyal_ballot(ballot, vote)]
    return frozenset(begins.partition(" ")[0] for begins, _ in stems)


FEATURE_KINDS: Final = _feature_kinds()
"""The first words of all features."""
