"""Replay page: one moment of a game, as everybody or one seat saw it."""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Final

import msgspec

from turncoat.deduction.timeline import Timeline, timeline
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, Seat
from turncoat.kernel.steps import Prompt
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.table.past.replay import Chosen, Replay
from turncoat.table.values.occupants import Occupant
from turncoat.telling import Teller, Translate, company
from turncoat.web.board.model import ChatLine, PublicPart
from turncoat.web.board.public_part import board_part
from turncoat.web.board.role_card import RoleCard, role_card
from turncoat.web.games import presenter_of
from turncoat.web.http.forms import whole_number
from turncoat.web.http.languages import translator
from turncoat.web.http.page import Page, SelectOption
from turncoat.web.replays.beliefs import BeliefPart, TurningPart, belief_part, turning_part


class ReplayChoice(msgspec.Struct, frozen=True):
    """Question to a seat at a moment, and its choice."""

    name: str
    sentence: str
    chose: tuple[str, ...] = ()
    """Several if the choice was changed before the last one was in."""


class MomentLine(msgspec.Struct, frozen=True):
    """Moment in the list of events: its sentences, and the address that displays it."""

    number: int
    texts: tuple[str, ...]
    url: str = ""
    said: tuple[ChatLine, ...] = ()
    """Chat messages of that moment."""


class ReplayPart(msgspec.Struct, frozen=True):
    """One moment of a game, from one viewpoint."""

    moment: int
    last: int
    label: str
    """Number of the moment and total, in words."""
    public: PublicPart
    new_events: tuple[str, ...]
    """Events of this moment."""
    asked: tuple[ReplayChoice, ...] = ()
    card: RoleCard | None = None
    name: str = ""
    """Name of the card's owner."""
    history: tuple[MomentLine, ...] = ()
    """Events until this moment, latest first."""
    said: tuple[ChatLine, ...] = ()
    """Chat messages of this moment."""


class ReplayPage(Page, frozen=True):
    """Page to watch a finished game."""

    template: ClassVar[str] = "replays/page.html"
    title: str
    about: str
    part: ReplayPart
    sides: tuple[SelectOption, ...]
    """Viewpoints to choose from."""
    action: str
    record: str = ""
    """Text of the record if the server does not store it. Then the forms are posted."""
    back_url: str = ""
    back: str = ""
    record_url: str = ""
    share_to: str = ""
    """Address that creates a public link, for those who may."""
    share_picture: str = ""
    """Address of the picture's preview for them."""
    share_kept: str = ""
    """Sentence on how long the link works."""
    share_url: str = ""
    """Public link through which the page was opened, if any."""
    beliefs_url: str = ""
    """Address of the suspicion chart, empty for a record sent by the browser."""

    def values(self) -> dict[str, object]:
        return {**super().values(), "part": self.part, "public": self.part.public}


ALL: Final = "all"
"""Viewpoint of everybody."""
OPEN: Final = "open"
"""Viewpoint with all cards face up."""
_EVERYBODY: Final = N_("Everybody's view")
_AS: Final = N_("As {name} saw it")
_OPEN: Final = N_("All cards face up")
_LABEL: Final = N_("Moment {number} of {last}")
_NOTHING: Final = N_("Nothing to see from here.")
_DEAL: Final = N_("The cards are dealt.")
_ALONE: Final = N_("{seats:seats} only: “{text}”")
_SEAT: Final = N_("Seat {number}")


def sides_of(names: Sequence[str], chosen: str, translate: Translate) -> tuple[SelectOption, ...]:
    """Return the viewpoints to choose from."""
    return (
        SelectOption(ALL, translate(_EVERYBODY), chosen=chosen == ALL),
        *(
            SelectOption(str(seat), translate(_AS).format(name=name), chosen=chosen == str(seat))
            for seat, name in enumerate(names)
        ),
        SelectOption(OPEN, translate(_OPEN), chosen=chosen == OPEN),
    )


def side_from(text: str, players: int) -> str:
    """Return the viewpoint in an address, or everybody's if it is unknown."""
    known = {ALL, OPEN, *map(str, range(players))}
    return text if text in known else ALL


