"""A seat's own part of the page: its questions and its secrets."""

from typing import Any, Final, Self

import msgspec

from turncoat.kernel.card_texts import face_up_items
from turncoat.kernel.chapters import Offer
from turncoat.kernel.compiled import compiled
from turncoat.kernel.options import YesNo
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.seats import Seat, is_in
from turncoat.kernel.steps import Prompt
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.missions import MissionRun, TeamVoted
from turncoat.table.runtime.room import Room
from turncoat.table.state.game_session import GameSession
from turncoat.telling import Teller
from turncoat.web.board.model import NamedText, Side
from turncoat.web.board.presenter import GamePresenter
from turncoat.web.board.role_card import OwnLog, RoleCard, role_card
from turncoat.web.board.telling import explained_at, named_texts, rule_url
from turncoat.web.games import presenter_of
from turncoat.web.table.awaited import Awaited, awaited
from turncoat.web.table.guide import guide_part
from turncoat.web.table.menu import JoinPart, join_part
from turncoat.web.table.option_forms import WHOLE, OptionForm, form_of, sole_word
from turncoat.web.table.page_parts import PagePart, Shortened, ViewerContext, register
from turncoat.web.table.phone import HELD, TALK, Phone, phone_of, said_to_all
from turncoat.web.table.public import public_of
from turncoat.web.table.thinking_aid import AidPart, aid_part
from turncoat.web.updates.cache import Memo


class TeamMember(msgspec.Struct, frozen=True):
    """Member of the team that a question is about. Public, as on the board."""

    name: str
    avatar: str = ""
    leader: bool = False


class PromptPart(msgspec.Struct, frozen=True):
    """Question to the seat: one sentence, the rule behind it, and the form."""

    sentence: str
    form: OptionForm
    hint: str = ""
    rule: str = ""
    rule_url: str = ""
    shows_draft: bool | None = None
    """True if the leader shares the draft of the team. None if the question has no draft, or the table shows none."""
    answered: str = ""
    """Sentence in place of the question once the choice is made, or left to a standing answer. It reveals no choice."""
    standing_answer: bool = False
    """True if the seat has not chosen yet, but its standing answer will choose for it."""
    named: tuple[NamedText, ...] = ()
    """The sentence in pieces, if it names anything that is explained."""
    team: tuple[TeamMember, ...] = ()
    """Members of the team that the question is about, in seat order."""
    is_public: bool = False
    """True for an offer that everybody knows the seat to have."""


class CardBack(msgspec.Struct, frozen=True):
    """Advice on the back of a card in front of the seat. Both the card and its back are public."""

    title: str
    advice: tuple[tuple[Side, str, str], ...]
    """For each side: its outline, its name, and the advice to players on it."""


class SeatPart(Shortened, frozen=True):
    """Private part of one seat: its card and its question. Spectators have neither."""

    seat: int | None
    post_to: str = ""
    waiting: str = ""
    """Sentence about what the table waits for, or for a spectator about watching. Empty if `prompt` says it."""
    card: RoleCard | None = None
    """None for spectators, and for everybody before the deal in games that begin with choices."""
    prompt: PromptPart | None = None
    offers: tuple[PromptPart, ...] = ()
    any_time: bool = False
    """True if the game has standing offers that are secret. Then every seat has the section for them, even while it has
    no offer."""
    card_backs: tuple[CardBack, ...] = ()
    standing_answer_in: int = 0
    """Number of the game while the seat has a standing answer, otherwise 0."""
    refusal: str = ""
    join: JoinPart = JoinPart()
    """Ways for a spectator to get a seat."""
    awaited: Awaited | None = None
    """Button that everybody waits for the viewer to press."""
    may_hurry: bool = False
    """True if the viewer may make the bots wait no longer for talk."""
    is_explained: bool = False
    """True if the guide explains the question."""
    aid: AidPart | None = None
    """Thinking aid, at a table that has it."""
    phone: Phone | None = None
    """The phone, if it is passed round and nobody has it."""

    @property
    def known_seats(self) -> frozenset[Seat]:
        """Seats that the card itself marks at their place on the board."""
        return frozenset(seat for seat, _ in self.card.marks) if self.card is not None else frozenset()

    def shortened(self) -> Self:
        """Return the part without explanations, with only the newest of the looks on the card."""
        change, card, prompt = msgspec.structs.replace, self.card, self.prompt
        return change(
            self,
            card=change(card, looks=card.looks[:1], ability="") if card is not None else None,
            prompt=change(prompt, hint="", team=()) if prompt is not None else None,
            is_explained=False,
            aid=AidPart() if self.aid is not None else None,
        )


