"""A table: one game after another with the same people. It takes one command at a time.

`check` says why a command is not taken, and changes nothing; `apply` takes an entry of the log. A table is the fold of
its entries and nothing else: the same entries make the same table after a restart.
"""

from collections import Counter
from typing import Final, Literal

import msgspec

from turncoat.kernel.refusals import Refusal, Refused
from turncoat.kernel.rulesets import Ruleset, RulesetError, rulebook
from turncoat.kernel.seats import CHANCE, Seat
from turncoat.kernel.steps import Choice
from turncoat.table import commands as c
from turncoat.table.fairness import LONGEST_LUCK, commitment
from turncoat.table.names import check_free, clean_name, skeleton
from turncoat.table.play import Play
from turncoat.table.talk import Talk, clean_text, in_channel, is_silent

BOT_NAMES: Final = (
    "Aspen", "Birch", "Cedar", "Dune", "Ember", "Flint", "Gale", "Hazel", "Iris", "Juniper", "Kestrel", "Lark",
    "Moss", "Nettle", "Onyx", "Pike", "Quartz", "Rowan", "Sorrel", "Thorn",
)  # fmt: skip
ANY_BOT: Final = "sensible"


class Sitter(msgspec.Struct, frozen=True):
    """Who sits on a seat. `person` is an id that no page shows."""

    kind: Literal["person", "bot", "empty"] = "empty"
    name: str = ""
    person: str = ""
    bot: str = ""


EMPTY: Final = Sitter()


