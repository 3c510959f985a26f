"""The versions of the rules of Winter Soldier. Games that began by an earlier one are played as they were.

Since version 2 the Scarlet Witch token is used once more when mission 3 or 4 is the third success (WIN-WITCH-1), and
the Winter Soldier names nobody but Nick Fury when Fury's card lies face up (WIN-END-3).
"""

from typing import Final

VERSION: Final = "2"
FIRST_VERSION: Final = "1"
EARLIER_VERSIONS: Final = (FIRST_VERSION,)
