"""Joins a table like `client.py`, and adds entropy: `python -m examples.fair_deal ws://…/tables/CODE NAME`.

It reveals nothing before it has the mark of the deal, and prints that: `turncoat fair FILE --mark MARK` checks it.
"""

import hashlib
import json
import secrets
import sys
from typing import Any

from websockets.sync.client import connect

from examples.client import pick


class Refusal(Exception):
    """The server shows a deal for which the program reveals nothing: this says why."""


class Entropy:
    """What a program adds to deals, and the mark of each deal for which it has revealed that (docs/fair-deal.md)."""

    def __init__(self, text: str = "") -> None:
        self.text = text
        self.nonces: dict[str, bytes] = {}
        """What was committed to, by the server's commitment."""
        self.marks: dict[str, str] = {}

    def commit(self, commitment: str) -> dict[str, Any]:
        """The message that commits to entropy for the deal with this commitment."""
        self.nonces[commitment] = secrets.token_bytes(32)
        return {"type": "commit-entropy", "hash": self.hash(commitment), "commitment": commitment}

    def reveal(self, begun: dict[str, Any]) -> dict[str, Any]:
        """The message that reveals it, for a deal that has begun; its mark is kept first. Raises Refusal."""
        commitment, mark = begun["commitment"], mark_of(begun)
        if commitment not in self.nonces or begun["hashes"][begun["seat"]] != self.hash(commitment):
            raise Refusal("the hash of this program is not at its seat")
        if begun["mark"] != mark:
            raise Refusal("that is not the mark of this deal")
        if self.marks.setdefault(commitment, mark) != mark:
            raise Refusal("this deal had another mark before")
        return {"type": "reveal-entropy", "nonce": self.nonces[commitment].hex(), "entropy": self.text}

    def hash(self, commitment: str) -> str:
        """What it has committed to."""
        text = b"turncoat entropy 1" + bytes.fromhex(commitment) + self.nonces[commitment] + self.text.encode()
        return hashlib.sha256(text).hexdigest()


def mark_of(begun: dict[str, Any]) -> str:
    """The hash of all that is fixed of a deal that has begun."""
    parts = [b"turncoat mark 1", bytes.fromhex(begun["commitment"])]
    parts += [sized(begun["game"].encode()), two_bytes(begun["players"])]
    for words in (begun["modules"], begun["options"]):
        parts.append(two_bytes(len(words)))
        parts += [sized(word.encode()) for each in words for word in ([each] if isinstance(each, str) else each)]
    for hashed, text in zip(begun["hashes"], begun["open_texts"], strict=True):
        parts += [sized(bytes.fromhex(hashed)), sized(text.encode())]
    return hashlib.sha256(b"".join(parts)).hexdigest()


def sized(part: bytes) -> bytes:
    """The part, after its length."""
    return two_bytes(len(part)) + part


def two_bytes(number: int) -> bytes:
    """The number in two bytes, big end first."""
    return number.to_bytes(2, "big")


def play(url: str, hello: dict[str, Any], entropy: Entropy) -> dict[str, Any]:
    """Play until a game at the table is over; its result."""
    with connect(url) as line:
        line.send(json.dumps({"type": "hello", "protocol": 1, **hello}))
        is_host = False
        for message in map(json.loads, line):
            match message["type"]:
                case "welcome":
                    is_host = message["host"]
                case "seats" if not message["running"] and message["commitment"] not in entropy.nonces:
                    line.send(json.dumps({**entropy.commit(message["commitment"]), "id": "entropy"}))
                case "accepted" if message["id"] == "entropy" and is_host:
                    line.send(json.dumps({"type": "start"}))
                case "deal-begun":
                    line.send(json.dumps(entropy.reveal(message)))
                case "update" if message["result"]:
                    return dict(message["result"])
                case "update" if message["prompt"] and message["answer"] is None:
                    prompt = message["prompt"]
                    line.send(json.dumps({"type": "choose", "to": prompt["number"], "answer": pick(prompt["option"])}))
    raise ConnectionError("the server hung up")


if __name__ == "__main__":
    entropy = Entropy()
    sys.stdout.write(f"{play(sys.argv[1], {'name': sys.argv[2]}, entropy)}\n")
    sys.stdout.writelines(f"mark {mark}\n" for mark in entropy.marks.values())
