"""The page of a table: its parts with their models and forms."""
