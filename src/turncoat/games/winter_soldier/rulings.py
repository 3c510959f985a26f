"""What in the rules of Winter Soldier is our own decision, and why.

The sources are silent there, or can be read in two ways. The rules page marks these
clauses; `docs/rulings.md` is written from this list by `make rulings`.
"""

from typing import Final

from turncoat.kernel.chapters import Ruling
from turncoat.kernel.words import N_

RULINGS: Final = (
    Ruling(
        "WIN-BASE-1",
        N_("What the rules do not say is as in The Resistance: the deal, ballots and cards, talk, and the end."),
        N_("The game has the same parts, and its rules tell only what is different."),
    ),
    Ruling(
        "WIN-SETUP-4",
        N_("The seat that a deal names first is the dealer, and has no effect."),
        N_("Captain America leads first, wherever that is."),
    ),
    Ruling(
        "WIN-REVEAL-1",
        N_("HYDRA agents do not learn who of them is the Winter Soldier."),
        N_("They see raised thumbs, and those are all alike."),
    ),
    Ruling(
        "WIN-ZEMO-1",
        N_("HYDRA does not see Baron Zemo, and Nick Fury does."),
        N_("Who is locked out of the loop is unknown to those in it; nothing hides him from Nick Fury."),
    ),
    Ruling(
        "WIN-HILL-1",
        N_("Nick Fury does not see Maria Hill, but by option he does."),
        N_("Only HYDRA agents leave their thumbs up for him."),
    ),
    Ruling(
        "WIN-HILL-2",
        N_(
            "Only somebody seen in the reveal who is still in can be named, once in a game. If that is wrong, this is "
            "the other agent who is exposed, and both stay in."
        ),
        N_("Nobody else can be Maria Hill; the rules say that an agent is exposed, and not that anybody goes out."),
    ),
    Ruling(
        "WIN-HILL-2",
        N_("An order given while ballots or cards are collected is secret until the last is in."),
        N_("It would tell who the Winter Soldier is while ballots can still be changed."),
    ),
    Ruling(
        "WIN-HILL-2",
        N_(
            "When the target or Maria Hill goes out before the order takes effect, it lapses. Only the Winter Soldier "
            "is told, and it is not used up."
        ),
        N_("Nothing has happened that the table could see."),
    ),
    Ruling(
        "WIN-HILL-3",
        N_(
            "She can be assassinated no more when HYDRA comes out. After a third success on an earlier mission it is "
            "still possible while the Scarlet Witch looks and Captain America makes his last guess."
        ),
        N_(
            "The rules set the fifth mission as the end, and these looks and guesses come before it. When HYDRA comes "
            "out, they would know her by her staying."
        ),
    ),
    Ruling(
        "WIN-HILL-4",
        N_("Maria Hill with Baron Zemo is possible with 5 or 6 players too; there is advice about it."),
        N_("Any combination is allowed, but the Winter Soldier then sees her alone and so knows her."),
    ),
    Ruling(
        "WIN-VOTE-2",
        N_(
            "The Winter Soldier counts himself, those seen in the reveal and public HYDRA agents; by option every "
            "HYDRA agent and nobody else."
        ),
        N_("Otherwise what may be rejected would tell him who Maria Hill or Baron Zemo is."),
    ),
    Ruling(
        "WIN-VOTE-2",
        N_("By that option nothing says beforehand what he may cast: he learns it when a ballot is refused."),
        N_(
            "At a table, too, he would learn it only from the rule that stops him; told before, he would know for free."
        ),
    ),
    Ruling(
        "WIN-VOTE-2",
        N_("A ballot that the clock casts approves, whoever's it is."),
        N_("It is the only ballot that everybody may cast; any other would tell who may not reject."),
    ),
    Ruling(
        "WIN-VOTE-3",
        N_("After the third rejection the next mission begins with no rejections, and leadership passes once."),
        N_("It has passed for the rejection already."),
    ),
    Ruling(
        "WIN-VOTE-3",
        N_("A mission that fails by rejections counts as completed."),
        N_("It has its result, and the next one begins."),
    ),
    Ruling(
        "WIN-ACCUSE-1",
        N_("Captain America may accuse as often as he likes while he is in, until the third success."),
        N_("The rules say at any point and give no number; after the third success there is the last guess."),
    ),
    Ruling(
        "WIN-ACCUSE-1",
        N_("An accusation is public at once; during a collection it is answered when the last ballot or card is in."),
        N_("So nobody can choose anew, knowing the answer, and what was chosen stays secret until its reveal."),
    ),
    Ruling(
        "WIN-ACCUSE-1",
        N_(
            "What was done first takes effect first; when Captain America goes out by the first of two accusations, "
            "the second is void."
        ),
        N_("The accuser is out when it would take effect."),
    ),
    Ruling(
        "WIN-ACCUSE-1",
        N_("Somebody who is accused already cannot be accused again before that is answered."),
        N_("It could not do anything."),
    ),
    Ruling(
        "WIN-ACCUSE-4",
        N_("S.H.I.E.L.D. wins at once when the Winter Soldier is found."),
        N_("The object of the game says that to save the Winter Soldier is a way to win."),
    ),
    Ruling(
        "WIN-ACCUSE-5",
        N_(
            "Nick Fury put out by an accusation may still be named after three successes, and then nobody else may; "
            "when Captain America is out too, HYDRA wins at once."
        ),
        N_("Accusing Nick Fury must not shield him; with his card open and no accuser left, HYDRA can hardly lose."),
    ),
    Ruling(
        "WIN-ACCUSE-5",
        N_("By the option that play goes on without Nick Fury, S.H.I.E.L.D. wins after the last guess when he is out."),
        N_("No assassination can succeed, so nothing is left to ask."),
    ),
    Ruling(
        "WIN-OUT-1",
        N_(
            "A player who is out shows their card, does nothing more, does not talk, and wins or loses with their side."
        ),
        N_("To step out is to leave the play; what they know would tell others too much. An option lets them talk."),
    ),
    Ruling(
        "WIN-OUT-1",
        N_(
            "Team sizes and the Failures needed stay as they were; a team is at most the players left, and a majority "
            "is one of them."
        ),
        N_("The tables are made for the players at the start, and there must always be a team that can go."),
    ),
    Ruling(
        "WIN-OUT-2",
        N_("Ballots of players who are out by the reveal do not count; mission cards that they have played do."),
        N_("A ballot is its owner's until the reveal; a card lies among the others and nobody knows which it is."),
    ),
    Ruling(
        "WIN-OUT-2",
        N_(
            "When somebody on the team goes out before it sets off, ballots go back unseen, no rejection is counted, "
            "and the leader names again."
        ),
        N_("They were cast on a team that does not exist."),
    ),
    Ruling(
        "WIN-OUT-2",
        N_(
            "When the leader goes out, the token passes to the right once, also when the team stays: whoever gets it "
            "names the next team."
        ),
        N_("Passing it again after the vote would skip that player."),
    ),
    Ruling(
        "WIN-END-2",
        N_("Who is named in the last guess answers yes or no and shows no card; nobody can be accused any more."),
        N_("The hunt for Nick Fury comes next, and a card that is shown would help it."),
    ),
    Ruling(
        "WIN-END-2",
        N_("Captain America may name nobody; that is what the clock does."),
        N_("The guess is a chance and no duty, and what the clock does must tell nothing."),
    ),
    Ruling(
        "WIN-END-3",
        N_(
            "Only players who can still be Nick Fury for all to see may be named: neither HYDRA nor who has shown "
            "another card, and with his own card open nobody but him."
        ),
        N_("A slip of the finger must not decide a game."),
    ),
    Ruling(
        "WIN-END-3",
        N_("HYDRA comes out by seat, and it is shown who the Winter Soldier is; no other card is."),
        N_("The Winter Soldier is about to speak, and that is all that is needed."),
    ),
    Ruling(
        "WIN-WITCH-1",
        N_("The token is not used after the third failure; after the third success it is used before the last guess."),
        N_("The third failure ends the game; before the last guess the look still matters."),
    ),
    Ruling(
        "WIN-WITCH-1",
        N_("That last use is made also when Captain America is out and nobody makes a last guess."),
        N_("The rules name the missions and no condition."),
    ),
    Ruling(
        "WIN-WITCH-1",
        N_("Between the third success and the last guess nobody is accused."),
        N_("The last guess is what is left of accusing; the look is for that guess."),
    ),
    Ruling(
        "WIN-WITCH-2",
        N_(
            "A holder who is out hands the token to the next on the left who is in and has not used it, and who makes "
            "the examination that is due; without such a player it leaves the game."
        ),
        N_("The power passes from player to player, and nobody has it twice."),
    ),
    Ruling(
        "WIN-WITCH-2",
        N_("With nobody to examine there is no examination, and the token stays."),
        N_("Nobody could be named, and nobody else has earned it."),
    ),
    Ruling(
        "WIN-WITCH-2",
        N_("When a player is accused whom the holder was about to examine, the holder chooses somebody else."),
        N_("The card of the accused is public."),
    ),
)
