"""Updates: messages to an open page when something has changed."""
