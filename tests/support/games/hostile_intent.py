"""Hostile Intent tables with known roles and whole missions per line."""

from collections.abc import Mapping

from turncoat.games.resistance.board import Board
from turncoat.kernel.chapters import Deal, OptionValue
from turncoat.kernel.events import Event, all_seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, Seat, seats_in
from turncoat.testing.walks import play

RC, RH, SC, SH, R, S = "resistance-chief", "resistance-hunter", "spy-chief", "spy-hunter", "resistance", "spy"
TABLES: dict[int, tuple[str, ...]] = {
    5: (RC, RH, R, SC, SH),
    6: (RC, RH, R, R, SC, SH),
    7: (RC, RH, R, R, SC, SH, S),
    8: (RC, RC, RH, R, R, SC, SH, S),
    9: (RC, RC, RH, R, R, R, SC, SH, S),
    10: (RC, RC, RH, R, R, R, SC, SC, SH, S),
}
"""The roles of HUN-SETUP-1, in seat order."""


def table(
    players: int,
    *modules: str,
    instead: Mapping[Seat, str] | None = None,
    first: Seat = 0,
    options: Mapping[str, OptionValue] | None = None,
    decks: Mapping[str, tuple[str, ...]] | None = None,
) -> Game[Board]:
    """Start a game with the Hunter module and others. `instead` overrides the roles of TABLES by seat."""
    ruleset = Ruleset.of("resistance", players, ("hunter", *modules), options)
    roles = list(TABLES[players])
    for seat, role in (instead or {}).items():
        roles[seat] = role
    return Game(ruleset, Deal(tuple(roles), first, dict(decks or {})))


def send(game: Game[Board], team: str, token: Seat | None = None, /, **cards: str) -> None:
    """Propose a team (`"0,2"`), approve it, and play its mission with Success, except for `s2="fail"`.

    The Investigator token goes to the seat given, or to the first that may have it.
    """
    propose(game, team, token)
    play(game, "* cast-ballot approve")
    for seat in seats_in(game.waiting):
        play(game, f"{seat} play-card {cards.get(f's{seat}', 'success')}")


def propose(game: Game[Board], team: str, token: Seat | None = None) -> None:
    """Propose a team. The token goes to the seat given, or to the first that may have it."""
    board = game.board
    if board.round < 5 and game.ruleset.has("hunter"):
        on_team = {board.leader, *map(int, team.split(","))}
        token = token if token is not None else min(set(range(board.players)) - on_team)
        play(game, f"{board.leader} name-team team={team} token={token}")
    else:
        play(game, f"{board.leader} name-team team={team}")


def settle(game: Game[Board]) -> None:
    """Answer everything between a mission and the next proposal by default."""
    while game.prompts() and asked(game) != "name-team":
        seat = next(iter(game.prompts()))
        game.play(seat, game.default(seat))


def asked(game: Game[Board]) -> str:
    """Return the open question."""
    return next(iter(game.prompts().values())).question.name


def names(game: Game[Board], viewer: Seat | None = None) -> list[str]:
    """Return the names of the events, all of them or those the viewer sees."""
    events = game.events if viewer is None else all_seen_by(game.events, viewer)
    return [type(event).__name__ for event in events]


def last(game: Game[Board], kind: type[Event], viewer: Seat | None = None) -> Event | None:
    """Return the latest event of a kind, as the viewer sees it."""
    events = game.events if viewer is None else all_seen_by(game.events, viewer)
    return next((event for event in reversed(events) if isinstance(event, kind)), None)


def viewers(game: Game[Board]) -> tuple[Seat, ...]:
    """Return every seat and the spectator."""
    return (SPECTATOR, *range(game.board.players))


def to_third(game: Game[Board], success: bool) -> None:
    """Play three missions with the same result, after which the accusation is open."""
    for _ in range(3):
        size = game.board.team_size
        chief = game.board.roles.index(SC)
        hunter = game.board.roles.index(SH)
        spy = hunter  # a Fail of the Hunter brings no early accusation
        others = [seat for seat in range(game.board.players) if seat not in (chief, hunter)]
        team = [spy, *others[: size - 1]]
        send(game, ",".join(map(str, sorted(team))), **({} if success else {f"s{spy}": "fail"}))
        if game.board.players < 7 and asked(game) == "early-accusation":
            play(game, "* early-accusation no")
        if asked(game) != "accuse":
            settle(game)
