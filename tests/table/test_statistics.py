"""The statistics of some games: which people and games count, and under which heading."""

from turncoat.kernel.boards import Votes
from turncoat.table.past.statistics import BREAK, games_in_a_row, statistics_of
from turncoat.table.values.occupants import Occupant
from turncoat.table.values.summaries import GameSummary

OLA, JAN = Occupant("person", "Ola", "person-ola"), Occupant("person", "Jan", "person-jan")
BOT = Occupant("bot", "Birch", bot="sensible")


def game(
    number: int,
    occupants: tuple[Occupant, ...] = (OLA, JAN, BOT),
    winner: str = "spies",
    dealt: tuple[Occupant, ...] = (),
    begun: int = 100,
    ended: int = 400,
) -> GameSummary:
    sides = ("resistance", "spies", "resistance")
    votes = Votes(2, 1, (2, 2, 2), (2, 0, 1))
    return GameSummary(
        number, "resistance", 3, (), winner, "why", dealt or occupants, occupants, sides, "", votes, begun, ended
    )


def test_wins_are_counted_by_side_and_by_person() -> None:
    figures = statistics_of([game(1), game(2, winner="resistance"), game(3)])
    assert [(count.side, count.wins, count.games) for count in figures.sides] == [
        ("resistance", 1, 3),
        ("spies", 2, 3),
    ]
    ola, jan = figures.people
    assert (ola.name, ola.wins, ola.games, ola.approvals, ola.ballots) == ("Ola", 1, 3, 6, 6)
    assert (jan.name, jan.wins, jan.games, jan.approvals, jan.ballots) == ("Jan", 2, 3, 0, 6)
    assert jan.sides == {("resistance", "spies"): [2, 3]}
    assert [(bot.name, bot.wins, bot.games) for bot in figures.bots] == [("sensible", 1, 3)]
    assert (figures.teams, figures.approved) == (6, 3)


def test_people_are_listed_in_order_of_arrival_under_their_latest_name() -> None:
    renamed = Occupant("person", "Aleksandra", "person-ola")
    figures = statistics_of([game(1), game(2, (JAN, renamed, BOT))])
    assert [person.name for person in figures.people] == ["Aleksandra", "Jan"]


def test_a_game_with_a_changed_player_counts_for_neither() -> None:
    ewa = Occupant("person", "Ewa", "person-ewa")
    figures = statistics_of(
        [game(1, (ewa, JAN, BOT), dealt=(OLA, JAN, BOT)), game(2, (BOT, JAN, BOT), dealt=(OLA, JAN, BOT))]
    )
    counts = {person.name: (person.games, person.wins, person.left) for person in figures.people}
    assert counts == {"Ola": (0, 0, 2), "Ewa": (0, 0, 1), "Jan": (2, 2, 0)}
    assert [bot.games for bot in figures.bots] == [2]  # only the third seat


def test_a_long_break_ends_a_session_of_games() -> None:
    first, second = game(1, begun=1000, ended=2000), game(2, begun=2000 + BREAK, ended=9_000_000)
    later = game(3, begun=9_000_001 + BREAK, ended=9_900_000)
    assert games_in_a_row([first, second, later]) == [[first, second], [later]]
    assert games_in_a_row([]) == []


def test_only_games_with_known_times_are_longest_or_shortest() -> None:
    short, long, unknown = game(1, begun=100, ended=160), game(2, begun=100, ended=900), game(3, begun=0, ended=500)
    figures = statistics_of([long, unknown, short])
    assert (figures.longest, figures.shortest) == (long, short)
    assert statistics_of([unknown]).longest is None
