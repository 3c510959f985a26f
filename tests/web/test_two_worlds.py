"""Nothing leaks on the wire: two worlds whose deals look alike to a viewer send that viewer the same.

The same bytes in the same messages, in the same order, at the same moments: to pages (packed and in full), shared
screens, programs, spectators, delayed spectators, and anyone who joins during a game; over sockets and in responses,
even to refused requests. Clocks run out, bots play for themselves and for absent people, and talk, tables are held open
before reveals, and in one of the worlds people change secret choices, talk in private and take notes.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import count, groupby, product
from random import Random
from typing import Any, ClassVar, Final

import msgspec
import pytest

from tests.support.offline_room import long_names
from tests.support.worlds import BEGAN, SameBot, World, active, person
from turncoat import bots
from turncoat.bots.levels import Normal
from turncoat.bots.remarks import ChatQuestion, Remark
from turncoat.games.resistance.hunter.accusation import AskEarly
from turncoat.kernel.chapters import Deal
from turncoat.kernel.events import Event
from turncoat.kernel.game import Game
from turncoat.kernel.opening import hiding_side
from turncoat.kernel.refusals import Refusal
from turncoat.kernel.rulebooks import BOOKS, rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, SPECTATOR, Seat, SeatSet, seat_set, seats_in
from turncoat.kernel.steps import Choice
from turncoat.table import commands as c
from turncoat.table import server_log
from turncoat.table.runtime.bot_timing import BotTiming
from turncoat.table.runtime.clocks import ClockRunner
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_registry import Gauges, RoomRegistry
from turncoat.table.runtime.table_log import TableLog
from turncoat.table.state import conversation
from turncoat.table.state.chat import in_channel, is_silent
from turncoat.table.state.game_session import GameSession
from turncoat.table.state.table import Table
from turncoat.table.values.settings import TableSettings
from turncoat.testing.broken import ContractBroken
from turncoat.testing.rulesets import label, rulesets
from turncoat.testing.secrecy import Pair, other_deal
from turncoat.testing.walks import next_choice, pick
from turncoat.web.programs import socket
from turncoat.web.table import sealed
from turncoat.web.table.open_page import OpenPage
from turncoat.web.table.page import scripts
from turncoat.web.table.sealed import OwnSize
from turncoat.web.updates.viewer import Outcome

UPDATE: Final = OpenPage.update
POLL: Final = f"/t/CODE/updates?page=game-1&scripts={scripts()}&again=12"
"""Polling address of a page whose network blocks WebSockets."""
PAGES: Final = (
    "/t/CODE",
    POLL,
    f"{POLL}&packed",
    "/t/CODE/screen/updates?packed&again=12",
    "/t/CODE/screen",
    "/t/CODE/games",
    "/t/CODE/games/1",
    "/t/CODE/games/1/record",
    "/t/CODE/deal",
    "/t/CODE/narrator",
    "/t/CODE/kit",
    "/metrics",
)
"""Requests that viewers make occasionally: pages, and downloads that are available only after the game."""
DEAL: Final = Ruleset.deal
"""The original deal function, which worlds replace."""
DECISION: Final = 30
PATIENCE: Final = 20
"""Number of steps in a row to wait for bots and absent people."""


class Kind(msgspec.Struct, frozen=True):
    """A kind of table: its settings and its people."""

    settings: TableSettings = TableSettings()
    bots: int = 0
    """Number of seats with bots."""
    away: bool = False
    """True if the last of the people is away, so that a bot stands in."""
    hold: float = 3.0
    """Seconds that the table is held open before reveals."""
    one_deal: bool = False
    """True if both worlds have the same deal, and only actions make them differ."""
    is_overheard: bool = False
    """True if an eavesdropper sees the times and sizes of each seat's messages, but not their contents."""
    standing_answers: bool = False
    """True if people occasionally give standing answers, or withdraw them."""
    moves: bool = False
    """True if the table moves between servers again and again."""
    letters: int = 0
    """Number of four-byte letters in people's names, or 0 for usual names."""


KINDS: Final = {
    "people": Kind(),
    "clocks": Kind(TableSettings(decision_time=DECISION, talk_time=DECISION, talk_breaks=True)),
    "late spectators": Kind(TableSettings(spectators_behind=20, decision_time=DECISION)),
    "bots": Kind(bots=2),
    "talk": Kind(TableSettings(bots_talk=True, talk_breaks=True), bots=2),
    "away": Kind(TableSettings(decision_time=DECISION * 4, stand_in_after=1), away=True),
    "thinking aid": Kind(TableSettings(thinking_aid=True)),
    "by day": Kind(TableSettings(day_hours=8, talk_breaks=True)),
}


