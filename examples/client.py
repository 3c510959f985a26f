"""Join a table and play legal answers at random:

python examples/client.py ws://127.0.0.1:8000/api/v1/tables/CODE NAME
"""

import json
import random
import sys
from typing import Any

from websockets.sync.client import connect

HARMLESS = ("stale", "not-yet-asked", "already-chosen", "game-running")
"""Refusals of something that has happened already: the next update asks again."""


def pick(option: dict[str, Any]) -> Any:
    """Draw a legal answer: a bit mask for seats, a list for the parts of a form."""
    match option["kind"]:
        case "one-seat":
            return random.choice(seats_in(option["allowed"]) or [None])
        case "seats":
            size = random.randint(option["low"], option["high"])
            return sum(1 << seat for seat in random.sample(seats_in(option["allowed"]), size))
        case "cards":
            size = random.randint(option["low"], option["high"])
            return sorted(random.sample(option["hand"], size))
        case "order":
            return random.sample(option["cards"], len(option["cards"]))
        case "form":
            while True:
                answer = {name: pick(part) for name, part in option["parts"]}
                if all(fits(tie, answer) for tie in option["ties"]):
                    return list(answer.values())
        case _:
            return random.choice(option["allowed"] or [None])


def fits(tie: dict[str, Any], answer: dict[str, Any]) -> bool:
    """Return whether the parts of a form keep to a tie between them."""
    part = answer[tie["part"]]
    if tie["tie"] == "size-by":
        return bool(part.bit_count() == dict(tie["sizes"])[answer[tie["by"]]])
    return part is None or part not in seats_in(answer[tie["other"]])


def seats_in(mask: int) -> list[int]:
    """Return the seats in a bit mask."""
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def play(url: str, hello: dict[str, Any]) -> dict[str, Any]:
    """Play until a game at the table is over, and return its result."""
    with connect(url) as line:
        line.send(json.dumps({"type": "hello", "protocol": 1, **hello}))
        for message in map(json.loads, line):
            kind = message["type"]
            if kind == "error" or (kind == "refused" and message["code"] not in HARMLESS):
                raise RuntimeError(f"{message['code']}: {message['sentence']}")
            if kind == "welcome" and message["host"]:
                line.send(json.dumps({"type": "start"}))
            if kind == "update" and message["result"]:
                return dict(message["result"])
            if kind == "update" and message["prompt"] and message["answer"] is None:
                prompt = message["prompt"]
                line.send(json.dumps({"type": "choose", "to": prompt["number"], "answer": pick(prompt["option"])}))
    raise ConnectionError("the server hung up")


if __name__ == "__main__":
    sys.stdout.write(f"{play(sys.argv[1], {'name': sys.argv[2]})}\n")
