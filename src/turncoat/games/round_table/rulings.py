"""Our rulings on Round Table, with reasons.

The sources are silent on these points, or implementations differ. The rules page marks the clauses, and `make rulings`
writes `docs/rulings.md` from this list.
"""

from typing import Final

from turncoat.kernel.chapters import Ruling
from turncoat.kernel.words import N_

RULINGS: Final = (
    Ruling(
        "RT-BASE-1",
        N_(
            "Where the rules are the same, The Resistance applies, good read for resistance and evil for spies: to "
            "the deal, teams, votes, quest cards, and the end."
        ),
        N_("The game has the same parts, and its rules only say what is different."),
    ),
    Ruling(
        "RT-SETUP-3",
        N_(
            "If characters take all cards of evil, Mordred is the Assassin too, or Morgana without Mordred, never "
            "Oberon or a Lancelot. With an option, the Assassin always has a card of their own."
        ),
        N_(
            "With 5 and 6 players people like to play Morgana with Mordred. Whoever names Merlin must have seen evil "
            "in the reveal."
        ),
    ),
    Ruling(
        "RT-VOTE-1",
        N_("Five rejected teams in a round win for evil. With an option, the fifth team goes without a vote instead."),
        N_("Both are played, and the first is the rule of the game's origin."),
    ),
    Ruling(
        "RT-TARGET-1",
        N_("Targeting can be added. Tokens count quests in the order of play, and the Lancelots count rounds."),
        N_("A token measures how far the game has come, as it does without Targeting."),
    ),
    Ruling(
        "RT-END-3",
        N_(
            "Before the assassination, everybody learns who is evil by then, and which of them is the Assassin, but "
            "no other character. With an option, only the Assassin becomes known."
        ),
        N_(
            "The rules let evil talk it over without showing cards. At a table everybody hears that, and Oberon "
            "joins in."
        ),
    ),
    Ruling(
        "RT-END-5",
        N_(
            "The Assassin cannot name themselves, players seen in the reveal, or players whom everybody knows as "
            "evil. When time runs out, the next player clockwise who can be named is."
        ),
        N_("Naming them would certainly be wrong, and mostly a slip of the finger."),
    ),
    Ruling(
        "RT-LADY-2",
        N_("The holder of the Lady of the Lake need not say what they saw, and is not asked to."),
        N_("They may say anything, true or not, as everybody may at any time."),
    ),
    Ruling(
        "RT-LADY-6",
        N_("The order after a quest: Lady of the Lake, next leader, allegiance card."),
        N_("The card belongs to the next round, so the holder sees the side of the round that is over."),
    ),
    Ruling(
        "RT-SWORD-2",
        N_("The holder of Excalibur is asked on every quest. From then on nobody can change a card."),
        N_("If only some were asked, it would tell that they have something to gain."),
    ),
    Ruling(
        "RT-SWORD-5",
        N_(
            "Excalibur cannot be used on one's own card. The player whose card is exchanged knows both cards; nobody "
            "but them and the holder is told."
        ),
        N_("Whoever wants another card of their own plays it in the first place."),
    ),
    Ruling(
        "RT-LANCE-1",
        N_("Both Lancelots are in play, or neither, in one of three ways: allegiance deck, open cards, or brothers."),
        N_("All three are published, and each is a game of its own."),
    ),
    Ruling(
        "RT-LANCE-2",
        N_(
            "The deck is that of the first edition: five cards, from round 3 on. With an option it is the larger one: "
            "six cards, from round 1 on."
        ),
        N_("Editions differ; early rounds without a Switch let the table get to know its sides."),
    ),
    Ruling(
        "RT-LANCE-5",
        N_("With the deck, an evil Lancelot may play either card. With an option, only Fail."),
        N_("A Lancelot who must fail is soon found out; in the open variant everybody can count on it."),
    ),
    Ruling(
        "RT-LANCE-7",
        N_(
            "The side that a Lancelot is on at the end wins or loses. Whoever was shown as the evil Lancelot cannot be "
            "named as Merlin; a good Lancelot who has become evil comes out with evil."
        ),
        N_("A Switch exchanges sides for everything, and the Assassin knows what the reveal showed."),
    ),
)
