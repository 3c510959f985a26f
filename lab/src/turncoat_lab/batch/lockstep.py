"""Many batch games in lock-step: each waits for one decision from outside.

The rules are straight-line code, which cannot wait. So a game is kept as it was when its round began, with the answers
given since. For the next decision the round is played again from there, with all answers, until the next question stops
it (`policies/asked.py`). Chance is part of what is kept, so a repeated round is the same. A round is short, and playing
it again costs less than a microsecond.

One room, an array of one `GAME`, plays all games in turn. Everything in it except the rules is one row of `Table.kept`.
"""

from typing import Any, Final

import msgspec
import numpy as np

from turncoat.games.resistance.plot_thickens.deck import CHAPTER
from turncoat.kernel.chapters import Deal
from turncoat_lab.batch.chance import key_of
from turncoat_lab.batch.compiler import compiled, entry, inlined
from turncoat_lab.batch.events import FIRST_OFFER, FIRST_QUESTION, OFFERS, QUESTIONS
from turncoat_lab.batch.games.resistance import flow as resistance
from turncoat_lab.batch.games.winter_soldier import flow as winter_soldier
from turncoat_lab.batch.layout import MISSION_ROW, Layout, PlayerAction
from turncoat_lab.batch.policies.asked import (
    ASK_MISSION,
    ASK_TOKEN,
    BALLOT,
    KINDS,
    MISSION,
    SEAT,
    TEAM,
    WORD,
    YES_OR_NO,
)
from turncoat_lab.batch.policies.decide import APPROVE, REJECT
from turncoat_lab.batch.rules import RULES, rules_of
from turncoat_lab.batch.seats import MOST_SEATS, NO_SEAT
from turncoat_lab.batch.state import ASKED, GAME, MOST_ANSWERS, is_over, new_game
from turncoat_lab.batch.words import HYDRA, NUMBERS, SPIES, WORDS

WORD_BYTES: Final = 8
RULES_END: Final = RULES.itemsize // WORD_BYTES
"""Numbers of a `GAME` that are its rules, at its beginning."""
STATE: Final = GAME.itemsize // WORD_BYTES - RULES_END
"""Numbers of the rest."""
ANSWERS: Final = STATE - MOST_ANSWERS
COUNT: Final = ANSWERS - 1
READ: Final = ANSWERS - 2
"""Places of the answers, of their number, and of the number that was read, at its end."""
ALL, LOYAL, HIDING = -1, -2, -3
"""The seats that are asked: all, or those of one side. Any other number is a set of seats."""
PLACES: Final = 256
"""Upper bound of the numbers of questions and words, for tables of their places in an observation."""
NOWHERE: Final = -1

assert (GAME.names or ())[-1] == "asked"
assert (ASKED.names or ())[-3:] == ("read", "count", "answers")

PLAN: Final = np.dtype(
    [
        ("asked", "i8"),
        ("kinds", "i8", KINDS + 1),
        ("sizes", "i8", MOST_SEATS + 2),
        ("missions", "i8"),
        ("question_places", "i8", PLACES),
        ("role_places", "i8", PLACES),
        ("roles", "i8"),
        ("questions", "i8"),
    ]
)
"""Everything that is equal in all games of a table.

`asked` are the seats that are asked. Actions from `kinds[k]` to `kinds[k + 1]` are of kind k (`policies/asked.py`).
Teams of size s are the actions from `sizes[s]` to `sizes[s + 1]`. The places are those of each question and role in its
block of an observation.
"""


