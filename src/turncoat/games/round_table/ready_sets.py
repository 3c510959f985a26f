"""Sets of characters offered ready for each number of players (RT-SETUP-7)."""

from typing import Final

from turncoat.kernel.chapters import ReadySet
from turncoat.kernel.words import N_

_PAM, _PAO = ("percival", "morgana", "mordred"), ("percival", "morgana", "oberon")
_PA, _ALL = _PAM[:2], (*_PAM, "oberon")
_OFFERED: Final[dict[int, tuple[tuple[str, ...], ...]]] = {
    5: (_PA,),
    6: (_PA,),
    7: (_PA, _PAO, _ALL),
    8: (_PA, _PAO, _ALL),
    9: (_PA, _ALL),
    10: (_ALL,),
}

READY_SETS: Final = tuple(
    ready
    for players, offered in _OFFERED.items()
    for ready in (
        *(ReadySet(players, modules) for modules in offered if modules == _PA),
        ReadySet(players, _PAM, N_("A stronger evil")),
        *(ReadySet(players, modules) for modules in offered if modules != _PA),
    )
)
