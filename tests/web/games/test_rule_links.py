"""Rule links lead to the clause behind an event or a question.

The pairs are listed here: each event with a message, and each question, with its clause and words that the clause
contains.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import turncoat.web
from turncoat.games.hail_hydra.events import (
    AbilityUsed,
    AttackRevealed,
    CardsDiscarded,
    CardsDrawn,
    CardsGiven,
    CardsStolen,
    HailHydra,
    HandedOver,
    HeroChosen,
    PileShuffled,
    TokenPassed,
    VillainStands,
)
from turncoat.games.resistance.events import LeaderPassed, MissionRevealed, MissionReversed, TeamRejected
from turncoat.games.resistance.hunter.events import Accused, HunterRevealed
from turncoat.games.resistance.loyalty import LoyaltyShown
from turncoat.games.resistance.plot_thickens.events import PlotCardPlayed
from turncoat.kernel.events import Event
from turncoat.kernel.game import Game
from turncoat.kernel.rulebooks import BOOKS, game_of_clause, rule_of
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import CHANCE
from turncoat.kernel.steps import Ask
from turncoat.testing.walks import random_walk

RULES = Path(turncoat.web.__file__).parent / "templates" / "games"
_CLAUSE = re.compile(r'clause\("([A-Z0-9-]+)", _\("((?:[^"\\]|\\.)*)"\)\)')
TEXTS = {
    (page.parts[-3], id): text
    for page in RULES.glob("*/rules/*.html")
    for id, text in _CLAUSE.findall(page.read_text("utf-8"))
}
"""Text of each clause on a game's rules page."""

