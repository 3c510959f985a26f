"""Games that are over, as pages."""
