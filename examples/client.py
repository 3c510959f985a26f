"""Join a table and play random legal cards: `python examples/client.py ws://127.0.0.1:8000/api/v1/tables/CODE NAME`."""

import json
import random
import sys
from typing import Any

from websockets.sync.client import connect


def pick(option: dict[str, Any]) -> Any:
    """Draw a legal answer: a bit mask for seats, a list for the parts of a form. (Ignores ties between parts.)"""
    match option["kind"]:
        case "one-seat" | "seats" as kind:
            seats = [seat for seat in range(16) if option["allowed"] >> seat & 1]
            some = random.sample(seats, option["low"] if kind == "seats" else 1)
            return some[0] if kind == "one-seat" else sum(1 << seat for seat in some)
        case "cards":
            return sorted(random.sample(option["hand"], option["low"]))
        case "form":
            return [pick(part) for _, part in option["parts"]]
        case _:
            return random.choice(option["allowed"])


def play(url: str, hello: dict[str, Any]) -> dict[str, Any]:
    """Play until a game at the table is over, and return its result."""
    with connect(url) as line:
        line.send(json.dumps({"type": "hello", "protocol": 1, **hello}))
        for message in map(json.loads, line):
            if message["type"] == "welcome" and message["host"]:
                line.send(json.dumps({"type": "start"}))
            if message["type"] == "update" and message["result"]:
                return dict(message["result"])
            if message["type"] == "update" and message["prompt"] and message["answer"] is None:
                prompt = message["prompt"]
                line.send(json.dumps({"type": "choose", "to": prompt["number"], "answer": pick(prompt["option"])}))
    raise ConnectionError("the server hung up")


if __name__ == "__main__":
    sys.stdout.write(f"{play(sys.argv[1], {'name': sys.argv[2]})}\n")