PAIRS = """
resistance     LeaderChosen            RES-SETUP-4            first leader
resistance     RoleDealt               RES-SETUP-3            character card
resistance     SpiesSeen               RES-REVEAL-1           spies learn
resistance     RoundBegan              RES-MISSION-6          next
resistance     TeamProposed            RES-TEAM-2             names
resistance     BallotsRevealed         RES-VOTE-1             revealed together
resistance     TeamApproved            RES-VOTE-4             approved
resistance     TeamRejected            RES-VOTE-3             rejected
resistance     CardPlayed              RES-MISSION-1          secretly plays one
resistance     MissionRevealed         RES-MISSION-3          shuffled
resistance     RolesRevealed           RES-END-2              may show
resistance     PlotDeckShuffled        PLT-DECK-2             deck is shuffled
resistance     PlotCardsDrawn          PLT-DRAW-1             draws cards
resistance     PlotCardGiven           PLT-DRAW-1             gives them
resistance     PlotCardPlayed          PLT-TYPE-1             kept until it is used
resistance     PlotCardTaken           PLT-RESPONSIBILITY-1   takes a plot card
resistance     SpotlightTurned         PLT-SPOTLIGHT-1        In the Spotlight
resistance     MissionCardTurnedUp     PLT-SPOTLIGHT-1        everybody sees that card
resistance     MissionCardWatched      PLT-CLOSEEYE-1         look at one of them
resistance     ChiefsSeen              HUN-REVEAL-1           which of them are Chiefs
resistance     ResistanceChiefsMet     HUN-REVEAL-2           resistance Chiefs see each other
resistance     InvestigatorNamed       HUN-INVESTIGATOR-1     Investigator token
resistance     Investigated            HUN-INVESTIGATE-1      investigates
resistance     LoyaltyCardHanded       HUN-LOYALTY-1          hands over the card
resistance     CoordinatorSeen         HUN-COORD-1            known to the resistance Chiefs
resistance     DeepAgentSeen           HUN-DEEP-1             know the Deep Agent
resistance     TwoAgentsSeen           HUN-PRETENDER-1        looks like the Deep Agent
resistance     Blamed                  HUN-BLAME-1            name the Pretender
resistance     InquisitorChosen        INQ-SETUP-1            begins with the token
resistance     InquisitorPassed        INQ-USE-2              goes to the player who was examined
resistance     ?name-team              RES-TEAM-2             names
resistance     ?cast-ballot            RES-VOTE-1             for or against the team
resistance     ?play-card              RES-MISSION-1          secretly plays one
resistance     ?examine                INQ-USE-1              hands them a loyalty card
resistance     ?choose-plot-card       PLT-TYPE-2             in which order
resistance     ?give-plot-card         PLT-DRAW-1             gives them
resistance     ?overhear               PLT-OVERHEARD-1        neighbour
resistance     ?take-from              PLT-RESPONSIBILITY-1   takes a plot card
resistance     ?take-plot-card         PLT-RESPONSIBILITY-1   takes a plot card
resistance     ?strong-leader          PLT-STRONG-1           become the leader
resistance     ?no-confidence          PLT-NOCONF-1           reject a team
resistance     ?in-the-spotlight       PLT-SPOTLIGHT-1        play face up
resistance     ?keeping-a-close-eye    PLT-CLOSEEYE-1         look at one of them
resistance     ?investigate            HUN-INVESTIGATE-1      investigates
resistance     ?hand-loyalty-card      HUN-LOYALTY-1          hands over the card
resistance     ?early-accusation       HUN-EARLY-6            everybody is asked
winter-soldier RoleDealt               RES-SETUP-3            character card
winter-soldier RoundBegan              RES-MISSION-6          next
winter-soldier TeamProposed            RES-TEAM-2             names
winter-soldier BallotsRevealed         WIN-VOTE-1             together
winter-soldier TeamApproved            WIN-VOTE-1             approve a team
winter-soldier LeaderPassed            WIN-TEAM-2             right
winter-soldier CardPlayed              RES-MISSION-1          secretly plays one
winter-soldier MissionRevealed         WIN-MISSION-3          shuffled
winter-soldier RolesRevealed           RES-END-2              may show
winter-soldier CaptainKnown            WIN-SETUP-3            Captain America
winter-soldier HydraSeen               WIN-REVEAL-1           HYDRA
winter-soldier FurySaw                 WIN-REVEAL-2           Nick Fury
winter-soldier RejectionCounted        WIN-VOTE-3             rejected
winter-soldier MissionLost             WIN-VOTE-3             fails
winter-soldier TeamVoided              WIN-OUT-2              team
winter-soldier Accused                 WIN-ACCUSE-1           accuse
winter-soldier AccusationAnswered      WIN-ACCUSE-1           card
winter-soldier AccusationLapsed        WIN-ACCUSE-1           accus
winter-soldier BuckySaved              WIN-ACCUSE-4           Bucky Barnes
winter-soldier WentOut                 WIN-OUT-1              out
winter-soldier LastGuessMade           WIN-END-2              who the Winter Soldier is
winter-soldier LastGuessForgone        WIN-END-2              may make one last guess
winter-soldier HydraCameOut            WIN-END-3              HYDRA
winter-soldier FuryNamed               WIN-END-3              Nick Fury
winter-soldier WidowSaw                WIN-WIDOW-1            Black Widow
winter-soldier AssassinationOrdered    WIN-HILL-2             assassinated
winter-soldier AssassinationLapsed     WIN-HILL-2             lapses
winter-soldier HillNamed               WIN-HILL-2             names a player
winter-soldier CardShown               WIN-HILL-2             exposed
winter-soldier WitchChosen             WIN-WITCH-1            token
winter-soldier LoyaltyExamined         WIN-WITCH-1            examine
winter-soldier WitchPassed             WIN-WITCH-1            token
winter-soldier WitchHandedOn           WIN-WITCH-2            out
winter-soldier WitchLeft               WIN-WITCH-2            leaves the game
winter-soldier ?name-team              RES-TEAM-2             names
winter-soldier ?cast-ballot            WIN-VOTE-1             together
winter-soldier ?play-card              WIN-MISSION-1          Failure
winter-soldier ?last-guess             WIN-END-2              who the Winter Soldier is
winter-soldier ?name-fury              WIN-END-3              Nick Fury
winter-soldier ?examine                WIN-WITCH-1            examine
hail-hydra     FirstPlayerChosen       HH-SETUP-7             First Player Token
hail-hydra     HeroChosen              HH-SETUP-6             different hero
hail-hydra     LoyaltyDealt            HH-SETUP-2             Loyalty discs
hail-hydra     AgentsSeen              HH-SETUP-2             look at one another
hail-hydra     VillainRevealed         HH-VILLAIN-1           health and defense
hail-hydra     OffensiveBegan          HH-OFF-11              order
hail-hydra     TokenPassed             HH-OFF-1               token passes
hail-hydra     VillainDamaged          HH-OFF-4               damage to the villain
hail-hydra     VillainHealed           HH-VILLAIN-2           power
hail-hydra     DefenseChanged          HH-VILLAIN-1           defense
hail-hydra     AttackSkipped           HH-OFF-5               damages the city
hail-hydra     VillainStands           HH-OFF-5               still standing
hail-hydra     CityDamaged             HH-SETUP-5             health
hail-hydra     CityHealed              HH-SETUP-5             never has more
hail-hydra     VillainDefeated         HH-VILLAIN-1           defeated
hail-hydra     PileShuffled            HH-OFF-7               into a new one
hail-hydra     CardsLaid               HH-OFF-2               face down
hail-hydra     CardsLaidOpen           HH-HAIL-4              face up
hail-hydra     CardsTurnedUp           HH-HAIL-7              turned over
hail-hydra     CardsTakenBack          HH-HERO-1              ability
hail-hydra     BlindCardAdded          HH-OFF-8               top card
hail-hydra     AttackRevealed          HH-OFF-3               revealed together
hail-hydra     AbilityUsed             HH-HERO-1              ability
hail-hydra     TargetChosen            HH-HERO-1              ability
hail-hydra     HandSeen                HH-HERO-1              ability
hail-hydra     LaidSeen                HH-HERO-1              ability
hail-hydra     PileSeen                HH-HERO-1              ability
hail-hydra     TotalChanged            HH-HERO-1              ability
hail-hydra     LimitSet                HH-QUICK-1             current offensive
hail-hydra     FaceUpOrdered           HH-QUICK-1             current offensive
hail-hydra     HailHydra               HH-HAIL-1              turn over their loyalty disc
hail-hydra     SkullAnswered           HH-SKULL-2             1 defense
hail-hydra     KnockOutBegan           HH-KO-1                voting rounds
hail-hydra     RoundBegan              HH-KO-2                Each round
hail-hydra     RoundsChanged           HH-KO-1                voting rounds
hail-hydra     ExtraVoteGranted        HH-KO-3                extra vote
hail-hydra     HeroProtected           HH-HERO-2              knock-out phase
hail-hydra     PointedAt               HH-KO-2                another hero
hail-hydra     PointedUp               HH-KO-2                nobody
hail-hydra     HeroKnockedOut          HH-KO-3                knocked out
hail-hydra     NobodyKnockedOut        HH-KO-3                no one
hail-hydra     LoyaltiesOpened         HH-END-2               wins
hail-hydra     ?choose-hero            HH-SETUP-6             different hero
hail-hydra     ?before-draw            HH-HAIL-1              villain's reveal
hail-hydra     ?before-start           HH-HERO-2              before attacks are started
hail-hydra     ?before-collect         HH-HERO-2              before attacks are collected
hail-hydra     ?before-discard         HH-HERO-2              before attacks are discarded
hail-hydra     ?before-attack          HH-HAIL-1              about to attack
hail-hydra     ?after-damage           HH-HERO-2              until they lie on the discard pile
hail-hydra     ?before-votes           HH-HERO-2              before votes are started
hail-hydra     ?talk                   HH-KO-2                two minutes of talk
hail-hydra     ?vote-knock-out         HH-KO-2                votes at the same time
hail-hydra     ?lay-cards              HH-OFF-2               1 to 3 attack cards
hail-hydra     ?discard-cards          HH-OFF-9               cards you give away
hail-hydra     ?give-defense           HH-SKULL-2             1 defense
hail-hydra     ?choose-act             HH-HAIL-5              or steal 1
hail-hydra     ?steal-from             HH-HAIL-5              steal 1
"""
"""Rows of game, event (or question, prefixed with ?), clause, and words in the clause."""
BY_WHAT_WENT_BEFORE = {
    *("LeaderPassed", "MissionReversed", "LoyaltyShown", "HunterRevealed", "Accused"),
    *("CardsDrawn", "CardsDiscarded", "CardsGiven", "CardsStolen"),
}
BY_WHO_IS_ASKED = {"accuse", "show-loyalty", "hand-cards"}
"""Questions whose clause depends on the seat. Their pairs are below."""
FOR_CHANCE = {"shuffle-pile", "take-at-random"}
LINES = [re.split(r"\s{2,}|(?<=winter-soldier) ", line, maxsplit=3) for line in PAIRS.strip().splitlines()]


