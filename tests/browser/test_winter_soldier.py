"""Winter Soldier to each of its ends, from records: everybody chooses over HTTP, one in a browser, who makes the choice
that counts by hand."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.playing import DESK, Tab
from tests.web.serving import SERVE, Person, Server, serving
from turncoat.games.winter_soldier.board import Board
from turncoat.kernel.game import Game
from turncoat.kernel.options import Answer, AnyOption, Form, Seats
from turncoat.kernel.records import choice_of, parse_record
from turncoat.kernel.seats import seats_in

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser"), pytest.mark.timeout(240)]
RECORDS = Path(__file__).parents[1] / "games" / "winter_soldier" / "records"
DEALT = "record.txt"
PREPARED = f"""
import sys
from pathlib import Path
from turncoat.kernel.game import Game
from turncoat.kernel.records import parse_record
from turncoat.table import play
play.Game = lambda ruleset, deal: Game(ruleset, parse_record((Path(sys.argv[1]) / "{DEALT}").read_text()).deal)
{SERVE}"""
"""A server that deals what the record in its folder says."""
BY_HAND = ("!accuse", "last-guess", "name-fury")
"""The choices of which the last is made in the browser; else it is the last of all."""

ENDS = {
    "three-failures": ("HYDRA wins", "Three missions failed.", ""),
    "last-guess-right": (
        "S.H.I.E.L.D. wins",
        "last guess was right",
        "Bo guesses that Gil is the Winter Soldier: Yes.",
    ),
    "assassination-right": ("HYDRA wins", "Nick Fury was assassinated.", "Gil takes Dan for Nick Fury: Yes."),
    "assassination-wrong": ("S.H.I.E.L.D. wins", "did not find Nick Fury", "Gil takes Cyd for Nick Fury: No."),
    "winter-soldier-found": ("S.H.I.E.L.D. wins", "found the Winter Soldier", "Gil is Bucky Barnes again."),
    "nick-fury-lost": ("HYDRA wins", "Nick Fury is lost.", "Hal shows a character card: "),
}
NAMES = ("Ada", "Bo", "Cyd", "Dan", "Eve", "Fay", "Gil", "Hal")


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("prepared"), code=PREPARED) as running:
        yield running


def texts(option: AnyOption, answer: Answer) -> Sequence[str]:
    """An answer as the values of a form's field."""
    if isinstance(option, Seats):
        return [str(seat) for seat in seats_in(answer)]
    return [] if answer is None else [option.text(answer)]


def fields_of(option: AnyOption, answer: Answer) -> Mapping[str, Sequence[str]]:
    """An answer as the fields of a form."""
    if isinstance(option, Form):
        return {name: texts(part, value) for (name, part), value in zip(option.parts, answer, strict=True)}
    return {"answer": texts(option, answer)}


@pytest.mark.parametrize("name", ENDS)
def test_to_the_end(browser: Browser, prepared: Server, tabs: list[Tab], name: str) -> None:
    text = (RECORDS / f"{name}.txt").read_text("utf-8")
    (prepared.data / DEALT).write_text(text, "utf-8")
    record = parse_record(text)
    moves = record.moves
    by_hand = max((k for k, move in enumerate(moves) if move.to in BY_HAND), default=len(moves) - 1)
    own = moves[by_hand].seat
    tab = Tab(browser, prepared.url, DESK)
    tabs.append(tab)
    host = Person(prepared, NAMES[0]).open()
    host.post(
        host.path,
        do="choose",
        game=record.ruleset.game,
        players=record.ruleset.players,
        module=record.ruleset.modules,
        **{f"option.{option}": str(value).lower() for option, value in record.ruleset.options},
    )
    people: dict[int, Person] = {0: host}
    for seat in range(1, record.ruleset.players):
        if seat == own:
            tab.sit(host.code, NAMES[seat])
        else:
            people[seat] = Person(prepared, NAMES[seat], host.code).sit()
    host.start()
    tab.is_live()
    expect(tab.page.locator("#mine[data-me]")).to_have_attribute("data-me", str(own))

    game: Game[Board] = Game(record.ruleset, record.deal)
    for number, move in enumerate(moves):
        choice = choice_of(game, move)
        if isinstance(choice.to, str):
            option = next(offer.option for offer in game.offers(move.seat) if offer.name == choice.to)
        else:
            prompt = game.prompt(move.seat)
            assert prompt is not None
            option = prompt.option
        fields = fields_of(option, choice.answer)
        sent: dict[str, str | Sequence[str]] = {"prompt": str(choice.to), "command": f"c{number}", **fields}
        if number == by_hand:
            expect(tab.page.locator(f"form input[name=prompt][value='{choice.to}']")).to_have_count(1)
            if isinstance(choice.to, str):
                assert tab_sends(tab, host.path, sent) == "not-confirmed"
            tab.make(f"offer-{choice.to}" if isinstance(choice.to, str) else "ask", fields)
            expect(tab.page.locator(f"form input[name=prompt][value='{choice.to}']:visible")).to_have_count(0)
        else:
            sent["sure"] = "yes"
            code = tab_sends(tab, host.path, sent) if move.seat == own else sends(people[move.seat], sent)
            assert code == "", move
        game.play(move.seat, choice)

    winner, reason, scene = ENDS[name]
    expect(tab.page.locator("#end h1")).to_have_text(winner)
    expect(tab.page.locator(".verdict p")).to_contain_text(reason)
    if scene:
        expect(tab.page.locator(".scene")).to_contain_text(scene)
    expect(tab.page.locator(".unmasked .role")).to_have_count(8)


def sends(person: Person, fields: Mapping[str, str | Sequence[str]]) -> str:
    """Send a choice as a script of the page would; why it is not taken."""
    if not person.csrf:
        person.look()
    answer = person.client.post(
        f"{person.path}/choose", data={"csrf": person.csrf, **fields}, headers={"Accept": "application/json"}
    )
    return str(answer.json().get("code", ""))


def tab_sends(tab: Tab, path: str, fields: Mapping[str, str | Sequence[str]]) -> str:
    """Send a choice as the person in the browser, past the page; why it is not taken."""
    pairs = [(name, one) for name, value in fields.items() for one in ([value] if isinstance(value, str) else value)]
    code: str = tab.page.evaluate(
        """([path, pairs]) => fetch(path, {
            method: "POST", headers: {Accept: "application/json"},
            body: new URLSearchParams([["csrf", document.querySelector("input[name=csrf]").value], ...pairs]),
        }).then((answer) => answer.json()).then((message) => message.code ?? "")""",
        [f"{path}/choose", pairs],
    )
    return code
