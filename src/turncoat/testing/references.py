"""Reachability of objects: whether a program that holds a view could reach the game through it."""

import gc
from types import FunctionType, ModuleType
from typing import Any

import msgspec

from turncoat.kernel.chapters import Chapter, Deal
from turncoat.kernel.game import Game
from turncoat.kernel.hooks import WindowFrame
from turncoat.kernel.rulebooks import Rulebook
from turncoat.kernel.steps import AskFrame, Step

FORBIDDEN = (Game, Deal, Step, AskFrame, WindowFrame)
SHARED = (type, ModuleType, Rulebook, Chapter)
"""Types of objects shared by all games, which are not followed."""


def leads_back(start: object, game: Game[Any]) -> str | None:
    """Return a path from an object to the game, its deal or its steps, as type names, or None if there is none."""
    ways: dict[int, str] = {id(start): type(start).__name__}
    todo: list[Any] = [start]
    visited: list[Any] = []  # keep references, so that no id is reused
    while todo:
        thing = todo.pop()
        visited.append(thing)
        for found in _referents(thing):
            if isinstance(found, SHARED) or id(found) in ways:
                continue
            ways[id(found)] = way = f"{ways[id(thing)]} > {type(found).__name__}"
            if isinstance(found, FORBIDDEN) or found is game.events or found is game.board or found is game.choices:
                return way
            todo.append(found)
    return None


def _referents(thing: Any) -> list[Any]:
    """Return the objects that `thing` refers to. For a function they are closure and defaults, without its module."""
    if isinstance(thing, FunctionType):
        return [cell.cell_contents for cell in thing.__closure__ or ()] + [thing.__defaults__, thing.__kwdefaults__]
    if isinstance(thing, msgspec.Struct):  # the collector does not follow some of them
        return [getattr(thing, name) for name in thing.__struct_fields__]
    return gc.get_referents(thing)
