"""Alternative spellings of a table's code in an address, each of which leads to the proper one or to nothing."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final
from urllib.parse import quote

from starlette.routing import Route, WebSocketRoute

from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.app import create_app

CODE: Final = "{code}"
"""Placeholder of a code in a route's path."""
NOWHERE: Final = ("full width", "Cyrillic", "parameters", "twice", "too long", "letters missing")
"""Spellings that identify no code."""
_CYRILLIC: Final = str.maketrans("BCHKMPTX", "ВСНКМРТХ")


def spellings(code: str) -> Mapping[str, str]:
    """Return other ways to write the code in a path, encoded as by a browser, by their peculiarity."""
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
    """Return whether a page with this spelling redirects to the right one."""
    return odd not in NOWHERE


def filled(path: str, code: str) -> str:
    """Return an address of that route, at the table with that code if it belongs to one."""
    return re.sub(r"\{[^}]*\}", "1", path.replace(CODE, code))


def routes_of_tables(folder: Path) -> Iterator[Route | WebSocketRoute]:
    """Yield the routes whose path contains a code. The application's store is never opened."""
    for route in create_app(ServerSettings(folder)).routes:
        assert isinstance(route, Route | WebSocketRoute)
        if CODE in route.path:
            yield route
