"""The log of a batch game: events with the kernel's names and fields, choices, and open standing offers.

A row is eight numbers: a kind, then the fields in order. The fast mode has no log, and all of this is compiled away.
"""

from typing import Any, Final

from turncoat_lab.batch.compiler import inlined, numbers

EVENTS: Final = (
    "",
    "GameEnded",
    "RolesRevealed",
    "LeaderChosen",
    "RoleDealt",
    "SpiesSeen",
    "RoundBegan",
    "TeamProposed",
    "BallotsRevealed",
    "TeamApproved",
    "TeamRejected",
    "LeaderPassed",
    "CardPlayed",
    "MissionRevealed",
    "MissionReversed",
    "LoyaltyShown",
    # Hostile Intent
    "ChiefsSeen",
    "ResistanceChiefsMet",
    "CoordinatorSeen",
    "DeepAgentSeen",
    "TwoAgentsSeen",
    "InvestigatorNamed",
    "Investigated",
    "LoyaltyCardHanded",
    "HunterRevealed",
    "Accused",
    "Blamed",
    "InquisitorChosen",
    "InquisitorPassed",
    # Plot cards
    "PlotDeckShuffled",
    "PlotCardsDrawn",
    "PlotCardGiven",
    "PlotCardPlayed",
    "PlotCardTaken",
    "SpotlightTurned",
    "MissionCardTurnedUp",
    "MissionCardWatched",
    # Winter Soldier
    "CaptainKnown",
    "HydraSeen",
    "FurySaw",
    "WidowSaw",
    "HydraOnTeamTold",
    "RejectionCounted",
    "MissionLost",
    "TeamVoided",
    "AccusationAnswered",
    "AccusationLapsed",
    "BuckySaved",
    "WentOut",
    "LastGuessMade",
    "LastGuessForgone",
    "HydraCameOut",
    "FuryNamed",
    "AssassinationOrdered",
    "AssassinationLapsed",
    "HillNamed",
    "CardShown",
    "WitchChosen",
    "LoyaltyExamined",
    "WitchPassed",
    "WitchHandedOn",
    "WitchLeft",
)
"""Every event by its number. Both games have an event named `Accused`, each with its own fields."""
(
    _,
    GAME_ENDED,
    ROLES_REVEALED,
    LEADER_CHOSEN,
    ROLE_DEALT,
    SPIES_SEEN,
    ROUND_BEGAN,
    TEAM_PROPOSED,
    BALLOTS_REVEALED,
    TEAM_APPROVED,
    TEAM_REJECTED,
    LEADER_PASSED,
    CARD_PLAYED,
    MISSION_REVEALED,
    MISSION_REVERSED,
    LOYALTY_SHOWN,
    CHIEFS_SEEN,
    RESISTANCE_CHIEFS_MET,
    COORDINATOR_SEEN,
    DEEP_AGENT_SEEN,
    TWO_AGENTS_SEEN,
    INVESTIGATOR_NAMED,
    INVESTIGATED,
    LOYALTY_CARD_HANDED,
    HUNTER_REVEALED,
    ACCUSED,
    BLAMED,
    INQUISITOR_CHOSEN,
    INQUISITOR_PASSED,
    PLOT_DECK_SHUFFLED,
    PLOT_CARDS_DRAWN,
    PLOT_CARD_GIVEN,
    PLOT_CARD_PLAYED,
    PLOT_CARD_TAKEN,
    SPOTLIGHT_TURNED,
    MISSION_CARD_TURNED_UP,
    MISSION_CARD_WATCHED,
    CAPTAIN_KNOWN,
    HYDRA_SEEN,
    FURY_SAW,
    WIDOW_SAW,
    HYDRA_ON_TEAM_TOLD,
    REJECTION_COUNTED,
    MISSION_LOST,
    TEAM_VOIDED,
    ACCUSATION_ANSWERED,
    ACCUSATION_LAPSED,
    BUCKY_SAVED,
    WENT_OUT,
    LAST_GUESS_MADE,
    LAST_GUESS_FORGONE,
    HYDRA_CAME_OUT,
    FURY_NAMED,
    ASSASSINATION_ORDERED,
    ASSASSINATION_LAPSED,
    HILL_NAMED,
    CARD_SHOWN,
    WITCH_CHOSEN,
    LOYALTY_EXAMINED,
    WITCH_PASSED,
    WITCH_HANDED_ON,
    WITCH_LEFT,
) = numbers(0, len(EVENTS))

QUESTIONS: Final = (
    "name-team",
    "cast-ballot",
    "play-card",
    "choose-plot-card",
    "give-plot-card",
    "overhear",
    "show-loyalty",
    "take-from",
    "take-plot-card",
    "strong-leader",
    "no-confidence",
    "in-the-spotlight",
    "keeping-a-close-eye",
    "early-accusation",
    "accuse",
    "investigate",
    "hand-loyalty-card",
    "examine",
    "last-guess",
    "name-fury",
)
"""The kernel's questions. A choice has the number FIRST_QUESTION plus the index of its question."""
FIRST_QUESTION: Final = 100
(
    ASK_TEAM,
    ASK_BALLOT,
    ASK_CARD,
    ASK_PLOT_CARD,
    ASK_GIVE,
    ASK_OVERHEAR,
    ASK_SHOW,
    ASK_TAKE_FROM,
    ASK_TAKE,
    ASK_STRONG_LEADER,
    ASK_NO_CONFIDENCE,
    ASK_SPOTLIGHT,
    ASK_CLOSE_EYE,
    ASK_EARLY,
    ASK_ACCUSE,
    ASK_INVESTIGATE,
    ASK_HAND,
    ASK_EXAMINE,
    ASK_LAST_GUESS,
    ASK_FURY,
) = numbers(FIRST_QUESTION, len(QUESTIONS))

OFFERS: Final = ("blame", "accuse", "assassinate-hill")
"""The kernel's standing offers. An offer that is taken has the number FIRST_OFFER plus its index."""
FIRST_OFFER: Final = 150
OFFER_BLAME, OFFER_ACCUSE, OFFER_HILL = numbers(FIRST_OFFER, len(OFFERS))
OPEN, ASKING = numbers(200, 2)
"""Rows that are not choices. OPEN is a standing offer that is open as a question is asked: the number of the offer, the
seat, the seats it may name. ASKING is a question about to be asked, followed by its open offers."""

ROW: Final = 8
MOST_ROWS: Final = 4096


@inlined
def log_row(
    log: Any, kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0, f: int = 0, g: int = 0
) -> None:
    """Append a row, if there is a log with room for it. Its first row holds the number of rows that follow."""
    if log is not None and log[0, 0] + 1 < log.shape[0]:
        at = log[0, 0] + 1
        log[0, 0] = at
        row = log[at]
        row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7] = kind, a, b, c, d, e, f, g
