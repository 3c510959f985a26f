"""Our rulings on Hail Hydra, with reasons.

The sources are silent on these points, or can be read in two ways. The rules page marks the
clauses, and `make rulings` writes `docs/rulings.md` from this list.
"""

from typing import Final

from turncoat.kernel.chapters import Ruling
from turncoat.kernel.words import N_

RULINGS: Final = (
    Ruling(
        "HH-SETUP-1",
        N_("There are 2 HYDRA agents with 5 and 6 players, and 3 with 7 and 8."),
        N_(
            "The chart is missing from the source. A public player aid has these numbers, and the 8 loyalty discs in "
            "the box agree with them."
        ),
    ),
    Ruling(
        "HH-SETUP-3",
        N_("There are ten cards of each of the eight values."),
        N_(
            "The source says that half of the 80 are blue, and that red ones are higher on average. Equal numbers are "
            "the simplest deck that fits."
        ),
    ),
    Ruling(
        "HH-SETUP-5",
        N_("The city's health never exceeds 27."),
        N_("The city starts with that health, and the track goes no higher."),
    ),
    Ruling(
        "HH-SETUP-6",
        N_("Heroes are chosen clockwise from the First Player, before loyalty is dealt."),
        N_("At that point nobody knows anything to choose by, so the choice gives nothing away."),
    ),
    Ruling(
        "HH-SETUP-7",
        N_("The First Player is drawn at random."),
        N_("The source asks who read a comic last, which nobody can check here."),
    ),
    Ruling(
        "HH-SETUP-8",
        N_("A villain has at most 13 health and 3 defense and deals at least 1 damage."),
        N_(
            "The box has 13 health discs and 3 defense discs. A villain who deals no damage could be left alone "
            "forever."
        ),
    ),
    Ruling(
        "HH-SETUP-8",
        N_("All numbers in the house set are our own, including those of Hulk, She-Hulk and Red Skull."),
        N_("The source says how these three work, but does not include their cards."),
    ),
    Ruling(
        "HH-VILLAIN-2",
        N_(
            "A Quick Attack happens in every offensive at the moment its text says, and not again when the villain "
            "attacks."
        ),
        N_("Powers repeat with each offensive, and a Quick Attack is about the offensive that is under way."),
    ),
    Ruling(
        "HH-LESSER-1",
        N_("Damage beyond a lesser villain's health is lost."),
        N_("The source mentions excess damage only for Red Skull, who has the Cosmic Cube."),
    ),
    Ruling(
        "HH-TIE-1",
        N_("The holder of the First Player Token is the furthest from receiving it."),
        N_("It has to go round the whole table before it comes back."),
    ),
    Ruling(
        "HH-OFF-1",
        N_(
            "The token and the draw are skipped only in the first offensive of the game. An option skips them in the "
            "first of each mission."
        ),
        N_("The source can be read both ways. The opening hands take the place of that draw, and they are dealt once."),
    ),
    Ruling(
        "HH-OFF-5",
        N_(
            "A villain who does not attack does not use the power of that attack either; knocked-out agents still "
            "strike."
        ),
        N_("The power is part of the villain's attack. What agents do to the city is their own doing."),
    ),
    Ruling(
        "HH-OFF-7",
        N_("When both piles are empty, drawing stops."),
        N_("By then all cards are in hands or on the table."),
    ),
    Ruling(
        "HH-OFF-8",
        N_(
            "The blind card is added whatever took the hero's cards. Several are added in token order, and none if "
            "both piles are empty."
        ),
        N_("The source names only stolen cards, but any hero without cards is in the same position."),
    ),
    Ruling(
        "HH-OFF-9",
        N_("A villain's card may take cards at random, and an agent who steals takes one at random."),
        N_("The source forbids giving at random. What is taken is not given."),
    ),
    Ruling(
        "HH-OFF-11",
        N_(
            "The parts of an offensive come in the order of this clause, and within each part, heroes go in token "
            "order."
        ),
        N_("The source lists five steps, and the moments for abilities separately. This is how they fit together."),
    ),
    Ruling(
        "HH-OFF-11",
        N_(
            "Before attacks are discarded, abilities can be called at the reveal, and once more after the "
            "villain has attacked. The second time, only those are asked who have not called theirs and could "
            "still use it."
        ),
        N_(
            "The source ends this moment when the cards lie on the pile. By then it is too late to change the damage "
            "or the attack, and nobody should lose an ability to a tap."
        ),
    ),
    Ruling(
        "HH-PUBLIC-1",
        N_("Everybody sees how many cards lie where and go where. Equal cards look alike."),
        N_("At a table nobody can hide that, and nobody can tell one card from its twin."),
    ),
    Ruling(
        "HH-KO-1",
        N_("A card that takes away a voting round can take the one that is about to begin."),
        N_("It is called before voting starts, and if one round is left, it means that round."),
    ),
    Ruling(
        "HH-KO-2",
        N_("The talk ends early if everybody is ready to vote."),
        N_("Nobody should have to wait for a timer when there is nothing more to say."),
    ),
    Ruling(
        "HH-KO-3",
        N_("A tie with “nobody” counts as a tie."),
        N_("Either way no one is knocked out."),
    ),
    Ruling(
        "HH-KO-3",
        N_("An extra vote may go to a different hero from the first."),
        N_("The card gives one more vote, not one that weighs more."),
    ),
    Ruling(
        "HH-KO-4",
        N_("A hero who is voted out is out at once, for abilities too."),
        N_("The source bars knocked-out heroes from their abilities and names no later moment."),
    ),
    Ruling(
        "HH-KO-4",
        N_("Knocked-out heroes are back when the attack that defeated the villain has been discarded."),
        N_("The moment before that still belongs to the offensive, and so to the heroes who were in it."),
    ),
    Ruling(
        "HH-KO-5",
        N_("A hero who was knocked out in this phase cannot be named again. A revealed agent can be named."),
        N_("A second vote against the same hero would be wasted. A revealed agent does harm on the mission."),
    ),
    Ruling(
        "HH-KO-5",
        N_("Two heroes always stay on the mission, whatever the cards say. Then no further round is held."),
        N_("A mission needs heroes, and one alone could not play anything in secret."),
    ),
    Ruling(
        "HH-KO-6",
        N_("A knocked-out hero with an empty hand gives nothing."),
        N_("There is nothing to give."),
    ),
    Ruling(
        "HH-HERO-1",
        N_("An ability that looks at cards, takes them or asks for them may be aimed at a knocked-out hero."),
        N_("These cards say “a hero”. Only what villains do is limited to the heroes on the mission."),
    ),
    Ruling(
        "HH-HERO-2",
        N_("An ability called during the talk counts for the next voting round; in the last round it is refused."),
        N_(
            "In the source it must be called within 15 seconds to affect a round. Called later, it affects the next, "
            "and after the last there is none."
        ),
    ),
    Ruling(
        "HH-HULK-1",
        N_("A villain whom an ability brings to 0 health is defeated at once, and the offensive is over."),
        N_("A villain is defeated at 0 health, whenever that happens."),
    ),
    Ruling(
        "HH-HAIL-1",
        N_(
            "HAIL HYDRA can be announced from the villain's reveal on, even before the first draw. Once an "
            "attack is revealed, it has to wait until abilities have been called; it is open again before the "
            "villain attacks."
        ),
        N_(
            "The source allows it during the whole mission, which lasts from the villain's reveal to the cards "
            "that defeat the villain. Whether they do is known once nobody calls another ability."
        ),
    ),
    Ruling(
        "HH-HAIL-5",
        N_(
            "This replaces what other knocked-out heroes must hand over. An agent who can neither give nor steal "
            "passes. If announced after handing over, or when cards have already been played, it begins with the "
            "next offensive."
        ),
        N_("A knocked-out hero acts once in an offensive, before cards are played."),
    ),
    Ruling(
        "HH-SKULL-1",
        N_("The Cosmic Cube counts only the team's attack, not the damage of an ability."),
        N_("The source compares the attack with the health that he has left."),
    ),
    Ruling(
        "HH-SKULL-2",
        N_(
            "Each agent gives at most 1 defense in an offensive, until he has 3 with his own. They are asked openly, "
            "in token order. With an option, only those who are knocked out are asked."
        ),
        N_(
            "The box has 3 defense discs. The source lets each revealed agent give; one on the mission gives up "
            "nothing in return, so some prefer to leave those agents out."
        ),
    ),
)
