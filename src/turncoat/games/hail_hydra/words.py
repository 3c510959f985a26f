"""Labels for the words of Hail Hydra. Heroes and villains have theirs in the card set."""

from typing import Final

from turncoat.kernel.chapters import TalkRule
from turncoat.kernel.words import N_

WORDS: dict[str, str] = {
    "shield": N_("S.H.I.E.L.D."),
    "hydra": N_("HYDRA"),
    "first-player": N_("First Player"),
    "knocked-out": N_("Knocked out"),
    "go-on": N_("Continue"),
    "use": N_("Use it"),
    "ability": N_("Special ability"),
    "hail-hydra": N_("HAIL HYDRA"),
    "not-now": N_("Not now"),
    "nothing": N_("Say nothing"),
    "good": N_("This is good"),
    "bad": N_("This is bad"),
    "cards": N_("Attack cards"),
    "says": N_("What you say"),
    "to": N_("To whom"),
    "give": N_("Hand over cards"),
    "steal": N_("Steal a card"),
    "vote": N_("Vote"),
    "extra": N_("Extra vote"),
    "face-up": N_("Face up"),
    "face-down": N_("Face down"),
    "villain": N_("The villain attacks"),
    "villain-power": N_("The villain's power"),
    "cosmic-cube": N_("The Cosmic Cube"),
    "terrible-attack": N_("The attack went terribly wrong"),
    "agents": N_("Knocked-out HYDRA agents"),
    "gives-defense": N_("gives him 1 defense"),
    "gives-no-defense": N_("gives nothing"),
    "city-destroyed": N_("New York City is destroyed."),
    "red-skull-defeated": N_("Red Skull is defeated and the city stands."),
}

TIMING_LABELS: dict[str, str] = {
    "attacks-started": N_("before attacks are started"),
    "attacks-collected": N_("before attacks are collected"),
    "attacks-discarded": N_("before attacks are discarded"),
    "votes-started": N_("before votes are started"),
}
"""Labels for the moments of special abilities (HH-HERO-2)."""

PHRASES: dict[str, str] = {
    "lay-high": N_("Play what hurts the villain."),
    "guard-city": N_("We must think of the city."),
    "use-ability": N_("Is there an ability that would help now?"),
    "knock-out": N_("Knock out {seat}."),
}
"""Common phrases during play."""

HAIL_OPEN: Final = N_(
    "HAIL HYDRA! If you are HYDRA, you may turn over your loyalty disc and say these words at any time during a "
    "mission, knocked out or not."
)
HAIL_RULES: Final = N_(
    "Saying these words reveals you as a HYDRA agent for the rest of the game, and you lose your special ability. "
    "The city loses 3 health at once, or 1 if you are knocked out. On a mission you play first, before the First "
    "Player, all cards face up. Knocked out, you act first in each offensive: give 1 or 2 cards face down to a hero on "
    "the mission, or steal 1 at random from one. In each offensive that the villain survives, every revealed agent who "
    "is knocked out costs the city 1. Turning the card over and putting it away does nothing."
)
"""All of HAIL HYDRA (HH-HAIL-2 to -6), so that no agent has to be seen opening the rules (HH-HAIL-8)."""

TALK_RULE: Final = TalkRule(
    N_("Say nothing about individual attack cards."),
    N_(
        "Say anything, true or not, but never anything that hints at an individual attack card. When you play cards, "
        "all you may say of them is “this is good” or “this is bad”; afterwards you may say that one of the bad ones "
        "was yours."
    ),
    "HH-TALK-1",
    allowed=(
        N_("“This is bad.”"),
        N_("“Mine were good, look at somebody else.”"),
        N_("“One of the bad ones came from me.”"),
        N_("“I'm playing two cards.”"),
    ),
    forbidden=(
        N_("“I played a blue 4.”"),
        N_("“Who had that red 5?”"),
        N_("“That was my best card.”"),
        N_("“This is very good.”"),
    ),
)
"""The rule on talk about cards (HH-TALK-1), with examples in the manner of the source's."""
