"""The versions of the rules of Hail Hydra. Games that began by an earlier one are played as they were.

Since version 3 HAIL HYDRA is open before the first draw of a mission, and abilities once more after the damage
(HH-HAIL-1, HH-HERO-2). Since version 4 agents on the mission may give Red Skull defense too, unless the option says
otherwise (HH-SKULL-2).
"""

from typing import Final

VERSION: Final = "4"
WITHOUT_ADDED_MOMENTS: Final = ("2",)
"""Versions without the moments before the draw and after the damage."""
EARLIER_VERSIONS: Final = (*WITHOUT_ADDED_MOMENTS, "3")
