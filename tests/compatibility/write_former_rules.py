"""Games in the middle by the rules of today, for when those are the former ones.

`python -m tests.compatibility.write_former_rules FOLDER` plays each game with programs to a point where the rules are
about to change, keeps the store as it is there, plays the game on to its end, and keeps what was chosen and the record.
Run it before the change; what it has written is never written again.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx

from tests.compatibility.kept import KEY, dumped
from tests.compatibility.programs import Message, Program, all_over, pick
from tests.web.serving import Server, serving

PLAYERS: Final = 7
WORTH: Final = {"+1": 1, "+2": 2, "+3": 3, "+4": 4, "-2": -2, "-3": -3, "-4": -4, "-5": -5}


Way = Callable[[int, Message], Any]
"""What a seat answers to a prompt."""


class Table:
    """A table at which programs play, and what they choose."""

    def __init__(self, server: Server, wish: dict[str, Any], stack: ExitStack) -> None:
        welcome = httpx.post(f"{server.url}/api/v1/tables", json={"name": "Robot 0", **wish}, timeout=60).json()
        self.code, self.tokens = welcome["table"], {"Robot 0": welcome["token"]}
        self.programs: list[Program] = []
        for number in range(PLAYERS):
            program = stack.enter_context(Program(server, self.code))
            who = {"name": f"Robot {number}"} if number else {"token": welcome["token"]}
            program.say({"type": "hello", "protocol": 1, **who})
            self.tokens[f"Robot {number}"] = program.reply()["token"]
            self.programs.append(program)
        self.programs[0].say({"type": "start", "id": "start"})
        assert self.programs[0].reply()["type"] == "taken"
        self.moves: list[Message] = []

    def listen(self) -> None:
        """Take what has come for all of them."""
        for program in self.programs:
            program.hear_all(0.02)

    @property
    def rules(self) -> str:
        """The version of the rules that the game is bound to."""
        return str((self.programs[0].game or {})["rules"])

    def roles(self, kind: str, field: str) -> list[str]:
        """What each seat was dealt."""
        return [
            next(event[field] for event in program.events if event["event"] == kind and event[field])
            for program in self.programs
        ]

    def choose(self, seat: int, to: int | str, answer: Any) -> bool:
        """A choice of a seat; whether it is taken, and then it is kept."""
        self.programs[seat].say({"type": "choose", "to": to, "answer": answer})
        taken = bool(self.programs[seat].reply()["type"] == "taken")
        if taken:
            self.moves.append({"seat": seat, "to": to, "answer": answer})
        return taken

    def asked(self) -> tuple[int, Message] | None:
        """The first seat that is asked something, and its prompt; None when the game is over."""
        while not all_over(self.programs):
            self.listen()
            for seat, program in enumerate(self.programs):
                if program.asked is not None:
                    return seat, program.asked
        return None


def winter_soldier(table: Table) -> Way:
    """Teams without the Winter Soldier, so that three missions succeed in a row."""
    roles = table.roles("RoleDealt", "role")
    loyal = [seat for seat, role in enumerate(roles) if role != "winter-soldier"]

    def answer(seat: int, prompt: Message) -> Any:
        match prompt["question"]["ask"]:
            case "name-team":
                (size,) = {part["low"] for _, part in prompt["option"]["parts"] if part["kind"] == "seats"}
                return [sum(1 << one for one in loyal[:size])]
            case "cast-ballot":
                return "approve"
            case "play-card":
                return "success"
            case "last-guess":
                return next(one for one in loyal if roles[one] == "nick-fury")
            case _:
                return pick(prompt["option"], Random(seat))

    return answer


def hail_hydra(table: Table) -> Way:
    """The best cards against each villain, so that Red Skull is met; one card each against him."""

    def answer(seat: int, prompt: Message) -> Any:
        option, name = prompt["option"], prompt["question"]["ask"]
        if name == "lay-cards":
            cards = dict(option["parts"])["cards"]
            best = sorted(cards["hand"], key=WORTH.__getitem__, reverse=True)
            good = [card for card in best[: cards["high"]] if WORTH[card] > 0]
            at_skull = any(event["event"] == "VillainRevealed" and event["villain"] == "red-skull" for event in seen)
            laid = best[-1:] if at_skull else good or best[:1]
            return [sorted(laid), "nothing"]
        if name == "vote-knock-out":
            return None
        return pick(option, Random(seat))

    seen = table.programs[0].events
    return answer


GAMES: Final[dict[str, tuple[dict[str, Any], Callable[[Table], Way]]]] = {
    "winter-soldier": (
        {"game": "winter-soldier", "players": PLAYERS, "modules": ["maria-hill", "scarlet-witch"]},
        winter_soldier,
    ),
    "hail-hydra": ({"game": "hail-hydra", "players": PLAYERS}, hail_hydra),
}


def is_the_point(table: Table, game: str, prompt: Message) -> bool:
    """Whether the rules that are about to change come next: here the store is kept."""
    if game == "winter-soldier":  # after the third success, and before the last guess (WIN-HILL-3)
        return len([event for event in table.programs[0].events if event["event"] == "MissionRevealed"]) == 3
    if prompt["question"]["ask"] != "lay-cards" or not any(
        event["event"] == "VillainRevealed" and event["villain"] == "red-skull" for event in table.programs[0].events
    ):
        return False
    sides = table.roles("LoyaltyDealt", "side")  # an agent on the mission comes out (HH-SKULL-2)
    assert table.choose(sides.index("hydra"), "hail-hydra", "hail-hydra")
    return True


def keep(out: Path, path: str, text: str) -> None:
    file = out / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def anything(seat: int, prompt: Message) -> Any:
    return pick(prompt["option"], Random(seat))


def play(out: Path, data: Path, game: str) -> None:
    """Play to the point, keep the store, and play on to the end."""
    wish, way = GAMES[game]
    with serving(data) as server, ExitStack() as stack:
        table = Table(server, wish, stack)
        table.listen()
        answer: Way = anything
        while (asked := table.asked()) is not None:
            if answer is anything and asked[1]["question"]["ask"] != "choose-hero":  # by now all is dealt
                answer = way(table)
            if is_the_point(table, game, asked[1]):
                break
            assert table.choose(asked[0], asked[1]["number"], answer(*asked)), asked
        else:
            raise AssertionError("the game was over before; try again")
        folder = f"{game}-{table.rules}"
        keep(out, f"{folder}/store.jsonl", dumped(data))
        table.moves.clear()
        while (asked := table.asked()) is not None:
            assert table.choose(asked[0], asked[1]["number"], answer(*asked)), asked
        headers = {"Authorization": f"Bearer {table.tokens['Robot 0']}"}
        papers = httpx.get(f"{server.url}/t/{table.code}/deal", headers=headers).json()
    keep(out, f"{folder}/moves.jsonl", "".join(f"{json.dumps(move)}\n" for move in table.moves))
    keep(out, f"{folder}/record.turncoat", papers["record"])
    people = {"key": (data / KEY).read_bytes().hex(), "table": table.code, "tokens": table.tokens}
    keep(out, f"{folder}/people.json", json.dumps(people, indent=1) + "\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    out = parser.parse_args().folder
    for game in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            play(out, Path(folder) / "data", game)
    return 0


if __name__ == "__main__":
    sys.exit(main())
