"""A table: one game after another with the same people.

This module holds the state and its transitions. The handlers (`turncoat.table.handlers`) decide who may change what,
and by which command. A table is built from its log alone, so the same entries give the same table after a restart.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.seats import NOBODY, Seat, SeatSet
from turncoat.kernel.words import N_
from turncoat.table.state.chat import Chat, voice_of_bot
from turncoat.table.state.game_control import GameControl
from turncoat.table.state.game_session import GameSession
from turncoat.table.state.history import History
from turncoat.table.state.membership import Membership, ReplacedBot, SeatChange
from turncoat.table.state.personal import NO_PERSONAL_STATE, PersonalState
from turncoat.table.values.deal_opening import FixedDeal, commitment
from turncoat.table.values.entropy import PendingDeal, PlayerEntropy, SeatEntropy
from turncoat.table.values.game_setup import GameSetup
from turncoat.table.values.meetings import Meeting
from turncoat.table.values.occupants import EMPTY, Occupant, seats_of_people
from turncoat.table.values.settings import TableSettings

BOT_NAMES: Final = (
    "Aspen", "Birch", "Cedar", "Dune", "Ember", "Flint", "Gale", "Hazel", "Iris", "Juniper", "Kestrel", "Lark",
    "Moss", "Nettle", "Onyx", "Pike", "Quartz", "Rowan", "Sorrel", "Thorn",
)  # fmt: skip
MAX_IDS: Final = 50
"""Number of a person's latest commands that a table knows by their ids. No client has more in flight."""
FALLBACK_BOT: Final = "sensible"
"""Bot that replaces a failed one, and fills tables whose log names none."""
DEFAULT_BOT: Final = "normal"
"""Bot that fills the empty seats of a new table until its host chooses another."""

describe(
    {
        "rules-changed": N_("The server now has newer rules, so this game cannot continue."),
    },
    is_public=True,
)
describe(
    {
        "no-such-chair": N_("There is no such seat at this table; please choose one of those shown."),
        "abandoned": N_("The game was abandoned. All cards stay secret."),
    }
)


