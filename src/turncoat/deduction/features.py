"""The features by which the model weighs an act: what is counted of it, by name.

An act is looked at for one thought-of set of traitors at a time. As far as the model goes, only this matters of the
set: its *class* (how many traitors are on the team, up to three, and whether the leader is one), and which of the
voters are in it. So the features of an act are those of the whole table, those of each voter who is a traitor, and
those of each other voter; all of them for each class.

A feature is a short text such as `vote.margin reject on 2`; the parameters are a table from such texts to numbers. It
begins with what is the same for all classes, its *stem*; the end is what it takes of the class.
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias

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


def votes_of(act: TeamVoted) -> Iterator[tuple[Seat, int]]:
    """Each ballot of a vote, by its number among VOTES."""
    team, leader, approvals, players = act.team, act.leader, act.approvals, act.situation.players
    voters = approvals | act.rejections
    for seat in range(players):
        if voters >> seat & 1:
            distance = (seat - leader) % players
            place = team >> seat & 1 if distance else PLACES.index("leader")
            number = (approvals >> seat & 1) * len(PLACES) + place
            yield seat, number * len(DISTANCES) + (distance if distance < MOST_TURNS else MOST_TURNS)


def margin_of(act: TeamVoted) -> int:
    """How many in five approved; not all five, for then nobody differs."""
    return 5 * act.approvals.bit_count() // ((act.approvals | act.rejections).bit_count() + 1)


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


def stems_of_all_votes(act: TeamVoted) -> Iterator[Stem]:
    """The features of a vote as a whole."""
    yield f"votes {margin_of(act)}", few_aboard


def stems_of_naming(act: TeamNamed) -> Iterator[Stem]:
    """The features of a team that somebody names."""
    situation = act.situation
    score = score_of(situation)
    yield f"team {ON[act.team >> act.leader & 1]}", led_few
    yield f"team.mission {situation.mission}", led_few
    yield f"team.attempt {attempt_of(situation)}", led_few
    yield f"team.score {score}", led_few
    yield f"team.size {act.team.bit_count()}", led_few
    suspects, proved = suspects_of(act), proved_of(act)
    if suspects >= 0:
        yield f"team.suspects {suspects}", led_some
    if proved >= 0:
        yield f"team.proved {proved}", led_some


def stems_of_mission(act: MissionRun, fails: int) -> Iterator[Stem]:
    """The features of the cards of a mission."""
    situation, few = act.situation, min(2, fails)
    yield f"cards {situation.mission} {min(3, fails)}", aboard
    yield f"cards.players {situation.players} {min(1, fails)}", few_aboard
    yield f"cards.score {score_of(situation)} {few}", aboard
    yield f"cards.size {act.team.bit_count()} {few}", aboard
    yield f"cards.leads {few}", leads_few
