"""What in the rules of The Resistance and its modules is our own decision, and why.

The sources are silent there, or can be read in two ways. The rules page marks these
clauses; `docs/rulings.md` is written from this list by `make rulings`. Where a clause
is a ruling as a whole, the text is the clause's own, and the page adds the reason alone.
"""

from typing import Final

from turncoat.kernel.chapters import Ruling
from turncoat.kernel.words import N_

RULINGS: Final = (
    Ruling(
        "RES-VOTE-6",
        N_(
            "A ballot can be changed until the last one is in, and nobody else notices. An Opinion Maker can change "
            "theirs until the last Opinion Maker has voted."
        ),
        N_("At a table a face-down token can be swapped until the reveal."),
    ),
    Ruling(
        "RES-MISSION-7",
        N_("A mission card can be changed until the last of the team has played, and nobody else notices."),
        N_("A slip of the finger must not decide a game."),
    ),
    Ruling(
        "TGT-6",
        N_(
            "After a rejected team the next leader may pick another mission. Five rejected teams in one round win for"
            " the spies, whatever missions they were for."
        ),
        N_("The mission is part of what the leader proposes, and the vote rejects all of it."),
    ),
    Ruling(
        "TGT-8",
        N_(
            "With Targeting the Hunter module and the Inquisitor count the missions as they are played: their mission"
            " 2 is the second one played. The two Fails belong to the space of mission 4, whenever it is played. "
            "Whether mission 5 is open goes by the markers as they lie, after any reversal."
        ),
        N_(
            "A module counts how far the game has come; what is printed on the board belongs to its space; and a "
            "marker that was turned over shows the result that counts."
        ),
    ),
    Ruling(
        "BLD-2",
        N_(
            "With Blind Spies only the spies' part of the reveal is left out: the Chiefs of the resistance still see "
            "each other and the Coordinator. Deep Agent, Pretender and the hidden Reverser cannot be played with it."
        ),
        N_(
            "The variant skips the Spies Reveal and nothing else. Those three are special only in what spies see "
            "there, so they would mean nothing."
        ),
    ),
    Ruling(
        "PLT-DECK-1",
        N_("The number of copies of each plot card is taken from the printed second edition."),
        N_("The rules give the size of the two decks, 7 and 15, but not what is in them."),
    ),
    Ruling(
        "PLT-DRAW-2",
        N_(
            "One player may get two of the plot cards drawn, unless the table has chosen that they go to different "
            "players."
        ),
        N_("The rules only say that the cards go to players other than the leader."),
    ),
    Ruling(
        "PLT-DRAW-3",
        N_("From an empty plot deck nothing is drawn. With the printed decks that does not happen."),
        N_("The rules never bring discarded cards back into the deck."),
    ),
    Ruling(
        "PLT-TYPE-2",
        N_(
            "The leader chooses in which order the plot cards drawn are given. A card that is done at once is done "
            "before the next is given."
        ),
        N_(
            "Handing out the cards is the leader's business, and a card that is to be used immediately leaves no room "
            "for another in between."
        ),
    ),
    Ruling(
        "PLT-ORDER-2",
        N_("A plot card received in this round may be used in it, if its moment is still to come."),
        N_("The example in the rules keeps a card back only because its moment has passed."),
    ),
    Ruling(
        "PLT-ORDER-3",
        N_(
            "Where modules meet after a mission, the order is: Keeping a Close Eye on You, the result, early "
            "accusation, accusation, investigation, Inquisitor, the next leader."
        ),
        N_(
            "Each module says where its moments come in the base game, but not where they come among those of other "
            "modules."
        ),
    ),
    Ruling(
        "PLT-RESPONSIBILITY-2",
        N_(
            "Take Responsibility is done as soon as it is received, or else as soon as a plot card lies before "
            "another player. An Opinion Maker may be taken, and a card that lies before the leader."
        ),
        N_("A card must be taken, and only one that already lies before a player can be."),
    ),
    Ruling(
        "PLT-RESPONSIBILITY-2",
        N_("Cards that the leader has drawn but not yet given cannot be taken."),
        N_("They are on their way to somebody, and do not lie before the leader."),
    ),
    Ruling(
        "PLT-STRONG-3",
        N_(
            "Whoever becomes the leader with Strong Leader at the beginning of a round also draws and gives the plot "
            "cards. Afterwards leadership goes on clockwise from there. The player who leads already is not asked."
        ),
        N_("Becoming the leader means doing all that a leader does; and whoever leads already would gain nothing."),
    ),
    Ruling(
        "PLT-NOCONF-2",
        N_(
            "No Confidence can be the fifth rejection, and then the spies win. When one is used, nobody is asked for "
            "a second. The vote track goes back to 0 only when none was used."
        ),
        N_("The card says that it counts as a failed vote, and one failed vote is enough for a team."),
    ),
    Ruling(
        "PLT-SPOTLIGHT-1",
        N_("The card in the spotlight is turned up when all have played, before Keeping a Close Eye on You."),
        N_("Turned up earlier, it would tell those who have not played yet what to play."),
    ),
    Ruling(
        "PLT-CLOSEEYE-2",
        N_("A card that was turned up in the spotlight counts as seen."),
        N_("Everybody has seen it, so nothing is left to find out."),
    ),
    Ruling(
        "PLT-CLOSEEYE-2",
        N_(
            "Two Keeping a Close Eye on You cards before one player are one chance: both may be used then, and "
            "passing gives up the second as well."
        ),
        N_("At each moment the rules give each player one chance to play any cards that fit."),
    ),
    Ruling(
        "PLT-CLOSEEYE-3",
        N_("A member of the team may use Keeping a Close Eye on You too, but not on their own card."),
        N_("The rules bar nobody from using it, and everybody knows their own card."),
    ),
    Ruling(
        "HUN-SETUP-4",
        N_("An optional role takes the place of a plain card of its side, so there must be one."),
        N_(
            "The source adds the card without saying which one it replaces; the sides keep their numbers, and Chiefs "
            "and Hunters are needed."
        ),
    ),
    Ruling(
        "HUN-REVEAL-4",
        N_("The Chiefs of the resistance look once the spies have looked; the look at the Coordinator comes last."),
        N_("The source adds these lines without saying where; once the spies are done, all eyes are closed."),
    ),
    Ruling(
        "HUN-EARLY-1",
        N_(
            "A failure caused only by a wrong accusation brings no early accusation, even if the spy Chief played a "
            "Fail."
        ),
        N_("The cards had made the mission a success: the accusation made it fail, not the Chief."),
    ),
    Ruling(
        "HUN-EARLY-5",
        N_(
            "The third failed mission brings the ordinary accusation of the spy Hunter, and the early one is not used"
            " up by it."
        ),
        N_("The Hunter has to accuse then anyway, so nothing is gained by coming early."),
    ),
    Ruling(
        "HUN-EARLY-6",
        N_(
            "Until the early accusation is used, everybody is asked about it: with 5 or 6 players after every first "
            "or second failure, from 7 players whenever a Chief Fail lies there and the mission has failed. Only the "
            "spy Hunter can say yes; with 5 or 6 players only if the Chief played a Fail."
        ),
        N_(
            "This way neither the question, nor its timing, nor who is waited for reveals who failed the mission or "
            "who the spy Hunter is."
        ),
    ),
    Ruling(
        "HUN-INVESTIGATE-3",
        N_(
            "When an accusation has delayed the investigation, the result as it then lies decides who investigates. "
            "An option lets the result of the cards decide."
        ),
        N_("From then on the turned marker is the result of the mission."),
    ),
    Ruling(
        "HUN-LOYALTY-1",
        N_("Every investigated player is asked to hand over a card, even if only one fits."),
        N_("So nobody notices that the Dummy Agent has a choice."),
    ),
    Ruling(
        "HUN-ACCUSE-5",
        N_(
            "With two Chiefs on a side either is right. A Hunter may not accuse themselves, nor anybody twice, an "
            "early accusation included, nor the other side's Hunter once that one is known."
        ),
        N_(
            "Each of the two is a Chief who is hunted. What is barred would certainly be wrong, and after the fifth "
            "mission the accusations might never end."
        ),
    ),
    Ruling(
        "HUN-PRETENDER-1",
        N_("With the Pretender in play, the spies learn that the Deep Agent is one of these two, but not which."),
        N_("They see two raised thumbs and closed eyes, and nothing tells the two players apart."),
    ),
    Ruling(
        "HUN-BLAME-2",
        N_(
            "Everybody knows that Blame is in play. It is open from the start of a round until the first ballot on a "
            "team is in, and again when the next team is to be named. After a true Blame each plays and wins with "
            "their new side at once, neither is told anything new, and what was shown before stays as it was."
        ),
        N_(
            "Team building lasts until the vote begins, with its first ballot. The two swap cards and sides, and "
            "nobody opens their eyes again."
        ),
    ),
    Ruling(
        "INQ-USE-3",
        N_(
            "The Inquisitor is not used once the game is over. The order after a mission: early accusation, "
            "accusation, investigation, Inquisitor, next leader."
        ),
        N_(
            "The mission is resolved only when no accusation can reverse it any more, and a game that is over asks "
            "nothing."
        ),
    ),
    Ruling(
        "REV-SETUP-1",
        N_("Which Reversers are in play is an option of the module, and everybody knows it."),
        N_("The source allows either of them or both."),
    ),
    Ruling(
        "REV-MISSION-3",
        N_(
            "Where two Fails are needed, the result is worked out with two, and then a lone Reverse turns it over. An"
            " option takes the cards at their word instead: with one Reverse any Fail makes a success, and none makes"
            " a failure."
        ),
        N_(
            "The source speaks only of missions that one Fail sinks; a Reverse turns over whatever the result would be."
        ),
    ),
    Ruling(
        "REV-HIDDEN-1",
        N_(
            "A hidden Reverser neither sees the other spies nor is seen by them, and does not learn who their Chiefs "
            "are."
        ),
        N_("Spies find one another by their open eyes; whoever takes no part keeps theirs closed."),
    ),
    Ruling(
        "REV-HUNTER-1",
        N_(
            "Reversers with the Hunter module: from 7 players the hand is Success, Fail, Chief Fail and Reverse; "
            "nobody is both Chief and Reverser; a Chief Fail counts as a Fail before the result is turned over; an "
            "early accusation needs a result that is a failure in the end. Spy Reverser and Deep Agent do not fit "
            "together."
        ),
        N_(
            "The source does not say how the two combine. Every special card takes the place of a plain one, of which"
            " the spies have one at most; and only a failure can be turned into a success."
        ),
    ),
)
