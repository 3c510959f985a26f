"""A table: one game after another with the same people.

Here is what a table is and how it changes. Who may change what, and by which command, is said by the handlers
(`turncoat.table.handlers`). A table comes out of its log and nothing else: the same entries make the same table after
a restart.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.seats import Seat
from turncoat.kernel.words import N_
from turncoat.table.state.chat import Chat, voice_of_bot
from turncoat.table.state.game_control import GameControl
from turncoat.table.state.game_session import GameSession
from turncoat.table.state.history import History
from turncoat.table.state.membership import Membership, ReplacedBot, SeatChange
from turncoat.table.state.personal import NO_PERSONAL_STATE, PersonalState
from turncoat.table.values.deal_opening import SEALED, FixedDeal, commitment
from turncoat.table.values.entropy import PendingDeal, PlayerEntropy, SeatEntropy
from turncoat.table.values.game_setup import GameSetup
from turncoat.table.values.occupants import EMPTY, Occupant, seats_of_people
from turncoat.table.values.settings import TableSettings

BOT_NAMES: Final = (
    "Aspen", "Birch", "Cedar", "Dune", "Ember", "Flint", "Gale", "Hazel", "Iris", "Juniper", "Kestrel", "Lark",
    "Moss", "Nettle", "Onyx", "Pike", "Quartz", "Rowan", "Sorrel", "Thorn",
)  # fmt: skip
KEPT_IDS: Final = 50
"""How many of a person's last commands a table knows by their ids: more are never on their way."""
FALLBACK_BOT: Final = "sensible"
"""Plays on for a bot that has failed, and at tables whose log names no bot."""
DEFAULT_BOT: Final = "normal"
"""Fills the empty seats of a new table until its host chooses another."""

describe(
    {
        "no-such-chair": N_("There is no such seat at this table."),
        "rules-changed": N_("The server was upgraded to newer rules; the game in progress cannot go on."),
        "abandoned": N_("The game was abandoned. Nobody's cards are shown."),
    }
)


