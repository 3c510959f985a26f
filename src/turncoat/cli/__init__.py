"""The command `turncoat`: names, options and help in `app`, and what each command does in a file of its own."""

from turncoat.cli.app import main

__all__ = ["main"]
