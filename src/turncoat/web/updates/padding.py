"""Padding: what a seat is sent is filled up to a full size, so that its size tells nothing of what is in it."""


class PaddedSizeExceeded(ValueError):
    """There is more than the full size has room for. To send it anyway would tell so by its size."""


def in_steps(size: int, step: int) -> int:
    """The size in bytes, rounded up to full steps: one at least.

    >>> in_steps(0, 4096), in_steps(4096, 4096), in_steps(4097, 4096)
    (4096, 4096, 8192)
    """
    return step * max(1, -(-size // step))


def with_padding(html: str, count: int) -> str:
    """A drawn section with that many extra characters in it, which nobody sees.

    >>> with_padding("<section>Hello</section>", 3)
    '<section>Hello<span hidden data-padding="..."></span></section>'
    """
    end = "</section>"
    return f'{html.removesuffix(end)}<span hidden data-padding="{"." * count}"></span>{end}'


def padding(size: int, full: int) -> str:
    """The text that fills this many bytes up to the full size. Raises PaddedSizeExceeded.

    >>> padding(10, 16)
    '......'
    """
    if size > full:
        raise PaddedSizeExceeded(f"{size} bytes do not fit into {full}")
    return "." * (full - size)
