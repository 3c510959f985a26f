"""Padding, which brings messages to a seat up to fixed sizes, so that their length reveals nothing."""


class PaddedSizeExceeded(ValueError):
    """Error for content that exceeds the padded size. If it were sent, its length would reveal that."""


def in_steps(size: int, step: int) -> int:
    """Round a size in bytes up to a multiple of `step`, at least one step.

    >>> in_steps(0, 4096), in_steps(4096, 4096), in_steps(4097, 4096)
    (4096, 4096, 8192)
    """
    return step * max(1, -(-size // step))


def with_padding(html: str, count: int) -> str:
    """Add `count` invisible characters to the end of a rendered section.

    >>> with_padding("<section>Hello</section>", 3)
    '<section>Hello<span hidden data-padding="..."></span></section>'
    """
    end = "</section>"
    return f'{html.removesuffix(end)}<span hidden data-padding="{"." * count}"></span>{end}'


def padding(size: int, full: int) -> str:
    """Return the text that pads `size` bytes to the full size. Raises PaddedSizeExceeded.

    >>> padding(10, 16)
    '......'
    """
    if size > full:
        raise PaddedSizeExceeded(f"{size} bytes do not fit into {full}")
    return "." * (full - size)
