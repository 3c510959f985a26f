"""`turncoat lab value`: the value of best play, and the guarantee of each side."""

from collections.abc import Iterator, Sequence
from typing import Final

import typer

from turncoat.cli.arguments import options_of, translator_of
from turncoat.cli.errors import CommandError, command_errors
from turncoat.cli.json_text import json_text
from turncoat.kernel.rulebooks import default_game, rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import seats_in
from turncoat.kernel.words import N_, listed
from turncoat.simulation.playing import sides
from turncoat.telling import Teller, Translate
from turncoat_lab.balance import rulesets_of
from turncoat_lab.value import NoValueError, Value, mission_game, value

_VALUE: Final = N_("{game}, {players} players: {side} {value} ({share})")
_BOUNDS: Final = N_("{game}, {players} players: {side} from {low} to {high}")
_SABOTAGE: Final = N_(
    "{side}: seem loyal, and make missions {missions} fail whenever they can. Against that, at most {count} of {deals} "
    "deals can be won."
)
_PLAN: Final = N_(
    "{side}: follow this plan, which anybody may know. It wins {count} of {deals} deals, whatever the others do. "
    "After results not listed, any team will do."
)
_FIRST: Final = N_("mission {mission}: seats {seats}")
_AFTER: Final = N_("mission {mission} after {results}: seats {seats}")
_SUCCESS: Final = N_("success")
_FAILURE: Final = N_("failure")


def run(
    game: str,
    players: Sequence[int],
    modules: Sequence[str],
    options: Sequence[str],
    *,
    as_json: bool,
    language: str = "",
) -> None:
    """Print the value of rulesets under best play, and the strategies that guarantee it."""
    say = translator_of(language)
    try:
        with command_errors():
            rulesets = rulesets_of(game or default_game(), players, modules, options_of(options))
            values = {ruleset: value(mission_game(ruleset)) for ruleset in rulesets}
    except NoValueError as error:
        raise CommandError(error.message) from None
    if as_json:
        entries = [_entry(ruleset, found) for ruleset, found in values.items()]
        typer.echo(json_text(entries))
        return
    typer.echo("\n\n".join("\n".join(_lines(ruleset, found, say)) for ruleset, found in values.items()))


def _lines(ruleset: Ruleset, found: Value, say: Translate) -> Iterator[str]:
    teller = Teller(ruleset, (), say)
    book = rulebook(ruleset.game)
    [side] = (side for side in sides(ruleset) if side != book.hiding_side)
    about = {"game": say(book.title), "players": str(ruleset.players), "deals": str(len(found.game.hidden_sets))}
    if found.low == found.high:
        share = f"{float(found.low):.1%}"
        yield say(_VALUE).format(**about, side=teller.word(side), value=found.low, share=share)
    else:
        yield say(_BOUNDS).format(**about, side=teller.word(side), low=found.low, high=found.high)
    sabotage = say(listed([str(mission + 1) for mission in found.sabotage]))
    yield say(_SABOTAGE).format(**about, side=teller.word(book.hiding_side), missions=sabotage, count=found.winnable)
    yield say(_PLAN).format(**about, side=teller.word(side), count=len(found.beaten))
    for history in sorted(found.plan, key=lambda history: (len(history), [not success for success in history])):
        results = ", ".join(say(_SUCCESS if success else _FAILURE) for success in history)
        line = _AFTER if history else _FIRST
        seats = ", ".join(str(seat + 1) for seat in seats_in(found.plan[history]))
        yield "  " + say(line).format(mission=len(history) + 1, results=results, seats=seats)


def _entry(ruleset: Ruleset, found: Value) -> dict[str, object]:
    """Return the value as JSON. Missions count from 1, seats from 0 as everywhere in JSON."""
    return {
        "game": ruleset.game,
        "players": ruleset.players,
        "modules": list(ruleset.modules),
        "low": str(found.low),
        "high": str(found.high),
        "sabotage": [mission + 1 for mission in found.sabotage],
        "beaten": [seats_in(hidden) for hidden in found.beaten],
        "plan": {"".join("FS"[success] for success in history): seats_in(team) for history, team in found.plan.items()},
    }
