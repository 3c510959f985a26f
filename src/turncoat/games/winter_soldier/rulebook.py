"""Winter Soldier as a rulebook: set-up, deal, reveal, and Captain America's standing offer. The flow is in `steps`."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from turncoat.games.resistance import components
from turncoat.games.resistance import events as base_events
from turncoat.games.resistance.phrases import PHRASES
from turncoat.games.resistance.steps import BEGIN_ROUND
from turncoat.games.resistance.votes import votes_of
from turncoat.games.winter_soldier import events as happened
from turncoat.games.winter_soldier import reveal
from turncoat.games.winter_soldier.accusation import ACCUSE, accusations
from turncoat.games.winter_soldier.board import Board
from turncoat.games.winter_soldier.ending import ComeOut, LastGuess, NameFury
from turncoat.games.winter_soldier.hooks import HOOKS
from turncoat.games.winter_soldier.roles import CAST, HYDRA, ROLE_WORDS, SHIELD, SIDES
from turncoat.games.winter_soldier.rulings import RULINGS
from turncoat.games.winter_soldier.steps import CastBallots, Game, NameTeam, PlayCards, act_now_or_later
from turncoat.games.winter_soldier.tables import (
    MISSIONS,
    PLACE_WORDS,
    PLAYERS,
    REJECTIONS,
    TEAM_SIZES,
    fails_needed,
    team_size,
)
from turncoat.kernel.boards import Votes
from turncoat.kernel.chapters import Deal, DealError, Offer, RuleOption, Ruling, ScriptLine
from turncoat.kernel.components import Component, Deck
from turncoat.kernel.draws import Draws
from turncoat.kernel.events import Event
from turncoat.kernel.hooks import Hook
from turncoat.kernel.options import Answer
from turncoat.kernel.rulebooks import Rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, SeatSet
from turncoat.kernel.steps import Step
from turncoat.kernel.words import N_, composed, listed

_ONE_AT_A_TIME: Final = N_("New to the game? Play without special characters first, then add or change one at a time.")
_LITERAL_TELLS: Final = N_(
    "What the Winter Soldier may not reject can tell him about {unknown}, since every HYDRA agent counts."
)
_MISSION_FAILS: Final = N_("The mission fails")


class WinterSoldier(Rulebook):
    """The Resistance: Winter Soldier, for 5 to 12 players."""

    name: ClassVar[str] = "winter-soldier"
    title: ClassVar[str] = N_("Winter Soldier")
    summary: ClassVar[str] = N_(
        "HYDRA sits among you, and Captain America leads in plain sight. Who is the Winter Soldier?"
    )
    rulings: ClassVar[tuple[Ruling, ...]] = RULINGS
    players: ClassVar[range] = PLAYERS
    minutes: ClassVar[int] = 30
    options: ClassVar[tuple[RuleOption, ...]] = (
        RuleOption(
            "fury-lost",
            N_(
                "When an accusation puts Nick Fury out of the game: then only he may be named; HYDRA wins; or play "
                "continues without him."
            ),
            ("may-be-named", "hydra-wins", "play-on"),
            "may-be-named",
            N_("When Nick Fury is put out"),
            (N_("only he may be named"), N_("HYDRA wins at once"), N_("play continues without him")),
        ),
        RuleOption(
            "out-players-talk",
            N_("Players who are out may keep talking."),
            (False, True),
            False,
            N_("Players who are out talk"),
        ),
        RuleOption(
            "team-cap",
            N_("A team is at most as large as the number of players left, or one fewer."),
            ("left", "left-minus-one"),
            "left",
            N_("Largest team"),
            (N_("all players left"), N_("one fewer")),
        ),
        RuleOption(
            "winter-soldier-literal",
            N_(
                "The Winter Soldier may not reject a team with any HYDRA agent on it, known to him or not; nobody "
                "else counts. It matters with Maria Hill or Baron Zemo."
            ),
            (False, True),
            False,
            N_("The Winter Soldier approves all of HYDRA"),
        ),
    )
    questions: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "name-team": (),
        "cast-ballot": ("approve", "reject"),
        "play-card": ("success", "fail"),
        "name-fury": (),
        "last-guess": (),
    }
    events: ClassVar[tuple[type[Event], ...]] = happened.EVENTS
    hooks: ClassVar[tuple[Hook, ...]] = HOOKS
    abilities: ClassVar[Mapping[str, str]] = {
        "captain-america": N_("You may accuse a player of being the Winter Soldier at any time. Be sure first."),
        "nick-fury": N_("HYDRA still wins if the Winter Soldier names you after three successes: stay hidden."),
        "winter-soldier": N_("On a mission you play Failure. After three successes you name Nick Fury."),
    }
    goals: ClassVar[Mapping[str, str]] = {
        SHIELD: N_("Make three missions succeed, and keep Nick Fury safe."),
        HYDRA: N_("Make three missions fail, or find Nick Fury after three successes."),
    }
    explanations: ClassVar[Mapping[str, str]] = {
        **components.EXPLANATIONS,
        "captain-america": N_("Known to everybody. May accuse a player of being the Winter Soldier at any time."),
        "nick-fury": N_("If the Winter Soldier names this player after three successes, HYDRA still wins."),
        "shield-agent": N_("Knows nothing about the others. On a mission plays Success."),
        "winter-soldier": N_("On a mission plays Failure. After three successes names Nick Fury."),
        "hydra-agent": N_("On a mission plays Success or Failure."),
        "bucky-barnes": N_("Turned over when Captain America finds the Winter Soldier: S.H.I.E.L.D. wins."),
        "success": N_("Helps the mission. Everybody on the team may play it, except the Winter Soldier."),
        "fail": N_("HYDRA may play it."),
    }
    offers_are_public: ClassVar[bool] = True  # everybody knows who Captain America is (WIN-SETUP-3)
    victories: ClassVar[Mapping[str, str]] = {SHIELD: N_("S.H.I.E.L.D. wins"), HYDRA: N_("HYDRA wins")}
    hiding_side: ClassVar[str] = HYDRA
    hiders: ClassVar[str] = N_("{count} HYDRA agent", "{count} HYDRA agents")
    phrases: ClassVar[Mapping[str, str]] = PHRASES
    script_reader: ClassVar[str] = N_(
        "The dealer asks who Captain America is. Captain America says so, leads first, and reads this aloud."
    )
    own_clauses: ClassVar[Mapping[str, str]] = {
        "BallotsRevealed": "WIN-VOTE-1",
        "TeamApproved": "WIN-VOTE-1",
        "LeaderPassed": "WIN-TEAM-2",
        "MissionRevealed": "WIN-MISSION-3",
    }
    role_deck: ClassVar[Deck] = components.CHARACTERS
    clauses_elsewhere: ClassVar[Mapping[str, str]] = {"RES-": "resistance"}
    flows: ClassVar[Mapping[str, tuple[Step, ...]]] = {
        "first-proposal": (NameTeam(),),
        "proposal": (NameTeam(),),
        "vote": (CastBallots(),),
        "mission": (PlayCards(),),
        "last-stages": (LastGuess(), ComeOut(), NameFury()),
    }
    offered: ClassVar[Mapping[str, tuple[str, ...]]] = {ACCUSE: ()}
    words: ClassVar[Mapping[str, str]] = {
        **ROLE_WORDS,
        **PLACE_WORDS,
        **components.WORDS,
        "approve": N_("Approve"),
        "reject": N_("Reject"),
        "success": N_("Success"),
        "fail": N_("Failure"),
        "team": N_("Team"),
        "mission-succeeded": N_("The mission succeeds"),
        "mission-failed": N_("The mission fails"),
        "everyone": N_("Everybody"),
        "out-of-the-game": N_("Out of the game"),
        ACCUSE: N_("Accuse"),
        "three-failures": N_("Three missions failed."),
        "winter-soldier-found": N_("Captain America found the Winter Soldier."),
        "last-guess-right": N_("Captain America's last guess was right."),
        "fury-assassinated": N_("Nick Fury was assassinated."),
        "fury-missed": N_("The Winter Soldier did not find Nick Fury."),
        "fury-lost": N_("Nick Fury is lost."),
        "fury-out-of-reach": N_("Nick Fury is out of the Winter Soldier's reach."),
    }

    def abilities_of(self, ruleset: Ruleset, role: str) -> Iterator[str]:
        """Yield the role's abilities, those about teams that the Winter Soldier may not reject first (WIN-VOTE-2)."""
        if role == "winter-soldier":
            if reveal.is_literal(ruleset):
                yield N_("You may not reject a team with HYDRA on it, known to you or not, yourself included.")
            elif reveal.unknown_to_hydra(ruleset):
                yield N_("You may not reject a team with you on it, or anybody you saw in the reveal.")
            else:
                yield N_("You may not reject a team with HYDRA on it, yourself included.")
        yield from super().abilities_of(ruleset, role)

    def explanation_of(self, ruleset: Ruleset, word: str) -> Iterator[str]:
        """Yield what a character knows first, and teams that the Winter Soldier may not reject last (WIN-VOTE-2)."""
        yield from reveal.knowledge_of(ruleset, word)
        yield from super().explanation_of(ruleset, word)
        if word == "winter-soldier":
            if reveal.is_literal(ruleset):
                yield N_("May not reject a team with HYDRA on it, known or not, this player included.")
            elif reveal.unknown_to_hydra(ruleset):
                yield N_("May not reject a team with this player on it, or with anybody seen in the reveal.")
            else:
                yield N_("May not reject a team with HYDRA on it, this player included.")
        elif word == "fail":
            missions = range(1, MISSIONS + 1)
            two = any(fails_needed(ruleset.players, mission) > 1 for mission in missions)
            yield components.ONE_FAIL_OR_TWO if two else components.ONE_FAIL
        elif word == "vote-track-marker":
            yield N_("The third makes the mission fail.")

    def option_matters(self, ruleset: Ruleset, option: str) -> bool:
        """Return whether an option changes anything.

        Literal counting does not if the Winter Soldier knows all agents (WIN-VOTE-2).
        """
        return option != "winter-soldier-literal" or bool(reveal.unknown_to_hydra(ruleset))

    def advice(self, ruleset: Ruleset) -> tuple[str, ...]:
        """Return the advice on special characters and on literal counting (WIN-SETUP-2, WIN-VOTE-2)."""
        advice: tuple[str, ...] = (_ONE_AT_A_TIME,) if ruleset.modules else ()
        if reveal.is_literal(ruleset):
            titles = [self.chapters[name].title for name in reveal.unknown_to_hydra(ruleset)]
            advice += (composed(_LITERAL_TELLS, unknown=listed(titles)),)
        return advice

    def board(self, ruleset: Ruleset) -> Board:
        spare = 1 if ruleset.option("team-cap") == "left-minus-one" else 0
        return Board(ruleset.players, spare, bool(ruleset.option("out-players-talk")))

    def deal(self, ruleset: Ruleset, draws: Draws) -> Deal:
        """Deal one character card each, uniformly (RES-SETUP-3), and draw a dealer, who has no effect (WIN-SETUP-4)."""
        return Deal(draws.shuffled(CAST.cards(ruleset)), draws.below(ruleset.players))

    def role_cards(self, ruleset: Ruleset) -> tuple[str, ...]:
        """Return the basic characters and general agents, before chapters add theirs (WIN-SETUP-1, -2)."""
        return CAST.plain_cards(ruleset.players)

    def components(self, ruleset: Ruleset) -> Iterator[Component]:
        """Yield the components (WIN-SETUP-1), with Bucky Barnes ready to replace the Winter Soldier (WIN-ACCUSE-4)."""
        yield Component(components.CHARACTERS, "bucky-barnes", mark=N_("not dealt"))
        players, places = ruleset.players, tuple(PLACE_WORDS.values())
        spaces = components.mission_spaces(players, team_size, fails_needed, places)
        most = max(TEAM_SIZES[players])
        yield from components.of_missions(players, spaces, components.track(REJECTIONS, _MISSION_FAILS), most)

    def check_deal(self, ruleset: Ruleset, deal: Deal) -> None:
        cards = CAST.cards(ruleset)
        if sorted(deal.roles) == sorted(cards):
            return
        missing, extra = Counter(cards) - Counter(deal.roles), Counter(deal.roles) - Counter(cards)
        message, lacks = N_("the deal lacks {missing}; {extra} should not be there"), ", ".join(missing.elements())
        raise DealError("role-count", composed(message, missing=lacks, extra=", ".join(extra.elements())))

    def begin(self, game: Game) -> None:
        game.announce_deal(self)
        game.follow(BEGIN_ROUND)

    def opening_knowledge(self, ruleset: Ruleset, roles: tuple[str, ...]) -> Iterator[Event]:
        """Yield each player's own card, Captain America, and the reveal (WIN-SETUP-3, WIN-REVEAL-1, -2)."""
        for seat, role in enumerate(roles):
            yield base_events.RoleDealt(seat, role)
        yield happened.CaptainKnown(roles.index("captain-america"))
        yield happened.HydraSeen(reveal.REVEAL.seats(ruleset, "opens_with_hydra", roles))
        yield happened.FurySaw(roles.index("nick-fury"), reveal.REVEAL.seats(ruleset, "shown_to_fury", roles))

    def ended(self, game: Game) -> None:
        game.emit(base_events.RolesRevealed(tuple(role or "" for role in game.board.roles)))

    def face_up_items(self, board: Board, seat: Seat) -> tuple[str, ...]:
        """Return the player's public character card and the mark of players who are out."""
        role = board.roles[seat] if board.face_up >> seat & 1 else None
        return (*([role] if role else []), *(["out-of-the-game"] if board.out >> seat & 1 else []))

    def offer_holders(self, game: Game) -> SeatSet:
        return 1 << game.board.captain

    def offers(self, game: Game, seat: Seat) -> tuple[Offer, ...]:
        return accusations(game.board, seat)

    def take(self, game: Game, seat: Seat, offer: str, answer: Answer) -> None:
        """Announce the accusation at once, even if it takes effect later (WIN-ACCUSE-1)."""
        game.emit(happened.Accused(seat, answer))
        act_now_or_later(game)

    def script(self, ruleset: Ruleset) -> tuple[ScriptLine, ...]:
        return reveal.SCRIPT

    def side_of(self, role: str, board: Board | None = None) -> str:
        return SIDES[role]

    def votes(self, events: Iterable[Event], players: int) -> Votes:
        return votes_of(events, players)