_OWN_LOG: Final[Memo[OwnLog]] = Memo()
_CONFIRM: Final = N_("Confirm")
_LEGEND: Final = N_("Your choice")
_TAKE: Final = N_("Do it")
_GO_ON: Final = N_("Continue")
_DONE: Final = N_("You are done.")
_ANSWERED: Final = N_("Your choice is in. You can change it until all are in.")
_UNTIL: Final = N_("Skip until I'm needed")
_STANDING: Final = N_("Skipping until you're needed.")
_ME: Final = N_("(me)")
_WATCHING: Final = N_("You are watching. Players' cards stay secret.")
_WITH_AID: Final = N_("The players use the thinking aid.")
_LATE_SECONDS: Final = N_(
    "You are watching what happened {count} second ago.", "You are watching what happened {count} seconds ago."
)
_LATE_MINUTES: Final = N_(
    "You are watching what happened {count} minute ago.", "You are watching what happened {count} minutes ago."
)
_ABOUT_A_TEAM: Final = frozenset(act.__name__ for act in (TeamVoted, MissionRun))
"""Acts that concern a team already named. Questions that lead to them show that team."""


def seat_part(at: ViewerContext) -> SeatPart:
    """Return the viewer's own part. A spectator has no card and no questions."""
    room, session, seat, translate = at.room, at.session, at.seat, at.say
    assert session is not None
    teller = at.teller
    refusal = teller.refusal(at.refusal) if at.refusal is not None else ""
    if at.visitor.covered:
        button = awaited(at)
        said = button.said if button is not None else said_to_all(at)
        return SeatPart(None, f"/t/{room.table.code}", said, refusal=refusal, awaited=button, phone=phone_of(at))
    if seat is None:
        watching = _watching(room, teller)
        if room.table.settings.thinking_aid:
            watching = f"{watching} {teller.text(_WITH_AID)}"
        return SeatPart(None, waiting=watching, refusal=refusal, join=join_part(at))
    view = session.view(seat)
    forms = _PromptForms(room, session, seat, view, teller)
    prompt = forms.prompt(view.prompt) if view.prompt is not None else None
    if prompt is not None and view.prompt is not None and view.prompt.question.act in _ABOUT_A_TEAM:
        prompt = msgspec.structs.replace(prompt, team=_team(at))
    automatic_choices, presenter = session.automatic_choices[seat], presenter_of(session.ruleset.game)
    is_dealt = rulebook(session.ruleset.game).is_dealt(view.board)
    me = f"{session.names[seat]} {translate(_ME)}"
    names = tuple(me if other == seat else name for other, name in enumerate(session.names))
    log = at.own.get(
        _OWN_LOG,
        (session.number, session.names, seat),
        lambda: OwnLog(Teller(session.ruleset, names, translate)),
    )
    waiting, button = "", awaited(at)
    if button is not None:
        waiting = button.said
    elif view.prompt is None:
        waiting = translate(HELD) if session.is_held else f"{teller.waiting(view.waiting)} {teller.text(TALK)}"
    return SeatPart(
        seat,
        f"/t/{room.table.code}",
        waiting,
        card=role_card(view, presenter, teller, session.occupants[seat], automatic_choices, log) if is_dealt else None,
        prompt=prompt,
        offers=tuple(map(forms.offer, view.offers)),
        standing_answer_in=session.number if is_in(seat, session.standing_answers) else 0,
        any_time=not all(rules.offers_are_public for rules in compiled(session.ruleset).offering),
        card_backs=card_backs(view, presenter, teller),
        refusal=refusal,
        awaited=button,
        may_hurry=button is not None and button.does == "end-talk" and at.person == room.table.host,
        is_explained=guide_part(at).is_on_question,
        aid=aid_part(room, session, seat, teller),
    )


OWN_SEAT: Final = register(PagePart(id="own-seat", template="table/own_seat", audience="seat", model=seat_part))


def _team(at: ViewerContext) -> tuple[TeamMember, ...]:
    """Return the team on the public board."""
    public = public_of(at.public)
    return tuple(TeamMember(one.name, one.avatar, one.leader) for one in public.seats if one.on_team)


