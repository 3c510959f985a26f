"""Table set-up before a game: the seats, the game to play, and the conversion of the form's fields."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

import msgspec
import segno

from turncoat import bots
from turncoat.bots import characters
from turncoat.kernel.chapters import OptionValue, RuleOption, RulesetError, option_text
from turncoat.kernel.opening import role_cards
from turncoat.kernel.refusals import Refusal, Refused
from turncoat.kernel.rulebooks import BOOKS, rulebook
from turncoat.kernel.rulesets import Ruleset, advice, misfits, options_of
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.table.values.occupants import Occupant
from turncoat.telling import WORDS, Teller, Translate, filled, in_words_of
from turncoat.web.board.model import OccupantKind, Presence, Side
from turncoat.web.board.telling import say_refusal
from turncoat.web.games import presenter_of
from turncoat.web.http.forms import whole_number
from turncoat.web.http.page import GameTile, SelectOption
from turncoat.web.table.avatars import avatar_choices
from turncoat.web.table.clock import by_day
from turncoat.web.table.entropy import delay_reason
from turncoat.web.table.fairness import Fairness, among_people, fairness_of
from turncoat.web.table.meeting import invitation_words
from turncoat.web.table.menu import JoinPart, join_part
from turncoat.web.table.page_parts import PagePart, ViewerContext, register
from turncoat.web.table.scenes import scene_paces


class OptionField(msgspec.Struct, frozen=True):
    """Rule option with its possible values."""

    name: str
    label: str
    about: str
    choices: tuple[SelectOption, ...]


class ModuleField(msgspec.Struct, frozen=True):
    """Module to choose, with its options and extras."""

    value: str
    label: str
    about: str = ""
    chosen: bool = False
    misfit: str = ""
    """Reason why the chosen module does not fit the other choices."""
    when: str = ""
    """Reason why the module cannot be added, or advice before adding it. Empty if it is chosen."""
    options: tuple[OptionField, ...] = ()
    """Options of the module."""
    extras: "tuple[ModuleField, ...]" = ()
    """Modules that need this one."""

    @property
    def all_chosen(self) -> "tuple[ModuleField, ...]":
        """The module and its extras, as far as they are chosen."""
        chosen = tuple(one for extra in self.extras for one in extra.all_chosen)
        return (self, *chosen) if self.chosen else chosen


class ReadyField(msgspec.Struct, frozen=True):
    """Ready choice of modules, to be chosen at once."""

    value: str
    label: str
    modules: str = ""
    """Titles of the modules, if the label does not name them."""
    about: str = ""
    """Sentence on how it went among people."""
    chosen: bool = False


class SideSize(msgspec.Struct, frozen=True):
    """Number of players on a side."""

    outline: Side
    label: str
    count: int
    cards: str = ""
    """Cards of the side, empty if they are all alike."""


class SetupSeat(msgspec.Struct, frozen=True):
    """Seat before the game: its occupant, and the actions available to the viewer."""

    number: int
    name: str
    kind: OccupantKind
    avatar: str = ""
    presence: Presence = "here"
    host: bool = False
    mine: bool = False
    may_sit: bool = False
    """True if the viewer, who has another seat, may move here."""
    may_take: bool = False
    """True if the viewer, who has no seat yet, may take this one."""
    may_clear: bool = False
    bot: str = ""
    plays_on: str = ""
    """Name of the person on whose phone they play, if it is not their own."""


class SetupPart(msgspec.Struct, frozen=True):
    """The table before its first game, and between games."""

    code: str
    post_to: str
    seats: tuple[SetupSeat, ...]
    games: tuple[GameTile, ...]
    players: tuple[SelectOption, ...]
    modules: tuple[ModuleField, ...]
    """Modules that need no other, each with its extras."""
    options: tuple[OptionField, ...]
    """Options of the game itself."""
    levels: tuple[SelectOption, ...]
    """Strengths of the bots that fill empty seats."""
    bots: tuple[SelectOption, ...]
    """Other bots, by name."""
    summary: str
    join_url: str
    may_list: bool = False
    """True if the viewer may list the table for anybody."""
    listed: bool = False
    """True if the table is listed for anybody."""
    ready_sets: tuple[ReadyField, ...] = ()
    """Ready choices of modules for the number of players, the first without any. Empty if the game has none."""
    sides: tuple[SideSize, ...] = ()
    """Size of each side, empty while the choices do not fit together."""
    says: str = ""
    """Words in which people pass on the link."""
    is_dated: bool = False
    """True if they name the time of a meeting."""
    qr: str = ""
    """QR code as SVG markup made by the server, never from a visitor's text."""
    avatars: tuple[SelectOption, ...] = ()
    """Avatars from which the viewer, who has a seat, may choose."""
    host_name: str = ""
    is_host: bool = False
    seated: bool = False
    join: JoinPart = JoinPart()
    """Ways for a viewer without a seat to get one."""
    problem: str = ""
    fairness: Fairness | None = None
    """Balance of the game, None while the choices do not fit together."""
    advice: tuple[str, ...] = ()
    """Advice about choices that are allowed but not ideal."""
    may_start: bool = False
    begun: str = ""
    """Set from the beginning of a deal until the cards are dealt."""
    why_not: str = ""
    """Line at the start button: the reason to wait, or the effect of pressing it."""
    misfits: tuple[str, ...] = ()
    """Conflicts between the choices. Nothing can be dealt until they are resolved."""
    paces: tuple[SelectOption, ...] = ()
    """Paces of the scenes, which only the host may choose."""
    characters: bool = False
    """True if bots have characters."""
    thinking_aid: bool = False
    by_day: str = ""
    """Hours for each choice in words, empty at a live table."""
    nights_off: bool = False
    """True if each seat's page will show the thinking aid."""
    add_person: str = ""
    """Id of the next command with which the viewer adds somebody who plays on their phone. Empty if they may not."""

    @property
    def people(self) -> int:
        """Number of people with a seat."""
        return sum(seat.kind == "person" for seat in self.seats)

    @property
    def chosen(self) -> tuple[ModuleField, ...]:
        """All chosen modules."""
        return tuple(one for module in self.modules for one in module.all_chosen)


