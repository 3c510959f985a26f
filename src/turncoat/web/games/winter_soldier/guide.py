"""Guide for a first game of Winter Soldier, which shares the explanations of The Resistance where the rules agree."""

from typing import Final

from turncoat.kernel.words import N_
from turncoat.web.board.model import Tip
from turncoat.web.games.resistance.guide import APPROVED, BALLOTS, CAST_BALLOT, FAIL, NAME_TEAM

TIPS: Final[tuple[Tip, ...]] = (
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
            "The leader of the round names a team. Captain America may accuse a player of being the Winter "
            "Soldier at any time: that can't be taken back, so be sure of your reasons."
        ),
    ),
    NAME_TEAM,
    CAST_BALLOT,
    BALLOTS,
    APPROVED,
    Tip(
        "rejected",
        "RejectionCounted",
        N_("The team is rejected, and the next player leads. With three rejected teams in a row the mission fails."),
    ),
    Tip(
        "play-card",
        "asked:play-card",
        N_(
            "You are on the mission. As S.H.I.E.L.D. you always play Success, as the Winter Soldier always Failure; "
            "the rest of HYDRA choose. The cards are shuffled before they are turned over, so nobody sees who "
            "played which."
        ),
    ),
    Tip(
        "success",
        "MissionRevealed",
        N_(
            "The mission succeeds. That need not mean that only S.H.I.E.L.D. was on it: HYDRA may lie low "
            "to be trusted later. Three successes are not the end: then come Captain America's "
            "last guess and the hunt for Nick Fury."
        ),
        (("success", True),),
    ),
    FAIL,
    Tip(
        "accused",
        "Accused",
        N_(
            "Captain America accuses a player of being the Winter Soldier. If that is right, S.H.I.E.L.D. wins "
            "at once; if not, a loyal agent is out, or a HYDRA agent and Captain America both."
        ),
    ),
    Tip(
        "last",
        "HydraCameOut",
        N_(
            "HYDRA is revealed and has one chance left: naming Nick Fury. If Fury stayed hidden, S.H.I.E.L.D. wins now."
        ),
    ),
    Tip(
        "end",
        "GameEnded",
        N_(
            "That was a whole game. In short: teams, votes and missions as always; Captain America may "
            "accuse at any time; after three successes come the last guess and the hunt for Nick Fury. All "
            "cards are face up now: who knew what, and where did it show in the votes?"
        ),
    ),
)
