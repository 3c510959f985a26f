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
from turncoat.table.state.chat import Chat, ChatLog
from turncoat.table.state.game_control import GameControl
from turncoat.table.state.game_session import GameSession
from turncoat.table.state.history import History
from turncoat.table.state.membership import Membership, SeatChange
from turncoat.table.state.personal import NOTHING, Own
from turncoat.table.values.deal_opening import commitment
from turncoat.table.values.entropy import PlayerEntropy
from turncoat.table.values.masking import masker
from turncoat.table.values.names import check_free, clean_name, skeleton
from turncoat.table.values.occupants import EMPTY, Occupant
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
        self.seats: list[Occupant] = []
        self.game_setup = c.GameSetup("", 0)
        self.bot = ANY_BOT
        """Which bots fill the empty seats."""
        self.settings = TableSettings()
        """How the table is run."""
        self.session: GameSession | None = None
        self.games = 0
        self.last_at = 0.0
        """When something happened here last, in seconds since 1970."""
        self.version = 0
        """Counts what others can notice; a choice changed in secret is not counted."""
        self.said: dict[int, int] = {}
        """How many events of the game everybody had seen at each version."""
        self.notice = ""
        """Why the last game ended before its time (a refusal code)."""
        self.membership = Membership()
        self.control = GameControl()
        self.history = History()
        """The games that are over."""
        self.chat = Chat()
        self._personal: dict[str, Own] = {}
        self.promised = ""
        """What the server had committed to for the deal of the last game."""
        self._seed = ""
        self._luck = PlayerEntropy()
        self._taken: dict[str, dict[str, int]] = {}
        """What each person did last under each of his last ids. The content belongs to it: two tabs of one person may
        send different answers under the id that the page gave both, and then the first once more."""

    # Questions

    @property
    def running(self) -> bool:
        """Whether a game is being played."""
        return self.session.result is None if self.session is not None else self.history.in_forgotten

    @property
    def names(self) -> tuple[str, ...]:
        """The people's and bots' names in seat order."""
        return tuple(occupant.name for occupant in self.seats)

    @property
    def commitment(self) -> str:
        """What the server committed to for the next deal."""
        return commitment(self._seed)

    def seat_of(self, person: str) -> Seat | None:
        """Where the person sits."""
        if person:
            for seat, occupant in enumerate(self.seats):
                if occupant.person == person:
                    return seat
        return None

    def entropy_of(self, person: str) -> str:
        """What the person throws into the next deal."""
        return self._luck.of(person)

    def occupant(self, seat: Seat) -> Occupant:
        """Who sits there. Raises Refused when there is no such seat."""
        if not 0 <= seat < len(self.seats):
            raise Refused(Refusal("no-such-chair"))
        return self.seats[seat]

    def other_names(self, seat: Seat) -> list[str]:
        """The names at the table but for that seat's."""
        return [occupant.name for other, occupant in enumerate(self.seats) if other != seat and occupant.name]

    def check_name(self, text: str, seat: Seat | None) -> None:
        """Raise Refused when nobody may have this name here: on that seat, or as somebody who looks on."""
        name = clean_name(text)
        check_free(name, self.names if seat is None else self.other_names(seat))
        if masker(self.settings.masked_words)(name) != name:
            raise Refused(Refusal("name-masked"))

    def personal(self, person: str) -> Own:
        """What concerns the person alone."""
        return self._personal.get(person, NOTHING)

    def has_taken(self, entry: c.Entry) -> bool:
        """Whether this very command, under this id, was taken before."""
        return bool(entry.id) and self._taken.get(entry.by, {}).get(entry.id) == c.content_of(entry)

    def ruleset(self) -> Ruleset:
        """What the table wants to play. Raises RulesetError."""
        game_setup = self.game_setup
        return Ruleset.of(game_setup.game, game_setup.players, game_setup.modules, game_setup.options)

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
                self.chat.take(self, entry.by, command)
                noticed = False  # the version is everybody's, and the channel is not
            case c.PersonalCommand():
                self._personal.setdefault(entry.by, Own()).take(command)
                noticed = False
            case c.Start():
                self._start(command, entry)
            case c.Open():
                self.code, self.host, self._seed = command.code, entry.by, entry.seed
                self._set_up(command.game_setup)
                self._luck.bring(entry.by, command.entropy)
                self.sit(0, entry.by, command.name)
            case c.Sit():
                seat = seat_for(self, entry.by, command)
                assert seat is not None  # checked
                self.sit(seat, entry.by, command.name, command.entropy)
                if self.seat_of(self.host) is None:  # who was alone here and got up: a table without a host is stuck
                    self.host = entry.by
            case c.Move():
                seat = own_seat(self, entry.by)
                self.seats[command.seat], self.seats[seat] = self.seats[seat], self.seats[command.seat]
            case c.Leave():
                self.vacate(own_seat(self, entry.by))
            case c.VacateSeat():
                self.vacate(command.seat)
            case c.Rename():
                seat = own_seat(self, entry.by)
                self.seats[seat] = msgspec.structs.replace(self.seats[seat], name=clean_name(command.name))
                self.membership.names[entry.by] = self.seats[seat].name
            case c.AddEntropy():
                self._luck.throw(entry.by, command.entropy)
            case c.MembershipCommand():
                self.membership.apply(self, entry.by, command)
            case c.ControlCommand():
                self.control.apply(self, entry, command)
            case c.HistoryCommand():
                self.history.apply(self, entry, command)
            case c.SetUp():
                self.bot = command.bot or self.bot
                self.session = None  # one that is over: its seats are not those of the next
                self._set_up(command.game_setup)
            case c.AddBot():
                self.seats[command.seat] = self._new_bot(command.bot or self.bot)
            case c.ChangeSettings():
                self.settings = command.settings
                self.chat.mask(masker(command.settings.masked_words))
            case c.Reopen():
                self.session, self.notice = None, ""
            case c.AbortGame():
                self.end_early(command.reason)
        self.control.look(self)
        if self.session is not None and self.running:
            self.session.occupants = tuple(self.seats)
        if entry.id:
            taken = self._taken.setdefault(entry.by, {})
            taken.pop(entry.id, None)
            taken[entry.id] = c.content_of(entry)
            if len(taken) > KEPT_IDS:
                del taken[next(iter(taken))]
        if noticed:
            self.version += 1
            self.said[self.version] = len(self.session.view().events) if self.session is not None else 0

    def _choose(self, by: str, command: c.Choose) -> bool:
        if self.session is None and self.history.in_forgotten:
            return self.control.chosen(self, by, command.seat, noticed=False)
        if self.session is None or self.session.number != command.game:
            return False  # a choice of a game that an upgrade ended
        seat, choice = command.seat, Choice(command.to, command.answer)
        if by == c.SERVER and seat >= 0 and self.seats[seat].kind == "person":
            self.session.note(seat, choice, "bot")
        noticed = self.session.take(seat, choice)
        return self.control.chosen(self, by, seat, noticed=noticed)

    def _start(self, command: c.Start, entry: c.Entry) -> None:
        self.games += 1
        self.history.begin(self, entry.at, command.forgotten)
        for seat, occupant in enumerate(self.seats):
            if occupant.kind == "empty":
                self.seats[seat] = self._new_bot(self.bot)
        self.session, self.notice = None, ""
        self.said = {}
        self.chat.channel = ChatLog()
        for personal in self._personal.values():
            personal.dealt()
        seed, self._seed = self._seed, entry.seed
        self.promised = commitment(seed)
        entropy = self._luck.take((occupant.person for occupant in self.seats), once=command.entropy_once)
        if command.forgotten:
            self.membership.dealt(self.seats)
            self.control.dealt()
            return
        ruleset = self.ruleset()
        if rulebook(ruleset.game).version != command.rules:
            raise Refused(Refusal("rules-changed"))
        self.membership.dealt(self.seats)
        self.control.dealt()
        self.session = GameSession(
            self.games, ruleset, seed, entropy, entry.bots, tuple(self.seats), holds=command.holds
        )

    def end_early(self, reason: str) -> None:
        """The game ends before its end, with a notice; nothing of it is shown."""
        self.session, self.notice, self.history.in_forgotten = None, reason, False
        self.control.dealt()

    def forget(self, last: int) -> None:
        """Keep nothing of the games up to this number: they were taken out of the log."""
        if self.session is not None and self.session.number <= last:
            self.session = None
        if self.games <= last:
            for personal in self._personal.values():
                personal.dealt()
        self.chat.forget(last)
        self.history.forget(last)
        self.version += 1

    def _set_up(self, game_setup: c.GameSetup) -> None:
        self.game_setup = game_setup
        people = [occupant for occupant in self.seats[game_setup.players :] if occupant.kind == "person"]
        self.seats = (self.seats + [EMPTY] * game_setup.players)[: game_setup.players]
        for occupant in people:
            seat = free_seat(self)
            assert seat is not None  # checked: there are not more people than seats
            self.seats[seat] = occupant

    def sit(self, seat: Seat, person: str, name: str, entropy: str = "") -> None:
        """Seat somebody."""
        self.membership.sat(person, clean_name(name), seat, self.running)
        self._note_seat_change(person, clean_name(name), came=True)
        self.seats[seat] = Occupant("person", clean_name(name), person)
        if entropy:
            self._luck.throw(person, entropy)

    def vacate(self, seat: Seat) -> None:
        """Take whoever sits there off the seat; in the middle of a game a bot takes over."""
        person = self.seats[seat].person
        if person:
            self.membership.left(person)
            self._note_seat_change(person, self.seats[seat].name, came=False)
        self.seats[seat] = EMPTY
        if self.running:
            self.seats[seat] = self._new_bot(self.bot)
        if person == self.host:
            self.host = next((occupant.person for occupant in self.seats if occupant.kind == "person"), person)

    def _note_seat_change(self, person: str, name: str, *, came: bool) -> None:
        """Between games it is said who comes and goes; in a game the seats say it."""
        if not self.running:
            self.membership.seat_changes.append(SeatChange(self.version + 1, person, name, came))

    def _new_bot(self, bot: str) -> Occupant:
        taken = {skeleton(occupant.name) for occupant in self.seats}
        return Occupant("bot", next(name for name in BOT_NAMES if skeleton(name) not in taken), bot=bot)
