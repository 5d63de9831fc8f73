"""Where campaigns are kept: the append-only log and the session over it."""