def card_backs(view: View[Any], presenter: GamePresenter, teller: Teller) -> tuple[CardBack, ...]:
    """Return the advice on the backs of the seat's own face-up cards. It includes every side's, not only the seat's."""
    cards = (teller.card(word) for word in face_up_items(view.ruleset, view.board, view.seat))
    return tuple(
        CardBack(
            card.title,
            tuple((presenter.outline(side), teller.word(side), advised) for side, advised in card.advice.items()),
        )
        for card in cards
        if card.advice
    )


def _watching(room: Room, teller: Teller) -> str:
    """Return the sentence for spectators, with the delay of their view."""
    if room.live is room:
        return teller.text(_WATCHING)
    behind = room.live.table.settings.spectators_behind
    if behind % 60:
        return teller.fill(_LATE_SECONDS, count=behind)
    return teller.fill(_LATE_MINUTES, count=behind // 60)


class _PromptForms:
    """Builds forms for the questions of one seat."""

    def __init__(self, room: Room, session: GameSession, seat: Seat, view: View[Any], teller: Teller) -> None:
        self.post_to = f"/t/{room.table.code}/choose"
        # The command id changes with each choice, so the second click of a double click has no effect.
        self.command = f"{session.number}-{session.acts[seat]}"
        self.ruleset, self.seat, self.view, self.teller = session.ruleset, seat, view, teller
        self.takes_standing_answers = session.takes_standing_answers
        self.has_standing_answer = is_in(seat, session.standing_answers)
        self.presenter = presenter_of(session.ruleset.game)
        table = room.table
        self.code, self.shows_draft = table.code, table.personal(table.seats[seat].person).shows_draft
        self.may_show_draft = table.settings.show_drafts

    def prompt(self, prompt: Prompt) -> PromptPart:
        question, text = prompt.question, self.teller.text
        sole = sole_word(prompt.option)
        confirm = self.teller.word(sole) if sole and not question.button else text(question.button or _CONFIRM)
        form = form_of(
            prompt.option,
            self.presenter,
            self.teller,
            id="answer-form",
            post_to=self.post_to,
            prompt=str(prompt.number),
            command=self.command,
            confirm=confirm,
            legend=text(question.legend or _LEGEND),
            chosen=self.view.answer,
            me=text(_ME),
            seat=self.seat,
            warns=text(question.warns),
        )
        sentence = self.teller.prompt(prompt)
        named = named_texts(self.ruleset, self.teller.prompt_with_words(prompt), explained_at(self.code), self.teller)
        pass_text = self.presenter.passes.get(question.name)
        if pass_text is not None and isinstance(prompt.option, YesNo) and prompt.option.allowed == (False,):
            # This seat can only say no, so it gets one large button and a text that asks nothing.
            only, confirm, sentence, named = ((WHOLE, "no"),), text(_GO_ON), text(pass_text), ()
            form = msgspec.structs.replace(form, parts=(), only=only, confirm=confirm)
        chosen = not is_in(self.seat, self.view.waiting)
        answered = text(question.answered or _ANSWERED)
        if form.only:
            answered = f"{text(_DONE)} {self.teller.waiting(self.view.waiting)}".rstrip()
        standing_answer = False
        if self.takes_standing_answers and not chosen:
            if self.has_standing_answer:
                chosen, answered, standing_answer = True, text(_STANDING), True
            else:
                form = msgspec.structs.replace(form, until=text(_UNTIL), pass_scope=text(question.pass_scope))
        shows_draft = self.shows_draft if question.shows_draft and self.may_show_draft else None
        if shows_draft:
            form = msgspec.structs.replace(form, draft_to=f"/t/{self.code}/draft")
        return PromptPart(
            sentence,
            form,
            text(question.hint),
            question.clause,
            rule_url(self.ruleset, question.clause),
            shows_draft,
            answered if chosen else "",
            standing_answer,
            named,
        )

    def offer(self, offer: Offer) -> PromptPart:
        text = self.teller.text
        form = form_of(
            offer.option,
            self.presenter,
            self.teller,
            id=f"offer-{offer.name}",
            post_to=self.post_to,
            prompt=offer.name,
            command=self.command,
            confirm=text(offer.button or _TAKE),
            legend=text(offer.legend or _LEGEND),
            me=text(_ME),
            seat=self.seat,
            picks=False,
            warns=text(offer.warns),
        )
        url = rule_url(self.ruleset, offer.clause)
        return PromptPart(
            self.teller.offer(offer), form, text(offer.text), offer.clause, url, is_public=offer.is_public
        )
