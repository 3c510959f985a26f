"""The words of the rules as small numbers: roles, sides, cards, reasons. Everything in a batch game is a number.

A word has the same number whatever it names (`resistance` is a side and a role), so a set of words is a bit mask.
"""

from typing import Final

from turncoat_lab.batch.compiler import numbers

WORDS: Final = (
    "",
    # The Resistance: sides and plain roles, mission cards
    "resistance",
    "spies",
    "spy",
    "success",
    "fail",
    # Hostile Intent
    "resistance-chief",
    "resistance-hunter",
    "spy-chief",
    "spy-hunter",
    "dummy-agent",
    "coordinator",
    "deep-agent",
    "pretender",
    "resistance-reverser",
    "spy-reverser",
    "chief-fail",
    "reverse",
    "chief",
    "not-a-chief",
    # Plot cards
    "strong-leader",
    "keeping-a-close-eye",
    "no-confidence",
    "opinion-maker",
    "take-responsibility",
    "overheard-conversation",
    "open-up",
    "establish-confidence",
    "in-the-spotlight",
    # Winter Soldier
    "shield",
    "hydra",
    "captain-america",
    "nick-fury",
    "shield-agent",
    "winter-soldier",
    "hydra-agent",
    "bucky-barnes",
    "black-widow",
    "maria-hill",
    "alexander-pierce",
    "arnim-zola",
    "baron-zemo",
    # Reasons
    "three-successes",
    "three-failures",
    "five-rejections",
    "spy-chief-found",
    "resistance-chief-found",
    "coordinator-found",
    "winter-soldier-found",
    "last-guess-right",
    "fury-assassinated",
    "fury-missed",
    "fury-lost",
    "fury-out-of-reach",
    "hill-assassinated",
)
"""Every word, at the index of its number. There are fewer than 63, so that a set of them is a mask."""

(
    NO_WORD,
    RESISTANCE,
    SPIES,
    SPY,
    SUCCESS,
    FAIL,
    RESISTANCE_CHIEF,
    RESISTANCE_HUNTER,
    SPY_CHIEF,
    SPY_HUNTER,
    DUMMY_AGENT,
    COORDINATOR,
    DEEP_AGENT,
    PRETENDER,
    RESISTANCE_REVERSER,
    SPY_REVERSER,
    CHIEF_FAIL,
    REVERSE,
    CHIEF,
    NOT_A_CHIEF,
    STRONG_LEADER,
    CLOSE_EYE,
    NO_CONFIDENCE,
    OPINION_MAKER,
    RESPONSIBILITY,
    OVERHEARD,
    OPEN_UP,
    ESTABLISH,
    SPOTLIGHT,
    SHIELD,
    HYDRA,
    CAPTAIN_AMERICA,
    NICK_FURY,
    SHIELD_AGENT,
    WINTER_SOLDIER,
    HYDRA_AGENT,
    BUCKY_BARNES,
    BLACK_WIDOW,
    MARIA_HILL,
    ALEXANDER_PIERCE,
    ARNIM_ZOLA,
    BARON_ZEMO,
    THREE_SUCCESSES,
    THREE_FAILURES,
    FIVE_REJECTIONS,
    SPY_CHIEF_FOUND,
    RESISTANCE_CHIEF_FOUND,
    COORDINATOR_FOUND,
    WINTER_SOLDIER_FOUND,
    LAST_GUESS_RIGHT,
    FURY_ASSASSINATED,
    FURY_MISSED,
    FURY_LOST,
    FURY_OUT_OF_REACH,
    HILL_ASSASSINATED,
) = numbers(0, len(WORDS))

NUMBERS: Final = {word: number for number, word in enumerate(WORDS)}
"""The number of each word."""
FIRST_PLOT_CARD: Final = STRONG_LEADER
PLOT_CARDS: Final = SPOTLIGHT - STRONG_LEADER + 1
"""Number of kinds of plot cards, whose numbers are consecutive."""
HIDING_ROLES: Final = (
    1 << SPY
    | 1 << SPY_CHIEF
    | 1 << SPY_HUNTER
    | 1 << DEEP_AGENT
    | 1 << SPY_REVERSER
    | 1 << WINTER_SOLDIER
    | 1 << HYDRA_AGENT
    | 1 << ALEXANDER_PIERCE
    | 1 << ARNIM_ZOLA
    | 1 << BARON_ZEMO
)
"""Roles of the hiding side."""
