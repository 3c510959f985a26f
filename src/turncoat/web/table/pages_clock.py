"""The clocks of a table and who is away: what everybody may know, and what the viewer may do about it."""

import msgspec

from turncoat.web.http.pages_choice import Choice


class Countdown(msgspec.Struct, frozen=True):
    """A time that runs down. The page counts; each update tells it anew how much is left."""

    id: str
    kind: str
    text: str
    left: str
    """Seconds, to a tenth."""
    shown: str
    """The same as a clock shows it."""
    stopped: bool = False
    half_at: int = 0
    """Seconds."""
    half: str = ""
    """What is announced when half of it is left; empty when it is too short for that."""
    last: str = ""
    """What is announced when ten seconds are left."""
    over: str = ""
    """What is announced at its end."""


class AwayPerson(msgspec.Struct, frozen=True):
    """Somebody who is away: a bot plays for him, or the host may let one do so."""

    number: int
    text: str
    button: str = ""


class GivingUp(msgspec.Struct, frozen=True):
    """Some want to give the game up."""

    text: str
    wants: bool = False
    """Whether the viewer is one of them."""


class Asking(msgspec.Struct, frozen=True):
    """Some ask for a pause, or in a pause to go on."""

    text: str
    how: str
    """Who can grant it."""
    what: str = "pause"
    wants: bool = False
    """Whether the viewer is one of them."""


class ClockPart(msgspec.Struct, frozen=True):
    """What lies above the table for one viewer. Nothing in it depends on the cards."""

    post_to: str = ""
    is_host: bool = False
    seated: bool = False
    roomy: bool = False
    """Whether room is kept for a countdown, so that nothing moves when one begins."""
    countdown: Countdown | None = None
    discussion: Countdown | None = None
    paused: str = ""
    over: str = ""
    """For whom time was up."""
    away: tuple[AwayPerson, ...] = ()
    mine: int = -1
    """My own seat, when a bot plays for me."""
    host_away: str = ""
    """Set when the viewer may become the host."""
    giving_up: GivingUp | None = None
    asking: Asking | None = None

    def looks_like(self, other: "ClockPart | None") -> bool:
        """Whether nothing but time has gone by between the two."""
        return other is not None and self._timeless() == other._timeless()

    def _timeless(self) -> "ClockPart":
        def of(one: Countdown | None) -> Countdown | None:
            return one and msgspec.structs.replace(one, left="", shown="")

        return msgspec.structs.replace(self, countdown=of(self.countdown), discussion=of(self.discussion))

    @property
    def facts(self) -> tuple[str, ...]:
        """The sentences in it, for who hears the page."""
        sentences = (
            self.countdown.text if self.countdown is not None and self.countdown.kind == "reveal" else "",
            self.paused,
            self.over,
            *(person.text for person in self.away),
            self.host_away,
            self.giving_up.text if self.giving_up is not None else "",
            self.asking.text if self.asking is not None else "",
        )
        return tuple(filter(None, sentences))


class MenuClock(msgspec.Struct, frozen=True):
    """How the table is run, as the menu shows it to its host; and what anybody may ask for in a game."""

    decision: tuple[Choice, ...] = ()
    talk: tuple[Choice, ...] = ()
    """Only in a game whose rules have a time for talk."""
    ability: tuple[Choice, ...] = ()
    stand_in: tuple[Choice, ...] = ()
    discussion: tuple[Choice, ...] = ()
    discussing: bool = False
    paused: bool = False
    asks: bool = False
    """Whether the viewer asks for a pause, or in one to go on."""
    wants_to_give_up: bool = False
