"""Rebuilds of a table from its log alone, with everything disabled that cleans, checks or decides.

A later version of the server, or of Unicode, may decide differently, so these functions are replaced by one that
refuses: cleaning and masking texts, comparing names, checking limits, accepting commands, and the server's own choices.
"""

import sys
from collections import deque
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from types import FunctionType, ModuleType
from typing import Any

import msgspec
import pytest

from turncoat.bots import characters, intents, typed_names
from turncoat.kernel.game import Game
from turncoat.kernel.refusals import Refusal, Refused
from turncoat.table.handlers import dispatch, handler, seating, seats
from turncoat.table.rebuilding import rebuild
from turncoat.table.state import chat, conversation, table
from turncoat.table.values import avatars, entropy, masking, names, notes, settings, typed_text

DECIDE: Sequence[ModuleType] = (
    avatars,
    characters,
    intents,
    masking,
    names,
    seating,
    settings,
    typed_names,
    typed_text,
)
"""Modules whose functions all decide, apart from those in `DO`."""
DO: Set[object] = {masking.without, settings.retention_days}
"""Functions that merely carry out a decision."""
ALSO: Sequence[object] = (
    handler.refuse_if,
    handler.accepted_name,
    seats.check_ruleset,
    chat.clean_text,
    conversation.spoken_to,
    entropy.check_entropy,
    entropy.check_hash,
)
NOTHING: Mapping[ModuleType, Mapping[str, object]] = {
    names: {"LONGEST": 0},
    chat: {"LONGEST_TEXT": 0},
    notes: {"LONGEST_NOTE": 0, "LONGEST_GENERAL_NOTE": 0, "MARKS": ()},
    table: {"BOT_NAMES": (), "FALLBACK_BOT": "", "DEFAULT_BOT": ""},
    avatars: {"AVATARS": {}, "BOT_AVATARS": ()},
    characters: {"CHARACTERS": {}},
}
"""Limits and menus of choices, emptied."""


def refuse(*given: object, **named: object) -> Any:
    """Refuse, in place of any function that decides."""
    raise Refused(Refusal("not-host"))


@contextmanager
def refusing() -> Iterator[None]:
    """Make every deciding function refuse."""
    found = [one for module in DECIDE for one in vars(module).values() if isinstance(one, FunctionType)]
    deciding = {*(one for one in found if one.__module__.startswith("turncoat") and one not in DO), *ALSO}
    empty = [(name, vars(module)[name], value) for module, ones in NOTHING.items() for name, value in ones.items()]
    refusing = {command: msgspec.structs.replace(one, accept=refuse) for command, one in dispatch.HANDLERS.items()}
    with pytest.MonkeyPatch.context() as patch:
        for module in [module for name, module in sys.modules.items() if name.partition(".")[0] == "turncoat"]:
            for name, value in list(vars(module).items()):
                if isinstance(value, FunctionType) and value in deciding:
                    patch.setattr(module, name, refuse)
                for called, was, is_now in empty:
                    if name == called and value is was:
                        patch.setattr(module, name, is_now)
        patch.setattr(dispatch, "HANDLERS", refusing)
        yield


def state_of(value: object) -> object:
    """Return everything in a table, or in a part of it, as plain comparable values."""
    match value:
        case Game():
            return [list(value.choices), list(value.events)]
        case msgspec.Struct():
            return [type(value).__name__, *(state_of(getattr(value, name)) for name in value.__struct_fields__)]
        case dict():
            return {repr(key): state_of(one) for key, one in value.items()}
        case list() | tuple() | deque():
            return list(map(state_of, value))
        case set() | frozenset():
            return sorted(map(repr, value))
        case str() | int() | float() | bytes() | None:
            return value
    if type(value).__module__.startswith("turncoat.table"):
        # `_views` is left out, since it depends on who has looked.
        return {name: state_of(one) for name, one in vars(value).items() if name != "_views"}
    return repr(value)


def made_of(log: Sequence[bytes]) -> tuple[object, ...]:
    """Rebuild a log, and return the table and whether its game is lost, or the error."""
    try:
        made, lost = rebuild(log)
    except Exception as error:
        return type(error), str(error)
    return state_of(made), lost


def check_log(log: Sequence[bytes]) -> None:
    """Check that a log rebuilds the same table when nothing can be decided."""
    table = made_of(log)
    with refusing():
        assert made_of(log) == table
