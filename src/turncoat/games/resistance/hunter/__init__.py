"""The Hunter module: each side hunts a person of the other; its optional roles are chapters of their own."""

from turncoat.games.resistance.hunter.blame import Blame
from turncoat.games.resistance.hunter.chapter import Hunter
from turncoat.games.resistance.hunter.optional import Coordinator, DeepAgent, DummyAgent, Pretender

__all__ = ["Blame", "Coordinator", "DeepAgent", "DummyAgent", "Hunter", "Pretender"]
