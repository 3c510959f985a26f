"""Guide for a first game of The Resistance."""

from typing import Final

from turncoat.kernel.words import N_
from turncoat.web.board.model import Tip

NAME_TEAM: Final = Tip(
    "name-team",
    "asked:name-team",
    N_(
        "You lead: pick the team for this mission. A few people you trust are a good start, and leaders "
        "mostly pick themselves; everybody will ask you why."
    ),
)
CAST_BALLOT: Final = Tip(
    "cast-ballot",
    "asked:cast-ballot",
    N_(
        "A team is proposed. First you all talk: who is on it, and why? Then everybody votes at once, and a tie "
        "rejects the team. One traitor on it can make the mission fail, unless the board says that it takes two. "
        "You can change your ballot until the last one is in."
    ),
)
BALLOTS: Final = Tip(
    "ballots",
    "BallotsRevealed",
    N_(
        "The ballots are face up, and the table of all votes keeps who voted how for the whole game. Votes "
        "are the first traces that people leave."
    ),
)
APPROVED: Final = Tip(
    "approved",
    "TeamApproved",
    N_("The team is approved and goes on the mission: each of its members plays a card face down."),
)
SUCCESS: Final = Tip(
    "success",
    "MissionRevealed",
    N_(
        "The mission succeeds. That need not mean that only loyal people were on it: a traitor may lie "
        "low to be trusted later. Three successes decide the game."
    ),
    (("success", True),),
)
FAIL: Final = Tip(
    "fail",
    "MissionRevealed",
    N_(
        "The mission fails: somebody on this team has sabotaged it. Compare the teams so far, and look "
        "at who approved this one. Three failures decide the game."
    ),
    (("success", False),),
)

TIPS: Final[tuple[Tip, ...]] = (
    Tip(
        "card",
        "deal",
        N_(
            "Welcome! Hold your card to see who you are. Most of you are the resistance and know nothing; a few "
            "are spies and know each other. The resistance wants three missions to succeed, the spies want three "
            "to fail."
        ),
    ),
    Tip(
        "leader",
        "RoundBegan",
        N_(
            "Each round has a leader, marked at the seat, who names a team for the mission. The number at the "
            "mission says how many go."
        ),
    ),
    NAME_TEAM,
    CAST_BALLOT,
    BALLOTS,
    APPROVED,
    Tip(
        "rejected",
        "TeamRejected",
        N_(
            "The team is rejected, and the next player clockwise leads. The track counts rejections: after "
            "five rejected teams in one round the spies win, so somebody has to give in before that."
        ),
    ),
    Tip(
        "play-card",
        "asked:play-card",
        N_(
            "You are on the mission. As a loyal player you always play Success. As a spy you choose: Fail harms the "
            "mission, Success may earn you trust. The cards are shuffled before they are turned over, so nobody sees "
            "who played which."
        ),
    ),
    SUCCESS,
    FAIL,
    Tip(
        "end",
        "GameEnded",
        N_(
            "That was a whole game. In short: the leader names a team, everybody votes, the team plays in "
            "secret, and three missions decide. The loyal have only votes and teams to go by. All cards are face "
            "up now: look through the votes again. Where could you have spotted the spies?"
        ),
    ),
)
