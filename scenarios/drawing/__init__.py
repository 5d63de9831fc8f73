"""Draw maps, counters and tables once, for screen, paper and export alike."""