def linked(game: str) -> Iterator[tuple[str, str]]:
    """Yield each event and question of a game with a fixed link, and the clause that it leads to."""
    book = BOOKS[game]
    for event in {event for rules in (book, *book.chapters.values()) for event in rules.events}:
        depends = event.__name__ in BY_WHAT_WENT_BEFORE and event.__name__ not in book.own_clauses
        if (event.message or event.redacted_message) and not (
            depends and event.__module__.split(".")[2] != "winter_soldier"
        ):
            yield event.__name__, book.own_clauses.get(event.__name__) or event.clause
    for question in {question for step in steps(Ask, game) for question in [step.question] if question.name}:
        if question.name not in BY_WHO_IS_ASKED | FOR_CHANCE:
            yield f"?{question.name}", question.clause


def steps(kind: type[Ask], game: str) -> Iterator[type[Ask]]:
    """Yield every step class of the game's own that asks a question."""
    for one in kind.__subclasses__():
        if one.__module__.startswith(f"turncoat.games.{game.replace('-', '_')}."):
            yield one
        yield from steps(one, game)


@pytest.mark.parametrize("game", ["resistance", "winter-soldier", "hail-hydra"])
def test_every_rule_link_is_listed(game: str) -> None:
    named = {(what, clause) for of, what, clause, _ in LINES if of == game}
    assert set(linked(game)) == named, "each event and question has a line in PAIRS, with words of its clause"


