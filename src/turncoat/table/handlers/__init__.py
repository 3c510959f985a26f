"""Handlers: the conditions and effects of each command, which connect commands and state.

A new command is a type in `commands/` and a `Handler` in the module of the same name here, with a check that raises
Refused and changes nothing, and an effect. `dispatch` finds the handler by the type.
"""
