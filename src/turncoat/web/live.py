"""What goes to an open page: HTML fragments for one viewer, and the words for the live regions.

The public parts are drawn once per event and language and shared. A seat's own part is filled up so that every message
to a seat has one size for one state of the table, whatever the seat holds; nothing on this way is compressed.
"""

import asyncio
from typing import Any, Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from turncoat.kernel.refusals import Refusal
from turncoat.kernel.seats import is_in
from turncoat.kernel.words import N_
from turncoat.table.hall import Hall, Seated
from turncoat.web.identity import Visitor
from turncoat.web.languages import renderer, translator
from turncoat.web.pages import SetupPage, TablePage
from turncoat.web.presenter import say_refusal, teller_of
from turncoat.web.tablepage import own_size, page_of, stage_key
from turncoat.web.talk import Listener

LEEWAY: Final = 20.0
"""Seconds in which a viewer must take a message; a phone that sleeps is dropped, and comes back with what it missed."""
TURN: Final = N_("Your turn. {sentence}")


class Say(msgspec.Struct, frozen=True):
    """Words for a live region."""

    id: str
    text: str
    kind: str = "log"


class Update(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message to an open page."""

    version: int
    parts: dict[str, msgspec.Raw] = {}
    say: tuple[Say, ...] = ()
    go: str = ""
    problem: str = ""
    code: str = ""
    """The stable code of the problem, when a choice was refused."""
    pad: str = ""


_encoder = msgspec.json.Encoder()


class Viewer:
    """Somebody who looks at a table, and what he has been shown."""

    def __init__(self, hall: Hall, seated: Seated, visitor: Visitor, language: str, base: str, csrf: str) -> None:
        self.hall, self.seated, self.visitor = hall, seated, visitor
        self.language, self.base, self.csrf = language, base, csrf
        self.heard = 0
        """How many public events he was told of."""
        self.listener = Listener(seated)

    def state(self) -> tuple[object, ...]:
        """What his page depends on; when it is as it was, nothing is sent."""
        table, play = self.seated.table, self.seated.table.play
        seat = table.seat_of(self.visitor.id)
        own = play.private[seat] if play is not None and seat is not None and seat < len(play.private) else 0
        return stage_key(table), table.version, self.seated.presence, seat, own, self.listener.state(seat)

    def update(self, refusal: Refusal | None = None) -> bytes:
        """Everything that is to be seen now, as a message."""
        table = self.seated.table
        page = page_of(self.seated, self.visitor, self.language, self.base, self.csrf, refusal)
        draw = renderer(self.language)
        problem = say_refusal(refusal, translator(self.language)) if refusal is not None else ""
        code = refusal.code if refusal is not None else ""
        if isinstance(page, SetupPage):
            return _encoder.encode(
                Update(table.version, {"main": _raw(draw.setup_part(page))}, problem=problem, code=code)
            )
        say = self._news()
        if page.end is not None:
            return _encoder.encode(
                Update(table.version, {"main": _raw(draw.part("main", page))}, say, problem=problem, code=code)
            )
        parts = shared_parts(self.seated, self.language, page)
        public = sum(map(len, parts.values())) + sum(len(one.text.encode()) for one in say)
        parts |= {name: _raw(html) for name, html in draw.own_parts(page).items()}
        own_news = self.listener.own_news(page.mine.seat, translator(self.language))
        say += tuple(Say(id, text) for id, text in own_news)
        if page.mine.prompt is not None and not page.mine.prompt.answered:
            sentence = translator(self.language)(TURN).format(sentence=page.mine.prompt.sentence)
            turn = f"t{table.games}-{page.mine.prompt.form.prompt}"
            say += (Say(turn, sentence, "turn"),)
        update = Update(table.version, parts, say, problem=problem, code=code)
        size = len(_encoder.encode(update))
        pad = "." * (own_size(size - public) - (size - public))
        return _encoder.encode(msgspec.structs.replace(update, pad=pad))

    def catch_up(self, version: int) -> None:
        """Take it that he has heard what had happened when the table was at this version."""
        self.heard = self.seated.table.said.get(version, 0)

    def _news(self) -> tuple[Say, ...]:
        table, play = self.seated.table, self.seated.table.play
        if play is None:
            return ()
        events = play.view().events
        teller = teller_of(play, table.names, translator(self.language))
        heard, self.heard = min(self.heard, len(events)), len(events)
        news = [
            Say(f"e{play.number}-{number}", text)
            for number, event in enumerate(events[heard:], heard)
            if (text := teller.event(event))
        ]
        if play.waiting:
            asked = [seat for seat in range(len(table.seats)) if is_in(seat, play.waiting)]
            news.append(
                Say(f"w{play.number}-{table.version}", teller.waiting(play.waiting), "status")
            ) if asked else None
        news += [Say(id, text) for id, text in self.listener.news(translator(self.language))]
        return tuple(news)


def _raw(html: str) -> msgspec.Raw:
    return msgspec.Raw(_encoder.encode(html))


def shared_parts(seated: Seated, language: str, page: TablePage) -> dict[str, Any]:
    """The public parts, drawn once per event and language."""
    state = stage_key(seated.table), seated.table.version, seated.presence, seated.table.talk.count
    drawn = seated.drawn.get(language)
    if drawn is None or drawn[0] != state:
        drawn = state, {name: _raw(html) for name, html in renderer(language).public_parts(page).items()}
        seated.drawn[language] = drawn
    return dict(drawn[1])


async def watch(socket: WebSocket, viewer: Viewer, page: str, after: int) -> None:
    """Keep an open page up to date until it goes away."""
    changed = asyncio.Event()
    viewer.catch_up(after)
    hall, seated = viewer.hall, viewer.seated
    hall.come(seated, viewer.visitor.id, changed.set)
    gone = asyncio.ensure_future(_until_gone(socket))
    shown: tuple[object, ...] = ()
    try:
        changed.set()
        while not gone.done():
            waiting = asyncio.ensure_future(changed.wait())
            await asyncio.wait((waiting, gone), return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            if gone.done():
                break
            changed.clear()
            if stage_key(seated.table) != page:
                go = Update(seated.table.version, go=f"/t/{seated.table.code}")
                await socket.send_text(_encoder.encode(go).decode())
                continue
            if shown == (state := viewer.state()):
                continue
            shown = state
            async with asyncio.timeout(LEEWAY):
                await socket.send_text(viewer.update().decode())
    except (WebSocketDisconnect, TimeoutError, RuntimeError):
        pass
    finally:
        gone.cancel()
        hall.go(seated, viewer.visitor.id, changed.set)


async def _until_gone(socket: WebSocket) -> None:
    try:
        while True:
            await socket.receive_text()  # pages have nothing to say here; choices are forms
    except (WebSocketDisconnect, RuntimeError, KeyError):
        return
