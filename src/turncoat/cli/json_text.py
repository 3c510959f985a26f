"""What commands find, as JSON for programs."""

import json
from typing import Any

import msgspec


def json_text(found: Any) -> str:
    """Return it as JSON, in ASCII: a stream whose encoding has fewer characters must change nothing of it.

    >>> print(json_text(["„Ala”"]))
    [
      "\\u201eAla\\u201d"
    ]
    """
    return json.dumps(json.loads(msgspec.json.encode(found)), indent=2)
