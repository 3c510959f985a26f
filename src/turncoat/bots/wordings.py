"""Wordings of bots' remarks: phrases and reasons by key, each with several alternatives.

Messages store keys and wording numbers, so that everybody reads them in their own language. The first wording is plain,
the next ones are brief, lively and careful, and so on in turn. There are many, since none is used twice in a game.
Games add their own with `add_phrases` and `add_reasons`.

`{seat}` is the seat that the remark is about, `{leader}` the leader of the team in question, and `{others}` other
seats. `{mission}` and `{count}` are numbers. Teams are identified by their leader, because the next one may be up by
the time the remark is read. English wordings end with the seat, since a reason that follows refers to it as "they".
"""

from collections.abc import Mapping
from random import Random
from typing import Final, TypeAlias

from turncoat.kernel.words import N_

Wordings: TypeAlias = Mapping[str, tuple[str, ...]]
"""Message ids by key."""
MANNERS: Final = 4
"""Number of manners: plain, brief, lively and careful."""
CAREFUL: Final = 3
"""The manner with reservations."""

_PHRASES: Final[dict[str, tuple[str, ...]]] = {
    # Opinions, the most tentative first
    "doubt": (
        N_("I have my doubts about {seat}."),
        N_("{seat}? I'm not convinced."),
        N_("Something about {seat} bothers me!"),
        N_("I may be wrong, but I have a bad feeling about {seat}."),
        N_("I'm a little wary of {seat}."),
        N_("Not too happy with {seat}."),
        N_("Let's keep an eye on {seat}!"),
        N_("It's only a hunch, but I'd watch {seat}."),
        N_("{seat} makes me think twice."),
        N_("Hm, {seat}."),
    ),
    "suspect": (
        N_("{seat} looks like a traitor."),
        N_("I don't trust {seat}."),
        N_("Watch out for {seat}, everybody!"),
        N_("As far as I can tell, {seat} plays for the other side."),
        N_("I suspect {seat}."),
        N_("Most likely {seat}."),
        N_("If you ask me, {seat} is up to something!"),
        N_("A lot points to {seat}."),
    ),
    "sure": (
        N_("I am sure: {seat} is a traitor."),
        N_("It is {seat}. No doubt."),
        N_("It can only be {seat}!"),
        N_("I've gone over it again, and it must be {seat}."),
        N_("{seat} is a traitor, that's certain."),
        N_("Definitely {seat}."),
    ),
    "hope": (
        N_("So far I trust {seat}."),
        N_("{seat} seems all right."),
        N_("I have a good feeling about {seat}!"),
        N_("I can't promise anything, but I lean towards trusting {seat}."),
        N_("For now I'd side with {seat}."),
        N_("Probably fine: {seat}."),
        N_("I like what I see of {seat}!"),
        N_("As I see it, there's little against {seat}."),
    ),
    "trust": (
        N_("I trust {seat}."),
        N_("{seat} is all right."),
        N_("I'd bet on {seat}!"),
        N_("From all I've seen, {seat} is one of us."),
        N_("{seat} has my trust."),
        N_("Good with me: {seat}."),
        N_("I'd take {seat} any day!"),
        N_("I've looked for something against {seat} and found little."),
    ),
    "vouch": (
        N_("I am sure of {seat}."),
        N_("{seat} is loyal. No question."),
        N_("I'd stake everything on {seat}!"),
        N_("I've checked it twice: {seat} must be loyal."),
        N_("{seat} is with us, that's certain."),
        N_("Definitely loyal: {seat}."),
    ),
    "changed-suspect": (
        N_("I've changed my mind about {seat}: now I have doubts."),
        N_("I used to trust {seat}."),
        N_("Maybe {seat} has fooled me!"),
        N_("I spoke up for {seat} before; now I see it differently."),
    ),
    "changed-trust": (
        N_("I've changed my mind: I'd rather trust {seat} now."),
        N_("I was too hard on {seat}."),
        N_("I take it back, I like {seat} better now!"),
        N_("I doubted {seat} before; now I see it differently."),
    ),
    # Replies to an accusation
    "deny": (
        N_("It wasn't me."),
        N_("No."),
        N_("Me? Never!"),
        N_("I see why you ask, but it wasn't me."),
        N_("I'm loyal."),
        N_("Not me."),
        N_("Ha! You have the wrong one!"),
        N_("I can't prove it yet, but I'm on your side."),
        N_("You are mistaken about me."),
        N_("Wrong."),
        N_("I'm as loyal as they come!"),
        N_("Watch how I play, and you will see that I'm loyal."),
        N_("I have nothing to hide."),
        N_("Leave me out of it."),
        N_("Think again!"),
        N_("That would surprise me, since I'm loyal."),
    ),
    "rather": (
        N_("It wasn't me. I would look at {seat}."),
        N_("Not me. Rather {seat}."),
        N_("Me? Look at {seat}!"),
        N_("Fair question, but I would sooner ask about {seat}."),
        N_("I'm loyal. My own doubts are about {seat}."),
        N_("Wrong seat. Try {seat}."),
        N_("You look at me, and meanwhile there is {seat}!"),
        N_("It isn't me, and if I had to guess, I would say {seat}."),
    ),
    "in-return": (
        N_("I could say the same of {seat}."),
        N_("Says {seat}."),
        N_("And that from {seat}, of all people!"),
        N_("It wasn't me, and I wonder why I hear this from {seat}."),
        N_("I'm loyal. I have doubts of my own about {seat}."),
        N_("Funny, I was about to name {seat}."),
        N_("Look who is talking: {seat}!"),
        N_("It isn't me; I'd rather hear more from {seat}."),
    ),
    "beside-fail": (
        N_("I was on mission {mission}, and it wasn't me. I would look at {seat}."),
        N_("Mission {mission} failed, but not because of me. Perhaps because of {seat}."),
        N_("I helped on mission {mission}, so what about {seat}?"),
        N_("All I know is that I helped on mission {mission}; my first guess is {seat}."),
        N_("Somebody let us down on mission {mission}, and I wonder about {seat}."),
        N_("Mission {mission}: not me. Maybe {seat}."),
        N_("Mission {mission} failed under my nose! Was it {seat}?"),
        N_("Of everybody with me on mission {mission}, I trust nobody less than {seat}."),
    ),
    "not-my-fail": (
        N_("Mission {mission} failed with me on it, but it wasn't me."),
        N_("On mission {mission} I did my part."),
        N_("Who did that on mission {mission}? Not me!"),
        N_("I know how it looks, but mission {mission} didn't fail because of me."),
        N_("I wanted mission {mission} to succeed."),
        N_("Mission {mission} wasn't my doing."),
        N_("And I thought mission {mission} was safe!"),
        N_("You have only my word for it, but I helped on mission {mission}."),
    ),
    # Teams and votes
    "fears-team": (
        N_("I have doubts about {leader}'s team: it has {seat}."),
        N_("{leader}'s team would be better without {seat}."),
        N_("Think twice about {leader}'s team, everybody: it has {seat}!"),
        N_("One thing about {leader}'s team worries me, and that is {seat}."),
        N_("I'd change one thing about {leader}'s team: {seat}."),
        N_("{leader}'s team, hm. It has {seat}."),
        N_("Oh dear, {leader}'s team has {seat}!"),
        N_("I'd feel better about {leader}'s team without {seat}."),
    ),
    "fears-leader": (
        N_("I'm wary of {seat}'s team because of who picked it."),
        N_("I'd rather have another leader than {seat}."),
        N_("A team picked by {seat}? I'm uneasy!"),
        N_("It may be nothing, but I'd prefer a team that wasn't picked by {seat}."),
        N_("My doubts about {seat}'s team begin with {seat}."),
        N_("What worries me is the leader, {seat}."),
    ),
    "likes-team": (
        N_("{leader}'s team looks good to me, not least because of {seat}."),
        N_("{leader}'s team has {seat}. Good."),
        N_("I'm glad that {leader}'s team has {seat}!"),
        N_("As far as I can see, {leader} does well to take {seat}."),
        N_("My favourite on {leader}'s team: {seat}."),
        N_("A nice pick for {leader}'s team: {seat}."),
        N_("One thing I really like about {leader}'s team: {seat}!"),
        N_("The best thing about {leader}'s team is {seat}."),
    ),
    "with-me": (
        N_("I'm on {leader}'s team, and I'd be glad to go."),
        N_("Thanks for taking me, {leader}."),
        N_("With me on it, {leader}'s team can't be all bad!"),
        N_("{leader}'s team has at least one loyal player: me. For the others I can't speak."),
        N_("{leader} picked me: a good start."),
        N_("On {leader}'s team? Count me in."),
        N_("Good choice, {leader}: you have me!"),
        N_("I can promise {leader} one thing: I will help."),
    ),
    "without-me": (
        N_("I'm not on {leader}'s team, so I can't vouch for it."),
        N_("{leader}'s team goes without me. A pity."),
        N_("No room for me on {leader}'s team? Too bad!"),
        N_("I'd feel better about {leader}'s team if I were on it."),
        N_("{leader} leaves me out. Let's see how it goes."),
        N_("Why not me, {leader}?"),
        N_("Next time take me along, {leader}!"),
        N_("{leader}'s team may be fine; I know only myself."),
    ),
    "my-team": (
        N_("For mission {mission} I have little to go on, so my team is a guess."),
        N_("My team for mission {mission}. Let's see."),
        N_("Here is my team for mission {mission}: wish us luck!"),
        N_("My team for mission {mission} may not be the best, but it's worth a try."),
        N_("Let's see how my team does on mission {mission}."),
        N_("For mission {mission} I'd like to try these."),
        N_("Who says yes to my team for mission {mission}?"),
        N_("If you see a better team for mission {mission} than mine, tell me."),
    ),
    "on-team": (
        N_("I picked {seat} for my team."),
        N_("I wanted {seat} on my team."),
        N_("My team needs nobody else as long as it has {seat}!"),
        N_("If I can rely on anybody on my team, it should be {seat}."),
        N_("On my team I count on {seat}."),
        N_("My pick for the team: {seat}."),
        N_("My team began with {seat}!"),
        N_("I thought my team over, and I feel best with {seat}."),
    ),
    "against-team": (
        N_("I voted against {leader}'s team because of {seat}."),
        N_("Not {leader}'s team: not with {seat}."),
        N_("{leader}'s team with {seat}? Not with my vote!"),
        N_("I'd have liked to say yes to {leader}'s team, but not with {seat}."),
        N_("My no to {leader}'s team was a no to {seat}."),
        N_("I said no: {leader}'s team had {seat}."),
        N_("No to {leader}'s team, as long as it has {seat}!"),
        N_("What put me off {leader}'s team was {seat}."),
    ),
    "against-leader": (
        N_("I voted against {seat}'s team because of who picked it."),
        N_("Not with this leader: {seat}."),
        N_("When a team is picked by {seat}, I say no!"),
        N_("My no was less about the team than about its leader, {seat}."),
        N_("My no was for the leader, {seat}."),
        N_("A team by {seat}: not with my vote."),
    ),
    "for-team": (
        N_("I voted for {leader}'s team because of {seat}."),
        N_("I said yes to {leader}'s team: it had {seat}."),
        N_("Of course I voted for {leader}'s team: it had {seat}!"),
        N_("I had my doubts, but {leader}'s team had {seat}."),
        N_("My yes to {leader}'s team was a yes to {seat}."),
        N_("{leader}'s team was fine by me, with {seat}."),
        N_("{leader}'s team had {seat}: good enough for my vote!"),
        N_("What won me over to {leader}'s team was {seat}."),
    ),
    "own-team": (
        N_("It was my own team."),
        N_("My own team, my own vote."),
        N_("I picked it myself, so of course I voted for it!"),
        N_("I could hardly vote against a team that I had picked."),
    ),
    "own-no": (
        N_("I had second thoughts about my own team."),
        N_("My own team no longer convinced me."),
        N_("Even a leader may think again!"),
        N_("I picked the team myself, but then it looked riskier than I had thought."),
    ),
    "last-team": (
        N_("We couldn't afford to reject {leader}'s team as well."),
        N_("Another rejection was too risky, so {leader}'s team had to do."),
        N_("Reject {leader}'s team and lose the round? Not me!"),
        N_("I wasn't happy with {leader}'s team, but another rejection would have cost us more."),
    ),
    "no-doubts": (
        N_("I had nothing against {leader}'s team."),
        N_("I saw no reason to say no to {leader}'s team."),
        N_("Why not {leader}'s team? It looked fine!"),
        N_("I found nothing against {leader}'s team, not that it means much."),
    ),
    "not-on-it": (
        N_("I wasn't on {leader}'s team."),
        N_("{leader}'s team left me out."),
        N_("{leader}'s team without me? I can't vouch for that!"),
        N_("I can only vouch for myself, and {leader}'s team left me out."),
    ),
    "other-team": (
        N_("I wanted a different team from {leader}'s."),
        N_("There were better teams than {leader}'s."),
        N_("We can do better than {leader}'s team!"),
        N_("{leader}'s team would do, but I hoped for better."),
    ),
    "no-vote-yet": (
        N_("I haven't voted yet."),
        N_("What vote? I haven't voted yet."),
        N_("My first vote is still to come!"),
        N_("I'll tell you once I've voted."),
    ),
    "no-team-yet": (
        N_("I haven't picked a team yet."),
        N_("What team? I haven't led yet."),
        N_("My turn to lead is still to come!"),
        N_("I'll tell you once I've picked a team."),
    ),
    "guess": (
        N_("My team was a guess."),
        N_("I had to start somewhere with my team."),
        N_("My team was a shot in the dark, I admit!"),
        N_("I had too little to go on to pick a better team."),
    ),
    # Other answers
    "glad": (
        N_("Good to hear."),
        N_("Thank you."),
        N_("At last somebody sees it!"),
        N_("Kind of you to say so."),
        N_("I appreciate that."),
        N_("Thanks for your trust."),
        N_("That's nice to hear!"),
        N_("I'll try to deserve it."),
    ),
    "unsure": (
        N_("I can't tell about {seat} yet."),
        N_("{seat}? No idea."),
        N_("{seat} could be anything!"),
        N_("I haven't seen enough of {seat}."),
        N_("I have no opinion of {seat} yet."),
        N_("Ask me again about {seat} later."),
    ),
    "no-suspect": (
        N_("I suspect nobody in particular yet."),
        N_("Too early to say."),
        N_("Give me a mission or two!"),
        N_("I don't want to suspect anybody without a reason."),
        N_("Nobody stands out."),
        N_("No suspect yet."),
        N_("If only I knew!"),
        N_("I haven't seen enough to name anybody."),
    ),
    "no-trust": (
        N_("I trust nobody in particular yet."),
        N_("Only myself."),
        N_("At this table? Nobody yet!"),
        N_("I'd like to trust somebody, but it's too soon."),
        N_("Nobody has earned it yet."),
        N_("Nobody so far."),
        N_("Ask me when a mission has succeeded!"),
        N_("I can vouch for nobody but myself."),
    ),
    "said-all": (
        N_("I've said what I think."),
        N_("Nothing new."),
        N_("I've told you already!"),
        N_("I've nothing to add so far."),
        N_("You know my opinion."),
        N_("See above."),
        N_("Again? My answer is the same!"),
        N_("I haven't changed my mind."),
    ),
    "no-opinion": (
        N_("I haven't accused anybody yet."),
        N_("Did I say something?"),
        N_("I haven't named anybody so far!"),
        N_("So far I've kept my opinion to myself."),
    ),
    "hello": (
        N_("Hello, everybody!"),
        N_("Hi."),
        N_("Hello! Let's find them."),
        N_("Good to see you."),
        N_("Hello there."),
        N_("Hey."),
        N_("Hi! This will be fun."),
        N_("Hello. May the right side win."),
    ),
    "welcome": (
        N_("You're welcome."),
        N_("Any time."),
        N_("With pleasure!"),
        N_("I hope it helps."),
        N_("Don't mention it."),
        N_("No problem."),
    ),
    "not-understood": (
        N_("I don't follow. Ask me who I suspect or trust, or why I voted as I did."),
        N_("I didn't get that."),
        N_("Say that again? I can tell you who I suspect or trust, and why I voted as I did."),
        N_("That's beyond me. I can say who I trust or suspect."),
        N_("I don't know what to say to that."),
        N_("Pardon?"),
        N_("Now you have lost me!"),
        N_("I'm afraid I can't help you there."),
    ),
    "exposed": (
        N_("You all know what I am."),
        N_("Ask somebody else. You know what I am."),
        N_("My cover is blown, so why ask me!"),
        N_("You wouldn't believe me anyway."),
        N_("No further comment."),
        N_("Everybody knows my side."),
    ),
}

