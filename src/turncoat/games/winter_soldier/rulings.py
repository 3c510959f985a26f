"""Our rulings on Winter Soldier, with reasons.

The sources are silent on these points, or can be read in two ways. The rules page marks the
clauses, and `make rulings` writes `docs/rulings.md` from this list.
"""

from typing import Final

from turncoat.kernel.chapters import Ruling
from turncoat.kernel.words import N_

RULINGS: Final = (
    Ruling(
        "WIN-BASE-1",
        N_("Where the rules say nothing, The Resistance applies: to the deal, ballots and cards, talk, and the end."),
        N_("The game has the same parts, and its rules only say what is different."),
    ),
    Ruling(
        "WIN-SETUP-4",
        N_("The seat that a deal names first is the dealer. That has no effect."),
        N_("Captain America leads first, wherever he sits."),
    ),
    Ruling(
        "WIN-REVEAL-1",
        N_("HYDRA agents do not learn which of them is the Winter Soldier."),
        N_("They see raised thumbs, and all thumbs look alike."),
    ),
    Ruling(
        "WIN-ZEMO-1",
        N_("HYDRA does not see Baron Zemo, but Nick Fury does."),
        N_("HYDRA does not know an agent who took no part in its reveal; nothing hides him from Nick Fury."),
    ),
    Ruling(
        "WIN-HILL-1",
        N_("Nick Fury does not see Maria Hill, unless an option lets him."),
        N_("Only HYDRA agents leave their thumbs up for him."),
    ),
    Ruling(
        "WIN-HILL-2",
        N_(
            "Once a game, a player seen in the reveal who is still in can be named. If the guess is wrong, that "
            "player is the other agent who is exposed, and both stay in."
        ),
        N_("Nobody else can be Maria Hill; the rules say that an agent is exposed, not that anybody goes out."),
    ),
    Ruling(
        "WIN-HILL-2",
        N_("An order given while ballots or cards are being collected stays secret until the last one is in."),
        N_("It would reveal the Winter Soldier while ballots can still be changed."),
    ),
    Ruling(
        "WIN-HILL-2",
        N_(
            "If the target or Maria Hill goes out before the order takes effect, it lapses. Only the Winter Soldier "
            "is told, and the order is not used up."
        ),
        N_("Nothing has happened that the table could see."),
    ),
    Ruling(
        "WIN-HILL-3",
        N_(
            "She cannot be assassinated once HYDRA is revealed. After a third success on an earlier mission she "
            "still can be, while the Scarlet Witch looks and Captain America makes his last guess."
        ),
        N_(
            "The rules set the fifth mission as the limit, and the look and the guess come before it. Once HYDRA "
            "is revealed, she is given away by not being among them."
        ),
    ),
    Ruling(
        "WIN-HILL-4",
        N_("Maria Hill and Baron Zemo can be combined with 5 or 6 players too; set-up warns about it."),
        N_("Any combination is allowed, but the Winter Soldier then sees only her, and so knows who she is."),
    ),
    Ruling(
        "WIN-VOTE-2",
        N_(
            "The Winter Soldier counts himself and everybody seen in the reveal; with an option, every HYDRA agent and "
            "nobody else."
        ),
        N_("Otherwise, what he may reject would tell him who Maria Hill or Baron Zemo is."),
    ),
    Ruling(
        "WIN-VOTE-2",
        N_("With that option, nothing says in advance what he may cast: he finds out when a ballot is refused."),
        N_("At a real table, too, he learns it only when the rule stops him; told in advance, he would know for free."),
    ),
    Ruling(
        "WIN-VOTE-2",
        N_("A ballot cast by the clock approves, whoever's it is."),
        N_("It is the only ballot that everybody may cast; any other would reveal who may not reject."),
    ),
    Ruling(
        "WIN-VOTE-3",
        N_("After the third rejection the next mission begins with no rejections, and leadership passes once."),
        N_("It has already passed for the rejection."),
    ),
    Ruling(
        "WIN-VOTE-3",
        N_("A mission that fails through rejections counts as completed."),
        N_("It has its result, and the next one begins."),
    ),
    Ruling(
        "WIN-ACCUSE-1",
        N_("Captain America may accuse as often as he likes while he is in, until the third success."),
        N_("The rules say at any point and set no limit; after the third success comes the last guess."),
    ),
    Ruling(
        "WIN-ACCUSE-1",
        N_(
            "An accusation is public at once; while ballots or cards are being collected, it is answered when the "
            "last one is in."
        ),
        N_("So nobody can choose again knowing the answer, and what was chosen stays secret until it is revealed."),
    ),
    Ruling(
        "WIN-ACCUSE-1",
        N_(
            "Whatever was done first takes effect first; if the first of two accusations puts Captain America "
            "out, the second is void."
        ),
        N_("The accuser is out by the time it would take effect."),
    ),
    Ruling(
        "WIN-ACCUSE-1",
        N_("A player who has been accused cannot be accused again until that is answered."),
        N_("It would have no effect."),
    ),
    Ruling(
        "WIN-ACCUSE-4",
        N_("S.H.I.E.L.D. wins at once when the Winter Soldier is found."),
        N_("The object of the game says that saving the Winter Soldier is a way to win."),
    ),
    Ruling(
        "WIN-ACCUSE-5",
        N_(
            "If an accusation puts Nick Fury out, he may still be named after three successes, and then nobody else "
            "may; if Captain America is out too, HYDRA wins at once."
        ),
        N_(
            "Accusing Nick Fury must not protect him; with his card face up and no accuser left, HYDRA can hardly lose."
        ),
    ),
    Ruling(
        "WIN-ACCUSE-5",
        N_(
            "With the option that play continues without Nick Fury, S.H.I.E.L.D. wins after the last guess if he "
            "is out."
        ),
        N_("No assassination can succeed, so nothing is left to ask."),
    ),
    Ruling(
        "WIN-OUT-1",
        N_(
            "A player who is out shows their card, does nothing more, does not talk, and wins or loses with their side."
        ),
        N_("Players who are out have left play; what they know would tell others too much. An option lets them talk."),
    ),
    Ruling(
        "WIN-OUT-1",
        N_(
            "Team sizes and the number of Failures needed stay the same; a team is at most the number of players "
            "left, and a majority is of those left."
        ),
        N_("The tables are made for the number of players at the start, and there must always be a team that can go."),
    ),
    Ruling(
        "WIN-OUT-2",
        N_("Ballots of players who are out by the reveal do not count; mission cards that they have played do."),
        N_(
            "A ballot belongs to its owner until the reveal; a card lies among the others, and nobody knows which it "
            "is."
        ),
    ),
    Ruling(
        "WIN-OUT-2",
        N_(
            "If a team member goes out before the team sets off, ballots go back unseen, no rejection is "
            "counted, and the leader names a team again."
        ),
        N_("They were cast on a team that no longer exists."),
    ),
    Ruling(
        "WIN-OUT-2",
        N_(
            "If the leader goes out, the token passes to the right once, even if the team stays: whoever gets it "
            "names the next team."
        ),
        N_("Passing it again after the vote would skip that player."),
    ),
    Ruling(
        "WIN-END-2",
        N_(
            "The player named in the last guess answers yes or no and shows no card; after that, nobody can be accused."
        ),
        N_("The hunt for Nick Fury comes next, and a card shown would help it."),
    ),
    Ruling(
        "WIN-END-2",
        N_("Captain America may choose to name nobody; that is also what the clock does."),
        N_("The guess is a chance, not a duty, and what the clock does must give nothing away."),
    ),
    Ruling(
        "WIN-END-3",
        N_(
            "Only players who may still be Nick Fury, as far as everybody can tell, can be named: not HYDRA, nor "
            "anybody who has shown another card; and if his own card is face up, only he can."
        ),
        N_("A slip of the finger must not decide a game."),
    ),
    Ruling(
        "WIN-END-3",
        N_("HYDRA's seats are shown, and which is the Winter Soldier's; no other card is."),
        N_("The Winter Soldier is about to speak, and that is all that is needed."),
    ),
    Ruling(
        "WIN-WITCH-1",
        N_("The token is not used after the third failure; after the third success it is used before the last guess."),
        N_("The third failure ends the game; before the last guess the look still matters."),
    ),
    Ruling(
        "WIN-WITCH-1",
        N_("That last use happens even if Captain America is out and nobody makes a last guess."),
        N_("The rules name the missions and set no condition."),
    ),
    Ruling(
        "WIN-WITCH-1",
        N_("Nobody can be accused between the third success and the last guess."),
        N_("The last guess is all that is left of accusing; the look serves that guess."),
    ),
    Ruling(
        "WIN-WITCH-2",
        N_(
            "A holder who is out hands the token to the next player on the left who is in and has not used it, "
            "and that player makes the examination that is due; if there is none, the token leaves the game."
        ),
        N_("The power passes from player to player, and nobody has it twice."),
    ),
    Ruling(
        "WIN-WITCH-2",
        N_("If there is nobody to examine, there is no examination, and the token stays."),
        N_("Nobody could be named, and nobody else has earned it."),
    ),
    Ruling(
        "WIN-WITCH-2",
        N_("If the player whom the holder was about to examine is accused, the holder chooses another."),
        N_("The card of the accused is public."),
    ),
)
