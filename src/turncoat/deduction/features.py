"""The features by which the model weighs an act: what is counted of it, by name.

An act is looked at for one thought-of set of traitors at a time. As far as the model goes, only this matters of the
set: its *class* (how many traitors are on the team, up to three, and whether the leader is one), and which of the
voters are in it. So the features of an act are those of the whole table, those of each voter who is a traitor, and
those of each other voter; all of them for each class.

A feature is a short text such as `vote.margin reject on 2`; the parameters are a table from such texts to numbers. It
begins with what is the same for all classes, its *stem*; the end is what it takes of the class.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from turncoat.kernel.seats import SEATS_IN, Seat, SeatSet
from turncoat.missions import MissionRun, Situation, TeamAct, TeamNamed, TeamVoted

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

Ending: TypeAlias = Callable[[Class], str | None]
"""What a feature takes of the class; None where it is not counted for that class."""


def aboard(of: Class) -> str:
    """How many traitors are on the team."""
    return str(of.aboard)


def few_aboard(of: Class) -> str:
    """The same, up to two."""
    return str(min(2, of.aboard))


def some_aboard(of: Class) -> str:
    """Whether there is one."""
    return str(min(1, of.aboard))


def others_aboard(of: Class) -> str | None:
    """How many there are besides oneself, who is on the team, up to two."""
    return str(min(2, of.aboard - 1)) if of.aboard else None


def led_few(of: Class) -> str | None:
    """How many are on a team that a traitor leads, up to two."""
    return few_aboard(of) if of.leads else None


def led_some(of: Class) -> str | None:
    """Whether there is one on a team that a traitor leads."""
    return some_aboard(of) if of.leads else None


def leads(of: Class) -> str:
    """Whether the leader is a traitor."""
    return LEADS[of.leads]


def leads_few(of: Class) -> str:
    """Whether the leader is a traitor, and how many are on the team, up to two."""
    return f"{LEADS[of.leads]} {min(2, of.aboard)}"


def one_needed(of: Class) -> str:
    """Whether there are enough on the team for a failure, where one is."""
    return str(int(of.aboard >= 1))


def two_needed(of: Class) -> str:
    """The same where two are."""
    return str(int(of.aboard >= 2))


def whatever(of: Class) -> str:
    """Nothing of the class."""
    return ""


Stem: TypeAlias = tuple[str, Ending]
"""How a feature begins, and how it ends for each class."""


def features_of(stem: Stem) -> Iterator[str | None]:
    """The feature of each class in turn; None where there is none."""
    begins, ending = stem
    for of in ALL_CLASSES:
        end = ending(of)
        yield None if end is None else f"{begins} {end}" if end else begins


class Vote(NamedTuple):
    """What matters of one ballot, besides the class and what is the same for all of the vote."""

    ballot: str
    place: str
    """`leader`, `on` or `off` the team."""
    distance: int
    """In how many turns the voter leads, up to MOST_TURNS; 0 for the leader."""


MOST_TURNS: Final = 3
PLACES: Final = (*ON, "leader")
DISTANCES: Final = range(MOST_TURNS + 1)
VOTES: Final = tuple(
    Vote(ballot, place, distance) for ballot in ("reject", "approve") for place in PLACES for distance in DISTANCES
)
"""All kinds of ballots. They have numbers because nothing is looked at as often as ballots."""
APPROVAL: Final = len(VOTES) // 2
"""By so much the number of an approval is higher than that of a rejection from the same place."""
NO_BALLOT: Final = len(VOTES)
"""The number of a ballot that was not cast, or says nothing."""


class Naming(NamedTuple):
    """What matters of a team that somebody names, besides the class."""

    goes_along: int
    """1 where the leader is on the team, else 0."""
    mission: int
    attempt: str
    score: str
    size: int
    suspects: int
    """How many of the team were on a mission that failed, up to 2; -1 where none has failed."""
    proved: int
    """How many of the team were only on missions that succeeded, up to 2; -1 where none has succeeded."""


class Running(NamedTuple):
    """What matters of the cards of a mission, besides the class."""

    mission: int
    players: int
    score: str
    size: int
    fails: int
    """Up to 3."""


class Voting(NamedTuple):
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


def voting_of(act: TeamVoted) -> Voting:
    """What is the same for all ballots of a vote."""
    situation = act.situation
    return Voting(
        situation.players,
        min(3, situation.mission),
        margin_of(act),
        attempt_of(situation),
        score_of(situation),
        situation.fails_needed,
    )


def naming_of(act: TeamNamed) -> Naming:
    """What matters of naming a team."""
    situation, team = act.situation, act.team
    return Naming(
        team >> act.leader & 1,
        situation.mission,
        attempt_of(situation),
        score_of(situation),
        team.bit_count(),
        suspects_of(act),
        proved_of(act),
    )


def running_of(act: MissionRun, fails: int) -> Running:
    """What matters of the cards of a mission, of which so many say something as fails."""
    situation = act.situation
    return Running(situation.mission, situation.players, score_of(situation), act.team.bit_count(), min(3, fails))


def ballots_of(act: TeamVoted) -> list[int]:
    """Each seat's ballot, by its number among VOTES; NO_BALLOT for who cast none."""
    players, approvals = act.situation.players, act.approvals
    found = [
        number + APPROVAL if approvals >> seat & 1 else number
        for seat, number in enumerate(_rejections(players, act.leader, act.team))
    ]
    if abstained := ~(approvals | act.rejections) & ((1 << players) - 1):
        for seat in SEATS_IN[abstained]:
            found[seat] = NO_BALLOT
    return found


