"""The Hunter module as a chapter: set-up, cards, and the hooks of its parts."""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from turncoat.games.resistance.board import Board
from turncoat.games.resistance.components import MISSIONS_DECK, largest_team
from turncoat.games.resistance.first_games import module_advice
from turncoat.games.resistance.hooks import HAND, MISSION_REVEALED, MISSION_SETTLED, PLAYABLE, PROPOSAL, PROPOSAL_MADE
from turncoat.games.resistance.hunter import accusation, investigation, reveal
from turncoat.games.resistance.hunter.events import EVENTS, HunterPart, part_of
from turncoat.games.resistance.hunter.tables import (
    CHIEF_FAILS,
    CHIEFS_MEET,
    COPIES,
    HUNTERS,
    NOT_A_CHIEF,
    ROLES,
    loyalty_cards,
)
from turncoat.games.resistance.roles import RoleChapter
from turncoat.games.resistance.steps import Game
from turncoat.kernel.boards import Part
from turncoat.kernel.card_texts import reveal_script
from turncoat.kernel.chapters import RuleOption, ScriptLine
from turncoat.kernel.components import TOKENS, Component, Deck
from turncoat.kernel.events import Event
from turncoat.kernel.hooks import NoticeHandler, PolicyHandler, WindowHandler
from turncoat.kernel.refusals import describe
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat
from turncoat.kernel.words import N_

describe(
    {
        "not-to-be-accused": N_(
            "Accuse another player: this one was accused before, or is the other side's known Hunter."
        ),
        "only-the-spy-hunter": N_(
            "Answer no: only the spy Hunter may accuse now, and only if the spy Chief failed the mission."
        ),
        "card-does-not-fit": N_("That card does not fit your character; hand over one of: {allowed}."),
    }
)


CHIEF_LOYALTY: Final = Deck(
    "chief-loyalty-cards",
    N_("Loyalty cards of the Hunter module"),
    is_secret=True,
    about=N_("An investigated player hands over the one that fits, which tells whether that is a Chief."),
)
OPTIONAL = ("dummy-agent", "coordinator", "deep-agent", "pretender")
"""Modules that add a special character."""


_WITH_CHIEF_FAIL: Final[Mapping[str, str]] = {
    "spy-chief": N_("On a mission you play Success or Chief Fail."),
    "spy-hunter": N_("Once a game you may do so early: after a mission that failed with a Chief Fail."),
}
_WITHOUT_CHIEF_FAIL: Final[Mapping[str, str]] = {
    "spy-hunter": N_("Once a game you may do so early: after a failed mission on which the spy Chief played Fail."),
}
_EARLY_WITH_CHIEF_FAIL: Final = N_("Once a game may do so early: after a mission that failed with a Chief Fail.")
_EARLY_WITHOUT_CHIEF_FAIL: Final = N_(
    "Once a game may do so early: after a failed mission on which the spy Chief played Fail."
)


