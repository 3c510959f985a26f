"""What bots say, in words: phrases and reasons by their keys, each in several wordings.

A message is kept by its keys and the number of its wording, so that people read it in their own languages. The first
wording is the plain one; those after it are brief, lively and careful, as far as there are so many. What a game has of
its own is added by `add_phrases` and `add_reasons`.

`{seat}` is whom it speaks of, `{leader}` who named the team that it speaks of, `{others}` other seats, `{mission}` and
`{count}` are numbers. A team goes by its leader: when this is read the next one may be up.
"""

from collections.abc import Mapping
from typing import Final, TypeAlias

from turncoat.kernel.words import N_

Wordings: TypeAlias = Mapping[str, tuple[str, ...]]
"""Message ids by key."""

_PHRASES: Final[dict[str, tuple[str, ...]]] = {
    # Opinions
    "suspect": (
        N_("{seat} looks like a traitor."),
        N_("I don't trust {seat}."),
        N_("Keep an eye on {seat}, everybody!"),
        N_("I may be wrong, but I have doubts about {seat}."),
    ),
    "sure": (
        N_("I am sure: {seat} is a traitor."),
        N_("It is {seat}. No doubt."),
        N_("It can only be {seat}!"),
    ),
    "trust": (
        N_("I trust {seat}."),
        N_("{seat} is all right."),
        N_("I would bet on {seat}!"),
        N_("So far I trust {seat}."),
    ),
    "changed-suspect": (
        N_("I have changed my mind: {seat} looks like a traitor."),
        N_("I trusted {seat}. Not any more."),
    ),
    "changed-trust": (
        N_("I have changed my mind: I trust {seat} now."),
        N_("I was wrong about {seat}."),
    ),
    "rather": (
        N_("It wasn't me. I would look at {seat}."),
        N_("Not me. Rather {seat}."),
        N_("Me? Look at {seat}!"),
    ),
    # Votes and teams
    "against-team": (
        N_("I voted against {leader}'s team because of {seat}."),
        N_("Not {leader}'s team: not with {seat}."),
    ),
    "for-team": (
        N_("I voted for {leader}'s team because of {seat}."),
        N_("To {leader}'s team I said yes: it had {seat}."),
    ),
    "on-team": (
        N_("I picked {seat} for my team."),
        N_("I wanted {seat} on my team."),
    ),
    "own-team": (N_("It was my own team."), N_("I picked it myself, so of course I voted for it.")),
    "last-team": (N_("There was no room for another rejection."), N_("One more rejection was too many.")),
    "no-doubts": (N_("Nothing spoke against {leader}'s team."), N_("I saw no reason to say no to {leader}'s team.")),
    "not-on-it": (N_("I wasn't on {leader}'s team."), N_("Without me I can't vouch for a team.")),
    "other-team": (N_("I wanted another team than {leader}'s."), N_("There were better teams than {leader}'s.")),
    "no-vote-yet": (N_("I have not voted yet."), N_("Which vote? I have not voted yet.")),
    "no-team-yet": (N_("I have not picked a team yet."), N_("Which team? I have not been the leader yet.")),
    "guess": (N_("It was a guess."), N_("I had to begin somewhere.")),
    # Answers
    "deny": (
        N_("It wasn't me."),
        N_("No."),
        N_("Me? Never!"),
        N_("I see why you ask, but it wasn't me."),
    ),
    "glad": (N_("Good to hear."), N_("Thank you."), N_("Finally somebody sees it!")),
    "unsure": (
        N_("About {seat} I can't tell yet."),
        N_("{seat}? No idea."),
        N_("{seat} could be anything!"),
        N_("For {seat} and against {seat} I have seen too little."),
    ),
    "no-suspect": (N_("I suspect nobody in particular yet."), N_("Too early to say."), N_("Give me a mission or two!")),
    "no-trust": (N_("I trust nobody in particular yet."), N_("Only myself."), N_("At this table? Nobody yet!")),
    "said-all": (N_("I have said what I think of that."), N_("Nothing new."), N_("As I said before!")),
    "no-opinion": (N_("I have not accused anybody yet."), N_("Did I say something?")),
    "hello": (N_("Hello, everybody!"), N_("Hi."), N_("Hello! Let's find them.")),
    "welcome": (N_("You're welcome."), N_("Sure.")),
    "not-understood": (
        N_("I don't follow. Ask me whom I suspect or trust, or why I voted so."),
        N_("I didn't get that."),
        N_("Say that again? I can tell you whom I suspect or trust, and why I voted so."),
    ),
    "exposed": (N_("You all know what I am."), N_("Ask somebody else. You know what I am.")),
}