_MASK: Final = 3
_SUMMARY: Final = N_("{game}, {players} player", "{game}, {players} players")
_FILL: Final = N_("A bot fills the empty seat.", "Bots fill {count} empty seats.")
_ALL: Final = N_("Everybody is here.")
_WAIT: Final = N_("The host deals the cards.")
_TIMES: Final = "{count} × {role}"
_NO_EXTRAS: Final = N_("No extras")


@lru_cache(maxsize=256)
def qr_code(url: str) -> str:
    """Return an address as a QR code, in SVG markup without styles.

    The mask is fixed: addresses look random, so all eight masks are equally readable, and comparing them would take
    four times as long.
    """
    made = segno.make(url, error="m", mask=_MASK)
    code: str = made.svg_inline(scale=4, border=2, omitsize=True, svgclass=None, lineclass=None)
    return code


def setup_part(at: ViewerContext) -> SetupPart:
    """Return the set-up as one person sees it."""
    room, table, person, translate, problem = at.room, at.table, at.person, at.say, at.refusal
    join_url = f"{at.base}/t/{table.code}"
    game_setup, mine = table.game_setup, table.seat_of(person)
    is_host = person == table.host
    book = rulebook(game_setup.game)
    objections = objections_to(game_setup, translate)
    ruleset = game_setup.draft() if not objections else None
    empty = sum(occupant.kind == "empty" for occupant in table.seats)
    host_seat = table.seat_of(table.host)
    if problem is None and table.notice:
        problem = Refusal(table.notice)
    is_begun = table.pending_deal is not None
    has_space = any(occupant.kind != "person" for occupant in table.seats)
    may_add = mine is not None and has_space and (is_host or not table.settings.locked)
    return SetupPart(
        code=table.code,
        post_to=f"/t/{table.code}",
        seats=_setup_seats(room, person, translate),
        games=tuple(
            GameTile(
                name,
                translate(other.title),
                translate(other.summary),
                presenter_of(name).cover,
                name == game_setup.game,
                f"{other.players[0]}–{other.players[-1]}",
                other.minutes,
            )
            for name, other in BOOKS.items()
        ),
        players=tuple(
            SelectOption(str(count), str(count), chosen=count == game_setup.players, allowed=count >= _people(room))
            for count in book.players
        ),
        modules=module_fields(game_setup, objections, translate),
        options=tuple(
            option_field(spec, game_setup, translate) for spec in specs_of(game_setup) if spec in book.options
        ),
        levels=_bots(table.bot, translate, levels=True),
        bots=_bots(table.bot, translate, levels=False),
        summary=filled(translate, _SUMMARY, game=translate(book.title), players=game_setup.players),
        join_url=join_url,
        may_list=is_host and room.lists_open_tables,
        listed=table.settings.listed and room.lists_open_tables,
        ready_sets=_ready_sets(game_setup, translate),
        sides=_sides(ruleset, translate) if ruleset is not None else (),
        says=invitation_words(at),
        is_dated=table.meeting is not None,
        qr=qr_code(join_url),
        host_name=table.seats[host_seat].name if host_seat is not None else "",
        avatars=avatar_choices(room.table, mine, translate) if mine is not None else (),
        is_host=is_host,
        seated=mine is not None,
        join=join_part(at),
        problem=say_refusal(problem, translate)
        if problem is not None
        else ""
        if is_begun
        else delay_reason(room, translate),
        fairness=fairness_of(ruleset, translate) if ruleset is not None else None,
        advice=tuple(map(translate, advice(ruleset))) if ruleset is not None else (),
        may_start=is_host and not is_begun and not objections,
        misfits=tuple(objections.values()),
        paces=scene_paces(table.settings, translate) if is_host else (),
        characters=table.settings.bots_characters,
        thinking_aid=table.settings.thinking_aid,
        by_day=by_day(table.settings.day_hours, translate) if table.settings.is_by_day else "",
        nights_off=table.settings.nights_off,
        add_person=f"companion-{len(table.membership.names)}" if may_add else "",
        why_not=_why_not(empty, is_host=is_host, translate=translate),
        begun=delay_reason(room, translate) if is_begun else "",
    )


