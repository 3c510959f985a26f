"""What a table is: its parts, and how each changes. Nothing here asks who may do what."""
