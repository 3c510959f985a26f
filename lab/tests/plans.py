"""Plans of the Resistance, real games played by them, and the tables of docs/value.md and docs/mixing.md."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, product, takewhile
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from turncoat.games.resistance.board import Board
from turncoat.games.resistance.tables import TEAM_SIZES
from turncoat.kernel.chapters import Deal
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SeatSet, is_in, seat_set, seats_in
from turncoat.testing import play
from turncoat_lab.value import History, MissionGame, Plan, Value, mission_game, value

PAGES: Final = [Path(__file__).parents[1] / "docs" / name for name in ("value.md", "mixing.md")]


SHORT: Final = MissionGame(4, 1, ((2, 1), (2, 1), (3, 1)))
"""A game of three missions, of which two win: small enough to try every plan."""


@cache
def found(players: int) -> Value:
    return value(mission_game(Ruleset.of("resistance", players)))


def every_plan(game: MissionGame) -> Iterator[Plan]:
    """Yield every plan of a short game."""
    histories = [
        history
        for length in range(len(game.missions))
        for history in product((True, False), repeat=length)
        if max(history.count(True), history.count(False)) < game.wins
    ]
    teams = [list(map(seat_set, combinations(range(game.players), size))) for size, _ in game.missions]
    for chosen in product(*(teams[len(history)] for history in histories)):
        yield dict(zip(histories, chosen, strict=True))


def by_candidates(players: int, candidates: Sequence[str]) -> Plan:
    """Return the plan that sends one candidate team after another, the next after each failure. Seats count from 1."""
    teams = [[int(seat) - 1 for seat in team.split()] for team in candidates]
    plan = {}
    for length, size in enumerate(TEAM_SIZES[players]):
        for history in product((True, False), repeat=length):
            if (failures := history.count(False)) < len(teams):
                others = [seat for seat in range(players) if seat not in teams[failures]]
                plan[history] = seat_set([*teams[failures], *others][:size])
    return plan


def rows(header: str) -> dict[int, list[str]]:
    """Return a table of these pages, by player count."""
    lines = iter("\n".join(page.read_text("utf-8") for page in PAGES).splitlines())
    assert next((line for line in lines if line.startswith(header)), ""), header
    table = takewhile(lambda line: line.startswith("| "), lines)
    cells = ([cell.strip() for cell in line.strip("|").split("|")] for line in table)
    return {int(first): rest for first, *rest in cells if first.isdecimal()}


Fails: TypeAlias = Callable[[int, History, int], int]
"""The number of Fails that a mission gets, by its number from 1, the results so far, and the spies on its team."""


def by_plan(ruleset: Ruleset, plan: Plan, hidden: SeatSet, fails: Fails, rng: Random | None = None) -> str:
    """Play a real game and return its winner: the loyal keep to a plan, and missions get the given Fails if possible.

    The spies name teams and vote as if they were loyal, or at random with `rng`.
    """
    roles = tuple("spy" if is_in(seat, hidden) else "resistance" for seat in range(ruleset.players))
    game: Game[Board] = Game(ruleset, Deal(roles, rng.randrange(ruleset.players) if rng else 0))
    sizes = dict(enumerate(TEAM_SIZES[ruleset.players], 1))
    while game.result is None:
        results = tuple(result.success for result in game.board.results)
        mission, leader = len(results) + 1, game.board.leader
        planned = mission, plan.get(results, seat_set(range(sizes[mission])))
        named = planned
        if rng and is_in(leader, hidden):
            done = {result.mission for result in game.board.results}
            free = [other for other in (1, 2, 3, 4) if other not in done] or [5]
            chosen = rng.choice(free) if ruleset.has("targeting") else mission
            named = chosen, seat_set(rng.sample(range(ruleset.players), sizes[chosen]))
        number, team = named
        text = f"team={','.join(map(str, seats_in(team)))}"
        play(game, f"{leader} name-team {f'mission=mission-{number} ' * ruleset.has('targeting')}{text}")
        for seat in range(ruleset.players):
            approves = rng.random() < 0.5 if rng and is_in(seat, hidden) else named == planned
            play(game, f"{seat} cast-ballot {'approve' if approves else 'reject'}")
        if "play-card" in {prompt.question.name for prompt in game.prompts().values()}:
            spies = seats_in(hidden & team)
            saboteurs = spies[: fails(number, results, len(spies))]
            for seat in seats_in(team):
                play(game, f"{seat} play-card {'fail' if seat in saboteurs else 'success'}")
    return game.result.winner
