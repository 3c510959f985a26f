"""Scripts that measure the layout of an open page in a browser."""

from pathlib import Path
from typing import Final

BOXES: Final = Path(__file__).with_suffix(".js").read_text("utf-8")
"""Returns the layout faults of a page: elements that overlap or extend beyond the window."""
IN_SIGHT: Final = """() => {
  const board = document.querySelector(".in-play > .board").getBoundingClientRect();
  const things = [...document.querySelectorAll(".board :is(.tile, .ticket, .fighting)")];
  return things.filter((one) => one.checkVisibility()).filter((one) => {
    const box = one.getBoundingClientRect();
    return box.top < board.top - 1 || box.bottom > Math.min(board.bottom, innerHeight) + 1;
  }).map((one) => one.textContent.trim().slice(0, 12));
}"""
"""Returns the seats and missions that are out of sight until one scrolls."""
