"""Exceptions of the stores."""


class StoreError(Exception):
    """Raised when the store cannot be used. The message gives the reason and a remedy."""


class OtherFormat(Exception):
    """Raised when the database has the format of another version. It was not touched."""

    def __init__(self, found: int, known: int) -> None:
        super().__init__(f"format {found}, not {known}")
        self.found, self.known = found, known


class StoreFailure(Exception):
    """Raised when the store cannot do its work, because it is full, failing or unreachable. Nothing was stored."""


class Uncertain(StoreFailure):
    """Raised when the connection is lost during a write, so that its outcome is unknown.

    The caller takes the table again, and reads the end of its log, before it does or sends anything else.
    """


class NotOwner(StoreFailure):
    """Raised when the table belongs to another process. Nothing was stored."""


class CodeTaken(Exception):
    """Raised when there is already a table with that code."""


class Conflict(Exception):
    """Raised when a document is no longer, or not yet, of the version that a write names. Nothing was stored."""


class OwnedElsewhere(Exception):
    """Raised when the table belongs to another process that is alive."""
