"""The state of a table: its parts and their transitions. Permissions are checked elsewhere."""
