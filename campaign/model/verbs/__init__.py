"""Orders and events: one module a verb, with all that is said of it."""
