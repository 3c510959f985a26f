"""Plays at a real server and keeps what it leaves behind: `python -m tests.compatibility.write_fixtures FOLDER`.

It uses forms, pages and sockets as people and programs do. Run it with the version that is to be kept; the fixtures of
an earlier version are never written again. It takes some five minutes: a host has to be away for two.
"""

import argparse
import json
import re
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx

from tests.compatibility.kept import KEY, dumped, put_back
from tests.compatibility.programs import REPLIES, Message, Program, all_over, known, pick
from tests.support.serving import AskForm, Person, Server, serving

ALL_OF_THE_RESISTANCE: Final = (
    *("targeting", "plot-thickens", "hunter", "dummy-agent", "deep-agent", "pretender", "blame", "inquisitor"),
    "reverser",
)
"""All that fit together; the others follow in another game."""
OTHERS_OF_THE_RESISTANCE: Final = ("blind-spies", "hunter", "coordinator", "reverser")
ALL_OF_WINTER_SOLDIER: Final = (
    *("black-widow", "maria-hill", "alexander-pierce", "arnim-zola", "baron-zemo", "scarlet-witch"),
)
SETTLED: Final = 4
"""Seconds after which bots have come to rest, and only people are waited for."""
DAY: Final = 24 * 60 * 60
QUIET: Final = 0.15
"""Seconds without a message after which nothing more comes of a choice: longer than a table is held open."""


class Writer:
    """What is gathered while it is played."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self.random = Random(11)
        self.people: dict[str, Person] = {}
        self.tables: dict[str, str] = {}
        self.tokens: dict[str, dict[str, str]] = {}
        self.links: dict[str, str] = {}
        self.stack = ExitStack()
        """What is open until the server ends."""
        self.server: Server

    def person(self, name: str, table: str = "") -> Person:
        """Somebody at a table, always with the same browser."""
        if name not in self.people:
            self.people[name] = Person(self.server, name)
            self.people[name].look()
        first = self.people[name]
        one = Person(self.server, name, self.tables.get(table, ""))
        one.client.close()
        one.client, one.csrf = first.client, first.csrf
        return one

    def move_to(self, server: Server) -> None:
        """The server was started again, at another address."""
        self.server = server
        for person in self.people.values():
            person.client.base_url = httpx.URL(server.url)

    def open(self, table: str, name: str, **wish: Any) -> Person:
        host = self.person(name)
        host.open()
        host.csrf = ""
        self.tables[table] = host.code
        host = self.person(name, table)
        if wish:
            do(host, "choose", **wish)
        return host

    def sit(self, table: str, *names: str) -> list[Person]:
        found = [self.person(name, table) for name in names]
        for one in found:
            do(one, "sit", name=one.name)
        return found

    def robot(self, table: str, name: str) -> Program:
        """A program that sits down at a table."""
        robot = self.stack.enter_context(Program(self.server, self.tables[table]))
        robot.say({"type": "hello", "protocol": 1, "name": name})
        self.tokens.setdefault(table, {})[name] = robot.reply()["token"]
        return robot

    def play(
        self,
        people: Sequence[Person],
        robots: Sequence[Program] = (),
        moves: int = 100_000,
        each: Callable[[Person, str], None] = lambda person, html: None,
    ) -> None:
        """Choose this and that for all of them until the game is over, or so many choices are made and one is open."""
        while True:
            for person in people:
                html = person.look()
                if 'id="end"' in html:
                    return
                each(person, html)
                form = AskForm(html)
                if form.is_open and moves <= 0:
                    time.sleep(SETTLED)
                    if AskForm(person.look()).is_open:
                        return
                elif form.is_open:
                    moves -= 1
                    self.choose(person, form)
            for robot in robots:
                robot.hear_all(0.05)
                if robot.asked is not None:
                    answer = pick(robot.asked["option"], self.random)
                    robot.say({"type": "choose", "to": robot.asked["number"], "answer": answer})
                    robot.reply()
            time.sleep(0.02)

    def choose(self, person: Person, form: AskForm) -> None:
        for _ in range(60):
            answer = person.client.post(form.action, data=form.first_choice(self.random.randrange(12)))
            if answer.status_code != 422 or AskForm(answer.text).prompt != form.prompt:
                return
        raise AssertionError(f"{person.name} finds nothing to choose")

    def keep(self, path: str, text: str) -> None:
        file = self.out / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def do(person: Person, what: str, **fields: Any) -> str:
    """Send a form of the table; what then stands on the page."""
    answer = person.post(person.path, do=what, **fields)
    if answer.status_code != 200:
        why = re.findall(r'class="problem"[^>]*>([^<]+)', answer.text)
        raise AssertionError(f"{person.name}: {what} {fields} is answered {answer.status_code} {why}")
    return answer.text


def share(person: Person, game: int) -> str:
    """The token of a link to a game of the table that is over."""
    answer = person.post(f"{person.path}/evening", do="share", game=game)
    links: list[str] = re.findall(r'/r/([\w-]+)"', answer.text.partition(f'id="game-{game}"')[2])
    return links[0]


def open_device(person: Person, device: Person) -> None:
    """The person's seat on another device."""
    page = person.client.get(f"{person.path}/device").text
    path = re.findall(r'href="http://[^/]+(/t/[^"]+/device/[^"]+)"', page)[0]
    device.look()
    assert device.post(path).status_code == 200


