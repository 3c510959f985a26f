"""What a view implies about who is who.

`Worlds` holds every deal of roles that fits what a seat has seen, and no other. It knows no game: it asks the rules for
the roles of a deal, the opening knowledge and the facts that events tell.
"""

from turncoat.deduction.beliefs import Beliefs, Reason
from turncoat.deduction.model import Model, ParameterError
from turncoat.deduction.worlds import NoWorldFits, Worlds

__all__ = ["Beliefs", "Model", "NoWorldFits", "ParameterError", "Reason", "Worlds"]
