"""Generate the JSON schema of the protocol for programs from its types: `python -m tools.schema`."""

import json
from pathlib import Path

import msgspec

from turncoat.web.programs.protocol import schema

TARGET = Path(__file__).parents[1] / "docs" / "protocol.schema.json"

if __name__ == "__main__":
    TARGET.write_text(
        json.dumps(json.loads(msgspec.json.encode(schema())), indent=1, ensure_ascii=False) + "\n", "utf-8"
    )
    print(TARGET)