class Hunter(RoleChapter):
    """The Hunter module: three missions do not win by themselves, but finding the other side's Chief does."""

    name: ClassVar[str] = "hunter"
    title: ClassVar[str] = N_("Hunter")
    summary: ClassVar[str] = N_("Each side has Chiefs and a Hunter. Find the other side's Chief to win.")
    roles: ClassVar[Mapping[str, str]] = ROLES
    questions: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "early-accusation": (),
        "accuse": (),
        "investigate": (),
        "play-card": ("chief-fail",),
        "hand-loyalty-card": ("chief", "spy-chief", "resistance-chief", NOT_A_CHIEF),
    }
    events: ClassVar[tuple[type[Event], ...]] = EVENTS
    options: ClassVar[tuple[RuleOption, ...]] = (
        RuleOption(
            "delayed-investigation-by",
            N_("Who investigates after an accusation: decided by the final result, or by the cards played."),
            ("final-result", "original-result"),
            "final-result",
            N_("Who investigates"),
            (N_("by the final result"), N_("by the cards played")),
        ),
    )
    words: ClassVar[Mapping[str, str]] = {
        "resistance-chief": N_("Resistance Chief"),
        "resistance-hunter": N_("Resistance Hunter"),
        "spy-chief": N_("Spy Chief"),
        "spy-hunter": N_("Spy Hunter"),
        "chief": N_("Chief"),
        "not-a-chief": N_("Not a Chief"),
        "chief-fail": N_("Chief Fail"),
        "token": N_("Investigator token"),
        "investigator": N_("Investigator"),
        "accusation-right": N_("The accusation is right."),
        "accusation-wrong": N_("The accusation is wrong."),
        "spy-chief-found": N_("The spy Chief was found."),
        "resistance-chief-found": N_("The resistance Chief was found."),
        "coordinator-found": N_("The Coordinator was found."),
    }
    about: ClassVar[Mapping[str, str]] = {
        "investigator": N_("Investigates a player if this mission fails."),
        "resistance-hunter": N_("Accuses a player of being a spy Chief after the third success."),
        "spy-hunter": N_("Accuses a player of being a resistance Chief after the third failure."),
    }
    abilities: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(
            ("resistance-chief", "spy-chief"), N_("The other side's Hunter is after you: do not give yourself away.")
        ),
        "resistance-hunter": N_(
            "After the third success you reveal yourself and accuse a player of being a spy Chief."
        ),
        "spy-hunter": N_(
            "After the third failure you reveal yourself and accuse a player of being a resistance Chief."
        ),
    }
    explanations: ClassVar[Mapping[str, str]] = {
        "resistance-chief": N_("Stays hidden, because the spies' Hunter is looking for this player."),
        "spy-chief": N_("Stays hidden, because the resistance's Hunter is looking for this player."),
        "chief-fail": N_("A Fail of its own kind: the spy Chief plays it in place of Fail, and nobody else may."),
    }
    icons: ClassVar[Mapping[str, str]] = {
        "investigator": "lens",
        "resistance-hunter": "sights",
        "spy-hunter": "claws",
    }
    goals: ClassVar[Mapping[str, str]] = {
        "resistance": N_("Make three missions succeed; then your Hunter must find a spy Chief."),
        "spies": N_("Make three missions fail without being caught; then your Hunter must find a resistance Chief."),
    }

    def abilities_of(self, ruleset: Ruleset, role: str) -> Iterator[str]:
        """Yield the role's abilities, those that depend on Chief Fail cards last (HUN-MISSION-1, HUN-EARLY-1)."""
        yield from super().abilities_of(ruleset, role)
        if role in (early := _WITH_CHIEF_FAIL if ruleset.players >= CHIEF_FAILS else _WITHOUT_CHIEF_FAIL):
            yield early[role]

    def explanation_of(self, ruleset: Ruleset, word: str) -> Iterator[str]:
        """Yield the explanation, with what is known about Chiefs first (HUN-REVEAL-1, HUN-REVEAL-2)."""
        if word == "resistance-chief" and ruleset.players >= CHIEFS_MEET:
            yield N_("The resistance Chiefs know each other.")
        elif word == "spy-chief" and any(line.eyes == "spies" for line in reveal_script(ruleset)):
            yield N_("The spies see in the reveal who it is.")
        yield from super().explanation_of(ruleset, word)
        if word == "spy-hunter":
            yield _EARLY_WITH_CHIEF_FAIL if ruleset.players >= CHIEF_FAILS else _EARLY_WITHOUT_CHIEF_FAIL

    def special_cards(self, ruleset: Ruleset) -> Mapping[str, int]:
        """Return the special character cards and their copies (HUN-SETUP-1)."""
        return COPIES[ruleset.players]

    def components(self, ruleset: Ruleset) -> Iterator[Component]:
        """Yield Chief Fail cards, loyalty cards and the Investigator token (HUN-SETUP-2, HUN-SETUP-3)."""
        if ruleset.players >= CHIEF_FAILS:
            yield Component(MISSIONS_DECK, "chief-fail", largest_team(ruleset.players))
        for card in loyalty_cards(ruleset.players):
            yield Component(CHIEF_LOYALTY, card)
        yield Component(TOKENS, "investigator")

    def policies(self) -> tuple[PolicyHandler, ...]:
        return (
            PROPOSAL.handled_by(investigation.ask_for_token, after=("targeting",)),
            HAND.handled_by(with_chief_fail),
            PLAYABLE.handled_by(chief_cards),
        )

    def notices(self) -> tuple[NoticeHandler, ...]:
        return (PROPOSAL_MADE.handled_by(investigation.give_token),)

    def windows(self) -> tuple[WindowHandler, ...]:
        return (
            MISSION_REVEALED.handled_by(accusation.accusations),
            MISSION_SETTLED.handled_by(investigation.investigation),
        )

    def part(self, ruleset: Ruleset) -> Part:
        return HunterPart()

    def face_up_items(self, board: Board, seat: Seat) -> tuple[str, ...]:
        part = part_of(board)
        cards = tuple(HUNTERS[side] for side, hunter in part.revealed.items() if hunter == seat)
        return ("investigator", *cards) if part.investigator == seat else cards

    def advice(self, ruleset: Ruleset) -> tuple[str, ...]:
        optional = [name for name in ruleset.modules if name in OPTIONAL]
        roles = (N_("New to the optional roles? Add one at a time."),) if len(optional) > 1 else ()
        return (*module_advice(ruleset, self.name), *roles)

    def opening_knowledge(self, ruleset: Ruleset, roles: tuple[str, ...]) -> Iterable[Event]:
        return reveal.chiefs_seen(ruleset, roles)

    def script(self, ruleset: Ruleset, lines: tuple[ScriptLine, ...]) -> tuple[ScriptLine, ...]:
        return reveal.script(ruleset, lines)


def with_chief_fail(game: Game, hand: tuple[str, ...]) -> tuple[str, ...]:
    """Add Chief Fail to each team member's hand from 7 players up (HUN-SETUP-3, HUN-MISSION-1)."""
    return (*hand, "chief-fail") if game.board.players >= CHIEF_FAILS else hand


def chief_cards(ruleset: Ruleset, cards: tuple[str, ...], board: Board, role: str) -> tuple[str, ...]:
    """Return the cards a role may play: from 7 players a spy Chief plays Chief Fail instead of Fail.

    Nobody else may play Chief Fail (HUN-MISSION-1, HUN-MISSION-3).
    """
    if role == "spy-chief" and ruleset.players >= CHIEF_FAILS:
        return ("success", "chief-fail")
    return cards
