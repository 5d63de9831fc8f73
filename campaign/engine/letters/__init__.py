"""Letters: how fast they go and how far, who overhears them, and when they are there."""
