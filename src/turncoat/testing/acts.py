"""What events tell of people's acts: everybody sees the same acts, and they are about seats of the table."""

from collections.abc import Iterable
from typing import Any

import msgspec

from turncoat.kernel.acts import Act, MissionRun, TeamNamed, TeamVoted
from turncoat.kernel.events import Event, seen_by
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.kernel.views import View
from turncoat.testing.broken import require
from turncoat.testing.games import walk


def check_acts(ruleset: Ruleset, seed: int = 1) -> None:
    """Whoever sees an event is told the same acts of it, which are such as can be."""
    views: list[View[Any]] = [View(ruleset, seat) for seat in (SPECTATOR, *range(ruleset.players))]
    told = 0
    for game, _ in walk(ruleset, seed):
        news, told = game.events[told:], len(game.events)
        for event in news:
            for_all = None
            for view in views:
                seen = seen_by(event, view.seat)
                if seen is None:
                    continue
                acts = list(acts_for_all(seen, view))
                for act in acts:
                    require(_can_be(act, ruleset), f"{event}: {act} is no act of this table", game)
                if for_all is None:
                    for_all = acts
                require(acts == for_all, f"{event}: seat {view.seat} is told {acts}, others {for_all}", game)
                view.see([seen])


def acts_for_all(event: Event, view: View[Any]) -> Iterable[Act]:
    """The acts of an event, without what only the viewer knows of them."""
    for act in event.acts(view.ruleset, view.board):
        yield msgspec.structs.replace(act, known_fails=0) if isinstance(act, MissionRun) else act


def _can_be(act: Act, ruleset: Ruleset) -> bool:
    everyone = (1 << ruleset.players) - 1
    situation = act.situation
    seats = act.team | situation.failed | situation.succeeded
    if situation.players != ruleset.players or not 0 <= act.leader < ruleset.players:
        return False
    match act:
        case TeamNamed():
            return not seats & ~everyone
        case TeamVoted():
            return not (seats | act.approvals | act.rejections) & ~everyone and not act.approvals & act.rejections
        case MissionRun():
            right = 0 <= act.known_fails <= act.fails <= act.team.bit_count()
            return right and not (seats | act.approvals) & ~everyone
    return False
