"""Checks of the acts in events: every viewer sees the same acts, about seats of the table."""

from typing import Any

from turncoat.kernel.events import seen_by
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.kernel.views import View
from turncoat.testing.broken import require
from turncoat.testing.games import walk


def check_acts(ruleset: Ruleset, seed: int = 1) -> None:
    """Check that all viewers of an event get the same acts, and that each act is possible."""
    views: list[View[Any]] = [View(ruleset, seat) for seat in (SPECTATOR, *range(ruleset.players))]
    told = 0
    for game, _ in walk(ruleset, seed):
        new_events, told = game.events[told:], len(game.events)
        for event in new_events:
            for_all = None
            for view in views:
                seen = seen_by(event, view.seat)
                if seen is None:
                    continue
                acts = [act.for_all() for act in seen.acts(ruleset, view.board)]
                for act in acts:
                    require(act.is_possible(ruleset.players), f"{event}: {act} is not possible at this table", game)
                if for_all is None:
                    for_all = acts
                require(acts == for_all, f"{event}: seat {view.seat} sees {acts}, others {for_all}", game)
                view.see([seen])
