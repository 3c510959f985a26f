"""Round Table as a rulebook: set-up, deal and reveal. The flow is in `steps` and, after three successes, `ending`."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final

from turncoat.games.resistance import components
from turncoat.games.resistance import events as base_events
from turncoat.games.resistance.phrases import PHRASES
from turncoat.games.resistance.steps import BEGIN_ROUND
from turncoat.games.resistance.tables import MISSIONS, PLAYERS, REJECTIONS, fails_needed, team_size
from turncoat.games.resistance.votes import votes_of
from turncoat.games.round_table import events as happened
from turncoat.games.round_table.board import Board
from turncoat.games.round_table.hooks import HOOKS
from turncoat.games.round_table.ready_sets import READY_SETS
from turncoat.games.round_table.recorded import play_recorded, recorded_of
from turncoat.games.round_table.reveal import REVEAL, SCRIPT, knowledge_of
from turncoat.games.round_table.roles import (
    ASSASSIN,
    ASSASSIN_OPTION,
    CAST,
    ROLE_WORDS,
    SIDES,
    assassin_of,
    check_assassin,
)
from turncoat.games.round_table.rulings import RULINGS
from turncoat.games.round_table.steps import FLOWS, Game
from turncoat.games.round_table.tables import EVIL, GOOD
from turncoat.kernel.boards import Votes
from turncoat.kernel.chapters import Deal, DealError, ReadySet, RuleOption, Ruling, ScriptLine
from turncoat.kernel.components import Component, Deck
from turncoat.kernel.draws import Draws
from turncoat.kernel.events import Event
from turncoat.kernel.hooks import Hook
from turncoat.kernel.rulebooks import Rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Step
from turncoat.kernel.words import N_, composed

_NEWCOMERS: Final = N_(
    "New to the game? Play with Merlin and the Assassin only, then add Percival and Morgana together, then one "
    "character at a time, and tokens last."
)
_ASSASSIN_TOO: Final = {
    "mordred": N_("Mordred has the Assassin's card, and names a player as Merlin at the end."),
    "morgana": N_("Morgana has the Assassin's card, and names a player as Merlin at the end."),
}
_EVIL_WINS: Final = N_("Evil wins")
_GOES: Final = N_("The fifth team goes without a vote")
_NAMES_MERLIN: Final = N_("After three successes you name a player; if it is Merlin, evil wins.")


class RoundTable(Rulebook):
    """Round Table, for 5 to 10 players."""

    name: ClassVar[str] = "round-table"
    title: ClassVar[str] = N_("Round Table")
    summary: ClassVar[str] = N_("Merlin knows who is evil, but must not be found out. Can good win all the same?")
    rulings: ClassVar[tuple[Ruling, ...]] = RULINGS
    players: ClassVar[range] = PLAYERS
    minutes: ClassVar[int] = 30
    options: ClassVar[tuple[RuleOption, ...]] = (
        RuleOption(
            ASSASSIN_OPTION,
            N_(
                "If characters take all cards of evil, Mordred does the Assassin's work too, or else Morgana; or the "
                "Assassin always has a card."
            ),
            ("doubled", "card"),
            "doubled",
            N_("The Assassin"),
            (N_("may be a character too"), N_("has a card")),
        ),
        RuleOption(
            "fifth-team",
            N_("The fifth team of a round needs a vote like any other, or goes without one."),
            ("voted", "goes"),
            "voted",
            N_("The fifth team"),
            (N_("needs a vote"), N_("goes without a vote")),
        ),
        RuleOption(
            "evil-comes-out",
            N_("Before the Assassin names Merlin, everybody learns who is evil."),
            (False, True),
            True,
            N_("Evil comes out"),
        ),
    )
    questions: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "name-team": (),
        "cast-ballot": ("approve", "reject"),
        "play-card": ("success", "fail"),
        "name-merlin": (),
    }
    events: ClassVar[tuple[type[Event], ...]] = happened.EVENTS
    hooks: ClassVar[tuple[Hook, ...]] = HOOKS
    flows: ClassVar[Mapping[str, tuple[Step, ...]]] = FLOWS
    abilities: ClassVar[Mapping[str, str]] = {
        "merlin": N_("Evil still wins if the Assassin names you after three successes: stay hidden."),
    }
    goals: ClassVar[Mapping[str, str]] = {
        GOOD: N_("Make three quests succeed, and keep Merlin safe."),
        EVIL: N_("Make three quests fail, or find Merlin after three successes."),
    }
    explanations: ClassVar[Mapping[str, str]] = {
        **components.EXPLANATIONS,
        "merlin": N_(
            "If the Assassin names this player after three successes, evil still wins. On a quest plays Success."
        ),
        "knight": N_("Knows nothing about the others. On a quest plays Success."),
        "minion": N_("On a quest plays Success or Fail."),
        "success": N_("Helps the quest. Everybody on the team may play it."),
        "fail": N_("Only evil may play it."),
    }
    victories: ClassVar[Mapping[str, str]] = {GOOD: N_("Good wins"), EVIL: _EVIL_WINS}
    hiding_side: ClassVar[str] = EVIL
    hiders: ClassVar[str] = N_("{count} evil player", "{count} evil players")
    phrases: ClassVar[Mapping[str, str]] = PHRASES
    ready_sets: ClassVar[tuple[ReadySet, ...]] = READY_SETS
    script_reader: ClassVar[str] = N_("The leader reads this aloud, and does what it says like everybody else.")
    role_deck: ClassVar[Deck] = components.CHARACTERS
    clauses_elsewhere: ClassVar[Mapping[str, str]] = {"RES-": "resistance", "TGT-": "resistance"}
    own_clauses: ClassVar[Mapping[str, str]] = {"RoleDealt": "RT-REVEAL-1"}
    own_words: ClassVar[Mapping[str, str]] = {"mission": "quest"}
    words: ClassVar[Mapping[str, str]] = {
        **ROLE_WORDS,
        **components.WORDS,
        "approve": N_("Approve"),
        "reject": N_("Reject"),
        "success": N_("Success"),
        "fail": N_("Fail"),
        "team": N_("Team"),
        "mission-succeeded": N_("The quest succeeds"),
        "mission-failed": N_("The quest fails"),
        "everyone": N_("Everybody"),
        "three-failures": N_("Three quests failed."),
        "five-rejections": N_("Five teams were rejected in one round."),
        "merlin-named": N_("The Assassin found Merlin."),
        "merlin-missed": N_("The Assassin did not find Merlin."),
    }

    def check(self, ruleset: Ruleset) -> None:
        check_assassin(ruleset)

    def abilities_of(self, ruleset: Ruleset, role: str) -> Iterator[str]:
        """Yield the role's abilities, and the assassination for whoever does the Assassin's work (RT-SETUP-3)."""
        yield from super().abilities_of(ruleset, role)
        if role == assassin_of(ruleset):
            if role != ASSASSIN:
                yield N_("You are the Assassin too.")
            yield _NAMES_MERLIN

    def explanation_of(self, ruleset: Ruleset, word: str) -> Iterator[str]:
        """Yield what a character knows first, and what the Assassin does last."""
        yield from knowledge_of(ruleset, word)
        yield from super().explanation_of(ruleset, word)
        if word == assassin_of(ruleset):
            if word != ASSASSIN:
                yield N_("Does the Assassin's work too.")
            yield N_("After three successes names a player; if it is Merlin, evil wins.")
        if word == "fail":
            missions = range(1, MISSIONS + 1)
            two = any(fails_needed(ruleset.players, mission) > 1 for mission in missions)
            yield components.ONE_FAIL_OR_TWO if two else components.ONE_FAIL
        elif word == "vote-track-marker":
            if ruleset.option("fifth-team") == "goes":
                yield N_("After four, the fifth team goes without a vote.")
            else:
                yield N_("The fifth in one round wins the game for evil.")

    def advice(self, ruleset: Ruleset) -> tuple[str, ...]:
        """Return the advice to newcomers (RT-SETUP-6), and who is the Assassin too (RT-SETUP-3)."""
        doubled = _ASSASSIN_TOO.get(assassin_of(ruleset))
        return ((_NEWCOMERS,) if ruleset.modules else ()) + ((doubled,) if doubled else ())

    def board(self, ruleset: Ruleset) -> Board:
        return Board(ruleset.players, ruleset.option("fifth-team") == "goes")

    def deal(self, ruleset: Ruleset, draws: Draws) -> Deal:
        """Deal one character card each, uniformly, and choose the first leader uniformly (RES-SETUP-3, -4)."""
        return Deal(draws.shuffled(CAST.cards(ruleset)), draws.below(ruleset.players))

    def role_cards(self, ruleset: Ruleset) -> tuple[str, ...]:
        """Return the cards of the basic game, before chapters add theirs (RT-SETUP-1)."""
        return CAST.plain_cards(ruleset.players)

    def components(self, ruleset: Ruleset) -> Iterator[Component]:
        """Yield the components of the base game, with the end of the vote track that the table has chosen."""
        players = ruleset.players
        end = _GOES if ruleset.option("fifth-team") == "goes" else _EVIL_WINS
        vote_track = components.track(REJECTIONS - (end is _GOES), end)
        spaces = components.mission_spaces(players, team_size, fails_needed)
        yield from components.of_missions(players, spaces, vote_track, components.largest_team(players))

    def check_deal(self, ruleset: Ruleset, deal: Deal) -> None:
        cards = CAST.cards(ruleset)
        if sorted(deal.roles) == sorted(cards):
            return
        missing, extra = Counter(cards) - Counter(deal.roles), Counter(deal.roles) - Counter(cards)
        message, lacks = N_("the deal lacks {missing}; {extra} should not be there"), ", ".join(missing.elements())
        raise DealError("role-count", composed(message, missing=lacks, extra=", ".join(extra.elements())))

    def begin(self, game: Game) -> None:
        game.emit(base_events.LeaderChosen(game.deal.first))
        game.announce_deal(self)
        game.follow(BEGIN_ROUND)

    def opening_knowledge(self, ruleset: Ruleset, roles: tuple[str, ...]) -> Iterator[Event]:
        """Yield each player's own card, and what evil and Merlin see in the reveal (RT-REVEAL-1)."""
        for seat, role in enumerate(roles):
            yield base_events.RoleDealt(seat, role)
        lookers = REVEAL.seats(ruleset, "looks_with_evil", roles)
        yield happened.EvilSeen(lookers, REVEAL.seats(ruleset, "shown_to_evil", roles))
        yield happened.MerlinSaw(roles.index("merlin"), REVEAL.seats(ruleset, "shown_to_merlin", roles))

    def ended(self, game: Game) -> None:
        game.emit(base_events.RolesRevealed(tuple(role or "" for role in game.board.roles)))

    def script(self, ruleset: Ruleset) -> tuple[ScriptLine, ...]:
        return SCRIPT

    def side_of(self, role: str, board: Board | None = None) -> str:
        return SIDES[role] if board is None else board.side_of(role)

    def play_recorded(self, recorded: Mapping[str, Any]) -> Game:
        return play_recorded(recorded)

    def recorded_of(self, game: Game) -> dict[str, Any]:
        return recorded_of(game)

    def votes(self, events: Iterable[Event], players: int) -> Votes:
        return votes_of(events, players)
