"""The games' own bots, a package each; importing this makes them known."""

from turncoat.bots.games.hail_hydra.bot import Hydra1
from turncoat.bots.games.hail_hydra.hydra_2 import Hydra2, Hydra3
from turncoat.bots.games.resistance.bot import Sensible1
from turncoat.bots.games.resistance.sensible_2 import Sensible2
from turncoat.bots.games.winter_soldier.bot import Winter1
from turncoat.bots.games.winter_soldier.winter_2 import Winter2, Winter3

__all__ = ["Hydra1", "Hydra2", "Hydra3", "Sensible1", "Sensible2", "Winter1", "Winter2", "Winter3"]
