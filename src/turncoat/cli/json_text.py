"""JSON output of commands."""

import json
from typing import Any

import msgspec


def json_text(found: Any) -> str:
    """Return a value as JSON in ASCII, which survives any encoding of the output stream.

    >>> print(json_text(["„Ala”"]))
    [
      "\\u201eAla\\u201d"
    ]
    """
    return json.dumps(json.loads(msgspec.json.encode(found)), indent=2)
