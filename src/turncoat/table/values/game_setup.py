"""What a table is set up to play next."""

import msgspec

from turncoat.kernel.chapters import OptionValue
from turncoat.kernel.rulesets import Ruleset


class GameSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the table wants to play next."""

    game: str
    players: int
    modules: tuple[str, ...] = ()
    options: dict[str, OptionValue] = {}

    def ruleset(self) -> Ruleset:
        """The rules of it. Raises RulesetError."""
        return Ruleset.of(self.game, self.players, self.modules, self.options)

    def draft(self) -> Ruleset:
        """The same, whether it fits together or not. Raises RulesetError for what the game does not know."""
        return Ruleset.draft(self.game, self.players, self.modules, self.options)
