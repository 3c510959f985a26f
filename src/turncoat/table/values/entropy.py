"""What people add to the deal, each for one deal alone (docs/people.md, "A fair deal"). Pages call it luck."""

from collections.abc import Iterable

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.words import N_
from turncoat.table.values.deal_opening import LONGEST_ENTROPY

describe({"luck-too-long": N_("Luck is a text of at most 64 characters.")})


class PlayerEntropy:
    """What each person adds to the next deal.

    A deal uses it up. The server then commits to the next seed, and entropy for the deal after it must come later.
    """

    def __init__(self) -> None:
        self._given: dict[str, str] = {}
        self._added: set[str] = set()
        """Who has added entropy since the last deal: since the commitment for the next one could be seen."""

    def of(self, person: str) -> str:
        """What the person adds to the next deal."""
        return self._given.get(person, "") if person in self._added else ""

    def add_before_commitment(self, person: str, entropy: str) -> None:
        """Entropy given before anything was committed to: older logs have it, and there it counted for all deals."""
        self._given[person] = entropy

    def add(self, person: str, entropy: str) -> None:
        """Add entropy to the next deal; an empty text takes it back."""
        self._given[person] = entropy
        self._added.add(person)

    def use_up(self, people: Iterable[str], *, once: bool) -> tuple[str, ...]:
        """The entropy of these people for a deal, which uses it up. Without `once`, as in older logs, it is kept."""
        entropy = tuple(self.of(person) if once else self._given.get(person, "") for person in people)
        self._added = set()
        if once:
            self._given = {}
        return entropy


def check_entropy(entropy: str) -> None:
    """Raise Refused when it is too long."""
    if len(entropy) > LONGEST_ENTROPY:
        raise Refused(Refusal("luck-too-long"))