class Table:
    """A table. Everything here may be known to all but `play`'s inside, the channel and the persons' ids."""

    def __init__(self) -> None:
        self.code = ""
        self.host = ""
        self.seats: list[Sitter] = []
        self.wish = c.Wish("", 0)
        self.bot = ANY_BOT
        """Which bots fill the empty seats."""
        self.play: Play | None = None
        self.games = 0
        self.version = 0
        """Counts what others can notice; a choice changed in secret is not counted."""
        self.said: dict[int, int] = {}
        """How many events of the game everybody had seen at each version."""
        self.notice = ""
        """Why the last game ended before its time (a refusal code)."""
        self.talk = Talk()
        self.channel = Talk()
        """What those said in this game who may talk among themselves; only they may read it, while they may talk."""
        self._spoken: Counter[tuple[str, str]] = Counter()
        self._seed = ""
        self._luck: dict[str, str] = {}
        self._taken: dict[tuple[str, str], int] = {}
        """What each person did last under each id. The content belongs to it: two tabs of one person may send different
        answers under the id that the page gave both, and then the first once more."""

    # Questions

    @property
    def running(self) -> bool:
        """Whether a game is being played."""
        return self.play is not None and self.play.result is None

    @property
    def names(self) -> tuple[str, ...]:
        """The people's and bots' names in seat order."""
        return tuple(sitter.name for sitter in self.seats)

    @property
    def commitment(self) -> str:
        """What the server committed to for the next deal."""
        return commitment(self._seed)

    def seat_of(self, person: str) -> Seat | None:
        """Where the person sits."""
        if person:
            for seat, sitter in enumerate(self.seats):
                if sitter.person == person:
                    return seat
        return None

    def spoken(self, person: str, channel: str) -> int:
        """How often the person has said something there."""
        return self._spoken[person, channel]

    def has_taken(self, entry: c.Entry) -> bool:
        """Whether this very command, under this id, was taken before."""
        return bool(entry.id) and self._taken.get((entry.by, entry.id)) == _content(entry)

    def ruleset(self) -> Ruleset:
        """What the table wants to play. Raises RulesetError."""
        wish = self.wish
        return Ruleset.of(wish.game, wish.players, wish.modules, wish.options)

    # Checking: raises Refused, changes nothing

    def check(self, by: str, command: c.AnyCommand) -> None:
        """Raise Refused when the command is not to be taken from this person."""
        match command:
            case c.Open():
                clean_name(command.name)
                _check_luck(command.luck)
                _ruleset(command.wish)
            case c.Sit():
                self._check_sit(by, command)
            case c.Move():
                _refuse(self.running, "game-running")
                self._own_seat(by)
                _refuse(self._sitter(command.seat).kind == "person", "seat-taken")
            case c.Leave():
                self._own_seat(by)
            case c.Rename():
                seat = self._own_seat(by)
                check_free(clean_name(command.name), self._other_names(seat))
            case c.Choose():
                self._check_choice(by, command)
            case c.Say():
                seat = self._own_seat(by)
                clean_text(command.text)
                _refuse(is_silent(self.play, seat), "talk-silent")
                _refuse(command.channel == "channel" and not in_channel(self.play, seat), "talk-no-channel")
            case c.Drop():
                _refuse(by != c.HOUSE, "not-host")
            case _:
                self._check_host(by, command)

    def _check_sit(self, by: str, command: c.Sit) -> None:
        _refuse(self.seat_of(by) is not None, "seated-already")
        _refuse(self.running, "game-running")
        _check_luck(command.luck)
        seat = self._free_seat() if command.seat is None else command.seat
        if seat is None:
            raise Refused(Refusal("table-full"))
        _refuse(self._sitter(seat).kind == "person", "seat-taken")
        check_free(clean_name(command.name), self._other_names(seat))

    def _check_host(self, by: str, command: c.AnyCommand) -> None:
        _refuse(by != self.host, "not-host")
        match command:
            case c.SetUp():
                _refuse(self.running, "game-running")
                _ruleset(command.wish)
                people = sum(sitter.kind == "person" for sitter in self.seats)
                _refuse(people > command.wish.players, "too-few-chairs")
            case c.AddBot():
                _refuse(self.running, "game-running")
                _refuse(self._sitter(command.seat).kind != "empty", "seat-taken")
            case c.Clear():
                self._sitter(command.seat)
            case c.Start():
                _refuse(self.running, "game-running")
                _ruleset(self.wish)
            case c.Reopen():
                _refuse(self.running, "game-running")
            case _:
                raise AssertionError(f"{type(command).__name__} is no command of a host")

    def _check_choice(self, by: str, command: c.Choose) -> None:
        play = self.play
        if play is None:
            raise Refused(Refusal("no-game"))
        _refuse(command.game != play.number, "past-game")
        if command.seat == CHANCE:
            _refuse(by != c.CHANCE_PERSON, "not-seated")
        elif self._sitter(command.seat).kind == "bot":
            _refuse(by != c.HOUSE, "not-seated")
        else:
            _refuse(by != self._sitter(command.seat).person, "not-seated")
        refusal = play.refusal(command.seat, Choice(command.to, command.answer))
        if refusal is not None:
            raise Refused(refusal)

    def _own_seat(self, by: str) -> Seat:
        seat = self.seat_of(by)
        if seat is None:
            raise Refused(Refusal("not-seated"))
        return seat

    def _sitter(self, seat: Seat) -> Sitter:
        if not 0 <= seat < len(self.seats):
            raise Refused(Refusal("no-such-chair"))
        return self.seats[seat]

    def _free_seat(self) -> Seat | None:
        for kind in ("empty", "bot"):
            for seat, sitter in enumerate(self.seats):
                if sitter.kind == kind:
                    return seat
        return None

    def _other_names(self, seat: Seat) -> list[str]:
        return [sitter.name for other, sitter in enumerate(self.seats) if other != seat and sitter.name]

    # Applying: an entry that was checked (or stands in the log) takes effect

    def apply(self, entry: c.Entry) -> None:
        """Take an entry. Raises Refused when the rules are others than they were and do not take a choice of it."""
        command, noticed = entry.command, True
        match command:
            case c.Choose():
                noticed = self._choose(command)
            case c.Say():
                self._say(entry.by, command)
                noticed = False  # the version is everybody's, and the channel is not
            case c.Start():
                self._start(command, entry)
            case c.Open():
                self.code, self.host, self._seed = command.code, entry.by, entry.seed
                self._set_up(command.wish)
                self._seat(0, entry.by, command.name, command.luck)
            case c.Sit():
                seat = self._free_seat() if command.seat is None else command.seat
                assert seat is not None  # checked
                self._seat(seat, entry.by, command.name, command.luck)
                if self.seat_of(self.host) is None:  # who was alone here and got up: a table without a host is stuck
                    self.host = entry.by
            case c.Move():
                seat = self._own_seat(entry.by)
                self.seats[command.seat], self.seats[seat] = self.seats[seat], self.seats[command.seat]
            case c.Leave():
                self._vacate(self._own_seat(entry.by))
            case c.Clear():
                self._vacate(command.seat)
            case c.Rename():
                seat = self._own_seat(entry.by)
                self.seats[seat] = msgspec.structs.replace(self.seats[seat], name=clean_name(command.name))
            case c.SetUp():
                self.bot = command.bot or self.bot
                self.play = None  # one that is over: its seats are not those of the next
                self._set_up(command.wish)
            case c.AddBot():
                self.seats[command.seat] = self._new_bot(command.bot or self.bot)
            case c.Reopen():
                self.play, self.notice = None, ""
            case c.Drop():
                self.play, self.notice = None, command.reason
        if entry.id:
            self._taken[entry.by, entry.id] = _content(entry)
        if noticed:
            self.version += 1
            self.said[self.version] = len(self.play.view().events) if self.play is not None else 0

    def _choose(self, command: c.Choose) -> bool:
        if self.play is None or self.play.number != command.game:
            return False  # a choice of a game that an upgrade ended
        return self.play.take(command.seat, Choice(command.to, command.answer))

    def _say(self, by: str, command: c.Say) -> None:
        name = self.seats[self._own_seat(by)].name
        self._spoken[by, command.channel] += 1
        (self.talk if command.channel == "table" else self.channel).add(name, clean_text(command.text))

    def _start(self, command: c.Start, entry: c.Entry) -> None:
        self.games += 1
        for seat, sitter in enumerate(self.seats):
            if sitter.kind == "empty":
                self.seats[seat] = self._new_bot(self.bot)
        self.play, self.notice = None, ""
        self.said = {}
        self.channel = Talk()
        seed, self._seed = self._seed, entry.seed
        ruleset = self.ruleset()
        if rulebook(ruleset.game).version != command.rules:
            raise Refused(Refusal("rules-changed"))
        luck = tuple(self._luck.get(sitter.person, "") for sitter in self.seats)
        self.play = Play(self.games, ruleset, seed, luck, entry.bots)

    def _set_up(self, wish: c.Wish) -> None:
        self.wish = wish
        people = [sitter for sitter in self.seats[wish.players :] if sitter.kind == "person"]
        self.seats = (self.seats + [EMPTY] * wish.players)[: wish.players]
        for sitter in people:
            seat = self._free_seat()
            assert seat is not None  # checked: there are not more people than seats
            self.seats[seat] = sitter

    def _seat(self, seat: Seat, person: str, name: str, luck: str) -> None:
        self.seats[seat] = Sitter("person", clean_name(name), person)
        if luck:
            self._luck[person] = luck

    def _vacate(self, seat: Seat) -> None:
        person = self.seats[seat].person
        self.seats[seat] = EMPTY
        if self.running:
            self.seats[seat] = self._new_bot(self.bot)
        if person == self.host:
            self.host = next((sitter.person for sitter in self.seats if sitter.kind == "person"), person)

    def _new_bot(self, bot: str) -> Sitter:
        taken = {skeleton(sitter.name) for sitter in self.seats}
        return Sitter("bot", next(name for name in BOT_NAMES if skeleton(name) not in taken), bot=bot)


def _content(entry: c.Entry) -> int:
    """What was asked for, without what the server put in."""
    command = c.Start() if isinstance(entry.command, c.Start) else entry.command
    return hash(c.encode(c.Entry(entry.id, entry.by, command)))


def _refuse(when: bool, code: str) -> None:
    if when:
        raise Refused(Refusal(code))


def _ruleset(wish: c.Wish) -> Ruleset:
    try:
        return Ruleset.of(wish.game, wish.players, wish.modules, wish.options)
    except RulesetError as error:
        raise Refused(Refusal("ruleset", (("why", str(error)),))) from None


def _check_luck(luck: str) -> None:
    _refuse(len(luck) > LONGEST_LUCK, "luck-too-long")
