"""The setup of a table's next game."""

import msgspec

from turncoat.kernel.chapters import OptionValue
from turncoat.kernel.rulesets import Ruleset


class GameSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Game, players and modules that a table plays next."""

    game: str
    players: int
    modules: tuple[str, ...] = ()
    options: dict[str, OptionValue] = {}

    def ruleset(self) -> Ruleset:
        """Return the ruleset. Raises RulesetError."""
        return Ruleset.of(self.game, self.players, self.modules, self.options)

    def draft(self) -> Ruleset:
        """Return the ruleset even if its parts do not fit together. Raises RulesetError for unknown ones."""
        return Ruleset.draft(self.game, self.players, self.modules, self.options)
