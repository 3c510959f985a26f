"""What goes to an open page when something has changed."""
