"""What a browser measures of an open page: whether anything covers another thing or leaves the window."""

from pathlib import Path
from typing import Final

BOXES: Final = Path(__file__).with_suffix(".js").read_text("utf-8")
"""Gives the faults of a page."""
IN_SIGHT: Final = """() => {
  const board = document.querySelector(".in-play > .board").getBoundingClientRect();
  const things = [...document.querySelectorAll(".board :is(.tile, .ticket, .fighting)")];
  return things.filter((one) => one.checkVisibility()).filter((one) => {
    const box = one.getBoundingClientRect();
    return box.top < board.top - 1 || box.bottom > Math.min(board.bottom, innerHeight) + 1;
  }).map((one) => one.textContent.trim().slice(0, 12));
}"""
"""Gives the seats and missions that one must scroll to."""
