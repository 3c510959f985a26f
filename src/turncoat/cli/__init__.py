"""The command `turncoat`: names, options and help in `app`, and each command in a module of its own."""

from turncoat.cli.app import main

__all__ = ["main"]
