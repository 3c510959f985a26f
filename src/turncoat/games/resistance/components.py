"""The physical components: ballots, mission cards, the board with its tracks, tokens and markers (RES-SETUP-1)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from turncoat.games.resistance.tables import (
    MISSION_CARDS,
    MISSIONS,
    REJECTIONS,
    fails_needed,
    team_size,
)
from turncoat.kernel.components import BOARDS, TOKENS, Component, Deck, Space
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.words import N_, composed

CHARACTERS: Final = Deck("character-cards", N_("Character cards"), is_secret=True)
BALLOTS: Final = Deck(
    "ballots",
    N_("Ballots"),
    is_secret=True,
    about=N_("Everybody votes on every team; all ballots are turned over together."),
)
MISSIONS_DECK: Final = Deck("mission-cards", N_("Mission cards"), is_secret=True)
LOYALTY: Final = Deck(
    "loyalty-cards",
    N_("Loyalty cards"),
    is_secret=True,
    about=N_("Shown by an examined player in place of the character card: it tells the side and nothing else."),
)
PLOT: Final = Deck("plot-cards", N_("Plot cards"))

WORDS: Final[Mapping[str, str]] = {
    "mission-board": N_("Missions"),
    "vote-track": N_("Vote track"),
    "leader-token": N_("Leader"),
    "team-token": N_("Team"),
    "score-marker": N_("Score"),
    "round-marker": N_("Round"),
    "vote-track-marker": N_("Rejected teams"),
}
"""Labels of the boards, tokens and markers."""
EXPLANATIONS: Final[Mapping[str, str]] = {
    "leader-token": N_("Leads this round, and names the team."),
    "team-token": N_("Marks the members of the team that was named."),
    "score-marker": N_("Marks a mission that is over, and the side that won it."),
    "round-marker": N_("Marks the mission of this round."),
    "vote-track-marker": N_("Counts the teams rejected in a row."),
}
"""Explanations of the tokens and markers."""
ONE_FAIL: Final = N_("One is enough to make a mission fail.")
ONE_FAIL_OR_TWO: Final = N_("One is enough to make a mission fail, or two where the mission says so.")
_MISSION: Final = N_("Mission {number}")
_PLACE: Final = N_("Mission {number}: {place}")
_TEAM: Final = N_("Team of {number}")
_TWO_FAILS: Final = N_("Team of {number}. One failing card is not enough.")
_SPIES_WIN: Final = N_("The spies win")


def mission_spaces(
    players: int, sizes: Callable[[int, int], int], fails: Callable[[int, int], int], places: Sequence[str] = ()
) -> tuple[Space, ...]:
    """Return a space for each mission, with its team size and the number of Fails that make it fail."""
    spaces = []
    for mission in range(1, MISSIONS + 1):
        place = places[mission - 1] if places else ""
        label = composed(_PLACE if place else _MISSION, number=str(mission), place=place)
        text = _TEAM if fails(players, mission) == 1 else _TWO_FAILS
        spaces.append(Space(label, composed(text, number=str(sizes(players, mission)))))
    return tuple(spaces)


def track(rejections: int, end: str) -> tuple[Space, ...]:
    """Return the spaces of the vote track, from 0 to the last rejection, which is labelled with its consequence."""
    return tuple(Space(str(count), end if count == rejections else "") for count in range(rejections + 1))


def of_missions(
    players: int, spaces: tuple[Space, ...], vote_track: tuple[Space, ...], most: int
) -> Iterator[Component]:
    """Yield the components that every game with missions and votes needs, for teams of at most `most` players."""
    for ballot in ("approve", "reject"):
        yield Component(BALLOTS, ballot, players)
    for card in MISSION_CARDS:
        yield Component(MISSIONS_DECK, card, most)
    yield Component(BOARDS, "mission-board", spaces=spaces, holds_cards=True)
    yield Component(BOARDS, "vote-track", spaces=vote_track)
    yield Component(TOKENS, "leader-token")
    yield Component(TOKENS, "team-token", most)
    yield Component(TOKENS, "score-marker", MISSIONS)
    yield Component(TOKENS, "round-marker")
    yield Component(TOKENS, "vote-track-marker")


def base(players: int) -> Iterator[Component]:
    """Yield the components of the base game."""
    most = largest_team(players)
    yield from of_missions(
        players, mission_spaces(players, team_size, fails_needed), track(REJECTIONS, _SPIES_WIN), most
    )


def loyalty_cards(ruleset: Ruleset) -> Iterator[Component]:
    """Yield one loyalty card per side, for an examined player to choose from."""
    for side in rulebook(ruleset.game).victories:
        yield Component(LOYALTY, side)


def largest_team(players: int) -> int:
    """Return the size of the largest team, which is the number of copies needed of each mission card."""
    return max(team_size(players, mission) for mission in range(1, MISSIONS + 1))
