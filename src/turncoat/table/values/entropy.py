"""Luck: what people throw into the deal, each for one deal alone (docs/people.md, "A fair deal")."""

from collections.abc import Iterable

from turncoat.kernel.refusals import Refusal, Refused
from turncoat.table.values.deal_opening import LONGEST_ENTROPY


class PlayerEntropy:
    """What each person throws in.

    A deal uses it up: the next deal is sealed by then, and is met by luck that is thrown in anew.
    """

    def __init__(self) -> None:
        self._given: dict[str, str] = {}
        self._thrown: set[str] = set()
        """Who has thrown in luck since the last deal, and so since the commitment for the next was there to be seen."""

    def of(self, person: str) -> str:
        """What the person throws into the next deal."""
        return self._given.get(person, "") if person in self._thrown else ""

    def bring(self, person: str, entropy: str) -> None:
        """Luck of before anything was committed to: in logs of when it counted for all deals."""
        self._given[person] = entropy

    def throw(self, person: str, entropy: str) -> None:
        """Throw in luck; an empty text takes it back."""
        self._given[person] = entropy
        self._thrown.add(person)

    def take(self, people: Iterable[str], *, once: bool) -> tuple[str, ...]:
        """The luck of these people for a deal, which uses it up; without `once` as it was when it counted for all."""
        entropy = tuple(self.of(person) if once else self._given.get(person, "") for person in people)
        self._thrown = set()
        if once:
            self._given = {}
        return entropy


def check_entropy(entropy: str) -> None:
    """Raise Refused when it is too long."""
    if len(entropy) > LONGEST_ENTROPY:
        raise Refused(Refusal("luck-too-long"))
