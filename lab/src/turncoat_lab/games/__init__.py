"""Models of single games that `turncoat lab fit` fits to recorded games, by name. Each prints its parameters."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from turncoat.kernel.game import Game
from turncoat_lab.games import merlin

MODELS: Final[Mapping[str, Callable[[Sequence[Game[Any]]], str]]] = {"merlin": merlin.fit}

__all__ = ["MODELS"]