class Table:
    """A table. Everything in it is public except the inside of `session`, the private channel and the persons' ids."""

    def __init__(self) -> None:
        self.code = ""
        self.host = ""
        self.circle = ""
        """Id of the circle to which the finished games are added, or empty."""
        self.seats: list[Occupant] = []
        self.game_setup = GameSetup("", 0)
        self.bot = FALLBACK_BOT
        """Name of the bots that fill the empty seats."""
        self.settings = TableSettings()
        self.session: GameSession | None = None
        self.games = 0
        self.last_at = 0.0
        """Time of the latest entry, in seconds since 1970."""
        self.asked_at = 0.0
        """Time since which the open question has waited, by the log. New settings of the clock and a pause renew it."""
        self._asked_key: tuple[object, ...] = ()
        self.version = 0
        """Number of changes that others can notice. A choice changed in secret does not count."""
        self.applied = 0
        """Number of applied entries."""
        self.events_at: dict[int, int] = {}
        """Number of public events of the game at each version."""
        self.notice = ""
        """Refusal code that tells why the last game ended early."""
        self.membership = Membership()
        self.control = GameControl()
        self.history = History()
        """The finished games."""
        self.chat = Chat()
        self._personal: dict[str, PersonalState] = {}
        self.meeting: Meeting | None = None
        """Meeting to which people are invited."""
        self.promised = ""
        """The server's commitment for the deal of the last game."""
        self._seed = ""
        self.commitment = commitment(self._seed)
        """The server's commitment for the next deal."""
        self._entropy = PlayerEntropy()
        self.pending_deal: PendingDeal | None = None
        """The deal that has begun, while people reveal their commitments."""
        self.held_up_by: tuple[str, ...] = ()
        """Names of those whose missing reveal called off the last deal, until the next one begins."""
        self._taken: dict[str, dict[str, str]] = {}
        """Digest of each person's latest command under each of their latest ids.

        The content matters: two tabs of one person may send different answers under the id that the page gave both, and
        then repeat the first.
        """

    # Queries

    @property
    def running(self) -> bool:
        """True if a game is being played."""
        return self.session.result is None if self.session is not None else self.history.in_forgotten

    @property
    def waited_for(self) -> SeatSet:
        """Seats of people for whom everybody sees that the game waits. There are none while it is paused."""
        if self.session is None or not self.running or self.control.paused_by:
            return NOBODY
        return self.session.waiting & seats_of_people(self.seats)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the people and bots, in seat order."""
        return tuple(occupant.name for occupant in self.seats)

    @property
    def public_events(self) -> int:
        """Number of events of the game that everybody has seen."""
        return len(self.session.view().events) if self.session is not None else 0

    def seat_of(self, person: str) -> Seat | None:
        """Return the seat of the person, if they have one."""
        if person:
            for seat, occupant in enumerate(self.seats):
                if occupant.person == person:
                    return seat
        return None

    def companions_of(self, person: str) -> tuple[Seat, ...]:
        """Return the seats of those who play on this person's device."""
        return tuple(seat for seat, one in enumerate(self.seats) if person and one.held_by == person)

    def device_of(self, person: str) -> str:
        """Return the person on whose device this one plays, who may be themselves."""
        seat = self.seat_of(person)
        return self.seats[seat].device if seat is not None else person

    def free_seat(self) -> Seat | None:
        """Return the first empty seat, or else the first bot's."""
        for kind in ("empty", "bot"):
            for seat, occupant in enumerate(self.seats):
                if occupant.kind == kind:
                    return seat
        return None

    def entropy_of(self, person: str) -> str:
        """Return the open text that the person adds to the next deal."""
        return self._entropy.of(person)

    def entropy_hash_of(self, person: str) -> str:
        """Return the hash that the person has committed to for the next deal."""
        return self._entropy.hash_of(person)

    def is_entropy_hash_taken(self, person: str, hashed: str) -> bool:
        """Return whether somebody else has committed to that hash."""
        return self._entropy.is_taken(person, hashed)

    @property
    def entropy_hashes(self) -> tuple[str, ...]:
        """Commitment of each seat for the next deal."""
        return tuple(self._entropy.hash_of(occupant.person) for occupant in self.seats)

    @property
    def entropy_by_seat(self) -> tuple[SeatEntropy, ...]:
        """The public part of the entropy that each person at the table adds to the next deal."""
        return tuple(
            SeatEntropy(one.name, self._entropy.hash_of(one.person), bool(self._entropy.of(one.person)))
            for one in self.seats
            if one.person
        )

    def occupant(self, seat: Seat) -> Occupant:
        """Return the occupant of the seat. Raises Refused if there is no such seat."""
        if not 0 <= seat < len(self.seats):
            raise Refused(Refusal("no-such-chair"))
        return self.seats[seat]

    def other_names(self, seat: Seat) -> list[str]:
        """Return the names at the table except that of the seat."""
        return [occupant.name for other, occupant in enumerate(self.seats) if other != seat and occupant.name]

    def other_avatars(self, seat: Seat) -> set[str]:
        """Return the avatars at the table except that of the seat."""
        return {occupant.avatar for other, occupant in enumerate(self.seats) if other != seat}

    def personal(self, person: str) -> PersonalState:
        """Return the person's private state."""
        return self._personal.get(person, NO_PERSONAL_STATE)

    def voice_of_bot(self, seat: Seat) -> int:
        """Return the voice number by which the bot on the seat can be muted, or 0 before it has spoken."""
        return self.chat.voice_of(voice_of_bot(seat))

    def is_stranger(self, person: str) -> bool:
        """Return whether the table knows nothing of the person.

        They never sat, asked, spoke or chose, and were not removed.
        """
        people = self.membership
        plays = self.session is not None and self.session.seat_of(person) is not None
        sits = person == self.host or self.seat_of(person) is not None
        is_member = sits or plays or person in people.names or person in people.turned_down
        has_spoken = self.chat.voice_of(person) or self.chat.voice_of(person, "spectators")
        is_known = person in self._personal or people.request_of(person) or people.is_removed(person)
        return not (is_member or has_spoken or is_known)

    def has_taken(self, person: str, id: str, digest: str) -> bool:
        """Return whether a command with this digest was the person's latest under this id."""
        return bool(id) and self._taken.get(person, {}).get(id) == digest

    def has_taken_under(self, person: str, id: str) -> bool:
        """Return whether any command of the person was taken under this id."""
        return bool(id) and id in self._taken.get(person, {})

    def next_to_forget(self, most_days: int) -> int:
        """Return the time of the next deletion of games, or 0 if none is due.

        No game is stored for more than `most_days`.
        """
        return self.history.next_to_forget(self.settings.days_kept(most_days), self._running_game)

    def last_to_forget(self, most_days: int, now: int) -> int:
        """Return the number of the last game whose time has come by `now`, or 0 if there is none."""
        return self.history.last_to_forget(self.settings.days_kept(most_days), self._running_game, now)

    @property
    def _running_game(self) -> int:
        return self.games if self.running else 0

    # Table and seats

    def open(self, code: str, game_setup: GameSetup, bot: str, settings: TableSettings) -> None:
        """Open the table with this code, setup and these settings."""
        self.code, self.settings = code, settings
        self.set_up(game_setup, bot, {})

    def seat(self, occupants: Mapping[Seat, Occupant]) -> None:
        """Replace the occupants of these seats."""
        for seat, occupant in occupants.items():
            self.seats[seat] = occupant

    def set_up(self, game_setup: GameSetup, bot: str, occupants: Mapping[Seat, Occupant]) -> None:
        """Set up the next game and its bots. A finished game is put away, since its seats were others."""
        self.session, self.game_setup, self.bot = None, game_setup, bot
        self.seats = (self.seats + [EMPTY] * game_setup.players)[: game_setup.players]
        self.seat(occupants)

    def sit(self, seat: Seat, occupant: Occupant) -> None:
        """Seat a person there."""
        self.membership.sit(occupant.person, occupant.name, seat, running=self.running)
        self._note_seat_change(occupant.person, occupant.name, came=True)
        self.seats[seat] = occupant

    def vacate(self, occupants: Mapping[Seat, Occupant], host: str) -> None:
        """Remove the people on these seats in favour of these occupants. A named host replaces the current one."""
        for seat, successor in occupants.items():
            if person := self.seats[seat].person:
                self.membership.leave(person, seat, successor.name, running=self.running)
                self._note_seat_change(person, self.seats[seat].name, came=False)
        self.seat(occupants)
        self.host = host or self.host

    def swap(self, one: Seat, other: Seat) -> None:
        """Swap the occupants of the two seats."""
        self.seats[one], self.seats[other] = self.seats[other], self.seats[one]

    def rename(self, seat: Seat, name: str) -> None:
        """Change the name of the person on the seat."""
        self.seats[seat] = msgspec.structs.replace(self.seats[seat], name=name)
        self.membership.names[self.seats[seat].person] = self.seats[seat].name

    def choose_avatar(self, seat: Seat, avatar: str) -> None:
        """Change the avatar of the person on the seat."""
        self.seats[seat] = msgspec.structs.replace(self.seats[seat], avatar=avatar)
        self.membership.avatars[self.seats[seat].person] = avatar

    def replace_bot(self, seat: Seat, bot: str) -> None:
        """Replace a failed bot by another under the same name, and note it for the people at the table."""
        self.seats[seat] = msgspec.structs.replace(self.seats[seat], bot=bot, character="")
        self.membership.replaced_bots.append(ReplacedBot(self.version + 1, self.seats[seat].name, bot))

    def set_stand_in(self, seat: Seat, *, stand_in: bool) -> None:
        """Let a bot play for the person on the seat, or the person again."""
        self.seats[seat] = msgspec.structs.replace(self.seats[seat], stand_in=stand_in)

    def add_entropy(self, person: str, entropy: str) -> None:
        """Set the open text that the person adds to the next deal."""
        self._entropy.add(person, entropy)

    def commit_entropy(self, person: str, hashed: str) -> None:
        """Set the hash that the person commits to for the next deal."""
        self._entropy.commit(person, hashed)

    def change_personal(self, person: str, state: PersonalState) -> None:
        """Replace the person's private state."""
        self._personal[person] = state

    # Games

    def deal_to_begin(self) -> FixedDeal:
        """Return the fixed part of the next deal, were it to begin now. Raises RulesetError."""
        opened = [self._entropy.of(occupant.person) for occupant in self.seats]
        return FixedDeal.of(self.commitment, self.game_setup.ruleset(), self.entropy_hashes, opened)

    def arrange_meeting(self, at: int, zone: str, now: int) -> None:
        """Arrange a meeting at that time, or move the one that is arranged. Without a time, call it off."""
        if not at:
            self.call_off_meeting()
        elif self.meeting is None:
            self.meeting = Meeting(at, zone, now, now)
        else:
            self.meeting = Meeting(at, zone, self.meeting.since, now, self.meeting.changes + 1)

    def call_off_meeting(self) -> None:
        """Forget the meeting, because it is called off or takes place."""
        self.meeting = None

    def begin_deal(self, fixed: FixedDeal, *, waits: bool) -> None:
        """Begin a deal: it is fixed from now on, and those who have committed to something reveal it."""
        self.held_up_by = ()
        self.pending_deal = PendingDeal(fixed, waits=waits)

    def call_off_deal(self) -> None:
        """Note who has not revealed their commitment, so that no cards are dealt.

        Others have revealed theirs, so the seed is used up as well.
        """
        pending = self.pending_deal
        self.held_up_by = tuple(self.seats[seat].name for seat in pending.missing) if pending is not None else ()

    def commit_to(self, seed: str) -> None:
        """Commit to the seed of the next deal, and clear all entropy."""
        self._seed, self.commitment = seed, commitment(seed)
        self.pending_deal, self._entropy = None, PlayerEntropy()

    def begin_game(self, occupants: Mapping[Seat, Occupant]) -> None:
        """Begin a game with these occupants. Nothing is known of it until its cards are dealt."""
        self.games += 1
        self.history.in_forgotten = True
        self.seat(occupants)
        self.session, self.notice = None, ""
        self.held_up_by = ()
        self.events_at = {}
        self.chat.begin_game()
        self._clear_notes_about_seats()
        self.promised = self.commitment
        self.membership.begin_game(self.games, self.seats)
        self.control.begin_game()

    def deal(self, at: float, bot_seeds: tuple[str, ...], *, teaches: bool, holds: bool) -> None:
        """Deal the cards of the current game from the seed that the server committed to."""
        self.history.begin_game(self.games, at)
        self.history.in_forgotten = False
        self.session = GameSession(
            self.games,
            self.game_setup.ruleset(),
            self._seed,
            tuple(self._entropy.of(occupant.person) for occupant in self.seats),
            bot_seeds,
            tuple(self.seats),
            teaches=teaches,
            holds=holds,
            pending=self.pending_deal,
        )

    def leave_undealt(self, at: float) -> None:
        """Skip the current game, which is not played here: its choices have no effect."""
        self.history.begin_game(self.games, at)
        self.note_change()

    def reopen(self) -> None:
        """Return to the setup with the same people."""
        self.session, self.notice = None, ""

    def lose_game(self) -> None:
        """Put away a game whose state is unknown. It has to be ended."""
        self.session, self.history.in_forgotten = None, True

    def end_early(self, reason: str) -> None:
        """End the game early, with a notice. Nothing of it is revealed."""
        self.session, self.notice, self.history.in_forgotten = None, reason, False
        self.control.begin_game()

    def forget(self, last: int) -> None:
        """Delete the games up to this number, as the log does."""
        if self.session is not None and self.session.number <= last:
            self.session = None
        if self.games <= last:
            self._clear_notes_about_seats()
        self.chat.forget(last)
        self.history.forget(last)

    def _clear_notes_about_seats(self) -> None:
        self._personal = {person: one.in_a_new_game() for person, one in self._personal.items()}

    # After every command

    def note_players(self) -> None:
        """Make the people and bots at the table the players of the current game."""
        if self.session is not None and self.running:
            self.session.occupants = tuple(self.seats)
            self.session.end_standing_answers(self.session.standing_answers & ~seats_of_people(self.seats))

    def note_question(self) -> None:
        """Note the time at which the open question was put. It depends only on what everybody sees."""
        key: tuple[object, ...] = ()
        if (session := self.session) is not None:
            settings, control = self.settings, self.control
            clock = settings.day_hours, settings.nights_off, settings.time_zone
            key = session.number, session.turn, control.times_up, bool(control.paused_by), *clock
        if key != self._asked_key:
            self._asked_key, self.asked_at = key, self.last_at

    def note_taken(self, person: str, id: str, digest: str) -> None:
        """Remember the digest of the person's latest command under this id."""
        taken = self._taken.setdefault(person, {})
        taken.pop(id, None)
        taken[id] = digest
        if len(taken) > MAX_IDS:
            del taken[next(iter(taken))]

    def note_change(self) -> None:
        """Count a change that others can notice."""
        self.version += 1
        self.events_at[self.version] = self.public_events

    def _note_seat_change(self, person: str, name: str, *, came: bool) -> None:
        """Note an arrival or departure between games. During a game, the seats tell."""
        if not self.running:
            self.membership.seat_changes.append(SeatChange(self.version + 1, person, name, came))