# The tables


def an_evening(w: Writer) -> None:
    """Four games with people, which are over, and the table set up for another one."""
    ola = w.open(
        "evening",
        "Ola",
        game="resistance",
        players=10,
        module=ALL_OF_THE_RESISTANCE,
        bots="random",
        **{"option.reversers": "resistance"},
    )
    jan, eva = w.sit("evening", "Jan", "Eva")
    do(jan, "move", seat=5)
    do(ola, "swap", seat=5, other=1)
    do(eva, "rename", name="Ewa")
    do(ola, "bot", seat=9, bots="sensible")
    do(ola, "bot", seat=8, bots="random")
    do(ola, "clear", seat=8)
    do(ola, "phrase", phrase="hello")
    do(jan, "say", text="Zażółć gęślą jaźń, „Ola”!")
    do(jan, "luck", luck="clover")
    do(ola, "luck", luck="ęœŏ")
    do(ola, "start")
    do(jan, "write-notes", notes="Watch Birch\nand Cedar", **{"mark-4": "doubt", "note-4": "too quiet"})
    do(eva, "guide", guide="on")
    do(eva, "phrase", phrase="trust", about="0")
    w.play([ola, jan, eva])
    w.keep("records/resistance-all-modules.turncoat", ola.client.get(f"{ola.path}/record").text)
    w.keep("deals/resistance-all-modules.json", ola.client.get(f"{ola.path}/deal").text)
    do(ola, "setup")
    do(ola, "choose", game="resistance", players=8, module=OTHERS_OF_THE_RESISTANCE, bots="sensible")
    do(ola, "start")
    w.play([ola, jan, eva])
    w.keep("records/resistance-blind-spies.turncoat", ola.client.get(f"{ola.path}/record").text)
    w.keep("deals/resistance-blind-spies.json", ola.client.get(f"{ola.path}/deal").text)
    do(ola, "setup")
    do(ola, "choose", game="winter-soldier", players=10, module=ALL_OF_WINTER_SOLDIER, bots="random")
    do(ola, "start")
    w.play([ola, jan, eva])
    w.keep("records/winter-soldier.turncoat", ola.client.get(f"{ola.path}/record").text)
    w.keep("deals/winter-soldier.json", ola.client.get(f"{ola.path}/deal").text)
    do(ola, "setup")
    do(ola, "choose", game="hail-hydra", players=6, bots="random", **{"option.all-revealed": "true"})
    do(ola, "start")
    w.play([ola, jan, eva])
    w.keep("records/hail-hydra.turncoat", ola.client.get(f"{ola.path}/record").text)
    w.keep("deals/hail-hydra.json", ola.client.get(f"{ola.path}/deal").text)
    for game, name in ((1, "resistance"), (3, "winter-soldier"), (4, "hail-hydra")):
        w.links[name] = share(jan, game)
    w.links["withdrawn"] = share(ola, 2)
    ola.post(f"{ola.path}/evening", do="unshare", game=2)
    do(ola, "setup")
    do(
        ola,
        "choose",
        game="resistance",
        players=5,
        module=("targeting",),
        bots="sensible",
        **{"option.fifth-mission-after": "completed"},
    )
    do(ola, "luck", luck="for the next one")
    do(jan, "say", text="Once more?")