_REASONS: Final[dict[str, tuple[str, ...]]] = {
    # Against a seat
    "on-failed": (
        N_("They were on mission {mission}, and it failed."),
        N_("Mission {mission} failed with them on it."),
        N_("Remember mission {mission}: it failed, and they were there!"),
        N_("It may not have been them, but mission {mission} failed and they were on it."),
        N_("They went on mission {mission}, which failed."),
        N_("Mission {mission} went wrong with them."),
    ),
    "approved-failed": (
        N_("They voted for mission {mission}'s team, and it failed."),
        N_("The team for mission {mission} failed, and they wanted it."),
        N_("They stayed behind, but said yes to the team for mission {mission}, and it failed!"),
        N_("It's not much, but they supported the team that failed on mission {mission}."),
    ),
    "led-failed": (
        N_("They picked the team for mission {mission}, and it failed."),
        N_("The team for mission {mission} was their choice, and it failed."),
        N_("Who picked the team that failed on mission {mission}? They did!"),
        N_("It may be bad luck, but their team failed on mission {mission}."),
    ),
    "on-two-failed": (
        N_("They have been on two missions that failed; the second was mission {mission}."),
        N_("Mission {mission} was the second failure with them."),
        N_("Two failed missions with them, the last one mission {mission}!"),
        N_("Once may be bad luck, but mission {mission} was their second failure."),
    ),
    "only-new": (
        N_("Mission {mission} failed, and they alone had no success behind them."),
        N_("Everybody else on mission {mission} had succeeded before."),
        N_("They were the only new one on mission {mission}, and it failed!"),
        N_("Everybody on mission {mission} but them had a success behind them."),
    ),
    "fails-among": (
        N_(
            "{count} Fail on mission {mission} came from these: {others}.",
            "{count} Fails on mission {mission} came from these: {others}.",
        ),
        N_("{count} of these sabotaged mission {mission}: {others}."),
        N_("Mission {mission} had {count} against it, out of {others}!"),
        N_("On mission {mission} there were {count} traitors, as far as I can count, among {others}."),
    ),
    "against-clean": (
        N_("They voted against the team for mission {mission}, and it succeeded."),
        N_("Mission {mission} succeeded, and they had voted against its team."),
        N_("They said no to the team for mission {mission}, and look, it succeeded!"),
        N_("It's not much, but they didn't want the team that succeeded on mission {mission}."),
    ),
    "approves-all": (
        N_("They have voted for every team so far: {count}.", "They have voted for all {count} teams so far."),
        N_("They say yes to everything: {count} team.", "They say yes to everything: {count} teams."),
        N_("{count} votes, and always yes!"),
        N_("In {count} votes they never once said no."),
    ),
    "rejects-all": (
        N_("They have voted against every team so far: {count}.", "They have voted against all {count} teams so far."),
        N_("They say no to everything: {count} team.", "They say no to everything: {count} teams."),
        N_("{count} votes, and always no!"),
        N_("In {count} votes no team was good enough for them."),
    ),
    "picked-failed": (
        N_("Mission {mission} failed, and they picked somebody from it again: {others}."),
        N_("They picked {others} again, after mission {mission} failed."),
        N_("Mission {mission} failed, and who did they take again? {others}!"),
        N_("I wouldn't have taken {others} again so soon after mission {mission} failed."),
    ),
    # For a seat
    "on-clean": (
        N_("They were on mission {mission}, and it succeeded."),
        N_("Mission {mission} succeeded with them on it."),
        N_("On mission {mission} all went well with them!"),
        N_("It proves little, but mission {mission} succeeded and they were on it."),
        N_("They went on mission {mission}, which succeeded."),
        N_("Mission {mission} went well with them."),
    ),
    "on-two-clean": (
        N_("They have been on two missions that succeeded; the second was mission {mission}."),
        N_("Mission {mission} was the second success with them."),
        N_("Two missions succeeded with them, the last one mission {mission}!"),
        N_("Once may be chance, but mission {mission} was their second success."),
    ),
    "led-clean": (
        N_("They picked the team for mission {mission}, and it succeeded."),
        N_("The team for mission {mission} was their choice, and it succeeded."),
        N_("Who picked the team that succeeded on mission {mission}? They did!"),
        N_("It may be good luck, but their team succeeded on mission {mission}."),
    ),
    "approved-clean": (
        N_("They voted for mission {mission}'s team, and it succeeded."),
        N_("Mission {mission} succeeded, and they had wanted its team."),
        N_("They said yes to the team for mission {mission}, and it was worth it!"),
        N_("It's not much, but they supported the team that succeeded on mission {mission}."),
    ),
    "against-failed": (
        N_("They voted against the team for mission {mission}, and it failed."),
        N_("Mission {mission} failed, and their vote had warned us."),
        N_("They said no to the team for mission {mission}, and they were right!"),
        N_("It's not much, but they didn't want the team that failed on mission {mission}."),
    ),
    "would-have-sabotaged": (
        N_("A traitor on mission {mission} would have won by making it fail."),
        N_("Why would a traitor let mission {mission} succeed? A failure would have won the game."),
        N_("A traitor who lets mission {mission} succeed, with the game at stake? Hardly!"),
        N_("With the game at stake I would expect a traitor to spoil mission {mission}, and nobody did."),
    ),
    "left-out-failed": (
        N_("Mission {mission} failed, and they dropped everybody else who was on it."),
        N_("They picked nobody else from mission {mission} again."),
        N_("After mission {mission} failed, they took new people!"),
        N_("They seem to have learned from mission {mission}: they picked nobody else from it again."),
    ),
    "followed-me": (
        N_("They voted against a team with {others}, just as I warned."),
        N_("They followed my reasoning about {others}."),
        N_("I warned you about {others}, and they listened!"),
        N_("Going by their vote, we agree about {others}."),
    ),
    # In one's own defense
    "my-clean": (
        N_("I was on mission {mission}, and it succeeded."),
        N_("Mission {mission} succeeded with me on it."),
        N_("I helped you through mission {mission}, remember?"),
        N_("Look at mission {mission}: I was there, and nobody sabotaged it."),
        N_("With me mission {mission} went well."),
        N_("If I were a traitor, why did mission {mission} succeed with me?"),
    ),
    "my-warning": (
        N_("I voted against the team for mission {mission}, and it failed."),
        N_("Mission {mission} failed, and I had voted against its team."),
        N_("I said no to the team for mission {mission}, and I was right!"),
        N_("Look at my vote on the team for mission {mission}: I tried to stop it."),
    ),
    "not-there": (
        N_("I wasn't on mission {mission}, which failed."),
        N_("Mission {mission} failed without me."),
        N_("How could I have spoiled mission {mission}? I didn't go!"),
        N_("Don't look at me for mission {mission}: I wasn't there."),
    ),
}