def _bots(chosen: str, translate: Translate, *, levels: bool) -> tuple[SelectOption, ...]:
    """Return the bots to choose from: either the levels, or all others."""
    return tuple(
        SelectOption(bot.name, translate(bot.title), translate(bot.summary), bot.name == chosen)
        for bot in bots.for_people()
        if bot.is_level == levels
    )


def bot_kind(occupant: Occupant, translate: Translate) -> str:
    """Describe a bot in a few words: its level or name, and its character."""
    return ", ".join(filter(None, (translate(bots.title_of(occupant.bot)), _character(occupant, translate))))


def _character(occupant: Occupant, translate: Translate) -> str:
    title = characters.title_of(occupant.character)
    return translate(title) if title else ""


def _why_not(empty: int, *, is_host: bool, translate: Translate) -> str:
    if empty:
        return filled(translate, _FILL, count=empty)
    return translate(_ALL if is_host else _WAIT)


def objections_to(game_setup: c.GameSetup, translate: Translate) -> dict[str, str]:
    """Return the conflicts as sentences by the module that objects. The key "" is the game itself."""
    try:
        found = misfits(game_setup.draft())
    except RulesetError as error:  # the rules have changed since the choice
        found = {"": error}
    return {name: _sentence(translate(error.message)) for name, error in found.items()}


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _before_adding(game_setup: c.GameSetup, translate: Translate) -> dict[str, str]:
    """Return for each module that may be added the conflict it would cause, or the advice about it.

    Advice that several modules would cause concerns modules in general, and is left out.
    """
    try:
        now = Ruleset.draft(game_setup.game, game_setup.players, game_setup.modules)
    except RulesetError:  # the rules have changed since the choice
        return {}
    known = () if misfits(now) else advice(now)
    said: dict[str, str] = {}
    advised: dict[str, tuple[str, ...]] = {}
    for name in rulebook(game_setup.game).chapters.keys() - set(game_setup.modules):
        with_it = Ruleset.draft(game_setup.game, game_setup.players, (*game_setup.modules, name))
        found = misfits(with_it)
        if name in found:
            said[name] = _sentence(translate(found[name].message))
        elif not found:
            advised[name] = tuple(text for text in advice(with_it) if text not in known)
    times = Counter(text for texts in advised.values() for text in texts)
    return said | {
        name: " ".join(translate(text) for text in texts if times[text] == 1) for name, texts in advised.items()
    }


