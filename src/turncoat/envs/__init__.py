"""Environments for researchers: a game as a sequence of small numbered actions, and adapters to libraries of the field.

`turns` and `environment` need nothing but Turncoat. Each adapter needs the extra of its name, and imports no other.
"""