def moment_from(text: str, last: int) -> int:
    """Return the moment in an address, which is a number or `end`."""
    if text == "end":
        return last
    return min(whole_number(text) or 0, last)


def seats_of(ruleset: Ruleset, translate: Translate) -> tuple[Occupant, ...]:
    """Return occupants for a record, which has no names: seats numbered from 1."""
    return tuple(Occupant("person", translate(_SEAT).format(number=seat + 1)) for seat in range(ruleset.players))


def about(ruleset: Ruleset, translate: Translate) -> str:
    """Return the game, player count and modules in short."""
    book = rulebook(ruleset.game)
    extras = (translate(book.chapters[name].title) for name in ruleset.modules)
    return ", ".join((translate(book.title), company(ruleset, translate), *extras))


def replay_part(
    replay: Replay,
    occupants: Sequence[Occupant],
    moment: int,
    side: str,
    translate: Translate,
    url_of: Callable[[int], str] = lambda moment: "",
) -> ReplayPart:
    """Return one moment of a game, from one viewpoint."""
    teller = Teller(replay.ruleset, [occupant.name for occupant in occupants], translate)
    seat = int(side) if side not in (ALL, OPEN) else None
    shown = replay.open_view(moment) if side == OPEN else replay.view(moment)
    before = replay.moments[moment].before if side == OPEN else replay.first_new_event(moment)
    presenter = presenter_of(replay.ruleset.game)
    public = _still(board_part(shown, presenter, teller, occupants, shown.waiting, before))
    told = shown if seat is None else replay.view(moment, seat)
    history = _history(replay, told, moment, side, teller, url_of)
    return ReplayPart(
        moment,
        replay.last,
        translate(_LABEL).format(number=moment, last=replay.last),
        public,
        history[0].texts if history and history[0].number == moment else (teller.text(_NOTHING if moment else _DEAL),),
        _asked(replay, moment, side, teller),
        role_card(told, presenter, teller, occupants[seat]) if seat is not None else None,
        occupants[seat].name if seat is not None else "",
        history,
    )


def with_talk(
    part: ReplayPart,
    replay: Replay,
    talk: Mapping[int, tuple[ChatLine, ...]],
    url_of: Callable[[int], str] = lambda moment: "",
) -> ReplayPart:
    """Add the chat to a moment. `talk` is keyed by the number of public events so far."""
    said: dict[int, tuple[ChatLine, ...]] = {}
    for events, lines in sorted(talk.items()):
        moment = replay.moment_after(events)
        said[moment] = said.get(moment, ()) + lines
    told = {line.number: line for line in part.history}
    moments = sorted({*told, *(number for number in said if number <= part.moment)}, reverse=True)
    empty = [MomentLine(number, (), url_of(number)) for number in moments if number not in told]
    told |= {line.number: line for line in empty}
    history = tuple(msgspec.structs.replace(told[number], said=said.get(number, ())) for number in moments)
    return msgspec.structs.replace(part, history=history, said=said.get(part.moment, ()))


def _still(public: PublicPart) -> PublicPart:
    """Remove animations: people who step through a replay do not want to wait for cards to turn."""
    replace = msgspec.structs.replace
    return replace(
        public,
        stage=replace(public.stage, fresh=False),
        seats=tuple(replace(seat, ballot_new=False, stand_in=False) for seat in public.seats),
        mission_slots=tuple(replace(slot, stamped_new=False) for slot in public.mission_slots),
    )


def _history(
    replay: Replay, view: View[Any], moment: int, side: str, teller: Teller, url_of: Callable[[int], str]
) -> tuple[MomentLine, ...]:
    """Return the events until the moment, grouped by moment, latest first."""
    seat = int(side) if side not in (ALL, OPEN) else SPECTATOR
    ends = [replay.moments[number + 1].before if number < replay.last else None for number in range(moment)]
    if side != OPEN:
        ends = [replay.first_new_event(number + 1, seat) for number in range(moment)]
    lines, start = [], 0
    for number in range(moment + 1):
        end = ends[number] if number < moment else len(view.events)
        texts = tuple(
            _told(replay, start + told.first, told.text, teller) if side == OPEN else told.text
            for told in teller.events(view.events[start:end])
        )
        start = end if end is not None else start
        if texts:
            lines.append(MomentLine(number, texts, url_of(number)))
    return tuple(reversed(lines))


