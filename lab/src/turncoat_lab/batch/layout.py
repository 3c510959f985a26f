"""Actions and observations of a ruleset, as numbers in a fixed layout. Needs NumPy alone, so a bot can use it.

Everything is counted from the seat that decides: seat 0 is itself, seat 1 its neighbour clockwise, and so on. So one
policy can play every seat. An observation is a row of small integers in these blocks, in this order:

| block | size | holds |
| --- | --- | --- |
| `question` | questions | 1 for the question that is asked |
| `role` | roles | 1 for its own role |
| `spies-seen` | players | 1 for each seat that it saw at the reveal |
| `leader` | players | 1 for the leader |
| `team` | players | 1 for each seat on the team that is proposed or on the mission |
| `track` | 1 | rejected teams in this round |
| `mission` | 5 | 1 for the mission being attempted |
| `size`, `fails-needed` | 1 each | size of its team, and Fails that make it fail |
| `successes`, `failures` | 1 each | missions won by each side |
| `missions` | 5 rows | in the order run: number, success, Fails, Chief Fails, Reverses, own sabotage, then the team |
| `votes` | 25 rows (Winter Soldier: 15) | all votes: mission, then the leader, the team and the approvals by seat |

That is all that a seat knows in the base game of The Resistance, and with Targeting or Blind Spies. What other modules
and Winter Soldier tell a seat besides is not in it.
"""

from itertools import combinations
from typing import Any, Final, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from turncoat.kernel.actions import ActionSpace
from turncoat.kernel.compiled import events_of
from turncoat.kernel.opening import role_cards
from turncoat.kernel.options import Form
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, SeatSet, seat_set, seats_in
from turncoat.kernel.steps import Prompt
from turncoat.kernel.views import View

Row: TypeAlias = npt.NDArray[np.int8]
MISSION_ROW: Final = 6
"""Numbers of a run mission before its team."""


class PlayerAction(msgspec.Struct, frozen=True):
    """An action: a team, or a word, card, seat, mission, or one of yes, no and pass. Seats are counted from its own.

    >>> PlayerAction("team", 0b101).told, PlayerAction("word", "approve").told
    ('team 0,2', 'approve')
    """

    kind: str
    value: Any

    @property
    def told(self) -> str:
        """The action as text."""
        if self.kind == "team":
            return f"team {','.join(map(str, seats_in(self.value)))}"
        return str(self.value) if self.kind == "word" else f"{self.kind} {self.value}"


def turned(seats: SeatSet, by: int, players: int) -> SeatSet:
    """Return the set with every seat moved by that many places clockwise.

    >>> seats_in(turned(seat_set([0, 3]), 2, 5)), seats_in(turned(seat_set([0, 3]), -1, 5))
    ((0, 2), (2, 4))
    """
    by %= players
    return (seats << by | seats >> players - by) & (1 << players) - 1