def in_the_middle(w: Writer) -> None:
    """A game of The Resistance with an open question; people removed, muted, let in, away, on two devices."""
    ola = w.open("running", "Ola", game="resistance", players=8, module=("targeting", "plot-thickens"), bots="sensible")
    jan, eva, _ = w.sit("running", "Jan", "Eva", "Max")
    robot = w.robot("running", "Robot")
    do(ola, "remove", seat=3, sure="yes")  # who is removed or asks for a seat is counted: this is 1
    do(ola, "let-back", number=1)
    w.sit("running", "Max")
    do(ola, "remove", seat=3, sure="yes")  # 2
    do(ola, "change-settings", masked_words="fiddlesticks", keep_games="365", spectators_talk="1", show_drafts="0")
    do(jan, "say", text="Oh fiddlesticks, who is it?")
    do(ola, "start")
    do(ola, "say", text="Talk in the middle of a game.")
    do(jan, "mute", voice=re.findall(r'name="voice" value="(\d+)"', jan.look())[0])
    do(jan, "show-draft", shows_draft="0")
    do(eva, "write-notes", notes="Ola leads", **{"mark-0": "trust"})
    do(jan, "write-notes", notes="Nobody knows", **{"mark-2": "doubt", "note-2": "rejects everything"})
    open_device(jan, w.person("Jan's first phone", "running"))
    jan.post(f"{jan.path}/device")  # shut everywhere but here
    open_device(jan, w.person("Jan's phone", "running"))
    open_device(eva, w.person("Eva's phone", "running"))
    w.person("Eva's phone", "running").post(f"{eva.path}/device")  # shut there
    w.play([ola, jan, eva], [robot], 12)
    zoe, kim, lea = (w.person(name, "running") for name in ("Zoe", "Kim", "Lea"))
    do(zoe, "ask", seat=5, name="Zoe")  # 3
    do(zoe, "withdraw")
    do(zoe, "ask", seat=5, name="Zoe")  # 4
    do(kim, "ask", seat=6, name="Kim")  # 5
    do(lea, "ask", seat=7, name="Lea")  # 6
    do(ola, "let-in", number=5)
    do(ola, "turn-down", number=6)
    do(kim, "say", text="I play for a bot now.")
    do(lea, "say", text="I only watch.", channel="gallery", name="Lea")
    do(ola, "discuss", seconds="120")
    do(ola, "stand-in", seat=1)
    jan.look()  # who looks is back
    do(ola, "stand-in", seat=2)  # and Eva stays away
    do(jan, "want-to-give-up")
    w.play([ola, jan, kim], [robot], 6)


def late(w: Writer) -> None:
    """Winter Soldier, which people watch late: played until HYDRA has talked in its channel, and paused in the next."""
    jan = w.open("paused", "Jan", game="winter-soldier", players=7, module=("black-widow",), bots="sensible")
    eva, max_ = w.sit("paused", "Eva", "Max")
    robot = w.robot("paused", "Robot")
    do(jan, "change-settings", spectators_behind="30", spectators_talk="1", keep_games="0")
    said: list[str] = []

    def talk(person: Person, html: str) -> None:
        if 'id="chat-form-channel"' in html and len(said) < 2:
            do(person, "say", text=f"Between us: {person.name} asks.", channel="channel")
            said.append(person.name)

    while not said:
        do(jan, "start")
        do(w.person("Zoe", "paused"), "say", text="Who are they?", channel="gallery", name="Zoe")
        w.play([jan, eva, max_], [robot], each=talk)
        do(jan, "setup")
    do(jan, "start")
    w.play([jan, eva, max_], [robot], 8)
    do(eva, "request-pause")
    do(eva, "withdraw-pause-request")
    do(eva, "request-pause")
    do(jan, "pause")
    do(jan, "resume")
    do(jan, "pause")
    do(max_, "request-resume")


