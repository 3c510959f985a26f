"""Something to pick from a list."""

import msgspec


class Choice(msgspec.Struct, frozen=True):
    """One thing to pick; `about` is one line of plain words, `advice` a friendly warning."""

    value: str
    label: str
    about: str = ""
    chosen: bool = False
    allowed: bool = True
    advice: str = ""
