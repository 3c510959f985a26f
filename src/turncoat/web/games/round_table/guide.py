"""Guide for a first game of Round Table, which shares the explanations of The Resistance where the rules agree."""

from typing import Final

from turncoat.kernel.words import N_
from turncoat.web.board.model import Tip
from turncoat.web.games.resistance.guide import APPROVED, BALLOTS, CAST_BALLOT, FAIL, LEADER, NAME_TEAM

TIPS: Final[tuple[Tip, ...]] = (
    Tip(
        "card",
        "deal",
        N_(
            "Welcome! Hold your card to see who you are, and what you know of others. Good wants three quests to "
            "succeed, evil wants three to fail. Evil know each other. Merlin knows evil too, and must not be found."
        ),
    ),
    LEADER,
    NAME_TEAM,
    CAST_BALLOT,
    BALLOTS,
    APPROVED,
    Tip(
        "rejected",
        "TeamRejected",
        N_(
            "The team is rejected, and the next player clockwise leads. The track counts rejections: after "
            "five rejected teams in one round evil wins, so somebody has to give in before that."
        ),
    ),
    Tip(
        "play-card",
        "asked:play-card",
        N_(
            "You are on the quest. If you are good, Merlin included, you always play Success. If you are evil, you "
            "choose: Fail harms the quest, Success may earn you trust. The cards are shuffled before they are "
            "turned over, so nobody sees who played which."
        ),
    ),
    Tip(
        "success",
        "MissionRevealed",
        N_(
            "The quest succeeds. That need not mean that only loyal people were on it: a traitor may lie low to be "
            "trusted later. Three successes are not the end: then the Assassin names one player as Merlin."
        ),
        (("success", True),),
    ),
    FAIL,
    Tip(
        "last",
        "EvilCameOut",
        N_(
            "Evil is revealed and has one chance left: the Assassin names one player. If it is Merlin, evil wins "
            "after all. Think back: who seemed to know more than the others?"
        ),
    ),
    Tip(
        "end",
        "GameEnded",
        N_(
            "That was a whole game. In short: teams, votes and quests; three failures win for evil; after three "
            "successes the Assassin looks for Merlin. All cards are face up now: where did Merlin help, and who "
            "noticed? In your next game Percival and Morgana can join."
        ),
    ),
)
