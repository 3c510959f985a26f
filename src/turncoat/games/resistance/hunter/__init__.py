"""The Hunter module: each side's Hunter seeks the other side's Chief. Optional roles are chapters of their own."""

from turncoat.games.resistance.hunter.blame import Blame
from turncoat.games.resistance.hunter.chapter import Hunter
from turncoat.games.resistance.hunter.optional import Coordinator, DeepAgent, DummyAgent, Pretender

__all__ = ["Blame", "Coordinator", "DeepAgent", "DummyAgent", "Hunter", "Pretender"]
