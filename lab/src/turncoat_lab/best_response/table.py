"""The family `table`: a learned table on public features.

It plays as the bot itself does, except where the table has another act. Against opponents whom the bot plays well, it
learns an empty table.

The table is learned by Monte Carlo: each game tries an act at each entry, and acts are compared by their share of won
games.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from math import inf, sqrt
from random import Random
from typing import ClassVar, Final, TypeAlias

from turncoat.bots.bot import Bot
from turncoat.extensions import find_bot
from turncoat.kernel.chapters import Offer
from turncoat.kernel.events import Event
from turncoat.kernel.options import Answer, Form, OneCard, Seats, Word
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, Seat, SeatSet, seats_in
from turncoat.kernel.steps import Choice, Prompt
from turncoat.missions import MissionRun, TeamNamed, TeamVoted
from turncoat.simulation.playing import BotMaker
from turncoat_lab.best_response.match import Match, Response, Training, pieces, play
from turncoat_lab.best_response.standing import Standing

ROUNDS: Final = 10
"""Each round plays what the earlier rounds learned."""
MEMORY: Final = 0.85
"""Weight of earlier counts in the next round, since the other acts have changed in the meantime."""
PRIOR_GAMES: Final = 10.0
"""Prior games of each act, won as often as the average."""
DOUBTS: Final = (0.0, 1.0, 2.0, inf)
"""Standard errors by which an act has to beat the bot's own. A table is made with each, and the one that wins most is
chosen. The last table is empty."""
CHOOSING: Final = 0.2
"""Share of the budget for that choice."""

ITSELF: Final = "itself"
"""The bot's own act."""
FOR: Final = "for"
AGAINST: Final = "against"
ON_IT: Final = "me and the least suspect"
OFF_IT: Final = "the least suspect without me"
WITH_TRAITOR: Final = "me, a known traitor and the least suspect"
TRAITOR_ALONE: Final = "a known traitor and the least suspect, without me"

Tried: TypeAlias = dict[str, dict[str, tuple[float, float]]]
"""Games played and won with each act at each entry. Older games count for less."""


class ResponseTable(Response, frozen=True):
    """Acts by entry, in words. Elsewhere the bot itself decides."""

    entries: dict[str, str]

    def maker(self, itself: BotMaker) -> BotMaker:
        return partial(TableBot, Choices(self.entries), itself)


class Choices:
    """The acts of a side's seats in a game, read from the table."""

    def __init__(self, entries: Mapping[str, str]) -> None:
        self.entries = entries

    def at(self, entry: str, acts: Sequence[str]) -> str:
        """Return the act at an entry, out of these."""
        return self.entries.get(entry, ITSELF)


class Exploring(Choices):
    """Tries acts with the chance that they are best by what is known (Thompson sampling).

    All seats of the side act alike, for the whole game.
    """

    def __init__(self, known: Tried, rng: Random) -> None:
        super().__init__({})
        self.tried: dict[str, str] = {}
        self._known = known
        self._rng = rng

    def at(self, entry: str, acts: Sequence[str]) -> str:
        if entry not in self.tried:
            known = self._known.get(entry, {})
            games, wins = map(sum, zip((1.0, 0.5), *known.values(), strict=True))
            drawn = {act: self._draw(*known.get(act, (0.0, 0.0)), wins / games) for act in (ITSELF, *acts)}
            self.tried[entry] = max(drawn, key=drawn.__getitem__)
        return self.tried[entry]

    def _draw(self, games: float, wins: float, share: float) -> float:
        """Draw a chance of winning from the posterior. `share` of the prior games were won."""
        return self._rng.betavariate(wins + PRIOR_GAMES * share, games - wins + PRIOR_GAMES * (1 - share))


