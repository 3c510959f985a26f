"""What may come of asking a store for something."""


class StoreError(Exception):
    """The store cannot be used; the message says why and what would help."""


class OtherFormat(Exception):
    """The database was written by another version, in another format; it was not touched."""

    def __init__(self, found: int, known: int) -> None:
        super().__init__(f"format {found}, and {known} is the one that is known")
        self.found, self.known = found, known


class StoreFailure(Exception):
    """The store could not do what it was asked: it is full, in trouble or away. Nothing of it was kept."""


class Uncertain(StoreFailure):
    """The connection to the store was lost meanwhile: nobody knows yet whether it was kept.

    Whoever gets this takes the table again, and reads how its log ends, before anything else is done or told.
    """


class NotOwner(StoreFailure):
    """The table belongs to another process now. Nothing of it was kept."""


class CodeTaken(Exception):
    """There is already a table with that code."""


class OwnedElsewhere(Exception):
    """Another process that is alive owns the table."""
