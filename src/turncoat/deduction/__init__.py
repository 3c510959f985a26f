"""Deductions about roles from a seat's view.

`Worlds` holds exactly the deals of roles that fit what a seat has seen. `Beliefs` gives their probabilities, by a model
of how people play. Neither knows any game: both ask the rules for the roles of a deal, the opening knowledge, and the
facts and acts of events.
"""

from turncoat.deduction.beliefs import Beliefs, Inference
from turncoat.deduction.causes import CAUSES
from turncoat.deduction.model import Model, ParameterError
from turncoat.deduction.worlds import NoWorldFits, Worlds

__all__ = ["CAUSES", "Beliefs", "Inference", "Model", "NoWorldFits", "ParameterError", "Worlds"]