def _told(replay: Replay, number: int, text: str, teller: Teller) -> str:
    """Return an event's sentence, with the seats that saw it if it was not public."""
    seats = replay.seen_alone(number)
    return teller.fill(_ALONE, seats=seats, text=text) if seats else text


def _asked(replay: Replay, moment: int, side: str, teller: Teller) -> tuple[ReplayChoice, ...]:
    """Return the moment's questions to the visible seats, with their choices."""
    if side == ALL:
        return ()
    at = replay.moments[moment]
    asked: OrderedDict[tuple[Seat, int | str], tuple[str, list[str]]] = OrderedDict()
    for seat, prompt in at.prompts.items():
        asked[seat, prompt.number] = teller.prompt(prompt), []
    for chosen in at.choices:
        _, answers = asked.setdefault((chosen.seat, _name(chosen)), (_sentence(chosen, teller), []))
        answers.append(teller.answer(chosen.asked.option, chosen.answer))
    return tuple(
        ReplayChoice(teller.seat(seat), sentence, tuple(answers))
        for (seat, _), (sentence, answers) in asked.items()
        if seat >= 0 and side in (OPEN, str(seat))
    )


def _name(chosen: Chosen) -> int | str:
    return chosen.asked.number if isinstance(chosen.asked, Prompt) else chosen.asked.name


def _sentence(chosen: Chosen, teller: Teller) -> str:
    return teller.prompt(chosen.asked) if isinstance(chosen.asked, Prompt) else teller.offer(chosen.asked)


class ReplayCache:
    """In-memory cache of the latest replays and moments, which threads may share."""

    def __init__(self) -> None:
        self.replay = lru_cache(maxsize=24)(Replay)
        """Returns the replay of a record. Raises RecordError."""
        self.part = lru_cache(maxsize=300)(self._part)
        """Returns a moment for the page. `address` is that of the replay, or empty if it has none."""
        self.timeline = lru_cache(maxsize=64)(self._timeline)
        """Returns the course of suspicion from one viewpoint, which takes a while. Raises NoWorldFits."""
        self.beliefs = lru_cache(maxsize=64)(self._beliefs)
        """Returns the course of suspicion for its page. Raises NoWorldFits."""
        self.turning = lru_cache(maxsize=64)(self._turning)
        """Returns the moment that changed suspicion most, or None. Raises NoWorldFits."""

    def _part(
        self, record: str, occupants: tuple[Occupant, ...], moment: int, side: str, language: str, address: str
    ) -> ReplayPart:
        def url_of(number: int) -> str:
            return f"{address}?at={number}&as={side}" if address else ""

        return replay_part(self.replay(record), occupants, moment, side, translator(language), url_of)

    def _timeline(self, record: str, seat: Seat) -> Timeline:
        replay = self.replay(record)
        return timeline(replay.ruleset, seat, replay.view(replay.last, seat).events)

    def _beliefs(
        self, record: str, occupants: tuple[Occupant, ...], seat: Seat, language: str, address: str
    ) -> BeliefPart:
        def url_of(moment: int) -> str:
            return f"{address}?at={moment}&as={seat if seat >= 0 else ALL}" if address else ""

        replay = self.replay(record)
        return belief_part(replay, self.timeline(record, seat), occupants, translator(language), url_of)

    def _turning(self, record: str, occupants: tuple[Occupant, ...], language: str, address: str) -> TurningPart | None:
        replay = self.replay(record)
        return turning_part(
            replay,
            self.timeline(record, SPECTATOR),
            occupants,
            translator(language),
            lambda moment: f"{address}?at={moment}&as={ALL}",
        )
