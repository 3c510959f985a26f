"""The guides for a first game, as data: what is said when something happens for the first time.

A guide explains what everybody sees. It says nothing of the viewer's own card, which lies face down on the screen too:
so every text is written for both sides.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from turncoat.kernel.words import N_


class Tip(msgspec.Struct, frozen=True):
    """What is explained once."""

    key: str
    on: str
    """When: an event's name, `asked:` and a question's name, or `deal`."""
    says: str
    where: tuple[tuple[str, object], ...] = ()
    """What the event's fields must be."""


_NAME: Final = Tip(
    "name-team",
    "asked:name-team",
    N_(
        "You lead: pick the team for this mission. A small circle of people you trust is a good start, "
        "and leaders mostly name themselves; everybody will ask why you took whom."
    ),
)
_BALLOT: Final = Tip(
    "cast-ballot",
    "asked:cast-ballot",
    N_(
        "Everybody votes on the team at once; a tie rejects it. Who should not be on it? One traitor on "
        "board is enough to make a mission fail. Until the last ballot is in, yours can be changed."
    ),
)
_BALLOTS: Final = Tip(
    "ballots",
    "BallotsRevealed",
    N_(
        "The ballots lie open, and who voted how stays in the table of all votes for the whole game. "
        "Votes are the first traces that people leave."
    ),
)
_APPROVED: Final = Tip(
    "approved",
    "TeamApproved",
    N_("The team is approved and goes on the mission: each of its members plays a card face down."),
)
_SUCCESS: Final = Tip(
    "success",
    "MissionRevealed",
    N_(
        "The mission succeeds. That need not mean that only loyal people were on it: a traitor may lie "
        "low to be trusted later. Three successes decide the game."
    ),
    (("success", True),),
)
_FAIL: Final = Tip(
    "fail",
    "MissionRevealed",
    N_(
        "The mission fails: somebody on this team has turned against it. Compare the teams so far, and "
        "look who approved this one. Three failures decide the game."
    ),
    (("success", False),),
)

GUIDES: Final[Mapping[str, tuple[Tip, ...]]] = {
    "resistance": (
        Tip(
            "card",
            "deal",
            N_(
                "Welcome! Hold your card to see who you are. Most at the table are of the resistance "
                "and know nothing; a few are spies and know each other. The resistance wants three "
                "missions to succeed, the spies want three to fail."
            ),
        ),
        Tip(
            "leader",
            "RoundBegan",
            N_(
                "Each round has a leader, marked at the seat, who names a team for the mission. The "
                "number on the ticket of the mission is the size of the team."
            ),
        ),
        _NAME,
        Tip(
            "proposed",
            "TeamProposed",
            N_(
                "A team is proposed. Before the vote there is time to talk: who is on it, and why? Bots "
                "keep silent, people do not."
            ),
        ),
        _BALLOT,
        _BALLOTS,
        _APPROVED,
        Tip(
            "rejected",
            "TeamRejected",
            N_(
                "The team is rejected, and the next player clockwise leads. The track counts it: with "
                "five rejected teams in one round the spies win, so somebody has to give in before."
            ),
        ),
        Tip(
            "play-card",
            "asked:play-card",
            N_(
                "You are on the mission. Who is loyal can only play Success; a spy may play either, and "
                "a Success now may earn trust for later. The cards are shuffled before they are turned "
                "up."
            ),
        ),
        _SUCCESS,
        _FAIL,
        Tip(
            "end",
            "GameEnded",
            N_(
                "The game is over, and all cards lie open. Look through the votes again, now that "
                "everybody knows who was who: where could it have been noticed?"
            ),
        ),
    ),
    "winter-soldier": (
        Tip(
            "card",
            "deal",
            N_(
                "Welcome! Hold your card to see who you are, and what you know of others. S.H.I.E.L.D. "
                "wants three missions to succeed, HYDRA wants three to fail, and one of HYDRA is the "
                "Winter Soldier."
            ),
        ),
        Tip(
            "any-time",
            "RoundBegan",
            N_(
                "The leader of the round names a team. Captain America may accuse somebody of being the "
                "Winter Soldier at any time: that cannot be taken back, so it wants a reason."
            ),
        ),
        _NAME,
        _BALLOT,
        _BALLOTS,
        _APPROVED,
        Tip(
            "rejected",
            "RejectionCounted",
            N_(
                "The team is rejected, and the next player leads. With three rejected teams in a row the mission fails."
            ),
        ),
        Tip(
            "play-card",
            "asked:play-card",
            N_(
                "You are on the mission. Who is loyal plays Success, the Winter Soldier has to play "
                "Failure, and the others of HYDRA choose. The cards are shuffled before they are turned "
                "up."
            ),
        ),
        _SUCCESS,
        _FAIL,
        Tip(
            "accused",
            "Accused",
            N_(
                "Captain America accuses somebody of being the Winter Soldier. If that is right, "
                "S.H.I.E.L.D. wins at once; if not, a loyal agent is out, or an agent of HYDRA and "
                "Captain America both."
            ),
        ),
        Tip(
            "last",
            "HydraCameOut",
            N_(
                "HYDRA comes out and has one chance left: to name Nick Fury. If Fury was hidden well, "
                "S.H.I.E.L.D. wins now."
            ),
        ),
        Tip(
            "end",
            "GameEnded",
            N_("The game is over, and all cards lie open. Who knew what, and where did it show in the votes?"),
        ),
    ),
    "hail-hydra": (
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
                "The cards are added up, and the villain takes the total as damage. Nobody can tell "
                "whose card was red; but it was one of those who laid."
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
                "The game is over, and all loyalties lie open. Which attacks were spoiled, and who laid in all of them?"
            ),
        ),
    ),
}
"""Every game's guide, in the order in which its tips are listed. A guide is for the game without modules."""
