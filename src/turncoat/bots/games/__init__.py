"""Each game's own bot, one package per game. Importing this package registers them."""

from turncoat.bots.games.hail_hydra.bot import HailHydraBot
from turncoat.bots.games.resistance.bot import ResistanceBot
from turncoat.bots.games.round_table.bot import RoundTableBot
from turncoat.bots.games.winter_soldier.bot import WinterSoldierBot

__all__ = ["HailHydraBot", "ResistanceBot", "RoundTableBot", "WinterSoldierBot"]