def add_phrases(phrases: Wordings) -> None:
    """Add a game's own phrases."""
    _PHRASES.update(phrases)


def add_reasons(reasons: Wordings) -> None:
    """Add a game's own reasons."""
    _REASONS.update(reasons)


def phrase_keys() -> frozenset[str]:
    """Return the keys of all phrases."""
    return frozenset(_PHRASES)


def reason_keys() -> frozenset[str]:
    """Return the keys of all reasons."""
    return frozenset(_REASONS)


def phrase_text(key: str, wording: int = 0) -> str:
    """Return the phrase in the given wording (message id).

    The result is empty for an unknown key, and the first wording for a number out of range.
    """
    return _text(_PHRASES, key, wording)


def reason_text(key: str, wording: int = 0) -> str:
    """Return the reason in the given wording (message id).

    The result is empty for an unknown key, and the first wording for a number out of range.
    """
    return _text(_REASONS, key, wording)


def wordings_of(key: str) -> int:
    """Return the number of wordings of a phrase or reason."""
    return len(_PHRASES.get(key) or _REASONS.get(key) or ())


def wordings_by(manner: int | None, key: str, rng: Random) -> list[int]:
    """Return the wordings of a phrase or reason, those of the manner first, otherwise in random order."""
    order = rng.sample(range(wordings_of(key)), wordings_of(key))
    return sorted(order, key=lambda wording: manner is not None and wording % MANNERS != manner)


def _text(texts: Wordings, key: str, wording: int) -> str:
    found = texts.get(key, ())
    return found[wording if 0 <= wording < len(found) else 0] if found else ""
