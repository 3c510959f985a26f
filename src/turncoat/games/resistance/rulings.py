"""Our rulings on The Resistance and its modules, with reasons.

The sources are silent on these points, or can be read in two ways. The rules page marks the
clauses, and `make rulings` writes `docs/rulings.md` from this list. Where a whole clause is
a ruling, the text is the clause's own, and the page adds only the reason.
"""

from typing import Final

from turncoat.kernel.chapters import Ruling
from turncoat.kernel.words import N_

RULINGS: Final = (
    Ruling(
        "RES-VOTE-6",
        N_(
            "You can change your ballot until everybody has voted, and nobody else can tell. An Opinion Maker can do "
            "so only until the last Opinion Maker has voted."
        ),
        N_("At a table a face-down token can be swapped until the reveal."),
    ),
    Ruling(
        "RES-MISSION-7",
        N_("You can change your mission card until the whole team has played, and nobody else can tell."),
        N_("A slip of the finger must not decide a game."),
    ),
    Ruling(
        "TGT-6",
        N_(
            "After a team is rejected, the next leader may pick a different mission. Five rejected teams in one "
            "round win the game for the spies, whichever missions they were for."
        ),
        N_("The mission is part of what the leader proposes, and the vote rejects all of it."),
    ),
    Ruling(
        "TGT-8",
        N_(
            "With Targeting, the Hunter module and the Inquisitor count missions in the order they are played: their "
            "mission 2 is the second one played. The two-Fail rule applies to mission 4 on the board, whenever it is "
            "played. Whether mission 5 is open depends on the results on the board, after any reversal."
        ),
        N_(
            "A module counts how far the game has come, what is printed on the board belongs to its space, and a "
            "reversed marker shows the result that counts."
        ),
    ),
    Ruling(
        "BLD-2",
        N_(
            "With Blind Spies, only the spies' part of the reveal is skipped: the resistance Chiefs still see each "
            "other and the Coordinator. The Deep Agent, the Pretender and the hidden Reverser cannot be used."
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
            "The leader may give two of the drawn plot cards to the same player, unless the table has chosen that each"
            " goes to a different one."
        ),
        N_("The rules only say that the cards go to players other than the leader."),
    ),
    Ruling(
        "PLT-DRAW-3",
        N_("If the plot deck is empty, nothing is drawn. That never happens with the printed decks."),
        N_("The rules never bring discarded cards back into the deck."),
    ),
    Ruling(
        "PLT-TYPE-2",
        N_(
            "The leader decides in which order to give out the plot cards. A card that is done at once is resolved "
            "before the next is given."
        ),
        N_(
            "Handing out the cards is the leader's business, and a card that is used at once leaves no room for "
            "another in between."
        ),
    ),
    Ruling(
        "PLT-ORDER-2",
        N_("You may use a plot card in the same round you receive it, if its moment is still to come."),
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
            "Take Responsibility is done as soon as you receive it or, if no other player has a plot card yet, "
            "as soon as one does. You may take an Opinion Maker, or one of the leader's cards."
        ),
        N_("A card must be taken, and only one that another player already has can be."),
    ),
    Ruling(
        "PLT-RESPONSIBILITY-2",
        N_("Cards that the leader has drawn but not yet given cannot be taken."),
        N_("They are on their way to others, and are not the leader's."),
    ),
    Ruling(
        "PLT-STRONG-3",
        N_(
            "Whoever becomes the leader with Strong Leader at the start of a round also draws and gives out the "
            "plot cards. Leadership then passes clockwise from them. A leader who holds the card is asked too, "
            "and first: a leader who plays it keeps the lead, and nobody else plays one before a vote."
        ),
        N_(
            "Becoming the leader means doing all that a leader does. The chance to play cards begins with the leader, "
            "and keeping the lead is worth a card when somebody else holds the other."
        ),
    ),
    Ruling(
        "PLT-NOCONF-2",
        N_(
            "No Confidence can be the fifth rejection; then the spies win. Once one is used, nobody is asked for "
            "another. The vote track goes back to 0 only if none was used."
        ),
        N_("The card says that it counts as a failed vote, and one failed vote is enough for a team."),
    ),
    Ruling(
        "PLT-SPOTLIGHT-1",
        N_("The card in the spotlight is revealed when all have played, before Keeping a Close Eye on You."),
        N_("Revealed earlier, it would tell those who have not played yet what to play."),
    ),
    Ruling(
        "PLT-CLOSEEYE-2",
        N_("A card that was revealed in the spotlight counts as seen."),
        N_("Everybody has seen it, so there is nothing left to find out."),
    ),
    Ruling(
        "PLT-CLOSEEYE-2",
        N_(
            "A player with two Keeping a Close Eye on You cards gets one chance: both may be used then, and "
            "passing gives up the second as well."
        ),
        N_("At each moment the rules give each player one chance to play any cards that fit."),
    ),
    Ruling(
        "PLT-CLOSEEYE-3",
        N_("A team member may use Keeping a Close Eye on You too, but not on their own card."),
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
        N_("The resistance Chiefs look after the spies; the look at the Coordinator comes last."),
        N_("The source adds these lines without saying where; after the spies, all eyes are closed."),
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
            "The third failed mission leads to the spy Hunter's ordinary accusation, which does not use up the early "
            "one."
        ),
        N_("The Hunter has to accuse then anyway, so nothing is gained by coming early."),
    ),
    Ruling(
        "HUN-EARLY-6",
        N_(
            "Until the early accusation is used, everybody is asked about it: with 5 or 6 players, after every failure"
            " before the third; from 7 players, whenever the mission has failed and a Chief Fail was played. Only the "
            "spy Hunter can say yes, and with 5 or 6 players only if the Chief played a Fail."
        ),
        N_(
            "This way neither the question, nor its timing, nor who is waited for reveals who failed the mission or "
            "who the spy Hunter is."
        ),
    ),
    Ruling(
        "HUN-INVESTIGATE-3",
        N_(
            "If an accusation has delayed the investigation, the mission's result after the accusation decides who "
            "investigates. With an option, the result of the cards decides."
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
            "If a side has two Chiefs, naming either is right. A Hunter may not accuse themselves, anybody they have "
            "accused before (an early accusation counts), or the other side's Hunter once that Hunter is known."
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
            "If Blame is in play, everybody knows. It can be used from the start of a round until the first ballot on "
            "a team is in, and again when the next team is to be named. If the Blame is right, the two players play "
            "and win with their new sides at once. Neither is told anything new, and what was shown before stays as it"
            " was."
        ),
        N_(
            "Team building lasts until the vote begins, with its first ballot. The two swap cards and sides, and "
            "nobody opens their eyes again."
        ),
    ),
    Ruling(
        "INQ-USE-3",
        N_(
            "Once the game is over, nobody uses the Inquisitor. The order after a mission: early accusation, "
            "accusation, investigation, Inquisitor, next leader."
        ),
        N_("A mission is resolved only when no accusation can still reverse it, and after the end nothing is asked."),
    ),
    Ruling(
        "REV-SETUP-1",
        N_("Which Reversers are in play is an option of the module, and everybody knows it."),
        N_("The source allows either of them or both."),
    ),
    Ruling(
        "REV-MISSION-3",
        N_(
            "Where a mission needs two Fails to fail, the result is worked out that way first; then a lone "
            "Reverse reverses it. An option takes the cards literally: with one Reverse, the mission succeeds if "
            "there is any Fail and fails if there is none."
        ),
        N_(
            "The source speaks only of missions that one Fail sinks; a Reverse reverses the result, whatever it "
            "would be."
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
            "Reversers with the Hunter module: from 7 players, everybody on the team gets Success, Fail, Chief "
            "Fail and Reverse. Nobody is both Chief and Reverser. A Chief Fail counts as a Fail before the "
            "result is reversed. The early accusation is possible only if the final result is a failure. The spy "
            "Reverser and the Deep Agent cannot be in play together."
        ),
        N_(
            "The source does not say how the two combine. Every special card takes the place of a plain one, of which"
            " the spies have one at most; and only a failure can be turned into a success."
        ),
    ),
)
