"""Guide for a first game of Hail Hydra.

The source has a first game to read along while playing. This guide does not use its text, only its order and the rules
that it postpones: five villains, special abilities, the knock-out phase, HAIL HYDRA and Red Skull. So the guide follows
a game in that order, and explains each of these when it first comes up.
"""

from typing import Final

from turncoat.kernel.words import N_
from turncoat.web.board.model import Tip

TIPS: Final[tuple[Tip, ...]] = (
    Tip(
        "card",
        "deal",
        N_(
            "Welcome! First everybody chooses a hero; then loyalties are dealt, and your card shows yours. Most "
            "of you are S.H.I.E.L.D. and fight the villains; a few are HYDRA, know each other, and want the city "
            "destroyed."
        ),
    ),
    Tip(
        "hero",
        "asked:choose-hero",
        N_("Choose a hero for the whole game. Each has one ability, used once, at the moment its text names."),
    ),
    Tip(
        "hand",
        "CardsDrawn",
        N_(
            "The First Player plays first. The two players on their left start with fewer attack cards, "
            "everybody else with 6. The small card at a seat says how many are in that hand; nobody sees which."
        ),
    ),
    Tip(
        "villain",
        "VillainRevealed",
        N_(
            "The heroes must defeat this villain. The card shows its health, and the damage it does to the city in "
            "each offensive that it survives."
        ),
        to_hiding=N_(
            "Help this villain, without being noticed. The card shows its health, and the damage it does to the city "
            "in each offensive that it survives."
        ),
    ),
    Tip(
        "lay",
        "asked:lay-cards",
        N_(
            "Play attack cards, usually face down: blue ones hurt the villain, red ones spoil the attack. Others see "
            "how many you play, not which, unless the question says “face up”. Say “this is good” or “this is bad”, "
            "true or not; never a number, a colour, or anything else that hints at one card."
        ),
    ),
    Tip(
        "ability",
        "asked:before-collect",
        N_(
            "All cards are down. Some heroes may use their ability now, others at another moment; nobody has to. "
            "The back of your hero card, under “At any time”, says what yours is good for."
        ),
    ),
    Tip(
        "attack",
        "AttackRevealed",
        N_(
            "The cards are added up. The villain takes the total as damage, minus the defense. Nobody can "
            "tell whose card was red, but it came from somebody who played."
        ),
    ),
    Tip(
        "strike",
        "VillainStands",
        N_(
            "The villain is still standing and strikes: the city loses as much health as the card says, and the "
            "villain's power takes effect. At 0 the city is destroyed and HYDRA wins."
        ),
    ),
    Tip(
        "token",
        "TokenPassed",
        N_(
            "A new offensive: the First Player Token moves on. Its new holder discards the whole hand and "
            "draws 6, everybody else draws 1. So even loyal heroes sometimes have to play red cards."
        ),
    ),
    Tip(
        "knock-out",
        "KnockOutBegan",
        N_(
            "Before the next villain, the heroes may knock somebody out for the coming mission. Talk it "
            "over; then all vote at once. It is the best way to find out who is HYDRA: fewer red cards "
            "while somebody is out tell you something."
        ),
    ),
    Tip(
        "vote",
        "asked:vote-knock-out",
        N_(
            "Vote for another hero, or for nobody. The hero with the most votes is out for the next "
            "mission; a tie knocks nobody out."
        ),
    ),
    Tip(
        "out",
        "HeroKnockedOut",
        N_(
            "Somebody is knocked out for one mission. They play no cards, but they draw, vote, and hand 1 "
            "or 2 cards to a hero on the mission."
        ),
    ),
    Tip(
        "hail",
        "HailHydra",
        N_("HAIL HYDRA! An agent is revealed and plays openly against the heroes from now on."),
    ),
    Tip(
        "red-skull",
        "VillainRevealed",
        N_(
            "Red Skull, the last villain, holds the Cosmic Cube. If the total is more than 5 above the "
            "health he has left, the city takes the rest: too much hurts as well as too little."
        ),
        (("villain", "red-skull"),),
    ),
    Tip(
        "end",
        "GameEnded",
        N_(
            "That was a whole game. In short: draw and hand over cards, play attack cards, let the villain "
            "strike, and vote between villains on who stays out. All loyalties are face up now: which "
            "attacks were spoiled, and who played in all of them?"
        ),
    ),
)
