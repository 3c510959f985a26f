"""Two deals that look alike to some seats, and a comparison of the pages that these seats get."""

from random import Random

from tests.support.offline_room import Watching, choose, room
from turncoat.kernel.chapters import Deal
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, seats_in
from turncoat.kernel.steps import Choice


def compare_alike_deals() -> None:
    """Play two games that look alike to some seats, and check that these receive the same bytes."""
    ruleset = Ruleset.of("resistance", 7)
    roles = ["spy", "spy", "spy", "resistance", "resistance", "resistance", "resistance"]
    other = ["resistance", "spy", "resistance", "resistance", "spy", "spy", "resistance"]
    tables = [room(ruleset, Deal(tuple(cards), 2)) for cards in (roles, other)]
    # Seats 3 and 6 are loyal in both deals and know nothing else, and neither do spectators.
    watching = [
        [Watching(at, seat, packs=packs) for seat in (3, 6, SPECTATOR) for packs in (False, True)] for at in tables
    ]
    rng, steps = Random(7), 0
    while True:
        plays = [at.table.session for at in tables]
        assert plays[0] is not None
        if plays[0].result is not None:  # the roles are revealed from here on
            break
        first, second = ([one.got() for one in watch] for watch in watching)
        assert first == second
        seat = rng.choice(seats_in(plays[0].waiting))
        prompt = plays[0].view(seat).prompt
        assert prompt is not None
        answers = [answer for answer in prompt.option.answers() if answer != "fail"]
        choice = Choice(prompt.number, rng.choice(answers) if prompt.question.name != "cast-ballot" else "approve")
        for at in tables:
            choose(at, seat, choice)
        steps += 1
    assert steps > 20
