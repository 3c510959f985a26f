"""A table: one game after another with the same people. It takes one command at a time.

`check` says why a command is not taken, and changes nothing (checking.py); `apply` takes an entry of the log. A table
is the fold of its entries and nothing else: the same entries make the same table after a restart.
"""

from typing import Final

import msgspec

from turncoat.kernel.refusals import Refusal, Refused
from turncoat.kernel.rulesets import Ruleset, rulebook
from turncoat.kernel.seats import Seat
from turncoat.kernel.steps import Choice
from turncoat.table import commands as c
from turncoat.table.handlers import check, free_seat, own_seat, seat_for
from turncoat.table.state.chat import Talk, Talks
from turncoat.table.state.game_control import Course
from turncoat.table.state.game_session import Play
from turncoat.table.state.history import Archive
from turncoat.table.state.membership import Coming, People
from turncoat.table.state.personal import NOTHING, Own
from turncoat.table.values.deal_opening import commitment
from turncoat.table.values.entropy import Luck
from turncoat.table.values.masking import masker
from turncoat.table.values.names import check_free, clean_name, skeleton
from turncoat.table.values.occupants import EMPTY, Sitter
from turncoat.table.values.settings import TableSettings

BOT_NAMES: Final = (
    "Aspen", "Birch", "Cedar", "Dune", "Ember", "Flint", "Gale", "Hazel", "Iris", "Juniper", "Kestrel", "Lark",
    "Moss", "Nettle", "Onyx", "Pike", "Quartz", "Rowan", "Sorrel", "Thorn",
)  # fmt: skip
KEPT_IDS: Final = 200
"""Of so many commands of a person it is known that they were taken: more are never on their way."""
ANY_BOT: Final = "sensible"