def of_cards(w: Writer) -> None:
    """Hail Hydra in the middle of a game."""
    eva = w.open("cards", "Eva", game="hail-hydra", players=6, bots="sensible")
    ola, jan = w.sit("cards", "Ola", "Jan")
    robot = w.robot("cards", "Robot")
    do(eva, "handover", seat=1)
    do(ola, "change-settings", talk_time="60", ability_time="30", decision_time="600")
    do(ola, "start")
    w.play([eva, ola, jan], [robot], 40)


def ended(w: Writer) -> None:
    """Games that never came to their end: given up by the host, by more than half, and by an upgrade."""
    ola = w.open("given-up", "Ola", game="resistance", players=5, bots="sensible")
    jan, eva = w.sit("given-up", "Jan", "Eva")
    do(ola, "start")
    do(ola, "give-up", sure="yes")
    do(eva, "leave")
    do(ola, "start")
    do(jan, "want-to-give-up")
    do(jan, "play-on")
    do(jan, "want-to-give-up")
    do(ola, "want-to-give-up")
    do(w.open("upgraded", "Ola", game="resistance", players=5, bots="sensible"), "start")


def of_time(w: Writer) -> None:
    """A game in which time was up, of a host who went away."""
    max_ = w.open("timed", "Max", game="resistance", players=5, bots="sensible")
    w.sit("timed", "Jan")
    do(max_, "change-settings", decision_time="1")
    do(max_, "start")
    time.sleep(4)
    do(max_, "change-settings", decision_time="0", stand_in_after="0")


def forgotten(w: Writer) -> None:
    """A game that was forgotten after a day, and another one after it."""
    zoe = w.open("forgotten", "Zoe", game="resistance", players=5, bots="sensible")
    do(zoe, "change-settings", keep_games="1")
    do(zoe, "start")
    do(zoe, "say", text="This is blanked.")
    do(zoe, "write-notes", **{"mark-1": "doubt"})
    w.play([zoe])
    w.links["forgotten"] = share(zoe, 1)


# Programs


class Conversation:
    """A game that programs play, as one of them and somebody who watches hear it."""

    def __init__(self, server: Server, code: str, tokens: dict[str, str], stack: ExitStack) -> None:
        self.lines = {name: stack.enter_context(Program(server, code)) for name in (*tokens, "watcher")}
        self.kept = (next(iter(tokens)), "watcher")
        self.steps: list[dict[str, Any]] = []

    def say(self, name: str, message: Message | str) -> Message:
        """One program says something: what it is answered, and what is heard of it."""
        line = self.lines[name]
        line.say(message)
        self.steps.append({"from": name, "says": message, "reply": None, "heard": {}})
        told = False
        while not line.replies:
            told |= self.hear(name, line.hear())
        reply = self.steps[-1]["reply"] = line.reply()
        if reply["type"] == "taken" and not told:
            self.hear(name, line.hear(1.0))  # what came of it; nothing, where it had been taken before
        self.listen(name)
        return reply

    def listen(self, name: str) -> None:
        """Take what is heard, first by that program, as coming from the last step."""
        for other in (name, *self.lines):
            for one in self.lines[other].hear_all(QUIET if other == name else 0.02):
                self.hear(other, one)

    def hear(self, name: str, one: Message | None) -> bool:
        """Keep a message, when it is one to keep; whether it tells what has happened."""
        if one is None or one["type"] in REPLIES:
            return False
        if name in self.kept:
            self.steps[-1]["heard"].setdefault(name, []).append(one | {"pad": ""} if "pad" in one else one)
        return True


