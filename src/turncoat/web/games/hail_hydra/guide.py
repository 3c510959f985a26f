"""The guide for a first game of Hail Hydra."""

from typing import Final

from turncoat.kernel.words import N_
from turncoat.web.board.model import Tip

TIPS: Final[tuple[Tip, ...]] = (
    Tip(
        "card",
        "deal",
        N_(
            "Welcome! First everybody chooses a hero; then loyalties are dealt, and your card tells "
            "yours. Most are of S.H.I.E.L.D. and fight the villains; a few are HYDRA, know each "
            "other, and want the city destroyed."
        ),
    ),
    Tip(
        "hero",
        "asked:choose-hero",
        N_(
            "Choose a hero for the whole game. Each has one ability, to be used once, at the moment "
            "that its text names."
        ),
    ),
    Tip(
        "villain",
        "VillainRevealed",
        N_(
            "This villain has to be defeated: with so much health, and so much damage to the city "
            "in each offensive that the villain survives."
        ),
    ),
    Tip(
        "lay",
        "asked:lay-cards",
        N_(
            "Lay attack cards face down: blue ones hurt the villain, red ones spoil the attack. How "
            "many you lay is seen by all, which ones by nobody: they are shuffled before they are "
            "turned up."
        ),
    ),
    Tip(
        "attack",
        "AttackRevealed",
        N_(
            "The cards are added up. The villain takes the total as damage, less their defense. Nobody "
            "can tell whose card was red; but it was one of those who laid."
        ),
    ),
    Tip(
        "knock-out",
        "KnockOutBegan",
        N_(
            "Before the next villain the heroes may knock somebody out for the coming mission. Talk "
            "it over; then all point at once."
        ),
    ),
    Tip(
        "hail",
        "HailHydra",
        N_("HAIL HYDRA! An agent has come out and plays openly against the heroes from now on."),
    ),
    Tip(
        "end",
        "GameEnded",
        N_(
            "That was a whole game. In short: draw and hand on, lay attack cards, let the villain strike, and vote "
            "between villains on who stays out. All loyalties lie open now: which attacks were spoiled, and who laid "
            "in all of them?"
        ),
    ),
)
