"""The value of a game with missions: the loyal side's share of wins when both sides play their best.

Two proofs meet. The *sabotage* is a strategy for those who hide: they look loyal in all they do, and make a few fixed
missions fail whenever they can. Nothing wins more than `Value.high` of the deals against it. The *plan* is a strategy
for the others: a team for each course of the game so far, which everybody may know. It wins `Value.low` of the deals,
whatever is done against it. Where the two are equal, neither side can do better, and that is the value.
lab/docs/value.md has the definition and the proof.

A hidden set is the seat set of those who hide. A *family* of hidden sets is a bit mask, with a bit for each set in the
order of `MissionGame.hidden_sets`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations, groupby
from typing import Final, TypeAlias

import msgspec

from turncoat.kernel.rulebooks import rulebook, titles_of
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SeatSet, everyone, seat_set, seats_in
from turncoat.kernel.words import N_, composed
from turncoat.missions import plan_of, situation_of

Family: TypeAlias = int
History: TypeAlias = tuple[bool, ...]
"""Results of the missions so far, True for a success."""
Plan: TypeAlias = Mapping[History, SeatSet]
"""The team of the next mission after each history that can still be won."""
Chance: TypeAlias = float | Fraction
"""A chance. Fractions are computed exactly."""
MixedSabotage: TypeAlias = Callable[[int, int, int], Chance | None]
"""The chance that a mission fails, by the numbers of successes and failures so far and of hiding seats on its team.

It is called only where they are enough, and they play just as many Fails as are needed. None leaves the choice to them.
"""

_NO_VALUE: Final = N_("no value is known for {rules}: {reason}")


class NoValueError(ValueError):
    """The value of a ruleset is not known. The message (a message id) says why."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class MissionGame(msgspec.Struct, frozen=True, dict=True):
    """The parts of a game with missions that determine its value."""

    players: int
    hiding: int
    """Number of players who hide."""
    missions: tuple[tuple[int, int], ...]
    """Team size of each mission, and the Fails that make it fail."""

    @property
    def wins(self) -> int:
        """Number of missions that win the game for either side, a majority."""
        return len(self.missions) // 2 + 1

    @cached_property
    def hidden_sets(self) -> tuple[SeatSet, ...]:
        """All possible sets of those who hide, which are equally likely."""
        return tuple(seat_set(seats) for seats in combinations(range(self.players), self.hiding))

    def saboteurs(self, mission: int, team: SeatSet) -> Family:
        """Return the sets with enough members on the team to make the mission, counted from 0, fail."""
        needed = self.missions[mission][1]
        return sum(1 << at for at, hidden in enumerate(self.hidden_sets) if (hidden & team).bit_count() >= needed)


class Value(msgspec.Struct, frozen=True):
    """Guarantees of both sides."""

    game: MissionGame
    plan: Plan
    beaten: tuple[SeatSet, ...]
    """Hidden sets that lose to the plan, whatever they do."""
    sabotage: tuple[int, ...]
    """The missions, counted from 0, that the hiding side makes fail whenever it can."""
    winnable: int
    """Maximum number of hidden sets that can be beaten then."""

    @property
    def low(self) -> Fraction:
        """The share of the deals that the plan wins."""
        return Fraction(len(self.beaten), len(self.game.hidden_sets))

    @property
    def high(self) -> Fraction:
        """The largest share of the deals that can be won against the sabotage."""
        return Fraction(self.winnable, len(self.game.hidden_sets))


def mission_game(ruleset: Ruleset) -> MissionGame:
    """Return the parts of a ruleset that determine its value. Raises NoValueError where other rules affect it."""
    book = rulebook(ruleset.game)
    reasons = {book.title: book.no_value}
    reasons |= {
        title: book.chapters[name].no_value for name in ruleset.modules for title in titles_of(book.name, [name])
    }
    for rules, reason in reasons.items():
        if reason:
            raise NoValueError(composed(_NO_VALUE, rules=rules, reason=reason))
    board = book.board(ruleset)
    plan, now = plan_of(board), situation_of(board)
    assert plan is not None  # whatever declares a value has missions
    assert now is not None
    hiding = sum(book.side_of(role) == book.hiding_side for role in book.role_cards(ruleset))
    game = MissionGame(ruleset.players, hiding, plan.missions)
    # The proof assumes that the others are a majority, that one of them leads in every round, and that most missions
    # win.
    assert 2 * hiding < ruleset.players
    assert hiding < plan.attempts
    assert len(plan.missions) == 2 * now.wins - 1
    return game


