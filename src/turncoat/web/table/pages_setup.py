"""A table before its first game, and between two."""

import msgspec

from turncoat.web.board.model import Kind, Presence, TalkPart
from turncoat.web.http.pages_choice import Choice
from turncoat.web.http.pages_site import Site
from turncoat.web.table.pages_menu import MenuPart
from turncoat.web.table.pages_seat import SayForm


class OptionField(msgspec.Struct, frozen=True):
    """A setting of the game with its possible values."""

    name: str
    label: str
    about: str
    choices: tuple[Choice, ...]


class SetupSeat(msgspec.Struct, frozen=True):
    """One chair before the game: who sits there and what the viewer may do with it."""

    number: int
    name: str
    kind: Kind
    presence: Presence = "here"
    host: bool = False
    mine: bool = False
    may_sit: bool = False
    """Who sits elsewhere may move here."""
    may_take: bool = False
    """Who has no seat yet may take this one."""
    may_clear: bool = False
    bot: str = ""


class SetupPart(msgspec.Struct, frozen=True):
    """The table before its first game, and between two."""

    code: str
    post_to: str
    seats: tuple[SetupSeat, ...]
    games: tuple[Choice, ...]
    players: tuple[Choice, ...]
    modules: tuple[Choice, ...]
    options: tuple[OptionField, ...]
    bots: tuple[Choice, ...]
    summary: str
    join_url: str
    qr: str = ""
    """The QR code as SVG markup made by the server, never from anything that a visitor wrote."""
    host_name: str = ""
    is_host: bool = False
    seated: bool = False
    visitor: str = ""
    problem: str = ""
    may_start: bool = False
    why_not: str = ""
    talk: TalkPart = TalkPart()
    """The talk, as far as the viewer hears it."""
    say: SayForm | None = None
    may_not_say: str = ""


class SetupPage(msgspec.Struct, frozen=True):
    """A table that is not playing."""

    site: Site
    setup: SetupPart
    socket: str = ""
    version: int = 0
    menu: MenuPart = MenuPart()
