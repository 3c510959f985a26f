"""The error for a broken contract."""

from typing import Any

from turncoat.kernel.game import Game
from turncoat.kernel.records import print_record, record_of


class ContractBroken(AssertionError):
    """A ruleset breaks the contract. The message ends with the game so far as a record."""

    def __init__(self, what: str, game: Game[Any] | None = None) -> None:
        super().__init__(what if game is None else f"{what}\n{_record(game)}")


def require(condition: bool, what: str, game: Game[Any] | None = None) -> None:
    """Raise ContractBroken unless the condition holds."""
    if not condition:
        raise ContractBroken(what, game)


def _record(game: Game[Any]) -> str:
    try:
        return print_record(record_of(game))
    except Exception as error:  # the game is already broken, and the first error is worth more than this one
        return f"(no record of it: {error!r}; deal {game.deal}, choices {game.choices})"
