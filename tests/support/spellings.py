"""Other spellings of a table's code in an address: each leads to the one spelling, or nowhere."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final
from urllib.parse import quote

from starlette.routing import Route, WebSocketRoute

from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.app import create_app

CODE: Final = "{code}"
"""How a code stands in the path of a route."""
NOWHERE: Final = ("full width", "Cyrillic", "parameters", "twice", "too long", "letters missing")
"""Spellings from which no code can be told."""
_CYRILLIC: Final = str.maketrans("BCHKMPTX", "ВСНКМРТХ")


def spellings(code: str) -> Mapping[str, str]:
    """Other ways to write the code in a path, as a browser would send it, by what is odd about them."""
    full_width = "".join(chr(ord(letter) + 0xFEE0) for letter in code)
    written = {
        "lowercase": code.lower(),
        "mixed": code[0] + code[1:].lower(),
        "long s": quote(code.replace("S", "ſ")),
        "dot": f"{code}.",
        "encoded dot": f"{code}%2E",
        "comma": f"{code},",
        "encoded": f"%{ord(code[0]):02X}{code[1:]}",
        "all encoded": "".join(f"%{ord(letter):02x}" for letter in code),
        "encoded lowercase": f"%{ord(code[0].lower()):02x}{code[1:]}",
        "space": f"%20{code}",
        "spaces": f"{code[:2]}%20{code[2:]}+",
        "dash": f"{code[:2]}-{code[2:]}",
        "no-break space": f"{code[:2]}%C2%A0{code[2:]}",
        "zero-width space": f"{code}%E2%80%8B",
        "quotes": f"%E2%80%9E{code}%E2%80%9D",
        "encoded slash": f"{code}%2F",
        "null": f"{code}%00",
        "line break": f"{code}%0A",
        "full width": quote(full_width),
        "Cyrillic": quote(code.translate(_CYRILLIC)),
        "parameters": f"{code};a=b",
        "twice": code * 4,
        "too long": f"{code}%20%20%20%20%20%20%20%20BCDFGHJKL",
        "letters missing": code[:3],
    }
    return {odd: spelling for odd, spelling in written.items() if spelling != code}


def is_repaired(odd: str) -> bool:
    """Whether a page with this spelling is redirected to the right one."""
    return odd not in NOWHERE


def filled(path: str, code: str) -> str:
    """An address of that route, at the table of that code if it belongs to one."""
    return re.sub(r"\{[^}]*\}", "1", path.replace(CODE, code))


def routes_of_tables(folder: Path) -> Iterator[Route | WebSocketRoute]:
    """The routes in whose path a code stands. The store of this application is never opened."""
    for route in create_app(ServerSettings(folder)).routes:
        assert isinstance(route, Route | WebSocketRoute)
        if CODE in route.path:
            yield route
