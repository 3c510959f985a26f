"""The page of a table: its parts, each with its model and its forms."""
