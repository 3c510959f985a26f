"""Topics and reasons of bots at The Resistance, in addition to missions and votes."""

from collections.abc import Mapping
from typing import ClassVar

from turncoat.bots.intents import IntentKind
from turncoat.bots.reasons import MissionReasons


class ResistanceReasons(MissionReasons):
    """Reasons in games with missions, with the game's own quick phrases."""

    phrase_intents: ClassVar[Mapping[str, IntentKind]] = {
        "why-team": "asked-team",
        "why-ballot": "asked-vote",
        "take": "defended",
    }
