"""From what a viewer may know to what his page shows: views go in, page models come out; no game comes near."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from turncoat.kernel.events import EVERYONE, Event, shape_of
from turncoat.kernel.refusals import SENTENCES, Refusal
from turncoat.kernel.rulesets import Offer, Ruleset, compiled, rulebook
from turncoat.kernel.seats import SPECTATOR, Seat, is_in
from turncoat.kernel.steps import Prompt
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.table.hall import Seated
from turncoat.table.play import Play
from turncoat.telling import Teller
from turncoat.web import pages
from turncoat.web.asking import form_of
from turncoat.web.badges import badges_of
from turncoat.web.boards import GOALS, SHAPES, WINS, draw, missions_of, role_of
from turncoat.web.hydra_board import hero_of, hydra_course, hydra_scene
from turncoat.web.talk import said
from turncoat.web.winter_board import closing_scene

Translate = Callable[[str], str]

CONFIRM: Final[Mapping[str, str]] = {
    "name-team": N_("Put it to the vote"),
    "cast-ballot": N_("Cast my ballot"),
    "play-card": N_("Play it face down"),
    "go-on": N_("Go on"),
    "accuse": N_("Accuse"),
    "investigate": N_("Investigate"),
    "hand-loyalty-card": N_("Hand it over"),
    "examine": N_("Look at the card"),
}
"""What stands on the button, by the question's name; the others get a plain word."""
LEGENDS: Final[Mapping[str, str]] = {
    "cast-ballot": N_("Your ballot"),
    "play-card": N_("Your mission card"),
    "hand-loyalty-card": N_("Loyalty cards"),
}
HINTS: Final[Mapping[str, str]] = {"name-team": N_("Tap the seats. You may name yourself.")}
ANSWERED: Final[Mapping[str, str]] = {
    "cast-ballot": N_("Your ballot is in. It can be changed until the last one is."),
    "play-card": N_("Your card lies face down. It can be changed until the last one lies there."),
}
ROUND_EVENTS: Final = frozenset({"RoundBegan", "VillainRevealed"})
"""Events that head a part of the log."""
_CONFIRM: Final = N_("Confirm")
_LEGEND: Final = N_("Your choice")
_TAKE: Final = N_("Do it")
_ANSWERED: Final = N_("Your choice is in. It can be changed until the last one is.")
_ME: Final = N_("(me)")
_WATCHING: Final = N_("You are watching. Seats and cards stay secret to you.")
_KNOWS_NOTHING: Final = N_("You know nobody's side but your own.")
_LOOKED_AT_NOTHING: Final = N_("Nothing seen in private yet.")
_CARD_UNKNOWN: Final = N_("No card yet")
_GOAL: Final = N_("Win with your side.")
_PLAYERS: Final = N_("{count} players")
_RESTART: Final = N_("The host can deal again.")
_LEAD: Final = N_("Talk it over.")


def teller_of(play: Play, names: tuple[str, ...], translate: Translate) -> Teller:
    """Who tells of this game in one language."""
    return Teller(play.ruleset, names, translate)


def say_refusal(refusal: Refusal, translate: Translate) -> str:
    """A refusal that has nothing to do with a game under way, as a sentence."""
    sentence = translate(SENTENCES.get(refusal.code, refusal.code))
    try:
        return sentence.format_map({name: str(value) for name, value in refusal.params})
    except (KeyError, ValueError):
        return sentence  # names people or words that only a teller can say


def shape_of_side(side: str) -> pages.Side:
    """The outline that a side wears."""
    return SHAPES.get(side, "jagged")


def rule_url(ruleset: Ruleset, clause: str) -> str:
    """Where a clause is explained."""
    # Winter Soldier is played by paragraphs of The Resistance too; they stand on that game's page.
    game = "resistance" if clause.startswith("RES-") else ruleset.game
    return f"/rules/{game}#{clause}" if clause else ""