_REASONS: Final[dict[str, tuple[str, ...]]] = {
    # Against somebody
    "on-failed": (
        N_("They were on mission {mission}, and it failed."),
        N_("Mission {mission} failed with them on it."),
    ),
    "approved-failed": (
        N_("They voted for the team of mission {mission}, and it failed."),
        N_("The team of mission {mission} failed, and they had wanted it."),
    ),
    "led-failed": (
        N_("They picked the team of mission {mission}, and it failed."),
        N_("The team of mission {mission} was their choice, and it failed."),
    ),
    "on-two-failed": (
        N_("They have been on two missions that failed; the second was mission {mission}."),
        N_("Mission {mission} was the second failure with them."),
    ),
    "only-new": (
        N_("Mission {mission} failed, and only they had not been on a mission that succeeded."),
        N_("Everybody else on mission {mission} had succeeded before."),
    ),
    "fails-among": (
        N_(
            "{count} Fail came from these on mission {mission}: {others}.",
            "{count} Fails came from these on mission {mission}: {others}.",
        ),
        N_("{count} of these, I think: {others}."),
    ),
    "against-clean": (
        N_("They voted against the team of mission {mission}, and it succeeded."),
        N_("Mission {mission} succeeded, and they had voted against its team."),
    ),
    "approves-all": (
        N_("They have voted for every team so far: {count}.", "They have voted for all {count} teams so far."),
        N_("They say yes to everything: {count} team.", "They say yes to everything: {count} teams."),
    ),
    "rejects-all": (
        N_("They have voted against every team so far: {count}.", "They have voted against all {count} teams so far."),
        N_("They say no to everything: {count} team.", "They say no to everything: {count} teams."),
    ),
    "picked-failed": (
        N_("Mission {mission} failed, and they picked somebody from it again: {others}."),
        N_("They picked {others} again, after mission {mission} failed."),
    ),
    # For somebody
    "on-clean": (
        N_("They were on mission {mission}, and it succeeded."),
        N_("Mission {mission} succeeded with them on it."),
    ),
    "on-two-clean": (
        N_("They have been on two missions that succeeded; the second was mission {mission}."),
        N_("Mission {mission} was the second success with them."),
    ),
    "led-clean": (
        N_("They picked the team of mission {mission}, and it succeeded."),
        N_("The team of mission {mission} was their choice, and it succeeded."),
    ),
    "approved-clean": (
        N_("They voted for the team of mission {mission}, and it succeeded."),
        N_("Mission {mission} succeeded, and they had wanted its team."),
    ),
    "against-failed": (
        N_("They voted against the team of mission {mission}, and it failed."),
        N_("Mission {mission} failed, and they had warned us by their vote."),
    ),
    "would-have-sabotaged": (
        N_("A traitor on mission {mission} would have won by a Fail, and there was none."),
        N_("As a traitor they would have sabotaged mission {mission}: it would have won the game."),
    ),
    "left-out-failed": (
        N_("Mission {mission} failed, and they left everybody else from it at home."),
        N_("Of those on mission {mission} they picked nobody else again."),
    ),
    "followed-me": (
        N_("They voted against a team with {others}, whom I had spoken against."),
        N_("They followed my reasoning about {others}."),
    ),
    # For oneself
    "my-clean": (
        N_("I was on mission {mission}, and it succeeded."),
        N_("Mission {mission} succeeded with me on it."),
    ),
    "my-warning": (
        N_("I voted against the team of mission {mission}, and it failed."),
        N_("Mission {mission} failed, and I had voted against its team."),
    ),
    "not-there": (
        N_("I wasn't on mission {mission}, which failed."),
        N_("Mission {mission} failed without me."),
    ),
}


def add_phrases(phrases: Wordings) -> None:
    """What the bots of a game say beside these phrases."""
    _PHRASES.update(phrases)


def add_reasons(reasons: Wordings) -> None:
    """The reasons that bots give at a game beside these."""
    _REASONS.update(reasons)


def phrase_keys() -> frozenset[str]:
    """The keys of all phrases."""
    return frozenset(_PHRASES)


def reason_keys() -> frozenset[str]:
    """The keys of all reasons."""
    return frozenset(_REASONS)


def phrase_text(key: str, wording: int = 0) -> str:
    """The phrase in that wording (message id); empty when there is none."""
    return _text(_PHRASES, key, wording)


def reason_text(key: str, wording: int = 0) -> str:
    """The reason in that wording (message id); empty when there is none."""
    return _text(_REASONS, key, wording)


def wordings_of(key: str) -> int:
    """How many wordings a phrase or reason has."""
    return len(_PHRASES.get(key) or _REASONS.get(key) or ("",))


def _text(texts: Wordings, key: str, wording: int) -> str:
    found = texts.get(key, ())
    return found[wording if 0 <= wording < len(found) else 0] if found else ""