class Layout:
    """The actions and the observations of a ruleset.

    >>> import turncoat.games
    >>> layout = Layout(Ruleset.of("resistance", 5))
    >>> len(layout.actions), layout.size, layout.questions
    (24, 485, ('name-team', 'cast-ballot', 'play-card'))
    >>> [action.told for action in layout.actions[8:12]], [action.told for action in layout.actions[-4:]]
    (['team 2,4', 'team 3,4', 'team 0,1,2', 'team 0,1,3'], ['approve', 'reject', 'success', 'fail'])
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.players = ruleset.players
        board = _board_of(ruleset)
        space = ActionSpace(ruleset)
        numbers = range(1, board.missions + 1)
        self.offers: tuple[str, ...] = tuple(space.offers)
        """The standing offers, which are asked for like questions, with passing as an answer."""
        self.missions: int = board.missions
        """Missions on the board."""
        self.proposals: int = board.missions * board.rejections
        """Most votes in a game."""
        questions: dict[str, tuple[str, ...]] = {**space.questions, **space.offers}
        has_missions = "mission-1" in questions["name-team"]
        has_tokens = ruleset.has("hunter")
        self.questions: tuple[str, ...] = (*questions, *("mission",) * has_missions, *("token",) * has_tokens)
        """The questions and standing offers. The mission and the token of a proposal are asked for by themselves."""
        self.roles: tuple[str, ...] = tuple(dict.fromkeys(role_cards(ruleset)))
        """The roles."""
        words = dict.fromkeys(word for name in questions if name != "name-team" for word in questions[name])
        asks_more = has_tokens or len(questions) > 3
        sizes = {board.size_of(number) for number in numbers}
        if ruleset.game == "winter-soldier":  # players may go out, so that fewer are left
            sizes = set(range(1, max(sizes) + 1))
        self.actions: tuple[PlayerAction, ...] = (
            *(PlayerAction("team", seat_set(team)) for size in sorted(sizes) for team in _teams(self.players, size)),
            *(PlayerAction("word", word) for word in words),
            *(PlayerAction("seat", seat) for seat in range(self.players) if asks_more),
            *(PlayerAction("pass", "") for _ in range(asks_more)),
            *(PlayerAction("answer", yes) for yes in (True, False) if asks_more),
            *(PlayerAction("mission", number) for number in numbers if has_missions),
        )
        """The actions. An action's place here is its number."""
        self.numbers: dict[tuple[str, Any], int] = {
            (action.kind, action.value): number for number, action in enumerate(self.actions)
        }
        """The number of each action, by its kind and value."""
        players = self.players
        sizes_of_blocks = {
            "question": len(self.questions),
            "role": len(self.roles),
            "spies-seen": players,
            "leader": players,
            "team": players,
            "track": 1,
            "mission": self.missions,
            "size": 1,
            "fails-needed": 1,
            "successes": 1,
            "failures": 1,
            "missions": self.missions * (MISSION_ROW + players),
            "votes": self.proposals * (1 + 3 * players),
        }
        self.blocks: dict[str, slice] = {}
        """The places of each block of an observation."""
        start = 0
        for name, size in sizes_of_blocks.items():
            self.blocks[name] = slice(start, start + size)
            start += size
        self.size: int = start
        """Number of integers in an observation."""
        self._card_played: Any = events_of(ruleset)["CardPlayed"]

    # For a bot at a table: The Resistance's base game, Targeting and Blind Spies.

    def observation(self, view: View[Any], prompt: Prompt | None) -> Row:
        """Return what the seat knows, with the question that it is asked, as the environment does."""
        board, me = view.board, view.seat
        row = np.zeros(self.size, np.int8)

        def put_seats(at: int, seats: SeatSet) -> int:
            for seat in seats_in(turned(seats, -me, self.players)):
                row[at + seat] = 1
            return at + self.players

        at = {name: block.start for name, block in self.blocks.items()}
        if prompt is not None:
            row[at["question"] + self.questions.index(prompt.question.name)] = 1
        row[at["role"] + self.roles.index(board.roles[me])] = 1
        put_seats(at["spies-seen"], board.spies_seen)
        put_seats(at["leader"], 1 << board.leader)
        put_seats(at["team"], board.team)
        row[at["track"]] = board.track
        row[at["mission"] + board.mission - 1] = 1
        row[at["size"]], row[at["fails-needed"]] = board.size_of(board.mission), board.fails_for(board.mission)
        row[at["successes"]], row[at["failures"]] = board.successes, board.failures
        own = (event for event in view.events if isinstance(event, self._card_played) and event.seat == me)
        place = at["missions"]
        for result in board.results:
            counts = [result.cards.count(card) for card in ("fail", "chief-fail", "reverse")]
            sabotaged = result.team >> me & 1 and next(own).card != "success"
            row[place : place + MISSION_ROW] = [result.mission, result.success, *counts, sabotaged]
            place = put_seats(place + MISSION_ROW, result.team)
        place = at["votes"]
        for vote in board.proposals:
            row[place] = vote.mission
            place = put_seats(place + 1, 1 << vote.leader)
            place = put_seats(place, vote.team)
            place = put_seats(place, vote.approvals)
        return row

    def mask(self, prompt: Prompt, seat: Seat) -> Row:
        """Return a 1 for each action that answers the prompt."""
        mask = np.zeros(len(self.actions), np.int8)
        for number, action in enumerate(self.actions):
            if (action.kind == "team") == isinstance(prompt.option, Form):
                mask[number] = prompt.option.refusal(self.answer(prompt, seat, number)) is None
        return mask

    def answer(self, prompt: Prompt, seat: Seat, action: int) -> Any:
        """Return the kernel's answer of that action."""
        chosen = self.actions[action]
        if chosen.kind == "team":
            return (turned(chosen.value, seat, self.players),)
        return chosen.value


def _board_of(ruleset: Ruleset) -> Any:
    return View(ruleset, 0).board


def _teams(players: int, size: int) -> list[tuple[int, ...]]:
    return sorted(combinations(range(players), size), key=seat_set)
