"""`strategist` with a tenth of its budget, so that many games can be counted."""

from typing import ClassVar

from turncoat.bots.strategist import Strategist


class QuickStrategist(Strategist):
    """Thinks 20 ms about each thing."""

    name: ClassVar[str] = "baseline:strategist-20ms"
    title: ClassVar[str] = ""
    milliseconds: ClassVar[float] = 20.0
