"""Replays of recorded games, in which a browser makes the decisive choice and the others are made over HTTP."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from playwright.sync_api import expect

import turncoat.games  # noqa: F401 - registers the games that records name
from tests.support.playing import Tab, take_over
from tests.support.serving import SERVE, Person, Server
from turncoat.kernel.game import Game
from turncoat.kernel.options import Answer, AnyOption, Cards, Form, Seats
from turncoat.kernel.records import Move, Record, choice_of, parse_record
from turncoat.kernel.seats import CHANCE, seats_in

DEALT: Final = "record.txt"
PREPARED: Final = f"""
import sys
from pathlib import Path
from turncoat.kernel.game import Game
from turncoat.kernel.records import parse_record
from turncoat.table.state import game_session as play
record = lambda: parse_record((Path(sys.argv[1]) / "{DEALT}").read_text("utf-8"))
play.Game = lambda ruleset, deal: Game(ruleset, record().deal)
play.chance_draws = lambda dealt, choices: record().moves[choices].answer
play.draw_answer = lambda option, text: option.parse(text)
{SERVE.replace("hold=0.05", "hold=0")}"""
"""A server that deals and draws as the record in its folder says, and never pauses."""
NAMES: Final = ("Ada", "Bo", "Cyd", "Dan", "Eve", "Fay", "Gil", "Hal")


def last_of(record: Record, to: Sequence[str]) -> int:
    """Return the number of the last choice that answers one of these, or otherwise of the last choice."""
    moves = record.moves
    return max((k for k, move in enumerate(moves) if move.to in to), default=len(moves) - 1)


def play_record(tab: Tab, prepared: Server, text: str, to: Sequence[str] = ()) -> None:
    """Play a record to its end, making the last choice that answers one of `to`, or the very last, in the tab."""
    by_hand = last_of(parse_record(text), to)
    game = Recorded(tab, prepared, text, parse_record(text).moves[by_hand].seat)
    game.go_on(by_hand)
    game.by_hand()
    game.go_on()


class Recorded:
    """A record played over HTTP. One seat's page can be opened in a tab at any point."""

    def __init__(self, tab: Tab, prepared: Server, text: str, own: int) -> None:
        assert own, "the first seat is the host's"
        (prepared.data / DEALT).write_text(text, "utf-8")
        self.tab, self.own, self.record = tab, own, parse_record(text)
        self.people = sit_down(prepared, self.record)
        take_over(tab, self.people[own])
        self.path = self.people[0].path
        self.is_open = False
        self.game: Game[Any] = Game(self.record.ruleset, self.record.deal)
        self.made = 0
        """Number of choices made."""

    def open(self) -> None:
        """Open the page of the tab's seat."""
        self.tab.page.goto(self.path)
        expect(self.tab.page.locator("#own-seat[data-me]")).to_have_attribute("data-me", str(self.own))
        self.tab.is_live()
        self.is_open = True

    def go_on(self, until: int | None = None) -> None:
        """Make all choices before this one without the page."""
        for _ in range(self.made, len(self.record.moves) if until is None else until):
            move, fields, _ = self._next()
            if move.seat == CHANCE:
                continue  # the server has drawn already
            assert sends(self.people[move.seat], {**fields, "sure": "yes"}) == "", move

    def by_hand(self) -> None:
        """Make the next choice in the tab, as a person would."""
        if not self.is_open:
            self.open()
        move, fields, warned = self._next()
        assert move.seat == self.own
        asked = fields["prompt"]
        expect(self.tab.page.locator(f"form input[name=prompt][value='{asked}']")).to_have_count(1)
        if warned:
            assert tab_sends(self.tab, self.path, fields) == "not-confirmed"
        form = f"offer-{asked}" if move.to.startswith("!") else "answer-form"
        self.tab.make(form, {name: value for name, value in fields.items() if name not in ("prompt", "command")})
        expect(self.tab.page.locator(f"form input[name=prompt][value='{asked}']:visible")).to_have_count(0)

    def _next(self) -> tuple[Move, dict[str, str | Sequence[str]], bool]:
        """Make the next choice in the local game. Return it, its form fields, and whether the page warns about it."""
        number, self.made = self.made, self.made + 1
        move = self.record.moves[number]
        choice = choice_of(self.game, move)
        if move.seat == CHANCE:
            self.game.play(move.seat, choice)
            return move, {}, False
        warned = False
        if isinstance(choice.to, str):
            offer = next(offer for offer in self.game.offers(move.seat) if offer.name == choice.to)
            option, warned = offer.option, bool(offer.warns)
        else:
            prompt = self.game.prompt(move.seat)
            assert prompt is not None
            option, warned = prompt.option, bool(prompt.question.warns)
        fields = {"prompt": str(choice.to), "command": f"c{number}", **fields_of(option, choice.answer)}
        self.game.play(move.seat, choice)
        return move, fields, warned


def sit_down(prepared: Server, record: Record) -> Sequence[Person]:
    """Open a table with the record's ruleset, seat people at it and start the game."""
    ruleset = record.ruleset
    game_setup = {f"option.{option}": str(value).lower() for option, value in ruleset.options}
    host = Person(prepared, NAMES[0]).open()
    host.post(host.path, do="set-up", game=ruleset.game, players=ruleset.players, module=ruleset.modules, **game_setup)
    host.post(host.path, do="change-settings", talk_time=0, ability_time=0)  # the record decides when a pause is over
    people = [host, *(Person(prepared, name, host.code).sit() for name in NAMES[1 : ruleset.players])]
    host.start()
    return people


def texts(option: AnyOption, answer: Answer) -> Sequence[str]:
    """Return an answer as the values of a form field."""
    if isinstance(option, Seats):
        return [str(seat) for seat in seats_in(answer)]
    if isinstance(option, Cards):
        return list(answer)
    return [] if answer is None else [option.text(answer)]


def fields_of(option: AnyOption, answer: Answer) -> Mapping[str, Sequence[str]]:
    """Return an answer as the fields of a form."""
    if isinstance(option, Form):
        return {name: texts(part, value) for (name, part), value in zip(option.parts, answer, strict=True)}
    return {"answer": texts(option, answer)}


def sends(person: Person, fields: Mapping[str, str | Sequence[str]]) -> str:
    """Send a choice as a script of the page would. Return the refusal's code, if any."""
    if not person.csrf:
        person.look()
    answer = person.client.post(
        f"{person.path}/choose", data={"csrf": person.csrf, **fields}, headers={"Accept": "application/json"}
    )
    return str(answer.headers.get("Turncoat-Refusal", ""))


def tab_sends(tab: Tab, path: str, fields: Mapping[str, str | Sequence[str]]) -> str:
    """Send a choice as the person in the browser, bypassing the page. Return the refusal's code, if any."""
    return post(tab, f"{path}/choose", fields)


def post(tab: Tab, path: str, fields: Mapping[str, str | Sequence[str]]) -> str:
    """Send a form as the person in the browser, bypassing the page. Return the refusal's code, if any."""
    pairs = [(name, one) for name, value in fields.items() for one in ([value] if isinstance(value, str) else value)]
    code: str = tab.page.evaluate(
        """([path, pairs]) => fetch(path, {
            method: "POST", headers: {Accept: "application/json"},
            body: new URLSearchParams([["csrf", document.querySelector("input[name=csrf]").value], ...pairs]),
        }).then((answer) => answer.headers.get("Turncoat-Refusal") ?? "")""",
        [path, pairs],
    )
    return code
