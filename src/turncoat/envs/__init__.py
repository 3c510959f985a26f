"""Environments for researchers: a game as a sequence of small numbered actions, and adapters to libraries of the field.

What is exported here needs nothing but Turncoat. Each adapter is a module of its own (`turncoat.envs.openspiel`,
`turncoat.envs.pettingzoo`), needs the extra of its name, and imports no other.
"""

from turncoat.envs.environment import TurnEnvironment
from turncoat.envs.tensors import Block, TensorLayout
from turncoat.envs.turns import Turns

__all__ = ["Block", "TensorLayout", "TurnEnvironment", "Turns"]