class TwoWorlds:
    """Two worlds with the same actions, and the viewers who cannot tell them apart."""

    def __init__(
        self,
        make: Callable[..., World],
        ruleset: Ruleset,
        kind: Kind,
        seed: int,
        deals: tuple[Deal, Deal] | None = None,
    ) -> None:
        self.ruleset, self.kind = ruleset, kind
        self.rng = Random(f"{label(ruleset)} {seed}")
        self.people = ruleset.players - kind.bots
        self.away = self.people - 1 if kind.away else None
        deals = deals or self._deals(seed)
        self.worlds = make(ruleset, deals[0], hold=kind.hold), make(ruleset, deals[1], hold=kind.hold)
        self.compared = 0
        """Number of messages and responses that were the same in both worlds."""
        self.followed: Seat | None = None
        self.taps = 0
        """Number of standing answers given."""
        self.idle = 0
        """Number of steps in a row in which nobody could do the same in both worlds."""
        self._read: dict[str, int] = {}
        for world in self.worlds:
            world.open(self.people, kind.settings, long_names(self.people, kind.letters) if kind.letters else ())
        # The host's page reveals which world is theirs only through what follows the deal.
        for seat in range(self.people):
            if seat != self.away:
                self.add("program", seat)
        for world in self.worlds:
            world.pass_by(0.5)
            world.submit(person(0), c.Start())
            world.pass_by(0.5)
        self.pair = Pair(ruleset, *deals, ())
        self.pair.games = self.sessions[0]._game, self.sessions[1]._game
        self.pair.compare()
        self.add("program", SPECTATOR)
        for what in ("page", "wrong page", "screen"):
            self.add(what, SPECTATOR)
        for number, seat in enumerate(self.rng.sample(self.seats_alike, min(2, len(self.seats_alike)))):
            self.add(("page", "old page")[number], seat)
            self.add("screen", seat)
        if kind.is_overheard:
            for seat in range(self.people):
                self.add(("page", "old page")[seat % 2], seat, " overheard")
        self.is_dealt = self.has_been_dealt()
        """True if the cards had been dealt at the latest action."""
        self.compare()

    def has_been_dealt(self) -> bool:
        """Return whether everybody has their card."""
        return rulebook(self.ruleset.game).is_dealt(self.sessions[0].view().board)

    def _deals(self, seed: int) -> tuple[Deal, Deal]:
        """Return two deals that look alike to many, or the same one twice."""
        if self.kind.one_deal:
            deal = DEAL(self.ruleset, f"one world {seed}".encode())
            return deal, deal
        found: list[tuple[int, Deal, Deal]] = []
        for turn in range(120):
            if turn >= 12 and any(many for many, _, _ in found):
                break
            deal = DEAL(self.ruleset, f"two worlds {seed} {turn}".encode())
            other = other_deal(self.ruleset, deal, self.rng)
            if other is not None:
                pair = Pair(self.ruleset, deal, other, ())
                pair.compare()
                found.append((len(pair.views), deal, other))
        most, one, other = max(found, key=lambda each: each[0])
        assert most, f"{label(self.ruleset)}: no two deals look alike to anybody"
        return one, other

    @property
    def sessions(self) -> tuple[GameSession, GameSession]:
        one, other = self.worlds
        return one.session, other.session

    @property
    def seats_alike(self) -> list[Seat]:
        """The seats that cannot tell the worlds apart."""
        return [seat for seat in self.pair.views if seat != SPECTATOR and seat != self.away and seat < self.people]

    def add(self, what: str, viewer: Seat, when: str = "") -> None:
        """Open something for a viewer in both worlds."""
        for world in self.worlds:
            world.add(what, viewer, f"{what} of {viewer}{when}")

    def pass_by(self, seconds: float) -> None:
        for world in self.worlds:
            world.pass_by(seconds)
        self.compare()

    def move(self) -> None:
        """Move the table to another server, which disconnects everybody, and reconnect."""
        for world in self.worlds:
            world.move()
        self.pair.games = self.sessions[0]._game, self.sessions[1]._game
        self.pass_by(0.1)
        ends = [message["type"] for _, message in self.worlds[0].clients[f"program of {SPECTATOR}"].heard][-1]
        assert ends == "websocket.close"
        for world in self.worlds:
            for client in world.clients.values():
                client.leave()
            world.pass_by(0.1)
            for title, client in tuple(world.clients.items()):
                world.add(client.kind, client.viewer, title)
        self._read.clear()
        self.pass_by(0.5)

    def follow_only(self, viewer: Seat) -> None:
        """Let the worlds diverge from here on, which this viewer must not notice."""
        self.followed = viewer
        self.pair.views = {viewer: self.pair.views[viewer]}

    # Comparing

    def compare(self) -> None:
        """Check that indistinguishable viewers got the same from both worlds, at the same moments."""
        one, other = self.worlds
        if self.followed is None:
            self.compare_games()
        for title, client in one.clients.items():
            start = self._read.get(title, 0)
            messages, others = client.heard[start:], other.clients[title].heard[start:]
            self._read[title] = start + len(messages)
            if client.viewer in self.pair.views:
                assert messages == others, f"{label(self.ruleset)}: distinguished by what came to the {title}"
                self.compared += len(messages)
            elif self.kind.is_overheard and self.pair.views:
                assert seen_by_others(messages) == seen_by_others(others), f"the sizes for the {title} differ"

    def compare_games(self) -> None:
        """Check that only events that may reveal the world have done so, and drop the viewers who now know theirs."""
        one, other = self.worlds
        try:
            self.pair.compare()
        except ContractBroken:
            # A bot, or the clock, may have had to choose differently, since some roles' cards leave no choice.
            games = [session._game for session in self.sessions]
            chosen = [{(seat, choice.to): choice.answer for seat, choice in game.choices} for game in games]
            if chosen[0] == chosen[1]:
                raise
            self.pair.views.clear()
            return
        if any(session.result is not None for session in self.sessions):
            self.pair.views.clear()  # the roles are revealed from here on
        else:
            assert one.log == other.log, f"{label(self.ruleset)}: distinguished by the server's log"

    def overhear(self) -> None:
        """Compare the sizes of the pages that each person loads, as an eavesdropper sees them."""
        for seat in range(self.people):
            for path in ("/t/CODE", POLL, f"{POLL}&packed"):
                sizes = [len(world.get(path, seat)[1]["body"]) for world in self.worlds]
                assert sizes[0] == sizes[1], f"the sizes of {path} differ for seat {seat}"

    def ask_for(self, path: str, viewer: Seat) -> None:
        answers = [world.get(path, viewer) for world in self.worlds]
        assert answers[0] == answers[1], f"{label(self.ruleset)}: distinguished by the answer to {path} for {viewer}"
        self.compared += 1

    # Actions

    def play(self, most: int = 200) -> None:
        """Play until every viewer can tell the worlds apart, nothing is legal in both, or the game is over."""
        for step in range(most):
            if not self.pair.views or self.idle > PATIENCE:
                return
            self.step(step)

    def step(self, step: int) -> None:
        if self.kind.moves and step % 9 == 8:
            self.move()
        self.look_on(step)
        was_dealt, self.is_dealt = self.is_dealt, self.has_been_dealt()
        if self.is_dealt and not was_dealt:  # people look at their cards, and at the scenes before
            self.pass_by(25.0)
            return
        if self.sessions[0].is_held:
            self.pass_by(self.kind.hold)
            return
        if self.kind.settings.decision_time and self.rng.random() < 0.06:
            self.pass_by(DECISION + 1.0)
            return
        if self.kind.standing_answers and self.rng.random() < 0.5 and self.go_on():
            self.pass_by(self.rng.choice([0.31, 1.07, 3.53]))
            return
        found = self.common_choice()
        if found is None:  # bots, or an absent person, are asked
            self.idle += 1
            self.pass_by(5.0)
            return
        self.idle = 0
        seat, choice = found
        if self.kind.settings.bots_talk and self.rng.random() < 0.2:
            self.say(seat)
        self.choose(seat, choice)
        self.pass_by(self.rng.choice([0.31, 1.07, 3.53]))

    def look_on(self, step: int) -> None:
        """Let an indistinguishable viewer look at other pages, try what is refused, or open another page."""
        if not self.pair.views:
            return
        viewer = self.rng.choice(sorted(self.pair.views))
        if viewer == SPECTATOR or viewer in self.seats_alike:
            if step % 3 == 0:
                self.ask_for(PAGES[step // 3 % len(PAGES)], viewer)
            if step % 4 == 1:
                self.try_what_is_refused(viewer)
            if step in (7, 23):
                self.add("page", viewer, f" who came at step {step}")
                self.add("forging page", viewer, f" who came at step {step}")
                self.add("program", viewer, f" who came at step {step}")
        if self.kind.is_overheard:
            if step % 5 == 2:
                self.overhear()
        elif step % 5 == 2:
            self.act_in_secret()
        self.pass_by(0.2)

    def try_what_is_refused(self, viewer: Seat) -> None:
        sessions = self.sessions
        view = sessions[0].view(viewer)
        offered = {offer.name for offer in view.offers}
        tries: list[int | str] = [] if view.prompt is not None else [sessions[0].question]
        games = [session._game for session in sessions]
        names = {offer.name for game in games for seat in range(self.ruleset.players) for offer in game.offers(seat)}
        tries += sorted(names - offered)
        for to in tries:
            for world in self.worlds:
                world.clients[f"program of {viewer}"].say(type="choose", to=to, answer="approve", id="try")
                page = world.clients.get(f"page of {viewer}")
                if page is not None:
                    page.choose(prompt=str(to), answer="approve", command="try", sure="yes")

    def act_in_secret(self) -> None:
        """Talk in private and take notes in the second world, which nobody else may notice."""
        world = self.worlds[1]
        for seat in range(self.people):
            if seat in self.pair.views or seat == self.away:
                continue
            world.submit(person(seat), c.WriteNotes({(seat + 1) % self.ruleset.players: c.Note("trust", "well")}))
            if in_channel(world.session, seat) and not any(in_channel(world.session, one) for one in self.pair.views):
                world.submit(person(seat), c.Say("psst", "channel"))

    def say(self, seat: Seat) -> None:
        """Voice a suspicion, which the bots hear, and react to it."""
        about = self.rng.choice([one for one in range(self.ruleset.players) if one != seat])
        if not any(is_silent(session, seat) for session in self.sessions):
            for world in self.worlds:
                world.submit(person(seat), c.Say("", phrase="suspect", about=about))
                world.submit(person(seat), c.React(world.room.table.chat.table.count, "doubt"))

    def go_on(self) -> bool:
        """Give or withdraw a standing answer in both worlds. Return False if nobody can."""
        sessions = self.sessions
        on = [session.standing_answers for session in sessions]
        assert on[0] == on[1], f"{label(self.ruleset)}: it ends because of something not public"
        able = 0
        if all(session.takes_standing_answers for session in sessions):
            able = sessions[0].waiting & sessions[1].waiting & ~on[0]
        seats = [seat for seat in seats_in(able | on[0]) if seat < self.people and seat != self.away]
        if not seats:
            return False
        seat = self.rng.choice(seats)
        is_on = bool(on[0] >> seat & 1)
        if is_on and self.rng.random() < 0.8:
            return False
        for_round = not is_on and not self.kind.bots and self.taps % 2 == 1
        for world in self.worlds:
            number = 0 if is_on else world.session.question
            world.submit(person(seat), c.StandingAnswer(1, number, on=not is_on, for_round=for_round))
        self.taps += not is_on
        return True

    def common_choice(self) -> tuple[Seat, Choice] | None:
        """Return a person's choice that is legal in both worlds, if any."""
        sessions = self.sessions
        games = [session._game for session in sessions]
        if not all(game.prompts() for game in games):
            return None

        def fits(seat: Seat, choice: Choice) -> bool:
            playing = 0 <= seat < self.people and seat != self.away
            return playing and all(session.refusal(seat, choice) is None for session in sessions)

        for _ in range(20):
            # The draw favors the world whose game proposes first, so both take turns.
            found = next_choice(self.rng.choice(games), self.rng)
            if fits(*found):
                return found
        defaults = [(seat, games[0].default(seat)) for seat in games[0].prompts() if seat >= 0]
        return next((found for found in defaults if fits(*found)), None)

    def choose(self, seat: Seat, choice: Choice) -> None:
        """Make the same choice in both worlds, in the second perhaps after a different one."""
        left = min(world.clock_left() for world in self.worlds)
        first = self.something_else(seat, choice) if left > 1.0 else None
        if first is None or seat in self.pair.views or self.kind.is_overheard:
            for world in self.worlds:
                world.submit(person(seat), c.Choose(1, seat, choice.to, choice.answer))
            return
        one, other = self.worlds
        one.submit(person(seat), c.Choose(1, seat, choice.to, choice.answer))
        other.submit(person(seat), c.Choose(1, seat, first.to, first.answer))
        self.pass_by(0.3)
        if other.session.refusal(seat, choice) is not None:  # it was final, so the worlds have diverged
            self.pair.views.clear()
            return
        other.submit(person(seat), c.Choose(1, seat, choice.to, choice.answer))

    def something_else(self, seat: Seat, choice: Choice) -> Choice | None:
        """Return a choice that the person may take back in the second world, or None if every one would be final."""
        game: Game[Any] = self.sessions[1]._game
        frame = game.frame
        if frame is None or choice.to != frame.number or seat in frame.answers or seat not in frame.prompts:
            return None
        if len(frame.answers) + 1 >= frame.wanted or frame.step.question.first_ends:
            return None
        first = Choice(frame.number, pick(frame.prompts[seat].option, self.rng))
        twin = game.clone()
        twin.play(seat, first)
        is_open = twin.frame is not None and twin.frame.number == frame.number
        return first if is_open and first != choice and twin.refusal(seat, choice) is None else None


def seen_by_others(messages: list[tuple[float, Any]]) -> list[tuple[float, int]]:
    """Return the visible traits of encrypted messages: their moments and sizes in bytes."""
    return [(moment, len(message.get("text", "").encode())) for moment, message in messages]


def test_everything_due_happens_when_time_passes(worlds: Callable[..., World]) -> None:
    ruleset = Ruleset.of("resistance", 5)
    world = worlds(ruleset, DEAL(ruleset, b"a clock"))
    world.open(5, TableSettings(decision_time=DECISION))
    for seat in range(5):
        world.add("program", seat, f"program of {seat}")
    world.submit(person(0), c.Start())
    question = world.session.question
    world.pass_by(world.clock_left())
    assert not world.room.clock.busy
    assert world.session.question > question
    assert world.registry.store.time() == BEGAN + world.loop.time(), "for any caller and in any thread"


EVERY: Final = rulesets()


def smallest() -> list[Ruleset]:
    """Return each game without modules, each module with as few others as possible, and a maximal combination."""
    found: list[Ruleset] = []
    for book in BOOKS.values():
        mine = [ruleset for ruleset in EVERY if ruleset.game == book.name]
        found.append(mine[0])
        for module in book.chapters:
            having = [ruleset for ruleset in mine if module in ruleset.modules]
            found.append(min(having, key=lambda ruleset: (len(ruleset.modules), ruleset.players)))
        found.append(max(mine, key=lambda ruleset: len(ruleset.modules)))
    return list(dict.fromkeys(found))


SOME: Final = smallest()
PLAIN: Final = [ruleset for ruleset in SOME if not ruleset.modules]
OVERHEARD_AT: Final = [
    *PLAIN,
    *(pytest.param(ruleset, marks=pytest.mark.sweep) for ruleset in SOME[::6] if ruleset not in PLAIN),
]


@pytest.mark.parametrize(
    ("ruleset", "kind"),
    [(ruleset, list(KINDS)[number % len(KINDS)]) for number, ruleset in enumerate(SOME)],
    ids=lambda value: value if isinstance(value, str) else label(value),
)
def test_alike_worlds_send_the_same(worlds: Callable[..., World], ruleset: Ruleset, kind: str) -> None:
    two = TwoWorlds(worlds, ruleset, KINDS[kind], 1)
    two.play(45)  # the sweep plays to the end
    assert two.compared > 20


TO_THE_END: Final = list(
    dict.fromkeys(
        [*product(SOME, KINDS), *((ruleset, list(KINDS)[number % len(KINDS)]) for number, ruleset in enumerate(EVERY))]
    )
)
"""The smallest rulesets with every kind of table, and all others with one kind. All pairs would take hours."""


@pytest.mark.sweep
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("ruleset", "kind"), TO_THE_END, ids=lambda value: value if isinstance(value, str) else label(value)
)
def test_alike_worlds_of_every_ruleset_send_the_same(worlds: Callable[..., World], ruleset: Ruleset, kind: str) -> None:
    TwoWorlds(worlds, ruleset, KINDS[kind], 2).play()


MOVING: Final = {
    "people": Kind(moves=True),
    "bots and late spectators": Kind(TableSettings(decision_time=DECISION, spectators_behind=20), moves=True, bots=2),
}
EACH_MOVES: Final = [(ruleset, list(MOVING)[number % 2]) for number, ruleset in enumerate(PLAIN)]


@pytest.mark.parametrize(
    ("ruleset", "kind"),
    [case if case in EACH_MOVES else pytest.param(*case, marks=pytest.mark.sweep) for case in product(PLAIN, MOVING)],
    ids=lambda value: value if isinstance(value, str) else label(value),
)
def test_moving_a_table_reveals_nothing(worlds: Callable[..., World], ruleset: Ruleset, kind: str) -> None:
    """Each game is played with people, or with bots and delayed spectators, in turn. The sweep plays each with both."""
    two = TwoWorlds(worlds, ruleset, MOVING[kind], 1)
    two.play(60)
    assert two.compared > 20


class RealTalk(SameBot):
    """A bot that chooses like its base class and talks like `normal`, except that traitors do not lie."""

    said = 0
    """Number of remarks by all of them."""
    replies = 0
    """Number of their replies."""
    defended: ClassVar[set[bool]] = set()
    """Accusations by bots that they replied to: True if made in an answer, False if unprompted."""
    spoke_of: ClassVar[set[str]] = set()
    """Kinds of events that they spoke about."""

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self._speaking = Normal(ruleset, seat, seed)
        self._speaking.talkative = 1.0

    def see(self, events: Iterable[Event]) -> None:
        self._speaking.see(events)

    def hear(self, said: Iterable[tuple[Seat, Remark]]) -> None:
        self._speaking.hear(said)

    def remark(self) -> Remark | None:
        SameBot.thought = active().thinking(self.seat)
        topic = self._speaking._speaker.reasons.topic
        remark = self._speaking.remark()
        RealTalk.said += remark is not None
        if remark is not None and topic is not None:
            RealTalk.spoke_of.add(topic.kind)
        return remark

    def reply(self, question: ChatQuestion) -> Remark | None:
        SameBot.thought = active().thinking(self.seat)
        RealTalk.replies += 1
        if question.asker in range(self.ruleset.players - 3, self.ruleset.players):
            RealTalk.defended.add(question.is_answer)
        return self._speaking.reply(question)


def play_with_real_talk(worlds: Callable[..., World], patch: pytest.MonkeyPatch, ruleset: Ruleset, seed: int) -> None:
    """Play with bots that speak of their own accord."""
    with_real_talk(worlds, patch, ruleset, seed).play(120)


def with_real_talk(
    worlds: Callable[..., World],
    patch: pytest.MonkeyPatch,
    ruleset: Ruleset,
    seed: int,
    kind: type[TwoWorlds] = TwoWorlds,
    *,
    one_deal: bool = False,
) -> TwoWorlds:
    """Set up worlds whose bots' talk is independent of roles.

    A bot's words are public like a vote, and a lie is part of them. Without lies, nothing may depend on roles: whether
    and when bots speak, about whom, why, and the message's size.
    """
    patch.setattr(bots, "find", lambda kind: RealTalk)
    patch.setattr(Normal, "known_traitors", lambda self: NOBODY)
    two = kind(worlds, ruleset, Kind(TableSettings(bots_talk=True), bots=3, one_deal=one_deal), seed)
    side_of, hiding = BOOKS[ruleset.game].side_of, hiding_side(ruleset)

    def thinking(seat: Seat) -> float:
        return 0.3 if side_of(active().deal.roles[seat]) == hiding else 0.0

    for world in two.worlds:
        world.thinking = thinking
    return two


TALKED: Final = [Ruleset.of("resistance", players) for players in (5, 7)]
TALKED_AT: Final = (
    *((ruleset, seed) for seed, ruleset in enumerate(TALKED, 1)),
    (Ruleset.of("winter-soldier", 7), 1),
    (Ruleset.of("winter-soldier", 5), 4),
    (Ruleset.of("hail-hydra", 5), 1),
    (Ruleset.of("hail-hydra", 5), 11),
)
"""With seeds for which bots speak about every kind of event."""

QUESTIONS: Final = (
    "{bot}, why that vote?",
    "{bot}, why that team?",
    "{bot}, who do you suspect?",
    "{bot}, who do you trust?",
    "{bot}, what do you think of {other}?",
    "{bot}, do you trust me?",
    "{bot}, is {other} a spy?",
    "{bot}, why?",
    "Are you a spy, {bot}?",
    "{bot} is a traitor",
    "{bot}, you are lying!",
    "I trust {bot}",
    "Hello {bot}",
    "Thanks, {bot}",
    "{bot}, what is your role?",
    "{bot}, skąd taki głos?",
    "{bot}, dlaczego taki skład?",
    "{bot}, kogo podejrzewasz?",
    "{bot}, komu ufasz?",
    "{bot}, co sądzisz o {other}?",
    "{bot}, ufasz mi?",
    "{bot}, czy {other} to szpieg?",
    "{bot}, dlaczego?",
    "Jesteś szpiegiem, {bot}?",
    "{bot} to zdrajca",
    "{bot}, kłamiesz!",
    "ufam {bot}",
    "Hej {bot}",
    "Dzięki, {bot}",
    "{bot}, jaka jest twoja karta?",
)
"""Questions that every bot is asked, each in both worlds."""


class AskedWorlds(TwoWorlds):
    """Worlds in which somebody asks the bots one question after another."""

    asked = 0

    def step(self, step: int) -> None:
        super().step(step)
        for _ in range(3):
            self.ask()

    def ask(self) -> None:
        """Ask the next bot the next question. In total, each bot gets each question."""
        seats = range(self.people, self.ruleset.players)
        bot = seats[self.asked % len(seats)]
        number = self.asked // len(seats) % len(QUESTIONS)
        asker = self.rng.randrange(self.people)
        other = self.worlds[0].room.table.seats[self.rng.randrange(self.people)].name
        if any(session.result is not None or is_silent(session, asker) for session in self.sessions):
            return
        self.asked += 1
        text = QUESTIONS[number].format(bot=self.worlds[0].room.table.seats[bot].name, other=other)
        for world in self.worlds:
            world.submit(person(asker), c.Say(text))
        self.pass_by(self.rng.choice([3.1, 7.7]))


def test_thirty_questions_do_not_reveal_a_bots_role(
    worlds: Callable[..., World], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RealTalk, "replies", 0)
    monkeypatch.setattr(conversation, "REST", 1.0)  # so that each question is answered
    asked = 0
    for seed, ruleset in enumerate(TALKED, 1):
        two = with_real_talk(worlds, monkeypatch, ruleset, seed, AskedWorlds)
        assert isinstance(two, AskedWorlds)
        two.asked, step = asked, 0
        while two.asked < 3 * len(QUESTIONS) and two.pair.views and step < 60:
            two.step(step)
            step += 1
        asked = two.asked
    assert asked >= 3 * len(QUESTIONS)
    assert RealTalk.replies > asked // 2


def test_a_bot_that_answers_by_its_role_is_noticed(
    worlds: Callable[..., World], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation, "REST", 1.0)
    real = RealTalk.reply

    def reply(bot: RealTalk, question: ChatQuestion) -> Remark | None:
        is_traitor = active().deal.roles[bot.seat] == "spy"
        return Remark("deny") if is_traitor else real(bot, question)

    monkeypatch.setattr(RealTalk, "reply", reply)

    def play_some() -> None:
        for seed, ruleset in enumerate(TALKED, 1):
            two = with_real_talk(worlds, monkeypatch, ruleset, seed, AskedWorlds)
            for step in range(30):
                two.step(step)

    with pytest.raises(AssertionError, match="distinguished"):
        play_some()


def test_whether_and_when_bots_speak_is_independent_of_roles(
    worlds: Callable[..., World], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Covers every kind of occasion, and remarks of bots about each other."""
    monkeypatch.setattr(RealTalk, "said", 0)
    monkeypatch.setattr(RealTalk, "defended", set())
    for game, cases in groupby(TALKED_AT, key=lambda case: case[0].game):
        monkeypatch.setattr(RealTalk, "spoke_of", set())
        for ruleset, seed in cases:
            play_with_real_talk(worlds, monkeypatch, ruleset, seed)
        assert RealTalk.spoke_of >= {"vote", "mission"} | ({"team"} if game != "hail-hydra" else set())
    assert RealTalk.said > 40
    assert RealTalk.defended == {False, True}


def test_bots_remarks_do_not_reveal_thinking_times(
    worlds: Callable[..., World], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that is still thinking about something else speaks on the basis of earlier events."""
    monkeypatch.setattr(RealTalk, "said", 0)
    two = with_real_talk(worlds, monkeypatch, Ruleset.of("winter-soldier", 5, ("arnim-zola",)), 1, one_deal=True)
    at_once, later = two.worlds
    at_once.thinking, later.thinking = lambda seat: 0.0, lambda seat: 0.3
    two.play(60)
    assert RealTalk.said > 10


@pytest.mark.sweep
@pytest.mark.timeout(600)
@pytest.mark.parametrize("ruleset", EVERY, ids=label)
def test_real_talk_of_bots_in_every_ruleset_is_independent_of_roles(
    worlds: Callable[..., World], monkeypatch: pytest.MonkeyPatch, ruleset: Ruleset
) -> None:
    play_with_real_talk(worlds, monkeypatch, ruleset, 2)


OVERHEARD: Final = Kind(TableSettings(decision_time=DECISION), is_overheard=True)
LONG_NAMES: Final = msgspec.structs.replace(OVERHEARD, letters=24)


@pytest.mark.parametrize("ruleset", OVERHEARD_AT, ids=label)
def test_sizes_and_moments_reveal_nothing_to_an_eavesdropper(worlds: Callable[..., World], ruleset: Ruleset) -> None:
    two = TwoWorlds(worlds, ruleset, OVERHEARD, 1)
    two.play(30)


def led_by_a_deep_agent_or_not() -> tuple[Ruleset, Deal, Deal]:
    """Return two deals whose first leader is a Deep Agent, with the most to know, or a plain Resistance Operative."""
    ruleset = Ruleset.of("resistance", 10, ("targeting", "hunter", "deep-agent", "pretender", "blame"))
    deals = (DEAL(ruleset, f"led {turn}".encode()) for turn in count())
    deal = next(deal for deal in deals if deal.roles.index("deep-agent") % 2 == 0)  # a seat whose page unpacks
    leader, other = deal.roles.index("deep-agent"), deal.roles.index("resistance")
    roles = list(deal.roles)
    roles[leader], roles[other] = roles[other], roles[leader]
    one = msgspec.structs.replace(deal, first=leader)
    return ruleset, one, msgspec.structs.replace(one, roles=tuple(roles))


def play_with_long_names(worlds: Callable[..., World]) -> None:
    ruleset, one, other = led_by_a_deep_agent_or_not()
    two = TwoWorlds(worlds, ruleset, msgspec.structs.replace(LONG_NAMES, letters=20), 1, (one, other))
    two.play(6)
    assert two.compared > 0


def test_sizes_reveal_nothing_at_a_table_with_long_names(worlds: Callable[..., World]) -> None:
    play_with_long_names(worlds)


@pytest.mark.parametrize("ruleset", OVERHEARD_AT, ids=label)
def test_the_thinking_aids_sizes_reveal_nothing(worlds: Callable[..., World], ruleset: Ruleset) -> None:
    aided = TableSettings(decision_time=DECISION, thinking_aid=True)
    TwoWorlds(worlds, ruleset, Kind(aided, is_overheard=True, letters=24), 3).play(15)


@pytest.mark.sweep
@pytest.mark.timeout(600)
@pytest.mark.parametrize("ruleset", EVERY, ids=label)
def test_sizes_and_moments_reveal_nothing_in_any_ruleset(worlds: Callable[..., World], ruleset: Ruleset) -> None:
    TwoWorlds(worlds, ruleset, LONG_NAMES, 2).play()


# Standing answers given alike in both worlds, by seats that could act and by others


GOING_ON: Final = {name: msgspec.structs.replace(kind, standing_answers=True) for name, kind in KINDS.items()} | {
    "overheard": msgspec.structs.replace(OVERHEARD, standing_answers=True)
}
HYDRAS: Final = [ruleset for ruleset in EVERY if ruleset.game == "hail-hydra"]


def count_given(patch: pytest.MonkeyPatch) -> list[int]:
    """Count the standing answers given."""
    given, real = [0], GameSession.give_standing_answers

    def give(session: GameSession) -> None:
        given[0] += 1
        real(session)

    patch.setattr(GameSession, "give_standing_answers", give)
    return given


@pytest.mark.parametrize(
    ("kind", "ruleset", "steps", "seed"),
    [
        ("people", HYDRAS[-1], 100, 5),
        ("bots", HYDRAS[0], 90, 1),
        pytest.param("overheard", HYDRAS[0], 50, 1, marks=pytest.mark.sweep),
    ],
)
def test_standing_answers_reveal_nothing(
    worlds: Callable[..., World],
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    ruleset: Ruleset,
    steps: int,
    seed: int,
) -> None:
    """With people, every second standing answer is for the round alone."""
    given = count_given(monkeypatch)
    two = TwoWorlds(worlds, ruleset, GOING_ON[kind], seed)
    two.play(steps)
    assert two.taps > 3
    assert given[0] > 1


def test_standing_answers_reveal_nothing_where_only_one_role_has_a_choice(
    worlds: Callable[..., World], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No such question takes standing answers, since others come between. Even if one did, it would reveal nothing."""
    question = msgspec.structs.replace(AskEarly.question, takes_standing_answer=True)
    monkeypatch.setattr(AskEarly, "question", question)
    two = TwoWorlds(worlds, Ruleset.of("resistance", 5, ("hunter",)), GOING_ON["people"], 1)
    two.play(120)
    assert two.taps > 0


@pytest.mark.sweep
@pytest.mark.timeout(600)
@pytest.mark.parametrize("kind", GOING_ON)
@pytest.mark.parametrize("ruleset", HYDRAS, ids=label)
def test_standing_answers_reveal_nothing_in_any_ruleset(
    worlds: Callable[..., World], ruleset: Ruleset, kind: str
) -> None:
    TwoWorlds(worlds, ruleset, GOING_ON[kind], 2).play()


# Delayed spectators: the game continues in the second world, and stands still in the first


LATE: Final = 20


def begun_alike(make: Callable[..., World], ruleset: Ruleset, begun: int) -> TwoWorlds:
    """Return two worlds with the same game, this many steps after its start."""
    kind = Kind(TableSettings(spectators_behind=LATE), hold=0.0, one_deal=True)
    for seed in range(1, 20):
        two = TwoWorlds(make, ruleset, kind, seed)
        for step in range(begun):
            two.step(step)
        if two.sessions[0].result is None:
            return two
    raise AssertionError(f"{label(ruleset)}: every game was over after {begun} steps")


def check_late_spectators(make: Callable[..., World], ruleset: Ruleset, begun: int) -> None:
    """Check that events within the delay don't reach delayed spectators in any way."""
    # With two deals, a public event might tell the worlds apart before the game continues in one of them.
    two = begun_alike(make, ruleset, begun)
    two.pass_by(LATE + 5.0)
    two.follow_only(SPECTATOR)
    two.act_in_secret()
    world = two.worlds[1]
    for turn in range(LATE * 8):
        if world.session.result is None:
            seat, choice = next_choice(world.session._game, two.rng)
            world.submit(person(seat), c.Choose(1, seat, choice.to, choice.answer))
        if turn % 10 == 0:
            two.ask_for(PAGES[turn // 10 % (len(PAGES) - 1)], SPECTATOR)  # metrics are for the operator
            two.try_what_is_refused(SPECTATOR)
        if turn == 50:
            two.add("page", SPECTATOR, " who came later")
            two.add("program", SPECTATOR, " who came later")
            two.add("screen", SPECTATOR, " opened later")
        two.pass_by(0.1)
    with pytest.raises(AssertionError, match="distinguished"):
        two.pass_by(LATE)


@pytest.mark.parametrize("ruleset", PLAIN, ids=label)
def test_delayed_spectators_learn_nothing_of_the_live_game(worlds: Callable[..., World], ruleset: Ruleset) -> None:
    check_late_spectators(worlds, ruleset, 8)


@pytest.mark.sweep
@pytest.mark.timeout(600)
@pytest.mark.parametrize("begun", [0, 3, 15, 30])
@pytest.mark.parametrize("ruleset", SOME, ids=label)
def test_delayed_spectators_learn_nothing_with_any_module(
    worlds: Callable[..., World], ruleset: Ruleset, begun: int
) -> None:
    check_late_spectators(worlds, ruleset, begun)


# Worlds that leak on purpose


def pads_nothing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sealed, "padding", lambda size, full: "")
    pads_no_program(patch)


def pads_no_program(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(socket, "filled_up", lambda update, public, events: update)


def pads_no_page(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sealed, "with_padding", lambda html, count: html)


def doubles_the_size_for_some(patch: pytest.MonkeyPatch) -> None:
    """Gives twice the room to whatever does not fit, even if others don't get it."""
    patch.setattr(sealed, "own_size", lambda names, texts, **_: OwnSize(16 * 1024, 3 * 1024 + 256))

    def doubled(size: int, full: int) -> str:
        while full < size:
            full *= 2
        return "." * (full - size)

    patch.setattr(sealed, "padding", doubled)


def waits_for_some_roles(patch: pytest.MonkeyPatch) -> None:
    real = vars(GameSession)["waiting"].fget

    def waiting(session: GameSession) -> SeatSet:
        roles = session._game.deal.roles
        others = seat_set(seat for seat in seats_in(real(session)) if roles[seat] != roles[0])
        return others or real(session)

    patch.setattr(GameSession, "waiting", property(waiting))


def logs_choices(patch: pytest.MonkeyPatch) -> None:
    real = TableLog._append

    async def append(log: TableLog, entries: Sequence[c.Entry]) -> None:
        server_log.info("taken", command=repr(entries[0].command))
        await real(log, entries)

    patch.setattr(TableLog, "_append", append)


def counts_changes_in_secret(patch: pytest.MonkeyPatch) -> None:
    real = GameSession.take

    def take(session: GameSession, seat: Seat, choice: Choice) -> bool:
        real(session, seat, choice)
        return True

    patch.setattr(GameSession, "take", take)


def begins_clocks_anew(patch: pytest.MonkeyPatch) -> None:
    real = ClockRunner._wanted

    def wanted(runner: ClockRunner, table: Table) -> tuple[Any, float, tuple[object, ...]]:
        kind, limit, key = real(runner, table)
        return kind, limit, (*key, sum(table.session.acts) if table.session is not None else 0)

    patch.setattr(ClockRunner, "_wanted", wanted)


def refuses_by_role(patch: pytest.MonkeyPatch) -> None:
    real = GameSession.refusal

    def refusal(session: GameSession, seat: Seat, choice: Choice) -> Refusal | None:
        spies = sum(1 << seat for seat, role in enumerate(session._game.deal.roles) if role == "spy")
        return real(session, seat, choice) and Refusal(("stale", "paused", "past-game")[spies % 3])

    patch.setattr(GameSession, "refusal", refusal)


def pauses_by_role(patch: pytest.MonkeyPatch) -> None:
    real = BotTiming.pause

    def pause(timing: BotTiming, code: str, game: int, version: int, seat: Seat, share: float = 1.0) -> float:
        return real(timing, code, game, version, seat, share) + len(active().deal.roles[seat]) / 100

    patch.setattr(BotTiming, "pause", pause)


def tells_of_every_wake(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(OpenPage, "update", lambda viewer, outcome=None: UPDATE(viewer, outcome or Outcome()))


def counts_everything(patch: pytest.MonkeyPatch) -> None:
    real = RoomRegistry.gauges

    def gauges(registry: RoomRegistry) -> Gauges:
        registry.metrics.changes = sum(room.entries for room in registry.loaded())
        return real(registry)

    patch.setattr(RoomRegistry, "gauges", gauges)


def goes_on_sooner_without_a_power(patch: pytest.MonkeyPatch) -> None:
    real = ClockRunner._standing_answers_due

    def due(runner: ClockRunner, room: Room) -> float | None:
        moment, session = real(runner, room), room.table.session
        if moment is None or session is None:
            return moment
        able = [seat for seat, role in enumerate(session._game.deal.roles) if role == "hydra"]
        return moment if any(session.standing_answers >> seat & 1 for seat in able) else moment - 1.0

    patch.setattr(ClockRunner, "_standing_answers_due", due)


def test_a_role_dependent_delay_is_noticed(worlds: Callable[..., World], monkeypatch: pytest.MonkeyPatch) -> None:
    goes_on_sooner_without_a_power(monkeypatch)

    two = TwoWorlds(worlds, HYDRAS[0], GOING_ON["people"], 3)
    with pytest.raises(AssertionError, match=r"differ|distinguished"):
        two.play()


def test_role_dependent_padding_is_noticed(worlds: Callable[..., World], monkeypatch: pytest.MonkeyPatch) -> None:
    doubles_the_size_for_some(monkeypatch)
    with pytest.raises(AssertionError, match="differ"):
        play_with_long_names(worlds)


@pytest.mark.parametrize(
    ("leak", "kind"),
    [
        (pads_nothing, OVERHEARD),
        (pads_no_program, OVERHEARD),
        (pads_no_page, OVERHEARD),
        (waits_for_some_roles, KINDS["people"]),
        (logs_choices, KINDS["people"]),
        (counts_changes_in_secret, KINDS["people"]),
        (begins_clocks_anew, KINDS["clocks"]),
        (refuses_by_role, KINDS["people"]),
        (pauses_by_role, KINDS["bots"]),
        (tells_of_every_wake, KINDS["people"]),
        (counts_everything, KINDS["people"]),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_leaking_worlds_are_noticed(
    worlds: Callable[..., World],
    monkeypatch: pytest.MonkeyPatch,
    leak: Callable[[pytest.MonkeyPatch], None],
    kind: Kind,
) -> None:
    leak(monkeypatch)

    def play_some() -> None:
        for players in (7, 5, 10):
            TwoWorlds(worlds, Ruleset.of("resistance", players), kind, players).play()

    with pytest.raises(AssertionError, match=r"differ|distinguished"):
        play_some()


def test_delayed_spectators_who_see_the_live_game_are_noticed(
    worlds: Callable[..., World], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Room, "room_for", lambda room, person: room)
    with pytest.raises(AssertionError, match="distinguished"):
        check_late_spectators(worlds, Ruleset.of("resistance", 5), 8)