def _sides(ruleset: Ruleset, translate: Translate) -> tuple[SideSize, ...]:
    """Return each side with its size and cards, the hiding side last, or nothing if a side has no name in the rules."""
    cards, book, presenter = role_cards(ruleset), rulebook(ruleset.game), presenter_of(ruleset.game)
    counts = Counter(map(book.side_of, cards))
    if not counts.keys() <= book.words.keys():
        return ()
    in_order = sorted(counts, key=lambda side: (side == book.hiding_side, side))
    teller = Teller(ruleset, (), translate)

    def listed(side: str) -> str:
        of_side = Counter(role for role in cards if book.side_of(role) == side)
        plain = presenter.plain_roles.get(side, "")
        roles = sorted((role == plain, teller.role(role), count) for role, count in of_side.items())
        if len(roles) == 1:
            return ""
        return ", ".join(_TIMES.format(count=count, role=role) if count > 1 else role for _, role, count in roles)

    return tuple(
        SideSize(presenter.outline(side), translate(book.words[side]), counts[side], listed(side)) for side in in_order
    )


def module_fields(
    game_setup: c.GameSetup, objections: Mapping[str, str], translate: Translate
) -> tuple[ModuleField, ...]:
    """Return the modules of the chosen game. Those that need another are listed below the root of their first needs."""
    book, translate = rulebook(game_setup.game), in_words_of(game_setup.game, translate)
    specs, before = specs_of(game_setup), _before_adding(game_setup, translate)

    def root(name: str) -> str:
        needs = [other for other in book.chapters[name].needs if other in book.chapters]
        return root(needs[0]) if needs else name

    def field(name: str, extras: tuple[ModuleField, ...] = ()) -> ModuleField:
        chapter = book.chapters[name]
        options = tuple(option_field(spec, game_setup, translate) for spec in specs if spec in chapter.options)
        title, about = translate(chapter.title), translate(chapter.summary)
        chosen = name in game_setup.modules
        misfit, when = objections.get(name, ""), before.get(name, "")
        return ModuleField(name, title, about, chosen, misfit, when, options if chosen else (), extras)

    roots = {name: root(name) for name in book.chapters}
    return tuple(
        field(name, tuple(field(other) for other, under in roots.items() if under == name != other))
        for name, under in roots.items()
        if under == name
    )


def _ready_sets(game_setup: c.GameSetup, translate: Translate) -> tuple[ReadyField, ...]:
    book = rulebook(game_setup.game)
    offered = [ready for ready in book.ready_sets if ready.players == game_setup.players]
    if not offered:
        return ()

    own = {spec.name for spec in book.options}
    options = {name: value for name, value in game_setup.options.items() if name in own}

    def field(modules: tuple[str, ...], title: str) -> ReadyField:
        titles = ", ".join(translate(book.chapters[name].title) for name in modules)
        about = among_people(c.GameSetup(book.name, game_setup.players, modules, options), translate)
        chosen = set(modules) == set(game_setup.modules)
        label = translate(title) if title else titles
        return ReadyField(_joined(modules), label, titles if title else "", about, chosen)

    return (field((), _NO_EXTRAS), *(field(ready.modules, ready.title) for ready in offered))