def conversation(w: Writer, data: Path, game: str, seed: int) -> None:
    """Play the game of the table of that name, on a copy of the store, with every kind of message."""
    random, code, tokens = Random(seed), w.tables[f"programs: {game}"], w.tokens[f"programs: {game}"]
    with serving(data) as server, ExitStack() as stack:
        talk = Conversation(server, code, tokens, stack)
        host, *others = tokens
        talk.say(host, "no JSON")
        talk.say(host, {"type": "start", "id": "too soon"})
        talk.say(host, {"type": "hello", "protocol": 2})
        talk.say(host, {"type": "hello", "protocol": 1, "token": "nobody's"})
        talk.say(host, {"type": "hello", "protocol": 1, "name": others[0]})
        talk.say(host, {"type": "hello", "protocol": 1, "token": tokens[host], "luck": "clover"})
        talk.say(host, {"type": "hello", "protocol": 1})
        talk.say(host, {"type": "choose", "to": 1, "answer": "approve", "id": "early"})
        talk.say(host, {"type": "choose", "to": 1, "answer": "approve", "seat": 2})
        talk.say("watcher", {"type": "hello", "protocol": 1})
        for name in others:
            talk.say(name, {"type": "hello", "protocol": 1, "token": tokens[name]})
        talk.say("watcher", {"type": "start", "id": "w1"})
        talk.say(others[0], {"type": "start", "id": "o1"})
        talk.say(host, {"type": "start", "id": "s1"})
        talk.say(host, {"type": "start", "id": "s1"})
        talk.say(host, {"type": "start", "id": "s2"})
        talk.say("watcher", {"type": "choose", "to": 1, "answer": "approve", "id": "w2"})
        playing = [talk.lines[name] for name in tokens]
        count = 0
        while not all_over(playing):
            count += 1
            asked = [name for name in tokens if talk.lines[name].asked is not None]
            offered = [name for name in tokens if (talk.lines[name].update or {}).get("offers")]
            if count % 17 == 0:
                talk.say(host, {"type": "choose", "to": 10_000 + count, "answer": 0, "id": f"late-{count}"})
            if count % 23 == 0:
                talk.say(host, {"type": "choose", "to": "no-such-offer", "answer": True})
            if offered and (not asked or random.random() < 0.01):
                name = random.choice(offered)
                offer = random.choice((talk.lines[name].update or {})["offers"])
                message = {"type": "choose", "to": offer["name"], "answer": pick(offer["option"], random)}
            elif asked:
                name = random.choice(asked)
                prompt: Message = talk.lines[name].asked or {}
                message = {"type": "choose", "to": prompt["number"], "answer": pick(prompt["option"], random)}
            else:
                talk.listen(host)
                continue
            reply = talk.say(name, message | {"id": str(count)})
            if reply["type"] == "taken" and count % 19 == 0:
                talk.say(name, message | {"id": str(count)})  # once more, as after a lost connection
        papers = httpx.get(f"{server.url}/t/{code}/deal", headers={"Authorization": f"Bearer {tokens[host]}"})
        end = {"deal": {name: value for name, value in papers.json().items() if name != "next"}}
        w.keep(f"conversations/{game}.jsonl", "".join(f"{_line(step)}\n" for step in [*talk.steps, end]))


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


WISHES: Final[dict[str, dict[str, Any]]] = {
    "resistance": {"game": "resistance", "players": 5, "modules": ["targeting", "plot-thickens"]},
    "winter-soldier": {"game": "winter-soldier", "players": 5, "modules": ["scarlet-witch"]},
    "hail-hydra": {"game": "hail-hydra", "players": 5, "options": {"all-revealed": True}},
}
REQUESTS: Final[tuple[Any, ...]] = (
    {"name": "Robot"},
    *({"name": "Robot", **wish} for wish in WISHES.values()),
    {"name": "Robot", "players": 77},
    {"name": "Robot", "game": "chess"},
    {"name": " "},
    {"name": "Robot", "players": "many"},
    {"name": "Robot", "seats": 5},
)


