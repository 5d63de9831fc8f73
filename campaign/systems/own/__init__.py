"""Rules that are data alone: one TOML file is a whole hex-and-counter system."""
