"""Great moments on stage: everything else waits for them, nothing is told before it is shown, and each is said once."""