def for_programs(w: Writer) -> None:
    """A table for each game at which programs sit, one decision of theirs timed, and nothing is dealt yet."""
    for game, wish in WISHES.items():
        table = f"programs: {game}"
        welcome = httpx.post(f"{w.server.url}/api/v1/tables", json={"name": "Robot 0", **wish}).json()
        w.tables[table], w.tokens[table] = welcome["table"], {"Robot 0": welcome["token"]}
        for number in range(1, 5):
            w.robot(table, f"Robot {number}")
    answers = []
    for body in REQUESTS:
        answer = httpx.post(f"{w.server.url}/api/v1/tables", json=body)
        answers.append({"asks": body, "status": answer.status_code, "answer": answer.json()})
    w.keep("requests.jsonl", "".join(f"{_line(one)}\n" for one in answers))


def views(w: Writer, server: Server) -> None:
    """What programs with a seat, and who watches, see of the games that are under way."""
    lines = []
    for table in ("running", "paused", "cards", "timed", "given-up", "evening"):
        for name, token in {**w.tokens.get(table, {}), "": ""}.items():
            with Program(server, w.tables[table]) as one:
                one.say({"type": "hello", "protocol": 1, "token": token})
                one.hear_all(1.0)
                lines.append({"table": table, "name": name, "welcome": one.reply(), "knows": known(one)})
    w.keep("views.jsonl", "".join(f"{_line(one)}\n" for one in lines))


def aged(data: Path, seconds: int) -> None:
    """Make the store seem to be older."""
    put_back(dumped(data), data, seconds)


def another_version_began_it(data: Path, code: str) -> None:
    """Make the game of that table one that began with other rules."""
    lines = [json.loads(line) for line in dumped(data).splitlines()]
    for row in lines:
        if row.get("code") == code and row.get("entry", {}).get("command", {}).get("do") == "Start":
            row["entry"]["command"]["rules"] = "0.0"
    put_back("".join(f"{_line(row)}\n" for row in lines), data, 0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    w = Writer(parser.parse_args().folder)
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        with serving(data) as w.server:
            forgotten(w)
        aged(data, 2 * DAY)
        with serving(data) as server:
            w.move_to(server)
            zoe = w.person("Zoe", "forgotten")
            while "game-1" in zoe.client.get(f"{zoe.path}/evening").text:
                time.sleep(0.1)
            do(zoe, "start")
            w.play([zoe])
            ended(w)
        another_version_began_it(data, w.tables["upgraded"])
        with serving(data) as server, w.stack:
            w.move_to(server)
            w.person("Ola", "upgraded").look()
            of_time(w)
            went = time.monotonic()
            for part in (an_evening, late, of_cards, for_programs):
                print(part.__name__, flush=True)
                part(w)
            while time.monotonic() < went + 125:
                time.sleep(1)
            do(w.person("Jan", "timed"), "take-over")
            in_the_middle(w)  # last: who is away there shall be so for less than a minute
            time.sleep(1)
        text = dumped(data)
        w.keep("store.jsonl", text)
        cookies = {
            name: [{"name": one.name, "value": one.value or "", "path": one.path} for one in person.client.cookies.jar]
            for name, person in w.people.items()
        }
        known_people = {
            "key": (data / KEY).read_bytes().hex(),
            "tables": w.tables,
            "links": w.links,
            "tokens": w.tokens,
            "cookies": cookies,
        }
        w.keep("people.json", json.dumps(known_people, ensure_ascii=False, indent=1) + "\n")
        put_back(text, data)
        with serving(data) as server:
            views(w, server)
        for number, game in enumerate(WISHES):
            print(game, flush=True)
            put_back(text, data)
            conversation(w, data, game, number)
    return 0


if __name__ == "__main__":
    sys.exit(main())
