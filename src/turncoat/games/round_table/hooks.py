"""The hooks of Round Table: those of The Resistance, except the spies' reveal and the end by score alone."""

from typing import Final

from turncoat.games.resistance import hooks as base
from turncoat.kernel.hooks import Hook

HOOKS: Final[tuple[Hook, ...]] = tuple(hook for hook in base.HOOKS if hook not in (base.SPIES_REVEAL, base.ENDING))