def _joined(modules: Iterable[str]) -> str:
    """Return modules as the value of a ready choice."""
    return "+".join(sorted(modules))


def _people(room: Room) -> int:
    return sum(occupant.kind == "person" for occupant in room.table.seats)


def _setup_seats(room: Room, person: str, translate: Translate) -> tuple[SetupSeat, ...]:
    table = room.table
    mine, is_host = table.seat_of(person), person == table.host
    return tuple(
        SetupSeat(
            number=seat,
            name=occupant.name,
            kind=occupant.kind,
            avatar=occupant.avatar_on(seat) if occupant.kind != "empty" else "",
            presence="here" if occupant.kind != "person" or room.is_listed_here(occupant.person) else "away",
            host=bool(occupant.person) and occupant.person == table.host,
            mine=seat == mine,
            may_sit=mine is not None and occupant.kind != "person",
            may_take=mine is None and occupant.kind != "person",
            may_clear=occupant.kind != "empty" and seat != mine and (is_host or occupant.held_by == person),
            bot=bot_kind(occupant, translate) if occupant.bot else "",
            plays_on=table.membership.names.get(occupant.held_by, ""),
        )
        for seat, occupant in enumerate(table.seats)
    )


def specs_of(game_setup: c.GameSetup) -> list[RuleOption]:
    """Return the options that have an effect in the chosen game and modules.

    There are none if the rules have changed since the choice.
    """
    try:
        return list(options_of(Ruleset.draft(game_setup.game, game_setup.players, game_setup.modules)))
    except RulesetError:
        return []


def option_field(spec: RuleOption, game_setup: c.GameSetup, translate: Translate) -> OptionField:
    """Return a rule option as a form field."""
    translate = in_words_of(game_setup.game, translate)
    now = option_text(game_setup.options.get(spec.name, spec.default))

    def label(value: OptionValue) -> str:
        if isinstance(value, bool):
            return translate(WORDS["yes" if value else "no"])
        said = spec.label_of(value)
        return translate(said) if said != str(value) else said.replace("-", " ")

    choices = tuple(
        SelectOption(text, label(value), chosen=text == now)
        for value, text in zip(spec.values, map(option_text, spec.values), strict=True)
    )
    # Chapters from other packages may have no label of their own.
    name = translate(spec.label) if spec.label else spec.name.replace("-", " ").capitalize()
    return OptionField(spec.name, name, translate(spec.description), choices)


def setup_of(fields: Mapping[str, Sequence[str]], now: c.GameSetup) -> c.GameSetup:
    """Return the set-up in the form, without fields that do not belong to the chosen game.

    A ready choice that has just been made replaces the modules. Choices that conflict are accepted, and reported by
    `objections_to`. Raises Refused for values unknown to the game.
    """

    def one(name: str, otherwise: str) -> str:
        return (fields.get(name) or (otherwise,))[-1]

    try:
        book = rulebook(one("game", now.game))
    except RulesetError as error:
        raise Refused(Refusal("ruleset", (("why", error.message),))) from None
    players = whole_number(one("players", ""))
    players = min(max(now.players if players is None else players, book.players[0]), book.players[-1])
    names = fields.get("module", ())
    if (ready := one("ready", _joined(now.modules))) != _joined(now.modules):
        names = ready.split("+")
    modules = tuple(name for name in book.chapters if name in names)
    options: dict[str, OptionValue] = {
        name.removeprefix("option."): values[-1]
        for name, values in fields.items()
        if name.startswith("option.") and values
    }
    game_setup = c.GameSetup(book.name, players, modules)
    known = {spec.name for spec in specs_of(game_setup)}
    game_setup = c.GameSetup(
        book.name, players, modules, {name: value for name, value in options.items() if name in known}
    )
    try:
        game_setup.draft()
    except RulesetError as error:
        raise Refused(Refusal("ruleset", (("why", error.message),))) from None
    return game_setup


register(PagePart(id="main", template="table/setup", audience="viewer", model=setup_part, layouts=("setup",)))