class TableBot(Bot):
    """Plays by a table, and by another bot where the table has no entry."""

    name: ClassVar[str] = "table"

    def __init__(self, choices: Choices, itself: BotMaker, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self._choices = choices
        self._itself = itself(ruleset, seat, seed)
        self._standing = Standing(ruleset, seat)

    def see(self, events: Iterable[Event]) -> None:
        events = tuple(events)
        self._itself.see(events)
        self._standing.see(events)

    def decide(self, prompt: Prompt) -> Answer:
        act, option, named = prompt.question.act, prompt.option, self._standing.named
        if act == TeamNamed.__name__ and isinstance(option, Form):
            return self._names(option, prompt)
        has_choice = isinstance(option, Word | OneCard) and len(option.allowed) == len(option.shown) == 2
        if named is None or not has_choice or act not in (TeamVoted.__name__, MissionRun.__name__):
            return self._itself.choose(prompt)
        assert isinstance(option, Word | OneCard)
        entry = self._ballot(named) if act == TeamVoted.__name__ else self._card(named)
        chosen = self._choices.at(entry, (FOR, AGAINST))
        return self._itself.choose(prompt) if chosen == ITSELF else option.shown[chosen == AGAINST]

    def consider(self, offers: Sequence[Offer]) -> Choice | None:
        return self._itself.consider(offers)

    def close(self) -> None:
        self._itself.close()

    # Features

    def _ballot(self, named: TeamNamed) -> str:
        last = " at the last attempt" if named.situation.is_last_attempt else ""
        return f"ballot at {self._standing.score}{last}, {self._about(named)}"

    def _card(self, named: TeamNamed) -> str:
        return f"card at {self._standing.score}, {self._about(named)}"

    def _about(self, named: TeamNamed) -> str:
        """Describe a team to the seat: the traitors or suspects on it, and whether the seat is on it."""
        standing, team = self._standing, named.team
        place = "on it" if team >> self.seat & 1 else "not on it"
        if not standing.is_traitor:
            return f"{min(2, sum(map(self._is_suspect, seats_in(team))))} suspects, {place}"
        traitors = (team & standing.traitors).bit_count()
        whom = "enough of us" if traitors >= named.situation.fails_needed else "some of us" if traitors else "clean"
        return f"{whom}, {place}{self._own_mark()}"

    def _own_mark(self) -> str:
        """Return a mark for a traitor who was on a mission that failed."""
        return ", suspect" if self._standing.is_traitor and self._standing.fails[self.seat] else ""

    def _is_suspect(self, seat: Seat) -> bool:
        """Return whether a loyal seat suspects another."""
        return seat != self.seat and bool(self._standing.fails[seat] or self._standing.traitors >> seat & 1)

    # Teams

    def _names(self, form: Form, prompt: Prompt) -> Answer:
        """Return the bot's own answer, with the table's team if it has one that the rules allow."""
        answer = self._itself.choose(prompt)
        teams = [index for index, (_, option) in enumerate(form.parts) if isinstance(option, Seats)]
        if len(teams) != 1 or not isinstance(answer, tuple):
            return answer
        option = form.parts[teams[0]][1]
        assert isinstance(option, Seats)
        standing = self._standing
        acts = (ON_IT, OFF_IT, *((WITH_TRAITOR, TRAITOR_ALONE) if standing.is_traitor else ()))
        chosen = self._choices.at(f"team at {standing.score}{self._own_mark()}", acts)
        if chosen == ITSELF:
            return answer
        changed = tuple(self._team(option, chosen) if index in teams else old for index, old in enumerate(answer))
        return changed if form.refusal(changed) is None else answer

    def _team(self, option: Seats, chosen: str) -> SeatSet:
        """Return a team of the chosen kind, with equals in random order. Known traitors are left out if possible."""
        standing, me = self._standing, 1 << self.seat
        team = me if chosen in (ON_IT, WITH_TRAITOR) else NOBODY
        seats = list(seats_in(option.allowed & ~me))
        self.rng.shuffle(seats)
        known = standing.traitors & ~me
        seats.sort(key=lambda seat: (known >> seat & 1, standing.fails[seat]))
        if chosen in (WITH_TRAITOR, TRAITOR_ALONE):
            fellow = next((seat for seat in seats if known >> seat & 1), None)
            seats.sort(key=lambda seat: seat != fellow)
        for seat in seats:
            if team.bit_count() == option.low:
                break
            team |= 1 << seat
        return team


def explore(match: Match, known: Tried, seed: str, first: int, last: int) -> Tried:
    """Play the games with these numbers, trying acts by what is known, and return the results of each."""
    itself, found = find_bot(match.against), Tried()
    for number in range(first, last):
        choices = Exploring(known, Random(f"{seed}/{number}/tried"))
        won = play(match, partial(TableBot, choices, itself), seed, number)
        add(found, {entry: {act: (1, int(won))} for entry, act in choices.tried.items()})
    return found


def add(found: Tried, more: Tried) -> None:
    """Add the results of other games."""
    for entry, acts in more.items():
        at = found.setdefault(entry, {})
        for act, (games, wins) in acts.items():
            before = at.get(act, (0, 0))
            at[act] = before[0] + games, before[1] + wins


def train(training: Training) -> ResponseTable:
    """Learn a table."""
    known: Tried = {}
    for_choosing = int(CHOOSING * training.budget / len(DOUBTS))
    games = (training.budget - for_choosing * len(DOUBTS)) // ROUNDS
    for number in range(ROUNDS):
        seed = f"{training.seed}/{number}"
        work = [(training.match, known, seed, *part) for part in pieces(games)]
        found: Tried = {entry: {act: _faded(one) for act, one in acts.items()} for entry, acts in known.items()}
        for tried in training.workers.map(explore, work):
            add(found, tried)
        known = found
        training.count(games)
    tables = [ResponseTable(learned(known, doubts)) for doubts in DOUBTS]
    wins = training.wins(tables, for_choosing, ROUNDS)
    return tables[max(range(len(tables)), key=wins.__getitem__)]


def _faded(tried: tuple[float, float]) -> tuple[float, float]:
    return MEMORY * tried[0], MEMORY * tried[1]


def learned(known: Tried, doubts: float) -> dict[str, str]:
    """Return the act that won most at each entry, if it beats the bot's own by so many standard errors.

    >>> learned({"card": {ITSELF: (100, 30), FOR: (100, 31), AGAINST: (100, 50)}}, 1.0)
    {'card': 'against'}
    >>> learned({"card": {ITSELF: (100, 30), FOR: (100, 31), AGAINST: (2, 1)}}, 1.0)
    {}
    """
    entries = {}
    for entry, acts in sorted(known.items()):
        own, own_error = _estimate(acts.get(ITSELF, (0, 0)))
        better = {}
        for act, tried in acts.items():
            share, error = _estimate(tried)
            if act != ITSELF and share - own > doubts * sqrt(error**2 + own_error**2):
                better[act] = share
        if better:
            entries[entry] = max(sorted(better), key=better.__getitem__)
    return entries


def _estimate(tried: tuple[float, float]) -> tuple[float, float]:
    """Return the share of games won and its standard error, smoothed by one win and one loss."""
    games, wins = tried[0] + 2, tried[1] + 1
    share = wins / games
    return share, sqrt(share * (1 - share) / games)
