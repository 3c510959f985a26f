"""Guide for a first game of The Resistance."""

from typing import Final

from turncoat.kernel.words import N_
from turncoat.web.board.model import Tip

LEADER: Final = Tip(
    "leader",
    "RoundBegan",
    N_(
        "Each round has a leader, marked at the seat, who names a team for the mission. The number at the mission says "
        "how many go."
    ),
)
NAME_TEAM: Final = Tip(
    "name-team",
    "asked:name-team",
    N_(
        "You lead: pick the team for this mission. Leaders mostly pick themselves, and others who seem trustworthy; "
        "everybody will ask you why."
    ),
    to_hiding=N_(
        "You lead: pick the team for this mission. Leaders mostly pick themselves, and then your side is on it. Take "
        "others who seem trustworthy, and have a reason ready: everybody will ask you why."
    ),
)
CAST_BALLOT: Final = Tip(
    "cast-ballot",
    "asked:cast-ballot",
    N_(
        "A team is proposed. First you all talk: who is on it, and why? Then everybody votes at once, and a tie "
        "rejects the team. One enemy on it can make the mission fail, unless the board says that it takes two. "
        "You can change your ballot until the last one is in."
    ),
    to_hiding=N_(
        "A team is proposed. First you all talk: who is on it, and why? Then everybody votes at once, and a tie "
        "rejects the team. One of your side on it can make the mission fail, unless the board says that it takes two. "
        "But everybody sees how you vote. You can change your ballot until the last one is in."
    ),
)
BALLOTS: Final = Tip(
    "ballots",
    "BallotsRevealed",
    N_(
        "The ballots are face up, and the table of all votes keeps who voted how for the whole game. Votes "
        "are the first traces that people leave."
    ),
    to_hiding=N_(
        "The ballots are face up, and the table of all votes keeps who voted how for the whole game. The others will "
        "look for traces there: have a good reason for each of your votes."
    ),
)
APPROVED: Final = Tip(
    "approved",
    "TeamApproved",
    N_("The team is approved and goes on the mission: each of its members plays a card face down."),
)
FAIL: Final = Tip(
    "fail",
    "MissionRevealed",
    N_(
        "The mission fails: somebody on this team has sabotaged it. Compare the teams so far, and look "
        "at who approved this one. Three failures decide the game."
    ),
    (("success", False),),
    to_hiding=N_(
        "The mission fails, as your side wants. Now the others compare the teams, and look at who approved this one: "
        "say whom you suspect before they suspect you. Three failures decide the game."
    ),
)

TIPS: Final[tuple[Tip, ...]] = (
    Tip(
        "card",
        "deal",
        N_(
            "Welcome! Hold your card to see who you are. Most of you are the Resistance and know nothing; a few are "
            "spies, the traitors among you, and know each other. The Resistance wants three missions to succeed, the "
            "spies want three to fail."
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
            "five rejected teams in one round the spies win, so somebody has to give in before that."
        ),
    ),
    Tip(
        "play-card",
        "asked:play-card",
        N_(
            "You are on the mission. The Resistance always plays Success. A spy chooses: Fail harms the mission, "
            "Success may earn trust. The cards are shuffled before they are turned over, so nobody sees who played "
            "which."
        ),
        to_hiding=N_(
            "You are on the mission, and as a spy you choose: Fail harms it, Success may earn you trust. The cards "
            "are shuffled before they are turned over, so nobody sees who played which. The fewer you are on the "
            "team, the more a Fail points at you."
        ),
    ),
    Tip(
        "success",
        "MissionRevealed",
        N_(
            "The mission succeeds. That need not mean that only the Resistance was on it: a spy may lie low to be "
            "trusted later. Three successes decide the game."
        ),
        (("success", True),),
        to_hiding=N_(
            "The mission succeeds. That clears nobody: a spy who lies low now is trusted later. But three successes "
            "decide the game for the Resistance."
        ),
    ),
    FAIL,
    Tip(
        "end",
        "GameEnded",
        N_(
            "That was a whole game. In short: the leader names a team, everybody votes, the team plays in "
            "secret, and three missions decide. The Resistance has only votes and teams to go by. All cards are face "
            "up now: look through the votes again. Where could one have spotted the spies?"
        ),
    ),
)