class Table:
    """A table. All may know everything here but what is inside of `session`, the channel and the persons' ids."""

    def __init__(self) -> None:
        self.code = ""
        self.host = ""
        self.seats: list[Occupant] = []
        self.game_setup = GameSetup("", 0)
        self.bot = FALLBACK_BOT
        """Which bots fill the empty seats."""
        self.settings = TableSettings()
        self.session: GameSession | None = None
        self.games = 0
        self.last_at = 0.0
        """When something happened here last, in seconds since 1970."""
        self.version = 0
        """Counts what others can notice; a choice changed in secret is not counted."""
        self.changes_besides_choices = 0
        """The same without choices in a game: who sits where, settings, a game's start and end."""
        self.events_at: dict[int, int] = {}
        """How many events of the game everybody had seen at each version."""
        self.notice = ""
        """Why the last game ended before its time (a refusal code)."""
        self.membership = Membership()
        self.control = GameControl()
        self.history = History()
        """The games that are over."""
        self.chat = Chat()
        self._personal: dict[str, PersonalState] = {}
        self.promised = ""
        """What the server had committed to for the deal of the last game."""
        self._seed = ""
        self._entropy = PlayerEntropy()
        self.pending_deal: PendingDeal | None = None
        """The deal that has begun, while people reveal what they have committed to."""
        self.held_up_by: tuple[str, ...] = ()
        """Who did not reveal theirs, so that the last deal was called off; until the next one begins."""
        self._taken: dict[str, dict[str, str]] = {}
        """What each person did last under each of their last ids. The content belongs to it: two tabs of one person may
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

    @property
    def public_events(self) -> int:
        """How many events of the game everybody has seen."""
        return len(self.session.view().events) if self.session is not None else 0

    def seat_of(self, person: str) -> Seat | None:
        """Where the person sits."""
        if person:
            for seat, occupant in enumerate(self.seats):
                if occupant.person == person:
                    return seat
        return None

    def free_seat(self) -> Seat | None:
        """The first seat that is empty, or else a bot's."""
        for kind in ("empty", "bot"):
            for seat, occupant in enumerate(self.seats):
                if occupant.kind == kind:
                    return seat
        return None

    def entropy_of(self, person: str) -> str:
        """The open text that the person adds to the next deal."""
        return self._entropy.of(person)

    def entropy_hash_of(self, person: str) -> str:
        """The hash of what the person has committed to for the next deal."""
        return self._entropy.hash_of(person)

    def is_entropy_hash_taken(self, person: str, hashed: str) -> bool:
        """Whether somebody else has committed to that hash."""
        return self._entropy.is_taken(person, hashed)

    @property
    def entropy_hashes(self) -> tuple[str, ...]:
        """What each seat has committed to for the next deal."""
        return tuple(self._entropy.hash_of(occupant.person) for occupant in self.seats)

    @property
    def entropy_by_seat(self) -> tuple[SeatEntropy, ...]:
        """What everybody may know of what the people here add to the next deal."""
        return tuple(
            SeatEntropy(one.name, self._entropy.hash_of(one.person), bool(self._entropy.of(one.person)))
            for one in self.seats
            if one.person
        )

    def occupant(self, seat: Seat) -> Occupant:
        """Who sits there. Raises Refused when there is no such seat."""
        if not 0 <= seat < len(self.seats):
            raise Refused(Refusal("no-such-chair"))
        return self.seats[seat]

    def other_names(self, seat: Seat) -> list[str]:
        """The names at the table but for that seat's."""
        return [occupant.name for other, occupant in enumerate(self.seats) if other != seat and occupant.name]

    def other_avatars(self, seat: Seat) -> set[str]:
        """The faces at the table but for that seat's."""
        return {occupant.avatar for other, occupant in enumerate(self.seats) if other != seat}

    def personal(self, person: str) -> PersonalState:
        """What concerns the person alone, to read."""
        return self._personal.get(person, NO_PERSONAL_STATE)

    def voice_of_bot(self, seat: Seat) -> int:
        """The voice of the bot on that seat, under which it can be muted; 0 while it has said nothing."""
        return self.chat.voice_of(voice_of_bot(seat))

    def is_stranger(self, person: str) -> bool:
        """Whether the table knows nothing of the person: they never sat, asked, spoke or chose, nor were removed."""
        people = self.membership
        plays = self.session is not None and self.session.seat_of(person) is not None
        sits = person == self.host or self.seat_of(person) is not None
        is_member = sits or plays or person in people.names or person in people.turned_down
        has_spoken = self.chat.voice_of(person) or self.chat.voice_of(person, "gallery")
        is_known = person in self._personal or people.request_of(person) or people.is_removed(person)
        return not (is_member or has_spoken or is_known)

    def has_taken(self, person: str, id: str, digest: str) -> bool:
        """Say whether a command of this digest was the last that the person gave under this id."""
        return bool(id) and self._taken.get(person, {}).get(id) == digest

    def has_taken_under(self, person: str, id: str) -> bool:
        """Whether some command of the person was taken under this id."""
        return bool(id) and id in self._taken.get(person, {})

    def next_to_forget(self, most_days: int) -> int:
        """When the next of the games is to be forgotten, where nothing is kept longer than that; 0 when none is."""
        return self.history.next_to_forget(self.settings.days_kept(most_days), self._running_game)

    def last_to_forget(self, most_days: int, now: int) -> int:
        """The number of the last game that is to be forgotten by now; 0 when none is."""
        return self.history.last_to_forget(self.settings.days_kept(most_days), self._running_game, now)

    @property
    def _running_game(self) -> int:
        return self.games if self.running else 0

    # The table and its seats

    def open(self, code: str, game_setup: GameSetup, bot: str, settings: TableSettings, *, seed: str) -> None:
        """Open the table; it is run and set up like this."""
        self.code, self._seed, self.settings = code, seed, settings
        self.set_up(game_setup, bot, {})

    def seat(self, occupants: Mapping[Seat, Occupant]) -> None:
        """Put them on these seats."""
        for seat, occupant in occupants.items():
            self.seats[seat] = occupant

    def set_up(self, game_setup: GameSetup, bot: str, occupants: Mapping[Seat, Occupant]) -> None:
        """Play this next, with such bots; a game that is over is put away: its seats are others."""
        self.session, self.game_setup, self.bot = None, game_setup, bot
        self.seats = (self.seats + [EMPTY] * game_setup.players)[: game_setup.players]
        self.seat(occupants)

    def sit(self, seat: Seat, occupant: Occupant, entropy: str = "") -> None:
        """Let a person sit down on that seat."""
        self.membership.sit(occupant.person, occupant.name, seat, running=self.running)
        self._note_seat_change(occupant.person, occupant.name, came=True)
        self.seats[seat] = occupant
        if entropy:
            self._entropy.add(occupant.person, entropy)

    def vacate(self, occupants: Mapping[Seat, Occupant], host: str) -> None:
        """Let the people on these seats leave: these occupants follow them, and another host where one is named."""
        for seat, successor in occupants.items():
            if person := self.seats[seat].person:
                self.membership.leave(person, seat, successor.name, running=self.running)
                self._note_seat_change(person, self.seats[seat].name, came=False)
        self.seat(occupants)
        self.host = host or self.host

    def swap(self, one: Seat, other: Seat) -> None:
        """The two seats change what sits on them."""
        self.seats[one], self.seats[other] = self.seats[other], self.seats[one]

    def rename(self, seat: Seat, name: str) -> None:
        """The person on the seat takes another name."""
        self.seats[seat] = msgspec.structs.replace(self.seats[seat], name=name)
        self.membership.names[self.seats[seat].person] = self.seats[seat].name

    def choose_avatar(self, seat: Seat, avatar: str) -> None:
        """The person on the seat takes another face."""
        self.seats[seat] = msgspec.structs.replace(self.seats[seat], avatar=avatar)
        self.membership.avatars[self.seats[seat].person] = avatar

    def replace_bot(self, seat: Seat, bot: str) -> None:
        """That bot plays on for one that has failed, under the same name; people at the table are told."""
        self.seats[seat] = msgspec.structs.replace(self.seats[seat], bot=bot, character="")
        self.membership.replaced_bots.append(ReplacedBot(self.version + 1, self.seats[seat].name, bot))

    def set_stand_in(self, seat: Seat, *, stand_in: bool) -> None:
        """A bot plays for the person on the seat, or the person plays again."""
        self.seats[seat] = msgspec.structs.replace(self.seats[seat], stand_in=stand_in)

    def add_entropy(self, person: str, entropy: str) -> None:
        """The person adds this open text to the next deal."""
        self._entropy.add(person, entropy)

    def commit_entropy(self, person: str, hashed: str) -> None:
        """The person commits to a text for the next deal."""
        self._entropy.commit(person, hashed)

    def change_personal(self, person: str) -> PersonalState:
        """What concerns the person alone, to change."""
        return self._personal.setdefault(person, PersonalState())

    # Games

    def deal_to_begin(self) -> FixedDeal:
        """Return what is fixed of the next deal if it begins now. Raises RulesetError."""
        opened = [self._entropy.of(occupant.person) for occupant in self.seats]
        return FixedDeal.of(self.commitment, self.game_setup.ruleset(), self.entropy_hashes, opened)

    def begin_deal(self, fixed: FixedDeal, *, waits: bool) -> None:
        """A deal begins: those who have committed to something reveal it now, and all else of it is fixed."""
        self.held_up_by = ()
        self.pending_deal = PendingDeal(fixed, waits=waits)

    def call_off_deal(self, seed: str) -> None:
        """No cards are dealt, because somebody has revealed nothing. Others have: so this seed is used up as well."""
        pending = self.pending_deal
        self.held_up_by = tuple(self.seats[seat].name for seat in pending.missing) if pending is not None else ()
        self.pending_deal, self._seed = None, seed
        self._entropy.use_up(())

    def deal(
        self,
        at: float,
        seed: str,
        bot_seeds: tuple[str, ...],
        occupants: Mapping[Seat, Occupant],
        *,
        rules: str,
        teaches: bool,
        holds: bool,
        scheme: int,
    ) -> None:
        """Deal the cards of the next game. `seed` is for the deal after it: this one has been committed to before."""
        pending = self.pending_deal if scheme == SEALED else None
        this_seed, entropy = self._leave_set_up(at, seed, occupants, forgotten=False)
        self.session = GameSession(
            self.games,
            self.game_setup.ruleset(rules),
            this_seed,
            entropy,
            bot_seeds,
            tuple(self.seats),
            rules=rules,
            teaches=teaches,
            holds=holds,
            sealed=pending,
        )

    def deal_forgotten(self, at: float, seed: str, occupants: Mapping[Seat, Occupant]) -> None:
        """Begin a game of which nothing is kept or played: its choices have no effect here."""
        self._leave_set_up(at, seed, occupants, forgotten=True)

    def _leave_set_up(
        self, at: float, seed: str, occupants: Mapping[Seat, Occupant], *, forgotten: bool
    ) -> tuple[str, tuple[str, ...]]:
        """What comes before a deal, whether its cards are known or forgotten; the server's seed and the entropy."""
        self.games += 1
        self.history.begin_game(self.games, at, forgotten=forgotten)
        self.seat(occupants)
        self.session, self.notice = None, ""
        self.pending_deal, self.held_up_by = None, ()
        self.events_at = {}
        self.chat.begin_game()
        for personal in self._personal.values():
            personal.begin_game()
        this_seed, self._seed = self._seed, seed
        self.promised = commitment(this_seed)
        self.membership.begin_game(self.games, self.seats)
        self.control.begin_game()
        return this_seed, self._entropy.use_up(occupant.person for occupant in self.seats)

    def reopen(self) -> None:
        """Back to the set-up, with the same people."""
        self.session, self.notice = None, ""

    def lose_game(self) -> None:
        """Put away a game of which nobody knows how it stands: it has to be ended."""
        self.session, self.history.in_forgotten = None, True

    def end_early(self, reason: str) -> None:
        """The game ends before its end, with a notice; nothing of it is shown."""
        self.session, self.notice, self.history.in_forgotten = None, reason, False
        self.control.begin_game()

    def forget(self, last: int) -> None:
        """Keep nothing of the games up to this number: they were taken out of the log."""
        if self.session is not None and self.session.number <= last:
            self.session = None
        if self.games <= last:
            for personal in self._personal.values():
                personal.begin_game()
        self.chat.forget(last)
        self.history.forget(last)
        self.version += 1

    # After every command

    def note_players(self) -> None:
        """Who sits here plays the game under way."""
        if self.session is not None and self.running:
            self.session.occupants = tuple(self.seats)
            self.session.end_standing_answers(self.session.standing_answers & ~seats_of_people(self.seats))

    def note_taken(self, person: str, id: str, digest: str) -> None:
        """The person gave a command of this digest under this id."""
        taken = self._taken.setdefault(person, {})
        taken.pop(id, None)
        taken[id] = digest
        if len(taken) > KEPT_IDS:
            del taken[next(iter(taken))]

    def note_change(self) -> None:
        """Something has happened that others can notice."""
        self.version += 1
        self.events_at[self.version] = self.public_events

    def _note_seat_change(self, person: str, name: str, *, came: bool) -> None:
        """Between games it is said who comes and goes; in a game the seats say it."""
        if not self.running:
            self.membership.seat_changes.append(SeatChange(self.version + 1, person, name, came))
