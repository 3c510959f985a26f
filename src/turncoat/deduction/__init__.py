"""What a view implies about who is who.

`Worlds` holds every deal of roles that fits what a seat has seen, and no other. `Beliefs` says how likely each is, by a
model of how people play. Both know no game: they ask the rules for the roles of a deal, the opening knowledge, and the
facts and acts that events tell.
"""

from turncoat.deduction.beliefs import Beliefs, Inference
from turncoat.deduction.causes import CAUSES
from turncoat.deduction.model import Model, ParameterError
from turncoat.deduction.worlds import NoWorldFits, Worlds

__all__ = ["CAUSES", "Beliefs", "Inference", "Model", "NoWorldFits", "ParameterError", "Worlds"]
