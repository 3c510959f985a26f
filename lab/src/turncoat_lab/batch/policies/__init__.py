"""Who chooses: compiled policies, which see what a seat may know."""