def test_each_listed_clause_contains_its_words() -> None:
    assert len(LINES) > 100
    for line in LINES:
        game, _, clause, words = line
        assert words.lower() in TEXTS[game_of_clause(game, clause), clause].lower(), line


CARDS = ("success", "success")
LOST = [MissionRevealed(number, ("fail", "success"), False) for number in (1, 2, 3)]
WON = [MissionRevealed(number, CARDS, True) for number in (1, 2, 3)]
HAIL = HailHydra(1)
GIVEN, STOLEN = CardsGiven(1, 2, 0b110, 1), CardsStolen(1, 2, 0b110, 1)


@pytest.mark.parametrize(
    ("clause", "events"),
    [
        ("PLT-ESTABLISH-1", [PlotCardPlayed(0, "establish-confidence"), LoyaltyShown(0, 1)]),
        ("PLT-OPENUP-1", [PlotCardPlayed(0, "open-up"), LoyaltyShown(0, 1)]),
        ("PLT-OVERHEARD-1", [PlotCardPlayed(1, "overheard-conversation"), LoyaltyShown(0, 1)]),
        ("INQ-USE-1", [*WON[:2], LoyaltyShown(0, 1)]),
        ("HUN-ACCUSE-2", [*WON, HunterRevealed(2, "resistance-hunter", "resistance")]),
        ("HUN-ACCUSE-1", [*LOST, HunterRevealed(4, "spy-hunter", "spies")]),
        ("HUN-EARLY-1", [*LOST[:2], HunterRevealed(4, "spy-hunter", "spies")]),
        ("HUN-ACCUSE-2", [Accused(2, 4, "resistance", False, True)]),
        ("HUN-ACCUSE-1", [Accused(4, 2, "spies", False, False)]),
        ("HUN-EARLY-2", [Accused(4, 2, "spies", True, False)]),
        ("HUN-EARLY-2", [Accused(4, 2, "spies", True, False), MissionReversed(1, True)]),
        ("HUN-ACCUSE-2", [Accused(2, 4, "resistance", False, False), MissionReversed(3, False)]),
        ("RES-VOTE-3", [*WON[:1], TeamRejected(1, 5), LeaderPassed(1)]),
        ("RES-MISSION-6", [TeamRejected(1, 5), *WON[:1], LeaderPassed(1)]),
        ("PLT-STRONG-1", [TeamRejected(1, 5), PlotCardPlayed(3, "strong-leader"), LeaderPassed(3)]),
        ("HH-SETUP-7", [HeroChosen(4, "hulk"), PileShuffled(80), CardsDrawn(0, 2)]),
        ("HH-OFF-1", [TokenPassed(1), CardsDiscarded(1, 4), CardsDrawn(1, 6), CardsDrawn(2, 1)]),
        ("HH-OFF-1", [TokenPassed(1), CardsDiscarded(1, 4)]),
        ("HH-OFF-1", [TokenPassed(1), CardsDrawn(1, 2), PileShuffled(40), CardsDrawn(1, 4)]),
        ("HH-VILLAIN-2", [TokenPassed(1), CardsDrawn(1, 6), CardsDrawn(2, 1), CardsDiscarded(2, 1)]),
        ("HH-VILLAIN-2", [VillainStands("toll-keeper"), CardsDrawn(2, 1)]),
        ("HH-VILLAIN-2", [AttackRevealed(("+1",), 1), CardsDiscarded(2, 1)]),
        ("HH-HERO-1", [TokenPassed(1), CardsDrawn(1, 6), AbilityUsed(1, "tram-seven"), CardsDiscarded(1, 6)]),
        ("HH-HERO-1", [AbilityUsed(1, "magpie-king"), STOLEN]),
        ("HH-HERO-1", [HAIL, AbilityUsed(2, "tram-seven"), GIVEN]),
        ("HH-KO-6", [AbilityUsed(2, "hulk"), HandedOver(1), GIVEN]),
        ("HH-HAIL-5", [HAIL, AbilityUsed(2, "hulk"), HandedOver(1), GIVEN]),
        ("HH-HAIL-5", [HAIL, HandedOver(1), STOLEN]),
    ],
)
def test_some_links_depend_on_earlier_events(clause: str, events: list[Event]) -> None:
    assert events[-1].rule(events, len(events) - 1) == clause