def value(game: MissionGame) -> Value:
    """Search for the best play of both sides, and count the deals that each can guarantee."""
    families = {missions: winnable(game, missions) for missions in combinations(range(len(game.missions)), game.wins)}
    sabotage = min(families, key=lambda missions: families[missions][0].bit_count())
    plan: Plan = {}
    for _, alike in groupby(families[sabotage], key=int.bit_count):
        plans = list(filter(None, (plan_against(game, family) for family in alike)))
        if plans:
            plan = min(plans, key=len)  # the shortest is the easiest to keep to
            break
    return Value(game, plan, beaten_by(game, plan), sabotage, families[sabotage][0].bit_count())


def winnable(game: MissionGame, sabotage: Sequence[int]) -> list[Family]:
    """Return the sets that lose if they make these missions fail whenever they can, as a family per choice of teams.

    Teams that differ only in the names of seats are the same choice. The largest families come first.
    """
    found: set[Family] = set()

    def choose(missions: Sequence[int], cells: Sequence[SeatSet], won: Family) -> None:
        if not missions:
            found.add(won)
            return
        mission, *others = missions
        for team, parts in distinct_teams(cells, game.missions[mission][0]):
            choose(others, parts, won | ~game.saboteurs(mission, team) & all_sets)

    all_sets = (1 << len(game.hidden_sets)) - 1
    choose(sabotage, [everyone(game.players)], 0)
    return sorted(found, key=lambda family: (-family.bit_count(), family))


def distinct_teams(cells: Sequence[SeatSet], size: int) -> Iterator[tuple[SeatSet, Sequence[SeatSet]]]:
    """Yield a team for each way to take some seats from each cell, and the cells that it leaves.

    Seats of a cell are interchangeable: they were on the same teams so far.
    """
    if not cells:
        if size == 0:
            yield 0, ()
        return
    seats = seats_in(cells[0])
    for count in range(min(size, len(seats)) + 1):
        aboard, ashore = seat_set(seats[:count]), seat_set(seats[count:])
        for others, parts in distinct_teams(cells[1:], size - count):
            yield aboard | others, (*filter(None, (aboard, ashore)), *parts)


def plan_against(game: MissionGame, family: Family) -> Plan | None:
    """Return a plan that beats every set of the family whatever it does, or None if there is none.

    Dynamic programming: after given results, only the sets that are still possible matter. All of them may let a
    mission succeed, and those with enough members on the team may make it fail. So a team is good if all of them can be
    beaten after a success, and the latter after a failure.
    """
    teams = [
        [(team, game.saboteurs(mission, team)) for team in map(seat_set, combinations(range(game.players), size))]
        for mission, (size, _) in enumerate(game.missions)
    ]
    good: dict[tuple[int, int, Family], SeatSet | None] = {}

    def good_team(successes: int, failures: int, possible: Family) -> SeatSet | None:
        key = successes, failures, possible
        if key not in good:
            good[key] = None
            if can_win(successes + 1, failures, possible):
                left: dict[Family, SeatSet] = {}  # a team for each family that may stay possible after a failure
                for team, saboteurs in teams[successes + failures]:
                    left.setdefault(saboteurs & possible, team)
                choices = sorted(left, key=int.bit_count)  # smaller families are more likely beaten
                good[key] = next((left[rest] for rest in choices if can_win(successes, failures + 1, rest)), None)
        return good[key]

    def can_win(successes: int, failures: int, possible: Family) -> bool:
        if successes == game.wins or not possible:
            return True
        return failures < game.wins and good_team(successes, failures, possible) is not None

    def follow(history: History, possible: Family) -> Iterator[tuple[History, SeatSet]]:
        failures = history.count(False)
        if len(history) - failures == game.wins or not possible:
            return
        team = good_team(len(history) - failures, failures, possible)
        assert team is not None
        yield history, team
        yield from follow((*history, True), possible)
        yield from follow((*history, False), possible & game.saboteurs(len(history), team))

    return dict(follow((), family)) if can_win(0, 0, family) else None


def beaten_by(game: MissionGame, plan: Plan) -> tuple[SeatSet, ...]:
    """Return the hidden sets that lose to a plan whatever they do. Every answer of every set is tried."""
    return tuple(hidden for hidden in game.hidden_sets if won_against(game, plan, hidden) == 1)


def won_against(
    game: MissionGame, plan: Plan, hidden: SeatSet, sabotage: MixedSabotage = lambda *situation: None
) -> Chance:
    """Return the share of games that a plan wins against this hidden set, with this sabotage and otherwise best
    play."""

    def won(history: History) -> Chance:
        failures = history.count(False)
        successes = len(history) - failures
        if game.wins in (successes, failures):
            return int(successes == game.wins)
        team = plan.get(history)
        if team is None:
            return 0
        success, aboard = won((*history, True)), (hidden & team).bit_count()
        if aboard < game.missions[len(history)][1]:
            return success
        failure, chance = won((*history, False)), sabotage(successes, failures, aboard)
        return min(success, failure) if chance is None else (1 - chance) * success + chance * failure

    return won(())
