"""The Resistance as a rulebook: set-up, deal and reveal. The flow is in `steps`, and the variants are chapters."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, ClassVar

from turncoat.games.resistance import components
from turncoat.games.resistance import events as happened
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.hooks import HOOKS
from turncoat.games.resistance.loyalty import CARD_SHOWN, LOYALTY_CARD
from turncoat.games.resistance.loyalty_token import has_loyalty_cards
from turncoat.games.resistance.phrases import PHRASES
from turncoat.games.resistance.recorded import play_recorded, recorded_of
from turncoat.games.resistance.reveal import (
    EYES_CLOSED,
    EYES_OPEN,
    TOUCH_COMPONENTS,
    by_touch,
    knowledge_of,
    spies_reveal,
)
from turncoat.games.resistance.roles import SIDES, roles_in_play
from turncoat.games.resistance.rulings import RULINGS
from turncoat.games.resistance.steps import BEGIN_ROUND, FLOWS, Game
from turncoat.games.resistance.tables import MISSIONS, PLAYERS, SPIES, fails_needed
from turncoat.games.resistance.votes import votes_of
from turncoat.kernel.boards import Votes
from turncoat.kernel.chapters import Deal, DealError, Ruling, ScriptLine
from turncoat.kernel.components import Component, Deck
from turncoat.kernel.draws import Draws
from turncoat.kernel.events import Event
from turncoat.kernel.hooks import Hook
from turncoat.kernel.refusals import describe
from turncoat.kernel.rulebooks import Rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Step
from turncoat.kernel.words import N_, P_, composed

describe({"card-not-yours-to-play": N_("Your side may not play that card. Play {allowed}.")})


class Resistance(Rulebook):
    """The Resistance, for 5 to 10 players."""

    name: ClassVar[str] = "resistance"
    title: ClassVar[str] = N_("The Resistance")
    summary: ClassVar[str] = N_("A few spies among you. Three missions decide. Who can you trust?")
    rulings: ClassVar[tuple[Ruling, ...]] = RULINGS
    players: ClassVar[range] = PLAYERS
    minutes: ClassVar[int] = 30
    questions: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "name-team": (),
        "cast-ballot": ("approve", "reject"),
        "play-card": ("success", "fail"),
    }
    events: ClassVar[tuple[type[Event], ...]] = happened.EVENTS
    flows: ClassVar[Mapping[str, tuple[Step, ...]]] = FLOWS
    words: ClassVar[Mapping[str, str]] = {
        "resistance": N_("Resistance"),
        "role:resistance": P_("one person", "Resistance"),
        "spy": N_("Spy"),
        "spies": N_("Spies"),
        "approve": N_("Approve"),
        "reject": N_("Reject"),
        "success": N_("Success"),
        "fail": N_("Fail"),
        "team": N_("Team"),
        "mission-succeeded": N_("The mission succeeds"),
        "mission-failed": N_("The mission fails"),
        "three-successes": N_("Three missions succeeded."),
        "three-failures": N_("Three missions failed."),
        "five-rejections": N_("Five teams were rejected in one round."),
        CARD_SHOWN: P_("shown to somebody", "character card"),
        **components.WORDS,
    }
    hooks: ClassVar[tuple[Hook, ...]] = HOOKS
    goals: ClassVar[Mapping[str, str]] = {
        "resistance": N_("Make three missions succeed."),
        "spies": N_("Make three missions fail without being caught."),
    }
    explanations: ClassVar[Mapping[str, str]] = {
        **components.EXPLANATIONS,
        "resistance": N_("Knows nothing about the others. On a mission plays Success."),
        "spy": N_("On a mission plays Success or Fail."),
        "success": N_("Helps the mission. Everybody on the team may play it."),
        "fail": N_("Only spies may play it."),
    }
    victories: ClassVar[Mapping[str, str]] = {
        "resistance": N_("The Resistance wins"),
        "spies": N_("The spies win"),
    }
    hiding_side: ClassVar[str] = "spies"
    hiders: ClassVar[str] = N_("{count} spy", "{count} spies")
    no_value: ClassVar[str] = ""
    phrases: ClassVar[Mapping[str, str]] = PHRASES
    script_reader: ClassVar[str] = N_("The leader reads this aloud, and does what it says like everybody else.")
    role_deck: ClassVar[Deck] = components.CHARACTERS
    touch_components: ClassVar[tuple[tuple[int, str], ...]] = TOUCH_COMPONENTS

    def words_of(self, ruleset: Ruleset) -> Mapping[str, str]:
        """Return the game's words, with the loyalty card's label for tables that have loyalty cards."""
        return {**self.words, CARD_SHOWN: LOYALTY_CARD} if has_loyalty_cards(ruleset) else self.words

    def explanation_of(self, ruleset: Ruleset, word: str) -> Iterator[str]:
        """Yield what a spy knows first, and how many Fails a mission takes last (RES-REVEAL-1, RES-MISSION-4)."""
        yield from knowledge_of(ruleset, word)
        yield from super().explanation_of(ruleset, word)
        if word == "fail":
            missions = range(1, MISSIONS + 1)
            two = any(fails_needed(ruleset.players, mission) > 1 for mission in missions)
            yield components.ONE_FAIL_OR_TWO if two else components.ONE_FAIL
        elif word == "vote-track-marker":
            yield N_("The fifth in one round wins the game for the spies.")

    def board(self, ruleset: Ruleset) -> Board:
        return Board(ruleset.players)

    def deal(self, ruleset: Ruleset, draws: Draws) -> Deal:
        """Deal one character card each, uniformly, and choose the first leader uniformly (RES-SETUP-3, -4)."""
        return Deal(draws.shuffled(self.role_cards(ruleset)), draws.below(ruleset.players))

    def role_cards(self, ruleset: Ruleset) -> tuple[str, ...]:
        """Return the plain character cards for the player count (RES-SETUP-2)."""
        spies = SPIES[ruleset.players]
        return ("spy",) * spies + ("resistance",) * (ruleset.players - spies)

    def components(self, ruleset: Ruleset) -> Iterator[Component]:
        """Yield the components of the base game (RES-SETUP-1)."""
        return components.base(ruleset.players)

    def check_deal(self, ruleset: Ruleset, deal: Deal) -> None:
        in_play = roles_in_play(ruleset)
        if not in_play.issuperset(deal.roles):
            role = min(set(deal.roles) - in_play)
            if role in SIDES:
                message = N_("the role {role} belongs to a module that is not in play")
                raise DealError("role-not-in-play", composed(message, role=repr(role)))
            message = N_("unknown role {role}; known: {known}")
            raise DealError("unknown-role", composed(message, role=repr(role), known=", ".join(sorted(in_play))))
        check_spies(ruleset.players, deal.roles)

    def begin(self, game: Game) -> None:
        game.emit(happened.LeaderChosen(game.deal.first))
        game.announce_deal(self)
        game.follow(BEGIN_ROUND)

    def opening_knowledge(self, ruleset: Ruleset, roles: tuple[str, ...]) -> Iterator[Event]:
        """Yield each player's own card, and what the spies see at the reveal (RES-SETUP-3, RES-REVEAL-1)."""
        for seat, role in enumerate(roles):
            yield happened.RoleDealt(seat, role)
        lookers, seen = spies_reveal(ruleset, roles)
        if lookers:
            yield happened.SpiesSeen(lookers, seen)

    def ended(self, game: Game) -> None:
        game.emit(happened.RolesRevealed(tuple(role or "" for role in game.board.roles)))

    def script(self, ruleset: Ruleset) -> tuple[ScriptLine, ...]:
        """Return the script of the reveal by sight (RES-REVEAL-2)."""
        return (
            EYES_CLOSED,
            ScriptLine(N_("Spies, open your eyes and find one another."), eyes="spies", pause=6.0),
            ScriptLine(N_("Spies, close your eyes. Everybody's eyes are closed now.")),
            EYES_OPEN,
        )

    def touch_script(self, ruleset: Ruleset) -> tuple[ScriptLine, ...]:
        """Return the script of the reveal by touch, in which the leader's card goes round first (RES-REVEAL-3)."""
        return by_touch(ruleset.players)

    def side_of(self, role: str, board: Board | None = None) -> str:
        return SIDES[role]

    def play_recorded(self, recorded: Mapping[str, Any]) -> Game:
        return play_recorded(recorded)

    def recorded_of(self, game: Game) -> dict[str, Any]:
        return recorded_of(game)

    def votes(self, events: Iterable[Event], players: int) -> Votes:
        return votes_of(events, players)


@lru_cache(maxsize=4096)
def check_spies(players: int, roles: tuple[str, ...]) -> None:
    """Raise DealError for a wrong number of spies (RES-SETUP-2)."""
    spies = sum(SIDES[role] == "spies" for role in roles)
    if spies != SPIES[players]:
        message = N_("{players} players have {wanted} spies, not {spies}")
        given = composed(message, players=str(players), wanted=str(SPIES[players]), spies=str(spies))
        raise DealError("role-count", given)
