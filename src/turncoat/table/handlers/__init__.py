"""What each command of a table needs, and what it does: here commands and state meet.

A new command is a type in `commands/` and one `Handler` in the module of the same name here: its check, which raises
Refused and changes nothing, and its effect. `dispatch` finds the handler by the type.
"""
