"""Common phrases for choosing a team and voting on it."""

from collections.abc import Mapping
from typing import Final

from turncoat.kernel.words import N_

PHRASES: Final[Mapping[str, str]] = {
    "like-team": N_("I like this team."),
    "why-team": N_("Why that team?"),
    "no-to-team": N_("I'm against this team."),
    "take-me": N_("Pick me."),
    "take": N_("Take {seat} along."),
    "why-ballot": N_("Why that vote, {seat}?"),
}
