"""Hail Hydra: cards in `cards` and `house.toml`, the flow in `offensive` and `knockout`, offers in `offers`."""

from importlib.resources import files

from turncoat.games.hail_hydra.cards import CardSetError, HydraCardSet, load
from turncoat.games.hail_hydra.rulebook import HailHydraRulebook, labels_of
from turncoat.kernel.rulebooks import register

# The only file that the rules read: the house set, once, at import.
HOUSE_CARDS = load((files(__name__) / "house.toml").read_text(encoding="utf-8"))
HailHydraRulebook.words = {**labels_of(HOUSE_CARDS), **HailHydraRulebook.words}
BOOK = HailHydraRulebook(HOUSE_CARDS)
register(BOOK)

__all__ = ["BOOK", "HOUSE_CARDS", "CardSetError", "HailHydraRulebook", "HydraCardSet", "load"]