LOOKS = Ruleset.of("resistance", 10, ["plot-thickens", "inquisitor"])
DEPENDING = {
    "PLT-ESTABLISH-1": "shows their own character card",
    "PLT-OPENUP-1": "shows their own character card",
    "PLT-OVERHEARD-1": "neighbour",
    "INQ-USE-1": "loyalty card",
    "HUN-ACCUSE-1": "spy Hunter steps forward",
    "HUN-ACCUSE-2": "resistance Hunter steps forward",
    "HUN-EARLY-1": "spy Hunter may step forward",
    "HUN-EARLY-2": "everybody knows the spy Hunter",
    "RES-VOTE-3": "next",
    "RES-MISSION-6": "next",
    "PLT-STRONG-1": "become the leader",
    "HH-SETUP-7": "begins with 2 attack cards",
    "HH-OFF-1": "discards the whole hand",
    "HH-VILLAIN-2": "power",
    "HH-HERO-1": "one ability",
    "HH-KO-6": "hand 1 or 2 cards",
    "HH-HAIL-5": "hand 1 or 2 cards to a hero on the mission, or steal 1",
}


@pytest.mark.parametrize("clause", DEPENDING)
def test_clauses_that_depend_on_earlier_events_contain_their_words(clause: str) -> None:
    game = "hail-hydra" if clause.startswith("HH-") else "resistance"
    assert DEPENDING[clause] in TEXTS[game, clause]


@pytest.mark.parametrize(
    ("ruleset", "asked", "told"),
    [
        (LOOKS, {"show-loyalty", "overhear", "examine"}, LoyaltyShown),
        (Ruleset.of("resistance", 7, ["hunter"]), {"accuse"}, Accused),
        (Ruleset.of("hail-hydra", 7), {"hand-cards"}, CardsGiven),
    ],
    ids=["looks", "accusations", "cards"],
)
def test_the_log_links_an_answer_to_the_clause_of_its_question(
    ruleset: Ruleset, asked: set[str], told: type[Event]
) -> None:
    """In whole games, the question knows the reason for it, and the log derives it from past events."""
    clauses = set()
    for seed in range(25):
        game: Game = Game(ruleset, ruleset.deal(f"links {seed}".encode()))  # type: ignore[type-arg]
        question, seen = None, 0
        for _ in random_walk(game, Random(seed)):
            for at in range(seen, len(game.events)):
                if type(game.events[at]) is told and question is not None:
                    assert rule_of(ruleset, game.events, at) == question.clause
                    clauses.add(question.clause)
            seen = len(game.events)
            prompts = [prompt for seat, prompt in game.prompts().items() if seat != CHANCE]
            question = prompts[0].question if prompts and prompts[0].question.name in asked else None
    assert len(clauses) > 1 or told is CardsGiven  # random agents rarely come out, and are then rarely knocked out
