"""The features by which the model weighs an act: what is counted of it, by name.

An act is weighed for one possible set of traitors at a time. Of that set only two things matter to the model: the
team's *composition* (how many traitors are on the team, up to three, and whether the leader is one), and which of the
voters are in the set. So an act has features of the whole table, of each voter who is a traitor, and of each other
voter; all of them for each composition.

A feature is a short text such as `vote.margin reject on 2`; the parameters are a table from such texts to numbers. It
begins with its *stem*, which is the same for all compositions, and ends with what it takes from the composition.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from turncoat.kernel.seats import SEATS_IN, Seat, SeatSet
from turncoat.missions import MissionRun, Situation, TeamAct, TeamNamed, TeamVoted

MOST_ABOARD: Final = 3
"""More traitors on a team than this count as this many."""
COMPOSITION_COUNT: Final = 2 * (MOST_ABOARD + 1)
"""How many compositions there are; each has the number `2 * aboard + leads`."""
ON: Final = ("off", "on")
LEADS: Final = ("other", "traitor")


class TeamComposition(NamedTuple):
    """What a set of traitors means for a team."""

    aboard: int
    """How many of the team are traitors, up to MOST_ABOARD."""
    leads: int
    """1 where the leader is a traitor, else 0."""


COMPOSITIONS: Final = tuple(TeamComposition(number // 2, number % 2) for number in range(COMPOSITION_COUNT))

Ending: TypeAlias = Callable[[TeamComposition], str | None]
"""What a feature takes from the composition; None where it is not counted for that one."""


def aboard(of: TeamComposition) -> str:
    """How many traitors are on the team."""
    return str(of.aboard)


def few_aboard(of: TeamComposition) -> str:
    """The same, up to two."""
    return str(min(2, of.aboard))


def some_aboard(of: TeamComposition) -> str:
    """Whether there is one."""
    return str(min(1, of.aboard))


def others_aboard(of: TeamComposition) -> str | None:
    """How many there are besides oneself, who is on the team, up to two."""
    return str(min(2, of.aboard - 1)) if of.aboard else None


def led_few(of: TeamComposition) -> str | None:
    """How many are on a team that a traitor leads, up to two."""
    return few_aboard(of) if of.leads else None


def led_some(of: TeamComposition) -> str | None:
    """Whether there is one on a team that a traitor leads."""
    return some_aboard(of) if of.leads else None


def leads(of: TeamComposition) -> str:
    """Whether the leader is a traitor."""
    return LEADS[of.leads]


def leads_few(of: TeamComposition) -> str:
    """Whether the leader is a traitor, and how many are on the team, up to two."""
    return f"{LEADS[of.leads]} {min(2, of.aboard)}"


def one_needed(of: TeamComposition) -> str:
    """Whether there are enough on the team for a failure, where one is."""
    return str(int(of.aboard >= 1))


def two_needed(of: TeamComposition) -> str:
    """The same where two are."""
    return str(int(of.aboard >= 2))


def whatever(of: TeamComposition) -> str:
    """Nothing of the composition."""
    return ""


Stem: TypeAlias = tuple[str, Ending]
"""How a feature begins, and how it ends for each composition."""


def features_of(stem: Stem) -> Iterator[str | None]:
    """The feature of each composition in turn; None where there is none."""
    begins, ending = stem
    for of in COMPOSITIONS:
        end = ending(of)
        yield None if end is None else f"{begins} {end}" if end else begins


class BallotKind(NamedTuple):
    """What matters of one ballot, besides the composition and the context of the vote."""

    ballot: str
    place: str
    """`leader`, `on` or `off` the team."""
    record: str
    """How the voter's missions went: `suspect` where one failed, `clean` where all succeeded, `none` without any."""
    distance: int
    """In how many turns the voter will be the leader, up to MOST_TURNS; 0 for the leader."""


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
"""All kinds of ballots, by number: nothing is looked up as often as ballots."""
APPROVAL: Final = len(BALLOT_KINDS) // 2
"""What to add to the number of a rejection to get that of an approval from the same place."""
NO_BALLOT: Final = len(BALLOT_KINDS)
"""The number of a ballot that was not cast, or says nothing."""


class TeamContext(NamedTuple):
    """What matters of a team that somebody names, besides its composition."""

    leader_is_aboard: int
    """1 where the leader is on the team, else 0."""
    mission: int
    attempt: str
    score: str
    size: int
    suspects: int
    """How many of the team were on a mission that failed, up to 2; -1 where none has failed."""
    proved: int
    """How many of the team were only on missions that succeeded, up to 2; -1 where none has succeeded."""


class MissionContext(NamedTuple):
    """What matters of the cards of a mission, besides the composition of the team."""

    mission: int
    players: int
    score: str
    size: int
    fails: int
    """Up to 3."""


class VoteContext(NamedTuple):
    """What matters of a vote as a whole."""

    players: int
    mission: int
    """Up to 3."""
    margin: int
    """How many in five approved."""
    attempt: str
    score: str
    needed: int


def attempt_of(situation: Situation) -> str:
    """How late in the round it is."""
    if situation.is_last_attempt:
        return "last"
    return "first" if situation.attempt == 1 else "later"


def vote_context(act: TeamVoted) -> VoteContext:
    """What is the same for all ballots of a vote."""
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
    """What matters of naming a team."""
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
    """What matters about the cards of a mission with this many telling Fails."""
    situation = act.situation
    return MissionContext(
        situation.mission, situation.players, score_of(situation), act.team.bit_count(), min(3, fails)
    )


def ballots_of(act: TeamVoted) -> list[int]:
    """Each seat's ballot, by its number among BALLOT_KINDS; NO_BALLOT for a seat that cast none."""
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
    """For each seat the number of its ballot if it rejects the team."""
    found = []
    for seat in range(players):
        distance = (seat - leader) % players
        place = team >> seat & 1 if distance else PLACES.index("leader")
        record = 2 if failed >> seat & 1 else succeeded >> seat & 1
        found.append((place * len(RECORDS) + record) * len(DISTANCES) + min(distance, MOST_TURNS))
    return tuple(found)


def margin_of(act: TeamVoted) -> int:
    """How many in five approved: at most four, since a unanimous vote tells nobody apart."""
    return 5 * act.approvals.bit_count() // ((act.approvals | act.rejections).bit_count() + 1)


def score_of(situation: Situation) -> str:
    """Successes and failures so far."""
    return f"{situation.successes}-{situation.failures}"


def suspects_of(act: TeamAct) -> int:
    """How many of the team were on a mission that failed."""
    situation = act.situation
    return min(2, (act.team & situation.failed).bit_count()) if situation.failures else -1


def proved_of(act: TeamAct) -> int:
    """How many of the team were only on missions that succeeded."""
    situation = act.situation
    return min(2, (act.team & situation.succeeded & ~situation.failed).bit_count()) if situation.successes else -1


def stems_of_ballot(kind: BallotKind, context: VoteContext) -> Iterator[Stem]:
    """The features of a traitor's ballot."""
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
    """The features of a loyal player's ballot: they may have found out what no card says."""
    yield f"loyal {kind.ballot} {kind.place}", few_aboard
    yield f"loyal.score {kind.ballot} {context.score}", some_aboard


def stems_of_vote(context: VoteContext) -> Iterator[Stem]:
    """The features of a vote as a whole."""
    yield f"votes {context.margin}", few_aboard


def stems_of_team(context: TeamContext) -> Iterator[Stem]:
    """The features of a team that somebody names."""
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
    """The features of the cards of a mission."""
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
