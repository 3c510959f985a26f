"""Balance of the game that is being set up: a verdict, a bar, and the figures behind them."""

from collections.abc import Mapping
from math import ceil, floor
from typing import Final

import msgspec

from turncoat.kernel.chapters import RulesetError
from turncoat.kernel.opening import role_cards
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.words import N_
from turncoat.simulation.fairness import Measured, Verdict, judging, measured
from turncoat.table import commands as c
from turncoat.telling import Translate, in_number
from turncoat.web.board.model import Side
from turncoat.web.games import presenter_of


class SideShare(msgspec.Struct, frozen=True):
    """Share of the games that a side won."""

    outline: Side
    label: str
    percent: int


class Fairness(msgspec.Struct, frozen=True):
    """Balance of a game, as far as it was measured. It depends only on the set-up."""

    verdict: str
    source: str
    """The players and games behind the verdict, or those that are missing."""
    bar: tuple[SideShare, ...] = ()
    """The loyal side and the hiding side, empty if too little is known."""
    figures: tuple[str, ...] = ()
    """All figures as sentences, by kind of player."""
    about: str = ""
    """Sentence about what the figures say."""


VERDICTS: Final[Mapping[Verdict, str]] = {
    "even": N_("About even"),
    "loyal": N_("Leans towards {loyal}"),
    "hiding": N_("Leans towards {hiding}"),
    "few": N_("Too few games to say"),
}
SOURCES: Final[Mapping[str, str]] = {
    "people": N_("{games} game of people", "{games} games of people"),
    "sensible": N_("{games} game of bots", "{games} games of bots"),
}
"""Players and games behind a verdict, by kind of player (`fairness.JUDGES`)."""
_UNMEASURED: Final = N_("Not known yet")
_NO_JUDGES: Final = N_("only bots that don't try to win have played it")
_NO_GAMES: Final = N_("no games with these settings on record")
_ABOUT: Final = N_("Figures from games like this, not a forecast of yours: good talkers win more often.")
_NO_VERDICT: Final = N_("Such bots don't try to win, so it may be quite different among people.")

FIGURES: Final[Mapping[str, str]] = {
    "people": N_(
        "{games} recorded game of people: {side} won {share}%.",
        "{games} recorded games of people: {side} won {share}%.",
    ),
    "sensible": N_(
        "{games} game of bots that play to win: {side} won {share}%.",
        "{games} games of bots that play to win: {side} won {share}%.",
    ),
    "baseline:people": N_(
        "{games} game of bots that play like people but draw no conclusions: {side} won {share}%.",
        "{games} games of bots that play like people but draw no conclusions: {side} won {share}%.",
    ),
    "random": N_(
        "{games} game of bots that choose at random: {side} won {share}%.",
        "{games} games of bots that choose at random: {side} won {share}%.",
    ),
}
"""Sentences about win rates by type of player (`fairness.PLAYERS`)."""
_IN_THE_LONG_RUN: Final = N_("{figure} Probably {low} to {high}% in the long run.")
_PRECISE: Final = 0.015
"""Distance to the end of the 95% interval up to which the rounded win rate alone says enough."""
_AMONG_PEOPLE: Final = N_(
    "{side} won {share}% of {games} game of people.", "{side} won {share}% of {games} games of people."
)


def fairness_of(ruleset: Ruleset, translate: Translate) -> Fairness:
    """Return the balance of the game that is being set up."""
    book, presenter = rulebook(ruleset.game), presenter_of(ruleset.game)
    hiding, loyal = book.hiding_side, _loyal_side(ruleset)
    words = {name: translate(book.words.get(side, side)) for name, side in (("loyal", loyal), ("hiding", hiding))}
    found = measured(ruleset)
    figures = tuple(_figure(one, words["loyal"], translate) for one in found)
    judge = judging(found)
    if judge is None:
        return Fairness(
            translate(_UNMEASURED), translate(_NO_JUDGES if found else _NO_GAMES), (), figures, translate(_NO_VERDICT)
        )
    percent = round(100 * judge.share)
    bar = (
        SideShare(presenter.outline(loyal), words["loyal"], percent),
        SideShare(presenter.outline(hiding), words["hiding"], 100 - percent),
    )
    return Fairness(
        translate(VERDICTS[judge.verdict]).format(**words),
        _with_games(SOURCES[judge.player_kind], judge, translate),
        bar if judge.verdict != "few" else (),
        figures,
        translate(_ABOUT),
    )


def among_people(game_setup: c.GameSetup, translate: Translate) -> str:
    """Return how often the loyal side won among people, as a sentence, or nothing if no such game is on record."""
    try:
        ruleset = game_setup.draft()
    except RulesetError:
        return ""
    one = next((one for one in measured(ruleset) if one.player_kind == "people"), None)
    if one is None:
        return ""
    side = _loyal_side(ruleset)
    return _won(_AMONG_PEOPLE, one, translate(rulebook(ruleset.game).words.get(side, side)), translate)


def _loyal_side(ruleset: Ruleset) -> str:
    book = rulebook(ruleset.game)
    return next((side for side in map(book.side_of, role_cards(ruleset)) if side != book.hiding_side), "")


def _figure(one: Measured, side: str, translate: Translate) -> str:
    figure = _won(FIGURES[one.player_kind], one, side, translate)
    if one.reach < _PRECISE:
        return figure
    low, high = one.interval
    return translate(_IN_THE_LONG_RUN).format(figure=figure, low=floor(100 * low), high=ceil(100 * high))


def _won(sentence: str, one: Measured, side: str, translate: Translate) -> str:
    return _with_games(sentence, one, translate, side=side, share=f"{100 * one.share:.0f}")


def _with_games(sentence: str, one: Measured, translate: Translate, **values: str) -> str:
    """Return the sentence in the number of the games, which are written with narrow spaces."""
    games = f"{one.games:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
    return translate(in_number(sentence, {"games": one.games}.get)).format(games=games, **values)