class Table:
    """A table. Everything here may be known to all but `play`'s inside, the channel and the persons' ids."""

    def __init__(self) -> None:
        self.code = ""
        self.host = ""
        self.seats: list[Sitter] = []
        self.wish = c.Wish("", 0)
        self.bot = ANY_BOT
        """Which bots fill the empty seats."""
        self.settings = TableSettings()
        """How the table is run."""
        self.play: Play | None = None
        self.games = 0
        self.last_at = 0.0
        """When something happened here last, in seconds since 1970."""
        self.version = 0
        """Counts what others can notice; a choice changed in secret is not counted."""
        self.said: dict[int, int] = {}
        """How many events of the game everybody had seen at each version."""
        self.notice = ""
        """Why the last game ended before its time (a refusal code)."""
        self.people = People()
        self.course = Course()
        self.archive = Archive()
        """The games that are over."""
        self.talks = Talks()
        self._own: dict[str, Own] = {}
        self.promised = ""
        """What the server had committed to for the deal of the last game."""
        self._seed = ""
        self._luck = Luck()
        self._taken: dict[str, dict[str, int]] = {}
        """What each person did last under each of his last ids. The content belongs to it: two tabs of one person may
        send different answers under the id that the page gave both, and then the first once more."""

    # Questions

    @property
    def running(self) -> bool:
        """Whether a game is being played."""
        return self.play.result is None if self.play is not None else self.archive.in_forgotten

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

    def luck_of(self, person: str) -> str:
        """What the person throws into the next deal."""
        return self._luck.of(person)

    def sitter(self, seat: Seat) -> Sitter:
        """Who sits there. Raises Refused when there is no such seat."""
        if not 0 <= seat < len(self.seats):
            raise Refused(Refusal("no-such-chair"))
        return self.seats[seat]

    def other_names(self, seat: Seat) -> list[str]:
        """The names at the table but for that seat's."""
        return [sitter.name for other, sitter in enumerate(self.seats) if other != seat and sitter.name]

    def check_name(self, text: str, seat: Seat | None) -> None:
        """Raise Refused when nobody may have this name here: on that seat, or as somebody who looks on."""
        name = clean_name(text)
        check_free(name, self.names if seat is None else self.other_names(seat))
        if masker(self.settings.masked_words)(name) != name:
            raise Refused(Refusal("name-masked"))

    def own(self, person: str) -> Own:
        """What concerns the person alone."""
        return self._own.get(person, NOTHING)

    def has_taken(self, entry: c.Entry) -> bool:
        """Whether this very command, under this id, was taken before."""
        return bool(entry.id) and self._taken.get(entry.by, {}).get(entry.id) == c.content_of(entry)

    def ruleset(self) -> Ruleset:
        """What the table wants to play. Raises RulesetError."""
        wish = self.wish
        return Ruleset.of(wish.game, wish.players, wish.modules, wish.options)

    def check(self, by: str, command: c.AnyCommand) -> None:
        """Raise Refused when the command is not to be taken from this person; nothing has changed then."""
        check(self, by, command)

    # Applying: an entry that was checked (or stands in the log) takes effect

    def apply(self, entry: c.Entry) -> None:
        """Take an entry. Raises Refused when the rules are others than they were and do not take a choice of it."""
        command, noticed = entry.command, True
        self.last_at = max(self.last_at, entry.at)
        match command:
            case c.Choose():
                noticed = self._choose(entry.by, command)
            case c.Say():
                self.talks.take(self, entry.by, command)
                noticed = False  # the version is everybody's, and the channel is not
            case c.Private():
                self._own.setdefault(entry.by, Own()).take(command)
                noticed = False
            case c.Start():
                self._start(command, entry)
            case c.Open():
                self.code, self.host, self._seed = command.code, entry.by, entry.seed
                self._set_up(command.wish)
                self._luck.bring(entry.by, command.luck)
                self.sit(0, entry.by, command.name)
            case c.Sit():
                seat = seat_for(self, entry.by, command)
                assert seat is not None  # checked
                self.sit(seat, entry.by, command.name, command.luck)
                if self.seat_of(self.host) is None:  # who was alone here and got up: a table without a host is stuck
                    self.host = entry.by
            case c.Move():
                seat = own_seat(self, entry.by)
                self.seats[command.seat], self.seats[seat] = self.seats[seat], self.seats[command.seat]
            case c.Leave():
                self.vacate(own_seat(self, entry.by))
            case c.Clear():
                self.vacate(command.seat)
            case c.Rename():
                seat = own_seat(self, entry.by)
                self.seats[seat] = msgspec.structs.replace(self.seats[seat], name=clean_name(command.name))
                self.people.names[entry.by] = self.seats[seat].name
            case c.AddLuck():
                self._luck.throw(entry.by, command.luck)
            case c.AboutPeople():
                self.people.apply(self, entry.by, command)
            case c.AboutCourse():
                self.course.apply(self, entry, command)
            case c.AboutGames():
                self.archive.apply(self, entry, command)
            case c.SetUp():
                self.bot = command.bot or self.bot
                self.play = None  # one that is over: its seats are not those of the next
                self._set_up(command.wish)
            case c.AddBot():
                self.seats[command.seat] = self._new_bot(command.bot or self.bot)
            case c.Arrange():
                self.settings = command.settings
                self.talks.mask(masker(command.settings.masked_words))
            case c.Reopen():
                self.play, self.notice = None, ""
            case c.Drop():
                self.end_early(command.reason)
        self.course.look(self)
        if self.play is not None and self.running:
            self.play.sitters = tuple(self.seats)
        if entry.id:
            taken = self._taken.setdefault(entry.by, {})
            taken.pop(entry.id, None)
            taken[entry.id] = c.content_of(entry)
            if len(taken) > KEPT_IDS:
                del taken[next(iter(taken))]
        if noticed:
            self.version += 1
            self.said[self.version] = len(self.play.view().events) if self.play is not None else 0

    def _choose(self, by: str, command: c.Choose) -> bool:
        if self.play is None and self.archive.in_forgotten:
            return self.course.chosen(self, by, command.seat, noticed=False)
        if self.play is None or self.play.number != command.game:
            return False  # a choice of a game that an upgrade ended
        seat, choice = command.seat, Choice(command.to, command.answer)
        if by == c.HOUSE and seat >= 0 and self.seats[seat].kind == "person":
            self.play.note(seat, choice, "bot")
        noticed = self.play.take(seat, choice)
        return self.course.chosen(self, by, seat, noticed=noticed)

    def _start(self, command: c.Start, entry: c.Entry) -> None:
        self.games += 1
        self.archive.begin(self, entry.at, command.forgotten)
        for seat, sitter in enumerate(self.seats):
            if sitter.kind == "empty":
                self.seats[seat] = self._new_bot(self.bot)
        self.play, self.notice = None, ""
        self.said = {}
        self.talks.channel = Talk()
        for own in self._own.values():
            own.dealt()
        seed, self._seed = self._seed, entry.seed
        self.promised = commitment(seed)
        luck = self._luck.take((sitter.person for sitter in self.seats), once=command.luck_once)
        if command.forgotten:
            self.people.dealt(self.seats)
            self.course.dealt()
            return
        ruleset = self.ruleset()
        if rulebook(ruleset.game).version != command.rules:
            raise Refused(Refusal("rules-changed"))
        self.people.dealt(self.seats)
        self.course.dealt()
        self.play = Play(self.games, ruleset, seed, luck, entry.bots, tuple(self.seats), holds=command.holds)

    def end_early(self, reason: str) -> None:
        """The game ends before its end, with a notice; nothing of it is shown."""
        self.play, self.notice, self.archive.in_forgotten = None, reason, False
        self.course.dealt()

    def forget(self, last: int) -> None:
        """Keep nothing of the games up to this number: they were taken out of the log."""
        if self.play is not None and self.play.number <= last:
            self.play = None
        if self.games <= last:
            for own in self._own.values():
                own.dealt()
        self.talks.forget(last)
        self.archive.forget(last)
        self.version += 1

    def _set_up(self, wish: c.Wish) -> None:
        self.wish = wish
        people = [sitter for sitter in self.seats[wish.players :] if sitter.kind == "person"]
        self.seats = (self.seats + [EMPTY] * wish.players)[: wish.players]
        for sitter in people:
            seat = free_seat(self)
            assert seat is not None  # checked: there are not more people than seats
            self.seats[seat] = sitter

    def sit(self, seat: Seat, person: str, name: str, luck: str = "") -> None:
        """Seat somebody."""
        self.people.sat(person, clean_name(name), seat, self.running)
        self._note_coming(person, clean_name(name), came=True)
        self.seats[seat] = Sitter("person", clean_name(name), person)
        if luck:
            self._luck.throw(person, luck)

    def vacate(self, seat: Seat) -> None:
        """Take whoever sits there off the seat; in the middle of a game a bot takes over."""
        person = self.seats[seat].person
        if person:
            self.people.left(person)
            self._note_coming(person, self.seats[seat].name, came=False)
        self.seats[seat] = EMPTY
        if self.running:
            self.seats[seat] = self._new_bot(self.bot)
        if person == self.host:
            self.host = next((sitter.person for sitter in self.seats if sitter.kind == "person"), person)

    def _note_coming(self, person: str, name: str, *, came: bool) -> None:
        """Between games it is said who comes and goes; in a game the seats say it."""
        if not self.running:
            self.people.comings.append(Coming(self.version + 1, person, name, came))

    def _new_bot(self, bot: str) -> Sitter:
        taken = {skeleton(sitter.name) for sitter in self.seats}
        return Sitter("bot", next(name for name in BOT_NAMES if skeleton(name) not in taken), bot=bot)