class Table(msgspec.Struct):
    """Games in lock-step, and buffers for everything that is said about each."""

    room: Any
    raw: Any
    """The room as plain numbers."""
    fresh: Any
    """The state of a game before its deal."""
    plan: Any
    values: Any
    """The answer of each action, with seats counted from the one that decides."""
    kept: Any
    """Each game as its round began, and the answers since."""
    numbers: Any
    """Number of each game, which determines its chance."""
    seats: Any
    """Seat on turn in each game."""
    dealt: Any
    """Role of each seat as dealt, as a place among the layout's roles, then the first leader."""

    @property
    def given(self) -> tuple[Any, ...]:
        """The first parameters of `advance`."""
        return tuple(getattr(self, name) for name in self.__struct_fields__)

    def deal(self, layout: Layout, place: int) -> Deal:
        """Return the deal of a game in play."""
        *roles, first = self.dealt[place].tolist()
        room = self.room.copy()
        np.asarray(room).view(np.int64)[RULES_END:] = self.kept[place]
        size = int(room[0]["seen"]["rules"]["plot_cards"])
        deck = tuple(WORDS[card] for card in room[0]["hidden"]["deck"][:size].tolist())
        return Deal(tuple(layout.roles[role] for role in roles), first, {CHAPTER: deck} if deck else {})


def table_of(layout: Layout, games: int, asked: int, opponents: str, seed: str) -> Table:
    """Return a table of that many games, not begun. `asked` are the seats that are asked, `opponents` a policy.

    Raises NotInBatch for a ruleset that the core does not know, ValueError for a policy.
    """
    rules = rules_of(layout.ruleset, (opponents, opponents))
    rules["all_random"] = 0  # what seats know is stored, and ballots are asked for one by one
    room = new_game(rules, key_of(seed))
    raw = np.asarray(room).view(np.int64)
    fresh = raw[RULES_END:].copy()
    kept = np.zeros((games, STATE), np.int64)
    numbers = np.arange(games, dtype=np.uint64)
    values = np.array([value_of(action) for action in layout.actions], np.int64)
    return Table(
        room,
        raw,
        fresh,
        plan_of(layout, asked),
        values,
        kept,
        numbers,
        np.zeros(games, np.int64),
        np.zeros((games, layout.players + 1), np.int8),
    )


KIND_OF: Final = {"team": TEAM, "seat": SEAT, "pass": SEAT, "answer": YES_OR_NO, "mission": MISSION}
BALLOTS: Final = {"approve": APPROVE, "reject": REJECT}


def kind_of(action: PlayerAction) -> int:
    """Return the kind of an action."""
    if action.kind == "word":
        return int(BALLOT if action.value in BALLOTS else WORD)
    return int(KIND_OF[action.kind])


def value_of(action: PlayerAction) -> int:
    """Return the answer of an action, with seats counted from the one that decides."""
    if action.kind == "word":
        return BALLOTS.get(action.value) or int(NUMBERS[action.value])
    return NO_SEAT if action.kind == "pass" else int(action.value)


def plan_of(layout: Layout, asked: int) -> Any:
    """Return the plan for a layout, as an array of one `PLAN`."""
    plan = np.zeros(1, PLAN)
    one = plan[0]
    one["asked"] = asked
    kinds = [kind_of(action) for action in layout.actions]
    assert kinds == sorted(kinds)
    one["kinds"] = np.searchsorted(kinds, range(KINDS + 1))
    sizes = [action.value.bit_count() for action in layout.actions if action.kind == "team"]
    one["sizes"] = np.searchsorted(sizes, range(MOST_SEATS + 2))
    one["missions"], one["roles"], one["questions"] = layout.missions, len(layout.roles), len(layout.questions)
    codes = {name: FIRST_QUESTION + index for index, name in enumerate(QUESTIONS)}
    codes |= {"mission": int(ASK_MISSION), "token": int(ASK_TOKEN)}
    codes |= {name: FIRST_OFFER + index for index, name in enumerate(OFFERS) if name in layout.offers}
    one["question_places"], one["role_places"] = NOWHERE, NOWHERE
    for place, question in enumerate(layout.questions):
        one["question_places"][codes[question]] = place
    for place, role in enumerate(layout.roles):
        one["role_places"][NUMBERS[role]] = place
    return plan.view(np.recarray)


# Compiled


@inlined
def turned(seats: int, by: int, players: int, everyone: int) -> int:
    """Return the set with every seat moved by that many places clockwise, from 0 to all players."""
    return (seats << by | seats >> (players - by)) & everyone