def public_part(seated: Seated, play: Play, translate: Translate) -> pages.PublicPart:
    """All that everybody sees."""
    table = seated.table
    view, teller = play.view(SPECTATOR), teller_of(play, table.names, translate)
    drawn = draw(view, teller, view.waiting, play.asked, play.news)
    over = play.result is not None
    seats = []
    for seat, sitter in enumerate(table.seats):
        role = role_of(view, seat)
        side = rulebook(play.ruleset.game).side_of(role) if role else drawn.come_out.get(seat, "")
        seats.append(
            pages.Seat(
                number=seat,
                name=sitter.name,
                kind=sitter.kind,
                presence="here" if sitter.kind != "person" or sitter.person in seated.here else "away",
                leader=drawn.leader == seat and not over,
                on_team=is_in(seat, drawn.team) and not over,
                chosen=is_in(seat, play.asked & ~view.waiting) and not over,
                asked=is_in(seat, view.waiting),
                ballot=drawn.ballots.get(seat, ""),
                ballot_new=is_in(seat, drawn.new_ballots),
                out=is_in(seat, drawn.out),
                badges=badges_of(view, seat, teller),
                role=teller.word(role or side) if side else "",
                side=shape_of_side(side) if side else None,
            )
        )
    book = rulebook(play.ruleset.game)
    extras = [translate(book.chapters[name].title) for name in play.ruleset.modules]
    return pages.PublicPart(
        code=table.code,
        game=translate(book.title),
        stage=drawn.stage,
        seats=tuple(seats),
        spaces=drawn.spaces,
        rejected=drawn.rejected,
        rejected_limit=drawn.rejected_limit,
        rejected_label=drawn.rejected_label,
        goals=drawn.goals,
        short_names=tuple(name[:2] for name in table.names),
        rows=drawn.rows,
        log=log_lines(view, teller),
        on_board=", ".join((teller.fill(_PLAYERS, count=play.ruleset.players), *extras)),
        said=said(table.talk),
    )


def log_lines(view: View[Any], teller: Teller) -> tuple[pages.LogLine, ...]:
    """What happened, in sentences."""
    return tuple(
        pages.LogLine(
            number,
            text,
            type(event).__name__ in ROUND_EVENTS,
            type(event).clause,
            rule_url(view.ruleset, type(event).clause),
        )
        for number, event in enumerate(view.events)
        if (text := teller.event(event))
    )


def mine_part(
    seated: Seated, play: Play, seat: Seat | None, translate: Translate, refusal: Refusal | None = None
) -> pages.MinePart:
    """One seat's own part; a spectator's has no card and is asked nothing."""
    table = seated.table
    teller = teller_of(play, table.names, translate)
    said = teller.refusal(refusal) if refusal is not None else ""
    if seat is None:
        return pages.MinePart(None, waiting=translate(_WATCHING), refusal=said)
    view = play.view(seat)
    asks = _Asks(seated, play, seat, view, teller)
    return pages.MinePart(
        seat,
        waiting=f"{teller.waiting(view.waiting)} {teller.text(_LEAD)}",
        card=role_card(view, teller),
        prompt=asks.prompt(view.prompt) if view.prompt is not None else None,
        offers=tuple(map(asks.offer, view.offers)),
        any_time=bool(compiled(play.ruleset).offering),
        refusal=said,
        away=_away(seated) if table.seats[seat].person == table.host else (),
    )


def _away(seated: Seated) -> tuple[pages.Away, ...]:
    """Who sits at the table without a page open."""
    table = seated.table
    return tuple(
        pages.Away(seat, sitter.name, f"/t/{table.code}")
        for seat, sitter in enumerate(table.seats)
        if sitter.kind == "person" and sitter.person not in seated.here and sitter.person != table.host
    )


