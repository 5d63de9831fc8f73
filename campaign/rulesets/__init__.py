"""The published rule systems: tables in TOML, the rest in a strategy module."""