@compiled
def play_round(game: Any) -> None:
    """Play a round, as far as there are answers. Raises Unanswered."""
    if game.seen.rules.is_winter_soldier:
        winter_soldier.play_round(game, None)
    else:
        resistance.play_round(game, None)


@compiled
def is_played(game: Any) -> bool:
    """Play a round, and return whether there were answers to all of its questions."""
    played = True
    try:
        play_round(game)
    except Exception:
        played = False
    return played


@compiled
def deal(game: Any, raw: Any, fresh: Any, plan: Any, number: Any, dealt: Any) -> None:
    """Deal the game with that number."""
    for place in range(fresh.shape[0]):
        raw[RULES_END + place] = fresh[place]
    if game.seen.rules.is_winter_soldier:
        winter_soldier.begin(game, None, number)
    else:
        resistance.begin(game, None, number)
    players = game.seen.rules.players
    for seat in range(players):
        role = game.hidden.dealt[seat] if game.seen.rules.is_winter_soldier else game.hidden.roles[seat]
        dealt[seat] = plan.role_places[role]
    dealt[players] = 0 if game.seen.rules.is_winter_soldier else game.seen.board.leader
    game.asked.seats = asked_seats(game, plan.asked)


@compiled
def asked_seats(game: Any, which: int) -> int:
    """Return the seats that are asked, by the deal."""
    if which == ALL:
        return game.seen.rules.everyone
    if which == LOYAL:
        return game.seen.rules.everyone & ~game.hidden.spies
    return game.hidden.spies if which == HIDING else which


@compiled
def keep(raw: Any, kept: Any) -> None:
    """Keep the game in the room, whose answers are all used."""
    for place in range(READ):
        kept[place] = raw[RULES_END + place]
    kept[READ] = kept[COUNT] = 0


@compiled
def go_on(game: Any, raw: Any, kept: Any) -> None:
    """Play until a question has no answer, or the game is over. Whenever a round ends, the game is kept."""
    while not is_over(game) and is_played(game):
        game.asked.read = game.asked.count = 0
        keep(raw, kept)


@compiled
def answer_of(plan: Any, values: Any, action: int, seat: int, players: int, everyone: int) -> int:
    """Return the answer of an action, with seats as they are at the table."""
    value = values[action]
    if action < plan.kinds[TEAM + 1]:
        return turned(value, seat, players, everyone)
    if plan.kinds[SEAT] <= action < plan.kinds[SEAT + 1] and value != NO_SEAT:
        return (value + seat) % players
    return value


@compiled
def write_mask(game: Any, plan: Any, values: Any, mask: Any) -> None:
    """Write a 1 for each action that is an answer to the question."""
    asked, players, everyone = game.asked, game.seen.rules.players, game.seen.rules.everyone
    for action in range(mask.shape[0]):
        mask[action] = 0
    if asked.kind == TEAM:
        for action in range(plan.sizes[asked.team_size], plan.sizes[asked.team_size + 1]):
            mask[action] = turned(values[action], asked.seat, players, everyone) & ~asked.allowed == 0
        return
    for action in range(plan.kinds[asked.kind], plan.kinds[asked.kind + 1]):
        value = values[action]
        if asked.kind == BALLOT:
            mask[action] = asked.allowed & value != 0
        elif asked.kind == YES_OR_NO:
            mask[action] = asked.allowed != 0 or value == 0
        elif value == NO_SEAT:
            mask[action] = asked.may_pass != 0
        else:
            mask[action] = asked.allowed >> ((value + asked.seat) % players if asked.kind == SEAT else value) & 1


@inlined
def write_seats(row: Any, at: int, seats: int, players: int) -> int:
    """Write a 1 for each of the seats, and return the place behind them."""
    for seat in range(players):
        row[at + seat] = seats >> seat & 1
    return at + players


