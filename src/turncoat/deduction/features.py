"""The features by which the model weighs an act: what is counted of it, by name.

An act is looked at for one thought-of set of traitors at a time. As far as the model goes, only this matters of the
set: its *class* (how many traitors are on the team, up to three, and whether the leader is one), and which of the
voters are in it. So the features of an act are those of the whole table, those of each voter who is a traitor, and
those of each other voter; all of them for each class.

A feature is a short text such as `vote.margin reject on 2`; the parameters are a table from such texts to numbers.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from turncoat.kernel.acts import Act, MissionRun, Situation, TeamNamed, TeamVoted
from turncoat.kernel.seats import Seat

MOST_ABOARD: Final = 3
"""More traitors on a team than this count as this many."""
CLASSES: Final = 2 * (MOST_ABOARD + 1)
"""How many classes of sets there are: class `2 * aboard + leads`."""
ON: Final = ("off", "on")
LEADS: Final = ("other", "traitor")


class Class(NamedTuple):
    """What matters of a set of traitors as a whole."""

    aboard: int
    """How many of the team are traitors, up to MOST_ABOARD."""
    leads: int
    """1 where the leader is a traitor, else 0."""


ALL_CLASSES: Final = tuple(Class(number // 2, number % 2) for number in range(CLASSES))


class Vote(NamedTuple):
    """What matters of one ballot, besides the class."""

    ballot: str
    place: str
    """`leader`, `on` or `off` the team."""
    distance: int
    """In how many turns the voter leads, up to 3."""
    margin: int
    """How many in five approved."""
    attempt: str
    mission: int
    score: str
    suspects: int
    """How many of the team were on a mission that failed, up to 2; -1 before the first."""
    proved: int
    """How many of the team were only on missions that succeeded, up to 2; -1 before the first."""
    needed: int
    size: int


def attempt_of(situation: Situation) -> str:
    """How late in the round it is."""
    if situation.is_last_attempt:
        return "last"
    return "first" if situation.attempt == 1 else "later"


def votes_of(act: TeamVoted) -> Iterator[tuple[Seat, Vote]]:
    """Each ballot of a vote."""
    situation, team, leader = act.situation, act.team, act.leader
    players = situation.players
    voters = act.approvals | act.rejections
    margin = 5 * act.approvals.bit_count() // (voters.bit_count() + 1)
    common = (
        margin,
        attempt_of(situation),
        situation.mission,
        score_of(situation),
        suspects_of(act),
        proved_of(act),
        situation.fails_needed,
        team.bit_count(),
    )
    for seat in range(players):
        if voters >> seat & 1:
            ballot = "approve" if act.approvals >> seat & 1 else "reject"
            place = "leader" if seat == leader else ON[team >> seat & 1]
            yield seat, Vote(ballot, place, min(3, (seat - leader) % players), *common)


def score_of(situation: Situation) -> str:
    """Successes and failures so far."""
    return f"{situation.successes}-{situation.failures}"


def suspects_of(act: Act) -> int:
    """How many of the team were on a mission that failed."""
    situation = act.situation
    return min(2, (act.team & situation.failed).bit_count()) if situation.failures else -1


def proved_of(act: Act) -> int:
    """How many of the team were only on missions that succeeded."""
    situation = act.situation
    return min(2, (act.team & situation.succeeded & ~situation.failed).bit_count()) if situation.successes else -1


def features_of_vote(vote: Vote, of: Class) -> Iterator[str]:
    """The features of a traitor's ballot."""
    aboard, leads = of
    ballot, place = vote.ballot, vote.place
    some = min(1, aboard)
    if place == "leader":
        yield f"vote.leader {ballot} {min(2, aboard)}"
        yield f"vote.leader.margin {ballot} {vote.margin}"
        return
    others = min(2, aboard - (place == "on"))
    yield f"vote {ballot} {place} {others}"
    yield f"vote.attempt {ballot} {vote.attempt} {some}"
    yield f"vote.mission {ballot} {vote.mission} {some}"
    yield f"vote.score {ballot} {vote.score} {int(aboard >= vote.needed)}"
    yield f"vote.leads {ballot} {LEADS[leads]}"
    yield f"vote.distance {ballot} {vote.distance} {some}"
    yield f"vote.margin {ballot} {place} {vote.margin}"
    yield f"vote.size {ballot} {place} {vote.size}"
    if vote.suspects >= 0:
        yield f"vote.suspects {ballot} {place} {vote.suspects} {some}"
    if vote.proved >= 0:
        yield f"vote.proved {ballot} {place} {vote.proved}"


def features_of_loyal_vote(vote: Vote, of: Class) -> Iterator[str]:
    """The features of a ballot of somebody who is no traitor: they may have found out what no card says."""
    ballot, place, some = vote.ballot, vote.place, min(1, of.aboard)
    yield f"loyal {ballot} {place} {min(2, of.aboard)}"
    yield f"loyal.score {ballot} {vote.score} {some}"
    if vote.suspects >= 0:
        yield f"loyal.suspects {ballot} {place} {vote.suspects} {some}"


def features_of_all_votes(act: TeamVoted, of: Class) -> Iterator[str]:
    """The features of a vote as a whole."""
    voters = (act.approvals | act.rejections).bit_count()
    yield f"votes {min(2, of.aboard)} {5 * act.approvals.bit_count() // (voters + 1)}"


def features_of_naming(act: TeamNamed, of: Class) -> Iterator[str]:
    """The features of a team that somebody names."""
    if not of.leads:
        yield f"loyal.team {min(2, of.aboard)}"
        yield f"loyal.team.score {score_of(act.situation)} {min(2, of.aboard)}"
        return
    situation, place = act.situation, ON[act.team >> act.leader & 1]
    aboard = min(2, of.aboard)
    yield f"team {place} {aboard}"
    yield f"team.mission {situation.mission} {aboard}"
    yield f"team.attempt {attempt_of(situation)} {aboard}"
    yield f"team.score {score_of(situation)} {aboard}"
    yield f"team.size {act.team.bit_count()} {aboard}"
    suspects, proved = suspects_of(act), proved_of(act)
    if suspects >= 0:
        yield f"team.suspects {suspects} {min(1, aboard)}"
    if proved >= 0:
        yield f"team.proved {proved} {min(1, aboard)}"


def features_of_mission(act: MissionRun, of: Class, fails: int) -> Iterator[str]:
    """The features of the cards of a mission."""
    situation = act.situation
    aboard, few = of.aboard, min(2, fails)
    yield f"cards {situation.mission} {aboard} {min(3, fails)}"
    yield f"cards.score {score_of(situation)} {aboard} {few}"
    yield f"cards.size {act.team.bit_count()} {aboard} {few}"
    yield f"cards.leads {LEADS[of.leads]} {min(2, aboard)} {few}"
