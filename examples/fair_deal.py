"""Join a table like `client.py`, and add entropy to the deal: `python -m examples.fair_deal ws://…/tables/CODE NAME`.

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
    """Raised with the reason if the server presents a deal for which the program reveals nothing."""


class Entropy:
    """A program's entropy for deals, and the mark of each deal for which it was revealed (docs/fair-deal.md)."""

    def __init__(self, text: str = "") -> None:
        self.text = text
        self.nonces: dict[str, bytes] = {}
        """Committed nonces, by the server's commitment."""
        self.marks: dict[str, str] = {}

    def commit(self, commitment: str) -> dict[str, Any]:
        """Return the message that commits to entropy for the deal with this commitment."""
        self.nonces[commitment] = secrets.token_bytes(32)
        return {"type": "commit-entropy", "hash": self.hash(commitment), "commitment": commitment}

    def reveal(self, begun: dict[str, Any]) -> dict[str, Any]:
        """Return the message that reveals the entropy for a deal that has begun.

        Stores the deal's mark first. Raises Refusal.
        """
        commitment, mark = begun["commitment"], mark_of(begun)
        if commitment not in self.nonces or begun["hashes"][begun["seat"]] != self.hash(commitment):
            raise Refusal("the hash of this program is not at its seat")
        if begun["mark"] != mark:
            raise Refusal("that is not the mark of this deal")
        if self.marks.setdefault(commitment, mark) != mark:
            raise Refusal("this deal had another mark before")
        return {"type": "reveal-entropy", "nonce": self.nonces[commitment].hex(), "entropy": self.text}

    def hash(self, commitment: str) -> str:
        """Return the hash that was committed to."""
        text = b"turncoat entropy 1" + bytes.fromhex(commitment) + self.nonces[commitment] + self.text.encode()
        return hashlib.sha256(text).hexdigest()


def mark_of(begun: dict[str, Any]) -> str:
    """Return the mark of a deal that has begun: the hash of everything fixed about it."""
    parts = [b"turncoat mark 1", bytes.fromhex(begun["commitment"])]
    parts += [sized(begun["game"].encode()), two_bytes(begun["players"])]
    for words in (begun["modules"], begun["options"]):
        parts.append(two_bytes(len(words)))
        parts += [sized(word.encode()) for each in words for word in ([each] if isinstance(each, str) else each)]
    for hashed, text in zip(begun["hashes"], begun["open_texts"], strict=True):
        parts += [sized(bytes.fromhex(hashed)), sized(text.encode())]
    return hashlib.sha256(b"".join(parts)).hexdigest()


def sized(part: bytes) -> bytes:
    """Return the part, prefixed with its length."""
    return two_bytes(len(part)) + part


def two_bytes(number: int) -> bytes:
    """Return the number as two big-endian bytes."""
    return number.to_bytes(2, "big")


def play(url: str, hello: dict[str, Any], entropy: Entropy) -> dict[str, Any]:
    """Play until a game at the table is over, and return its result."""
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
