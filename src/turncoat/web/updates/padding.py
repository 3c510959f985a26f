"""Padding: messages to a seat are filled up to one of few sizes, so that their size tells nothing."""

from collections.abc import Iterable, Iterator
from itertools import count


def doubling(first: int) -> Iterator[int]:
    """The sizes `first`, twice that, four times that, and so on.

    >>> sizes = doubling(4096)
    >>> [next(sizes) for _ in range(3)]
    [4096, 8192, 16384]
    """
    return (first << step for step in count())


def multiples(step: int) -> Iterator[int]:
    """The sizes `step`, two steps, three steps, and so on."""
    return count(step, step)


def full_size(size: int, sizes: Iterable[int]) -> int:
    """The first of the sizes (in bytes, the smallest first) that has room for this many bytes."""
    return next(full for full in sizes if full >= size)


def with_padding(html: str, count: int) -> str:
    """A drawn section with so many letters more in it, which nobody sees.

    >>> with_padding("<section>Hello</section>", 3)
    '<section>Hello<span hidden data-padding="..."></span></section>'
    """
    end = "</section>"
    return f'{html.removesuffix(end)}<span hidden data-padding="{"." * count}"></span>{end}'


def padding(size: int, sizes: Iterable[int]) -> str:
    """The text that fills this many bytes up to the first of the sizes that has room for them.

    >>> padding(10, [4, 16])
    '......'
    """
    return "." * (full_size(size, sizes) - size)
