"""Sets of characters offered ready for each number of players, with how they went in recorded games (RT-SETUP-7)."""

from typing import Final

from turncoat.kernel.chapters import ReadySet
from turncoat.kernel.words import N_, composed

_WON: Final = N_("Good won {percent} of 100 recorded games of people.")
_PAM, _PAO = ("percival", "morgana", "mordred"), ("percival", "morgana", "oberon")
_ALL: Final = (*_PAM, "oberon")
_OFFERED: Final[dict[int, dict[tuple[str, ...], int]]] = {
    5: {_PAM[:2]: 47},
    6: {_PAM[:2]: 50},
    7: {_ALL: 48, _PAO: 49},
    8: {_ALL: 45, _PAO: 44},
    9: {_PAM[:2]: 53, _ALL: 50},
    10: {_ALL: 35},
}
"""Modules, and the games that good won, of 100 recorded games of people."""
_STRONGER: Final = {5: 40, 6: 44, 7: 41, 8: 36, 9: 39, 10: 33}
"""The same for Percival, Morgana and Mordred: a stronger evil."""


def _ready(players: int, modules: tuple[str, ...], percent: int, title: str) -> ReadySet:
    return ReadySet(players, modules, title, composed(_WON, percent=str(percent)))


READY_SETS: Final = tuple(
    ready
    for players, offered in _OFFERED.items()
    for ready in (
        *(_ready(players, modules, percent, "") for modules, percent in offered.items()),
        _ready(players, _PAM, _STRONGER[players], N_("A stronger evil")),
    )
)