@compiled
def write_observation(game: Any, plan: Any, seat: int, row: Any) -> None:
    """Write what the seat knows (`layout.py`): from the public record, its own knowledge, and its question."""
    seen, own, asked = game.seen, game.seats[seat], game.asked
    board, rules = seen.board, seen.rules
    players, everyone = rules.players, rules.everyone
    back = players - seat
    is_over = board.winner != 0
    mission, team = board.mission, board.team
    if not is_over and asked.team and asked.question == ASK_TOKEN:
        mission, team = asked.mission, asked.team
    elif not is_over and asked.kind == TEAM:
        mission = asked.mission
    for place in range(row.shape[0]):
        row[place] = 0
    if not is_over:
        row[plan.question_places[asked.question]] = 1
    at = plan.questions
    row[at + plan.role_places[own.role]] = 1
    at = write_seats(row, at + plan.roles, turned(own.spies_seen, back, players, everyone), players)
    at = write_seats(row, at, turned(1 << board.leader, back, players, everyone), players)
    at = write_seats(row, at, turned(team, back, players, everyone), players)
    row[at] = board.track
    row[at + mission] = 1
    at += 1 + plan.missions
    row[at], row[at + 1], row[at + 2], row[at + 3] = (
        rules.sizes[mission],
        rules.fails[mission],
        board.successes,
        board.failures,
    )
    at += 4
    for place in range(board.missions_run):
        start, cards = at + place * (MISSION_ROW + players), board.cards[place]
        row[start], row[start + 1] = board.run[place], board.success[place]
        row[start + 2], row[start + 3], row[start + 4] = cards >> 4 & 15, cards >> 8 & 15, cards >> 12 & 15
        row[start + 5] = asked.sabotaged[seat] >> place & 1
        write_seats(row, start + MISSION_ROW, turned(board.teams[place], back, players, everyone), players)
    at += plan.missions * (MISSION_ROW + players)
    for place in range(board.proposals):
        row[at] = asked.votes[place, 0]
        at = write_seats(row, at + 1, turned(1 << asked.votes[place, 1], back, players, everyone), players)
        at = write_seats(row, at, turned(asked.votes[place, 2], back, players, everyone), players)
        at = write_seats(row, at, turned(asked.votes[place, 3], back, players, everyone), players)


@entry
def advance(
    room: Any, raw: Any, fresh: Any, plans: Any, values: Any, kept: Any, numbers: Any, seats: Any, dealt: Any,
    begins: bool, actions: Any, observations: Any, masks: Any, rewards: Any, over: Any, final: Any, final_rewards: Any,
    final_roles: Any,
) -> int:  # fmt: skip
    """Take an action in every game, or deal them all if it begins, and play each to its next question.

    A game that ends is followed by a new one. Returns the number of games that ended. The last three are written for
    these alone.
    """
    game, plan = room[0], plans[0]
    players, everyone, ended = game.seen.rules.players, game.seen.rules.everyone, 0
    for place in range(kept.shape[0]):
        row, seat = kept[place], seats[place]
        rewards[place], over[place] = 0.0, False
        if not begins:
            count = row[COUNT]
            if count >= MOST_ANSWERS:
                raise IndexError("a round has more questions than there is room for")
            row[ANSWERS + count] = answer_of(plan, values, actions[place], seat, players, everyone)
            row[COUNT] = count + 1
            for number in range(ANSWERS + count + 1):
                raw[RULES_END + number] = row[number]
            go_on(game, raw, row)
            over[place] = is_over(game)
            if over[place]:
                ended += 1
                hiding_won = game.seen.board.winner == SPIES or game.seen.board.winner == HYDRA
                for one in range(players):
                    final_rewards[place, one] = 1.0 if (game.hidden.spies >> one & 1 != 0) == hiding_won else -1.0
                    final_roles[place, one] = dealt[place, one]
                rewards[place] = final_rewards[place, seat]
                write_observation(game, plan, seat, final[place])
                numbers[place] += np.uint64(kept.shape[0])
        if begins or over[place]:
            deal(game, raw, fresh, plan, numbers[place], dealt[place])
            keep(raw, row)
            go_on(game, raw, row)
        seats[place] = game.asked.seat
        write_observation(game, plan, game.asked.seat, observations[place])
        write_mask(game, plan, values, masks[place])
    return ended
