"""The versions of the rules of Winter Soldier. Games that began by an earlier one are played as they were.

Since version 2 the Scarlet Witch token is used once more when mission 3 or 4 is the third success (WIN-WITCH-1), and
the Winter Soldier names nobody but Nick Fury when Fury's card lies face up (WIN-END-3). Since version 3 Maria Hill can
be assassinated after the third success too, until HYDRA comes out (WIN-HILL-3).
"""

from typing import Final

VERSION: Final = "3"
FIRST_VERSION: Final = "1"
HILL_SAFE_AFTER_SUCCESSES: Final = (FIRST_VERSION, "2")
"""Versions in which the third success ended the power to assassinate Maria Hill."""
EARLIER_VERSIONS: Final = HILL_SAFE_AFTER_SUCCESSES