@lru_cache(maxsize=1 << 12)
def _rejections(players: int, leader: Seat, team: SeatSet) -> tuple[int, ...]:
    """For each seat the number of its ballot, were it to reject the team."""
    found = []
    for seat in range(players):
        distance = (seat - leader) % players
        place = team >> seat & 1 if distance else PLACES.index("leader")
        found.append(place * len(DISTANCES) + min(distance, MOST_TURNS))
    return tuple(found)


def margin_of(act: TeamVoted) -> int:
    """How many in five approved; not all five, for then nobody differs."""
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


def stems_of_vote(vote: Vote, voting: Voting) -> Iterator[Stem]:
    """The features of a traitor's ballot."""
    ballot, place = vote.ballot, vote.place
    if place == "leader":
        yield f"vote.leader {ballot}", few_aboard
        yield f"vote.leader.margin {ballot} {voting.margin}", whatever
        return
    yield f"vote {ballot} {place}", others_aboard if place == "on" else few_aboard
    yield f"vote.attempt {ballot} {voting.attempt}", some_aboard
    yield f"vote.score {ballot} {voting.score}", two_needed if voting.needed > 1 else one_needed
    yield f"vote.leads {ballot} {place}", leads_few
    yield f"vote.distance {ballot} {vote.distance}", some_aboard
    yield f"vote.margin {ballot} {place} {voting.margin}", whatever
    yield f"vote.margin.players {ballot} {place} {voting.players} {voting.margin}", whatever
    yield f"vote.margin.mission {ballot} {place} {voting.mission} {voting.margin}", whatever


def stems_of_loyal_vote(vote: Vote, voting: Voting) -> Iterator[Stem]:
    """The features of a ballot of somebody who is no traitor: they may have found out what no card says."""
    yield f"loyal {vote.ballot} {vote.place}", few_aboard
    yield f"loyal.score {vote.ballot} {voting.score}", some_aboard


def stems_of_all_votes(voting: Voting) -> Iterator[Stem]:
    """The features of a vote as a whole."""
    yield f"votes {voting.margin}", few_aboard


def stems_of_naming(naming: Naming) -> Iterator[Stem]:
    """The features of a team that somebody names."""
    yield f"team {ON[naming.goes_along]}", led_few
    yield f"team.mission {naming.mission}", led_few
    yield f"team.attempt {naming.attempt}", led_few
    yield f"team.score {naming.score}", led_few
    yield f"team.size {naming.size}", led_few
    if naming.suspects >= 0:
        yield f"team.suspects {naming.suspects}", led_some
    if naming.proved >= 0:
        yield f"team.proved {naming.proved}", led_some


def stems_of_mission(running: Running) -> Iterator[Stem]:
    """The features of the cards of a mission."""
    few = min(2, running.fails)
    yield f"cards {running.mission} {running.fails}", aboard
    yield f"cards.players {running.players} {min(1, running.fails)}", few_aboard
    yield f"cards.score {running.score} {few}", aboard
    yield f"cards.size {running.size} {few}", aboard
    yield f"cards.leads {few}", leads_few