class _Asks:
    """What is asked of one seat, as forms."""

    def __init__(self, seated: Seated, play: Play, seat: Seat, view: View[Any], teller: Teller) -> None:
        self.post_to = f"/t/{seated.table.code}/choose"
        # The same for a double click, another after each choice: so the second of two equal clicks does no harm.
        self.command = f"{play.number}-{play.acts[seat]}"
        self.ruleset, self.seat, self.view, self.teller = play.ruleset, seat, view, teller

    def prompt(self, prompt: Prompt) -> pages.Prompt:
        ask, text = prompt.question.ask, self.teller.text
        form = form_of(
            prompt.option,
            self.teller,
            id="ask",
            post_to=self.post_to,
            prompt=str(prompt.number),
            command=self.command,
            confirm=text(CONFIRM.get(ask, _CONFIRM)),
            legend=text(LEGENDS.get(ask, _LEGEND)),
            chosen=self.view.answer,
            me=text(_ME),
            seat=self.seat,
        )
        chosen = not is_in(self.seat, self.view.waiting)
        return pages.Prompt(
            self.teller.prompt(prompt),
            form,
            text(HINTS.get(ask, "")),
            prompt.question.clause,
            rule_url(self.ruleset, prompt.question.clause),
            text(ANSWERED.get(ask, _ANSWERED)) if chosen else "",
        )

    def offer(self, offer: Offer) -> pages.Prompt:
        text = self.teller.text
        form = form_of(
            offer.option,
            self.teller,
            id=f"offer-{offer.name}",
            post_to=self.post_to,
            prompt=offer.name,
            command=self.command,
            confirm=text(_TAKE),
            legend=text(_LEGEND),
            me=text(_ME),
            seat=self.seat,
            picks=False,
            warns=text(offer.warns),
        )
        return pages.Prompt(self.teller.offer(offer), form, "", offer.clause, rule_url(self.ruleset, offer.clause))


def role_card(view: View[Any], teller: Teller) -> pages.RoleCard:
    """The seat's own card, and what else it alone (or with a few others) was told."""
    role = role_of(view, view.seat)
    side = rulebook(view.ruleset.game).side_of(role) if role else ""
    shape = shape_of_side(side)
    told = [
        (is_of_the_reveal(event), text)
        for event in view.events
        if is_told_to_few(event) and type(event).__name__ != "RoleDealt" and (text := teller.event(event))
    ]
    knows = tuple(text for at_reveal, text in told if at_reveal)
    looks = tuple(text for at_reveal, text in reversed(told) if not at_reveal)
    return pages.RoleCard(
        teller.word(role) if role else teller.text(_CARD_UNKNOWN),
        shape,
        teller.word(side) if side else "",
        portrait(shape, view.seat),
        teller.text(goal_of(view.ruleset, side)),
        knows or (teller.text(_KNOWS_NOTHING),),
        looks or (teller.text(_LOOKED_AT_NOTHING),),
    )


def is_told_to_few(event: Event) -> bool:
    """Whether a seen event holds something that not everybody sees."""
    shape = shape_of(type(event))
    return not shape.is_public and all(getattr(event, name) is not None for name, _ in shape.private)


def is_of_the_reveal(event: Event) -> bool:
    """Whether the event is of the deal, told to some alone; that there was a look in the game everybody learns."""
    return type(event).reveals and shape_of(type(event)).only != EVERYONE


def goal_of(ruleset: Ruleset, side: str) -> str:
    """What a side is after (message id): a module may change what the game says."""
    for source in (*ruleset.modules, ruleset.game):
        if (source, side) in GOALS:
            return GOALS[source, side]
    return _GOAL


def portrait(shape: pages.Side, seat: Seat) -> str:
    """The drawing on a card; by seat, so that it tells nothing but the side."""
    return f"{'resistance' if shape == 'shield' else 'spy'}-{seat % 4 + 1}"


def end_part(seated: Seated, play: Play, is_host: bool, translate: Translate) -> pages.EndPart | None:
    """Who was who; None while the game goes on."""
    result = play.result
    if result is None:
        return None
    table, view = seated.table, play.view(SPECTATOR)
    teller, book = teller_of(play, table.names, translate), rulebook(play.ruleset.game)
    people = []
    for seat, sitter in enumerate(table.seats):
        role = role_of(view, seat)
        side = book.side_of(role) if role else ""
        people.append(
            pages.Unmasked(
                seat,
                sitter.name,
                teller.word(role),
                shape_of_side(side),
                teller.word(side),
                portrait(shape_of_side(side), seat),
                side == result.winner,
                missions_of(view, seat, teller) or hero_of(view, seat),
            )
        )
    return pages.EndPart(
        winner=shape_of_side(result.winner),
        headline=teller.text(WINS[result.winner]) if result.winner in WINS else teller.word(result.winner),
        reason=teller.word(result.reason),
        people=tuple(people),
        scene=closing_scene(view, teller) or hydra_scene(view, teller),
        facts=hydra_course(view, teller),
        post_to=f"/t/{table.code}",
        record_url=f"/t/{table.code}/record",
        may_restart=is_host,
        restart_hint=translate(_RESTART),
    )
