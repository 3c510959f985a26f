"""Live updates: messages to an open page after something has changed."""
